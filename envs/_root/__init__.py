"""meeplezoo: modern board games as PettingZoo environments, on one compiled engine.

Importing this package registers every game with PettingZoo (``pettingzoo.make("aec", "meeplezoo/china-v0")``);
rooms, compiler and trainers are imported when they are first needed.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from .envs import ROOMS
from .envs.engine.libraries import described, needed_for

with needed_for("meeplezoo", "gymnasium", "numpy"):
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
    from .envs.engine.game import Game
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
    game: str | Game,
    *,
    num_players: int | None = None,
    render_mode: str | None = None,
    reward: str = "rank",
    illegal: str = "raise",
    skip_forced: bool = False,
    **options: Any,
) -> GameEnv:
    """A game as a PettingZoo AEC environment; see ``meeplezoo.GameEnv`` for the arguments.

    ``game`` is the id, with or without version: ``"china"``, ``"china-v0"``, ``"meeplezoo/china-v0"``.

    Raises:
        UnknownGame: there is no such game.
        BadOption: an argument that is unknown or not allowed.
        ImportError: PettingZoo is missing, or not of a version that works.
    """
    cls: type[GameEnv] = _later("GameEnv")
    return cls(
        game,
        num_players=num_players,
        render_mode=render_mode,
        reward=reward,
        illegal=illegal,
        skip_forced=skip_forced,
        **options,
    )


def batch(
    game: str | Game,
    num_games: int,
    *,
    num_players: int | Sequence[int] | None = None,
    seed: int | None = None,
    num_threads: int = 1,
    reward: str = "rank",
    skip_forced: bool = False,
    **options: Any,
) -> Batch:
    """Many games at once, arrays in and arrays out; see ``meeplezoo.Batch`` for the arguments.

    Raises:
        UnknownGame: there is no such game.
        BadOption: an argument that is unknown or not allowed.
    """
    cls: type[Batch] = _later("Batch")
    return cls(
        game,
        num_games,
        num_players=num_players,
        seed=seed,
        num_threads=num_threads,
        reward=reward,
        skip_forced=skip_forced,
        **options,
    )


def read_replay(path: str | os.PathLike[str]) -> Replay:
    """Reads a replay file; see ``Replay``.

    Raises:
        BadReplay: it is not such a file, or cannot be read.
        BadOption: ``path`` is no path.
    """
    return _later("Replay").read(path)


def restore(
    state: bytes,
    *,
    render_mode: str | None = None,
    reward: str = "rank",
    illegal: str = "raise",
    skip_forced: bool = False,
) -> GameEnv:
    """A new environment with the game that ``get_state`` saved: same game, players, options and position.

    Raises:
        BadState: not such bytes, damaged ones, those of another version of the game, or of what is no position.
        BadOption: an argument that is not allowed.
    """
    from .envs.engine.saving import read_setting

    saved, setting = read_setting(state)
    env = make(
        saved,
        num_players=setting.num_players,
        render_mode=render_mode,
        reward=reward,
        illegal=illegal,
        skip_forced=skip_forced,
        **setting.as_dict(),
    )
    env.set_state(state)
    return env


def register() -> None:
    """Registers every game with PettingZoo, as ``meeplezoo/<id>-v<version>``; done by the import, harmless again.

    Gymnasium learns the same names, so that ``gymnasium.make`` can say where the games are. Where a library cannot
    register games there is a warning with the version found and those that work; ``meeplezoo.make`` does not need it.
    """
    for name in ROOMS:
        if name not in game_ids():
            add_game(name, f"meeplezoo.envs.{name}")
    for library, register_in in (("pettingzoo", _register_pettingzoo), ("gymnasium", _register_gymnasium)):
        try:
            for name, release in ROOMS.items():
                register_in(name, f"meeplezoo/{name}-v{release}")
        except Exception as error:  # whatever another version of a library does: the games themselves play on
            warnings.warn(
                f"{library} does not learn the games' names ({type(error).__name__}: {error}): {described(library)}. "
                "meeplezoo.make and meeplezoo.batch do not need them there",
                RuntimeWarning,
                stacklevel=2,
            )


def _register_pettingzoo(name: str, full: str) -> None:
    import pettingzoo

    if full not in pettingzoo.aec_registry:
        pettingzoo.register("aec", full, entry_point=f"meeplezoo.envs.{name}:env")


def _register_gymnasium(name: str, full: str) -> None:
    import gymnasium

    if full not in gymnasium.registry:
        refusal = "meeplezoo.envs.engine.registry:refuse_gymnasium"
        gymnasium.register(full, entry_point=refusal, kwargs={"name": full})


#: Classes that are imported when they are first used, so that importing meeplezoo stays quick, and their modules.
_LATER = {"Batch": "envs.engine.batch", "GameEnv": "envs.engine.aec", "Replay": "envs.engine.replay"}


def _later(name: str) -> Any:
    """One of the classes of ``_LATER``.

    Raises:
        ImportError: a library that it needs is missing or does not fit; the message names the versions that do.
    """
    with needed_for(f"meeplezoo.{name}", "pettingzoo", "gymnasium", "numba", "filelock"):
        return getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)


def __getattr__(name: str) -> Any:
    if name in ("bots", "wrappers"):
        return importlib.import_module(f".{name}", __name__)
    if name in _LATER:
        return _later(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register()
