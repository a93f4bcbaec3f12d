"""The record of one game of Yunnan.

A *colour* is one set of pieces. With two players each seat owns two of four colours, otherwise colour and seat are the
same; ``c`` of the colours belongs to seat ``c % num_players`` (RULES 4.8).
"""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import RecordLayout
from .tables import BANK_PLACES, BUILDINGS, MAX_COLOURS, MAX_PLAYERS, PIECES, REGIONS, SITES, SLOTS

NOBODY = -1  # colour in a free slot, bank place or tea house spot; unused place of an order
NONE = -1  # nothing pending
TURN_END, ROUND_END = 0, 1  # values of strand_rule
PER_REGION, PER_TRADER = 0, 1  # values of gap_cost
OFFICIAL, LITERAL = 0, 1  # values of low_slot_rule


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
    ("gift_vp", (), -1, 1_000_000),                       # 1 or 3
    ("strand_rule", (), -1, 1_000_000),                   # TURN_END, ROUND_END
    ("gap_cost", (), -1, 1_000_000),                      # PER_REGION, PER_TRADER
    ("low_slot_rule", (), -1, 1_000_000),                 # OFFICIAL, LITERAL
    ("max_rounds", (), 1, 40),
    ("end_score", (), -1, 1_000_000),                     # 80, 100 with two players
    ("end_gifts", (), -1, 1_000_000),                     # 0, 2 with two players
    ("colours", (), 3, 5),
    # the round
    ("round_number", (), -1, 1_000_000),                  # 1..max_rounds
    ("auction_order", (MAX_COLOURS,), -1, 1_000_000),     # [place] colour, NOBODY behind the last
    ("travel_order", (MAX_COLOURS,), -1, 1_000_000),      # [place] colour, NOBODY behind the last
    ("place", (), -1, 1_000_000),                         # -1..colours, in the order that the current step follows
    ("colour", (), -1, 1_000_000),                        # who decides; NOBODY after the end
    ("target", (), -1, 1_000_000),                        # SOURCE: id of the chosen place; DISPLACE: region entered; else NONE
    # traders and pieces of each colour
    ("hand", (MAX_COLOURS,), 0, 7),                  # traders on the table
    ("supply", (MAX_COLOURS,), 0, 4),                # traders not yet acquired
    ("traders", (MAX_COLOURS, REGIONS), 0, 7),       # [colour, region] , region 0 is the market
    ("posts", (MAX_COLOURS, REGIONS), 0, 2),         # [colour, region]
    ("bridges", (MAX_COLOURS, SITES), 0, 1),         # [colour, site]
    ("pieces_hand", (MAX_COLOURS, PIECES), 0, 2),    # [colour, piece]
    ("pieces_supply", (MAX_COLOURS, PIECES), 0, 2),  # [colour, piece]
    # tracks and money of each colour
    ("coins", (MAX_COLOURS,), -1, 1_000_000),             # 0..
    ("gifts", (MAX_COLOURS,), 0, 14),
    ("horse", (MAX_COLOURS,), 1, 5),                 # region reached
    ("passes", (MAX_COLOURS,), 2, 6),
    ("influence", (MAX_COLOURS,), 0, 4),
    ("income", (MAX_COLOURS,), 0, 141),              # of this round, 0 before step 3A
    ("vp", (MAX_PLAYERS,), -100, 381),               # [seat]
    # board
    ("slots", (BUILDINGS, SLOTS), -1, 1_000_000),         # [building, slot] colour or NOBODY
    ("bank", (BANK_PLACES,), -1, 1_000_000),              # [left, right] colour or NOBODY
    ("passed", (MAX_COLOURS,), 0, 1),
    ("gifts_left", (REGIONS,), 0, 5),
    ("tea_house", (REGIONS,), -1, 1_000_000),             # colour or NOBODY
    # the travel turn
    ("passes_left", (), 0, 6),                       # 0 outside a travel turn
    ("moved", (REGIONS,), 0, 6),                     # traders of the traveller that have moved in this turn
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("bid", (MAX_COLOURS, BUILDINGS), -1, 1_000_000),     # [colour, building] price of the standing bid, 0 without one
    ("bid_total", (MAX_COLOURS,), 0, 75),
    ("bridge_set", (MAX_COLOURS,), 0, 15),           # bit k for a bridge at site k
])  # fmt: skip
