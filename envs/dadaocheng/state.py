"""The record of one game of Dadaocheng. A *cell* is a place of the grid, a *store* one of four in a warehouse."""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import RecordLayout
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


STATE = RecordLayout([
    # options (4.0)
    ("event_order", (), -1, 1_000_000),                       # SHUFFLED, CHRONOLOGICAL
    ("disc_set", (), -1, 1_000_000),                          # 0 tea_reverse, 1 symmetric
    ("hand_limit", (), -1, 1_000_000),                        # 6; solo 3 or 2
    ("den_counts", (), 0, 1),                            # a den's exchange counts as a use of opium
    # discs
    ("up", (CELLS,), -1, 1_000_000),                          # colour that shows
    ("down", (CELLS,), -1, 1_000_000),                        # colour of the other side
    # cubes
    ("supply", (COLOURS,), 0, 15),
    ("store", (SIDES, STORES, COLOURS), 0, 2),           # [side, store, colour]
    ("firm", (SIDES, STORES), 0, 1),                     # a red cube lies on the arrow
    ("hand", (MAX_PLAYERS, COLOURS), 0, 15),
    # players
    ("credits", (MAX_PLAYERS,), 0, 88),
    ("ship_prestige", (MAX_PLAYERS,), 0, 200),
    ("ships", (MAX_PLAYERS, LEVELS), 0, 12),             # bought
    ("owned", (MAX_PLAYERS, KINDS), 0, 24),              # buildings
    ("used", (MAX_PLAYERS,), -1, 1_000_000),                  # 0.. uses of opium
    # cards
    ("ship_order", (LEVELS, SHIPS_OF_LEVEL), -1, 1_000_000),  # ship ids: opened, face down, left in the box; NONE
    ("ship_count", (LEVELS,), -1, 1_000_000),                 # 8 or 12: entries of ship_order
    ("ships_opened", (LEVELS,), 1, 12),
    ("face_up", (LEVELS,), -1, 1_000_000),                    # ship id, or NONE once the level is sold out
    ("stock", (KINDS,), 0, 24),
    ("events", (EVENTS,), -1, 1_000_000),                     # event ids in the order of the rounds; NONE in solo games
    ("event", (), -1, 1_000_000),                             # the current one, or NONE
    ("event_opened", (EVENTS,), 0, 1),                   # by id
    # the turn
    ("round_index", (), 0, 9),
    ("turn_owner", (), -1, 1_000_000),                        # seat
    ("actions_left", (), 0, 2),                          # of PLAN
    ("nominal", (), 0, 13),                              # cubes of this collection, shortages ignored
    ("gained", (), 0, 13),                               # cubes really taken
    ("bonus_asked", (), 0, 4),                           # seats whose warehouse has been looked at
    ("returns_left", (), 0, 19),                         # cubes still to give back
    ("picks_left", (), 0, 3),                            # cubes of choice still to take
    ("uses_left", (KINDS,), -1, 1_000_000),                   # market (2 more in 1908), workshop, den; the others 0
    ("temple_used", (), 0, 1),
    ("event_done", (), 0, 1),                            # by the action
    ("conversions_left", (), 0, 2),                      # in 1905
    ("bought", (KINDS,), 0, 1),                          # in this turn; not for mansions
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("hand_size", (MAX_PLAYERS,), 0, 25),
    ("store_size", (SIDES, STORES), 0, 2),
])  # fmt: skip
