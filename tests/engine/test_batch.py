"""The batch on the toy game: the same games as the environment's, whatever the batch looks like."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import meeplezoo
from meeplezoo import BadOption, BadState, IllegalAction
from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine.aec import GameEnv
from meeplezoo.envs.engine.batch import Batch

from toys.drain import GAME

registry.add_game(GAME)
VISIBLE = [
    "observations",
    "masks",
    "seats",
    "rewards",
    "dones",
    "truncated",
    "seeds",
    "final_observations",
    "final_scores",
    "final_ranks",
]


def first_legal(batch, step):
    """A policy that depends on the game alone: the k-th legal action with k from the step."""
    legal = np.cumsum(batch.masks, axis=1)
    want = 1 + (step * 7 + batch.seats) % legal[:, -1]
    return (legal == want[:, None]).argmax(axis=1)


def trace(batch, steps=60, games=1):
    """All that can be seen of the first games while they play."""
    seen = []
    for step in range(steps):
        seen.append(b"".join(getattr(batch, name)[:games].tobytes() for name in VISIBLE))
        batch.step(first_legal(batch, step))
    return seen


@pytest.mark.parametrize("size", [2, 7, 64, 1024])
@pytest.mark.parametrize("threads", [1, 2])
def test_games_do_not_depend_on_size_or_threads(size, threads):
    alone = trace(meeplezoo.batch("drain", 1, num_players=3, seed=11))
    assert trace(meeplezoo.batch("drain", size, num_players=3, seed=11, num_threads=threads)) == alone


def test_all_games_agree_between_thread_counts():
    one, two = (meeplezoo.batch("drain", 50, num_players=3, seed=4, num_threads=n) for n in (1, 2))
    assert trace(one, games=50) == trace(two, games=50)


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("options", [{}, {"cap": 4}])
def test_every_episode_is_the_environments_game_of_that_seed(reward, options):
    batch = meeplezoo.batch("drain", 3, num_players=(2, 3), seed=2, reward=reward, **options)
    envs = [GameEnv(GAME, num_players=int(n), reward=reward, **options) for n in batch.counts]
    for env, seed in zip(envs, batch.seeds, strict=True):
        env.reset(seed=int(seed))
    finished = 0
    for _ in range(200):
        actions = batch.random_actions()
        for i, env in enumerate(envs):
            seat = int(batch.seats[i])
            assert env.agent_selection == f"player_{seat}"
            view = env.observe(env.agent_selection)
            assert np.array_equal(view["observation"], batch.observations[i])
            assert np.array_equal(view["action_mask"], batch.masks[i])
            env.step(int(actions[i]))
        batch.step(actions)
        for i, env in enumerate(envs):
            n = int(batch.counts[i])
            assert batch.rewards[i, :n].tolist() == list(env.rewards.values()) and not batch.rewards[i, n:].any()
            over = any(env.terminations.values()) or any(env.truncations.values())
            assert batch.dones[i] == over and batch.truncated[i] == any(env.truncations.values())
            if over:
                finished += 1
                assert batch.final_scores[i, :n].tolist() == list(env.scores().values())
                assert batch.final_ranks[i, :n].tolist() == list(env.ranks().values())
                for p in range(n):
                    assert np.array_equal(batch.final_observations[i, p], env.observe(f"player_{p}")["observation"])
                env.reset(seed=int(batch.seeds[i]))
    assert finished > 30


def test_seeds_differ_between_games_and_episodes():
    batch = meeplezoo.batch("drain", 20, seed=3)
    seen = set()
    for _ in range(60):
        seen.update(batch.seeds.tolist())
        batch.step(batch.random_actions())
    assert len(seen) > 80 and all(0 <= s < 1 << 63 for s in seen)


def test_reset_starts_over():
    batch = meeplezoo.batch("drain", 5, seed=3)
    first = trace(batch, games=5)
    batch.reset()
    assert trace(batch, games=5) == first
    batch.reset(seed=4)
    assert trace(batch, games=5) != first
    batch.reset(seed=3)
    assert trace(batch, games=5) == first


def test_random_actions_are_legal_uniform_and_reproducible():
    batch, twin = (meeplezoo.batch("drain", 3000, seed=1) for _ in range(2))
    drawn = batch.random_actions()
    assert np.array_equal(drawn, twin.random_actions())
    assert (np.bincount(drawn, minlength=3) > 900).all()
    assert batch.masks[np.arange(3000), drawn].all()


def test_where_lets_the_others_stand_still():
    batch = meeplezoo.batch("drain", 4, seed=1, num_players=3)
    before = batch.states
    where = np.array([True, False, True, False])
    actions = np.array([0, -99, 0, 10**6])
    batch.step(actions, where)
    after = batch.states
    changed = [before[i : i + 1].tobytes() != after[i : i + 1].tobytes() for i in range(4)]
    assert changed == where.tolist()
    twin = meeplezoo.batch("drain", 4, seed=1, num_players=3)
    twin.step(np.zeros(4, int))
    assert twin.states[0::2].tobytes() == after[0::2].tobytes()


def test_standing_still_clears_rewards_and_dones():
    batch = meeplezoo.batch("drain", 1, seed=1)
    while not batch.dones[0]:
        batch.step(batch.random_actions())
    assert batch.rewards.any()
    batch.step(np.zeros(1, int), np.zeros(1, bool))
    assert not batch.rewards.any() and not batch.dones.any()


def test_arrays_are_read_only():
    batch = meeplezoo.batch("drain", 2, seed=1)
    for name in (*VISIBLE, "counts"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[:] = 0
    batch.states["pile"] = 0
    batch.step(batch.random_actions())


@pytest.mark.parametrize(
    "way", [lambda b: b.clone(), copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))]
)
def test_copies_are_exact_and_independent(way):
    batch = meeplezoo.batch("drain", 6, num_players=(3, 2), seed=8, num_threads=2)
    trace(batch, steps=13)
    other = way(batch)
    frozen = batch.states.tobytes()
    mine = [other.random_actions().tolist(), *trace(other, games=6)]
    assert batch.states.tobytes() == frozen
    assert [batch.random_actions().tolist(), *trace(batch, games=6)] == mine


def test_observe_any_seat():
    batch = meeplezoo.batch("drain", 3, num_players=3, seed=5)
    batch.step(batch.random_actions())
    assert np.array_equal(batch.observe(batch.seats), batch.observations)
    for wrong in ([0, 1], [0, 1, 3], [-1, 0, 0], [0.0, 1.0, 2.0]):
        with pytest.raises(BadOption):
            batch.observe(wrong)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0], r"shape \(2,\)"),
        ([[0], [0], [0]], r"shape \(3, 1\)"),
        ([0.0, 1.0, 1.0], "float64"),
        ([True, True, True], "bool"),
        ([0, 3, 0], "game 1, seat 0: action 3 is out of range"),
        ([0, 0, -1], "game 2, seat 0: action -1"),
    ],
)
def test_bad_actions_change_nothing(actions, words):
    batch = meeplezoo.batch("drain", 3, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction, match=words):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_an_illegal_action_names_game_seat_and_rule():
    batch = meeplezoo.batch("drain", 2, seed=1, pile=5)
    batch.step(np.array([0, 2]))
    before = batch.states.tobytes()
    with pytest.raises(
        IllegalAction, match=r"game 1, seat 1: action 2 \(take 3\) is illegal: the pile has fewer stones"
    ):
        batch.step(np.array([0, 2]))
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("kwargs", "words"),
    [
        ({"num_games": 0}, "at least 1"),
        ({"num_games": 2.5}, "whole number"),
        ({"num_threads": 0}, "at least 1"),
        ({"num_threads": 2**70}, "at most 1024"),
        ({"num_games": 2**70}, "at most"),
        ({"num_games": 2**31}, "GiB"),
        ({"num_players": np.array("rank")}, "num_players"),
        ({"num_players": ()}, "empty"),
        ({"num_players": (2, 9)}, "num_players=9"),
        ({"seed": -1}, "seed"),
        ({"reward": "x"}, "rank"),
        ({"pyle": 3}, "pile"),
    ],
)
def test_bad_constructor_arguments(kwargs, words):
    with pytest.raises(BadOption, match=words):
        Batch("drain", **{"num_games": 2, **kwargs})


def test_processes_with_other_hash_seeds_agree():
    code = (
        "from toys.drain import GAME\nfrom meeplezoo.envs.engine.batch import Batch\nimport hashlib\n"
        "b = Batch(GAME, 9, num_players=(2, 3), seed=6)\nh = hashlib.sha256()\n"
        "for _ in range(50):\n    b.step(b.random_actions())\n"
        "    h.update(b.states.tobytes() + b.observations.tobytes())\n"
        "print(h.hexdigest())"
    )
    tests = str(Path(__file__).resolve().parents[1])
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": tests, "PYTHONHASHSEED": seed, "NUMBA_DISABLE_JIT": off},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed, off in (("1", "0"), ("2", "0"), ("3", "1"))
    }
    assert len(seen) == 1


# ---------------------------------------------------------------- planning


def middle(num_players=3, seed=5, decisions=4, reward="rank"):
    env = GameEnv("drain", num_players=num_players, reward=reward)
    env.reset(seed=seed)
    for _ in range(decisions):
        env.step(env.legal_actions()[0])
    return env


@pytest.mark.parametrize("reward", ["rank", "score"])
def test_games_go_on_from_the_position_of_an_environment(reward):
    env = middle(reward=reward)
    games = Batch("drain", 4, num_players=3, seed=1, reward=reward)
    games.step(games.random_actions())
    games.set_states(env.states)
    assert not games.rewards.any() and not games.dones.any() and (games.seeds == -1).all()
    assert np.array_equal(games.observations[2], env.observe(env.agent_selection)["observation"])
    while env.legal_actions():
        action = env.legal_actions()[-1]
        env.step(action)
        games.step(np.full(4, action))
        assert np.allclose(games.rewards, list(env.rewards.values()))
    assert games.dones.all() and (games.final_scores == list(env.scores().values())).all()
    assert (games.seeds >= 0).all(), "the next episodes are ordinary ones"


def test_redealt_games_differ_but_look_alike_to_their_seat():
    env = middle()
    games = Batch("drain", 64, num_players=3, seed=1)
    games.set_states(env.states)
    before = games.observations.copy(), games.masks.copy()
    games.reset(seed=1)
    assert (games.seeds >= 0).all()
    games.redeal(games.seats, seed=9)
    assert (games.seeds == -1).all(), "no seed leads to these games"
    games.set_states(env.states)
    games.redeal(games.seats, seed=9)
    assert np.array_equal(games.observations, before[0]) and np.array_equal(games.masks, before[1])
    worlds = {games.states[i].tobytes() for i in range(64)}
    assert len(worlds) == 64, "at least the generators differ"
    again = Batch("drain", 64, num_players=3, seed=1)
    again.set_states(env.states)
    again.redeal(games.seats, seed=9)
    assert again.states.tobytes() == games.states.tobytes()
    again.redeal(games.seats, seed=10)
    assert again.states.tobytes() != games.states.tobytes()


def test_states_that_do_not_fit():
    games, env = Batch("drain", 4, num_players=3, seed=1), middle()
    before = games.states.tobytes()
    ended = env.states
    ended["over"] = 1
    for wrong in (
        np.zeros(4),
        np.concatenate([env.states, env.states]),
        middle(num_players=2, decisions=1).states,
        ended,
    ):
        with pytest.raises(BadState, match="allowed"):
            games.set_states(wrong)
    with pytest.raises(BadOption, match="allowed"):
        games.redeal(np.zeros(3, int), seed=1)
    with pytest.raises(BadOption):
        games.redeal(games.seats, seed=-1)
    assert games.states.tobytes() == before
