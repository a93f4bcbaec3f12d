"""Yunnan: traders, bridges and tea houses along the Tea Horse Road.

Description
-----------
Yunnan (Aaron Haag, 2013) is a game of auctions and networks for two to five players. In a
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

Actions
-------
227 actions; the phase decides which of them can be legal.
``python -m meeplezoo show yunnan`` prints the tables.

``pass`` means: pass (AUCTION), keep the tea house (TEA_NOW), end the turn (TRAVEL), displace nobody (DISPLACE). In the
auction the place is chosen first, then the source, which is asked only when there are several. Sub-decisions with one
answer, turns in which nothing can be done and incomes of zero are not asked for.

Observation
-----------
334 numbers in [0, 1], ``vp`` in [-0.67, 1]: whole numbers divided by their upper bound. Colour 0 is the acting colour
for the seat that acts, otherwise the observer's first colour; the others follow in the order of their ids, absent
colours are zero. Colours: red, yellow, blue, green, purple. Regions: Yunnan, Sichuan, Qamdo, Tibet, Qinghai.

Rewards
-------
At the end of the game, from the ranks: highest final score, then influence, then the earlier place in travel order;
there is always one winner. ``points`` is the score marker, and the final score after the end.

End of the game
---------------
At the end of a round in which somebody has reached 80 points (100 with two players) or the last gift has been taken
(two or fewer left with two players), or, as a truncation, after ``max_rounds`` rounds. At most 18200 decisions
(``MAX_DECISIONS``); random games and those of the bot are
measured on ``docs/yunnan.md``.

Credits and source
------------------
Aaron Haag, 2013, Argentum Verlag. The rules follow a detailed Chinese description, completed by a clarification
sheet and reviews; the list of sources is in ``RULES.md``.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.game import Credits, Game, option, rules_from
from . import bot, check, observation, picture, rules, scoring
from .actions import ACTIONS, Reason
from .check import Fault
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
    MOST_PASSES,
    OVERSPEND_CAP,
    PIECE_COUNT,
    PLAYER_COUNTS,
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
    max_rounds: int | None = option(
        None,
        range(1, LARGEST_CAP + 1),
        "cap on the rounds",
        none=f"{DEFAULT_CAP}, or {OVERSPEND_CAP} with overspend",
    )


def resolve(num_players: int, options: Options) -> Options:
    """4.0: the cap on the rounds that belongs to the other options."""
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
    player_counts=PLAYER_COUNTS,
    default_players=4,
    options=Options,
    record=STATE,
    phases=Phase,
    actions=ACTIONS,
    observation=OBSERVATION,
    rules=rules_from(rules, scoring, observation, bot, check),
    reasons=Reason,
    faults=Fault,
    option_fields=(
        "overspend",
        "gift_vp",
        "strand_rule",
        "gap_cost",
        "low_slot_rule",
        "max_rounds",
        "end_score",
        "end_gifts",
        "colours",
    ),
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
