"""What the training scripts share: arguments, self-play with progress and checkpoints, learning curve, final matches.

A script names a game and its defaults: ``run(Recipe("china", num_players=3, steps=1_000_000))``. ``--long`` replaces
some of them by those of ``LONG``, for runs of half an hour or more.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import torch
from matplotlib import pyplot
from stable_baselines3.common.callbacks import BaseCallback, CheckpointCallback
from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv, VecNormalize
from tqdm import tqdm

import meeplezoo
from meeplezoo.bots import MatchResult, PolicyBot, play_match
from meeplezoo.envs.engine.kernels import REWARDS
from meeplezoo.wrappers import MatchCallback, SelfPlayPPO, SelfPlayVecEnv, imitate

PACKAGES = ("meeplezoo", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium", "pettingzoo")

#: What a long run does otherwise: it learns the scripted bot's play first, then to beat it, with a wider network and
#: smaller steps, so that what was learnt is not lost.
LONG: dict[str, Any] = {
    "steps": 10_000_000,
    "num_envs": 128,
    "imitate": 600_000,
    "against": "scripted",
    "learning_rate": (3e-4, 3e-5),
    "model": {
        "n_epochs": 3,
        "gae_lambda": 0.85,
        "ent_coef": 0.003,
        "target_kl": 0.03,
        "policy_kwargs": {"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
    },
}
IMITATION_PART = 0.25  # of the minutes of a run, at most


@dataclass(frozen=True)
class Recipe:
    """Defaults of one game's training.

    Attributes:
        game: the game's id.
        num_players: seats per game.
        steps: decisions of all seats.
        num_envs: games side by side.
        opponents: bots for the matches.
        model: arguments of ``SelfPlayPPO`` that differ from its defaults.
        learning_rate: at the start and at the end.
        reward: what the learner gets, as in ``make``; ``"score"`` is scaled by its running spread.
        against: ``"self"``, or the bot in all seats but the learner's.
        imitate: decisions of the scripted bot to learn from, before anything else.
        long: the fields that ``--long`` replaces.
    """

    game: str
    num_players: int
    steps: int
    num_envs: int = 64
    opponents: tuple[str, ...] = ("random", "scripted")
    model: dict[str, Any] = field(default_factory=dict)
    learning_rate: tuple[float, float] = (2e-3, 2e-4)
    reward: str = "rank"
    against: str = "self"
    imitate: int = 0
    long: dict[str, Any] = field(default_factory=lambda: dict(LONG))


def run(recipe: Recipe, arguments: Sequence[str] | None = None) -> dict[str, Any]:
    """Trains and evaluates as the command line says; gives what ``result.json`` holds.

    Args:
        recipe: the game and its defaults.
        arguments: of the command line; default: those of the process.
    """
    torch.set_num_threads(1)  # nets of this size do not gain from more, and lose much on a busy machine
    asked = parse(recipe, arguments)
    if asked.long:
        recipe = replace(recipe, **recipe.long)
        asked = parse(recipe, arguments)
    options = {name: vars(asked)[name] for name in meeplezoo.game(recipe.game).option_names() if name in asked}
    try:
        venv = environment(recipe.game, asked, options)
    except meeplezoo.BadOption as error:
        sys.exit(f"error: {error}")
    folder = choose_folder(recipe.game, asked)
    folder.mkdir(parents=True, exist_ok=True)
    model, history = begin(recipe, asked, venv, folder)
    print(f"{recipe.game}, {asked.players} players, {asked.envs} games side by side; everything goes to {folder}/")
    clocks = time.monotonic(), time.process_time()
    learnt = warm_start(model, asked, folder)
    train(model, asked, folder, history, 0.0 if learnt is None else learnt["seconds"])
    spent = time.monotonic() - clocks[0], time.process_time() - clocks[1]
    model.save(folder / "model.zip")
    (folder / "history.json").write_text(json.dumps(history, indent=1))
    draw_curve(history, asked.players, f"{recipe.game}, {asked.players} players", folder / "curve.png")
    results = evaluate(recipe, asked, model, options)
    summary = summarize(asked, model, learnt, spent, results, options, folder)
    (folder / "result.json").write_text(json.dumps(summary, indent=1))
    report(results, summary, folder)
    return summary


# ---------------------------------------------------------------- arguments


class Help(argparse.ArgumentDefaultsHelpFormatter):
    """Shows defaults where there are any."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help if action.default is None else super()._get_help_string(action)


def parse(recipe: Recipe, arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line of a training script."""
    found = meeplezoo.game(recipe.game)
    parser = argparse.ArgumentParser(
        description=f"Trains {found.title} by self-play, then plays matches against bots.",
        formatter_class=Help,
    )
    parser.add_argument("--players", type=int, default=recipe.num_players, choices=found.player_counts, help="seats")
    parser.add_argument("--steps", type=int, help=f"decisions of all seats (default: {recipe.steps}, or --minutes)")
    parser.add_argument("--minutes", type=float, help="stop training by the clock instead")
    parser.add_argument("--seed", type=int, default=1, help="of games, network and matches")
    parser.add_argument("--long", action="store_true", help="the defaults for half an hour and more; see training.py")
    parser.add_argument("--imitate", type=int, default=recipe.imitate, help="decisions of scripted play learnt first")
    parser.add_argument(
        "--against",
        default=recipe.against,
        choices=("self", "random", "scripted"),
        help="self-play, or one learning seat against this bot",
    )
    parser.add_argument("--reward", default=recipe.reward, choices=REWARDS, help="what the learner gets")
    parser.add_argument("--envs", type=int, default=recipe.num_envs, help="games side by side")
    parser.add_argument("--opponents", nargs="*", default=list(recipe.opponents), help="bots in the matches")
    parser.add_argument("--games", type=int, default=600, help="games of each final match")
    parser.add_argument("--curve-games", type=int, default=120, help="games of each match during training")
    parser.add_argument("--curve-points", type=int, default=10, help="matches during training, roughly")
    parser.add_argument("--out", help="folder (default: runs/<game>-<players>p, or that with the next free number)")
    parser.add_argument(
        "--resume", nargs="?", const="", default=None, metavar="MODEL", help="go on from MODEL, or the folder's last"
    )
    group = parser.add_argument_group("options of the game")
    for entry in fields(found.options):
        add_option(group, entry.name, entry.metadata["allowed"], entry.metadata["doc"])
    asked = parser.parse_args(arguments)
    if asked.minutes is not None and asked.minutes <= 0:
        parser.error(f"--minutes {asked.minutes} is not allowed; it must be above 0")
    if asked.imitate < 0:
        parser.error(f"--imitate {asked.imitate} is not allowed; it must be 0 or more")
    if asked.steps is None:
        asked.steps = recipe.steps if asked.minutes is None else sys.maxsize // 2
    return asked


def add_option(group: Any, name: str, allowed: Any, doc: str) -> None:
    """One option of the game as an argument; left out, the game's default holds."""
    flag = f"--{name.replace('_', '-')}"
    if tuple(allowed) == (False, True):
        group.add_argument(flag, dest=name, action=argparse.BooleanOptionalAction, help=doc, default=argparse.SUPPRESS)
    else:
        texts = {str(value): value for value in allowed if value is not None}  # words, numbers, or both
        kind = int if isinstance(allowed, range) else lambda text: texts.get(text, text)
        metavar = f"{allowed[0]}..{allowed[-1]}" if isinstance(allowed, range) else None
        choices = None if isinstance(allowed, range) else list(texts.values())
        group.add_argument(
            flag, dest=name, type=kind, metavar=metavar, choices=choices, help=doc, default=argparse.SUPPRESS
        )


# ---------------------------------------------------------------- training


def environment(game: str, asked: argparse.Namespace, options: dict[str, Any]) -> VecEnv:
    """The games that the learner plays; points are scaled, as they are far larger than the other rewards."""
    venv = SelfPlayVecEnv(
        game,
        asked.envs,
        num_players=asked.players,
        seed=asked.seed,
        opponents=None if asked.against == "self" else asked.against,
        reward=asked.reward,
        **options,
    )
    return VecNormalize(venv, norm_obs=False, gamma=1.0) if asked.reward == "score" else venv


def choose_folder(game: str, asked: argparse.Namespace) -> Path:
    """Where the run goes: a folder without a model, or that of the run to go on with; nothing is overwritten."""
    resumed = asked.resume is not None
    if asked.out:
        folder = Path(asked.out)
        if models_of(folder) and not resumed:
            sys.exit(f"{folder} holds a model: go on with it by --resume, or name another folder with --out")
        return folder
    start = f"runs/{game}-{asked.players}p"
    numbered = [Path(start), *(Path(f"{start}-{k}") for k in range(2, 1000))]
    free = next(k for k, folder in enumerate(numbered) if not models_of(folder))
    return numbered[max(free - 1, 0)] if resumed else numbered[free]


def begin(
    recipe: Recipe, asked: argparse.Namespace, venv: VecEnv, folder: Path
) -> tuple[SelfPlayPPO, list[dict[str, Any]]]:
    """A new model, or that of an earlier run with its history."""
    rate = LinearSchedule(*recipe.learning_rate, 1.0)
    if asked.resume is None:
        model = SelfPlayPPO(
            "MlpPolicy", venv, learning_rate=rate, seed=asked.seed, tensorboard_log=str(folder / "log"), **recipe.model
        )
        return model, []
    path = Path(asked.resume) if asked.resume else last_model(folder)
    try:
        model = SelfPlayPPO.load(path, env=venv, learning_rate=rate, tensorboard_log=str(folder / "log"))
    except (FileNotFoundError, ValueError) as error:
        sys.exit(f"{path} is no model for this game: {str(error).partition(':')[0]}")
    venv.seed(asked.seed + model.num_timesteps)  # games that the earlier run did not play
    past = folder / "history.json"
    history = json.loads(past.read_text()) if past.exists() else []
    print(f"going on from {path} at {model.num_timesteps} decisions")
    return model, [entry for entry in history if entry["steps"] <= model.num_timesteps]


def models_of(folder: Path) -> list[Path]:
    """The model and the checkpoints of a folder."""
    return [*folder.glob("model.zip"), *folder.glob("checkpoints/*.zip")]


def last_model(folder: Path) -> Path:
    """The newest model or checkpoint of a folder; ends the script if there is none."""
    found = models_of(folder)
    if not found:
        sys.exit(f"there is no model in {folder}: give one with --resume MODEL, or leave --resume out")
    return max(found, key=lambda path: path.stat().st_mtime)


def warm_start(model: SelfPlayPPO, asked: argparse.Namespace, folder: Path) -> dict[str, float] | None:
    """Lets a new model learn scripted play, and keeps it as the first checkpoint; gives the figures, if there are."""
    if asked.imitate == 0 or asked.resume is not None:
        return None
    limit = None if asked.minutes is None else 60 * asked.minutes * IMITATION_PART
    print("learning scripted play:")
    figures = imitate(model, "scripted", asked.imitate, max_seconds=limit, seed=asked.seed, verbose=1)
    (folder / "checkpoints").mkdir(exist_ok=True)
    model.save(folder / "checkpoints" / "model_0_steps.zip")
    return figures


def train(
    model: SelfPlayPPO, asked: argparse.Namespace, folder: Path, history: list[dict[str, Any]], spent: float
) -> None:
    """Trains with progress bar, matches, TensorBoard and checkpoints; ``spent`` seconds of the minutes are over."""
    budget = None if asked.minutes is None else max(60 * asked.minutes - spent, 1.0)
    tick = max(asked.steps // asked.curve_points, 1) if budget is None else 1
    matches = MatchCallback(
        asked.opponents,
        every=tick,
        num_games=asked.curve_games,
        seed=asked.seed + 1,
        history=history,
        min_seconds=0.0 if budget is None else budget / asked.curve_points,
    )
    every = tick if budget is None else 500_000
    keep = CheckpointCallback(max(every // asked.envs, 1), str(folder / "checkpoints"), name_prefix="model")
    model.learn(
        asked.steps,
        callback=[matches, keep, Progress(asked.steps, budget, matches)],
        tb_log_name="run",
        reset_num_timesteps=asked.resume is None,
        max_seconds=budget,
    )


class Progress(BaseCallback):
    """A progress bar over steps or seconds, with speed and the last match.

    Args:
        steps: decisions to make.
        budget: seconds, when the clock decides.
        matches: whose last result is shown.
    """

    def __init__(self, steps: int, budget: float | None, matches: MatchCallback) -> None:
        super().__init__()
        self.steps, self.budget, self.matches = steps, budget, matches

    def _on_training_start(self) -> None:
        self.started, self.first = time.monotonic(), self.num_timesteps
        self.bar = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}")

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        seconds, done = time.monotonic() - self.started, self.num_timesteps - self.first
        part = done / self.steps if self.budget is None else seconds / self.budget
        self.bar.n = min(100, round(100 * part))
        shown = [f"{done / seconds:,.0f} decisions/s"]
        for bot in dict.fromkeys(entry["opponent"] for entry in self.matches.history):
            last = [entry for entry in self.matches.history if entry["opponent"] == bot][-1]
            shown.append(f"{bot} {last.get('win_share', last['mean_score']):.2f}")
        self.bar.set_postfix_str(", ".join(shown))

    def _on_training_end(self) -> None:
        self.bar.n = 100
        self.bar.close()


# ---------------------------------------------------------------- results


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


def evaluate(
    recipe: Recipe, asked: argparse.Namespace, model: SelfPlayPPO, options: dict[str, Any]
) -> list[MatchResult]:
    """The final matches, on games that no match during training used."""
    opponents = ["random"] if asked.players == 1 else asked.opponents
    bots: list[Any] = [PolicyBot(model)] if asked.players > 1 else [PolicyBot(model), *asked.opponents]
    return [
        play_match(recipe.game, bot, opponent, asked.games, asked.players, seed=asked.seed + 2, **options)
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
    print(f"\nmodel   {summary['model']}\ncurve   {summary['curve']}\nresult  {folder / 'result.json'}")
    print(f"log     tensorboard --logdir {folder / 'log'}")
