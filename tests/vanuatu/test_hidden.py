"""RULES 7.3: what a seat sees never depends on what it cannot know, and ``redeal`` draws exactly that anew."""

from collections import Counter
from functools import partial
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest
import rooms

from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu import tables as t
from meeplezoo.envs.vanuatu.state import NONE, Phase

HIDDEN = ("tile_order", "visitor_order", "ship_pile", "rest_tile", "rest_left", "rng")
seen_by = partial(rooms.seen_by, GAME, actions=range(0, GAME.actions.size, 3))


def sampled(vanuatu, setting, kinds=("free", "bot"), every=9, games=1):
    """Positions of some games; every one in REST, SELL and GOVERNOR, each ``every``-th other one."""
    for kind in kinds:
        for seed in range(games):
            for states, _ in vanuatu.positions(kind, *setting, seed):
                rare = states["phase"][0] in (Phase.REST, Phase.SELL, Phase.GOVERNOR) or states["over"][0]
                if rare or (states["decisions"][0] + seed) % every == 0:
                    yield states


# ---------------------------------------------------------------- redeal


def test_redeal_keeps_what_the_seat_sees(vanuatu, setting):
    n, _ = setting
    phases = Counter()
    for states in sampled(vanuatu, setting):
        phases[Phase(int(states["phase"][0]))] += 1
        for seat in range(n):
            other = states.copy()
            GAME.kernels.redeal_at(other, 0, seat, 1000 * seat + int(states["decisions"][0]))
            assert seen_by(other, seat) == seen_by(states, seat)
            for name in GAME.dtype.names:
                if name not in HIDDEN:
                    assert (other[name] == states[name]).all(), f"redeal changed {name}, which is public"
            vanuatu.Checker(other, from_start=False)  # all is there, the acting seat has a legal action
    wanted = set(Phase) - {Phase.GOVERNOR, Phase.SELL}  # which have tests of their own
    wanted -= {Phase.NEUTRAL} if n > 2 else set()
    wanted -= {Phase.CHARACTER} if not setting[1].get("characters", True) else set()
    assert set(phases) >= wanted, "every phase was met"


def test_redeal_in_sell(vanuatu):
    game = vanuatu.table(3, fish={0: [1, 2, 3]}, huts={"HOME": [0]}, markers={"SELL": {0: 1}, "REST": {1: 1}})
    game.play("sell_some", "sell_tile 3")
    assert game.s.phase == Phase.SELL
    for seat in range(3):
        other = game.states.copy()
        GAME.kernels.redeal_at(other, 0, seat, 7)
        assert seen_by(other, seat) == seen_by(game.states, seat)
        assert (other["visitor_order"] != game.s.visitor_order).any()


def test_redeal_in_the_governors_phase(vanuatu):
    met = 0
    for seed in range(6):
        for states, _ in vanuatu.positions("free", 4, {"governor": True}, seed):
            if states["phase"][0] == Phase.GOVERNOR:
                met += 1
                for seat in range(4):
                    other = states.copy()
                    GAME.kernels.redeal_at(other, 0, seat, seed)
                    assert seen_by(other, seat) == seen_by(states, seat)
                    vanuatu.Checker(other, from_start=False)
    assert met > 3


def test_games_go_on_after_a_redeal(vanuatu, setting):
    players = vanuatu.Players(8)
    for states in sampled(vanuatu, setting, ("random",), every=141):
        if states["decisions"][0] % 4:
            continue
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, int(states["decisions"][0]) % setting[0], 5)
        checker = vanuatu.Checker(other, from_start=False)
        while not other["over"][0] and other["decisions"][0] < states["decisions"][0] + 60:
            GAME.kernels.apply_at(other, 0, players.random(other))
            checker.check()


def chi_square(found, chances, size):
    """Whether counts fit the chances: a chi-square with its degrees of freedom."""
    assert set(found) <= set(chances), "something that the seat knows to be impossible"
    expected = np.array([size * chance for chance in chances.values()])
    observed = np.array([found[key] for key in chances])
    freedom = max(1, len(chances) - 1)
    assert abs(((observed - expected) ** 2 / expected).sum() - freedom) < 5 * np.sqrt(2 * freedom)


def redeals(states, seat, look, size):
    found = Counter()
    for seed in range(size):
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, seat, seed)
        found[look(other[0])] += 1
    return found


def test_decks_are_uniform_over_their_orders(vanuatu):
    """Round 4 of three players: letters E and F have appeared, nothing of the second half has; C and D follow next."""
    for states, _ in vanuatu.positions("random", 3, {}, 2):
        if states["game_round"][0] == 3 and states["phase"][0] == Phase.PLAN:
            break
    s = states[0]
    assert s.tiles_shown == 6
    tiles = redeals(states, 1, lambda w: tuple(w.tile_order[6:].tolist()), 300)
    assert set(tiles) == {tuple(s.tile_order[6:].tolist())}, "the second tile of every letter is known by now"
    visitors = s.visitor_order[3:].tolist()
    orders = Counter(permutations(visitors))
    chances = {order: count / factorial(5) for order, count in orders.items()}
    chi_square(redeals(states, 1, lambda w: tuple(w.visitor_order[3:].tolist()), 8000), chances, 8000)
    s.ship_pile[4:] = NONE
    s.ship_pile_size = 4
    chances = dict.fromkeys(permutations(s.ship_pile[:4].tolist()), 1 / 24)
    chi_square(redeals(states, 1, lambda w: tuple(w.ship_pile[:4].tolist()), 4000), chances, 4000)


def test_tiles_of_letters_that_have_not_appeared_are_open(vanuatu):
    states = GAME.new(3, seed=5)
    assert states[0].tiles_shown == 2
    found = redeals(states, 0, lambda w: tuple(w.tile_order.tolist()), 4000)
    first = states[0].tile_order[:2].tolist()
    second = [2 * k + 1 - (tile - 2 * k) for k, tile in enumerate(first)]
    chances = {}
    for coin in product((0, 1), repeat=4):
        early = [2 * (k + 2) + c for k, c in enumerate(coin)]
        late = [2 * (k + 2) + 1 - c for k, c in enumerate(coin)]
        chances[(*first, *early, *second, *late)] = 1 / 16
    chi_square(found, chances, 4000)


def resting(vanuatu, takers, phase="ACT", seat=None):
    """Five players; the seats of ``takers`` took the tiles in this order: seat -> tile."""
    states = vanuatu.build(5, phase, markers={"REST": {4: 1}, "DRAW": dict.fromkeys(range(5), 1)}, seat=seat)
    s = states[0]
    for k, (p, tile) in enumerate(takers.items()):
        s.rest_tile[p], s.rest_taker[k], s.rest_left[tile] = tile, p, 0
    s.rest_count = len(takers)
    return states


def consistent(states, seat):
    """By definition: all assignments of the rest tiles that fit what the seat saw, with their chance."""
    s = states[0]
    takers = s.rest_taker[: s.rest_count].tolist()
    true = [int(s.rest_tile[p]) for p in takers]
    deals = []
    for order in permutations(range(t.REST_TILES), len(takers)):
        if seat in takers:
            k = takers.index(seat)
            if order[k] != true[k] or set(order[:k]) != set(true[:k]):  # what it saw lying there follows
                continue
        elif s.phase == Phase.REST and s.seat == seat and set(order) != set(true):
            continue
        deals.append(order)
    return {order: 1 / len(deals) for order in deals}


@pytest.mark.complaint("google-deepmind/open_spiel#1604")
@pytest.mark.parametrize(
    ("takers", "phase", "acting", "seat", "number"),
    [
        ({0: 2, 1: 0}, "ACT", 2, 2, 12),  # has seen nothing
        ({0: 2, 1: 0}, "REST", 2, 2, 2),  # looks at what is left: 1 and 3, so 0 and 2 are held
        ({0: 2, 1: 0}, "REST", 2, 3, 12),  # watches somebody look
        ({0: 2, 1: 0, 2: 3}, "ACT", 3, 0, 6),  # was first, saw 0, 1 and 3 left
        ({0: 2, 1: 0, 2: 3}, "ACT", 3, 1, 2),  # second: 2 was gone, 1 and 3 were left
        ({0: 2, 1: 0, 2: 3}, "ACT", 3, 2, 2),  # third: 0 and 2 were gone in some order, 1 was left
        ({0: 2, 1: 0, 2: 3, 3: 1}, "ACT", 4, 3, 6),  # took the last one
    ],
)
def test_rest_tiles_are_uniform_over_what_the_seat_can_imagine(vanuatu, takers, phase, acting, seat, number):
    """google-deepmind/open_spiel#1604: every deal as often as its chance, by counting all of them."""
    states = resting(vanuatu, takers, phase, acting)
    chances = consistent(states, seat)
    assert len(chances) == number
    order = list(takers)
    found = redeals(states, seat, lambda w: tuple(int(w.rest_tile[p]) for p in order), 3000)
    chi_square(found, chances, 3000)
    look = seen_by(states, seat)
    for seed in range(50):
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, seat, seed)
        assert seen_by(other, seat) == look
        held = {int(other[0].rest_tile[p]) for p in order}
        assert held == {tile for tile in range(4) if not other[0].rest_left[tile]}


# ---------------------------------------------------------------- two worlds


def other_world(states, seat, rng):
    """The same position with hidden things swapped by hand; rest tiles among the deals that fit what the seat saw."""
    world = states.copy()
    s = world[0]
    shown, r, size = int(s.tiles_shown), int(s.game_round), int(s.ship_pile_size)
    for letter in range(shown, 6):
        if rng.random() < 0.5:
            s.tile_order[[letter, 6 + letter]] = s.tile_order[[6 + letter, letter]]
    s.visitor_order[r:] = rng.permutation(s.visitor_order[r:])
    s.ship_pile[:size] = rng.permutation(s.ship_pile[:size])
    takers = s.rest_taker[: s.rest_count].tolist()
    if takers:
        deals = list(consistent(states, seat))
        s.rest_left[:] = 1
        for p, tile in zip(takers, deals[rng.integers(len(deals))], strict=True):
            s.rest_tile[p] = tile
            s.rest_left[tile] = 0
    s.rng[:] = rng.integers(-(2**31), 2**31, 4)
    return world


def test_two_worlds_look_the_same(vanuatu, setting):
    rng = np.random.default_rng(3)
    differ = Counter()
    for states in sampled(vanuatu, setting):
        for seat in range(setting[0]):
            world = other_world(states, seat, rng)
            for name in HIDDEN:
                differ[name] += bool((world[name] != states[name]).any())
            assert seen_by(world, seat) == seen_by(states, seat)
    assert min(differ.values()) > 0, "the worlds were different ones"


def test_the_acting_seat_gets_the_same_mask_outside_rest(vanuatu):
    """Only in REST does the acting seat's mask show hidden things, and only to itself."""
    rng = np.random.default_rng(4)
    masks = np.zeros((2, GAME.actions.size), np.int8)
    for states in sampled(vanuatu, (5, {})):
        if states["phase"][0] == Phase.REST or states["over"][0]:
            continue
        for seat in range(5):
            world = other_world(states, seat, rng)
            GAME.kernels.legal_at(states, 0, masks[0])
            GAME.kernels.legal_at(world, 0, masks[1])
            assert (masks[0] == masks[1]).all()


# ---------------------------------------------------------------- texts


def test_text_shows_hidden_things_to_nobody_else(vanuatu):
    states = resting(vanuatu, {0: 2, 1: 0})
    everything, own, other = (GAME.text(states[0], seat) for seat in (None, 0, 3))
    assert (
        "seat 0 holds COIN\n" in everything
        and "seat 1 holds START_PLAYER" in everything
        and "in this order" in everything
    )
    assert (
        "seat 0 holds COIN\n" in own and "seat 1 holds ?" in own and "seen: START_PLAYER, COIN_AND_POINT, POINT" in own
    )
    assert "seat 0 holds ?" in other and " seen:" not in other and "in this order" not in other + own


def test_texts_keep_to_120_columns_and_explain_themselves(vanuatu, setting):
    for kind in ("random", "free", "bot"):
        for states, _ in vanuatu.positions(kind, *setting, 2):
            for seat in (None, 0):
                lines = GAME.text(states[0], seat).splitlines()
                assert max(map(len, lines)) <= 120, max(lines, key=len)
    assert "legend" in lines and all(any(word in line for line in lines) for word in ("@02:", "unplaced:", "pool:"))


def test_the_map_lies_as_the_board_does(vanuatu):
    """Cells that touch stand beside each other or half a cell apart in neighbouring rows."""
    lines = GAME.text(GAME.new(3, seed=1)[0], 0).splitlines()
    place = {}
    for row, line in enumerate(lines):
        for cell in range(t.CELLS):
            if f" c{cell} " in f" {line} " and cell not in place:
                place[cell] = (row, f" {line} ".index(f" c{cell} "))
    for cell, near in enumerate(t.BOARD["board"]["adjacency"]):
        beside = {(0, 18), (0, -18), (1, 9), (1, -9), (-1, 9), (-1, -9)}
        found = {c for c in place if (place[c][0] - place[cell][0], place[c][1] - place[cell][1]) in beside}
        assert found == set(near)


def test_the_text_shows_what_counts_at_the_end(vanuatu):
    for states, _ in vanuatu.positions("bot", 3, {}, 4):
        game = vanuatu.Table(states)
        for p in range(3):
            line = next(x for x in GAME.text(states[0], None).splitlines() if x.startswith(f"seat {p}  "))
            parts = [int(word) for word in line.split()[2:]]
            assert parts[:-1] == list(game.results(p).values())[:6] and sum(parts[:-1]) == parts[-1] == game.totals()[p]


# ---------------------------------------------------------------- what was public when it moved


class Onlooker:
    """What everybody has seen of one game, and each seat of the rest tiles, from what lay open at each moment."""

    def __init__(self, s):
        self.tiles, self.visitors, self.offers, self.looks = [], [], [], {}
        self.watch(s)

    def watch(self, s):
        self.tiles += [int(tile) for tile in s.upcoming if tile != NONE and int(tile) not in self.tiles]
        if len(self.visitors) < s.game_round:
            self.visitors.append(int(s.tourists))
            self.looks = {}
        if s.pool.any() and s.phase in (Phase.NEUTRAL, Phase.CHARACTER) and len(self.offers) < s.game_round:
            self.offers.append(set(np.flatnonzero(s.pool).tolist()))
        if s.phase == Phase.REST:
            self.looks.setdefault(int(s.seat), (set(np.flatnonzero(s.rest_left).tolist()), self.takers(s)))
        for p in self.takers(s):
            if p not in self.looks:  # the last one: seen when it was taken
                self.looks[p] = ({int(s.rest_tile[p])}, [q for q in self.takers(s) if q != p])

    def takers(self, s):
        return s.rest_taker[: s.rest_count].tolist()

    def contradicted(self, s, seat, true):
        """What a world dealt for ``seat`` says against it, or None."""
        if s.tile_order[: len(self.tiles)].tolist() != self.tiles:
            return "tiles"
        if s.visitor_order[: len(self.visitors)].tolist() != self.visitors:
            return "visitors"
        open_ships = {*s.ships.tolist(), *np.flatnonzero(s.departed).tolist()}
        if set(s.ship_pile[: s.ship_pile_size].tolist()) != set(range(t.SHIPS)) - open_ships:
            return "ships"
        if s.num_players == 2 and set(np.flatnonzero(s.offer).tolist()) != self.offers[-1]:
            return "offer"
        if seat in self.looks and not s.over:
            lying, before = self.looks[seat]
            held = {p: int(s.rest_tile[p]) for p in self.takers(s)}
            if {held[p] for p in before} != set(range(t.REST_TILES)) - lying:
                return "rest tiles taken before"
            if held.get(seat) != (int(true.rest_tile[seat]) if seat in held else None):
                return "own rest tile"
        return None


def test_worlds_never_contradict_what_was_seen(vanuatu, setting):
    """Whatever was public when it moved is so in every world: tiles, visitors, ships, offers, rest tiles looked at."""
    looked = 0
    for kind in ("free", "bot"):
        onlooker = None
        for states, _ in vanuatu.positions(kind, *setting, 6):
            s = states[0]
            onlooker = onlooker or Onlooker(s)
            onlooker.watch(s)
            if s.rest_count == 0 and s.decisions % 5:
                continue
            for seat in range(setting[0]):
                looked += seat in onlooker.looks
                other = states.copy()
                GAME.kernels.redeal_at(other, 0, seat, int(s.decisions))
                assert onlooker.contradicted(other[0], seat, s) is None
    assert looked
