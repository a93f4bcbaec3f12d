"""Hand-built positions and invariants of Vanuatu, offered to the tests as fixtures."""

from __future__ import annotations

import numpy as np
import pytest
import rooms

from meeplezoo.envs.vanuatu import GAME, MAX_DECISIONS, max_decisions
from meeplezoo.envs.vanuatu import tables as t
from meeplezoo.envs.vanuatu.actions import SELL_SOME, SELL_TREASURE
from meeplezoo.envs.vanuatu.rules_planning import start_plans
from meeplezoo.envs.vanuatu.state import EMPTY, ISLAND, NONE, NOWHERE, SEA, Phase

from driving import mask_of

ADJACENCY = t.BOARD["board"]["adjacency"]

# ---------------------------------------------------------------- derived fields by their definition


def bits(members):
    """A set as the rules write it: one bit per member."""
    return sum(1 << int(k) for k in set(members))


def members(number):
    """The set behind such a number."""
    return {k for k in range(32) if number >> k & 1}


def distances(s, cell):
    """Steps from a sea cell to the others over sea only."""
    found, border = {cell: 0}, [cell]
    for here in border:
        for there in ADJACENCY[here]:
            if s.cell_kind[there] == SEA and there not in found:
                found[there] = found[here] + 1
                border.append(there)
    return found


def prices(s, p):
    """Price of each destination of p's boat, for two players without the other boat's cell (4.7, 4.9)."""
    found = distances(s, int(s.boat[p]))
    del found[int(s.boat[p])]
    if found:
        found[int(s.boat[p])] = 2
    barred = {int(s.boat[1 - p])} if s.num_players == 2 else set()
    return {cell: price for cell, price in found.items() if price <= 3 and cell not in barred}


def turn_order(s):
    n = int(s.num_players)
    return [(int(s.start_seat) + k) % n for k in range(n)]


def leader_of(s, kind):
    """4.6 and 4.9 by their definition."""
    order = turn_order(s)
    there = [p for p in order if s.markers[kind, p] > 0]
    if not there:
        return NONE
    best = max(there, key=lambda p: (s.markers[kind, p], -order.index(p)))
    if s.num_players == 2:
        own, other = int(s.markers[kind, best]), int(s.neutral[kind])
        moved = s.character[best] == t.GOVERNOR and s.governor_target == kind
        boosted = (s.character[best] == kind and kind < t.REST) or moved
        if own < other or (own == other and not boosted):
            return NONE
    return best


def island_at(s, cell):
    return s.island_cell.tolist().index(cell)


def near_islands(s, cell):
    return {island_at(s, there) for there in ADJACENCY[cell] if s.cell_kind[there] == ISLAND}


def recount(s):
    """Sets all derived fields from the others."""
    seas = [cell for cell in range(t.CELLS) if s.cell_kind[cell] == SEA]
    s.sea_cells = bits(seas)
    s.occupied_cells = bits(cell for cell in range(t.CELLS) if s.cell_kind[cell] != EMPTY)
    s.sail_cells[:] = 0
    for cell in range(t.CELLS):
        s.near_island[cell] = bits(near_islands(s, cell))
    for cell in seas:
        steps = distances(s, cell)
        for price in (1, 2, 3):
            there = [c for c, d in steps.items() if d == price]
            s.sail_cells[cell, price - 1] = bits(there + [cell] * (price == 2 and len(steps) > 1))
    for island in range(t.ISLANDS):
        here = int(s.island_cell[island])
        s.island_around[island] = 0 if here == NOWHERE else bits(ADJACENCY[here])
        s.huts_on[island] = s.huts[island].sum()
    for kind in range(t.KINDS):
        s.leader[kind] = leader_of(s, kind)
    s.offer_cells[:] = s.good_cells[:] = s.plannable[:] = 0
    if s.phase == Phase.PLAN:
        start_plans(s)


# ---------------------------------------------------------------- hand-built positions


def blank(num_players, first, **options):
    """The position before phase II of round 1 with start seas S_FISH on c2, S_WRECK on c5, S_BOATS on c6."""
    states = GAME.new(num_players, seed=1, **options)
    s = states[0]
    s.fish[:] = s.treasure[:] = 0
    s.fish[2], s.fish[5], s.treasure[5] = 2, 1, 2
    s.boat[:num_players] = 6
    s.start_seat = s.seat = first
    s.tourists = 2
    s.markers[:] = s.neutral[:] = s.unplaced[:] = s.pool[:] = 0
    s.markers_due = s.plan_pass = 0
    s.character[:] = NONE
    return states


def put(s, cell, tile):
    """A lettered tile by name, without asking the rules."""
    k = t.TILE_NAMES.index(tile)
    island = t.TILE_ISLAND[k]
    s.cell_kind[cell] = SEA if island == NONE else ISLAND
    if island == NONE:
        s.fish[cell], s.treasure[cell] = t.TILE_FISH[k], t.TILE_TREASURE[k]
    else:
        s.island_cell[island] = cell
        s.goods[island] = t.PRINTED_GOODS[island]


def build(
    num_players=3, phase="ACT", *, first=0, seat=None, tiles=None, coins=None, score=None, boats=None, fish=None,
    treasure=None, huts=None, drawings=None, visitors=None, goods=None, ships=None, markers=None, neutral=None,
    characters=None, used=(), tourists=2, price=3, game_round=1, **options,
):  # fmt: skip
    """A position with the start layout of RULES 4.1.

    Args:
        first: start player. ``seat``: who acts, else the start player.
        tiles: cell -> name of a lettered tile.
        coins, score, boats: seat -> number.
        fish, treasure: seat -> numbers on the tiles held.
        huts: island name -> seats, one per hut. ``drawings``, ``visitors``, ``goods``: island name -> number(s).
        ships: (number, cubes loaded) from top to bottom.
        markers: kind name -> {seat: markers}. ``neutral``: kind name -> markers.
        characters: seat -> name; the others hold none.
        used: seats whose card is face down.
    """
    states = blank(num_players, first, **{"characters": True, **options})
    s = states[0]
    s.phase = Phase[phase]
    s.seat = first if seat is None else seat
    s.tourists, s.price, s.game_round = tourists, price, game_round
    for cell, tile in (tiles or {}).items():
        put(s, cell, tile)
    for name, values in (("coins", coins), ("score", score), ("boat", boats)):
        for p, value in (values or {}).items():
            getattr(s, name)[p] = value
    for name, values in (("fish_tiles", fish), ("treasure_tiles", treasure)):
        for p, numbers in (values or {}).items():
            for number in numbers:
                getattr(s, name)[p, number - 1] += 1
    for island, seats in (huts or {}).items():
        for p in seats:
            s.huts[t.ISLAND_NAMES.index(island), p] += 1
            s.huts_left[p] -= 1
    for name, values in (("drawings", drawings), ("visitors", visitors), ("goods", goods)):
        for island, value in (values or {}).items():
            getattr(s, name)[t.ISLAND_NAMES.index(island)] = value
    set_ships(s, ships)
    for kind, by_seat in (markers or {}).items():
        for p, count in by_seat.items():
            s.markers[t.ACTION_NAMES.index(kind), p] = count
    for kind, count in (neutral or {}).items():
        s.neutral[t.ACTION_NAMES.index(kind)] = count
    for p, name in (characters or {}).items():
        s.character[p] = t.CHARACTER_NAMES.index(name)
    for p in used:
        s.power_used[p] = 1
    if phase == "PLAN":
        s.unplaced[:num_players] = t.MARKERS - s.markers[:, :num_players].sum(0)
        s.markers_due = 2
    recount(s)
    return states


def set_ships(s, ships):
    """Puts the given ships on view, the others into the pile, and all other cubes into the supply."""
    if ships is not None:
        s.loaded[:] = 0
        for place, (number, cubes) in enumerate(ships):
            s.ships[place], s.loaded[place] = number - 1, cubes
        rest = [ship for ship in range(t.SHIPS) if ship not in s.ships]
        s.ship_pile[:] = NONE
        s.ship_pile[: len(rest)] = rest
        s.ship_pile_size = len(rest)
    s.supply[:] = t.CUBES - s.goods.sum(0) - s.loaded.sum(0)


# ---------------------------------------------------------------- a second scoring, written for the tests


def slow_totals(s):
    """6 by its definition."""
    numbers, totals = np.array([1, 2, 3]), []
    for p in range(s.num_players):
        coins = int(s.coins[p]) + int((s.fish_tiles[p] * (numbers if s.fish_end else 1)).sum())
        total = int(s.score[p]) + coins // 10 * 5 + coins % 10 // 3 + 3 * int(s.start_seat == p)
        total += 2 * int((s.visitors * s.huts[:, p]).sum()) + 2 * int((s.treasure_tiles[p] * numbers).sum())
        totals.append(total)
    return totals


# ---------------------------------------------------------------- invariants (RULES 8)


class Checker:
    """Checks the invariants after every decision of one game; ``check`` must see each position in turn."""

    def __init__(self, states, i=0, from_start=True):
        self.states, self.i, self.from_start = states, i, from_start
        s = states[i]
        self.taken = {"fish": np.zeros(3, int), "treasure": np.zeros(3, int)}  # tiles ever taken, by number
        self.round_characters = [NONE] * int(s.num_players)
        self.governed = False
        self.before = states[i : i + 1].copy()
        self.check_position()

    def check(self):
        """The position after one more decision."""
        self.count_taken(self.states[self.i], self.before[0])
        self.check_position()
        self.check_change()
        self.before = self.states[self.i : self.i + 1].copy()

    def check_position(self):
        s = self.states[self.i]
        n = int(s.num_players)
        assert (s.coins[:n] >= 0).all() and (s.coins[:n] <= 9).all() and (s.score >= 0).all(), "8.1"
        total = s.goods.sum(0) + s.loaded.sum(0) + s.supply
        assert (total == t.CUBES).all() and (s.supply >= 0).all(), "8.2"
        assert (s.goods <= t.PRINTED_GOODS).all() and (s.goods >= 0).all(), "8.2"
        self.check_discs(s)
        for p in range(n):
            assert s.huts_left[p] + s.huts[:, p].sum() == t.HUTS_PER_PLAYER and s.huts_left[p] >= 0, "8.4"
        for slots, used in ((t.HUT_SLOTS, s.huts.sum(1)), (t.DRAWING_SLOTS, s.drawings), (t.TOURIST_SLOTS, s.visitors)):
            assert (used <= slots).all() and (used >= 0).all(), "8.4"
        shown = int(s.visitor_order[: s.game_round].sum())
        assert s.visitors.sum() + s.tourists <= shown, "8.4"
        self.check_board(s)
        self.check_markers(s, n)
        self.check_cards(s, n)
        assert 1 <= s.price <= 3 and 1 <= s.game_round <= t.ROUNDS, "8.13"
        assert s.decisions <= max_decisions(n) <= MAX_DECISIONS
        self.check_derived(s, n)
        self.check_mask(s)
        out = np.zeros(t.MAX_PLAYERS, np.int64)
        GAME.kernels.scores_at(self.states, self.i, out)
        assert out[:n].tolist() == slow_totals(s), "8.15"

    def check_discs(self, s):
        unplaced = [*s.tile_order[s.tiles_shown :], *(tile for tile in s.upcoming if tile != NONE)]
        fish = s.fish.sum() + sum(t.TILE_FISH[tile] for tile in unplaced)
        treasure = s.treasure.sum() + sum(t.TILE_TREASURE[tile] for tile in unplaced)
        if self.from_start:
            assert fish + self.taken["fish"].sum() == 14, "8.3"
            assert treasure + self.taken["treasure"].sum() == 10, "8.3"
        assert (self.taken["fish"] <= t.FISH_TILES).all() and (self.taken["treasure"] <= t.TREASURE_TILES).all(), "8.3"
        assert s.fish_tiles.sum() <= self.taken["fish"].sum() or not self.from_start, "8.3"
        for discs in (s.fish, s.treasure):
            assert (discs >= 0).all() and (discs <= 3).all() and not discs[s.cell_kind != SEA].any()

    def check_board(self, s):
        r, occupied = int(s.game_round), int((s.cell_kind != EMPTY).sum())
        upcoming = int((s.upcoming != NONE).sum())
        if s.phase == Phase.PLACE:
            assert occupied == 4 + 2 * (r - 2) + s.tiles_placed and upcoming == 2 - s.tiles_placed, "8.5"
        else:
            assert occupied == 4 + 2 * min(r - 1, 6), "8.5"
            assert upcoming == (2 if r <= 6 else 0), "8.5"
        assert all(s.cell_kind[s.boat[p]] == SEA for p in range(s.num_players)), "8.6"
        islands = [int(cell) for cell in s.island_cell if cell != NOWHERE]
        if not s.fallback_used:
            assert not any(there in islands for cell in islands for there in ADJACENCY[cell]), "8.7"
            first = {2, 5, 6}
            for cell in range(t.CELLS):
                assert s.cell_kind[cell] != SEA or cell in first or near_islands(s, cell), "8.7"

    def check_markers(self, s, n):
        on_board = s.markers.sum(0)
        if s.phase == Phase.PLAN:
            assert (on_board[:n] + s.unplaced[:n] == t.MARKERS).all(), "8.8"
        elif s.phase not in (Phase.ACT, Phase.SELL, Phase.REST, Phase.GOVERNOR):
            assert on_board.sum() == 0 and not s.unplaced.any(), "8.8"
        else:
            assert on_board[s.seat] > 0 and not s.unplaced.any()
            if n >= 3:
                assert (s.leader != NONE).any(), "8.9"
        assert n == 2 or not s.neutral.any()

    def check_cards(self, s, n):
        held = [int(c) for c in s.character[:n] if c != NONE]
        total = 10 + int(s.governor)
        if n > 2:
            assert len(held) + s.pool.sum() == (total if s.characters else 0), "8.10"
        elif s.phase in (Phase.NEUTRAL, Phase.CHARACTER, Phase.PLAN, Phase.ACT, Phase.SELL, Phase.REST, Phase.GOVERNOR):
            assert len(held) + s.pool.sum() == t.TWO_PLAYER_OFFER == s.offer.sum(), "8.10"
        assert len(set(held)) == len(held) and not any(s.pool[c] for c in held), "8.10"
        rest = [int(tile) for tile in s.rest_tile[:n] if tile != NONE]
        assert sorted(rest + np.flatnonzero(s.rest_left).tolist()) == list(range(t.REST_TILES)), "8.11"
        takers = s.rest_taker[: s.rest_count].tolist()
        assert sorted(takers) == [p for p in range(n) if s.rest_tile[p] != NONE], "8.11"
        assert len(set(s.ships)) == t.DISPLAY and (s.loaded.sum(1) <= t.SHIP_CUBES).all(), "8.12"
        assert all((s.loaded[k] <= t.SHIP_NEED[s.ships[k]]).all() for k in range(t.DISPLAY)), "8.12"
        pile, away = s.ship_pile[: s.ship_pile_size].tolist(), np.flatnonzero(s.departed).tolist()
        assert sorted([*s.ships.tolist(), *pile, *away]) == list(range(t.SHIPS)), "8.12"
        tiles = sorted(s.visitor_order.tolist())
        assert sorted([*tiles, int(t.VISITOR_REMOVED[n])]) == t.VISITOR_TILES.tolist(), "8.12"
        if s.phase in (Phase.PLACE, Phase.NEUTRAL, Phase.CHARACTER, Phase.PLAN):
            assert not s.power_used.any() and (s.loaded.sum(1) < t.SHIP_CUBES).all(), "8.10, 8.12"
            assert s.price == 3 and s.rest_count == 0
            assert s.tourists == s.visitor_order[s.game_round - 1]

    def check_derived(self, s, n):
        again = self.states[self.i : self.i + 1].copy()
        recount(again[0])
        assert again.tobytes() == self.states[self.i : self.i + 1].tobytes(), "a derived field is wrong"
        for name in ("coins", "score", "huts_left", "boat", "fish_tiles", "treasure_tiles", "power_used", "unplaced"):
            assert not getattr(s, name)[n:].any(), "absent seats are zero"
        assert not s.huts[:, n:].any() and not s.markers[:, n:].any()
        assert (s.sell_bound > 0) == (s.phase == Phase.SELL)
        assert (s.governor_source != NONE) == (s.phase == Phase.GOVERNOR)
        assert not s.holding or (s.phase == Phase.ACT and s.optional_powers)
        assert (s.markers_due > 0) == (s.phase in (Phase.PLAN, Phase.NEUTRAL))

    def check_mask(self, s):
        mask = mask_of(GAME, self.states, self.i)
        assert mask.any() == (not s.over), "8.14"
        assert (s.phase == Phase.OVER) == bool(s.over) and not s.truncated

    def count_taken(self, s, old):
        """8.3: a disc leaves a sea of v discs, and somebody has one more tile of number v."""
        for name, total in self.taken.items():
            discs, before = getattr(s, name), getattr(old, name)
            gone = np.flatnonzero((discs < before) & (old.cell_kind == SEA))
            assert len(gone) <= 1
            for cell in gone:
                assert discs[cell] == before[cell] - 1
                gained = getattr(s, name + "_tiles") - getattr(old, name + "_tiles")
                assert gained.sum() == 1 == gained[old.seat, before[cell] - 1], "8.3"
                total[before[cell] - 1] += 1

    def check_change(self):
        s, old = self.states[self.i], self.before[0]
        n = int(s.num_players)
        assert s.decisions == old.decisions + 1
        new_round = s.over or s.game_round > old.game_round
        if s.start_seat != old.start_seat:
            assert new_round, "8.13"
        if s.game_round > old.game_round:
            assert (s.loaded.sum(1) < t.SHIP_CUBES).all()
            self.governed = False
        for p in range(n):
            if s.score[p] < old.score[p]:
                assert p == old.seat and old.character[p] == t.BEGGAR and not old.power_used[p], "8.1"
                assert old.score[p] - s.score[p] <= 3
        if old.phase == Phase.CHARACTER:
            p = int(old.seat)
            assert s.character[p] != self.round_characters[p] or n == 2, "8.10"
            self.round_characters[p] = int(s.character[p])
        if old.phase in (Phase.ACT, Phase.SELL, Phase.REST, Phase.GOVERNOR):
            self.check_turn(s, old, new_round)
        assert (s.huts >= old.huts).all() and (s.drawings >= old.drawings).all() and (s.visitors >= old.visitors).all()
        assert (s.cell_kind >= old.cell_kind).all() and s.fallback_used >= old.fallback_used

    def check_power(self, s, old):
        """4.4: a card turns only for what its power is good for."""
        p = int(old.seat)
        turned = np.flatnonzero(s.power_used > old.power_used)
        assert set(turned) <= {p}
        left = np.flatnonzero(old.markers[:, p] > s.markers[:, p])
        character = int(old.character[p])
        if p in turned:
            led = [kind for kind in range(t.KINDS) if old.leader[kind] == p]
            why = {
                t.BEGGAR: len(left) == 0 and old.phase == Phase.ACT and s.seat == p,
                t.MISSIONARY: len(left) == 1 and not led,
                t.GOVERNOR: old.phase == Phase.GOVERNOR,
            }
            assert why[character] if character >= t.BEGGAR else left.tolist() == [character]

    def check_turn(self, s, old, new_round):
        if not new_round:
            self.check_power(s, old)
        before, after = int(old.markers.sum()), int(s.markers.sum())
        if new_round:
            assert before == old.markers[:, old.seat].sum() and (old.markers > 0).sum() == 1
        elif old.phase == Phase.GOVERNOR:
            assert before == after and not self.governed, "8.8"
            self.governed = True
        elif s.phase == Phase.ACT and (s.seat != old.seat or after != before):
            assert after < before, "8.8"
            assert (old.markers - s.markers > 0).sum() == 1, "one whole stack leaves"
        else:
            assert after == before and s.seat == old.seat


# ---------------------------------------------------------------- players


class Players(rooms.Players):
    """The players of all rooms, with a mixture of this game."""

    def free(self, states):
        """At random, but with more sales one by one, begging and held powers than a uniform choice would make."""
        GAME.kernels.legal_at(states, 0, self.mask[0])
        if self.mask[0, SELL_SOME]:
            return SELL_SOME
        rare = np.flatnonzero(self.mask[0, SELL_TREASURE:]) + SELL_TREASURE
        if len(rare) and states["decisions"][0] % 3 == 0:
            return int(rare[(states["decisions"][0] // 3) % len(rare)])
        return int(GAME.kernels.sample_legal(self.mask[0], self.rng))

    def mixed(self, states):
        """The bot up to the middle of the game, then at random."""
        return self.bot(states) if states["decisions"][0] < 100 + 10 * (self.seed % 10) else self.random(states)


@pytest.fixture(scope="session")
def vanuatu():
    """The helpers of this file, by name."""
    return rooms.helpers(
        GAME, build, Players, Checker=Checker, members=members, near_islands=near_islands, prices=prices, put=put,
        recount=recount, set_ships=set_ships, slow_totals=slow_totals, turn_order=turn_order,
    )  # fmt: skip


setting = rooms.setting_fixture(GAME)
