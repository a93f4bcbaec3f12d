"""The same games whatever surrounds them: batch size, threads, processes, compiler, environment or batch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import meeplezoo
from meeplezoo.envs.engine.dice import derive_seed

from driving import games

TESTS = Path(__file__).resolve().parent
STEPS = 120


def nth_legal(masks, seats, step):
    """A policy that depends on the position and the step alone."""
    legal = np.cumsum(masks, axis=1)
    return (legal == (1 + (step * 7 + seats) % legal[:, -1])[:, None]).argmax(axis=1)


def mixed(hashes, *arrays):
    """The hashes, ``(N,)`` uint64, with one more array each, ``(N, ...)``; odd factors let any changed bit show."""
    for array in arrays:
        words = np.ascontiguousarray(array).reshape(len(hashes), -1)
        words = words.view({1: np.uint8, 4: np.uint32, 8: np.uint64}[words.itemsize]).astype(np.uint64)
        factors = 2 * np.arange(words.shape[1], dtype=np.uint64) + 0x9E3779B97F4A7C15
        hashes = hashes * np.uint64(0x100000001B3) + words @ factors
    return hashes


def batch_hashes(game, size, threads, seed=3):
    """A hash per game of all that can be seen of it."""
    batch = meeplezoo.batch(game, size, num_players=game.player_counts, seed=seed, num_threads=threads)
    hashes = np.zeros(size, np.uint64)
    for step in range(STEPS):
        hashes = mixed(hashes, batch.observations, batch.masks, batch.seats)
        batch.step(nth_legal(batch.masks, batch.seats, step))
        rewards = np.zeros((size, game.max_players), np.float32)
        rewards[:, : batch.rewards.shape[1]] = batch.rewards
        hashes = mixed(hashes, rewards, batch.dones)
    return mixed(hashes, batch.states.view(np.uint8))


def single_hash(game, i, seed=3):
    """The same of one environment that plays the episodes of game ``i`` one after the other."""
    count = game.player_counts[i % len(game.player_counts)]
    env = meeplezoo.make(game, num_players=count)
    env.reset(seed=int(derive_seed(0, seed, i, 0)))
    hashes, episode = np.zeros(1, np.uint64), 0
    for step in range(STEPS):
        view, seat = env.observe(env.agent_selection), np.array([env.possible_agents.index(env.agent_selection)])
        hashes = mixed(hashes, view["observation"][None], view["action_mask"][None], seat)
        env.step(int(nth_legal(view["action_mask"][None], seat, step)[0]))
        rewards = np.zeros((1, game.max_players), np.float32)
        rewards[0, :count] = list(env.rewards.values())
        done = any(env.terminations.values()) or any(env.truncations.values())
        hashes = mixed(hashes, rewards, np.array([done]))
        if done:
            episode += 1
            env.reset(seed=int(derive_seed(0, seed, i, episode)))
    return int(mixed(hashes, env.states.view(np.uint8))[0])


@pytest.mark.complaint("sail-sg/envpool#144", "numba/numba#8957")
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_batch_size_and_threads_have_no_influence(game):
    """sail-sg/envpool#144, numba/numba#8957: game 0 of many was not deterministic; random draws in parallel loops.

    Every game of every batch, bit for bit as in the largest one; and that one as single environments.
    """
    largest = batch_hashes(game, 1024, 1)
    assert len(set(largest.tolist())) > 1000 or not game.chance_after_setup
    for size, threads in [(size, threads) for size in (1, 2, 7, 64) for threads in (1, 2)] + [(1024, 2)]:
        assert np.array_equal(batch_hashes(game, size, threads), largest[:size]), f"{size} games, {threads} threads"
    for i in (0, 1, 2, 6, 7, 63, 64, 511, 1023):
        assert single_hash(game, i) == int(largest[i]), f"game {i}"


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_environment_and_batch_play_the_same_games(game):
    batch = meeplezoo.batch(game, 3, num_players=game.player_counts, seed=8)
    envs = [meeplezoo.make(game, num_players=int(n)) for n in batch.counts]
    for env, seed in zip(envs, batch.seeds.tolist(), strict=True):
        env.reset(seed=seed)
    for step in range(400):
        actions = nth_legal(batch.masks, batch.seats, step)
        for i, env in enumerate(envs):
            view = env.observe(env.agent_selection)
            assert np.array_equal(view["observation"], batch.observations[i])
            assert np.array_equal(view["action_mask"], batch.masks[i])
            env.step(int(actions[i]))
        batch.step(actions)
        for i, env in enumerate(envs):
            n = int(batch.counts[i])
            assert batch.rewards[i, :n].tolist() == list(env.rewards.values())
            if batch.dones[i]:
                assert batch.final_scores[i, :n].tolist() == list(env.scores().values())
                env.reset(seed=int(batch.seeds[i]))


PLAY = """
import hashlib, sys
import numpy as np
sys.path.insert(0, sys.argv[1])
from driving import games, play, view_of
for game in games():
    digest = hashlib.sha256()
    for count in game.player_counts:
        states = game.new(count, 5)
        for mask, action in play(game, states, 5, bot_share=0):
            digest.update(states.tobytes() + mask.tobytes() + bytes([action % 256]))
            digest.update(view_of(game, states, 0).tobytes())
    print(game.id, digest.hexdigest())
"""


def test_processes_hash_seeds_and_the_compiler_have_no_influence():
    """Compiled and not compiled (with every warning an error), with different hash seeds: bit for bit the same."""
    answers = set()
    for hash_seed, off in (("1", "0"), ("2", "1")):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "NUMBA_DISABLE_JIT": off}
        command = [sys.executable, *(["-W", "error"] if off == "1" else []), "-c", PLAY, str(TESTS)]
        answers.add(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout)
    assert len(answers) == 1
    assert len(answers.pop().splitlines()) == len(games())


@pytest.mark.complaint("numba/numba#7715", "numba/numba#6002")
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_chance_is_part_of_the_record_and_of_nothing_else(game):
    """numba/numba#7715, numba/numba#6002: numba has a generator of its own, which is neither seeded nor copied."""
    for path in game.folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "np.random" not in text and "import random" not in text, path.name
