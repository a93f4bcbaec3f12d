"""Reading a room's ``board.toml`` into arrays. Plain Python: the rules see only the constants that come of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["by_count", "column", "read_board"]


def read_board(package: str) -> dict[str, Any]:
    """The ``board.toml`` of a room, whose ``__package__`` this is; also from within a zip archive."""
    return tomllib.loads(resources.files(package).joinpath("board.toml").read_text(encoding="utf-8"))


def column(rows: Iterable[Mapping[str, Any]], key: str, default: Any = None) -> NDArray[np.int32]:
    """``(len(rows), ...)``: each row's entry under ``key``, or ``default``, where one is given, if the row has none.

    Raises:
        KeyError: a row has no such entry, and there is no default.
    """
    return np.array([row[key] if default is None else row.get(key, default) for row in rows], np.int32)


def by_count(row: Mapping[str, Any], most: int, default: int = 0) -> NDArray[np.int32]:
    """``(most + 1,)``: numbers by player count, ``{ "2" = .., "3" = .. }``, as an array indexed by the count."""
    return np.array([row.get(str(count), default) for count in range(most + 1)], np.int32)
