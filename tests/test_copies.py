"""Copies of a game in progress, over all games: exact, independent, also through wrappers and as bytes."""

from __future__ import annotations

import copy
import pickle

import cloudpickle
import numpy as np
import pytest
from pettingzoo.utils import wrappers

import meeplezoo

from driving import games, play, variants

WAYS = {
    "clone": lambda env: env.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "cloudpickle": lambda env: pickle.loads(cloudpickle.dumps(env)),
    "bytes": lambda env: restored(env),
}


def restored(env):
    other = meeplezoo.make(env.game, num_players=env.setting.num_players, reward=env.reward, **env.setting.as_dict())
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


def turn(env):
    """What the acting agent gets, and who it is."""
    observation, *rest = env.last()
    return env.agent_selection, *(array.tobytes() for array in observation.values()), *rest


def check_every_seventh(game, env, ways):
    """Copies at every 7th decision, in turn by each way given (or by all of them), each played to the end.

    The original goes on first, so a copy that shared anything would show it; and it ends where all copies end.
    """
    env.reset(seed=11)
    actions = [action for _, action in play(game, env.unwrapped.states, 11)]
    copies, turns = [], []
    for step, action in enumerate(actions):
        if step % 7 == 0:
            copies += [(step, way(env)) for way in ways(step)]
            assert all(visible(other.unwrapped) == visible(env.unwrapped) for _, other in copies[-1:])
        turns.append(turn(env))
        env.step(action)
    last = visible(env.unwrapped)
    for step, other in copies:
        for later in range(step, len(actions)):
            assert turn(other) == turns[later], f"copied before decision {step}, differs before decision {later}"
            other.step(actions[later])
        assert visible(other.unwrapped) == last
    assert visible(env.unwrapped) == last, "playing the copies changed the original"
    assert len(copies) >= len(actions) // 7


@pytest.mark.complaint(
    "Farama-Foundation/PettingZoo#1307",
    "Farama-Foundation/PettingZoo#1186",
    "Farama-Foundation/PettingZoo#1271",
)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_a_copy_at_every_seventh_decision_plays_the_same_game_to_the_end(game, way):
    """Deepcopy and pickle silently gave a fresh game.

    Farama-Foundation/PettingZoo#1307, Farama-Foundation/PettingZoo#1186, Farama-Foundation/PettingZoo#1271.
    """
    check_every_seventh(game, meeplezoo.make(game), lambda step: [WAYS[way]])


@pytest.mark.complaint(
    "Farama-Foundation/PettingZoo#1307",
    "Farama-Foundation/PettingZoo#1186",
    "Farama-Foundation/PettingZoo#1271",
)
@pytest.mark.parametrize(("game", "count"), [(game, count) for game in games() for count in game.player_counts])
def test_copies_of_every_player_count(game, count):
    """The ways to copy take turns; with rewards by score and with every option changed that may be.

    Farama-Foundation/PettingZoo#1307, Farama-Foundation/PettingZoo#1186, Farama-Foundation/PettingZoo#1271.
    """
    options = {name: value for n, given in variants(game) if n == count for name, value in given.items()}
    try:
        env = meeplezoo.make(game, num_players=count, reward="score", **options)
    except meeplezoo.BadOption:
        env = meeplezoo.make(game, num_players=count, reward="score")
    ways = list(WAYS.values())
    check_every_seventh(game, env, lambda step: [ways[step // 7 % len(ways)]])


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


@pytest.mark.complaint(
    "Farama-Foundation/PettingZoo#1307",
    "Farama-Foundation/PettingZoo#1186",
    "Farama-Foundation/PettingZoo#1271",
)
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_copies_through_the_usual_wrappers(game):
    """Through PettingZoo's own stack around the environment.

    Farama-Foundation/PettingZoo#1307, Farama-Foundation/PettingZoo#1186, Farama-Foundation/PettingZoo#1271.

    ``copy.copy`` of a wrapper is Python's shallow one and shares the game; ``wrapper.clone()`` gives the bare copy.
    """
    stack = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(meeplezoo.make(game), illegal_reward=-1))
    )
    ways = [WAYS["deepcopy"], WAYS["pickle"], WAYS["cloudpickle"], lambda env: env.unwrapped.clone()]
    check_every_seventh(game, stack, lambda step: [ways[step // 7 % 4]])
    stack.reset(seed=3)
    assert stack.clone().states.tobytes() == stack.unwrapped.states.tobytes()
    assert stack.clone()._states is not stack.unwrapped._states


@pytest.mark.complaint("google-deepmind/open_spiel#1277", "google-deepmind/open_spiel#276")
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_bytes_restore_at_every_decision(game):
    """google-deepmind/open_spiel#1277, google-deepmind/open_spiel#276: whose turn it is was lost, and the luck to come.

    At each decision of whole games, late ones with their chance events included.
    """
    env = meeplezoo.make(game)
    env.reset(seed=14)
    states = env.states
    for _, action in play(game, states, 14):
        other = restored(env)
        env.step(action)
        other.step(action)
        assert other.states.tobytes() == env.states.tobytes()
        assert np.array_equal(other.state(), env.state())
