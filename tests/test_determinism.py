"""The same games whatever surrounds them: batch size, threads, processes, compiler, environment or batch.

Complaints of sister projects: sail-sg/envpool#144 (one game of many was not deterministic), numba/numba#8957 (random
draws in parallel loops), Farama-Foundation/PettingZoo#849 and others (hidden use of global generators).
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import meeplezoo

from driving import games

TESTS = Path(__file__).resolve().parent
STEPS = 120


def nth_legal(masks, seats, step):
    """A policy that depends on the position and the step alone."""
    legal = np.cumsum(masks, axis=1)
    return (legal == (1 + (step * 7 + seats) % legal[:, -1])[:, None]).argmax(axis=1)


def fingerprint(game, size, threads, seed=3):
    """A hash of all that can be seen of game 0 of a batch."""
    counts = tuple(game.player_counts)
    batch = meeplezoo.batch(game, size, num_players=counts, seed=seed, num_threads=threads)
    digest = hashlib.sha256()
    for step in range(STEPS):
        for array in (batch.observations, batch.masks, batch.seats, batch.rewards, batch.dones, batch.seeds):
            row = array[0] if array is not batch.rewards else array[0, : batch.counts[0]]
            digest.update(np.ascontiguousarray(row).tobytes())
        batch.step(nth_legal(batch.masks, batch.seats, step))
    digest.update(batch.states[:1].tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_batch_size_and_threads_have_no_influence(game):
    alone = fingerprint(game, 1, 1)
    for size, threads in ((7, 1), (7, 2), (64, 2), (1024, 1), (1024, 2)):
        assert fingerprint(game, size, threads) == alone, f"{size} games, {threads} threads"


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


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_chance_is_part_of_the_record_and_of_nothing_else(game):
    """No generator of NumPy or Python is used: numba's own state would be neither seeded nor copied."""
    for path in game.folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "np.random" not in text and "import random" not in text, path.name
