"""How the scripted bots read what a seat sees: fields of whole numbers, and the mask."""

from __future__ import annotations

from typing import Any

from .compiling import rule

__all__ = ["first_legal", "one_of"]


@rule
def one_of(numbers: Any, start: int, count: int, step: int = 1, fallback: int = -1) -> int:
    """The index that a one-hot field shows.

    Args:
        numbers: the whole numbers of an observation.
        start: the column of index 0.
        count: how many indices there are.
        step: columns from one index to the next.
        fallback: what is given when none is set.
    """
    for k in range(count):
        if numbers[start + step * k] != 0:
            return k
    return fallback


@rule
def first_legal(mask: Any, start: int, end: int) -> int:
    """The legal action with the lowest id from ``start`` to ``end`` - 1, or -1."""
    for action in range(start, end):
        if mask[action] != 0:
            return action
    return -1
