"""Hand-built positions, invariants and a second collection for the tests of Dadaocheng, offered as fixtures."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
import rooms

from meeplezoo.envs.dadaocheng import GAME, MAX_DECISIONS
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.dadaocheng.actions import (
    BUY_DEN,
    BUY_FIRM,
    BUY_MARKET,
    BUY_SHIP,
    CONVERT_FIRM,
    END,
    EVENT,
    EXCHANGE,
    TEMPLE_WHITE,
    USE_DEN,
    USE_MARKET,
)
from meeplezoo.envs.dadaocheng.state import NONE, Phase

from driving import mask_of

LETTERS = "WYRGK"


def cubes(text):
    """``"W2 R1"`` or ``"WWR"`` -> number of each colour."""
    found = np.zeros(t.COLOURS, int)
    for word in text.split():
        if word[1:].isdigit():
            found[LETTERS.index(word[0])] += int(word[1:])
        else:
            for letter in word:
                found[LETTERS.index(letter)] += 1
    return found


def store_of(name):
    """``"W1"`` -> (side, store)."""
    return t.SIDE_NAMES.index(name[0]), int(name[1])


def discs(text):
    """16 tokens row by row, ``Wy`` = white above yellow -> up, down."""
    words = text.replace("/", " ").split()
    assert len(words) == t.CELLS
    up = [LETTERS.index(word[0]) for word in words]
    return up, [LETTERS.index(word[1].upper()) for word in words]


def parked(used):
    return -(-int(used) // t.TRACK_LENGTH)


def cubes_outside(s):
    """Cubes by colour that are not in the supply (8.1)."""
    n = int(s.num_players)
    out = s.hand[:n].sum(0) + s.store.sum((0, 1))
    out[t.RED] += s.firm.sum()
    out[t.BLACK] += 1 + sum(parked(u) for u in s.used[:n])
    return out


# ---------------------------------------------------------------- hand-built positions


def recount(s):
    """Sets the derived fields from hands and stores."""
    s.hand_size[:] = s.hand.sum(1)
    s.store_size[:] = s.store.sum(2)


def build(
    num_players=4, position=None, *, hands=None, stores=None, firms=(), owned=None, used=None, credits=None,
    face_up=None, event=1895, opened=(), round_index=0, owner=0, supply=None, **options,
):  # fmt: skip
    """A position at the beginning of a turn, before the planning actions.

    Args:
        position: the discs; else those dealt.
        hands: seat -> cubes.
        stores: name such as ``"W1"`` -> cubes.
        firms: names of stores that are firms; their owners get the cards.
        owned: seat -> kind -> cards.
        used, credits: seat -> number.
        face_up: level 1..3 -> ship id.
        event: the year of the round's event; 1895 has no influence on most positions.
        opened: years of further events that have been opened.
        owner: the seat whose turn it is.
        supply: colour letter -> cubes left; the others lie in covered or unused places, against 8.1.
    """
    states = GAME.new(num_players, seed=1, **options)
    s = states[0]
    if position:
        s.up[:], s.down[:] = discs(position)
    for p, text in (hands or {}).items():
        s.hand[p] = cubes(text)
    for name, text in (stores or {}).items():
        s.store[store_of(name)] = cubes(text)
    for name in firms:
        side, store = store_of(name)
        s.firm[side, store] = 1
        s.owned[t.SIDE_SEAT[num_players, side], t.FIRM] += 1
    for p, kinds in (owned or {}).items():
        for kind, count in kinds.items():
            s.owned[p, t.KIND_NAMES.index(kind)] += count
    for p, number in (used or {}).items():
        s.used[p] = number
    for p, number in (credits or {}).items():
        s.credits[p] = number
    for level, ship in (face_up or {}).items():
        row = s.ship_order[level - 1]
        place = int(np.flatnonzero(row == ship)[0])
        row[place], row[0] = row[0], ship
        s.face_up[level - 1] = ship
    s.stock[:] = t.STOCK[num_players] - s.owned.sum(0)
    assert (s.stock >= 0).all()
    s.round_index = round_index
    if num_players > 1:
        set_event(s, event, opened)
    recount(s)
    s.supply[:] = t.CUBES - cubes_outside(s)
    for letter, count in (supply or {}).items():
        s.supply[LETTERS.index(letter)] = count
    start_turn(s, owner)
    return states


def set_event(s, year, opened=()):
    ids = [t.EVENT_YEARS.index(y) for y in (*opened, year)]
    rest = [k for k in s.events if k not in ids]
    s.round_index = max(int(s.round_index), len(ids) - 1)
    s.events[:] = rest[: s.round_index + 1 - len(ids)] + ids + rest[s.round_index + 1 - len(ids) :]
    s.event = ids[-1]
    s.event_opened[:] = 0
    s.event_opened[s.events[: s.round_index + 1]] = 1


def start_turn(s, owner):
    """4.3: as the rules begin a turn."""
    s.turn_owner = s.seat = owner
    s.phase = Phase.PLAN
    s.actions_left = 2
    s.uses_left[:] = 0
    for kind in (t.MARKET, t.WORKSHOP, t.DEN):
        s.uses_left[kind] = s.owned[owner, kind]
    s.uses_left[t.MARKET] += 2 if s.event == t.EVENT_1908 else 0
    s.conversions_left = 2 if s.event == t.EVENT_1905 else 0


class Table(rooms.Table):
    """The table of all rooms, with verbs of this game."""

    def collect(self):
        """Both planning actions change nothing: the collection begins from the discs as they lie."""
        return self.play("flip 0", "flip 0")

    def hand(self, p=0):
        return "".join(LETTERS[c] * int(n) for c, n in enumerate(self.s.hand[p]))

    def store(self, name):
        return "".join(LETTERS[c] * int(n) for c, n in enumerate(self.s.store[store_of(name)]))

    def stores(self):
        """All stores that hold cubes."""
        names = [f"{side}{k}" for side in t.SIDE_NAMES for k in range(t.STORES)]
        return {name: self.store(name) for name in names if self.store(name)}

    def supply(self):
        return self.s.supply.tolist()

    def discs(self):
        words = [LETTERS[u] + LETTERS[d].lower() for u, d in zip(self.s.up, self.s.down, strict=True)]
        return " / ".join(" ".join(words[4 * row : 4 * row + 4]) for row in range(4))


def buying(num_players=4, **kwargs):
    """A position in BUY, or wherever forced moves and the event lead from there: discs without a run."""
    still = "Kw Gy Gr Ky / Wr Ry Wg Yg / Yw Rw Rg Wy / Kr Wg Yr Kg"
    return Table(GAME, build(num_players, still, **kwargs)).collect()


# ---------------------------------------------------------------- a second implementation for the tests


def slow_runs(up):
    """4.4 by its definition: the maximal runs of each line, as lists of cells by line."""
    found = {}
    for line, cells in enumerate(t.LINE_CELLS.tolist()):
        for length in (4, 3):
            parts = [cells[k : k + length] for k in range(5 - length)]
            whole = [part for part in parts if len({int(up[c]) for c in part}) == 1]
            if whole:
                found[line] = whole[0]
                break
    return found


def largest_group(up):
    """The size of the largest orthogonally connected group of equal discs."""
    left, best = set(range(t.CELLS)), 0
    while left:
        group, border = set(), {min(left)}
        while border:
            group |= border
            near = {int(k) for c in border for k in t.NEIGHBOURS[c] if k >= 0 and up[k] == up[c]}
            border = near - group
        left -= group
        best = max(best, len(group))
    return best


def slow_totals(s):
    """6 by its formula."""
    return [slow_total(s, p) for p in range(s.num_players)]


def slow_total(s, p):
    n = int(s.num_players)
    mansions, firms, markets, workshops, dens = (int(k) for k in s.owned[p])
    total = int(s.ship_prestige[p])
    total += 39 * (mansions // 6) + [0, 4, 10, 16, 23, 31][mansions % 6]
    total += 2 * (firms + markets + workshops) + 4 * dens
    total += int(s.hand[p].sum()) // 3 + int(s.store[t.SEAT_SIDE[n, p]].sum()) // 4 + int(s.credits[p]) // 5
    total -= int(s.used[p]) + dens * -(-int(s.used[:n].sum()) // n)
    most = max(int(s.owned[q].sum()) for q in range(n))
    if s.event_opened[t.EVENT_1920] and s.owned[p].sum() == most:
        total += 5
    return total


@cache
def plans():
    """Every distinct outcome of two planning actions, ``(N, 16)``: where each disc comes from, whether it is turned."""
    single = [(np.arange(16), np.arange(16) == cell) for cell in range(16)]
    for a, b in t.SWAPS:
        places = np.arange(16)
        places[[a, b]] = [b, a]
        single.append((places, np.zeros(16, bool)))
    both = np.array([np.concatenate([p[q], f[q] ^ g]) for p, f in single for q, g in single])
    both = np.unique(both, axis=0)
    return both[:, :16], both[:, 16:].astype(bool)


def most_cubes(up, down):
    """The most nominal cubes that two planning actions can bring: all plans, all orders of the runs, side by side."""
    places, turned = plans()
    tops, bottoms = np.where(turned, down[places], up[places]), np.where(turned, up[places], down[places])
    nominal, best = np.zeros(len(tops), int), 0
    while len(tops):
        seen = tops[:, t.LINE_CELLS]
        middle = seen[:, :, 1] == seen[:, :, 2]
        low, high = middle & (seen[:, :, 0] == seen[:, :, 1]), middle & (seen[:, :, 3] == seen[:, :, 2])
        going = (low | high).any(1) & (nominal < t.LOOP_TRIGGER)
        best = max(best, int(nominal[~going].max(initial=0)))
        tops, bottoms, nominal, low, high = (x[going] for x in (tops, bottoms, nominal, low, high))
        board, line = np.nonzero(low | high)
        low, high = low[board, line], high[board, line]
        over = np.zeros((len(board), 16), bool)
        for k, belongs in enumerate((low, True, True, high)):
            over[np.arange(len(board)), t.LINE_CELLS[line, k]] = belongs
        tops, bottoms = tops[board], bottoms[board]
        tops, bottoms = np.where(over, bottoms, tops), np.where(over, tops, bottoms)
        nominal = nominal[board] + 1 + (low & high)
    return best


# ---------------------------------------------------------------- invariants (RULES 8)

ALL_PAIRS = Counter({frozenset(pair): 2 for pair in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]})
ALL_PAIRS.update({frozenset((4, colour)): 1 for colour in range(4)})


class Checker:
    """Checks the invariants after every decision of one game; ``check`` must see each position and action in turn."""

    def __init__(self, states, i=0):
        self.states, self.i = states, i
        s = states[i]
        n = int(s.num_players)
        self.limit = int(s.hand_limit)
        self.credits, self.prestige = s.credits.copy(), s.ship_prestige.copy()
        self.turns = int(s.round_index) * n + int(s.turn_owner)
        self.new_turn(s)
        self.before = states[i : i + 1].copy()
        self.check_position()

    def new_turn(self, s):
        gained = s.gained if s.phase in (Phase.PLAN, Phase.COLLECT) else 0
        if s.phase == Phase.LOOP_RETURN:
            gained = s.returns_left + t.LOOP_KEEP
        self.held = int(s.hand_size[s.turn_owner] - gained)  # before the collection, if that is not over yet
        self.done = Counter()
        self.cards = s.owned[s.turn_owner].copy()

    def check(self, action):
        """The position after one more decision."""
        self.check_position()
        self.check_change(action)
        self.before = self.states[self.i : self.i + 1].copy()

    def check_position(self):
        s = self.states[self.i]
        n = int(s.num_players)
        assert (s.supply + cubes_outside(s) == t.CUBES).all(), "8.1"
        for name in ("supply", "hand", "store", "firm", "used", "credits", "owned", "stock", "ships", "returns_left",
                     "picks_left", "uses_left", "conversions_left", "actions_left", "nominal", "gained"):  # fmt: skip
            assert np.min(s[name]) >= 0, f"8.2: {name}"
        assert s.store.sum(2).max() <= t.STORE_CAPACITY and not s.store[s.firm != 0].any(), "8.2"
        unused = [side for side in range(t.SIDES) if t.SIDE_SEAT[n, side] == NONE]
        assert not s.store[unused].any() and not s.firm[unused].any(), "8.2"
        pairs = Counter(frozenset((int(a), int(b))) for a, b in zip(s.up, s.down, strict=True))
        assert pairs == ALL_PAIRS, "8.3"
        if s.phase == Phase.PLAN and s.actions_left == 2:
            assert not slow_runs(s.up), "8.4"
            assert s.hand_size[:n].max() <= self.limit, "8.5"
        assert s.hand_size[:n].max() <= 25, "8.5"
        for p in range(n):
            assert s.owned[p, t.FIRM] == s.firm[t.SEAT_SIDE[n, p]].sum() <= 4, "8.6"
        assert (s.stock + s.owned.sum(0) == t.STOCK[n]).all(), "8.7"
        self.check_ships(s, n)
        assert s.nominal <= 13 and s.gained <= s.nominal, "8.9"
        if s.phase == Phase.LOOP_RETURN:
            assert s.hand_size[s.seat] - s.returns_left == self.held + t.LOOP_KEEP, "8.9"
        assert s.decisions <= MAX_DECISIONS
        self.check_derived(s, n)
        self.check_mask(s)
        numbers = np.zeros(t.MAX_PLAYERS, np.int64)
        GAME.kernels.scores_at(self.states, self.i, numbers)
        assert numbers[:n].tolist() == slow_totals(s), "8.12"

    def check_ships(self, s, n):
        for level in range(t.LEVELS):
            used = t.SHIPS_PER_LEVEL[n]
            opened, up = int(s.ships_opened[level]), int(s.face_up[level])
            assert opened - (up != NONE) == s.ships[:, level].sum(), "8.7"
            assert up == NONE or up == s.ship_order[level, opened - 1], "8.7"
            assert up != NONE or opened == used, "8.7"
            ids = s.ship_order[level, : s.ship_count[level]]
            assert len(set(ids)) == len(ids) and (t.SHIP_LEVEL[ids] == level).all(), "8.7"

    def check_derived(self, s, n):
        again = self.states[self.i : self.i + 1].copy()
        recount(again[0])
        assert again.tobytes() == self.states[self.i : self.i + 1].tobytes(), "a derived field is wrong"
        for name in ("hand", "credits", "ship_prestige", "ships", "owned", "used"):
            assert not s[name][n:].any(), "absent seats are zero"

    def check_mask(self, s):
        mask = mask_of(GAME, self.states, self.i)
        legal = np.flatnonzero(mask)
        if s.over:
            assert len(legal) == 0 and s.phase == Phase.OVER
            return
        assert len(legal) >= 2, "8.10, and forced moves are played"
        if s.phase == Phase.BUY:
            pending = s.event == t.EVENT_1851 and not s.event_done and s.supply.any()
            assert mask[END] == (not pending), "8.10"
        if s.phase == Phase.COLLECT:
            assert [a - 136 for a in legal] == list(slow_runs(s.up))

    def check_change(self, action):
        s, old = self.states[self.i], self.before[0]
        n = int(s.num_players)
        self.check_uses(old, action)
        if old.phase == Phase.BUY and BUY_SHIP <= action < BUY_SHIP + t.LEVELS:
            ship = int(old.face_up[action - BUY_SHIP])
            self.credits[old.seat] += t.SHIP_CREDITS[ship]
            self.prestige[old.seat] += t.SHIP_PRESTIGE[ship]
        assert (s.credits == self.credits).all() and (s.ship_prestige == self.prestige).all(), "8.8"
        if s.event not in (t.EVENT_1898, t.EVENT_1915) and old.event not in (t.EVENT_1898, t.EVENT_1915):
            assert (s.used >= old.used).all(), "8.8"
        looped = s.nominal >= t.LOOP_TRIGGER > old.nominal and not s.over
        if looped:
            assert largest_group(s.up) <= t.MAX_GROUP[n] and (s.up[t.CORNERS] == t.BLACK).all(), "8.4"
        assert s.decisions == old.decisions + 1
        turn = int(s.round_index) * n + int(s.turn_owner)
        if turn != self.turns or s.over:
            assert turn == self.turns + 1 or s.over, "8.12"
            assert s.over or s.event == (s.events[s.round_index] if n > 1 else NONE)
            self.turns = turn
            self.new_turn(s)
        assert not s.over or turn + 1 == t.ROUNDS[n] * n, "8.12"

    def check_uses(self, old, action):
        """8.11, counted over the turn; cards converted and bought again count as further cards."""
        for kind, first in ((t.FIRM, BUY_FIRM), (t.MARKET, BUY_MARKET), (t.WORKSHOP, BUY_MARKET + 1), (t.DEN, BUY_DEN)):
            last = BUY_MARKET if kind == t.FIRM else first + 1
            if first <= action < last:
                self.done[f"buy {kind}"] += 1
                self.cards[kind] += 1
        for name, first, last in (
            ("market", USE_MARKET, USE_DEN), ("den", USE_DEN, TEMPLE_WHITE), ("temple", TEMPLE_WHITE, EVENT),
            ("event", EVENT, EVENT + 1), ("convert", CONVERT_FIRM, END), ("exchange", EXCHANGE, USE_MARKET),
        ):  # fmt: skip
            self.done[name] += first <= action < last
        extra = 2 if old.event == t.EVENT_1908 else 0
        assert self.done["market"] <= self.cards[t.MARKET] + extra and self.done["den"] <= self.cards[t.DEN], "8.11"
        assert self.done["temple"] <= 1 and self.done["event"] <= 1 and self.done["convert"] <= 2, "8.11"
        assert all(self.done[f"buy {kind}"] <= 1 for kind in range(t.FIRM, t.KINDS)), "8.11"


# ---------------------------------------------------------------- players


class Players(rooms.Players):
    """The players of all rooms, with a mixture of this game."""

    def planner(self, states):
        """The bot's plans and collections, everything else at random: full hands and odd purchases."""
        return self.bot(states) if states["phase"][0] <= Phase.COLLECT else self.random(states)

    def mixed(self, states):
        """The bot up to the middle of the game, then random planning in part of the turns."""
        if states["decisions"][0] < 25 * int(states["num_players"][0]) + self.seed % 40:
            return self.bot(states)
        return self.planner(states) if states["turn_owner"][0] % 2 == 0 else self.random(states)


@pytest.fixture(scope="session")
def dadaocheng():
    """The helpers of this file, by name."""
    return rooms.helpers(
        GAME, build, Players, Table, Checker=Checker, buying=buying, cubes=cubes, largest_group=largest_group,
        most_cubes=most_cubes, recount=recount, slow_runs=slow_runs, slow_totals=slow_totals,
    )  # fmt: skip


setting = rooms.setting_fixture(GAME)
