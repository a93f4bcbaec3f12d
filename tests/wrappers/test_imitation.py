"""Learning from a bot: its choices, and what comes of them for the seat that decides."""

from __future__ import annotations

import numpy as np
import pytest

from toys.drain import GAME

pytest.importorskip("sb3_contrib")

import torch
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

from meeplezoo.bots import PolicyBot, RandomBot, ScriptedBot, play_match
from meeplezoo.envs.engine.errors import BadOption
from meeplezoo.envs.engine.registry import add_game
from meeplezoo.wrappers import SelfPlayPPO, SelfPlayVecEnv, imitate
from meeplezoo.wrappers.imitation import _games_of, _play

add_game(GAME)
torch.set_num_threads(1)


def make_model(players=3, seed=1, **more) -> SelfPlayPPO:
    venv = SelfPlayVecEnv("drain", 16, num_players=players, seed=3, **more)
    return SelfPlayPPO("MlpPolicy", venv, n_steps=32, seed=seed)


def weights(model) -> np.ndarray:
    return torch.nn.utils.parameters_to_vector(model.policy.parameters()).detach().numpy()


def test_choices_and_values_are_learnt():
    model = make_model()
    short = imitate(model, "scripted", 2000, lesson=2000, seed=5)  # judged before anything was learnt
    long = imitate(model, "scripted", 40_000, lesson=4000, seed=6)
    assert short["accuracy"] < 0.7 and short["cross_entropy"] > 0.6
    assert long["accuracy"] > 0.85 and long["cross_entropy"] < 0.35
    assert long["value_correlation"] > 0.4 and abs(short["value_correlation"]) < 0.4
    assert (short["decisions"], long["decisions"]) == (2000, 40_000)
    share = play_match("drain", PolicyBot(model), "scripted", 300, 3, seed=1).win_share
    assert share == pytest.approx(1 / 3, abs=0.08)  # as good as its teacher, which is worse than random here


def test_seeds_reproduce():
    first, again, other = make_model(), make_model(), make_model()
    figures = [imitate(m, "scripted", 3000, lesson=1000, seed=s) for m, s in ((first, 4), (again, 4), (other, 5))]
    assert (weights(first) == weights(again)).all() and not (weights(first) == weights(other)).all()
    for entry in figures:
        entry.pop("seconds")
    assert figures[0] == figures[1] != figures[2]


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("players", [1, 2, 3, (2, 3)])
def test_every_return_is_the_seats_own_result(reward, players):
    """Each seat's decisions of one game have what was left to earn; the first of them has the whole of it."""
    games = _games_of(make_model(players, reward=reward).env.unwrapped, seed=9)
    copy = games.clone()
    bots = ScriptedBot("drain"), RandomBot(), RandomBot()
    lesson = _play(games, bots, (0.7, 0.0, 0.3), 60, np.random.default_rng(1))
    assert len(lesson.actions) == 960 and (lesson.masks[np.arange(960), lesson.actions] == 1).all()
    returns = lesson.returns.reshape(60, 16)
    unknown = np.isnan(returns)
    assert 0 < unknown.sum() < unknown.size / 2 and (np.diff(unknown.astype(int), axis=0) >= 0).all()

    rng, open_ones, checked = np.random.default_rng(1), [[] for _ in range(16)], 0
    for t in range(60):  # the same games again, with sums of the rewards that are still to come
        actions = bots[0].act(copy.observations, copy.masks, rng)
        who = rng.choice(3, 16, p=(0.7, 0.0, 0.3))
        rows = np.flatnonzero(who == 2)
        if len(rows):
            actions[rows] = bots[2].act(copy.observations[rows], copy.masks[rows], rng)
        seats = copy.seats.copy()
        copy.step(actions)
        for i in range(16):
            open_ones[i].append([t, int(seats[i]), 0.0])
            for entry in open_ones[i]:
                entry[2] += copy.rewards[i, entry[1]]
            if copy.dones[i]:
                for first, _, total in open_ones[i]:
                    assert returns[first, i] == pytest.approx(total, abs=1e-5)
                    checked += 1
                open_ones[i] = []
    assert checked == (~unknown).sum()


def test_environment_and_optimizer_stand_still():
    model = make_model()
    before = model.env.unwrapped.batch.states.tobytes()
    imitate(model, ScriptedBot("drain"), 500, lesson=500, own=0.5, noise=0.5, epochs=1)
    assert model.env.unwrapped.batch.states.tobytes() == before
    assert model.policy.optimizer.state_dict()["state"] == {}
    model.learn(1024)
    assert model.num_timesteps == 1024


def test_scaled_rewards():
    venv = VecNormalize(SelfPlayVecEnv("drain", 16, num_players=3, seed=3, reward="score"), norm_obs=False, gamma=1.0)
    model = SelfPlayPPO("MlpPolicy", venv, n_steps=32, seed=1)
    figures = imitate(model, "scripted", 20_000, lesson=2000)
    assert figures["value_correlation"] > 0.4 and venv.ret_rms.count > 10_000
    values = model.policy.predict_values(torch.as_tensor(venv.reset())).detach().numpy()
    assert np.abs(values).max() < 5  # points are up to 21


def test_time_is_kept(capsys):
    figures = imitate(make_model(), "scripted", 10**9, lesson=1000, max_seconds=0.2, verbose=1)
    assert 0.2 <= figures["seconds"] < 5 and figures["decisions"] < 10**6
    assert "accuracy" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"bot": "expert"}, "expert"),
        ({"decisions": 0}, "decisions"),
        ({"epochs": 0}, "epochs"),
        ({"lesson": 0}, "lesson"),
        ({"batch_size": 0}, "batch_size"),
        ({"noise": -0.1}, "noise"),
        ({"own": 0.6, "noise": 0.6}, "own"),
        ({"seed": -1}, "seed"),
    ],
)
def test_wrong_arguments(wrong, words):
    model = make_model()
    before = weights(model)
    with pytest.raises(BadOption, match=words):
        imitate(model, **wrong)
    assert (weights(model) == before).all()


def test_wrong_environment():
    model = make_model()
    model.env = DummyVecEnv([lambda: __import__("gymnasium").make("CartPole-v1")])
    with pytest.raises(BadOption, match="DummyVecEnv"):
        imitate(model)
    model.env = None
    with pytest.raises(BadOption, match="no environment"):
        imitate(model)
