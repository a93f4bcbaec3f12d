"""Copies of a game in progress, over all games: exact, independent, also through wrappers and as bytes.

Complaints of sister projects: Farama-Foundation/PettingZoo#1307 and #1271 (deepcopy silently gives a fresh game),
google-deepmind/open_spiel#1277 (whose turn it is was lost) and #276 (the generator was lost).
"""

from __future__ import annotations

import copy
import pickle

import cloudpickle
import numpy as np
import pytest
from pettingzoo.utils import wrappers

import meeplezoo

from driving import games, play

WAYS = {
    "clone": lambda env: env.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "cloudpickle": lambda env: pickle.loads(cloudpickle.dumps(env)),
    "bytes": lambda env: restored(env),
}


def restored(env):
    other = meeplezoo.make(env.game, num_players=env.setting.num_players, **env.setting.as_dict())
    other.set_state(env.get_state())
    return other


def visible(env):
    views = [env.observe(agent) for agent in env.possible_agents]
    return (
        env.agent_selection,
        repr((env.agents, env.rewards, env.terminations, env.truncations, env.infos)),
        [(v["observation"].tobytes(), v["action_mask"].tobytes()) for v in views],
        env.states.tobytes(),
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_a_copy_at_every_seventh_decision_plays_the_same_game_to_the_end(game, way):
    env = meeplezoo.make(game)
    env.reset(seed=11)
    states = env.states
    actions = [action for _, action in play(game, states, 11)]
    copies = []
    for step, action in enumerate(actions):
        if step % 7 == 0:
            copies.append((step, WAYS[way](env)))
            assert visible(copies[-1][1]) == visible(env)
        env.step(action)
    for step, other in copies[:: max(1, len(copies) // 6)]:
        before = visible(env)
        for action in actions[step:]:
            other.step(action)
        assert visible(other) == visible(env) == before


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_a_copy_has_its_own_future_after_another_action(game):
    env = meeplezoo.make(game)
    env.reset(seed=12)
    while len(env.legal_actions()) < 2:
        env.step(env.legal_actions()[0])
    other = copy.deepcopy(env)
    frozen = visible(env)
    other.step(other.legal_actions()[1])
    for _ in range(20):
        other.step(other.legal_actions()[0])
    assert visible(env) == frozen


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_copies_through_the_usual_wrappers(game):
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(meeplezoo.make(game)))
    env.reset(seed=13)
    for _ in range(15):
        env.step(env.unwrapped.legal_actions()[0])
    for way in ("deepcopy", "pickle", "cloudpickle"):
        other = WAYS[way](env)
        assert visible(other.unwrapped) == visible(env.unwrapped)
        other.step(other.unwrapped.legal_actions()[0])
        assert visible(other.unwrapped) != visible(env.unwrapped)


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_bytes_restore_at_every_decision(game):
    """All of a batch's games, through bytes at each decision, chance events included."""
    env = meeplezoo.make(game)
    env.reset(seed=14)
    states = env.states
    for _, action in play(game, states, 14):
        other = restored(env)
        env.step(action)
        other.step(action)
        assert other.states.tobytes() == env.states.tobytes()
        assert np.array_equal(other.state(), env.state())
