"""A position of Yunnan as readable text."""

from __future__ import annotations

import numpy as np

from ..engine.drawing import page, wrapped
from .actions import ACTIONS, SITE_NAMES
from .rules_auction import all_bids, bank_row
from .rules_network import gaps, occupied_regions, owner
from .rules_sale import transport
from .scoring import (
    coin_points,
    gift_points,
    influence_points,
    pass_points,
    tea_house_points,
    tea_houses,
    total_points,
)
from .state import NOBODY, Phase
from .tables import (
    BANK_PAYS,
    BANK_PLACES,
    BUILDING_NAMES,
    BUILDINGS,
    COLOUR_NAMES,
    PRICES,
    REGION_NAMES,
    REGIONS,
)

LEGEND = (
    "legend: regions read '2 p1 T': 2 traders, 1 trading post, the tea house of the colour; '.' no trader; '-3': a",
    "        trader there pays 3 for transport; 'cut off': posts without traders outside the network; market: Pu'er;",
    "        hand, supply: traders on the table, not yet acquired; bridge, post, house: pieces in hand, not yet built;",
    "        options: gift_vp: points for a gift; cap: on the rounds; others, where they stand: not the usual rule",
    "        (RULES.md 4.0); seats own colours: see the first table",
)


def text(s: np.record, seat: int | None = None) -> str:
    """The whole position in ASCII; nothing is hidden, ``seat`` only marks the observer's colours.

    Lines have at most 120 columns; the last ones explain what is abbreviated.
    """
    people = [*_colours(s, seat), "", *_points(s)]
    return page([*_headline(s), "", *people, "", *_regions(s), "", *_buildings(s), "", *LEGEND])


def _headline(s: np.record) -> list[str]:
    options = [f"gift_vp {s.gift_vp}", f"cap {s.max_rounds}"]
    options += ["overspend"] * bool(s.overspend) + ["round_end"] * bool(s.strand_rule)
    options += ["per_trader"] * bool(s.gap_cost) + ["literal"] * bool(s.low_slot_rule)
    end = f"ends at {s.end_score} points or {s.end_gifts} gifts left"
    head = f"Yunnan, {s.num_players} players ({', '.join(options)}), round {s.round_number}, {end}"
    if s.over:
        return [head, "cut by the cap on the rounds" if s.truncated else "the game is over"]
    turn = f"{COLOUR_NAMES[s.colour]} (seat {s.seat}) to act in {Phase(int(s.phase)).name}"
    if s.phase == Phase.SOURCE:
        turn += f", placing on {ACTIONS.describe(int(s.target))}"
    if s.phase == Phase.DISPLACE:
        turn += f", having entered {REGION_NAMES[s.target]}"
    if s.phase in (Phase.TRAVEL, Phase.DISPLACE):
        moved = [f"{s.moved[r]} in {REGION_NAMES[r]}" for r in range(1, REGIONS) if s.moved[r]]
        turn += f", passes left {s.passes_left}, moved {', '.join(moved) or 'none'}"
    if s.phase == Phase.CONVERT:
        turn += f", income {s.income[s.colour]}"
    return [head, turn]


def _colours(s: np.record, seat: int | None) -> list[str]:
    lines = ["colour seat coins hand supply horse    passes influence income gifts  bridge   post  house"]
    for c in range(s.colours):
        p = owner(s, c)
        pieces = "".join(f"{n or '-':>7}" for n in s.pieces_hand[c])
        marks = [*["acts"] * bool(c == s.colour and not s.over), *["you"] * bool(p == seat)]
        if s.passed[c] and s.phase in (Phase.AUCTION, Phase.SOURCE):
            marks.append("passed")
        track = f"{REGION_NAMES[s.horse[c]]:8} {s.passes[c]:6} {s.influence[c]:9} {s.income[c]:6} {s.gifts[c]:5}"
        tail = f"  ({', '.join(marks)})" if marks else ""
        lines.append(f"{COLOUR_NAMES[c]:6} {p:4} {s.coins[c]:5} {s.hand[c]:4} {s.supply[c]:6} {track} {pieces}{tail}")
    for name, order in (("auction", s.auction_order), ("travel", s.travel_order)):
        lines.append(f"{name:7} order: {', '.join(COLOUR_NAMES[c] for c in order[: s.colours])}")
    built = (
        f"{COLOUR_NAMES[c]} {name}" for c in range(s.colours) for k, name in enumerate(SITE_NAMES) if s.bridges[c, k]
    )
    return [*lines, *wrapped("bridges built: ", built)]


def _points(s: np.record) -> list[str]:
    """What each seat would have if the game ended now, and where it comes from."""
    lines = ["seat  score marker  coins  gifts  passes  influence  tea houses  total if the game ended now"]
    for p in range(s.num_players):
        parts = f"{coin_points(s, p):5}  {gift_points(s, p):5}  {pass_points(s, p):6}  {influence_points(s, p):9}"
        lines.append(f"{p:4}  {s.vp[p]:12}  {parts}  {tea_house_points(s, p):10}  {total_points(s, p):5}")
    return lines


def _regions(s: np.record) -> list[str]:
    names = [COLOUR_NAMES[c] for c in range(s.colours)]
    lines = [f"{'region':8} {'gifts':5}  " + "".join(f"{name:13}" for name in names)]
    for region in range(REGIONS):
        cells = "".join(f"{_cell(s, c, region):13}" for c in range(s.colours))
        lines.append(f"{REGION_NAMES[region]:8} {s.gifts_left[region]:5}  {cells}")
    houses = ", ".join(f"{names[c]} {tea_houses(s, c)}" for c in range(s.colours) if tea_houses(s, c)) or "none"
    return [*lines, f"tea houses: {houses}"]


def _cell(s: np.record, c: int, region: int) -> str:
    count, posts = s.traders[c, region], s.posts[c, region]
    occupied = occupied_regions(s, c)
    away = gaps(s, c, occupied, region)
    parts = [str(count) if count else "."] + [f"p{posts}"] * bool(posts) + ["T"] * bool(s.tea_house[region] == c)
    if away and count:
        parts.append(f"-{transport(s, c, occupied, region)}")
    elif away and posts:
        parts.append("cut off")
    return " ".join(parts)


def _buildings(s: np.record) -> list[str]:
    lines = []
    for building in range(BUILDINGS):
        slots = [f"{price}: {_name(c)}" for price, c in zip(PRICES, s.slots[building], strict=True)]
        lines.append(f"{BUILDING_NAMES[building]:9} {'  '.join(f'{slot:11}' for slot in slots)}")
    total = all_bids(s)
    places = [f"{_name(s.bank[k])} (pays {BANK_PAYS[k, bank_row(total)]})" for k in range(BANK_PLACES)]
    return [*lines, f"bank      left {places[0]}, right {places[1]}; all bids {total}"]


def _name(c: int) -> str:
    return "-" if c == NOBODY else COLOUR_NAMES[c]
