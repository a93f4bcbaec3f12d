"""The tables of ``board.toml`` as named constants. The rules, the drawings and the tests read the board only from here.

The arrays are frozen into the compiled rules: to change the board, edit the TOML.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..engine.tables import by_count, column, read_board

BOARD = read_board(__package__)
CONSTANTS = BOARD["constants"]

# ---------------------------------------------------------------- names

COLOUR_NAMES: tuple[str, ...] = tuple(BOARD["colours"])  # (MAX_COLOURS,)
REGION_NAMES: tuple[str, ...] = tuple(region["name"] for region in BOARD["region"])  # (REGIONS,)
BUILDING_NAMES: tuple[str, ...] = tuple(BOARD["buildings"]["names"])  # (BUILDINGS,)
PIECE_NAMES: tuple[str, ...] = tuple(BOARD["setup"]["pieces"])  # (PIECES,)

# ---------------------------------------------------------------- counts

PLAYER_COUNTS: tuple[int, ...] = tuple(CONSTANTS["players"])  # ascending
MIN_PLAYERS, MAX_PLAYERS = PLAYER_COUNTS[0], PLAYER_COUNTS[-1]
MAX_COLOURS = len(COLOUR_NAMES)  # 5
REGIONS = len(REGION_NAMES)  # 6
BUILDINGS = len(BUILDING_NAMES)  # 5
PIECES = len(PIECE_NAMES)  # 3

TRADERS: int = CONSTANTS["traders"]  # 7 of each colour
HAND_TRADERS: int = CONSTANTS["hand_traders"]

# ---------------------------------------------------------------- regions

MARKET = 0  # Pu'er
YUNNAN, SICHUAN, QAMDO, TIBET, QINGHAI = range(1, REGIONS)
TRADER_INCOME = column(BOARD["region"], "trader_income")  # (REGIONS,)
POST_INCOME = column(BOARD["region"], "post_income")  # (REGIONS,)
GIFTS = column(BOARD["region"], "gifts")  # (REGIONS,)
MOST_GIFTS = int(GIFTS.max())  # 5
ALL_GIFTS = int(GIFTS.sum())  # 14
BRIDGE_SITES = np.array(BOARD["bridge_sites"]["sites"], np.int32)  # (SITES, 2) regions, the nearer to Pu'er first
SITES = len(BRIDGE_SITES)  # 4

# ---------------------------------------------------------------- buildings, bank, pieces

PRICES = np.array(BOARD["buildings"]["prices"], np.int32)  # (SLOTS,) ascending
SLOTS = len(PRICES)  # 5
HIGHEST_PRICE = int(PRICES.max())  # 15
LOW_SLOTS: int = CONSTANTS["low_slots"]  # the first 2
SCHOOL, CUSTOMS, STABLE, DRAGON, WORKSHOP = range(BUILDINGS)
BRIDGE, POST, TEA_HOUSE = range(PIECES)
PIECE_COUNT = np.array(list(BOARD["setup"]["pieces"].values()), np.int32)  # (PIECES,)
MOST_PIECES = int(PIECE_COUNT.max())  # 2, of one kind

BANK_PLACES: int = CONSTANTS["bank_places"]  # 2
BANK_UPPER = np.array(BOARD["bank"]["upper"], np.int32)  # (BANK_ROWS - 1,) the last row has no upper end
BANK_PAYS = np.array([BOARD["bank"]["left"], BOARD["bank"]["right"]], np.int32)  # (BANK_PLACES, BANK_ROWS)

# ---------------------------------------------------------------- tracks, scoring

START_COINS = np.array(BOARD["setup"]["start_coins"], np.int32)  # (MAX_COLOURS,) by place in the auction order
MOST_START_COINS = int(START_COINS.max())  # 15
LEAST_PASSES: int = BOARD["tracks"]["passes"][0]  # 2
MOST_PASSES: int = BOARD["tracks"]["passes"][-1]  # 6
MOST_INFLUENCE: int = BOARD["tracks"]["influence"][-1]  # 4
TRACK_POINTS = np.array(BOARD["tracks"]["end_points"], np.int32)  # (5,) by steps above the start of a track
TEA_HOUSE_POINTS: int = CONSTANTS["tea_house_points"]
COINS_PER_POINT: int = CONSTANTS["coins_per_point"]
TRANSPORT: int = CONSTANTS["transport"]  # coins per gap
MOST_INCOME = 141  # of one colour in one round; a test finds it by exhaustion

# ---------------------------------------------------------------- end, overspending

END_SCORE = by_count(BOARD["end"]["score"], MAX_PLAYERS)  # (MAX_PLAYERS + 1,)
END_GIFTS = by_count(BOARD["end"]["gifts_left"], MAX_PLAYERS)  # (MAX_PLAYERS + 1,)
PENALTY_BASE: int = CONSTANTS["penalty_base"]
LEAST_PENALTY: int = CONSTANTS["least_penalty"]
FLOOR: int = CONSTANTS["floor"]
DEFAULT_CAP: int = CONSTANTS["default_cap"]
OVERSPEND_CAP: int = CONSTANTS["overspend_cap"]
LARGEST_CAP: int = CONSTANTS["largest_cap"]

# ---------------------------------------------------------------- what nobody can exceed

PRICE_SUM = BUILDINGS * HIGHEST_PRICE  # 75, of the bids of one colour
ROUND_COINS = MOST_INCOME + int(BANK_PAYS.max())  # 168, of one colour in one round
MOST_COINS = MOST_START_COINS + LARGEST_CAP * ROUND_COINS  # 6,735
MOST_POINTS = (
    int(END_SCORE.max()) - 1 + 2 * MOST_INCOME
)  # 381: the round in which a player of two colours ends the game

# ---------------------------------------------------------------- ways, by own bridges

BRIDGE_SETS = 1 << SITES  # a set of bridges as a number: bit k for the site k
REGION_SETS = 1 << REGIONS  # a set of regions as a number: bit r for the region r
FAR = REGIONS  # more than any way takes


def _ways(bridges: int) -> list[tuple[int, int]]:
    """The pairs of regions that are one border apart: the road, and the bridges of the set."""
    own = [tuple(site) for k, site in enumerate(BRIDGE_SITES.tolist()) if bridges >> k & 1]
    return [tuple(border) for border in BOARD["tea_horse_road"]["borders"]] + own


def _cheapest(start: int, ways: list[tuple[int, int]], price: list[int]) -> list[int]:
    """``(REGIONS,)``: least price of a way from a region to each; a step costs the price of the region it enters."""
    cost = [0 if region == start else FAR for region in range(REGIONS)]
    for _ in range(REGIONS):
        for a, b in [*ways, *((b, a) for a, b in ways)]:
            cost[b] = min(cost[b], cost[a] + price[b], FAR)
    return cost


def _borders() -> NDArray[np.int32]:
    """4.4: borders crossed on the shortest way between two regions that stays within the horse's reach.

    ``(BRIDGE_SETS, REGIONS, REGIONS, REGIONS)``, indexed by own bridges, horse, from, to; FAR where there is no way.
    """
    table = np.zeros((BRIDGE_SETS, REGIONS, REGIONS, REGIONS), np.int32)
    for bridges in range(BRIDGE_SETS):
        for horse in range(REGIONS):
            within = [way for way in _ways(bridges) if max(way) <= horse]
            for region in range(REGIONS):
                table[bridges, horse, region] = _cheapest(region, within, [1] * REGIONS)
    return table


def _gaps() -> NDArray[np.int32]:
    """4.7: regions without an own trader or post strictly between Pu'er and a region, on the way with the fewest.

    ``(BRIDGE_SETS, REGION_SETS, REGIONS)``, indexed by own bridges, occupied regions, region.
    """
    table = np.zeros((BRIDGE_SETS, REGION_SETS, REGIONS), np.int32)
    for bridges in range(BRIDGE_SETS):
        for occupied in range(REGION_SETS):
            price = [0 if occupied >> region & 1 else 1 for region in range(REGIONS)]
            entered = _cheapest(MARKET, _ways(bridges), price)
            table[bridges, occupied] = [0 if r == MARKET else entered[r] - price[r] for r in range(REGIONS)]
    return table


BORDERS = _borders()  # (BRIDGE_SETS, REGIONS, REGIONS, REGIONS)
GAPS = _gaps()  # (BRIDGE_SETS, REGION_SETS, REGIONS)
