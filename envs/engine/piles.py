"""Piles of cards: an array of which the first ``size`` entries are cards, the top card last, the others ``EMPTY``.

The functions take the array and its size, never a record; the caller keeps the size.
"""

from __future__ import annotations

from typing import Any

from .compiling import rule

__all__ = ["EMPTY", "fill_pile", "take_last"]

EMPTY = -1  # an unused slot


@rule
def fill_pile(pile: Any, size: int, counts: Any) -> int:
    """Puts ``counts[card]`` of every card on top of a pile of ``size`` cards, in order; gives its new size."""
    for card in range(len(counts)):
        for _ in range(counts[card]):
            pile[size] = card
            size += 1
    return size


@rule
def take_last(pile: Any, size: int) -> int:
    """Takes the top card off a pile of ``size`` cards, one at least; gives that card."""
    card = int(pile[size - 1])
    pile[size - 1] = EMPTY
    return card
