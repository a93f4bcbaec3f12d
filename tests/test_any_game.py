"""Hypothesis chooses player count, any combination of options, seed and actions; the contract must hold."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import meeplezoo
from meeplezoo import BadOption, IllegalAction

from driving import games, mask_of, view_of


def option_values(f):
    allowed = f.metadata["allowed"]
    if isinstance(allowed, range):
        return st.integers(allowed[0], allowed[-1])
    return st.sampled_from(list(allowed))


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_game_keeps_the_contract(game, data):
    count = data.draw(st.sampled_from(game.player_counts))
    fields = {f.name: option_values(f) for f in dataclasses.fields(game.options)}
    options = data.draw(st.fixed_dictionaries({}, optional=fields))
    seed = data.draw(st.integers(0, (1 << 63) - 1))
    try:
        env = meeplezoo.make(game, num_players=count, **options)
    except BadOption as error:
        assert "allowed" in str(error)
        return
    env.reset(seed=seed)
    choices = data.draw(st.lists(st.integers(0, 1 << 16), min_size=5, max_size=40))
    decisions = 0
    while legal := env.legal_actions():
        env.step(legal[choices[decisions % len(choices)] % len(legal)])
        decisions += 1
        if decisions % 25 == 0:
            states = env.states
            assert all(game.observation.space.contains(view_of(game, states, seat)) for seat in range(count))
            assert states["over"][0] or mask_of(game, states).any()
    assert decisions <= game.max_decisions
    assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-5) or count == 1
    assert env.replay().verify().tobytes() == env.states.tobytes()


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(action=st.integers(-5, 400), steps=st.integers(0, 60), seed=st.integers(0, 1000))
def test_any_action_is_played_or_refused_without_a_trace(game, action, steps, seed):
    env = meeplezoo.make(game)
    env.reset(seed=seed)
    draw = np.random.default_rng(seed)
    for _ in range(steps):
        env.step(int(draw.choice(env.legal_actions())))
    before = env.get_state()
    if action in env.legal_actions():
        env.step(action)
        assert env.get_state() != before
    else:
        with pytest.raises(IllegalAction):
            env.step(action)
        assert env.get_state() == before
