"""Where the kernel's time goes: the parts of a decision, each in a loop of its own over positions of random play.

The names of the kernels are placeholders here too; ``bind`` puts a game's own in their place.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from meeplezoo.envs.engine.compiling import bind
from meeplezoo.envs.engine.game import Game
from meeplezoo.envs.engine.kernels import NUM_ACTIONS, apply_at, legal_at, observe_at, sample_legal, setup_at
from meeplezoo.envs.engine.records import new_states


def _record(states, rng, keep, actions, num_players, options):
    """Positions of random play, and the action that was played in each."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    for k in range(len(keep)):
        if states[0].over != 0:
            setup_at(states, 0, num_players, options, k)
        keep[k] = states[0]
        legal_at(states, 0, mask)
        actions[k] = sample_legal(mask, rng)
        apply_at(states, 0, actions[k])


def _observe_all(keep, out):
    for k in range(len(keep)):
        observe_at(keep, k, keep[k].seat, out)


def _legal_all(keep, mask):
    for k in range(len(keep)):
        legal_at(keep, k, mask)


def _sample_all(masks, rng):
    for k in range(len(masks)):
        sample_legal(masks[k], rng)


def _apply_all(keep, spare, actions):
    for k in range(len(keep)):
        spare[0] = keep[k]
        apply_at(spare, 0, actions[k])


def parts(game: Game, count: int, seed: int, positions: int = 1000, repeats: int = 300) -> Iterator[tuple[str, str]]:
    """Where a decision's time goes in the kernel: the quickest of many short loops over positions of random play."""
    free = {**vars(game.kernels), "NUM_ACTIONS": game.actions.size}
    names = (_record, _observe_all, _legal_all, _sample_all, _apply_all)
    record, observe, legal, sample, play = (bind(f, f"{game.id}_speed", free, game.folder) for f in names)
    states, keep, spare = game.new(count, seed), new_states(game.dtype, positions), new_states(game.dtype, 1)
    rng, actions = np.array([1, 2, 3, seed], np.int32), np.zeros(positions, np.int64)
    record(states, rng, keep, actions, count, game.configure(count).numbers)
    out, masks = np.zeros(game.observation.size, np.float32), np.zeros((positions, game.actions.size), np.int8)
    for k in range(positions):
        game.kernels.legal_at(keep, k, masks[k])
    loops = {
        "observation": (observe, keep, out),
        "mask": (legal, keep, masks[0].copy()),
        "random choice": (sample, masks, rng),
        "action and what follows (with a copy)": (play, keep, spare, actions),
    }
    for name, (loop, *arguments) in loops.items():
        loop(*arguments)
        times = []
        for _ in range(repeats):
            began = time.perf_counter()
            loop(*arguments)
            times.append(time.perf_counter() - began)
        yield f"in the kernel, per decision: {name}", f"{min(times) / positions * 1e9:.0f} ns"
