"""China: palaces, emissaries and roads in nine states of the Warring States period.

Description
-----------
China (Michael Schacht, 2005) is a game of majorities for three to five players. Cards of five colours let a player
place one or two pieces a turn into one state: palaces, which score when the state is full, emissaries, which score in
alliances with the neighbouring states at the end, and (as an option) one fort. At most three cards, two pieces, one
state. Hands are hidden but for cards that were taken face up; the order of the pile is unknown to everybody. How
long games are is measured on ``docs/china.md``. The rules as implemented, with every ruling, are in ``RULES.md``.

Players and options
-------------------
3, 4 (default) or 5 players. The default side of the board depends on the count; the sides differ in their roads.

Actions
-------
128 actions; the phase decides which of them can be legal. ``python -m meeplezoo show china`` prints the tables.
Payments with only one way to pay, and a second piece that cannot be placed or paid, are not asked for.

Observation
-----------
576 numbers in [0, 1]: whole numbers divided by their upper bound. Seat 0 is the observer, the others follow in turn
order, absent seats are zero. Colours: red, green, yellow, orange, violet. States: Yan, Zhao, Qi, Lu, Wei, Han, Qin,
Shu, Chu. ``known_cards`` grows by one when a seat takes a card from the display and shrinks when it discards a card of
that colour, down to zero. ``pile_most``: when the discards become the new pile everybody knows them; so many cards of a
colour can lie there at most, less those that the seat has seen leaving it.

Rewards
-------
At the end of the game, from the ranks: highest score, then most palaces and emissaries left; further ties are shared.

End of the game
---------------
When the pile is used up for the second time the round is finished (``finish_round``), so that all have had equally
many turns; or at once when nobody could place any piece any more. Then the unfilled states, the alliances and the
roads are scored. At most 328 decisions (``MAX_DECISIONS``).

Credits and source
------------------
Michael Schacht, 2005, Abacusspiele and Überplay. The rule flow follows a detailed Chinese description, checked
against the published rulebooks of the family; the list of sources is in ``RULES.md``. The map is a reconstruction:
it meets every published fact about the board, but its list of cities, borders and roads is ours.
"""

from __future__ import annotations

import dataclasses
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
from .tables import (
    ALLOWED_SIDES,
    CARD_COUNT,
    COLOURS,
    DEFAULT_SIDE,
    DISPLAY_SIZE,
    HAND_SIZE,
    MAX_PLAYERS,
    PLAYER_COUNTS,
    REMOVED,
    SIDE_NAMES,
)

if TYPE_CHECKING:
    from ..engine.aec import GameEnv

__all__ = ["GAME", "MAX_DECISIONS", "Options", "env"]


@dataclass(frozen=True)
class Options:
    """The variants of China."""

    side: str | None = option(
        None,
        tuple(SIDE_NAMES),
        "side of the board; only four players may choose",
        none=", ".join(f"{DEFAULT_SIDE[n]!r} with {n} players" for n in PLAYER_COUNTS),
    )
    forts: bool = option(False, (False, True), "each player has one fort, which doubles points")
    finish_round: bool = option(True, (False, True), "finish the round when the pile is used up for the second time")


def resolve(num_players: int, options: Options) -> Options:
    """4.0: the side of the board that belongs to the player count.

    Raises:
        BadOption: the side cannot be played with this count.
    """
    allowed = ALLOWED_SIDES[num_players]
    if options.side is None:
        return dataclasses.replace(options, side=DEFAULT_SIDE[num_players])
    if options.side not in allowed:
        names = ", ".join(repr(side) for side in allowed)
        raise BadOption(
            f"china: side={options.side!r} cannot be played with num_players={num_players}; allowed: {names}"
        )
    return options


def max_decisions(num_players: int) -> int:
    """7.4: a bound on the decisions of one game.

    A turn whose hand is filled up makes at most four decisions for each card that leaves the pile during it: an
    exchange two for one card; a placement that spends c cards the piece, a payment, a second piece or stop, and c
    draws, so 3 + c <= 4c for c cards. The pile holds P cards at first and at most P + 2 after it is renewed: of the
    N = P + 3n + 4 cards in play, 3(n - 1) lie in the other hands and at least 5 in the mover's hand and on the display.

    The turn that empties the pile for good stops drawing there. It makes up to six decisions for one card (piece,
    payment, second piece, two cards from the display, the last one of the pile): at most two more than four for each
    card. But in the n - 1 >= 2 turns after it nobody draws, and they make at most three decisions each (piece,
    payment, second piece or stop), of four that are counted.
    """
    in_play = int(CARD_COUNT.sum()) - COLOURS * int(REMOVED[num_players])
    pile = in_play - HAND_SIZE * num_players - DISPLAY_SIZE
    return 4 * (2 * pile + 2) + 4 * (num_players - 1)


MAX_DECISIONS = max_decisions(MAX_PLAYERS)  # 328

GAME = Game(
    id="china",
    title="China",
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
    option_fields=("side", "forts", "finish_round"),
    max_decisions=MAX_DECISIONS,
    hidden_information=True,
    chance_after_setup=True,
    folder=Path(__file__).resolve().parent,
    credits=Credits(
        designer="Michael Schacht",
        year=2005,
        publisher="Abacusspiele, Überplay",
        sources="a Chinese description of the rules and the published rulebooks of the family; see RULES.md",
    ),
    text=picture.text,
    resolve=resolve,
    result_names=RESULT_NAMES,
)


def env(**kwargs: Any) -> GameEnv:
    """China as a PettingZoo AEC environment; the keyword arguments are those of ``meeplezoo.make``."""
    from ..engine.aec import GameEnv

    return GameEnv(GAME, **kwargs)
