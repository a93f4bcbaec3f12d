"""The record of one game of Yunnan.

A *colour* is one set of pieces. With two players each seat owns two of four colours, otherwise colour and seat are the
same; ``c`` of the colours belongs to seat ``c % num_players`` (RULES 4.8).
"""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import record_dtype
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


STATE = record_dtype([
    # options (4.0) and what follows from them
    ("overspend", "i4"),                          # 0/1
    ("gift_vp", "i4"),                            # 1 or 3
    ("strand_rule", "i4"),                        # TURN_END, ROUND_END
    ("gap_cost", "i4"),                           # PER_REGION, PER_TRADER
    ("low_slot_rule", "i4"),                      # OFFICIAL, LITERAL
    ("max_rounds", "i4"),                         # 1..40
    ("end_score", "i4"),                          # 80, 100 with two players
    ("end_gifts", "i4"),                          # 0, 2 with two players
    ("colours", "i4"),                            # 3..5
    # the round
    ("round_number", "i4"),                       # 1..max_rounds
    ("auction_order", "i4", (MAX_COLOURS,)),      # [place] colour, NOBODY behind the last
    ("travel_order", "i4", (MAX_COLOURS,)),       # [place] colour, NOBODY behind the last
    ("place", "i4"),                              # -1..colours, in the order that the current step follows
    ("colour", "i4"),                             # who decides; NOBODY after the end
    ("target", "i4"),                             # SOURCE: id of the chosen place; DISPLACE: region entered; else NONE
    # traders and pieces of each colour
    ("hand", "i4", (MAX_COLOURS,)),               # 0..7 traders on the table
    ("supply", "i4", (MAX_COLOURS,)),             # 0..4 traders not yet acquired
    ("traders", "i4", (MAX_COLOURS, REGIONS)),    # [colour, region] 0..7, region 0 is the market
    ("posts", "i4", (MAX_COLOURS, REGIONS)),      # [colour, region] 0..2
    ("bridges", "i4", (MAX_COLOURS, SITES)),      # [colour, site] 0/1
    ("pieces_hand", "i4", (MAX_COLOURS, PIECES)),    # [colour, piece] 0..2
    ("pieces_supply", "i4", (MAX_COLOURS, PIECES)),  # [colour, piece] 0..2
    # tracks and money of each colour
    ("coins", "i4", (MAX_COLOURS,)),              # 0..
    ("gifts", "i4", (MAX_COLOURS,)),              # 0..14
    ("horse", "i4", (MAX_COLOURS,)),              # 1..5, region reached
    ("passes", "i4", (MAX_COLOURS,)),             # 2..6
    ("influence", "i4", (MAX_COLOURS,)),          # 0..4
    ("income", "i4", (MAX_COLOURS,)),             # 0..141 of this round, 0 before step 3A
    ("vp", "i4", (MAX_PLAYERS,)),                 # [seat] -100..381
    # board
    ("slots", "i4", (BUILDINGS, SLOTS)),          # [building, slot] colour or NOBODY
    ("bank", "i4", (BANK_PLACES,)),               # [left, right] colour or NOBODY
    ("passed", "i4", (MAX_COLOURS,)),             # 0/1
    ("gifts_left", "i4", (REGIONS,)),             # 0..5
    ("tea_house", "i4", (REGIONS,)),              # colour or NOBODY
    # the travel turn
    ("passes_left", "i4"),                        # 0..6; 0 outside a travel turn
    ("moved", "i4", (REGIONS,)),                  # 0..6 traders of the traveller that have moved in this turn
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("bid", "i4", (MAX_COLOURS, BUILDINGS)),      # [colour, building] price of the standing bid, 0 without one
    ("bid_total", "i4", (MAX_COLOURS,)),          # 0..75
    ("bridge_set", "i4", (MAX_COLOURS,)),         # 0..15, bit k for a bridge at site k
])  # fmt: skip
