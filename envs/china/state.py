"""The record of one game of China, ``s``. A *state* in this room is one of the nine states on the board."""

from __future__ import annotations

from enum import IntEnum

from ..engine.piles import EMPTY
from ..engine.records import record_dtype
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


STATE = record_dtype([
    # options (4.0)
    ("side", "i4"),                              # 0 three, 1 five
    ("forts", "i4"),                             # 0/1
    ("finish_round", "i4"),                      # 0/1
    # cards
    ("hand", "i4", (MAX_PLAYERS, COLOURS)),      # [seat, colour] 0..3
    ("known", "i4", (MAX_PLAYERS, COLOURS)),     # [seat, colour] 0..3, cards of the hand that everybody saw being taken
    ("display", "i4", (COLOURS,)),               # 0..4
    ("discard", "i4", (COLOURS,)),               # 0..13
    ("pile", "i4", (CARDS,)),                    # [k] colour for k < pile_size, the top card last; else NO_CARD
    ("pile_size", "i4"),                         # 0..40; 0 only once final_round is set
    ("second_pass", "i4"),                       # 0/1, the discards have been shuffled into a new pile
    ("final_round", "i4"),                       # 0/1, the pile is used up for the second time
    # board
    ("owner", "i4", (CITIES,)),                  # seat with a palace in the city, or NOBODY
    ("fort", "i4", (CITIES,)),                   # 0/1
    ("emissaries", "i4", (STATES, MAX_PLAYERS)), # [state, seat] 0..8
    ("scored", "i4", (STATES,)),                 # 0/1, the palaces of the state have been scored
    # players
    ("score", "i4", (MAX_PLAYERS,)),             # 0.., final once the game is over
    ("palaces_left", "i4", (MAX_PLAYERS,)),      # 0..20
    ("emissaries_left", "i4", (MAX_PLAYERS,)),   # 0..8
    ("forts_left", "i4", (MAX_PLAYERS,)),        # 0..1
    ("start_seat", "i4"),                        # who began
    # the turn
    ("active_state", "i4"),                      # state of this turn's pieces, or NONE
    ("was_empty", "i4"),                         # 0/1, the active state held no palace and no emissary before this turn
    ("placed", "i4"),                            # 0..2 pieces placed in this turn
    ("target", "i4"),                            # in PAY the action id of the piece to be paid, else NONE
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("hand_size", "i4", (MAX_PLAYERS,)),         # 0..3
    ("palaces", "i4", (STATES, MAX_PLAYERS)),    # [state, seat] 0..8
    ("free_cities", "i4", (STATES,)),            # 0..8 cities without a palace
    ("room", "i4", (STATES,)),                   # 0..8 most palaces of one seat, less all emissaries
])  # fmt: skip
