"""Scoring of China: palaces, alliances, roads, winner (RULES 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.seats import rank_by
from .tables import BORDERS, CITIES, FIRST_CITY, MAX_PLAYERS, MIN_ROAD, NEIGHBOUR_COUNT, NEIGHBOURS, STATES

RESULT_NAMES = ("palace_points", "alliance_points", "road_points", "pieces_left")


@rule
def palace_points(s: Any, state: int, p: int) -> int:
    """6.1: what p's palaces in a state are worth: all palaces to the first, the next higher count to the others."""
    own = int(s.palaces[state, p])
    if own == 0:
        return 0
    total = 0
    higher = 0  # the smallest count above p's own
    for other in range(s.num_players):
        count = int(s.palaces[state, other])
        total += count
        if count > own and (higher == 0 or count < higher):
            higher = count
    worth = higher if higher > 0 else total
    return 2 * worth if has_palace_on_fort(s, state, p) else worth


@rule
def has_palace_on_fort(s: Any, state: int, p: int) -> bool:
    """6.1: a palace of p in this state stands on a fort, whoever put the fort there."""
    if s.forts == 0:
        return False
    found = False
    for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
        if s.fort[city] != 0 and s.owner[city] == p:
            found = True
    return found


@rule
def score_state(s: Any, state: int) -> None:
    """4.3, 6.1: scores the palaces of a state and marks it."""
    for p in range(s.num_players):
        s.score[p] += palace_points(s, state, p)
    s.scored[state] = 1


@rule
def alliance_points(s: Any, p: int) -> int:
    """6.2: for each border whose two states p leads or co-leads in emissaries, all emissaries of both states."""
    points = 0
    for border in range(BORDERS.shape[0]):
        first = led_emissaries(s, BORDERS[border, 0], p)
        second = led_emissaries(s, BORDERS[border, 1], p)
        if first > 0 and second > 0:
            points += first + second
    return points


@rule
def led_emissaries(s: Any, state: int, p: int) -> int:
    """6.2: all emissaries in the state if p has the most of them, alone or tied; otherwise 0."""
    own = int(s.emissaries[state, p])
    if own == 0:
        return 0
    total = 0
    for other in range(s.num_players):
        count = int(s.emissaries[state, other])
        if count > own:
            return 0
        total += count
    return total


@rule
def road_points(s: Any, p: int) -> int:
    """6.3: the best unbranched route of each network of p's palaces, if it has at least four cities."""
    points = 0
    seen = np.zeros(CITIES, np.int32)
    network = np.zeros(CITIES, np.int32)
    for city in range(CITIES):
        if s.owner[city] == p and seen[city] == 0:
            count = collect_network(s, p, city, seen, network)
            if count >= MIN_ROAD:
                best = 0
                for k in range(count):
                    best = max(best, best_route_from(s, p, network[k]))
                points += best
    return points


@rule
def collect_network(s: Any, p: int, city: int, seen: Any, network: Any) -> int:
    """6.3: lists the cities of p that are joined to a city by roads, itself first; gives their number."""
    network[0] = city
    seen[city] = 1
    count = 1
    done = 0
    while done < count:
        here = network[done]
        done += 1
        for k in range(NEIGHBOUR_COUNT[s.side, here]):
            there = NEIGHBOURS[s.side, here, k]
            if s.owner[there] == p and seen[there] == 0:
                seen[there] = 1
                network[count] = there
                count += 1
    return count


@rule
def best_route_from(s: Any, p: int, city: int) -> int:
    """6.3: the most that a route of p beginning in a city is worth: its length, doubled by a fort on it.

    A walk over all simple paths, by depth-first search with backtracking.
    """
    route = np.zeros(CITIES, np.int32)
    tried = np.zeros(CITIES, np.int32)  # neighbours already tried at each step of the route
    on_route = np.zeros(CITIES, np.int32)
    route[0] = city
    on_route[city] = 1
    forts = int(s.fort[city])
    last = 0
    best = 0
    while last >= 0:
        here = route[last]
        if tried[last] < NEIGHBOUR_COUNT[s.side, here]:
            there = NEIGHBOURS[s.side, here, tried[last]]
            tried[last] += 1
            if s.owner[there] == p and on_route[there] == 0:
                last += 1
                route[last] = there
                tried[last] = 0
                on_route[there] = 1
                forts += int(s.fort[there])
                if last + 1 >= MIN_ROAD:
                    best = max(best, 2 * (last + 1) if forts > 0 else last + 1)
        else:
            on_route[here] = 0
            forts -= int(s.fort[here])
            last -= 1
    return best


@rule
def total_points(s: Any, p: int) -> int:
    """6: the full scoring of p, as if the game ended now; after the end the score marker holds it."""
    total = int(s.score[p])
    if s.over == 0:
        for state in range(STATES):
            if s.scored[state] == 0:
                total += palace_points(s, state, p)
        total += alliance_points(s, p) + road_points(s, p)
    return total


@rule
def points(s: Any, seat: int) -> int:
    """6: the score marker: what filled states have paid so far, and the final total after the end."""
    return int(s.score[seat])


@rule
def scores(s: Any, out: Any) -> None:
    """6: the full scoring as if the game ended now, into ``out``, ``(MAX_PLAYERS,)`` int64."""
    for p in range(s.num_players):
        out[p] = total_points(s, p)


@rule
def pieces_left(s: Any, p: int) -> int:
    """6.4: unplaced palaces and emissaries, which break ties; the fort does not count."""
    return int(s.palaces_left[p]) + int(s.emissaries_left[p])


@rule
def ranks(s: Any, out: Any) -> None:
    """6.4: how many seats have more points, or as many and more pieces left, into ``out``, ``(MAX_PLAYERS,)``."""
    keys = np.zeros((MAX_PLAYERS, 2), np.int64)
    for p in range(s.num_players):
        keys[p, 0] = total_points(s, p)
        keys[p, 1] = pieces_left(s, p)
    rank_by(keys, int(s.num_players), out)


@rule
def results(s: Any, seat: int, out: Any) -> None:
    """6: where a seat's points come from, in the order of ``RESULT_NAMES``, into ``out``, int64."""
    alliances = alliance_points(s, seat)
    roads = road_points(s, seat)
    out[0] = total_points(s, seat) - alliances - roads
    out[1] = alliances
    out[2] = roads
    out[3] = pieces_left(s, seat)
