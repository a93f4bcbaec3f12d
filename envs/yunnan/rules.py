"""The rules of Yunnan as a state machine: setup, legal actions, what an action does (RULES 4)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import roll, shuffle
from .actions import (
    BANK_PLACE,
    BID,
    BUILD_BRIDGE,
    BUILD_POST,
    BUILD_TEA_HOUSE,
    CONVERT,
    DISPLACE,
    MOVE,
    PASS,
    SOURCE,
    WORKSHOP_PIECE,
    Reason,
)
from .rules_auction import (
    choose_place,
    gain_piece,
    has_source,
    mark_places,
    next_bidder,
    next_payer,
    pass_auction,
    pay_out_bank,
    place_trader,
    reason_bank,
    reason_bid,
)
from .rules_network import owner
from .rules_sale import (
    convert,
    end_round,
    hand_out_gifts,
    inspect,
    next_converter,
    sell_tea,
    set_travel_order,
)
from .rules_travel import (
    PLACES,
    build_bridge,
    build_post,
    build_tea_house,
    displace,
    displaced_colour,
    end_travel,
    keep_travelling,
    mark_tea_houses,
    mark_travel,
    move,
    next_traveller,
    reason_bridge,
    reason_displace,
    reason_move,
    reason_post,
    reason_tea_house,
)
from .state import NOBODY, NONE, Phase
from .tables import (
    END_GIFTS,
    END_SCORE,
    GIFTS,
    HAND_TRADERS,
    LEAST_PASSES,
    PIECE_COUNT,
    PIECES,
    REGIONS,
    SLOTS,
    START_COINS,
    TRADERS,
    YUNNAN,
)

# ---------------------------------------------------------------- setup


@rule
def setup(s: Any, options: Any) -> None:
    """3.1: a random auction order decides the coins; every colour gets its pieces; the first colour bids."""
    s.overspend = options[0]
    s.gift_vp = options[1]
    s.strand_rule = options[2]
    s.gap_cost = options[3]
    s.low_slot_rule = options[4]
    s.max_rounds = options[5]
    s.colours = 4 if s.num_players == 2 else s.num_players
    s.end_score = END_SCORE[s.num_players]
    s.end_gifts = END_GIFTS[s.num_players]
    draw_order(s)
    set_up_board(s)
    for place in range(s.colours):
        set_up_colour(s, s.auction_order[place], START_COINS[place])
    s.round_number = 1
    s.target = NONE
    s.place = NONE
    next_bidder(s)
    s.seat = owner(s, s.colour)


@rule
def draw_order(s: Any) -> None:
    """3.1, 4.8: a random auction order; with two players the colours of the two alternate."""
    s.auction_order[:] = NOBODY
    s.travel_order[:] = NOBODY
    if s.num_players == 2:
        first = roll(s.rng, 2)
        for p in range(2):
            c = (first + p) % 2 + 2 * roll(s.rng, 2)
            s.auction_order[p] = c
            s.auction_order[p + 2] = (c + 2) % 4
    else:
        for c in range(s.colours):
            s.auction_order[c] = c
        shuffle(s.rng, s.auction_order[: s.colours])
    for place in range(s.colours):
        s.travel_order[place] = s.auction_order[s.colours - 1 - place]


@rule
def set_up_board(s: Any) -> None:
    """3.1: gifts in the regions; everything else is empty."""
    s.slots[:] = NOBODY
    s.bank[:] = NOBODY
    s.tea_house[:] = NOBODY
    for region in range(REGIONS):
        s.gifts_left[region] = GIFTS[region]


@rule
def set_up_colour(s: Any, c: int, coins: int) -> None:
    """3.1: three traders in hand, the horse in Yunnan, all other pieces in the supply."""
    s.coins[c] = coins
    s.hand[c] = HAND_TRADERS
    s.supply[c] = TRADERS - HAND_TRADERS
    s.horse[c] = YUNNAN
    s.passes[c] = LEAST_PASSES
    for piece in range(PIECES):
        s.pieces_supply[c, piece] = PIECE_COUNT[piece]


# ---------------------------------------------------------------- legal actions


@rule
def legal(s: Any, mask: Any) -> None:
    """4: writes 1 for each legal action of the acting colour into ``mask``, ``(227,)`` int8, all zero before."""
    c = s.colour
    if s.phase == Phase.AUCTION:
        mask[PASS] = 1
        mark_places(s, c, mask)
    elif s.phase == Phase.SOURCE:
        for source in range(REGIONS):
            if has_source(s, c, source):
                mask[SOURCE + source] = 1
    elif s.phase == Phase.PIECE:
        for piece in range(PIECES):
            if s.pieces_supply[c, piece] > 0:
                mask[WORKSHOP_PIECE + piece] = 1
    elif s.phase == Phase.TEA_NOW:
        mask[PASS] = 1
        mark_tea_houses(s, c, mask)
    elif s.phase == Phase.TRAVEL:
        mask[PASS] = 1
        mark_travel(s, c, mask)
    elif s.phase == Phase.DISPLACE:
        mask[PASS] = 1
        for relative in range(1, s.colours):
            action = DISPLACE + relative - 1
            if reason_displace(s, c, displaced_colour(s, action), s.target) == Reason.LEGAL:
                mask[action] = 1
    else:
        for k in range(s.income[c] + 1):
            mask[CONVERT + k] = 1


# ---------------------------------------------------------------- reasons


@rule
def reason(s: Any, action: int) -> int:
    """4: why an action of the current phase is illegal, a ``Reason``; LEGAL exactly where the mask is 1."""
    c = s.colour
    if action == BANK_PLACE:
        return reason_bank(s, c)
    if BID <= action < SOURCE:
        return reason_bid(s, c, (action - BID) // SLOTS, (action - BID) % SLOTS)
    if SOURCE <= action < WORKSHOP_PIECE:
        return Reason.LEGAL.value if has_source(s, c, action - SOURCE) else Reason.NO_TRADER.value
    if WORKSHOP_PIECE <= action < BUILD_TEA_HOUSE:
        return Reason.LEGAL.value if s.pieces_supply[c, action - WORKSHOP_PIECE] > 0 else Reason.SUPPLY_EMPTY.value
    if BUILD_TEA_HOUSE <= action < BUILD_POST:
        return reason_tea_house(s, c, action - BUILD_TEA_HOUSE + 1)
    if BUILD_POST <= action < BUILD_BRIDGE:
        return reason_post(s, c, action - BUILD_POST + 1)
    if BUILD_BRIDGE <= action < MOVE:
        return reason_bridge(s, c, action - BUILD_BRIDGE)
    if MOVE <= action < DISPLACE:
        return reason_move(s, c, (action - MOVE) // PLACES, (action - MOVE) % PLACES + 1)
    if DISPLACE <= action < CONVERT:
        return reason_displace(s, c, displaced_colour(s, action), s.target)
    if action >= CONVERT and action - CONVERT > s.income[c]:
        return Reason.MORE_THAN_INCOME.value
    return Reason.LEGAL.value


# ---------------------------------------------------------------- a decision


@rule
def apply(s: Any, action: int) -> None:
    """4: plays a legal action and all that follows from it without a choice."""
    if not carry_out(s, action):
        advance(s)
    if s.over == 0:
        s.seat = owner(s, s.colour)


@rule
def carry_out(s: Any, action: int) -> bool:
    """4: plays a legal action; True when the same colour has to decide again before anything else happens."""
    c = s.colour
    if s.phase == Phase.AUCTION:
        if action != PASS:
            return choose_place(s, action)
        pass_auction(s)
    elif s.phase == Phase.SOURCE:
        place_trader(s, action - SOURCE)
    elif s.phase == Phase.PIECE:
        return gain_piece(s, c, action - WORKSHOP_PIECE)
    elif s.phase == Phase.TEA_NOW:
        if action != PASS:
            build_tea_house(s, c, action - BUILD_TEA_HOUSE + 1)
    elif s.phase == Phase.TRAVEL:
        return travel(s, c, action)
    elif s.phase == Phase.DISPLACE:
        if action != PASS:
            displace(s, displaced_colour(s, action))
        s.target = NONE
        return keep_travelling(s)
    else:
        convert(s, action - CONVERT)
    return False


@rule
def travel(s: Any, c: int, action: int) -> bool:
    """4.4: one step of a travel turn; True when the traveller goes on."""
    if action == PASS:
        end_travel(s)
        return False
    if action >= MOVE:
        if move(s, (action - MOVE) // PLACES, (action - MOVE) % PLACES + 1):
            return True
    elif action >= BUILD_BRIDGE:
        build_bridge(s, c, action - BUILD_BRIDGE)
    elif action >= BUILD_POST:
        build_post(s, c, action - BUILD_POST + 1)
    else:
        build_tea_house(s, c, action - BUILD_TEA_HOUSE + 1)
    return keep_travelling(s)


# ---------------------------------------------------------------- the round


@rule
def advance(s: Any) -> None:
    """4: the steps of a round in order, from a finished decision to the next one or to the end of the game."""
    if s.phase <= Phase.SOURCE:
        if next_bidder(s):
            return  # 1A
        pay_out_bank(s)  # 1B
        start_step(s, Phase.PIECE)
    if s.phase <= Phase.TEA_NOW:
        if next_payer(s):
            return  # 1C
        start_step(s, Phase.TRAVEL)
    if s.phase <= Phase.DISPLACE:
        if next_traveller(s):
            return  # 2A
        inspect(s)  # 2B
        hand_out_gifts(s)  # 2C
        sell_tea(s)  # 3A
        set_travel_order(s)  # 3B
        start_step(s, Phase.CONVERT)
    if next_converter(s):
        return  # 4A
    end_round(s)  # 4B
    if s.over == 0:
        s.place = NONE
        next_bidder(s)


@rule
def start_step(s: Any, phase: int) -> None:
    """4: a step begins before the first colour of its order."""
    s.phase = phase
    s.place = NONE
