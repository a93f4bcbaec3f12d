"""The tables of ``board.toml`` as named constants. The rules, the drawings and the tests read the board only from here.

The arrays are frozen into the compiled rules: to change the board, edit the TOML.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from ..engine.tables import by_count, column, read_board

BOARD = read_board(__package__)
CONSTANTS = BOARD["constants"]

# ---------------------------------------------------------------- names

COLOUR_NAMES: tuple[str, ...] = tuple(BOARD["colours"])  # (COLOURS,)
GOODS_NAMES: tuple[str, ...] = tuple(BOARD["goods"])  # (COLOURS,)
SIDE_NAMES: tuple[str, ...] = tuple(BOARD["sides"])  # (SIDES,)
KIND_NAMES: tuple[str, ...] = tuple(BOARD["kinds"])  # (KINDS,)
LINE_NAMES: tuple[str, ...] = tuple(line["name"] for line in BOARD["line"])  # (LINES,)
EVENT_NAMES: tuple[str, ...] = tuple(f"{event['year']} {event['name']}" for event in BOARD["event"])  # (EVENTS,)
EVENT_EFFECTS: tuple[str, ...] = tuple(event["effect"] for event in BOARD["event"])  # (EVENTS,)
DISC_SETS = ("tea_reverse", "symmetric")

# ---------------------------------------------------------------- counts

PLAYER_COUNTS: tuple[int, ...] = tuple(CONSTANTS["players"])  # ascending
MIN_PLAYERS, MAX_PLAYERS = PLAYER_COUNTS[0], PLAYER_COUNTS[-1]
COLOURS = len(COLOUR_NAMES)  # 5
WHITE, YELLOW, RED, GREEN, BLACK = range(COLOURS)
SIDES = len(SIDE_NAMES)  # 4
KINDS = len(KIND_NAMES)  # 5
MANSION, FIRM, MARKET, WORKSHOP, DEN = range(KINDS)
LINES = len(LINE_NAMES)  # 8
EVENTS = len(EVENT_NAMES)  # 14
CELLS = 16  # of the grid: 4 * row + column
STORES = 4  # cells of a warehouse; store i faces row or column i
LEVELS = 3  # of ships
MAX_ROUNDS = max(BOARD["setup"]["rounds"].values())  # 10

STORE_CAPACITY: int = CONSTANTS["store_capacity"]
LOOP_TRIGGER: int = CONSTANTS["loop_trigger"]
LOOP_KEEP: int = CONSTANTS["loop_keep"]
HAND_LIMIT: int = CONSTANTS["hand_limit"]
HAND_LIMIT_SOLO: int = CONSTANTS["hand_limit_solo"]
HAND_LIMIT_CHALLENGE: int = CONSTANTS["hand_limit_solo_challenge"]
PLANNING_ACTIONS: int = CONSTANTS["planning_actions"]
TRACK_LENGTH: int = CONSTANTS["opium_track_length"]
HAND_CUBES_PER_POINT: int = CONSTANTS["hand_cubes_per_point"]
STORED_CUBES_PER_POINT: int = CONSTANTS["stored_cubes_per_point"]
CREDITS_PER_POINT: int = CONSTANTS["credits_per_point"]
MANSION_SET = np.array(CONSTANTS["mansion_set"], np.int32)  # (7,) value of 0..6 mansions
SOLO_TARGETS = np.array(CONSTANTS["solo_targets"], np.int32)  # (3,)
CUBES = np.array(CONSTANTS["cubes_per_colour"], np.int32)  # (COLOURS,)
START_SUPPLY = CUBES - np.eye(COLOURS, dtype=np.int32)[CONSTANTS["round_marker_colour"]]  # (COLOURS,)

# ---------------------------------------------------------------- setup by player count

SETUP = BOARD["setup"]
ROUNDS = by_count(SETUP["rounds"], MAX_PLAYERS)
MAX_GROUP = by_count(SETUP["max_group"], MAX_PLAYERS)  # 1 or 2
SHIPS_PER_LEVEL = by_count(SETUP["ships_per_level"], MAX_PLAYERS)
HAS_EVENTS = by_count(SETUP["events"], MAX_PLAYERS)  # 0/1
STOCK = np.stack([by_count(SETUP[kind], MAX_PLAYERS) for kind in KIND_NAMES], axis=1)  # (MAX_PLAYERS + 1, KINDS)
SOLO_REMOVED_CREDITS: int = BOARD["setup"]["solo_removed_credits"]

SEAT_SIDE = np.full((MAX_PLAYERS + 1, MAX_PLAYERS), -1, np.int32)  # [players, seat]
SIDE_SEAT = np.full((MAX_PLAYERS + 1, SIDES), -1, np.int32)  # [players, side]; -1: the side is covered
for _count, _sides in SETUP["seat_sides"].items():
    for _seat, _side in enumerate(_sides):
        SEAT_SIDE[int(_count), _seat] = _side
        SIDE_SEAT[int(_count), _side] = _seat

# ---------------------------------------------------------------- discs and grid

OPIUM_DISCS = len(BOARD["discs"]["opium"])  # 4
DISCS = np.array(  # (2, CELLS, 2) sun, moon
    [BOARD["discs"]["opium"] + BOARD["discs"][name] for name in DISC_SETS], np.int32
)
CORNERS = np.array(BOARD["setup"]["corner_cells"], np.int32)  # (4,)
_inner = [cell for cell in range(CELLS) if cell not in BOARD["setup"]["corner_cells"]]
_inner.sort(key=lambda cell: (cell // 4 - 1.5) ** 2 + (cell % 4 - 1.5) ** 2)
INNER = np.array(_inner, np.int32)  # (12,) from the middle outwards

LINE_CELLS = column(BOARD["line"], "cells")  # (LINES, 4)
LINE_LOW = column(BOARD["line"], "low")  # (LINES, 2) side, store
LINE_HIGH = column(BOARD["line"], "high")  # (LINES, 2) side, store
SWAPS = np.array(list(combinations(range(CELLS), 2)), np.int32)  # (120, 2) cells


def _neighbours() -> NDArray[np.int32]:
    """``(CELLS, 4)``: the orthogonally adjacent cells of each cell, padded with -1."""
    table = np.full((CELLS, 4), -1, np.int32)
    for cell in range(CELLS):
        row, column = divmod(cell, 4)
        places = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        near = [4 * r + c for r, c in places if 0 <= r < 4 and 0 <= c < 4]
        table[cell, : len(near)] = near
    return table


NEIGHBOURS = _neighbours()  # (CELLS, 4)

# ---------------------------------------------------------------- pairs of cubes

PAIRS = np.array(list(combinations_with_replacement(range(COLOURS), 2)), np.int32)  # (15, 2) multisets, lexicographic
EXCHANGES = np.array(  # (50, 3) given, given, got
    [(a, b, c) for a, b in PAIRS.tolist() for c in range(COLOURS) if c not in (a, b)], np.int32
)
EXCHANGES_OF_PAIR = np.searchsorted(  # (16,) of pair k: from entry k up to entry k + 1
    [PAIRS.tolist().index(given) for given in EXCHANGES[:, :2].tolist()], range(len(PAIRS) + 1)
).astype(np.int32)
TRADES = np.array([(a, b) for a in range(COLOURS) for b in range(COLOURS) if a != b], np.int32)  # (20, 2) given, got

# ---------------------------------------------------------------- ships and buildings

_ships = np.array(BOARD["ships"]["table"], np.int32)  # (SHIPS, 9)
SHIPS = len(_ships)  # 36
SHIPS_OF_LEVEL = SHIPS // LEVELS  # 12
SHIP_LEVEL = _ships[:, 1] - 1  # (SHIPS,) 0..2, ascending
SHIP_COST = np.column_stack([_ships[:, 2:6], np.zeros(SHIPS, np.int32)])  # (SHIPS, COLOURS); no ship costs black
SHIP_PRESTIGE = _ships[:, 6].copy()  # (SHIPS,)
SHIP_CREDITS = _ships[:, 7].copy()  # (SHIPS,) given
SHIP_NEEDS = _ships[:, 8].copy()  # (SHIPS,) credits required

COST = np.array([BOARD["building"][kind]["cost"] for kind in KIND_NAMES], np.int32)  # (KINDS, COLOURS)
PRESTIGE = np.array([BOARD["building"][kind]["prestige"] for kind in KIND_NAMES], np.int32)  # (KINDS,)

# ---------------------------------------------------------------- temple and events

FACES = np.array(BOARD["temple"]["faces"], np.int32)  # (6,) colour, or -1: of choice
TEMPLE_COST = np.array(BOARD["temple"]["cost"], np.int32)  # (COLOURS,)
DICE_FOR_COST: int = BOARD["temple"]["dice_for_cost"]
DICE_FOR_TWO_CUBES: int = BOARD["temple"]["dice_for_two_cubes"]

EVENT_YEARS: tuple[int, ...] = tuple(event["year"] for event in BOARD["event"])  # (EVENTS,) ascending
EVENT_IS_ACTION = np.array([event["timing"] == "action" for event in BOARD["event"]], np.int32)  # (EVENTS,) 0/1
EVENT_DICE = column(BOARD["event"], "dice", 0)  # (EVENTS,) rolled on entering BUY
EVENT_GAIN = column(BOARD["event"], "gain", -1)  # (EVENTS,) colour of a cube taken on entering BUY, or -1
EVENT_PAY = column(BOARD["event"], "pay", [0] * COLOURS)  # (EVENTS, COLOURS)
EVENT_PICK = column(BOARD["event"], "pick", 0)  # (EVENTS,) cubes of choice taken by the action
EVENT_RELIEF = column(BOARD["event"], "relief", 0)  # (EVENTS,) uses of opium taken back
EVENT_USES = column(BOARD["event"], "uses", 0)  # (EVENTS,) exchanges of 1908, conversions of 1905
(
    EVENT_1851, EVENT_1853, EVENT_1856, EVENT_1860, EVENT_1865, EVENT_1878, EVENT_1884,
    EVENT_1886, EVENT_1895, EVENT_1898, EVENT_1905, EVENT_1908, EVENT_1915, EVENT_1920,
) = range(EVENTS)  # fmt: skip
MOST_BUILDINGS_BONUS: int = BOARD["event"][EVENT_1920]["bonus"]
