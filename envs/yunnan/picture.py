"""A position of Yunnan as readable text."""

from __future__ import annotations

import numpy as np

from ..engine.drawing import page
from .actions import ACTIONS, SITE_NAMES
from .rules_auction import all_bids, bank_row
from .rules_network import gaps, occupied_regions, owner
from .rules_sale import transport
from .scoring import tea_houses
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


def text(s: np.record, seat: int | None = None) -> str:
    """The whole position in ASCII; nothing is hidden, ``seat`` only marks the observer's colours.

    Regions read ``2 p1 T`` for two traders, a trading post and the tea house of a colour; ``-3`` behind them means
    that a trader there pays 3 for transport, ``cut off`` that posts without traders lie outside the network.
    """
    lines = [_headline(s), "", *_colours(s, seat), "", *_regions(s), "", *_buildings(s)]
    return page(lines)


def _headline(s: np.record) -> str:
    options = [f"gift_vp {s.gift_vp}", f"cap {s.max_rounds}"]
    options += ["overspend"] * bool(s.overspend) + ["round_end"] * bool(s.strand_rule)
    options += ["per_trader"] * bool(s.gap_cost) + ["literal"] * bool(s.low_slot_rule)
    head = f"Yunnan, {s.num_players} players ({', '.join(options)}), round {s.round_number}: "
    if s.over:
        return head + ("cut by the cap on the rounds" if s.truncated else "the game is over")
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
    return head + turn


def _colours(s: np.record, seat: int | None) -> list[str]:
    lines = ["colour seat   vp coins hand supply horse    passes influence income gifts bridge   post  house   built"]
    for c in range(s.colours):
        p = owner(s, c)
        pieces = "".join(f"{n or '-':>7}" for n in s.pieces_hand[c])
        built = ", ".join(name for k, name in enumerate(SITE_NAMES) if s.bridges[c, k]) or "-"
        marks = [*["acts"] * bool(c == s.colour and not s.over), *["you"] * bool(p == seat)]
        if s.passed[c] and s.phase in (Phase.AUCTION, Phase.SOURCE):
            marks.append("passed")
        track = f"{REGION_NAMES[s.horse[c]]:8} {s.passes[c]:6} {s.influence[c]:9} {s.income[c]:6} {s.gifts[c]:5}"
        goods = f"{s.coins[c]:5} {s.hand[c]:4} {s.supply[c]:6}"
        tail = f"  ({', '.join(marks)})" if marks else ""
        lines.append(f"{COLOUR_NAMES[c]:6} {p:4} {s.vp[p]:4} {goods} {track} {pieces}   {built}{tail}")
    for name, order in (("auction", s.auction_order), ("travel", s.travel_order)):
        lines.append(f"{name:7} order: {', '.join(COLOUR_NAMES[c] for c in order[: s.colours])}")
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
