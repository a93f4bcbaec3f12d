"""MaskablePPO whose credit goes to the seat that earned it.

In a game for several players a stream of decisions changes hands. What follows a seat's decision is not the next
row of the stream but **that seat's own next decision**; the rewards in between are collected for it, and a game's
final rewards reach the seats that did not move last. The pattern of one stream with the mover's reward, as often
seen in tutorials, gets this wrong: a seat then learns from its opponents' values, and never hears of a loss on
another's move.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback, CallbackList, ConvertCallback
from stable_baselines3.common.type_aliases import MaybeCallback
from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv, unwrap_vec_normalize

from ..bots.checks import check_flag, check_number, check_text
from ..bots.policy import read_model
from ..envs.engine.errors import BadOption
from ..envs.engine.game import check_whole
from .sb3 import SelfPlayVecEnv

__all__ = ["SeatRolloutBuffer", "SelfPlayPPO", "seat_advantages", "source_of"]

Floats = NDArray[np.float32]


def seat_advantages(
    seats: NDArray[np.int64],
    rewards: Floats,
    ends: NDArray[np.bool_],
    values: Floats,
    last_values: Floats,
    gamma: float,
    gae_lambda: float,
) -> Floats:
    """Generalized advantage estimation along each seat's own decisions.

    T steps of N games for P seats. For a decision of seat p, the next state is p's next decision in the same game,
    the reward is the sum of p's rewards from this decision until then, and both ``gamma`` and ``gae_lambda`` count
    p's own decisions. The last decision of p in an unfinished game looks ahead to ``last_values``.

    Args:
        seats: ``(T, N)``, who decided.
        rewards: ``(T, N, P)``, what each seat got from each step.
        ends: ``(T, N)``, the game ended with this step.
        values: ``(T, N)``, the decider's value estimate.
        last_values: ``(N, P)``, each seat's value estimate of its own view after the last step.
        gamma: discount per own decision.
        gae_lambda: between bias (0) and variance (1).

    Returns:
        ``(T, N)`` float32; the returns are these plus ``values``.
    """
    games = np.arange(seats.shape[1])
    next_value, collected = last_values.astype(np.float32), np.zeros_like(last_values, dtype=np.float32)
    next_advantage = np.zeros_like(collected)
    advantages = np.zeros_like(values, dtype=np.float32)
    for t in reversed(range(len(seats))):
        ended, seat = ends[t], seats[t]
        next_value[ended] = collected[ended] = next_advantage[ended] = 0.0
        collected += rewards[t]
        surprise = collected[games, seat] + gamma * next_value[games, seat] - values[t]
        advantages[t] = surprise + gamma * gae_lambda * next_advantage[games, seat]
        next_value[games, seat], next_advantage[games, seat] = values[t], advantages[t]
        collected[games, seat] = 0.0
    return advantages


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """A rollout of a ``SelfPlayVecEnv``, with advantages per seat.

    It knows the environment only while ``SelfPlayPPO`` collects (``attach``, ``detach``); on its own, and against
    opponents, it is an ordinary ``MaskableRolloutBuffer``.
    """

    seats: NDArray[np.int64]  # (T, N)
    seat_rewards: Floats  # (T, N, P)
    _source: SelfPlayVecEnv | None = None

    def attach(
        self, source: SelfPlayVecEnv, value_of: Callable[[Floats], Floats], reward_of: Callable[[Floats], Floats]
    ) -> None:
        """Takes seats and rewards from ``source`` until ``detach``.

        Args:
            source: the environment that is being stepped.
            value_of: observations ``(M, D)`` -> value estimates ``(M,)``.
            reward_of: rewards as the learner shall see them, any shape.
        """
        self._source = source if source.opponents is None else None
        self._value_of, self._reward_of = value_of, reward_of
        if self._source is not None:
            shape = self.buffer_size, self.n_envs
            self.seats = np.zeros(shape, np.int64)
            self.seat_rewards = np.zeros((*shape, source.batch.rewards.shape[1]), np.float32)

    def detach(self) -> None:
        """Forgets the environment."""
        self._source = None

    def add(self, *args: Any, **kwargs: Any) -> None:
        """Stores one step of all games; see ``MaskableRolloutBuffer.add``."""
        if self._source is not None:
            self.seats[self.pos] = self._source.last_seats
            self.seat_rewards[self.pos] = self._reward_of(self._source.last_rewards)
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: NDArray[np.bool_]) -> None:
        """Advantages and returns of the rollout, per seat in self-play.

        Args:
            last_values: ``(N,)``, of the seats to act after the last step.
            dones: ``(N,)``, games that the last step ended.
        """
        if self._source is None:
            super().compute_returns_and_advantage(last_values, dones)
            return
        views = self._source.views()
        tail = self._value_of(views.reshape(-1, views.shape[-1])).reshape(views.shape[:2])
        ends = np.concatenate([self.episode_starts[1:], dones[None]]).astype(np.bool_)
        self.advantages = seat_advantages(
            self.seats, self.seat_rewards, ends, self.values, tail, self.gamma, self.gae_lambda
        )
        self.returns = self.advantages + self.values


class SelfPlayPPO(MaskablePPO):
    """sb3-contrib's ``MaskablePPO`` for ``SelfPlayVecEnv``: all seats share one policy, each gets its own credit.

    Everything of ``MaskablePPO`` works and every argument can be given; only the defaults are other ones, chosen for
    these games. Against opponents it is ``MaskablePPO``. A saved model holds no environment and can go on in another
    one, with another number of games, too; ``MaskablePPO.load`` reads it as well.

    Args:
        policy: as in ``MaskablePPO``.
        env: a ``SelfPlayVecEnv``, also within ``VecMonitor``, or ``VecNormalize`` with ``norm_obs=False``.
        learning_rate: a number or a schedule of the progress that remains; default: 1e-3 falling to 1e-4.
        n_steps: decisions per game and rollout.
        batch_size: decisions per minibatch.
        n_epochs: passes over each rollout.
        gamma: discount per own decision; 1: the result of the game is all that counts.
        gae_lambda: as in ``MaskablePPO``, per own decision.
        ent_coef: weight of the entropy bonus.
        policy_kwargs: of the policy; default: two hidden layers of 128 units.
        device: ``"cpu"`` is the fastest for nets of this size.
        **more: further arguments of ``MaskablePPO``.

    Raises:
        BadOption: the environment is none of the above, a number is out of its range, or a rollout buffer class is
            given.
    """

    rollout_buffer: SeatRolloutBuffer

    def __init__(
        self,
        policy: Any = "MlpPolicy",
        env: Any = None,
        learning_rate: float | Callable[[float], float] | None = None,
        n_steps: int = 128,
        batch_size: int | None = 1024,
        n_epochs: int = 2,
        gamma: float = 1.0,
        gae_lambda: float = 0.95,
        ent_coef: float = 0.01,
        policy_kwargs: dict[str, Any] | None = None,
        device: torch.device | str = "cpu",
        **more: Any,
    ) -> None:
        if more.get("rollout_buffer_class") is not None:
            raise BadOption("rollout_buffer_class is not allowed; SelfPlayPPO has its own: use MaskablePPO instead")
        if more.get("_init_setup_model", True):
            source_of(env)
        self._deadline: float | None = None
        self._budget = 0.0
        super().__init__(
            policy,
            env,
            learning_rate=LinearSchedule(1e-3, 1e-4, 1.0) if learning_rate is None else learning_rate,
            n_steps=n_steps,
            batch_size=batch_size,
            n_epochs=n_epochs,
            gamma=gamma,
            gae_lambda=gae_lambda,
            ent_coef=ent_coef,
            policy_kwargs={"net_arch": [128, 128]} if policy_kwargs is None else policy_kwargs,
            device=device,
            **more,
        )

    def _setup_model(self) -> None:
        if self.env is not None:
            source_of(self.env)
        _check_numbers(self)
        self.rollout_buffer_class = SeatRolloutBuffer
        super()._setup_model()

    @classmethod
    def load(cls, path: Any, env: VecEnv | None = None, device: torch.device | str = "cpu", **more: Any) -> Self:  # type: ignore[override]
        """A saved model; see ``MaskablePPO.load``.

        Args:
            path: of the file that ``save`` wrote.
            env: to train on in: a ``SelfPlayVecEnv`` of the model's game, also wrapped. None: only to play.
            device: ``"cpu"`` is the fastest for nets of this size.
            **more: as in ``MaskablePPO.load``.

        Raises:
            FileNotFoundError: there is no such file.
            BadOption: the file is no such model, or ``env`` is of another game; the message names the sizes.
        """
        if env is not None:
            source_of(env)
        model = read_model(super().load, path, device=device, **more)
        if env is not None:
            mine = model.observation_space.shape, getattr(model.action_space, "n", model.action_space)
            theirs = env.observation_space.shape, env.action_space.n  # type: ignore[attr-defined]
            if mine != theirs:
                raise BadOption(
                    f"{path} is no model for this game: it has observations of shape {mine[0]} and {mine[1]} actions, "
                    f"the environment {theirs[0]} and {theirs[1]}"
                )
            model = read_model(super().load, path, env=env, device=device, **more)
        return model

    def _excluded_save_params(self) -> list[str]:
        # without the buffer's class the file opens with plain MaskablePPO, even where meeplezoo is not installed
        return [*super()._excluded_save_params(), "rollout_buffer_class", "_deadline", "_budget"]

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: RolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Plays one rollout into the buffer; see ``MaskablePPO.collect_rollouts``."""
        assert isinstance(rollout_buffer, SeatRolloutBuffer)
        normalizer = self.get_vec_normalize_env()

        def value_of(observations: Floats) -> Floats:
            seen = observations if normalizer is None else normalizer.normalize_obs(observations)
            with torch.no_grad():
                values = self.policy.predict_values(torch.as_tensor(seen, dtype=torch.float32, device=self.device))
            return values.flatten().cpu().numpy()

        def reward_of(rewards: Floats) -> Floats:
            return rewards if normalizer is None else normalizer.normalize_reward(rewards)

        source = source_of(env)
        source.credits_seats = True
        rollout_buffer.attach(source, value_of, reward_of)
        try:
            complete = super().collect_rollouts(env, callback, rollout_buffer, n_rollout_steps, use_masking)
        finally:
            rollout_buffer.detach()
        if not complete:
            self._last_obs = None  # stopped amid a rollout: observation and masks no longer match, so begin anew
        return complete

    def learn(  # type: ignore[override]  # as MaskablePPO's own
        self,
        total_timesteps: int,
        callback: MaybeCallback = None,
        log_interval: int = 1,
        tb_log_name: str = "SelfPlayPPO",
        reset_num_timesteps: bool = True,
        use_masking: bool = True,
        progress_bar: bool = False,
        max_seconds: float | None = None,
        past_seconds: float = 0.0,
    ) -> Self:
        """Trains; see ``MaskablePPO.learn``.

        Args:
            total_timesteps: decisions, of all seats in all games.
            callback: one, a list, or a function.
            log_interval: rollouts between two log entries.
            tb_log_name: of the run.
            reset_num_timesteps: count from 0; else go on from the model's own count.
            use_masking: True: the games refuse illegal actions.
            progress_bar: show one (tqdm, rich).
            max_seconds: stop after this time by the wall clock, if that comes first; schedules end with it.
            past_seconds: what earlier parts of the same run took: schedules go on from there instead of anew.

        Callbacks with a method ``prepare(env)``, such as ``MatchCallback``, are prepared first, and the time counts
        from there.

        Raises:
            BadOption: an argument that is not allowed, or there is no environment; nothing was done then.
        """
        check_whole("total_timesteps", total_timesteps, 1)
        if log_interval is not None:
            check_whole("log_interval", log_interval, 1)
        check_text("tb_log_name", tb_log_name), check_flag("reset_num_timesteps", reset_num_timesteps)
        check_flag("progress_bar", progress_bar), check_number("past_seconds", past_seconds, 0)
        if not check_flag("use_masking", use_masking):
            raise BadOption("use_masking=False is not allowed: without its mask a policy chooses illegal actions")
        if max_seconds is not None:
            check_number("max_seconds", max_seconds, 0, open_ends=True)
        source_of(self.env)
        calls = _callbacks_of(callback)
        for call in calls:
            prepare = getattr(call, "prepare", None)
            if callable(prepare):
                prepare(self.env)
        if max_seconds is not None:
            self._budget, self._deadline = past_seconds + max_seconds, time.monotonic() + max_seconds
            callback = CallbackList([*calls, _StopAtDeadline()])
        try:
            return super().learn(
                total_timesteps, callback, log_interval, tb_log_name, reset_num_timesteps, use_masking, progress_bar
            )
        finally:
            self._deadline = None

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        super()._update_current_progress_remaining(num_timesteps, total_timesteps)
        if self._deadline is not None:
            left = max(0.0, self._deadline - time.monotonic()) / self._budget
            self._current_progress_remaining = min(self._current_progress_remaining, left)


def _callbacks_of(callback: MaybeCallback) -> list[BaseCallback]:
    """The callbacks that were given, one by one.

    Raises:
        BadOption: one of them is none.
    """
    given = [] if callback is None else callback if isinstance(callback, list) else [callback]
    if isinstance(callback, CallbackList):
        given = callback.callbacks
    for call in given:
        if not isinstance(call, BaseCallback) and not callable(call):
            raise BadOption(f"callback={call!r} is not allowed; it must be a callback, a function, or a list of them")
    return [c if isinstance(c, BaseCallback) else ConvertCallback(c) for c in given]


def _check_numbers(model: SelfPlayPPO) -> None:
    """The arguments that are numbers, also those that ``load`` replaces."""
    for name in ("n_steps", "n_epochs"):
        check_whole(name, getattr(model, name), 1)
    if model.batch_size is not None:
        check_whole("batch_size", model.batch_size, 2)
    for name in ("gamma", "gae_lambda"):
        check_number(name, getattr(model, name), 0, 1)
    for name in ("ent_coef", "vf_coef"):
        check_number(name, getattr(model, name), 0)
    for name in ("learning_rate", "clip_range", "clip_range_vf", "max_grad_norm", "target_kl"):
        value = getattr(model, name)
        if not callable(value) and value is not None:
            check_number(name, value, 0, open_ends=True)
    if model.seed is not None and not 0 <= check_whole("seed", model.seed) < 1 << 32:
        raise BadOption(f"seed={model.seed} is out of range; allowed: None, 0 to 2**32 - 1, as NumPy's generator takes")


class _StopAtDeadline(BaseCallback):
    def _on_step(self) -> bool:
        assert isinstance(self.model, SelfPlayPPO)
        return self.model._deadline is None or time.monotonic() < self.model._deadline


def source_of(env: Any) -> SelfPlayVecEnv:
    """The ``SelfPlayVecEnv`` behind an environment that a model trains in.

    Raises:
        BadOption: there is none, or ``VecNormalize`` would change observations.
    """
    if env is None:
        raise BadOption("the model has no environment; it needs a SelfPlayVecEnv: give env=, or set_env(...)")
    source = getattr(env, "unwrapped", env)
    if not isinstance(source, SelfPlayVecEnv):
        raise BadOption(f"env must be a SelfPlayVecEnv (also in VecMonitor), not {type(source).__name__}")
    normalizer = unwrap_vec_normalize(env)
    if normalizer is not None and normalizer.norm_obs:
        raise BadOption("VecNormalize must leave observations alone (norm_obs=False): they are in [-1, 1] already")
    return source
