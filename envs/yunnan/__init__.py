'''Yunnan: traders, bridges and tea houses along the Tea Horse Road.

Description
-----------
Yunnan (Aaron Haag, 2013) is a game of auctions and networks for two to five players, about seven rounds long. In a
round the players place traders on the prices of five buildings, in the bank or on the market (step 1), travel along
the road and over their own bridges and displace each other (step 2), earn by where their traders and trading posts
stand (step 3), and turn income into points or coins (step 4). Who earned most travels first and bids last. Everything
is public, and after the random first order nothing is left to chance. The rules as implemented, with every ruling,
are in ``RULES.md``.

A *colour* is one set of pieces. With two players each seat owns two of four colours (seat 0 the colours 0 and 2, seat
1 the colours 1 and 3), which play like four players; points are the player's. Otherwise colour and seat are the same.

Players and options
-------------------
2, 3, 4 (default) or 5 players.

=============  =========================  ========================================================
option         values                     meaning
=============  =========================  ========================================================
overspend      False, True                bids may exceed the coins; each missing coin costs
                                          9 - round points, at least 1; default False
gift_vp        1, 3                       points of a gift; default 1, printed tiles show 3
strand_rule    "turn_end", "round_end"    when traders outside their network go home; default at
                                          the end of their own travel turn
gap_cost       "per_region",              transport costs 3 for each gap (default), or 3 for all
               "per_trader"               gaps of a trader together
low_slot_rule  "official", "literal"      a 5 or 7 must be the highest bid in its building
                                          (default), or any free price may be taken
max_rounds     1 to 40                    the cap on the rounds, which truncates; default 20, or
                                          30 with overspend
=============  =========================  ========================================================

Actions
-------
227 actions; the phase decides which of them can be legal.

======  ====  =========  ==================================  =======================================================
ids     size  name       phases                              meaning
======  ====  =========  ==================================  =======================================================
0       1     pass       AUCTION, TEA_NOW, TRAVEL, DISPLACE  pass, keep the tea house, end the turn, displace nobody
1       1     market     AUCTION                             place a trader on the market
2       1     bank       AUCTION                             place a trader in the bank; your bids are withdrawn
3-27    25    bid        AUCTION                             place a trader on a price of a building
28-33   6     source     SOURCE                              take the placed trader from here
34-36   3     workshop   PIECE                               take this piece from the workshop
37-41   5     tea_house  TEA_NOW, TRAVEL                     build a tea house in a region
42-46   5     post       TRAVEL                              build a trading post in a region
47-50   4     bridge     TRAVEL                              build a bridge
51-80   30    move       TRAVEL                              move a trader
81-84   4     displace   DISPLACE                            send back a trader of the colour that is so many on
85-226  142   convert    CONVERT                             turn so much of the income into points, keep the rest
======  ====  =========  ==================================  =======================================================

``pass`` means: pass (AUCTION), keep the tea house (TEA_NOW), end the turn (TRAVEL), displace nobody (DISPLACE). In the
auction the place is chosen first, then the source, which is asked only when there are several. Sub-decisions with one
answer, turns in which nothing can be done and incomes of zero are not asked for.

Observation
-----------
334 numbers in [0, 1], ``vp`` in [-0.67, 1]: whole numbers divided by their upper bound. Colour 0 is the acting colour
for the seat that acts, otherwise the observer's first colour; the others follow in the order of their ids, absent
colours are zero. Colours: red, yellow, blue, green, purple. Regions: Yunnan, Sichuan, Qamdo, Tibet, Qinghai.

=======  =============  =====  ================  ==========================================================
indices  field          shape  values            meaning
=======  =============  =====  ================  ==========================================================
0-4      coins          5      0..60, / 60       coins of each colour; more than 60 are shown as 60
5-9      vp             5      -100..150, / 150  score marker of the colour's owner; more than 150 as 150
10-14    hand           5      0..7, / 7         traders in hand
15-19    market         5      0..7, / 7         traders on the market
20-44    traders        5x5    0..7, / 7         traders in each region
45-49    supply         5      0..4, / 4         traders not yet acquired
50-74    bid            5x5    0..15, / 15       price of the standing bid in each building
75-84    bank           5x2    one-hot           place in the bank: left, right
85-89    passed         5      flag              has passed in the auction; until the next round
90-94    horse          5      0..5, / 5         region that the horse has reached
95-99    passes         5      0..6, / 6         border passes for each round
100-104  influence      5      0..4, / 4         level of influence
105-129  posts          5x5    0..2, / 2         trading posts in each region
130-149  bridges        5x4    flag              bridges at the four sites
150-164  pieces_hand    5x3    0..2, / 2         bridges, posts, tea houses in hand
165-179  pieces_supply  5x3    0..2, / 2         bridges, posts, tea houses not yet acquired
180-184  gifts          5      0..14, / 14       gifts taken
185-189  auction_place  5      0..5, / 5         place in the auction order, from 1
190-194  travel_place   5      0..5, / 5         place in the travel order, from 1
195-199  income         5      0..141, / 141     income of this round, 0 before it is known
200-224  gaps           5x5    0..4, / 4         gaps between each region and Pu'er
225-229  own            5      flag              the colour belongs to the observer
230-234  exists         5      flag              the colour takes part
235-242  phase          8      one-hot           the phases in the order of ``Phase``, OVER the last
243      round          1      0..20, / 20       number of the round; more than 20 as 20
244-248  gifts_left     5      0..5, / 5         gifts left in each region
249-278  tea_house      5x6    one-hot           tea house of a region: none, or whose
279      passes_left    1      0..6, / 6         border passes left to the traveller
280-284  moved          5      0..6, / 6         the traveller's traders there that have moved in this turn
285-290  entered        6      one-hot           in DISPLACE: the region entered; otherwise none
291-317  target         27     one-hot           in SOURCE: where the trader goes: market, bank, 25 bids
318      bid_sum        1      0..100, / 100     sum of all standing bids; more than 100 as 100
319-320  bank_pays      2      0..27, / 27       what the bank would pay now: left, right
321      overspend      1      flag              option overspend
322      gift_vp        1      0..3, / 3         option gift_vp
323      end_score      1      0..100, / 100     score that ends the game
324      end_gifts      1      0..2, / 2         gifts left on the board that end the game
325      rounds_left    1      0..20, / 20       rounds after this one until the cap; more than 20 as 20
326      strand_rule    1      flag              option strand_rule is round_end
327      gap_cost       1      flag              option gap_cost is per_trader
328      low_slot_rule  1      flag              option low_slot_rule is literal
329-333  acting         5      one-hot           the colour that decides; none after the end
=======  =============  =====  ================  ==========================================================

Rewards
-------
At the end of the game, from the ranks: highest final score, then influence, then the earlier place in travel order;
there is always one winner. ``points`` is the score marker, and the final score after the end.

End of the game
---------------
At the end of a round in which somebody has reached 80 points (100 with two players) or the last gift has been taken
(two or fewer left with two players), or, as a truncation, after ``max_rounds`` rounds. At most 18200 decisions
(``MAX_DECISIONS``); random games take 100 to 500.

Credits and source
------------------
Aaron Haag, 2013, Argentum Verlag. The rules follow a detailed Chinese description, completed by a clarification
sheet and reviews; the list of sources is in ``RULES.md``.
'''

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.game import Credits, Game, option, rules_from
from . import bot, observation, picture, rules, scoring
from .actions import ACTIONS, REASONS
from .observation import OBSERVATION
from .scoring import RESULT_NAMES
from .state import STATE, Phase
from .tables import (
    BANK_PLACES,
    BUILDINGS,
    DEFAULT_CAP,
    LARGEST_CAP,
    LOW_SLOTS,
    MAX_COLOURS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_PASSES,
    OVERSPEND_CAP,
    PIECE_COUNT,
    SLOTS,
    TRADERS,
)

if TYPE_CHECKING:
    from ..engine.aec import GameEnv

__all__ = ["GAME", "MAX_DECISIONS", "Options", "env"]


@dataclass(frozen=True)
class Options:
    """The variants of Yunnan."""

    overspend: bool = option(False, (False, True), "bids may exceed the coins; missing coins cost points")
    gift_vp: int = option(1, (1, 3), "points of a gift; printed tiles show 3")
    strand_rule: str = option("turn_end", ("turn_end", "round_end"), "when traders outside their network go home")
    gap_cost: str = option("per_region", ("per_region", "per_trader"), "transport: 3 per gap, or 3 for all gaps")
    low_slot_rule: str = option("official", ("official", "literal"), "may a 5 or 7 be bid below a higher bid: no, yes")
    max_rounds: int | None = option(None, range(1, LARGEST_CAP + 1), "cap on the rounds; 20, or 30 with overspend")


def resolve(num_players: int, options: Options) -> Options:
    """4.10: the cap on the rounds that belongs to the other options."""
    if options.max_rounds is None:
        return dataclasses.replace(options, max_rounds=OVERSPEND_CAP if options.overspend else DEFAULT_CAP)
    return options


def round_decisions() -> int:
    """7.4: a bound on the decisions of one round, for all options and player counts.

    Auction: traders that are thrown out return to the hand, all others stay where they are placed; so there are at
    most as many placements as traders and evictions. A building is emptied from outside only by the two trips to the
    bank, and in each of the three spans between them every high bid can throw out all low ones (the literal rule).
    A colour passes once, and once more after each eviction. Each placement may ask for its source. Workshop: all five
    slots at most, a piece and a tea house each. Travel: a move costs a pass and may ask whom to displace, six pieces
    can be built, and the turn is ended. Then everybody converts.
    """
    evictions = (BANK_PLACES + 1) * BUILDINGS * (SLOTS - LOW_SLOTS) * LOW_SLOTS
    placements = MAX_COLOURS * TRADERS + evictions
    auction = 2 * placements + MAX_COLOURS + evictions
    travel = MAX_COLOURS * (2 * MOST_PASSES + int(PIECE_COUNT.sum()) + 1)
    return auction + 2 * SLOTS + travel + MAX_COLOURS


MAX_DECISIONS = LARGEST_CAP * round_decisions()  # 18,200

GAME = Game(
    id="yunnan",
    title="Yunnan",
    version=0,
    player_counts=tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
    default_players=4,
    options=Options,
    dtype=STATE,
    phases=Phase,
    actions=ACTIONS,
    observation=OBSERVATION,
    rules=rules_from(rules, scoring, observation, bot),
    reasons=REASONS,
    max_decisions=MAX_DECISIONS,
    hidden_information=False,
    chance_after_setup=False,
    folder=Path(__file__).resolve().parent,
    credits=Credits(
        designer="Aaron Haag",
        year=2013,
        publisher="Argentum Verlag",
        sources="a Chinese description of the rules, a clarification sheet and reviews; see RULES.md",
    ),
    text=picture.text,
    resolve=resolve,
    result_names=RESULT_NAMES,
)


def env(**kwargs: Any) -> GameEnv:
    """Yunnan as a PettingZoo AEC environment; the keyword arguments are those of ``meeplezoo.make``."""
    from ..engine.aec import GameEnv

    return GameEnv(GAME, **kwargs)
