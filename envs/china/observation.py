"""What a seat sees: 576 whole numbers (RULES 7.2); the engine divides each by its upper bound.

Seats are relative everywhere: 0 is the observer, then the others in turn order; absent seats are zero. Off turn the
observer sees the same public fields of the turn as the acting seat does.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.layouts import Field, ObservationLayout
from ..engine.seats import relative
from .actions import EMISSARY, FORT
from .rules import most_in_pile
from .state import NOBODY, NONE, Phase
from .tables import (
    CARDS_IN_PLAY,
    CITIES,
    COLOURS,
    DISPLAY_SIZE,
    EMISSARIES_PER_PLAYER,
    HAND_SIZE,
    MAX_PLAYERS,
    MOST_CARDS,
    MOST_CITIES,
    MOST_IN_PILE,
    PALACES_PER_PLAYER,
    SIDES,
    STATES,
)

OTHERS = MAX_PLAYERS - 1

OBSERVATION = ObservationLayout([
    Field("city_owner", (CITIES, MAX_PLAYERS), 1, encoding="one-hot", doc="whose palace stands in each city"),
    Field("city_fort", (CITIES,), 1, encoding="flag", doc="a fort stands in the city"),
    Field("emissaries", (STATES, MAX_PLAYERS), EMISSARIES_PER_PLAYER, doc="emissaries of each seat in each state"),
    Field("palaces_by_state", (STATES, MAX_PLAYERS), MOST_CITIES, doc="palaces of each seat in each state"),
    Field("emissary_room", (STATES,), MOST_CITIES, doc="emissaries that may still come to each state"),
    Field("state_scored", (STATES,), 1, encoding="flag", doc="the palaces of the state have been scored"),
    Field("own_hand", (COLOURS,), HAND_SIZE, doc="the observer's cards by colour", private=True),
    Field("display", (COLOURS,), DISPLAY_SIZE, doc="face-up cards by colour"),
    Field("discard", (COLOURS,), MOST_CARDS, doc="discarded cards by colour"),
    Field("unseen", (COLOURS,), MOST_CARDS, doc="cards in the pile and in the other hands by colour", private=True),
    Field("known_cards", (OTHERS, COLOURS), HAND_SIZE, doc="cards that each other seat took face up and still holds"),
    Field("pile_most", (COLOURS,), MOST_CARDS, doc="cards that can lie in the pile at most, by colour", private=True),
    Field("hand_sizes", (OTHERS,), HAND_SIZE, doc="cards in each other hand"),
    Field("pile_size", (), MOST_IN_PILE, doc="cards in the pile"),
    Field("second_pass", (), 1, encoding="flag", doc="the pile has been renewed from the discards"),
    Field("final_round", (), 1, encoding="flag", doc="the pile is used up for good"),
    Field("turns_left", (), OTHERS, doc="turns after this one in the final round"),
    Field("scores", (MAX_PLAYERS,), 255, doc="score of each seat; the final one after the end"),
    Field("palaces_left", (MAX_PLAYERS,), PALACES_PER_PLAYER, doc="palaces of each seat still to be placed"),
    Field("emissaries_left", (MAX_PLAYERS,), EMISSARIES_PER_PLAYER, doc="emissaries of each seat still to be placed"),
    Field("forts_left", (MAX_PLAYERS,), 1, encoding="flag", doc="the seat still has its fort"),
    Field("start_seat", (MAX_PLAYERS,), 1, encoding="one-hot", doc="who began the game"),
    Field("seat_present", (MAX_PLAYERS,), 1, encoding="flag", doc="the seat takes part"),
    Field("phase", (4,), 1, encoding="one-hot", doc="MAIN, PAY, SECOND, DRAW; none after the end"),
    Field("active_state", (STATES,), 1, encoding="one-hot", doc="where this turn's pieces go; none before and without"),
    Field("pending_kind", (3,), 1, encoding="one-hot", doc="in PAY: palace, emissary or fort"),
    Field("pending_city", (CITIES,), 1, encoding="one-hot", doc="in PAY: the city of the palace or fort"),
    Field("pieces_placed", (), 2, doc="pieces placed in this turn"),
    Field("state_was_empty", (), 1, encoding="flag", doc="the active state was empty before this turn"),
    Field("cards_to_draw", (), HAND_SIZE, doc="in DRAW: cards that the acting seat still draws"),
    Field("side", (SIDES,), 1, encoding="one-hot", doc="side of the board: three, five"),
    Field("forts", (), 1, encoding="flag", doc="option forts"),
    Field("finish_round", (), 1, encoding="flag", doc="option finish_round"),
    Field("acting_seat", (MAX_PLAYERS,), 1, encoding="one-hot", doc="who is to act; none after the end"),
])  # fmt: skip

CITY_OWNER = OBSERVATION.start("city_owner")
CITY_FORT = OBSERVATION.start("city_fort")
EMISSARIES = OBSERVATION.start("emissaries")
PALACES_BY_STATE = OBSERVATION.start("palaces_by_state")
EMISSARY_ROOM = OBSERVATION.start("emissary_room")
STATE_SCORED = OBSERVATION.start("state_scored")
OWN_HAND = OBSERVATION.start("own_hand")
DISPLAY = OBSERVATION.start("display")
DISCARD = OBSERVATION.start("discard")
UNSEEN = OBSERVATION.start("unseen")
KNOWN_CARDS = OBSERVATION.start("known_cards")
PILE_MOST = OBSERVATION.start("pile_most")
HAND_SIZES = OBSERVATION.start("hand_sizes")
PILE_SIZE = OBSERVATION.start("pile_size")
SECOND_PASS = OBSERVATION.start("second_pass")
FINAL_ROUND = OBSERVATION.start("final_round")
TURNS_LEFT = OBSERVATION.start("turns_left")
SCORES = OBSERVATION.start("scores")
PALACES_LEFT = OBSERVATION.start("palaces_left")
EMISSARIES_LEFT = OBSERVATION.start("emissaries_left")
FORTS_LEFT = OBSERVATION.start("forts_left")
START_SEAT = OBSERVATION.start("start_seat")
SEAT_PRESENT = OBSERVATION.start("seat_present")
PHASE = OBSERVATION.start("phase")
ACTIVE_STATE = OBSERVATION.start("active_state")
PENDING_KIND = OBSERVATION.start("pending_kind")
PENDING_CITY = OBSERVATION.start("pending_city")
PIECES_PLACED = OBSERVATION.start("pieces_placed")
STATE_WAS_EMPTY = OBSERVATION.start("state_was_empty")
CARDS_TO_DRAW = OBSERVATION.start("cards_to_draw")
SIDE = OBSERVATION.start("side")
FORTS = OBSERVATION.start("forts")
FINISH_ROUND = OBSERVATION.start("finish_round")
ACTING_SEAT = OBSERVATION.start("acting_seat")


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """7.2: what ``seat`` knows, as whole numbers, into ``out``, ``(576,)`` float32, all zero before."""
    observe_board(s, seat, out)
    observe_cards(s, seat, out)
    observe_players(s, seat, out)
    observe_turn(s, seat, out)


@rule
def observe_board(s: Any, seat: int, out: Any) -> None:
    """7.2: fields city_owner to state_scored."""
    for city in range(CITIES):
        owner = s.owner[city]
        if owner != NOBODY:
            out[CITY_OWNER + MAX_PLAYERS * city + relative(int(owner), seat, s.num_players)] = 1
        out[CITY_FORT + city] = s.fort[city]
    for p in range(s.num_players):
        place = relative(p, seat, s.num_players)
        for state in range(STATES):
            out[EMISSARIES + MAX_PLAYERS * state + place] = s.emissaries[state, p]
            out[PALACES_BY_STATE + MAX_PLAYERS * state + place] = s.palaces[state, p]
    for state in range(STATES):
        out[EMISSARY_ROOM + state] = s.room[state]
        out[STATE_SCORED + state] = s.scored[state]


@rule
def observe_cards(s: Any, seat: int, out: Any) -> None:
    """7.2: fields own_hand to turns_left."""
    for colour in range(COLOURS):
        own, shown, gone = int(s.hand[seat, colour]), int(s.display[colour]), int(s.discard[colour])
        out[OWN_HAND + colour] = own
        out[DISPLAY + colour] = shown
        out[DISCARD + colour] = gone
        out[UNSEEN + colour] = CARDS_IN_PLAY[s.num_players, colour] - own - shown - gone
        out[PILE_MOST + colour] = most_in_pile(s, seat, colour)
    for p in range(s.num_players):
        if p != seat:
            place = relative(p, seat, s.num_players) - 1
            out[HAND_SIZES + place] = s.hand_size[p]
            for colour in range(COLOURS):
                out[KNOWN_CARDS + COLOURS * place + colour] = s.known[p, colour]
    out[PILE_SIZE] = s.pile_size
    out[SECOND_PASS] = s.second_pass
    out[FINAL_ROUND] = s.final_round
    if s.final_round != 0 and s.finish_round != 0 and s.over == 0:
        out[TURNS_LEFT] = s.num_players - 1 - relative(int(s.seat), int(s.start_seat), s.num_players)


@rule
def observe_players(s: Any, seat: int, out: Any) -> None:
    """7.2: fields scores to seat_present."""
    for p in range(s.num_players):
        place = relative(p, seat, s.num_players)
        out[SCORES + place] = s.score[p]
        out[PALACES_LEFT + place] = s.palaces_left[p]
        out[EMISSARIES_LEFT + place] = s.emissaries_left[p]
        out[FORTS_LEFT + place] = s.forts_left[p]
        out[SEAT_PRESENT + place] = 1
    out[START_SEAT + relative(int(s.start_seat), seat, s.num_players)] = 1


@rule
def observe_turn(s: Any, seat: int, out: Any) -> None:
    """7.2: fields phase to acting_seat; public, and zero after the end."""
    out[SIDE + s.side] = 1
    out[FORTS] = s.forts
    out[FINISH_ROUND] = s.finish_round
    if s.phase == Phase.OVER:
        return
    out[PHASE + s.phase] = 1
    out[ACTING_SEAT + relative(int(s.seat), seat, s.num_players)] = 1
    if s.active_state != NONE:
        out[ACTIVE_STATE + s.active_state] = 1
    if s.phase == Phase.PAY:
        observe_target(s, out)
    out[PIECES_PLACED] = s.placed
    out[STATE_WAS_EMPTY] = s.was_empty
    if s.phase == Phase.DRAW:
        out[CARDS_TO_DRAW] = HAND_SIZE - s.hand_size[s.seat]


@rule
def observe_target(s: Any, out: Any) -> None:
    """7.2: fields pending_kind and pending_city."""
    if s.target < EMISSARY:
        out[PENDING_KIND] = 1
        out[PENDING_CITY + s.target] = 1
    elif s.target < FORT:
        out[PENDING_KIND + 1] = 1
    else:
        out[PENDING_KIND + 2] = 1
        out[PENDING_CITY + s.target - FORT] = 1
