"""The scripted bot of Vanuatu."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule


@rule
def choose(numbers: Any, mask: Any, rng: Any) -> int:
    """The bot's action."""
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            return action
    return -1
