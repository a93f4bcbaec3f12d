"""The scripted bot of Vanuatu: plans its own round as if it were alone, from the observation and the mask only.

It tries every line of a few actions in every order and values what they earn: points, coins, what huts and tourists
will pay at the end. Markers go to the actions of the best line, in its order; actions that the rivals want, too, count
less, and get a second marker. In its turns it plays the first action of the best line of the stacks that are left.
The lines are in ``bot_lines.py``; section 9 of ``RULES.md`` describes the bot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.reading import one_of
from .actions import DROP, KEEP, MARK, PLACE, TAKE
from .bot_lines import NEVER, best_line, own_cell, read_prices
from .observation import (
    CELL_BOATS,
    CHARACTER,
    GAME_ROUND,
    MARKERS_ON,
    NEUTRAL_ON,
    NUM_PLAYERS,
    PHASE,
    POWER_USED,
    START_SEAT,
    UNPLACED,
    UPCOMING_FISH,
    UPCOMING_KIND,
    UPCOMING_TREASURE,
)
from .rules_planning import boosts
from .state import ISLAND, NONE, Phase
from .tables import (
    AROUND,
    BUILD,
    CELLS,
    CHARACTERS,
    FISH,
    KINDS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    REST,
    REST_TILES,
    ROUNDS,
    SAIL,
    SELL,
)

CONTESTED = np.array([1.0, 0.85, 0.65], np.float64)  # rivals do not reach, equal, outdo the bot's markers
BLOCKED = 0.2  # the neutral markers cannot be beaten any more
STEPS = np.array([4, 3, 5])  # actions of a line: to plan, to choose a character, to act
ALL_KINDS = np.array([(1 << KINDS) - 1])  # in an array, as ``STEPS``, so that one ``best_line`` is compiled


@rule
def choose(numbers: Any, mask: Any, rng: Any) -> int:
    """The bot's action.

    Args:
        numbers: ``(815,)`` int64, the whole numbers of the observation.
        mask: ``(136,)`` int8.
        rng: a generator; not used, as the bot is deterministic.
    """
    if numbers[PHASE + Phase.ACT] != 0:
        return choose_turn(numbers, mask)
    if numbers[PHASE + Phase.PLAN] != 0:
        return choose_marker(numbers, mask)
    if numbers[PHASE + Phase.CHARACTER] != 0:
        return choose_character(numbers, mask)
    if numbers[PHASE + Phase.PLACE] != 0:
        return choose_place(numbers, mask)
    if numbers[PHASE + Phase.REST] != 0:
        return choose_rest_tile(numbers, mask)
    if numbers[PHASE + Phase.NEUTRAL] != 0:
        return MARK + REST
    return last_legal(mask)


@rule
def last_legal(mask: Any) -> int:
    """The legal action with the highest id: in SELL the end of the sale, or the highest number."""
    for action in range(mask.shape[0] - 1, -1, -1):
        if mask[action] != 0:
            return action
    return -1


# ---------------------------------------------------------------- decisions


@rule
def own_character(numbers: Any) -> int:
    """The bot's character if its power is fresh, else NONE."""
    return one_of(numbers, CHARACTER, CHARACTERS, 1, NONE) if numbers[POWER_USED] == 0 else NONE


@rule
def own_kinds(numbers: Any) -> int:
    """The kinds on which the bot has markers, as a set."""
    kinds = 0
    for kind in range(KINDS):
        if numbers[MARKERS_ON + MAX_PLAYERS * kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def rivals_reach(numbers: Any, kind: int, own: int) -> int:
    """0: no rival has as many markers on the kind as ``own``; 1: one has as many and plays earlier; 2: one has more."""
    players = MIN_PLAYERS
    for k in range(MAX_PLAYERS - MIN_PLAYERS + 1):
        if numbers[NUM_PLAYERS + k] != 0:
            players = MIN_PLAYERS + k
    start = 0
    for p in range(players):
        if numbers[START_SEAT + p] != 0:
            start = p
    reach = 0
    for p in range(1, players):
        count = numbers[MARKERS_ON + MAX_PLAYERS * kind + p]
        earlier = start > 0 and p >= start
        if count > own:
            return 2
        if count == own and earlier:
            reach = 1
    return reach


@rule
def markers_needed(numbers: Any, character: int, kind: int) -> int:
    """4.9: the markers that lead against the neutral ones."""
    return int(numbers[NEUTRAL_ON + kind]) + (0 if boosts(character, kind) else 1)


@rule
def contest(numbers: Any, character: int) -> Any:
    """``(KINDS,)``: what each kind counts in view of the others' markers, if the bot adds one where it has none."""
    factor = np.ones(KINDS)
    for kind in range(KINDS):
        own = max(1, int(numbers[MARKERS_ON + MAX_PLAYERS * kind]))
        factor[kind] = CONTESTED[rivals_reach(numbers, kind, own)]
        needed = markers_needed(numbers, character, kind)
        if numbers[NEUTRAL_ON + kind] > 0 and needed > own:
            spare = int(numbers[UNPLACED]) + int(numbers[MARKERS_ON + MAX_PLAYERS * kind]) - needed
            factor[kind] *= CONTESTED[1] if spare >= 0 else BLOCKED
    return factor


@rule
def choose_marker(numbers: Any, mask: Any) -> int:
    """PLAN: the first kind of the best line that has no marker yet, else one that needs another."""
    character = own_character(numbers)
    factor = contest(numbers, character)
    anything = np.zeros(mask.shape[0], np.int8)
    _, _, order = best_line(numbers, anything, ALL_KINDS[0], STEPS[0], character, factor)
    weakest, weakness = -1, 0
    for step in range(STEPS[0] - 1, -1, -1):
        kind = (order >> (4 * step) & 15) - 1
        if kind >= 0 and mask[MARK + kind] != 0:
            own = int(numbers[MARKERS_ON + MAX_PLAYERS * kind])
            if own == 0:
                return MARK + kind
            need = rivals_reach(numbers, kind, own)
            if numbers[NEUTRAL_ON + kind] > 0 and own < markers_needed(numbers, character, kind):
                need = 3
            if need > weakness:
                weakest, weakness = kind, need
    if weakest >= 0:
        return MARK + weakest
    return another_kind(numbers, mask, factor)


@rule
def another_kind(numbers: Any, mask: Any, factor: Any) -> int:
    """PLAN: the best line is safe; one more kind: DRAW, BUY, TRANSPORT, EXPLORE or REST, whatever is free."""
    best, best_kind = -1.0, REST
    for kind in range(KINDS):
        if mask[MARK + kind] != 0:
            value = factor[kind]
            if numbers[MARKERS_ON + MAX_PLAYERS * kind] > 0:
                value -= 0.5
            if kind in (SAIL, SELL, FISH, BUILD):
                value -= 0.3
            if value > best:
                best, best_kind = value, kind
    return MARK + best_kind


@rule
def choose_turn(numbers: Any, mask: Any) -> int:
    """ACT: the first action of the best line of the own stacks; or the stack that is missed least."""
    character = own_character(numbers)
    factor = np.ones(KINDS)
    first_actions = mask.copy()
    first_actions[DROP:] = 0
    kinds = own_kinds(numbers)
    if first_actions.any():
        _, action, _ = best_line(numbers, first_actions, kinds, STEPS[2], character, factor)
        if action >= 0:
            return action
    anything = np.zeros(mask.shape[0], np.int8)
    best, best_action = NEVER, -1
    for kind in range(KINDS):
        if mask[DROP + kind] != 0:
            value, _, _ = best_line(numbers, anything, kinds & ~(1 << kind), STEPS[0], character, factor)
            value -= 0.01 * int(numbers[MARKERS_ON + MAX_PLAYERS * kind])
            if value > best:
                best, best_action = value, DROP + kind
    return best_action if best_action >= 0 else last_legal(mask)


@rule
def choose_character(numbers: Any, mask: Any) -> int:
    """CHARACTER: the one with which the best line is worth most."""
    anything = np.zeros(mask.shape[0], np.int8)
    best, best_action = NEVER, -1
    for character in range(CHARACTERS):
        if mask[TAKE + character] != 0:
            value, _, _ = best_line(numbers, anything, ALL_KINDS[0], STEPS[1], character, np.ones(KINDS))
            if value > best + 1e-9:
                best, best_action = value, TAKE + character
    return best_action


@rule
def choose_place(numbers: Any, mask: Any) -> int:
    """PLACE: treasures, fish and islands close to the own boat and far from the others."""
    best, best_action = NEVER, -1
    prices = read_prices(numbers, own_cell(numbers))
    for slot in range(2):
        for cell in range(CELLS):
            action = PLACE + CELLS * slot + cell
            if mask[action] == 0:
                continue
            near = 0.0
            for there in range(CELLS):
                if AROUND[cell] >> there & 1 != 0:
                    near += 1.0 if numbers[CELL_BOATS + MAX_PLAYERS * there] != 0 else 0.0
                    near += 0.3 if prices[there] == 1 else 0.0
            island = numbers[UPCOMING_KIND + 3 * slot + ISLAND] != 0
            rich = 2 * numbers[UPCOMING_TREASURE + slot] + numbers[UPCOMING_FISH + slot] + (4 if island else 0)
            value = near * (rich - 1.0)
            if value > best:
                best, best_action = value, action
    return best_action


@rule
def choose_rest_tile(numbers: Any, mask: Any) -> int:
    """REST: the start tile in the last round, else coin and point."""
    if numbers[GAME_ROUND + ROUNDS - 1] != 0 and mask[KEEP] != 0:
        return KEEP
    for tile in range(1, REST_TILES):
        if mask[KEEP + tile] != 0:
            return KEEP + tile
    return KEEP
