"""One game in progress is one NumPy record; a batch is an array of them.

Every field is int32 and the record has no padding, so a copy is a copy of bytes and two games are in the
same position exactly when their bytes are equal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "HEADER",
    "MAX_BYTES",
    "RNG_WORDS",
    "RecordLayout",
    "copy_record",
    "new_states",
    "raw_bytes",
    "raw_words",
]

RNG_WORDS = 4
MAX_BYTES = 1 << 20
WORD_LOW, WORD_HIGH = -(1 << 31), (1 << 31) - 1

#: One field of a record: its name, its shape (``()`` for a number), and the least and the largest value of its numbers.
RecordField = tuple[str, tuple[int, ...], int, int]

#: Fields that the engine itself reads; every record starts with them. What is tighter than the bounds here depends on
#: the game and on the record (``checking.py``).
HEADER: tuple[RecordField, ...] = (
    ("rng", (RNG_WORDS,), WORD_LOW, WORD_HIGH),  # the generator of the game's own chance, see dice.py; not all zero
    ("num_players", (), 1, WORD_HIGH),  # seats 0..num_players-1 take part
    ("seat", (), 0, WORD_HIGH),  # who decides now
    ("phase", (), 0, WORD_HIGH),  # the game's own Phase
    ("over", (), 0, 1),  # 0 while the game runs, then 1
    ("truncated", (), 0, 1),  # 1 when a cap of the rules ended the game (then over is 1, too)
    ("decisions", (), 0, WORD_HIGH),  # actions applied so far
)


class RecordLayout:
    """The record of one game: the engine's header, followed by the game's own fields.

    Attributes:
        fields: all fields in order.
        dtype: of the record.
        low, high: ``(W,)`` int32, least and largest value of each of the record's W numbers.

    Args:
        fields: ``(name, shape, low, high)`` for each field of the game's own; bounds hold for all its numbers.

    Raises:
        TypeError: a field stands twice, has a name that NumPy's scalars use themselves (``round``, ``take``, ``put``,
            ... would break where the compiler is switched off), or bounds that no int32 has.
    """

    def __init__(self, fields: Sequence[RecordField]) -> None:
        self.fields: tuple[RecordField, ...] = (*HEADER, *fields)
        names = [name for name, _, _, _ in self.fields]
        if len(set(names)) != len(names):
            twice = sorted(n for n in set(names) if names.count(n) > 1)
            raise TypeError(f"a field of the record stands twice: {twice}")
        hidden = sorted(set(names) & set(dir(np.record)))
        if hidden:
            raise TypeError(f"names that NumPy's record scalars use themselves: {hidden}; rename these fields")
        for name, _, low, high in self.fields:
            if not WORD_LOW <= low <= high <= WORD_HIGH:
                raise TypeError(f"bounds of {name!r} are {low}..{high}; needed: low <= high, both int32")
        sizes = [math.prod(shape) for _, shape, _, _ in self.fields]
        self.dtype = _dtype(self.fields, 4 * sum(sizes))
        self.low = np.repeat(np.array([low for _, _, low, _ in self.fields], np.int32), sizes)
        self.high = np.repeat(np.array([high for _, _, _, high in self.fields], np.int32), sizes)
        self._first = np.cumsum([0, *sizes[:-1]])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all fields in order."""
        return tuple(name for name, _, _, _ in self.fields)

    def place(self, word: int) -> tuple[str, str]:
        """Name of the field that holds the record's number ``word``, and which of its numbers that is: ``[2, 0]``."""
        k = int(np.searchsorted(self._first, word, side="right")) - 1
        name, shape, _, _ = self.fields[k]
        where = np.unravel_index(word - int(self._first[k]), shape) if shape else ()
        return name, f"[{', '.join(str(int(x)) for x in where)}]" if shape else ""


def _dtype(fields: Sequence[RecordField], size: int) -> np.dtype[np.record]:
    plain = np.dtype([(name, "i4", shape) if shape else (name, "i4") for name, shape, _, _ in fields], align=True)
    if plain.itemsize != size or size > MAX_BYTES:
        raise TypeError(f"the record has {plain.itemsize - size} bytes of padding, or is larger than {MAX_BYTES} bytes")
    return np.dtype((np.record, plain))  # type: ignore[return-value]


def new_states(dtype: np.dtype[np.record], count: int) -> NDArray[np.record]:
    """An array of ``count`` blank records, all zero: not a position yet, ``setup`` makes one of it."""
    return np.zeros(count, dtype)


def raw_bytes(states: NDArray[np.record]) -> NDArray[np.uint8]:
    """The records as bytes, ``(N, itemsize)`` uint8: a view, by which copying is quick (``copy_record``)."""
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


def raw_words(states: NDArray[np.record]) -> NDArray[np.int32]:
    """The records as their numbers, ``(N, W)`` int32: a view."""
    return states.view(np.int32).reshape(len(states), states.dtype.itemsize // 4)


def copy_record(target: NDArray[np.uint8], i: int, source: NDArray[np.uint8], j: int) -> None:
    """Copies game ``j`` of ``source`` over game ``i`` of ``target``; both as given by ``raw_bytes``."""
    target[i] = source[j]
