"""Replays: a game is its id, version, options, player count, seed and actions; all else follows.

The file is JSON with one line per decision, readable by people: seat, action id and the action's text.
A ``Replay`` is checked where it is made and again wherever it is used, before any rule runs.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import secrets
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, Self, TextIO

import numpy as np
from numpy.typing import NDArray

from .errors import BadOption, BadReplay, MeepleError, shown
from .game import Game, Resolved, check_seed, check_whole
from .records import new_states
from .registry import find_game

__all__ = ["Replay"]

FORMAT = 1
MAX_BYTES = 1 << 24  #: of a file; the longest game of the house takes a tenth
MAX_DIGITS = 20  #: of a number in a file; seeds have 19
MAX_SCORE = 1 << 63
_KEYS = (
    "format",
    "game",
    "version",
    "num_players",
    "options",
    "seed",
    "agents",
    "over",
    "scores",
    "state",
    "decisions",
)
Look = Callable[[NDArray[np.record], "int | None"], None]


@dataclass(frozen=True)
class Replay:
    """One game, finished or not.

    What is no replay of a game that can be played here is refused: unknown games and options, other versions, seats
    that do not take part, more decisions than the game can have, anything of another type. Whole numbers may be of
    any kind (also NumPy's) and become int, sequences become tuples. Whether the game went as it says, ``verify`` tells.

    Attributes:
        game: the game's id; ``version``: of its rules and encodings.
        num_players: the player count; ``options``: all options, explicit.
        seed: of the game, as ``reset(seed=...)`` takes it.
        actions: the action ids in order.
        seats: who played each of them.
        over: whether the game ended.
        scores: the full scoring of the last position, by seat.
        state: hash of the last position.
        agents: who played, by agent name; free text.

    Raises:
        BadReplay: with the first entry that is none, and what is allowed.
    """

    game: str
    version: int
    num_players: int
    options: dict[str, Any]
    seed: int
    actions: tuple[int, ...]
    seats: tuple[int, ...]
    over: bool
    scores: tuple[int, ...]
    state: str
    agents: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._checked()

    def _checked(self) -> tuple[Game, Resolved]:
        """The game and its setting, once every entry is of its type and range: the one place that looks at them."""
        with _reasons("the replay cannot be played here"):
            game = find_game(self.game)
            _is(isinstance(self.game, str), "game", self.game, "a game's id")
            version = check_whole("version", self.version)
            if version != game.version:
                raise BadReplay(f"the replay is of {game.id} version {shown(version)}, this is version {game.version}")
            setting = game.configure(check_whole("num_players", self.num_players), _options(self.options))
            seed = check_seed(self.seed)
        count = setting.num_players
        explicit = setting.as_dict()
        _is(self.options == explicit, "options", self.options, f"all of them, explicit: {explicit}")
        actions = _numbers("actions", self.actions, game.actions.size, range(game.max_decisions + 1))
        seats = _numbers("seats", self.seats, count, range(len(actions), len(actions) + 1))
        scores = _numbers("scores", self.scores, MAX_SCORE, range(count, count + 1), -MAX_SCORE)
        _is(isinstance(self.over, (bool, np.bool_)), "over", self.over, "True or False")
        _is(_is_hash(self.state), "state", self.state, "32 hexadecimal digits")
        _check_agents(self.agents, count)
        entries = {"version": version, "num_players": count, "options": explicit, "seed": seed}
        entries |= {"actions": actions, "seats": seats, "over": bool(self.over), "scores": scores}
        for name, value in {**entries, "game": game.id, "agents": dict(self.agents)}.items():
            object.__setattr__(self, name, value)  # frozen for everybody else
        return game, setting

    @classmethod
    def record(
        cls, game: Game, setting: Resolved, seed: int, actions: Sequence[int], agents: dict[str, str] | None = None
    ) -> Self:
        """Plays the actions from the start and notes what happens.

        Raises:
            BadReplay: an action is not legal where it stands.
            BadOption: the seed is out of range.
        """
        chosen = _numbers("actions", actions, game.actions.size, range(game.max_decisions + 1))
        number = check_seed(seed)
        states, seats = _play(game, setting, number, chosen)
        return cls(
            game=game.id,
            version=game.version,
            num_players=setting.num_players,
            options=setting.as_dict(),
            seed=number,
            actions=chosen,
            seats=tuple(seats),
            agents=dict(agents or {}),
            **_outcome(game, setting, states),
        )

    def verify(self) -> NDArray[np.record]:
        """Plays the game again and compares everything that the replay says; gives the last position, ``(1,)``.

        Raises:
            BadReplay: with the first thing that does not fit.
        """
        game, setting = self._checked()
        states, seats = _play(game, setting, self.seed, self.actions)
        for name, its in {"seats": tuple(seats), **_outcome(game, setting, states)}.items():
            mine = getattr(self, name)
            if mine != its:
                raise BadReplay(f"the replay says {name} {shown(mine)}, playing it gives {shown(its)}")
        return states

    def seen_by(self, seat: int | str) -> dict[str, Any]:
        """The game as one seat (or agent, ``"player_0"``) saw it: what may be shown to a player without the rest.

        Neither the seed nor the last position is in it. A decision is ``[seat, action, text]``; of a decision that
        was made in secret by another seat only the kind is told, and the action is None. ``views`` are the texts of
        all positions, the last one included.

        Raises:
            BadReplay: the seat does not take part, or an action is illegal.
        """
        game, setting = self._checked()
        viewer = _viewer(seat, self.num_players)
        decisions: list[list[Any]] = []
        views: list[str] = []

        def look(states: NDArray[np.record], action: int | None) -> None:
            views.append(game.show(states, 0, viewer))
            if action is None:
                return
            acting = int(states["seat"][0])
            if acting != viewer and game.kernels.secret_at(states, 0, action):
                decisions.append([acting, None, f"{game.actions.range_of(action).name} ?"])
            else:
                decisions.append([acting, action, game.actions.describe(action)])

        _play(game, setting, self.seed, self.actions, look)
        return {
            "game": self.game,
            "version": self.version,
            "num_players": self.num_players,
            "options": self.options,
            "seat": viewer,
            "decisions": decisions,
            "views": views,
        }

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the replay as JSON, one line per decision. A file that was there is replaced once all is written.

        Raises:
            BadReplay: it is too long for ``read``.
            BadOption: ``path`` is no path.
            OSError: nothing can be written there; what was there before is still there.
        """
        game, _ = self._checked()
        target = _path(path)
        head = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "num_players": self.num_players,
            "options": self.options,
            "seed": self.seed,
            "agents": self.agents,
            "over": self.over,
            "scores": self.scores,
            "state": self.state,
        }
        played = zip(self.seats, self.actions, strict=True)
        rows = ",\n".join(json.dumps([seat, action, game.actions.describe(action)]) for seat, action in played)
        entries = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
        text = "{" + ", ".join([*entries, f'"decisions": [\n{rows}\n]']) + "}\n"
        if len(text) > MAX_BYTES:
            raise BadReplay(f"the replay has {len(text)} bytes; files of at most {MAX_BYTES} bytes can be read again")
        with _replacing(target) as file:
            file.write(text)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Reads a file of ``write``.

        Raises:
            BadReplay: it is not such a file, or cannot be read. Whether the game is as it says, ``verify`` tells.
            BadOption: ``path`` is no path.
        """
        file = _path(path)
        with _reasons(f"{file} is not a replay"):
            data = _parsed(_bytes_of(file))
            if not isinstance(data, dict) or set(data) != set(_KEYS):
                raise BadReplay(f"it needs exactly the entries {', '.join(_KEYS)}")
            if type(data["format"]) is not int or data["format"] != FORMAT:
                raise BadReplay(f"it has format {shown(data['format'])}; this version reads format {FORMAT}")
            seats, actions, texts = _columns(data.pop("decisions"))
            del data["format"]
            replay = cls(**data, seats=tuple(seats), actions=tuple(actions))
            layout = find_game(replay.game).actions
            for line, (action, text) in enumerate(zip(actions, texts, strict=True), start=1):
                if layout.describe(action) != text:
                    raise BadReplay(f"decision {line}: action {action} reads {layout.describe(action)!r}")
            return replay


# ---------------------------------------------------------------- playing


def _play(
    game: Game, setting: Resolved, seed: int, actions: Sequence[int], look: Look | None = None
) -> tuple[NDArray[np.record], list[int]]:
    """The position after the actions, ``(1,)``, and the seat that played each.

    ``look`` is shown every position with the action that comes next, and the last one with None.
    """
    states = new_states(game.dtype, 1)
    mask = np.zeros(game.actions.size, np.int8)
    game.kernels.setup_at(states, 0, setting.num_players, setting.numbers, seed)
    seats = []
    for line, action in enumerate(actions, start=1):
        game.kernels.legal_at(states, 0, mask)
        if not mask[action]:
            raise BadReplay(f"decision {line}: action {action} is illegal: {game.why_illegal(states, 0, action)}")
        if look is not None:
            look(states, action)
        seats.append(int(states["seat"][0]))
        game.kernels.apply_at(states, 0, action)
    if look is not None:
        look(states, None)
    return states, seats


def _outcome(game: Game, setting: Resolved, states: NDArray[np.record]) -> dict[str, Any]:
    """What a replay says about its last position."""
    scores = np.zeros(game.max_players, np.int64)
    game.kernels.scores_at(states, 0, scores)
    return {
        "over": bool(states["over"][0]),
        "scores": tuple(scores[: setting.num_players].tolist()),
        "state": hashlib.sha256(game.dtype_hash.encode() + states.tobytes()).hexdigest()[:32],
    }


# ---------------------------------------------------------------- checks


@contextlib.contextmanager
def _reasons(what: str) -> Iterator[None]:
    """Tells what goes wrong inside as one ``BadReplay`` that begins with ``what``."""
    try:
        yield
    except RecursionError:
        raise BadReplay(f"{what}: it is nested too deeply") from None
    except (MeepleError, ValueError) as error:
        text = str(error)
        raise BadReplay(f"{what}: {text if len(text) < 1000 else text[:1000] + '...'}") from error


def _is(fits: bool, name: str, value: Any, allowed: str) -> None:
    if not fits:
        raise BadReplay(f"{name} of a replay is {shown(value)}; allowed: {allowed}")


def _options(options: Any) -> Mapping[str, Any]:
    named = isinstance(options, dict) and all(isinstance(name, str) for name in options)
    _is(named, "options", options, "a dictionary by the options' names")
    return options


def _numbers(name: str, values: Any, limit: int, lengths: range, least: int = 0) -> tuple[int, ...]:
    """The values as ints from ``least`` to ``limit`` - 1, as many as ``lengths`` has."""
    if isinstance(values, np.ndarray) and values.ndim == 1:
        values = values.tolist()
    _is(isinstance(values, (list, tuple)), name, values, "a list of whole numbers")
    if len(values) not in lengths:
        allowed = f"{lengths[0]}" if len(lengths) == 1 else f"at most {lengths[-1]}"
        raise BadReplay(f"a replay has {len(values)} {name}; allowed: {allowed}")
    found = []
    for k, value in enumerate(values):
        with contextlib.suppress(BadOption):
            number = value if type(value) is int else check_whole(name, value)
            if least <= number < limit:
                found.append(number)
                continue
        _is(False, f"{name}[{k}]", value, f"whole numbers from {least} to {limit - 1}")
    return tuple(found)


def _is_hash(text: Any) -> bool:
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{32}", text) is not None


def _check_agents(agents: Any, count: int) -> None:
    names = [f"player_{seat}" for seat in range(count)]
    fits = isinstance(agents, dict) and all(name in names and isinstance(text, str) for name, text in agents.items())
    _is(fits, "agents", agents, f"a dictionary of texts for any of {', '.join(names)}")


def _viewer(seat: Any, count: int) -> int:
    """The seat of a number or of an agent's name."""
    names = [f"player_{number}" for number in range(count)]
    if isinstance(seat, str) and seat in names:
        return names.index(seat)
    with contextlib.suppress(BadOption):
        number = check_whole("seat", seat)
        if 0 <= number < count:
            return number
    raise BadReplay(f"seat {shown(seat)} does not take part; allowed: 0 to {count - 1}, or player_0 to {names[-1]}")


# ---------------------------------------------------------------- files


def _path(path: Any) -> Path:
    try:
        file = os.fsdecode(path)
        os.fsencode(file)
        if "\0" not in file:
            return Path(file)
    except (TypeError, ValueError):
        pass
    raise BadOption(f"path={shown(path)} is no path of a file")


def _bytes_of(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for ever
            raise BadReplay(f"{path} cannot be read: it is no file, but a folder, pipe or device")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadReplay(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise BadReplay(f"{path} is not a replay: it has more than {MAX_BYTES} bytes")
    return data


def _parsed(data: bytes) -> Any:
    """JSON, strictly: a name stands once, numbers are finite and of a sensible length."""
    return json.loads(
        data.decode("utf-8"), object_pairs_hook=_once, parse_int=_short, parse_float=_finite, parse_constant=_refuse
    )


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadReplay(f"the entry {shown(name)} stands twice")
        found[name] = value
    return found


def _short(digits: str) -> int:
    return int(digits) if len(digits) <= MAX_DIGITS else _refuse(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    return number if np.isfinite(number) else _refuse(digits)


def _refuse(digits: str) -> NoReturn:
    raise BadReplay(f"{shown(digits, 40)} is too large a number, or none")


def _columns(rows: Any) -> tuple[list[int], list[int], list[str]]:
    """Seats, actions and texts of the decisions."""
    if not isinstance(rows, list):
        raise BadReplay("decisions must be a list")
    for line, row in enumerate(rows, start=1):
        if not isinstance(row, list) or [type(cell) for cell in row] != [int, int, str]:
            raise BadReplay(f"decision {line}: {shown(row)} is no seat with an action and its text")
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[TextIO]:
    """A text file that takes the place of ``path`` once it is complete; pipes and devices are written into."""
    target = Path(os.path.realpath(path))  # a link stays a link
    there = target.exists()
    if there and not target.is_file():
        with target.open("w", encoding="utf-8") as file:
            yield file
        return
    if there and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            yield file
        if there:
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        with contextlib.suppress(OSError):
            part.unlink()  # gone already, unless something failed
