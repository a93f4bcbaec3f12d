"""The record of one game of Dadaocheng. A *cell* is a place of the grid, a *store* one of four in a warehouse."""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import record_dtype
from .tables import CELLS, COLOURS, EVENTS, KINDS, LEVELS, MAX_PLAYERS, SHIPS_OF_LEVEL, SIDES, STORES

NONE = -1  # no colour, no event, no ship, no action
SHUFFLED, CHRONOLOGICAL = 0, 1  # values of event_order


class Phase(IntEnum):
    """What the acting seat decides (RULES 4)."""

    PLAN = 0  # a flip or a swap of discs
    COLLECT = 1  # which of several runs to collect
    LOOP_RETURN = 2  # a cube to give back after a loop
    BONUS = 3  # a store of the full warehouse, or none
    BONUS_RETURN = 4  # a cube above the hand limit, off turn
    PICK = 5  # a cube of choice from the supply
    BUY = 6  # purchases and actions, until the end of the turn
    END_RETURN = 7  # a cube to give back at the end of the turn
    OVER = 8  # the game has ended


STATE = record_dtype([
    # options (4.0)
    ("event_order", "i4"),                                # SHUFFLED, CHRONOLOGICAL
    ("disc_set", "i4"),                                   # 0 tea_reverse, 1 symmetric
    ("hand_limit", "i4"),                                 # 6; solo 3 or 2
    ("den_counts", "i4"),                                 # 0/1, a den's exchange counts as a use of opium
    # discs
    ("up", "i4", (CELLS,)),                               # colour that shows
    ("down", "i4", (CELLS,)),                             # colour of the other side
    # cubes
    ("supply", "i4", (COLOURS,)),                         # 0..15
    ("store", "i4", (SIDES, STORES, COLOURS)),            # [side, store, colour] 0..2
    ("firm", "i4", (SIDES, STORES)),                      # 0/1, a red cube lies on the arrow
    ("hand", "i4", (MAX_PLAYERS, COLOURS)),               # 0..15
    # players
    ("credits", "i4", (MAX_PLAYERS,)),                    # 0..88
    ("ship_prestige", "i4", (MAX_PLAYERS,)),              # 0..200
    ("ships", "i4", (MAX_PLAYERS, LEVELS)),               # 0..12 bought
    ("owned", "i4", (MAX_PLAYERS, KINDS)),                # 0..24 buildings
    ("used", "i4", (MAX_PLAYERS,)),                       # 0.. uses of opium
    # cards
    ("ship_order", "i4", (LEVELS, SHIPS_OF_LEVEL)),       # ship ids: opened, face down, left in the box; NONE
    ("ship_count", "i4", (LEVELS,)),                      # 8 or 12: entries of ship_order
    ("ships_opened", "i4", (LEVELS,)),                    # 1..12
    ("face_up", "i4", (LEVELS,)),                         # ship id, or NONE once the level is sold out
    ("stock", "i4", (KINDS,)),                            # 0..24
    ("events", "i4", (EVENTS,)),                          # event ids in the order of the rounds; NONE in solo games
    ("event", "i4"),                                      # the current one, or NONE
    ("event_opened", "i4", (EVENTS,)),                    # 0/1 by id
    # the turn
    ("round_index", "i4"),                                # 0..9
    ("turn_owner", "i4"),                                 # seat
    ("actions_left", "i4"),                               # 0..2 of PLAN
    ("nominal", "i4"),                                    # 0..13 cubes of this collection, shortages ignored
    ("gained", "i4"),                                     # 0..13 cubes really taken
    ("bonus_asked", "i4"),                                # 0..4 seats whose warehouse has been looked at
    ("returns_left", "i4"),                               # 0..19 cubes still to give back
    ("picks_left", "i4"),                                 # 0..3 cubes of choice still to take
    ("uses_left", "i4", (KINDS,)),                        # market (2 more in 1908), workshop, den; the others 0
    ("temple_used", "i4"),                                # 0/1
    ("event_done", "i4"),                                 # 0/1, by the action
    ("conversions_left", "i4"),                           # 0..2, in 1905
    ("bought", "i4", (KINDS,)),                           # 0/1 in this turn; not for mansions
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("hand_size", "i4", (MAX_PLAYERS,)),                  # 0..25
    ("store_size", "i4", (SIDES, STORES)),                # 0..2
])  # fmt: skip
