"""The rules of Vanuatu as a state machine: setup, legal actions, what an action does (RULES 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import roll, shuffle
from .actions import (
    BEG,
    BRING_TO,
    BUILD_ON,
    BUY_ON,
    CATCH,
    DRAW_ON,
    DROP,
    HOLD_POWER,
    MARK,
    NUM_ACTIONS,
    PLACE,
    SAIL_TO,
    SELL_ALL,
    SELL_DONE,
    SELL_SOME,
    SELL_TILE,
    SELL_TREASURE,
    TAKE,
    TO_REST,
    Reason,
)
from .rules_board import (
    any_strict_place,
    next_ship,
    order_tiles,
    put_island,
    put_sea,
    show_tiles,
    strict_place,
    touches_two,
    update_sailing,
)
from .rules_planning import fish_held
from .rules_round import clear_round, place_marker, place_neutral, place_tile, start_characters, take_character
from .rules_turn import (
    act,
    kind_of,
    led_kinds,
    mark_kind,
    mark_rest_tiles,
    mark_sale,
    mark_turn,
    move_stack,
    power,
    price_of_hut,
    price_of_sail,
)
from .state import EMPTY, NONE, NOWHERE, Phase
from .tables import (
    BEGGAR,
    BOATS_SEA,
    BUILD,
    BUY,
    CELLS,
    CHARACTERS,
    CUBES,
    DISPLAY,
    GOODS,
    GOVERNOR,
    HOME,
    HOME_CELL,
    HUTS_PER_PLAYER,
    KINDS,
    MISSIONARY,
    SHIPS,
    START_COINS,
    START_SEA_CELLS,
    START_SEA_FISH,
    START_SEA_TREASURE,
    START_SEAS,
    TOP_PRICE,
    TRANSPORT,
    VISITOR_REMOVED,
    VISITOR_TILES,
)

# ---------------------------------------------------------------- setup


@rule
def setup(s: Any, options: Any) -> None:
    """4.1: board and decks, everybody gets the pieces, a random start player; round 1 begins with phase II."""
    s.governor = options[0]
    s.characters = options[1]
    s.fish_end = options[2]
    s.optional_powers = options[3]
    s.must_act_if_able = options[4]
    s.plan_check = options[5]
    s.game_round = 1
    s.price = TOP_PRICE
    for good in range(GOODS):
        s.supply[good] = CUBES[good]
    boats = setup_board(s)
    setup_decks(s)
    for p in range(s.num_players):
        s.coins[p] = START_COINS
        s.huts_left[p] = HUTS_PER_PLAYER
        s.boat[p] = boats
    s.character[:] = NONE
    s.leader[:] = NONE
    s.governor_source = NONE
    if s.num_players > 2 and s.characters != 0:
        for character in range(CHARACTERS):
            s.pool[character] = 1 if character != GOVERNOR or s.governor != 0 else 0
    clear_round(s)
    s.start_seat = roll(s.rng, int(s.num_players))
    start_characters(s)


@rule
def setup_board(s: Any) -> int:
    """4.1: the printed island and the three start seas; gives the cell where the boats begin."""
    s.island_cell[:] = NOWHERE
    put_island(s, HOME_CELL, HOME)
    seas = np.arange(START_SEAS)
    shuffle(s.rng, seas)
    boats = NOWHERE
    for k in range(START_SEAS):
        put_sea(s, START_SEA_CELLS[k], START_SEA_FISH[seas[k]], START_SEA_TREASURE[seas[k]])
        if seas[k] == BOATS_SEA:
            boats = int(START_SEA_CELLS[k])
    update_sailing(s)
    return boats


@rule
def setup_decks(s: Any) -> None:
    """4.1: tiles, visitors, ships; in each letter chance decides which tile comes first."""
    order_tiles(s, 0, s.rng)
    show_tiles(s)
    count = 0
    removed = False
    for k in range(len(VISITOR_TILES)):
        if not removed and VISITOR_TILES[k] == VISITOR_REMOVED[s.num_players]:
            removed = True
        else:
            s.visitor_order[count] = VISITOR_TILES[k]
            count += 1
    shuffle(s.rng, s.visitor_order)
    s.tourists = s.visitor_order[0]
    for ship in range(SHIPS):
        s.ship_pile[ship] = ship
    s.ship_pile_size = SHIPS
    shuffle(s.rng, s.ship_pile)
    for place in range(DISPLAY):
        next_ship(s, place)


# ---------------------------------------------------------------- legal actions


@rule
def legal(s: Any, mask: Any) -> None:
    """4: writes 1 for each legal action of the acting seat into ``mask``, ``(136,)`` int8, all zero before."""
    if s.phase == Phase.PLAN:
        plannable = int(s.plannable[s.seat])
        for kind in range(KINDS):
            mask[MARK + kind] = (plannable >> kind) & 1
    elif s.phase == Phase.ACT:
        mark_turn(s, mask)
    elif s.phase == Phase.CHARACTER:
        for character in range(CHARACTERS):
            mask[TAKE + character] = s.pool[character]
    elif s.phase == Phase.PLACE:
        mark_places(s, mask)
    elif s.phase == Phase.REST:
        mark_rest_tiles(s, mask)
    elif s.phase == Phase.SELL:
        mark_sale(s, mask)
    else:
        for kind in range(KINDS):
            mask[MARK + kind] = 0 if kind == s.governor_source else 1


@rule
def mark_places(s: Any, mask: Any) -> None:
    """4.3: the places that meet all conditions, over both tiles; without any, those that touch two tiles."""
    strict = any_strict_place(s)
    for slot in range(2):
        tile = s.upcoming[slot]
        if tile != NONE:
            for cell in range(CELLS):
                if strict_place(s, tile, cell) if strict else s.cell_kind[cell] == EMPTY and touches_two(s, cell):
                    mask[PLACE + CELLS * slot + cell] = 1


# ---------------------------------------------------------------- reasons


@rule
def reason(s: Any, action: int) -> int:
    """4: why an action of the current phase is illegal, a ``Reason``; LEGAL exactly where the mask is 1."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    legal(s, mask)
    if mask[action] != 0:
        return Reason.LEGAL.value
    if action < TAKE:
        return reason_place(s, action // CELLS, action % CELLS)
    if action < MARK:
        return Reason.NOT_IN_POOL.value
    if action < SAIL_TO:
        return Reason.NOT_PLANNABLE.value if s.phase == Phase.PLAN else Reason.SAME_ACTION.value
    if s.phase == Phase.SELL:
        return reason_sale(s, action)
    if s.phase == Phase.REST:
        return Reason.REST_TILE_GONE.value
    if action >= SELL_TREASURE:
        return reason_free(s, action)
    if action >= DROP:
        return reason_drop(s, action - DROP)
    return reason_perform(s, action)


@rule
def reason_place(s: Any, slot: int, cell: int) -> int:
    """4.3: why this tile may not be put here."""
    if s.upcoming[slot] == NONE:
        return Reason.NO_SUCH_TILE.value
    if s.cell_kind[cell] != EMPTY:
        return Reason.CELL_TAKEN.value
    return Reason.WRONG_SURROUNDINGS.value if touches_two(s, cell) else Reason.FEW_NEIGHBOURS.value


@rule
def reason_sale(s: Any, action: int) -> int:
    """4.7: why this fish tile may not be sold next, or why the sale may not end."""
    if action == SELL_DONE:
        return Reason.NOTHING_SOLD.value
    held = s.fish_tiles[s.seat, action - SELL_TILE] > 0
    return Reason.NUMBER_TOO_HIGH.value if held else Reason.NO_TILE.value


@rule
def reason_free(s: Any, action: int) -> int:
    """4.6: why this may not be done beside the turn's action."""
    fresh = power(s, s.seat)
    if action < BEG:
        return Reason.NO_TILE.value
    if action < HOLD_POWER:
        return Reason.TOO_FEW_POINTS.value if fresh == BEGGAR else Reason.NO_POWER.value
    if action == HOLD_POWER:
        return Reason.NOTHING_TO_HOLD.value
    return Reason.NO_STACK.value if fresh == GOVERNOR else Reason.NO_POWER.value


@rule
def reason_stack(s: Any, kind: int) -> int:
    """4.6: why the acting seat may not resolve a kind at all, or 0."""
    p = s.seat
    if s.markers[kind, p] == 0:
        return Reason.NO_STACK.value
    if s.holding != 0:
        return Reason.LEGAL.value if s.character[p] == kind else Reason.POWER_HELD.value
    return Reason.LEGAL.value if s.leader[kind] == p else Reason.NOT_LED.value


@rule
def reason_drop(s: Any, kind: int) -> int:
    """4.6: why the acting seat may not give up a stack."""
    found = reason_stack(s, kind)
    if found != Reason.LEGAL.value:
        return found
    able = mark_kind(s, s.seat, kind, np.zeros(NUM_ACTIONS, np.int8))
    return Reason.STILL_POSSIBLE.value if able else Reason.OTHER_POSSIBLE.value


@rule
def reason_perform(s: Any, action: int) -> int:
    """4.6, 4.7: why the acting seat may not perform an action in this way."""
    kind = kind_of(action)
    found = reason_stack(s, kind)
    missionary = power(s, s.seat) == MISSIONARY and led_kinds(s, s.seat) == 0
    if found != Reason.LEGAL.value and not (found == Reason.NOT_LED.value and missionary):
        return found
    if action < BUILD_ON:
        return reason_at_sea(s, s.seat, action)
    if action == TO_REST:
        return Reason.CANNOT_REST.value
    return reason_on_island(s, s.seat, action, kind)


@rule
def reason_at_sea(s: Any, p: int, action: int) -> int:
    """4.7: why p cannot SAIL there, FISH, EXPLORE or SELL so."""
    if action < CATCH:
        return Reason.NO_PLACE.value if price_of_sail(s, p, action - SAIL_TO) < 0 else Reason.TOO_FEW_COINS.value
    if action < SELL_ALL:
        return Reason.NO_PLACE.value
    if fish_held(s, p) == 0:
        return Reason.NO_TILE.value
    one = action == SELL_SOME and fish_held(s, p) == 1
    return Reason.ONE_TILE_ONLY.value if one else Reason.NO_HUT.value


@rule
def reason_on_island(s: Any, p: int, action: int, kind: int) -> int:
    """4.7: why p cannot BUILD, BUY, DRAW or TRANSPORT so."""
    island = island_of(action)
    if (int(s.near_island[s.boat[p]]) >> island) & 1 == 0:
        return Reason.NO_PLACE.value
    if kind == BUY:
        empty = s.goods[island, (action - BUY_ON) % GOODS] == 0
        return Reason.NO_GOOD.value if empty else Reason.TOO_FEW_COINS.value
    if kind == BUILD:
        if s.huts_left[p] == 0:
            return Reason.NO_HUT.value
        poor = s.coins[p] < price_of_hut(s, p)
        return Reason.TOO_FEW_COINS.value if poor else Reason.NO_ROOM.value
    if kind == TRANSPORT and s.tourists == 0:
        return Reason.NO_TOURIST.value
    return Reason.NO_ROOM.value


@rule
def island_of(action: int) -> int:
    """7.1: the island of an action on an island."""
    if action < BUY_ON:
        return action - BUILD_ON
    if action < DRAW_ON:
        return (action - BUY_ON) // GOODS
    return action - DRAW_ON if action < BRING_TO else action - BRING_TO


# ---------------------------------------------------------------- a decision


@rule
def apply(s: Any, action: int) -> None:
    """4: plays a legal action and all that follows from it without a choice."""
    if s.phase == Phase.PLAN:
        place_marker(s, action - MARK)
    elif s.phase == Phase.ACT or s.phase == Phase.SELL or s.phase == Phase.REST:
        act(s, action)
    elif s.phase == Phase.CHARACTER:
        take_character(s, action - TAKE)
    elif s.phase == Phase.PLACE:
        if not any_strict_place(s):
            s.fallback_used = 1
        place_tile(s, (action - PLACE) // CELLS, (action - PLACE) % CELLS)
    elif s.phase == Phase.NEUTRAL:
        place_neutral(s, action - MARK)
    else:
        move_stack(s, action - MARK)
