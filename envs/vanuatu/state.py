"""The record of one game of Vanuatu. A *kind* in this room is one of the nine actions on which markers are placed."""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import record_dtype
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


STATE = record_dtype([
    # options (4.0)
    ("governor", "i4"),                          # 0/1
    ("characters", "i4"),                        # 0/1
    ("fish_end", "i4"),                          # PER_TILE, FACE
    ("optional_powers", "i4"),                   # 0/1
    ("must_act_if_able", "i4"),                  # 0/1
    ("plan_check", "i4"),                        # SEARCHED, UNCHECKED
    # round
    ("game_round", "i4"),                        # 1..8
    ("start_seat", "i4"),                        # holder of the start marker; turn order is clockwise from here
    ("price", "i4"),                             # 1..3, of fish
    ("tourists", "i4"),                          # 0..4, still available in this round
    # board
    ("cell_kind", "i4", (CELLS,)),               # EMPTY, SEA or ISLAND
    ("fish", "i4", (CELLS,)),                    # 0..3 discs
    ("treasure", "i4", (CELLS,)),                # 0..3 discs
    ("island_cell", "i4", (ISLANDS,)),           # where each island lies, or NOWHERE
    ("goods", "i4", (ISLANDS, GOODS)),           # 0..2 cubes
    ("huts", "i4", (ISLANDS, MAX_PLAYERS)),      # [island, seat] 0..3
    ("drawings", "i4", (ISLANDS,)),              # 0..3
    ("visitors", "i4", (ISLANDS,)),              # 0..5 tourists on the island
    # decks
    ("upcoming", "i4", (2,)),                    # tiles on view, to be placed in the next round, or NONE
    ("tile_order", "i4", (TILES,)),              # the tiles in the order of their appearance
    ("tiles_shown", "i4"),                       # 0..12 of them have been turned up
    ("visitor_order", "i4", (VISITORS,)),        # visitor tiles in the order of their appearance; game_round are open
    ("ship_pile", "i4", (SHIPS,)),               # [k] ship for k < ship_pile_size, the top one last; else NONE
    ("ship_pile_size", "i4"),                    # 0..7
    ("ships", "i4", (DISPLAY,)),                 # ships on view, top to bottom
    ("loaded", "i4", (DISPLAY, GOODS)),          # [place in the column, good] 0..3 cubes
    ("departed", "i4", (SHIPS,)),                # 0/1, has left
    ("supply", "i4", (GOODS,)),                  # 0..10 cubes
    # players
    ("coins", "i4", (MAX_PLAYERS,)),             # 0..9
    ("score", "i4", (MAX_PLAYERS,)),             # 0.., the marker on the track, without final scoring
    ("huts_left", "i4", (MAX_PLAYERS,)),         # 0..8
    ("boat", "i4", (MAX_PLAYERS,)),              # cell
    ("fish_tiles", "i4", (MAX_PLAYERS, VALUES)), # [seat, number - 1] 0..8
    ("treasure_tiles", "i4", (MAX_PLAYERS, VALUES)), # [seat, number - 1] 0..4
    # characters
    ("character", "i4", (MAX_PLAYERS,)),         # or NONE
    ("power_used", "i4", (MAX_PLAYERS,)),        # 0/1, the card is face down
    ("pool", "i4", (CHARACTERS,)),               # 0/1, may be taken
    ("offer", "i4", (CHARACTERS,)),              # 0/1, two players: the last five cards that were on offer
    # markers
    ("markers", "i4", (KINDS, MAX_PLAYERS)),     # [kind, seat] 0..5
    ("neutral", "i4", (KINDS,)),                 # 0..5, two players
    ("unplaced", "i4", (MAX_PLAYERS,)),          # 0..5
    ("plan_pass", "i4"),                         # 0..2 in PLAN, else 0
    ("markers_due", "i4"),                       # 0..3 markers that the acting seat still places, in PLAN or NEUTRAL
    # rest tiles
    ("rest_tile", "i4", (MAX_PLAYERS,)),         # held, or NONE
    ("rest_left", "i4", (REST_TILES,)),          # 0/1, not taken
    ("rest_taker", "i4", (REST_TILES,)),         # seats in the order in which they took a tile, or NONE
    ("rest_count", "i4"),                        # 0..4 tiles taken
    # the turn
    ("tiles_placed", "i4"),                      # 0/1 in PLACE
    ("sell_bound", "i4"),                        # in SELL: the largest number that may be sold next, else 0
    ("tiles_sold", "i4"),                        # in SELL: 0..13
    ("holding", "i4"),                           # 0/1, the acting seat holds its power back in this turn
    ("governor_source", "i4"),                   # in GOVERNOR: the kind that the stack leaves, else NONE
    ("governor_target", "i4"),                   # the kind to which a stack was moved in this round, or NONE
    ("fallback_used", "i4"),                     # 0/1, some tile was placed against the strict conditions (4.3)
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("sea_cells", "i4"),                         # set of cells
    ("occupied_cells", "i4"),                    # set of cells
    ("near_island", "i4", (CELLS,)),             # set of the islands that touch the cell
    ("island_around", "i4", (ISLANDS,)),         # set of the cells that touch the island
    ("sail_cells", "i4", (CELLS, SAIL_RANGE)),   # [sea cell, coins - 1] set of the destinations for exactly that price
    ("huts_on", "i4", (ISLANDS,)),               # huts on the island
    ("leader", "i4", (KINDS,)),                  # who leads, or NONE
    ("offer_cells", "i4", (KINDS,)),             # in PLAN: set of the cells where the kind can be done, money aside
    ("good_cells", "i4", (GOODS,)),              # in PLAN: set of the cells beside an island with this good
    ("plannable", "i4", (MAX_PLAYERS,)),         # in PLAN: set of the kinds on which the seat may place its next marker
])  # fmt: skip
