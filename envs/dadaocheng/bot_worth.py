"""What the scripted bot knows and wants: the position rebuilt from the observation, shopping lists, worth of a hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.reading import one_of
from .observation import (
    ALL_ROUNDS,
    BOUGHT,
    BUILDINGS,
    BUILDINGS_LEFT,
    CREDITS,
    CURRENT_EVENT,
    DEN_USES,
    DISC_DOWN,
    DISC_UP,
    FIRM_MARKER,
    GAINED,
    HAND,
    LIMIT,
    MARKET_USES,
    NOMINAL,
    PHASE,
    PLAYER_COUNT,
    PLAYER_SIZE,
    ROUND_INDEX,
    SHIP,
    SHIP_ASKS,
    SHIP_GIVES,
    SHIP_PRICE,
    SHIP_SIZE,
    SHIP_WORTH,
    SIDE_OWNER,
    STORE,
    SUPPLY,
    TURN_OWNER,
    USED,
    WORKSHOP_USES,
)
from .scoring import mansion_points
from .state import Phase
from .tables import (
    BLACK,
    CELLS,
    COLOURS,
    COST,
    CREDITS_PER_POINT,
    DEN,
    EVENT_1884,
    EVENT_1895,
    FIRM,
    GREEN,
    HAND_CUBES_PER_POINT,
    KINDS,
    LEVELS,
    MANSION,
    MARKET,
    MAX_PLAYERS,
    PRESTIGE,
    SEAT_SIDE,
    SIDES,
    STORES,
    WORKSHOP,
    YELLOW,
)

MANSION_WORTH = 6.5  # of a mansion while its set can still be completed: 39 points for six
CREDIT_WORTH = 0.3  # of a credit, beyond its part of a point, in the first round; less and less later
ENGINE = np.array([0.0, 0.1, 0.4, 0.5, 0.2])  # (KINDS,) what a building saves in each round to come
KEPT = np.array([0.9, 1.2, 0.9, 0.9, 0.9])  # (COLOURS,) worth of a cube kept for a later turn
JOKER = 1.0  # cost of a use of opium
OWN_STORE = 0.3  # worth of a cube in the own warehouse
OTHER_STORE = 0.1  # of one in another's
WHITE_LEFT = 0.4  # of a white cube in hand while the temple is open
NEVER = -1000.0
SLACK = 1e-9  # by less than this nothing is better

MOST_MANSIONS = 4  # on a shopping list
MOST_LISTS = (MOST_MANSIONS + 1) * (1 << LEVELS) * KINDS
MANSIONS, SHIPS, BUILDING, ITEMS = range(4)  # columns of a list: how many, bits by level, kind (MANSION: none)
MEMORY = 2048  # hands whose worth is remembered
#: Entries of the aims, which say what cubes are worth besides the lists; cubes kept by colour follow.
KEEP_LIMIT, TRADES_LEFT, DENS_LEFT, LAST_ROUND, KEPT_WORTH = range(5)
AIMS = KEPT_WORTH + COLOURS

# ---------------------------------------------------------------- the position


@rule
def rebuild(numbers: Any, s: Any) -> None:
    """Writes what the collection needs into a blank record, with the true seat numbers."""
    n = one_of(numbers, PLAYER_COUNT, MAX_PLAYERS) + 1
    me = own_seat(numbers, n)
    s.num_players = n
    s.seat = me
    s.turn_owner = (me + one_of(numbers, TURN_OWNER, MAX_PLAYERS)) % n
    s.phase = one_of(numbers, PHASE, Phase.OVER.value + 1)
    s.hand_limit = numbers[LIMIT]
    s.nominal = numbers[NOMINAL]
    s.gained = numbers[GAINED]
    for cell in range(CELLS):
        s.up[cell] = one_of(numbers, DISC_UP + COLOURS * cell, COLOURS)
        s.down[cell] = one_of(numbers, DISC_DOWN + COLOURS * cell, COLOURS)
    for colour in range(COLOURS):
        s.supply[colour] = numbers[SUPPLY + colour]
        for k in range(n):
            cubes = numbers[HAND + PLAYER_SIZE * k + colour]
            s.hand[(me + k) % n, colour] = cubes
            s.hand_size[(me + k) % n] += cubes
    for side in range(SIDES):
        for store in range(STORES):
            place = STORES * side + store
            s.firm[side, store] = numbers[FIRM_MARKER + place]
            for colour in range(COLOURS):
                cubes = numbers[STORE + COLOURS * place + colour]
                s.store[side, store, colour] = cubes
                s.store_size[side, store] += cubes


@rule
def own_seat(numbers: Any, n: int) -> int:
    """The observer's seat: its warehouse tells."""
    for seat in range(n):
        if numbers[SIDE_OWNER + MAX_PLAYERS * SEAT_SIDE[n, seat]] != 0:
            return seat
    return 0


@rule
def rounds_left(numbers: Any) -> int:
    """Rounds after this one."""
    return numbers[ALL_ROUNDS] - numbers[ROUND_INDEX] - 1


# ---------------------------------------------------------------- shopping lists


@rule
def shopping_lists(numbers: Any, s: Any, most: int, costs: Any, values: Any, items: Any) -> int:
    """Lists of what could be bought at once with at most so many cubes, the empty list first; gives their number.

    Args:
        numbers: the observation.
        s: the rebuilt position.
        most: cubes that the hand may hold.
        costs: ``(MOST_LISTS, COLOURS)`` int64, cubes by colour.
        values: ``(MOST_LISTS,)`` float64, prestige and future use.
        items: ``(MOST_LISTS, ITEMS)`` int64.
    """
    count = 0
    for ships in range(1 << LEVELS):
        if not ships_allowed(numbers, ships):
            continue
        for kind in range(KINDS):
            if kind != MANSION and not building_allowed(numbers, s, kind):
                continue
            for mansions in range(min(MOST_MANSIONS, numbers[BUILDINGS_LEFT + MANSION]) + 1):
                fill_cost(numbers, ships, kind, mansions, costs[count])
                total = 0
                for colour in range(COLOURS):
                    total += costs[count, colour]
                if total > most:
                    break
                values[count] = list_value(numbers, ships, kind, mansions)
                items[count, MANSIONS] = mansions
                items[count, SHIPS] = ships
                items[count, BUILDING] = kind
                count += 1
    return count


@rule
def ships_allowed(numbers: Any, ships: int) -> bool:
    """These ships lie open, and the credits, with those of the lower ones among them, suffice."""
    credits = numbers[CREDITS]
    for level in range(LEVELS):
        if ships >> level & 1:
            offset = SHIP_SIZE * level
            if numbers[SHIP + offset] == 0 or credits < numbers[SHIP_ASKS + offset]:
                return False
            if level == LEVELS - 1 and numbers[CURRENT_EVENT + EVENT_1895] != 0:
                return False
            credits += numbers[SHIP_GIVES + offset]
    return True


@rule
def building_allowed(numbers: Any, s: Any, kind: int) -> bool:
    """One more building of this kind can be bought; a firm needs an empty store."""
    if numbers[BUILDINGS_LEFT + kind] == 0 or numbers[BOUGHT + kind - FIRM] != 0:
        return False
    return kind != FIRM or store_for_firm(s) >= 0


@rule
def store_for_firm(s: Any) -> int:
    """An own empty store that is no firm, or -1."""
    side = SEAT_SIDE[s.num_players, s.seat]
    for store in range(STORES):
        if s.firm[side, store] == 0 and s.store_size[side, store] == 0:
            return store
    return -1


@rule
def fill_cost(numbers: Any, ships: int, kind: int, mansions: int, cost: Any) -> None:
    """The cubes of a list, unused workshops and the event of 1884 taken into account."""
    workshops = numbers[WORKSHOP_USES] + (1 if kind == WORKSHOP else 0)
    for colour in range(COLOURS):
        cost[colour] = mansions * COST[MANSION, colour] + (COST[kind, colour] if kind != MANSION else 0)
    if numbers[CURRENT_EVENT + EVENT_1884] != 0:
        cost[YELLOW] -= mansions
    for level in range(LEVELS):
        if ships >> level & 1:
            price = SHIP_PRICE + SHIP_SIZE * level
            for colour in range(BLACK):
                cost[colour] += numbers[price + colour]
            if workshops > 0 and numbers[price + GREEN] > 0:
                workshops -= 1
                cost[GREEN] -= 1


@rule
def list_value(numbers: Any, ships: int, kind: int, mansions: int) -> float:
    """Prestige of a list, and what it brings later."""
    left = rounds_left(numbers)
    if left > 0:
        value = MANSION_WORTH * mansions
    else:
        owned = numbers[BUILDINGS + MANSION]
        value = float(mansion_points(owned + mansions) - mansion_points(owned))
    for level in range(LEVELS):
        if ships >> level & 1:
            offset = SHIP_SIZE * level
            later = CREDIT_WORTH * left / numbers[ALL_ROUNDS]
            value += numbers[SHIP_WORTH + offset] + numbers[SHIP_GIVES + offset] * (1.0 / CREDITS_PER_POINT + later)
    if kind != MANSION:
        value += PRESTIGE[kind] + ENGINE[kind] * left
    if kind == DEN:
        value -= den_penalty(numbers)
    return value


@rule
def den_penalty(numbers: Any) -> float:
    """What a den is expected to cost at the end: everybody's uses of opium so far, carried on."""
    used = 0
    for k in range(MAX_PLAYERS):
        used += numbers[USED + PLAYER_SIZE * k]
    n = one_of(numbers, PLAYER_COUNT, MAX_PLAYERS) + 1
    return used / n * numbers[ALL_ROUNDS] / (numbers[ROUND_INDEX] + 1)


# ---------------------------------------------------------------- worth of a hand


@rule
def set_aims(numbers: Any, s: Any, aims: Any) -> None:
    """What cubes are worth besides the lists; off turn the cards of the next turn count."""
    mine = s.turn_owner == s.seat
    aims[KEEP_LIMIT] = s.hand_limit
    aims[TRADES_LEFT] = numbers[MARKET_USES] if mine else numbers[BUILDINGS + MARKET]
    aims[DENS_LEFT] = numbers[DEN_USES] if mine else numbers[BUILDINGS + DEN]
    aims[LAST_ROUND] = 1.0 if rounds_left(numbers) == 0 else 0.0
    for colour in range(COLOURS):
        aims[KEPT_WORTH + colour] = KEPT[colour]


@rule
def hand_worth(hand: Any, goals: Any) -> float:
    """The best list that a hand pays for, with what is left over; remembered by hand."""
    costs, values, aims, keys, memory, _ = goals
    key = 1
    for colour in range(COLOURS):
        key = key << 5 | hand[colour]
    slot = (key * 0x9E3779B1 >> 15) % MEMORY
    if keys[slot] != key:
        best = NEVER
        for k in range(len(values)):
            best = max(best, list_worth(hand, costs[k], values[k], aims))
        keys[slot] = key
        memory[slot] = best
    return memory[slot]


@rule
def list_worth(hand: Any, cost: Any, value: float, aims: Any) -> float:
    """A list's value less the jokers that it takes, with the cubes left over; NEVER if the hand cannot pay.

    Missing cubes come from markets, dens, jokers and exchanges of two for one, in this order.
    """
    missing, surplus, kept = 0, 0, 0.0
    for colour in range(BLACK):
        more = hand[colour] - cost[colour]
        if more < 0:
            missing -= more
        else:
            surplus += more
            kept += more * aims[KEPT_WORTH + colour]
    black = hand[BLACK]
    kept += black * aims[KEPT_WORTH + BLACK]
    total = surplus + black
    traded = min(missing, surplus, int(aims[TRADES_LEFT]))
    missing -= traded
    surplus -= traded
    for _ in range(min(int(aims[DENS_LEFT]), black)):
        if missing > 0:
            black -= 1
            surplus += max(0, 2 - missing)
            missing = max(0, missing - 2)
    jokers = min(missing, black)
    exchanged = missing - jokers
    left = surplus + black - jokers - 2 * exchanged
    if left < 0:
        return NEVER
    worth = value - JOKER * jokers
    if left > 0:
        if aims[LAST_ROUND] > 0:
            worth += left // HAND_CUBES_PER_POINT + 0.05 * left
        else:
            worth += kept / max(total, 1) * min(float(left), aims[KEEP_LIMIT])
    return worth
