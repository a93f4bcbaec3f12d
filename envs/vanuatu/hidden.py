"""What a seat cannot know - the order of the decks, the rest tiles of the others - drawn anew (RULES 7.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import shuffle
from .rules_board import order_tiles
from .state import Phase
from .tables import REST_TILES


@rule
def secret(s: Any, action: int) -> int:
    """4.10: which rest tile is kept is known to its taker only."""
    return 1 if s.phase == Phase.REST else 0


@rule
def redeal(s: Any, seat: int, rng: Any) -> None:
    """7.3: orders the face-down tiles, visitors and ships anew and deals the rest tiles that ``seat`` cannot know."""
    order_tiles(s, int(s.tiles_shown), rng)  # of a letter that has appeared, the second tile is known
    shuffle(rng, s.visitor_order[s.game_round :])
    shuffle(rng, s.ship_pile[: s.ship_pile_size])
    redeal_rest(s, seat, rng)


@rule
def redeal_rest(s: Any, seat: int, rng: Any) -> None:
    """4.10: the rest tiles in two groups: those taken before the seat looked, and those that it saw lying there.

    A seat that has neither taken one nor looks at them now has seen nothing: all are in one group.
    """
    looks = s.phase == Phase.REST and s.seat == seat
    before = int(s.rest_count) if looks else 0  # takers before the seat
    for k in range(s.rest_count):
        if s.rest_taker[k] == seat:
            before = k
    tiles = np.zeros(REST_TILES, np.int64)
    for k in range(before):
        tiles[k] = s.rest_tile[s.rest_taker[k]]
    shuffle(rng, tiles[:before])
    for k in range(before):
        s.rest_tile[s.rest_taker[k]] = tiles[k]
    if not looks:
        redeal_later(s, seat, before, rng)


@rule
def redeal_later(s: Any, seat: int, before: int, rng: Any) -> None:
    """4.10: the tiles taken after the first ``before`` ones, but not by the seat itself, and those still there."""
    tiles = np.zeros(REST_TILES, np.int64)
    count = 0
    for tile in range(REST_TILES):
        if s.rest_left[tile] != 0:
            tiles[count] = tile
            count += 1
    for k in range(before, s.rest_count):
        if s.rest_taker[k] != seat:
            tiles[count] = s.rest_tile[s.rest_taker[k]]
            count += 1
    shuffle(rng, tiles[:count])
    s.rest_left[:] = 0
    for k in range(before, s.rest_count):
        if s.rest_taker[k] != seat:
            count -= 1
            s.rest_tile[s.rest_taker[k]] = tiles[count]
    for k in range(count):
        s.rest_left[tiles[k]] = 1
