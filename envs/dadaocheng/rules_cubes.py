"""Cubes on the move: taking, giving back, paying with opium as a joker, the opium track (RULES 4.6)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from .state import NONE
from .tables import BLACK, COLOURS, TRACK_LENGTH


@rule
def gain_cube(s: Any, p: int, colour: int) -> None:
    """2.1: p takes a cube from the supply, which has one."""
    s.supply[colour] -= 1
    s.hand[p, colour] += 1
    s.hand_size[p] += 1


@rule
def drop_cube(s: Any, p: int, colour: int) -> None:
    """2.1: p gives a cube to the supply."""
    s.hand[p, colour] -= 1
    s.hand_size[p] -= 1
    s.supply[colour] += 1


@rule
def gain_if_there(s: Any, p: int, colour: int) -> int:
    """4.6: p takes a cube if the supply has one; gives 1 if so, else 0."""
    if s.supply[colour] == 0:
        return 0
    gain_cube(s, p, colour)
    return 1


@rule
def supply_size(s: Any) -> int:
    """2.1: all cubes in the supply."""
    total = 0
    for colour in range(COLOURS):
        total += int(s.supply[colour])
    return total


@rule
def colours_in(cubes: Any) -> int:
    """2.1: how many colours the cubes have."""
    count = 0
    for colour in range(COLOURS):
        if cubes[colour] > 0:
            count += 1
    return count


@rule
def only_colour(cubes: Any) -> int:
    """4.0: the colour of the cubes if they are of one colour, else NONE."""
    found = NONE
    for colour in range(COLOURS):
        if cubes[colour] > 0:
            if found != NONE:
                return NONE
            found = colour
    return found


# ---------------------------------------------------------------- prices


@rule
def owed(cost: Any, colour: int, less: int) -> int:
    """4.6: what a price asks of a colour; one cube of colour ``less`` is remitted (NONE: none)."""
    return int(cost[colour]) - (1 if colour == less and cost[colour] > 0 else 0)


@rule
def can_pay(s: Any, p: int, cost: Any, less: int) -> bool:
    """4.6: p can pay the price, black cubes standing in for missing ones. No price asks for black."""
    missing = 0
    for colour in range(BLACK):
        missing += max(0, owed(cost, colour, less) - int(s.hand[p, colour]))
    return missing <= s.hand[p, BLACK]


@rule
def pay(s: Any, p: int, cost: Any, less: int) -> None:
    """4.6: p pays the proper colours, and black for the shortage; each black cube is a use of opium."""
    jokers = 0
    for colour in range(BLACK):
        price = owed(cost, colour, less)
        for _ in range(min(price, int(s.hand[p, colour]))):
            drop_cube(s, p, colour)
            price -= 1
        jokers += price
    for _ in range(jokers):
        drop_cube(s, p, BLACK)
    set_used(s, p, int(s.used[p]) + jokers)


@rule
def parked(used: int) -> int:
    """4.6: the black cubes that mark so many uses on the opium track: one per started ten."""
    return (used + TRACK_LENGTH - 1) // TRACK_LENGTH


@rule
def set_used(s: Any, p: int, used: int) -> None:
    """4.6: moves p's marker on the opium track; black cubes go from the supply to the track or come back."""
    s.supply[BLACK] -= parked(used) - parked(int(s.used[p]))
    s.used[p] = used
