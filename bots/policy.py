"""A trained policy as a bot; the mask is always applied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .base import check_views

__all__ = ["PolicyBot", "policy_agent"]


class PolicyBot:
    """Plays a masked policy of sb3-contrib.

    Args:
        model: a ``MaskablePPO`` (also ``SelfPlayPPO``), trained or loaded.
        deterministic: always the likeliest action; else an action is drawn from the policy with ``rng``, so that
            it does not depend on torch's global generator.
        name: what result tables show.
    """

    def __init__(self, model: Any, *, deterministic: bool = True, name: str = "policy") -> None:
        self.model = model
        self.deterministic = deterministic
        self.name = name

    @classmethod
    def load(cls, path: str | PathLike[str], *, deterministic: bool = True, name: str = "policy") -> Self:
        """The bot of a saved model, such as the ``model.zip`` of a training script.

        Args:
            path: of the file that ``SelfPlayPPO.save`` or ``MaskablePPO.save`` wrote.
            deterministic, name: as in the constructor.

        Raises:
            FileNotFoundError: there is no such file.
        """
        from sb3_contrib import MaskablePPO

        return cls(MaskablePPO.load(Path(path), device="cpu"), deterministic=deterministic, name=name)

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The policy's action of each row, ``(N,)``; see ``Bot.act``.

        Raises:
            BadOption, IllegalAction: as ``check_views``; also when the model is of another game.
        """
        chances = self.probabilities(observations, masks)
        if self.deterministic:
            return chances.argmax(axis=1)
        heights = np.cumsum(chances, axis=1)
        drawn = rng.random((len(heights), 1)) * heights[:, -1:]
        return (heights > drawn).argmax(axis=1)  # the first that is higher has itself a chance above 0

    def probabilities(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float64]:
        """The chance of each action, ``(N, A)``; exactly 0 where the mask is 0."""
        import torch

        check_views(observations, masks, self.model.observation_space.shape[0], int(self.model.action_space.n))
        policy = self.model.policy
        policy.set_training_mode(False)
        with torch.no_grad(), one_thread():
            seen = torch.as_tensor(np.array(observations, np.float32), device=policy.device)
            chosen = policy.get_distribution(seen, action_masks=np.array(masks))
            chances = chosen.distribution.probs.cpu().numpy().astype(np.float64)
        return np.where(np.asarray(masks) != 0, chances, 0.0)


@contextmanager
def one_thread() -> Iterator[None]:
    """Torch with one thread inside: a few hundred rows do not gain from more, and lose where cores are busy."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def policy_agent(model: Any, *, deterministic: bool = True) -> PolicyBot:
    """The model as a bot: ``PolicyBot(model)``."""
    return PolicyBot(model, deterministic=deterministic)
