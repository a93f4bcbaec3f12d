"""Around the World in 80 Days: ten legs from London to London, on trains and ships.

Description
-----------
Around the World in 80 Days (Michael Rieneck, 2004) is a race for two to six players in which days count, not speed.
Each turn a player takes one laid-out travel card together with the action of its space, and may then travel one leg
by playing the trains and ships that it asks for: their numbers are days, and two equal cards count once. Event
cards, balloons (a die), coins, tokens for the first and the last in each city, and a detective make the difference.
Hands are hidden, but for their sizes; so is the order of both decks. A game takes 100 decisions with two and 310
with six players, 15 to 20 rounds. The rules as implemented, with every ruling, are in ``RULES.md``.

Players and options
-------------------
2, 3, 4 (default), 5 or 6 players.

==================  ============================  ==========================================================
option              values                        meaning
==================  ============================  ==========================================================
london_penalty      "per_arrival", "per_round"    who still travels loses a day at each arrival in London
                                                  (default), or at the start of every round after the first
first_start_player  "random", "seat0" to "seat5"  who starts the first round; default "random"
==================  ============================  ==========================================================

Actions
-------
82 actions; the phase decides which of them can be legal.

=====  ====  ==================  ==============================================================
ids    size  name                meaning
=====  ====  ==================  ==============================================================
0-5    6     take                take the card of a space and carry out its action
6-9    4     take_plain          take the card alone
10     1     draw_deck           6 players, last of the round: take the top card of the deck
11     1     buy_travel          draw a travel card for 2 coins
12     1     buy_event           draw an event card for 2 coins
13-22  10    pay                 pay a travel card for a leg; the first component starts it
23-31  9     use                 play an event card
32     1     pay_balloon_action  pay with the balloon of the action space: a die
33     1     walk                walk from Bombay to Calcutta in 12 days
34     1     cash_elephant       give an Elephant back for a coin
35-49  15    swap                play Change: swap the cards of two spaces
50-58  9     detective_to        move the detective to a city
59-68  10    discard_travel      discard a travel card
69-79  11    discard_event       discard an event card
80     1     reroll              roll the die again for a coin
81     1     pass                finish the turn or the exchange, keep the die, or play no card
=====  ====  ==================  ==============================================================

===========  ==============================================================================
phase        actions that can be legal
===========  ==============================================================================
MAIN_PRE     take, take_plain, draw_deck, buy_travel, buy_event, use, cash_elephant, swap
MAIN_POST    buy_travel, buy_event, pay, use, pay_balloon_action, walk, cash_elephant, pass
EXCHANGE     discard_travel, pass
DET_TARGET   detective_to
PAYING       pay, use, pay_balloon_action
OCCASION     use, pass
ROLL         reroll, pass
DISTRACTION  use, pass
LIMIT        discard_travel, discard_event
===========  ==============================================================================

A payment is chosen component by component in ascending order, as long as it can be completed. Finishing the turn is
done by the engine when nothing else is legal in MAIN_POST.

Observation
-----------
398 numbers in [0, 1]: whole numbers divided by their upper bound. Seat 0 is the observer, the others follow
clockwise; absent seats are zero. The 25 numbers of a seat are listed once, for seat 0; ``seat1_exists`` and the
others of seat k stand 25 k places further on.

=======  ==================  =====  =============  ====================================================================
indices  field               shape  values         meaning
=======  ==================  =====  =============  ====================================================================
0-8      phase               9      one-hot        phase of the acting seat, MAIN_PRE to LIMIT; none after the end
9-13     num_players         5      one-hot        2 to 6 players
14       per_round           1      flag           option london_penalty is per_round
15       round_number        1      0..60, / 60    the round
16-75    display             6x10   one-hot        card on each space; none: no card
76-81    spaces_used         6      flag           the space gets a card with this player count
82-90    detective           9      one-hot        city of the detective, Paris to New York
91-126   yellow              9x4    one-hot        token for the first player in each city
127-162  blue                9x4    one-hot        token for the last player in each city
163-172  travel_discard      10     0..8, / 8      travel discards by card
173      travel_deck         1      0..60, / 60    cards in the travel deck
174-184  event_discard       11     0..3, / 3      event discards by card
185-195  event_discard_top   11     one-hot        top card of the event discard pile
196      event_deck          1      0..15, / 15    cards in the event deck
197      bank                1      0..24, / 24    coins in the bank
198      balloon_ready       1      flag           turn: the balloon action can be used
199-201  legs_done           3      one-hot        turn: legs travelled, 0 to 2
202-215  paid                14     0..2, / 2      turn: travel cards, Balloon, Submarine, Express, balloon action paid
216      dice_left           1      0..2, / 2      turn: dice to be settled, the one on the table included
217-222  die                 6      one-hot        turn: the die on the table, only in ROLL
223      leg_days            1      0..21, / 21    turn: days of the leg so far, but for the die on the table
224      exchanged           1      0..3, / 3      turn: cards discarded in EXCHANGE
225      saving              1      0..7, / 7      turn: days that Occasion would save, only in OCCASION
226      last_of_round       1      flag           turn: no other seat follows in this round
227-236  own_travel          10     0..8, / 8      the observer's travel cards (private)
237-247  own_events          11     0..3, / 3      the observer's event cards (private)
248      seat0_exists        1      flag           the observer takes part
249      seat0_acting        1      flag           the observer is to act; nobody after the end
250-260  seat0_city          11     one-hot        its city; 10 is home
261      seat0_days          1      0..150, / 150  its days
262      seat0_coins         1      0..24, / 24    its coins
263      seat0_travel_cards  1      0..25, / 25    travel cards in its hand
264      seat0_event_cards   1      0..25, / 25    event cards in its hand
265      seat0_watch         1      flag           it holds the watch
266      seat0_acted         1      flag           it has finished its turn of this round
267-272  seat0_arrival       6      one-hot        its place in the order of arrival
=======  ==================  =====  =============  ====================================================================

Travel cards: T2 to T6 (trains), S4 to S8 (ships). Event cards: Balloon, Submarine, Express, Offer, Elephant,
Occasion, Distraction, Princess, Detective, Connection, Change. Spaces: coin, balloon, event, detective, watch,
exchange. Tokens: coin, travel, event, plus_one.

Rewards
-------
At the end of the game, from the ranks: who is home within 80 days by fewest days, then arrival; who is home later
by arrival; who is not home by progress, then days. Two players: fewest days, then coins, then arrival, and somebody
home beats the other within 80 days or when no slower. The score is minus the days: larger is better, but the ranks
do not follow from it alone.

End of the game
---------------
After the round in which the first (2 players), second (3), third (4) or fourth (5, 6) player has come home. After
60 rounds the game is truncated, as nobody is ever forced to travel. At most 34 560 decisions (``MAX_DECISIONS``);
random games have never passed 466.

Credits and source
------------------
Michael Rieneck, 2004, Kosmos and Rio Grande Games. The rule flow follows a detailed Chinese description, checked
against the opening of the official rulebook, translations and session reports; the list of sources is in
``RULES.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.errors import BadOption
from ..engine.game import Credits, Game, option, rules_from
from . import bot, hidden, observation, picture, rules, scoring
from .actions import ACTIONS, REASONS
from .observation import OBSERVATION
from .scoring import RESULT_NAMES
from .state import STATE, Phase
from .tables import MAX_PLAYERS, MAX_ROUNDS, MIN_PLAYERS, PENALTY_NAMES

if TYPE_CHECKING:
    from ..engine.aec import GameEnv

__all__ = ["GAME", "MAX_DECISIONS", "MOST_IN_TURN", "Options", "env"]


STARTERS = ("random", *(f"seat{p}" for p in range(MAX_PLAYERS)))


@dataclass(frozen=True)
class Options:
    """The variants of Around the World in 80 Days."""

    london_penalty: str = option("per_arrival", PENALTY_NAMES, "when those who still travel lose a day")
    first_start_player: str = option("random", STARTERS, "who starts the first round")


def resolve(num_players: int, options: Options) -> Options:
    """4.0: the first start player takes part.

    Raises:
        BadOption: there is no such seat.
    """
    allowed = STARTERS[: num_players + 1]
    if options.first_start_player not in allowed:
        raise BadOption(
            f"eighty_days: first_start_player={options.first_start_player!r} does not take part with "
            f"num_players={num_players}; allowed: {', '.join(map(repr, allowed))}"
        )
    return options


MOST_IN_TURN = 96  # 7.4: a bound on the decisions of one turn
MAX_DECISIONS = MAX_ROUNDS * MAX_PLAYERS * MOST_IN_TURN  # 34 560

GAME = Game(
    id="eighty_days",
    title="Around the World in 80 Days",
    version=0,
    player_counts=tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
    default_players=4,
    options=Options,
    dtype=STATE,
    phases=Phase,
    actions=ACTIONS,
    observation=OBSERVATION,
    rules=rules_from(rules, scoring, observation, hidden, bot),
    reasons=REASONS,
    max_decisions=MAX_DECISIONS,
    hidden_information=True,
    chance_after_setup=True,
    folder=Path(__file__).resolve().parent,
    credits=Credits(
        designer="Michael Rieneck",
        year=2004,
        publisher="Kosmos, Rio Grande Games",
        sources="a Chinese description of the rules, checked against the official rulebook; see RULES.md",
    ),
    text=picture.text,
    resolve=resolve,
    result_names=RESULT_NAMES,
)


def env(**kwargs: Any) -> GameEnv:
    """Around the World in 80 Days as a PettingZoo AEC environment; the arguments are those of ``meeplezoo.make``."""
    from ..engine.aec import GameEnv

    return GameEnv(GAME, **kwargs)
