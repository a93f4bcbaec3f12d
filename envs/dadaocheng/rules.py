"""The rules of Dadaocheng as a state machine: setup, legal actions, what an action does (RULES 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import shuffle
from .actions import ACTIONS, BONUS, DECLINE, END, FLIP, LINE, RETURN, SWAP, TAKE, Reason
from .rules_buy import mark_buy, only_purchase, open_ship, play_buy, reason_buy, roll_goods, take_back_uses
from .rules_collect import (
    deal_discs,
    empty_store,
    flip_disc,
    is_full,
    only_line,
    resolve_run,
    run_in,
    runs_on_board,
    swap_discs,
)
from .rules_cubes import drop_cube, gain_cube, gain_if_there, only_colour, supply_size
from .state import NONE, SHUFFLED, Phase
from .tables import (
    COLOURS,
    DEN,
    EVENT_1851,
    EVENT_1853,
    EVENT_1905,
    EVENT_1908,
    EVENT_1915,
    EVENT_DICE,
    EVENT_GAIN,
    EVENT_RELIEF,
    EVENT_USES,
    EVENTS,
    HAND_LIMIT,
    HAS_EVENTS,
    KINDS,
    LEVELS,
    LINES,
    LOOP_KEEP,
    LOOP_TRIGGER,
    MARKET,
    PLANNING_ACTIONS,
    ROUNDS,
    SEAT_SIDE,
    SHIP_CREDITS,
    SHIPS_OF_LEVEL,
    SOLO_REMOVED_CREDITS,
    START_SUPPLY,
    STOCK,
    STORES,
    SWAPS,
    WORKSHOP,
)

NUM_ACTIONS = ACTIONS.size

# ---------------------------------------------------------------- setup


@rule
def setup(s: Any, options: Any) -> None:
    """4.1: discs are dealt, ships and events shuffled, the supply and the buildings laid out; seat 0 starts."""
    s.event_order = options[0]
    s.disc_set = options[1]
    s.hand_limit = options[2] if s.num_players == 1 else HAND_LIMIT
    s.den_counts = options[3]
    deal_discs(s)
    for colour in range(COLOURS):
        s.supply[colour] = START_SUPPLY[colour]
    for kind in range(KINDS):
        s.stock[kind] = STOCK[s.num_players, kind]
    for level in range(LEVELS):
        shuffle_ships(s, level)
        open_ship(s, level)
    lay_events(s)
    s.round_index = 0
    start_round(s)


@rule
def shuffle_ships(s: Any, level: int) -> None:
    """4.1: shuffles a level; in solo games level-1 ships that give two credits stay out, and six ships are used."""
    s.ship_order[level] = NONE
    count = 0
    for k in range(SHIPS_OF_LEVEL):
        ship = level * SHIPS_OF_LEVEL + k
        if s.num_players > 1 or level > 0 or SHIP_CREDITS[ship] != SOLO_REMOVED_CREDITS:
            s.ship_order[level, count] = ship
            count += 1
    s.ship_count[level] = count
    shuffle(s.rng, s.ship_order[level][:count])


@rule
def lay_events(s: Any) -> None:
    """4.1: the event of 1851 first, the others shuffled or by their years; none in solo games."""
    s.event = NONE
    for k in range(EVENTS):
        s.events[k] = k if HAS_EVENTS[s.num_players] != 0 else NONE
    if HAS_EVENTS[s.num_players] != 0 and s.event_order == SHUFFLED:
        shuffle(s.rng, s.events[EVENT_1851 + 1 :])


# ---------------------------------------------------------------- legal actions


@rule
def legal(s: Any, mask: Any) -> None:
    """4: writes 1 for each legal action of the acting seat into ``mask``, ``(280,)`` int8, all zero before."""
    p = int(s.seat)
    if s.phase == Phase.PLAN:
        mask[FLIP:LINE] = 1
    elif s.phase == Phase.COLLECT:
        for line in range(LINES):
            if run_in(s.up, line) != 0:
                mask[LINE + line] = 1
    elif s.phase == Phase.BONUS:
        side = SEAT_SIDE[s.num_players, p]
        for store in range(STORES):
            if s.firm[side, store] == 0:
                mask[BONUS + store] = 1
        mask[DECLINE] = 1
    elif s.phase == Phase.PICK:
        for colour in range(COLOURS):
            if s.supply[colour] > 0:
                mask[TAKE + colour] = 1
    elif s.phase == Phase.BUY:
        mark_buy(s, p, mask)
    else:
        for colour in range(COLOURS):
            if s.hand[p, colour] > 0:
                mask[RETURN + colour] = 1


@rule
def reason(s: Any, action: int) -> int:
    """4: why an action of the current phase is illegal, a ``Reason``; LEGAL exactly where the mask is 1."""
    p = int(s.seat)
    if action < LINE:
        return Reason.LEGAL.value
    if action < RETURN:
        return Reason.LEGAL.value if run_in(s.up, action - LINE) != 0 else Reason.NO_RUN.value
    if action < TAKE:
        return Reason.LEGAL.value if s.hand[p, action - RETURN] > 0 else Reason.NOT_IN_HAND.value
    if action < BONUS:
        return Reason.LEGAL.value if s.supply[action - TAKE] > 0 else Reason.NOT_IN_SUPPLY.value
    if action < DECLINE:
        firm = s.firm[SEAT_SIDE[s.num_players, p], action - BONUS]
        return Reason.LEGAL.value if firm == 0 else Reason.FIRM_STANDS.value
    return Reason.LEGAL.value if action == DECLINE else reason_buy(s, p, action)


# ---------------------------------------------------------------- play


@rule
def apply(s: Any, action: int) -> None:
    """4: plays a legal action and all that follows from it without a choice."""
    play(s, action)
    while s.over == 0:
        only = only_action(s)
        if only == NONE:
            return
        play(s, only)


@rule
def only_action(s: Any) -> int:
    """4.0: the acting seat's only legal action, or NONE if it has a choice."""
    p = int(s.seat)
    if s.phase == Phase.PICK:
        colour = only_colour(s.supply)
        return NONE if colour == NONE else TAKE + colour
    if s.phase == Phase.LOOP_RETURN or s.phase == Phase.BONUS_RETURN or s.phase == Phase.END_RETURN:
        colour = only_colour(s.hand[p])
        return NONE if colour == NONE else RETURN + colour
    if s.phase != Phase.BUY:
        return NONE  # two planning actions out of 136, several runs, a bonus or none
    if s.hand_size[p] == 0 and s.event != EVENT_1851 and s.event != EVENT_1905:
        return END  # everything else costs a cube
    return only_purchase(s, p, np.zeros(NUM_ACTIONS, np.int8))


@rule
def play(s: Any, action: int) -> None:
    """4: plays one action."""
    p = int(s.seat)
    if s.phase == Phase.PLAN:
        plan(s, action)
    elif s.phase == Phase.COLLECT:
        resolve_run(s, action - LINE)
        collect(s)
    elif s.phase == Phase.BONUS:
        take_bonus(s, p, action)
    elif s.phase == Phase.PICK:
        gain_cube(s, p, action - TAKE)
        s.picks_left -= 1
        settle_picks(s)
    elif s.phase == Phase.BUY:
        if action == END:
            end_buying(s, p)
        else:
            play_buy(s, p, action)
    else:
        return_cube(s, p, action - RETURN)


# ---------------------------------------------------------------- a turn


@rule
def start_round(s: Any) -> None:
    """4.2: the round's event opens, and seat 0 begins."""
    if HAS_EVENTS[s.num_players] != 0:
        s.event = s.events[s.round_index]
        s.event_opened[s.event] = 1
    s.turn_owner = 0
    start_turn(s)


@rule
def start_turn(s: Any) -> None:
    """4.3: the turn owner begins to plan; what it may do once in a turn is open again."""
    p = int(s.turn_owner)
    s.seat = p
    s.phase = Phase.PLAN
    s.actions_left = PLANNING_ACTIONS
    s.nominal = 0
    s.gained = 0
    s.bonus_asked = 0
    s.returns_left = 0
    s.picks_left = 0
    s.uses_left[MARKET] = s.owned[p, MARKET] + (EVENT_USES[EVENT_1908] if s.event == EVENT_1908 else 0)
    s.uses_left[WORKSHOP] = s.owned[p, WORKSHOP]
    s.uses_left[DEN] = s.owned[p, DEN]
    s.temple_used = 0
    s.event_done = 0
    s.conversions_left = EVENT_USES[EVENT_1905] if s.event == EVENT_1905 else 0
    s.bought[:] = 0


@rule
def plan(s: Any, action: int) -> None:
    """4.3: flips a disc or swaps two; after the second action the collection begins."""
    if action < SWAP:
        flip_disc(s.up, s.down, action)
    else:
        swap_discs(s.up, s.down, SWAPS[action - SWAP, 0], SWAPS[action - SWAP, 1])
    s.actions_left -= 1
    if s.actions_left == 0:
        collect(s)


@rule
def collect(s: Any) -> None:
    """4.4: collects runs until none is left, several ask for a choice, or a loop ends the collection."""
    s.phase = Phase.COLLECT
    while s.nominal < LOOP_TRIGGER:
        runs = runs_on_board(s.up)
        if runs == 0:
            start_bonus(s)
            return
        line = only_line(runs)
        if line == NONE:
            return
        resolve_run(s, line)
    deal_discs(s)
    s.returns_left = s.gained - LOOP_KEEP
    if s.returns_left > 0:
        s.phase = Phase.LOOP_RETURN
    else:
        s.returns_left = 0
        start_bonus(s)


@rule
def start_bonus(s: Any) -> None:
    """4.5: from the turn owner on, everybody looks at the own warehouse."""
    s.bonus_asked = 0
    next_bonus(s)


@rule
def next_bonus(s: Any) -> None:
    """4.5: the next owner of a full warehouse may empty a store; after all of them the turn owner buys."""
    n = int(s.num_players)
    while s.bonus_asked < n:
        p = (int(s.turn_owner) + int(s.bonus_asked)) % n
        s.bonus_asked += 1
        if is_full(s, SEAT_SIDE[n, p]):
            s.seat = p
            s.phase = Phase.BONUS
            return
    s.seat = s.turn_owner
    start_buying(s)


@rule
def take_bonus(s: Any, p: int, action: int) -> None:
    """4.5: p empties a store or declines; off turn, cubes above the hand limit go back at once."""
    if action != DECLINE:
        empty_store(s, p, SEAT_SIDE[s.num_players, p], action - BONUS)
    if p != s.turn_owner and s.hand_size[p] > s.hand_limit:
        s.returns_left = s.hand_size[p] - s.hand_limit
        s.phase = Phase.BONUS_RETURN
    else:
        next_bonus(s)


@rule
def start_buying(s: Any) -> None:
    """4.6, 4.7: the automatic part of the event, then the turn owner buys and acts."""
    p = int(s.turn_owner)
    s.phase = Phase.BUY
    if s.event != NONE:
        if EVENT_GAIN[s.event] != NONE:
            gain_if_there(s, p, EVENT_GAIN[s.event])
        if EVENT_DICE[s.event] > 0:
            roll_goods(s, p, EVENT_DICE[s.event])


@rule
def settle_picks(s: Any) -> None:
    """4.6: when no pick is left, or the supply is empty, the turn owner buys on."""
    if s.picks_left == 0 or supply_size(s) == 0:
        s.picks_left = 0
        s.phase = Phase.BUY


@rule
def end_buying(s: Any, p: int) -> None:
    """4.6, 4.7: 1915 takes uses of opium back; then cubes above the hand limit, in 1853 at least one, go back."""
    if s.event == EVENT_1915:
        take_back_uses(s, p, EVENT_RELIEF[EVENT_1915])
    held = int(s.hand_size[p])
    least = 1 if s.event == EVENT_1853 and held > 0 else 0
    s.returns_left = max(held - int(s.hand_limit), least)
    if s.returns_left > 0:
        s.phase = Phase.END_RETURN
    else:
        end_turn(s)


@rule
def return_cube(s: Any, p: int, colour: int) -> None:
    """4.4-4.6: p gives a cube back; after the last one the turn goes on."""
    drop_cube(s, p, colour)
    s.returns_left -= 1
    if s.returns_left > 0:
        return
    if s.phase == Phase.LOOP_RETURN:
        start_bonus(s)
    elif s.phase == Phase.BONUS_RETURN:
        next_bonus(s)
    else:
        end_turn(s)


@rule
def end_turn(s: Any) -> None:
    """4.2: the next seat, the next round, or the end after the last round."""
    if s.turn_owner + 1 < s.num_players:
        s.turn_owner += 1
        start_turn(s)
    elif s.round_index + 1 < ROUNDS[s.num_players]:
        s.round_index += 1
        start_round(s)
    else:
        s.over = 1
        s.phase = Phase.OVER
