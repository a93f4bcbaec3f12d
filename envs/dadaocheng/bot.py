"""The scripted bot of Dadaocheng: from the observation's whole numbers and the mask only.

It rebuilds the position from what it sees and searches both planning actions, and every order of the runs, with the
room's own collection. A hand is worth the best shopping list that it pays for (mansions, ships, one other building)
with what is left over; picks, returns, the temple, exchanges and purchases compare hands in the same way.
``bot_worth.py`` values hands, ``bot_buy.py`` buys; section 9 of ``RULES.md`` describes the bot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from .actions import BONUS, DECLINE, LINE, RETURN, SWAP, TAKE
from .bot_buy import choose_purchase
from .bot_worth import (
    AIMS,
    ITEMS,
    MEMORY,
    MOST_LISTS,
    NEVER,
    OTHER_STORE,
    OWN_STORE,
    SLACK,
    WHITE_LEFT,
    hand_worth,
    rebuild,
    set_aims,
    shopping_lists,
)
from .observation import ACTIONS_LEFT
from .rules_collect import flip_disc, is_full, only_line, resolve_run, run_in, runs_on_board, swap_discs
from .state import NONE, RECORD, Phase
from .tables import (
    CELLS,
    COLOURS,
    LINE_CELLS,
    LINES,
    LOOP_TRIGGER,
    PLANNING_ACTIONS,
    SEAT_SIDE,
    SIDE_SEAT,
    SIDES,
    STORES,
    SWAPS,
    WHITE,
)

PLANS = LINE  # planning actions
DEPTH = LOOP_TRIGGER + 2  # records that a search of one collection needs
MOST_GAINED = LOOP_TRIGGER + 1 + 3  # cubes that a hand may gain before it is spent

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
    return choose_on(np.zeros(DEPTH, RECORD), numbers, mask)


@rule
def choose_on(stack: Any, numbers: Any, mask: Any) -> int:
    """The bot's action, with room for positions that the caller keeps: a record does not keep its array alive."""
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
