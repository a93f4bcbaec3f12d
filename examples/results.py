"""What a training leaves behind: the learning curve, the final matches, the report."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

from meeplezoo.bots import MatchResult, PolicyBot, play_match
from meeplezoo.envs.engine.dice import Purpose, derive_seed
from meeplezoo.wrappers import SelfPlayPPO

PACKAGES = ("meeplezoo", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium", "pettingzoo")

#: What a script derives seeds for, beside the training itself, which takes the run's seed as it is.
CURVE, FINAL_MATCHES, GAMES_TO_COME = range(3)


def seed_for(seed: int, what: int, decisions: int = 0) -> int:
    """The seed of the run's matches, or of games that it has not played before ``decisions``; runs share none."""
    return int(derive_seed(Purpose.EXAMPLE.value, seed, what, decisions))


def draw_curve(history: list[dict[str, Any]], players: int, title: str, path: Path) -> None:
    """The matches of the training as a picture: win share with its interval, or the score of solo games."""
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    for bot in dict.fromkeys(entry["opponent"] for entry in history):
        rows = [entry for entry in history if entry["opponent"] == bot]
        steps = [row["steps"] for row in rows]
        axes.plot(steps, [row.get("win_share", row["mean_score"]) for row in rows], marker="o", label=f"against {bot}")
        if players > 1:
            axes.fill_between(steps, [row["low"] for row in rows], [row["high"] for row in rows], alpha=0.2)
    if players > 1:
        axes.axhline(1 / players, color="grey", linestyle="--", label="fair share")
        axes.set_ylim(0, 1)
    axes.set_xlabel("decisions of all seats")
    axes.set_ylabel("score" if players == 1 else "win share, 95 % interval")
    axes.set_title(title)
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def evaluate(game: str, asked: argparse.Namespace, model: SelfPlayPPO, options: dict[str, Any]) -> list[MatchResult]:
    """The final matches, on games that no match during training used."""
    opponents = ["random"] if asked.players == 1 else asked.opponents
    bots: list[Any] = [PolicyBot(model)] if asked.players > 1 else [PolicyBot(model), *asked.opponents]
    return [
        play_match(game, bot, opponent, asked.games, asked.players, seed=seed_for(asked.seed, FINAL_MATCHES), **options)
        for bot in bots
        for opponent in opponents
    ]


def summarize(
    asked: argparse.Namespace,
    model: SelfPlayPPO,
    learnt: dict[str, float] | None,
    spent: tuple[float, float],
    results: list[MatchResult],
    options: dict[str, Any],
    folder: Path,
) -> dict[str, Any]:
    """All that is needed to repeat the run, and its figures."""
    return {
        "command": " ".join([Path(sys.executable).name, *sys.argv]),
        "seed": asked.seed,
        "players": asked.players,
        "reward": asked.reward,
        "against": asked.against,
        "imitation": learnt,
        "options": options,
        "decisions": model.num_timesteps,
        "seconds": round(spent[0], 1),
        "processor_seconds": round(spent[1], 1),
        "results": [result.as_dict() for result in results],
        "model": str(folder / "model.zip"),
        "curve": str(folder / "curve.png"),
        "versions": {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}},
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def report(results: list[MatchResult], summary: dict[str, Any], folder: Path) -> None:
    """Prints the table and where everything is."""
    clocks = f"{summary['seconds']:.0f} s ({summary['processor_seconds']:.0f} s of processor time)"
    print(f"\n{summary['decisions']:,} decisions in {clocks}\n")
    print("\n".join([MatchResult.HEADER, *(result.row() for result in results)]))
    print(
        "\nThe policy plays its likeliest action, so one that has learnt little repeats itself and may lose to random"
    )
    print("play. Where few of the games are distinct, the shares rest on those few: try --opponents noisy.")
    print(f"\nmodel   {summary['model']}\ncurve   {summary['curve']}\nresult  {folder / 'result.json'}")
    print(f"log     tensorboard --logdir {folder / 'log'}")
