"""Step 2A of a round: moving traders, building, displacing, the check of the network (RULES 4.4)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from .actions import BUILD_BRIDGE, BUILD_POST, BUILD_TEA_HOUSE, DISPLACE, MOVE, Reason
from .rules_auction import can_build_tea_house
from .rules_network import gaps, occupied_regions, shortest_path
from .state import NOBODY, TURN_END, Phase
from .tables import BRIDGE, BRIDGE_SITES, MARKET, POST, REGIONS, SITES, TEA_HOUSE

PLACES = REGIONS - 1  # regions that traders travel to

# ---------------------------------------------------------------- a travel turn


@rule
def next_traveller(s: Any) -> bool:
    """4.4: the next colour in travel order that can do something travels; False when all have travelled."""
    while s.place + 1 < s.colours:
        s.place += 1
        s.colour = s.travel_order[s.place]
        s.passes_left = s.passes[s.colour]
        if keep_travelling(s):
            return True
    return False


@rule
def keep_travelling(s: Any) -> bool:
    """4.4: the traveller goes on; False, and the turn is over, when nothing is left but to end it."""
    if can_move(s, s.colour) or can_build(s, s.colour):
        s.phase = Phase.TRAVEL
        return True
    end_travel(s)
    return False


@rule
def can_move(s: Any, c: int) -> bool:
    """4.4: some trader can move. One step is enough, and from each region within reach there is one: from the market
    to Yunnan, and between any other two neighbours as soon as the horse has left Yunnan."""
    if s.passes_left == 0:
        return False
    if s.traders[c, MARKET] > 0:
        return True
    if s.horse[c] > 1:
        for region in range(1, REGIONS):
            if s.traders[c, region] > s.moved[region]:
                return True
    return False


@rule
def can_build(s: Any, c: int) -> bool:
    """4.4: some piece in hand can be built."""
    if s.pieces_hand[c, POST] > 0:
        return True
    if s.pieces_hand[c, TEA_HOUSE] > 0 and can_build_tea_house(s, c):
        return True
    if s.pieces_hand[c, BRIDGE] > 0:
        for site in range(SITES):
            if reason_bridge(s, c, site) == Reason.LEGAL:
                return True
    return False


@rule
def end_travel(s: Any) -> None:
    """4.4: the traveller's turn ends; traders outside its network go home, unless that waits for the round's end."""
    if s.strand_rule == TURN_END:
        check_network(s, s.colour)
    s.passes_left = 0
    s.moved[:] = 0


@rule
def check_network(s: Any, c: int) -> None:
    """4.4: the network is what hangs together with Pu'er through regions with a trader or a post of c, by road and own
    bridges; c's traders outside it go to the market. Its posts stay."""
    occupied = occupied_regions(s, c)
    for region in range(1, REGIONS):
        if s.traders[c, region] > 0 and gaps(s, c, occupied, region) > 0:
            s.traders[c, MARKET] += s.traders[c, region]
            s.traders[c, region] = 0


# ---------------------------------------------------------------- what may be done


@rule
def mark_travel(s: Any, c: int, mask: Any) -> None:
    """4.4: marks every move and every building of the traveller."""
    for start in range(REGIONS):
        if unmoved(s, c, start) > 0:
            for end in range(1, s.horse[c] + 1):
                if end != start and shortest_path(s, c, start, end) <= s.passes_left:
                    mask[MOVE + PLACES * start + end - 1] = 1
    if s.pieces_hand[c, POST] > 0:
        for region in range(1, s.horse[c] + 1):
            mask[BUILD_POST + region - 1] = 1
    if s.pieces_hand[c, TEA_HOUSE] > 0:
        mark_tea_houses(s, c, mask)
    if s.pieces_hand[c, BRIDGE] > 0:
        for site in range(SITES):
            if reason_bridge(s, c, site) == Reason.LEGAL:
                mask[BUILD_BRIDGE + site] = 1


@rule
def mark_tea_houses(s: Any, c: int, mask: Any) -> None:
    """4.3, 4.4: marks every region where c may build a tea house."""
    for region in range(1, s.horse[c] + 1):
        if s.tea_house[region] == NOBODY:
            mask[BUILD_TEA_HOUSE + region - 1] = 1


@rule
def unmoved(s: Any, c: int, region: int) -> int:
    """4.4: traders of the traveller in a region that have not moved in this turn."""
    return int(s.traders[c, region]) - int(s.moved[region])


@rule
def reason_move(s: Any, c: int, start: int, end: int) -> int:
    """4.4: why the traveller may not move a trader so."""
    if s.traders[c, start] == 0:
        return Reason.NO_TRADER.value
    if unmoved(s, c, start) == 0:
        return Reason.ALL_MOVED.value
    if start == end:
        return Reason.SAME_REGION.value
    if end > s.horse[c]:
        return Reason.BEYOND_HORSE.value
    return Reason.LEGAL.value if shortest_path(s, c, start, end) <= s.passes_left else Reason.NO_PASSES.value


@rule
def reason_post(s: Any, c: int, region: int) -> int:
    """4.4: why c may not build a trading post there."""
    if s.pieces_hand[c, POST] == 0:
        return Reason.NOT_IN_HAND.value
    return Reason.LEGAL.value if region <= s.horse[c] else Reason.BEYOND_HORSE.value


@rule
def reason_tea_house(s: Any, c: int, region: int) -> int:
    """4.3, 4.4: why c may not build a tea house there."""
    if s.pieces_hand[c, TEA_HOUSE] == 0:
        return Reason.NOT_IN_HAND.value
    if region > s.horse[c]:
        return Reason.BEYOND_HORSE.value
    return Reason.LEGAL.value if s.tea_house[region] == NOBODY else Reason.TEA_HOUSE_STANDS.value


@rule
def reason_bridge(s: Any, c: int, site: int) -> int:
    """4.4: why c may not build a bridge there: both ends must be within the horse's reach."""
    if s.pieces_hand[c, BRIDGE] == 0:
        return Reason.NOT_IN_HAND.value
    if s.bridges[c, site] != 0:
        return Reason.BRIDGE_STANDS.value
    farther = max(BRIDGE_SITES[site, 0], BRIDGE_SITES[site, 1])
    return Reason.LEGAL.value if farther <= s.horse[c] else Reason.BEYOND_HORSE.value


# ---------------------------------------------------------------- moves


@rule
def move(s: Any, start: int, end: int) -> bool:
    """4.4: a trader of the traveller crosses borders, a pass for each; True when it could displace somebody."""
    c = s.colour
    s.passes_left -= shortest_path(s, c, start, end)
    s.traders[c, start] -= 1
    s.traders[c, end] += 1
    s.moved[end] += 1
    for other in range(s.colours):
        if reason_displace(s, c, other, end) == Reason.LEGAL:
            s.target = end
            s.phase = Phase.DISPLACE
            return True
    return False


@rule
def reason_displace(s: Any, c: int, other: int, region: int) -> int:
    """4.4: why a trader of c that arrives in a region may not displace one of another colour there."""
    if other == c or other >= s.colours:
        return Reason.NO_COLOUR.value
    if s.traders[other, region] == 0:
        return Reason.NOT_HERE.value
    return Reason.LEGAL.value if s.influence[other] < s.influence[c] else Reason.NOT_WEAKER.value


@rule
def displaced_colour(s: Any, action: int) -> int:
    """7.1: the colour that a displacing action names, counted from the acting colour."""
    relative = action - DISPLACE + 1
    return (int(s.colour) + relative) % int(s.colours) if relative < s.colours else int(s.colours)


@rule
def displace(s: Any, other: int) -> None:
    """4.4: one trader of another colour goes one step back along the road, from Yunnan to the market."""
    region = int(s.target)
    s.traders[other, region] -= 1
    s.traders[other, region - 1] += 1


# ---------------------------------------------------------------- buildings


@rule
def build_post(s: Any, c: int, region: int) -> None:
    """4.4: a trading post; any number may stand in a region."""
    s.pieces_hand[c, POST] -= 1
    s.posts[c, region] += 1


@rule
def build_tea_house(s: Any, c: int, region: int) -> None:
    """4.3, 4.4: a tea house; one per region for all colours together."""
    s.pieces_hand[c, TEA_HOUSE] -= 1
    s.tea_house[region] = c


@rule
def build_bridge(s: Any, c: int, site: int) -> None:
    """4.4: a bridge; each colour has its own."""
    s.pieces_hand[c, BRIDGE] -= 1
    s.bridges[c, site] = 1
    s.bridge_set[c] |= 1 << site
