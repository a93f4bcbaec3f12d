"""One game in progress is one NumPy record; a batch is an array of them.

Every field is int32 and the record has no padding, so a copy is a copy of bytes and two games are in the
same position exactly when their bytes are equal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["HEADER", "MAX_BYTES", "RNG_WORDS", "copy_record", "new_states", "raw_bytes", "record_dtype"]

RNG_WORDS = 4
MAX_BYTES = 1 << 20

#: Fields that the engine itself reads; every record starts with them.
HEADER: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("rng", "i4", (RNG_WORDS,)),  # the generator of the game's own chance, see dice.py
    ("num_players", "i4", ()),  # seats 0..num_players-1 take part
    ("seat", "i4", ()),  # who decides now
    ("phase", "i4", ()),  # the game's own Phase
    ("over", "i4", ()),  # 0 while the game runs, then 1
    ("truncated", "i4", ()),  # 1 when a cap of the rules ended the game (then over is 1, too)
    ("decisions", "i4", ()),  # actions applied so far
)


def record_dtype(fields: Sequence[tuple[str, str] | tuple[str, str, tuple[int, ...]]]) -> np.dtype[np.record]:
    """The dtype of one game: the engine's header followed by ``fields``.

    Args:
        fields: ``(name, "i4")`` for a number, ``(name, "i4", shape)`` for an array.

    Raises:
        TypeError: a field is not int32, stands twice, or has a name that NumPy's scalars use themselves
            (``round``, ``take``, ``put``, ... would break where the compiler is switched off).
    """
    full = [*HEADER, *((f[0], f[1], f[2] if len(f) == 3 else ()) for f in fields)]
    names = [name for name, _, _ in full]
    if len(set(names)) != len(names):
        raise TypeError(f"a field of the record stands twice: {sorted(n for n in set(names) if names.count(n) > 1)}")
    hidden = sorted(set(names) & set(dir(np.record)))
    if hidden:
        raise TypeError(f"names that NumPy's record scalars use themselves: {hidden}; rename these fields")
    other = [name for name, kind, _ in full if kind != "i4"]
    if other:
        raise TypeError(f"every field of a record is 'i4'; these are not: {other}")
    plain = np.dtype([(name, kind, shape) if shape else (name, kind) for name, kind, shape in full], align=True)
    size = 4 * sum(math.prod(shape) for _, _, shape in full)
    if plain.itemsize != size or size > MAX_BYTES:
        raise TypeError(f"the record has {plain.itemsize - size} bytes of padding, or is larger than {MAX_BYTES} bytes")
    return np.dtype((np.record, plain))  # type: ignore[return-value]


def new_states(dtype: np.dtype[np.record], count: int) -> NDArray[np.record]:
    """An array of ``count`` blank records, all zero: not a position yet, ``setup`` makes one of it."""
    return np.zeros(count, dtype)


def raw_bytes(states: NDArray[np.record]) -> NDArray[np.uint8]:
    """The records as bytes, ``(N, itemsize)`` uint8: a view, by which copying is quick (``copy_record``)."""
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


def copy_record(target: NDArray[np.uint8], i: int, source: NDArray[np.uint8], j: int) -> None:
    """Copies game ``j`` of ``source`` over game ``i`` of ``target``; both as given by ``raw_bytes``."""
    target[i] = source[j]
