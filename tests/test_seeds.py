"""Random numbers for different purposes never meet: one place derives them all (``engine/dice.py``)."""

from __future__ import annotations

import ast
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import meeplezoo
from meeplezoo.envs.engine import dice
from meeplezoo.envs.engine.dice import Purpose, derive_seed, stream
from meeplezoo.envs.engine.records import new_states, raw_bytes, raw_words

from driving import games

HIDDEN = [game for game in games() if game.hidden_information]
SEEDS = range(60)


def state_of(seed):
    rng = np.zeros(4, np.int32)
    dice.seed_generator(rng, seed)
    return rng.tobytes()


def test_no_two_states_coincide_over_a_grid():
    """About 100,000 combinations of purpose, seed, index and episode; and the plain seeds of single games."""
    big = [1 << 31, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, (1 << 63) - 1]
    numbers = [*range(20), *big]
    grid = product(Purpose, numbers, [*range(18), 1 << 20], range(18))
    states = [state_of(derive_seed(int(p), s, i, e)) for p, s, i, e in grid] + [state_of(s) for s in numbers]
    assert len(states) > 100_000 and len(set(states)) == len(states)


def test_streams_of_numpy_differ_too():
    grid = list(product(Purpose, [0, 1, 2, 1 << 32, (1 << 63) - 1], range(3), range(3)))
    draws = {tuple(stream(*place).integers(1 << 62, size=2).tolist()) for place in grid}
    draws |= {tuple(np.random.default_rng(s).integers(1 << 62, size=2).tolist()) for s in range(3)}
    assert len(draws) == len(grid) + 3
    again, more = stream(Purpose.MATCH_BOTS, 1, 2, 3), stream(Purpose.MATCH_BOTS, 1, 2, 3)
    assert again.random() == more.random()


def test_setup_and_play_are_derived_as_ever():
    """Recorded games rest on these numbers."""
    places = ((0, 0, 0), (1, 2, 3), ((1 << 63) - 1, 7, 1 << 33))
    known = [6751802636940229062, 4657322448188519626, 1989417473153696027]
    assert [derive_seed(0, *place) for place in places] == known
    assert len({int(p) for p in Purpose}) == len(Purpose)


def test_first_draws_of_all_purposes_agree_as_often_as_chance():
    """Equal and neighbouring seeds, crossed: draws from 1 to 16, ten of each."""

    def first_draws(purpose, seed):
        rng = np.zeros(4, np.int32)
        dice.seed_generator(rng, seed if purpose is None else derive_seed(int(purpose), seed, 0, 0))
        return [dice.roll(rng, 16) for _ in range(10)]

    drawn = {purpose: np.array([first_draws(purpose, seed) for seed in range(52)]) for purpose in [None, *Purpose]}
    for one, two in combinations(drawn, 2):
        for shift in (-1, 0, 1):
            same = (drawn[one][1:51] == drawn[two][1 + shift : 51 + shift]).mean()
            assert same < 0.13, f"{one} and {two}, seeds {shift} apart"


def hidden_words(game, states, seat):
    """Which numbers of the record a redeal draws anew, the generator left out."""
    words = raw_words(states)[0]
    moved = np.zeros(len(words), bool)
    world = new_states(game.dtype, 1)
    for seed in range(1000, 1030):
        raw_bytes(world)[:] = raw_bytes(states)
        game.kernels.redeal_at(world, 0, seat, seed)
        moved |= raw_words(world)[0] != words
    moved[:4] = False
    return moved


def agreement(game, deal):
    """The mean share of hidden numbers that a redeal leaves as they are: for a redeal seed that belongs to the set-up
    seed by ``deal(states, seat, seed)``, and for one that has nothing to do with it."""
    related, unrelated = [], []
    for seed in SEEDS:
        states = game.new(game.default_players, seed)
        seat = 0
        places = hidden_words(game, states, seat)
        if not places.any():
            continue
        truth = raw_words(states)[0][places]
        related.append((raw_words(deal(states, seat, seed))[0][places] == truth).mean())
        unrelated.append((raw_words(deal(states, seat, 987_654_321 + 7919 * seed))[0][places] == truth).mean())
    return np.array(related), np.array(unrelated)


def by_environment(game):
    def deal(states, seat, seed):
        world = states.copy()
        game.kernels.redeal_at(world, 0, seat, seed)
        return world

    return deal


def by_batch(game):
    batch = meeplezoo.batch(game, 3, seed=0)

    def deal(states, seat, seed):
        batch.set_states(states)
        batch.redeal(np.full(3, seat), seed)
        return batch.states[1:2]

    return deal


@pytest.mark.parametrize("shift", [-1, 0, 1])
@pytest.mark.parametrize("way", [by_environment, by_batch], ids=lambda w: w.__name__)
@pytest.mark.parametrize("game", HIDDEN, ids=lambda g: g.id)
def test_a_redeal_by_the_seed_of_the_game_is_like_any_other(game, way, shift):
    """Before, three of four redeals by a game's own seed dealt its own hidden hands again."""
    deal = way(game)
    related, unrelated = agreement(game, lambda states, seat, seed: deal(states, seat, max(0, seed + shift)))
    if not len(related):
        pytest.skip("nothing is hidden at the start that a redeal changes")
    error = np.sqrt((related.var() + unrelated.var()) / len(related))
    assert abs(related.mean() - unrelated.mean()) < 4.5 * error + 0.01


@pytest.mark.parametrize("game", HIDDEN, ids=lambda g: g.id)
def test_a_batch_redealt_by_its_own_seed_is_like_any_other(game):
    """Game i of a batch is set up and re-dealt by derived seeds; these were the same."""
    size, shares = 64, {}
    batch = meeplezoo.batch(game, size, seed=5)
    before = batch.states
    places = np.zeros(raw_words(before).shape[1], bool)
    for seed in range(100, 110):
        other = batch.clone()
        other.redeal(np.zeros(size, int), seed)
        places |= (raw_words(other.states) != raw_words(before)).any(axis=0)
    places[:4] = False
    if not places.any():
        pytest.skip("nothing is hidden at the start that a redeal changes")
    for seed in (4, 5, 6, *range(200, 220)):
        other = batch.clone()
        other.redeal(np.zeros(size, int), seed)
        shares[seed] = (raw_words(other.states)[:, places] == raw_words(before)[:, places]).mean()
    usual = np.array([shares[seed] for seed in range(200, 220)])
    for seed in (4, 5, 6):
        assert abs(shares[seed] - usual.mean()) < 6 * usual.std() + 0.005


def test_environments_and_batches_of_one_seed_play_different_next_games():
    """Resets without a seed are not the episodes of a batch of that seed, whose first game they were before."""
    game = games()[0]
    env, batch = meeplezoo.make(game), meeplezoo.batch(game, 8, seed=5)
    env.reset(seed=5)
    met = set()
    for _ in range(20):
        env.reset()
        met.add(env.game_seed)
    assert len(met) == 20
    assert not met & {derive_seed(0, 5, i, e) for i in range(50) for e in range(50)} and not met & set(batch.seeds)


def test_random_actions_are_not_the_games_own_chance():
    game = games()[0]
    batch = meeplezoo.batch(game, 1, seed=5)
    assert batch._arrays["rng"].tobytes() not in (state_of(5), state_of(int(batch.seeds[0])))


def test_only_the_one_place_makes_generators_in_the_engine():
    """``seed_generator`` and ``default_rng`` are called where a derived seed is at hand, and nowhere else."""
    engine = Path(dice.__file__).parent
    allowed = {"dice.py", "kernels.py"}
    for path in sorted(engine.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if called in ("seed_generator", "default_rng", "SeedSequence"):
                    assert path.name in allowed, f"{path.name} calls {called}"
