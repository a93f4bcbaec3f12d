"""How fast the games are: one command, one table.

    python benchmarks/speed.py [games ...] [--players N] [--training] [--peers] [--quick]

Single thread; random legal play; mask and observation of the acting seat are made and read at each decision
unless the row says otherwise. Each figure is the median of five runs (cold starts: one), with the machine and
the versions above the table. Absolute figures depend on the machine: compare rows of one run.
"""

from __future__ import annotations

import argparse
import copy
import importlib.metadata
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import numpy as np
from parts import parts
from peers import peers, pick_legal, play_aec

import meeplezoo
from meeplezoo.__main__ import first_decision, table
from meeplezoo.envs.engine.compiling import compile_in
from meeplezoo.envs.engine.game import Game
from meeplezoo.envs.engine.records import copy_record, new_states, raw_bytes

RUNS = 5
SEED = 7
BATCH = 1024
Rows = Iterator[tuple[str, str]]


def median(measure: Callable[[], float], runs: int = RUNS) -> float:
    """The median of several runs, after one that does not count."""
    measure()
    return statistics.median(measure() for _ in range(runs))


def rate(done: int, began: float) -> float:
    return done / (time.perf_counter() - began)


# ---------------------------------------------------------------- kernel


def kernel(game: Game, count: int, decisions: int, look: bool) -> float:
    """Decisions a second in one compiled call."""
    states, setting = game.new(count, SEED), game.configure(count)
    began = time.perf_counter()
    game.kernels.run_random(states, 0, count, setting.numbers, SEED, decisions, look)
    return rate(decisions, began)


def batch(game: Game, count: int, steps: int, choose: Callable[[np.ndarray], np.ndarray] | None) -> float:
    """Decisions a second through ``Batch.step``; actions by ``choose`` from the masks, or drawn in the kernel."""
    games = meeplezoo.batch(game, BATCH, num_players=count, seed=SEED)
    began = time.perf_counter()
    for _ in range(steps):
        games.step(games.random_actions() if choose is None else choose(games.masks))
    return rate(steps * BATCH, began)


def numpy_choice(generator: np.random.Generator) -> Callable[[np.ndarray], np.ndarray]:
    """A uniformly random legal action per row, by NumPy: the k-th one, found in the running count of legal ones."""

    def choose(masks: np.ndarray) -> np.ndarray:
        rows, columns = np.nonzero(masks)
        counts = np.bincount(rows, minlength=len(masks))
        first = np.cumsum(counts) - counts
        return columns[first + (generator.random(len(masks)) * counts).astype(np.int64)]

    return choose


# ---------------------------------------------------------------- environment


def pick_choice(generator: np.random.Generator) -> Callable[[np.ndarray], int]:
    return lambda mask: int(generator.choice(np.flatnonzero(mask)))


def aec(game: Game, count: int, decisions: int, pick: Callable[[np.ndarray], int]) -> float:
    """Decisions a second through ``agent_iter``, ``last`` and ``step``."""
    random.seed(SEED)
    return play_aec(meeplezoo.make(game, num_players=count), decisions, pick)


# ---------------------------------------------------------------- copies


def _copy_loop(target, source, times):  # type: ignore[no-untyped-def]
    for k in range(times):
        target[k & 1] = source[0]


def copies(game: Game, count: int) -> Rows:
    """Seconds for one copy of a game in the middle."""
    env = meeplezoo.make(game, num_players=count)
    env.reset(seed=SEED)
    for _ in range(30):
        env.step(env.legal_actions()[0])
    source, target = env.states, new_states(game.dtype, 2)
    loop = compile_in(_copy_loop, game.folder)
    raw, raw_target = raw_bytes(source), raw_bytes(target)

    def timed(call: Callable[[], object], times: int) -> float:
        began = time.perf_counter()
        for _ in range(times):
            call()
        return (time.perf_counter() - began) / times

    many = 1_000_000
    compiled = median(lambda: timed(lambda: loop(target, source, many), 1)) / many
    yield "copy: record, compiled", f"{compiled * 1e9:.0f} ns"
    yield (
        "copy: record, from Python",
        f"{median(lambda: timed(lambda: copy_record(raw_target, 0, raw, 0), 20_000)) * 1e6:.2f} us",
    )
    yield "copy: env.clone()", f"{median(lambda: timed(env.clone, 5_000)) * 1e6:.1f} us"
    yield "copy: copy.deepcopy(env)", f"{median(lambda: timed(lambda: copy.deepcopy(env), 2_000)) * 1e6:.1f} us"


# ---------------------------------------------------------------- starts, training


def starts(game: Game) -> Rows:
    """Import, and the first decision of a new process."""
    with tempfile.TemporaryDirectory() as cache:
        _, cold = first_decision(game.id, cache)
        warm = [first_decision(game.id, cache) for _ in range(RUNS)]
    yield "import meeplezoo", f"{statistics.median(load for load, _ in warm):.2f} s"
    yield "first decision, warm cache", f"{statistics.median(play for _, play in warm):.2f} s"
    yield "first decision, cold cache", f"{cold:.1f} s"


def training_share(game: Game, count: int, seconds: float) -> Rows:
    """How much of SelfPlayPPO's wall time the environment takes: steps, masks and copies included."""
    import torch

    torch.set_num_threads(1)
    spent = 0.0

    class Timed(meeplezoo.wrappers.SelfPlayVecEnv):
        def step_wait(self):  # type: ignore[no-untyped-def]
            nonlocal spent
            began = time.perf_counter()
            out = super().step_wait()
            spent += time.perf_counter() - began
            return out

        def env_method(self, name, *args, **kwargs):  # type: ignore[no-untyped-def]
            nonlocal spent
            began = time.perf_counter()
            out = super().env_method(name, *args, **kwargs)
            spent += time.perf_counter() - began
            return out

    venv = Timed(game, 64, num_players=count, seed=SEED)
    model = meeplezoo.wrappers.SelfPlayPPO(
        "MlpPolicy", venv, seed=SEED, device="cpu", policy_kwargs={"net_arch": [128, 128]}
    )
    model.learn(model.n_steps * 64)
    spent, steps = 0.0, 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        model.learn(model.n_steps * 64, reset_num_timesteps=False)
        steps += model.n_steps * 64
    total = time.perf_counter() - began
    yield "SelfPlayPPO, 64 games, 128x128: decisions/s", f"{steps / total:,.0f}"
    yield "share of its time in the environment", f"{100 * spent / total:.1f} %"


# ---------------------------------------------------------------- the table


def rows(game: Game, count: int, quick: bool, training: bool) -> Rows:
    """All figures of one game."""
    scale = 10 if quick else 1
    generator = np.random.default_rng(SEED)
    big, mid, small = 1_000_000 // scale, 200 // scale, 30_000 // scale
    yield "kernel, mask and observation: decisions/s", f"{median(lambda: kernel(game, count, big, True)):,.0f}"
    yield "kernel, mask only: decisions/s", f"{median(lambda: kernel(game, count, big, False)):,.0f}"
    yield from parts(game, count, SEED)
    choose = numpy_choice(generator)
    yield f"Batch.step, N={BATCH}, NumPy choice: decisions/s", f"{median(lambda: batch(game, count, mid, choose)):,.0f}"
    yield f"Batch.step, N={BATCH}, random_actions: decisions/s", f"{median(lambda: batch(game, count, mid, None)):,.0f}"
    yield (
        "AEC, flatnonzero + one random number: decisions/s",
        f"{median(lambda: aec(game, count, small, pick_legal)):,.0f}",
    )
    yield "AEC, rng.choice: decisions/s", f"{median(lambda: aec(game, count, small, pick_choice(generator))):,.0f}"
    space = game.actions.space
    sampled = median(lambda: aec(game, count, small, lambda mask: int(space.sample(mask))))
    yield "AEC, space.sample(mask): decisions/s", f"{sampled:,.0f}"
    yield from copies(game, count)
    if not quick:
        yield from starts(game)
    if training:
        yield from training_share(game, count, 5.0 if quick else 20.0)


def machine() -> str:
    """The processor, the cores, and the versions that matter."""
    name = platform.processor() or platform.machine()
    try:
        lines = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout.splitlines()
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("Model name"))
    except (OSError, subprocess.CalledProcessError, StopIteration):
        pass
    versions = ", ".join(f"{lib} {importlib.metadata.version(lib)}" for lib in ("numpy", "numba", "pettingzoo"))
    return f"{name}, {os.cpu_count()} cores; Python {platform.python_version()}, {versions}; seed {SEED}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--players", type=int, help="player count; default: the game's")
    parser.add_argument("--training", action="store_true", help="also the share of training time (extra train)")
    parser.add_argument("--peers", action="store_true", help="also games of OpenSpiel and PettingZoo (extra peers)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, no process starts")
    given = parser.parse_args()
    print(machine(), f"; load {os.getloadavg()[0]:.1f}", sep="")
    names = given.games or meeplezoo.games()
    results: dict[str, dict[str, str]] = {}
    for name in names:
        game = meeplezoo.game(name)
        count = given.players or game.default_players
        column = f"{name}, {count} players"
        results[column] = {}
        for label, figure in rows(game, count, given.quick, given.training):
            results[column][label] = figure
            print(f"  {column}: {label}: {figure}", file=sys.stderr)
    labels = list(dict.fromkeys(label for column in results.values() for label in column))
    print(table(("", *results), [(label, *(c.get(label, "-") for c in results.values())) for label in labels]))
    if given.peers:
        print()
        print(compare([meeplezoo.game(name) for name in names], given.quick))


def compare(games: list[Game], quick: bool) -> str:
    """The usual Python loop over each game of ours and of other packages, and how many times slower it is than ours.

    Ours is the median of the games' rates in the same run, by the same loop as PettingZoo's.
    """
    decisions = 3_000 if quick else 20_000
    ours = {
        f"meeplezoo {game.id}": median(lambda game=game: aec(game, game.default_players, decisions, pick_legal))  # type: ignore[misc]
        for game in games
    }
    middle = statistics.median(ours.values())
    theirs = {name: median(lambda play=play: play(decisions)) for name, play in peers().items()}  # type: ignore[misc]
    rows = [(name, f"{rate:,.0f}", f"{middle / rate:.1f}") for name, rate in (ours | theirs).items()]
    return table(("game", "decisions/s", "our median is so many times as fast"), rows)


if __name__ == "__main__":
    main()
