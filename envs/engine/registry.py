"""Which games exist: a name and where its ``Game`` is. Rooms are imported at first use, so that importing
meeplezoo is quick; the engine itself names no game, the house registers them."""

from __future__ import annotations

import difflib
import importlib
import re
import threading
from typing import TYPE_CHECKING, Any, NoReturn, TypeGuard

from .errors import BadOption, NotGymnasium, UnknownGame, shown

if TYPE_CHECKING:
    from .game import Game

__all__ = ["add_game", "find_game", "game_ids", "refuse_gymnasium"]

_PLACES: dict[str, str] = {}
_GAMES: dict[str, Game] = {}
#: Held while the two change or are walked through; never during an import, which has locks of its own.
_LOCK = threading.Lock()


def add_game(game: str | Game, module: str = "") -> None:
    """Adds a game: by id and the module whose ``GAME`` it is, or the object itself. Adding it again replaces it.

    Raises:
        BadOption: it is neither, or the id cannot be told from a version or a namespace.
    """
    found = game if _is_game(game) else None
    name = game if found is None else found.id
    if not isinstance(name, str) or not re.fullmatch(r"\w+(-(?!v\d)\w+)*", name):
        raise BadOption(f"{shown(name)} cannot be a game's id; allowed: letters, digits, _ and -, without a version")
    if found is None and not (isinstance(module, str) and module):
        raise BadOption(f"module={shown(module)}: a game added by its id needs the name of the module whose GAME it is")
    with _LOCK:
        _PLACES[name] = module if found is None else ""
        if found is None:
            _GAMES.pop(name, None)
        else:
            _GAMES[name] = found


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in the order in which they were added."""
    with _LOCK:
        return tuple(_PLACES)


def find_game(game: str | Game) -> Game:
    """The game of this id: ``"china"``, ``"china-v0"`` or ``"meeplezoo/china-v0"``.

    Raises:
        UnknownGame: there is none, it has another version, or its module holds no game.
    """
    if _is_game(game):
        return game
    ids = game_ids()
    if not isinstance(game, str):
        raise UnknownGame(f"a game is named by a string, not by {shown(game)}; games: {', '.join(ids)}")
    name, versioned, version = game.removeprefix("meeplezoo/").partition("-v")
    if name not in ids:
        close = difflib.get_close_matches(name[:100], ids, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise UnknownGame(f"there is no game {shown(game)}{hint}; games: {', '.join(ids)}")
    found = _loaded(name)
    if versioned and version != str(found.version):
        raise UnknownGame(f"{name} has version {found.version}, not {shown(version)}")
    return found


def _is_game(game: Any) -> TypeGuard[Game]:
    return hasattr(type(game), "kernels")  # game.py is imported by the rooms only: it takes a while


def _loaded(name: str) -> Game:
    """The game of an id that was added; its module is imported at the first use."""
    while True:
        with _LOCK:
            place = _PLACES[name]
            if name in _GAMES:
                return _GAMES[name]
        module = importlib.import_module(place)
        found = getattr(module, "GAME", None)
        if not _is_game(found):
            raise UnknownGame(f"the module {place} of game {name!r} has no game named GAME, but {shown(found)}")
        with _LOCK:
            if _PLACES[name] == place:  # else it was replaced meanwhile
                return _GAMES.setdefault(name, found)


def refuse_gymnasium(name: str, **_: Any) -> NoReturn:
    """What ``gymnasium.make`` finds under a game's name: the way to PettingZoo's ``make``.

    Raises:
        NotGymnasium: always.
    """
    raise NotGymnasium(
        f'{name} has several agents, so Gymnasium cannot make it: use pettingzoo.make("aec", {name!r}), or for '
        "training one seat against bots meeplezoo.wrappers.SelfPlayVecEnv(game, num_envs, opponents=...)"
    )
