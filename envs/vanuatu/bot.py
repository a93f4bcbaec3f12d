"""The scripted bot of Vanuatu: plans its own round as if it were alone, from the observation and the mask only.

It tries every line of a few actions in every order and values what they earn: points, coins, what huts and tourists
will pay at the end. Markers go to the actions of the best line, in its order; actions that the rivals want, too, count
less, and get a second marker. In its turns it plays the first action of the best line of the stacks that are left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from .actions import (
    BRING_TO,
    BUILD_ON,
    BUY_ON,
    CATCH,
    DIVE,
    DRAW_ON,
    DROP,
    KEEP,
    MARK,
    PLACE,
    SAIL_TO,
    SELL_ALL,
    TAKE,
    TO_REST,
)
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
    CHARACTER,
    COINS,
    FISH_HELD,
    GAME_ROUND,
    HUTS_LEFT,
    MARKERS_ON,
    NEUTRAL_ON,
    NUM_PLAYERS,
    PHASE,
    POWER_USED,
    PRICE,
    SHIP_CUBES_ON,
    SHIP_ROOM,
    START_SEAT,
    TOURISTS,
    UNPLACED,
    UPCOMING_FISH,
    UPCOMING_KIND,
    UPCOMING_TREASURE,
)
from .rules_planning import boosts
from .state import ISLAND, NONE, NOWHERE, SEA, Phase
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
    CHARACTERS,
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
    KINDS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NAVIGATOR,
    REST,
    REST_TILES,
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
CONTESTED = np.array([1.0, 0.85, 0.65], np.float64)  # rivals do not reach, equal, outdo the bot's markers
BLOCKED = 0.2  # the neutral markers cannot be beaten any more
STEPS = np.array([4, 3, 5])  # actions of a line: to plan, to choose a character, to act
NEVER = -1e9
ALL_KINDS = np.array([(1 << KINDS) - 1])  # in an array, as ``STEPS``, so that one ``best_line`` is compiled

# columns of a line
CELL, PURSE, HOLD, DONE, HUT, FIRST, ORDER = range(7)
WAITING = 512


@rule
def choose(numbers: Any, mask: Any, rng: Any) -> int:
    """The bot's action.

    Args:
        numbers: ``(815,)`` int64, the whole numbers of the observation.
        mask: ``(136,)`` int8.
        rng: a generator; not used, as the bot is deterministic.
    """
    if numbers[PHASE + Phase.ACT] != 0:
        return choose_turn(numbers, mask)
    if numbers[PHASE + Phase.PLAN] != 0:
        return choose_marker(numbers, mask)
    if numbers[PHASE + Phase.CHARACTER] != 0:
        return choose_character(numbers, mask)
    if numbers[PHASE + Phase.PLACE] != 0:
        return choose_place(numbers, mask)
    if numbers[PHASE + Phase.REST] != 0:
        return choose_rest_tile(numbers, mask)
    if numbers[PHASE + Phase.NEUTRAL] != 0:
        return MARK + REST
    return last_legal(mask)


@rule
def last_legal(mask: Any) -> int:
    """The legal action with the highest id: in SELL the end of the sale, or the highest number."""
    for action in range(mask.shape[0] - 1, -1, -1):
        if mask[action] != 0:
            return action
    return -1


# ---------------------------------------------------------------- the board as the bot reads it


@rule
def own_cell(numbers: Any) -> int:
    """Where the bot's boat lies."""
    for cell in range(CELLS):
        if numbers[CELL_BOATS + MAX_PLAYERS * cell] != 0:
            return cell
    return NOWHERE


@rule
def read_islands(numbers: Any) -> Any:
    """``(ISLANDS,)``: the cell of each island, or NOWHERE."""
    where = np.full(ISLANDS, NOWHERE)
    for cell in range(CELLS):
        for island in range(ISLANDS):
            if numbers[CELL_ISLAND + ISLANDS * cell + island] != 0:
                where[island] = cell
    return where


@rule
def read_prices(numbers: Any, cell: int) -> Any:
    """``(CELLS,)``: what it costs to sail to each cell, 0 where nobody can go."""
    prices = np.zeros(CELLS, np.int64)
    border = 1 << cell
    seen = border
    two = numbers[NUM_PLAYERS] != 0
    for price in range(1, SAIL_RANGE + 1):
        near = 0
        for here in range(CELLS):
            if (border >> here) & 1 != 0:
                near |= int(AROUND[here])
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
    for k in range(ROUNDS):
        if numbers[GAME_ROUND + k] != 0:
            return k + 1
    return ROUNDS


@rule
def price_of_fish(numbers: Any) -> int:
    """What a number on a fish tile brings now."""
    for k in range(TOP_PRICE):
        if numbers[PRICE + k] != 0:
            return k + 1
    return 1


@rule
def own_character(numbers: Any) -> int:
    """The bot's character if its power is fresh, else NONE."""
    for character in range(CHARACTERS):
        if numbers[CHARACTER + character] != 0 and numbers[POWER_USED] == 0:
            return character
    return NONE


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
    lines = np.zeros((WAITING, 7), np.int64)
    worth = np.zeros(WAITING)
    where = read_islands(numbers)
    prices = read_prices(numbers, own_cell(numbers))
    bound = mask.any()
    coin = LAST_COIN if round_of(numbers) == ROUNDS else COIN
    fish = 0.0 if round_of(numbers) == ROUNDS else FISH_HELD_WORTH
    start_line(numbers, lines)
    count = 1
    best, first, order = NEVER, -1, 0
    while count > 0:
        count -= 1
        line = lines[count].copy()
        gained = worth[count]
        value = gained + coin * line[PURSE] + fish * line[HOLD]
        if value > best and (line[FIRST] >= 0 or not bound):
            best, first, order = value, int(line[FIRST]), int(line[ORDER])
        if line[ORDER] < 16 ** (steps - 1):
            begun = count
            count = add_sea(numbers, line, kinds & ~line[DONE], character, prices, lines, worth, count)
            count = add_land(numbers, line, kinds & ~line[DONE], character, where, lines, worth, count)
            count = keep_lines(line, gained, mask, bound, factor, lines, worth, begun, count)
    return best, first, order


@rule
def start_line(numbers: Any, lines: Any) -> None:
    """The bot's situation as it is, as the first of the lines."""
    lines[0, CELL] = own_cell(numbers)
    lines[0, PURSE] = numbers[COINS]
    for k in range(VALUES):
        lines[0, HOLD] += (k + 1) * numbers[FISH_HELD + k]
    lines[0, FIRST] = -1


@rule
def keep_lines(
    line: Any, gained: float, mask: Any, bound: bool, factor: Any, lines: Any, worth: Any, begun: int, count: int
) -> int:
    """Of the lines that go on from ``line``, drops those that begin illegally; of the others adds up what they earn."""
    discount = LATER ** steps_of(line[ORDER])
    kept = begun
    for k in range(begun, count):
        if line[FIRST] < 0 and bound and mask[lines[k, FIRST]] == 0:
            continue
        kind = (lines[k, ORDER] & 15) - 1
        lines[kept] = lines[k]
        worth[kept] = gained + worth[k] * discount * factor[kind]
        kept += 1
    return kept


@rule
def steps_of(order: int) -> int:
    """How many kinds a line has performed."""
    steps = 0
    while order > 0:
        order >>= 4
        steps += 1
    return steps


@rule
def add_line(line: Any, kind: int, action: int, gain: float, coins: int, lines: Any, worth: Any, count: int) -> int:
    """Appends the line that goes on with an action; coins change, ten of them turn into points."""
    total = line[PURSE] + coins
    lines[count] = line
    lines[count, PURSE] = total % EXCHANGE_COINS
    lines[count, DONE] = line[DONE] | (1 << kind)
    lines[count, ORDER] = line[ORDER] * 16 + kind + 1
    if line[FIRST] < 0:
        lines[count, FIRST] = action
    worth[count] = gain + EXCHANGE_POINTS * (total // EXCHANGE_COINS)
    return count + 1


@rule
def add_sea(
    numbers: Any, line: Any, kinds: int, character: int, prices: Any, lines: Any, worth: Any, count: int
) -> int:
    """Lines that go on with FISH, EXPLORE, SAIL or REST."""
    cell = line[CELL]
    fish, treasure = int(numbers[CELL_FISH + cell]), int(numbers[CELL_TREASURE + cell])
    if kinds >> FISH & 1 != 0 and fish > 0:
        count = add_line(line, FISH, CATCH, 1.0 * fish if character == FISHER else 0.0, 0, lines, worth, count)
        lines[count - 1, HOLD] += fish
    if kinds >> EXPLORE & 1 != 0 and treasure > 0:
        gain = 1.0 * END_TREASURE_POINTS * treasure
        count = add_line(line, EXPLORE, DIVE, gain, treasure if character == DIVER else 0, lines, worth, count)
    if kinds >> SAIL & 1 != 0:
        for there in range(CELLS):
            price = 0 if character == NAVIGATOR else prices[there]
            if prices[there] > 0 and line[PURSE] >= price:
                count = add_line(line, SAIL, SAIL_TO + there, 0.0, -price, lines, worth, count)
                lines[count - 1, CELL] = there
    if kinds >> REST & 1 != 0:
        gain = LAST_START if numbers[GAME_ROUND + ROUNDS - 1] != 0 else RESTED
        count = add_line(line, REST, TO_REST, gain, 0, lines, worth, count)
    return count


@rule
def add_land(
    numbers: Any, line: Any, kinds: int, character: int, where: Any, lines: Any, worth: Any, count: int
) -> int:
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
            count = add_building(numbers, line, character, island, cell, lines, worth, count)
        if kinds >> BUY & 1 != 0:
            count = add_buying(numbers, line, character, island, cell, lines, worth, count)
        if kinds >> DRAW & 1 != 0 and numbers[CELL_DRAWINGS + cell] < numbers[CELL_DRAWING_SLOTS + cell]:
            gain = 1.0 * (ARTIST_POINTS if character == ARTIST else DRAWING_POINTS)
            count = add_line(line, DRAW, DRAW_ON + island, gain, 0, lines, worth, count)
        room = numbers[CELL_VISITORS + cell] < numbers[CELL_TOURIST_SLOTS + cell]
        if kinds >> TRANSPORT & 1 != 0 and room and numbers[TOURISTS] > 0:
            guide = GUIDE_POINTS * int(numbers[CELL_DRAWINGS + cell]) if character == GUIDE else 0
            gain = 1.0 * (END_TOURIST_POINTS * own + guide)
            income = huts_on(numbers, cell) + built
            count = add_line(line, TRANSPORT, BRING_TO + island, gain, income, lines, worth, count)
    if kinds >> SELL & 1 != 0 and sells and line[HOLD] > 0:
        count = add_line(line, SELL, SELL_ALL, 0.0, line[HOLD] * price_of_fish(numbers), lines, worth, count)
        lines[count - 1, HOLD] = 0
    return count


@rule
def add_building(
    numbers: Any, line: Any, character: int, island: int, cell: int, lines: Any, worth: Any, count: int
) -> int:
    """BUILD: a hut is worth the tourists that are on the island or will come."""
    price = BUILDER_PRICE if character == BUILDER else HUT_PRICE
    if numbers[HUTS_LEFT] > 0 and line[PURSE] >= price and huts_on(numbers, cell) < numbers[CELL_HUT_SLOTS + cell]:
        here = int(numbers[CELL_VISITORS + cell])
        room = int(numbers[CELL_TOURIST_SLOTS + cell]) - here
        guests = here + min(1.0 * room, GUESTS * (ROUNDS - round_of(numbers)) + 0.5)
        count = add_line(line, BUILD, BUILD_ON + island, END_TOURIST_POINTS * guests, -price, lines, worth, count)
        lines[count - 1, HUT] = island + 1
    return count


@rule
def add_buying(
    numbers: Any, line: Any, character: int, island: int, cell: int, lines: Any, worth: Any, count: int
) -> int:
    """BUY: each good that can be paid."""
    for good in range(GOODS):
        if numbers[CELL_GOODS + GOODS * cell + good] > 0 and line[PURSE] >= GOOD_PRICE[good]:
            gain = 1.0 * export_worth(numbers, good) * (2 if character == BUYER else 1)
            action = BUY_ON + GOODS * island + good
            count = add_line(line, BUY, action, gain, -int(GOOD_PRICE[good]), lines, worth, count)
    return count


# ---------------------------------------------------------------- decisions


@rule
def own_kinds(numbers: Any) -> int:
    """The kinds on which the bot has markers, as a set."""
    kinds = 0
    for kind in range(KINDS):
        if numbers[MARKERS_ON + MAX_PLAYERS * kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def rivals_reach(numbers: Any, kind: int, own: int) -> int:
    """0: no rival has as many markers on the kind as ``own``; 1: one has as many and plays earlier; 2: one has more."""
    players = MIN_PLAYERS
    for k in range(MAX_PLAYERS - MIN_PLAYERS + 1):
        if numbers[NUM_PLAYERS + k] != 0:
            players = MIN_PLAYERS + k
    start = 0
    for p in range(players):
        if numbers[START_SEAT + p] != 0:
            start = p
    reach = 0
    for p in range(1, players):
        count = numbers[MARKERS_ON + MAX_PLAYERS * kind + p]
        earlier = start > 0 and p >= start
        if count > own:
            return 2
        if count == own and earlier:
            reach = 1
    return reach


@rule
def markers_needed(numbers: Any, character: int, kind: int) -> int:
    """4.9: the markers that lead against the neutral ones."""
    return int(numbers[NEUTRAL_ON + kind]) + (0 if boosts(character, kind) else 1)


@rule
def contest(numbers: Any, character: int) -> Any:
    """``(KINDS,)``: what each kind counts in view of the others' markers, if the bot adds one where it has none."""
    factor = np.ones(KINDS)
    for kind in range(KINDS):
        own = max(1, int(numbers[MARKERS_ON + MAX_PLAYERS * kind]))
        factor[kind] = CONTESTED[rivals_reach(numbers, kind, own)]
        needed = markers_needed(numbers, character, kind)
        if numbers[NEUTRAL_ON + kind] > 0 and needed > own:
            spare = int(numbers[UNPLACED]) + int(numbers[MARKERS_ON + MAX_PLAYERS * kind]) - needed
            factor[kind] *= CONTESTED[1] if spare >= 0 else BLOCKED
    return factor


@rule
def choose_marker(numbers: Any, mask: Any) -> int:
    """PLAN: the first kind of the best line that has no marker yet, else one that needs another."""
    character = own_character(numbers)
    factor = contest(numbers, character)
    anything = np.zeros(mask.shape[0], np.int8)
    _, _, order = best_line(numbers, anything, ALL_KINDS[0], STEPS[0], character, factor)
    weakest, weakness = -1, 0
    for step in range(STEPS[0] - 1, -1, -1):
        kind = (order >> (4 * step) & 15) - 1
        if kind >= 0 and mask[MARK + kind] != 0:
            own = int(numbers[MARKERS_ON + MAX_PLAYERS * kind])
            if own == 0:
                return MARK + kind
            need = rivals_reach(numbers, kind, own)
            if numbers[NEUTRAL_ON + kind] > 0 and own < markers_needed(numbers, character, kind):
                need = 3
            if need > weakness:
                weakest, weakness = kind, need
    if weakest >= 0:
        return MARK + weakest
    return another_kind(numbers, mask, factor)


@rule
def another_kind(numbers: Any, mask: Any, factor: Any) -> int:
    """PLAN: the best line is safe; one more kind: DRAW, BUY, TRANSPORT, EXPLORE or REST, whatever is free."""
    best, best_kind = -1.0, REST
    for kind in range(KINDS):
        if mask[MARK + kind] != 0:
            value = factor[kind]
            if numbers[MARKERS_ON + MAX_PLAYERS * kind] > 0:
                value -= 0.5
            if kind in (SAIL, SELL, FISH, BUILD):
                value -= 0.3
            if value > best:
                best, best_kind = value, kind
    return MARK + best_kind


@rule
def choose_turn(numbers: Any, mask: Any) -> int:
    """ACT: the first action of the best line of the own stacks; or the stack that is missed least."""
    character = own_character(numbers)
    factor = np.ones(KINDS)
    first_actions = mask.copy()
    first_actions[DROP:] = 0
    kinds = own_kinds(numbers)
    if first_actions.any():
        _, action, _ = best_line(numbers, first_actions, kinds, STEPS[2], character, factor)
        if action >= 0:
            return action
    anything = np.zeros(mask.shape[0], np.int8)
    best, best_action = NEVER, -1
    for kind in range(KINDS):
        if mask[DROP + kind] != 0:
            value, _, _ = best_line(numbers, anything, kinds & ~(1 << kind), STEPS[0], character, factor)
            value -= 0.01 * int(numbers[MARKERS_ON + MAX_PLAYERS * kind])
            if value > best:
                best, best_action = value, DROP + kind
    return best_action if best_action >= 0 else last_legal(mask)


@rule
def choose_character(numbers: Any, mask: Any) -> int:
    """CHARACTER: the one with which the best line is worth most."""
    anything = np.zeros(mask.shape[0], np.int8)
    best, best_action = NEVER, -1
    for character in range(CHARACTERS):
        if mask[TAKE + character] != 0:
            value, _, _ = best_line(numbers, anything, ALL_KINDS[0], STEPS[1], character, np.ones(KINDS))
            if value > best + 1e-9:
                best, best_action = value, TAKE + character
    return best_action


@rule
def choose_place(numbers: Any, mask: Any) -> int:
    """PLACE: treasures, fish and islands close to the own boat and far from the others."""
    best, best_action = NEVER, -1
    prices = read_prices(numbers, own_cell(numbers))
    for slot in range(2):
        for cell in range(CELLS):
            action = PLACE + CELLS * slot + cell
            if mask[action] == 0:
                continue
            near = 0.0
            for there in range(CELLS):
                if AROUND[cell] >> there & 1 != 0:
                    near += 1.0 if numbers[CELL_BOATS + MAX_PLAYERS * there] != 0 else 0.0
                    near += 0.3 if prices[there] == 1 else 0.0
            island = numbers[UPCOMING_KIND + 3 * slot + ISLAND] != 0
            rich = 2 * numbers[UPCOMING_TREASURE + slot] + numbers[UPCOMING_FISH + slot] + (4 if island else 0)
            value = near * (rich - 1.0)
            if value > best:
                best, best_action = value, action
    return best_action


@rule
def choose_rest_tile(numbers: Any, mask: Any) -> int:
    """REST: the start tile in the last round, else coin and point."""
    if numbers[GAME_ROUND + ROUNDS - 1] != 0 and mask[KEEP] != 0:
        return KEEP
    for tile in range(1, REST_TILES):
        if mask[KEEP + tile] != 0:
            return KEEP + tile
    return KEEP
