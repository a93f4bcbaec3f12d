"""Compiling a game ahead of time, so that the first game of every later process starts at once."""

from __future__ import annotations

import time

import numpy as np

from .aec import GameEnv
from .batch import Batch
from .caching import warming_alone
from .game import Game

__all__ = ["warm_up"]


def warm_up(game: Game) -> float:
    """Compiles all kernels of a game into the cache, or finds them there; gives the seconds that it took.

    Processes that warm up the same game wait for each other, so that only one of them compiles.
    """
    began = time.perf_counter()
    with warming_alone(game.folder):
        _use_everything(game)
    return time.perf_counter() - began


def _use_everything(game: Game) -> None:
    """Calls each kernel once, as the environment, the batch, the bots and the benchmarks do."""
    env = GameEnv(game, reward="score", skip_forced=True)
    env.reset(seed=0)
    env.step(env.legal_actions()[0])
    env.scores()
    env.state()
    env.ranks()
    env.observe(env.agent_selection)
    env.set_state(env.get_state())
    env.redeal(env.agent_selection, 0)
    batch = Batch(game, 2, seed=0)
    batch.step(batch.random_actions())
    batch.observe(batch.seats)
    batch.redeal(batch.seats, 0)
    batch.set_states(batch.states)
    object.__new__(Batch).__setstate__(batch.__getstate__())  # as a pickle does, also for a game without a name
    kernels, states, setting = game.kernels, batch.states, batch.settings[0]
    out, rng, mask = np.zeros(game.max_players, np.int64), np.zeros(4, np.int32), np.zeros(game.actions.size, np.int8)
    kernels.seed_random(rng, 0)
    kernels.sample_legal(np.ones(game.actions.size, np.int8), rng)
    kernels.apply_at(states, 0, int(batch.random_actions()[0]))
    for seat in range(setting.num_players if game.result_names else 0):
        kernels.results_at(states, 0, seat, np.zeros(len(game.result_names), np.int64))
    kernels.secret_at(states, 0, 0)
    kernels.fault_at(states, 0)
    kernels.settle(states, 0, mask)
    for action in range(game.actions.size):
        game.why_illegal(states, 0, action)
    kernels.final_rewards(states, 0, 0, np.zeros(game.max_players, np.float32))
    kernels.play_random(states, 0, rng, game.max_decisions)
    game.show(states, 0, None)
    kernels.run_random(states, 0, setting.num_players, setting.numbers, 0, 1, True)
    if "choose" in game.rules:
        kernels.bot_act(batch.observations.copy(), batch.masks.copy(), rng, out[:2].copy())
