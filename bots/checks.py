"""What the arguments of bots, wrappers and scripts may be; the engine's own checks are in ``envs/engine/game.py``."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np

from ..envs.engine.errors import BadOption

__all__ = ["check_flag", "check_number", "check_rng", "check_text"]


def check_number(name: str, value: Any, least: float, most: float = math.inf, *, open_ends: bool = False) -> float:
    """A finite number from ``least`` to ``most``, as float.

    Args:
        name: of the argument.
        value: what was given.
        least, most: the smallest and the largest allowed one.
        open_ends: the two themselves are not allowed.

    Raises:
        BadOption: it is no number, not finite, or out of range.
    """
    inside = isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    if not inside or not (least < value < most if open_ends else least <= value <= most):
        low = f"{'above' if open_ends else 'at least'} {least:g}"
        high = "" if most == math.inf else f" and {'below' if open_ends else 'at most'} {most:g}"
        raise BadOption(f"{name}={value!r} is not allowed; it must be a finite number, {low}{high}")
    return float(value)


def check_flag(name: str, value: Any) -> bool:
    """True or False.

    Raises:
        BadOption: it is neither.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise BadOption(f"{name}={value!r} is not allowed; allowed: True, False")
    return bool(value)


def check_text(name: str, value: Any) -> str:
    """A text that is not empty.

    Raises:
        BadOption: it is none.
    """
    if not isinstance(value, str) or not value:
        raise BadOption(f"{name}={value!r} is not allowed; it must be a text that is not empty")
    return value


def check_rng(rng: Any) -> np.random.Generator:
    """NumPy's generator.

    Raises:
        BadOption: it is something else, such as a seed or an old ``RandomState``.
    """
    if not isinstance(rng, np.random.Generator):
        raise BadOption(f"rng={rng!r} is not allowed; it must be a generator, as numpy.random.default_rng(seed) makes")
    return rng
