"""Scoring of Around the World in 80 Days: days, and who wins (RULES 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.seats import rank_by
from .state import NOT_HOME
from .tables import BET_DAYS, MAX_PLAYERS

RESULT_NAMES = ("days", "city", "arrival")


@rule
def total_points(s: Any, p: int) -> int:
    """6: minus the days of p, so that more is better; ranks do not follow from it alone."""
    return -int(s.days[p])


@rule
def points(s: Any, seat: int) -> int:
    """6: the running score: minus the days so far."""
    return total_points(s, seat)


@rule
def scores(s: Any, out: Any) -> None:
    """6: minus the days of each seat, into ``out``, ``(MAX_PLAYERS,)`` int64."""
    for p in range(s.num_players):
        out[p] = total_points(s, p)


@rule
def ranks(s: Any, out: Any) -> None:
    """6: how many seats are strictly better, into ``out``, ``(MAX_PLAYERS,)``."""
    keys = np.zeros((MAX_PLAYERS, 4), np.int64)
    if s.num_players == 2:
        fill_keys_of_two(s, keys)
    else:
        fill_keys(s, keys)
    rank_by(keys, int(s.num_players), out)


@rule
def fill_keys(s: Any, keys: Any) -> None:
    """6.1: within the bet by days, then arrival; beyond it by arrival; not home by progress, then days (5.24)."""
    for p in range(s.num_players):
        if s.arrival[p] == NOT_HOME:
            keys[p, 1] = s.city[p]
            keys[p, 2] = -int(s.days[p])
        elif s.days[p] <= BET_DAYS:
            keys[p, 0] = 2
            keys[p, 1] = -int(s.days[p])
            keys[p, 2] = -int(s.arrival[p])
        else:
            keys[p, 0] = 1
            keys[p, 1] = -int(s.arrival[p])


@rule
def fill_keys_of_two(s: Any, keys: Any) -> None:
    """6.2: both home by days, coins, arrival (5.9); one home by the bet (5.8); nobody home as 6.1."""
    if s.arrived == 1:
        first = 0 if s.arrival[0] != NOT_HOME else 1
        won = s.days[first] <= BET_DAYS or s.days[1 - first] >= s.days[first]
        keys[first if won else 1 - first, 0] = 1
        return
    for p in range(s.num_players):
        if s.arrived == 0:
            keys[p, 0] = s.city[p]
        keys[p, 1] = -int(s.days[p])
        if s.arrived > 0:
            keys[p, 2] = s.coins[p]
            keys[p, 3] = -int(s.arrival[p])


@rule
def results(s: Any, seat: int, out: Any) -> None:
    """6: how a seat's journey went, in the order of ``RESULT_NAMES``, into ``out``, int64; arrival 1.., 0: not home."""
    out[0] = s.days[seat]
    out[1] = s.city[seat]
    out[2] = int(s.arrival[seat]) + 1
