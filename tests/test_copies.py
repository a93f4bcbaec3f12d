"""Copies of a game in progress, over all games: exact, independent, also through wrappers and as bytes."""

from __future__ import annotations

import copy
import enum
import pickle
import types

import cloudpickle
import numpy as np
import pytest
from pettingzoo.utils import wrappers

import meeplezoo
from meeplezoo.envs.engine.game import Game, Resolved

from driving import games, mask_of, play, variants

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


# ---------------------------------------------------------------- what copies share

#: Never changed once they are made; ``Resolved`` holds a number of players, a frozen dataclass and a tuple.
IMMUTABLE = (
    type(None),
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    range,
    type,
    enum.Enum,
    np.dtype,
    np.generic,
    Game,
    Resolved,
)


def parts(thing, found, path="it"):
    """Every mutable object that can be reached, by id, with the way that leads there."""
    code = isinstance(thing, (types.FunctionType, types.BuiltinFunctionType)) or hasattr(thing, "py_func")
    if isinstance(thing, IMMUTABLE) or code or id(thing) in found:
        return found
    if isinstance(thing, (tuple, frozenset)):
        for k, each in enumerate(thing):
            parts(each, found, f"{path}[{k}]")
        return found
    found[id(thing)] = path, thing
    if isinstance(thing, dict):
        for key, each in thing.items():
            parts(each, found, f"{path}[{key!r}]")
    elif isinstance(thing, (list, set)):
        for k, each in enumerate(thing):
            parts(each, found, f"{path}[{k}]")
    elif isinstance(thing, np.ndarray):
        parts(thing.base, found, f"{path}.base")
    elif isinstance(thing, np.random.Generator):
        parts(thing.bit_generator, found, f"{path}.bit_generator")
    for name, each in getattr(thing, "__dict__", {}).items():
        parts(each, found, f"{path}.{name}")
    return found


def used(env):
    """The environment with all its spaces in use."""
    for seed, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed)
        env.observation_space(agent).seed(seed)
        env.observation_space(agent).sample()
        env.action_space(agent).sample()
    env.state_space.seed(9)
    return env


@pytest.mark.parametrize("way", [name for name in WAYS if name != "bytes"])
def test_copies_share_nothing_that_can_change(way):
    for fresh in (True, False):
        env = meeplezoo.make("china", reward="score", skip_forced=True)
        if not fresh:
            env.reset(seed=1)
            env.step(env.legal_actions()[0])
        used(env)
        mine, its = parts(env, {}), parts(WAYS[way](env), {})
        assert len(mine) > 30
        assert not [mine[k][0] for k in mine.keys() & its.keys()]


@pytest.mark.parametrize("way", ["clone", "copy", "deepcopy", "pickle"])
def test_copies_of_a_batch_share_nothing_that_can_change(way):
    batch = meeplezoo.batch("china", 3, seed=1, num_threads=2, num_players=(3, 4))
    batch.step(batch.random_actions())
    other = WAYS[way](batch)
    mine, its = parts(batch, {}), parts(other, {})
    assert len(mine) > 30
    assert not [mine[k][0] for k in mine.keys() & its.keys()]
    batch.step(batch.random_actions())
    kept = [array.tobytes() for array in batch._arrays.values()]
    for _ in range(5):
        other.step(other.random_actions())
    other.reset(seed=9)
    assert [array.tobytes() for array in batch._arrays.values()] == kept


def draws(env, count=3):
    spaces = [space(agent) for agent in env.possible_agents for space in (env.action_space, env.observation_space)]
    return repr([space.sample() for space in [*spaces, env.state_space] for _ in range(count)])


@pytest.mark.parametrize("way", [name for name in WAYS if name != "bytes"])
def test_spaces_of_a_copy_draw_on_alike_and_apart(way):
    env = used(meeplezoo.make("china"))
    one, two = WAYS[way](env), WAYS[way](WAYS[way](env))
    first = draws(one)
    assert draws(one) != first, "the generator moves on"
    assert draws(two) == first == draws(env)
    assert WAYS[way](env).action_space("player_0") is not env.action_space("player_0")


def test_spaces_of_agents_are_apart():
    env = meeplezoo.make("china")
    env.observation_space("player_0").seed(1)
    one, two = (env.observation_space(f"player_{k}") for k in (0, 1))
    assert one == two and one is not two and one["observation"] is not two["observation"]
    assert env.observation_spaces["player_0"] is one and set(env.action_spaces) == set(env.possible_agents)
    assert env.observation_spaces["player_0"]["observation"] is not env.game.observation.space


@pytest.mark.parametrize("game", [game for game in games() if game.hidden_information], ids=lambda g: g.id)
def test_after_a_redeal_the_new_hand_is_played(game):
    """A mask that was looked at before is not used any more, and the old game's seed is forgotten."""
    found = 0
    for seed in range(30):
        env = meeplezoo.make(game)
        env.reset(seed=seed)
        for _, action in zip(range(seed), play(game, env.states, seed), strict=False):
            env.step(action[1])
        if env.over:
            continue
        other = env.possible_agents[(env.seat + 1) % len(env.possible_agents)]
        for way in ("redeal", "set_state"):
            world = env.clone()
            old = world.observe(world.agent_selection)["action_mask"]
            if way == "redeal":
                world.redeal(other, seed)
                assert world.game_seed is None
                with pytest.raises(meeplezoo.BadReplay):
                    world.replay()
            else:
                far = env.clone()
                far.step(far.legal_actions()[0])
                if far.over:
                    continue
                world.set_state(far.get_state())
            new = mask_of(game, world.states)
            for action in np.flatnonzero(old != new)[:3].tolist():
                found += 1
                if new[action]:
                    world.clone().step(action)
                else:
                    with pytest.raises(meeplezoo.IllegalAction):
                        world.clone().step(action)
    assert found > 20
