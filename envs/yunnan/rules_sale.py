"""Steps 2B to 4B of a round: inspector, gifts, income, order, converting, the end (RULES 4.5-4.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from .rules_network import earns, gaps, occupied_regions, owner
from .rules_travel import check_network
from .state import NOBODY, PER_TRADER, ROUND_END, Phase
from .tables import (
    MARKET,
    MAX_COLOURS,
    MOST_INFLUENCE,
    POST_INCOME,
    REGIONS,
    TRADER_INCOME,
    TRADERS,
    TRANSPORT,
)

# ---------------------------------------------------------------- 2B: the inspector


@rule
def inspect(s: Any) -> None:
    """4.5: the inspector visits the region with the highest income and sends one trader there to the market."""
    region = inspected_region(s)
    if region != MARKET:
        c = inspected_colour(s, region)
        if c != NOBODY:
            s.traders[c, region] -= 1
            s.traders[c, MARKET] += 1


@rule
def inspected_region(s: Any) -> int:
    """4.5: the region with the highest income, the farther one by road in a tie; MARKET (none) if all are zero."""
    best = 0
    found = MARKET
    for region in range(1, REGIONS):
        income = region_income(s, region)
        if income > 0 and income >= best:
            best = income
            found = region
    return found


@rule
def region_income(s: Any, region: int) -> int:
    """4.5: what all traders in a region earn, cut off or not, and all posts that are in their owner's network."""
    income = 0
    for c in range(s.colours):
        income += int(s.traders[c, region]) * int(TRADER_INCOME[region])
        if earns(s, c, occupied_regions(s, c), region):
            income += int(s.posts[c, region]) * int(POST_INCOME[region])
    return income


@rule
def inspected_colour(s: Any, region: int) -> int:
    """4.5: the highest influence below the top of the track with a trader there and without the tea house there; the
    earlier in travel order in a tie; NOBODY if there is none."""
    found = NOBODY
    for place in range(s.colours):
        c = int(s.travel_order[place])
        candidate = s.traders[c, region] > 0 and s.influence[c] < MOST_INFLUENCE and s.tea_house[region] != c
        if candidate and (found == NOBODY or s.influence[c] > s.influence[found]):
            found = c
    return found


# ---------------------------------------------------------------- 2C: gifts


@rule
def hand_out_gifts(s: Any) -> None:
    """4.6: each trader in a region takes a gift there while they last, the most influential colours first."""
    for region in range(1, REGIONS):
        if s.gifts_left[region] > 0:
            for influence in range(MOST_INFLUENCE, -1, -1):
                hand_out_to(s, region, influence)


@rule
def hand_out_to(s: Any, region: int, influence: int) -> None:
    """4.6: colours of equal influence take one gift each in turn, in travel order, until each trader has one."""
    for taken in range(TRADERS):
        for place in range(s.colours):
            c = s.travel_order[place]
            if s.influence[c] == influence and s.traders[c, region] > taken and s.gifts_left[region] > 0:
                s.gifts_left[region] -= 1
                s.gifts[c] += 1


# ---------------------------------------------------------------- 3: income and order


@rule
def sell_tea(s: Any) -> None:
    """4.7, 3A: every colour's income."""
    for c in range(s.colours):
        s.income[c] = income_of(s, c)


@rule
def income_of(s: Any, c: int) -> int:
    """4.7: traders less their transport, and posts in the network."""
    occupied = occupied_regions(s, c)
    income = 0
    for region in range(REGIONS):
        income += int(s.traders[c, region]) * (int(TRADER_INCOME[region]) - transport(s, c, occupied, region))
        if earns(s, c, occupied, region):
            income += int(s.posts[c, region]) * int(POST_INCOME[region])
    return income


@rule
def transport(s: Any, c: int, occupied: int, region: int) -> int:
    """4.7: coins that a trader in a region pays: for each gap, or with per_trader for all gaps together."""
    count = gaps(s, c, occupied, region)
    return TRANSPORT * (min(count, 1) if s.gap_cost == PER_TRADER else count)


@rule
def set_travel_order(s: Any) -> None:
    """4.7, 3B: by descending income; in a tie the later in the old order goes first."""
    count = int(s.colours)
    ranked = np.full(MAX_COLOURS, NOBODY, np.int64)
    for place in range(count):
        c = s.travel_order[count - 1 - place]
        k = place
        while k > 0 and s.income[ranked[k - 1]] < s.income[c]:
            ranked[k] = ranked[k - 1]
            k -= 1
        ranked[k] = c
    if s.num_players == 2:
        alternate(ranked)
    s.travel_order[:] = ranked


@rule
def alternate(ranked: Any) -> None:
    """4.8: the first colour, the best of the other player, the first player's other colour, then the last.

    With four colours, those of one player are two apart.
    """
    first = ranked[0]
    best = ranked[1] if (ranked[1] - first) % 2 != 0 else ranked[2]
    ranked[1] = best
    ranked[2] = (first + 2) % 4
    ranked[3] = (best + 2) % 4


@rule
def set_auction_order(s: Any) -> None:
    """3.1, 4.7: the auction order is the travel order reversed: the lowest income starts."""
    for place in range(s.colours):
        s.auction_order[place] = s.travel_order[s.colours - 1 - place]


# ---------------------------------------------------------------- 4: converting, the end of the round


@rule
def next_converter(s: Any) -> bool:
    """4.7, 4A: the next colour in travel order with an income decides; False when all have converted."""
    while s.place + 1 < s.colours:
        s.place += 1
        s.colour = s.travel_order[s.place]
        if s.income[s.colour] > 0:
            s.phase = Phase.CONVERT
            return True
    return False


@rule
def convert(s: Any, k: int) -> None:
    """4.7, 4A: k of the acting colour's income become points, the rest coins."""
    c = s.colour
    s.vp[owner(s, c)] += k
    s.coins[c] += int(s.income[c]) - k


@rule
def end_round(s: Any) -> None:
    """4.7, 4B: the traders on the market return to the hand; the game ends or the next round begins."""
    for c in range(s.colours):
        if s.strand_rule == ROUND_END:
            check_network(s, c)
        s.hand[c] += s.traders[c, MARKET]
        s.traders[c, MARKET] = 0
    set_auction_order(s)
    if is_decided(s):
        finish(s)
    elif s.round_number >= s.max_rounds:
        s.truncated = 1
        finish(s)
    else:
        s.round_number += 1
        s.income[:] = 0
        s.passed[:] = 0


@rule
def finish(s: Any) -> None:
    """4.7: the game is over, and no colour decides any more."""
    s.over = 1
    s.phase = Phase.OVER
    s.colour = NOBODY


@rule
def is_decided(s: Any) -> bool:
    """4.7: somebody has reached the score that ends the game, or the gifts have run out."""
    left = 0
    for region in range(1, REGIONS):
        left += int(s.gifts_left[region])
    if left <= s.end_gifts:
        return True
    for p in range(s.num_players):
        if s.vp[p] >= s.end_score:
            return True
    return False
