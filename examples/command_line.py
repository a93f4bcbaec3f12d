"""The arguments of the training scripts, all of them looked at before anything is trained or any folder is made."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NoReturn

import torch

import meeplezoo
from meeplezoo.bots import PolicyBot, find_bot
from meeplezoo.bots.base import BOT_NAMES
from meeplezoo.envs.engine.kernels import REWARDS
from meeplezoo.wrappers import RunState

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
#: What a run that is gone on with takes over from its earlier part, where the command line says nothing else.
KEPT = ("players", "seed", "long", "against", "reward", "envs", "opponents", "games", "curve_games", "curve_points")


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


class Parser(argparse.ArgumentParser):
    """Refuses with one line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Ends the script."""
        self.exit(2, f"{self.prog}: error: {' '.join(message.split())} (--help shows all arguments)\n")


class Help(argparse.ArgumentDefaultsHelpFormatter):
    """Shows defaults where there are any."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help if action.default is None else super()._get_help_string(action)


@dataclass
class Request:
    """What the command line asks for, checked.

    Attributes:
        parser: refuses what turns out later to be wrong.
        recipe: of the game, with ``--long`` applied.
        asked: the arguments; ``steps`` and ``minutes`` are what is still to do, None where the other one counts.
        options: of the game.
        folder: for everything; not made yet.
        model: the file to go on from; None for a new run.
        state: what stands beside it; None where nothing does.
    """

    parser: Parser
    recipe: Recipe
    asked: argparse.Namespace
    options: dict[str, Any]
    folder: Path
    model: Path | None = None
    state: RunState | None = None


def read(recipe: Recipe, arguments: Sequence[str] | None) -> Request:
    """The command line of a training script; ends the process with exit code 2 where something in it is wrong."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = make_parser(recipe)
    asked = parser.parse_args(given)
    folder = choose_folder(parser, recipe.game, asked)
    model, state = (None, None) if asked.resume is None else find_run(parser, recipe.game, folder, asked)
    notes = {} if state is None else state.notes
    if asked.long or notes.get("arguments", {}).get("long"):
        recipe = replace(recipe, **recipe.long)
    if asked.resume is not None:
        recipe = replace(recipe, imitate=0)
    parser = make_parser(recipe)
    parser.set_defaults(**notes.get("arguments", {}), **notes.get("options", {}))
    asked = parser.parse_args(given)
    check_numbers(parser, asked)
    if model is not None and asked.imitate:
        parser.error(
            f"--imitate {asked.imitate} does not go with --resume: a bot is imitated before anything else only"
        )
    options = {name: vars(asked)[name] for name in meeplezoo.game(recipe.game).option_names() if name in asked}
    check_game(parser, recipe, asked, options)
    plan(recipe, asked, notes)
    return Request(parser, recipe, asked, options, folder, model, state)


def make_parser(recipe: Recipe) -> Parser:
    """All arguments, with the recipe's defaults."""
    found = meeplezoo.game(recipe.game)
    parser = Parser(
        description=f"Trains {found.title} by self-play, then plays matches against bots.", formatter_class=Help
    )
    parser.add_argument("--players", type=int, default=recipe.num_players, choices=found.player_counts, help="seats")
    parser.add_argument("--steps", type=int, help=f"decisions of all seats (default: {recipe.steps}, or --minutes)")
    parser.add_argument("--minutes", type=float, help="stop training by the clock instead")
    parser.add_argument("--seed", type=int, default=1, help="of games, network and matches")
    parser.add_argument("--long", action="store_true", help="the defaults for half an hour and more; command_line.py")
    parser.add_argument("--imitate", type=int, default=recipe.imitate, help="decisions of scripted play learnt first")
    parser.add_argument(
        "--against",
        default=recipe.against,
        choices=("self", *BOT_NAMES),
        help="self-play, or one learning seat against this bot",
    )
    parser.add_argument("--reward", default=recipe.reward, choices=REWARDS, help="what the learner gets")
    parser.add_argument("--envs", type=int, default=recipe.num_envs, help="games side by side")
    parser.add_argument(
        "--opponents", nargs="+", default=list(recipe.opponents), choices=BOT_NAMES, help="bots in the matches"
    )
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
    return parser


def add_option(group: Any, name: str, allowed: Any, doc: str) -> None:
    """One option of the game as an argument; left out, the game's default holds."""
    flag = f"--{name.replace('_', '-')}"
    if tuple(allowed) == (False, True):
        group.add_argument(flag, dest=name, action=argparse.BooleanOptionalAction, help=doc, default=argparse.SUPPRESS)
    else:
        whole = isinstance(allowed, range)
        by_text = {} if whole else {str(value): value for value in allowed if value is not None}
        group.add_argument(
            flag,
            dest=name,
            type=int if whole else lambda text: by_text.get(text, text),
            metavar=f"{allowed[0]}..{allowed[-1]}" if whole else None,
            choices=None if whole else list(by_text.values()),
            help=doc,
            default=argparse.SUPPRESS,
        )


def check_numbers(parser: Parser, asked: argparse.Namespace) -> None:
    """The ranges of numbers."""
    least = {"steps": 1, "envs": 1, "games": 1, "curve_games": 1, "curve_points": 1, "imitate": 0, "seed": 0}
    for name, bound in least.items():
        value = getattr(asked, name)
        if value is not None and value < bound:
            parser.error(f"--{name.replace('_', '-')} {value} is not allowed; it must be at least {bound}")
    if asked.seed >= 1 << 32:
        parser.error(f"--seed {asked.seed} is not allowed; it must be below 2**32, as NumPy's and torch's are")
    if asked.minutes is not None and not 0 < asked.minutes < 1e6:
        parser.error(f"--minutes {asked.minutes} is not allowed; it must be above 0 and below a million")


def check_game(parser: Parser, recipe: Recipe, asked: argparse.Namespace, options: dict[str, Any]) -> None:
    """Whether the game has these options together, and these bots."""
    game = meeplezoo.game(recipe.game)
    bots = {"--opponents": asked.opponents, "--against": [] if asked.against == "self" else [asked.against]}
    if asked.imitate:
        bots["--imitate"] = ["scripted"]
    try:
        game.configure(asked.players, options)
    except meeplezoo.BadOption as error:
        parser.error(str(error))
    for argument, names in bots.items():
        for name in names:
            try:
                find_bot(name, game)
            except meeplezoo.BadOption as error:
                parser.error(f"{argument}: {error}")


def plan(recipe: Recipe, asked: argparse.Namespace, notes: dict[str, Any]) -> None:
    """How much is to do: what was asked for, what an interrupted run still had to do, or what the recipe says."""
    if asked.steps is not None or asked.minutes is not None:
        return
    if notes.get("minutes_left"):
        asked.minutes = notes["minutes_left"]
    else:
        asked.steps = notes.get("steps_left") or recipe.steps


# ---------------------------------------------------------------- folders and files


def choose_folder(parser: Parser, game: str, asked: argparse.Namespace) -> Path:
    """Where the run goes: a folder without a model, or that of the run to go on with; nothing is overwritten."""
    resumed = asked.resume is not None
    if asked.out:
        folder = Path(asked.out)
        if models_of(folder) and not resumed:
            parser.error(f"{folder} holds a model: go on with it by --resume, or name another folder with --out")
        return folder
    start = f"runs/{game}-{asked.players}p"
    numbered = [Path(start), *(Path(f"{start}-{k}") for k in range(2, 1000))]
    free = next(k for k, folder in enumerate(numbered) if not models_of(folder))
    return numbered[max(free - 1, 0)] if resumed else numbered[free]


def make_folder(parser: Parser, folder: Path) -> None:
    """Makes the folder and tries to write there; what it made is gone again when that fails."""
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        for path in made:
            if path.is_dir():
                path.rmdir()
        parser.error(f"--out {folder}: nothing can be written there: {error.strerror}")


def models_of(folder: Path) -> list[Path]:
    """The model and the checkpoints of a folder."""
    return [*folder.glob("model.zip"), *folder.glob("checkpoints/model_*_steps.zip")]


def find_run(parser: Parser, name: str, folder: Path, asked: argparse.Namespace) -> tuple[Path, RunState | None]:
    """The model to go on from, and the run state beside it if there is one; both of this game."""
    found = [Path(asked.resume)] if asked.resume else models_of(folder)
    if not found:
        parser.error(f"--resume: there is no model in {folder}: give one with --resume MODEL, or leave --resume out")
    path = max(found, key=lambda path: path.stat().st_mtime if path.exists() else 0.0)
    if not path.is_file():
        parser.error(f"--resume: {path} is no file")
    game, beside = meeplezoo.game(name), path.with_suffix(".run")
    try:
        PolicyBot.load(path, name=str(path)).check_game(game)
    except (meeplezoo.BadOption, OSError) as error:
        parser.error(f"--resume: {error}")
    try:
        state = RunState.read(beside) if beside.exists() else None
    except meeplezoo.BadState as error:
        parser.error(f"--resume: {error}; remove that file to go on with the model alone")
    if state is not None and state.notes.get("game", identity(name)) != identity(name):
        parser.error(f"--resume: {path} is of a run of {state.notes['game']}, not of {identity(name)}")
    return path, state


def identity(name: str) -> str:
    """The game with its version."""
    game = meeplezoo.game(name)
    return f"{game.id}-v{game.version}"
