"""The scripted bot of China: looks one turn ahead, from the observation's whole numbers and the mask only.

It values a placement by what the palaces, alliances and roads of the state would pay if the game ended then: its own
gain less a part of the others' gain. Hands are valued by the best placement that they pay for. Section 9 of
``RULES.md`` describes the bot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.reading import first_legal
from .actions import DRAW, EMISSARY, EXCHANGE, FORT, PAY, STOP, TAKE
from .observation import (
    ACTIVE_STATE,
    CITY_FORT,
    CITY_OWNER,
    DISPLAY,
    EMISSARIES,
    EMISSARIES_LEFT,
    FINAL_ROUND,
    FORTS_LEFT,
    OWN_HAND,
    PALACES_BY_STATE,
    PALACES_LEFT,
    PHASE,
    SEAT_PRESENT,
    SIDE,
    UNSEEN,
)
from .state import Phase
from .tables import (
    BORDERS,
    CITIES,
    COLOURS,
    FIRST_CITY,
    MAX_PLAYERS,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    STATE_COLOUR,
    STATES,
)

RIVALS = 0.9  # weight of the mean gain of the rivals
OPENING = 0.5  # cost of opening a state, where the next seat may place two pieces
SEAT_AHEAD = 0.3  # what an emissary is worth beyond the alliances it leads now
PAIR = 0.4  # cost of paying with two cards
COLOUR_IN_HAND = 0.15  # part of a colour's best placement that one more card of it is worth
PAIR_IN_HAND = 0.4  # what a pair is worth: it pays for any other colour
ROAD = np.array([0.0, 0.0, 0.3, 1.0], np.float64)  # worth of a network of fewer than four palaces
NEVER = -100.0


@rule
def choose(numbers: Any, mask: Any, rng: Any) -> int:
    """The bot's action.

    Args:
        numbers: ``(571,)`` int64, the whole numbers of the observation.
        mask: ``(128,)`` int8.
        rng: a generator; not used, as the bot is deterministic.
    """
    if numbers[PHASE + Phase.PAY] != 0:
        return choose_payment(numbers, mask)
    hand = numbers[OWN_HAND : OWN_HAND + COLOURS].copy()
    worth = np.full((STATES, 3), NEVER)  # [state, pieces] of the best placement
    first = np.zeros((STATES, 3), np.int64)  # [state, pieces] its first piece: EMISSARY, FORT, or else a palace
    for state in range(STATES):
        value_state(numbers, state, worth[state], first[state])
    if numbers[PHASE + Phase.DRAW] != 0:
        return choose_card(numbers, mask, hand, worth)
    if numbers[PHASE + Phase.SECOND] != 0:
        for state in range(STATES):
            if numbers[ACTIVE_STATE + state] != 0 and worth[state, 1] > 0:
                return choose_target(numbers, mask, state, first[state, 1])
        return STOP
    return choose_placement(numbers, mask, hand, worth, first)


# ---------------------------------------------------------------- decisions


@rule
def choose_payment(numbers: Any, mask: Any) -> int:
    """Pays with one card rather than with two: the pair pays anywhere else."""
    for state in range(STATES):
        if numbers[ACTIVE_STATE + state] != 0 and mask[PAY + STATE_COLOUR[state]] != 0:
            return PAY + STATE_COLOUR[state]
    return first_legal(mask, 0, mask.shape[0])


@rule
def choose_placement(numbers: Any, mask: Any, hand: Any, worth: Any, first: Any) -> int:
    """MAIN: the best placement that the hand pays for, or an exchange when every placement loses."""
    best, best_state, best_pieces = NEVER, -1, 0
    for state in range(STATES):
        pieces = affordable(hand, STATE_COLOUR[state])
        for count in range(1, pieces + 1):
            value = worth[state, count] - PAIR * cards_beyond(hand, STATE_COLOUR[state], count)
            if value > best:
                best, best_state, best_pieces = value, state, count
    if best_state >= 0 and (best > 0 or numbers[FINAL_ROUND] != 0):
        return choose_target(numbers, mask, best_state, first[best_state, best_pieces])
    return choose_exchange(mask, hand, worth)


@rule
def choose_exchange(mask: Any, hand: Any, worth: Any) -> int:
    """Gives away the card whose loss hurts least."""
    best, best_action = NEVER * 10, -1
    for colour in range(COLOURS):
        if mask[EXCHANGE + colour] != 0:
            hand[colour] -= 1
            value = value_hand(hand, worth)
            hand[colour] += 1
            if value > best:
                best, best_action = value, EXCHANGE + colour
    return best_action if best_action >= 0 else first_legal(mask, 0, mask.shape[0])


@rule
def choose_card(numbers: Any, mask: Any, hand: Any, worth: Any) -> int:
    """DRAW: the card that makes the best hand; an unseen one is worth the mean over all unseen cards."""
    best, best_action = NEVER * 10, DRAW
    unseen, mean = 0, 0.0
    for colour in range(COLOURS):
        hand[colour] += 1
        value = value_hand(hand, worth)
        hand[colour] -= 1
        count = numbers[UNSEEN + colour]
        unseen += count
        mean += count * value
        if numbers[DISPLAY + colour] > 0 and mask[TAKE + colour] != 0 and value > best:
            best, best_action = value, TAKE + colour
    if unseen > 0 and mean / unseen > best:
        return DRAW
    return best_action


@rule
def choose_target(numbers: Any, mask: Any, state: int, kind: int) -> int:
    """The piece itself: an emissary, or the city that suits roads and forts best."""
    if kind == EMISSARY and mask[EMISSARY + state] != 0:
        return EMISSARY + state
    best, best_action = NEVER, -1
    for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
        action = FORT + city if kind == FORT else city
        if mask[action] != 0:
            value = road_gain(numbers, city)
            if kind != FORT and numbers[CITY_FORT + city] != 0:
                value += numbers[PALACES_BY_STATE + MAX_PLAYERS * state] + 1
            if value > best:
                best, best_action = value, action
    return best_action if best_action >= 0 else first_legal(mask, 0, mask.shape[0])


# ---------------------------------------------------------------- values


@rule
def affordable(hand: Any, colour: int) -> int:
    """How many pieces the hand pays for in a state of this colour: 0, 1 or 2."""
    pieces = min(2, hand[colour])
    if pieces < 2:
        for other in range(COLOURS):
            if other != colour and hand[other] >= 2:
                pieces += 1
                break
    return pieces


@rule
def cards_beyond(hand: Any, colour: int, pieces: int) -> int:
    """How many of the pieces cost a pair."""
    return max(0, pieces - hand[colour])


@rule
def value_hand(hand: Any, worth: Any) -> float:
    """The best placement that the hand pays for, and a little for what else it could become."""
    best, more = 0.0, 0.0
    for state in range(STATES):
        colour = STATE_COLOUR[state]
        for count in range(1, affordable(hand, colour) + 1):
            best = max(best, worth[state, count] - PAIR * cards_beyond(hand, colour, count))
        if hand[colour] > 0:
            more += COLOUR_IN_HAND * min(hand[colour], 2) * max(0.0, worth[state, 2])
    for colour in range(COLOURS):
        if hand[colour] >= 2:
            more += PAIR_IN_HAND
    return best + more


@rule
def value_state(numbers: Any, state: int, worth: Any, first: Any) -> None:
    """The best placement of one and of two pieces in a state, into ``worth`` and ``first``, ``(3,)``."""
    own = PALACES_BY_STATE + MAX_PLAYERS * state
    most, built, sent = 0, 0, 0
    for p in range(MAX_PLAYERS):
        most = max(most, numbers[own + p])
        built += numbers[own + p]
        sent += numbers[EMISSARIES + MAX_PLAYERS * state + p]
    free = FIRST_CITY[state + 1] - FIRST_CITY[state] - built
    road, on_fort = best_city(numbers, state)
    before = standing(numbers, state, 0, 0, False)
    for palaces in range(min(2, free, numbers[PALACES_LEFT]) + 1):
        room = max(most, numbers[own] + palaces) - sent
        for emissaries in range(min(2 - palaces, room, numbers[EMISSARIES_LEFT]) + 1):
            pieces = palaces + emissaries
            if pieces == 0 or (pieces > 1 and built == 0):
                continue
            value = standing(numbers, state, palaces, emissaries, on_fort and palaces > 0) - before
            value += SEAT_AHEAD * emissaries + (road if palaces > 0 else 0.0) - (OPENING if built == 0 else 0.0)
            if value > worth[pieces]:
                worth[pieces] = value
                first[pieces] = EMISSARY if palaces == 0 else 0
    if numbers[FORTS_LEFT] > 0 and free > 0 and built > 0 and not on_fort and numbers[PALACES_LEFT] > 0:
        value = standing(numbers, state, 1, 0, True) - before + road - 1.0  # the fort is worth keeping for more
        if value > worth[2]:
            worth[2] = value
            first[2] = FORT


@rule
def best_city(numbers: Any, state: int) -> tuple[float, bool]:
    """The best road gain among the free cities of a state, and whether an open fort lies among them."""
    best, open_fort = 0.0, False
    for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
        if is_free(numbers, city):
            best = max(best, road_gain(numbers, city))
            if numbers[CITY_FORT + city] != 0:
                open_fort = True
    return best, open_fort


@rule
def is_free(numbers: Any, city: int) -> bool:
    """No palace stands in the city."""
    owners = 0
    for p in range(MAX_PLAYERS):
        owners += numbers[CITY_OWNER + MAX_PLAYERS * city + p]
    return owners == 0


@rule
def standing(numbers: Any, state: int, palaces: int, emissaries: int, doubled: bool) -> float:
    """What a state and its borders would pay with so many more own pieces: own points less a part of the rivals'."""
    own, rivals, players = 0.0, 0.0, 0
    has_fort = np.zeros(MAX_PLAYERS, np.bool_)
    for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
        if numbers[CITY_FORT + city] != 0:
            for p in range(MAX_PLAYERS):
                has_fort[p] = has_fort[p] or numbers[CITY_OWNER + MAX_PLAYERS * city + p] != 0
    has_fort[0] = has_fort[0] or doubled
    for p in range(MAX_PLAYERS):
        if numbers[SEAT_PRESENT + p] != 0:
            players += 1
            points = palace_share(numbers, state, p, palaces) * (2 if has_fort[p] else 1)
            points += alliance_share(numbers, state, p, emissaries)
            if p == 0:
                own = points
            else:
                rivals += points
    return own - RIVALS * rivals / (players - 1)


@rule
def palace_share(numbers: Any, state: int, p: int, more: int) -> int:
    """Palace points of seat p in a state if seat 0 had ``more`` palaces there."""
    base = PALACES_BY_STATE + MAX_PLAYERS * state
    count = numbers[base + p] + (more if p == 0 else 0)
    if count == 0:
        return 0
    total, higher = 0, 0
    for q in range(MAX_PLAYERS):
        other = numbers[base + q] + (more if q == 0 else 0)
        total += other
        if other > count and (higher == 0 or other < higher):
            higher = other
    return higher if higher > 0 else total


@rule
def alliance_share(numbers: Any, state: int, p: int, more: int) -> int:
    """Alliance points of seat p on the borders of a state if seat 0 had ``more`` emissaries there."""
    here = led(numbers, state, p, more)
    points = 0
    if here > 0:
        for border in range(BORDERS.shape[0]):
            if BORDERS[border, 0] == state or BORDERS[border, 1] == state:
                there = led(numbers, BORDERS[border, 0] + BORDERS[border, 1] - state, p, 0)
                if there > 0:
                    points += here + there
    return points


@rule
def led(numbers: Any, state: int, p: int, more: int) -> int:
    """All emissaries of a state if seat p leads there, alone or tied, and seat 0 had ``more`` of them; else 0."""
    base = EMISSARIES + MAX_PLAYERS * state
    count = numbers[base + p] + (more if p == 0 else 0)
    if count == 0:
        return 0
    total = 0
    for q in range(MAX_PLAYERS):
        other = numbers[base + q] + (more if q == 0 else 0)
        if other > count:
            return 0
        total += other
    return total


@rule
def road_gain(numbers: Any, city: int) -> float:
    """What a palace in the city adds to the own networks that it joins, branches ignored."""
    side = 0 if numbers[SIDE] != 0 else 1
    seen = np.zeros(CITIES, np.bool_)
    seen[city] = True
    before, joined = 0.0, 1
    for k in range(NEIGHBOUR_COUNT[side, city]):
        there = NEIGHBOURS[side, city, k]
        if not seen[there] and numbers[CITY_OWNER + MAX_PLAYERS * there] != 0:
            size = network_size(numbers, side, there, seen)
            before += road_worth(size)
            joined += size
    return road_worth(joined) - before


@rule
def network_size(numbers: Any, side: int, city: int, seen: Any) -> int:
    """How many own palaces are joined to a city, itself included; marks them as seen."""
    waiting = np.zeros(CITIES, np.int64)
    waiting[0] = city
    seen[city] = True
    count, done = 1, 0
    while done < count:
        here = waiting[done]
        done += 1
        for k in range(NEIGHBOUR_COUNT[side, here]):
            there = NEIGHBOURS[side, here, k]
            if not seen[there] and numbers[CITY_OWNER + MAX_PLAYERS * there] != 0:
                seen[there] = True
                waiting[count] = there
                count += 1
    return count


@rule
def road_worth(size: int) -> float:
    """The worth of a network of so many palaces: its length from four on, a hope before."""
    return float(size) if size >= ROAD.shape[0] else ROAD[size]
