"""Around the World in 80 Days: ten legs from London to London, on trains and ships.

Description
-----------
Around the World in 80 Days (Michael Rieneck, 2004) is a race for two to six players in which days count, not speed.
Each turn a player takes one laid-out travel card together with the action of its space, and may then travel one leg
by playing the trains and ships that it asks for: their numbers are days, and two equal cards count once. Event
cards, balloons (a die), coins, tokens for the first and the last in each city, and a detective make the difference.
Hands are hidden, but for their sizes and the cards that everybody has seen; so is the order of both decks. How many
decisions a game takes stands below, at "Lengths and baselines". The rules as implemented, with every ruling, are in
``RULES.md``.

Players and options
-------------------
2, 3, 4 (default), 5 or 6 players.

Actions
-------
82 actions; the phase decides which of them can be legal.
``python -m meeplezoo show eighty_days`` prints the tables.

A payment is chosen component by component in ascending order, as long as it can be completed. The engine finishes the
turn when nothing else is legal in MAIN_POST, and keeps a die that cannot or need not be rolled again; every other
decision is asked, also where one action is legal (the last component of a payment, as a rule). The option
``skip_forced`` of ``make`` and ``batch`` plays those, too.

Observation
-----------
534 numbers in [0, 1]: whole numbers divided by their upper bound. Seat 0 is the observer, the others follow
clockwise; absent seats are zero. The 46 numbers of seat k stand 46 k places after those of seat 0.

``known_travel`` and ``known_events`` count the cards of a hand that all seats know: travel cards taken from the spaces,
the card that Princess fetched, Occasion and Distraction once their owner was asked whether to play them. A card that
leaves the hand lowers its count, as if of equal cards the known one went first; a blue card and the arrival in London
clear them. ``travel_deck_most`` counts the travel cards that can lie in the deck: the discards of which it was made are
known, and so are the cards laid out since and one's own. The fields of seat 0 tell the observer which of its cards the
others know.

Travel cards: T2 to T6 (trains), S4 to S8 (ships). Event cards: Balloon, Submarine, Express, Offer, Elephant,
Occasion, Distraction, Princess, Detective, Connection, Change. Spaces: coin, balloon, event, detective, watch,
exchange. Tokens: coin, travel, event, plus_one.

Rewards
-------
At the end of the game, from the ranks: who is home within 80 days by fewest days, then arrival; who is home later
by arrival; who is not home by progress, then days. Two players: fewest days, then coins, then arrival, and somebody
home beats the other within 80 days or when no slower. The score is minus the days: larger is better, but the ranks
do not follow from it alone. So do not train with ``reward="score"``: staying in London costs no days.

End of the game
---------------
After the round in which the first (2 players), second (3), third (4) or fourth (5, 6) player has come home. After
60 rounds the game is truncated, as nobody is ever forced to travel. At most 12 464 decisions (``MAX_DECISIONS``);
what is usual stands below.

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
from . import bot, check, hidden, observation, picture, rules, scoring
from .actions import ACTIONS, Reason
from .check import Fault
from .observation import OBSERVATION
from .scoring import RESULT_NAMES
from .state import STATE, Phase
from .tables import MAX_DECISIONS, MAX_PLAYERS, PENALTY_NAMES, PLAYER_COUNTS

if TYPE_CHECKING:
    from ..engine.aec import GameEnv

__all__ = ["GAME", "MAX_DECISIONS", "Options", "env"]


STARTERS = ("random", *range(MAX_PLAYERS))


@dataclass(frozen=True)
class Options:
    """The variants of Around the World in 80 Days."""

    london_penalty: str = option("per_arrival", PENALTY_NAMES, "when those who still travel lose a day")
    first_start_player: str | int = option("random", STARTERS, "the seat that starts the first round")


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


GAME = Game(
    id="eighty_days",
    title="Around the World in 80 Days",
    version=0,
    player_counts=PLAYER_COUNTS,
    default_players=4,
    options=Options,
    record=STATE,
    phases=Phase,
    actions=ACTIONS,
    observation=OBSERVATION,
    rules=rules_from(rules, scoring, observation, hidden, bot, check),
    reasons=Reason,
    faults=Fault,
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
    option_fields=("per_round",),
    result_names=RESULT_NAMES,
)


def env(**kwargs: Any) -> GameEnv:
    """Around the World in 80 Days as a PettingZoo AEC environment; the arguments are those of ``meeplezoo.make``."""
    from ..engine.aec import GameEnv

    return GameEnv(GAME, **kwargs)
