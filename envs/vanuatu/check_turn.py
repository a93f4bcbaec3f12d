"""Whether a record is a position of the game: cards, markers, the turn, and what is derived (RULES 8)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.seats import relative
from .faults import Fault
from .rules_board import update_sailing
from .rules_planning import end_plans, fish_held, fresh_power, start_plans
from .rules_round import update_leader
from .rules_turn import can_sell, holdable, led_kinds
from .state import EMPTY, FREE_POINTS, NONE, NOWHERE, ROUND_POINTS, SEA, STACK_POINTS, Phase
from .tables import (
    AROUND,
    CELLS,
    CHARACTERS,
    GOODS,
    GOVERNOR,
    ISLANDS,
    KINDS,
    MARKERS,
    MISSIONARY,
    NEUTRAL_MARKERS,
    PASSES,
    REST,
    REST_TILES,
    SAIL_RANGE,
    SELL,
    TWO_PLAYER_OFFER,
    VALUES,
)


@rule
def preparing(s: Any) -> bool:
    """4: the round is in one of its phases I to III."""
    return s.phase == Phase.PLACE or s.phase == Phase.NEUTRAL or s.phase == Phase.CHARACTER or s.phase == Phase.PLAN


@rule
def resolving(s: Any) -> bool:
    """4.6: the round is in phase IV."""
    return s.phase == Phase.ACT or s.phase == Phase.SELL or s.phase == Phase.REST or s.phase == Phase.GOVERNOR


# ---------------------------------------------------------------- cards


@rule
def check_cards(s: Any) -> int:
    """4.4, 4.9: each character is in one place; who holds one. Then the rest tiles."""
    offered = 0
    for character in range(CHARACTERS):
        offered += int(s.offer[character])
        there = int(s.pool[character])
        for p in range(s.num_players):
            there += 1 if s.character[p] == character else 0
        plays = s.characters != 0 and (character != GOVERNOR or s.governor != 0)
        if s.offer[character] != 0 and not plays:
            return Fault.OFFER.value
        if s.num_players == 2:
            plays = s.offer[character] != 0 and s.phase != Phase.PLACE and s.phase != Phase.OVER
        if there != (1 if plays else 0):
            return Fault.POOL.value
    if offered != (TWO_PLAYER_OFFER if s.num_players == 2 else 0):
        return Fault.OFFER.value
    for p in range(s.num_players):
        if (s.character[p] != NONE) != has_chosen(s, p):
            return Fault.CHARACTER.value
        if s.power_used[p] != 0 and (preparing(s) or s.character[p] == NONE):
            return Fault.POWER_USED.value
    return check_rest_tiles(s)


@rule
def has_chosen(s: Any, p: int) -> bool:
    """4.4, 4.9: p holds a card: from its first choice on, of two players until the end of the round."""
    n = int(s.num_players)
    if s.characters == 0 or s.phase == Phase.NEUTRAL:
        return False
    if s.phase == Phase.CHARACTER and (n == 2 or s.game_round == 1):
        return relative(p, s.start_seat, n) < relative(s.seat, s.start_seat, n)
    return n > 2 or (s.phase != Phase.PLACE and s.phase != Phase.OVER)


@rule
def check_rest_tiles(s: Any) -> int:
    """4.7: each rest tile is left or held by one of the seats that took one."""
    if s.rest_count != 0 and not resolving(s):
        return Fault.REST_COUNT.value
    seats = 0
    for k in range(REST_TILES):
        p = int(s.rest_taker[k])
        if (p != NONE) != (k < s.rest_count) or p >= s.num_players:
            return Fault.REST_TAKER.value
        if p != NONE:
            if (seats >> p) & 1 != 0:
                return Fault.REST_TAKER.value
            seats |= 1 << p
    held = 0
    for p in range(s.num_players):
        tile = int(s.rest_tile[p])
        if (tile != NONE) != ((seats >> p) & 1 != 0):
            return Fault.REST_TAKER.value
        if tile != NONE:
            if (held >> tile) & 1 != 0:
                return Fault.REST_LEFT.value
            held |= 1 << tile
    for tile in range(REST_TILES):
        if s.rest_left[tile] == (held >> tile) & 1:
            return Fault.REST_LEFT.value
    return 0


# ---------------------------------------------------------------- markers


@rule
def check_markers(s: Any) -> int:
    """4.5, 4.6, 4.9: markers placed and to be placed; who may be the acting seat."""
    if s.plan_pass != 0 and s.phase != Phase.PLAN:
        return Fault.PLAN_PASS.value
    most = 0
    if s.phase == Phase.PLAN:
        most = int(PASSES[s.plan_pass])
    elif s.phase == Phase.NEUTRAL:
        most = int(NEUTRAL_MARKERS[0 if s.seat == s.start_seat else 1])
    if s.markers_due > most or (most > 0 and s.markers_due == 0):
        return Fault.MARKERS_DUE.value
    for p in range(s.num_players):
        left = MARKERS - markers_placed(s, p) if s.phase == Phase.PLAN else 0
        if s.unplaced[p] != left:
            return Fault.UNPLACED.value
        placed = 0
        for kind in range(KINDS):
            placed += int(s.markers[kind, p])
        wrong = placed > MARKERS if resolving(s) else placed != (MARKERS - left if s.phase == Phase.PLAN else 0)
        if wrong:
            return Fault.MARKERS.value
        if resolving(s) and p == s.seat and placed == 0:
            return Fault.SEAT.value
    if s.phase == Phase.PLACE and s.seat != s.start_seat:
        return Fault.SEAT.value
    neutral = 0
    for kind in range(KINDS):
        neutral += int(s.neutral[kind])
    if neutral != neutral_placed(s):
        return Fault.NEUTRAL.value
    for p in range(s.num_players):
        if s.score[p] > most_points(s, p):
            return Fault.SCORE.value
    return 0


@rule
def most_points(s: Any, p: int) -> int:
    """6: a generous bound on p's score marker, which rises by no more than the rounds and the stacks bring."""
    if preparing(s):
        return ROUND_POINTS * (int(s.game_round) - 1)
    most = ROUND_POINTS * int(s.game_round)
    if resolving(s):
        most -= FREE_POINTS
        for kind in range(KINDS):
            if not (s.phase == Phase.SELL and kind == SELL and p == s.seat):  # whose sale has begun to pay
                most -= STACK_POINTS * int(s.markers[kind, p])
    return most


@rule
def markers_placed(s: Any, p: int) -> int:
    """4.5: how many markers p has placed in PLAN: those of the passes before, and of this one if it is its turn."""
    n = int(s.num_players)
    placed = 0
    for k in range(s.plan_pass):
        placed += int(PASSES[k])
    if p == s.seat:
        return placed + int(PASSES[s.plan_pass]) - int(s.markers_due)
    earlier = relative(p, s.start_seat, n) < relative(s.seat, s.start_seat, n)
    return placed + (int(PASSES[s.plan_pass]) if earlier else 0)


@rule
def neutral_placed(s: Any) -> int:
    """4.9: how many neutral markers lie there."""
    if s.num_players > 2 or s.phase == Phase.PLACE or s.phase == Phase.OVER:
        return 0
    both = int(NEUTRAL_MARKERS[0] + NEUTRAL_MARKERS[1])
    if s.phase != Phase.NEUTRAL:
        return both
    return int(NEUTRAL_MARKERS[0] if s.seat == s.start_seat else both) - int(s.markers_due)


# ---------------------------------------------------------------- derived


@rule
def check_derived(s: Any, fresh: Any) -> int:
    """8: what the record holds twice is recounted in ``fresh``, an array of one record, and compared."""
    fresh[0] = s
    again = fresh[0]
    recount(again)
    if again.sea_cells != s.sea_cells:
        return Fault.SEA_CELLS.value
    if again.occupied_cells != s.occupied_cells:
        return Fault.OCCUPIED_CELLS.value
    for cell in range(CELLS):
        if again.near_island[cell] != s.near_island[cell]:
            return Fault.NEAR_ISLAND.value
        for k in range(SAIL_RANGE):
            if again.sail_cells[cell, k] != s.sail_cells[cell, k]:
                return Fault.SAIL_CELLS.value
    for island in range(ISLANDS):
        if again.island_around[island] != s.island_around[island]:
            return Fault.ISLAND_AROUND.value
        if again.huts_on[island] != s.huts_on[island]:
            return Fault.HUTS_ON.value
    for kind in range(KINDS):
        if again.leader[kind] != s.leader[kind]:
            return Fault.LEADER.value
    return compare_plans(s, again)


@rule
def compare_plans(s: Any, again: Any) -> int:
    """4.5: the notes of the planning."""
    for kind in range(KINDS):
        if again.offer_cells[kind] != s.offer_cells[kind]:
            return Fault.OFFER_CELLS.value
    for good in range(GOODS):
        if again.good_cells[good] != s.good_cells[good]:
            return Fault.GOOD_CELLS.value
    for p in range(len(s.plannable)):
        if again.plannable[p] != s.plannable[p]:
            return Fault.PLANNABLE.value
    return 0


@rule
def recount(s: Any) -> None:
    """8: sets all derived fields from the others."""
    s.sea_cells = 0
    s.occupied_cells = 0
    s.near_island[:] = 0
    s.sail_cells[:] = 0
    for cell in range(CELLS):
        if s.cell_kind[cell] == SEA:
            s.sea_cells |= 1 << cell
        if s.cell_kind[cell] != EMPTY:
            s.occupied_cells |= 1 << cell
    for island in range(ISLANDS):
        cell = int(s.island_cell[island])
        s.island_around[island] = 0 if cell == NOWHERE else AROUND[cell]
        s.huts_on[island] = 0
        for p in range(s.num_players):
            s.huts_on[island] += s.huts[island, p]
        for there in range(CELLS):
            if (int(s.island_around[island]) >> there) & 1 != 0:
                s.near_island[there] |= 1 << island
    update_sailing(s)
    for kind in range(KINDS):
        update_leader(s, kind)
    end_plans(s)
    if s.phase == Phase.PLAN:
        start_plans(s)


# ---------------------------------------------------------------- the turn


@rule
def check_turn(s: Any) -> int:
    """4.4, 4.6, 4.7: what the acting seat is doing in phase IV."""
    used = False
    for p in range(s.num_players):
        used = used or (s.character[p] == GOVERNOR and s.power_used[p] != 0)
    if (s.governor_target != NONE) != (used and resolving(s)):
        return Fault.GOVERNOR_TARGET.value
    source = int(s.governor_source)
    if s.phase == Phase.GOVERNOR:
        if fresh_power(s, s.seat) != GOVERNOR or source == NONE or s.markers[source, s.seat] == 0:
            return Fault.GOVERNOR_SOURCE.value
    elif source != NONE:
        return Fault.GOVERNOR_SOURCE.value
    if s.holding != 0 and not (s.phase == Phase.ACT and may_hold(s)):
        return Fault.HOLDING.value
    if not bound_fits(s):
        return Fault.SELL_BOUND.value
    if s.phase == Phase.SELL and not (performs(s, SELL) and can_sell(s, s.seat)):
        return Fault.PERFORMING.value
    if s.phase == Phase.REST:
        if s.rest_tile[s.seat] != NONE or s.rest_count >= REST_TILES - 1:
            return Fault.RESTING.value
        if not performs(s, REST):
            return Fault.PERFORMING.value
    return 0


@rule
def may_hold(s: Any) -> bool:
    """4.6, 10.3: the seat has a power that it could have held back; coins may have changed the rest since."""
    character = fresh_power(s, s.seat)
    return s.optional_powers != 0 and holdable(character) and s.leader[character] == s.seat


@rule
def bound_fits(s: Any) -> bool:
    """7.1: in SELL a tile may be sold and another one is left; the first one may have any number."""
    if s.phase != Phase.SELL:
        return s.sell_bound == 0
    if s.sell_bound == 0 or (s.tiles_sold == 0 and s.sell_bound != VALUES) or fish_held(s, s.seat) < 2:
        return False
    for k in range(s.sell_bound):
        if s.fish_tiles[s.seat, k] > 0:
            return True
    return False


@rule
def performs(s: Any, kind: int) -> bool:
    """4.6: the acting seat may be in the middle of performing this kind: it leads it, or is the Missionary."""
    if s.markers[kind, s.seat] == 0:
        return False
    return s.leader[kind] == s.seat or (fresh_power(s, s.seat) == MISSIONARY and led_kinds(s, s.seat) == 0)
