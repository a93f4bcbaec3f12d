"""Matches during training."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from ..bots.base import Bot, check_bot, find_bot
from ..bots.checks import check_flag, check_number
from ..bots.match import MatchResult, play_match
from ..bots.policy import PolicyBot
from ..envs.engine.errors import BadOption
from ..envs.engine.game import Game, check_seed, check_whole
from .self_play import source_of

__all__ = ["FEWEST", "MatchCallback"]

#: Games that a match during training has at least, however long they take.
FEWEST = 30


class MatchCallback(BaseCallback):
    """Plays matches of the policy as it is against bots, every ``every`` decisions, at the start and at the end.

    Game, player count and options are those of the training environment. The same games are played each time, so
    that a curve moves with the policy alone. Win share and bounds go to the logger (``match/<bot>/...``) and into
    ``history``; for solo games the mean score.

    Attributes:
        history: one entry per match: ``steps``, ``seconds`` since the start of training, ``opponent``, ``games``,
            ``distinct``, ``win_share``, ``low``, ``high``, ``mean_score``, ``mean_rank``.

    Args:
        opponents: one or several names or bots; one match against each.
        every: decisions of all seats between two evaluations.
        min_seconds: and at least this time between them, from start to start, for runs that end by the clock. Matches
            that take more than a quarter of it become shorter, down to ``FEWEST`` games, which are the first ones of
            the longer match; the last one has all its games. Where even these are slow, evaluations are spaced by twice
            their length, so that they never take more than half of the time.
        num_games: per match.
        num_players: default: that of the environment's first game.
        seed: of the matches.
        deterministic: play the likeliest action; else draw from the policy.
        history: goes on from this list, at the step where its next match is due.
        verbose: 1 prints each result.

    Raises:
        BadOption: an argument that is not allowed. What depends on the game (``num_players``, bots that play another
            one) is looked at before the training begins (``prepare``).
    """

    def __init__(
        self,
        opponents: Sequence[str | Bot] = ("random",),
        every: int = 100_000,
        num_games: int = 120,
        num_players: int | None = None,
        seed: int = 0,
        deterministic: bool = True,
        history: list[dict[str, Any]] | None = None,
        min_seconds: float = 0.0,
        verbose: int = 0,
    ) -> None:
        super().__init__(verbose)
        single = isinstance(opponents, str) or not isinstance(opponents, Sequence)
        self.opponents: list[Any] = [opponents] if single else list(opponents)
        if not self.opponents:
            raise BadOption("opponents is empty; allowed: one or several bots or names of bots")
        for bot in self.opponents:
            check_bot(bot)
        self.every = check_whole("every", every, 1)
        self.num_games = check_whole("num_games", num_games, 1)
        self.num_players = None if num_players is None else check_whole("num_players", num_players, 1)
        self.min_seconds = check_number("min_seconds", min_seconds, 0)
        self.seed = check_seed(seed)
        self.deterministic = check_flag("deterministic", deterministic)
        if history is not None and not isinstance(history, list):
            raise BadOption(f"history={history!r} is not allowed; it must be a list of earlier entries, or None")
        self.history: list[dict[str, Any]] = [] if history is None else history
        self._due = 0
        self._last = 0.0
        self._took = 0.0
        self._games = self.num_games

    def prepare(self, env: VecEnv) -> None:
        """Looks at what depends on the game, and plays a short match against each bot, so that all is compiled.

        ``SelfPlayPPO.learn`` calls it before its clock starts: compiling does not count as the length of a match.

        Args:
            env: that the training will use.

        Raises:
            BadOption: the environment is not a ``SelfPlayVecEnv``, the game cannot be played with ``num_players``, or
                a bot does not play it.
        """
        game, count, options = self._setting(env)
        bots = [find_bot(bot, game) for bot in self.opponents]
        source_of(env).views()
        for bot in bots:
            play_match(game, "random", bot, 1, count, **options)

    def _setting(self, env: VecEnv) -> tuple[Game, int, dict[str, Any]]:
        """Game, player count and options of the matches."""
        batch = source_of(env).batch
        setting = batch.settings[0]
        count = setting.num_players if self.num_players is None else self.num_players
        options = setting.as_dict()
        batch.game.configure(count, options)
        return batch.game, count, options

    def _on_training_start(self) -> None:
        game, *_ = self._setting(self.training_env)
        self.opponents = [find_bot(bot, game) for bot in self.opponents]
        past = max((entry["seconds"] for entry in self.history), default=0.0)
        self._started = time.monotonic() - past
        if self.history:
            self._due, self._last = self.history[-1]["steps"] + self.every, time.monotonic()
        self._evaluate_if(not self.history)

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        wait = max(self.min_seconds, 2 * self._took) if self.min_seconds > 0 else 0.0
        self._evaluate_if(self.num_timesteps >= self._due and time.monotonic() - self._last >= wait)

    def _on_training_end(self) -> None:
        if self.history[-1]["steps"] != self.num_timesteps:
            self._games = self.num_games
            self._evaluate_if(True)
            self.logger.dump(self.num_timesteps)

    def _evaluate_if(self, due: bool) -> None:
        if not due:
            return
        self._last = time.monotonic()
        for opponent in self.opponents:
            self._note(self.play(opponent))
        self._due, self._took = self.num_timesteps + self.every, time.monotonic() - self._last
        if self.min_seconds > 0:
            fitting = int(self._games * self.min_seconds / (4 * self._took))
            self._games = max(min(fitting, self.num_games), min(FEWEST, self.num_games))

    def play(self, opponent: str | Bot) -> MatchResult:
        """A match of the policy as it is against ``opponent`` in all other seats.

        Raises:
            BadOption: the training environment is not a ``SelfPlayVecEnv``, or the bot does not play its game.
        """
        game, count, options = self._setting(self.training_env)
        policy = PolicyBot(self.model, deterministic=self.deterministic)
        return play_match(game, policy, opponent, self._games, count, seed=self.seed, **options)

    def _note(self, result: MatchResult) -> None:
        bot = result.opponents if result.num_players == 1 else result.opponents.partition(" ")[2]
        figures: dict[str, float] = {"distinct": result.distinct, "mean_score": result.mean_score}
        if result.num_players > 1:
            figures |= {name: getattr(result, name) for name in ("win_share", "low", "high", "mean_rank")}
        for name, value in figures.items():
            self.logger.record(f"match/{bot}/{name}", value)
        seconds = round(time.monotonic() - self._started, 3)
        start = {"steps": self.num_timesteps, "seconds": seconds, "opponent": bot, "games": result.num_games}
        self.history.append(start | figures)
        if self.verbose:
            print(f"{self.num_timesteps:>10} decisions  {result.row()}", flush=True)
