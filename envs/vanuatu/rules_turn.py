"""A turn of phase IV of Vanuatu: what may be resolved and what it does (RULES 4.6, 4.7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from .actions import (
    BEG,
    BRING_TO,
    BUILD_ON,
    BUY_ON,
    CATCH,
    DIVE,
    DRAW_ON,
    DROP,
    GOVERN,
    HOLD_POWER,
    KEEP,
    NUM_ACTIONS,
    SAIL_TO,
    SELL_ALL,
    SELL_DONE,
    SELL_SOME,
    SELL_TILE,
    SELL_TREASURE,
    TO_REST,
)
from .rules_board import destinations, export_cube, gain_coins
from .rules_planning import boosts, fish_held, fresh_power, hut_cells, own_stacks
from .rules_round import end_turn, update_leader
from .state import NONE, Phase
from .tables import (
    ARTIST,
    ARTIST_POINTS,
    BEGGAR,
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    BUYER,
    CELLS,
    DIVER,
    DRAW,
    DRAWING_POINTS,
    DRAWING_SLOTS,
    EXPLORE,
    FISH,
    FISHER,
    GOOD_PRICE,
    GOODS,
    GOVERNOR,
    GUIDE,
    GUIDE_POINTS,
    HUT_PRICE,
    HUT_SLOTS,
    ISLANDS,
    KINDS,
    MISSIONARY,
    MOST_BEGGED,
    NAVIGATOR,
    REST,
    REST_TILES,
    SAIL,
    SAIL_RANGE,
    SELL,
    TOURIST_SLOTS,
    TRANSPORT,
    VALUES,
    VENDOR,
)

# ---------------------------------------------------------------- what p may resolve


@rule
def led_kinds(s: Any, p: int) -> int:
    """4.6: the kinds that p leads, as a set."""
    kinds = 0
    for kind in range(KINDS):
        if s.leader[kind] == p:
            kinds |= 1 << kind
    return kinds


@rule
def power(s: Any, p: int) -> int:
    """4.4: p's character if its power works now: fresh and not held back; else NONE."""
    return NONE if s.holding != 0 else fresh_power(s, p)


@rule
def price_of_hut(s: Any, p: int) -> int:
    """4.7: what BUILD costs p."""
    return BUILDER_PRICE if power(s, p) == BUILDER else HUT_PRICE


@rule
def price_of_sail(s: Any, p: int, cell: int) -> int:
    """4.7: what it costs p to sail to a cell, 0 for the Navigator; NONE if it cannot be reached."""
    for price in range(1, SAIL_RANGE + 1):
        if (destinations(s, p, s.boat[p], price) >> cell) & 1 != 0:
            return 0 if power(s, p) == NAVIGATOR else price
    return NONE


@rule
def can_sell(s: Any, p: int) -> bool:
    """4.7: p has fish, and a hut beside its boat or the Vendor."""
    return fish_held(s, p) > 0 and (power(s, p) == VENDOR or (hut_cells(s, p) >> int(s.boat[p])) & 1 != 0)


@rule
def can_rest(s: Any, p: int) -> bool:
    """4.7: a rest tile is left and p holds none."""
    return s.rest_count < REST_TILES and s.rest_tile[p] == NONE


@rule
def mark_kind(s: Any, p: int, kind: int, mask: Any) -> bool:
    """4.7: marks all ways in which p can perform a kind now; gives whether there is any."""
    cell = int(s.boat[p])
    if kind == SAIL:
        return mark_sails(s, p, mask)
    if kind == FISH:
        able = s.fish[cell] > 0
        mask[CATCH] = 1 if able else 0
    elif kind == EXPLORE:
        able = s.treasure[cell] > 0
        mask[DIVE] = 1 if able else 0
    elif kind == SELL:
        able = can_sell(s, p)
        mask[SELL_ALL] = 1 if able else 0
        mask[SELL_SOME] = 1 if able and fish_held(s, p) >= 2 else 0
    elif kind == REST:
        able = can_rest(s, p)
        mask[TO_REST] = 1 if able else 0
    else:
        return mark_islands(s, p, kind, mask)
    return able


@rule
def mark_sails(s: Any, p: int, mask: Any) -> bool:
    """4.7: SAIL, to each cell that p can reach and pay for."""
    cells = 0
    for price in range(1, SAIL_RANGE + 1):
        if s.coins[p] >= price or power(s, p) == NAVIGATOR:
            cells |= destinations(s, p, s.boat[p], price)
    if cells != 0:
        for cell in range(CELLS):
            if (cells >> cell) & 1 != 0:
                mask[SAIL_TO + cell] = 1
    return cells != 0


@rule
def mark_islands(s: Any, p: int, kind: int, mask: Any) -> bool:
    """4.7: BUILD, BUY, DRAW or TRANSPORT, on each island beside the boat where it is possible."""
    near = int(s.near_island[s.boat[p]])
    able = False
    for island in range(ISLANDS):
        if (near >> island) & 1 == 0:
            continue
        if kind == BUY:
            for good in range(GOODS):
                if s.goods[island, good] > 0 and s.coins[p] >= GOOD_PRICE[good]:
                    mask[BUY_ON + GOODS * island + good] = 1
                    able = True
        elif kind == BUILD:
            if s.huts_left[p] > 0 and s.coins[p] >= price_of_hut(s, p) and s.huts_on[island] < HUT_SLOTS[island]:
                mask[BUILD_ON + island] = 1
                able = True
        elif kind == DRAW:
            if s.drawings[island] < DRAWING_SLOTS[island]:
                mask[DRAW_ON + island] = 1
                able = True
        elif s.tourists > 0 and s.visitors[island] < TOURIST_SLOTS[island]:
            mask[BRING_TO + island] = 1
            able = True
    return able


@rule
def mark_turn(s: Any, mask: Any) -> None:
    """4.6: all that the acting seat may do in ACT."""
    p = s.seat
    led = held_kind(s, p) if s.holding != 0 else led_kinds(s, p)
    stacks = led if led != 0 else own_stacks(s, p)
    may_perform = led != 0 or power(s, p) == MISSIONARY
    able = 0
    for kind in range(KINDS):
        if may_perform and (stacks >> kind) & 1 != 0 and mark_kind(s, p, kind, mask):
            able |= 1 << kind
    if led != 0:  # what is led and possible must be performed; without a lead any stack may go
        stacks = 0 if s.must_act_if_able != 0 and able != 0 else led & ~able
    for kind in range(KINDS):
        if (stacks >> kind) & 1 != 0:
            mask[DROP + kind] = 1
    mark_free(s, p, mask)


@rule
def mark_free(s: Any, p: int, mask: Any) -> None:
    """4.6: what does not end the turn - treasure sales, begging, holding a power back - and the Governor's move."""
    for k in range(VALUES):
        if s.treasure_tiles[p, k] > 0:
            mask[SELL_TREASURE + k] = 1
    fresh = power(s, p)
    if fresh == BEGGAR:
        for x in range(min(MOST_BEGGED, int(s.score[p]))):
            mask[BEG + x] = 1
    elif fresh == GOVERNOR:
        for kind in range(KINDS):
            if s.markers[kind, p] > 0:
                mask[GOVERN + kind] = 1
    elif can_hold(s, p):
        mask[HOLD_POWER] = 1


@rule
def held_kind(s: Any, p: int) -> int:
    """4.6: while p holds its power back, only the stack that the power belongs to, as a set."""
    return 1 << int(s.character[p])


@rule
def holdable(character: int) -> bool:
    """4.6, 10.3: the character's power can be held back while its kind is performed."""
    return character in (NAVIGATOR, BUILDER, DIVER, BUYER)


@rule
def can_hold(s: Any, p: int) -> bool:
    """4.6, 10.3: p may hold back a fresh power whose stack it leads and could perform without it."""
    if s.optional_powers == 0:
        return False
    fresh = power(s, p)
    if not holdable(fresh) or s.leader[fresh] != p:
        return False
    s.holding = 1
    able = mark_kind(s, p, fresh, np.zeros(NUM_ACTIONS, np.int8))
    s.holding = 0
    return able


# ---------------------------------------------------------------- playing a turn


@rule
def kind_of(action: int) -> int:
    """7.1: the kind that an action performs, or that the sub-phase to which it belongs performs."""
    if action < CATCH:
        return SAIL
    if action < SELL_ALL:
        return FISH if action == CATCH else EXPLORE
    if action < BUILD_ON:
        return SELL
    if action < BUY_ON:
        return BUILD
    if action < DRAW_ON:
        return BUY
    if action < BRING_TO:
        return DRAW
    return TRANSPORT if action < TO_REST else REST


@rule
def act(s: Any, action: int) -> None:
    """4.6: the acting seat's action in ACT, SELL or REST; the phase stays or becomes ACT when the turn is done."""
    p = int(s.seat)
    if action >= SELL_TREASURE:
        act_freely(s, p, action)
        return
    if action >= DROP:
        clear_stack(s, p, action - DROP)
        end_turn(s)
        return
    if action >= TO_REST:
        rest(s, p, action)
    elif action >= BUILD_ON:
        perform_on_island(s, p, action)
    elif action >= SELL_ALL:
        sell(s, p, action)
    else:
        perform_at_sea(s, p, action)
    if s.phase == Phase.ACT:
        end_kind(s, p, kind_of(action))


@rule
def act_freely(s: Any, p: int, action: int) -> None:
    """4.6: a treasure sale, begging, holding back; or the Governor's move begins."""
    if action < BEG:
        value = action - SELL_TREASURE + 1
        s.treasure_tiles[p, value - 1] -= 1
        gain_coins(s, p, value)
    elif action < HOLD_POWER:
        begged = action - BEG + 1
        s.score[p] -= begged
        s.power_used[p] = 1
        gain_coins(s, p, begged)
    elif action == HOLD_POWER:
        s.holding = 1
    else:
        s.governor_source = action - GOVERN
        s.phase = Phase.GOVERNOR


@rule
def move_stack(s: Any, target: int) -> None:
    """4.4: the Governor moves a whole stack; that is the turn."""
    p = int(s.seat)
    source = target  # an int64, as the kinds are everywhere
    for kind in range(KINDS):
        if kind == s.governor_source:
            source = kind
    s.markers[target, p] += s.markers[source, p]
    s.governor_source = NONE
    s.governor_target = target
    s.power_used[p] = 1
    clear_stack(s, p, source)
    update_leader(s, target)
    end_turn(s)


@rule
def perform_at_sea(s: Any, p: int, action: int) -> None:
    """4.7: SAIL, FISH, EXPLORE."""
    cell = int(s.boat[p])
    if action < CATCH:
        s.coins[p] -= price_of_sail(s, p, action - SAIL_TO)
        s.boat[p] = action - SAIL_TO
    elif action == CATCH:
        value = int(s.fish[cell])
        s.fish[cell] -= 1
        s.fish_tiles[p, value - 1] += 1
        if power(s, p) == FISHER:
            s.score[p] += value
    else:
        value = int(s.treasure[cell])
        s.treasure[cell] -= 1
        s.treasure_tiles[p, value - 1] += 1
        if power(s, p) == DIVER:
            gain_coins(s, p, value)


@rule
def perform_on_island(s: Any, p: int, action: int) -> None:
    """4.7: BUILD, BUY, DRAW, TRANSPORT."""
    if action < BUY_ON:
        island = action - BUILD_ON
        s.coins[p] -= price_of_hut(s, p)
        s.huts_left[p] -= 1
        s.huts[island, p] += 1
        s.huts_on[island] += 1
    elif action < DRAW_ON:
        buy_good(s, p, (action - BUY_ON) // GOODS, (action - BUY_ON) % GOODS)
    elif action < BRING_TO:
        s.drawings[action - DRAW_ON] += 1
        s.score[p] += ARTIST_POINTS if power(s, p) == ARTIST else DRAWING_POINTS
    else:
        island = action - BRING_TO
        s.tourists -= 1
        s.visitors[island] += 1
        gain_coins(s, p, int(s.huts_on[island]))
        if power(s, p) == GUIDE:
            s.score[p] += GUIDE_POINTS * s.drawings[island]


@rule
def buy_good(s: Any, p: int, island: int, good: int) -> None:
    """4.7: p buys a cube and exports it; the Buyer exports another one of the colour from the supply."""
    s.goods[island, good] -= 1
    s.coins[p] -= GOOD_PRICE[good]
    export_cube(s, p, good)
    if power(s, p) == BUYER and s.supply[good] > 0:
        s.supply[good] -= 1
        export_cube(s, p, good)


@rule
def clear_stack(s: Any, p: int, kind: int) -> None:
    """4.6: all markers of p leave the kind."""
    s.markers[kind, p] = 0
    update_leader(s, kind)


@rule
def end_kind(s: Any, p: int, kind: int) -> None:
    """4.4, 4.6: p has performed a kind: the power that was used for it is spent, the stack leaves, the turn ends."""
    if boosts(power(s, p), kind) or (power(s, p) == MISSIONARY and led_kinds(s, p) == 0):
        s.power_used[p] = 1
    clear_stack(s, p, kind)
    end_turn(s)


# ---------------------------------------------------------------- selling


@rule
def mark_sale(s: Any, mask: Any) -> None:
    """4.7, 7.1: in SELL, the tiles from the highest number down, or no more after the first."""
    for value in range(1, s.sell_bound + 1):
        if s.fish_tiles[s.seat, value - 1] > 0:
            mask[SELL_TILE + value - 1] = 1
    if s.tiles_sold > 0:
        mask[SELL_DONE] = 1


@rule
def sell(s: Any, p: int, action: int) -> None:
    """4.7, 7.1: all fish tiles at once, or one by one in SELL, paid at once.

    The sale ends by itself when one tile is left, or when no other may follow.
    """
    if action == SELL_SOME:
        s.sell_bound = VALUES
        s.phase = Phase.SELL
        return
    if action == SELL_ALL:
        total = 0
        for k in range(VALUES):
            total += int(s.fish_tiles[p, k]) * (k + 1)
            s.fish_tiles[p, k] = 0
        gain_coins(s, p, total * int(s.price))
    elif action != SELL_DONE:
        value = action - SELL_TILE + 1
        s.fish_tiles[p, value - 1] -= 1
        s.tiles_sold += 1
        s.sell_bound = value
        gain_coins(s, p, value * int(s.price))
        following = 0
        for k in range(value):
            following += int(s.fish_tiles[p, k])
        if following > 0 and fish_held(s, p) > 1:
            return
    end_sale(s)


@rule
def end_sale(s: Any) -> None:
    """4.7: the price drops once for the whole sale, but never below one."""
    s.price = max(1, int(s.price) - 1)
    s.sell_bound = 0
    s.tiles_sold = 0
    s.phase = Phase.ACT


# ---------------------------------------------------------------- rest tiles


@rule
def mark_rest_tiles(s: Any, mask: Any) -> None:
    """4.7: in REST, the rest tiles that are left."""
    for tile in range(REST_TILES):
        if s.rest_left[tile] != 0:
            mask[KEEP + tile] = 1


@rule
def rest(s: Any, p: int, action: int) -> None:
    """4.7: p looks at the rest tiles that are left and keeps one face down; the last one needs no choice."""
    chosen = action - KEEP
    if action == TO_REST:
        if s.rest_count < REST_TILES - 1:
            s.phase = Phase.REST
            return
        for tile in range(REST_TILES):
            if s.rest_left[tile] != 0:
                chosen = tile
    s.rest_left[chosen] = 0
    s.rest_tile[p] = chosen
    s.rest_taker[s.rest_count] = p
    s.rest_count += 1
    s.phase = Phase.ACT
