"""Whether a record is a position of the game: setting, tiles and pieces (RULES 8); the rest is in ``check_turn.py``.

Every number is within its field's bounds and the seat exists; nothing else is believed. Each group may rely on those
before it, so that no index leaves its array.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from .check_turn import check_cards, check_derived, check_markers, check_turn, preparing
from .faults import Fault
from .state import EMPTY, ISLAND, NONE, NOWHERE, RECORD, SEA, Phase
from .tables import (
    AROUND,
    CELLS,
    CUBES,
    DISPLAY,
    DRAWING_SLOTS,
    FISH_TILES,
    GOODS,
    HOME,
    HOME_CELL,
    HUT_SLOTS,
    HUTS_PER_PLAYER,
    ISLANDS,
    LETTERS,
    MARKERS,
    MAX_PLAYERS,
    NEUTRAL_MARKERS,
    PRINTED_GOODS,
    REST_TILES,
    ROUNDS,
    SHIP_CUBES,
    SHIP_NEED,
    SHIPS,
    START_SEA_CELLS,
    START_SEA_FISH,
    START_SEA_TREASURE,
    START_SEAS,
    TILE_FISH,
    TILE_ISLAND,
    TILE_TREASURE,
    TILES,
    TOP_PRICE,
    TOURIST_SLOTS,
    TREASURE_TILES,
    VALUES,
    VISITOR_REMOVED,
    VISITOR_TILES,
    VISITORS,
)

PLACINGS = TILES // 2  # rounds in which two tiles are placed
SOLD_ONE_BY_ONE = 2 * int(FISH_TILES.sum())  # decisions: each tile, and the end of each sale
TREASURES = int(TREASURE_TILES.sum())


@rule
def check(s: Any) -> int:
    """8: a ``Fault``, or 0 for a position of the game."""
    return (
        check_setting(s)
        or check_tiles(s)
        or check_board(s)
        or check_discs(s)
        or check_ships(s)
        or check_goods(s)
        or check_islands(s)
        or check_visitors(s)
        or check_cards(s)
        or check_markers(s)
        or check_derived(s, np.zeros(1, RECORD))
        or check_turn(s)
    )


# ---------------------------------------------------------------- setting


@rule
def check_setting(s: Any) -> int:
    """4.0, 4.8: options, phase, seats."""
    if s.characters == 0:
        if s.num_players == 2:
            return Fault.CHARACTERS.value
        if s.governor != 0:
            return Fault.GOVERNOR.value
        if s.optional_powers != 0:
            return Fault.OPTIONAL_POWERS.value
    if s.truncated != 0:
        return Fault.TRUNCATED.value
    if (s.over != 0) != (s.phase == Phase.OVER):
        return Fault.OVER.value
    if not phase_exists(s):
        return Fault.PHASE.value
    if s.start_seat >= s.num_players:
        return Fault.START_SEAT.value
    for p in range(s.num_players, MAX_PLAYERS):
        if not seat_empty(s, p):
            return Fault.ABSENT.value
    return Fault.DECISIONS.value if s.decisions > most_decisions(int(s.num_players), int(s.game_round)) else 0


@rule
def phase_exists(s: Any) -> bool:
    """4: the round, the player count and the options have this phase."""
    if s.phase == Phase.PLACE:
        return 1 < s.game_round <= 1 + PLACINGS
    if s.phase == Phase.NEUTRAL:
        return s.num_players == 2
    if s.phase == Phase.CHARACTER:
        return s.characters != 0
    if s.phase == Phase.GOVERNOR:
        return s.governor != 0
    return s.phase != Phase.OVER or s.game_round == ROUNDS


@rule
def seat_empty(s: Any, p: int) -> bool:
    """4.1: the seat has nothing, as one that takes no part."""
    held = int(s.coins[p]) + s.score[p] + s.huts_left[p] + s.boat[p] + s.power_used[p] + s.unplaced[p]
    for k in range(VALUES):
        held += s.fish_tiles[p, k] + s.treasure_tiles[p, k]
    for island in range(ISLANDS):
        held += s.huts[island, p]
    for kind in range(s.markers.shape[0]):
        held += s.markers[kind, p]
    return held == 0 and s.character[p] == NONE and s.rest_tile[p] == NONE


@rule
def most_decisions(n: int, rounds: int) -> int:
    """7.4: a bound on the decisions of so many rounds.

    Twelve tiles are placed. In a round each player chooses a character, places five markers, and resolves at most five
    stacks, each by one decision; at most three rest with a choice; two players place five neutral markers.
    Beyond that: 14 fish tiles sold one by one, and the end of each such sale; ten treasure tiles sold; in a round each
    begging once, four powers held back, and the Governor's move, which takes two decisions.
    """
    each_round = n + 2 * MARKERS * n + min(n, REST_TILES - 1)
    if n == 2:
        each_round += int(NEUTRAL_MARKERS[0] + NEUTRAL_MARKERS[1])
    return min(TILES, 2 * rounds) + SOLD_ONE_BY_ONE + TREASURES + rounds * (each_round + 1 + min(n, 4) + 2)


# ---------------------------------------------------------------- tiles and board


@rule
def check_tiles(s: Any) -> int:
    """4.1-4.3: the deck of tiles, those on view."""
    for letter in range(LETTERS):
        first, second = int(s.tile_order[letter]), int(s.tile_order[LETTERS + letter])
        if first // 2 != letter or second // 2 != letter or first == second:
            return Fault.TILE_ORDER.value
    placing = s.phase == Phase.PLACE
    placings = int(s.game_round) - 2 if placing else min(int(s.game_round) - 1, PLACINGS)  # complete ones
    if s.tiles_shown != min(TILES, 2 + 2 * placings):
        return Fault.TILES_SHOWN.value
    if s.tiles_placed != 0 and not placing:
        return Fault.TILES_PLACED.value
    missing = 0
    for slot in range(2):
        if s.upcoming[slot] == NONE:
            missing += 1
        elif s.upcoming[slot] != s.tile_order[s.tiles_shown - 2 + slot]:
            return Fault.UPCOMING.value
    wanted = int(s.tiles_placed) if placing or placings < PLACINGS else 2
    return Fault.UPCOMING.value if missing != wanted else 0


@rule
def tile_lies(s: Any, k: int) -> bool:
    """4.3: the k-th tile of the deck has been placed."""
    return k < s.tiles_shown - 2 or (k < s.tiles_shown and s.upcoming[k - s.tiles_shown + 2] == NONE)


@rule
def check_board(s: Any) -> int:
    """4.1, 4.3: what lies in the cells is what has been placed, by the conditions of 4.3."""
    lies = np.zeros(ISLANDS, np.int64)
    lies[HOME] = 1
    seas = START_SEAS
    for k in range(TILES):
        if tile_lies(s, k):
            island = int(TILE_ISLAND[s.tile_order[k]])
            if island == NONE:
                seas += 1
            else:
                lies[island] = 1
    islands = 0
    for island in range(ISLANDS):
        cell = int(s.island_cell[island])
        if (cell != NOWHERE) != (lies[island] != 0) or (island == HOME and cell != HOME_CELL):
            return Fault.ISLAND_CELL.value
        if cell != NOWHERE:
            if (islands >> cell) & 1 != 0 or s.cell_kind[cell] != ISLAND:
                return Fault.ISLAND_CELL.value
            islands |= 1 << cell
    sea = 0
    for cell in range(CELLS):
        if s.cell_kind[cell] == SEA:
            sea |= 1 << cell
            seas -= 1
        elif s.cell_kind[cell] == ISLAND and (islands >> cell) & 1 == 0:
            return Fault.CELL_KIND.value
    start = 0
    for k in range(START_SEAS):
        start |= 1 << int(START_SEA_CELLS[k])
    if seas != 0 or sea & start != start:
        return Fault.CELL_KIND.value
    return check_places(s, islands, sea, start)


@rule
def check_places(s: Any, islands: int, sea: int, start: int) -> int:
    """4.3: some order of placement keeps condition A; the others may be broken after the exception only."""
    grown = start | 1 << HOME_CELL
    for _ in range(CELLS):
        for cell in range(CELLS):
            near = int(AROUND[cell]) & grown
            if s.cell_kind[cell] != EMPTY and near & (near - 1) != 0:
                grown |= 1 << cell
    if grown != islands | sea:
        return Fault.TOUCHING.value
    if s.fallback_used == 0:
        for cell in range(CELLS):
            beside = int(AROUND[cell]) & islands != 0
            if (islands >> cell) & 1 != 0 and beside:
                return Fault.FALLBACK.value
            if ((sea & ~start) >> cell) & 1 != 0 and not beside:
                return Fault.FALLBACK.value
    return 0


# ---------------------------------------------------------------- pieces


@rule
def gone(s: Any, discs: Any, tiles: Any, start: Any, printed: Any, value: int) -> int:
    """2: how many tiles of this number have been taken and sold; negative if there are too many.

    A disc that leaves a sea of v discs gives a tile of number v. So the seas that were printed with v or more discs,
    less those that still have them, are the tiles of this number that have ever been taken.
    """
    left = 0
    for k in range(START_SEAS):
        left += 1 if start[k] >= value else 0
    for k in range(TILES):
        left += 1 if tile_lies(s, k) and printed[s.tile_order[k]] >= value else 0
    for cell in range(CELLS):
        left -= 1 if discs[cell] >= value else 0
    for p in range(s.num_players):
        left -= int(tiles[p, value - 1])
    return left


@rule
def check_discs(s: Any) -> int:
    """2, 4.7: fish and treasures, on seas only; tiles held; in SELL those sold are not held; boats are at sea."""
    for cell in range(CELLS):
        if s.cell_kind[cell] != SEA and s.fish[cell] != 0:
            return Fault.FISH.value
        if s.cell_kind[cell] != SEA and s.treasure[cell] != 0:
            return Fault.TREASURE.value
    sold = 0
    for value in range(1, VALUES + 1):
        left = gone(s, s.fish, s.fish_tiles, START_SEA_FISH, TILE_FISH, value)
        if left < 0:
            return Fault.FISH.value
        sold += left if value >= s.sell_bound else 0
        if gone(s, s.treasure, s.treasure_tiles, START_SEA_TREASURE, TILE_TREASURE, value) < 0:
            return Fault.TREASURE.value
    if s.tiles_sold > (sold if s.phase == Phase.SELL else 0):
        return Fault.TILES_SOLD.value
    for p in range(s.num_players):
        if s.cell_kind[s.boat[p]] != SEA:
            return Fault.BOAT.value
    return 0


@rule
def check_ships(s: Any) -> int:
    """4.2: each ship is in one place; their cubes."""
    found = 0
    for place in range(DISPLAY):
        found += 1 << (3 * int(s.ships[place]))  # three bits for each ship: how often it is there
    for k in range(SHIPS):
        if (s.ship_pile[k] != NONE) != (k < s.ship_pile_size):
            return Fault.SHIPS.value
        if s.ship_pile[k] != NONE:
            found += 1 << (3 * int(s.ship_pile[k]))
        found += int(s.departed[k]) << (3 * k)
        if DISPLAY + s.ship_pile_size > SHIPS:
            return Fault.SHIPS.value
    for ship in range(SHIPS):
        if (found >> (3 * ship)) & 7 != 1:
            return Fault.SHIPS.value
    for place in range(DISPLAY):
        cubes = 0
        for good in range(GOODS):
            cubes += int(s.loaded[place, good])
            if s.loaded[place, good] > SHIP_NEED[s.ships[place], good]:
                return Fault.LOADED.value
        if cubes == SHIP_CUBES and preparing(s):
            return Fault.LOADED.value
    return 0


@rule
def check_goods(s: Any) -> int:
    """2: the cubes on islands, on ships and in the supply."""
    for good in range(GOODS):
        cubes = int(s.supply[good])
        for place in range(DISPLAY):
            cubes += int(s.loaded[place, good])
        for island in range(ISLANDS):
            cubes += int(s.goods[island, good])
            if s.goods[island, good] > (PRINTED_GOODS[island, good] if s.island_cell[island] != NOWHERE else 0):
                return Fault.GOODS.value
        if cubes != CUBES[good]:
            return Fault.SUPPLY.value
    return 0


@rule
def check_islands(s: Any) -> int:
    """2: huts, drawings and tourists have places on their islands; eight huts per player."""
    for island in range(ISLANDS):
        there = 1 if s.island_cell[island] != NOWHERE else 0
        huts = 0
        for p in range(s.num_players):
            huts += int(s.huts[island, p])
        if huts > there * HUT_SLOTS[island]:
            return Fault.HUTS.value
        if s.drawings[island] > there * DRAWING_SLOTS[island]:
            return Fault.DRAWINGS.value
        if s.visitors[island] > there * TOURIST_SLOTS[island]:
            return Fault.VISITORS.value
    for p in range(s.num_players):
        huts = int(s.huts_left[p])
        for island in range(ISLANDS):
            huts += int(s.huts[island, p])
        if huts != HUTS_PER_PLAYER:
            return Fault.HUTS_LEFT.value
    return Fault.PRICE.value if preparing(s) and s.price != TOP_PRICE else 0


@rule
def check_visitors(s: Any) -> int:
    """4.1, 4.2: the visitor tiles, and the tourists that they have brought."""
    for number in range(VISITOR_TILES.max() + 1):
        count = 1 if VISITOR_REMOVED[s.num_players] == number else 0
        for k in range(VISITORS):
            count += 1 if s.visitor_order[k] == number else 0
        for k in range(len(VISITOR_TILES)):
            count -= 1 if VISITOR_TILES[k] == number else 0
        if count != 0:
            return Fault.VISITOR_ORDER.value
    newest = int(s.visitor_order[s.game_round - 1])
    if s.tourists > newest or (preparing(s) and s.tourists != newest):
        return Fault.TOURISTS.value
    come = -int(s.tourists)
    for k in range(s.game_round):
        come += int(s.visitor_order[k])
    for island in range(ISLANDS):
        come -= int(s.visitors[island])
    return Fault.VISITORS.value if come < 0 else 0
