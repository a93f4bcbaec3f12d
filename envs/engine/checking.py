"""Whether records that come from outside the process are positions of a game (promise 9).

Compiled rules trust a record: an index beyond its array damages the memory of the process. So the order is fixed: the
bounds of every number first, then what the engine knows of its header, then the room's own ``check``, and only then a
rule of the game, which must find a legal action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .errors import BadState
from .records import raw_words

if TYPE_CHECKING:
    from .game import Game

__all__ = ["check_states"]


def check_states(game: Game, states: NDArray[np.record]) -> None:
    """Checks every record of ``states``, ``(N,)``, C-contiguous, of the game's dtype; see ``Game.check``."""
    words = raw_words(states)
    mask = np.zeros(game.actions.size, np.int8)
    for i in range(len(states)):
        _check_bounds(game, words, i)
        _check_header(game, states, i)
        code = int(game.kernels.fault_at(states, i))
        if code:
            fault = game.faults(code)
            raise _bad(game, i, fault.field, states[fault.field][i], fault.text)
        if not states["over"][i]:
            game.kernels.legal_at(states, i, mask)
            if not mask.any():
                phase = game.phases(int(states["phase"][i])).name
                raise _bad(game, i, "phase", phase, "a phase in which the seat to act has a legal action")


def _check_bounds(game: Game, words: NDArray[np.int32], i: int) -> None:
    word = int(game.kernels.outside_at(words, i))
    if word >= 0:
        name, where = game.record.place(word)
        low, high = game.record.low[word], game.record.high[word]
        raise _bad(game, i, f"{name}{where}", words[i, word], f"{low} to {high}")


def _check_header(game: Game, states: NDArray[np.record], i: int) -> None:
    s = states[i]
    if not s["rng"].any():
        raise _bad(game, i, "rng", s["rng"], "four words that are not all 0")
    if s["num_players"] not in game.player_counts:
        raise _bad(game, i, "num_players", s["num_players"], ", ".join(map(str, game.player_counts)))
    if s["seat"] >= s["num_players"]:
        raise _bad(game, i, "seat", s["seat"], f"0 to {s['num_players'] - 1}")
    if s["phase"] not in list(game.phases):
        raise _bad(game, i, "phase", s["phase"], ", ".join(f"{int(p)} ({p.name})" for p in game.phases))
    if s["truncated"] and not s["over"]:
        raise _bad(game, i, "truncated", s["truncated"], "0 while over is 0")
    most = game.max_decisions if s["over"] else game.max_decisions - 1
    if s["decisions"] > most:
        raise _bad(game, i, "decisions", s["decisions"], f"0 to {most}")


def _bad(game: Game, i: int, field: str, value: object, allowed: str) -> BadState:
    shown = " ".join(str(value).split())
    return BadState(f"record {i} is no position of {game.id}: {field} = {shown}; allowed: {allowed}")
