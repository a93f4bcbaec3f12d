"""A trained policy as a bot; the mask is always applied."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The policy's action of each row, ``(N,)``; see ``Bot.act``."""
        chances = self.probabilities(observations, masks)
        if self.deterministic:
            return chances.argmax(axis=1)
        heights = np.cumsum(chances, axis=1)
        drawn = rng.random((len(heights), 1)) * heights[:, -1:]
        return (heights > drawn).argmax(axis=1)  # the first that is higher has itself a chance above 0

    def probabilities(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float64]:
        """The chance of each action, ``(N, A)``; exactly 0 where the mask is 0."""
        import torch

        policy = self.model.policy
        policy.set_training_mode(False)
        with torch.no_grad():
            seen = torch.as_tensor(np.array(observations, np.float32), device=policy.device)
            chosen = policy.get_distribution(seen, action_masks=np.array(masks))
            chances = chosen.distribution.probs.cpu().numpy().astype(np.float64)
        return np.where(np.asarray(masks) != 0, chances, 0.0)


def policy_agent(model: Any, *, deterministic: bool = True) -> PolicyBot:
    """The model as a bot: ``PolicyBot(model)``."""
    return PolicyBot(model, deterministic=deterministic)
