"""Whether a record is a position of the game: what the turn has done so far (RULES 8)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from .faults import Fault
from .rules import only_action
from .rules_collect import is_full
from .rules_cubes import supply_size
from .state import NONE, Phase
from .tables import (
    DEN,
    EVENT_1853,
    EVENT_1905,
    EVENT_1908,
    EVENT_DICE,
    EVENT_GAIN,
    EVENT_IS_ACTION,
    EVENT_USES,
    FIRM,
    KINDS,
    LOOP_KEEP,
    LOOP_TRIGGER,
    MANSION,
    MARKET,
    PLANNING_ACTIONS,
    SEAT_SIDE,
    STORE_CAPACITY,
)


@rule
def buying(s: Any) -> bool:
    """4.6: the owner of the turn has come as far as BUY."""
    return s.phase == Phase.BUY or s.phase == Phase.PICK or s.phase == Phase.END_RETURN or s.phase == Phase.OVER


@rule
def dealt_anew(s: Any) -> bool:
    """4.1, 4.4: the discs lie as a deal has left them: at the start of the game, or after a loop in this turn."""
    fresh = s.phase == Phase.PLAN and s.round_index == 0 and s.turn_owner == 0 and s.actions_left == PLANNING_ACTIONS
    return fresh or s.nominal >= LOOP_TRIGGER


# ---------------------------------------------------------------- the phase


@rule
def check_phase(s: Any) -> int:
    """4.2-4.5: how far the turn has come, and whose decision it is."""
    n = int(s.num_players)
    planning = s.phase == Phase.PLAN
    if (s.actions_left > 0) != planning:
        return Fault.ACTIONS_LEFT.value
    if (planning and s.nominal > 0) or (s.phase == Phase.COLLECT and s.nominal >= LOOP_TRIGGER):
        return Fault.NOMINAL.value
    if s.phase == Phase.LOOP_RETURN and s.nominal < LOOP_TRIGGER:
        return Fault.NOMINAL.value
    if s.gained > s.nominal:
        return Fault.GAINED.value
    asking = s.phase == Phase.BONUS or s.phase == Phase.BONUS_RETURN
    asked = int(s.bonus_asked)
    if asked > n or (asking and asked == 0) or (not asking and asked != (n if buying(s) else 0)):
        return Fault.BONUS_ASKED.value
    owner = int(s.turn_owner)
    if s.seat != ((owner + asked - 1) % n if asking else owner) or (s.phase == Phase.BONUS_RETURN and s.seat == owner):
        return Fault.SEAT.value
    if s.phase == Phase.BONUS and not is_full(s, SEAT_SIDE[n, s.seat]):
        return Fault.NOT_FULL.value
    return check_returns(s)


@rule
def check_returns(s: Any) -> int:
    """4.4-4.6: the cubes that still have to go back, and those still to be picked."""
    left, held, limit = int(s.returns_left), int(s.hand_size[s.seat]), int(s.hand_limit)
    fits = left == 0
    if s.phase == Phase.LOOP_RETURN:
        fits = 0 < left <= s.gained - LOOP_KEEP
    elif s.phase == Phase.BONUS_RETURN:
        fits = 0 < left <= STORE_CAPACITY and held - left == limit
    elif s.phase == Phase.END_RETURN:
        fits = left > 0 and (held - left == limit or (s.event == EVENT_1853 and left == 1 and 0 < held <= limit))
    if not fits:
        return Fault.RETURNS_LEFT.value
    picking = s.phase == Phase.PICK
    return Fault.PICKS_LEFT.value if (s.picks_left > 0) != picking or (picking and supply_size(s) == 0) else 0


# ---------------------------------------------------------------- hands


@rule
def check_hands(s: Any) -> int:
    """8, number 5: hands keep to the limit, but for the owner of the turn and for who gives back cubes of a bonus."""
    for p in range(s.num_players):
        most = int(s.hand_limit)
        if p == s.turn_owner and s.phase != Phase.PLAN and s.phase != Phase.OVER:
            most += turn_gain(s, p)
        elif p == s.seat and s.phase == Phase.BONUS_RETURN:
            most += int(s.returns_left)
        if s.hand_size[p] > most:
            return Fault.HANDS.value
    return 0


@rule
def turn_gain(s: Any, p: int) -> int:
    """7.4: the most cubes by which the hand of the turn's owner can have grown so far; 19 at most."""
    if s.phase == Phase.COLLECT:
        return int(s.gained)
    if s.phase == Phase.LOOP_RETURN:
        return LOOP_KEEP + int(s.returns_left)
    gain = min(int(s.gained), LOOP_KEEP) if s.nominal >= LOOP_TRIGGER else int(s.gained)
    if s.phase != Phase.BONUS or s.seat != p:
        gain += STORE_CAPACITY
    if not buying(s):
        return gain
    if s.event != NONE:
        gain += int(EVENT_DICE[s.event]) + (1 if EVENT_GAIN[s.event] != NONE else 0)
        gain += 2 if s.event_done != 0 else 0  # 1851: two cubes for nothing; 1860: three for two
    gain += int(s.temple_used) - int(s.picks_left)  # two dice for a cube, three for two; picks are still to come
    gain += int(s.owned[p, DEN]) - int(s.uses_left[DEN])
    return gain + (int(EVENT_USES[EVENT_1905]) - int(s.conversions_left) if s.event == EVENT_1905 else 0)


# ---------------------------------------------------------------- what may be done once


@rule
def check_turn(s: Any) -> int:
    """8, number 11: cards used, the temple, the event, conversions and purchases of this turn; a choice is left."""
    early = not buying(s)
    for kind in range(KINDS):
        cards = 0 if kind in (MANSION, FIRM) else int(s.owned[s.turn_owner, kind])
        if kind == MARKET and s.event == EVENT_1908:
            cards += int(EVENT_USES[EVENT_1908])
        if s.uses_left[kind] > cards or (early and s.uses_left[kind] < cards):
            return Fault.USES_LEFT.value
    if early and s.temple_used != 0:
        return Fault.TEMPLE_USED.value
    is_action = s.event != NONE and EVENT_IS_ACTION[s.event] != 0
    if s.event_done != 0 and (early or not is_action):
        return Fault.EVENT_DONE.value
    most = int(EVENT_USES[EVENT_1905]) if s.event == EVENT_1905 else 0
    if s.conversions_left > most or (early and s.conversions_left < most):
        return Fault.CONVERSIONS_LEFT.value
    for kind in range(KINDS):
        if s.bought[kind] != 0 and (early or kind == MANSION):
            return Fault.BOUGHT.value
    return Fault.FORCED.value if s.over == 0 and only_action(s) != NONE else 0
