"""Whether a record is a position of the game: setting, discs, cubes and cards (RULES 8); the turn: ``check_turn.py``.

Every number is within its field's bounds and the seat exists; nothing else is believed. Each group may rely on those
before it, so that no index leaves its array.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from .check_turn import check_hands, check_phase, check_turn, dealt_anew
from .faults import Fault
from .rules_collect import like_neighbours, runs_on_board
from .rules_cubes import parked
from .state import CHRONOLOGICAL, NONE, SHUFFLED, Phase
from .tables import (
    BLACK,
    CELLS,
    COLOURS,
    CORNERS,
    CUBES,
    DISCS,
    EVENTS,
    FIRM,
    HAND_LIMIT,
    HAND_LIMIT_SOLO,
    HAS_EVENTS,
    KINDS,
    LEVELS,
    MAX_GROUP,
    MAX_PLAYERS,
    RED,
    ROUNDS,
    SEAT_SIDE,
    SHIP_CREDITS,
    SHIP_PRESTIGE,
    SHIPS_OF_LEVEL,
    SHIPS_PER_LEVEL,
    SIDE_SEAT,
    SIDES,
    SOLO_REMOVED_CREDITS,
    STOCK,
    STORES,
)

TURN_DECISIONS = 72  # most decisions of one turn (RULES 7.4)


@rule
def check(s: Any) -> int:
    """8: a ``Fault``, or 0 for a position of the game."""
    return (
        check_setting(s)
        or check_discs(s)
        or check_stores(s)
        or check_cubes(s)
        or check_buildings(s)
        or check_ships(s)
        or check_worth(s)
        or check_events(s)
        or check_phase(s)
        or check_board(s)
        or check_hands(s)
        or check_turn(s)
    )


# ---------------------------------------------------------------- setting


@rule
def check_setting(s: Any) -> int:
    """4.0, 4.2: options, the round and the turn, seats."""
    n = int(s.num_players)
    if HAS_EVENTS[n] == 0 and s.event_order != SHUFFLED:
        return Fault.EVENT_ORDER.value
    if (n > 1 and s.hand_limit != HAND_LIMIT) or (n == 1 and s.hand_limit > HAND_LIMIT_SOLO):
        return Fault.HAND_LIMIT.value
    if s.truncated != 0:
        return Fault.TRUNCATED.value
    if (s.over != 0) != (s.phase == Phase.OVER):
        return Fault.OVER.value
    if s.round_index >= ROUNDS[n] or (s.over != 0 and s.round_index + 1 != ROUNDS[n]):
        return Fault.ROUND.value
    if s.turn_owner >= n or (s.over != 0 and s.turn_owner + 1 != n):
        return Fault.TURN_OWNER.value
    for p in range(n, MAX_PLAYERS):
        if not seat_empty(s, p):
            return Fault.ABSENT.value
    turns = int(s.round_index) * n + int(s.turn_owner)
    most = TURN_DECISIONS * (turns + (0 if s.phase == Phase.PLAN and s.actions_left == 2 else 1))
    return Fault.DECISIONS.value if s.decisions > most else 0


@rule
def seat_empty(s: Any, p: int) -> bool:
    """4.1: the seat has nothing, as one that takes no part."""
    held = int(s.credits[p]) + s.ship_prestige[p] + s.used[p] + s.hand_size[p]
    for colour in range(COLOURS):
        held += s.hand[p, colour]
    for level in range(LEVELS):
        held += s.ships[p, level]
    for kind in range(KINDS):
        held += s.owned[p, kind]
    return held == 0


# ---------------------------------------------------------------- discs and cubes


@rule
def check_discs(s: Any) -> int:
    """2.2: the pairs of colours are those of the discs."""
    pairs = np.zeros((COLOURS, COLOURS), np.int64)
    for cell in range(CELLS):
        up, down = int(s.up[cell]), int(s.down[cell])
        pairs[min(up, down), max(up, down)] += 1
        sun, moon = int(DISCS[s.disc_set, cell, 0]), int(DISCS[s.disc_set, cell, 1])
        pairs[min(sun, moon), max(sun, moon)] -= 1
    return Fault.DISCS.value if pairs.any() else 0


@rule
def check_board(s: Any) -> int:
    """4.1, 4.4: no run lies where a collection has ended; after a deal the discs are as a deal leaves them."""
    runs = runs_on_board(s.up)
    several = runs & (runs - 1) != 0
    if s.phase == Phase.COLLECT:
        return 0 if several else Fault.RUNS.value
    if runs != 0 and not (s.phase == Phase.PLAN and s.actions_left == 1):
        return Fault.RUNS.value
    if dealt_anew(s):
        for k in range(len(CORNERS)):
            if s.up[CORNERS[k]] != BLACK:
                return Fault.NEW_DEAL.value
        for cell in range(CELLS):
            if like_neighbours(s, cell) >= MAX_GROUP[s.num_players]:
                return Fault.NEW_DEAL.value
    return 0


@rule
def check_stores(s: Any) -> int:
    """2.4: the cubes of each store, none in firms and on covered sides."""
    for side in range(SIDES):
        covered = SIDE_SEAT[s.num_players, side] == NONE
        for store in range(STORES):
            cubes = 0
            for colour in range(COLOURS):
                cubes += int(s.store[side, store, colour])
            if cubes != s.store_size[side, store]:
                return Fault.STORE_SIZE.value
            if covered and s.firm[side, store] != 0:
                return Fault.COVERED_FIRM.value
            if cubes > 0 and (covered or s.firm[side, store] != 0):
                return Fault.COVERED.value
    return 0


@rule
def check_cubes(s: Any) -> int:
    """2.1: the cubes of each colour; one black cube marks the round, others the opium track."""
    for p in range(s.num_players):
        size = 0
        for colour in range(COLOURS):
            size += int(s.hand[p, colour])
        if size != s.hand_size[p]:
            return Fault.HAND_SIZE.value
    for colour in range(COLOURS):
        cubes = int(s.supply[colour]) + (1 if colour == BLACK else 0)
        for p in range(s.num_players):
            cubes += int(s.hand[p, colour]) + (parked(int(s.used[p])) if colour == BLACK else 0)
        for side in range(SIDES):
            for store in range(STORES):
                cubes += int(s.store[side, store, colour]) + (int(s.firm[side, store]) if colour == RED else 0)
        if cubes != CUBES[colour]:
            return Fault.SUPPLY.value
    return 0


# ---------------------------------------------------------------- cards


@rule
def check_buildings(s: Any) -> int:
    """2.5, 2.7: buildings owned and in stock; a firm card for each firm."""
    n = int(s.num_players)
    for kind in range(KINDS):
        cards = int(s.stock[kind])
        for p in range(n):
            cards += int(s.owned[p, kind])
        if cards != STOCK[n, kind]:
            return Fault.STOCK.value
    for p in range(n):
        firms = 0
        for store in range(STORES):
            firms += int(s.firm[SEAT_SIDE[n, p], store])
        if firms != s.owned[p, FIRM]:
            return Fault.FIRMS.value
    return 0


@rule
def check_ships(s: Any) -> int:
    """4.1, 4.6: the order of each level, what has been opened, what lies open."""
    n = int(s.num_players)
    for level in range(LEVELS):
        found, wanted, count = 0, 0, 0
        for k in range(SHIPS_OF_LEVEL):
            if n > 1 or level > 0 or SHIP_CREDITS[level * SHIPS_OF_LEVEL + k] != SOLO_REMOVED_CREDITS:
                wanted |= 1 << k
                count += 1
        if s.ship_count[level] != count:
            return Fault.SHIP_COUNT.value
        for k in range(SHIPS_OF_LEVEL):
            ship = int(s.ship_order[level, k])
            if (ship != NONE) != (k < count):
                return Fault.SHIP_ORDER.value
            if ship != NONE:
                if ship // SHIPS_OF_LEVEL != level:
                    return Fault.SHIP_ORDER.value
                found |= 1 << (ship % SHIPS_OF_LEVEL)
        if found != wanted:
            return Fault.SHIP_ORDER.value
        bought = 0
        for p in range(n):
            bought += int(s.ships[p, level])
        opened = int(s.ships_opened[level])
        if opened != min(bought + 1, int(SHIPS_PER_LEVEL[n])) or bought > SHIPS_PER_LEVEL[n]:
            return Fault.SHIPS_OPENED.value
        last = NONE if bought == SHIPS_PER_LEVEL[n] else int(s.ship_order[level, opened - 1])
        if s.face_up[level] != last:
            return Fault.FACE_UP.value
    return 0


@rule
def check_worth(s: Any) -> int:
    """8, number 8: credits and prestige of the ships bought, in all; who bought which is not recorded."""
    credits, prestige = 0, 0
    for p in range(s.num_players):
        credits -= int(s.credits[p])
        prestige -= int(s.ship_prestige[p])
    for level in range(LEVELS):
        for k in range(s.ships_opened[level]):
            ship = int(s.ship_order[level, k])
            if ship != s.face_up[level]:
                credits += int(SHIP_CREDITS[ship])
                prestige += int(SHIP_PRESTIGE[ship])
    if credits != 0:
        return Fault.CREDITS.value
    return Fault.SHIP_PRESTIGE.value if prestige != 0 else 0


@rule
def check_events(s: Any) -> int:
    """4.1, 4.2: the order of the events, the current one, those opened."""
    has_events = HAS_EVENTS[s.num_players] != 0
    found = 0
    for k in range(EVENTS):
        event = int(s.events[k])
        if (event != NONE) != has_events or ((k == 0 or s.event_order == CHRONOLOGICAL) and has_events and event != k):
            return Fault.EVENTS.value
        if event != NONE:
            found |= 1 << event
    if has_events and found != (1 << EVENTS) - 1:
        return Fault.EVENTS.value
    if s.event != s.events[s.round_index]:
        return Fault.EVENT.value
    opened = 0
    for k in range(s.round_index + 1):
        opened |= 1 << int(s.events[k]) if has_events else 0
    for event in range(EVENTS):
        if s.event_opened[event] != (opened >> event) & 1:
            return Fault.EVENT_OPENED.value
    return 0
