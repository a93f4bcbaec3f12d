"""The board of Vanuatu: tiles, sailing, coins, goods, ships (RULES 2, 4.1-4.3, 4.7)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import roll, shuffle
from ..engine.piles import fill_pile, take_last
from .state import EMPTY, ISLAND, NONE, SEA
from .tables import (
    AROUND,
    CELLS,
    DISPLAY,
    EXCHANGE_COINS,
    EXCHANGE_POINTS,
    GOOD_POINTS,
    GOODS,
    ISLANDS,
    LETTERS,
    PRINTED_GOODS,
    SHIP_BONUS,
    SHIP_CUBES,
    SHIP_NEED,
    TILE_FISH,
    TILE_ISLAND,
    TILE_TREASURE,
)

# ---------------------------------------------------------------- tiles


@rule
def put_sea(s: Any, cell: int, fish: int, treasure: int) -> None:
    """4.1, 4.3: a sea with its discs."""
    s.cell_kind[cell] = SEA
    s.fish[cell] = fish
    s.treasure[cell] = treasure
    s.sea_cells |= 1 << cell
    s.occupied_cells |= 1 << cell


@rule
def put_island(s: Any, cell: int, island: int) -> None:
    """4.1, 4.3: an island with its goods."""
    s.cell_kind[cell] = ISLAND
    s.island_cell[island] = cell
    s.island_around[island] = AROUND[cell]
    s.occupied_cells |= 1 << cell
    for there in range(CELLS):
        if (AROUND[cell] >> there) & 1 != 0:
            s.near_island[there] |= 1 << island
    refill_island(s, island)


@rule
def put_tile(s: Any, cell: int, tile: int) -> None:
    """4.3: one of the lettered tiles."""
    if TILE_ISLAND[tile] != NONE:
        put_island(s, cell, TILE_ISLAND[tile])
    else:
        put_sea(s, cell, TILE_FISH[tile], TILE_TREASURE[tile])
        update_sailing(s)


@rule
def neighbours(cells: int) -> int:
    """3: the cells that touch any cell of a set."""
    near = 0
    for cell in range(CELLS):
        if (cells >> cell) & 1 != 0:
            near |= int(AROUND[cell])
    return near


@rule
def update_sailing(s: Any) -> None:
    """4.7: for each sea, the destinations by price: seas by their distance; out and back costs two."""
    sea = int(s.sea_cells)
    for cell in range(CELLS):
        if s.cell_kind[cell] == SEA:
            here = 1 << cell
            first = int(AROUND[cell]) & sea
            second = neighbours(first) & sea & ~first & ~here
            third = neighbours(second) & sea & ~first & ~second & ~here
            s.sail_cells[cell, 0] = first
            s.sail_cells[cell, 1] = second | here if first != 0 else second
            s.sail_cells[cell, 2] = third


@rule
def order_tiles(s: Any, first: int, rng: Any) -> None:
    """4.1: of each letter from ``first`` on, chance decides which tile comes first; the other one comes second."""
    for letter in range(first, LETTERS):
        earlier = roll(rng, 2)
        s.tile_order[letter] = 2 * letter + earlier
        s.tile_order[LETTERS + letter] = 2 * letter + 1 - earlier


@rule
def show_tiles(s: Any) -> None:
    """4.1, 4.2: the next two tiles are turned up, as long as there are any."""
    for slot in range(2):
        s.upcoming[slot] = s.tile_order[s.tiles_shown] if s.tiles_shown < len(s.tile_order) else NONE
        if s.upcoming[slot] != NONE:
            s.tiles_shown += 1


@rule
def touches_two(s: Any, cell: int) -> bool:
    """4.3, condition A: at least two of the cells around are occupied."""
    near = int(AROUND[cell]) & int(s.occupied_cells)
    return near & (near - 1) != 0


@rule
def strict_place(s: Any, tile: int, cell: int) -> bool:
    """4.3, conditions A-C: beside an island only a sea, elsewhere only an island."""
    if s.cell_kind[cell] != EMPTY or not touches_two(s, cell):
        return False
    return (s.near_island[cell] == 0) == (TILE_ISLAND[tile] != NONE)


@rule
def any_strict_place(s: Any) -> bool:
    """4.3: one of the tiles that are still to be placed has a place that meets all conditions."""
    for slot in range(2):
        if s.upcoming[slot] != NONE:
            for cell in range(CELLS):
                if strict_place(s, s.upcoming[slot], cell):
                    return True
    return False


# ---------------------------------------------------------------- sailing


@rule
def destinations(s: Any, p: int, cell: int, price: int) -> int:
    """4.7, 4.9: the cells to which p can sail for exactly this price; with two players not where the other boat is."""
    cells = int(s.sail_cells[cell, price - 1])
    if s.num_players == 2:
        cells &= ~(1 << int(s.boat[1 - p]))
    return cells


# ---------------------------------------------------------------- coins, goods and ships


@rule
def gain_coins(s: Any, p: int, amount: int) -> None:
    """2: p gets coins; every ten of them turn into five points at once."""
    total = int(s.coins[p]) + amount
    s.score[p] += EXCHANGE_POINTS * (total // EXCHANGE_COINS)
    s.coins[p] = total % EXCHANGE_COINS


@rule
def refill_island(s: Any, island: int) -> None:
    """4.2, 4.3: an island without goods gets the printed ones, as far as the supply reaches (10.6)."""
    for good in range(GOODS):
        count = min(int(PRINTED_GOODS[island, good]), int(s.supply[good]))
        s.goods[island, good] = count
        s.supply[good] -= count


@rule
def refill_goods(s: Any) -> None:
    """4.2: every island on the board that has no good at all is refilled."""
    for island in range(ISLANDS):
        if s.island_cell[island] >= 0 and s.goods[island, 0] + s.goods[island, 1] + s.goods[island, 2] == 0:
            refill_island(s, island)


@rule
def cubes_on(s: Any, place: int) -> int:
    """4.2: how many cubes lie on the ship in this place of the column."""
    return int(s.loaded[place, 0]) + int(s.loaded[place, 1]) + int(s.loaded[place, 2])


@rule
def ship_for(s: Any, good: int) -> int:
    """4.7: the place of the first ship from the top that still needs this good, or NONE."""
    for place in range(DISPLAY):
        if s.loaded[place, good] < SHIP_NEED[s.ships[place], good]:
            return place
    return NONE


@rule
def export_points(s: Any, good: int) -> int:
    """4.7: what the next cube of this good earns."""
    place = ship_for(s, good)
    if place == NONE:
        return 0
    return int(GOOD_POINTS[good]) + (SHIP_BONUS if cubes_on(s, place) == SHIP_CUBES - 1 else 0)


@rule
def export_cube(s: Any, p: int, good: int) -> None:
    """4.7: p's cube goes onto a ship, or back to the supply when no ship needs it."""
    s.score[p] += export_points(s, good)
    place = ship_for(s, good)
    if place == NONE:
        s.supply[good] += 1
    else:
        s.loaded[place, good] += 1


@rule
def next_ship(s: Any, place: int) -> None:
    """4.1, 4.2: the next ship comes to this place; without any, the departed ones are shuffled first."""
    if s.ship_pile_size == 0:
        s.ship_pile_size = fill_pile(s.ship_pile, 0, s.departed)
        s.departed[:] = 0
        shuffle(s.rng, s.ship_pile[: s.ship_pile_size])
    s.ships[place] = take_last(s.ship_pile, int(s.ship_pile_size))
    s.ship_pile_size -= 1
    s.loaded[place, :] = 0


@rule
def depart_ships(s: Any) -> None:
    """4.2: full ships leave and give their cubes back, the others move up, new ones join at the bottom."""
    kept = 0
    for place in range(DISPLAY):
        ship = int(s.ships[place])
        if cubes_on(s, place) == SHIP_CUBES:
            s.departed[ship] = 1
            for good in range(GOODS):
                s.supply[good] += s.loaded[place, good]
        else:
            s.ships[kept] = ship
            for good in range(GOODS):
                s.loaded[kept, good] = s.loaded[place, good]
            kept += 1
    for place in range(kept, DISPLAY):
        next_ship(s, place)
