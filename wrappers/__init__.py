"""Adapters to training frameworks, one file each; a framework is imported when its adapter is first used.

Stable-Baselines3 and sb3-contrib (``pip install "meeplezoo[train]"``): ``SelfPlayVecEnv``, ``SelfPlayPPO``,
``MatchCallback``, ``Checkpoints``, ``RunState``, ``imitate``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ..envs.engine.libraries import needed_for, require

if TYPE_CHECKING:
    from .callbacks import MatchCallback
    from .imitation import imitate
    from .resuming import Checkpoints, RunState
    from .sb3 import SelfPlayVecEnv
    from .self_play import SeatRolloutBuffer, SelfPlayPPO

__all__ = [
    "Checkpoints",
    "MatchCallback",
    "RunState",
    "SeatRolloutBuffer",
    "SelfPlayPPO",
    "SelfPlayVecEnv",
    "imitate",
]

_PLACES = {
    "Checkpoints": "resuming",
    "MatchCallback": "callbacks",
    "RunState": "resuming",
    "SeatRolloutBuffer": "self_play",
    "SelfPlayPPO": "self_play",
    "SelfPlayVecEnv": "sb3",
    "imitate": "imitation",
}
_FRAMEWORKS = ("stable_baselines3", "sb3_contrib", "torch")


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    purpose = f"meeplezoo.wrappers.{name}"
    require(*_FRAMEWORKS, purpose=purpose)
    with needed_for(purpose, *_FRAMEWORKS, "gymnasium"):
        return getattr(importlib.import_module(f".{_PLACES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
