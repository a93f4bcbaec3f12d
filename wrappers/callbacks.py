"""Matches during training."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from ..bots.base import Bot
from ..bots.match import MatchResult, play_match
from ..bots.policy import PolicyBot
from ..envs.engine.errors import BadOption
from ..envs.engine.game import check_whole
from .sb3 import SelfPlayVecEnv

__all__ = ["MatchCallback"]


class MatchCallback(BaseCallback):
    """Plays matches of the policy as it is against bots, every ``every`` decisions, at the start and at the end.

    Game, player count and options are those of the training environment. The same games are played each time, so
    that a curve moves with the policy alone. Win share and bounds go to the logger (``match/<bot>/...``) and into
    ``history``; for solo games the mean score.

    Attributes:
        history: one entry per match: ``steps``, ``seconds`` since the start of training, ``opponent``, ``games``,
            ``win_share``, ``low``, ``high``, ``mean_score``, ``mean_rank``.

    Args:
        opponents: names or bots; one match against each.
        every: decisions of all seats between two evaluations.
        min_seconds: and at least this time between them, for runs that end by the clock; then also at least four
            times as long as the last evaluation took, so that matches against slow bots do not eat up the time.
        num_games: per match.
        num_players: default: that of the environment's first game.
        seed: of the matches.
        deterministic: play the likeliest action; else draw from the policy.
        history: goes on from this list.
        verbose: 1 prints each result.

    Raises:
        BadOption: ``every`` or ``num_games`` is below 1.
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
        self.opponents = [opponents] if isinstance(opponents, str) else list(opponents)
        self.every = check_whole("every", every, 1)
        self.num_games = check_whole("num_games", num_games, 1)
        self.num_players = num_players
        self.min_seconds = min_seconds
        self.seed = seed
        self.deterministic = deterministic
        self.history: list[dict[str, Any]] = [] if history is None else history
        self._due = 0
        self._last = 0.0
        self._took = 0.0

    def _on_training_start(self) -> None:
        past = max((entry["seconds"] for entry in self.history), default=0.0)
        self._started = time.monotonic() - past
        self._evaluate_if(not self.history or self.history[-1]["steps"] != self.num_timesteps)

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        wait = max(self.min_seconds, 4 * self._took) if self.min_seconds > 0 else 0.0
        self._evaluate_if(self.num_timesteps >= self._due and time.monotonic() - self._last >= wait)

    def _on_training_end(self) -> None:
        if self.history[-1]["steps"] != self.num_timesteps:
            self._evaluate_if(True)
            self.logger.dump(self.num_timesteps)

    def _evaluate_if(self, due: bool) -> None:
        if due:
            began = time.monotonic()
            for opponent in self.opponents:
                self._note(self.play(opponent))
            self._took = time.monotonic() - began
        if due or self._due == 0:
            self._due, self._last = self.num_timesteps + self.every, time.monotonic()

    def play(self, opponent: str | Bot) -> MatchResult:
        """A match of the policy as it is against ``opponent`` in all other seats.

        Raises:
            BadOption: the training environment is not a ``SelfPlayVecEnv``.
        """
        source = self.training_env.unwrapped
        if not isinstance(source, SelfPlayVecEnv):
            raise BadOption(f"MatchCallback needs a SelfPlayVecEnv, not {type(source).__name__}")
        setting = source.batch.settings[0]
        count = setting.num_players if self.num_players is None else self.num_players
        policy = PolicyBot(self.model, deterministic=self.deterministic)
        return play_match(
            source.batch.game, policy, opponent, self.num_games, count, seed=self.seed, **setting.as_dict()
        )

    def _note(self, result: MatchResult) -> None:
        bot = result.opponents if result.num_players == 1 else result.opponents.partition(" ")[2]
        figures = {"mean_score": result.mean_score}
        if result.num_players > 1:
            figures |= {name: getattr(result, name) for name in ("win_share", "low", "high", "mean_rank")}
        for name, value in figures.items():
            self.logger.record(f"match/{bot}/{name}", value)
        seconds = round(time.monotonic() - self._started, 3)
        start = {"steps": self.num_timesteps, "seconds": seconds, "opponent": bot, "games": result.num_games}
        self.history.append(start | figures)
        if self.verbose:
            print(f"{self.num_timesteps:>10} decisions  {result.row()}", flush=True)
