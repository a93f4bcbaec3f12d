"""Around the World in 80 Days."""

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


@dataclass(frozen=True)
class Options:
    """The variants of Around the World in 80 Days."""

    london_penalty: str = option("per_arrival", PENALTY_NAMES, "when those who still travel lose a day")
    first_start_player: str | int = option("random", ("random", *range(MAX_PLAYERS)), "who starts the first round")


def resolve(num_players: int, options: Options) -> Options:
    """4.0: the first start player takes part.

    Raises:
        BadOption: there is no such seat.
    """
    first = options.first_start_player
    if isinstance(first, int) and first >= num_players:
        raise BadOption(
            f"eighty_days: first_start_player={first} does not take part with num_players={num_players}; "
            f"allowed: 'random', 0 to {num_players - 1}"
        )
    return options


MOST_IN_TURN = 64
MAX_DECISIONS = MAX_ROUNDS * MAX_PLAYERS * MOST_IN_TURN  # 23 040

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
