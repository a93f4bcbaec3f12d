"""The tables of ``board.toml`` as named constants. The rules, the drawings and the tests read the board only from here.

The arrays are frozen into the compiled rules: to change the board, edit the TOML.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..engine.tables import by_count, read_board

BOARD = read_board(__package__)
CONSTANTS = BOARD["constants"]

# ---------------------------------------------------------------- names

CITY_NAMES: tuple[str, ...] = tuple(BOARD["cities"])  # (CITIES,)
TRAVEL_NAMES: tuple[str, ...] = tuple(  # (TRAVEL_TYPES,) T2..T6, S4..S8
    f"{kind[0].upper()}{days}" for kind, days in zip(BOARD["travel"]["kind"], BOARD["travel"]["days"], strict=True)
)
EVENT_NAMES: tuple[str, ...] = tuple(BOARD["events"]["names"])  # (EVENTS,)
TOKEN_NAMES: tuple[str, ...] = tuple(BOARD["tokens"]["kinds"])  # (TOKEN_KINDS,)
SPACE_NAMES: tuple[str, ...] = tuple(BOARD["action_spaces"]["names"])  # (SPACES,)
PENALTY_NAMES: tuple[str, ...] = tuple(BOARD["london_penalty"]["names"])  # (2,)
COMPONENT_NAMES: tuple[str, ...] = (*TRAVEL_NAMES, *EVENT_NAMES[:3], "balloon action")  # (COMPONENTS,)

# ---------------------------------------------------------------- counts

PLAYER_COUNTS: tuple[int, ...] = tuple(CONSTANTS["players"])  # ascending
MIN_PLAYERS, MAX_PLAYERS = PLAYER_COUNTS[0], PLAYER_COUNTS[-1]
CITIES = len(CITY_NAMES)  # 11, London twice
LEGS = CITIES - 1  # 10
HOME = CITIES - 1  # the city index of a pawn that is back in London
TRAVEL_TYPES = len(TRAVEL_NAMES)  # 10
EVENTS = len(EVENT_NAMES)  # 13
BLUE_EVENTS = len(BOARD["events"]["blue"])  # 2
KEPT_EVENTS = EVENTS - BLUE_EVENTS  # 11, the yellow ones, which can be in a hand
TOKEN_KINDS = len(TOKEN_NAMES)  # 4
SPACES = len(SPACE_NAMES)  # 6
COMPONENTS = len(COMPONENT_NAMES)  # 14

COINS_TOTAL: int = CONSTANTS["coins_total"]
START_COINS: int = CONSTANTS["start_coins"]
START_TRAVEL_CARDS: int = CONSTANTS["start_travel_cards"]
HAND_LIMIT: int = CONSTANTS["hand_limit"]
BET_DAYS: int = CONSTANTS["bet_days"]
DETECTIVE_START: int = CONSTANTS["detective_start"]
DETECTIVE_PENALTY: int = CONSTANTS["detective_penalty"]
BUY_CARD_COST: int = CONSTANTS["buy_card_cost"]
REROLL_COST: int = CONSTANTS["reroll_cost"]
EXCHANGE_CARDS: int = CONSTANTS["exchange_cards"]
DIE_SIDES: int = CONSTANTS["die_sides"]
LEGS_PER_TURN: int = CONSTANTS["legs_per_turn"]
MAX_ROUNDS: int = CONSTANTS["max_rounds"]
PENALTY_DAYS: int = BOARD["london_penalty"]["days"]

# ---------------------------------------------------------------- travel cards

TRAVEL_DAYS = np.array(BOARD["travel"]["days"], np.int32)  # (TRAVEL_TYPES,)
TRAVEL_COPIES = np.array(BOARD["travel"]["copies"], np.int32)  # (TRAVEL_TYPES,)
TRAVEL_CARDS = int(TRAVEL_COPIES.sum())  # 60
FIRST_SHIP: int = BOARD["travel"]["kind"].index("ship")  # 5; the types below are trains

# ---------------------------------------------------------------- event cards

BALLOON, SUBMARINE, EXPRESS, OFFER, ELEPHANT, OCCASION, DISTRACTION = range(7)  # rows of EVENT_NAMES
PRINCESS, DETECTIVE, CONNECTION, CHANGE, DELAY, STORM = range(7, 13)
SUBMARINE_DAYS: int = BOARD["events"]["submarine_days"]
EXPRESS_DAYS: int = BOARD["events"]["express_days"]
OFFER_DAYS: int = BOARD["events"]["offer_days"]
DELAY_DAYS: int = BOARD["events"]["delay_days"]
STORM_DAYS: int = BOARD["events"]["storm_days"]


def _event_copies() -> NDArray[np.int32]:
    """``(MAX_PLAYERS + 1, EVENTS)``: copies of each event card in play, by player count."""
    table = np.tile(np.array(BOARD["events"]["copies"], np.int32), (MAX_PLAYERS + 1, 1))
    for count, names in BOARD["events"]["removed"].items():
        for name in names:
            table[int(count), EVENT_NAMES.index(name)] = 0
    return table


EVENT_COPIES = _event_copies()  # (MAX_PLAYERS + 1, EVENTS)
EVENT_CARDS = int(EVENT_COPIES.max(axis=0).sum())  # 15

# ---------------------------------------------------------------- tokens, action spaces

COIN_TOKEN, TRAVEL_TOKEN, EVENT_TOKEN, PLUS_ONE_TOKEN = range(TOKEN_KINDS)  # rows of TOKEN_NAMES
TOKEN_COPIES = np.array(BOARD["tokens"]["copies"], np.int32)  # (TOKEN_KINDS,) of each colour
TOKENS = int(TOKEN_COPIES.sum())  # 9 of each colour, one for each of the cities 1..9
PLUS_ONE_DAYS: int = BOARD["tokens"]["plus_one_days"]
COIN_SPACE, BALLOON_SPACE, EVENT_SPACE, DETECTIVE_SPACE, WATCH_SPACE, EXCHANGE_SPACE = range(SPACES)
SWAPS = np.array([(i, j) for i in range(SPACES) for j in range(i + 1, SPACES)], np.int32)  # (15, 2) pairs of spaces

# ---------------------------------------------------------------- payments

TRAIN, SHIP, EITHER = range(3)  # what a component counts as
COMPONENT_KIND = np.array(  # (COMPONENTS,) travel types, then Balloon, Submarine, Express, balloon action
    [(TRAIN, SHIP)[kind == "ship"] for kind in BOARD["travel"]["kind"]] + [EITHER, SHIP, TRAIN, EITHER], np.int32
)
COMPONENT_DAYS = np.array([*BOARD["travel"]["days"], 0, SUBMARINE_DAYS, EXPRESS_DAYS, 0], np.int32)  # (COMPONENTS,)
BALLOON_ACTION = COMPONENTS - 1  # 13
WALK_LEG: int = BOARD["walk"]["leg"]
WALK_DAYS: int = BOARD["walk"]["walk_days"]
ELEPHANT_BASE: int = BOARD["walk"]["elephant_base"]
LEG_OPTIONS = np.array([len(leg["options"]) for leg in BOARD["leg"]], np.int32)  # (LEGS,) 0..2
LEG_SLOTS = np.array(  # (LEGS, 2, 2) ships, trains of each option; unused options are zero
    [(leg["options"] + [[0, 0], [0, 0]])[:2] for leg in BOARD["leg"]], np.int32
)
LEG_SIZE = LEG_SLOTS[:, 0].sum(axis=1).astype(np.int32)  # (LEGS,) components of a payment, the same for every option

# ---------------------------------------------------------------- by player count

COUNTS = BOARD["player_count"]
CARDS_LAID = by_count(COUNTS["cards"], MAX_PLAYERS)  # (MAX_PLAYERS + 1,) cards on the spaces at the start of a round
ARRIVALS_TO_END = by_count(COUNTS["arrivals_to_end"], MAX_PLAYERS)  # (MAX_PLAYERS + 1,)
DRAW_FROM_DECK = by_count(COUNTS["draw_from_deck"], MAX_PLAYERS)  # (MAX_PLAYERS + 1,) 0/1
WATCH_DECIDES = by_count(COUNTS["watch_decides"], MAX_PLAYERS)  # (MAX_PLAYERS + 1,) 0/1: who starts the next round

# ---------------------------------------------------------------- proven bounds

# 7.2: days beyond the dearest payments of the legs travelled. Each round brings 2 days by the detective, 1 by the
# penalty per_round, at most a Storm (2) by the event space and a coin by the coin space; a coin is worth a day, as an
# event card costs two of them and brings 2 days, or one card that is worth a coin (an Elephant, or Princess who fetches
# one). What lies open at the start: a coin of each seat, the tokens, and a day for each arrival (per_arrival). So days
# and what can still become days never exceed BUDGET_START + round * BUDGET_ROUND; ``check`` looks at every position.
DEAREST_LEG = np.array([14, 10, 10, 15, 12, 12, 15, 15, 12, 21], np.int32)  # (LEGS,) 2, 4.5: cards, dice or Offer
DEAREST_WAY = np.array([0, *DEAREST_LEG.cumsum()], np.int32)  # (CITIES,) from London to each city
TOKEN_DAYS = np.array([1, 0, STORM_DAYS, PLUS_ONE_DAYS], np.int32)  # (TOKEN_KINDS,) what a token can come to
BUDGET_START = MAX_PLAYERS * START_COINS + 2 * int(TOKEN_COPIES @ TOKEN_DAYS) + MAX_PLAYERS * PENALTY_DAYS  # 30
BUDGET_ROUND = DETECTIVE_PENALTY + PENALTY_DAYS + STORM_DAYS + 1  # 6
MOST_DAYS = int(DEAREST_WAY[HOME]) + BUDGET_START + MAX_ROUNDS * BUDGET_ROUND  # 526
MOST_LEG_DAYS = int(DEAREST_LEG.max())  # 21
MOST_SAVED = int(TRAVEL_DAYS[FIRST_SHIP:].max()) - 1  # 7: days of the smaller of two different cards (Occasion)
MOST_COPIES = int(TRAVEL_COPIES.max())  # 8 of one travel card
MOST_EVENT_COPIES = int(EVENT_COPIES[:, :KEPT_EVENTS].max())  # 3 of one event card
# 7.2: the most travel cards in one hand: six at the start of a turn, the card of the turn, two tokens, and those that
# are bought. There are 24 coins, and space, tokens and six Elephants bring up to 9 more: 16 cards.
MOST_CARDS = HAND_LIMIT + 1 + LEGS_PER_TURN + (COINS_TOTAL + 1 + LEGS_PER_TURN + HAND_LIMIT) // BUY_CARD_COST  # 25
MOST_EVENT_CARDS = EVENT_CARDS - BLUE_EVENTS  # 13 in one hand

# 7.4: a turn takes at most 32 decisions without its coins, and a coin 4: a card for 2 coins comes to 4 at most (buying
# Princess, playing her, the Detective that she fetches, his city), and an Elephant gives a coin back. Coins come as
# above, so all decisions are at most DECISIONS_START + round * (n * TURN_DECISIONS + 2 * COIN_DECISIONS).
TURN_DECISIONS = 32
COIN_DECISIONS = 4
DECISIONS_START = COIN_DECISIONS * (
    MAX_PLAYERS * START_COINS + 2 * int(TOKEN_COPIES[COIN_TOKEN] + TOKEN_COPIES[EVENT_TOKEN])
)  # 64
MAX_DECISIONS = (  # 12 464, with two rounds to spare for a record from outside that was in the middle of a turn
    DECISIONS_START + (MAX_ROUNDS + 2) * (MAX_PLAYERS * TURN_DECISIONS + 2 * COIN_DECISIONS)
)
