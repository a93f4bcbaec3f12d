"""The record of one game of Around the World in 80 Days."""

from __future__ import annotations

from enum import IntEnum

from ..engine.piles import EMPTY
from ..engine.records import RecordLayout
from .tables import (
    BLUE_EVENTS,
    CITIES,
    COINS_TOTAL,
    COMPONENTS,
    DIE_SIDES,
    EVENT_CARDS,
    EVENTS,
    EXCHANGE_CARDS,
    HOME,
    KEPT_EVENTS,
    LEGS_PER_TURN,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MOST_CARDS,
    MOST_COPIES,
    MOST_DAYS,
    MOST_EVENT_CARDS,
    MOST_EVENT_COPIES,
    MOST_LEG_DAYS,
    MOST_SAVED,
    SPACES,
    TOKEN_KINDS,
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


STATE = RecordLayout(
    [
        # options (4.0)
        ("per_round", (), 0, 1),  # london_penalty: PER_ARRIVAL, PER_ROUND
        # travel cards
        ("travel_hand", (MAX_PLAYERS, TRAVEL_TYPES), 0, MOST_COPIES),  # [seat, type]
        (
            "known_travel",
            (MAX_PLAYERS, TRAVEL_TYPES),
            0,
            MOST_COPIES,
        ),  # [seat, type] of the hand, known to everybody (4.8)
        (
            "travel_deck",
            (TRAVEL_CARDS,),
            NO_CARD,
            TRAVEL_TYPES - 1,
        ),  # [k] type for k < size, top card last; else NO_CARD
        ("travel_deck_size", (), 0, TRAVEL_CARDS),
        ("renewed_travel", (TRAVEL_TYPES,), 0, MOST_COPIES),  # [type] of the deck when it was made, less what was shown
        ("drawn_travel", (MAX_PLAYERS, TRAVEL_TYPES), 0, MOST_COPIES),  # [seat, type] of it, drawn unseen by the seat
        ("travel_discard", (TRAVEL_TYPES,), 0, MOST_COPIES),  # [type]
        ("display", (SPACES,), NO_CARD, TRAVEL_TYPES - 1),  # [space] type, or NO_CARD
        # event cards
        ("event_hand", (MAX_PLAYERS, KEPT_EVENTS), 0, MOST_EVENT_COPIES),  # [seat, event]
        (
            "known_events",
            (MAX_PLAYERS, KEPT_EVENTS),
            0,
            MOST_EVENT_COPIES,
        ),  # [seat, event] the same of event cards (4.8)
        ("event_deck", (EVENT_CARDS,), NO_CARD, EVENTS - 1),  # [k] event for k < size, top card last; else NO_CARD
        ("event_deck_size", (), BLUE_EVENTS, EVENT_CARDS),  # Delay and Storm are always in it
        ("event_discard", (KEPT_EVENTS,), 0, MOST_EVENT_COPIES),  # [event]
        ("event_top", (), NO_CARD, KEPT_EVENTS - 1),  # the top card of the event discard pile, or NO_CARD
        # board
        ("yellow", (CITIES,), NO_TOKEN, TOKEN_KINDS - 1),  # [city] token for the first player, or NO_TOKEN
        ("blue", (CITIES,), NO_TOKEN, TOKEN_KINDS - 1),  # [city] token for the last player, or NO_TOKEN
        ("detective", (), 1, HOME - 1),  # his city, never London
        ("bank", (), 0, COINS_TOTAL),  # coins
        # players
        ("city", (MAX_PLAYERS,), 0, HOME),
        ("days", (MAX_PLAYERS,), 0, MOST_DAYS),
        ("coins", (MAX_PLAYERS,), 0, COINS_TOTAL),
        ("arrival", (MAX_PLAYERS,), NOT_HOME, MAX_PLAYERS - 1),  # order of arrival in London, or NOT_HOME
        # the round
        ("round_number", (), 1, MAX_ROUNDS),
        ("start_seat", (), 0, MAX_PLAYERS - 1),  # who began this round
        ("watch", (), 0, MAX_PLAYERS - 1),  # who holds the watch
        ("acted", (MAX_PLAYERS,), 0, 1),  # has finished the turn of this round
        # the turn
        ("card_taken", (), 0, 1),
        ("balloon_ready", (), 0, 1),  # the balloon action can be used
        ("legs_done", (), 0, LEGS_PER_TURN),  # legs of this turn that have been travelled
        ("exchanged", (), 0, EXCHANGE_CARDS - 1),  # cards discarded in EXCHANGE so far
        ("paid", (COMPONENTS,), 0, 2),  # [component] of the leg that is being travelled
        ("leg_days", (), 0, MOST_LEG_DAYS),  # days of that leg so far
        ("saving", (), 0, MOST_SAVED),  # days that Occasion would save, in OCCASION
        ("dice_left", (), 0, 2),  # dice of that leg to be settled, with the one on the table
        ("die", (), 0, DIE_SIDES),  # in ROLL, else 0
        # derived, kept so that masks and observations are cheap; ``check`` counts them again
        ("travel_count", (MAX_PLAYERS,), 0, MOST_CARDS),  # cards in travel_hand
        ("event_count", (MAX_PLAYERS,), 0, MOST_EVENT_CARDS),  # cards in event_hand
        ("visits", (CITIES,), 0, MAX_PLAYERS),  # [city] seats that have been there, 0 for the start in London
        ("arrived", (), 0, MAX_PLAYERS),  # seats that are home
    ]
)
