"""Every public method brings its arguments into the one form that kernels are compiled for."""

from __future__ import annotations

import copy
import pickle
from functools import partial

import numba
import numpy as np
import pytest

import meeplezoo
from meeplezoo import BadOption, BadState, IllegalAction
from meeplezoo.bots import RandomBot, ScriptedBot
from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine.checking import plain_array
from meeplezoo.envs.engine.warming import _use_everything

from driving import games
from toys.drain import GAME as DRAIN

registry.add_game(DRAIN)
over_all = pytest.mark.parametrize("game", [DRAIN, *games()], ids=lambda g: g.id)
SIZE = 4


def unaligned(array):
    data = np.zeros(array.nbytes + 1, np.uint8)
    data[1:] = np.frombuffer(array.tobytes(), np.uint8)
    return data[1:].view(array.dtype).reshape(array.shape)


def strided(array):
    return np.repeat(array, 2, axis=0)[::2]


def read_only(array):
    frozen = array.copy()
    frozen.flags.writeable = False
    return frozen


MEMORY = [np.copy, read_only, strided, np.asfortranarray, unaligned, lambda a: read_only(strided(a)), lambda a: a[:]]
WHOLE = [
    *MEMORY,
    lambda a: a.tolist(),
    lambda a: tuple(a.tolist()),
    lambda a: list(a),
    *(lambda a, kind=kind: a.astype(kind) for kind in ("i1", "i2", "i4", "u1", "u4", "u8", ">i8", ">i4")),
]


def compiled(game):
    """How many signatures each kernel has."""
    return {name: len(getattr(kernel, "signatures", ())) for name, kernel in vars(game.kernels).items()}


def use_environment(game):
    env = meeplezoo.make(game, reward="score", render_mode="ansi")
    assert not hasattr(env, "seat")
    env.reset(seed=np.int64(3))
    for kind in (int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64, np.array):
        legal = env.legal_actions()[0]
        action = kind(legal) if legal < 100 or kind not in (np.int8, np.uint8) else legal
        env.why_illegal(action)
        env.describe_action(action)
        env.step(action)
    for wrong in (0.0, np.float32(1), [0], np.zeros(1, int), "0", None, True):
        for call in (env.step, env.why_illegal, env.describe_action):
            with pytest.raises(IllegalAction):
                call(wrong)
    view = env.last()[0]["observation"]
    for form in MEMORY:
        env.explain_observation(form(view))
    env.render(), env.state(), env.scores(), env.ranks(), env.text("player_0"), env.replay(), env.get_state()
    assert env.seat is not None and not env.over
    for other in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), meeplezoo.restore(env.get_state())):
        other.redeal("player_0", np.int32(5))
        other.set_state(bytearray(other.get_state()))
        other.set_state(memoryview(other.get_state()))
    for kwargs in ({"reward": "win"}, {"illegal": "terminate"}, {"skip_forced": True, "reward": "score"}):
        other = meeplezoo.make(game, **kwargs)
        other.reset()
        while not other.over:
            other.step(other.legal_actions()[-1])
        assert set(other.infos) == set(other.rewards)


def use_batch(game):
    for kwargs in ({}, {"reward": "score", "skip_forced": True}, {"num_threads": 2, "num_players": game.player_counts}):
        batch = meeplezoo.batch(game, SIZE, seed=3, **kwargs)
        for form in WHOLE:
            small = batch.masks.argmax(axis=1).max() < 100
            batch.step(form(batch.masks.argmax(axis=1)) if small else batch.random_actions())
            batch.observe(form(batch.seats))
            batch.redeal(form(batch.seats), seed=3)
        batch.observe(batch.seats)
        batch.redeal(batch.seats, seed=np.int64(3))
        for form in (*MEMORY, lambda a: a.tolist(), tuple):
            batch.step(batch.random_actions(), where=form(np.array([True, False] * (SIZE // 2))))
        batch.step(batch.random_actions(), where=batch.dones)
        batch.step(batch.random_actions(), where=~batch.dones)
        for form in MEMORY:
            batch.set_states(form(batch.states))
            if batch.counts.min() == batch.counts.max():
                batch.set_states(form(batch.states[:1]))
        for wrong in (batch.seats.astype(float), batch.seats[None], ["a"] * SIZE, None, batch.dones):
            for call in (batch.step, batch.observe, partial(batch.redeal, seed=1)):
                with pytest.raises((IllegalAction, BadOption)):
                    call(wrong)
        for wrong in (batch.seats, np.ones(SIZE + 1, bool), np.ones((SIZE, 1), bool), [1.0] * SIZE):
            with pytest.raises(IllegalAction):
                batch.step(batch.random_actions(), where=wrong)
        for wrong in (batch.states.view(np.int32), batch.states.tolist(), None, batch.states[:0], batch.states[None]):
            with pytest.raises(BadState):
                batch.set_states(wrong)
        for other in (batch.clone(), pickle.loads(pickle.dumps(batch))):
            other.step(other.random_actions())
            other.reset()


def use_bots(game):
    batch, rng = meeplezoo.batch(game, SIZE, seed=3), np.random.default_rng(1)
    for bot in (ScriptedBot(game), RandomBot()):
        for form in (np.copy, read_only, strided, np.asfortranarray, lambda a: a.tolist(), lambda a: a[:]):
            bot.act(form(batch.observations), form(batch.masks), rng)
        bot.act(batch.observations.astype(float), batch.masks.astype(int), rng)
        bot.act(batch.observations, batch.masks.astype(bool), rng)
        bot.act(batch.observations[:1], batch.masks[:1], rng)


def use_game(game):
    states = game.new(np.int64(game.default_players), np.int32(3))
    for form in MEMORY:
        game.check(form(states))
        game.show(form(states), np.int64(0), np.int32(0))
        game.show(form(states), 0, None)
        for action in (0, np.int8(0), np.int64(game.actions.size - 1)):
            game.why_illegal(form(states), np.int32(0), action)
    for wrong in (states.view(np.int32), states[None], states.tolist(), None, 3):
        for call in (game.check, lambda w: game.show(w, 0, None), lambda w: game.why_illegal(w, 0, 0)):
            with pytest.raises(BadState):
                call(wrong)
    for wrong in (-1, game.actions.size, 0.5, "0", True, None):
        with pytest.raises(BadOption):
            game.why_illegal(states, 0, wrong)
    for wrong in (-1, game.default_players, 0.5, "0", True):
        with pytest.raises(BadOption):
            game.show(states, 0, wrong)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
@over_all
def test_nothing_compiles_after_warming_up(game):
    """Whatever kind of arguments comes; and each kernel has one signature."""
    _use_everything(game)
    before = compiled(game)
    assert max(before.values()) == 1
    for use in (use_environment, use_batch, use_bots, use_game):
        use(game)
        after = compiled(game)
        assert after == before, f"{use.__name__}: {[name for name in after if after[name] != before[name]]}"


@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="the test above does this where rules are compiled")
def test_all_arguments_are_taken_without_the_compiler():
    for use in (use_environment, use_batch, use_bots, use_game):
        use(DRAIN)


def test_plain_arrays():
    array = np.arange(6)
    assert plain_array(array, np.int64) is array
    for form in (read_only, strided, unaligned, lambda a: a.astype("i4"), lambda a: a.astype(">i8"), list):
        plain = plain_array(form(array), np.int64)
        assert plain.tolist() == array.tolist() and plain.flags.carray and plain.dtype == np.int64
        assert plain.dtype.isnative
