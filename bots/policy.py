"""A trained policy as a bot; the mask is always applied."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ..envs.engine.errors import BadOption
from ..envs.engine.game import Game
from .base import check_views
from .checks import check_flag, check_rng, check_text

__all__ = ["PolicyBot", "policy_agent", "read_model"]


class PolicyBot:
    """Plays a masked policy of sb3-contrib.

    By default it plays the likeliest action of each position. A policy that has learnt little then repeats itself: it
    makes the same poor choice in every game where a drawn one would vary, and can lose to random play although the
    same policy with ``deterministic=False`` does not. A match between players without chance may also hold few
    different games (``MatchResult.distinct``).

    Args:
        model: a ``MaskablePPO`` (also ``SelfPlayPPO``), trained or loaded.
        deterministic: always the likeliest action; else an action is drawn from the policy with ``rng``, so that
            it does not depend on torch's global generator.
        name: what result tables show.

    Raises:
        BadOption: ``model`` has no masked policy for vectors and numbered actions, or another argument is not allowed.
    """

    def __init__(self, model: Any, *, deterministic: bool = True, name: str = "policy") -> None:
        _check_model(model)
        self.model = model
        self.deterministic = check_flag("deterministic", deterministic)
        self.name = check_text("name", name)

    @classmethod
    def load(cls, path: str | PathLike[str], *, deterministic: bool = True, name: str = "policy") -> Self:
        """The bot of a saved model, such as the ``model.zip`` of a training script.

        Args:
            path: of the file that ``SelfPlayPPO.save`` or ``MaskablePPO.save`` wrote.
            deterministic, name: as in the constructor.

        Raises:
            FileNotFoundError: there is no such file.
            BadOption: the file is no such model.
        """
        from sb3_contrib import MaskablePPO

        check_flag("deterministic", deterministic), check_text("name", name)
        return cls(read_model(MaskablePPO.load, path, device="cpu"), deterministic=deterministic, name=name)

    def check_game(self, game: Game) -> None:
        """Refuses a game of another size than the model's.

        Raises:
            BadOption: numbers of the observation or actions differ.
        """
        mine = self.model.observation_space.shape[0], int(self.model.action_space.n)
        if mine != (game.observation.size, game.actions.size):
            raise BadOption(
                f"the model of {self.name} sees {mine[0]} numbers and has {mine[1]} actions; {game.id} has "
                f"{game.observation.size} and {game.actions.size}: it is a model of another game or encoding"
            )

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The policy's action of each row, ``(N,)``; see ``Bot.act``.

        Raises:
            BadOption, IllegalAction: as ``check_views``; also when the model is of another game.
        """
        check_rng(rng)
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


def read_model(load: Callable[..., Any], path: str | PathLike[str], **more: Any) -> Any:
    """What ``load(path, **more)`` of an algorithm gives, with one kind of error for files that are no models.

    Raises:
        FileNotFoundError: there is no such file.
        BadOption: it is no file of an algorithm with masks, or not for the environment that is given.
    """
    if not isinstance(path, (str, PathLike)):
        raise BadOption(f"path={path!r} is not allowed; it must be the path of a file")
    try:
        return load(Path(path), **more)
    except (FileNotFoundError, PermissionError, BadOption):
        raise
    except Exception as error:  # unpickling what is no model raises anything
        raise BadOption(f"{path} is no model that can be played: {type(error).__name__}: {error}") from error


def _check_model(model: Any) -> None:
    from gymnasium.spaces import Box, Discrete
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

    if not isinstance(getattr(model, "policy", None), MaskableActorCriticPolicy):
        raise BadOption(f"model={model!r} has no masked policy; allowed: SelfPlayPPO, MaskablePPO")
    seen, chosen = model.observation_space, model.action_space
    if not (isinstance(seen, Box) and len(seen.shape) == 1 and isinstance(chosen, Discrete)):
        raise BadOption(f"the model is for {seen} and {chosen}; allowed: Box of shape (D,), Discrete")


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
