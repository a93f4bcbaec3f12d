"""``skip_forced``: the same games without the decisions that have one legal action, over all games and counts."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import meeplezoo
from meeplezoo import BadOption
from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine.batch import Batch

from driving import games
from toys.drain import GAME as DRAIN

registry.add_game(DRAIN)
SETTINGS = [(game, count, {}) for game in (DRAIN, *games()) for count in game.player_counts]
SETTINGS += [
    (DRAIN, 3, {"ones": 3}),
    (DRAIN, 2, {"ones": 7, "pile": 9}),
    (DRAIN, 2, {"ones": 26}),
    (DRAIN, 3, {"cap": 6, "pile": 7}),
]
over_settings = pytest.mark.parametrize(
    ("game", "count", "options"), [pytest.param(g, n, o, id=f"{g.id}-{n}-{o}") for g, n, o in SETTINGS]
)
REWARDS = ("rank", "win", "score")


def pair(game, count, options, reward="score"):
    return [meeplezoo.make(game, num_players=count, reward=reward, skip_forced=s, **options) for s in (False, True)]


def folded(env, owed):
    """Plays on to the next choice, one decision after the other; adds to ``owed`` what each seat gets."""
    while not env.over and len(env.legal_actions()) == 1:
        env.step(env.legal_actions()[0])
        for agent, reward in env.rewards.items():
            owed[agent] += reward


def choice(env, step):
    legal = env.legal_actions()
    return legal[(7 * step + 3) % len(legal)]


def compare(plain, quick):
    assert quick.states.tobytes() == plain.states.tobytes()
    assert (quick.agent_selection, quick.seat, quick.over) == (plain.agent_selection, plain.seat, plain.over)
    assert (quick.terminations, quick.truncations, quick.infos) == (plain.terminations, plain.truncations, plain.infos)
    assert quick.legal_actions() == plain.legal_actions()


@pytest.mark.parametrize("reward", REWARDS)
@over_settings
def test_forced_moves_are_folded_into_the_step_before(game, count, options, reward):
    plain, quick = pair(game, count, options, reward)
    forced = 0
    for seed in range(4):
        plain.reset(seed=seed)
        quick.reset(seed=seed)
        owed = dict.fromkeys(plain.agents, 0.0)
        unread = dict.fromkeys(plain.agents, 0.0)
        if options.get("ones") == 26:
            assert len(quick.legal_actions()) == 1 and quick.states["decisions"][0] == 0
            quick.step(0)
            plain.step(0)
            owed |= plain.rewards
        folded(plain, owed)
        for step in range(10_000):
            assert quick.rewards == owed
            unread = {agent: unread[agent] + owed[agent] for agent in unread}
            assert quick._cumulative_rewards == unread
            compare(plain, quick)
            if quick.over:
                break
            assert len(quick.legal_actions()) >= 2
            action = choice(plain, step)
            unread[plain.agent_selection] = 0.0
            plain.step(action)
            owed = dict(plain.rewards)
            folded(plain, owed)
            quick.step(action)
        assert quick.replay() == plain.replay()
        quick.replay().verify()
        forced += len(quick.replay().actions) - step
    assert forced or game is not DRAIN


@over_settings
def test_a_batch_plays_as_the_environment(game, count, options):
    """With games that stand still, and through the ends of games; what an opening brings is paid by the first step."""
    batch = Batch(game, 3, num_players=count, seed=2, reward="score", skip_forced=True, **options)
    envs, opening = [], []
    for i in range(3):
        envs.append(pair(game, count, options)[1])
        envs[i].reset(seed=int(batch.seeds[i]))
        opening.append(list(envs[i].rewards.values()))
    assert not batch.rewards.any()
    draw = np.random.default_rng(1)
    for _ in range(300):
        where = draw.random(3) < 0.7
        actions = batch.random_actions()
        for i, env in enumerate(envs):
            view = env.observe(env.agent_selection)
            assert np.array_equal(view["observation"], batch.observations[i])
            assert np.array_equal(view["action_mask"], batch.masks[i])
            assert view["action_mask"].sum() >= 2 or options.get("ones") == 26
            if where[i]:
                env.step(int(actions[i]))
        batch.step(actions, where=where)
        for i, env in enumerate(envs):
            if not where[i]:
                assert not batch.rewards[i].any() and not batch.dones[i]
                continue
            paid = np.add(list(env.rewards.values()), opening[i])
            opening[i] = [0.0] * count
            assert np.array_equal(batch.rewards[i], paid.astype(np.float32))
            assert batch.dones[i] == env.over and batch.truncated[i] == any(env.truncations.values())
            if env.over:
                assert batch.final_scores[i].tolist() == list(env.scores().values())
                env.reset(seed=int(batch.seeds[i]))
                opening[i] = list(env.rewards.values())


WAYS = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "bytes": lambda env: meeplezoo.restore(env.get_state(), reward=env.reward, skip_forced=True),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("reward", ["rank", "score"])
def test_copies_keep_the_setting(way, reward):
    for ones in (0, 2):
        env = pair(DRAIN, 3, {"ones": ones}, reward)[1]
        env.reset(seed=3)
        for step in range(30):
            other = WAYS[way](env)
            assert other.skip_forced and other.get_state() == env.get_state()
            assert (other.rewards, other._cumulative_rewards) == (env.rewards, env._cumulative_rewards)
            if env.over:
                break
            action = choice(env, step)
            other.step(action)
            env.step(action)
            assert other.get_state() == env.get_state() and other.rewards == env.rewards


@pytest.mark.parametrize("reward", REWARDS)
def test_a_position_without_a_choice_is_played_on(reward):
    """By ``set_state``, of an environment that asks everything."""
    met = 0
    for seed in range(40):
        plain, quick = pair(DRAIN, 3, {"ones": 2}, reward)
        plain.reset(seed=seed)
        owed = dict.fromkeys(plain.agents, 0.0)
        step = 0
        while not plain.over:
            if len(plain.legal_actions()) == 1:
                met += 1
                quick.set_state(plain.get_state())
                twin, paid = plain.clone(), dict(owed)
                folded(twin, paid)
                compare(twin, quick)
                assert quick.rewards == paid
                assert quick.replay() == twin.replay()
                plain.step(plain.legal_actions()[0])
                owed = {agent: owed[agent] + plain.rewards[agent] for agent in owed}
            else:
                plain.step(choice(plain, step))
                owed = dict(plain.rewards)
            step += 1
    assert met > 60


@pytest.mark.parametrize("reward", ["rank", "score"])
def test_set_states_and_redeal_land_on_choices(reward):
    """A game that ends by forced moves is done at once; the others pay with their next step."""
    plain = meeplezoo.make("drain", num_players=2, pile=9, reward=reward)
    ended = went_on = 0
    for seed in range(60):
        plain.reset(seed=seed)
        while not plain.over and len(plain.legal_actions()) > 1:
            plain.step(choice(plain, seed + int(plain.states["decisions"][0])))
        if plain.over:
            continue
        batch = Batch("drain", 2, num_players=2, pile=9, reward=reward, skip_forced=True, seed=1)
        batch.set_states(plain.states)
        twin = plain.clone()
        paid = dict.fromkeys(twin.agents, 0.0)
        folded(twin, paid)
        assert (batch.dones == twin.over).all() and (batch.masks.sum(axis=1) >= 2).all()
        if twin.over:
            ended += 1
            assert batch.rewards.tolist() == [list(paid.values())] * 2 and (batch.seeds >= 0).all()
            assert batch.final_scores[0].tolist() == list(twin.scores().values())
        else:
            went_on += 1
            assert not batch.rewards.any()
            action = twin.legal_actions()[0]
            twin.step(action)
            owed = {agent: paid[agent] + twin.rewards[agent] for agent in paid}
            folded(twin, owed)
            batch.step([action, action])
            assert batch.rewards[0].tolist() == list(owed.values())
        batch.redeal(batch.seats, seed)
        assert (batch.masks.sum(axis=1) >= 2).all()
    assert ended > 10


def test_an_environment_that_is_redealt_keeps_its_books():
    for seed in range(20):
        env = pair(DRAIN, 3, {})[1]
        env.reset(seed=seed)
        env.step(choice(env, seed))
        env.redeal("player_1", seed)
        while not env.over:
            env.step(choice(env, seed))
            again = meeplezoo.restore(env.get_state(), reward="score", skip_forced=True)
            assert (again.rewards, again._cumulative_rewards) == (env.rewards, env._cumulative_rewards)


def test_illegal_actions_end_the_game_as_ever():
    env = meeplezoo.make("drain", num_players=3, pile=5, illegal="terminate", skip_forced=True)
    env.reset(seed=1)
    env.step(2)
    env.step(2)
    assert env.over and env.rewards["player_1"] == -1 and env.infos["player_1"]["illegal_action"] == 2
    again = meeplezoo.restore(env.get_state(), skip_forced=True)
    assert again.get_state() == env.get_state() and again.infos == env.infos and again.rewards == env.rewards


def test_the_loop_of_pettingzoo():
    env = meeplezoo.make("drain", num_players=3, skip_forced=True, reward="score", ones=3)
    env.reset(seed=1)
    received = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        received[agent] += reward
        over = termination or truncation
        assert over or observation["action_mask"].sum() >= 2
        env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    assert received == {agent: float(score) for agent, score in env.scores().items()}


@pytest.mark.parametrize("value", [1, None, "yes", 0])
def test_only_true_and_false(value):
    for make in (lambda: meeplezoo.make("drain", skip_forced=value), lambda: Batch("drain", 1, skip_forced=value)):
        with pytest.raises(BadOption, match="skip_forced"):
            make()
