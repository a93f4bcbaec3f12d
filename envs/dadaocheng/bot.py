"""The scripted bot of Dadaocheng: from the observation's whole numbers and the mask only.

It rebuilds the position from what it sees and searches both planning actions, and every order of the runs, with the
room's own collection. A hand is worth the best shopping list that it pays for (mansions, ships, one other building)
with what is left over; picks, returns, the temple, exchanges and purchases compare hands in the same way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from .actions import (
    BONUS,
    BUY_FIRM,
    BUY_MANSION,
    BUY_MARKET,
    BUY_SHIP,
    CONVERT_FIRM,
    CONVERT_MARKET,
    DECLINE,
    END,
    EVENT,
    EXCHANGE,
    LINE,
    RETURN,
    SWAP,
    TAKE,
    TEMPLE_ANY,
    TEMPLE_WHITE,
    USE_DEN,
    USE_MARKET,
)
from .bot_worth import (
    AIMS,
    BUILDING,
    ENGINE,
    ITEMS,
    MANSION_WORTH,
    MANSIONS,
    MEMORY,
    MOST_LISTS,
    NEVER,
    OTHER_STORE,
    OWN_STORE,
    SHIPS,
    WHITE_LEFT,
    hand_worth,
    list_worth,
    rebuild,
    rounds_left,
    set_aims,
    shopping_lists,
    store_for_firm,
)
from .observation import ACTIONS_LEFT, CURRENT_EVENT, DEN_USES, MARKET_USES, USED
from .rules_collect import flip_disc, is_full, only_line, resolve_run, run_in, runs_on_board, swap_discs
from .state import NONE, STATE, Phase
from .tables import (
    BLACK,
    CELLS,
    COLOURS,
    DICE_FOR_COST,
    DICE_FOR_TWO_CUBES,
    EVENT_1898,
    EVENT_RELIEF,
    EXCHANGES,
    FACES,
    FIRM,
    LEVELS,
    LINE_CELLS,
    LINES,
    LOOP_TRIGGER,
    MANSION,
    MARKET,
    PAIRS,
    PLANNING_ACTIONS,
    PRESTIGE,
    SEAT_SIDE,
    SIDE_SEAT,
    SIDES,
    STORES,
    SWAPS,
    WHITE,
    YELLOW,
)

PLANS = LINE  # planning actions
DEPTH = LOOP_TRIGGER + 2  # records that a search of one collection needs
MOST_GAINED = LOOP_TRIGGER + 1 + 3  # cubes that a hand may gain before it is spent
SLACK = 1e-9

_cells = [{cell} for cell in range(CELLS)] + [set(pair) for pair in SWAPS.tolist()]
TOUCHED = np.array([sum(1 << cell for cell in cells) for cells in _cells], np.int64)  # (PLANS,) cells as bits
TOUCHED_LINES = np.array(  # (PLANS, 4) lines through these cells, padded with -1
    [([line for line in range(LINES) if cells & set(LINE_CELLS[line].tolist())] + [-1] * 4)[:4] for cells in _cells],
    np.int64,
)


@rule
def choose(numbers: Any, mask: Any, rng: Any) -> int:
    """The bot's action.

    Args:
        numbers: ``(485,)`` int64, the whole numbers of the observation.
        mask: ``(280,)`` int8.
        rng: a generator; not used, as the bot is deterministic.
    """
    stack = np.zeros(DEPTH, STATE)
    s = stack[0]
    rebuild(numbers, s)
    planning = s.phase == Phase.PLAN or s.phase == Phase.COLLECT
    costs = np.zeros((MOST_LISTS, COLOURS), np.int64)
    values = np.zeros(MOST_LISTS)
    items = np.zeros((MOST_LISTS, ITEMS), np.int64)
    aims = np.zeros(AIMS)
    set_aims(numbers, s, aims)
    most = int(s.hand_size[s.seat]) + (MOST_GAINED if planning else 3)
    count = shopping_lists(numbers, s, most, costs, values, items)
    keys, memory, scratch = np.zeros(MEMORY, np.int64), np.zeros(MEMORY), np.zeros(COLOURS, np.int64)
    goals = (costs[:count], values[:count], aims, keys, memory, scratch)
    if s.phase == Phase.PLAN:
        return choose_plan(stack, numbers[ACTIONS_LEFT], goals)
    if s.phase == Phase.COLLECT:
        return choose_line(stack, mask, goals)
    if s.phase == Phase.BONUS:
        return choose_bonus(s, mask)
    hand = np.zeros(COLOURS, np.int64)
    for colour in range(COLOURS):
        hand[colour] = s.hand[s.seat, colour]
    if s.phase == Phase.BUY:
        return choose_purchase(numbers, mask, s, hand, items, goals)
    return choose_cube(mask, hand, goals)


# ---------------------------------------------------------------- planning and collecting


@rule
def choose_plan(stack: Any, left: int, goals: Any) -> int:
    """The first action of the best plan: all pairs of actions, or all last actions."""
    up = stack[0].up.copy()
    down = stack[0].down.copy()
    best, choice = NEVER, 0
    nothing = leaf_worth(stack[0], goals)
    for first in range(PLANS):
        act(up, down, first)
        runs = runs_on_board(up)
        if left < PLANNING_ACTIONS:
            value = plan_worth(stack, up, down, runs, nothing, goals)
            if value > best + SLACK:
                best, choice = value, first
        else:
            for second in range(PLANS):
                if second < first and TOUCHED[first] & TOUCHED[second] == 0:
                    continue  # the same as the other way round
                act(up, down, second)
                value = plan_worth(stack, up, down, runs_after(up, runs, second), nothing, goals)
                if value > best + SLACK:
                    best, choice = value, first
                act(up, down, second)
        act(up, down, first)
    return choice


@rule
def act(up: Any, down: Any, action: int) -> None:
    """Plays a planning action on a copy of the discs; played twice it changes nothing."""
    if action < SWAP:
        flip_disc(up, down, action)
    else:
        swap_discs(up, down, SWAPS[action - SWAP, 0], SWAPS[action - SWAP, 1])


@rule
def runs_after(up: Any, runs: int, action: int) -> int:
    """The lines with a run after an action, from those before it."""
    for k in range(TOUCHED_LINES.shape[1]):
        line = TOUCHED_LINES[action, k]
        if line < 0:
            break
        runs &= ~(1 << line)
        if run_in(up, line) != 0:
            runs |= 1 << line
    return runs


@rule
def plan_worth(stack: Any, up: Any, down: Any, runs: int, nothing: float, goals: Any) -> float:
    """What a collection from these discs is worth."""
    if runs == 0:
        return nothing
    stack[1] = stack[0]
    for cell in range(CELLS):
        stack[1].up[cell] = up[cell]
        stack[1].down[cell] = down[cell]
    return collection_worth(stack, goals)


@rule
def collection_worth(stack: Any, goals: Any) -> float:
    """The best end of the collection that begins in ``stack[1]``, over all orders of its runs."""
    waiting = np.zeros(DEPTH, np.int64)  # lines still to be tried at each choice, as bits; -1: not looked at yet
    waiting[1] = -1
    depth, best = 1, NEVER
    while depth > 0:
        s = stack[depth]
        if waiting[depth] < 0:
            waiting[depth] = collect_on(s)
            if waiting[depth] == 0:
                best = max(best, leaf_worth(s, goals))
        if waiting[depth] == 0:
            depth -= 1
            continue
        line = 0
        while waiting[depth] >> line & 1 == 0:
            line += 1
        waiting[depth] ^= 1 << line
        stack[depth + 1] = stack[depth]
        resolve_run(stack[depth + 1], line)
        depth += 1
        waiting[depth] = -1
    return best


@rule
def collect_on(s: Any) -> int:
    """Collects as long as there is no choice; gives the lines to choose from as bits, 0 at the end."""
    while s.nominal < LOOP_TRIGGER:
        runs = runs_on_board(s.up)
        line = only_line(runs)
        if line == NONE:
            return runs
        resolve_run(s, line)
    return 0


@rule
def leaf_worth(s: Any, goals: Any) -> float:
    """What the position after a collection is worth: hand and warehouses, a full warehouse's bonus taken."""
    p = int(s.turn_owner)
    side = SEAT_SIDE[s.num_players, p]
    bonus = fullest_store(s, side) if is_full(s, side) else -1
    hand = goals[5]
    for colour in range(COLOURS):
        hand[colour] = s.hand[p, colour] + (s.store[side, bonus, colour] if bonus >= 0 else 0)
    worth = hand_worth(hand, goals)
    if hand[WHITE] > 0:
        worth += WHITE_LEFT
    for other in range(SIDES):
        if SIDE_SEAT[s.num_players, other] >= 0:
            each = OWN_STORE if other == side else -OTHER_STORE
            for store in range(STORES):
                if other != side or store != bonus:
                    worth += each * s.store_size[other, store]
    return worth


@rule
def fullest_store(s: Any, side: int) -> int:
    """The store with most cubes."""
    best = 0
    for store in range(1, STORES):
        if s.store_size[side, store] > s.store_size[side, best]:
            best = store
    return best


@rule
def choose_line(stack: Any, mask: Any, goals: Any) -> int:
    """The run with which the best collection begins."""
    best, choice = NEVER, NONE
    for line in range(LINES):
        if mask[LINE + line] != 0:
            stack[1] = stack[0]
            resolve_run(stack[1], line)
            value = collection_worth(stack, goals)
            if choice == NONE or value > best + SLACK:
                best, choice = value, LINE + line
    return choice


@rule
def choose_bonus(s: Any, mask: Any) -> int:
    """The store with most cubes that the hand may keep."""
    p = int(s.seat)
    side = SEAT_SIDE[s.num_players, p]
    best, choice = 0, DECLINE
    for store in range(STORES):
        cubes = int(s.store_size[side, store])
        fits = p == s.turn_owner or s.hand_size[p] + cubes <= s.hand_limit
        if mask[BONUS + store] != 0 and fits and cubes > best:
            best, choice = cubes, BONUS + store
    return choice


# ---------------------------------------------------------------- single cubes


@rule
def choose_cube(mask: Any, hand: Any, goals: Any) -> int:
    """The cube to take or to give back after which the hand is worth most."""
    best, choice = NEVER, NONE
    for colour in range(COLOURS):
        for start in (RETURN, TAKE):
            if mask[start + colour] != 0:
                change = 1 if start == TAKE else -1
                hand[colour] += change
                value = hand_worth(hand, goals)
                hand[colour] -= change
                if choice == NONE or value > best + SLACK:
                    best, choice = value, start + colour
    return choice


# ---------------------------------------------------------------- buying


@rule
def choose_purchase(numbers: Any, mask: Any, s: Any, hand: Any, items: Any, goals: Any) -> int:
    """The event and the temple where they help, then step by step what the best shopping list needs."""
    if mask[EVENT] != 0 and event_helps(numbers, hand):
        return EVENT
    choice = choose_conversion(numbers, mask)
    if choice != NONE:
        return choice
    now = hand_worth(hand, goals)
    choice = choose_temple(mask, s, hand, now, goals)
    if choice != NONE:
        return choice
    costs, values, aims = goals[0], goals[1], goals[2]
    best, wanted = NEVER, 0
    for k in range(len(values)):
        value = list_worth(hand, costs[k], values[k], aims)
        if value > best + SLACK:
            best, wanted = value, k
    choice = choose_step(numbers, mask, s, hand, costs[wanted], items[wanted])
    if choice == NONE and s.hand_size[s.seat] > s.hand_limit:
        choice = choose_surplus_exchange(mask, hand, now, goals)
    return END if choice == NONE else choice


@rule
def event_helps(numbers: Any, hand: Any) -> bool:
    """1851 always; 1898 with two uses and a white cube; 1860 with two red cubes."""
    if numbers[CURRENT_EVENT + EVENT_1898] != 0:
        return numbers[USED] >= EVENT_RELIEF[EVENT_1898] and hand[WHITE] > 0
    return True


@rule
def choose_conversion(numbers: Any, mask: Any) -> int:
    """1905: the building whose conversion gains most, or NONE."""
    best, choice = 0.0, NONE
    for action in range(CONVERT_FIRM, END):
        if mask[action] != 0:
            kind = FIRM if action < CONVERT_MARKET else MARKET + action - CONVERT_MARKET
            gain = MANSION_WORTH - PRESTIGE[kind] - ENGINE[kind] * rounds_left(numbers)
            if gain > best:
                best, choice = gain, action
    return choice


@rule
def choose_temple(mask: Any, s: Any, hand: Any, now: float, goals: Any) -> int:
    """The way to visit the temple that is expected to leave the best hand, or NONE if none gains."""
    best, choice = now, NONE
    if mask[TEMPLE_WHITE] != 0 and hand[WHITE] > 0:
        hand[WHITE] -= 1
        value = expected_worth(s, hand, DICE_FOR_COST, goals)
        hand[WHITE] += 1
        if value > best + SLACK:
            best, choice = value, TEMPLE_WHITE
    cheapest, pair = NEVER, NONE
    for k in range(len(PAIRS)):
        if mask[TEMPLE_ANY + k] != 0:
            value = worth_without(hand, PAIRS[k, 0], PAIRS[k, 1], goals)
            if value > cheapest + SLACK:
                cheapest, pair = value, k
    if pair != NONE:
        hand[PAIRS[pair, 0]] -= 1
        hand[PAIRS[pair, 1]] -= 1
        if expected_worth(s, hand, DICE_FOR_TWO_CUBES, goals) > best + SLACK:
            choice = TEMPLE_ANY + pair
        hand[PAIRS[pair, 0]] += 1
        hand[PAIRS[pair, 1]] += 1
    return choice


@rule
def worth_without(hand: Any, a: int, b: int, goals: Any) -> float:
    """What the hand is worth without two of its cubes."""
    hand[a] -= 1
    hand[b] -= 1
    value = hand_worth(hand, goals)
    hand[a] += 1
    hand[b] += 1
    return value


@rule
def expected_worth(s: Any, hand: Any, dice: int, goals: Any) -> float:
    """The mean worth of a hand after two or three dice; a face of choice counts as yellow, which mansions need most."""
    total = 0.0
    count = 0
    thirds = len(FACES) if dice == DICE_FOR_TWO_CUBES else 1
    for first in range(len(FACES)):
        gain_face(s, hand, first, 1)
        for second in range(len(FACES)):
            gain_face(s, hand, second, 1)
            for third in range(thirds):
                if thirds > 1:
                    gain_face(s, hand, third, 1)
                total += hand_worth(hand, goals)
                count += 1
                if thirds > 1:
                    gain_face(s, hand, third, -1)
            gain_face(s, hand, second, -1)
        gain_face(s, hand, first, -1)
    return total / count


@rule
def gain_face(s: Any, hand: Any, face: int, change: int) -> None:
    """Puts the cube of a die's face into the hand, or takes it out again."""
    colour = YELLOW if FACES[face] == NONE else FACES[face]
    if s.supply[colour] > 0:
        hand[colour] += change


@rule
def choose_step(numbers: Any, mask: Any, s: Any, hand: Any, cost: Any, wanted: Any) -> int:
    """The next action towards a list: exchanges for what is missing, then its purchases; NONE when nothing is left."""
    missing = 0
    needed, plenty, other = NONE, NONE, NONE  # the colour most missing; the two with most to spare
    for colour in range(BLACK):
        spare = hand[colour] - cost[colour]
        if spare < 0:
            missing -= spare
            if needed == NONE or spare < hand[needed] - cost[needed]:
                needed = colour
        elif spare > 0:
            if plenty == NONE or spare > hand[plenty] - cost[plenty]:
                plenty, other = colour, plenty
            elif other == NONE or spare > hand[other] - cost[other]:
                other = colour
    if missing > 0 and numbers[MARKET_USES] > 0 and plenty != NONE:
        trade = trade_action(plenty, needed)
        if mask[trade] != 0:
            return trade
    if missing > 0 and numbers[DEN_USES] > 0 and hand[BLACK] > 0:
        den = USE_DEN + pair_index(needed, needed if hand[needed] + 1 < cost[needed] else YELLOW)
        if mask[den] != 0:
            return den
    if missing > hand[BLACK] and plenty != NONE:
        if hand[plenty] - cost[plenty] >= 2:
            other = plenty
        if other != NONE:
            exchange = exchange_action(plenty, other, needed)
            if mask[exchange] != 0:
                return exchange
    return choose_item(mask, s, wanted)


@rule
def choose_item(mask: Any, s: Any, wanted: Any) -> int:
    """A purchase of the list that is legal now: ships from the lowest level on, the building, mansions."""
    for level in range(LEVELS):
        if wanted[SHIPS] >> level & 1 and mask[BUY_SHIP + level] != 0:
            return BUY_SHIP + level
    if wanted[BUILDING] != MANSION:
        store = store_for_firm(s)
        action = BUY_FIRM + store if wanted[BUILDING] == FIRM else BUY_MARKET + wanted[BUILDING] - MARKET
        if mask[action] != 0:
            return action
    if wanted[MANSIONS] > 0 and mask[BUY_MANSION] != 0:
        return BUY_MANSION
    return NONE


@rule
def trade_action(given: int, got: int) -> int:
    """7.1: the market's exchange of one colour for another."""
    return USE_MARKET + (COLOURS - 1) * given + (got if got < given else got - 1)


@rule
def pair_index(a: int, b: int) -> int:
    """7.1: the index of a pair of cubes."""
    low, high = min(a, b), max(a, b)
    return low * COLOURS - low * (low - 1) // 2 + high - low


@rule
def exchange_action(a: int, b: int, got: int) -> int:
    """7.1: the exchange of two cubes for a third colour."""
    low, high = min(a, b), max(a, b)
    for k in range(len(EXCHANGES)):
        if EXCHANGES[k, 0] == low and EXCHANGES[k, 1] == high and EXCHANGES[k, 2] == got:
            return EXCHANGE + k
    return END


@rule
def choose_surplus_exchange(mask: Any, hand: Any, now: float, goals: Any) -> int:
    """An exchange of cubes that could not be kept, if the hand is worth no less after it, or NONE."""
    best, choice = now, NONE
    for k in range(len(EXCHANGES)):
        if mask[EXCHANGE + k] != 0:
            hand[EXCHANGES[k, 2]] += 1
            value = worth_without(hand, EXCHANGES[k, 0], EXCHANGES[k, 1], goals)
            hand[EXCHANGES[k, 2]] -= 1
            if value >= best:
                best, choice = value, EXCHANGE + k
    return choice
