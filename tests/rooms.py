"""What the tests of all rooms share: a table to play by texts, players, the positions of a game, and what a seat sees.

A room adds verbs of its own to ``Table`` and mixtures of its own to ``Players``, and hands everything to its tests by
``helpers``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from meeplezoo.envs.engine.game import Game

from driving import SETTINGS, mask_of, name_of, view_of

States = NDArray[np.record]


class Table:
    """A game to play by the texts of its actions."""

    def __init__(self, game: Game, states: States) -> None:
        self.game, self.states, self.s = game, states, states[0]

    def mask(self) -> NDArray[np.int8]:
        return mask_of(self.game, self.states)

    def legal(self, verb: str = "") -> list[str]:
        """The texts of all legal actions that begin so."""
        texts = [self.game.actions.describe(action) for action in np.flatnonzero(self.mask())]
        return [text for text in texts if text.startswith(verb)]

    def why(self, text: str) -> str | None:
        return self.game.why_illegal(self.states, 0, self.game.actions.parse(text))

    def play(self, *texts: str) -> Table:
        for text in texts:
            assert self.mask()[self.game.actions.parse(text)], f"{text!r} is illegal: {self.why(text)}"
            self.game.kernels.apply_at(self.states, 0, self.game.actions.parse(text))
        return self

    def look(self, seat: int | None = None) -> dict[str, Any]:
        """The observation by fields of a seat, or of the one to act."""
        view = view_of(self.game, self.states, int(self.s.seat) if seat is None else seat)
        assert self.game.observation.space.contains(view), f"seat {seat}: outside the box"
        return self.game.observation.explain(view)

    def totals(self) -> list[int]:
        return self._by_seat(self.game.kernels.scores_at)

    def ranks(self) -> list[int]:
        return self._by_seat(self.game.kernels.ranks_at)

    def results(self, seat: int = 0) -> dict[str, int]:
        out = np.zeros(len(self.game.result_names), np.int64)
        self.game.kernels.results_at(self.states, 0, seat, out)
        return dict(zip(self.game.result_names, out.tolist(), strict=True))

    def advice(self) -> str:
        """The text of what the scripted bot would play."""
        return self.game.actions.describe(Players(self.game, 0).bot(self.states))

    def _by_seat(self, kernel: Callable[..., None]) -> list[int]:
        out = np.zeros(self.game.max_players, np.int64)
        kernel(self.states, 0, out)
        return out[: self.s.num_players].tolist()


class Players:
    """Chooses actions: at random, or as the scripted bot does."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.rng = np.array([1, 2, 3, seed + 1], np.int32)
        self.mask, self.action = np.zeros((1, game.actions.size), np.int8), np.zeros(1, np.int64)
        self.observation = np.zeros((1, game.observation.size), np.float32)

    def random(self, states: States) -> int:
        self.game.kernels.legal_at(states, 0, self.mask[0])
        return int(self.game.kernels.sample_legal(self.mask[0], self.rng))

    def bot(self, states: States) -> int:
        self.game.kernels.view_at(states, 0, int(states["seat"][0]), self.observation[0], self.mask[0])
        self.game.kernels.bot_act(self.observation, self.mask, self.rng, self.action)
        action = int(self.action[0])
        assert 0 <= action < self.mask.size and self.mask[0, action], f"the bot chose action {action}, which is illegal"
        return action


def positions(
    game: Game,
    players: Players,
    choose: Callable[[Any, States], int],
    count: int,
    options: dict[str, Any],
    seed: int,
) -> Iterator[tuple[States, int | None]]:
    """The game array with the action that led there: after setup (None) and after every decision of one game.

    Args:
        choose: the action for a position, ``choose(players, states)``; such as a method of the players' class.
    """
    states = game.new(count, seed=seed, **options)
    yield states, None
    while not states["over"][0]:
        action = choose(players, states)
        game.kernels.apply_at(states, 0, action)
        yield states, action


def seen_by(game: Game, states: States, seat: int, actions: Iterable[int]) -> list[Any]:
    """All that a seat is shown: observation, mask if it is to act, text; and why it may not play these actions."""
    out, mask = np.zeros(game.observation.size, np.float32), np.zeros(game.actions.size, np.int8)
    game.kernels.view_at(states, 0, seat, out, mask)
    shown = [out.tobytes(), mask.tobytes(), game.text(states[0], seat)]
    if seat == states["seat"][0] and not states["over"][0]:
        shown += [game.why_illegal(states, 0, action) for action in actions]
    return shown


def reasons_met(game: Game, states: States) -> set[int]:
    """The reasons of all actions; fails unless they are 0 exactly where the mask is 1, and asking changes nothing."""
    before, mask, met = states.tobytes(), mask_of(game, states), set()
    for entry in game.actions.ranges:
        first = game.actions.start(entry.name)
        if entry.phases and states["phase"][0] not in entry.phases:
            assert not mask[first : first + entry.size].any(), f"{entry.name}: only ranges of the phase are legal"
            continue
        for action in range(first, first + entry.size):
            code = game.kernels.reason_at(states, 0, action)
            assert (code == 0) == bool(mask[action]), f"{game.actions.describe(action)}: {code}"
            assert code in list(game.reasons)
            met.add(code)
    assert states.tobytes() == before, "asking changed the position"
    return met


def helpers(
    game: Game, build: Callable[..., States], players: type[Players] = Players, table: type[Table] = Table, **more: Any
) -> SimpleNamespace:
    """A room's helpers by name: what all rooms share, for its game, and ``more`` of its own.

    ``positions(kind, count, options, seed)`` has its actions chosen by the method ``kind`` of the room's players.
    """

    def positions_of(kind: str, count: int, options: dict[str, Any], seed: int) -> Iterator[tuple[States, int | None]]:
        return positions(game, players(game, seed), getattr(players, kind), count, options, seed)

    return SimpleNamespace(
        SETTINGS=SETTINGS[game.id],
        Players=partial(players, game),
        Table=partial(table, game),
        build=build,
        positions=positions_of,
        reasons_met=partial(reasons_met, game),
        table=lambda *args, **kwargs: table(game, build(*args, **kwargs)),
        **more,
    )


def setting_fixture(game: Game) -> Any:
    """The fixture ``setting``: each of the room's player counts and options, ``(num_players, options)``."""

    @pytest.fixture(params=SETTINGS[game.id], ids=lambda row: name_of(*row))
    def setting(request: pytest.FixtureRequest) -> tuple[int, dict[str, Any]]:
        return request.param

    return setting
