"""The record of one game of Around the World in 80 Days."""

from __future__ import annotations

from enum import IntEnum

from ..engine.piles import EMPTY
from ..engine.records import RecordLayout
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


STATE = RecordLayout([
    # options (4.0)
    ("per_round", (), -1, 1_000_000),                         # london_penalty: PER_ARRIVAL, PER_ROUND
    # travel cards
    ("travel_hand", (MAX_PLAYERS, TRAVEL_TYPES), 0, 8),  # [seat, type]
    ("travel_deck", (TRAVEL_CARDS,), -1, 1_000_000),          # [k] type for k < travel_deck_size, top card last; else NO_CARD
    ("travel_deck_size", (), 0, 60),
    ("travel_discard", (TRAVEL_TYPES,), 0, 8),           # [type]
    ("display", (SPACES,), -1, 1_000_000),                    # [space] type, or NO_CARD
    # event cards
    ("event_hand", (MAX_PLAYERS, KEPT_EVENTS), 0, 3),    # [seat, event]
    ("event_deck", (EVENT_CARDS,), -1, 1_000_000),            # [k] event for k < event_deck_size, top card last; else NO_CARD
    ("event_deck_size", (), 2, 15),                      # : Delay and Storm never leave it for long
    ("event_discard", (KEPT_EVENTS,), 0, 3),             # [event]
    ("event_top", (), -1, 1_000_000),                         # the top card of the event discard pile, or NO_CARD
    # board
    ("yellow", (CITIES,), -1, 1_000_000),                     # [city] token for the first player, or NO_TOKEN
    ("blue", (CITIES,), -1, 1_000_000),                       # [city] token for the last player, or NO_TOKEN
    ("detective", (), 1, 9),
    ("bank", (), 0, 24),                                 # coins
    # players
    ("city", (MAX_PLAYERS,), 0, 10),
    ("days", (MAX_PLAYERS,), -1, 1_000_000),                  # 0..
    ("coins", (MAX_PLAYERS,), 0, 24),
    ("arrival", (MAX_PLAYERS,), -1, 1_000_000),               # 0.. in order of arrival in London, or NOT_HOME
    # the round
    ("round_number", (), 1, 60),
    ("start_seat", (), -1, 1_000_000),                        # who began this round
    ("watch", (), -1, 1_000_000),                             # who holds the watch
    ("acted", (MAX_PLAYERS,), 0, 1),                     # has finished the turn of this round
    # the turn
    ("card_taken", (), 0, 1),
    ("balloon_ready", (), 0, 1),                         # the balloon action can be used
    ("legs_done", (), 0, 2),                             # legs of this turn that have been travelled
    ("exchanged", (), 0, 2),                             # cards discarded in EXCHANGE so far
    ("paid", (COMPONENTS,), 0, 2),                       # [component] of the leg that is being travelled
    ("leg_days", (), 0, 21),                             # days of that leg so far
    ("saving", (), 0, 7),                                # days that Occasion would save, in OCCASION
    ("dice_left", (), 0, 2),                             # dice of that leg to be settled, with the one on the table
    ("die", (), 1, 6),                                   # in ROLL, else 0
    # derived, kept so that masks and observations are cheap; tests recount them after every decision
    ("travel_count", (MAX_PLAYERS,), -1, 1_000_000),          # 0.. cards in travel_hand
    ("event_count", (MAX_PLAYERS,), -1, 1_000_000),           # 0.. cards in event_hand
    ("visits", (CITIES,), -1, 1_000_000),                     # [city] seats that have been there; London not counted
    ("arrived", (), 0, 6),                               # seats that are home
])  # fmt: skip
