"""Vanuatu: fishing, diving, building and trading among islands that the players discover.

Description
-----------
Vanuatu (Alain Epron, 2011) is a game of planning for two to five players. In each of eight rounds everybody takes a
character, places five markers on nine actions in three passes, and then resolves them one action at a time: only where
nobody has more markers than oneself. Who leads nothing must give up an action. Money is short, ten coins turn into
five points at once, and a marker may be placed only where the action could still be carried out. The rules as
implemented, with every ruling, are in ``RULES.md``; how long games are is measured on the page of the game.

Players and options
-------------------
2, 3, 4 (default) or 5 players; two play by the official rules for two, with neutral markers and five characters on
offer.

Phases
------
PLACE (round 2 to 7: the start player places two tiles), NEUTRAL (two players), CHARACTER, PLAN, ACT with its sub-phases
SELL, REST and GOVERNOR. A round is PLACE, NEUTRAL, CHARACTER, PLAN, ACT; the phases that a game does not have are left
out.

Actions
-------
136 actions; the phase decides which of them can be legal. Islands are named, not their cells: HOME, A1, A2, D1, D2. An
action performed without any lead uses the Missionary. The last rest tile is taken and a sale ends without being asked
for; other decisions with one legal action are asked all the same (section 7.1 of ``RULES.md`` says which), unless
``skip_forced`` is set.

Observation
-----------
815 numbers in [0, 1]: whole numbers divided by their upper bound. Seat 0 is the observer, the others follow in turn
order, absent seats are zero. Only the rest tile held and the rest tiles seen are private.

Rewards
-------
At the end of the game, from the ranks: most points, then most huts on the board, then most coins; further ties are
shared.

End of the game
---------------
After eight rounds: leftover fish, coins, the start marker, tourists beside huts, and treasures score. At most 570
decisions (``MAX_DECISIONS``).

Credits and source
------------------
Alain Epron, 2011, Krok Nik Douil; second edition Quined Games, 2016. The rule flow follows a detailed Chinese
description; the contents of board and tiles and the rules for two players follow the open-source engine of boardgamers,
which was made with the publisher's permission; one tile is corrected. The list of sources is in ``RULES.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.errors import BadOption
from ..engine.game import Credits, Game, option, rules_from
from . import bot, check, hidden, observation, picture, rules, scoring
from .actions import ACTIONS, Reason
from .faults import Fault
from .observation import OBSERVATION
from .scoring import RESULT_NAMES
from .state import STATE, Phase
from .tables import MAX_PLAYERS, PLAYER_COUNTS, ROUNDS

if TYPE_CHECKING:
    from ..engine.aec import GameEnv

__all__ = ["GAME", "MAX_DECISIONS", "Options", "env"]


@dataclass(frozen=True)
class Options:
    """The variants of Vanuatu."""

    governor: bool = option(False, (False, True), "an eleventh character, which moves a stack; needs characters")
    characters: bool = option(True, (False, True), "play with characters; two players always do")
    fish_end: str = option("per_tile", ("per_tile", "face"), "coins at the end for a fish tile: 1, or its number")
    optional_powers: bool = option(False, (False, True), "a power may be held back; needs characters")
    must_act_if_able: bool = option(False, (False, True), "no giving up while some lead is possible")
    plan_check: str = option("search", ("search", "off"), "where markers may go: feasible actions, or all")


def resolve(num_players: int, options: Options) -> Options:
    """4.0: contradictions.

    Raises:
        BadOption: two players without characters; the governor or held powers without characters, which they need.
    """
    if options.characters:
        return options
    if num_players == 2:
        raise BadOption("vanuatu: characters=False cannot be played with num_players=2; allowed: True")
    for name in ("governor", "optional_powers"):
        if getattr(options, name):
            raise BadOption(f"vanuatu: {name}=True cannot be played with characters=False; allowed: False")
    return options


def max_decisions(num_players: int) -> int:
    """7.4: a bound on the decisions of one game."""
    return int(check.most_decisions(num_players, ROUNDS))


MAX_DECISIONS = max_decisions(MAX_PLAYERS)

GAME = Game(
    id="vanuatu",
    title="Vanuatu",
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
        designer="Alain Epron",
        year=2011,
        publisher="Krok Nik Douil; second edition Quined Games, 2016",
        sources="a Chinese description of the rules and the open-source engine of boardgamers; see RULES.md",
    ),
    text=picture.text,
    resolve=resolve,
    option_fields=("governor", "characters", "fish_end", "optional_powers", "must_act_if_able", "plan_check"),
    result_names=RESULT_NAMES,
)


def env(**kwargs: Any) -> GameEnv:
    """Vanuatu as a PettingZoo AEC environment; the keyword arguments are those of ``meeplezoo.make``."""
    from ..engine.aec import GameEnv

    return GameEnv(GAME, **kwargs)
