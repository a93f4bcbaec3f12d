"""The 227 actions of Yunnan (RULES 7.1) and the reasons why one may be illegal."""

from __future__ import annotations

from enum import IntEnum

from ..engine.layouts import ActionLayout, ActionRange, labels
from .state import Phase
from .tables import BRIDGE_SITES, BUILDING_NAMES, MAX_COLOURS, MOST_INCOME, PIECE_NAMES, PRICES, REGION_NAMES

PLACES = REGION_NAMES[1:]  # where traders travel to and pieces are built
SITE_NAMES = tuple(f"{REGION_NAMES[a]}-{REGION_NAMES[b]}" for a, b in BRIDGE_SITES)
BIDS = labels(BUILDING_NAMES, [str(price) for price in PRICES])
STOPS = (Phase.AUCTION, Phase.TEA_NOW, Phase.TRAVEL, Phase.DISPLACE)

ACTIONS = ActionLayout([
    ActionRange("pass", ("",), STOPS, "Pass, keep the tea house, end the turn, displace nobody."),
    ActionRange("market", ("",), (Phase.AUCTION,), "Place a trader on the market."),
    ActionRange("bank", ("",), (Phase.AUCTION,), "Place a trader in the bank; your bids are withdrawn."),
    ActionRange("bid", BIDS, (Phase.AUCTION,), "Place a trader on a price of a building.", "building x price"),
    ActionRange("source", ("hand", *PLACES), (Phase.SOURCE,), "Take the placed trader from here.", "hand or region"),
    ActionRange("workshop", PIECE_NAMES, (Phase.PIECE,), "Take this piece from the workshop.", "piece"),
    ActionRange("tea_house", PLACES, (Phase.TEA_NOW, Phase.TRAVEL), "Build a tea house in a region.", "region"),
    ActionRange("post", PLACES, (Phase.TRAVEL,), "Build a trading post in a region.", "region"),
    ActionRange("bridge", SITE_NAMES, (Phase.TRAVEL,), "Build a bridge.", "site"),
    ActionRange("move", labels(REGION_NAMES, PLACES, joined_by=" to "), (Phase.TRAVEL,), "Move a trader.", "from x to"),
    ActionRange(
        "displace", tuple(f"+{j}" for j in range(1, MAX_COLOURS)), (Phase.DISPLACE,),
        "Send back a trader of the colour that is so many on.", "relative colour",
    ),
    ActionRange(
        "convert", tuple(str(k) for k in range(MOST_INCOME + 1)), (Phase.CONVERT,),
        "Turn so much of the income into points, keep the rest.", "points",
    ),
])  # fmt: skip

PASS = ACTIONS.start("pass")  # 0
MARKET_PLACE = ACTIONS.start("market")  # 1
BANK_PLACE = ACTIONS.start("bank")  # 2
BID = ACTIONS.start("bid")  # 3..27
SOURCE = ACTIONS.start("source")  # 28..33
WORKSHOP_PIECE = ACTIONS.start("workshop")  # 34..36
BUILD_TEA_HOUSE = ACTIONS.start("tea_house")  # 37..41
BUILD_POST = ACTIONS.start("post")  # 42..46
BUILD_BRIDGE = ACTIONS.start("bridge")  # 47..50
MOVE = ACTIONS.start("move")  # 51..80
DISPLACE = ACTIONS.start("displace")  # 81..84
CONVERT = ACTIONS.start("convert")  # 85..226


class Reason(IntEnum):
    """Why an action of the current phase is illegal; 0 means that it is legal."""

    NONE = 0
    BANK_FULL = 1
    IN_BANK = 2
    BUILDING_USED = 3
    SLOT_TAKEN = 4
    UNDER_HIGHER = 5
    CANNOT_PAY = 6
    BELOW_FLOOR = 7
    NO_TRADER = 8
    SUPPLY_EMPTY = 9
    NOT_IN_HAND = 10
    BEYOND_HORSE = 11
    TEA_HOUSE_STANDS = 12
    BRIDGE_STANDS = 13
    SAME_REGION = 14
    ALL_MOVED = 15
    NO_PASSES = 16
    NO_COLOUR = 17
    NOT_HERE = 18
    NOT_WEAKER = 19
    MORE_THAN_INCOME = 20


REASONS: dict[int, str] = {
    Reason.BANK_FULL: "both places in the bank are taken",
    Reason.IN_BANK: "you are in the bank: only the market is left to place a trader",
    Reason.BUILDING_USED: "you already have a trader in this building",
    Reason.SLOT_TAKEN: "a trader already stands on this price",
    Reason.UNDER_HIGHER: "a 5 or a 7 must be the highest bid in its building",
    Reason.CANNOT_PAY: "your bids would come to more than your coins",
    Reason.BELOW_FLOOR: "the missing coins could bring your score below -100",
    Reason.NO_TRADER: "you have no trader there",
    Reason.SUPPLY_EMPTY: "you have no such piece left in the supply",
    Reason.NOT_IN_HAND: "you hold no such piece",
    Reason.BEYOND_HORSE: "your horse has not come so far",
    Reason.TEA_HOUSE_STANDS: "a tea house already stands in this region",
    Reason.BRIDGE_STANDS: "you already have a bridge there",
    Reason.SAME_REGION: "a trader may not end where it began",
    Reason.ALL_MOVED: "all your traders there have already moved in this turn",
    Reason.NO_PASSES: "it takes more border passes than you have left",
    Reason.NO_COLOUR: "no such colour takes part",
    Reason.NOT_HERE: "this colour has no trader in the region",
    Reason.NOT_WEAKER: "this colour's influence is not smaller than yours",
    Reason.MORE_THAN_INCOME: "your income is smaller",
}
