"""RULES 4.5: the search for plannable actions against a plain search over all orders, played by the rules."""

import numpy as np
import pytest

from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu import tables as t
from meeplezoo.envs.vanuatu.actions import DROP, GOVERN, SELL_TREASURE
from meeplezoo.envs.vanuatu.rules_planning import start_plans
from meeplezoo.envs.vanuatu.rules_turn import kind_of
from meeplezoo.envs.vanuatu.state import NONE, Phase

A = GAME.actions.size


def alone(states, p, stacks):
    """The position as if only p were there in phase IV, with these stacks; p then leads all of them."""
    world = states.copy()
    s = world[0]
    s.phase, s.seat = Phase.ACT, p
    s.markers[:] = s.neutral[:] = s.unplaced[:] = s.offer_cells[:] = s.good_cells[:] = s.plannable[:] = 0
    s.markers_due = s.plan_pass = 0
    s.leader[:] = NONE
    for kind in stacks:
        s.markers[kind, p] = 1
        s.leader[kind] = p
    return world


def possible(states, p, kind, most=60_000):
    """Whether p could perform ``kind`` after some of its other stacks, in some order: all lines of play are tried.

    The true rules play on: legal and apply in phase IV; only giving up stacks, the Governor and REST, which help
    nothing, are left out, and the stack on ``kind`` itself waits. None: there are more than ``most`` positions.
    """
    own = {int(k) for k in np.flatnonzero(states[0].markers[:, p])}
    start = alone(states, p, own | {kind})
    seen, waiting = set(), [start]
    mask = np.zeros(A, np.int8)
    while waiting:
        world = waiting.pop()
        if (key := world.tobytes()) in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            return None
        GAME.kernels.legal_at(world, 0, mask)
        for action in np.flatnonzero(mask):
            action = int(action)
            if DROP <= action < SELL_TREASURE or action >= GOVERN:
                continue
            done = kind_of(action) if action < DROP else None
            if done == kind and world[0].phase == Phase.ACT and not world[0].holding:
                return True
            if done in (kind, t.REST):
                continue
            following = world.copy()
            GAME.kernels.apply_at(following, 0, action)
            following["decisions"] = 0
            waiting.append(following)
    return False


def shaken(states, rng, vanuatu):
    """The position with money, tiles, huts, characters and stacks of everybody drawn anew, to meet all branches."""
    world = states.copy()
    s = world[0]
    n = int(s.num_players)
    fish, treasure = t.FISH_TILES.copy(), t.TREASURE_TILES.copy()
    if s.num_players == 2 or s.characters:
        cards = rng.permutation(10 + int(s.governor))[:n]
    for p in range(n):
        s.coins[p] = rng.choice([0, 0, 0, 1, 1, 2, 3, 5, 8, 9])
        s.score[p] = rng.choice([0, 0, 1, 2, 3, 9])
        if s.num_players == 2 or s.characters:
            s.character[p] = cards[p] if rng.random() < 0.6 else rng.choice([t.BEGGAR, t.NAVIGATOR, t.BUILDER, t.DIVER])
        for name, stock in (("fish_tiles", fish), ("treasure_tiles", treasure)):
            for k in range(3):
                count = min(int(stock[k]), int(rng.choice([0, 0, 0, 0, 1, 2])))
                getattr(s, name)[p, k] = count
                stock[k] -= count
        s.markers[:, p] = 0
        for kind in rng.permutation(8)[: rng.integers(0, 5)]:
            s.markers[kind, p] = 1
        s.unplaced[p] = 5 - s.markers[:, p].sum()
    for island in range(t.ISLANDS):
        if s.island_cell[island] >= 0:
            s.huts[island] = 0
            for _ in range(rng.integers(0, t.HUT_SLOTS[island] + 1)):
                owner = rng.integers(n)
                s.huts[island, owner] += s.huts[:, owner].sum() < t.HUTS_PER_PLAYER
            s.visitors[island] = rng.integers(0, t.TOURIST_SLOTS[island] + 1)
            s.goods[island] = [rng.integers(0, printed + 1) for printed in t.PRINTED_GOODS[island]]
    s.huts_left[:n] = t.HUTS_PER_PLAYER - s.huts.sum(0)[:n]
    s.tourists = rng.integers(0, 3)
    vanuatu.set_ships(s, None)
    vanuatu.recount(s)
    return world


def planning_positions(vanuatu, setting, seeds):
    for seed in seeds:
        for states, _ in vanuatu.positions("random", *setting, seed):
            if states["phase"][0] == Phase.PLAN:
                yield seed, states


CHECKED = [(2, {}), (2, {"optional_powers": True}), (3, {}), (4, {"optional_powers": True}), (5, {})]


def compare(vanuatu, setting, seeds, every):
    """Compares all nine kinds in positions of random games and in shaken ones; gives what was met."""
    rng = np.random.default_rng(seeds[0])
    verdicts, skipped = {True: 0, False: 0}, 0
    for seed, found in planning_positions(vanuatu, setting, seeds):
        if (states := found)["decisions"][0] % every:
            continue
        for world in (states, shaken(states, rng, vanuatu)):
            p = int(world["seat"][0])
            for kind in range(t.KINDS):
                wanted = possible(world, p, kind)
                if wanted is None:
                    skipped += 1
                    continue
                verdicts[wanted] += 1
                answer = bool(world["plannable"][0][p] >> kind & 1)
                assert answer == wanted, (seed, int(states["decisions"][0]), t.ACTION_NAMES[kind], GAME.text(world[0]))
    return verdicts, skipped


@pytest.mark.parametrize("setting", CHECKED, ids=str)
def test_plannable_is_exactly_what_some_order_makes_possible(vanuatu, setting):
    verdicts, skipped = compare(vanuatu, setting, range(2), every=7)
    assert min(verdicts.values()) > 100 and skipped < 10


@pytest.mark.fuzz
@pytest.mark.parametrize("setting", CHECKED, ids=str)
def test_plannable_in_many_positions(vanuatu, setting):
    verdicts, skipped = compare(vanuatu, setting, range(100, 140), every=3)
    assert min(verdicts.values()) > 5000 and skipped < 200


def test_the_check_can_be_switched_off(vanuatu):
    game = vanuatu.table(3, "PLAN", coins={0: 0}, tourists=0, plan_check="off")
    assert game.legal() == [f"mark {name}" for name in t.ACTION_NAMES]


def test_begging_from_points_gained_on_the_way(vanuatu):
    """10.1: the Beggar without points draws for three points, begs, and buys."""
    game = vanuatu.table(3, "PLAN", characters={0: "BEGGAR"}, coins={0: 0}, markers={"DRAW": {0: 1}})
    assert game.s.score[0] == 0 and "mark BUY" in game.legal() and "mark BUILD" in game.legal()
    game = vanuatu.table(3, "PLAN", characters={0: "GUIDE"}, coins={0: 0}, markers={"DRAW": {0: 1}})
    assert "mark BUY" not in game.legal()


def test_selling_two_tiles_when_one_leaves_nothing(vanuatu):
    """One coin and a "3" make ten coins, so none; two such tiles leave nine."""
    for fish, able in ([3], False), ([3, 3], True), ([2], True):
        game = vanuatu.table(3, "PLAN", coins={0: 1}, fish={0: fish}, huts={"HOME": [0]}, markers={"SELL": {0: 1}})
        assert ("mark BUILD" in game.legal()) == able == possible(game.states, 0, t.BUILD)


def test_held_powers_count(vanuatu):
    """10.2: a Navigator who may pay for the trip gets rid of a coin, and so of an exchange; see the plain search."""
    rng = np.random.default_rng(1)
    options = {"optional_powers": True}
    for states, _ in vanuatu.positions("random", 4, options, 3):
        if states["phase"][0] == Phase.PLAN and states["decisions"][0] % 11 == 0:
            world = shaken(states, rng, vanuatu)
            s = world[0]
            p = int(s.seat)
            s.character[p] = t.NAVIGATOR
            s.coins[p] = 1
            s.treasure_tiles[p] = [0, 0, 1]
            s.markers[:, p] = 0
            s.markers[[t.SAIL, t.BUY], p] = 1
            s.unplaced[p] = 3
            start_plans(s)
            for kind in range(t.KINDS):
                assert bool(s.plannable[p] >> kind & 1) == possible(world, p, kind)
