"""meeplezoo: modern board games as PettingZoo environments, on one compiled engine.

Importing this package registers every game with PettingZoo (``pettingzoo.make("aec", "meeplezoo/china-v0")``);
rooms, compiler and trainers are imported when they are first needed.
"""

from __future__ import annotations

import importlib
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from .envs import ROOMS
from .envs.engine.errors import (
    BadOption,
    BadReplay,
    BadState,
    BotError,
    IllegalAction,
    MeepleError,
    NotGymnasium,
    NotReset,
    UnknownAgent,
    UnknownGame,
)
from .envs.engine.registry import add_game, find_game, game_ids

if TYPE_CHECKING:
    from . import bots, wrappers
    from .envs.engine.aec import GameEnv
    from .envs.engine.batch import Batch
    from .envs.engine.replay import Replay

__all__ = [
    "BadOption",
    "BadReplay",
    "BadState",
    "Batch",
    "BotError",
    "GameEnv",
    "IllegalAction",
    "MeepleError",
    "NotGymnasium",
    "NotReset",
    "Replay",
    "UnknownAgent",
    "UnknownGame",
    "batch",
    "bots",
    "game",
    "games",
    "make",
    "read_replay",
    "register",
    "restore",
    "wrappers",
]

try:
    __version__ = version("meeplezoo")
except PackageNotFoundError:  # the sources without an installation
    __version__ = "0+unknown"

game = find_game
games = game_ids


def make(
    game: str,
    *,
    num_players: int | None = None,
    render_mode: str | None = None,
    reward: str = "rank",
    illegal: str = "raise",
    **options: Any,
) -> GameEnv:
    """A game as a PettingZoo AEC environment; see ``meeplezoo.GameEnv`` for the arguments.

    ``game`` is the id, with or without version: ``"china"``, ``"china-v0"``, ``"meeplezoo/china-v0"``.

    Raises:
        UnknownGame: there is no such game.
        BadOption: an argument that is unknown or not allowed.
    """
    from .envs.engine.aec import GameEnv

    return GameEnv(game, num_players=num_players, render_mode=render_mode, reward=reward, illegal=illegal, **options)


def batch(
    game: str,
    num_games: int,
    *,
    num_players: int | tuple[int, ...] | None = None,
    seed: int | None = None,
    num_threads: int = 1,
    reward: str = "rank",
    **options: Any,
) -> Batch:
    """Many games at once, arrays in and arrays out; see ``meeplezoo.Batch`` for the arguments.

    Raises:
        UnknownGame: there is no such game.
        BadOption: an argument that is unknown or not allowed.
    """
    from .envs.engine.batch import Batch

    return Batch(game, num_games, num_players=num_players, seed=seed, num_threads=num_threads, reward=reward, **options)


def read_replay(path: str) -> Replay:
    """Reads a replay file; see ``Replay``.

    Raises:
        BadReplay: it is not such a file.
    """
    from .envs.engine.replay import Replay

    return Replay.read(path)


def restore(state: bytes, *, render_mode: str | None = None, reward: str = "rank", illegal: str = "raise") -> GameEnv:
    """A new environment with the game that ``get_state`` saved: same game, players, options and position.

    Raises:
        BadState: not such bytes, damaged ones, or those of another version of the game.
        BadOption: an argument that is not allowed.
    """
    from .envs.engine.saving import unpack

    head, _ = unpack(state)
    env = make(
        head["game"],
        num_players=head["num_players"],
        render_mode=render_mode,
        reward=reward,
        illegal=illegal,
        **head["options"],
    )
    env.set_state(state)
    return env


def register() -> None:
    """Registers every game with PettingZoo, as ``meeplezoo/<id>-v<version>``; done by the import, harmless again.

    Gymnasium learns the same names, so that ``gymnasium.make`` can say where the games are.
    """
    import gymnasium
    import pettingzoo

    for name, release in ROOMS.items():
        add_game(name, f"meeplezoo.envs.{name}")
        full = f"meeplezoo/{name}-v{release}"
        if full not in pettingzoo.aec_registry:
            pettingzoo.register("aec", full, entry_point=f"meeplezoo.envs.{name}:env")
        if full not in gymnasium.registry:
            refusal = "meeplezoo.envs.engine.registry:refuse_gymnasium"
            gymnasium.register(full, entry_point=refusal, kwargs={"name": full})


#: Classes that are imported when they are first used, so that importing meeplezoo stays quick, and their modules.
_LATER = {"Batch": "envs.engine.batch", "GameEnv": "envs.engine.aec", "Replay": "envs.engine.replay"}


def __getattr__(name: str) -> Any:
    if name in ("bots", "wrappers"):
        return importlib.import_module(f".{name}", __name__)
    if name in _LATER:
        return getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register()
