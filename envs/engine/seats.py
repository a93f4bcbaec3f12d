"""Seats in turn order, and ranks from scores and tie-breaks: what every game does alike."""

from __future__ import annotations

from typing import Any

from .compiling import rule

__all__ = ["next_seat", "rank_by", "relative"]


@rule
def relative(p: int, base: int, count: int) -> int:
    """Seat p as ``base`` counts: 0 is ``base`` itself, then the others of ``count`` seats in turn order."""
    return p - base if p >= base else p - base + count


@rule
def next_seat(p: int, count: int) -> int:
    """The seat after p in the turn order of ``count`` seats."""
    return p + 1 if p + 1 < count else 0


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
