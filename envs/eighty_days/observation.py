"""What a seat sees: 534 whole numbers (RULES 7.2); the engine divides each by its upper bound.

Seats are relative everywhere: 0 is the observer, then the others clockwise; absent seats are zero. Off turn the
observer sees the same public fields of the turn as the acting seat does.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.layouts import Field, ObservationLayout
from ..engine.seats import relative
from .rules_cards import most_in_deck
from .rules_round import next_traveller
from .state import NO_CARD, NO_TOKEN, NOBODY, NOT_HOME, Phase
from .tables import (
    CARDS_LAID,
    CITIES,
    COINS_TOTAL,
    COMPONENTS,
    DIE_SIDES,
    EVENT_CARDS,
    EXCHANGE_CARDS,
    KEPT_EVENTS,
    LEGS_PER_TURN,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MIN_PLAYERS,
    MOST_CARDS,
    MOST_COPIES,
    MOST_DAYS,
    MOST_EVENT_COPIES,
    MOST_LEG_DAYS,
    MOST_SAVED,
    SPACES,
    TOKEN_KINDS,
    TOKENS,
    TRAVEL_CARDS,
    TRAVEL_TYPES,
)


def seat_fields(place: int) -> tuple[Field, ...]:
    """The 46 numbers of one seat; the observer itself is place 0."""
    who = "the observer" if place == 0 else f"the seat {place} after the observer"
    return (
        Field(f"seat{place}_exists", (), 1, encoding="flag", doc=f"{who} takes part"),
        Field(f"seat{place}_acting", (), 1, encoding="flag", doc=f"{who} is to act; nobody after the end"),
        Field(f"seat{place}_city", (CITIES,), 1, encoding="one-hot", doc="its city; 10 is home"),
        Field(f"seat{place}_days", (), MOST_DAYS, doc="its days; no game has more than 526"),
        Field(f"seat{place}_coins", (), COINS_TOTAL, doc="its coins"),
        Field(f"seat{place}_travel_cards", (), MOST_CARDS, doc="travel cards in its hand"),
        Field(f"seat{place}_event_cards", (), MOST_CARDS, doc="event cards in its hand"),
        Field(f"seat{place}_watch", (), 1, encoding="flag", doc="it holds the watch"),
        Field(f"seat{place}_acted", (), 1, encoding="flag", doc="it has finished its turn of this round"),
        Field(f"seat{place}_arrival", (MAX_PLAYERS,), 1, encoding="one-hot", doc="its place in the order of arrival"),
        Field(f"seat{place}_known_travel", (TRAVEL_TYPES,), MOST_COPIES, doc="its travel cards that everybody knows"),
        Field(
            f"seat{place}_known_events", (KEPT_EVENTS,), MOST_EVENT_COPIES, doc="its event cards that everybody knows"
        ),
    )


OBSERVATION = ObservationLayout([
    Field("phase", (9,), 1, encoding="one-hot", doc="phase of the acting seat, MAIN_PRE to LIMIT; none after the end"),
    Field("num_players", (5,), 1, encoding="one-hot", doc="2 to 6 players"),
    Field("per_round", (), 1, encoding="flag", doc="option london_penalty is per_round"),
    Field("round_number", (), MAX_ROUNDS, doc="the round"),
    Field("display", (SPACES, TRAVEL_TYPES), 1, encoding="one-hot", doc="card on each space; none: no card"),
    Field("spaces_used", (SPACES,), 1, encoding="flag", doc="the space gets a card with this player count"),
    Field("detective", (TOKENS,), 1, encoding="one-hot", doc="city of the detective, Paris to New York"),
    Field("yellow", (TOKENS, TOKEN_KINDS), 1, encoding="one-hot", doc="token for the first player in each city"),
    Field("blue", (TOKENS, TOKEN_KINDS), 1, encoding="one-hot", doc="token for the last player in each city"),
    Field("travel_discard", (TRAVEL_TYPES,), MOST_COPIES, doc="travel discards by card"),
    Field("travel_deck", (), TRAVEL_CARDS, doc="cards in the travel deck"),
    Field("event_discard", (KEPT_EVENTS,), MOST_EVENT_COPIES, doc="event discards by card"),
    Field("event_discard_top", (KEPT_EVENTS,), 1, encoding="one-hot", doc="top card of the event discard pile"),
    Field("event_deck", (), EVENT_CARDS, doc="cards in the event deck"),
    Field("bank", (), COINS_TOTAL, doc="coins in the bank"),
    Field("balloon_ready", (), 1, encoding="flag", doc="turn: the balloon action can be used"),
    Field("legs_done", (LEGS_PER_TURN + 1,), 1, encoding="one-hot", doc="turn: legs travelled, 0 to 2"),
    Field("paid", (COMPONENTS,), 2, doc="turn: travel cards, Balloon, Submarine, Express, balloon action paid"),
    Field("dice_left", (), 2, doc="turn: dice to be settled, the one on the table included"),
    Field("die", (DIE_SIDES,), 1, encoding="one-hot", doc="turn: the die on the table, only in ROLL"),
    Field("leg_days", (), MOST_LEG_DAYS, doc="turn: days of the leg so far, but for the die on the table"),
    Field("exchanged", (), EXCHANGE_CARDS, doc="turn: cards discarded in EXCHANGE"),
    Field("saving", (), MOST_SAVED, doc="turn: days that Occasion would save, only in OCCASION"),
    Field("last_of_round", (), 1, encoding="flag", doc="turn: no other seat follows in this round"),
    Field("own_travel", (TRAVEL_TYPES,), MOST_COPIES, doc="the observer's travel cards", private=True),
    Field("own_events", (KEPT_EVENTS,), MOST_EVENT_COPIES, doc="the observer's event cards", private=True),
    Field(
        "travel_deck_most", (TRAVEL_TYPES,), MOST_COPIES, doc="cards that can lie in the deck at most, by card",
        private=True,
    ),
    *(field for place in range(MAX_PLAYERS) for field in seat_fields(place)),
])  # fmt: skip

PHASE = OBSERVATION.start("phase")
NUM_PLAYERS = OBSERVATION.start("num_players")
PER_ROUND = OBSERVATION.start("per_round")
ROUND_NUMBER = OBSERVATION.start("round_number")
DISPLAY = OBSERVATION.start("display")
SPACES_USED = OBSERVATION.start("spaces_used")
DETECTIVE_CITY = OBSERVATION.start("detective")
YELLOW = OBSERVATION.start("yellow")
BLUE = OBSERVATION.start("blue")
TRAVEL_DISCARD = OBSERVATION.start("travel_discard")
TRAVEL_DECK = OBSERVATION.start("travel_deck")
EVENT_DISCARD = OBSERVATION.start("event_discard")
EVENT_DISCARD_TOP = OBSERVATION.start("event_discard_top")
EVENT_DECK = OBSERVATION.start("event_deck")
BANK = OBSERVATION.start("bank")
BALLOON_READY = OBSERVATION.start("balloon_ready")
LEGS_DONE = OBSERVATION.start("legs_done")
PAID = OBSERVATION.start("paid")
DICE_LEFT = OBSERVATION.start("dice_left")
DIE = OBSERVATION.start("die")
LEG_DAYS = OBSERVATION.start("leg_days")
EXCHANGED = OBSERVATION.start("exchanged")
SAVING = OBSERVATION.start("saving")
LAST_OF_ROUND = OBSERVATION.start("last_of_round")
OWN_TRAVEL = OBSERVATION.start("own_travel")
OWN_EVENTS = OBSERVATION.start("own_events")
TRAVEL_DECK_MOST = OBSERVATION.start("travel_deck_most")
SEATS = OBSERVATION.start("seat0_exists")
SEAT_SIZE = OBSERVATION.start("seat1_exists") - SEATS  # 46
EXISTS, ACTING, CITY, DAYS, COINS, TRAVEL_COUNT, EVENT_COUNT, WATCH, ACTED, ARRIVAL, KNOWN_TRAVEL, KNOWN_EVENTS = (
    OBSERVATION.start(field.name) - SEATS
    for field in seat_fields(0)  # within a seat's numbers
)


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """7.2: what ``seat`` knows, as whole numbers, into ``out``, ``(534,)`` float32, all zero before."""
    observe_board(s, out)
    observe_cards(s, seat, out)
    if s.phase != Phase.OVER:
        observe_turn(s, out)
    for p in range(s.num_players):
        observe_seat(s, p, SEATS + SEAT_SIZE * relative(p, seat, s.num_players), out)


@rule
def observe_board(s: Any, out: Any) -> None:
    """7.2: fields num_players to blue, and bank."""
    out[NUM_PLAYERS + s.num_players - MIN_PLAYERS] = 1
    out[PER_ROUND] = s.per_round
    out[ROUND_NUMBER] = s.round_number
    for space in range(CARDS_LAID[s.num_players]):
        out[SPACES_USED + space] = 1
        if s.display[space] != NO_CARD:
            out[DISPLAY + TRAVEL_TYPES * space + s.display[space]] = 1
    out[DETECTIVE_CITY + s.detective - 1] = 1
    for k in range(TOKENS):
        if s.yellow[k + 1] != NO_TOKEN:
            out[YELLOW + TOKEN_KINDS * k + s.yellow[k + 1]] = 1
        if s.blue[k + 1] != NO_TOKEN:
            out[BLUE + TOKEN_KINDS * k + s.blue[k + 1]] = 1
    out[BANK] = s.bank


@rule
def observe_cards(s: Any, seat: int, out: Any) -> None:
    """7.2: fields travel_discard to event_deck, and own_travel to travel_deck_most."""
    for card in range(TRAVEL_TYPES):
        out[TRAVEL_DISCARD + card] = s.travel_discard[card]
        out[OWN_TRAVEL + card] = s.travel_hand[seat, card]
        out[TRAVEL_DECK_MOST + card] = most_in_deck(s, seat, card)
    for event in range(KEPT_EVENTS):
        out[EVENT_DISCARD + event] = s.event_discard[event]
        out[OWN_EVENTS + event] = s.event_hand[seat, event]
    out[TRAVEL_DECK] = s.travel_deck_size
    out[EVENT_DECK] = s.event_deck_size
    if s.event_top != NO_CARD:
        out[EVENT_DISCARD_TOP + s.event_top] = 1


@rule
def observe_turn(s: Any, out: Any) -> None:
    """7.2: fields phase and balloon_ready to last_of_round; public, and zero after the end."""
    out[PHASE + s.phase] = 1
    out[BALLOON_READY] = s.balloon_ready
    out[LEGS_DONE + s.legs_done] = 1
    for component in range(COMPONENTS):
        out[PAID + component] = s.paid[component]
    out[DICE_LEFT] = s.dice_left
    if s.die > 0:
        out[DIE + s.die - 1] = 1
    out[LEG_DAYS] = s.leg_days
    out[EXCHANGED] = s.exchanged
    out[SAVING] = s.saving
    if next_traveller(s) == NOBODY:
        out[LAST_OF_ROUND] = 1


@rule
def observe_seat(s: Any, p: int, start: int, out: Any) -> None:
    """7.2: the 46 public numbers of seat p, from index ``start`` on."""
    out[start + EXISTS] = 1
    if s.over == 0 and s.seat == p:
        out[start + ACTING] = 1
    out[start + CITY + s.city[p]] = 1
    out[start + DAYS] = s.days[p]
    out[start + COINS] = s.coins[p]
    out[start + TRAVEL_COUNT] = s.travel_count[p]
    out[start + EVENT_COUNT] = s.event_count[p]
    if s.watch == p:
        out[start + WATCH] = 1
    out[start + ACTED] = s.acted[p]
    if s.arrival[p] != NOT_HOME:
        out[start + ARRIVAL + s.arrival[p]] = 1
    for card in range(TRAVEL_TYPES):
        out[start + KNOWN_TRAVEL + card] = s.known_travel[p, card]
    for event in range(KEPT_EVENTS):
        out[start + KNOWN_EVENTS + event] = s.known_events[p, event]
