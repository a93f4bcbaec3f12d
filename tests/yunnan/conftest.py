"""Hand-built positions and invariants of Yunnan, offered to the tests as fixtures."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import rooms

from meeplezoo.envs.yunnan import GAME, MAX_DECISIONS, round_decisions
from meeplezoo.envs.yunnan import tables as t
from meeplezoo.envs.yunnan.state import NOBODY, NONE, Phase

from driving import mask_of

ROAD = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
COLOUR_FIELDS = [
    name for name in GAME.dtype.names
    if GAME.dtype[name].shape[:1] == (t.MAX_COLOURS,)
    and name not in ("auction_order", "travel_order", "vp", "slots", "gifts_left", "tea_house")
]  # fmt: skip


# ---------------------------------------------------------------- hand-built positions


def recount(s):
    """Sets all derived fields from the slots and the bridges."""
    s.bid[:] = 0
    for building in range(t.BUILDINGS):
        for slot, c in enumerate(s.slots[building]):
            if c != NOBODY:
                s.bid[c, building] += t.PRICES[slot]
    s.bid_total[:] = s.bid.sum(1)
    s.bridge_set[:] = s.bridges @ (1 << np.arange(t.SITES))


def build(
    num_players=4, *, phase=Phase.AUCTION, colour=0, order=None, travel=None, traders=None, posts=None, bridges=None,
    tea_houses=None, bids=None, bank=(), hand=None, in_hand=None, coins=None, horse=None, passes=None, influence=None,
    vp=None, gifts=None, gifts_left=None, income=None, passed=(), round_number=1, **options,
):  # fmt: skip
    """A position in AUCTION, TRAVEL or CONVERT where ``colour`` decides.

    Args:
        order: the auction order; default the colours by their numbers. The travel order is its reverse, or ``travel``.
        traders: colour -> traders by region, the market first.
        hand: colour -> traders in hand; default what is missing to three. All others are in the supply.
        posts: colour -> regions of trading posts. bridges: colour -> sites. tea_houses: region -> colour.
        bids: colour -> {building name: price}. bank: colours in the bank.
        in_hand: colour -> [bridges, posts, tea houses] in hand; those not built are in the supply.
        coins, horse, passes, influence, gifts, income: colour -> number, or one number for all. vp: seat -> points.
    """
    states = GAME.new(num_players, seed=1, **options)
    s = states[0]
    n = int(s.colours)
    s.auction_order[:n] = range(n) if order is None else order
    s.travel_order[:n] = s.auction_order[:n][::-1] if travel is None else travel
    given = {"coins": coins, "horse": horse, "passes": passes, "influence": influence, "gifts": gifts, "income": income}
    for name, value in given.items():
        if value is not None:
            for c, number in value.items() if isinstance(value, dict) else ((c, value) for c in range(n)):
                getattr(s, name)[c] = number
    for p, points in (vp or {}).items():
        s.vp[p] = points
    for region, left in (gifts_left or {}).items():
        s.gifts_left[region] = left
    for c, by_region in (traders or {}).items():
        s.traders[c, : len(by_region)] = by_region
    for c, regions in (posts or {}).items():
        np.add.at(s.posts[c], regions, 1)
    for c, sites in (bridges or {}).items():
        s.bridges[c, sites] = 1
    for region, c in (tea_houses or {}).items():
        s.tea_house[region] = c
    for c, prices in (bids or {}).items():
        for building, price in prices.items():
            s.slots[t.BUILDING_NAMES.index(building), t.PRICES.tolist().index(price)] = c
    s.bank[: len(bank)] = bank
    s.passed[list(passed)] = 1
    recount(s)
    for c in range(n):
        placed = s.traders[c].sum() + (s.slots == c).sum() + (s.bank == c).sum()
        s.hand[c] = max(0, t.HAND_TRADERS - placed) if hand is None or c not in hand else hand[c]
        s.supply[c] = t.TRADERS - placed - s.hand[c]
        s.pieces_hand[c] = (in_hand or {}).get(c, [0, 0, 0])
        built = [s.bridges[c].sum(), s.posts[c].sum(), (s.tea_house == c).sum()]
        s.pieces_supply[c] = t.PIECE_COUNT - s.pieces_hand[c] - built
        assert s.supply[c] >= 0 and s.pieces_supply[c].min() >= 0, "more pieces than there are"
    s.round_number = round_number
    s.phase = phase
    s.colour = colour
    s.seat = colour % num_players
    s.place = (s.auction_order if phase == Phase.AUCTION else s.travel_order).tolist().index(colour)
    s.passes_left = s.passes[colour] if phase == Phase.TRAVEL else 0
    if phase != Phase.AUCTION:
        s.passed[:n] = 1
    return states


class Table(rooms.Table):
    """The table of all rooms, with verbs of this game."""

    def phase(self):
        return Phase(int(self.s.phase))

    def traders(self, c):
        return self.s.traders[c].tolist()


# ---------------------------------------------------------------- a second set of rules, written for the tests


def ways(s, c):
    """Neighbouring regions of colour c, both directions."""
    pairs = ROAD + [tuple(t.BRIDGE_SITES[k].tolist()) for k in range(t.SITES) if s.bridges[c, k]]
    return pairs + [(b, a) for a, b in pairs]


def slow_path(s, c, start, end):
    """4.4: breadth-first search within the horse's reach; None where there is no way."""
    seen, border, steps = {start}, {start}, 0
    while border:
        if end in border:
            return steps
        border = {b for a, b in ways(s, c) if a in border and b not in seen and b <= s.horse[c]}
        seen |= border
        steps += 1
    return None


def slow_occupied(s, c):
    return {0} | {r for r in range(1, t.REGIONS) if s.traders[c, r] or s.posts[c, r]}


def slow_network(s, c):
    """4.4: the occupied regions that hang together with Pu'er."""
    occupied, found = slow_occupied(s, c), {0}
    for _ in range(t.REGIONS):
        found |= {b for a, b in ways(s, c) if a in found and b in occupied}
    return found


def slow_gaps(s, c, region):
    """4.7: over all simple ways from Pu'er."""
    occupied = slow_occupied(s, c)

    def walk(path):
        if path[-1] == region:
            return sum(r not in occupied for r in path[1:-1])
        return min([99, *(walk([*path, b]) for a, b in ways(s, c) if a == path[-1] and b not in path)])

    return 0 if region == 0 else walk([0])


def slow_income(s, c):
    total = sum(int(s.posts[c, r]) * t.POST_INCOME[r] for r in slow_network(s, c))
    for region in range(t.REGIONS):
        away = slow_gaps(s, c, region)
        total += int(s.traders[c, region]) * (t.TRADER_INCOME[region] - 3 * (min(1, away) if s.gap_cost else away))
    return int(total)


def slow_totals(s):
    """6."""
    squares, totals = [0, 1, 4, 9, 16], []
    for p in range(s.num_players):
        colours = [c for c in range(s.colours) if c % s.num_players == p]
        total = s.vp[p] + sum(s.coins[c] for c in colours) // 3 + s.gift_vp * sum(s.gifts[c] for c in colours)
        for c in colours:
            total += squares[s.passes[c] - 2] + squares[s.influence[c]] + 12 * (s.tea_house == c).sum()
        totals.append(int(total))
    return totals


# ---------------------------------------------------------------- invariants (RULES 8)

NEVER_FALL = ("passes", "influence", "horse", "posts", "bridges", "gifts")
NEVER_RISE = ("supply", "pieces_supply", "gifts_left")
LATER = (Phase.TRAVEL, Phase.DISPLACE, Phase.CONVERT)


class Checker:
    """Checks the invariants after every decision of one game; ``check`` must see each position in turn."""

    def __init__(self, states, i=0):
        self.states, self.i = states, i
        self.before = states[i : i + 1].copy()
        self.in_round = 0
        self.check_position()

    def check(self):
        """The position after one more decision."""
        self.check_position()
        self.check_change()
        self.before = self.states[self.i : self.i + 1].copy()

    def check_position(self):
        s = self.states[self.i]
        n = int(s.colours)
        assert n == (4 if s.num_players == 2 else s.num_players)
        for c in range(n):
            self.check_colour(s, c)
        owned = [c for c in s.tea_house if c != NOBODY]
        assert all(0 <= c < n for c in owned) and s.tea_house[0] == NOBODY, "8.2"
        assert s.gifts_left.sum() + s.gifts.sum() == t.ALL_GIFTS, "8.3"
        self.check_buildings(s, n)
        assert sorted(s.auction_order[:n]) == sorted(s.travel_order[:n]) == list(range(n)), "8.11"
        assert (s.auction_order[n:] == NOBODY).all() and (s.travel_order[n:] == NOBODY).all()
        if s.phase != Phase.CONVERT:
            assert (s.auction_order[:n] == s.travel_order[:n][::-1]).all(), "8.11"
        elif s.num_players > 2:
            assert (np.diff(s.income[s.travel_order[:n]]) <= 0).all(), "8.11"
        if s.num_players == 2:
            assert all((a - b) % 2 for a, b in pairwise(s.travel_order[:n])), "4.8: never two of one player in a row"
        self.check_turn(s, n)
        assert s.decisions <= MAX_DECISIONS and 1 <= s.round_number <= s.max_rounds
        self.check_derived(s, n)

    def check_colour(self, s, c):
        at_work = (s.slots == c).sum() + (s.bank == c).sum()
        assert s.hand[c] + s.supply[c] + s.traders[c].sum() + at_work == t.TRADERS, "8.1"
        assert min(s.hand[c], s.supply[c], s.traders[c].min()) >= 0, "8.1"
        built = [s.bridges[c].sum(), s.posts[c].sum(), (s.tea_house == c).sum()]
        assert (s.pieces_supply[c] + s.pieces_hand[c] + built == t.PIECE_COUNT).all(), "8.2"
        assert s.pieces_hand[c].min() >= 0 and set(s.bridges[c]) <= {0, 1} and s.posts[c, 0] == 0, "8.2"
        assert s.coins[c] >= 0, "8.4"
        assert 2 <= s.passes[c] <= 6 and 0 <= s.influence[c] <= 4 and 1 <= s.horse[c] <= 5, "8.7"
        beyond = range(s.horse[c] + 1, t.REGIONS)
        assert all(s.traders[c, r] == s.posts[c, r] == 0 and s.tea_house[r] != c for r in beyond), "8.8"
        assert all(max(t.BRIDGE_SITES[k]) <= s.horse[c] for k in range(t.SITES) if s.bridges[c, k]), "8.8"
        if s.phase == Phase.CONVERT and (s.strand_rule or s.place == 0):
            assert s.income[c] == slow_income(s, c), "4.7"
        assert 0 <= s.income[c] <= t.MOST_INCOME, "8.10"
        assert s.vp[c % s.num_players] >= t.FLOOR, "8.12"

    def check_buildings(self, s, n):
        for building in range(t.BUILDINGS):
            there = [c for c in s.slots[building] if c != NOBODY]
            assert len(there) == len(set(there)), "8.5"
            low = [k for k in range(t.SLOTS) if s.slots[building, k] != NOBODY and k < t.LOW_SLOTS]
            assert s.low_slot_rule or not low or len(there) == 1, "8.5"
        assert s.bank[0] == NOBODY or s.bank[0] != s.bank[1], "8.6"
        assert s.bank[1] == NOBODY or s.bank[0] != NOBODY, "8.6"
        assert all(s.bid_total[c] == 0 for c in s.bank if c != NOBODY), "8.6"
        if s.phase > Phase.SOURCE:
            assert s.passed[:n].all() and (s.bank == NOBODY).all(), "8.13"
        if s.phase >= Phase.TRAVEL:
            assert (s.slots == NOBODY).all()
        if not s.overspend:
            assert (s.bid_total <= s.coins).all(), "8.4"
        else:
            rate = max(1, 9 - int(s.round_number))
            for p in range(s.num_players):
                missing = sum(max(0, int(s.bid_total[c] - s.coins[c])) for c in range(p, n, s.num_players))
                assert s.vp[p] - rate * missing >= t.FLOOR, "4.9"

    def check_turn(self, s, n):
        mask = mask_of(GAME, self.states, self.i)
        if s.over:
            assert s.phase == Phase.OVER and not mask.any() and s.colour == NOBODY
            assert not s.traders[:, 0].any(), "4.7: 4B is carried out"
            return
        assert mask.sum() >= 2, "what has no choice is not asked"
        assert s.seat == s.colour % s.num_players and 0 <= s.colour < n
        order = s.auction_order if s.phase < Phase.TRAVEL else s.travel_order
        assert order[s.place] == s.colour
        travelling = s.phase in (Phase.TRAVEL, Phase.DISPLACE)
        used = s.passes[s.colour] - s.passes_left
        if travelling:
            assert 0 <= s.passes_left <= s.passes[s.colour] and s.moved.sum() <= used, "8.13"
            assert (s.moved <= s.traders[s.colour]).all()
        else:
            assert s.passes_left == 0 and not s.moved.any()
        assert (s.target != NONE) == (s.phase in (Phase.SOURCE, Phase.DISPLACE))
        if s.phase == Phase.TRAVEL and not s.strand_rule:
            for c in s.travel_order[: s.place]:
                if not self.was_displaced(s, c):
                    assert all(s.traders[c, r] == 0 or slow_gaps(s, c, r) == 0 for r in range(t.REGIONS)), "8.9"

    def was_displaced(self, s, c):
        """Somebody stronger has travelled later, so the network may be torn."""
        place = s.travel_order.tolist().index(c)
        return any(s.influence[d] > s.influence[c] for d in s.travel_order[place + 1 : s.place + 1])

    def check_derived(self, s, n):
        again = self.states[self.i : self.i + 1].copy()
        recount(again[0])
        assert again.tobytes() == self.states[self.i : self.i + 1].tobytes(), "a derived field is wrong"
        for name in COLOUR_FIELDS:
            assert not getattr(s, name)[n:].any(), f"absent colours are zero: {name}"
        assert not s.vp[s.num_players :].any()

    def check_change(self):
        s, old = self.states[self.i], self.before[0]
        assert s.decisions == old.decisions + 1
        for name in NEVER_FALL:
            assert (getattr(s, name) >= getattr(old, name)).all(), f"8.7: {name}"
        for name in NEVER_RISE:
            assert (getattr(s, name) <= getattr(old, name)).all(), f"8.1, 8.3: {name}"
        assert all(new == was or was == NOBODY for new, was in zip(s.tea_house, old.tea_house, strict=True)), "8.2"
        if not s.overspend:
            assert (s.vp >= old.vp).all(), "8.12"
        paid = old.phase in (Phase.AUCTION, Phase.SOURCE, Phase.PIECE, Phase.TEA_NOW) and s.phase > Phase.SOURCE
        if old.phase != Phase.CONVERT and not paid:
            assert (s.coins == old.coins).all(), "8.4"
            assert (s.vp == old.vp).all(), "8.12"
        if s.round_number != old.round_number:
            assert s.round_number == old.round_number + 1 and not s.traders[:, 0].any(), "8.12"
            assert not s.income.any() and s.place == 0 and s.phase == Phase.AUCTION
            assert self.in_round <= round_decisions()
            self.in_round = 0
        self.in_round += 1
        if old.phase == Phase.CONVERT:
            self.check_convert(s, old)
        if old.phase == Phase.DISPLACE:
            back = s.traders - old.traders
            assert s.phase not in LATER[:2] or s.colour != old.colour or np.abs(back).sum() in (0, 2), "4.4"

    def check_convert(self, s, old):
        c = int(old.colour)
        k = int(s.vp[c % s.num_players] - old.vp[c % s.num_players])
        assert 0 <= k <= old.income[c] and s.coins[c] == old.coins[c] + old.income[c] - k, "8.4"
        if s.over:
            top = s.vp[: s.num_players].max() >= s.end_score
            out = s.gifts_left.sum() <= s.end_gifts
            assert top or out or s.round_number == s.max_rounds, "4.7"
            assert s.truncated == int(not (top or out)), "4.7"


# ---------------------------------------------------------------- players


class Players(rooms.Players):
    """The players of all rooms, with a mixture of this game."""

    def mixed(self, states):
        """The bot up to the middle of the game, then at random."""
        return self.bot(states) if states["decisions"][0] < 30 + self.seed % 40 else self.random(states)


@pytest.fixture(scope="session")
def yunnan():
    """The helpers of this file, by name."""
    return rooms.helpers(
        GAME, build, Players, Table, COLOUR_FIELDS=COLOUR_FIELDS, Checker=Checker, recount=recount,
        slow_gaps=slow_gaps, slow_income=slow_income, slow_network=slow_network, slow_path=slow_path,
        slow_totals=slow_totals,
    )  # fmt: skip


setting = rooms.setting_fixture(GAME)
