"""What the scripted bot of Vanuatu can do in a round: the position as it reads it, and its lines of actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.reading import one_of
from .actions import BRING_TO, BUILD_ON, BUY_ON, CATCH, DIVE, DRAW_ON, SAIL_TO, SELL_ALL, TO_REST
from .observation import (
    CELL_BOATS,
    CELL_DRAWING_SLOTS,
    CELL_DRAWINGS,
    CELL_FISH,
    CELL_GOODS,
    CELL_HUT_SLOTS,
    CELL_HUTS,
    CELL_ISLAND,
    CELL_KIND,
    CELL_TOURIST_SLOTS,
    CELL_TREASURE,
    CELL_VISITORS,
    COINS,
    FISH_HELD,
    GAME_ROUND,
    HUTS_LEFT,
    NUM_PLAYERS,
    PRICE,
    SHIP_CUBES_ON,
    SHIP_ROOM,
    TOURISTS,
)
from .rules_board import neighbours
from .state import NOWHERE, SEA
from .tables import (
    AROUND,
    ARTIST,
    ARTIST_POINTS,
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    BUYER,
    CELLS,
    DISPLAY,
    DIVER,
    DRAW,
    DRAWING_POINTS,
    END_TOURIST_POINTS,
    END_TREASURE_POINTS,
    EXCHANGE_COINS,
    EXCHANGE_POINTS,
    EXPLORE,
    FISH,
    FISHER,
    GOOD_POINTS,
    GOOD_PRICE,
    GOODS,
    GUIDE,
    GUIDE_POINTS,
    HUT_PRICE,
    ISLANDS,
    MAX_PLAYERS,
    NAVIGATOR,
    REST,
    ROUNDS,
    SAIL,
    SAIL_RANGE,
    SELL,
    SHIP_BONUS,
    SHIP_CUBES,
    TOP_PRICE,
    TRANSPORT,
    VALUES,
    VENDOR,
)

COIN = 0.42  # what a coin in hand is worth
LAST_COIN = 0.33  # in the last round
FISH_HELD_WORTH = 0.8  # per number on a fish tile that is not sold yet
RESTED = 1.3  # what a rest tile is worth
LAST_START = 3.0  # the start tile in the last round
GUESTS = 0.55  # tourists that a round to come brings to an island with own huts
LATER = 0.93  # what a gain counts after each earlier action of the line
NEVER = -1e9

# columns of a line
CELL, PURSE, HOLD, DONE, HUT, FIRST, ORDER = range(7)
WAITING = 512


# ---------------------------------------------------------------- the position


@rule
def own_cell(numbers: Any) -> int:
    """Where the bot's boat lies."""
    return one_of(numbers, CELL_BOATS, CELLS, MAX_PLAYERS, NOWHERE)


@rule
def read_islands(numbers: Any) -> Any:
    """``(ISLANDS,)``: the cell of each island, or NOWHERE."""
    where = np.full(ISLANDS, NOWHERE)
    for island in range(ISLANDS):
        where[island] = one_of(numbers, CELL_ISLAND + island, CELLS, ISLANDS, NOWHERE)
    return where


@rule
def read_prices(numbers: Any, cell: int) -> Any:
    """``(CELLS,)``: what it costs to sail to each cell, 0 where nobody can go."""
    prices = np.zeros(CELLS, np.int64)
    border = 1 << cell
    seen = border
    two = numbers[NUM_PLAYERS] != 0
    for price in range(1, SAIL_RANGE + 1):
        near = neighbours(border)
        border = 0
        for there in range(CELLS):
            if (near & ~seen) >> there & 1 != 0 and numbers[CELL_KIND + 3 * there + SEA] != 0:
                border |= 1 << there
                prices[there] = price
        seen |= border
    if two:
        for there in range(CELLS):
            if numbers[CELL_BOATS + MAX_PLAYERS * there + 1] != 0:
                prices[there] = 0
    return prices


@rule
def round_of(numbers: Any) -> int:
    """The round, 1 to 8."""
    return one_of(numbers, GAME_ROUND, ROUNDS, 1, ROUNDS - 1) + 1


@rule
def price_of_fish(numbers: Any) -> int:
    """What a number on a fish tile brings now."""
    return one_of(numbers, PRICE, TOP_PRICE, 1, 0) + 1


@rule
def huts_on(numbers: Any, cell: int) -> int:
    """All huts on the island in a cell."""
    count = 0
    for p in range(MAX_PLAYERS):
        count += int(numbers[CELL_HUTS + MAX_PLAYERS * cell + p])
    return count


@rule
def export_worth(numbers: Any, good: int) -> int:
    """Points for the next cube of a good."""
    for place in range(DISPLAY):
        if numbers[SHIP_ROOM + GOODS * place + good] > 0:
            last = numbers[SHIP_CUBES_ON + place] == SHIP_CUBES - 1
            return int(GOOD_POINTS[good]) + (SHIP_BONUS if last else 0)
    return 0


# ---------------------------------------------------------------- lines
#
# The lines that wait for their next action are a pool: ``(lines, worth, size)``, where ``lines`` is
# ``(WAITING, 7)`` int64 with the columns above, ``worth`` is ``(WAITING,)`` float64, what each has gained, and ``size``
# is ``(1,)`` int64, how many there are.


@rule
def best_line(numbers: Any, mask: Any, kinds: int, steps: int, character: int, factor: Any) -> Any:
    """The best line of at most so many of the kinds.

    Args:
        mask: of the legal first actions; all zero: any.
        kinds: set of the kinds that may be performed, each once.
        steps: the most actions of a line.
        character: whose power is used.
        factor: ``(KINDS,)`` float64, what the gain of each kind counts.

    Returns:
        What it is worth, its first action or -1, and its kinds in order, 4 bits each, the first one highest.
    """
    pool = (np.zeros((WAITING, 7), np.int64), np.zeros(WAITING), np.zeros(1, np.int64))
    lines, worth, size = pool
    where = read_islands(numbers)
    prices = read_prices(numbers, own_cell(numbers))
    bound = mask.any()
    allowed = mask if bound else np.ones(mask.shape[0], np.int8)
    last = round_of(numbers) == ROUNDS
    coin, fish = LAST_COIN if last else COIN, 0.0 if last else FISH_HELD_WORTH
    start_line(numbers, pool)
    best, first, order = NEVER, -1, 0
    while size[0] > 0:
        size[0] -= 1
        line = lines[size[0]].copy()
        gained = worth[size[0]]
        value = gained + coin * line[PURSE] + fish * line[HOLD]
        if value > best and (line[FIRST] >= 0 or not bound):
            best, first, order = value, int(line[FIRST]), int(line[ORDER])
        if line[ORDER] < 16 ** (steps - 1):
            begun = size[0]
            add_sea(numbers, line, kinds & ~line[DONE], character, prices, pool)
            add_land(numbers, line, kinds & ~line[DONE], character, where, pool)
            keep_lines(line, gained, allowed, factor, pool, begun)
    return best, first, order


@rule
def start_line(numbers: Any, pool: Any) -> None:
    """The bot's situation as it is, as the first line of an empty pool."""
    lines, _, size = pool
    lines[0, CELL] = own_cell(numbers)
    lines[0, PURSE] = numbers[COINS]
    for k in range(VALUES):
        lines[0, HOLD] += (k + 1) * numbers[FISH_HELD + k]
    lines[0, FIRST] = -1
    size[0] = 1


@rule
def keep_lines(line: Any, gained: float, allowed: Any, factor: Any, pool: Any, begun: int) -> None:
    """Of the lines that go on from ``line``, drops those that begin illegally; of the others adds up what they earn.

    Args:
        line: the line as it was.
        gained: what it is worth.
        allowed: mask of the first actions.
        factor: ``(KINDS,)`` float64, what the gain of each kind counts.
        pool: the lines that go on wait from ``begun`` on.
        begun: how many lines waited before.
    """
    lines, worth, size = pool
    discount = LATER ** steps_of(line[ORDER])
    kept = begun
    for k in range(begun, size[0]):
        if line[FIRST] < 0 and allowed[lines[k, FIRST]] == 0:
            continue
        kind = (lines[k, ORDER] & 15) - 1
        lines[kept] = lines[k]
        worth[kept] = gained + worth[k] * discount * factor[kind]
        kept += 1
    size[0] = kept


@rule
def steps_of(order: int) -> int:
    """How many kinds a line has performed."""
    steps = 0
    while order > 0:
        order >>= 4
        steps += 1
    return steps


@rule
def add_line(pool: Any, line: Any, kind: int, action: int, gain: float, coins: int) -> int:
    """Appends the line that goes on with an action, and gives its place; ten coins turn into points."""
    lines, worth, size = pool
    k = size[0]
    total = line[PURSE] + coins
    lines[k] = line
    lines[k, PURSE] = total % EXCHANGE_COINS
    lines[k, DONE] = line[DONE] | (1 << kind)
    lines[k, ORDER] = line[ORDER] * 16 + kind + 1
    if line[FIRST] < 0:
        lines[k, FIRST] = action
    worth[k] = gain + EXCHANGE_POINTS * (total // EXCHANGE_COINS)
    size[0] = k + 1
    return k


@rule
def add_sea(numbers: Any, line: Any, kinds: int, character: int, prices: Any, pool: Any) -> None:
    """Lines that go on with FISH, EXPLORE, SAIL or REST."""
    lines = pool[0]
    cell = line[CELL]
    fish, treasure = int(numbers[CELL_FISH + cell]), int(numbers[CELL_TREASURE + cell])
    if kinds >> FISH & 1 != 0 and fish > 0:
        k = add_line(pool, line, FISH, CATCH, 1.0 * fish if character == FISHER else 0.0, 0)
        lines[k, HOLD] += fish
    if kinds >> EXPLORE & 1 != 0 and treasure > 0:
        gain = 1.0 * END_TREASURE_POINTS * treasure
        add_line(pool, line, EXPLORE, DIVE, gain, treasure if character == DIVER else 0)
    if kinds >> SAIL & 1 != 0:
        for there in range(CELLS):
            price = 0 if character == NAVIGATOR else prices[there]
            if prices[there] > 0 and line[PURSE] >= price:
                k = add_line(pool, line, SAIL, SAIL_TO + there, 0.0, -price)
                lines[k, CELL] = there
    if kinds >> REST & 1 != 0:
        gain = LAST_START if numbers[GAME_ROUND + ROUNDS - 1] != 0 else RESTED
        add_line(pool, line, REST, TO_REST, gain, 0)


@rule
def add_land(numbers: Any, line: Any, kinds: int, character: int, where: Any, pool: Any) -> None:
    """Lines that go on with SELL, BUILD, BUY, DRAW or TRANSPORT."""
    near = int(AROUND[line[CELL]])
    sells = character == VENDOR
    for island in range(ISLANDS):
        cell = where[island]
        if cell == NOWHERE or near >> cell & 1 == 0:
            continue
        own = int(numbers[CELL_HUTS + MAX_PLAYERS * cell])
        built = 1 if line[HUT] == island + 1 else 0
        sells = sells or own + built > 0
        if kinds >> BUILD & 1 != 0:
            add_building(numbers, line, character, island, cell, pool)
        if kinds >> BUY & 1 != 0:
            add_buying(numbers, line, character, island, cell, pool)
        if kinds >> DRAW & 1 != 0 and numbers[CELL_DRAWINGS + cell] < numbers[CELL_DRAWING_SLOTS + cell]:
            gain = 1.0 * (ARTIST_POINTS if character == ARTIST else DRAWING_POINTS)
            add_line(pool, line, DRAW, DRAW_ON + island, gain, 0)
        room = numbers[CELL_VISITORS + cell] < numbers[CELL_TOURIST_SLOTS + cell]
        if kinds >> TRANSPORT & 1 != 0 and room and numbers[TOURISTS] > 0:
            guide = GUIDE_POINTS * int(numbers[CELL_DRAWINGS + cell]) if character == GUIDE else 0
            gain = 1.0 * (END_TOURIST_POINTS * own + guide)
            add_line(pool, line, TRANSPORT, BRING_TO + island, gain, huts_on(numbers, cell) + built)
    if kinds >> SELL & 1 != 0 and sells and line[HOLD] > 0:
        k = add_line(pool, line, SELL, SELL_ALL, 0.0, line[HOLD] * price_of_fish(numbers))
        pool[0][k, HOLD] = 0


@rule
def add_building(numbers: Any, line: Any, character: int, island: int, cell: int, pool: Any) -> None:
    """BUILD: a hut is worth the tourists that are on the island or will come."""
    price = BUILDER_PRICE if character == BUILDER else HUT_PRICE
    if numbers[HUTS_LEFT] > 0 and line[PURSE] >= price and huts_on(numbers, cell) < numbers[CELL_HUT_SLOTS + cell]:
        here = int(numbers[CELL_VISITORS + cell])
        room = int(numbers[CELL_TOURIST_SLOTS + cell]) - here
        guests = here + min(1.0 * room, GUESTS * (ROUNDS - round_of(numbers)) + 0.5)
        k = add_line(pool, line, BUILD, BUILD_ON + island, END_TOURIST_POINTS * guests, -price)
        pool[0][k, HUT] = island + 1


@rule
def add_buying(numbers: Any, line: Any, character: int, island: int, cell: int, pool: Any) -> None:
    """BUY: each good that can be paid."""
    for good in range(GOODS):
        if numbers[CELL_GOODS + GOODS * cell + good] > 0 and line[PURSE] >= GOOD_PRICE[good]:
            gain = 1.0 * export_worth(numbers, good) * (2 if character == BUYER else 1)
            add_line(pool, line, BUY, BUY_ON + GOODS * island + good, gain, -int(GOOD_PRICE[good]))
