"""What the training scripts share: self-play with progress and checkpoints, learning curve, final matches.

A script names a game and its defaults: ``run(Recipe("china", num_players=3, steps=1_000_000))``. The arguments are in
``command_line.py``; ``--long`` replaces some defaults by those of ``LONG``, for runs of half an hour or more.

``--resume`` goes on with everything that the run had: network, optimizer, count of decisions, schedules (the learning
rate goes on where it was, over the whole run), statistics of scaled rewards, all generators, the games where they
stand, history, and the arguments, but for those that are given anew. Checkpoints are made between two rollouts, also
by Ctrl-C, so a run that is interrupted, resumed and ended by ``--steps`` has the weights of one that was not. Left out
are: a rollout in progress (a run that ended by the clock goes on without it), an imitation that was not finished
(it is not gone on with), and games whose players, options, number, reward or opponents are given anew (they begin
anew). Without ``--steps`` or ``--minutes`` an interrupted run goes on to its end, and a finished one as long again.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from command_line import KEPT, Recipe, Request, identity, make_folder, read
from results import CURVE, GAMES_TO_COME, draw_curve, evaluate, report, seed_for, summarize
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv, VecNormalize
from tqdm import tqdm

import meeplezoo
from meeplezoo.bots import play_match
from meeplezoo.wrappers import Checkpoints, MatchCallback, SelfPlayPPO, SelfPlayVecEnv, imitate
from meeplezoo.wrappers.resuming import save_run

__all__ = ["Recipe", "run"]

IMITATION_PART = 0.25  # of the minutes of a run, at most
ENDLESS = sys.maxsize // 2  # decisions, where the clock decides
INTERRUPTED = 130  # the exit code of a program that Ctrl-C ended


def run(recipe: Recipe, arguments: Sequence[str] | None = None) -> dict[str, Any]:
    """Trains and evaluates as the command line says; gives what ``result.json`` holds.

    Ctrl-C saves the model as it was at the start of the rollout in progress, says where, and ends with exit code 130.

    Args:
        recipe: the game and its defaults.
        arguments: of the command line; default: those of the process.
    """
    torch.set_num_threads(1)  # nets of this size do not gain from more, and lose much on a busy machine
    training: Training | None = None
    try:
        training = Training(read(recipe, arguments))
        return training.work()
    except KeyboardInterrupt:
        with no_interruption():
            said = "nothing was learnt yet" if training is None else training.give_up()
            print(f"\ninterrupted: {said}", file=sys.stderr, flush=True)
        sys.exit(INTERRUPTED)


class Training:
    """One run of a script.

    Args:
        request: what the command line asks for.
    """

    def __init__(self, request: Request) -> None:
        self.request, self.asked, self.folder = request, request.asked, request.folder
        self.history: list[dict[str, Any]] = []
        self.past = 0.0  # seconds of training that earlier parts of the run took
        self.learnt: dict[str, float] | None = None
        self.checkpoints: Checkpoints | None = None
        self.progress: Progress | None = None
        self.begun: float | None = None
        self.saved: Path | None = None
        make_folder(request.parser, self.folder)
        print("making ready: what is not in the compiler's cache yet is compiled before the clock starts", flush=True)
        began = time.monotonic()
        self.venv = environment(request)
        self.warm_up()
        print(f"ready after {time.monotonic() - began:.1f} s", flush=True)
        self.model = self.resume() if request.model else self.begin()
        self.first = self.model.num_timesteps

    def warm_up(self) -> None:
        """Plays a short match of each kind that comes later."""
        names = {*self.asked.opponents, *(["scripted"] if self.asked.imitate else [])}
        for name in sorted(names):
            play_match(self.request.recipe.game, "random", name, 1, self.asked.players, **self.request.options)

    def begin(self) -> SelfPlayPPO:
        """A new model."""
        recipe = self.request.recipe
        return SelfPlayPPO(
            "MlpPolicy",
            self.venv,
            learning_rate=LinearSchedule(*recipe.learning_rate, 1.0),
            seed=self.asked.seed,
            tensorboard_log=str(self.folder / "log"),
            **recipe.model,
        )

    def play_new_games(self, model: SelfPlayPPO) -> None:
        """Lets the environment play games that the run has not played before."""
        self.venv.seed(seed_for(self.asked.seed, GAMES_TO_COME, model.num_timesteps) % 2**32)

    def resume(self) -> SelfPlayPPO:
        """The model of an earlier run, with all that stands beside it."""
        path, state = self.request.model, self.request.state
        rate = LinearSchedule(*self.request.recipe.learning_rate, 1.0)
        model = SelfPlayPPO.load(path, env=self.venv, learning_rate=rate, tensorboard_log=str(self.folder / "log"))
        print(f"going on from {path} at {model.num_timesteps} decisions")
        if state is None:
            self.play_new_games(model)
            print("nothing stands beside it: games and generators begin anew")
            return model
        self.past, history = state.notes.get("seconds", 0.0), state.notes.get("history", [])
        self.history = [entry for entry in history if entry["steps"] <= model.num_timesteps]
        try:
            state.restore(model)
        except meeplezoo.BadState as error:
            self.play_new_games(model)
            normalizer = model.get_vec_normalize_env()
            if normalizer is not None and state.rewards is not None:
                normalizer.ret_rms = state.rewards["spread"]  # the scale that the value head has learnt
            print(f"games and generators begin anew: {error}")
        return model

    def work(self) -> dict[str, Any]:
        """Everything after the preparations."""
        asked, request = self.asked, self.request
        game = request.recipe.game
        print(f"{game}, {asked.players} players, {asked.envs} games side by side; everything goes to {self.folder}/")
        clocks = time.monotonic(), time.process_time()
        self.warm_start()
        self.train()
        spent = time.monotonic() - clocks[0], time.process_time() - clocks[1]
        with no_interruption():
            self.saved = save_run(self.model, self.folder / "model.zip", **self.notes(finished=True))
            self.write_history()
        draw_curve(self.history, asked.players, f"{game}, {asked.players} players", self.folder / "curve.png")
        results = evaluate(game, asked, self.model, request.options)
        summary = summarize(asked, self.model, self.learnt, spent, results, request.options, self.folder)
        (self.folder / "result.json").write_text(json.dumps(summary, indent=1))
        report(results, summary, self.folder)
        return summary

    def warm_start(self) -> None:
        """Lets a new model learn scripted play, and keeps it as the first checkpoint."""
        asked = self.asked
        if asked.imitate == 0 or self.request.model:
            return
        limit = None if asked.minutes is None else 60 * asked.minutes * IMITATION_PART
        print("learning scripted play:")
        self.learnt = imitate(self.model, "scripted", asked.imitate, max_seconds=limit, seed=asked.seed, verbose=1)
        save_run(self.model, self.folder / "checkpoints" / "model_0_steps.zip", **self.notes())

    def train(self) -> None:
        """Trains with progress bar, matches, TensorBoard and checkpoints."""
        asked = self.asked
        budget, steps = self.budget(), ENDLESS if asked.steps is None else asked.steps
        tick = max((self.first + steps) // asked.curve_points, 1) if budget is None else 1
        matches = MatchCallback(
            asked.opponents,
            every=tick,
            num_games=asked.curve_games,
            seed=seed_for(asked.seed, CURVE),
            history=self.history,
            min_seconds=0.0 if budget is None else budget / asked.curve_points,
        )
        self.checkpoints = Checkpoints(
            self.folder / "checkpoints", every=tick if budget is None else 500_000, notes=self.notes
        )
        past = self.first / (self.first + steps) if budget is None else self.past / (self.past + budget)
        self.progress = Progress(steps, budget, past, matches)
        self.model.learn(
            steps,
            callback=[self.checkpoints, Clock(self), matches, self.progress],
            tb_log_name="run",
            reset_num_timesteps=self.request.model is None,
            max_seconds=budget,
            past_seconds=self.past,
        )

    def budget(self) -> float | None:
        """Seconds that may still be trained; None where decisions count."""
        if self.asked.minutes is None:
            return None
        return max(60 * self.asked.minutes - (self.learnt["seconds"] if self.learnt else 0.0), 1.0)

    def notes(self, finished: bool = False) -> dict[str, Any]:
        """What the run state holds beside the games: arguments, history, and what is still to do."""
        spent = 0.0 if self.begun is None else time.monotonic() - self.begun
        budget, steps = self.budget(), self.asked.steps
        done = self.model.num_timesteps - self.first
        return {
            "game": identity(self.request.recipe.game),
            "arguments": {name: vars(self.asked)[name] for name in KEPT},
            "options": dict(self.request.options),
            "history": list(self.history),
            "seconds": self.past + spent,
            "steps_left": 0 if finished or budget is not None or steps is None else max(steps - done, 0),
            "minutes_left": 0 if finished or budget is None else max(budget - spent, 0.0) / 60,
        }

    def write_history(self) -> None:
        """The matches so far."""
        (self.folder / "history.json").write_text(json.dumps(self.history, indent=1))

    def give_up(self) -> str:
        """After Ctrl-C: saves what there is, unless the end was saved already; says where."""
        if self.progress is not None:
            self.progress.close()
        if self.saved is None:
            if self.checkpoints is not None:
                self.checkpoints.go_back()
            steps = self.model.num_timesteps
            self.history[:] = [entry for entry in self.history if entry["steps"] <= steps]
            name = f"model_{steps}_steps.zip"
            self.saved = save_run(self.model, self.folder / "checkpoints" / name, **self.notes())
            self.write_history()
        return f"the model after {self.model.num_timesteps} decisions is in {self.saved}; --resume goes on with it"


def environment(request: Request) -> VecEnv:
    """The games that the learner plays; points are scaled, as they are far larger than the other rewards."""
    asked = request.asked
    venv = SelfPlayVecEnv(
        request.recipe.game,
        asked.envs,
        num_players=asked.players,
        seed=asked.seed,
        opponents=None if asked.against == "self" else asked.against,
        reward=asked.reward,
        **request.options,
    )
    return VecNormalize(venv, norm_obs=False, gamma=1.0) if asked.reward == "score" else venv


@contextlib.contextmanager
def no_interruption() -> Iterator[None]:
    """Ctrl-C is ignored inside, so that files are written whole."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread is interrupted
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Clock(BaseCallback):
    """Notes when the training began."""

    def __init__(self, training: Training) -> None:
        super().__init__()
        self.training = training

    def _on_training_start(self) -> None:
        self.training.begun = time.monotonic()

    def _on_step(self) -> bool:
        return True


class Progress(BaseCallback):
    """A progress bar over steps or seconds, with speed and the last match.

    Args:
        steps: decisions to make.
        budget: seconds, when the clock decides.
        past: the part of the whole run that lies behind.
        matches: whose last result is shown.
    """

    def __init__(self, steps: int, budget: float | None, past: float, matches: MatchCallback) -> None:
        super().__init__()
        self.steps, self.budget, self.past, self.matches = steps, budget, past, matches
        self.bar: tqdm | None = None

    def _on_training_start(self) -> None:
        self.started, self.first = time.monotonic(), self.num_timesteps
        self.bar = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}")

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        assert self.bar is not None
        seconds, done = time.monotonic() - self.started, self.num_timesteps - self.first
        part = done / self.steps if self.budget is None else seconds / self.budget
        self.bar.n = min(100, round(100 * (self.past + (1 - self.past) * part)))
        shown = [f"{done / seconds:,.0f} decisions/s"]
        for bot in dict.fromkeys(entry["opponent"] for entry in self.matches.history):
            last = [entry for entry in self.matches.history if entry["opponent"] == bot][-1]
            shown.append(f"{bot} {last.get('win_share', last['mean_score']):.2f}")
        self.bar.set_postfix_str(", ".join(shown))

    def _on_training_end(self) -> None:
        assert self.bar is not None
        self.bar.n = 100
        self.close()

    def close(self) -> None:
        """Leaves the bar as it is."""
        if self.bar is not None:
            self.bar.close()
