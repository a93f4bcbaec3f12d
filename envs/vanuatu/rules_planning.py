"""Which actions a player may plan (RULES 4.5): an exact search over what is left of the player's own round.

A seat may place a marker on a kind if it could be performed after some of the kinds on which the seat already has
markers, in some order. Other seats do not move in that imagination, so only the seat's own situation matters; it fits
into one whole number, a *line*. Sets of kinds and of cells are whole numbers with one bit per member.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from .rules_board import destinations, export_points
from .state import ALL_KINDS, NONE, UNCHECKED
from .tables import (
    BEGGAR,
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    CELLS,
    DIVER,
    DRAW,
    DRAWING_SLOTS,
    EXCHANGE_COINS,
    EXPLORE,
    FISH,
    GOOD_PRICE,
    GOODS,
    HUT_PRICE,
    HUT_SLOTS,
    ISLANDS,
    KINDS,
    MOST_BEGGED,
    NAVIGATOR,
    REST,
    SAIL,
    SAIL_RANGE,
    SELL,
    TOP_PRICE,
    TOURIST_SLOTS,
    TRANSPORT,
    VALUES,
    VENDOR,
)

# A line: bits of one whole number.
CELL = 0  # 4 bits: the boat
COINS = 4  # 4 bits: 0..9
BUILT = 8  # 4 bits: 1 + the island on which the line built a hut, or 0
CAUGHT = 12  # 4 bits: the number of the fish tile that the line caught and has not sold, or 0
SCORE = 16  # 4 bits: points, as far as a fresh Beggar can use them: 0..3
BEGGED = 20  # 4 bits: 0/1
TREASURE = 24  # VALUES times 4 bits: treasure tiles by number
DONE = 36  # 9 bits: the kinds that the line has performed
NIBBLE = 15

MOST_LINES = 1024  # waiting: a line has at most 16 steps, and at most 48 lines go on from one (RULES 4.5)
MEMORY = 512  # lines remembered; when two fall together the older one is forgotten, which costs time but nothing else
MOST_MEMORY = 32_768  # a long search gets eight times as many, and once more


# ---------------------------------------------------------------- what the board offers


@rule
def gather_cells(s: Any) -> None:
    """4.5: where each kind can be done in this round, money and the seat's own huts aside."""
    s.offer_cells[:] = 0
    s.good_cells[:] = 0
    for cell in range(CELLS):
        if s.fish[cell] > 0:
            s.offer_cells[FISH] |= 1 << cell
        if s.treasure[cell] > 0:
            s.offer_cells[EXPLORE] |= 1 << cell
    for island in range(ISLANDS):
        around = int(s.island_around[island])
        if s.huts_on[island] < HUT_SLOTS[island]:
            s.offer_cells[BUILD] |= around
        if s.drawings[island] < DRAWING_SLOTS[island]:
            s.offer_cells[DRAW] |= around
        if s.tourists > 0 and s.visitors[island] < TOURIST_SLOTS[island]:
            s.offer_cells[TRANSPORT] |= around
        for good in range(GOODS):
            if s.goods[island, good] > 0:
                s.good_cells[good] |= around
    s.offer_cells[REST] = s.sea_cells


@rule
def hut_cells(s: Any, p: int) -> int:
    """4.7: the cells beside an island with a hut of p."""
    cells = 0
    for island in range(ISLANDS):
        if s.huts[island, p] > 0:
            cells |= int(s.island_around[island])
    return cells


@rule
def own_stacks(s: Any, p: int) -> int:
    """4.4: the kinds on which p has markers."""
    kinds = 0
    for kind in range(KINDS):
        if s.markers[kind, p] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def fresh_power(s: Any, p: int) -> int:
    """4.4: p's character if its power can still be used, else NONE."""
    return int(s.character[p]) if s.power_used[p] == 0 else NONE


@rule
def boosts(character: int, kind: int) -> bool:
    """3: the character's power belongs to the kind. REST has none: the Beggar's number is only the same as its."""
    return kind < REST and character == kind


@rule
def fish_held(s: Any, p: int) -> int:
    """4.7: how many fish tiles p has."""
    return int(s.fish_tiles[p, 0]) + int(s.fish_tiles[p, 1]) + int(s.fish_tiles[p, 2])


@rule
def ready(s: Any, p: int, cells: int, coins: int, has_fish: bool, huts: int) -> int:
    """4.7: the kinds that p could perform in some cell of a set, with so many coins and own huts beside ``huts``.

    SAIL is judged from where p's boat really is: no line sails twice.
    """
    power = fresh_power(s, p)
    kinds = 0
    for kind in range(KINDS):
        if int(s.offer_cells[kind]) & cells != 0:
            kinds |= 1 << kind
    if coins < (BUILDER_PRICE if power == BUILDER else HUT_PRICE) or s.huts_left[p] == 0:
        kinds &= ~(1 << BUILD)
    for good in range(GOODS):
        if coins >= GOOD_PRICE[good] and int(s.good_cells[good]) & cells != 0:
            kinds |= 1 << BUY
    if has_fish and (power == VENDOR or huts & cells != 0):
        kinds |= 1 << SELL
    for price in range(1, SAIL_RANGE + 1):
        if (coins >= price or power == NAVIGATOR) and destinations(s, p, s.boat[p], price) != 0:
            kinds |= 1 << SAIL
    return kinds


# ---------------------------------------------------------------- the answer


@rule
def start_plans(s: Any) -> None:
    """4.5: at the start of the planning, what everybody may plan first."""
    gather_cells(s)
    for p in range(s.num_players):
        s.plannable[p] = 0
        if s.unplaced[p] > 0:
            widen_plans(s, p)


@rule
def end_plans(s: Any) -> None:
    """4.5: the planning is over, its notes are cleared."""
    s.offer_cells[:] = 0
    s.good_cells[:] = 0
    s.plannable[:] = 0


@rule
def widen_plans(s: Any, p: int) -> None:
    """4.5: adds to p's plannable kinds what p's markers make possible; a further marker never takes anything away."""
    if s.plan_check == UNCHECKED:
        s.plannable[p] = ALL_KINDS
        return
    found = int(s.plannable[p])
    stacks = own_stacks(s, p)
    wanted = ALL_KINDS & ~found & conceivable(s, p, stacks)
    if wanted != 0:
        found |= wanted & ready_soon(s, p, stacks)
        wanted &= ~found
        if wanted != 0 and needs_search(s, p, stacks, wanted):
            found |= search(s, p, stacks, wanted)
    s.plannable[p] = found


@rule
def conceivable(s: Any, p: int, stacks: int) -> int:
    """4.5: the kinds that could be plannable if p had all the coins in the world; the others need no search."""
    cells = 1 << int(s.boat[p])
    if (stacks >> SAIL) & 1 != 0:
        for price in range(1, SAIL_RANGE + 1):
            cells |= destinations(s, p, s.boat[p], price)
    has_fish = fish_held(s, p) > 0 or ((stacks >> FISH) & 1 != 0 and int(s.offer_cells[FISH]) & cells != 0)
    huts = hut_cells(s, p)
    if (stacks >> BUILD) & 1 != 0 and s.huts_left[p] > 0 and int(s.offer_cells[BUILD]) & cells != 0:
        huts = int(s.sea_cells)
    return ready(s, p, cells, max(int(s.coins[p]), HUT_PRICE), has_fish, huts)  # three coins pay any single price


@rule
def ready_soon(s: Any, p: int, stacks: int) -> int:
    """4.5: the kinds that p could perform at once, or after nothing but sailing."""
    coins: Any = np.int64(s.coins[p])  # the type with which the search asks, so that one ``ready`` is compiled
    has_fish = fish_held(s, p) > 0
    huts = hut_cells(s, p)
    kinds = ready(s, p, 1 << int(s.boat[p]), coins, has_fish, huts)
    if (stacks >> SAIL) & 1 != 0:
        free = fresh_power(s, p) == NAVIGATOR
        for price in range(1, SAIL_RANGE + 1):
            if free or coins >= price:
                cells = destinations(s, p, s.boat[p], price)
                after = coins if free else coins - price
                kinds |= ready(s, p, cells, after, has_fish, huts) & ~(1 << SAIL)
    return kinds


@rule
def needs_search(s: Any, p: int, stacks: int, wanted: int) -> bool:
    """4.5: whether a longer line could reach what ``ready_soon`` did not: with new coins, a new tile or a new hut."""
    new_coins = (1 << SELL) | (1 << TRANSPORT) | (1 << EXPLORE)
    if stacks & new_coins != 0 or fresh_power(s, p) == BEGGAR:
        return True
    if s.treasure_tiles[p, 0] + s.treasure_tiles[p, 1] + s.treasure_tiles[p, 2] > 0:
        return True
    return (wanted >> SELL) & 1 != 0 and stacks & ((1 << FISH) | (1 << BUILD)) != 0


# ---------------------------------------------------------------- the search


@rule
def earned(s: Any, p: int, line: int, amount: int) -> int:
    """2: the line with more coins; ten of them turn into points, which only a fresh Beggar can use."""
    coins = line >> COINS & NIBBLE
    total = coins + amount
    if total >= EXCHANGE_COINS and fresh_power(s, p) == BEGGAR:
        line |= MOST_BEGGED << SCORE
    return line + ((total % EXCHANGE_COINS - coins) << COINS)


@rule
def first_line(s: Any, p: int) -> int:
    """4.5: p's situation as it is."""
    line = (int(s.boat[p]) << CELL) | (int(s.coins[p]) << COINS)
    for k in range(VALUES):
        line |= int(s.treasure_tiles[p, k]) << (TREASURE + 4 * k)
    if fresh_power(s, p) == BEGGAR:
        line |= min(MOST_BEGGED, int(s.score[p])) << SCORE
    return line


@rule
def search(s: Any, p: int, stacks: int, wanted: int) -> int:
    """4.5: which of the wanted kinds some line makes possible: depth first, with a memory of lines seen."""
    waiting = np.empty(MOST_LINES, np.int64)
    seen = np.full(MEMORY, -1, np.int64)
    own_fish = fish_held(s, p) > 0
    own_huts = hut_cells(s, p)
    waiting[0] = first_line(s, p)
    count = 1
    found = 0
    visited = 0
    while count > 0:
        count -= 1
        line = int(waiting[count])
        slot = (((line ^ (line >> 17)) & 0x3FFFFFFF) * 0x2545F491 >> 20) % len(seen)
        if seen[slot] == line:
            continue
        seen[slot] = line
        visited += 1
        if visited == 2 * len(seen) and len(seen) < MOST_MEMORY:
            seen = np.full(8 * len(seen), -1, np.int64)
        done = line >> DONE
        huts = own_huts
        if line >> BUILT & NIBBLE != 0:
            huts |= int(s.island_around[(line >> BUILT & NIBBLE) - 1])
        has_fish = (own_fish or line >> CAUGHT & NIBBLE != 0) and done >> SELL & 1 == 0
        cells = 1 << (line >> CELL & NIBBLE)
        found |= ready(s, p, cells, line >> COINS & NIBBLE, has_fish, huts) & wanted & ~done
        if found == wanted:
            break
        if wanted & ~found & ~done != 0:
            useful = stacks & ~done
            count = add_free_lines(s, p, line, waiting, count)
            count = add_sea_lines(s, p, line, useful, wanted, waiting, count)
            count = add_island_lines(s, p, line, useful, waiting, count)
            if (useful >> SELL) & 1 != 0 and has_fish and (fresh_power(s, p) == VENDOR or huts & cells != 0):
                count = add_sales(s, p, line, waiting, count)
    return found


@rule
def add_free_lines(s: Any, p: int, line: int, waiting: Any, count: int) -> int:
    """4.5: lines that go on with the sale of a treasure tile, or with begging.

    Whoever has three coins can pay any single price, so such a sale may wait until after the next payment - but for the
    Beggar, whom the exchange of ten coins may give points to beg with.
    """
    beggar = fresh_power(s, p) == BEGGAR and line >> BEGGED & 1 == 0
    points = line >> SCORE & NIBBLE
    poor = line >> COINS & NIBBLE < HUT_PRICE
    if poor or (beggar and points < MOST_BEGGED):
        for k in range(VALUES):
            if line >> (TREASURE + 4 * k) & NIBBLE > 0:
                waiting[count] = earned(s, p, line - (1 << (TREASURE + 4 * k)), k + 1)
                count += 1
    if poor and beggar:
        for x in range(1, points + 1):
            waiting[count] = earned(s, p, line - (points << SCORE) + (1 << BEGGED), x)
            count += 1
    return count


@rule
def add_sea_lines(s: Any, p: int, line: int, useful: int, wanted: int, waiting: Any, count: int) -> int:
    """4.5: lines that go on with SAIL, FISH or EXPLORE."""
    cell = line >> CELL & NIBBLE
    if (useful >> SAIL) & 1 != 0:
        count = add_sails(s, p, line + (1 << (DONE + SAIL)), waiting, count)
    if (useful >> FISH) & 1 != 0 and s.fish[cell] > 0 and ((useful | wanted) >> SELL) & 1 != 0:
        waiting[count] = line + (int(s.fish[cell]) << CAUGHT) + (1 << (DONE + FISH))
        count += 1
    if (useful >> EXPLORE) & 1 != 0 and s.treasure[cell] > 0:
        value = int(s.treasure[cell])
        after = line + (1 << (TREASURE + 4 * (value - 1))) + (1 << (DONE + EXPLORE))
        diver = fresh_power(s, p) == DIVER
        waiting[count] = earned(s, p, after, value) if diver else after
        count += 1
        if diver and s.optional_powers != 0:
            waiting[count] = after
            count += 1
    return count


@rule
def add_sails(s: Any, p: int, line: int, waiting: Any, count: int) -> int:
    """4.5, 4.7: the line with its boat in each cell that it can sail to."""
    coins = line >> COINS & NIBBLE
    here = line >> CELL & NIBBLE
    free = fresh_power(s, p) == NAVIGATOR
    for price in range(1, SAIL_RANGE + 1):
        pays = coins >= price and (not free or s.optional_powers != 0)
        if pays or free:
            cells = destinations(s, p, s.boat[p], price)
            for cell in range(CELLS):
                if (cells >> cell) & 1 != 0:
                    if free:
                        waiting[count] = line + ((cell - here) << CELL)
                        count += 1
                    if pays:
                        waiting[count] = line + ((cell - here) << CELL) - (price << COINS)
                        count += 1
    return count


@rule
def add_island_lines(s: Any, p: int, line: int, useful: int, waiting: Any, count: int) -> int:
    """4.5: lines that go on with BUILD, BUY, TRANSPORT, or, for the Beggar's points, DRAW."""
    cell = line >> CELL & NIBBLE
    coins = line >> COINS & NIBBLE
    near = int(s.near_island[cell])
    beggar = fresh_power(s, p) == BEGGAR
    if (useful >> BUY) & 1 != 0:
        for good in range(GOODS):
            if coins >= GOOD_PRICE[good] and (int(s.good_cells[good]) >> cell) & 1 != 0:
                after = line - (int(GOOD_PRICE[good]) << COINS) + (1 << (DONE + BUY))
                if beggar:
                    points = line >> SCORE & NIBBLE
                    after += (min(MOST_BEGGED, points + export_points(s, good)) - points) << SCORE
                waiting[count] = after
                count += 1
    if (useful >> DRAW) & 1 != 0 and beggar and (int(s.offer_cells[DRAW]) >> cell) & 1 != 0:
        waiting[count] = (line | MOST_BEGGED << SCORE) + (1 << (DONE + DRAW))
        count += 1
    for island in range(ISLANDS):
        if (near >> island) & 1 != 0:
            if (useful >> BUILD) & 1 != 0 and s.huts_left[p] > 0 and s.huts_on[island] < HUT_SLOTS[island]:
                count = add_builds(s, p, line, island, waiting, count)
            if (useful >> TRANSPORT) & 1 != 0 and s.tourists > 0 and s.visitors[island] < TOURIST_SLOTS[island]:
                income = int(s.huts_on[island]) + (1 if line >> BUILT & NIBBLE == island + 1 else 0)
                waiting[count] = earned(s, p, line + (1 << (DONE + TRANSPORT)), income)
                count += 1
    return count


@rule
def add_builds(s: Any, p: int, line: int, island: int, waiting: Any, count: int) -> int:
    """4.5: the line with a hut on the island."""
    after = line + ((island + 1) << BUILT) + (1 << (DONE + BUILD))
    coins = line >> COINS & NIBBLE
    builder = fresh_power(s, p) == BUILDER
    if builder and coins >= BUILDER_PRICE:
        waiting[count] = after - (BUILDER_PRICE << COINS)
        count += 1
    if coins >= HUT_PRICE and (not builder or s.optional_powers != 0):
        waiting[count] = after - (HUT_PRICE << COINS)
        count += 1
    return count


@rule
def add_sales(s: Any, p: int, line: int, waiting: Any, count: int) -> int:
    """4.5: the line after each sale of fish tiles that leaves another number of coins."""
    caught = line >> CAUGHT & NIBBLE
    sales = sale_sums(s, p, caught)
    after = line - (caught << CAUGHT) + (1 << (DONE + SELL))
    tried = 0
    for amount in range(EXCHANGE_COINS - 1, -1, -1):  # a sale for the same coins with an exchange is never worse
        for extra in range(EXCHANGE_COINS, -1, -EXCHANGE_COINS):
            if (sales >> (amount + extra)) & 1 != 0 and (tried >> amount) & 1 == 0:
                tried |= 1 << amount
                waiting[count] = earned(s, p, after, amount + extra)
                count += 1
    return count


@rule
def sale_sums(s: Any, p: int, caught: int) -> int:
    """4.5: the sums that a sale at the top price can bring, as a set: those below ten, else ten and the last digit."""
    sums = 0
    for ones in range(s.fish_tiles[p, 0] + (1 if caught == 1 else 0) + 1):
        for twos in range(s.fish_tiles[p, 1] + (1 if caught == 2 else 0) + 1):
            for threes in range(s.fish_tiles[p, 2] + (1 if caught == 3 else 0) + 1):
                total = TOP_PRICE * (ones + 2 * twos + 3 * threes)
                if total > 0:
                    sums |= 1 << (total if total < EXCHANGE_COINS else EXCHANGE_COINS + total % EXCHANGE_COINS)
    return sums
