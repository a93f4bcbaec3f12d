"""The contract between the engine and a game, as promises.

A room builds one ``Game`` from its record dtype, its two layouts and its rules; the engine makes environments,
batches, replays and documents of it and knows nothing else. ``s`` is a record, ``states`` an array of records.

1. ``setup_at(states, i, num_players, options, seed)`` fills record i completely; equal arguments, equal bytes.
2. While the game is not over, exactly one seat decides and has at least one legal action. ``legal_at`` writes
   the whole int8 mask and changes nothing.
3. ``apply_at(states, i, action)`` plays a legal action and everything that follows from it without a choice
   (moves that the room's RULES.md calls forced, chance, scoring), and stops at the next decision or at the end. Other
   decisions are asked even where one action is legal, as a seat shall see what it is asked;
   ``skip_forced`` of the environment and the batch plays these in the kernel (``settle``).
4. ``observe_at(states, i, seat, out)`` works for every seat at any time, also off turn and after the end; it
   depends only on what that seat may know.
5. ``points_at`` (running score), ``scores_at`` (full scoring, as if the game ended now) and ``ranks_at``
   (0-based: seats strictly better, by the game's own tie-breaks) change nothing.
6. ``redeal_at(states, i, seat, seed)`` draws anew all that the seat cannot know, uniformly over what is
   consistent with its observation; that observation stays the same, and the acting seat's mask stays valid.
7. Nothing depends on batch size, index, threads, process, global random state or the wall clock.
8. A rule's own cap (rounds) truncates: final rewards are paid as it stands. Reaching ``max_decisions`` is an
   error of the engine.
9. ``check`` says whether an array of records holds positions of the game: each number within the bounds that the room
   declares beside its field, seat and phase that exist, pieces and cards conserved (``fault_at``), a legal action
   unless over. Whatever comes from outside the process passes it before a rule reads it.

Seat = agent = player index, everywhere.
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import json
import operator
import threading
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .checking import check_record, check_states
from .errors import BadOption, shown
from .kernels import OPTIONAL, REQUIRED, bind_kernels
from .layouts import ActionLayout, FaultCode, ObservationLayout, ReasonCode
from .records import RecordLayout, new_states

__all__ = [
    "MAX_SEED",
    "Credits",
    "Game",
    "Resolved",
    "check_choice",
    "check_flag",
    "check_seed",
    "check_whole",
    "option",
    "option_rows",
    "rules_from",
]

MAX_SEED = 1 << 63
_BINDING = threading.Lock()


class Picture(Protocol):
    """What ``Game.text`` is: the position as readable text, as one seat sees it (None: everything)."""

    def __call__(self, s: np.record, seat: int | None) -> str: ...


@dataclass(frozen=True)
class Credits:
    """Who made the board game, and where its rules were taken from."""

    designer: str
    year: int
    publisher: str
    sources: str


def option(default: Any, allowed: Sequence[Any] | range, doc: str, none: str = "by player count") -> Any:
    """A field of a game's ``Options``.

    Args:
        default: the value when nothing is said. None stands for a value that depends on the player count or on other
            options and is made explicit by the room's ``resolve``.
        allowed: the values that may be given. Booleans: ``(False, True)``. A ``range`` allows whole numbers.
        doc: one line for the reference page.
        none: what None stands for, as the reference page says it.
    """
    return field(default=default, metadata={"allowed": allowed, "doc": doc, "none": none})


#: Arguments of ``make``, ``batch`` and the wrappers that stand beside a game's options: what a misspelt name may mean.
ARGUMENTS = (
    "illegal",
    "num_games",
    "num_players",
    "num_threads",
    "opponents",
    "render_mode",
    "reward",
    "seed",
    "skip_forced",
)


@dataclass(frozen=True)
class Resolved:
    """Player count and options of one game, explicit and checked.

    Attributes:
        num_players: seats 0..num_players-1 take part.
        options: an instance of the game's ``Options`` without any None.
        encoded: one number per option.
    """

    num_players: int
    options: Any
    encoded: tuple[int, ...] = field(compare=False)  # follows from the options

    @property
    def numbers(self) -> NDArray[np.int64]:
        """One number per option, as ``setup`` takes them, int64: a fresh array."""
        return np.array(self.encoded, np.int64)

    def as_dict(self) -> dict[str, Any]:
        """The options by name, explicit."""
        return dataclasses.asdict(self.options)


def _no_resolve(num_players: int, options: Any) -> Any:
    return options


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its data, its layouts, its rules.

    Attributes:
        id: the name in ``make`` and ``batch``; also the room's folder.
        title: as printed on the box.
        version: of the encodings and rules; ``meeplezoo/<id>-v<version>``.
        player_counts: the counts that the game can be played with, ascending.
        default_players: the count when nothing is said.
        options: a frozen dataclass, a field per variant, each made by ``option``.
        record: the record's fields with their bounds.
        phases: the game's ``Phase``.
        actions: the action layout (A ids).
        observation: the observation layout (D numbers).
        rules: the room's functions by name: those of ``kernels.REQUIRED`` and any of ``kernels.OPTIONAL``.
        reasons: the room's ``Reason``: the codes that ``reason`` gives, with their texts; 0 is legal.
        faults: the room's ``Fault``: the codes that ``check`` gives, with field and text; 0 is a position of the game.
        max_decisions: a proven bound on the decisions of one game.
        hidden_information: some seat knows what another does not, or nobody knows the order of something.
        chance_after_setup: the dice roll after setup, too.
        folder: the room's folder.
        credits: designer, year, publisher, source of the rules.
        text: the position as text, for render mode ``ansi``.
        resolve: makes options explicit (player count, options -> options); raises ``BadOption``.
        option_fields: the record's fields that follow from player count and options alone and never change.
        result_names: names of what ``results`` writes, shown in the final infos.
        score_target: solo games: the points that count as a full success.
    """

    id: str
    title: str
    version: int
    player_counts: tuple[int, ...]
    default_players: int
    options: type
    record: RecordLayout
    phases: type[IntEnum]
    actions: ActionLayout
    observation: ObservationLayout
    rules: Mapping[str, Callable[..., Any]]
    reasons: type[ReasonCode]
    max_decisions: int
    hidden_information: bool
    chance_after_setup: bool
    folder: Path
    credits: Credits
    text: Picture
    resolve: Callable[[int, Any], Any] = _no_resolve
    faults: type[FaultCode] = FaultCode
    option_fields: tuple[str, ...] = ()
    result_names: tuple[str, ...] = ()
    score_target: int = 1

    def __post_init__(self) -> None:
        missing = [name for name in REQUIRED if name not in self.rules]
        unknown = [name for name in self.rules if name not in (*REQUIRED, *OPTIONAL)]
        if missing or unknown:
            raise TypeError(f"rules of {self.id}: missing {missing}, unknown {unknown}")

    def __repr__(self) -> str:
        return f"<Game {self.id}-v{self.version}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from .registry import find_game  # a pickle holds the id, never compiled functions

        return find_game, (self.id,)

    @property
    def dtype(self) -> np.dtype[np.record]:
        """The dtype of the record."""
        return self.record.dtype

    @property
    def max_players(self) -> int:
        """The largest player count; per-seat arrays have this length."""
        return self.player_counts[-1]

    @cached_property
    def kernels(self) -> types.SimpleNamespace:
        """The engine's kernels bound to this game (``kernels.py``); each compiles at its first call."""
        with _BINDING:  # from Python 3.12 on, two threads may both be in a cached property
            return vars(self).get("kernels") or self._bound()

    def _bound(self) -> types.SimpleNamespace:
        layout = self.observation
        constants = {
            "RECORD_LOW": self.record.low,
            "RECORD_HIGH": self.record.high,
            "NUM_ACTIONS": self.actions.size,
            "MAX_PLAYERS": self.max_players,
            "PLAYER_COUNTS": np.array(self.player_counts, np.int64),
            "PHASES": np.array([int(phase) for phase in self.phases], np.int64),
            "MAX_DECISIONS": self.max_decisions,
            "SCORE_TARGET": self.score_target,
            "SCALE": (1.0 / layout.high.astype(np.float64)).astype(np.float32),
            "HIGH": layout.high,
            "LOW": layout.low,
            "BLANK": new_states(self.dtype, 1),
        }
        bound = bind_kernels(self.id, {**constants, **self.rules}, self.folder)
        vars(self)["kernels"] = bound  # before the lock is given back
        return bound

    @cached_property
    def dtype_hash(self) -> str:
        """Names, shapes and order of the record's fields, hashed: states of another layout are refused."""
        fields = [(name, list(shape)) for name, shape, _, _ in self.record.fields]
        return hashlib.sha256(json.dumps([self.id, self.version, fields]).encode()).hexdigest()[:16]

    # ------------------------------------------------------------ options

    def option_names(self) -> list[str]:
        """The names of the options, in the order of ``Resolved.numbers``."""
        return [f.name for f in dataclasses.fields(self.options)]

    def configure(self, num_players: int | None = None, options: Mapping[str, Any] | None = None) -> Resolved:
        """Checks player count and options and makes them explicit.

        Raises:
            BadOption: an unknown option (the message lists the known ones), a value that is not allowed, or a
                player count or combination that the game does not have.
        """
        count = self.default_players if num_players is None else check_whole("num_players", num_players)
        if count not in self.player_counts:
            raise BadOption(
                f"{self.id} cannot be played with num_players={shown(count)}; allowed: {_listed(self.player_counts)}"
            )
        given = dict(options or {})
        known = {f.name: f for f in dataclasses.fields(self.options)}
        for name in given:
            if name not in known:
                raise BadOption(
                    f"{self.id} has no option {shown(name)}{_hint(name, known)}; "
                    f"known options: {_listed(known) or 'none'}"
                )
        values = {name: _allowed(self.id, f, given[name]) for name, f in known.items() if name in given}
        explicit = self.resolve(count, self.options(**values))
        return Resolved(count, explicit, tuple(self.encode(explicit).tolist()))

    def encode(self, options: Any) -> NDArray[np.int64]:
        """The options as numbers: the number itself where all allowed values are whole numbers, else the index."""
        numbers = []
        for f in dataclasses.fields(options):
            value, allowed = getattr(options, f.name), f.metadata["allowed"]
            whole = all(type(choice) is int for choice in allowed)  # a range, too; True and False are none
            numbers.append(value if whole else list(allowed).index(value))
        return np.array(numbers, np.int64)

    # ------------------------------------------------------------ positions

    def new(self, num_players: int | None = None, seed: int = 0, **options: Any) -> NDArray[np.record]:
        """An array with one game, set up: where tests and planners start.

        Raises:
            BadOption: as ``configure``; or the seed is not in [0, 2^63).
        """
        return self.set_up(self.configure(num_players, options), check_seed(seed))

    def set_up(self, setting: Resolved, seed: int) -> NDArray[np.record]:
        """The same for arguments that are checked already."""
        states = new_states(self.dtype, 1)
        self.kernels.setup_at(states, 0, setting.num_players, setting.numbers, seed)
        return states

    def check(self, states: NDArray[np.record]) -> None:
        """Whether every record of an array is a position of this game; see ``checking.py``.

        Args:
            states: ``(N,)`` records of this game's dtype.

        Raises:
            BadState: one is not; the message names the record, the field, its value and what is allowed.
        """
        check_states(self, states)

    def show(self, states: NDArray[np.record], i: int, seat: int | None) -> str:
        """The position as text, as one seat sees it (None: everything), with the result once the game is over.

        Raises:
            BadState: there is no such record, or it has numbers that no position has.
            BadOption: the seat does not take part.
        """
        states, i = check_record(self, states, i)
        if seat is not None and check_whole("seat", seat, 0) >= states["num_players"][i]:
            raise BadOption(f"seat={seat} does not take part; allowed: None, or 0 to {states['num_players'][i] - 1}")
        shown = self.text(states[i], seat)
        if not states["over"][i]:
            return shown
        scores, ranks = np.zeros(self.max_players, np.int64), np.zeros(self.max_players, np.int64)
        self.kernels.scores_at(states, i, scores)
        self.kernels.ranks_at(states, i, ranks)
        seats = range(int(states["num_players"][i]))
        rows = [f"seat {p}: score {scores[p]}, place {ranks[p] + 1}" for p in seats]  # people count places from 1
        cut = " (cut off by a cap of the rules)" if states["truncated"][i] else ""
        return "\n".join([shown.rstrip("\n"), f"result{cut}", *rows]) + "\n"

    def why_illegal(self, states: NDArray[np.record], i: int, action: int) -> str | None:
        """Why the acting seat may not play ``action`` now, in words; None if it may.

        It speaks only of what the acting seat knows.

        Raises:
            BadState: there is no such record, or it has numbers that no position has.
            BadOption: there is no such action.
        """
        states, i = check_record(self, states, i)
        if check_whole("action", action, 0) >= self.actions.size:
            raise BadOption(f"action={action} is out of range; allowed: 0 to {self.actions.size - 1}")
        s = states[i]
        if s.over:
            return "the game is over"
        phase = self.phases(int(s.phase))
        allowed = self.actions.range_of(action).phases
        if allowed and phase not in allowed:
            names = _listed(self.phases(p).name for p in allowed)
            return f"it belongs to phase {names}, and this is phase {phase.name}"
        code = self.kernels.reason_at(states, i, int(action))
        return None if code == 0 else self.reasons(code).text


def option_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """Rows ``(name, default, allowed, doc)`` of a game's options, for the reference page."""
    rows = []
    for f in dataclasses.fields(game.options):
        allowed = f.metadata["allowed"]
        shown = f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else _listed(repr(a) for a in allowed)
        default = f.metadata["none"] if f.default is None else repr(f.default)
        rows.append((f.name, default, shown, f.metadata["doc"]))
    return rows


def rules_from(*modules: types.ModuleType) -> dict[str, Callable[..., Any]]:
    """The functions of the contract found in a room's modules, by name."""
    found: dict[str, Callable[..., Any]] = {}
    for module in modules:
        for name in (*REQUIRED, *OPTIONAL):
            if name in vars(module) and name not in found:
                found[name] = vars(module)[name]
    return found


def check_seed(seed: Any) -> int:
    """A seed as int.

    Raises:
        BadOption: it is not a whole number in [0, 2^63).
    """
    number = check_whole("seed", seed)
    if not 0 <= number < MAX_SEED:
        raise BadOption(f"seed={shown(number)} is out of range; allowed: whole numbers from 0 to 2**63 - 1")
    return number


def check_whole(name: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number as int.

    Raises:
        BadOption: it is none, or is below ``least`` or above ``most``.
    """
    if isinstance(value, (bool, np.bool_)):
        raise BadOption(f"{name}={shown(value)} is not a whole number")
    try:
        number = operator.index(value)
    except TypeError:
        raise BadOption(f"{name}={shown(value)} is not a whole number") from None
    if least is not None and number < least:
        raise BadOption(f"{name}={shown(number)} is not allowed; it must be at least {least}")
    if most is not None and number > most:
        raise BadOption(f"{name}={shown(number)} is not allowed; it must be at most {most}")
    return number


def check_flag(name: str, value: Any) -> bool:
    """True or False.

    Raises:
        BadOption: it is neither.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise BadOption(f"{name}={value!r} is not allowed; allowed: False, True")
    return bool(value)


def check_choice(name: str, value: Any, allowed: Sequence[str]) -> str:
    """One of the allowed words.

    Raises:
        BadOption: it is none of them.
    """
    if not isinstance(value, str) or value not in allowed:
        raise BadOption(f"{name}={shown(value)} is not allowed; allowed: {_listed(repr(a) for a in allowed)}")
    return value


def _allowed(game: str, f: dataclasses.Field[Any], value: Any) -> Any:
    allowed = f.metadata["allowed"]
    if value is None and f.default is None:
        return None
    if isinstance(allowed, range):
        number = check_whole(f.name, value)
        if number in allowed:
            return number
        raise BadOption(f"{game}: {f.name}={shown(value)} is not allowed; allowed: {allowed[0]} to {allowed[-1]}")
    if isinstance(value, np.bool_):
        value = bool(value)
    if isinstance(value, np.integer):
        value = int(value)
    for choice in allowed:
        if type(choice) is type(value) and choice == value:
            return choice
    raise BadOption(f"{game}: {f.name}={shown(value)} is not allowed; allowed: {_listed(repr(a) for a in allowed)}")


def _hint(name: str, known: Iterable[str]) -> str:
    """What an unknown name may mean; never the name itself, which is an argument elsewhere then."""
    if name in ARGUMENTS:
        return " (it is an argument of other functions, which this one does not take)"
    close = difflib.get_close_matches(name, [*known, *ARGUMENTS], 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _listed(values: Any) -> str:
    return ", ".join(str(v) for v in values)
