"""How a leg can be paid (RULES 4.5): components, and whether a payment can still be completed.

A component is a travel card (0..9), the event cards Balloon, Submarine, Express (10..12), or the balloon of the action
space (13). They are chosen in ascending order, so that every payment is one path of decisions only.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from .actions import COMPONENT_ACTION
from .tables import (
    BALLOON_ACTION,
    COMPONENT_KIND,
    COMPONENTS,
    CONNECTION,
    EITHER,
    LEG_OPTIONS,
    LEG_SIZE,
    LEG_SLOTS,
    LEGS_PER_TURN,
    SHIP,
    TRAIN,
    TRAVEL_TYPES,
)


@rule
def can_complete(
    leg: int, trains: int, ships: int, either: int, more_trains: int, more_ships: int, more_either: int
) -> bool:
    """4.5: a payment that holds trains, ships and balloons can be completed to exactly one option of the leg.

    Args:
        leg: the leg, by the city where it starts.
        trains, ships, either: components paid so far, by what they count as.
        more_trains, more_ships, more_either: components that can still be added.
    """
    missing = int(LEG_SIZE[leg]) - trains - ships - either
    if missing < 0:
        return False
    for k in range(LEG_OPTIONS[leg]):
        ship_room = int(LEG_SLOTS[leg, k, 0]) - ships
        train_room = int(LEG_SLOTS[leg, k, 1]) - trains
        more = min(ship_room, more_ships) + min(train_room, more_trains) + more_either
        if ship_room >= 0 and train_room >= 0 and more >= missing:
            return True
    return False


@rule
def held(s: Any, p: int, component: int) -> int:
    """4.5: how many of a component p could pay now."""
    if component < TRAVEL_TYPES:
        return int(s.travel_hand[p, component])
    if component < BALLOON_ACTION:
        return int(s.event_hand[p, component - TRAVEL_TYPES])
    return int(s.balloon_ready)


@rule
def paid_of(s: Any, kind: int) -> int:
    """4.5: the components paid so far that count as trains, ships, or either."""
    count = 0
    for component in range(COMPONENTS):
        if COMPONENT_KIND[component] == kind:
            count += int(s.paid[component])
    return count


@rule
def last_paid(s: Any) -> int:
    """4.5: the highest component paid so far, below which nothing may be paid any more; 0 before the first."""
    last = 0
    for component in range(COMPONENTS):
        if s.paid[component] > 0:
            last = component
    return last


@rule
def payment_is_complete(s: Any, leg: int) -> bool:
    """4.5: enough components are paid; that they fit an option was seen to when each was chosen."""
    count = 0
    for component in range(COMPONENTS):
        count += int(s.paid[component])
    return count == LEG_SIZE[leg]


@rule
def payable(s: Any, p: int) -> int:
    """4.5: the components with which p may begin or go on, as a set: held, in order, and the payment can be completed.

    The sweep runs from the last component down, so that what can still be added is known at each.
    """
    leg = int(s.city[p])
    last = last_paid(s)
    trains, ships, either = paid_of(s, TRAIN), paid_of(s, SHIP), paid_of(s, EITHER)
    more_trains, more_ships, more_either = 0, 0, 0
    found = 0
    for component in range(COMPONENTS - 1, last - 1, -1):
        count = held(s, p, component)
        if count == 0:
            continue
        if COMPONENT_KIND[component] == TRAIN:
            more_trains += count
            fits = can_complete(leg, trains + 1, ships, either, more_trains - 1, more_ships, more_either)
        elif COMPONENT_KIND[component] == SHIP:
            more_ships += count
            fits = can_complete(leg, trains, ships + 1, either, more_trains, more_ships - 1, more_either)
        else:
            more_either += count
            fits = can_complete(leg, trains, ships, either + 1, more_trains, more_ships, more_either - 1)
        if fits:
            found |= 1 << component
    return found


@rule
def mark_components(s: Any, p: int, mask: Any) -> None:
    """4.5: marks every component with which p may begin or go on."""
    components = payable(s, p)
    for component in range(COMPONENTS):
        if (components >> component) & 1 != 0:
            mask[COMPONENT_ACTION[component]] = 1


@rule
def can_pay_leg(s: Any, p: int) -> bool:
    """4.5: p, who has not begun to pay, can pay the next leg with components."""
    trains, ships, either = 0, 0, 0
    for component in range(COMPONENTS):
        if COMPONENT_KIND[component] == TRAIN:
            trains += held(s, p, component)
        elif COMPONENT_KIND[component] == SHIP:
            ships += held(s, p, component)
        else:
            either += held(s, p, component)
    return can_complete(int(s.city[p]), 0, 0, 0, trains, ships, either)


@rule
def can_travel(s: Any, p: int) -> bool:
    """4.5, 5.12: p has not travelled in this turn, or only once and holds Connection."""
    if s.legs_done == 0:
        return True
    return s.legs_done < LEGS_PER_TURN and s.event_hand[p, CONNECTION] > 0
