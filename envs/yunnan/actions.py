"""The 227 actions of Yunnan (RULES 7.1) and the reasons why one may be illegal."""

from __future__ import annotations

from ..engine.layouts import ActionLayout, ActionRange, ReasonCode, labels
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


class Reason(ReasonCode):
    """Why an action of the current phase is illegal."""

    LEGAL = 0, ""
    BANK_FULL = 1, "both places in the bank are taken"
    IN_BANK = 2, "you are in the bank: only the market is left to place a trader"
    BUILDING_USED = 3, "you already have a trader in this building"
    SLOT_TAKEN = 4, "a trader already stands on this price"
    UNDER_HIGHER = 5, "a 5 or a 7 must be the highest bid in its building"
    CANNOT_PAY = 6, "your bids would come to more than your coins"
    BELOW_FLOOR = 7, "the missing coins could bring your score below -100"
    NO_TRADER = 8, "you have no trader there"
    SUPPLY_EMPTY = 9, "you have no such piece left in the supply"
    NOT_IN_HAND = 10, "you hold no such piece"
    BEYOND_HORSE = 11, "your horse has not come so far"
    TEA_HOUSE_STANDS = 12, "a tea house already stands in this region"
    BRIDGE_STANDS = 13, "you already have a bridge there"
    SAME_REGION = 14, "a trader may not end where it began"
    ALL_MOVED = 15, "all your traders there have already moved in this turn"
    NO_PASSES = 16, "it takes more border passes than you have left"
    NO_COLOUR = 17, "no such colour takes part"
    NOT_HERE = 18, "this colour has no trader in the region"
    NOT_WEAKER = 19, "this colour's influence is not smaller than yours"
    MORE_THAN_INCOME = 20, "your income is smaller"
