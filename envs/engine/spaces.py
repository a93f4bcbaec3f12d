"""The Gymnasium spaces of one environment: made when they are first asked for, and its own."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium import spaces

from .errors import BadState
from .game import Game

__all__ = ["Spaces"]

#: What a space is for, with its agent: ``("action", "player_0")``.
Key = tuple[str, str]
#: State of the generator of each part of a space, in order; None where there is none yet.
States = tuple[dict[str, Any] | None, ...]


class Spaces:
    """Spaces by kind and agent; each has a generator of its own, which only sampling or seeding makes.

    Args:
        game: whose layouts they follow.
        count: the player count.
    """

    def __init__(self, game: Game, count: int) -> None:
        self._game = game
        self._count = count
        self._made: dict[Key, spaces.Space[Any]] = {}
        self._waiting: dict[Key, States] = {}  # generators of spaces that are not made again yet

    def get(self, kind: str, agent: str) -> spaces.Space[Any]:
        """A space, the same object at every call; ``kind`` is action, observation or state."""
        key = (kind, agent)
        if key not in self._made:
            made = self._make(kind)
            for part, state in zip(_parts(made), self._waiting.pop(key, ()), strict=False):
                if state is not None:
                    part._np_random = _generator(state)
            self._made[key] = made
        return self._made[key]

    def generators(self) -> dict[Key, States]:
        """The states of all generators that there are."""
        found = dict(self._waiting)
        for key, space in self._made.items():
            states = tuple(None if part._np_random is None else _state(part._np_random) for part in _parts(space))
            if any(states):
                found[key] = states
        return found

    def copy(self) -> Self:
        """Equal spaces with generators of their own, in the same states."""
        other = object.__new__(type(self))
        other._game, other._count, other._made = self._game, self._count, {}
        other._waiting = self.generators() if self._made or self._waiting else {}
        return other

    def adopt(self, generators: Any) -> None:
        """Takes states that ``generators`` gave, in this or another process.

        Raises:
            BadState: they are no such states.
        """
        try:
            waiting = {(str(kind), str(agent)): tuple(states) for (kind, agent), states in generators.items()}
            for (kind, _), states in waiting.items():
                for _, state in zip(_parts(self._make(kind)), states, strict=True):
                    if state is not None:
                        _generator(state)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise BadState(
                f"the generators of the spaces of {self._game.id} are not those of a pickle: {error}"
            ) from None
        self._made, self._waiting = {}, waiting

    def _make(self, kind: str) -> spaces.Space[Any]:
        layout, actions = self._game.observation, self._game.actions.size
        if kind == "action":
            return spaces.Discrete(actions)
        if kind == "state":
            return spaces.Box(np.tile(layout.low, self._count), 1.0, dtype=np.float32)
        if kind != "observation":
            raise KeyError(kind)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict({"observation": deepcopy(layout.space), "action_mask": mask})


def _parts(space: spaces.Space[Any]) -> list[spaces.Space[Any]]:
    return [space, *space.values()] if isinstance(space, spaces.Dict) else [space]


def _state(generator: np.random.Generator) -> dict[str, Any]:
    return dict(generator.bit_generator.state)


def _generator(state: dict[str, Any]) -> np.random.Generator:
    if not isinstance(state, dict) or state.get("bit_generator") != "PCG64":  # the kind that Gymnasium makes
        raise ValueError("a generator is to be of kind PCG64")
    bits = np.random.PCG64(0)
    bits.state = state  # type: ignore[assignment]
    return np.random.Generator(bits)
