"""The record of one game of Yunnan.

A *colour* is one set of pieces. With two players each seat owns two of four colours, otherwise colour and seat are the
same; ``c`` of the colours belongs to seat ``c % num_players`` (RULES 4.8).
"""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import RecordLayout
from .tables import (
    ALL_GIFTS,
    BANK_PLACES,
    BRIDGE_SETS,
    BUILDINGS,
    FLOOR,
    HAND_TRADERS,
    HIGHEST_PRICE,
    LARGEST_CAP,
    MAX_COLOURS,
    MAX_PLAYERS,
    MOST_COINS,
    MOST_GIFTS,
    MOST_INCOME,
    MOST_INFLUENCE,
    MOST_PASSES,
    MOST_PIECES,
    MOST_POINTS,
    PIECES,
    PRICE_SUM,
    QINGHAI,
    REGIONS,
    SITES,
    SLOTS,
    TRADERS,
)

NOBODY = -1  # colour in a free slot, bank place or tea house spot; unused place of an order
NONE = -1  # nothing pending
TURN_END, ROUND_END = 0, 1  # values of strand_rule
PER_REGION, PER_TRADER = 0, 1  # values of gap_cost
OFFICIAL, LITERAL = 0, 1  # values of low_slot_rule
LAST_PLACE = 2 + BUILDINGS * SLOTS  # places for a trader in the auction: market 1, bank 2, then the slots (7.1)


class Phase(IntEnum):
    """What the acting colour decides (RULES 4)."""

    AUCTION = 0  # 1A: place a trader, or pass
    SOURCE = 1  # 1A: where that trader comes from, when there are several places
    PIECE = 2  # 1C: which piece the workshop gives
    TEA_NOW = 3  # 1C: where the tea house from the workshop is built, or keep it
    TRAVEL = 4  # 2A: move, build, or end the turn
    DISPLACE = 5  # 2A: whom the trader that has just arrived sends back, or nobody
    CONVERT = 6  # 4A: how much of the income becomes points
    OVER = 7  # the game has ended


STATE = RecordLayout([
    # options (4.0) and what follows from them
    ("overspend", (), 0, 1),
    ("gift_vp", (), 1, 3),                                      # 1 or 3
    ("strand_rule", (), TURN_END, ROUND_END),
    ("gap_cost", (), PER_REGION, PER_TRADER),
    ("low_slot_rule", (), OFFICIAL, LITERAL),
    ("max_rounds", (), 1, LARGEST_CAP),
    ("end_score", (), 80, 100),                                 # 80, 100 with two players
    ("end_gifts", (), 0, 2),                                    # 0, 2 with two players
    ("colours", (), 3, MAX_COLOURS),                            # 4 with two players
    # the round
    ("round_number", (), 1, LARGEST_CAP),                       # 1..max_rounds
    ("auction_order", (MAX_COLOURS,), NOBODY, MAX_COLOURS - 1),  # [place] colour, NOBODY behind the last
    ("travel_order", (MAX_COLOURS,), NOBODY, MAX_COLOURS - 1),  # [place] colour, NOBODY behind the last
    ("place", (), 0, MAX_COLOURS - 1),                          # of who decides, in the order of the current step
    ("colour", (), NOBODY, MAX_COLOURS - 1),                    # who decides; NOBODY after the end
    ("target", (), NONE, LAST_PLACE),                           # SOURCE: action of the place; DISPLACE: region entered
    # traders and pieces of each colour
    ("hand", (MAX_COLOURS,), 0, TRADERS),                       # traders on the table
    ("supply", (MAX_COLOURS,), 0, TRADERS - HAND_TRADERS),      # traders not yet acquired
    ("traders", (MAX_COLOURS, REGIONS), 0, TRADERS),            # [colour, region], region 0 is the market
    ("posts", (MAX_COLOURS, REGIONS), 0, MOST_PIECES),          # [colour, region]
    ("bridges", (MAX_COLOURS, SITES), 0, 1),                    # [colour, site]
    ("pieces_hand", (MAX_COLOURS, PIECES), 0, MOST_PIECES),     # [colour, piece]
    ("pieces_supply", (MAX_COLOURS, PIECES), 0, MOST_PIECES),   # [colour, piece]
    # tracks and money of each colour, 0 for those that do not take part
    ("coins", (MAX_COLOURS,), 0, MOST_COINS),
    ("gifts", (MAX_COLOURS,), 0, ALL_GIFTS),
    ("horse", (MAX_COLOURS,), 0, QINGHAI),                      # region reached, 1..5
    ("passes", (MAX_COLOURS,), 0, MOST_PASSES),                 # 2..6
    ("influence", (MAX_COLOURS,), 0, MOST_INFLUENCE),
    ("income", (MAX_COLOURS,), 0, MOST_INCOME),                 # of this round, 0 before step 3A
    ("vp", (MAX_PLAYERS,), FLOOR, MOST_POINTS),                 # [seat]
    # board
    ("slots", (BUILDINGS, SLOTS), NOBODY, MAX_COLOURS - 1),     # [building, slot] colour or NOBODY
    ("bank", (BANK_PLACES,), NOBODY, MAX_COLOURS - 1),          # [left, right] colour or NOBODY
    ("passed", (MAX_COLOURS,), 0, 1),
    ("gifts_left", (REGIONS,), 0, MOST_GIFTS),
    ("tea_house", (REGIONS,), NOBODY, MAX_COLOURS - 1),         # colour or NOBODY
    # the travel turn
    ("passes_left", (), 0, MOST_PASSES),                        # 0 outside a travel turn
    ("moved", (REGIONS,), 0, MOST_PASSES),                      # the traveller's traders that have moved in this turn
    # derived, kept so that masks and observations are cheap; check.py recounts them
    ("bid", (MAX_COLOURS, BUILDINGS), 0, HIGHEST_PRICE),        # [colour, building] price of the standing bid, or 0
    ("bid_total", (MAX_COLOURS,), 0, PRICE_SUM),
    ("bridge_set", (MAX_COLOURS,), 0, BRIDGE_SETS - 1),         # bit k for a bridge at site k
])  # fmt: skip
