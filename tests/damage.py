"""Real positions, damaged: what comes from outside the process is refused, or plays on to its end (promise 9)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from meeplezoo.envs.engine.errors import BadState
from meeplezoo.envs.engine.game import Game
from meeplezoo.envs.engine.records import raw_bytes, raw_words

from driving import mask_of, play, view_of

States = NDArray[np.record]
KINDS = ("inside", "outside", "next", "swap", "bytes")
EXTREMES = np.array([-(1 << 31), (1 << 31) - 1, -1, 0, 1, 10**6])


def real_positions(game: Game, count: int, options: dict[str, Any], seed: int, every: int = 7) -> States:
    """Each ``every``-th position of a random, a bot's and a mixed game, and their last ones."""
    found = []
    for bot_share in (0.0, 1.0, 0.5):
        states = game.new(count, seed, **options)
        for step, _ in enumerate(play(game, states, seed, bot_share)):
            if (step + seed) % every == 0:
                found.append(states.copy())
        found.append(states.copy())
    return np.concatenate(found)


def damage(game: Game, record: States, kind: str, draw: np.random.Generator) -> None:
    """Changes one record, ``(1,)``, in place.

    Args:
        kind: a number set to one inside or outside its bounds, or to its neighbour; two numbers of a field exchanged;
            or some bytes set at random.
    """
    words, low, high = raw_words(record)[0], game.record.low, game.record.high
    # fields by turns and not numbers: the large boards would take nearly all of the damage
    name, shape, _, _ = game.record.fields[draw.integers(len(game.record.fields))]
    places = np.flatnonzero([game.record.place(k)[0] == name for k in range(len(words))])
    k = int(draw.choice(places))
    if kind == "inside":
        words[k] = draw.integers(low[k], int(high[k]) + 1)
    elif kind == "outside":
        words[k] = draw.choice([int(low[k]) - 1, int(high[k]) + 1, *EXTREMES]).clip(EXTREMES[0], EXTREMES[1])
    elif kind == "next":
        words[k] = np.clip(int(words[k]) + draw.choice([-1, 1]), EXTREMES[0], EXTREMES[1])
    elif kind == "swap":
        other = int(draw.choice(places)) if shape else int(draw.integers(len(words)))
        words[k], words[other] = words[other].copy(), words[k].copy()
    else:
        data = raw_bytes(record)[0]
        for _ in range(draw.integers(1, 4)):
            data[draw.integers(data.size)] ^= 1 << draw.integers(8)


def play_on(game: Game, states: States, seed: int) -> None:
    """Everything that rules, texts and bots do with a position, until the game has ended."""
    count = int(states["num_players"][0])
    numbers = np.zeros(game.max_players, np.int64)
    results = np.zeros(len(game.result_names), np.int64)
    for seat in (None, *range(count)):
        assert game.show(states, 0, seat)
    for seat in range(count):
        other = states.copy()
        game.kernels.redeal_at(other, 0, seat, seed)
        game.check(other)
    for action in range(game.actions.size):
        game.why_illegal(states, 0, action)
    for _ in play(game, states, seed, 0.3):
        game.kernels.secret_at(states, 0, int(np.flatnonzero(mask_of(game, states))[0]))
        for seat in range(count):
            view_of(game, states, seat)
            game.kernels.results_at(states, 0, seat, results)
        for kernel in (game.kernels.points_at, game.kernels.scores_at, game.kernels.ranks_at):
            kernel(states, 0, numbers)
    assert states["over"][0] == 1 and states["decisions"][0] <= game.max_decisions
    game.check(states)
    assert game.show(states, 0, None)


def damage_many(game: Game, positions: States, tries: int, seed: int) -> tuple[int, int]:
    """Damages positions; each is refused by ``BadState`` or plays on. Gives how many were refused and how many not."""
    draw = np.random.default_rng(seed)
    refused = accepted = 0
    for k in range(tries):
        record = positions[(i := int(draw.integers(len(positions)))) : i + 1].copy()
        damage(game, record, KINDS[k % len(KINDS)], draw)
        before = record.tobytes()
        if before == positions[i : i + 1].tobytes():
            continue
        try:
            game.check(record)
        except BadState as error:
            assert str(error).startswith(f"record 0 is no position of {game.id}: ")
            assert record.tobytes() == before, "the check changed the record"
            refused += 1
        else:
            assert record.tobytes() == before, "the check changed the record"
            play_on(game, record, k)
            accepted += 1
    return refused, accepted


def fault_of(game: Game, states: States) -> str | None:
    """The name of the fault that the room's ``check`` finds, ``"BOUNDS"`` for a number out of bounds, or None."""
    if game.kernels.outside_at(raw_words(states), 0) >= 0:
        return "BOUNDS"
    code = int(game.kernels.fault_at(states, 0))
    if code == 0:
        game.check(states)
        return None
    with pytest.raises(BadState, match=f"no position of {game.id}: {game.faults(code).field} = "):
        game.check(states)
    return game.faults(code).name
