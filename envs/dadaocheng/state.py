"""The record of one game of Dadaocheng. A *cell* is a place of the grid, a *store* one of four in a warehouse."""

from __future__ import annotations

from enum import IntEnum

from ..engine.records import RecordLayout
from .tables import (
    CELLS,
    COLOURS,
    CUBES,
    DICE_FOR_TWO_CUBES,
    DISC_SETS,
    EVENT_1905,
    EVENT_1908,
    EVENT_USES,
    EVENTS,
    HAND_LIMIT,
    HAND_LIMIT_CHALLENGE,
    KINDS,
    LEVELS,
    LOOP_TRIGGER,
    MARKET,
    MAX_PLAYERS,
    MAX_ROUNDS,
    PLANNING_ACTIONS,
    SHIP_CREDITS,
    SHIP_PRESTIGE,
    SHIPS,
    SHIPS_OF_LEVEL,
    SIDES,
    SOLO_REMOVED_CREDITS,
    STOCK,
    STORE_CAPACITY,
    STORES,
    TRACK_LENGTH,
)

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


MOST_CUBES = int(CUBES.max())  # 15 of a colour
MOST_NOMINAL = LOOP_TRIGGER + 1  # 13: a run of four after eleven cubes
MOST_HAND = 25  # cubes of a hand within a turn (RULES 7.4)
MOST_USED = TRACK_LENGTH * (MOST_CUBES - 1)  # 140: each started ten parks a black cube, and one marks the round
MOST_CARDS = int(STOCK.max())  # 24
MOST_USES = int(STOCK[:, MARKET].max() + EVENT_USES[EVENT_1908])  # 8
SOLO_SHIPS = SHIPS_OF_LEVEL - int((SHIP_CREDITS[:SHIPS_OF_LEVEL] == SOLO_REMOVED_CREDITS).sum())  # 8 of level 1

STATE = RecordLayout([
    # options (4.0)
    ("event_order", (), SHUFFLED, CHRONOLOGICAL),
    ("disc_set", (), 0, len(DISC_SETS) - 1),  # index of DISC_SETS
    ("hand_limit", (), HAND_LIMIT_CHALLENGE, HAND_LIMIT),  # 6; solo 3 or 2
    ("den_counts", (), 0, 1),  # a den's exchange counts as a use of opium
    # discs
    ("up", (CELLS,), 0, COLOURS - 1),  # colour that shows
    ("down", (CELLS,), 0, COLOURS - 1),  # colour of the other side
    # cubes
    ("supply", (COLOURS,), 0, MOST_CUBES),
    ("store", (SIDES, STORES, COLOURS), 0, STORE_CAPACITY),  # [side, store, colour]
    ("firm", (SIDES, STORES), 0, 1),  # a red cube lies on the arrow
    ("hand", (MAX_PLAYERS, COLOURS), 0, MOST_CUBES),
    # players
    ("credits", (MAX_PLAYERS,), 0, int(SHIP_CREDITS.sum())),
    ("ship_prestige", (MAX_PLAYERS,), 0, int(SHIP_PRESTIGE.sum())),
    ("ships", (MAX_PLAYERS, LEVELS), 0, SHIPS_OF_LEVEL),  # bought
    ("owned", (MAX_PLAYERS, KINDS), 0, MOST_CARDS),  # buildings
    ("used", (MAX_PLAYERS,), 0, MOST_USED),  # uses of opium
    # cards
    ("ship_order", (LEVELS, SHIPS_OF_LEVEL), NONE, SHIPS - 1),  # ship ids: opened, face down, left in the box; NONE
    ("ship_count", (LEVELS,), SOLO_SHIPS, SHIPS_OF_LEVEL),  # entries of ship_order
    ("ships_opened", (LEVELS,), 1, SHIPS_OF_LEVEL),
    ("face_up", (LEVELS,), NONE, SHIPS - 1),  # ship id, or NONE once the level is sold out
    ("stock", (KINDS,), 0, MOST_CARDS),
    ("events", (EVENTS,), NONE, EVENTS - 1),  # event ids in the order of the rounds; NONE in solo games
    ("event", (), NONE, EVENTS - 1),  # the current one, or NONE
    ("event_opened", (EVENTS,), 0, 1),  # by id
    # the turn
    ("round_index", (), 0, MAX_ROUNDS - 1),
    ("turn_owner", (), 0, MAX_PLAYERS - 1),  # seat
    ("actions_left", (), 0, PLANNING_ACTIONS),  # of PLAN
    ("nominal", (), 0, MOST_NOMINAL),  # cubes of this collection, shortages ignored
    ("gained", (), 0, MOST_NOMINAL),  # cubes really taken
    ("bonus_asked", (), 0, MAX_PLAYERS),  # seats whose warehouse has been looked at
    ("returns_left", (), 0, MOST_HAND - HAND_LIMIT),  # cubes still to give back
    ("picks_left", (), 0, DICE_FOR_TWO_CUBES),  # cubes of choice still to take
    ("uses_left", (KINDS,), 0, MOST_USES),  # market (2 more in 1908), workshop, den; the others 0
    ("temple_used", (), 0, 1),
    ("event_done", (), 0, 1),  # by the action
    ("conversions_left", (), 0, int(EVENT_USES[EVENT_1905])),  # in 1905
    ("bought", (KINDS,), 0, 1),  # in this turn; not for mansions
    # derived, kept so that masks and observations are cheap; ``check`` recounts them
    ("hand_size", (MAX_PLAYERS,), 0, MOST_HAND),
    ("store_size", (SIDES, STORES), 0, STORE_CAPACITY),
])  # fmt: skip
RECORD = STATE.dtype  # what compiled code makes positions of
