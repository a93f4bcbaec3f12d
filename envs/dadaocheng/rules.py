"""The rules of Dadaocheng as a state machine: setup, legal actions, what an action does (RULES 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import shuffle
from .actions import ACTIONS, BONUS, DECLINE, END, FLIP, LINE, RETURN, TAKE, Reason
from .rules_buy import mark_buy, only_purchase, open_ship, play_buy, reason_buy
from .rules_collect import (
    deal_discs,
    resolve_run,
    run_in,
)
from .rules_cubes import gain_cube, only_colour
from .rules_round import collect, end_buying, plan, return_cube, settle_picks, start_round, take_bonus
from .state import NONE, SHUFFLED, Phase
from .tables import (
    COLOURS,
    EVENT_1851,
    EVENT_1905,
    EVENTS,
    HAND_LIMIT,
    HAS_EVENTS,
    KINDS,
    LEVELS,
    LINES,
    SEAT_SIDE,
    SHIP_CREDITS,
    SHIPS_OF_LEVEL,
    SOLO_REMOVED_CREDITS,
    START_SUPPLY,
    STOCK,
    STORES,
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


# ---------------------------------------------------------------- reasons


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


# ---------------------------------------------------------------- a decision


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
