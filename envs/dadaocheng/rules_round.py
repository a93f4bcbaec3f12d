"""The course of a turn and of the rounds of Dadaocheng: planning to buying, returns, the end (RULES 4.2-4.7)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from .actions import BONUS, DECLINE, SWAP
from .rules_buy import roll_goods, take_back_uses
from .rules_collect import (
    deal_discs,
    empty_store,
    flip_disc,
    is_full,
    only_line,
    resolve_run,
    runs_on_board,
    swap_discs,
)
from .rules_cubes import drop_cube, gain_if_there, supply_size
from .state import NONE, Phase
from .tables import (
    DEN,
    EVENT_1853,
    EVENT_1905,
    EVENT_1908,
    EVENT_1915,
    EVENT_DICE,
    EVENT_GAIN,
    EVENT_RELIEF,
    EVENT_USES,
    HAS_EVENTS,
    LOOP_KEEP,
    LOOP_TRIGGER,
    MARKET,
    PLANNING_ACTIONS,
    ROUNDS,
    SEAT_SIDE,
    SWAPS,
    WORKSHOP,
)

# ---------------------------------------------------------------- rounds


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
def end_turn(s: Any) -> None:
    """4.2: the next seat, the next round, or the end after the last round."""
    if s.turn_owner + 1 < s.num_players:
        s.turn_owner += 1
        start_turn(s)
    elif s.round_index + 1 < ROUNDS[s.num_players]:
        s.round_index += 1
        start_round(s)
    else:
        finish(s)


@rule
def finish(s: Any) -> None:
    """4.2: the game is over; the prestige is always counted up to date."""
    s.over = 1
    s.phase = Phase.OVER


# ---------------------------------------------------------------- PLAN and COLLECT


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


# ---------------------------------------------------------------- BONUS


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


# ---------------------------------------------------------------- PICK and BUY


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


# ---------------------------------------------------------------- cubes given back


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
