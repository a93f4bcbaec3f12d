"""Hidden cards dealt anew when of some kinds a least number must be among them; all ways are counted, none rejected.

Cards are counted by kind, ``(kinds,)`` int64. The functions take such arrays, never a record.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiling import rule
from .dice import roll, shuffle

__all__ = ["choices", "count_ways", "deal_again", "draw_cards", "roll_large"]


@rule
def count_ways(unknown: Any, least: Any, size: int, ways: Any) -> int:
    """The number of ways to draw ``size`` of the unknown cards, ``least`` of each kind at least.

    ``ways``, ``(kinds + 1, size + 1)`` int64, gets the same for the kinds from each one on and for fewer cards. No
    number is larger than all cards over ``size``, which fits up to 61 cards (61 over 30 is 2.4e17, below 2^59).
    """
    kinds = len(unknown)
    ways[:] = 0
    ways[kinds, 0] = 1
    for kind in range(kinds - 1, -1, -1):
        for total in range(size + 1):
            for more in range(max(0, least[kind]), min(total, unknown[kind]) + 1):
                ways[kind, total] += choices(unknown[kind], more) * ways[kind + 1, total - more]
    return ways[0, size]


@rule
def draw_cards(unknown: Any, least: Any, size: int, cards: Any, rng: Any) -> int:
    """Draws ``size`` of the unknown cards, all ways alike, one at least, and lists them by kind in ``cards``; gives
    their number."""
    ways = np.zeros((len(unknown) + 1, size + 1), np.int64)
    wanted = roll_large(rng, count_ways(unknown, least, size, ways))
    left, count = size, 0
    for kind in range(len(unknown)):
        taken = max(0, least[kind])
        while True:
            here = choices(unknown[kind], taken) * ways[kind + 1, left - taken]
            if wanted < here:
                break
            wanted -= here
            taken += 1
        wanted //= choices(unknown[kind], taken)
        unknown[kind] -= taken
        left -= taken
        for _ in range(taken):
            cards[count] = kind
            count += 1
    return count


@rule
def deal_again(rest: Any, hands: Any, spared: int, rng: Any) -> None:
    """Deals the cards of ``rest`` to the rows of ``hands``, ``(seats, kinds)``, but for ``spared``: each row keeps its
    number of cards, and together they have as many as ``rest``."""
    cards = np.zeros(rest.sum(), np.int64)
    count = 0
    for kind in range(len(rest)):
        for _ in range(rest[kind]):
            cards[count] = kind
            count += 1
    shuffle(rng, cards)
    for p in range(len(hands)):
        if p != spared:
            size = hands[p].sum()
            hands[p, :] = 0
            for _ in range(size):
                count -= 1
                hands[p, cards[count]] += 1


@rule
def roll_large(rng: Any, n: int) -> int:
    """A uniform number from 0 to n - 1, for 1 <= n < 2^59."""
    size = 1 << 60
    while True:
        found = (roll(rng, 1 << 30) << 30) | roll(rng, 1 << 30)
        if found < size - size % n:
            return found % n


@rule
def choices(n: int, k: int) -> int:
    """n over k, for numbers of one kind of cards."""
    ways = 1
    for j in range(k):
        ways = ways * (n - j) // (j + 1)
    return ways if n >= k else 0
