"""A position of Dadaocheng as readable text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

import numpy as np

from ..engine.drawing import counted, page
from .scoring import bonus_points, building_points, cube_points, mansion_points, opium_points, total_points
from .state import CHRONOLOGICAL, NONE, Phase
from .tables import (
    COLOUR_NAMES,
    CREDITS_PER_POINT,
    DISC_SETS,
    EVENT_EFFECTS,
    EVENT_NAMES,
    EVENT_YEARS,
    HAS_EVENTS,
    KIND_NAMES,
    LEVELS,
    MANSION,
    ROUNDS,
    SEAT_SIDE,
    SHIP_COST,
    SHIP_CREDITS,
    SHIP_NEEDS,
    SHIP_PRESTIGE,
    SHIPS_PER_LEVEL,
    SIDE_NAMES,
    SIDE_SEAT,
    STORES,
)

COLUMNS = 120  # of a text
LETTERS = "WYRGK"  # the colours in capitals: K is black
LEGEND = (
    "legend",
    "  discs    Wy: white shows, yellow is below. W white (rice), Y yellow (camphor), R red (sugar), G green (tea),",
    "           K black (opium). Cells 0 to 15 row by row. N, W, E, S: the warehouses around them, stores 0 to 3",
    "  stores   RG: a red and a green cube; - empty; firm: takes no cubes; x: covered, nobody sits there",
    "  seats    prestige: as if the game ended now; opium: uses of it; ships: bought of level 1/2/3; hand: W2 is two",
    "           white cubes",
    "  points   the same prestige by what it comes from: ships, mansion sets, other buildings, cubes, credits, opium,",
    "           most buildings (1920)",
    "  turn     nominal: cubes collected in this turn, shortages ignored (12 end it); gained: those really taken",
)
SOUTH, WEST, NORTH, EAST = range(len(SIDE_NAMES))


def text(s: np.record, seat: int | None = None) -> str:
    """The whole position in ASCII, as ``seat`` sees it; None shows the order of ships and events, too.

    At most 120 columns; the legend at the end explains every abbreviation.
    """
    lines = [*_headline(s), "", *_grid(s), "", *_players(s, seat), "", *_points(s), "", *_cards(s)]
    if seat is None:
        lines += ["", *_orders(s)]
    return page([*lines, "", *LEGEND])


def _headline(s: np.record) -> list[str]:
    limit = f", hand limit {s.hand_limit}" if s.num_players == 1 else ""
    order = ", events in order of years" if s.event_order == CHRONOLOGICAL and HAS_EVENTS[s.num_players] else ""
    options = f"discs {DISC_SETS[s.disc_set]}{order}{limit}{', den exchanges count as uses' if s.den_counts else ''}"
    head = f"Dadaocheng, {s.num_players} player{'s' if s.num_players > 1 else ''}, {options}"
    if s.over:
        return [head, "the game is over"]
    turn = f"round {s.round_index + 1} of {ROUNDS[s.num_players]}, turn of seat {s.turn_owner}: "
    turn += f"seat {s.seat} to act in {Phase(int(s.phase)).name}"
    return [head, turn, *_listed("turn", _counters(s))]


def _counters(s: np.record) -> list[str]:
    """What is left to do in the phase, and what has been used in this turn."""
    parts = []
    for name in ("actions_left", "returns_left", "picks_left", "conversions_left", "nominal", "gained"):
        if s[name]:
            parts.append(f"{name.replace('_', ' ')} {s[name]}")
    parts += [f"{KIND_NAMES[kind]} uses left {n}" for kind, n in enumerate(s.uses_left) if n]
    parts += [f"{KIND_NAMES[kind]} bought" for kind, n in enumerate(s.bought) if n]
    return parts + ["temple visited"] * int(s.temple_used) + ["event carried out"] * int(s.event_done)


def _listed(title: str, parts: Iterable[str]) -> list[str]:
    """Things in a row behind their title, as many lines as they need."""
    text = textwrap.fill(", ".join(parts) or "-", COLUMNS, initial_indent=f"{title:<9}", subsequent_indent=" " * 9)
    return text.splitlines()


def _grid(s: np.record) -> list[str]:
    """The discs with the four warehouses around them."""
    lines = ["        " + _row_of_stores(s, NORTH)]
    for row in range(STORES):
        discs = "".join(f"{_disc(s, 4 * row + column):8}" for column in range(4))
        lines.append(f"W{row} {_store(s, WEST, row):5}{discs}{_store(s, EAST, row):5}E{row}")
    return [*lines, "        " + _row_of_stores(s, SOUTH)]


def _row_of_stores(s: np.record, side: int) -> str:
    return "".join(f"{SIDE_NAMES[side]}{k} {_store(s, side, k):5}" for k in range(STORES))


def _disc(s: np.record, cell: int) -> str:
    return LETTERS[s.up[cell]] + LETTERS[s.down[cell]].lower()


def _store(s: np.record, side: int, store: int) -> str:
    if SIDE_SEAT[s.num_players, side] == NONE:
        return "x"
    if s.firm[side, store]:
        return "firm"
    return "".join(LETTERS[c] * int(n) for c, n in enumerate(s.store[side, store])) or "-"


def _players(s: np.record, seat: int | None) -> list[str]:
    names = "  ".join(KIND_NAMES)
    lines = [f"seat  side  prestige  credits  ships    {names}  opium  hand"]
    for p in range(s.num_players):
        ships = "/".join(str(n) for n in s.ships[p])
        buildings = "  ".join(f"{n or '-':>{len(KIND_NAMES[kind])}}" for kind, n in enumerate(s.owned[p]))
        hand = " ".join(f"{LETTERS[c]}{n}" for c, n in enumerate(s.hand[p]) if n) or "-"
        marks = " (you)" if p == seat else ""
        side = SIDE_NAMES[SEAT_SIDE[s.num_players, p]]
        worth = f"{total_points(s, p):8}  {s.credits[p]:7}  {ships:7}"
        lines.append(f"{p:4}  {side:4}  {worth}  {buildings}  {s.used[p]:5}  {hand}{marks}")
    return lines


def _points(s: np.record) -> list[str]:
    """Where the prestige of each seat comes from."""
    lines = ["points   ships  mansions  buildings  cubes  credits  opium  most buildings  total"]
    for p in range(s.num_players):
        credits = int(s.credits[p]) // CREDITS_PER_POINT
        first = f"{s.ship_prestige[p]:5}  {mansion_points(int(s.owned[p, MANSION])):8}  {building_points(s, p):9}"
        second = f"{cube_points(s, p):5}  {credits:7}  {opium_points(s, p):5}  {bonus_points(s, p):14}"
        lines.append(f"seat {p}   {first}  {second}  {total_points(s, p):5}")
    return lines


def _cards(s: np.record) -> list[str]:
    lines = [f"supply   {counted(s.supply, COLOUR_NAMES)}"]
    for level in range(LEVELS):
        count = int(s.ships_opened[level])
        left = SHIPS_PER_LEVEL[s.num_players] - count
        lines.append(f"level {level + 1}  {_ship(int(s.face_up[level]))}; {left} more face down")
        lines += _listed("  opened", (f"ship {ship}" for ship in sorted(s.ship_order[level, :count])))
    lines.append("stock    " + ", ".join(f"{n} {KIND_NAMES[kind]}" for kind, n in enumerate(s.stock)))
    if s.event != NONE:
        lines.append(f"event    {EVENT_NAMES[s.event]}: {EVENT_EFFECTS[s.event]}")
        lines += _listed("  opened", (str(EVENT_YEARS[s.events[k]]) for k in range(s.round_index + 1)))
        if s.event_order == CHRONOLOGICAL:
            future = s.events[s.round_index + 1 : ROUNDS[s.num_players]]
            lines += _listed("  to come", (str(EVENT_YEARS[event]) for event in future))
    return lines


def _ship(ship: int) -> str:
    if ship == NONE:
        return "none"
    cost = counted(SHIP_COST[ship], COLOUR_NAMES)
    gives = f"{SHIP_PRESTIGE[ship]} prestige, {SHIP_CREDITS[ship]} credits"
    return f"ship {ship}: {cost} for {gives}; needs {SHIP_NEEDS[ship]} credits"


def _orders(s: np.record) -> list[str]:
    """What nobody knows: the ids of the face-down ships and the years of the future events, the next one first."""
    lines = []
    for level in range(LEVELS):
        hidden = s.ship_order[level, s.ships_opened[level] : SHIPS_PER_LEVEL[s.num_players]]
        lines.append(f"next ships of level {level + 1}  {', '.join(str(ship) for ship in hidden) or '-'}")
    if HAS_EVENTS[s.num_players]:
        future = s.events[s.round_index + 1 : ROUNDS[s.num_players]]
        lines.append(f"next events  {', '.join(str(EVENT_YEARS[event]) for event in future) or '-'}")
    return lines
