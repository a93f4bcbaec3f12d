"""Scoring of Vanuatu: coins, final scoring, winner (RULES 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.seats import rank_by
from .state import FACE
from .tables import (
    END_COINS_PER_POINT,
    END_START_POINTS,
    END_TOURIST_POINTS,
    END_TREASURE_POINTS,
    EXCHANGE_COINS,
    EXCHANGE_POINTS,
    HUTS_PER_PLAYER,
    ISLANDS,
    MAX_PLAYERS,
    VALUES,
)

RESULT_NAMES = (
    "running_points",
    "exchange_points",
    "coin_points",
    "start_points",
    "tourist_points",
    "treasure_points",
    "huts_built",
    "coins_left",
)


@rule
def end_coins(s: Any, p: int) -> int:
    """6.1: p's coins after the fish tiles that are left have been sold, before the last exchange."""
    coins = int(s.coins[p])
    for k in range(VALUES):
        coins += int(s.fish_tiles[p, k]) * (k + 1 if s.fish_end == FACE else 1)
    return coins


@rule
def coins_left(s: Any, p: int) -> int:
    """6: the coins that break ties: those after the last exchange (ruling 5.15)."""
    return end_coins(s, p) % EXCHANGE_COINS


@rule
def exchange_points(s: Any, p: int) -> int:
    """6.1: points for the last exchange."""
    return EXCHANGE_POINTS * (end_coins(s, p) // EXCHANGE_COINS)


@rule
def coin_points(s: Any, p: int) -> int:
    """6.2: a point for every three coins that are left."""
    return coins_left(s, p) // END_COINS_PER_POINT


@rule
def start_points(s: Any, p: int) -> int:
    """6.3: for the start player."""
    return END_START_POINTS if s.start_seat == p else 0


@rule
def tourist_points(s: Any, p: int) -> int:
    """6.4: on every island two points for each tourist and each own hut."""
    pairs = 0
    for island in range(ISLANDS):
        pairs += int(s.visitors[island]) * int(s.huts[island, p])
    return END_TOURIST_POINTS * pairs


@rule
def treasure_points(s: Any, p: int) -> int:
    """6.5: twice the numbers of the treasure tiles."""
    numbers = 0
    for k in range(VALUES):
        numbers += int(s.treasure_tiles[p, k]) * (k + 1)
    return END_TREASURE_POINTS * numbers


@rule
def total_points(s: Any, p: int) -> int:
    """6: the full scoring of p, as if the game ended now."""
    ending = exchange_points(s, p) + coin_points(s, p) + start_points(s, p) + tourist_points(s, p)
    return int(s.score[p]) + ending + treasure_points(s, p)


@rule
def points(s: Any, seat: int) -> int:
    """6: the score marker, and the final total after the end."""
    return total_points(s, seat) if s.over != 0 else int(s.score[seat])


@rule
def scores(s: Any, out: Any) -> None:
    """6: the full scoring as if the game ended now, into ``out``, ``(MAX_PLAYERS,)`` int64."""
    for p in range(s.num_players):
        out[p] = total_points(s, p)


@rule
def ranks(s: Any, out: Any) -> None:
    """6: most points, then more huts on the board, then more coins, into ``out``, ``(MAX_PLAYERS,)``."""
    keys = np.zeros((MAX_PLAYERS, 3), np.int64)
    for p in range(s.num_players):
        keys[p, 0] = total_points(s, p)
        keys[p, 1] = HUTS_PER_PLAYER - s.huts_left[p]
        keys[p, 2] = coins_left(s, p)
    rank_by(keys, int(s.num_players), out)


@rule
def results(s: Any, seat: int, out: Any) -> None:
    """6: where a seat's points come from, in the order of ``RESULT_NAMES``, into ``out``, int64."""
    out[0] = s.score[seat]
    out[1] = exchange_points(s, seat)
    out[2] = coin_points(s, seat)
    out[3] = start_points(s, seat)
    out[4] = tourist_points(s, seat)
    out[5] = treasure_points(s, seat)
    out[6] = HUTS_PER_PLAYER - s.huts_left[seat]
    out[7] = coins_left(s, seat)
