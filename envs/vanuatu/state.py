"""The record of one game of Vanuatu. A *kind* in this room is one of the nine actions on which markers are placed."""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import RecordLayout
from .tables import (
    CELLS,
    CHARACTERS,
    DISPLAY,
    GOODS,
    ISLANDS,
    KINDS,
    MAX_PLAYERS,
    REST_TILES,
    SAIL_RANGE,
    SHIPS,
    TILES,
    VALUES,
    VISITORS,
)

NONE = -1  # no tile, ship, island, character, kind or leader
NOWHERE = -1  # cell of an island that has not been placed
EMPTY, SEA, ISLAND = 0, 1, 2  # what lies in a cell
PER_TILE, FACE = 0, 1  # values of fish_end
SEARCHED, UNCHECKED = 0, 1  # values of plan_check


class Phase(IntEnum):
    """What the acting seat decides (RULES 4)."""

    PLACE = 0  # which of the two tiles goes where
    NEUTRAL = 1  # where a neutral marker goes (two players)
    CHARACTER = 2  # which character to take
    PLAN = 3  # where a marker goes
    ACT = 4  # which stack to resolve and how
    SELL = 5  # which fish tile to sell next, or stop
    REST = 6  # which rest tile to keep
    GOVERNOR = 7  # where the governor's stack goes
    OVER = 8  # the game has ended


STATE = RecordLayout([
    # options (4.0)
    ("governor", (), 0, 1),
    ("characters", (), 0, 1),
    ("fish_end", (), -1, 1_000_000),                       # PER_TILE, FACE
    ("optional_powers", (), 0, 1),
    ("must_act_if_able", (), 0, 1),
    ("plan_check", (), -1, 1_000_000),                     # SEARCHED, UNCHECKED
    # round
    ("game_round", (), 1, 8),
    ("start_seat", (), -1, 1_000_000),                     # holder of the start marker; turn order is clockwise from here
    ("price", (), 1, 3),                              # of fish
    ("tourists", (), 0, 4),                           # still available in this round
    # board
    ("cell_kind", (CELLS,), -1, 1_000_000),                # EMPTY, SEA or ISLAND
    ("fish", (CELLS,), 0, 3),                         # discs
    ("treasure", (CELLS,), 0, 3),                     # discs
    ("island_cell", (ISLANDS,), -1, 1_000_000),            # where each island lies, or NOWHERE
    ("goods", (ISLANDS, GOODS), 0, 2),                # cubes
    ("huts", (ISLANDS, MAX_PLAYERS), 0, 3),           # [island, seat]
    ("drawings", (ISLANDS,), 0, 3),
    ("visitors", (ISLANDS,), 0, 5),                   # tourists on the island
    # decks
    ("upcoming", (2,), -1, 1_000_000),                     # tiles on view, to be placed in the next round, or NONE
    ("tile_order", (TILES,), -1, 1_000_000),               # the tiles in the order of their appearance
    ("tiles_shown", (), 0, 12),                       # of them have been turned up
    ("visitor_order", (VISITORS,), -1, 1_000_000),         # visitor tiles in the order of their appearance; game_round are open
    ("ship_pile", (SHIPS,), -1, 1_000_000),                # [k] ship for k < ship_pile_size, the top one last; else NONE
    ("ship_pile_size", (), 0, 7),
    ("ships", (DISPLAY,), -1, 1_000_000),                  # ships on view, top to bottom
    ("loaded", (DISPLAY, GOODS), 0, 3),               # [place in the column, good] cubes
    ("departed", (SHIPS,), 0, 1),                     # has left
    ("supply", (GOODS,), 0, 10),                      # cubes
    # players
    ("coins", (MAX_PLAYERS,), 0, 9),
    ("score", (MAX_PLAYERS,), -1, 1_000_000),              # 0.., the marker on the track, without final scoring
    ("huts_left", (MAX_PLAYERS,), 0, 8),
    ("boat", (MAX_PLAYERS,), -1, 1_000_000),               # cell
    ("fish_tiles", (MAX_PLAYERS, VALUES), 0, 8),      # [seat, number - 1]
    ("treasure_tiles", (MAX_PLAYERS, VALUES), 0, 4),  # [seat, number - 1]
    # characters
    ("character", (MAX_PLAYERS,), -1, 1_000_000),          # or NONE
    ("power_used", (MAX_PLAYERS,), 0, 1),             # the card is face down
    ("pool", (CHARACTERS,), 0, 1),                    # may be taken
    ("offer", (CHARACTERS,), 0, 1),                   # two players: the last five cards that were on offer
    # markers
    ("markers", (KINDS, MAX_PLAYERS), 0, 5),          # [kind, seat]
    ("neutral", (KINDS,), 0, 5),                      # two players
    ("unplaced", (MAX_PLAYERS,), 0, 5),
    ("plan_pass", (), 0, 2),                          # in PLAN, else 0
    ("markers_due", (), 0, 3),                        # markers that the acting seat still places, in PLAN or NEUTRAL
    # rest tiles
    ("rest_tile", (MAX_PLAYERS,), -1, 1_000_000),          # held, or NONE
    ("rest_left", (REST_TILES,), 0, 1),               # not taken
    ("rest_taker", (REST_TILES,), -1, 1_000_000),          # seats in the order in which they took a tile, or NONE
    ("rest_count", (), 0, 4),                         # tiles taken
    # the turn
    ("tiles_placed", (), 0, 1),                       # in PLACE
    ("sell_bound", (), -1, 1_000_000),                     # in SELL: the largest number that may be sold next, else 0
    ("tiles_sold", (), 0, 13),                        # in SELL:
    ("holding", (), 0, 1),                            # the acting seat holds its power back in this turn
    ("governor_source", (), -1, 1_000_000),                # in GOVERNOR: the kind that the stack leaves, else NONE
    ("governor_target", (), -1, 1_000_000),                # the kind to which a stack was moved in this round, or NONE
    ("fallback_used", (), 0, 1),                      # some tile was placed against the strict conditions (4.3)
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("sea_cells", (), -1, 1_000_000),                      # set of cells
    ("occupied_cells", (), -1, 1_000_000),                 # set of cells
    ("near_island", (CELLS,), -1, 1_000_000),              # set of the islands that touch the cell
    ("island_around", (ISLANDS,), -1, 1_000_000),          # set of the cells that touch the island
    ("sail_cells", (CELLS, SAIL_RANGE), -1, 1_000_000),    # [sea cell, coins - 1] set of the destinations for exactly that price
    ("huts_on", (ISLANDS,), -1, 1_000_000),                # huts on the island
    ("leader", (KINDS,), -1, 1_000_000),                   # who leads, or NONE
    ("offer_cells", (KINDS,), -1, 1_000_000),              # in PLAN: set of the cells where the kind can be done, money aside
    ("good_cells", (GOODS,), -1, 1_000_000),               # in PLAN: set of the cells beside an island with this good
    ("plannable", (MAX_PLAYERS,), -1, 1_000_000),          # in PLAN: set of the kinds on which the seat may place its next marker
])  # fmt: skip
