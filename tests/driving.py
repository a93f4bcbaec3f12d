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

#: What the tests of the rooms play, ``(num_players, options)``: all player counts, and combinations of options.
SETTINGS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "china": [
        (3, {}),
        (3, {"forts": True, "finish_round": False}),
        (4, {}),
        (4, {"side": "five", "forts": True}),
        (4, {"finish_round": False}),
        (5, {}),
        (5, {"forts": True}),
        (5, {"forts": True, "finish_round": False}),
    ],
    "yunnan": [
        (2, {}),
        (2, {"overspend": True, "low_slot_rule": "literal"}),
        (3, {}),
        (3, {"strand_rule": "round_end", "gap_cost": "per_trader"}),
        (4, {}),
        (4, {"overspend": True, "gift_vp": 3}),
        (4, {"strand_rule": "round_end", "low_slot_rule": "literal"}),
        (5, {}),
        (5, {"low_slot_rule": "literal", "overspend": True, "strand_rule": "round_end"}),
        (5, {"max_rounds": 4, "gap_cost": "per_trader", "gift_vp": 3}),
    ],
    "dadaocheng": [
        (1, {}),
        (1, {"solo_hand_limit": 2, "disc_set": "symmetric"}),
        (2, {}),
        (2, {"den_exchange_counts_as_use": True}),
        (3, {}),
        (3, {"event_order": "chronological", "den_exchange_counts_as_use": True}),
        (4, {}),
        (4, {"event_order": "chronological", "disc_set": "symmetric"}),
    ],
    "vanuatu": [
        (2, {}),
        (2, {"governor": True, "optional_powers": True}),
        (3, {}),
        (3, {"characters": False, "plan_check": "off"}),
        (3, {"governor": True, "fish_end": "face"}),
        (4, {}),
        (4, {"optional_powers": True, "must_act_if_able": True}),
        (5, {}),
        (5, {"governor": True, "optional_powers": True}),
    ],
    "eighty_days": [
        (2, {}),
        (2, {"london_penalty": "per_round"}),
        (3, {}),
        (3, {"london_penalty": "per_round"}),
        (4, {}),
        (4, {"london_penalty": "per_round", "first_start_player": 3}),
        (5, {}),
        (5, {"london_penalty": "per_round"}),
        (6, {}),
        (6, {"london_penalty": "per_round"}),
    ],
}


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


def name_of(count: int, options: dict[str, Any]) -> str:
    """A short name for the reports of pytest."""
    return "-".join([str(count), *(f"{k}={v}" for k, v in options.items())])


def every_variant(short: bool = False, combined: bool = False) -> list[Any]:
    """``(game, count, options)`` of all games, for ``pytest.mark.parametrize``.

    Args:
        short: the options only at the default player count, for tests that take seconds each.
        combined: also the settings of the rooms, with several options at once.
    """
    import pytest

    rows = []
    for game in games():
        found = variants(game)
        if short:
            found = [(count, options) for count, options in found if not options or count == game.default_players]
        if combined:
            found += [setting for setting in SETTINGS[game.id] if setting not in found]
        for count, options in found:
            rows.append(pytest.param(game, count, options, id=f"{game.id}-{name_of(count, options)}"))
    return rows


def has_bot(game: Game) -> bool:
    return "choose" in game.rules


def mask_of(game: Game, states: NDArray[np.record], i: int = 0) -> NDArray[np.int8]:
    mask = np.full(game.actions.size, -1, np.int8)
    game.kernels.legal_at(states, i, mask)
    return mask


def bots_action(
    game: Game, states: NDArray[np.record], mask: NDArray[np.int8], rng: NDArray[np.int32], i: int = 0
) -> int:
    """What the scripted bot plays, from what the acting seat sees; fails if that is illegal."""
    chosen = np.zeros(1, np.int64)
    game.kernels.bot_act(view_of(game, states, int(states["seat"][i]), i)[None], mask[None], rng, chosen)
    action = int(chosen[0])
    assert 0 <= action < len(mask) and mask[action], f"the bot chose action {action}, which is illegal"
    return action


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
    while not states["over"][i]:
        mask = mask_of(game, states, i)
        if has_bot(game) and draw.random() < bot_share:
            action = bots_action(game, states, mask, rng, i)
        else:
            action = int(draw.choice(np.flatnonzero(mask)))
        yield mask, action
        game.kernels.apply_at(states, i, action)
