"""How the scripted bot of Dadaocheng buys: step by step what the best shopping list needs."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from .actions import (
    BUY_FIRM,
    BUY_MANSION,
    BUY_MARKET,
    BUY_SHIP,
    CONVERT_FIRM,
    END,
    EVENT,
    EXCHANGE,
    TEMPLE_ANY,
    TEMPLE_WHITE,
    USE_DEN,
    USE_MARKET,
)
from .bot_worth import (
    BUILDING,
    ENGINE,
    MANSION_WORTH,
    MANSIONS,
    NEVER,
    SHIPS,
    SLACK,
    hand_worth,
    list_worth,
    rounds_left,
    store_for_firm,
)
from .observation import CURRENT_EVENT, DEN_USES, MARKET_USES, USED
from .rules_buy import kind_converted
from .state import NONE
from .tables import (
    BLACK,
    COLOURS,
    DICE_FOR_COST,
    DICE_FOR_TWO_CUBES,
    EVENT_1898,
    EVENT_RELIEF,
    EXCHANGES,
    FACES,
    FIRM,
    LEVELS,
    MANSION,
    MARKET,
    PAIRS,
    PRESTIGE,
    WHITE,
    YELLOW,
)


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
            kind = kind_converted(action)
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
