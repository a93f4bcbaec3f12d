"""The record of one game of China, ``s``. A *state* in this room is one of the nine states on the board."""

from __future__ import annotations

from enum import IntEnum

from ..engine.piles import EMPTY
from ..engine.records import RecordLayout
from .tables import (
    CARDS,
    CITIES,
    COLOURS,
    DISPLAY_SIZE,
    EMISSARIES_PER_PLAYER,
    FORTS_PER_PLAYER,
    HAND_SIZE,
    MAX_PLAYERS,
    MOST_CARDS,
    MOST_CITIES,
    MOST_IN_PILE,
    MOST_POINTS,
    PALACES_PER_PLAYER,
    SIDES,
    STATES,
)

NOBODY = -1  # owner of a free city
NO_CARD = EMPTY  # an unused slot of the pile
NONE = -1  # no active state, no target
PIECES = CITIES + STATES + CITIES  # actions that place a piece: palaces, emissaries, forts (7.1)


class Phase(IntEnum):
    """What the acting seat decides (RULES 4.4)."""

    MAIN = 0  # the first piece of the turn, or an exchange
    PAY = 1  # which cards pay for it, when there are two ways
    SECOND = 2  # a second piece in the same state, or stop
    DRAW = 3  # the next card to take
    OVER = 4  # the game has ended


STATE = RecordLayout([
    # options (4.0)
    ("side", (), 0, SIDES - 1),                                  # 0 three, 1 five
    ("forts", (), 0, 1),
    ("finish_round", (), 0, 1),
    # cards
    ("hand", (MAX_PLAYERS, COLOURS), 0, HAND_SIZE),              # [seat, colour]
    ("known", (MAX_PLAYERS, COLOURS), 0, HAND_SIZE),             # [seat, colour] of the hand, seen by all when taken
    ("display", (COLOURS,), 0, DISPLAY_SIZE),
    ("discard", (COLOURS,), 0, MOST_CARDS),
    ("pile", (CARDS,), NO_CARD, COLOURS - 1),                    # [k] colour for k < pile_size, the top card last
    ("pile_size", (), 0, MOST_IN_PILE),                          # 0 only once final_round is set
    ("second_pass", (), 0, 1),                                   # the discards have been shuffled into a new pile
    ("renewed", (COLOURS,), 0, MOST_CARDS),                      # second pass: of the new pile, less what was shown
    ("drawn", (MAX_PLAYERS, COLOURS), 0, MOST_CARDS),            # [seat, colour] of it, drawn unseen by the seat
    ("final_round", (), 0, 1),                                   # the pile is used up for the second time
    # board
    ("owner", (CITIES,), NOBODY, MAX_PLAYERS - 1),               # seat with a palace in the city, or NOBODY
    ("fort", (CITIES,), 0, 1),
    ("emissaries", (STATES, MAX_PLAYERS), 0, EMISSARIES_PER_PLAYER),  # [state, seat]
    ("scored", (STATES,), 0, 1),                                 # the palaces of the state have been scored
    # players
    ("score", (MAX_PLAYERS,), 0, MOST_POINTS),                   # final once the game is over
    ("palaces_left", (MAX_PLAYERS,), 0, PALACES_PER_PLAYER),
    ("emissaries_left", (MAX_PLAYERS,), 0, EMISSARIES_PER_PLAYER),
    ("forts_left", (MAX_PLAYERS,), 0, FORTS_PER_PLAYER),
    ("start_seat", (), 0, MAX_PLAYERS - 1),                      # who began
    # the turn
    ("active_state", (), NONE, STATES - 1),                      # state of this turn's pieces, or NONE
    ("was_empty", (), 0, 1),                                     # it held no palace and no emissary before this turn
    ("placed", (), 0, 2),                                        # pieces placed in this turn
    ("target", (), NONE, PIECES - 1),                            # in PAY the action of the piece to be paid, else NONE
    # derived, kept so that masks and observations are cheap; check.py recounts them
    ("hand_size", (MAX_PLAYERS,), 0, HAND_SIZE),
    ("palaces", (STATES, MAX_PLAYERS), 0, MOST_CITIES),          # [state, seat]
    ("free_cities", (STATES,), 0, MOST_CITIES),                  # cities without a palace
    ("room", (STATES,), 0, MOST_CITIES),                         # most palaces of one seat, less all emissaries
])  # fmt: skip
