"""Actions, reasons and observations as data: spaces, documentation tables and texts all come from here."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .errors import BadState, IllegalAction

__all__ = ["ActionLayout", "ActionRange", "FaultCode", "Field", "ObservationLayout", "ReasonCode", "labels"]

ENCODINGS = ("flag", "one-hot", "count")


@dataclass(frozen=True)
class ActionRange:
    """A run of action ids with one meaning, for example ``palace`` on each of 51 cities.

    Attributes:
        name: the verb, one word; unique in the layout.
        labels: one text per id, without duplicates, in ascending order of the ids. A range of one id
            may leave it out.
        phases: the phases (members of the game's ``Phase``) in which the range can be legal.
        doc: one sentence for the reference page.
        axes: what the labels run over, for the documentation: ``city``, ``from x to``.
    """

    name: str
    labels: tuple[str, ...] = ("",)
    phases: tuple[int, ...] = ()
    doc: str = ""
    axes: str = ""

    @property
    def size(self) -> int:
        """How many ids the range has."""
        return len(self.labels)


class ActionLayout:
    """Ordered named ranges of action ids, from 0 without gaps.

    Raises:
        TypeError: a name or a label stands twice.
    """

    def __init__(self, ranges: Iterable[ActionRange]) -> None:
        self.ranges = tuple(ranges)
        self._start: dict[str, int] = {}
        self._texts: list[str] = []
        for entry in self.ranges:
            if entry.name in self._start:
                raise TypeError(f"two action ranges are named {entry.name!r}")
            self._start[entry.name] = len(self._texts)
            self._texts += [f"{entry.name} {label}".strip() for label in entry.labels]
        self._ids = {text: action for action, text in enumerate(self._texts)}
        if len(self._ids) != len(self._texts):
            raise TypeError("two actions have the same text")

    @property
    def size(self) -> int:
        """How many action ids there are."""
        return len(self._texts)

    @cached_property
    def space(self) -> spaces.Discrete:
        """The action space; its ``sample`` takes an int8 mask."""
        return spaces.Discrete(self.size)

    def start(self, name: str) -> int:
        """The first id of a range."""
        return self._start[name]

    def range_of(self, action: int) -> ActionRange:
        """The range that an id belongs to."""
        for entry in reversed(self.ranges):
            if action >= self._start[entry.name]:
                return entry
        raise IndexError(action)

    def describe(self, action: int) -> str:
        """The text of an action, for example ``"palace Ji"``.

        Raises:
            IllegalAction: the id is out of range.
        """
        if not 0 <= action < self.size:
            raise IllegalAction(f"action {action} is out of range; actions are 0 to {self.size - 1}")
        return self._texts[action]

    def parse(self, text: str) -> int:
        """The id of an action's text; the inverse of ``describe``.

        Raises:
            IllegalAction: no action has this text.
        """
        if not isinstance(text, str):
            raise IllegalAction(f"{text!r} is no text; an action reads like {self._texts[0]!r}")
        action = self._ids.get(" ".join(text.split()))
        if action is None:
            close = difflib.get_close_matches(text, self._texts, 1, 0.8)
            if close:
                raise IllegalAction(f"no action reads {text!r}; did you mean {close[0]!r}?")
            verb = (text.split() or [""])[0]
            near = [t for t in self._texts if t.split()[0] == verb] or [entry.name for entry in self.ranges]
            shown = ", ".join(repr(t) for t in near[:12]) + (", ..." if len(near) > 12 else "")
            raise IllegalAction(f"no action reads {text!r}; there are {shown}")
        return action

    def table(self, phase_names: dict[int, str]) -> list[tuple[str, int, str, str, str]]:
        """Rows ``(ids, size, name, phases, doc)`` for the reference page."""
        rows = []
        for entry in self.ranges:
            first = self._start[entry.name]
            ids = str(first) if entry.size == 1 else f"{first}-{first + entry.size - 1}"
            phases = ", ".join(phase_names[p] for p in entry.phases)
            name = f"{entry.name}: {entry.axes}[{entry.size}]" if entry.axes else entry.name
            rows.append((ids, entry.size, name, phases, entry.doc))
        return rows


class ReasonCode(IntEnum):
    """Why an action of the current phase is illegal: the base of every room's ``Reason``.

    A member is written ``NAME = code, "text"``. ``LEGAL = 0, ""`` comes first, for the actions that may be played. The
    compiled rules give the ``value``.

    Attributes:
        text: what the player is told.
    """

    text: str

    def __new__(cls, code: int, text: str = "") -> ReasonCode:
        """A member with its code and its text."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.text = text
        return member


class FaultCode(IntEnum):
    """Why a record is no position of the game: the base of every room's ``Fault``.

    A member is written ``NAME = code, "field", "text"``: the field of the record that is wrong, and what it must be.
    ``NONE = 0, "", ""`` comes first, for the positions of the game. The compiled rules give the ``value``.

    Attributes:
        field: the record's field that the message shows.
        text: what is allowed.
    """

    field: str
    text: str

    def __new__(cls, code: int, field: str = "", text: str = "") -> FaultCode:
        """A member with its code, its field and its text."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.field = field
        member.text = text
        return member


@dataclass(frozen=True)
class Field:
    """One field of an observation.

    ``observe`` writes whole numbers; the engine divides each by ``high`` and clips it to the box, so the
    vector that a learner sees lies in [0, 1], or in [-1, 1] where ``low`` is negative.

    Attributes:
        name: unique in the layout.
        shape: ``()`` for one number.
        high: largest number that is shown exactly; larger ones are clipped.
        low: smallest number, from ``-high`` to 0; smaller ones are clipped.
        encoding: ``"flag"``, ``"one-hot"`` (along the last axis, all zero for "none") or ``"count"``.
        doc: one sentence for the reference page.
        private: shown to the observing seat only.
    """

    name: str
    shape: tuple[int, ...] = ()
    high: int = 1
    low: int = 0
    encoding: str = "count"
    doc: str = ""
    private: bool = False

    def __post_init__(self) -> None:
        if self.encoding not in ENCODINGS:
            raise TypeError(f"encoding of {self.name!r} is {self.encoding!r}; allowed: {', '.join(ENCODINGS)}")
        if self.high < 1 or not -self.high <= self.low <= 0:
            raise TypeError(f"bounds of {self.name!r} are {self.low}..{self.high}; needed: -high <= low <= 0 < high")

    @property
    def size(self) -> int:
        """How many numbers the field has."""
        return math.prod(self.shape)


class ObservationLayout:
    """Ordered named fields of the observation vector.

    Attributes:
        fields: the fields in order.
        size: D, how many numbers an observation has.
        high: ``(D,)`` float32, what each whole number is divided by.
        low: ``(D,)`` float32, the lowest value of the box, -1 to 0.
    """

    def __init__(self, fields: Iterable[Field]) -> None:
        self.fields = tuple(fields)
        self._start: dict[str, int] = {}
        size = 0
        for field in self.fields:
            if field.name in self._start:
                raise TypeError(f"two observation fields are named {field.name!r}")
            self._start[field.name] = size
            size += field.size
        self.size = size
        self.high = np.concatenate([np.full(f.size, f.high, np.float32) for f in self.fields])
        self.low = np.concatenate([np.full(f.size, f.low / f.high, np.float32) for f in self.fields])

    @cached_property
    def space(self) -> spaces.Box:
        """The box of the observation vector, float32."""
        return spaces.Box(self.low, np.ones(self.size, np.float32), dtype=np.float32)

    def start(self, name: str) -> int:
        """Index of a field's first number."""
        return self._start[name]

    def index(self, name: str) -> slice:
        """The slice of the vector that a field occupies."""
        first = self._start[name]
        return slice(first, first + self._field(name).size)

    def _field(self, name: str) -> Field:
        return next(f for f in self.fields if f.name == name)

    def explain(self, vector: NDArray[np.float32]) -> dict[str, Any]:
        """The numbers behind an observation vector.

        Args:
            vector: ``(D,)``, as ``observe`` gave it.

        Returns:
            By field: an int for a field of shape ``()``, an int64 array of the field's shape otherwise.

        Raises:
            BadState: it is no vector of this size.
        """
        if isinstance(vector, dict) or np.shape(vector) != (self.size,):
            given = "a dictionary" if isinstance(vector, dict) else f"shape {np.shape(vector)}"
            raise BadState(f"an observation vector has shape ({self.size},), as in obs['observation']; given: {given}")
        numbers = np.rint(np.asarray(vector, np.float64) * self.high).astype(np.int64)
        out: dict[str, Any] = {}
        for field in self.fields:
            part = numbers[self.index(field.name)]
            out[field.name] = part.reshape(field.shape) if field.shape else int(part[0])
        return out

    def columns(self) -> list[str]:
        """D column names for data frames, such as ``city_owner[3,0]``."""
        names: list[str] = []
        for field in self.fields:
            if not field.shape:
                names.append(field.name)
                continue
            for place in product(*(range(n) for n in field.shape)):
                names.append(f"{field.name}[{','.join(map(str, place))}]")
        return names

    def table(self) -> list[tuple[str, str, str, str, str]]:
        """Rows ``(indices, name, shape, values, doc)`` for the reference page."""
        rows = []
        for field in self.fields:
            first = self._start[field.name]
            indices = str(first) if field.size == 1 else f"{first}-{first + field.size - 1}"
            shape = "x".join(map(str, field.shape)) or "1"
            values = field.encoding if field.encoding != "count" else f"{field.low}..{field.high}, / {field.high}"
            rows.append((indices, field.name, shape, values, field.doc + (" (private)" if field.private else "")))
        return rows


def labels(*axes: Sequence[str], joined_by: str = " ") -> tuple[str, ...]:
    """Labels of a range with several axes, row-major: the last axis runs fastest."""
    return tuple(joined_by.join(parts) for parts in product(*axes))
