"""The scripted bot of Yunnan: rules of thumb, from the observation's whole numbers and the mask only.

It plays for an early end, which beats investing for long: all income becomes points at once, and the coins of the
start and of the bank buy what pays back soonest, traders above all. It travels so that the income of the round is
highest after the check of the network, and displaces the leader. Section 9 of ``RULES.md`` describes the bot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import roll
from ..engine.reading import first_legal
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
)
from .observation import (
    BANK_NOW,
    BIDDING,
    BRIDGES,
    GIFT_VP,
    GIFTS_LEFT,
    HAND,
    HORSE,
    IN_BANK,
    IN_REGIONS,
    INCOME,
    INFLUENCE,
    ON_MARKET,
    OWN,
    PASSES,
    PHASE,
    PIECES_HAND,
    PIECES_SUPPLY,
    PLACES,
    POSTS,
    ROUNDS_LEFT,
    SCORE_THAT_ENDS,
    SUPPLY,
    TEA_HOUSES,
    VP,
)
from .state import Phase
from .tables import (
    BANK_PLACES,
    BORDERS,
    BRIDGE,
    BUILDINGS,
    CUSTOMS,
    DRAGON,
    GAPS,
    LEAST_PASSES,
    MARKET,
    MAX_COLOURS,
    MOST_INFLUENCE,
    MOST_PASSES,
    POST,
    POST_INCOME,
    PRICES,
    QINGHAI,
    REGIONS,
    SCHOOL,
    SITES,
    SLOTS,
    STABLE,
    TEA_HOUSE,
    TEA_HOUSE_POINTS,
    TRACK_POINTS,
    TRADER_INCOME,
)

LAST_INCOME = 55  # points that the leader may be expected to make in the last round
ROUND_INCOME = 30  # and in each round before
SCHOOL_PAYS = 20  # points for each round after this one: a trader more;
CUSTOMS_PAYS = 1  # and for each round to come: a border pass more,
STABLE_PAYS = 4  # the horse one region farther,
DRAGON_PAYS = 1  # influence one level higher
POST_SHARE = 4  # sixths of the rounds in which a trading post earns
BIDDER = 10  # what the trader that bids would earn elsewhere until the end
LAST_TRADER = 6  # what a trader earns in the last round
DOUBT = 7  # the bot varies its bids by so many thirds of a point
GOOD_PAY = 4  # least pay for which the bank is entered


@rule
def choose(numbers: Any, mask: Any, rng: Any) -> int:
    """The bot's action.

    Args:
        numbers: ``(334,)`` int64, the whole numbers of the observation.
        mask: ``(227,)`` int8.
        rng: a generator, ``(4,)`` int32, which varies the bids a little.
    """
    if numbers[PHASE + Phase.AUCTION] != 0:
        return choose_bid(numbers, mask, rng)
    if numbers[PHASE + Phase.SOURCE] != 0:
        return choose_source(numbers, mask)
    if numbers[PHASE + Phase.PIECE] != 0:
        return choose_piece(numbers, mask)
    if numbers[PHASE + Phase.TEA_NOW] != 0:
        tea_house = first_legal(mask, BUILD_TEA_HOUSE, BUILD_POST)
        return tea_house if tea_house >= 0 else PASS
    if numbers[PHASE + Phase.TRAVEL] != 0:
        return choose_travel(numbers, mask)
    if numbers[PHASE + Phase.DISPLACE] != 0:
        return choose_victim(numbers, mask)
    return CONVERT + numbers[INCOME]


# ---------------------------------------------------------------- what is left of the game


@rule
def rounds_to_come(numbers: Any) -> int:
    """Rounds in which something bought now pays, this one included: 1 in what is probably the last round."""
    best = 0
    for c in range(MAX_COLOURS):
        best = max(best, numbers[VP + c])
    missing = numbers[SCORE_THAT_ENDS] - best - LAST_INCOME
    rounds = 1 if missing <= 0 else 2 + missing // ROUND_INCOME
    return min(rounds, 1 + numbers[ROUNDS_LEFT])


# ---------------------------------------------------------------- auction


@rule
def choose_bid(numbers: Any, mask: Any, rng: Any) -> int:
    """The bid whose benefit exceeds its price the most; else the bank when it pays well; else pass."""
    best, best_action = 0, PASS
    rounds = rounds_to_come(numbers)
    coin = 3 if rounds > 1 else 1  # worth of a coin in thirds of a point: at the end three coins are one point
    trader = BIDDER if rounds > 1 else LAST_TRADER
    for building in range(BUILDINGS):
        benefit = 3 * (value_building(numbers, building, rounds) - trader) + roll(rng, DOUBT)
        for slot in range(SLOTS):
            action = BID + SLOTS * building + slot
            if mask[action] != 0:
                if benefit - coin * PRICES[slot] > best:
                    best, best_action = benefit - coin * PRICES[slot], action
                break
    if best_action == PASS and mask[BANK_PLACE] != 0 and rounds > 1 and own_bids(numbers) == 0 and numbers[HAND] > 0:
        place = 0 if bank_is_empty(numbers) else 1
        if numbers[BANK_NOW + place] >= GOOD_PAY:
            return BANK_PLACE
    return best_action


@rule
def own_bids(numbers: Any) -> int:
    """The sum of the colour's standing bids, which a trip to the bank would withdraw."""
    total = 0
    for building in range(BUILDINGS):
        total += numbers[BIDDING + building]
    return total


@rule
def bank_is_empty(numbers: Any) -> bool:
    """Nobody has gone to the bank yet."""
    for c in range(MAX_COLOURS):
        if numbers[IN_BANK + BANK_PLACES * c] != 0:
            return False
    return True


@rule
def choose_source(numbers: Any, mask: Any) -> int:
    """A trader from the hand, else from the region with the most."""
    if mask[SOURCE] != 0:
        return SOURCE
    best, best_action = 0, PASS
    for k in range(PLACES):
        if numbers[IN_REGIONS + k] > best:
            best, best_action = numbers[IN_REGIONS + k], SOURCE + 1 + k
    return best_action


@rule
def value_building(numbers: Any, building: int, rounds: int) -> int:
    """What the effect of a building is worth in points until the end."""
    if building == SCHOOL:
        return LAST_TRADER + SCHOOL_PAYS * (rounds - 1) if numbers[SUPPLY] > 0 else 0
    if building == CUSTOMS:
        passes = numbers[PASSES]
        return CUSTOMS_PAYS * rounds + track_gain(passes - LEAST_PASSES) if passes < MOST_PASSES else 0
    if building == STABLE:
        return STABLE_PAYS * rounds if numbers[HORSE] < QINGHAI else 0
    if building == DRAGON:
        influence = numbers[INFLUENCE]
        return DRAGON_PAYS * rounds + track_gain(influence) if influence < MOST_INFLUENCE else 0
    return max(value_tea_house(numbers), value_post(numbers, rounds))


@rule
def track_gain(level: int) -> int:
    """Points of the next step of a track at the end."""
    return TRACK_POINTS[level + 1] - TRACK_POINTS[level]


@rule
def value_tea_house(numbers: Any) -> int:
    """Points of one more tea house, if a region is free for it."""
    if numbers[PIECES_SUPPLY + TEA_HOUSE] == 0:
        return 0
    free = 0
    for region in range(1, numbers[HORSE] + 1):
        free += numbers[TEA_HOUSES + (1 + MAX_COLOURS) * (region - 1)]
    return TEA_HOUSE_POINTS if free > numbers[PIECES_HAND + TEA_HOUSE] else 0


@rule
def value_post(numbers: Any, rounds: int) -> int:
    """Income of one more trading post until the end, in those rounds in which it is in the network."""
    return POST_INCOME[numbers[HORSE]] * rounds * POST_SHARE // 6 if numbers[PIECES_SUPPLY + POST] > 0 else 0


@rule
def choose_piece(numbers: Any, mask: Any) -> int:
    """Workshop: tea house or trading post, whichever is worth more; a bridge when nothing else is left."""
    post = value_post(numbers, rounds_to_come(numbers))
    if mask[WORKSHOP_PIECE + POST] != 0 and post > value_tea_house(numbers):
        return WORKSHOP_PIECE + POST
    if mask[WORKSHOP_PIECE + TEA_HOUSE] != 0:
        return WORKSHOP_PIECE + TEA_HOUSE
    return WORKSHOP_PIECE + POST if mask[WORKSHOP_PIECE + POST] != 0 else WORKSHOP_PIECE + BRIDGE


# ---------------------------------------------------------------- travel


@rule
def choose_travel(numbers: Any, mask: Any) -> int:
    """Builds what can be built, then makes the move that adds most income for its passes."""
    traders = np.zeros(REGIONS, np.int64)
    posts = np.zeros(REGIONS, np.int64)
    traders[MARKET] = numbers[ON_MARKET]
    for k in range(PLACES):
        traders[k + 1] = numbers[IN_REGIONS + k]
        posts[k + 1] = numbers[POSTS + k]
    bridges = 0
    for site in range(SITES):
        bridges |= numbers[BRIDGES + site] << site
    action = first_legal(mask, BUILD_TEA_HOUSE, BUILD_POST)
    if action < 0:
        action = first_legal(mask, BUILD_BRIDGE, MOVE)
    if action < 0:
        action = choose_move(numbers, mask, traders, posts, bridges)
    if action == PASS and numbers[PIECES_HAND + POST] > 0:
        action = choose_post(numbers, mask, traders, posts, bridges)
    return action


@rule
def choose_move(numbers: Any, mask: Any, traders: Any, posts: Any, bridges: int) -> int:
    """The move with the highest gain of worth per pass, or PASS when no move gains anything."""
    before = worth(numbers, traders, posts, bridges)
    best, best_action = 0, PASS
    for start in range(REGIONS):
        if traders[start] == 0:
            continue
        for end in range(1, numbers[HORSE] + 1):
            action = MOVE + PLACES * start + end - 1
            if mask[action] != 0:
                traders[start] -= 1
                traders[end] += 1
                gain = worth(numbers, traders, posts, bridges) - before
                traders[start] += 1
                traders[end] -= 1
                rate = 60 * gain // BORDERS[bridges, numbers[HORSE], start, end] + (end if gain > 0 else 0)
                if rate > best:
                    best, best_action = rate, action
    return best_action


@rule
def choose_post(numbers: Any, mask: Any, traders: Any, posts: Any, bridges: int) -> int:
    """The region where a trading post adds most now; the farthest in a tie."""
    best, best_action = -1, PASS
    for region in range(1, numbers[HORSE] + 1):
        if mask[BUILD_POST + region - 1] != 0:
            posts[region] += 1
            value = worth(numbers, traders, posts, bridges)
            posts[region] -= 1
            if value >= best:
                best, best_action = value, BUILD_POST + region - 1
    return best_action


@rule
def worth(numbers: Any, traders: Any, posts: Any, bridges: int) -> int:
    """Twice the income of such traders and posts after the check of the network, and the gifts that they would take."""
    occupied = 1
    for region in range(1, REGIONS):
        if traders[region] > 0 or posts[region] > 0:
            occupied |= 1 << region
    total = 2 * traders[MARKET] * TRADER_INCOME[MARKET]
    for region in range(1, REGIONS):
        if GAPS[bridges, occupied, region] > 0:
            total += 2 * traders[region] * TRADER_INCOME[MARKET]
        else:
            total += 2 * (traders[region] * TRADER_INCOME[region] + posts[region] * POST_INCOME[region])
            total += numbers[GIFT_VP] * min(traders[region], numbers[GIFTS_LEFT + region - 1])
    return total


@rule
def choose_victim(numbers: Any, mask: Any) -> int:
    """Displaces the rival with the most points; never the other own colour."""
    best, best_action = -1000, PASS
    for c in range(1, MAX_COLOURS):
        if mask[DISPLACE + c - 1] != 0 and numbers[OWN + c] == 0 and numbers[VP + c] > best:
            best, best_action = numbers[VP + c], DISPLACE + c - 1
    return best_action
