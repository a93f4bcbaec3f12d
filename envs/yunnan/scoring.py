"""Scoring of Yunnan: final score, winner (RULES 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.ranking import rank_by
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
def owner(s: Any, c: int) -> int:
    """4.8: the seat that owns a colour; with two players seat 0 owns the colours 0 and 2, seat 1 owns 1 and 3."""
    return c if c < s.num_players else c - s.num_players


@rule
def results(s: Any, seat: int, out: Any) -> None:
    """6: where a seat's points come from, in the order of ``RESULT_NAMES``, into ``out``, int64."""
    coins = 0
    out[0] = s.vp[seat]
    for c in range(seat, s.colours, s.num_players):
        coins += int(s.coins[c])
        out[2] += int(s.gift_vp) * int(s.gifts[c])
        out[3] += int(TRACK_POINTS[s.passes[c] - LEAST_PASSES])
        out[4] += int(TRACK_POINTS[s.influence[c]])
        out[5] += TEA_HOUSE_POINTS * tea_houses(s, c)
    out[1] = coins // COINS_PER_POINT
    out[6] = s.round_number


@rule
def tea_houses(s: Any, c: int) -> int:
    """6: tea houses that c has built."""
    count = 0
    for region in range(1, REGIONS):
        if s.tea_house[region] == c:
            count += 1
    return count


@rule
def final_score(s: Any, seat: int) -> int:
    """6: the full scoring of a seat, both colours together with two players."""
    part = np.zeros(len(RESULT_NAMES), np.int64)
    results(s, seat, part)
    total = 0
    for k in range(len(RESULT_NAMES) - 1):
        total += part[k]
    return total


@rule
def points(s: Any, seat: int) -> int:
    """The score marker: converted income so far, and the final total after the end."""
    return final_score(s, seat) if s.over != 0 else int(s.vp[seat])


@rule
def scores(s: Any, out: Any) -> None:
    """6: the full scoring as if the game ended now, into ``out``, ``(MAX_PLAYERS,)`` int64."""
    for p in range(s.num_players):
        out[p] = final_score(s, p)


@rule
def ranks(s: Any, out: Any) -> None:
    """6: how many seats are better, into ``out``, ``(MAX_PLAYERS,)``: score; in a tie influence (the higher colour's,
    then both together), then the earlier colour in travel order."""
    keys = np.zeros((MAX_PLAYERS, 4), np.int64)
    for p in range(s.num_players):
        keys[p, 0] = final_score(s, p)
        for c in range(p, s.colours, s.num_players):
            keys[p, 1] = max(keys[p, 1], int(s.influence[c]))
            keys[p, 2] += int(s.influence[c])
    for place in range(s.colours):
        p = owner(s, s.travel_order[place])
        keys[p, 3] = max(keys[p, 3], MAX_COLOURS - place)
    rank_by(keys, s.num_players, out)
