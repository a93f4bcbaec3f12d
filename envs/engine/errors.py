"""The exception family of meeplezoo.

Every class is also of the builtin kind that callers already catch, and every message says what was
wrong, what was allowed, and what to do. An operation that raises one of them has changed nothing.
"""

from __future__ import annotations

from typing import Any

import gymnasium

__all__ = [
    "BadOption",
    "BadReplay",
    "BadState",
    "BotError",
    "IllegalAction",
    "MeepleError",
    "NotGymnasium",
    "NotReset",
    "UnknownAgent",
    "UnknownGame",
    "shown",
]


class MeepleError(Exception):
    """Base of everything that meeplezoo raises on purpose."""


class IllegalAction(MeepleError, ValueError):
    """The action is of the wrong type, out of range, or not legal in this position."""


class BadOption(MeepleError, TypeError, ValueError):
    """An option, a player count or another constructor argument is unknown or has a value that is not allowed."""


class BadState(MeepleError, ValueError):
    """Bytes or arrays that are not a state of this game."""


class BadReplay(MeepleError, ValueError):
    """A replay that cannot be read, or that does not lead where it says."""


class BotError(MeepleError, RuntimeError):
    """A bot raised while it was asked for actions; the message says which one and where, ``__cause__`` what it was."""


class NotReset(MeepleError, RuntimeError, AttributeError):
    """The environment was used before ``reset`` (also an AttributeError, so that ``hasattr`` works)."""


class NotGymnasium(MeepleError, gymnasium.error.Error):
    """A game for several agents was asked of Gymnasium, whose environments have one."""


class UnknownAgent(MeepleError, KeyError):
    """No agent of this name plays in this environment."""

    def __str__(self) -> str:  # KeyError would show the repr of the message
        return str(self.args[0]) if self.args else ""


class UnknownGame(MeepleError, KeyError):
    """No game of this id exists."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


def shown(value: Any, most: int = 100) -> str:
    """A value as messages show it: its ``repr``, cut where it is long. Never fails, whatever the value is.

    Python refuses to write whole numbers of thousands of digits, and a class may have a ``repr`` that raises.
    """
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a whole number of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:
        return f"an object of {type(value).__name__}"
    return text if len(text) <= most else f"{text[:most]}... ({len(text)} characters)"
