"""Which games exist: a name and where its ``Game`` is. Rooms are imported at first use, so that importing
meeplezoo is quick; the engine itself names no game, the house registers them."""

from __future__ import annotations

import difflib
import importlib
from typing import TYPE_CHECKING, Any, NoReturn

from .errors import NotGymnasium, UnknownGame

if TYPE_CHECKING:
    from .game import Game

__all__ = ["add_game", "find_game", "game_ids", "refuse_gymnasium"]

_PLACES: dict[str, str] = {}
_GAMES: dict[str, Game] = {}


def add_game(game: str | Game, module: str = "") -> None:
    """Adds a game: by id and the module whose ``GAME`` it is, or the object itself. Adding it again replaces it."""
    if isinstance(game, str):
        _PLACES[game] = module
    else:
        _GAMES[game.id] = game
        _PLACES.setdefault(game.id, "")


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in the order in which they were added."""
    return tuple(_PLACES)


def find_game(game: str | Game) -> Game:
    """The game of this id: ``"china"``, ``"china-v0"`` or ``"meeplezoo/china-v0"``.

    Raises:
        UnknownGame: there is none, or it has another version.
    """
    if not isinstance(game, str):
        if hasattr(type(game), "kernels"):
            return game
        raise UnknownGame(f"a game is named by a string, not by {game!r}; games: {', '.join(_PLACES)}")
    name, _, version = game.removeprefix("meeplezoo/").partition("-v")
    if name not in _PLACES:
        close = difflib.get_close_matches(name, _PLACES, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise UnknownGame(f"there is no game {game!r}{hint}; games: {', '.join(_PLACES)}")
    if name not in _GAMES:
        _GAMES[name] = importlib.import_module(_PLACES[name]).GAME
    found = _GAMES[name]
    if version and version != str(found.version):
        raise UnknownGame(f"{name} has version {found.version}, not {version!r}")
    return found


def refuse_gymnasium(name: str, **_: Any) -> NoReturn:
    """What ``gymnasium.make`` finds under a game's name: the way to PettingZoo's ``make``.

    Raises:
        NotGymnasium: always.
    """
    raise NotGymnasium(
        f'{name} has several agents, so Gymnasium cannot make it: use pettingzoo.make("aec", {name!r}), or for '
        "training one seat against bots meeplezoo.wrappers.SelfPlayVecEnv(game, num_envs, opponents=...)"
    )
