"""PettingZoo's and Gymnasium's own checks over every game, and that our checks refuse what the wrappers refuse."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

import meeplezoo

from driving import every_variant, games, variants

GAMES = games()
over_games = pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
#: api_test's two warnings about any dictionary observation that is not from PettingZoo itself.
UNAVOIDABLE = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


def checked(call, *args, **kwargs):
    """Calls with warnings as errors, but for the unavoidable two."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in UNAVOIDABLE:
            warnings.filterwarnings("ignore", message=text)
        return call(*args, **kwargs)


@pytest.mark.parametrize(("game", "count", "options"), every_variant(short=True))
def test_api(game, count, options):
    checked(api_test, meeplezoo.make(game, num_players=count, **options), num_cycles=60)


@over_games
@pytest.mark.parametrize("kwargs", [{"reward": "win"}, {"reward": "score"}, {"illegal": "terminate"}])
def test_api_with_other_rewards(game, kwargs):
    checked(api_test, meeplezoo.make(game, **kwargs), num_cycles=60)


@over_games
def test_seeds(game):
    checked(seed_test, lambda: meeplezoo.make(game))


@over_games
def test_render(game):
    def make(render_mode):  # the test makes a "human" environment only to read the list of modes
        return meeplezoo.make(game, render_mode="ansi" if render_mode == "human" else render_mode)

    checked(render_test, make)


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1387")
@over_games
def test_registered_like_a_built_in(game):
    """Farama-Foundation/PettingZoo#1387: games of other packages in the registry."""
    full = f"meeplezoo/{game.id}-v{game.version}"
    count = game.player_counts[-1]
    for name in (full, f"meeplezoo/{game.id}", full.replace("-v", "_v")):
        env = pettingzoo.make("aec", name, num_players=count)
        assert env.unwrapped.game is game and env.max_num_agents == count
    assert pettingzoo.spec("aec", full).id == full
    with pytest.raises(Exception, match="version"):
        pettingzoo.make("aec", f"meeplezoo/{game.id}-v99")
    with pytest.raises(meeplezoo.BadOption, match="max_cycles"):
        pettingzoo.make("aec", full, max_cycles=10)
    env = importlib.import_module(f"meeplezoo.envs.{game.id}").env(num_players=count)
    assert env.game is game


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1387")
def test_importing_again_warns_of_nothing():
    """Farama-Foundation/PettingZoo#1387: nothing is registered over another."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        importlib.reload(meeplezoo)
        meeplezoo.register()
    assert {f"meeplezoo/{g.id}-v{g.version}" for g in GAMES} <= set(pettingzoo.aec_registry)


def test_the_registry_agrees_with_the_list_of_games():
    ours = {name for name in pettingzoo.aec_registry if name.startswith("meeplezoo/")}
    assert ours == {f"meeplezoo/{name}-v{version}" for name, version in meeplezoo.envs.ROOMS.items()}


def test_importing_is_light():
    """No compiler, no trainer, no drawing."""
    heavy = ("numba", "torch", "stable_baselines3", "matplotlib", "pygame")
    code = f"import sys, meeplezoo; print([m for m in {heavy} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert out.strip() == "[]"


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1038")
@over_games
def test_masks_are_what_gymnasium_samples_with(game):
    """Farama-Foundation/PettingZoo#1038: ``sample`` refuses masks that are not int8; a hundred games of each."""
    settings = variants(game)
    for seed in range(100):
        count, options = settings[seed % len(settings)]
        env = meeplezoo.make(game, num_players=count, **options)
        env.action_space("player_0").seed(seed)
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            mask = observation["action_mask"]
            assert mask.dtype == np.int8 and mask.flags.c_contiguous and mask.shape == (game.actions.size,)
            assert mask.sum() >= 1
            env.step(env.action_space(agent).sample(mask))


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1147")
@over_games
@pytest.mark.parametrize("reward", ["rank", "win", "score"])
def test_what_last_pays_adds_up_to_the_seats_final_return(game, reward):
    """Farama-Foundation/PettingZoo#1147: the reward of a seat that did not move last never reached its learner."""
    ended_by_others = 0
    for count in game.player_counts:
        env = meeplezoo.make(game, num_players=count, reward=reward)
        env.reset(seed=count)
        start = np.zeros(game.max_players, np.int64)
        game.kernels.points_at(env.states, 0, start)
        received, mover = dict.fromkeys(env.possible_agents, 0.0), ""
        env.action_space("player_0").seed(count)
        for agent in env.agent_iter():
            observation, paid, termination, truncation, _ = env.last()
            received[agent] += paid
            if not (termination or truncation):
                mover = agent
                env.step(env.action_space(agent).sample(observation["action_mask"]))
            else:
                env.step(None)
        scores, ranks = list(env.scores().values()), np.array(list(env.ranks().values()))
        winners = (ranks == 0).sum()
        if reward == "score":
            wanted = [score - before for score, before in zip(scores, start.tolist(), strict=False)]
        elif count == 1:
            wanted = [min(1.0, scores[0] / game.score_target)]
        elif reward == "rank":
            wanted = [((ranks > rank).sum() - (ranks < rank).sum()) / (count - 1) for rank in ranks]
        else:
            wanted = [((count / winners if rank == 0 else 0) - 1) / (count - 1) for rank in ranks]
        assert list(received.values()) == pytest.approx(wanted, abs=1e-5)
        ended_by_others += sum(value != 0 for agent, value in received.items() if agent != mover)
    assert ended_by_others > 0


@pytest.mark.complaint("ray-project/ray#32382")
@over_games
def test_flattening_the_observation(game):
    """ray-project/ray#32382: flattening the dictionary failed, or put the mask among the features."""
    env = meeplezoo.make(game)
    box = gymnasium.spaces.flatten_space(env.observation_space("player_0")["observation"])
    assert box.shape == (game.observation.size,)


@over_games
def test_seeded_masked_play_reproduces(game):
    env = meeplezoo.make(game)
    played = []
    for _ in range(2):
        env.reset(seed=3)
        env.action_space("player_0").seed(5)
        actions = []
        while legal := env.legal_actions():
            action = int(env.action_space("player_0").sample(env.observe(env.agent_selection)["action_mask"]))
            assert action in legal
            actions.append(action)
            env.step(action)
        played.append(actions)
    assert played[0] == played[1]


@over_games
def test_what_the_wrappers_refuse_we_refuse(game):
    """The stack of PettingZoo's own games, against the bare environment: same refusals."""
    stack = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(meeplezoo.make(game)))
    bare = meeplezoo.make(game)
    for env in (stack, bare):
        for use in (
            lambda e: e.step(0),
            lambda e: e.observe("player_0"),
            lambda e: e.agent_selection,
            lambda e: e.last(),
        ):
            with pytest.raises((AttributeError, AssertionError, RuntimeError)):
                use(env)
        env.reset(seed=1)
        for action in (-1, game.actions.size, None, 0.5):
            with pytest.raises((AssertionError, ValueError, TypeError)):
                env.step(action)
        with pytest.raises(Exception, match="player_99"):
            env.observe("player_99")


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1176")
@over_games
def test_illegal_wrapper_and_own_terminate_agree(game):
    """Farama-Foundation/PettingZoo#1176: after an illegal move the next game began with the wrong player."""
    wrapped = wrappers.TerminateIllegalWrapper(meeplezoo.make(game), illegal_reward=-1)
    own = meeplezoo.make(game, illegal="terminate")
    for env in (wrapped, own):
        env.reset(seed=2)
        wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
        culprit = env.agent_selection
        env.step(wrong)
        assert env.rewards[culprit] == -1 and sum(env.rewards.values()) == -1
        assert all(env.terminations.values())
        while env.agents:
            assert env.agent_selection == env.unwrapped.agent_selection
            env.step(None)
        env.reset(seed=3)
        for _ in range(20):
            assert env.agent_selection == env.unwrapped.agent_selection
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))


@pytest.mark.complaint("Farama-Foundation/PettingZoo#849")
@over_games
def test_gymnasium_says_where_the_games_are(game):
    """Farama-Foundation/PettingZoo#849: ``gymnasium.make`` of a game for several agents failed obscurely."""
    name = f"meeplezoo/{game.id}-v{game.version}"
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(gymnasium.error.Error) as caught:
            make(name)
        assert isinstance(caught.value, meeplezoo.MeepleError)
        assert f'pettingzoo.make("aec", {name!r})' in str(caught.value) and "\n" not in str(caught.value)
