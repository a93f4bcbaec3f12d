"""Prestige, ranks and results (RULES 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.seats import rank_by
from .tables import (
    CREDITS_PER_POINT,
    DEN,
    EVENT_1920,
    HAND_CUBES_PER_POINT,
    HAND_LIMIT_SOLO,
    KINDS,
    LEVELS,
    MANSION,
    MANSION_SET,
    MAX_PLAYERS,
    MOST_BUILDINGS_BONUS,
    PRESTIGE,
    SEAT_SIDE,
    SHIPS_PER_LEVEL,
    SOLO_TARGETS,
    STOCK,
    STORED_CUBES_PER_POINT,
    STORES,
    WORKSHOP,
)

RESULT_NAMES = (
    "ship_points",
    "mansion_points",
    "building_points",
    "cube_points",
    "credit_points",
    "opium_points",
    "bonus_points",
    "credits",
    "solo_class",
    "challenge_ships",
    "challenge_buildings",
    "challenge_hand_limit",
)


@rule
def mansion_points(count: int) -> int:
    """2.7: each six mansions are a set; the others are a further one."""
    most = len(MANSION_SET) - 1
    return int(MANSION_SET[most]) * (count // most) + int(MANSION_SET[count % most])


@rule
def building_points(s: Any, p: int) -> int:
    """2.7: the prestige printed on p's buildings."""
    total = 0
    for kind in range(KINDS):
        total += int(PRESTIGE[kind]) * int(s.owned[p, kind])
    return total


@rule
def cube_points(s: Any, p: int) -> int:
    """6: cubes in the hand and, counted for themselves, in the own warehouse; markers and parked opium are not."""
    side = SEAT_SIDE[s.num_players, p]
    stored = 0
    for store in range(STORES):
        stored += int(s.store_size[side, store])
    return int(s.hand_size[p]) // HAND_CUBES_PER_POINT + stored // STORED_CUBES_PER_POINT


@rule
def opium_points(s: Any, p: int) -> int:
    """6: minus p's uses of opium, and minus everybody's average, rounded up, for each den of p."""
    total = 0
    for other in range(s.num_players):
        total += int(s.used[other])
    average = (total + int(s.num_players) - 1) // int(s.num_players)
    return -int(s.used[p]) - int(s.owned[p, DEN]) * average


@rule
def buildings_of(s: Any, p: int) -> int:
    """4.7, 1920: p's building cards of all kinds."""
    total = 0
    for kind in range(KINDS):
        total += int(s.owned[p, kind])
    return total


@rule
def bonus_points(s: Any, p: int) -> int:
    """4.7, 1920: once it was opened, who has the most building cards gets a bonus; so does each tied player."""
    if s.event_opened[EVENT_1920] == 0:
        return 0
    own = buildings_of(s, p)
    for other in range(s.num_players):
        if buildings_of(s, other) > own:
            return 0
    return MOST_BUILDINGS_BONUS


@rule
def total_points(s: Any, p: int) -> int:
    """6: the prestige of p, as if the game ended now."""
    return (
        int(s.ship_prestige[p])
        + mansion_points(int(s.owned[p, MANSION]))
        + building_points(s, p)
        + cube_points(s, p)
        + int(s.credits[p]) // CREDITS_PER_POINT
        + opium_points(s, p)
        + bonus_points(s, p)
    )


@rule
def points(s: Any, seat: int) -> int:
    """6: the running score is the full scoring: nothing is kept for the end."""
    return total_points(s, seat)


@rule
def scores(s: Any, out: Any) -> None:
    """6: the full scoring as if the game ended now, into ``out``, ``(MAX_PLAYERS,)`` int64."""
    for p in range(s.num_players):
        out[p] = total_points(s, p)


@rule
def ranks(s: Any, out: Any) -> None:
    """6: how many seats have more prestige, or as much and more credits, into ``out``, ``(MAX_PLAYERS,)``."""
    keys = np.zeros((MAX_PLAYERS, 2), np.int64)
    for p in range(s.num_players):
        keys[p, 0] = total_points(s, p)
        keys[p, 1] = s.credits[p]
    rank_by(keys, int(s.num_players), out)


@rule
def results(s: Any, seat: int, out: Any) -> None:
    """6, 4.8: where a seat's prestige comes from, then the class and challenges of a solo game, as ``RESULT_NAMES``."""
    out[0] = s.ship_prestige[seat]
    out[1] = mansion_points(int(s.owned[seat, MANSION]))
    out[2] = building_points(s, seat)
    out[3] = cube_points(s, seat)
    out[4] = int(s.credits[seat]) // CREDITS_PER_POINT
    out[5] = opium_points(s, seat)
    out[6] = bonus_points(s, seat)
    out[7] = s.credits[seat]
    if s.num_players == 1:
        for target in range(len(SOLO_TARGETS)):
            if total_points(s, seat) >= SOLO_TARGETS[target]:
                out[8] = target + 1
        top = LEVELS - 1
        out[9] = 1 if s.owned[seat, WORKSHOP] == 0 and s.ships[seat, top] == SHIPS_PER_LEVEL[1] else 0
        out[10] = 1 if owns_all(s, seat) else 0
        out[11] = 1 if s.hand_limit < HAND_LIMIT_SOLO else 0


@rule
def owns_all(s: Any, p: int) -> bool:
    """4.8: p has bought every mansion, firm, market and workshop of the game; the den does not count."""
    for kind in range(KINDS):
        if kind != DEN and s.owned[p, kind] < STOCK[s.num_players, kind]:
            return False
    return True
