"""Ranks from scores and tie-breaks, for every game's ``ranks``."""

from __future__ import annotations

from typing import Any

from .compiling import rule

__all__ = ["rank_by"]


@rule
def rank_by(keys: Any, seats: int, out: Any) -> None:
    """Writes the number of seats strictly better into ``out``.

    Args:
        keys: ``(P, K)`` int64, per seat the score and then the tie-breaks; larger is better, compared in order.
        seats: how many seats take part.
        out: ``(P,)`` int64; absent seats are left alone.
    """
    for p in range(seats):
        better = 0
        for q in range(seats):
            for k in range(keys.shape[1]):
                if keys[q, k] != keys[p, k]:
                    if keys[q, k] > keys[p, k]:
                        better += 1
                    break
        out[p] = better
