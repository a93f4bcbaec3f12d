"""The course of a round of Vanuatu: set-up, characters, planning, turn order, end (RULES 4.2-4.6, 4.8, 4.9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import shuffle
from ..engine.seats import next_seat
from .rules_board import depart_ships, gain_coins, put_tile, refill_goods, show_tiles
from .rules_planning import boosts, end_plans, own_stacks, start_plans, widen_plans
from .state import NONE, Phase
from .tables import (
    CHARACTERS,
    GOVERNOR,
    MARKERS,
    MAX_PLAYERS,
    NEUTRAL_MARKERS,
    PASSES,
    REST_COINS,
    REST_POINTS,
    REST_TILES,
    ROUNDS,
    TOP_PRICE,
    TWO_PLAYER_OFFER,
)

START_TILE = 0  # the rest tile that makes its holder start player

# ---------------------------------------------------------------- phase I


@rule
def start_round(s: Any) -> None:
    """4.2: phase I of rounds 2 to 8, up to the placement of the tiles."""
    s.game_round += 1
    s.power_used[:] = 0
    s.tourists = s.visitor_order[s.game_round - 1]
    depart_ships(s)
    refill_goods(s)
    s.price = TOP_PRICE
    s.tiles_placed = 0
    if s.upcoming[0] != NONE:
        s.seat = s.start_seat
        s.phase = Phase.PLACE
    else:
        start_characters(s)


@rule
def place_tile(s: Any, slot: int, cell: int) -> None:
    """4.3: the start player puts one of the two tiles into a cell; after the second one the next two are shown."""
    put_tile(s, cell, int(s.upcoming[slot]))
    s.upcoming[slot] = NONE
    s.tiles_placed += 1
    if s.tiles_placed == 2:
        s.tiles_placed = 0
        show_tiles(s)
        start_characters(s)


# ---------------------------------------------------------------- phase II


@rule
def start_characters(s: Any) -> None:
    """4.4, 4.9: phase II begins; two players get five new cards and place the neutral markers first."""
    s.seat = s.start_seat
    if s.num_players == 2:
        draw_offer(s)
        s.phase = Phase.NEUTRAL
        s.markers_due = NEUTRAL_MARKERS[0]
    elif s.characters != 0:
        s.phase = Phase.CHARACTER
    else:
        start_planning(s)


@rule
def draw_offer(s: Any) -> None:
    """4.9: five characters at random among those that were not on offer in the round before."""
    cards = np.zeros(CHARACTERS, np.int64)
    count = 0
    for character in range(CHARACTERS):
        if s.offer[character] == 0 and (character != GOVERNOR or s.governor != 0):
            cards[count] = character
            count += 1
    shuffle(s.rng, cards[:count])
    s.offer[:] = 0
    for k in range(TWO_PLAYER_OFFER):
        s.offer[cards[k]] = 1
        s.pool[cards[k]] = 1


@rule
def place_neutral(s: Any, kind: int) -> None:
    """4.9: a neutral marker; the start player places two, the other one three."""
    s.neutral[kind] += 1
    s.markers_due -= 1
    if s.markers_due == 0:
        if s.seat == s.start_seat:
            s.seat = 1 - s.seat
            s.markers_due = NEUTRAL_MARKERS[1]
        else:
            s.seat = s.start_seat
            s.phase = Phase.CHARACTER


@rule
def take_character(s: Any, character: int) -> None:
    """4.4: p takes a card, then gives the one of the last round back to the pool."""
    p = s.seat
    s.pool[character] = 0
    if s.character[p] != NONE:
        s.pool[s.character[p]] = 1
    s.character[p] = character
    s.seat = next_seat(p, s.num_players)
    if s.seat == s.start_seat:
        start_planning(s)


# ---------------------------------------------------------------- phase III


@rule
def start_planning(s: Any) -> None:
    """4.5: everybody has five markers; three passes."""
    for p in range(s.num_players):
        s.unplaced[p] = MARKERS
    s.seat = s.start_seat
    s.plan_pass = 0
    s.markers_due = PASSES[0]
    s.phase = Phase.PLAN
    start_plans(s)


@rule
def place_marker(s: Any, kind: int) -> None:
    """4.5: p places a marker; the next marker, the next player, the next pass, or the end of the planning."""
    p = int(s.seat)
    s.markers[kind, p] += 1
    s.unplaced[p] -= 1
    s.markers_due -= 1
    update_leader(s, kind)
    if s.unplaced[p] == 0:
        s.plannable[p] = 0
    elif s.markers[kind, p] == 1:
        widen_plans(s, p)
    if s.markers_due > 0:
        return
    s.seat = next_seat(p, s.num_players)
    if s.seat == s.start_seat:
        s.plan_pass += 1
    if s.plan_pass == len(PASSES):
        s.plan_pass = 0
        end_plans(s)
        s.phase = Phase.ACT
    else:
        s.markers_due = PASSES[s.plan_pass]


# ---------------------------------------------------------------- phase IV: whose turn


@rule
def update_leader(s: Any, kind: int) -> None:
    """4.6, 4.9: most markers lead, among equals the first in turn order; of two only one who beats the neutral ones."""
    best = NONE
    p = int(s.start_seat)
    for _ in range(s.num_players):
        count = s.markers[kind, p]
        if count > 0 and (best == NONE or count > s.markers[kind, best]):
            best = p
        p = next_seat(p, s.num_players)
    if best != NONE and s.num_players == 2:
        margin = s.markers[kind, best] - s.neutral[kind]
        if margin < 0 or (margin == 0 and not matches_neutral(s, best, kind)):
            best = NONE
    s.leader[kind] = best


@rule
def matches_neutral(s: Any, p: int, kind: int) -> bool:
    """4.9: p's character boosts the kind, used or not, or moved a stack there: then as many as the neutral ones do."""
    return boosts(int(s.character[p]), kind) or (s.character[p] == GOVERNOR and s.governor_target == kind)


@rule
def end_turn(s: Any) -> None:
    """4.6: the next player in turn order who still has markers; without any the round ends."""
    s.holding = 0
    s.phase = Phase.ACT
    p = int(s.seat)
    for _ in range(s.num_players):
        p = next_seat(p, s.num_players)
        if own_stacks(s, p) != 0:
            s.seat = p
            return
    end_round(s)


# ---------------------------------------------------------------- phase V


@rule
def end_round(s: Any) -> None:
    """4.8: the rest tiles take effect and return; then the next round, or the end."""
    first = int(s.start_seat)
    for p in range(s.num_players):
        tile = s.rest_tile[p]
        if tile != NONE:
            gain_coins(s, p, int(REST_COINS[tile]))
            s.score[p] += REST_POINTS[tile]
            if tile == START_TILE:
                first = p
    s.start_seat = first
    clear_round(s)
    if s.game_round == ROUNDS:
        finish(s)
    else:
        start_round(s)


@rule
def finish(s: Any) -> None:
    """4.8: the game is over; the final scoring is made of what is there."""
    s.over = 1
    s.phase = Phase.OVER


@rule
def clear_round(s: Any) -> None:
    """4.8, 4.9: rest tiles and neutral markers return, and in a game of two the characters, too."""
    s.rest_tile[:] = NONE
    s.rest_taker[:] = NONE
    s.rest_count = 0
    for tile in range(REST_TILES):
        s.rest_left[tile] = 1
    s.neutral[:] = 0
    s.governor_target = NONE
    if s.num_players == 2:
        for p in range(MAX_PLAYERS):
            s.character[p] = NONE
            s.power_used[p] = 0
        s.pool[:] = 0
