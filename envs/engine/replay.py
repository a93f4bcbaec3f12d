"""Replays: a game is its id, version, options, player count, seed and actions; all else follows.

The file is JSON with one line per decision, readable by people: seat, action id and the action's text.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .errors import BadReplay, MeepleError
from .game import Game, Resolved, check_seed
from .records import new_states
from .registry import find_game

__all__ = ["Replay"]

FORMAT = 1
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


@dataclass(frozen=True)
class Replay:
    """One game, finished or not.

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

    @classmethod
    def record(
        cls, game: Game, setting: Resolved, seed: int, actions: Sequence[int], agents: dict[str, str] | None = None
    ) -> Self:
        """Plays the actions from the start and notes what happens.

        Raises:
            BadReplay: an action is not legal where it stands.
        """
        states, seats = _play(game, setting, seed, actions)
        scores = np.zeros(game.max_players, np.int64)
        game.kernels.scores_at(states, 0, scores)
        return cls(
            game=game.id,
            version=game.version,
            num_players=setting.num_players,
            options=setting.as_dict(),
            seed=seed,
            actions=tuple(actions),
            seats=tuple(seats),
            over=bool(states["over"][0]),
            scores=tuple(scores[: setting.num_players].tolist()),
            state=_hash(game, states),
            agents=dict(agents or {}),
        )

    def verify(self) -> NDArray[np.record]:
        """Plays the game again and compares everything that the replay says; gives the last position, ``(1,)``.

        Raises:
            BadReplay: with the first thing that does not fit.
        """
        try:
            game = find_game(self.game)
            setting = game.configure(self.num_players, self.options)
        except MeepleError as error:
            raise BadReplay(f"the replay cannot be played here: {error}") from error
        if self.version != game.version:
            raise BadReplay(f"the replay is of {self.game} version {self.version}, this is version {game.version}")
        again = Replay.record(game, setting, self.seed, self.actions, self.agents)
        for name in ("options", "seats", "over", "scores", "state"):
            mine, its = getattr(self, name), getattr(again, name)
            if mine != its:
                raise BadReplay(f"the replay says {name} {mine!r}, playing it gives {its!r}")
        return _play(game, setting, self.seed, self.actions)[0]

    def seen_by(self, seat: int | str) -> dict[str, Any]:
        """The game as one seat (or agent, ``"player_0"``) saw it: what may be shown to a player without the rest.

        Neither the seed nor the last position is in it. A decision is ``[seat, action, text]``; of a decision that
        was made in secret by another seat only the kind is told, and the action is None. ``views`` are the texts of
        all positions, the last one included.

        Raises:
            BadReplay: the seat does not take part, or an action is illegal.
        """
        game = find_game(self.game)
        names = [f"player_{p}" for p in range(self.num_players)]
        if seat in names:
            seat = names.index(str(seat))
        if not isinstance(seat, int) or not 0 <= seat < self.num_players:
            raise BadReplay(f"seat {seat!r} does not take part; allowed: 0 to {self.num_players - 1}")
        decisions: list[list[Any]] = []
        views: list[str] = []

        def look(states: NDArray[np.record], action: int | None) -> None:
            views.append(game.show(states, 0, seat))
            if action is None:
                return
            acting = int(states["seat"][0])
            if acting != seat and game.kernels.secret_at(states, 0, action):
                decisions.append([acting, None, f"{game.actions.range_of(action).name} ?"])
            else:
                decisions.append([acting, action, game.actions.describe(action)])

        _play(game, game.configure(self.num_players, self.options), self.seed, self.actions, look)
        return {
            "game": self.game,
            "version": self.version,
            "num_players": self.num_players,
            "options": self.options,
            "seat": seat,
            "decisions": decisions,
            "views": views,
        }

    def write(self, path: str | Path) -> None:
        """Writes the replay as JSON, one line per decision."""
        actions = find_game(self.game).actions
        head = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "num_players": self.num_players,
            "options": self.options,
            "seed": self.seed,
            "agents": self.agents,
            "over": self.over,
            "scores": list(self.scores),
            "state": self.state,
        }
        rows = [
            json.dumps([seat, action, actions.describe(action)])
            for seat, action in zip(self.seats, self.actions, strict=True)
        ]
        body = ",\n".join(rows)
        Path(path).write_text(f'{json.dumps(head)[:-1]}, "decisions": [\n{body}\n]}}\n', encoding="utf-8")

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Reads a file of ``write``.

        Raises:
            BadReplay: it is not such a file. Whether the game is as it says, ``verify`` tells.
        """
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise BadReplay(f"{path} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise BadReplay(f"{path} is not a replay: {error}") from error
        if not isinstance(data, dict) or set(data) != set(_KEYS):
            raise BadReplay(f"{path} is not a replay: it needs exactly the entries {', '.join(_KEYS)}")
        if data["format"] != FORMAT:
            raise BadReplay(f"{path} has format {data['format']!r}; this version reads format {FORMAT}")
        try:
            return cls._from_data(data)
        except (TypeError, ValueError, KeyError, MeepleError) as error:
            raise BadReplay(f"{path} is not a replay: {error}") from error

    @classmethod
    def _from_data(cls, data: dict[str, Any]) -> Self:
        layout = find_game(data["game"]).actions
        seats, actions = [], []
        if not isinstance(data["decisions"], list):
            raise BadReplay("decisions must be a list")
        for line, row in enumerate(data["decisions"], start=1):
            seat, action, text = row if isinstance(row, list) and len(row) == 3 else (None, None, None)
            if type(seat) is not int or type(action) is not int or layout.describe(action) != text:
                raise BadReplay(f"decision {line}: {row} is no seat with an action and its text")
            seats.append(seat)
            actions.append(action)
        check_seed(data["seed"])
        if not isinstance(data["options"], dict) or not isinstance(data["agents"], dict):
            raise BadReplay("options and agents must be dictionaries")
        return cls(
            game=data["game"],
            version=data["version"],
            num_players=data["num_players"],
            options=data["options"],
            seed=data["seed"],
            actions=tuple(actions),
            seats=tuple(seats),
            over=data["over"],
            scores=tuple(data["scores"]),
            state=data["state"],
            agents=data["agents"],
        )


def _play(
    game: Game,
    setting: Resolved,
    seed: int,
    actions: Sequence[int],
    look: Callable[[NDArray[np.record], int | None], None] | None = None,
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
        if not 0 <= action < mask.size or not mask[action]:
            why = game.why_illegal(states, 0, action) if 0 <= action < mask.size else "it is out of range"
            raise BadReplay(f"decision {line}: action {action} is illegal: {why}")
        if look is not None:
            look(states, action)
        seats.append(int(states["seat"][0]))
        game.kernels.apply_at(states, 0, int(action))
    if look is not None:
        look(states, None)
    return states, seats


def _hash(game: Game, states: NDArray[np.record]) -> str:
    return hashlib.sha256(game.dtype_hash.encode() + states.tobytes()).hexdigest()[:32]
