"""The scripted bot of Around the World in 80 Days: values hands by the days of the next legs.

It reads the observation's whole numbers and the mask only. It takes the card that makes the next three legs cheapest,
travels when the cheapest payment is good enough for the leg - the further it lies behind its plan of rounds, the more
it pays - and otherwise waits for a better one. Section 9 of ``RULES.md`` describes the bot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.reading import one_of
from .actions import (
    BUY_TRAVEL,
    CASH_ELEPHANT,
    COMPONENT_ACTION,
    DETECTIVE_TO,
    DISCARD_EVENT,
    DISCARD_TRAVEL,
    DRAW_DECK,
    PASS,
    PLAIN_FROM,
    REROLL,
    TAKE,
    TAKE_PLAIN,
    USE,
    WALK,
)
from .observation import (
    ACTED,
    BALLOON_READY,
    CITY,
    COINS,
    DETECTIVE_CITY,
    DIE,
    DISPLAY,
    EVENT_COUNT,
    EVENT_DISCARD_TOP,
    EXISTS,
    OWN_EVENTS,
    OWN_TRAVEL,
    PAID,
    PHASE,
    ROUND_NUMBER,
    SAVING,
    SEAT_SIZE,
    SEATS,
    TRAVEL_COUNT,
)
from .state import Phase
from .tables import (
    BALLOON_ACTION,
    BALLOON_SPACE,
    CITIES,
    COMPONENT_DAYS,
    COMPONENT_KIND,
    COMPONENTS,
    DETECTIVE,
    DETECTIVE_PENALTY,
    DISTRACTION,
    ELEPHANT,
    HAND_LIMIT,
    HOME,
    KEPT_EVENTS,
    LEG_OPTIONS,
    LEG_SIZE,
    LEG_SLOTS,
    MAX_PLAYERS,
    OCCASION,
    OFFER,
    PRINCESS,
    SHIP,
    SPACES,
    TOKENS,
    TRAIN,
    TRAVEL_TYPES,
    WALK_LEG,
)

# A payment is planned with the components of the rules and two more: a train and a ship that are still to be found.
SOME_TRAIN, SOME_SHIP = COMPONENTS, COMPONENTS + 1  # 14, 15
PLANNED = COMPONENTS + 2
PLAN_KIND = np.array([*COMPONENT_KIND, TRAIN, SHIP], np.int64)  # (PLANNED,)
PLAN_DAYS = np.array([*COMPONENT_DAYS, 5, 7], np.float64)  # (PLANNED,) days, and what the card is worth if it is kept
PLAN_DAYS[TRAVEL_TYPES : BALLOON_ACTION + 1] += np.array([3.4, 1.0, 1.5, 2.8])
ABSENT = -1  # no component in this place of a payment

GOOD = np.array([8, 3, 5, 7, 12, 5, 9, 7, 5, 11], np.float64)  # (LEGS,) days for which a leg is travelled without hurry
ROUNDS_PER_CITY = 1.25  # the plan: cities left behind in time
HASTE = 1.0  # further days that a leg may cost for every round behind the plan
LEG_WEIGHT = np.array([1.0, 0.7, 0.4], np.float64)  # of the next legs in the value of a hand
EVENT_WORTH = np.array([2.0, 2.5, 2.5, 2.0, 0.5, 1.5, 1.0, 0.5, 0.8, 2.5, 0.5], np.float64)  # (KEPT_EVENTS,)
SPACE_WORTH = np.array([1.3, 0.0, 1.5, 0.6, 0.2, 0.8], np.float64)  # (SPACES,) of an action; the balloon is in the plan
SPARE_COINS = 4  # with so many a travel card is bought
HIGH_DIE = 4  # from here on a die is rolled again
SAVED = 4  # days for which Occasion is played
NEVER = 1000.0


@rule
def choose(numbers: Any, mask: Any, rng: Any) -> int:
    """The bot's action.

    Args:
        numbers: ``(534,)`` int64, the whole numbers of the observation.
        mask: ``(82,)`` int8.
        rng: a generator; not used, as the bot is deterministic.
    """
    if numbers[PHASE + Phase.MAIN_PRE] != 0:
        return choose_space(numbers, mask)
    if numbers[PHASE + Phase.MAIN_POST] != 0:
        return choose_journey(numbers, mask)
    if numbers[PHASE + Phase.PAYING] != 0:
        return COMPONENT_ACTION[cheapest_payment(numbers, own_components(numbers))[1]]
    if numbers[PHASE + Phase.DET_TARGET] != 0:
        return choose_target(numbers, mask)
    if numbers[PHASE + Phase.EXCHANGE] != 0 or numbers[PHASE + Phase.LIMIT] != 0:
        return choose_discard(numbers, mask)
    if numbers[PHASE + Phase.OCCASION] != 0:
        return USE + OCCASION if numbers[SAVING] >= SAVED else PASS
    if numbers[PHASE + Phase.ROLL] != 0:
        return REROLL if shown_die(numbers) >= HIGH_DIE else PASS
    return USE + DISTRACTION


# ---------------------------------------------------------------- reading the observation


@rule
def seat_city(numbers: Any, place: int) -> int:
    """Where the seat ``place`` after the observer stands."""
    return one_of(numbers, SEATS + SEAT_SIZE * place + CITY, CITIES, 1, 0)


@rule
def detective_city(numbers: Any) -> int:
    """Where the detective stands, never in London."""
    return one_of(numbers, DETECTIVE_CITY, TOKENS) + 1


@rule
def shown_die(numbers: Any) -> int:
    """The die on the table, or 0."""
    return one_of(numbers, DIE, 6) + 1


@rule
def own_components(numbers: Any) -> Any:
    """``(PLANNED,)``: what the bot can pay with."""
    counts = np.zeros(PLANNED, np.int64)
    for card in range(TRAVEL_TYPES):
        counts[card] = numbers[OWN_TRAVEL + card]
    for k in range(BALLOON_ACTION - TRAVEL_TYPES):
        counts[TRAVEL_TYPES + k] = numbers[OWN_EVENTS + k]
    counts[BALLOON_ACTION] = numbers[BALLOON_READY]
    return counts


@rule
def patience(numbers: Any, city: int) -> float:
    """The days for which the bot travels on from a city now."""
    behind = numbers[ROUND_NUMBER] - 1 - ROUNDS_PER_CITY * city
    for place in range(1, MAX_PLAYERS):
        if numbers[SEATS + SEAT_SIZE * place + EXISTS] != 0:
            ahead = seat_city(numbers, place) - city - 1
            behind = max(behind, 2.0 * ahead)
    return GOOD[city] + HASTE * max(0.0, behind)


# ---------------------------------------------------------------- payments


@rule
def fits(leg: int, a: int, b: int, c: int) -> bool:
    """Three components, some of them ABSENT, are a payment of the leg; their number is right."""
    trains, ships = 0, 0
    for k in range(3):
        component = a if k == 0 else b if k == 1 else c
        if component != ABSENT:
            if PLAN_KIND[component] == TRAIN:
                trains += 1
            elif PLAN_KIND[component] == SHIP:
                ships += 1
    for k in range(LEG_OPTIONS[leg]):
        if ships <= LEG_SLOTS[leg, k, 0] and trains <= LEG_SLOTS[leg, k, 1]:
            return True
    return False


@rule
def price(a: int, b: int, c: int) -> float:
    """The days of three components in ascending order, the pair counted once."""
    total = PLAN_DAYS[a] if a != ABSENT else 0.0
    if b != ABSENT and not (b == a and b < TRAVEL_TYPES):
        total += PLAN_DAYS[b]
    if c != ABSENT and not (c == b and c < TRAVEL_TYPES):
        total += PLAN_DAYS[c]
    return total


@rule
def best_payment(counts: Any, leg: int, first: int, a: int, need: int) -> tuple[float, int, int, int]:
    """The cheapest way to pay a leg; gives its days and its components in ascending order, NEVER if there is none.

    Args:
        counts: ``(PLANNED,)`` what there is to pay with.
        leg: by the city where it starts.
        first: the lowest component that may be chosen.
        a: a component that is paid already, or ABSENT.
        need: how many more to choose, 1 to 3, at most 2 after ``a``.
    """
    best, best_a, best_b, best_c = NEVER, ABSENT, ABSENT, ABSENT
    for x in range(first, PLANNED):
        if counts[x] == 0:
            continue
        counts[x] -= 1
        for y in range(x if need > 1 else PLANNED - 1, PLANNED):
            if need > 1 and counts[y] == 0:
                continue
            counts[y] -= 1
            for z in range(y if need > 2 else PLANNED - 1, PLANNED):
                if need > 2 and counts[z] == 0:
                    continue
                p, q, r = x, y if need > 1 else ABSENT, z if need > 2 else ABSENT
                if a != ABSENT:
                    p, q, r = a, p, q
                if fits(leg, p, q, r):
                    days = price(p, q, r)
                    if days < best:
                        best, best_a, best_b, best_c = days, p, q, r
            counts[y] += 1
        counts[x] += 1
    return best, best_a, best_b, best_c


@rule
def cheapest_payment(numbers: Any, counts: Any) -> tuple[float, int]:
    """The days of the cheapest way to pay, or to go on paying, the next leg, and its next component."""
    leg = seat_city(numbers, 0)
    first, second, done = ABSENT, ABSENT, 0
    for component in range(COMPONENTS):
        for _ in range(numbers[PAID + component]):
            if done == 0:
                first = component
            else:
                second = component
            done += 1
    need = LEG_SIZE[leg] - done
    if done == 0:
        days, a, _, _ = best_payment(counts, leg, 0, ABSENT, need)
        return days, a
    if done == 1:
        days, _, b, _ = best_payment(counts, leg, first, first, need)
        return days, b
    return last_payment(counts, leg, first, second)


@rule
def last_payment(counts: Any, leg: int, a: int, b: int) -> tuple[float, int]:
    """The cheapest third component after two that are paid."""
    best, best_c = NEVER, ABSENT
    for c in range(b, PLANNED):
        if counts[c] > 0 and fits(leg, a, b, c) and price(a, b, c) < best:
            best, best_c = price(a, b, c), c
    return best, best_c


@rule
def hand_days(counts: Any, city: int) -> float:
    """What the next three legs with cards cost, each paid in turn as cheaply as it can be."""
    left = counts.copy()
    left[SOME_TRAIN] = 9
    left[SOME_SHIP] = 9
    total = 0.0
    leg = city
    for k in range(LEG_WEIGHT.shape[0]):
        if leg == WALK_LEG:
            leg += 1
        if leg >= HOME:
            break
        days, a, b, c = best_payment(left, leg, 0, ABSENT, LEG_SIZE[leg])
        total += LEG_WEIGHT[k] * days
        for component in (a, b, c):
            if component != ABSENT:
                left[component] -= 1
        left[BALLOON_ACTION] = 0
        leg += 1
    return total


# ---------------------------------------------------------------- decisions


@rule
def choose_space(numbers: Any, mask: Any) -> int:
    """MAIN_PRE: the card and the action that together make the journey cheapest."""
    city = seat_city(numbers, 0)
    counts = own_components(numbers)
    best, best_action = NEVER, -1
    for space in range(SPACES):
        if mask[TAKE + space] == 0 and (space < PLAIN_FROM or mask[TAKE_PLAIN + space - PLAIN_FROM] == 0):
            continue
        for card in range(TRAVEL_TYPES):
            if numbers[DISPLAY + TRAVEL_TYPES * space + card] != 0:
                counts[card] += 1
                counts[BALLOON_ACTION] = 1 if space == BALLOON_SPACE else 0
                days = hand_days(counts, city) - SPACE_WORTH[space]
                counts[card] -= 1
                if days < best and mask[TAKE + space] != 0:
                    best, best_action = days, TAKE + space
    counts[BALLOON_ACTION] = 0
    if mask[DRAW_DECK] != 0 and hand_days(counts, city) < best:
        return DRAW_DECK
    return best_action


@rule
def choose_journey(numbers: Any, mask: Any) -> int:
    """MAIN_POST: to travel, to buy, to play a card, or to stay."""
    city = seat_city(numbers, 0)
    free = choose_free(numbers, mask, city)
    if free >= 0:
        return free
    if mask[WALK] != 0:
        return USE + ELEPHANT if mask[USE + ELEPHANT] != 0 else USE + OFFER if mask[USE + OFFER] != 0 else WALK
    if city != WALK_LEG:
        days, component = cheapest_payment(numbers, own_components(numbers))
        limit = patience(numbers, city)
        there = detective_city(numbers)
        if there == city:
            limit += DETECTIVE_PENALTY
        elif there == city + 1 and numbers[OWN_EVENTS + DISTRACTION] == 0:
            limit -= DETECTIVE_PENALTY
        if days <= limit and mask[COMPONENT_ACTION[component]] != 0:
            return COMPONENT_ACTION[component]
    coins = numbers[SEATS + COINS]
    cards = numbers[SEATS + TRAVEL_COUNT] + numbers[SEATS + EVENT_COUNT]
    if mask[BUY_TRAVEL] != 0 and coins >= SPARE_COINS and cards <= HAND_LIMIT:
        return BUY_TRAVEL
    return PASS


@rule
def choose_free(numbers: Any, mask: Any, city: int) -> int:
    """An action that costs nothing and helps: spare Elephants for coins, Princess, Detective; -1: none."""
    spare = numbers[OWN_EVENTS + ELEPHANT] - (1 if city <= WALK_LEG else 0)
    if mask[CASH_ELEPHANT] != 0 and spare > 0:
        return CASH_ELEPHANT
    if mask[USE + PRINCESS] != 0:
        for event in range(KEPT_EVENTS):
            if numbers[EVENT_DISCARD_TOP + event] != 0 and EVENT_WORTH[event] > 1:
                return USE + PRINCESS
    if mask[USE + DETECTIVE] != 0 and best_target(numbers)[0] > 2:
        return USE + DETECTIVE
    return -1


@rule
def best_target(numbers: Any) -> tuple[float, int]:
    """The city where the detective hurts the rivals most, and how much."""
    own = seat_city(numbers, 0)
    best, best_city = -NEVER, 0
    for city in range(1, HOME):
        worth = 0.0
        for place in range(1, MAX_PLAYERS):
            if numbers[SEATS + SEAT_SIZE * place + EXISTS] != 0:
                there = seat_city(numbers, place)
                to_come = 1.0 if numbers[SEATS + SEAT_SIZE * place + ACTED] == 0 else 0.5
                worth += to_come if there == city else 0.5 * to_come if there == city - 1 else 0.0
        if city == own:
            worth -= 3.0
        elif city == own + 1:
            worth -= 1.5
        if numbers[DETECTIVE_CITY + city - 1] == 0 and worth > best:
            best, best_city = worth, city
    return best, best_city


@rule
def choose_target(numbers: Any, mask: Any) -> int:
    """DET_TARGET: where he hurts the rivals most."""
    return DETECTIVE_TO + best_target(numbers)[1] - 1


@rule
def choose_discard(numbers: Any, mask: Any) -> int:
    """EXCHANGE, LIMIT: the card that is missed least; an exchange stops when every card is of use."""
    city = seat_city(numbers, 0)
    counts = own_components(numbers)
    before = hand_days(counts, city)
    best, best_action = NEVER, PASS
    for card in range(TRAVEL_TYPES):
        if mask[DISCARD_TRAVEL + card] != 0:
            counts[card] -= 1
            loss = hand_days(counts, city) - before + 0.01 * (10 - PLAN_DAYS[card])
            counts[card] += 1
            if loss < best:
                best, best_action = loss, DISCARD_TRAVEL + card
    for event in range(KEPT_EVENTS):
        if mask[DISCARD_EVENT + event] != 0 and EVENT_WORTH[event] < best:
            best, best_action = EVENT_WORTH[event], DISCARD_EVENT + event
    if mask[PASS] != 0 and best > 0.3:
        return PASS
    return best_action
