"""What a seat sees: 815 whole numbers (RULES 7.2); the engine divides each by its upper bound.

Seats are relative everywhere: 0 is the observer, then the others in turn order; absent seats are zero. Off turn the
observer sees the same public fields as the acting seat does.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.layouts import Field, ObservationLayout
from ..engine.seats import relative
from .state import FACE, ISLAND, NONE, NOWHERE, SEA, SEARCHED, Phase
from .tables import (
    CELLS,
    CHARACTERS,
    DISPLAY,
    DRAWING_SLOTS,
    GOODS,
    HUT_SLOTS,
    HUTS_PER_PLAYER,
    ISLANDS,
    KINDS,
    MARKERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_TOURISTS,
    PASSES,
    PRINTED_GOODS,
    REST_TILES,
    ROUNDS,
    SHIP_CUBES,
    SHIP_NEED,
    SHIPS,
    TILE_FISH,
    TILE_ISLAND,
    TILE_TREASURE,
    TILES,
    TOP_PRICE,
    TOURIST_SLOTS,
    VALUES,
    VISITORS,
)

MOST_SLOTS = 3  # huts or drawings on an island, discs on a sea
MOST_VISITORS = int(TOURIST_SLOTS.max())  # 5
MOST_ALIKE = 3  # visitor tiles of one number
NUMBERS = MOST_TOURISTS + 1  # visitor tiles show 0 to 4
NO_CHARACTER = CHARACTERS  # index in the one-hot

OBSERVATION = ObservationLayout([
    Field("game_round", (ROUNDS,), encoding="one-hot", doc="the round"),
    Field("phase", (8,), encoding="one-hot", doc="PLACE, NEUTRAL, CHARACTER, PLAN, ACT, SELL, REST, GOVERNOR; or none"),
    Field("num_players", (MAX_PLAYERS - MIN_PLAYERS + 1,), encoding="one-hot", doc="seats that take part: 2 to 5"),
    Field("plan_pass", (len(PASSES),), encoding="one-hot", doc="in PLAN: the pass"),
    Field("markers_due", (), 3, doc="in PLAN and NEUTRAL: markers of the acting seat in this pass, this one included"),
    Field("start_seat", (MAX_PLAYERS,), encoding="one-hot", doc="start player"),
    Field("price", (TOP_PRICE,), encoding="one-hot", doc="price of fish: 1, 2, 3"),
    Field("tourists", (), MOST_TOURISTS, doc="tourists still available"),
    Field("cell_kind", (CELLS, 3), encoding="one-hot", doc="empty, sea, island"),
    Field("cell_island", (CELLS, ISLANDS), encoding="one-hot", doc="which island lies in the cell"),
    Field("cell_fish", (CELLS,), MOST_SLOTS, doc="fish discs"),
    Field("cell_treasure", (CELLS,), MOST_SLOTS, doc="treasure discs"),
    Field("cell_hut_slots", (CELLS,), MOST_SLOTS, doc="huts that the island in the cell takes"),
    Field("cell_drawing_slots", (CELLS,), MOST_SLOTS, doc="drawings that it takes"),
    Field("cell_tourist_slots", (CELLS,), MOST_VISITORS, doc="tourists that it takes"),
    Field("cell_huts", (CELLS, MAX_PLAYERS), MOST_SLOTS, doc="huts of each seat"),
    Field("cell_drawings", (CELLS,), MOST_SLOTS, doc="drawings made"),
    Field("cell_visitors", (CELLS,), MOST_VISITORS, doc="tourists on the island"),
    Field("cell_goods", (CELLS, GOODS), 2, doc="goods: white, orange, purple"),
    Field("cell_boats", (CELLS, MAX_PLAYERS), encoding="flag", doc="whose boats lie in the cell"),
    Field("upcoming_kind", (2, 3), encoding="flag", doc="the two tiles to be placed: present, sea, island"),
    Field("upcoming_fish", (2,), MOST_SLOTS, doc="their fish"),
    Field("upcoming_treasure", (2,), MOST_SLOTS, doc="their treasures"),
    Field("upcoming_hut_slots", (2,), MOST_SLOTS, doc="their places for huts"),
    Field("upcoming_drawing_slots", (2,), MOST_SLOTS, doc="their places for drawings"),
    Field("upcoming_tourist_slots", (2,), MOST_VISITORS, doc="their places for tourists"),
    Field("upcoming_goods", (2, GOODS), 2, doc="their goods"),
    Field("unseen_tiles", (TILES,), encoding="flag", doc="tiles A1 to F2 still face down"),
    Field("unseen_visitors", (NUMBERS,), MOST_ALIKE, doc="visitor tiles still face down, by number 0 to 4"),
    Field("ship_room", (DISPLAY, GOODS), SHIP_CUBES, doc="free places of each ship on view, top to bottom, by colour"),
    Field("ship_cubes_on", (DISPLAY,), SHIP_CUBES, doc="cubes on each ship on view"),
    Field("unseen_ships", (SHIPS,), encoding="flag", doc="ships still face down"),
    Field("departed_ships", (SHIPS,), encoding="flag", doc="ships that have left"),
    Field("markers_on", (KINDS, MAX_PLAYERS), MARKERS, doc="markers of each seat on each action"),
    Field("neutral_on", (KINDS,), MARKERS, doc="neutral markers on each action"),
    Field("leader", (KINDS, MAX_PLAYERS), encoding="one-hot", doc="who leads each action now"),
    Field("score", (MAX_PLAYERS,), 100, doc="score marker, without final scoring"),
    Field("coins", (MAX_PLAYERS,), 9, doc="coins"),
    Field("fish_held", (MAX_PLAYERS, VALUES), 8, doc="fish tiles held, by number 1, 2, 3"),
    Field("treasure_held", (MAX_PLAYERS, VALUES), 4, doc="treasure tiles held, by number 1, 2, 3"),
    Field("huts_left", (MAX_PLAYERS,), HUTS_PER_PLAYER, doc="huts in the supply"),
    Field("character", (MAX_PLAYERS, CHARACTERS + 1), encoding="one-hot", doc="character held; the last one is none"),
    Field("power_used", (MAX_PLAYERS,), encoding="flag", doc="the character has been used in this round"),
    Field("unplaced", (MAX_PLAYERS,), MARKERS, doc="markers still to be placed"),
    Field("holds_rest_tile", (MAX_PLAYERS,), encoding="flag", doc="the seat has rested in this round"),
    Field("pool", (CHARACTERS,), encoding="flag", doc="characters on offer"),
    Field("rest_tile", (REST_TILES,), encoding="one-hot", doc="the observer's rest tile", private=True),
    Field("rest_seen", (REST_TILES,), encoding="flag", doc="rest tiles to choose from, or left over", private=True),
    Field("with_governor", encoding="flag", doc="option governor"),
    Field("optional_powers", encoding="flag", doc="option optional_powers"),
    Field("fish_end_face", encoding="flag", doc="option fish_end is face"),
    Field("sell_bound", (VALUES,), encoding="one-hot", doc="in SELL: the highest number that may be sold next"),
    Field("tiles_sold", (), 8, doc="in SELL: tiles sold so far"),
    Field("governor_source", (KINDS,), encoding="one-hot", doc="in GOVERNOR: the action that the stack leaves"),
    Field("acting_seat", (MAX_PLAYERS,), encoding="one-hot", doc="who is to act; none after the end"),
    Field("must_act_if_able", encoding="flag", doc="option must_act_if_able"),
    Field("plan_check", encoding="flag", doc="option plan_check is search"),
    Field("with_characters", encoding="flag", doc="option characters"),
    Field("holding", encoding="flag", doc="the acting seat holds its power back"),
])  # fmt: skip

GAME_ROUND = OBSERVATION.start("game_round")
PHASE = OBSERVATION.start("phase")
NUM_PLAYERS = OBSERVATION.start("num_players")
PLAN_PASS = OBSERVATION.start("plan_pass")
MARKERS_DUE = OBSERVATION.start("markers_due")
START_SEAT = OBSERVATION.start("start_seat")
PRICE = OBSERVATION.start("price")
TOURISTS = OBSERVATION.start("tourists")
CELL_KIND = OBSERVATION.start("cell_kind")
CELL_ISLAND = OBSERVATION.start("cell_island")
CELL_FISH = OBSERVATION.start("cell_fish")
CELL_TREASURE = OBSERVATION.start("cell_treasure")
CELL_HUT_SLOTS = OBSERVATION.start("cell_hut_slots")
CELL_DRAWING_SLOTS = OBSERVATION.start("cell_drawing_slots")
CELL_TOURIST_SLOTS = OBSERVATION.start("cell_tourist_slots")
CELL_HUTS = OBSERVATION.start("cell_huts")
CELL_DRAWINGS = OBSERVATION.start("cell_drawings")
CELL_VISITORS = OBSERVATION.start("cell_visitors")
CELL_GOODS = OBSERVATION.start("cell_goods")
CELL_BOATS = OBSERVATION.start("cell_boats")
UPCOMING_KIND = OBSERVATION.start("upcoming_kind")
UPCOMING_FISH = OBSERVATION.start("upcoming_fish")
UPCOMING_TREASURE = OBSERVATION.start("upcoming_treasure")
UPCOMING_HUT_SLOTS = OBSERVATION.start("upcoming_hut_slots")
UPCOMING_DRAWING_SLOTS = OBSERVATION.start("upcoming_drawing_slots")
UPCOMING_TOURIST_SLOTS = OBSERVATION.start("upcoming_tourist_slots")
UPCOMING_GOODS = OBSERVATION.start("upcoming_goods")
UNSEEN_TILES = OBSERVATION.start("unseen_tiles")
UNSEEN_VISITORS = OBSERVATION.start("unseen_visitors")
SHIP_ROOM = OBSERVATION.start("ship_room")
SHIP_CUBES_ON = OBSERVATION.start("ship_cubes_on")
UNSEEN_SHIPS = OBSERVATION.start("unseen_ships")
DEPARTED_SHIPS = OBSERVATION.start("departed_ships")
MARKERS_ON = OBSERVATION.start("markers_on")
NEUTRAL_ON = OBSERVATION.start("neutral_on")
LEADER = OBSERVATION.start("leader")
SCORE = OBSERVATION.start("score")
COINS = OBSERVATION.start("coins")
FISH_HELD = OBSERVATION.start("fish_held")
TREASURE_HELD = OBSERVATION.start("treasure_held")
HUTS_LEFT = OBSERVATION.start("huts_left")
CHARACTER = OBSERVATION.start("character")
POWER_USED = OBSERVATION.start("power_used")
UNPLACED = OBSERVATION.start("unplaced")
HOLDS_REST_TILE = OBSERVATION.start("holds_rest_tile")
POOL = OBSERVATION.start("pool")
REST_TILE = OBSERVATION.start("rest_tile")
REST_SEEN = OBSERVATION.start("rest_seen")
WITH_GOVERNOR = OBSERVATION.start("with_governor")
OPTIONAL_POWERS = OBSERVATION.start("optional_powers")
FISH_END_FACE = OBSERVATION.start("fish_end_face")
SELL_BOUND = OBSERVATION.start("sell_bound")
TILES_SOLD = OBSERVATION.start("tiles_sold")
GOVERNOR_SOURCE = OBSERVATION.start("governor_source")
ACTING_SEAT = OBSERVATION.start("acting_seat")
MUST_ACT_IF_ABLE = OBSERVATION.start("must_act_if_able")
PLAN_CHECK = OBSERVATION.start("plan_check")
WITH_CHARACTERS = OBSERVATION.start("with_characters")
HOLDING = OBSERVATION.start("holding")


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """7.2: what ``seat`` knows, as whole numbers, into ``out``, ``(815,)`` float32, all zero before."""
    observe_round(s, seat, out)
    observe_seas(s, out)
    observe_islands(s, seat, out)
    observe_decks(s, out)
    observe_ships(s, out)
    observe_markers(s, seat, out)
    observe_players(s, seat, out)
    observe_rest(s, seat, out)
    observe_turn(s, seat, out)


@rule
def observe_round(s: Any, seat: int, out: Any) -> None:
    """7.2: fields game_round to tourists, but for the phase."""
    out[GAME_ROUND + s.game_round - 1] = 1
    out[NUM_PLAYERS + s.num_players - MIN_PLAYERS] = 1
    if s.phase == Phase.PLAN:
        out[PLAN_PASS + s.plan_pass] = 1
    out[MARKERS_DUE] = s.markers_due
    out[START_SEAT + relative(s.start_seat, seat, s.num_players)] = 1
    out[PRICE + s.price - 1] = 1
    out[TOURISTS] = s.tourists


@rule
def observe_seas(s: Any, out: Any) -> None:
    """7.2: fields cell_kind to cell_treasure, for the seas."""
    for cell in range(CELLS):
        out[CELL_KIND + 3 * cell + s.cell_kind[cell]] = 1
        if s.cell_kind[cell] == SEA:
            out[CELL_FISH + cell] = s.fish[cell]
            out[CELL_TREASURE + cell] = s.treasure[cell]


@rule
def observe_islands(s: Any, seat: int, out: Any) -> None:
    """7.2: fields cell_island to cell_goods, for the islands."""
    for island in range(ISLANDS):
        cell = s.island_cell[island]
        if cell == NOWHERE:
            continue
        out[CELL_ISLAND + ISLANDS * cell + island] = 1
        out[CELL_HUT_SLOTS + cell] = HUT_SLOTS[island]
        out[CELL_DRAWING_SLOTS + cell] = DRAWING_SLOTS[island]
        out[CELL_TOURIST_SLOTS + cell] = TOURIST_SLOTS[island]
        out[CELL_DRAWINGS + cell] = s.drawings[island]
        out[CELL_VISITORS + cell] = s.visitors[island]
        for good in range(GOODS):
            out[CELL_GOODS + GOODS * cell + good] = s.goods[island, good]
        for p in range(s.num_players):
            if s.huts[island, p] > 0:
                out[CELL_HUTS + MAX_PLAYERS * cell + relative(p, seat, s.num_players)] = s.huts[island, p]


@rule
def observe_decks(s: Any, out: Any) -> None:
    """7.2: fields upcoming_kind to unseen_visitors."""
    for slot in range(2):
        tile = s.upcoming[slot]
        if tile == NONE:
            continue
        island = TILE_ISLAND[tile]
        out[UPCOMING_KIND + 3 * slot] = 1
        if island == NONE:
            out[UPCOMING_KIND + 3 * slot + SEA] = 1
            out[UPCOMING_FISH + slot] = TILE_FISH[tile]
            out[UPCOMING_TREASURE + slot] = TILE_TREASURE[tile]
        else:
            out[UPCOMING_KIND + 3 * slot + ISLAND] = 1
            out[UPCOMING_HUT_SLOTS + slot] = HUT_SLOTS[island]
            out[UPCOMING_DRAWING_SLOTS + slot] = DRAWING_SLOTS[island]
            out[UPCOMING_TOURIST_SLOTS + slot] = TOURIST_SLOTS[island]
            for good in range(GOODS):
                out[UPCOMING_GOODS + GOODS * slot + good] = PRINTED_GOODS[island, good]
    for k in range(s.tiles_shown, TILES):
        out[UNSEEN_TILES + s.tile_order[k]] = 1
    for k in range(s.game_round, VISITORS):
        out[UNSEEN_VISITORS + s.visitor_order[k]] += 1


@rule
def observe_ships(s: Any, out: Any) -> None:
    """7.2: fields ship_room to departed_ships."""
    for place in range(DISPLAY):
        for good in range(GOODS):
            out[SHIP_ROOM + GOODS * place + good] = SHIP_NEED[s.ships[place], good] - s.loaded[place, good]
        out[SHIP_CUBES_ON + place] = s.loaded[place, 0] + s.loaded[place, 1] + s.loaded[place, 2]
    for k in range(s.ship_pile_size):
        out[UNSEEN_SHIPS + s.ship_pile[k]] = 1
    for ship in range(SHIPS):
        out[DEPARTED_SHIPS + ship] = s.departed[ship]


@rule
def observe_markers(s: Any, seat: int, out: Any) -> None:
    """7.2: fields markers to leader."""
    for kind in range(KINDS):
        out[NEUTRAL_ON + kind] = s.neutral[kind]
        if s.leader[kind] != NONE:
            out[LEADER + MAX_PLAYERS * kind + relative(s.leader[kind], seat, s.num_players)] = 1
        for p in range(s.num_players):
            if s.markers[kind, p] > 0:
                out[MARKERS_ON + MAX_PLAYERS * kind + relative(p, seat, s.num_players)] = s.markers[kind, p]


@rule
def observe_players(s: Any, seat: int, out: Any) -> None:
    """7.2: fields score to pool, and the boats."""
    for p in range(s.num_players):
        place = relative(p, seat, s.num_players)
        character = s.character[p]
        out[CELL_BOATS + MAX_PLAYERS * s.boat[p] + place] = 1
        out[SCORE + place] = s.score[p]
        out[COINS + place] = s.coins[p]
        out[HUTS_LEFT + place] = s.huts_left[p]
        out[CHARACTER + (CHARACTERS + 1) * place + (NO_CHARACTER if character == NONE else character)] = 1
        out[POWER_USED + place] = s.power_used[p]
        out[UNPLACED + place] = s.unplaced[p]
        out[HOLDS_REST_TILE + place] = 1 if s.rest_tile[p] != NONE else 0
        for k in range(VALUES):
            out[FISH_HELD + VALUES * place + k] = s.fish_tiles[p, k]
            out[TREASURE_HELD + VALUES * place + k] = s.treasure_tiles[p, k]
    for character in range(CHARACTERS):
        out[POOL + character] = s.pool[character]


@rule
def observe_rest(s: Any, seat: int, out: Any) -> None:
    """7.2: fields rest_tile and rest_seen: what only the seat itself has seen."""
    if s.rest_tile[seat] != NONE:
        out[REST_TILE + s.rest_tile[seat]] = 1
        for tile in range(REST_TILES):
            out[REST_SEEN + tile] = s.rest_left[tile]
        for k in range(s.rest_count - 1, -1, -1):  # what was taken after it still lay there
            if s.rest_taker[k] == seat:
                break
            out[REST_SEEN + s.rest_tile[s.rest_taker[k]]] = 1
    elif s.phase == Phase.REST and s.seat == seat:
        for tile in range(REST_TILES):
            out[REST_SEEN + tile] = s.rest_left[tile]


@rule
def observe_turn(s: Any, seat: int, out: Any) -> None:
    """7.2: the phase, and fields with_governor to holding."""
    out[WITH_GOVERNOR] = s.governor
    out[OPTIONAL_POWERS] = s.optional_powers
    out[FISH_END_FACE] = 1 if s.fish_end == FACE else 0
    out[MUST_ACT_IF_ABLE] = s.must_act_if_able
    out[PLAN_CHECK] = 1 if s.plan_check == SEARCHED else 0
    out[WITH_CHARACTERS] = s.characters
    out[HOLDING] = s.holding
    if s.over != 0:
        return
    out[PHASE + s.phase] = 1
    out[ACTING_SEAT + relative(s.seat, seat, s.num_players)] = 1
    if s.phase == Phase.SELL:
        out[SELL_BOUND + s.sell_bound - 1] = 1
        out[TILES_SOLD] = s.tiles_sold
    if s.governor_source != NONE:
        out[GOVERNOR_SOURCE + s.governor_source] = 1
