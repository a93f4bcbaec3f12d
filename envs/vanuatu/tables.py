"""The tables of ``board.toml`` as named constants. The rules, the drawings and the tests read the board only from here.

The arrays are frozen into the compiled rules: to change the board, edit the TOML. A set of cells is a whole number with
one bit per cell (``1 << cell``), a set of actions likewise.
"""

from __future__ import annotations

import numpy as np

from ..engine.tables import by_count, column, read_board

BOARD = read_board(__package__)
CONSTANTS = BOARD["constants"]

# ---------------------------------------------------------------- names

ISLAND_NAMES: tuple[str, ...] = tuple(island["name"] for island in BOARD["island"])  # (ISLANDS,)
START_SEA_NAMES: tuple[str, ...] = tuple(sea["name"] for sea in BOARD["start_sea"])  # (START_SEAS,)
TILE_NAMES: tuple[str, ...] = tuple(tile["name"] for tile in BOARD["tile"])  # (TILES,)
GOOD_NAMES: tuple[str, ...] = tuple(BOARD["goods"]["names"])  # (GOODS,)
REST_NAMES: tuple[str, ...] = tuple(BOARD["rest"]["tiles"])  # (REST_TILES,)
ACTION_NAMES: tuple[str, ...] = tuple(BOARD["actions"]["names"])  # (KINDS,)
CHARACTER_NAMES: tuple[str, ...] = tuple(BOARD["characters"]["names"])  # (CHARACTERS,)

# ---------------------------------------------------------------- counts

PLAYER_COUNTS: tuple[int, ...] = tuple(CONSTANTS["players"])  # ascending
MIN_PLAYERS, MAX_PLAYERS = PLAYER_COUNTS[0], PLAYER_COUNTS[-1]
CELLS = len(BOARD["board"]["cells"])  # 16
ISLANDS = len(ISLAND_NAMES)  # 5
TILES = len(TILE_NAMES)  # 12, two of each letter
LETTERS = TILES // 2  # 6
START_SEAS = len(START_SEA_NAMES)  # 3
SHIPS = len(BOARD["ships"]["need"])  # 10
GOODS = len(GOOD_NAMES)  # 3
REST_TILES = len(REST_NAMES)  # 4
KINDS = len(ACTION_NAMES)  # 9
CHARACTERS = len(CHARACTER_NAMES)  # 11, the last one is the governor
VALUES = 3  # fish and treasure tiles show 1, 2 or 3

ROUNDS: int = CONSTANTS["rounds"]
START_COINS: int = CONSTANTS["start_coins"]
HUTS_PER_PLAYER: int = CONSTANTS["huts_per_player"]
PASSES = np.array(CONSTANTS["passes"], np.int32)  # (3,)
MARKERS = int(PASSES.sum())  # 5
EXCHANGE_COINS: int = CONSTANTS["exchange_coins"]
EXCHANGE_POINTS: int = CONSTANTS["exchange_points"]
TOP_PRICE: int = CONSTANTS["top_price"]
HUT_PRICE: int = CONSTANTS["hut_price"]
BUILDER_PRICE: int = CONSTANTS["builder_price"]
SAIL_RANGE: int = CONSTANTS["sail_range"]
DRAWING_POINTS: int = CONSTANTS["drawing_points"]
ARTIST_POINTS: int = CONSTANTS["artist_points"]
GUIDE_POINTS: int = CONSTANTS["guide_points"]
MOST_BEGGED: int = CONSTANTS["most_begged"]
TWO_PLAYER_OFFER: int = CONSTANTS["two_player_offer"]
NEUTRAL_MARKERS = np.array(CONSTANTS["neutral_markers"], np.int32)  # (2,)
END_COINS_PER_POINT: int = CONSTANTS["end_coins_per_point"]
END_START_POINTS: int = CONSTANTS["end_start_points"]
END_TOURIST_POINTS: int = CONSTANTS["end_tourist_points"]
END_TREASURE_POINTS: int = CONSTANTS["end_treasure_points"]

# ---------------------------------------------------------------- board

HOME = ISLAND_NAMES.index("HOME")
HOME_CELL: int = BOARD["board"]["home_cell"]
START_SEA_CELLS = np.array(BOARD["board"]["start_sea_cells"], np.int32)  # (START_SEAS,)
AROUND = np.array([sum(1 << c for c in near) for near in BOARD["board"]["adjacency"]], np.int32)  # (CELLS,) sets
AXIAL: tuple[tuple[int, int], ...] = tuple((q, r) for q, r in BOARD["board"]["cells"])  # (CELLS,)

# ---------------------------------------------------------------- islands and seas

HUT_SLOTS = column(BOARD["island"], "huts")  # (ISLANDS,)
DRAWING_SLOTS = column(BOARD["island"], "drawings")  # (ISLANDS,)
TOURIST_SLOTS = column(BOARD["island"], "tourists")  # (ISLANDS,)
PRINTED_GOODS = column(BOARD["island"], "goods")  # (ISLANDS, GOODS)

START_SEA_FISH = column(BOARD["start_sea"], "fish")  # (START_SEAS,)
START_SEA_TREASURE = column(BOARD["start_sea"], "treasure")  # (START_SEAS,)
BOATS_SEA = START_SEA_NAMES.index("BOATS")

TILE_ISLAND = np.array(  # (TILES,) the island, -1 for a sea
    [ISLAND_NAMES.index(tile["island"]) if "island" in tile else -1 for tile in BOARD["tile"]], np.int32
)
TILE_FISH = column(BOARD["tile"], "fish", 0)  # (TILES,)
TILE_TREASURE = column(BOARD["tile"], "treasure", 0)  # (TILES,)
FISH_TILES = np.array(BOARD["discs"]["fish_tiles"], np.int32)  # (VALUES,) number 1, 2, 3
TREASURE_TILES = np.array(BOARD["discs"]["treasure_tiles"], np.int32)  # (VALUES,)

# ---------------------------------------------------------------- ships and goods

SHIP_NEED = np.array(BOARD["ships"]["need"], np.int32)  # (SHIPS, GOODS)
DISPLAY: int = BOARD["ships"]["display"]
SHIP_CUBES: int = BOARD["ships"]["cubes"]
SHIP_BONUS: int = BOARD["ships"]["complete_bonus"]
CUBES = np.array(BOARD["goods"]["supply"], np.int32)  # (GOODS,)
GOOD_PRICE = np.array(BOARD["goods"]["price"], np.int32)  # (GOODS,)
GOOD_POINTS = np.array(BOARD["goods"]["points"], np.int32)  # (GOODS,)

# ---------------------------------------------------------------- visitors and rest

VISITOR_TILES = np.array(BOARD["visitors"]["tiles"], np.int32)  # (9,)
VISITORS = ROUNDS  # tiles that are played with, one per round
MOST_TOURISTS = int(VISITOR_TILES.max())  # 4
# (MAX_PLAYERS + 1,) the tile that stays in the box, by player count
VISITOR_REMOVED = by_count(BOARD["visitors"]["remove"], MAX_PLAYERS, -1)
REST_COINS = np.array(BOARD["rest"]["coins"], np.int32)  # (REST_TILES,)
REST_POINTS = np.array(BOARD["rest"]["points"], np.int32)  # (REST_TILES,)

# ---------------------------------------------------------------- actions and characters

SAIL, BUILD, EXPLORE, FISH, SELL, BUY, DRAW, TRANSPORT, REST = range(KINDS)  # in the order of the TOML
NAVIGATOR, BUILDER, DIVER, FISHER, VENDOR, BUYER, ARTIST, GUIDE, BEGGAR, MISSIONARY, GOVERNOR = range(CHARACTERS)
if BOARD["characters"]["boosts"] != [*ACTION_NAMES[:8], "", "", ""]:
    raise ValueError("the rules take it that character k boosts action k")
