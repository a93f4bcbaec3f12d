"""Whether a record is a position of the game (RULES 8): everything is counted again, nothing is believed."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.layouts import FaultCode
from .actions import BANK_PLACE, BID, MARKET_PLACE
from .rules_auction import (
    can_build_tea_house,
    has_source,
    has_trader,
    in_bank,
    missing_coins,
    penalty,
    reason_bank,
    reason_bid,
)
from .rules_network import owner
from .rules_sale import income_of, is_decided
from .rules_travel import can_build, can_move, reason_displace
from .scoring import tea_houses
from .state import NOBODY, NONE, OFFICIAL, Phase
from .tables import (
    ALL_GIFTS,
    BANK_PLACES,
    BRIDGE_SITES,
    BUILDINGS,
    END_GIFTS,
    END_SCORE,
    FLOOR,
    GIFTS,
    LEAST_PASSES,
    LOW_SLOTS,
    MARKET,
    MAX_COLOURS,
    MAX_PLAYERS,
    MOST_START_COINS,
    PIECE_COUNT,
    PIECES,
    PRICES,
    REGIONS,
    ROUND_COINS,
    SITES,
    SLOTS,
    TEA_HOUSE,
    TRADERS,
)

ROUND_DECISIONS = 455  # the most in one round (7.4)


class Fault(FaultCode):
    """Why a record is no position of Yunnan."""

    NONE = 0, "", ""
    GIFT_VP = 1, "gift_vp", "1 or 3"
    COLOURS = 2, "colours", "4 with two players, otherwise one for each player"
    END_SCORE = 3, "end_score", "100 with two players, otherwise 80"
    END_GIFTS = 4, "end_gifts", "2 with two players, otherwise 0"
    ROUND = 5, "round_number", "at most max_rounds"
    AUCTION_ORDER = 6, "auction_order", "each colour once, then -1; with two players their colours alternate"
    TRAVEL_ORDER = 7, "travel_order", "the auction order reversed; in CONVERT and after the end by income"
    TRADERS = 8, "supply", "with hand, regions, buildings and bank 7 traders of each colour"
    POSTS = 9, "posts", "none in Pu'er or beyond the horse"
    BRIDGES = 10, "bridges", "none beyond the horse"
    BRIDGE_SET = 11, "bridge_set", "a bit for each bridge"
    PIECES = 12, "pieces_supply", "with pieces in hand and built 2 of each kind and colour"
    HORSE = 13, "horse", "1 to 5, and as far as the traders of the colour; 0 for absent colours"
    PASSES = 14, "passes", "2 to 6; 0 for absent colours"
    INFLUENCE = 15, "influence", "0 for absent colours"
    PASSED = 16, "passed", "1 once the auction is over; 0 for absent colours"
    COINS = 17, "coins", "what the start, incomes and the bank can have paid; 0 for absent colours"
    GIFTS = 18, "gifts", "with those on the board 14; 0 for absent colours"
    GIFTS_LEFT = 19, "gifts_left", "no more than lay there, and enough to go on until the gifts of this round"
    TEA_HOUSE = 20, "tea_house", "a colour that takes part and whose horse has been there; none in Pu'er"
    SLOTS = 21, "slots", "colours that take part, once in a building; low slots only where nothing stands above"
    BID = 22, "bid", "the price of each colour's slot"
    BID_TOTAL = 23, "bid_total", "the sum of the bids, which the colour can pay"
    BANK = 24, "bank", "two colours that take part and have no bids, the left place first; none after the auction"
    INCOME = 25, "income", "0 before the sale; in CONVERT what traders and posts earn; 0 for absent colours"
    VP = 26, "vp", "below the score that ends the game but for this round's incomes; negative by overspending only"
    OVER = 27, "over", "1 in phase OVER only, when the game is decided or its last round is over"
    TRUNCATED = 28, "truncated", "1 when the cap has ended the game, which is not decided"
    COLOUR = 29, "colour", "the colour at its place in the order, one of the seat to act; -1 after the end"
    PLACE = 30, "place", "below the number of colours; the last one after the end"
    TARGET = 31, "target", "in SOURCE a legal place, in DISPLACE the region entered; else -1"
    HAND = 32, "hand", "0 for who has passed in the auction; a trader anywhere for who bids, several sources in SOURCE"
    PIECES_HAND = 33, "pieces_hand", "in TEA_NOW a tea house that can be built"
    PIECE = 34, "phase", "PIECE only where several kinds of pieces are left"
    TRAVEL = 35, "phase", "TRAVEL only where something can be done, DISPLACE only where somebody can be displaced"
    PASSES_LEFT = 36, "passes_left", "with what the moves took no more than passes; 0 outside a travel turn"
    MOVED = 37, "moved", "traders that stand there, one pass for each at least; 0 outside a travel turn"
    MARKET = 38, "traders", "none on the market after the end, none at all of absent colours"
    DECISIONS = 39, "decisions", "at most 455 for each round"


@rule
def check(s: Any) -> int:
    """8: why the record, whose numbers are within their bounds, is no position of the game, a ``Fault``; 0 if it is."""
    code = check_setting(s)
    if code == 0:
        code = check_orders(s)
    for c in range(MAX_COLOURS):
        if code == 0:
            code = check_colour(s, c) if c < s.colours else check_absent(s, c)
    if code == 0:
        code = check_gifts(s)
    if code == 0:
        code = check_buildings(s)
    if code == 0:
        code = check_bank(s)
    for c in range(s.colours):
        if code == 0:
            code = check_pieces(s, c)
    if code == 0:
        code = check_coins(s)
    if code == 0:
        code = check_points(s)
    if code == 0:
        code = check_end(s)
    if code == 0:
        code = check_turn(s)
    if code == 0:
        code = check_travel_order(s)
    return code


@rule
def check_setting(s: Any) -> int:
    """4.0, 4.8: what follows from player count and options; the round."""
    if s.gift_vp == 2:
        return Fault.GIFT_VP.value
    if s.colours != (4 if s.num_players == 2 else s.num_players):
        return Fault.COLOURS.value
    if s.end_score != END_SCORE[s.num_players]:
        return Fault.END_SCORE.value
    if s.end_gifts != END_GIFTS[s.num_players]:
        return Fault.END_GIFTS.value
    if s.round_number > s.max_rounds:
        return Fault.ROUND.value
    return Fault.DECISIONS.value if s.decisions > ROUND_DECISIONS * s.round_number else 0


# ---------------------------------------------------------------- orders


@rule
def check_orders(s: Any) -> int:
    """8, number 11: both orders hold each colour once; travel order is the auction order reversed until it is new."""
    if not is_order(s, s.auction_order):
        return Fault.AUCTION_ORDER.value
    if not is_order(s, s.travel_order):
        return Fault.TRAVEL_ORDER.value
    if s.phase != Phase.CONVERT:
        for place in range(s.colours):
            if s.travel_order[place] != s.auction_order[s.colours - 1 - place]:
                return Fault.TRAVEL_ORDER.value
    return 0


@rule
def is_order(s: Any, order: Any) -> bool:
    """3.1, 4.8: each colour once and nothing behind; with two players those of one player are two apart."""
    seen = 0
    for place in range(MAX_COLOURS):
        c = int(order[place])
        if place >= s.colours:
            if c != NOBODY:
                return False
        elif c == NOBODY or c >= s.colours or seen >> c & 1 != 0:
            return False
        else:
            seen |= 1 << c
    return s.num_players > 2 or (order[2] == (order[0] + 2) % 4 and order[3] == (order[1] + 2) % 4)


@rule
def check_travel_order(s: Any) -> int:
    """4.7, 4.8, 8, number 11: in CONVERT the travel order follows the incomes, and after the end it has followed them.

    With two players the first colour is before all others, and the second before the other one of its player.
    """
    if s.phase < Phase.CONVERT:
        return 0
    for place in range(1, s.colours):
        before = place - 1
        if s.num_players == 2:
            before = 1 if place == 3 else 0
        if not goes_before(s, int(s.travel_order[before]), int(s.travel_order[place])):
            return Fault.TRAVEL_ORDER.value
    return 0


@rule
def goes_before(s: Any, c: int, other: int) -> bool:
    """4.7, 3B: c has the higher income; or the same and was later in the old travel order, which is forgotten at 4B."""
    if s.income[c] != s.income[other] or s.phase == Phase.OVER:
        return s.income[c] >= s.income[other]
    for place in range(s.colours):
        if s.auction_order[place] == c:
            return True
        if s.auction_order[place] == other:
            return False
    return False


# ---------------------------------------------------------------- colours


@rule
def check_absent(s: Any, c: int) -> int:
    """4.8: colours that do not take part have nothing."""
    for region in range(REGIONS):
        if s.traders[c, region] != 0:
            return Fault.MARKET.value
        if s.posts[c, region] != 0:
            return Fault.POSTS.value
    for site in range(SITES):
        if s.bridges[c, site] != 0:
            return Fault.BRIDGES.value
    for piece in range(PIECES):
        if s.pieces_supply[c, piece] != 0 or s.pieces_hand[c, piece] != 0:
            return Fault.PIECES.value
    if s.hand[c] != 0 or s.supply[c] != 0:
        return Fault.TRADERS.value
    if s.horse[c] != 0:
        return Fault.HORSE.value
    if s.passes[c] != 0:
        return Fault.PASSES.value
    if s.influence[c] != 0:
        return Fault.INFLUENCE.value
    if s.passed[c] != 0:
        return Fault.PASSED.value
    if s.coins[c] != 0:
        return Fault.COINS.value
    if s.gifts[c] != 0:
        return Fault.GIFTS.value
    if s.income[c] != 0:
        return Fault.INCOME.value
    return Fault.BRIDGE_SET.value if s.bridge_set[c] != 0 else 0


@rule
def check_colour(s: Any, c: int) -> int:
    """8, numbers 7, 8 and 13: tracks, and everything within reach of the horse."""
    if s.horse[c] < 1:
        return Fault.HORSE.value
    if s.passes[c] < LEAST_PASSES:
        return Fault.PASSES.value
    if s.passed[c] == 0 and s.phase > Phase.SOURCE:
        return Fault.PASSED.value
    if s.posts[c, MARKET] != 0:
        return Fault.POSTS.value
    if s.over != 0 and s.traders[c, MARKET] != 0:
        return Fault.MARKET.value
    for region in range(s.horse[c] + 1, REGIONS):
        if s.traders[c, region] != 0:
            return Fault.HORSE.value
        if s.posts[c, region] != 0:
            return Fault.POSTS.value
    found = 0
    for site in range(SITES):
        if s.bridges[c, site] != 0:
            found |= 1 << site
            if max(BRIDGE_SITES[site, 0], BRIDGE_SITES[site, 1]) > s.horse[c]:
                return Fault.BRIDGES.value
    return Fault.BRIDGE_SET.value if s.bridge_set[c] != found else 0


@rule
def check_pieces(s: Any, c: int) -> int:
    """8, numbers 1 and 2: traders and pieces of a colour; ``bid``, bank and tea houses have been checked before."""
    traders = int(s.hand[c]) + int(s.supply[c]) + (1 if in_bank(s, c) else 0)
    posts = 0
    for region in range(REGIONS):
        traders += int(s.traders[c, region])
        posts += int(s.posts[c, region])
    for building in range(BUILDINGS):
        if s.bid[c, building] != 0:
            traders += 1
    if traders != TRADERS:
        return Fault.TRADERS.value
    bridges = 0
    for site in range(SITES):
        bridges += int(s.bridges[c, site])
    built = (bridges, posts, tea_houses(s, c))
    for piece in range(PIECES):
        if s.pieces_supply[c, piece] + s.pieces_hand[c, piece] + built[piece] != PIECE_COUNT[piece]:
            return Fault.PIECES.value
    return 0


@rule
def check_gifts(s: Any) -> int:
    """8, numbers 2 and 3: gifts, tea houses, and whether the gifts let the game go on (4.7)."""
    taken = 0
    for c in range(s.colours):
        taken += int(s.gifts[c])
    left = 0
    for region in range(REGIONS):
        left += int(s.gifts_left[region])
        if s.gifts_left[region] > GIFTS[region]:
            return Fault.GIFTS_LEFT.value
        c = int(s.tea_house[region])
        if c != NOBODY and (region == MARKET or c >= s.colours or region > s.horse[c]):
            return Fault.TEA_HOUSE.value
    if taken + left != ALL_GIFTS:
        return Fault.GIFTS.value
    return Fault.GIFTS_LEFT.value if left <= s.end_gifts and s.phase < Phase.CONVERT else 0


# ---------------------------------------------------------------- auction


@rule
def check_buildings(s: Any) -> int:
    """8, number 5: one trader per slot, one of a colour per building, and the low slots; bids and their sums."""
    for building in range(BUILDINGS):
        traders = 0
        low = 0
        for slot in range(SLOTS):
            c = int(s.slots[building, slot])
            if c != NOBODY:
                traders += 1
                low += 1 if slot < LOW_SLOTS else 0
                if c >= s.colours or s.phase > Phase.TEA_NOW:
                    return Fault.SLOTS.value
                for earlier in range(slot):
                    if s.slots[building, earlier] == c:
                        return Fault.SLOTS.value
        if s.low_slot_rule == OFFICIAL and low > 0 and traders > 1:
            return Fault.SLOTS.value
    for c in range(MAX_COLOURS):
        total = 0
        for building in range(BUILDINGS):
            price = 0
            for slot in range(SLOTS):
                if s.slots[building, slot] == c:
                    price = int(PRICES[slot])
            if s.bid[c, building] != price:
                return Fault.BID.value
            total += price
        if s.bid_total[c] != total:
            return Fault.BID_TOTAL.value
    return 0


@rule
def check_bank(s: Any) -> int:
    """8, number 6: two different colours without bids, left before right; paid out after the auction."""
    left, right = int(s.bank[0]), int(s.bank[1])
    if left == right and left != NOBODY:
        return Fault.BANK.value
    for place in range(BANK_PLACES):
        c = int(s.bank[place])
        if c != NOBODY and (left == NOBODY or c >= s.colours or s.phase > Phase.SOURCE or s.bid_total[c] != 0):
            return Fault.BANK.value
    return 0


@rule
def check_coins(s: Any) -> int:
    """4.9, 8, number 4: coins are what a colour can have got, and standing bids can be paid in coins or points."""
    for c in range(s.colours):
        if s.coins[c] > MOST_START_COINS + ROUND_COINS * s.round_number:
            return Fault.COINS.value
    for p in range(s.num_players):
        missing = 0
        for c in range(p, s.colours, s.num_players):
            missing += missing_coins(s, c)
        if missing > 0 and (s.overspend == 0 or s.vp[p] - penalty(s) * missing < FLOOR):
            return Fault.BID_TOTAL.value
    return 0


@rule
def check_points(s: Any) -> int:
    """4.7, 8, number 12: nobody has reached the score that ends the game before the incomes of this round."""
    for p in range(MAX_PLAYERS):
        if p >= s.num_players:
            if s.vp[p] != 0:
                return Fault.VP.value
            continue
        most = int(s.end_score) - 1
        for place in range(s.colours):
            converted = s.over != 0 or (s.phase == Phase.CONVERT and place < s.place)
            c = int(s.travel_order[place])
            if converted and owner(s, c) == p:
                most += int(s.income[c])
        if s.vp[p] > most or (s.overspend == 0 and s.vp[p] < 0):
            return Fault.VP.value
    return 0


# ---------------------------------------------------------------- the end, the turn


@rule
def check_end(s: Any) -> int:
    """4.7: the game is over exactly when it has ended; incomes belong to the end of a round."""
    if (s.over != 0) != (s.phase == Phase.OVER):
        return Fault.OVER.value
    if s.over != 0:
        decided = is_decided(s)
        if not decided and s.round_number < s.max_rounds:
            return Fault.OVER.value
        return Fault.TRUNCATED.value if (s.truncated != 0) == decided else 0
    for c in range(s.colours):
        if s.income[c] != (income_of(s, c) if s.phase == Phase.CONVERT else 0):
            return Fault.INCOME.value
    return 0


@rule
def check_turn(s: Any) -> int:
    """4.1 to 4.7: who decides, and that it can do what the phase asks."""
    if s.place >= s.colours or (s.over != 0 and s.place != s.colours - 1):
        return Fault.PLACE.value
    if s.phase != Phase.SOURCE and s.phase != Phase.DISPLACE and s.target != NONE:
        return Fault.TARGET.value
    if s.phase != Phase.TRAVEL and s.phase != Phase.DISPLACE:
        if s.passes_left != 0:
            return Fault.PASSES_LEFT.value
        for region in range(REGIONS):
            if s.moved[region] != 0:
                return Fault.MOVED.value
    if s.over != 0:
        return Fault.COLOUR.value if s.colour != NOBODY else 0
    c = int(s.colour)
    if c != (s.auction_order[s.place] if s.phase < Phase.TRAVEL else s.travel_order[s.place]) or owner(s, c) != s.seat:
        return Fault.COLOUR.value
    if s.phase <= Phase.SOURCE:
        return check_bidder(s, c)
    if s.phase <= Phase.TEA_NOW:
        return check_workshop(s, c)
    if s.phase <= Phase.DISPLACE:
        return check_traveller(s, c)
    return Fault.COLOUR.value if s.income[c] == 0 else 0


@rule
def check_bidder(s: Any, c: int) -> int:
    """4.1, 8, number 13: the bidder has not passed and has a trader; who has passed has none in hand."""
    for other in range(s.colours):
        if s.passed[other] != 0 and s.hand[other] != 0:
            return Fault.HAND.value
    if s.passed[c] != 0:
        return Fault.PASSED.value
    if not has_trader(s, c):
        return Fault.HAND.value
    if s.phase == Phase.AUCTION:
        return 0
    target = int(s.target)
    sources = 0
    for source in range(REGIONS):
        if has_source(s, c, source):
            sources += 1
    if sources < 2:
        return Fault.HAND.value
    if target < MARKET_PLACE or (target == BANK_PLACE and reason_bank(s, c) != 0):
        return Fault.TARGET.value
    if target >= BID and reason_bid(s, c, (target - BID) // SLOTS, (target - BID) % SLOTS) != 0:
        return Fault.TARGET.value
    return 0


@rule
def check_workshop(s: Any, c: int) -> int:
    """4.3: the colours up to this one have paid and taken back their traders; there is something to choose."""
    for place in range(s.place + 1):
        if s.bid_total[s.auction_order[place]] != 0:
            return Fault.BID_TOTAL.value
    if s.phase == Phase.TEA_NOW:
        return 0 if s.pieces_hand[c, TEA_HOUSE] > 0 and can_build_tea_house(s, c) else Fault.PIECES_HAND.value
    kinds = 0
    for piece in range(PIECES):
        if s.pieces_supply[c, piece] > 0:
            kinds += 1
    return 0 if kinds > 1 else Fault.PIECE.value


@rule
def check_traveller(s: Any, c: int) -> int:
    """4.4, 8, number 13: passes and moved traders of this turn, and something to do."""
    used = int(s.passes[c]) - int(s.passes_left)
    moved = 0
    for region in range(REGIONS):
        moved += int(s.moved[region])
        if s.moved[region] > s.traders[c, region] or (region == MARKET and s.moved[region] != 0):
            return Fault.MOVED.value
    if used < 0:
        return Fault.PASSES_LEFT.value
    if moved > used or (moved == 0 and used > 0):
        return Fault.MOVED.value
    if s.phase == Phase.TRAVEL:
        return 0 if can_move(s, c) or can_build(s, c) else Fault.TRAVEL.value
    if s.target < 1 or s.target >= REGIONS or s.moved[s.target] == 0:
        return Fault.TARGET.value
    for other in range(s.colours):
        if reason_displace(s, c, other, int(s.target)) == 0:
            return 0
    return Fault.TRAVEL.value
