'''DOCSTRING
'''

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
from .tables import DISC_SETS, HAND_LIMIT_CHALLENGE, HAND_LIMIT_SOLO, MAX_PLAYERS, ROUNDS, SOLO_TARGETS

if TYPE_CHECKING:
    from ..engine.aec import GameEnv

__all__ = ["GAME", "MAX_DECISIONS", "Options", "env"]


@dataclass(frozen=True)
class Options:
    """The variants of Dadaocheng."""

    event_order: str = option("shuffled", ("shuffled", "chronological"), "order of the events after that of 1851")
    disc_set: str = option("tea_reverse", DISC_SETS, "which sides of the discs show at the start")
    solo_hand_limit: int = option(
        HAND_LIMIT_SOLO, range(HAND_LIMIT_CHALLENGE, HAND_LIMIT_SOLO + 1), "cubes kept at the end of a turn, solo only"
    )
    den_exchange_counts_as_use: bool = option(False, (False, True), "the opium den's exchange counts as a use of opium")


def resolve(num_players: int, options: Options) -> Options:
    """4.0: the solo challenge is for one player.

    Raises:
        BadOption: a solo hand limit other than the usual one with more than one player.
    """
    if num_players > 1 and options.solo_hand_limit != HAND_LIMIT_SOLO:
        raise BadOption(
            f"dadaocheng: solo_hand_limit={options.solo_hand_limit} cannot be played with num_players={num_players}; "
            f"it is a challenge for num_players=1"
        )
    return options


TURN_DECISIONS = 72  # most decisions of one turn (RULES 7.4)


def max_decisions(num_players: int) -> int:
    """7.4: a bound on the decisions of one game: rounds times players turns of at most 72 decisions."""
    return TURN_DECISIONS * int(ROUNDS[num_players]) * num_players


MAX_DECISIONS = max(max_decisions(n) for n in range(1, MAX_PLAYERS + 1))  # 2304

GAME = Game(
    id="dadaocheng",
    title="Dadaocheng",
    version=0,
    player_counts=(1, 2, 3, 4),
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
        designer="Eason Kao, Tsai Huei-Chiang",
        year=2015,
        publisher="SoSo Studio",
        sources="the publisher's Chinese rules, version 2.0, and published reviews; see RULES.md",
    ),
    text=picture.text,
    resolve=resolve,
    result_names=RESULT_NAMES,
    score_target=int(SOLO_TARGETS[-1]),
)


def env(**kwargs: Any) -> GameEnv:
    """Dadaocheng as a PettingZoo AEC environment; the keyword arguments are those of ``meeplezoo.make``."""
    from ..engine.aec import GameEnv

    return GameEnv(GAME, **kwargs)
