"""Whether records that come from outside the process are positions of a game (promise 9), and arrays for kernels.

Compiled rules trust a record: an index beyond its array damages the memory of the process. So the order is fixed
(``kernels.first_fault``): the bounds of every number first, then what the engine knows of its header, then the room's
own ``check``, and only then a rule of the game, which must find a legal action.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import kernels as kinds
from .errors import BadState
from .records import raw_words

if TYPE_CHECKING:
    from .game import Game, Resolved

__all__ = ["any_array", "check_option_fields", "check_record", "check_states", "plain_array"]


def plain_array(array: Any, dtype: Any) -> NDArray[Any]:
    """The array as kernels take it: C-contiguous, aligned, writable, of exactly this type; copied where it is not.

    Anything else would be a signature of its own, which costs seconds of compiling.
    """
    if type(array) is np.ndarray and array.dtype == dtype and array.flags.carray:
        return array
    return np.require(array, dtype, ["C", "A", "W", "E"])


def any_array(given: Any) -> NDArray[Any]:
    """Whatever was given as an array; an empty one of objects, which nothing allows, where it is none."""
    try:
        return np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        return np.empty((), object)


def check_states(game: Game, states: Any) -> NDArray[np.record]:
    """Checks every record of ``states``, ``(N,)``; gives them as kernels take them; see ``Game.check``."""
    given = any_array(states)
    if given.dtype != game.dtype or given.ndim != 1:
        raise BadState(
            f"states of shape {given.shape} and type {given.dtype.name} do not fit; "
            f"allowed: records of {game.id}, shape (N,)"
        )
    plain: NDArray[np.record] = plain_array(given, game.dtype)
    _check(game, plain, True)
    return plain


def check_record(game: Game, states: Any, i: Any) -> tuple[NDArray[np.record], int]:
    """Record ``i`` of ``states`` is safe to look at: within its bounds, with a header that the game can have.

    Positions that tests make by hand need not be more; see ``check_states`` for whole positions.

    Returns:
        The array as kernels take it, and the index.

    Raises:
        BadState: it is not, or there is no such record.
    """
    given = any_array(states)
    if given.dtype != game.dtype or given.ndim != 1:
        raise BadState(
            f"states of shape {given.shape} and type {given.dtype.name} do not fit; "
            f"allowed: records of {game.id}, shape (N,)"
        )
    with contextlib.suppress(TypeError):
        if type(i) is not bool and 0 <= i < len(given) and int(i) == i:
            plain: NDArray[np.record] = plain_array(given, game.dtype)
            _check(game, plain[int(i) : int(i) + 1], False, int(i))
            return plain, int(i)
    raise BadState(f"there is no record {i!r}; allowed: 0 to {len(given) - 1}")


def _check(game: Game, states: NDArray[np.record], deep: bool, first: int = 0) -> None:
    mask, found = np.empty(game.actions.size, np.int8), np.zeros(2, np.int64)
    i = int(game.kernels.first_fault(states, raw_words(states), deep, mask, found))
    if i >= 0:
        field, value, allowed = _explain(game, states, i, int(found[0]), int(found[1]))
        shown = " ".join(str(value).split())
        raise BadState(f"record {first + i} is no position of {game.id}: {field} = {shown}; allowed: {allowed}")


def _explain(game: Game, states: NDArray[np.record], i: int, kind: int, detail: int) -> tuple[str, object, str]:
    """Field, value and what is allowed."""
    s = states[i]
    if kind == kinds.BOUNDS:
        name, where = game.record.place(detail)
        low, high = game.record.low[detail], game.record.high[detail]
        return f"{name}{where}", raw_words(states)[i, detail], f"{low} to {high}"
    if kind == kinds.RULES:
        fault = game.faults(detail)
        return fault.field, s[fault.field], fault.text
    if kind == kinds.RNG:
        return "rng", s["rng"], "four words that are not all 0"
    if kind == kinds.PLAYERS:
        return "num_players", s["num_players"], ", ".join(map(str, game.player_counts))
    if kind == kinds.SEAT:
        return "seat", s["seat"], f"0 to {s['num_players'] - 1}"
    if kind == kinds.PHASE:
        return "phase", s["phase"], ", ".join(f"{int(p)} ({p.name})" for p in game.phases)
    if kind == kinds.TRUNCATED:
        return "truncated", s["truncated"], "0 while over is 0"
    if kind == kinds.DECISIONS:
        return "decisions", s["decisions"], f"0 to {game.max_decisions if s['over'] else game.max_decisions - 1}"
    return "phase", game.phases(int(s["phase"])).name, "a phase in which the seat to act has a legal action"


def check_option_fields(game: Game, states: NDArray[np.record], setting: Resolved) -> None:
    """A single record, ``(1,)``, has the player count and the options of ``setting``.

    Raises:
        BadState: it does not.
    """
    if not game.option_fields and states["num_players"][0] == setting.num_players:
        return
    fresh = game.set_up(setting, 0)
    for name in ("num_players", *game.option_fields):
        if (fresh[name][0] != states[name][0]).any():
            raise BadState(
                f"the record of {game.id} has {name} = {_shown(states[name][0])}; allowed: {_shown(fresh[name][0])}, "
                f"which follows from {setting.num_players} players and options {setting.as_dict()}"
            )


def _shown(value: object) -> str:
    return " ".join(str(value).split())
