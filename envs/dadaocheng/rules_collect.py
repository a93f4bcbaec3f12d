"""The discs: dealing them, runs, collecting and refilling (RULES 4.1, 4.3, 4.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import roll, shuffle
from .rules_cubes import gain_cube
from .state import NONE
from .tables import (
    CELLS,
    COLOURS,
    CORNERS,
    DISCS,
    INNER,
    LINE_CELLS,
    LINE_HIGH,
    LINE_LOW,
    LINES,
    MAX_GROUP,
    NEIGHBOURS,
    OPIUM_DISCS,
    SIDE_SEAT,
    STORE_CAPACITY,
)

FULL_RUN = 0b1111  # a run of four; bit k: the k-th cell of the line belongs to it
LOW_RUN = 0b0111
HIGH_RUN = 0b1110

# ---------------------------------------------------------------- dealing


@rule
def deal_discs(s: Any) -> None:
    """4.1: all discs sun side up, opium in the corners, the others at random until no group is too large."""
    discs = np.arange(CELLS)
    shuffle(s.rng, discs[:OPIUM_DISCS])
    for k in range(OPIUM_DISCS):
        s.up[CORNERS[k]] = DISCS[s.disc_set, discs[k], 0]
        s.down[CORNERS[k]] = DISCS[s.disc_set, discs[k], 1]
    while not deal_inner_discs(s, discs):
        pass
    for k in range(len(INNER)):
        s.down[INNER[k]] = DISCS[s.disc_set, discs[OPIUM_DISCS + k], 1]


@rule
def deal_inner_discs(s: Any, discs: Any) -> bool:
    """4.1: deals the ordinary discs one by one, and gives up (False) as soon as a group is too large.

    Giving up early leaves all allowed deals equally likely, like dealing all discs and looking then; so does the
    order of the cells, from the middle outwards, which only finds a bad deal sooner.
    """
    for k in range(len(INNER)):
        s.up[INNER[k]] = NONE
    for k in range(len(INNER)):
        mine = OPIUM_DISCS + k
        other = mine + roll(s.rng, len(INNER) - k)
        disc = discs[other]
        discs[other] = discs[mine]
        discs[mine] = disc
        s.up[INNER[k]] = DISCS[s.disc_set, disc, 0]
        if group_too_large(s, INNER[k]):
            return False
    return True


@rule
def group_too_large(s: Any, cell: int) -> bool:
    """4.1: the disc just laid on a cell makes a connected group of its colour larger than allowed.

    The limits are 1 and 2: a group keeps to them exactly when each of its discs has less than so many neighbours in it.
    """
    limit = MAX_GROUP[s.num_players]
    if like_neighbours(s, cell) >= limit:
        return True
    for k in range(NEIGHBOURS.shape[1]):
        near = NEIGHBOURS[cell, k]
        if near != NONE and s.up[near] == s.up[cell] and like_neighbours(s, near) >= limit:
            return True
    return False


@rule
def like_neighbours(s: Any, cell: int) -> int:
    """4.1: how many adjacent discs show the same colour."""
    count = 0
    for k in range(NEIGHBOURS.shape[1]):
        near = NEIGHBOURS[cell, k]
        if near != NONE and s.up[near] == s.up[cell]:
            count += 1
    return count


# ---------------------------------------------------------------- planning


@rule
def flip_disc(up: Any, down: Any, cell: int) -> None:
    """4.3: turns the disc on a cell over."""
    colour = int(up[cell])
    up[cell] = down[cell]
    down[cell] = colour


@rule
def swap_discs(up: Any, down: Any, a: int, b: int) -> None:
    """4.3: exchanges the places of two discs; each keeps its side."""
    colour = int(up[a])
    up[a] = up[b]
    up[b] = colour
    colour = int(down[a])
    down[a] = down[b]
    down[b] = colour


# ---------------------------------------------------------------- runs


@rule
def run_in(up: Any, line: int) -> int:
    """4.4: which cells of a line form a run of three or four equal discs, as bits; 0 for none."""
    middle = up[LINE_CELLS[line, 1]]
    if middle != up[LINE_CELLS[line, 2]]:
        return 0
    low = middle == up[LINE_CELLS[line, 0]]
    high = middle == up[LINE_CELLS[line, 3]]
    if low:
        return FULL_RUN if high else LOW_RUN
    return HIGH_RUN if high else 0


@rule
def runs_on_board(up: Any) -> int:
    """4.4: the lines that hold a run, as bits."""
    found = 0
    for line in range(LINES):
        if run_in(up, line) != 0:
            found |= 1 << line
    return found


@rule
def only_line(runs: int) -> int:
    """4.4: the line of the only run among these, or NONE if there are several or none."""
    for line in range(LINES):
        if runs == 1 << line:
            return line
    return NONE


@rule
def resolve_run(s: Any, line: int) -> None:
    """4.4: the turn owner takes the cubes of a run, its ends refill warehouses (low end first), its discs turn over."""
    p = int(s.turn_owner)
    run = run_in(s.up, line)
    colour = int(s.up[LINE_CELLS[line, 1]])
    worth = 2 if run == FULL_RUN else 1
    s.nominal += worth
    for _ in range(min(worth, int(s.supply[colour]))):
        gain_cube(s, p, colour)
        s.gained += 1
    if run & 1:
        refill_store(s, LINE_LOW[line, 0], LINE_LOW[line, 1], colour)
    if run & 8:
        refill_store(s, LINE_HIGH[line, 0], LINE_HIGH[line, 1], colour)
    for k in range(4):
        if run >> k & 1:
            flip_disc(s.up, s.down, LINE_CELLS[line, k])


@rule
def refill_store(s: Any, side: int, store: int, colour: int) -> None:
    """4.4: a cube comes into a store of a used side that is no firm; a third cube spoils all of them."""
    if SIDE_SEAT[s.num_players, side] == NONE or s.firm[side, store] != 0 or s.supply[colour] == 0:
        return
    if s.store_size[side, store] == STORE_CAPACITY:
        for spoiled in range(COLOURS):
            s.supply[spoiled] += s.store[side, store, spoiled]
            s.store[side, store, spoiled] = 0
        s.store_size[side, store] = 0
    else:
        s.supply[colour] -= 1
        s.store[side, store, colour] += 1
        s.store_size[side, store] += 1


# ---------------------------------------------------------------- full warehouses


@rule
def is_full(s: Any, side: int) -> bool:
    """4.5: every store of the warehouse that is no firm holds a cube, and there is such a store."""
    open_stores = 0
    for store in range(s.store_size.shape[1]):
        if s.firm[side, store] == 0:
            if s.store_size[side, store] == 0:
                return False
            open_stores += 1
    return open_stores > 0


@rule
def empty_store(s: Any, p: int, side: int, store: int) -> None:
    """4.5: p takes all cubes of a store into the hand."""
    for colour in range(COLOURS):
        s.hand[p, colour] += s.store[side, store, colour]
        s.store[side, store, colour] = 0
    s.hand_size[p] += s.store_size[side, store]
    s.store_size[side, store] = 0
