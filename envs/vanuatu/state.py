"""The record of one game of Vanuatu. A *kind* in this room is one of the nine actions on which markers are placed."""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import RecordLayout
from .tables import (
    CELLS,
    CHARACTERS,
    CUBES,
    DISPLAY,
    DRAWING_SLOTS,
    EXCHANGE_COINS,
    FISH_TILES,
    GOODS,
    HUT_SLOTS,
    HUTS_PER_PLAYER,
    ISLANDS,
    KINDS,
    MARKERS,
    MAX_PLAYERS,
    MOST_TOURISTS,
    NEUTRAL_MARKERS,
    PASSES,
    PRINTED_GOODS,
    REST_TILES,
    ROUNDS,
    SAIL_RANGE,
    SHIP_CUBES,
    SHIPS,
    TILES,
    TOP_PRICE,
    TOURIST_SLOTS,
    TREASURE_TILES,
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


STACK_POINTS = 36  # most points of one stack performed: 9 coins and 14 fish tiles bring 35
FREE_POINTS = 25  # most points of a round beside: treasures sold, coins begged, a rest tile
ROUND_POINTS = 250  # at least six stacks and what is beside; the Governor may move one to where one was performed
MOST_POINTS = ROUNDS * ROUND_POINTS
MOST_SOLD = int(FISH_TILES.sum()) - 2  # 12: a sale ends by itself when one tile is left
ALL_CELLS = (1 << CELLS) - 1  # sets of cells, of islands and of kinds
ALL_ISLANDS = (1 << ISLANDS) - 1
ALL_KINDS = (1 << KINDS) - 1

STATE = RecordLayout([
    # options (4.0)
    ("governor", (), 0, 1),
    ("characters", (), 0, 1),
    ("fish_end", (), PER_TILE, FACE),
    ("optional_powers", (), 0, 1),
    ("must_act_if_able", (), 0, 1),
    ("plan_check", (), SEARCHED, UNCHECKED),
    # round
    ("game_round", (), 1, ROUNDS),
    ("start_seat", (), 0, MAX_PLAYERS - 1),  # holder of the start marker; turn order is clockwise from here
    ("price", (), 1, TOP_PRICE),  # of fish
    ("tourists", (), 0, MOST_TOURISTS),  # still available in this round
    # board
    ("cell_kind", (CELLS,), EMPTY, ISLAND),  # EMPTY, SEA or ISLAND
    ("fish", (CELLS,), 0, VALUES),  # discs
    ("treasure", (CELLS,), 0, VALUES),  # discs
    ("island_cell", (ISLANDS,), NOWHERE, CELLS - 1),  # where each island lies, or NOWHERE
    ("goods", (ISLANDS, GOODS), 0, int(PRINTED_GOODS.max())),  # cubes
    ("huts", (ISLANDS, MAX_PLAYERS), 0, int(HUT_SLOTS.max())),  # [island, seat]
    ("drawings", (ISLANDS,), 0, int(DRAWING_SLOTS.max())),
    ("visitors", (ISLANDS,), 0, int(TOURIST_SLOTS.max())),  # tourists on the island
    # decks
    ("upcoming", (2,), NONE, TILES - 1),  # tiles on view, to be placed in the next round, or NONE
    ("tile_order", (TILES,), 0, TILES - 1),  # the tiles in the order of their appearance
    ("tiles_shown", (), 2, TILES),  # of them have been turned up
    ("visitor_order", (VISITORS,), 0, MOST_TOURISTS),  # visitor tiles as they appear; game_round of them are open
    ("ship_pile", (SHIPS,), NONE, SHIPS - 1),  # [k] ship for k < ship_pile_size, the top one last; else NONE
    ("ship_pile_size", (), 0, SHIPS - DISPLAY),
    ("ships", (DISPLAY,), 0, SHIPS - 1),  # ships on view, top to bottom
    ("loaded", (DISPLAY, GOODS), 0, SHIP_CUBES),  # [place in the column, good] cubes
    ("departed", (SHIPS,), 0, 1),  # has left
    ("supply", (GOODS,), 0, int(CUBES.max())),  # cubes
    # players
    ("coins", (MAX_PLAYERS,), 0, EXCHANGE_COINS - 1),
    ("score", (MAX_PLAYERS,), 0, MOST_POINTS),  # the marker on the track, without final scoring
    ("huts_left", (MAX_PLAYERS,), 0, HUTS_PER_PLAYER),
    ("boat", (MAX_PLAYERS,), 0, CELLS - 1),  # cell
    ("fish_tiles", (MAX_PLAYERS, VALUES), 0, int(FISH_TILES.max())),  # [seat, number - 1]
    ("treasure_tiles", (MAX_PLAYERS, VALUES), 0, int(TREASURE_TILES.max())),  # [seat, number - 1]
    # characters
    ("character", (MAX_PLAYERS,), NONE, CHARACTERS - 1),  # or NONE
    ("power_used", (MAX_PLAYERS,), 0, 1),  # the card is face down
    ("pool", (CHARACTERS,), 0, 1),  # may be taken
    ("offer", (CHARACTERS,), 0, 1),  # two players: the last five cards that were on offer
    # markers
    ("markers", (KINDS, MAX_PLAYERS), 0, MARKERS),  # [kind, seat]
    ("neutral", (KINDS,), 0, int(NEUTRAL_MARKERS.sum())),  # two players
    ("unplaced", (MAX_PLAYERS,), 0, MARKERS),
    ("plan_pass", (), 0, len(PASSES) - 1),  # in PLAN, else 0
    ("markers_due", (), 0, int(NEUTRAL_MARKERS.max())),  # that the acting seat still places, in PLAN or NEUTRAL
    # rest tiles
    ("rest_tile", (MAX_PLAYERS,), NONE, REST_TILES - 1),  # held, or NONE
    ("rest_left", (REST_TILES,), 0, 1),  # not taken
    ("rest_taker", (REST_TILES,), NONE, MAX_PLAYERS - 1),  # seats in the order in which they took a tile, or NONE
    ("rest_count", (), 0, REST_TILES),  # tiles taken
    # the turn
    ("tiles_placed", (), 0, 1),  # in PLACE
    ("sell_bound", (), 0, VALUES),  # in SELL: the largest number that may be sold next, else 0
    ("tiles_sold", (), 0, MOST_SOLD),  # in SELL: in this sale, else 0
    ("holding", (), 0, 1),  # the acting seat holds its power back in this turn
    ("governor_source", (), NONE, KINDS - 1),  # in GOVERNOR: the kind that the stack leaves, else NONE
    ("governor_target", (), NONE, KINDS - 1),  # the kind to which a stack was moved in this round, or NONE
    ("fallback_used", (), 0, 1),  # some tile was placed against the strict conditions (4.3)
    # derived, kept so that masks and observations are cheap; ``check`` recounts them
    ("sea_cells", (), 0, ALL_CELLS),  # set of cells
    ("occupied_cells", (), 0, ALL_CELLS),  # set of cells
    ("near_island", (CELLS,), 0, ALL_ISLANDS),  # set of the islands that touch the cell
    ("island_around", (ISLANDS,), 0, ALL_CELLS),  # set of the cells that touch the island
    ("sail_cells", (CELLS, SAIL_RANGE), 0, ALL_CELLS),  # [sea cell, coins - 1] destinations for exactly that price
    ("huts_on", (ISLANDS,), 0, int(HUT_SLOTS.max())),  # huts on the island
    ("leader", (KINDS,), NONE, MAX_PLAYERS - 1),  # who leads, or NONE
    ("offer_cells", (KINDS,), 0, ALL_CELLS),  # in PLAN: the cells where the kind can be done, money aside
    ("good_cells", (GOODS,), 0, ALL_CELLS),  # in PLAN: the cells beside an island with this good
    ("plannable", (MAX_PLAYERS,), 0, ALL_KINDS),  # in PLAN: the kinds on which the seat may place its next marker
])  # fmt: skip
RECORD = STATE.dtype  # what compiled code makes positions of
