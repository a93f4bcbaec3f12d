"""Step 1 of a round: placing traders, the bank, paying and progress (RULES 4.1-4.3, 4.9)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from .actions import BANK_PLACE, BID, MARKET_PLACE, Reason
from .rules_network import owner
from .state import NOBODY, NONE, OFFICIAL, Phase
from .tables import (
    BANK_PAYS,
    BANK_PLACES,
    BANK_UPPER,
    BUILDINGS,
    CUSTOMS,
    DRAGON,
    FLOOR,
    LEAST_PENALTY,
    LOW_SLOTS,
    MARKET,
    MOST_INFLUENCE,
    MOST_PASSES,
    PENALTY_BASE,
    PIECES,
    PRICES,
    QINGHAI,
    REGIONS,
    SCHOOL,
    SLOTS,
    STABLE,
    TEA_HOUSE,
    WORKSHOP,
)

# ---------------------------------------------------------------- 1A: who bids


@rule
def next_bidder(s: Any) -> bool:
    """4.1: the next colour in auction order that has not passed decides; False when all have passed.

    A colour without a trader to place passes by itself.
    """
    for _ in range(s.colours):
        s.place = (s.place + 1) % s.colours
        c = s.auction_order[s.place]
        if s.passed[c] == 0:
            if has_trader(s, c):
                s.colour = c
                s.phase = Phase.AUCTION
                return True
            s.passed[c] = 1
    return False


@rule
def has_trader(s: Any, c: int) -> bool:
    """4.1: c has a trader to place: in hand or in a region, but not on the market, in a building or in the bank."""
    if s.hand[c] > 0:
        return True
    for region in range(1, REGIONS):
        if s.traders[c, region] > 0:
            return True
    return False


# ---------------------------------------------------------------- 1A: what may be bid


@rule
def mark_places(s: Any, c: int, mask: Any) -> None:
    """4.1: marks every place where c may put a trader."""
    mask[MARKET_PLACE] = 1
    if reason_bank(s, c) == Reason.LEGAL:
        mask[BANK_PLACE] = 1
    if in_bank(s, c):
        return
    most = most_bid(s, c)
    for building in range(BUILDINGS):
        if s.bid[c, building] == 0:
            highest = highest_slot(s, building)
            for slot in range(SLOTS):
                free = s.slots[building, slot] == NOBODY and not is_under(s, slot, highest)
                if free and PRICES[slot] <= most:
                    mask[BID + SLOTS * building + slot] = 1


@rule
def reason_bank(s: Any, c: int) -> int:
    """4.1: why c may not go to the bank."""
    if in_bank(s, c):
        return Reason.IN_BANK.value
    return Reason.LEGAL.value if s.bank[BANK_PLACES - 1] == NOBODY else Reason.BANK_FULL.value


@rule
def reason_bid(s: Any, c: int, building: int, slot: int) -> int:
    """4.1: why c may not bid so in a building."""
    if in_bank(s, c):
        return Reason.IN_BANK.value
    if s.bid[c, building] > 0:
        return Reason.BUILDING_USED.value
    if s.slots[building, slot] != NOBODY:
        return Reason.SLOT_TAKEN.value
    if is_under(s, slot, highest_slot(s, building)):
        return Reason.UNDER_HIGHER.value
    if PRICES[slot] > most_bid(s, c):
        return Reason.BELOW_FLOOR.value if s.overspend != 0 else Reason.CANNOT_PAY.value
    return Reason.LEGAL.value


@rule
def is_under(s: Any, slot: int, highest: int) -> bool:
    """4.1: a low price below the highest bid of its building, which the official rule forbids."""
    return s.low_slot_rule == OFFICIAL and slot < LOW_SLOTS and slot < highest


@rule
def in_bank(s: Any, c: int) -> bool:
    """4.1: c has a trader in the bank."""
    for place in range(BANK_PLACES):
        if s.bank[place] == c:
            return True
    return False


@rule
def highest_slot(s: Any, building: int) -> int:
    """4.1: the dearest slot of the building with a trader, -1 if it is empty."""
    for slot in range(SLOTS - 1, -1, -1):
        if s.slots[building, slot] != NOBODY:
            return slot
    return -1


@rule
def most_bid(s: Any, c: int) -> int:
    """4.1, 4.9: the highest price that c may add to its standing bids: what it can pay, or, where overspending is
    allowed, what keeps the player's score at the floor or above even if all missing coins are paid in points."""
    left = int(s.coins[c]) - int(s.bid_total[c])
    if s.overspend == 0:
        return left
    p = owner(s, c)
    missing = 0  # of the player's other colour
    for other in range(s.colours):
        if other != c and owner(s, other) == p:
            missing += missing_coins(s, other)
    return left + (int(s.vp[p]) - FLOOR) // penalty(s) - missing


@rule
def missing_coins(s: Any, c: int) -> int:
    """4.9: by how much c's standing bids are more than its coins."""
    return max(0, int(s.bid_total[c]) - int(s.coins[c]))


@rule
def penalty(s: Any) -> int:
    """4.9: points lost for each missing coin in this round."""
    return max(LEAST_PENALTY, PENALTY_BASE - int(s.round_number))


# ---------------------------------------------------------------- 1A: placing a trader


@rule
def pass_auction(s: Any) -> None:
    """4.1: the acting colour passes; the traders in its hand go to the market."""
    c = s.colour
    s.traders[c, MARKET] += s.hand[c]
    s.hand[c] = 0
    s.passed[c] = 1


@rule
def choose_place(s: Any, action: int) -> bool:
    """4.1: remembers the place and takes the trader there at once when there is one source; True when it is asked."""
    c = s.colour
    sources = 0
    source = 0
    for k in range(REGIONS):
        if has_source(s, c, k):
            sources += 1
            source = k
    s.target = action
    if sources > 1:
        s.phase = Phase.SOURCE
        return True
    place_trader(s, source)
    return False


@rule
def has_source(s: Any, c: int, source: int) -> bool:
    """4.1: c has a trader to place in its hand (source 0) or in a region (1..5)."""
    return s.hand[c] > 0 if source == 0 else s.traders[c, source] > 0


@rule
def place_trader(s: Any, source: int) -> None:
    """4.1: takes a trader from the hand (source 0) or a region (1..5) to the place that was chosen."""
    c = s.colour
    action = int(s.target)
    s.target = NONE
    if source == 0:
        s.hand[c] -= 1
    else:
        s.traders[c, source] -= 1
    if action == MARKET_PLACE:
        s.traders[c, MARKET] += 1
    elif action == BANK_PLACE:
        enter_bank(s, c)
    else:
        enter_building(s, c, (action - BID) // SLOTS, (action - BID) % SLOTS)


@rule
def enter_bank(s: Any, c: int) -> None:
    """4.1: the left place if it is free, else the right one; all traders of c in buildings go to the market."""
    s.bank[0 if s.bank[0] == NOBODY else 1] = c
    s.traders[c, MARKET] += withdraw_bids(s, c)


@rule
def enter_building(s: Any, c: int, building: int, slot: int) -> None:
    """4.1: a bid; it throws lower bids out of the low slots, under the literal rule only if it is itself a high one."""
    if s.low_slot_rule == OFFICIAL or slot >= LOW_SLOTS:
        for lower in range(min(slot, LOW_SLOTS)):
            if s.slots[building, lower] != NOBODY:
                throw_out(s, building, lower)
    s.slots[building, slot] = c
    s.bid[c, building] = PRICES[slot]
    s.bid_total[c] += PRICES[slot]


@rule
def throw_out(s: Any, building: int, slot: int) -> None:
    """4.1: the trader on a slot goes back to its owner's hand, who bids again as if it had never passed."""
    c = s.slots[building, slot]
    s.slots[building, slot] = NOBODY
    s.bid_total[c] -= s.bid[c, building]
    s.bid[c, building] = 0
    s.hand[c] += 1
    s.passed[c] = 0


@rule
def withdraw_bids(s: Any, c: int) -> int:
    """4.1, 4.3: takes all traders of c out of the buildings; gives their number."""
    count = 0
    for building in range(BUILDINGS):
        if s.bid[c, building] > 0:
            count += 1
            for slot in range(SLOTS):
                if s.slots[building, slot] == c:
                    s.slots[building, slot] = NOBODY
            s.bid[c, building] = 0
    s.bid_total[c] = 0
    return count


# ---------------------------------------------------------------- 1B: the bank


@rule
def bank_row(total: int) -> int:
    """4.2: the row of the bank's table when all standing bids come to ``total``."""
    row = 0
    while row < BANK_UPPER.shape[0] and total > BANK_UPPER[row]:
        row += 1
    return row


@rule
def all_bids(s: Any) -> int:
    """4.2: the sum of all standing bids of all colours."""
    total = 0
    for c in range(s.colours):
        total += int(s.bid_total[c])
    return total


@rule
def pay_out_bank(s: Any) -> None:
    """4.2: the traders in the bank earn their coins and return to the hand."""
    row = bank_row(all_bids(s))
    for place in range(BANK_PLACES):
        c = s.bank[place]
        if c != NOBODY:
            s.coins[c] += BANK_PAYS[place, row]
            s.hand[c] += 1
            s.bank[place] = NOBODY


# ---------------------------------------------------------------- 1C: paying and progress


@rule
def next_payer(s: Any) -> bool:
    """4.3: in auction order each colour pays and gets its effects; True when one of them has to choose a piece."""
    while s.place + 1 < s.colours:
        s.place += 1
        s.colour = s.auction_order[s.place]
        if pay_and_progress(s, s.colour):
            return True
    return False


@rule
def pay_and_progress(s: Any, c: int) -> bool:
    """4.3: c pays its bids and gets the effects of its buildings in their order; True when the workshop asks.

    The traders leave the buildings after the first four effects, which makes no difference.
    """
    pay_bids(s, c)
    if s.bid[c, SCHOOL] > 0 and s.supply[c] > 0:
        s.supply[c] -= 1
        s.traders[c, MARKET] += 1
    if s.bid[c, CUSTOMS] > 0 and s.passes[c] < MOST_PASSES:
        s.passes[c] += 1
    if s.bid[c, STABLE] > 0 and s.horse[c] < QINGHAI:
        s.horse[c] += 1
    if s.bid[c, DRAGON] > 0 and s.influence[c] < MOST_INFLUENCE:
        s.influence[c] += 1
    workshop = s.bid[c, WORKSHOP] > 0
    s.hand[c] += withdraw_bids(s, c)
    return workshop and enter_workshop(s, c)


@rule
def pay_bids(s: Any, c: int) -> None:
    """4.3, 4.9: c pays its standing bids; missing coins, if overspending is allowed, are paid in points."""
    missing = missing_coins(s, c)
    s.coins[c] -= int(s.bid_total[c]) - missing
    s.vp[owner(s, c)] -= penalty(s) * missing


@rule
def enter_workshop(s: Any, c: int) -> bool:
    """4.3: c gets a piece from its supply; True when c has to choose it, or has to place a tea house."""
    kinds = 0
    last = 0
    for piece in range(PIECES):
        if s.pieces_supply[c, piece] > 0:
            kinds += 1
            last = piece
    if kinds > 1:
        s.phase = Phase.PIECE
        return True
    return kinds == 1 and gain_piece(s, c, last)


@rule
def gain_piece(s: Any, c: int, piece: int) -> bool:
    """4.3: a piece goes from supply to hand; True when it is a tea house that could be built at once."""
    s.pieces_supply[c, piece] -= 1
    s.pieces_hand[c, piece] += 1
    if piece == TEA_HOUSE and can_build_tea_house(s, c):
        s.phase = Phase.TEA_NOW
        return True
    return False


@rule
def can_build_tea_house(s: Any, c: int) -> bool:
    """4.3: some region within reach of c's horse has no tea house."""
    for region in range(1, s.horse[c] + 1):
        if s.tea_house[region] == NOBODY:
            return True
    return False
