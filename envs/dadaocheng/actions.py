"""The 280 actions of Dadaocheng (RULES 7.1) and the reasons why one may be illegal."""

from __future__ import annotations

from ..engine.layouts import ActionLayout, ActionRange, ReasonCode
from .state import Phase
from .tables import CELLS, COLOUR_NAMES, EXCHANGES, LEVELS, LINE_NAMES, PAIRS, STORES, SWAPS, TRADES

CELL_LABELS = tuple(str(cell) for cell in range(CELLS))
STORE_LABELS = tuple(str(store) for store in range(STORES))
LEVEL_LABELS = tuple(str(level + 1) for level in range(LEVELS))
SWAP_LABELS = tuple(f"{a} {b}" for a, b in SWAPS)
PAIR_LABELS = tuple(f"{COLOUR_NAMES[a]}+{COLOUR_NAMES[b]}" for a, b in PAIRS)
EXCHANGE_LABELS = tuple(f"{COLOUR_NAMES[a]}+{COLOUR_NAMES[b]} for {COLOUR_NAMES[c]}" for a, b, c in EXCHANGES)
TRADE_LABELS = tuple(f"{COLOUR_NAMES[a]} for {COLOUR_NAMES[b]}" for a, b in TRADES)

PLAN, BUY = (Phase.PLAN,), (Phase.BUY,)
RETURNS = (Phase.LOOP_RETURN, Phase.BONUS_RETURN, Phase.END_RETURN)

ACTIONS = ActionLayout([
    ActionRange("flip", CELL_LABELS, PLAN, "Turn a disc over.", "cell"),
    ActionRange("swap", SWAP_LABELS, PLAN, "Exchange the places of two discs.", "cell cell"),
    ActionRange("line", LINE_NAMES, (Phase.COLLECT,), "Collect the run in this line first.", "line"),
    ActionRange("return", COLOUR_NAMES, RETURNS, "Give a cube back to the supply.", "colour"),
    ActionRange("take", COLOUR_NAMES, (Phase.PICK,), "Take a cube of choice from the supply.", "colour"),
    ActionRange("bonus", STORE_LABELS, (Phase.BONUS,), "Take all cubes of this store of yours.", "store"),
    ActionRange("decline", ("",), (Phase.BONUS,), "Leave the full warehouse as it is."),
    ActionRange("buy_ship", LEVEL_LABELS, BUY, "Buy the face-up ship of this level.", "level"),
    ActionRange("buy_mansion", ("",), BUY, "Buy a mansion."),
    ActionRange("buy_firm", STORE_LABELS, BUY, "Buy a firm for this empty store of yours.", "store"),
    ActionRange("buy_market", ("",), BUY, "Buy a market."),
    ActionRange("buy_workshop", ("",), BUY, "Buy a workshop."),
    ActionRange("buy_den", ("",), BUY, "Buy an opium den."),
    ActionRange("exchange", EXCHANGE_LABELS, BUY, "Two cubes for one of a third colour.", "cubes for colour"),
    ActionRange("use_market", TRADE_LABELS, BUY, "One cube for one of another colour.", "colour for colour"),
    ActionRange("use_den", PAIR_LABELS, BUY, "One black cube for any two.", "cubes"),
    ActionRange("temple_white", ("",), BUY, "Visit the temple for one white cube: two dice."),
    ActionRange("temple_any", PAIR_LABELS, BUY, "Visit the temple for these two cubes: three dice.", "cubes"),
    ActionRange("event", ("",), BUY, "Carry out the event (1851, 1860, 1898)."),
    ActionRange("convert_firm", STORE_LABELS, BUY, "1905: turn the firm on this store into a mansion.", "store"),
    ActionRange("convert_market", ("",), BUY, "1905: turn a market into a mansion."),
    ActionRange("convert_workshop", ("",), BUY, "1905: turn a workshop into a mansion."),
    ActionRange("convert_den", ("",), BUY, "1905: turn an opium den into a mansion."),
    ActionRange("end", ("",), BUY, "End the turn."),
])  # fmt: skip

FLIP = ACTIONS.start("flip")  # 0..15
SWAP = ACTIONS.start("swap")  # 16..135
LINE = ACTIONS.start("line")  # 136..143
RETURN = ACTIONS.start("return")  # 144..148
TAKE = ACTIONS.start("take")  # 149..153
BONUS = ACTIONS.start("bonus")  # 154..157
DECLINE = ACTIONS.start("decline")  # 158
BUY_SHIP = ACTIONS.start("buy_ship")  # 159..161
BUY_MANSION = ACTIONS.start("buy_mansion")  # 162
BUY_FIRM = ACTIONS.start("buy_firm")  # 163..166
BUY_MARKET = ACTIONS.start("buy_market")  # 167
BUY_WORKSHOP = ACTIONS.start("buy_workshop")  # 168
BUY_DEN = ACTIONS.start("buy_den")  # 169
EXCHANGE = ACTIONS.start("exchange")  # 170..219
USE_MARKET = ACTIONS.start("use_market")  # 220..239
USE_DEN = ACTIONS.start("use_den")  # 240..254
TEMPLE_WHITE = ACTIONS.start("temple_white")  # 255
TEMPLE_ANY = ACTIONS.start("temple_any")  # 256..270
EVENT = ACTIONS.start("event")  # 271
CONVERT_FIRM = ACTIONS.start("convert_firm")  # 272..275
CONVERT_MARKET = ACTIONS.start("convert_market")  # 276
CONVERT_WORKSHOP = ACTIONS.start("convert_workshop")  # 277
CONVERT_DEN = ACTIONS.start("convert_den")  # 278
END = ACTIONS.start("end")  # 279


class Reason(ReasonCode):
    """Why an action of the current phase is illegal."""

    LEGAL = 0, ""
    NO_RUN = 1, "no run of three or four equal discs lies in this line"
    NOT_IN_HAND = 2, "you hold no cube of this colour"
    NOT_IN_SUPPLY = 3, "the supply does not hold what you would take"
    FIRM_STANDS = 4, "this store is a firm"
    STORE_FILLED = 5, "a firm goes on an empty store only"
    NO_SHIP = 6, "no ship of this level is left"
    NO_CREDITS = 7, "you have fewer credits than this ship requires"
    NO_LEVEL_3 = 8, "ships of level 3 cannot be bought in the round of 1895"
    CANNOT_PAY = 9, "you cannot pay the price, even with opium"
    NO_STOCK = 10, "no card of this kind is left"
    BOUGHT = 11, "only one card of this kind can be bought in a turn"
    NO_MARKER = 12, "the supply has no red cube to mark the firm with"
    CUBES_MISSING = 13, "you do not hold the cubes to be paid"
    NO_USE_LEFT = 14, "you have no unused card of this kind"
    TEMPLE_USED = 15, "the temple can be visited once in a turn"
    NO_EVENT_ACTION = 16, "the event of this round offers no action"
    EVENT_DONE = 17, "you have carried out the event of this round"
    NO_USED_OPIUM = 18, "you have used no opium that could be taken back"
    NOT_1905 = 19, "buildings are converted in the round of 1905 only"
    NO_CONVERSION_LEFT = 20, "at most two buildings are converted in a turn"
    NO_MANSION = 21, "no mansion is left to convert into"
    NOT_OWNED = 22, "you have no such building"
    EVENT_PENDING = 23, "the two cubes of 1851 must be taken first"
