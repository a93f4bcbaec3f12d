"""What a seat sees: 334 whole numbers (RULES 7.2); the engine divides each by its upper bound.

Everything is public. Colours are relative everywhere: 0 is the colour that decides when its owner looks, otherwise the
observer's first colour; then the others in the order of their ids. Absent colours are zero.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.layouts import Field, ObservationLayout
from ..engine.seats import relative
from .actions import MARKET_PLACE, SOURCE
from .rules_auction import all_bids, bank_row
from .rules_network import gaps, occupied_regions, owner
from .state import NOBODY, Phase
from .tables import (
    ALL_GIFTS,
    BANK_PAYS,
    BANK_PLACES,
    BUILDINGS,
    END_GIFTS,
    END_SCORE,
    FLOOR,
    HIGHEST_PRICE,
    LARGEST_CAP,
    MARKET,
    MAX_COLOURS,
    MOST_GIFTS,
    MOST_INCOME,
    MOST_INFLUENCE,
    MOST_PASSES,
    MOST_PIECES,
    PIECES,
    QINGHAI,
    REGIONS,
    SITES,
    TRADERS,
)

PLACES = REGIONS - 1  # the regions without the market
BIDS = SOURCE - MARKET_PLACE  # places for a trader in the auction: market, bank, 25 slots
SHOWN_COINS = 60  # more than a colour can bid is shown as this
SHOWN_POINTS = 150  # well above the score that ends the game
SHOWN_ROUNDS = LARGEST_CAP // 2  # of "round" and "rounds left" one is always exact
SHOWN_BIDS = 100
PHASES = len(Phase)  # 8

OBSERVATION = ObservationLayout([
    Field("coins", (MAX_COLOURS,), SHOWN_COINS, doc="coins of each colour; more than 60 are shown as 60"),
    Field("vp", (MAX_COLOURS,), SHOWN_POINTS, FLOOR, doc="score marker of the colour's owner; more than 150 as 150"),
    Field("hand", (MAX_COLOURS,), TRADERS, doc="traders in hand"),
    Field("market", (MAX_COLOURS,), TRADERS, doc="traders on the market"),
    Field("traders", (MAX_COLOURS, PLACES), TRADERS, doc="traders in each region"),
    Field("supply", (MAX_COLOURS,), 4, doc="traders not yet acquired"),
    Field("bid", (MAX_COLOURS, BUILDINGS), HIGHEST_PRICE, doc="price of the standing bid in each building"),
    Field("bank", (MAX_COLOURS, BANK_PLACES), 1, encoding="one-hot", doc="place in the bank: left, right"),
    Field("passed", (MAX_COLOURS,), 1, encoding="flag", doc="has passed in the auction; until the next round"),
    Field("horse", (MAX_COLOURS,), QINGHAI, doc="region that the horse has reached"),
    Field("passes", (MAX_COLOURS,), MOST_PASSES, doc="border passes for each round"),
    Field("influence", (MAX_COLOURS,), MOST_INFLUENCE, doc="level of influence"),
    Field("posts", (MAX_COLOURS, PLACES), MOST_PIECES, doc="trading posts in each region"),
    Field("bridges", (MAX_COLOURS, SITES), 1, encoding="flag", doc="bridges at the four sites"),
    Field("pieces_hand", (MAX_COLOURS, PIECES), MOST_PIECES, doc="bridges, posts, tea houses in hand"),
    Field("pieces_supply", (MAX_COLOURS, PIECES), MOST_PIECES, doc="bridges, posts, tea houses not yet acquired"),
    Field("gifts", (MAX_COLOURS,), ALL_GIFTS, doc="gifts taken"),
    Field("auction_place", (MAX_COLOURS,), MAX_COLOURS, doc="place in the auction order, from 1"),
    Field("travel_place", (MAX_COLOURS,), MAX_COLOURS, doc="place in the travel order, from 1"),
    Field("income", (MAX_COLOURS,), MOST_INCOME, doc="income of this round, 0 before it is known"),
    Field("gaps", (MAX_COLOURS, PLACES), MAX_COLOURS - 1, doc="gaps between each region and Pu'er"),
    Field("own", (MAX_COLOURS,), 1, encoding="flag", doc="the colour belongs to the observer"),
    Field("exists", (MAX_COLOURS,), 1, encoding="flag", doc="the colour takes part"),
    Field("phase", (PHASES,), 1, encoding="one-hot", doc="the phases in the order of ``Phase``, OVER the last"),
    Field("round", (), SHOWN_ROUNDS, doc="number of the round; more than 20 as 20"),
    Field("gifts_left", (PLACES,), MOST_GIFTS, doc="gifts left in each region"),
    Field("tea_house", (PLACES, 1 + MAX_COLOURS), 1, encoding="one-hot", doc="tea house of a region: none, or whose"),
    Field("passes_left", (), MOST_PASSES, doc="border passes left to the traveller"),
    Field("moved", (PLACES,), MOST_PASSES, doc="the traveller's traders there that have moved in this turn"),
    Field("entered", (1 + PLACES,), 1, encoding="one-hot", doc="in DISPLACE: the region entered; otherwise none"),
    Field("target", (BIDS,), 1, encoding="one-hot", doc="in SOURCE: where the trader goes: market, bank, 25 bids"),
    Field("bid_sum", (), SHOWN_BIDS, doc="sum of all standing bids; more than 100 as 100"),
    Field("bank_pays", (BANK_PLACES,), int(BANK_PAYS.max()), doc="what the bank would pay now: left, right"),
    Field("overspend", (), 1, encoding="flag", doc="option overspend"),
    Field("gift_vp", (), 3, doc="option gift_vp"),
    Field("end_score", (), int(END_SCORE.max()), doc="score that ends the game"),
    Field("end_gifts", (), int(END_GIFTS.max()), doc="gifts left on the board that end the game"),
    Field("rounds_left", (), SHOWN_ROUNDS, doc="rounds after this one until the cap; more than 20 as 20"),
    Field("strand_rule", (), 1, encoding="flag", doc="option strand_rule is round_end"),
    Field("gap_cost", (), 1, encoding="flag", doc="option gap_cost is per_trader"),
    Field("low_slot_rule", (), 1, encoding="flag", doc="option low_slot_rule is literal"),
    Field("acting", (MAX_COLOURS,), 1, encoding="one-hot", doc="the colour that decides; none after the end"),
])  # fmt: skip

COINS = OBSERVATION.start("coins")
VP = OBSERVATION.start("vp")
HAND = OBSERVATION.start("hand")
ON_MARKET = OBSERVATION.start("market")
IN_REGIONS = OBSERVATION.start("traders")
SUPPLY = OBSERVATION.start("supply")
BIDDING = OBSERVATION.start("bid")
IN_BANK = OBSERVATION.start("bank")
PASSED = OBSERVATION.start("passed")
HORSE = OBSERVATION.start("horse")
PASSES = OBSERVATION.start("passes")
INFLUENCE = OBSERVATION.start("influence")
POSTS = OBSERVATION.start("posts")
BRIDGES = OBSERVATION.start("bridges")
PIECES_HAND = OBSERVATION.start("pieces_hand")
PIECES_SUPPLY = OBSERVATION.start("pieces_supply")
GIFTS_TAKEN = OBSERVATION.start("gifts")
AUCTION_PLACE = OBSERVATION.start("auction_place")
TRAVEL_PLACE = OBSERVATION.start("travel_place")
INCOME = OBSERVATION.start("income")
GAP_COUNT = OBSERVATION.start("gaps")
OWN = OBSERVATION.start("own")
EXISTS = OBSERVATION.start("exists")
PHASE = OBSERVATION.start("phase")
ROUND = OBSERVATION.start("round")
GIFTS_LEFT = OBSERVATION.start("gifts_left")
TEA_HOUSES = OBSERVATION.start("tea_house")
PASSES_LEFT = OBSERVATION.start("passes_left")
MOVED = OBSERVATION.start("moved")
ENTERED = OBSERVATION.start("entered")
TARGET = OBSERVATION.start("target")
BID_SUM = OBSERVATION.start("bid_sum")
BANK_NOW = OBSERVATION.start("bank_pays")
OVERSPEND = OBSERVATION.start("overspend")
GIFT_VP = OBSERVATION.start("gift_vp")
SCORE_THAT_ENDS = OBSERVATION.start("end_score")
GIFTS_THAT_END = OBSERVATION.start("end_gifts")
ROUNDS_LEFT = OBSERVATION.start("rounds_left")
STRAND_RULE = OBSERVATION.start("strand_rule")
GAP_COST = OBSERVATION.start("gap_cost")
LOW_SLOT_RULE = OBSERVATION.start("low_slot_rule")
ACTING = OBSERVATION.start("acting")


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """7.2: what ``seat`` sees, as whole numbers, into ``out``, ``(334,)`` float32, all zero before."""
    base = int(s.colour) if s.over == 0 and s.seat == seat else seat
    for c in range(s.colours):
        place = relative(c, base, s.colours)
        observe_traders(s, c, place, out)
        observe_pieces(s, c, place, out)
        out[OWN + place] = owner(s, c) == seat
    observe_orders(s, base, out)
    observe_board(s, base, out)
    observe_turn(s, base, out)
    observe_options(s, out)


@rule
def observe_traders(s: Any, c: int, place: int, out: Any) -> None:
    """7.2: fields of a colour: coins to passed, influence, income, gaps."""
    out[COINS + place] = s.coins[c]
    out[VP + place] = s.vp[owner(s, c)]
    out[HAND + place] = s.hand[c]
    out[ON_MARKET + place] = s.traders[c, MARKET]
    out[SUPPLY + place] = s.supply[c]
    out[PASSED + place] = s.passed[c]
    out[HORSE + place] = s.horse[c]
    out[PASSES + place] = s.passes[c]
    out[INFLUENCE + place] = s.influence[c]
    out[INCOME + place] = s.income[c]
    out[GIFTS_TAKEN + place] = s.gifts[c]
    out[EXISTS + place] = 1
    occupied = occupied_regions(s, c)
    for k in range(PLACES):
        out[IN_REGIONS + PLACES * place + k] = s.traders[c, k + 1]
        out[GAP_COUNT + PLACES * place + k] = gaps(s, c, occupied, k + 1)
        out[POSTS + PLACES * place + k] = s.posts[c, k + 1]
    for building in range(BUILDINGS):
        out[BIDDING + BUILDINGS * place + building] = s.bid[c, building]


@rule
def observe_pieces(s: Any, c: int, place: int, out: Any) -> None:
    """7.2: fields of a colour: bank, bridges, pieces in hand and supply."""
    for k in range(BANK_PLACES):
        out[IN_BANK + BANK_PLACES * place + k] = s.bank[k] == c
    for site in range(SITES):
        out[BRIDGES + SITES * place + site] = s.bridges[c, site]
    for piece in range(PIECES):
        out[PIECES_HAND + PIECES * place + piece] = s.pieces_hand[c, piece]
        out[PIECES_SUPPLY + PIECES * place + piece] = s.pieces_supply[c, piece]


@rule
def observe_orders(s: Any, base: int, out: Any) -> None:
    """7.2: fields auction_place and travel_place."""
    for k in range(s.colours):
        out[AUCTION_PLACE + relative(s.auction_order[k], base, s.colours)] = k + 1
        out[TRAVEL_PLACE + relative(s.travel_order[k], base, s.colours)] = k + 1


@rule
def observe_board(s: Any, base: int, out: Any) -> None:
    """7.2: fields round to tea_house, bid_sum, bank_pays."""
    out[ROUND] = s.round_number
    for k in range(PLACES):
        out[GIFTS_LEFT + k] = s.gifts_left[k + 1]
        c = s.tea_house[k + 1]
        whose = 0 if c == NOBODY else 1 + relative(c, base, s.colours)
        out[TEA_HOUSES + (1 + MAX_COLOURS) * k + whose] = 1
    total = all_bids(s)
    out[BID_SUM] = total
    row = bank_row(total)
    for k in range(BANK_PLACES):
        out[BANK_NOW + k] = BANK_PAYS[k, row]


@rule
def observe_turn(s: Any, base: int, out: Any) -> None:
    """7.2: fields phase, passes_left to target, acting."""
    out[PHASE + s.phase] = 1
    out[PASSES_LEFT] = s.passes_left
    for k in range(PLACES):
        out[MOVED + k] = s.moved[k + 1]
    out[ENTERED + (s.target if s.phase == Phase.DISPLACE else 0)] = 1
    if s.phase == Phase.SOURCE:
        out[TARGET + s.target - MARKET_PLACE] = 1
    if s.over == 0:
        out[ACTING + relative(s.colour, base, s.colours)] = 1


@rule
def observe_options(s: Any, out: Any) -> None:
    """7.2: fields overspend to low_slot_rule."""
    out[OVERSPEND] = s.overspend
    out[GIFT_VP] = s.gift_vp
    out[SCORE_THAT_ENDS] = s.end_score
    out[GIFTS_THAT_END] = s.end_gifts
    out[ROUNDS_LEFT] = s.max_rounds - s.round_number
    out[STRAND_RULE] = s.strand_rule
    out[GAP_COST] = s.gap_cost
    out[LOW_SLOT_RULE] = s.low_slot_rule
