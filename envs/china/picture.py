"""A position of China as readable text."""

from __future__ import annotations

import numpy as np

from ..engine.drawing import counted, page, wrapped
from .actions import ACTIONS
from .scoring import alliance_points, road_points, total_points
from .state import NOBODY, NONE, Phase
from .tables import (
    BORDERS,
    CITIES,
    CITY_NAMES,
    COLOUR_NAMES,
    FIRST_CITY,
    HAND_SIZE,
    NEIGHBOURS,
    SIDE_NAMES,
    STATE_COLOUR,
    STATE_NAMES,
    STATES,
)

LEGEND = (
    "legend: 'Ji 0' palace of seat 0, 'Ji .' free city, '#' behind it a fort; emissaries by seat, 0 first; room:",
    "        emissaries that may still come; left: pieces not yet placed; now: points by palaces, alliances, roads,",
    "        and their sum, as if the game ended now (a road counts from four cities in a row on, twice with a fort);",
    "        '?' a card that you cannot see",
)


def text(s: np.record, seat: int | None = None) -> str:
    """The whole position in ASCII, as ``seat`` sees it; None shows every hand and the order of the pile.

    Lines have at most 120 columns; the last ones explain what is abbreviated.
    """
    board = [*_states(s), *_links(s)]
    return page([*_headline(s), "", *_players(s, seat), "", *board, "", *_cards(s, seat), "", *LEGEND])


def _headline(s: np.record) -> list[str]:
    options = f"side {SIDE_NAMES[s.side]}{', forts' if s.forts else ''}{'' if s.finish_round else ', no final round'}"
    head = f"China, {s.num_players} players, {options}"
    if s.over:
        return [head, "the game is over"]
    turn = f"seat {s.seat} to act in {Phase(int(s.phase)).name}"
    if s.target != NONE:
        turn += f", paying for {ACTIONS.describe(int(s.target))}"
    if s.active_state != NONE:
        turn += f", active state {STATE_NAMES[s.active_state]}"
        turn += f" ({'empty' if s.was_empty else 'not empty'} before), pieces placed {s.placed}"
    if s.phase == Phase.DRAW:
        turn += f", cards to draw {HAND_SIZE - s.hand_size[s.seat]}"
    return [head, turn]


def _players(s: np.record, seat: int | None) -> list[str]:
    lines = [
        "           | left                     | now                           |",
        "seat score | palaces emissaries forts | palaces alliances roads total | hand",
    ]
    for p in range(s.num_players):
        marks = [word for word, applies in (("starts", p == s.start_seat), ("you", p == seat)) if applies]
        note = f" ({', '.join(marks)})" if marks else ""
        supply = f"{s.palaces_left[p]:7} {s.emissaries_left[p]:10} {s.forts_left[p]:5}"
        alliances, roads, total = alliance_points(s, p), road_points(s, p), total_points(s, p)
        worth = f"{total - alliances - roads:7} {alliances:9} {roads:5} {total:5}"
        lines.append(f"{p:4} {s.score[p]:5} | {supply} | {worth} | {_hand(s, p, seat)}{note}")
    return lines


def _hand(s: np.record, p: int, seat: int | None) -> str:
    """The cards of p; to another seat only those that it saw being taken, and ``?`` for the others."""
    if seat is None or p == seat:
        return counted(s.hand[p], COLOUR_NAMES)
    hidden = int(s.hand_size[p]) - int(s.known[p].sum())
    known = [counted(s.known[p], COLOUR_NAMES)] if s.known[p].any() else []
    return ", ".join([*known, *["?"] * hidden]) or "-"


def _states(s: np.record) -> list[str]:
    width = max(len(name) for name in ("state", *STATE_NAMES))
    lines = [f"{'state':{width}}  colour  emissaries  room          cities"]
    for state in range(STATES):
        emissaries = " ".join(str(n) for n in s.emissaries[state, : s.num_players])
        mark = "scored" if s.scored[state] else ""
        colour = COLOUR_NAMES[STATE_COLOUR[state]]
        head = f"{STATE_NAMES[state]:{width}}  {colour:6}  {emissaries:10}  {s.room[state]:4}  {mark:6}  "
        lines += wrapped(head, (_city(s, city) for city in range(FIRST_CITY[state], FIRST_CITY[state + 1])), "  ")
    return lines


def _links(s: np.record) -> list[str]:
    """Borders with the numbers of their alliances, and the roads of the side in use."""
    borders = (f"{k + 1} {STATE_NAMES[a]}-{STATE_NAMES[b]}" for k, (a, b) in enumerate(BORDERS))
    roads = (
        f"{CITY_NAMES[city]}-{CITY_NAMES[other]}"
        for city in range(CITIES)
        for other in NEIGHBOURS[s.side, city]
        if other > city
    )
    return [*wrapped("borders  ", borders), *wrapped("roads    ", roads)]


def _city(s: np.record, city: int) -> str:
    owner = "." if s.owner[city] == NOBODY else str(s.owner[city])
    return f"{CITY_NAMES[city]} {owner}{'#' if s.fort[city] else ''}"


def _cards(s: np.record, seat: int | None) -> list[str]:
    turns = ", final round" if s.final_round else ", second pass" if s.second_pass else ", first pass"
    lines = [
        f"display  {counted(s.display, COLOUR_NAMES)}",
        f"discards {counted(s.discard, COLOUR_NAMES)}",
        f"pile     {s.pile_size} cards{turns}",
    ]
    if seat is None:
        lines += wrapped("order    ", (COLOUR_NAMES[card] for card in s.pile[: s.pile_size][::-1]))
    return lines
