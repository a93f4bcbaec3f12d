"""Scoring of Yunnan: final score, winner (RULES 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.seats import rank_by
from .rules_network import owner
from .tables import (
    COINS_PER_POINT,
    LEAST_PASSES,
    MAX_COLOURS,
    MAX_PLAYERS,
    REGIONS,
    TEA_HOUSE_POINTS,
    TRACK_POINTS,
)

RESULT_NAMES = (
    "income_points",
    "coin_points",
    "gift_points",
    "pass_points",
    "influence_points",
    "tea_house_points",
    "rounds",
)


@rule
def tea_houses(s: Any, c: int) -> int:
    """6: tea houses that c has built."""
    count = 0
    for region in range(1, REGIONS):
        if s.tea_house[region] == c:
            count += 1
    return count


@rule
def coin_points(s: Any, p: int) -> int:
    """6: a point for every three coins, those of both colours together with two players."""
    coins = 0
    for c in range(p, s.colours, s.num_players):
        coins += int(s.coins[c])
    return coins // COINS_PER_POINT


@rule
def gift_points(s: Any, p: int) -> int:
    """6: what the gifts of p's colours are worth under the option."""
    gifts = 0
    for c in range(p, s.colours, s.num_players):
        gifts += int(s.gifts[c])
    return int(s.gift_vp) * gifts


@rule
def pass_points(s: Any, p: int) -> int:
    """6: the steps of p's colours on the track of border passes."""
    total = 0
    for c in range(p, s.colours, s.num_players):
        total += int(TRACK_POINTS[s.passes[c] - LEAST_PASSES])
    return total


@rule
def influence_points(s: Any, p: int) -> int:
    """6: the levels of influence of p's colours."""
    total = 0
    for c in range(p, s.colours, s.num_players):
        total += int(TRACK_POINTS[s.influence[c]])
    return total


@rule
def tea_house_points(s: Any, p: int) -> int:
    """6: the tea houses of p's colours."""
    houses = 0
    for c in range(p, s.colours, s.num_players):
        houses += tea_houses(s, c)
    return TEA_HOUSE_POINTS * houses


@rule
def total_points(s: Any, p: int) -> int:
    """6: the full scoring of p, as if the game ended now; both colours together with two players."""
    tracks = pass_points(s, p) + influence_points(s, p)
    return int(s.vp[p]) + coin_points(s, p) + gift_points(s, p) + tracks + tea_house_points(s, p)


@rule
def points(s: Any, seat: int) -> int:
    """6: the score marker: converted income so far, and the final total after the end."""
    return total_points(s, seat) if s.over != 0 else int(s.vp[seat])


@rule
def scores(s: Any, out: Any) -> None:
    """6: the full scoring as if the game ended now, into ``out``, ``(MAX_PLAYERS,)`` int64."""
    for p in range(s.num_players):
        out[p] = total_points(s, p)


@rule
def ranks(s: Any, out: Any) -> None:
    """6: how many seats are better, into ``out``, ``(MAX_PLAYERS,)``: score; in a tie influence (the higher colour's,
    then both together), then the earlier colour in travel order."""
    keys = np.zeros((MAX_PLAYERS, 4), np.int64)
    for p in range(s.num_players):
        keys[p, 0] = total_points(s, p)
        for c in range(p, s.colours, s.num_players):
            keys[p, 1] = max(keys[p, 1], int(s.influence[c]))
            keys[p, 2] += int(s.influence[c])
    for place in range(s.colours):
        p = owner(s, s.travel_order[place])
        keys[p, 3] = max(keys[p, 3], MAX_COLOURS - place)
    rank_by(keys, s.num_players, out)


@rule
def results(s: Any, seat: int, out: Any) -> None:
    """6: where a seat's points come from, in the order of ``RESULT_NAMES``, into ``out``, int64."""
    out[0] = s.vp[seat]
    out[1] = coin_points(s, seat)
    out[2] = gift_points(s, seat)
    out[3] = pass_points(s, seat)
    out[4] = influence_points(s, seat)
    out[5] = tea_house_points(s, seat)
    out[6] = s.round_number
