"""Credit: every decision is paid with what its own seat got."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import time
import zipfile
from types import SimpleNamespace

import numpy as np
import pytest

from driving import games
from toys.drain import GAME

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor, VecNormalize

from meeplezoo.bots import PolicyBot, RandomBot, play_match
from meeplezoo.envs.engine.errors import BadOption
from meeplezoo.envs.engine.registry import add_game
from meeplezoo.wrappers import (
    Checkpoints,
    MatchCallback,
    RunState,
    SeatRolloutBuffer,
    SelfPlayPPO,
    SelfPlayVecEnv,
    callbacks,
)
from meeplezoo.wrappers.self_play import seat_advantages

add_game(GAME)
torch.set_num_threads(1)


class Diary(BaseCallback):
    """Keeps seats, rewards and ends of one rollout, ``(T, N)``, ``(T, N, P)``, ``(T, N)``."""

    def _on_rollout_start(self) -> None:
        self.seats, self.rewards, self.ends = [], [], []

    def _on_step(self) -> bool:
        source = self.training_env.unwrapped
        self.seats.append(source.last_seats)
        self.rewards.append(source.last_rewards)
        self.ends.append(self.locals["dones"])
        return True


def roll_out(model, rollouts: int = 1) -> tuple[MaskableRolloutBuffer, Diary]:
    """Collects rollouts without training; gives the last one's buffer and diary."""
    diary = Diary()
    _, callback = model._setup_learn(10**6, diary)
    for _ in range(rollouts):
        assert model.collect_rollouts(model.env, callback, model.rollout_buffer, model.n_steps)
    return model.rollout_buffer, diary


def wrong_returns(buffer: MaskableRolloutBuffer, diary: Diary) -> tuple[int, int, int]:
    """Decisions of games that end in the rollout: how many, how many of them have a wrong return, how many belong
    to seats that did not make their game's last decision."""
    seats, rewards, ends = map(np.array, (diary.seats, diary.rewards, diary.ends))
    checked = wrong = others = 0
    for t, i in np.ndindex(seats.shape):
        rest = np.flatnonzero(ends[t:, i])
        if not len(rest):
            continue
        seat, last = seats[t, i], t + rest[0]
        checked += 1
        others += seats[last, i] != seat
        wrong += abs(rewards[t : last + 1, i, seat].sum() - buffer.returns[t, i]) > 1e-5
    return checked, wrong, others


# ---------------------------------------------------------------- credit


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("players", [1, 2, 3, (2, 3)])
@pytest.mark.parametrize("options", [{}, {"pile": 5}, {"cap": 7}])
def test_every_return_is_the_seats_own_result(reward, players, options):
    venv = SelfPlayVecEnv("drain", 8, num_players=players, seed=2, reward=reward, **options)
    model = SelfPlayPPO("MlpPolicy", venv, n_steps=53, gae_lambda=1.0, seed=2)
    buffer, diary = roll_out(model, rollouts=3)  # the later ones start and end amid games
    checked, wrong, others = wrong_returns(buffer, diary)
    assert checked > 100 and wrong == 0
    assert others > 50 or players == 1
    if players != 1:  # the game has double moves
        seats, ends = np.array(diary.seats), np.array(diary.ends)
        assert ((seats[1:] == seats[:-1]) & ~ends[:-1]).any() or options


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1147", "AgileRL/AgileRL#487")
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_every_return_in_every_game_and_its_first_ratio(game):
    """Farama-Foundation/PettingZoo#1147: the returns that are learnt from are each seat's own, whoever ends the game.

    AgileRL/AgileRL#487: the mask counts when actions are judged again, so that the first ratio is one.
    """
    venv = SelfPlayVecEnv(game, 16, num_players=game.player_counts, seed=2)
    model = SelfPlayPPO("MlpPolicy", venv, n_steps=384, gae_lambda=1.0, seed=2, policy_kwargs={"net_arch": [16]})
    buffer, diary = roll_out(model)
    checked, wrong, others = wrong_returns(buffer, diary)
    assert checked > 1000 and wrong == 0 and others > checked / 3
    assert first_ratio(model, buffer) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1147")
@pytest.mark.filterwarnings("ignore:this is self-play")
def test_the_one_stream_pattern_fails_the_same_check():
    """Farama-Foundation/PettingZoo#1147 as it was: the tutorials' way gives most decisions a wrong return."""
    venv = SelfPlayVecEnv("drain", 8, num_players=3, seed=2)
    model = MaskablePPO("MlpPolicy", venv, n_steps=53, gamma=1.0, gae_lambda=1.0, seed=2, device="cpu")
    checked, wrong, _ = wrong_returns(*roll_out(model, rollouts=3))
    assert wrong > checked / 2


@pytest.mark.complaint("pytorch/rl#3215")
def test_a_scripted_game_of_three():
    """pytorch/rl#3215: what follows a decision is the same seat's next one, the rewards in between summed up."""
    # one game: seats 0 1 1 2 0 | end by seat 0, then seat 0 opens a second game that goes on
    seats = np.array([0, 1, 1, 2, 0, 0])[:, None]
    rewards = np.zeros((6, 1, 3), np.float32)
    rewards[1, 0] = [0.5, 0, 0]  # seat 0 earns while seat 1 moves: belongs to its decision at t = 0
    rewards[2, 0] = [0, 0, 2]  # before seat 2's first decision: nobody's
    rewards[4, 0] = [-1, 3, 4]  # the end, on seat 0's move
    ends = np.array([0, 0, 0, 0, 1, 0], bool)[:, None]
    values = np.array([10, 20, 30, 40, 50, 60], np.float32)[:, None]
    tail = np.array([[7, 8, 9]], np.float32)
    one_step = seat_advantages(seats, rewards, ends, values, tail, 0.5, 0.0)[:, 0]
    expected = [
        0.5 + 0.5 * 50 - 10,  # seat 0's next decision is t = 4
        0.5 * 30 - 20,  # seat 1 moves twice
        3 - 30,  # then the game ends for it, on another's move
        4 - 40,
        -1 - 50,
        0.5 * 7 - 60,  # unfinished: seat 0's value of its own view
    ]
    assert one_step == pytest.approx(expected)
    blended = seat_advantages(seats, rewards, ends, values, tail, 0.5, 0.8)[:, 0]
    expected[0] += 0.5 * 0.8 * expected[4]
    expected[1] += 0.5 * 0.8 * expected[2]
    assert blended == pytest.approx(expected)


def test_the_end_of_a_rollout_looks_at_each_seats_own_view():
    venv = SelfPlayVecEnv("drain", 5, num_players=3, seed=2)
    model = SelfPlayPPO("MlpPolicy", venv, n_steps=4, gae_lambda=0.0, seed=2)
    buffer, diary = roll_out(model)
    assert not np.array(diary.ends).any()
    with torch.no_grad():
        seen = torch.as_tensor(venv.views().reshape(15, -1))
        tail = model.policy.predict_values(seen).numpy().reshape(5, 3)
    for i in range(5):
        for seat in set(np.array(diary.seats)[:, i]):
            last = np.flatnonzero(np.array(diary.seats)[:, i] == seat)[-1]
            assert buffer.returns[last, i] == pytest.approx(tail[i, seat], abs=1e-5)


def test_against_opponents_it_is_ordinary():
    results = []
    for algorithm in (SelfPlayPPO, MaskablePPO):
        venv = SelfPlayVecEnv("drain", 8, num_players=3, seed=2, opponents="random")
        kwargs = {"n_steps": 32, "gamma": 0.9, "gae_lambda": 0.8, "seed": 3, "device": "cpu"}
        buffer, _ = roll_out(algorithm("MlpPolicy", venv, policy_kwargs={"net_arch": [32]}, **kwargs))
        results.append((buffer.advantages.copy(), buffer.returns.copy()))
    assert np.array_equal(results[0][0], results[1][0]) and np.array_equal(results[0][1], results[1][1])


def first_ratio(model, buffer: MaskableRolloutBuffer) -> np.ndarray:
    """New over old probability of each action of the first minibatch, before any update."""
    data = next(buffer.get(1024))
    with torch.no_grad():
        _, log_chance, _ = model.policy.evaluate_actions(
            data.observations, data.actions.long().flatten(), action_masks=data.action_masks
        )
    counts = data.action_masks.sum(dim=1)
    assert (counts >= 1).all() and (counts < data.action_masks.shape[1]).any()
    return torch.exp(log_chance - data.old_log_prob).numpy()


def test_the_first_ratio_is_one():
    model = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 64, num_players=3, seed=2), seed=2)
    buffer, _ = roll_out(model)
    assert first_ratio(model, buffer) == pytest.approx(1.0, abs=1e-6)


# ---------------------------------------------------------------- saving, loading, wrapping


def test_save_and_go_on_elsewhere(tmp_path):
    model = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=3, seed=2), n_steps=32, seed=2)
    model.learn(512)
    model.save(tmp_path / "model.zip")
    with zipfile.ZipFile(tmp_path / "model.zip") as archive:
        data = archive.read("data").decode()
    assert "SelfPlayVecEnv" not in data and "meeplezoo" not in data

    other = SelfPlayVecEnv("drain", 20, num_players=2, seed=9)
    loaded = SelfPlayPPO.load(tmp_path / "model.zip", env=other)
    assert loaded.num_timesteps == 512 and loaded.n_envs == 20 and loaded.gamma == 1.0
    seen, masks = other.reset(), other.action_masks()
    for kwargs in ({}, {"env": other}):
        plain = MaskablePPO.load(tmp_path / "model.zip", device="cpu", **kwargs)
        assert type(plain.rollout_buffer) is MaskableRolloutBuffer
        expected = model.predict(seen, action_masks=masks, deterministic=True)[0]
        assert np.array_equal(plain.predict(seen, action_masks=masks, deterministic=True)[0], expected)
    loaded.learn(1280, reset_num_timesteps=False)
    assert loaded.num_timesteps == 512 + 1280
    assert isinstance(loaded.rollout_buffer, SeatRolloutBuffer) and loaded.rollout_buffer.seats.shape == (32, 20)
    loaded.save(tmp_path / "again.zip")
    without = SelfPlayPPO.load(tmp_path / "again.zip")
    assert without.get_env() is None
    assert play_match("drain", PolicyBot(without), "random", 20, 2).num_games == 20


def test_the_buffer_holds_no_environment_after_collecting():
    model = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 4, seed=2), n_steps=8, batch_size=16, seed=2)
    model.learn(32)
    assert model.rollout_buffer._source is None
    assert "rollout_buffer" not in pickle.dumps(model.rollout_buffer_kwargs).decode("latin1")


def test_in_a_monitor():
    returns = []
    for wrap in (lambda venv: venv, VecMonitor):
        model = SelfPlayPPO(
            "MlpPolicy", wrap(SelfPlayVecEnv("drain", 8, num_players=3)), n_steps=32, batch_size=64, seed=2
        )
        returns.append(roll_out(model)[0].returns)
    assert np.array_equal(*returns)
    model.learn(256)
    assert model.ep_info_buffer[0]["l"] > 3


def test_normalized_rewards_are_those_that_are_credited():
    venv = VecNormalize(SelfPlayVecEnv("drain", 8, num_players=3, seed=2, reward="score"), norm_obs=False, gamma=1.0)
    model = SelfPlayPPO("MlpPolicy", venv, n_steps=64, gae_lambda=1.0, seed=2)
    buffer, diary = roll_out(model)
    assert np.abs(buffer.seat_rewards).max() < np.abs(np.array(diary.rewards)).max()


def test_evaluation_against_opponents():
    model = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=3, seed=2), n_steps=32, seed=2)
    venv = VecMonitor(SelfPlayVecEnv("drain", 8, num_players=3, seed=5, opponents="random"))
    mean, _ = evaluate_policy(model, venv, n_eval_episodes=40)
    assert -1 <= mean <= 1


def test_other_environments_are_refused():
    class Wrong(DummyVecEnv):
        def __init__(self):
            venv = SelfPlayVecEnv("drain", 2)
            self.num_envs, self.observation_space, self.action_space = 2, venv.observation_space, venv.action_space
            self.render_mode = None

    with pytest.raises(BadOption, match="SelfPlayVecEnv"):
        SelfPlayPPO("MlpPolicy", Wrong())
    with pytest.raises(BadOption, match="rollout_buffer_class"):
        SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 2), rollout_buffer_class=MaskableRolloutBuffer)


# ---------------------------------------------------------------- learning


def test_it_stops_by_the_clock_and_goes_on():
    model = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=3, seed=2), n_steps=32, seed=2)
    rates = []
    model.learn(10**9, callback=lambda local, _: rates.append(1) or True, max_seconds=1.0)
    assert model.num_timesteps > 0 and rates
    assert model._current_progress_remaining < 0.6
    before = model.num_timesteps
    model.learn(256, reset_num_timesteps=False)  # the interrupted rollout leaves no stale observation behind
    assert model.num_timesteps == before + 256


def test_equal_seeds_learn_alike():
    weights = []
    for _ in range(2):
        model = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=3), n_steps=32, seed=4)
        model.learn(1024, callback=MatchCallback(["random"], every=300, num_games=6))
        weights.append(np.concatenate([p.detach().numpy().ravel() for p in model.policy.parameters()]))
    assert np.array_equal(*weights)


def test_it_learns_to_beat_random():
    venv = SelfPlayVecEnv("drain", 64, num_players=2, seed=1)
    model = SelfPlayPPO("MlpPolicy", venv, n_steps=64, learning_rate=2e-3, policy_kwargs={"net_arch": [64]}, seed=1)
    matches = MatchCallback(["random", "scripted"], every=40_000, num_games=400)
    model.learn(120_000, callback=matches)
    entries = [e for e in matches.history if e["opponent"] == "random"]
    assert next(e["steps"] for e in entries) == 0 and entries[-1]["steps"] == model.num_timesteps
    assert entries[-1]["low"] > 0.6 > entries[0]["win_share"]
    assert set(matches.history[0]) == {
        "steps", "seconds", "opponent", "games", "distinct", "win_share", "low", "high", "mean_score", "mean_rank",
    }  # fmt: skip


def test_matches_reach_the_logger(tmp_path):
    venv = SelfPlayVecEnv("drain", 8, num_players=3, seed=1, pile=9)
    model = SelfPlayPPO("MlpPolicy", venv, n_steps=16, seed=1, tensorboard_log=str(tmp_path))
    callback = MatchCallback("scripted", every=100, num_games=9)
    model.learn(512, callback=[callback])
    assert callback.play("random").options["pile"] == 9
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(next(tmp_path.iterdir())))
    events.Reload()
    assert {"match/scripted/win_share", "match/scripted/low", "match/scripted/high"} <= set(events.Tags()["scalars"])


def test_solo_matches_report_scores():
    model = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=1, seed=1), n_steps=16, seed=1)
    callback = MatchCallback(every=100, num_games=9)
    model.learn(256, callback=callback)
    assert callback.history[-1]["mean_score"] > 0 and "win_share" not in callback.history[-1]


class Sleepy(RandomBot):
    """Takes its time when it is asked first, as a bot that has to be compiled."""

    name = "sleepy"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def act(self, observations, masks, rng):
        time.sleep(self.seconds)
        self.seconds = 0.0
        return super().act(observations, masks, rng)


def test_a_slow_start_neither_counts_nor_spaces_the_matches():
    """A run of three seconds whose opponent compiles for one and a half has its curve all the same."""
    model = SelfPlayPPO(
        "MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=3, seed=1), n_steps=8, batch_size=64, seed=1
    )
    matches = MatchCallback([Sleepy(1.5)], every=1, num_games=3, min_seconds=0.2)
    model.learn(10**9, callback=matches, max_seconds=3.0)
    assert len(matches.history) >= 4  # a busy machine has 8; counted, the slow start would leave the two ends
    assert matches.history[0]["seconds"] < 1.5 and matches.history[-1]["seconds"] > 2.5


@pytest.mark.parametrize(
    ("length", "games", "gap"),
    [
        (0.4, [120] * 10, 6.0),  # a minute with ten points
        (5.0, [120, 36, 36, 36, 36, 36, 36, 36], 6.0),  # shorter from the second on, so that they take a quarter
        (20.0, [120, 30, 30], 10.0),  # as short as they get, and twice their length apart
    ],
)
def test_matches_by_the_clock(monkeypatch, length, games, gap):
    """A minute with an evaluation every six seconds; 120 games take ``length`` seconds, a rollout a tenth of one."""
    now, seen = [0.0], []
    monkeypatch.setattr(callbacks, "time", SimpleNamespace(monotonic=lambda: now[0]))
    matches = MatchCallback(["random"], every=1, num_games=120, min_seconds=6.0)

    def play(bot):
        seen.append((now[0], matches._games))
        now[0] += length * matches._games / 120

    monkeypatch.setattr(matches, "play", play)
    monkeypatch.setattr(matches, "_note", lambda result: None)
    matches._evaluate_if(True)
    while now[0] < 60:
        now[0] += 0.1
        matches.num_timesteps += 1
        matches._on_rollout_end()
    starts = [start for start, _ in seen]
    assert [number for _, number in seen][: len(games)] == games and len(seen) <= len(games) + 2
    assert all(gap - 0.01 < later < gap + 0.3 for later in np.diff(starts)[1:])
    monkeypatch.setattr(matches, "history", [{"steps": -1}])
    monkeypatch.setattr(type(matches), "logger", SimpleNamespace(dump=lambda steps: None))
    matches._on_training_end()
    assert seen[-1][1] == 120  # the last one has all its games


def test_matches_come_every_so_many_decisions():
    model = SelfPlayPPO(
        "MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=3, seed=1), n_steps=8, batch_size=64, seed=1
    )
    matches = MatchCallback(["random"], every=200, num_games=3)
    model.learn(1024, callback=matches)
    assert [entry["steps"] for entry in matches.history] == [0, 256, 512, 768, 1024]  # at the ends of rollouts
    more = MatchCallback(["random"], every=200, num_games=3, history=matches.history)
    model.learn(512, callback=more, reset_num_timesteps=False)
    assert [entry["steps"] for entry in more.history] == [0, 256, 512, 768, 1024, 1280, 1536]


# ---------------------------------------------------------------- going on


@pytest.mark.parametrize("opponents", [None, "random"])
@pytest.mark.parametrize("scaled", [False, True])
def test_a_run_state_continues_exactly(tmp_path, opponents, scaled):
    def begin():
        venv = SelfPlayVecEnv("drain", 8, num_players=3, reward="score", opponents=opponents, seed=5)
        return VecNormalize(venv, norm_obs=False, gamma=0.9) if scaled else venv

    whole = SelfPlayPPO("MlpPolicy", begin(), n_steps=32, batch_size=64, seed=4)
    keep = Checkpoints(tmp_path / "kept", every=600, notes=lambda: {"mood": "good"})
    whole.learn(2048, callback=keep)
    files = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert files == [f"model_{n}_steps.{kind}" for n in (1536, 768) for kind in ("run", "zip")]

    np.random.seed(0), torch.manual_seed(0), random.seed(0)
    part = SelfPlayPPO.load(tmp_path / "kept/model_768_steps.zip", env=begin())
    state = RunState.read(tmp_path / "kept/model_768_steps.run")
    state.restore(part)
    assert state.notes == {"mood": "good"} and state.steps == part.num_timesteps == 768
    luck = random.getstate()
    part.learn(2048 - 768, reset_num_timesteps=False)
    assert luck == state.generators["python"]
    mine, its = (torch.nn.utils.parameters_to_vector(m.policy.parameters()).detach().numpy() for m in (part, whole))
    assert np.array_equal(mine, its) and part.num_timesteps == whole.num_timesteps
    assert part._current_progress_remaining == whole._current_progress_remaining
    assert part.env.unwrapped.batch.states.tobytes() == whole.env.unwrapped.batch.states.tobytes()
    if scaled:
        assert part.env.ret_rms.var == whole.env.ret_rms.var and np.array_equal(part.env.returns, whole.env.returns)


def test_going_back_to_the_start_of_a_rollout(tmp_path):
    class Stop(BaseCallback):
        def _on_step(self):
            if self.num_timesteps >= 600:
                raise KeyboardInterrupt
            return True

    def begin():
        return SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=3), n_steps=32, batch_size=64, seed=4)

    whole = begin()
    whole.learn(1024)
    stopped = begin()  # only now: making a model seeds torch
    keep = Checkpoints(tmp_path, every=10**6)
    keep.go_back()  # nothing to go back to yet
    with pytest.raises(KeyboardInterrupt):
        stopped.learn(1024, callback=[keep, Stop()])
    keep.go_back()
    assert stopped.num_timesteps == 512
    path = keep.save(tmp_path / "here.zip")
    part = SelfPlayPPO.load(path, env=SelfPlayVecEnv("drain", 8, num_players=3))
    RunState.read(path.with_suffix(".run")).restore(part)
    part.learn(512, reset_num_timesteps=False)
    mine, its = (torch.nn.utils.parameters_to_vector(m.policy.parameters()).detach().numpy() for m in (part, whole))
    assert np.array_equal(mine, its)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["here.run", "here.zip"]  # and no half-written ones


def test_past_time_counts_for_the_schedule():
    model = SelfPlayPPO(
        "MlpPolicy", SelfPlayVecEnv("drain", 8, num_players=3, seed=2), n_steps=8, batch_size=64, seed=2
    )
    seen = []
    spy = lambda local, _: seen.append(local["self"]._current_progress_remaining) or True  # noqa: E731
    model.learn(10**9, callback=spy, max_seconds=0.5, past_seconds=1.5)
    assert max(seen[9:]) <= 0.25 and min(seen) < 0.1  # three quarters of the whole time were over


# ---------------------------------------------------------------- without the extra


def test_missing_frameworks_are_named():
    code = (
        "import sys; sys.modules['stable_baselines3'] = None\n"
        "import meeplezoo, meeplezoo.bots\n"
        "wrappers = meeplezoo.wrappers\n"
        "try: wrappers.SelfPlayVecEnv\n"
        "except ImportError as error: print(error)\n"
        "try: wrappers.Nothing\n"
        "except AttributeError as error: print(error)\n"
        "assert 'torch' not in sys.modules and 'SelfPlayPPO' in dir(wrappers)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "meeplezoo[train]"' in done.stdout and "no attribute 'Nothing'" in done.stdout
