"""What a seat sees: 485 whole numbers (RULES 7.2); the engine divides each by its upper bound.

Seats are relative everywhere: 0 is the observer, then the others in turn order; absent seats are zero. The board is
not rotated: cells, lines and sides mean the same for all seats. Nothing is private, so all seats see the same game.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.layouts import Field, ObservationLayout
from ..engine.seats import relative
from .scoring import total_points
from .state import NONE, Phase
from .tables import (
    CELLS,
    COLOURS,
    CUBES,
    DEN,
    EVENTS,
    FIRM,
    HAND_LIMIT,
    KINDS,
    LEVELS,
    LOOP_TRIGGER,
    MARKET,
    MAX_PLAYERS,
    MAX_ROUNDS,
    PLANNING_ACTIONS,
    ROUNDS,
    SHIP_COST,
    SHIP_CREDITS,
    SHIP_NEEDS,
    SHIP_PRESTIGE,
    SHIPS,
    SHIPS_OF_LEVEL,
    SHIPS_PER_LEVEL,
    SIDE_SEAT,
    SIDES,
    STOCK,
    STORE_CAPACITY,
    STORES,
    WORKSHOP,
)

MOST_CUBES = int(CUBES.max())  # 15
MOST_CREDITS = int(SHIP_CREDITS.sum())  # 88
MOST_PRESTIGE = int(SHIP_PRESTIGE.sum())  # 200
MOST_STOCK = int(STOCK.max())  # 24
MOST_RETURNS = 25  # cubes that a hand can hold within a turn
PLAYER_SIZE = 18  # numbers per seat
SHIP_SIZE = 8  # numbers per face-up ship


def _seat_fields(k: int) -> list[Field]:
    """The 18 numbers of relative seat k."""
    whose = "the observer" if k == 0 else f"seat {k} after the observer"
    return [
        Field(f"seat_{k}_present", (), 1, encoding="flag", doc=f"{whose} takes part"),
        Field(f"seat_{k}_hand", (COLOURS,), MOST_CUBES, doc=f"cubes of {whose} by colour"),
        Field(f"seat_{k}_credits", (), MOST_CREDITS, doc=f"credits of {whose}"),
        Field(f"seat_{k}_ship_prestige", (), MOST_PRESTIGE, doc=f"prestige of the ships of {whose}"),
        Field(f"seat_{k}_ships", (LEVELS,), SHIPS_OF_LEVEL, doc=f"ships of {whose} by level"),
        Field(f"seat_{k}_buildings", (KINDS,), MOST_STOCK, doc=f"mansions, firms, markets, workshops, dens of {whose}"),
        Field(f"seat_{k}_used", (), 99, doc=f"uses of opium of {whose}"),
        Field(f"seat_{k}_score", (), 400, -99, doc=f"prestige of {whose} as if the game ended now"),
    ]


def _ship_fields(level: int) -> list[Field]:
    """The 8 numbers of a level's face-up ship; all zero when the level is sold out."""
    name = f"ship_{level + 1}"
    return [
        Field(f"{name}_present", (), 1, encoding="flag", doc=f"a ship of level {level + 1} lies face up"),
        Field(f"{name}_cost", (COLOURS - 1,), int(SHIP_COST.max()), doc="its cost in white, yellow, red, green"),
        Field(f"{name}_prestige", (), int(SHIP_PRESTIGE.max()), doc="its prestige"),
        Field(f"{name}_credits", (), int(SHIP_CREDITS.max()), doc="credits that it gives"),
        Field(f"{name}_needs", (), int(SHIP_NEEDS.max()), doc="credits that it requires"),
    ]


OBSERVATION = ObservationLayout([
    Field("disc_up", (CELLS, COLOURS), 1, encoding="one-hot", doc="colour that shows on each cell"),
    Field("disc_down", (CELLS, COLOURS), 1, encoding="one-hot", doc="colour of the other side of each disc"),
    Field("store", (SIDES, STORES, COLOURS), STORE_CAPACITY, doc="cubes in the warehouses, sides S, W, N, E"),
    Field("firm", (SIDES, STORES), 1, encoding="flag", doc="the store is a firm"),
    Field("side_owner", (SIDES, MAX_PLAYERS), 1, encoding="one-hot", doc="whose warehouse it is; none: covered"),
    *(field for k in range(MAX_PLAYERS) for field in _seat_fields(k)),
    Field("turn_owner", (MAX_PLAYERS,), 1, encoding="one-hot", doc="whose turn it is, and was when the game ended"),
    Field("acting_seat", (MAX_PLAYERS,), 1, encoding="one-hot", doc="who is to act; none after the end"),
    Field("phase", (len(Phase),), 1, encoding="one-hot", doc="the phase, the last one is OVER"),
    Field("actions_left", (), PLANNING_ACTIONS, doc="planning actions left"),
    Field("nominal", (), LOOP_TRIGGER + 1, doc="cubes collected in this turn, shortages ignored"),
    Field("gained", (), LOOP_TRIGGER + 1, doc="cubes really collected in this turn"),
    Field("returns_left", (), MOST_RETURNS, doc="cubes that the acting seat still gives back"),
    Field("picks_left", (), 3, doc="cubes of choice still to be taken"),
    Field("market_uses", (), 8, doc="exchanges of one cube for another left, with those of 1908"),
    Field("den_uses", (), 2, doc="unused opium dens"),
    Field("workshop_uses", (), 6, doc="unused workshops"),
    Field("temple_used", (), 1, encoding="flag", doc="the temple has been visited"),
    Field("event_done", (), 1, encoding="flag", doc="the event's action has been carried out"),
    Field("conversions_left", (), 2, doc="conversions of 1905 left"),
    Field("bought", (KINDS - 1,), 1, encoding="flag", doc="firm, market, workshop, den bought in this turn"),
    Field("supply", (COLOURS,), MOST_CUBES, doc="cubes in the supply by colour"),
    *(field for level in range(LEVELS) for field in _ship_fields(level)),
    Field("ships_left", (LEVELS,), SHIPS_OF_LEVEL - 1, doc="face-down ships by level"),
    Field("ship_seen", (SHIPS,), 1, encoding="flag", doc="the ship has been opened"),
    Field("stock", (KINDS,), MOST_STOCK, doc="buildings left: mansion, firm, market, workshop, den"),
    Field("event", (EVENTS + 1,), 1, encoding="one-hot", doc="the event of the round, by year; last: none"),
    Field("event_opened", (EVENTS,), 1, encoding="flag", doc="the event has been opened, the current one included"),
    Field("round_index", (), MAX_ROUNDS, doc="the round, from 0"),
    Field("rounds", (), MAX_ROUNDS, doc="rounds of the game"),
    Field("hand_limit", (), HAND_LIMIT, doc="cubes that may be kept at the end of a turn"),
    Field("num_players", (MAX_PLAYERS,), 1, encoding="one-hot", doc="1, 2, 3 or 4 players"),
])  # fmt: skip

DISC_UP = OBSERVATION.start("disc_up")
DISC_DOWN = OBSERVATION.start("disc_down")
STORE = OBSERVATION.start("store")
FIRM_MARKER = OBSERVATION.start("firm")
SIDE_OWNER = OBSERVATION.start("side_owner")
SEATS = OBSERVATION.start("seat_0_present")  # + PLAYER_SIZE * k for relative seat k
HAND = OBSERVATION.start("seat_0_hand")
CREDITS = OBSERVATION.start("seat_0_credits")
SHIP_PRESTIGES = OBSERVATION.start("seat_0_ship_prestige")
SHIPS_BOUGHT = OBSERVATION.start("seat_0_ships")
BUILDINGS = OBSERVATION.start("seat_0_buildings")
USED = OBSERVATION.start("seat_0_used")
SCORE = OBSERVATION.start("seat_0_score")
TURN_OWNER = OBSERVATION.start("turn_owner")
ACTING_SEAT = OBSERVATION.start("acting_seat")
PHASE = OBSERVATION.start("phase")
ACTIONS_LEFT = OBSERVATION.start("actions_left")
NOMINAL = OBSERVATION.start("nominal")
GAINED = OBSERVATION.start("gained")
RETURNS_LEFT = OBSERVATION.start("returns_left")
PICKS_LEFT = OBSERVATION.start("picks_left")
MARKET_USES = OBSERVATION.start("market_uses")
DEN_USES = OBSERVATION.start("den_uses")
WORKSHOP_USES = OBSERVATION.start("workshop_uses")
TEMPLE_USED = OBSERVATION.start("temple_used")
EVENT_DONE = OBSERVATION.start("event_done")
CONVERSIONS_LEFT = OBSERVATION.start("conversions_left")
BOUGHT = OBSERVATION.start("bought")
SUPPLY = OBSERVATION.start("supply")
SHIP = OBSERVATION.start("ship_1_present")  # + SHIP_SIZE * level, also of the next four
SHIP_PRICE = OBSERVATION.start("ship_1_cost")
SHIP_WORTH = OBSERVATION.start("ship_1_prestige")
SHIP_GIVES = OBSERVATION.start("ship_1_credits")
SHIP_ASKS = OBSERVATION.start("ship_1_needs")
SHIPS_LEFT = OBSERVATION.start("ships_left")
SHIP_SEEN = OBSERVATION.start("ship_seen")
BUILDINGS_LEFT = OBSERVATION.start("stock")
CURRENT_EVENT = OBSERVATION.start("event")
EVENT_OPENED = OBSERVATION.start("event_opened")
ROUND_INDEX = OBSERVATION.start("round_index")
ALL_ROUNDS = OBSERVATION.start("rounds")
LIMIT = OBSERVATION.start("hand_limit")
PLAYER_COUNT = OBSERVATION.start("num_players")


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """7.2: what ``seat`` knows, as whole numbers, into ``out``, ``(485,)`` float32, all zero before."""
    observe_board(s, seat, out)
    observe_seats(s, seat, out)
    observe_turn(s, seat, out)
    observe_cards(s, out)


@rule
def observe_board(s: Any, seat: int, out: Any) -> None:
    """7.2: fields disc_up to side_owner, and supply."""
    for cell in range(CELLS):
        out[DISC_UP + COLOURS * cell + s.up[cell]] = 1
        out[DISC_DOWN + COLOURS * cell + s.down[cell]] = 1
    for side in range(SIDES):
        owner = SIDE_SEAT[s.num_players, side]
        if owner == NONE:
            continue
        out[SIDE_OWNER + MAX_PLAYERS * side + relative(owner, seat, s.num_players)] = 1
        for store in range(STORES):
            place = STORES * side + store
            out[FIRM_MARKER + place] = s.firm[side, store]
            if s.store_size[side, store] > 0:
                for colour in range(COLOURS):
                    out[STORE + COLOURS * place + colour] = s.store[side, store, colour]
    for colour in range(COLOURS):
        out[SUPPLY + colour] = s.supply[colour]


@rule
def observe_seats(s: Any, seat: int, out: Any) -> None:
    """7.2: fields seat_0_present to seat_3_score."""
    for p in range(s.num_players):
        offset = PLAYER_SIZE * relative(p, seat, s.num_players)
        out[SEATS + offset] = 1
        for colour in range(COLOURS):
            out[HAND + offset + colour] = s.hand[p, colour]
        out[CREDITS + offset] = s.credits[p]
        out[SHIP_PRESTIGES + offset] = s.ship_prestige[p]
        for level in range(LEVELS):
            out[SHIPS_BOUGHT + offset + level] = s.ships[p, level]
        for kind in range(KINDS):
            out[BUILDINGS + offset + kind] = s.owned[p, kind]
        out[USED + offset] = s.used[p]
        out[SCORE + offset] = total_points(s, p)


@rule
def observe_turn(s: Any, seat: int, out: Any) -> None:
    """7.2: fields turn_owner to bought; all but acting_seat are the turn owner's, and stay after the end."""
    out[TURN_OWNER + relative(s.turn_owner, seat, s.num_players)] = 1
    if s.over == 0:
        out[ACTING_SEAT + relative(s.seat, seat, s.num_players)] = 1
    out[PHASE + s.phase] = 1
    out[ACTIONS_LEFT] = s.actions_left
    out[NOMINAL] = s.nominal
    out[GAINED] = s.gained
    out[RETURNS_LEFT] = s.returns_left
    out[PICKS_LEFT] = s.picks_left
    out[MARKET_USES] = s.uses_left[MARKET]
    out[DEN_USES] = s.uses_left[DEN]
    out[WORKSHOP_USES] = s.uses_left[WORKSHOP]
    out[TEMPLE_USED] = s.temple_used
    out[EVENT_DONE] = s.event_done
    out[CONVERSIONS_LEFT] = s.conversions_left
    for kind in range(FIRM, KINDS):
        out[BOUGHT + kind - FIRM] = s.bought[kind]


@rule
def observe_cards(s: Any, out: Any) -> None:
    """7.2: fields ship_1_present to num_players."""
    for level in range(LEVELS):
        ship = s.face_up[level]
        if ship != NONE:
            offset = SHIP_SIZE * level
            out[SHIP + offset] = 1
            for colour in range(COLOURS - 1):
                out[SHIP_PRICE + offset + colour] = SHIP_COST[ship, colour]
            out[SHIP_WORTH + offset] = SHIP_PRESTIGE[ship]
            out[SHIP_GIVES + offset] = SHIP_CREDITS[ship]
            out[SHIP_ASKS + offset] = SHIP_NEEDS[ship]
        out[SHIPS_LEFT + level] = SHIPS_PER_LEVEL[s.num_players] - s.ships_opened[level]
        for k in range(s.ships_opened[level]):
            out[SHIP_SEEN + s.ship_order[level, k]] = 1
    for kind in range(KINDS):
        out[BUILDINGS_LEFT + kind] = s.stock[kind]
    out[CURRENT_EVENT + (EVENTS if s.event == NONE else s.event)] = 1
    for event in range(EVENTS):
        out[EVENT_OPENED + event] = s.event_opened[event]
    out[ROUND_INDEX] = s.round_index
    out[ALL_ROUNDS] = ROUNDS[s.num_players]
    out[LIMIT] = s.hand_limit
    out[PLAYER_COUNT + s.num_players - 1] = 1
