"""How the tests play: every variant of every game, random actions mixed with those of the scripted bot."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import meeplezoo
from meeplezoo.envs.engine.errors import BadOption
from meeplezoo.envs.engine.game import Game


def games() -> list[Game]:
    """Every registered game of the house."""
    return [meeplezoo.game(name) for name in meeplezoo.games() if name in meeplezoo.envs.ROOMS]


def variants(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """Each player count with the default options, and with each other value of each option on its own."""
    found: list[tuple[int, dict[str, Any]]] = []
    for count in game.player_counts:
        found.append((count, {}))
        plain = game.configure(count).as_dict()
        for f in dataclasses.fields(game.options):
            allowed = f.metadata["allowed"]
            values = (allowed[0], allowed[-1]) if isinstance(allowed, range) else allowed
            for value in values:
                options = {f.name: value}
                try:
                    explicit = game.configure(count, options).as_dict()
                except BadOption:
                    continue
                if explicit != plain:
                    found.append((count, options))
    return found


def every_variant(short: bool = False) -> list[Any]:
    """``(game, count, options)`` of all games, for ``pytest.mark.parametrize``.

    ``short``: the options only at the default player count, for tests that take seconds each.
    """
    import pytest

    rows = []
    for game in games():
        for count, options in variants(game):
            if short and options and count != game.default_players:
                continue
            name = "-".join([game.id, str(count), *(f"{k}={v}" for k, v in options.items())])
            rows.append(pytest.param(game, count, options, id=name))
    return rows


def has_bot(game: Game) -> bool:
    return "choose" in game.rules


def mask_of(game: Game, states: NDArray[np.record], i: int = 0) -> NDArray[np.int8]:
    mask = np.full(game.actions.size, -1, np.int8)
    game.kernels.legal_at(states, i, mask)
    return mask


def view_of(game: Game, states: NDArray[np.record], seat: int, i: int = 0) -> NDArray[np.float32]:
    out = np.full(game.observation.size, np.nan, np.float32)
    game.kernels.observe_at(states, i, seat, out)
    return out


def play(
    game: Game, states: NDArray[np.record], seed: int, bot_share: float = 0.5, i: int = 0
) -> Iterator[tuple[NDArray[np.int8], int]]:
    """Plays game ``i`` to its end; yields ``(mask, action)`` before each action is applied.

    ``bot_share`` of the decisions are the scripted bot's, the others uniformly random.
    """
    draw = np.random.default_rng(seed)
    rng = np.zeros(4, np.int32)
    game.kernels.seed_random(rng, seed)
    chosen = np.zeros(1, np.int64)
    while not states["over"][i]:
        mask = mask_of(game, states, i)
        if has_bot(game) and draw.random() < bot_share:
            view = view_of(game, states, int(states["seat"][i]), i)
            game.kernels.bot_act(view[None], mask[None], rng, chosen)
            action = int(chosen[0])
        else:
            action = int(draw.choice(np.flatnonzero(mask)))
        yield mask, action
        game.kernels.apply_at(states, i, action)
