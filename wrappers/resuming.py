"""Going on with a training run: what a model's file does not hold, and checkpoints that hold both."""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import unwrap_vec_normalize

from ..bots.checks import check_text
from ..envs.engine.errors import BadOption, BadState
from ..envs.engine.game import check_whole
from .self_play import source_of

__all__ = ["Checkpoints", "RunState"]

MAGIC = "meeplezoo training run 1"


@dataclass(frozen=True)
class RunState:
    """Where a training run stands, beside its model's file: taken between two rollouts it continues exactly.

    The model's file holds network, optimizer, count of decisions and schedules. This holds the games where they stand
    with all their generators (``SelfPlayVecEnv.get_state``), the statistics of ``VecNormalize``, and the generators of
    torch, NumPy and Python. A run that is restored from both and ends after as many decisions has the same weights,
    bit for bit on the same machine, as one that was never interrupted. It cannot hold a rollout in progress: taken
    amid one, its decisions are counted and its games go on, but nothing is learnt from it. Time is not the same twice,
    so runs that end by the clock go on from the same place but end elsewhere.

    Attributes:
        steps: the model's count of decisions.
        games: of ``SelfPlayVecEnv.get_state``.
        starts: ``(N,)`` bool, games that begin with the next decision.
        rewards: the statistics of ``VecNormalize``; None without it.
        generators: torch's, NumPy's and Python's own.
        notes: what the caller wants to find again; plain values.
    """

    steps: int
    games: bytes
    starts: NDArray[np.bool_]
    rewards: dict[str, Any] | None
    generators: dict[str, Any]
    notes: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, model: BaseAlgorithm, **notes: Any) -> Self:
        """The state of a model's run as it is now.

        Raises:
            BadOption: the model has no ``SelfPlayVecEnv``.
        """
        source = source_of(model.env)
        normalizer = unwrap_vec_normalize(model.env) if model.env is not None else None
        rewards = None
        if normalizer is not None:
            rewards = {"spread": deepcopy(normalizer.ret_rms), "returns": np.array(normalizer.returns)}
        starts = model._last_episode_starts if model._last_obs is not None else None
        return cls(
            steps=model.num_timesteps,
            games=source.get_state(),
            starts=np.ones(source.num_envs, np.bool_) if starts is None else np.array(starts, np.bool_),
            rewards=rewards,
            generators={"torch": torch.get_rng_state(), "numpy": np.random.get_state(), "python": random.getstate()},
            notes=notes,
        )

    def restore(self, model: BaseAlgorithm) -> None:
        """Puts environment and generators where they were; ``model`` is that of the model's file, with its environment.

        The generators of torch, NumPy and Python, which Stable-Baselines3 draws from, are those of the process.

        Raises:
            BadOption: the model has no ``SelfPlayVecEnv``.
            BadState: the games are others than those of the run, or the model has another count of decisions.
        """
        source = source_of(model.env)
        if model.num_timesteps != self.steps:
            raise BadState(
                f"the run state is of {self.steps} decisions, the model of {model.num_timesteps}: they do not belong "
                "together"
            )
        normalizer = unwrap_vec_normalize(model.env) if model.env is not None else None
        if (normalizer is None) != (self.rewards is None):
            raise BadState("only one of run state and environment has VecNormalize")
        source.set_state(self.games)
        if normalizer is not None and self.rewards is not None:
            normalizer.ret_rms, normalizer.returns = deepcopy(self.rewards["spread"]), self.rewards["returns"].copy()
        model._last_obs = source.batch.observations.copy()
        model._last_episode_starts = self.starts.copy()
        torch.set_rng_state(self.generators["torch"])
        np.random.set_state(self.generators["numpy"])
        random.setstate(self.generators["python"])

    def write(self, path: str | PathLike[str]) -> None:
        """Writes the state, whole or not at all."""
        _write_whole(Path(path), lambda part: part.write_bytes(pickle.dumps((MAGIC, vars(self)))))

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        """Reads what ``write`` wrote: a pickle, so only read files that you trust, as with models.

        Raises:
            FileNotFoundError: there is no such file.
            BadState: it is something else, or damaged.
        """
        content = Path(path).read_bytes()
        try:
            magic, fields = pickle.loads(content)
            if magic != MAGIC:
                raise ValueError("unknown kind")
            return cls(**fields)
        except Exception as error:
            raise BadState(f"{path} is no state of a training run: {type(error).__name__}: {error}") from error


class Checkpoints(BaseCallback):
    """Saves model and run state between rollouts, and can go back to the last such moment.

    ``model_<steps>_steps.zip`` with ``model_<steps>_steps.run`` beside it (``RunState``).

    Args:
        folder: for the files; made with the first of them.
        every: decisions of all seats between two of them.
        notes: gives the notes of a run state; None: no notes.

    Raises:
        BadOption: an argument that is not allowed.
    """

    def __init__(
        self, folder: str | PathLike[str], every: int = 100_000, notes: Callable[[], dict[str, Any]] | None = None
    ) -> None:
        super().__init__()
        if not isinstance(folder, PathLike):
            check_text("folder", folder)
        self.folder = Path(folder)
        self.every = check_whole("every", every, 1)
        if notes is not None and not callable(notes):
            raise BadOption(f"notes={notes!r} is not allowed; it must be a function without arguments, or None")
        self.notes = notes or dict
        self._due: int | None = None
        self._kept: tuple[RunState, dict[str, Any], dict[str, Any]] | None = None

    def save(self, path: str | PathLike[str]) -> Path:
        """Saves model and run state now; gives the model's path."""
        return save_run(self.model, path, **self.notes())

    def go_back(self) -> None:
        """Puts model and games back to the start of the rollout in progress, so that what is saved continues exactly.

        For interruptions: what happened since then is forgotten. Before the first rollout it does nothing.
        """
        if self._kept is None:
            return
        state, parameters, counts = self._kept
        self.model.set_parameters(parameters)
        vars(self.model).update(counts)
        state.restore(self.model)

    def _on_training_start(self) -> None:
        if self._due is None:
            self._due = self.num_timesteps + self.every
        self._keep()

    def _on_rollout_start(self) -> None:
        self._keep()
        if self._due is not None and self.num_timesteps >= self._due:
            self.save(self.folder / f"model_{self.num_timesteps}_steps.zip")
            self._due = self.num_timesteps + self.every

    def _on_step(self) -> bool:
        return True

    def _keep(self) -> None:
        model: Any = self.model
        counts = {"num_timesteps": model.num_timesteps, "_n_updates": model._n_updates}
        self._kept = RunState.of(model), deepcopy(model.get_parameters()), counts


def save_run(model: BaseAlgorithm, path: str | PathLike[str], **notes: Any) -> Path:
    """Saves a model, and its run state beside it with the ending ``.run``; gives the model's path.

    Both files are written whole or not at all, the state first, so that no model stands beside an older state.
    """
    target = Path(path).with_suffix(".zip")
    target.parent.mkdir(parents=True, exist_ok=True)
    RunState.of(model, **notes).write(target.with_suffix(".run"))
    _write_whole(target, model.save)
    return target


def _write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    part = path.with_name(f".{path.stem}-{os.getpid()}{path.suffix}")
    try:
        write(part)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
