"""The record of one game of Around the World in 80 Days."""

from __future__ import annotations

from enum import IntEnum

from ..engine.piles import EMPTY
from ..engine.records import record_dtype
from .tables import (
    CITIES,
    COMPONENTS,
    EVENT_CARDS,
    KEPT_EVENTS,
    MAX_PLAYERS,
    SPACES,
    TRAVEL_CARDS,
    TRAVEL_TYPES,
)

NO_CARD = EMPTY  # an empty space, an unused slot of a deck, no card on the pile
NO_TOKEN = -1  # the token of the city is taken, or it never has one
NOT_HOME = -1  # arrival of a player who is still travelling
NOBODY = -1  # no seat follows in this round
PER_ARRIVAL, PER_ROUND = 0, 1  # values of london_penalty


class Phase(IntEnum):
    """What the acting seat decides (RULES 4.3)."""

    MAIN_PRE = 0  # which card to take, or something free before
    MAIN_POST = 1  # to travel, or something free, or to finish the turn
    EXCHANGE = 2  # which travel cards to exchange
    DET_TARGET = 3  # where the detective goes
    PAYING = 4  # the next component of a leg
    OCCASION = 5  # Occasion for two cards of this leg
    ROLL = 6  # to keep the die or roll again
    DISTRACTION = 7  # Distraction against the detective
    LIMIT = 8  # which card to discard down to six
    OVER = 9  # the game has ended


STATE = record_dtype([
    # options (4.0)
    ("per_round", "i4"),                              # london_penalty: PER_ARRIVAL, PER_ROUND
    # travel cards
    ("travel_hand", "i4", (MAX_PLAYERS, TRAVEL_TYPES)), # [seat, type] 0..8
    ("travel_deck", "i4", (TRAVEL_CARDS,)),           # [k] type for k < travel_deck_size, top card last; else NO_CARD
    ("travel_deck_size", "i4"),                       # 0..60
    ("travel_discard", "i4", (TRAVEL_TYPES,)),        # [type] 0..8
    ("display", "i4", (SPACES,)),                     # [space] type, or NO_CARD
    # event cards
    ("event_hand", "i4", (MAX_PLAYERS, KEPT_EVENTS)), # [seat, event] 0..3
    ("event_deck", "i4", (EVENT_CARDS,)),             # [k] event for k < event_deck_size, top card last; else NO_CARD
    ("event_deck_size", "i4"),                        # 2..15: Delay and Storm never leave it for long
    ("event_discard", "i4", (KEPT_EVENTS,)),          # [event] 0..3
    ("event_top", "i4"),                              # the top card of the event discard pile, or NO_CARD
    # board
    ("yellow", "i4", (CITIES,)),                      # [city] token for the first player, or NO_TOKEN
    ("blue", "i4", (CITIES,)),                        # [city] token for the last player, or NO_TOKEN
    ("detective", "i4"),                              # 1..9
    ("bank", "i4"),                                   # 0..24 coins
    # players
    ("city", "i4", (MAX_PLAYERS,)),                   # 0..10
    ("days", "i4", (MAX_PLAYERS,)),                   # 0..
    ("coins", "i4", (MAX_PLAYERS,)),                  # 0..24
    ("arrival", "i4", (MAX_PLAYERS,)),                # 0.. in order of arrival in London, or NOT_HOME
    # the round
    ("round_number", "i4"),                           # 1..60
    ("start_seat", "i4"),                             # who began this round
    ("watch", "i4"),                                  # who holds the watch
    ("acted", "i4", (MAX_PLAYERS,)),                  # 0/1, has finished the turn of this round
    # the turn
    ("card_taken", "i4"),                             # 0/1
    ("balloon_ready", "i4"),                          # 0/1, the balloon action can be used
    ("legs_done", "i4"),                              # 0..2 legs of this turn that have been travelled
    ("exchanged", "i4"),                              # 0..2 cards discarded in EXCHANGE so far
    ("paid", "i4", (COMPONENTS,)),                    # [component] 0..2 of the leg that is being travelled
    ("leg_days", "i4"),                               # 0..21 days of that leg so far
    ("saving", "i4"),                                 # 0..7 days that Occasion would save, in OCCASION
    ("dice_left", "i4"),                              # 0..2 dice of that leg to be settled, with the one on the table
    ("die", "i4"),                                    # 1..6 in ROLL, else 0
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("travel_count", "i4", (MAX_PLAYERS,)),           # 0.. cards in travel_hand
    ("event_count", "i4", (MAX_PLAYERS,)),            # 0.. cards in event_hand
    ("visits", "i4", (CITIES,)),                      # [city] seats that have been there; London not counted
    ("arrived", "i4"),                                # 0..6 seats that are home
])  # fmt: skip
