"""Chance inside a record: xoshiro128++ (Blackman, Vigna 2019), four 32-bit words in int32 fields.

All arithmetic is int64 masked to 32 bits, so that it gives the same numbers compiled and not compiled. The
functions take the generator's words (``s.rng``), never a record.

Every stream of random numbers follows from ``(purpose, seed, index, episode)``, and from here alone:
``derive_seed`` for generators of this kind, ``stream`` for those of NumPy. So two purposes never draw the same
numbers, whatever seeds are given for them. Only the seed of a single game (``reset(seed=...)``) is used as it is:
replays hold it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from .compiling import rule

__all__ = ["Purpose", "derive_seed", "roll", "seed_generator", "shuffle", "stream"]


class Purpose(IntEnum):
    """What random numbers are drawn for. Numbers are never given anew, as results would change."""

    PLAY = 0  # setup and play: the game's own chance; index and episode of a batch
    RESET = 1  # the games of resets without a seed; episode: how many of them
    REDEAL = 2  # what a seat cannot know, drawn anew; index of a batch
    ACTIONS = 3  # random legal actions of a batch
    BOT = 4  # draws of a scripted bot, compiled
    MATCH_GAMES = 5  # the games of a match; index: block
    MATCH_BOTS = 6  # draws of the bots in a match; index: block, episode: seat
    TRAINING_GAMES = 7  # the games of a vectorised environment after its first ones
    TRAINING_LUCK = 8  # opponents' seats and draws there
    IMITATION = 9  # games, moves and order of learning from examples
    MEASURING = 10  # the speed of random play
    EXAMPLE = 11  # scripts, and whatever users do on their own


WORD = 0xFFFFFFFF
SIGN = 0x80000000


@rule
def _signed(x: int) -> int:
    """A 32-bit word as the int32 that a record's field holds."""
    return x - 0x100000000 if x >= SIGN else x


@rule
def _rotate(x: int, k: int) -> int:
    return ((x << k) & WORD) | (x >> (32 - k))


@rule
def _mix(x: int) -> int:
    """A bijective 32-bit hash (the finalizer of MurmurHash3)."""
    x ^= x >> 16
    x = (x * 0x85EBCA6B) & WORD
    x ^= x >> 13
    x = (x * 0xC2B2AE35) & WORD
    return x ^ (x >> 16)


@rule
def _word(rng: Any) -> int:
    """The next 32 random bits."""
    a = int(rng[0]) & WORD
    b = int(rng[1]) & WORD
    c = int(rng[2]) & WORD
    d = int(rng[3]) & WORD
    result = (_rotate((a + d) & WORD, 7) + a) & WORD
    t = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = _rotate(d, 11)
    rng[0] = _signed(a)
    rng[1] = _signed(b)
    rng[2] = _signed(c)
    rng[3] = _signed(d)
    return result


@rule
def seed_generator(rng: Any, seed: int) -> None:
    """Sets the generator from a seed in [0, 2^63); neighbouring seeds give unrelated streams."""
    low = _mix((seed & WORD) ^ 0x9E3779B9)
    high = _mix(((seed >> 32) & WORD) ^ low)
    for k in range(4):
        low = _mix((low + 0x9E3779B9 + k) & WORD)
        high = _mix((high + 0x85EBCA6B) & WORD)
        rng[k] = _signed(low ^ _rotate(high, 16))
    if rng[0] == 0 and rng[1] == 0 and rng[2] == 0 and rng[3] == 0:
        rng[0] = 1  # the one state that xoshiro never leaves
    for _ in range(4):
        _word(rng)


@rule
def roll(rng: Any, n: int) -> int:
    """A uniform number from 0 to n - 1, for 1 <= n < 2^31, without bias (Lemire 2019)."""
    product = _word(rng) * int(n)
    if (product & WORD) < n:
        threshold = (0x100000000 - n) % n
        while (product & WORD) < threshold:
            product = _word(rng) * int(n)
    return product >> 32


@rule
def shuffle(rng: Any, cards: Any) -> None:
    """Puts an array, or the slice of an array that is handed over, into uniformly random order."""
    for k in range(len(cards) - 1, 0, -1):
        j = roll(rng, k + 1)
        card = int(cards[k])
        cards[k] = cards[j]
        cards[j] = card


@rule
def derive_seed(purpose: int, seed: int, index: int, episode: int) -> int:
    """The seed, in [0, 2^63), of a stream.

    Args:
        purpose: a ``Purpose``.
        seed: in [0, 2^63).
        index: of a game in a batch, or of a block of games; 0 where there is one only.
        episode: of that game, or whatever else counts; 0 where nothing does.
    """
    low = _mix((int(seed) & WORD) ^ 0x2545F491)
    high = _mix(((int(seed) >> 32) & WORD) ^ 0x4F6CDD1D)
    if purpose != 0:  # for setup and play this step is left out, which is the derivation that recorded games rest on
        low = _mix(low ^ _mix((int(purpose) + 0x3C6EF372) & WORD))
        high = _mix(high ^ _rotate(low, 7))
    low = _mix(low ^ _mix((int(index) + 0x9E3779B9) & WORD))
    high = _mix((high + low) & WORD)
    low = _mix(low ^ _mix((int(episode) + 0x7F4A7C15) & WORD))
    high = _mix(high ^ _rotate(low, 13))
    return ((high & 0x7FFFFFFF) << 32) | low


def stream(purpose: Purpose, seed: int, index: int = 0, episode: int = 0) -> np.random.Generator:
    """A generator of NumPy for a purpose; the arguments are those of ``derive_seed``, each in [0, 2^63)."""
    words = [int(purpose)]
    for number in (seed, index, episode):
        words += [number & WORD, number >> 32]  # always two words each, so that no two lists of numbers are the same
    return np.random.default_rng([0x6D656570, *words])
