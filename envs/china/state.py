"""The record of one game of China, ``s``. A *state* in this room is one of the nine states on the board."""

from __future__ import annotations

from enum import IntEnum

from ..engine.piles import EMPTY
from ..engine.records import RecordLayout
from .tables import CARDS, CITIES, COLOURS, MAX_PLAYERS, STATES

NOBODY = -1  # owner of a free city
NO_CARD = EMPTY  # an unused slot of the pile
NONE = -1  # no active state, no target


class Phase(IntEnum):
    """What the acting seat decides (RULES 4.4)."""

    MAIN = 0  # the first piece of the turn, or an exchange
    PAY = 1  # which cards pay for it, when there are two ways
    SECOND = 2  # a second piece in the same state, or stop
    DRAW = 3  # the next card to take
    OVER = 4  # the game has ended


STATE = RecordLayout([
    # options (4.0)
    ("side", (), -1, 1_000_000),                       # 0 three, 1 five
    ("forts", (), 0, 1),
    ("finish_round", (), 0, 1),
    # cards
    ("hand", (MAX_PLAYERS, COLOURS), 0, 3),       # [seat, colour]
    ("known", (MAX_PLAYERS, COLOURS), 0, 3),      # [seat, colour] , cards of the hand that everybody saw being taken
    ("display", (COLOURS,), 0, 4),
    ("discard", (COLOURS,), 0, 13),
    ("pile", (CARDS,), -1, 1_000_000),                 # [k] colour for k < pile_size, the top card last; else NO_CARD
    ("pile_size", (), 0, 40),                     # 0 only once final_round is set
    ("second_pass", (), 0, 1),                    # the discards have been shuffled into a new pile
    ("final_round", (), 0, 1),                    # the pile is used up for the second time
    # board
    ("owner", (CITIES,), -1, 1_000_000),               # seat with a palace in the city, or NOBODY
    ("fort", (CITIES,), 0, 1),
    ("emissaries", (STATES, MAX_PLAYERS), 0, 8),  # [state, seat]
    ("scored", (STATES,), 0, 1),                  # the palaces of the state have been scored
    # players
    ("score", (MAX_PLAYERS,), -1, 1_000_000),          # 0.., final once the game is over
    ("palaces_left", (MAX_PLAYERS,), 0, 20),
    ("emissaries_left", (MAX_PLAYERS,), 0, 8),
    ("forts_left", (MAX_PLAYERS,), 0, 1),
    ("start_seat", (), -1, 1_000_000),                 # who began
    # the turn
    ("active_state", (), -1, 1_000_000),               # state of this turn's pieces, or NONE
    ("was_empty", (), 0, 1),                      # the active state held no palace and no emissary before this turn
    ("placed", (), 0, 2),                         # pieces placed in this turn
    ("target", (), -1, 1_000_000),                     # in PAY the action id of the piece to be paid, else NONE
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("hand_size", (MAX_PLAYERS,), 0, 3),
    ("palaces", (STATES, MAX_PLAYERS), 0, 8),     # [state, seat]
    ("free_cities", (STATES,), 0, 8),             # cities without a palace
    ("room", (STATES,), 0, 8),                    # most palaces of one seat, less all emissaries
])  # fmt: skip
