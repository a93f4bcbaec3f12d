"""The vectorized environment: what a learner sees, gets and may do."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from driving import games
from toys.drain import GAME

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from meeplezoo.bots import RandomBot, play_match
from meeplezoo.envs.engine.aec import GameEnv
from meeplezoo.envs.engine.batch import Batch
from meeplezoo.envs.engine.errors import BadOption, IllegalAction, UnknownGame
from meeplezoo.envs.engine.registry import add_game
from meeplezoo.wrappers import SelfPlayPPO, SelfPlayVecEnv

add_game(GAME)
pytestmark = pytest.mark.filterwarnings("ignore:this is self-play")
LUCK = np.random.default_rng(0)


def legal(venv: SelfPlayVecEnv) -> np.ndarray:
    return RandomBot().act(venv.batch.observations, get_action_masks(venv), LUCK)


# ---------------------------------------------------------------- the interface


@pytest.mark.complaint("Stable-Baselines-Team/stable-baselines3-contrib#279", "DLR-RM/stable-baselines3#2087")
def test_spaces_masks_and_attributes():
    """Stable-Baselines-Team/stable-baselines3-contrib#279, DLR-RM/stable-baselines3#2087: all masks at once."""
    venv = SelfPlayVecEnv("drain", 8, num_players=3, seed=1)
    seen = venv.reset()
    assert seen.shape == (8, GAME.observation.size) and seen.dtype == np.float32
    assert is_masking_supported(venv) and venv.has_attr("action_masks") and not venv.has_attr("nothing")
    masks = get_action_masks(venv)
    assert masks.dtype == np.int8 and np.array_equal(masks, venv.batch.masks)
    assert len(venv.env_method("action_masks", indices=[2, 5])) == 2
    assert np.array_equal(venv.env_method("action_masks", indices=5)[0], masks[5])
    assert venv.get_attr("num_envs", indices=[0, 1]) == [8, 8]
    assert venv.get_attr("render_mode") == [None] * 8
    assert venv.env_is_wrapped(object) == [False] * 8
    assert np.array_equal(venv.counts, [3] * 8)
    assert venv.observation_space.contains(seen[0])


@pytest.mark.complaint("Stable-Baselines-Team/stable-baselines3-contrib#279")
def test_masks_come_from_the_buffer(monkeypatch):
    """Stable-Baselines-Team/stable-baselines3-contrib#279: no game is asked again for its mask."""
    venv = SelfPlayVecEnv("drain", 4, seed=1)
    calls = []
    for name in ("legal_at", "view_at", "batch_view"):
        monkeypatch.setattr(GAME.kernels, name, lambda *a, name=name: calls.append(name))
    get_action_masks(venv)
    assert calls == []


def test_arrays_are_fresh():
    venv = SelfPlayVecEnv("drain", 4, num_players=3, seed=1)
    kept = [venv.reset(), venv.action_masks()]
    before = [a.copy() for a in kept]
    for _ in range(40):
        kept += list(venv.step(legal(venv))[:3])
        before += [a.copy() for a in kept[-3:]]
    assert all(np.array_equal(a, b) for a, b in zip(kept, before, strict=True))
    assert all(a.flags.writeable and a.flags.owndata for a in kept)


@pytest.mark.complaint("Farama-Foundation/Gymnasium#1103", "DLR-RM/stable-baselines3#618")
def test_rewards_and_final_views_are_the_movers():
    """Farama-Foundation/Gymnasium#1103: the last observation of an ended game was lost when the next one began.

    DLR-RM/stable-baselines3#618: infos are empty but at the end, so that nobody copies much.
    """
    venv, twin = (SelfPlayVecEnv("drain", 16, num_players=3, seed=3) for _ in range(2))
    batch, ended = twin.batch, 0
    venv.reset()
    while ended < 50:
        actions, seats = legal(venv), batch.seats.copy()
        seen, rewards, dones, infos = venv.step(actions)
        batch.step(actions)
        assert np.array_equal(seen, batch.observations) and np.array_equal(dones, batch.dones)
        assert np.array_equal(rewards, batch.rewards[np.arange(16), seats])
        assert np.array_equal(venv.last_seats, seats) and np.array_equal(venv.last_rewards, batch.rewards)
        for i in range(16):
            if not dones[i]:
                assert infos[i] == {}
                continue
            assert set(infos[i]) == {"terminal_observation", "TimeLimit.truncated"}
            assert infos[i]["TimeLimit.truncated"] is False
            assert np.array_equal(infos[i]["terminal_observation"], batch.final_observations[i, seats[i]])
            ended += 1


def test_a_capped_game_is_not_bootstrapped():
    venv = SelfPlayVecEnv("drain", 2, num_players=2, seed=3, cap=3)
    for _ in range(2):
        venv.step(legal(venv))
    _, rewards, dones, infos = venv.step(legal(venv))
    assert dones.all() and venv.batch.truncated.all()
    assert [info["TimeLimit.truncated"] for info in infos] == [False, False]
    assert np.abs(venv.last_rewards.sum(axis=1)).max() < 1e-6 and rewards.shape == (2,)


def test_seeds():
    first, again = (SelfPlayVecEnv("drain", 4, seed=5) for _ in range(2))
    assert np.array_equal(first.batch.seeds, again.batch.seeds)
    start = first.reset()
    assert np.array_equal(first.batch.seeds, again.batch.seeds)  # an untouched environment starts where it stands
    first.step(legal(first))
    first.reset()
    assert not np.array_equal(first.batch.seeds, again.batch.seeds)  # a bare reset brings new games
    first.seed(5)
    assert np.array_equal(first.reset(), start) and np.array_equal(first.batch.seeds, again.batch.seeds)


def test_mixed_counts_and_views():
    venv = SelfPlayVecEnv("drain", 6, num_players=(2, 3), seed=1)
    venv.step(legal(venv))
    views = venv.views()
    assert views.shape == (6, 3, GAME.observation.size)
    for seat in range(2):
        assert np.array_equal(views[:, seat], venv.observe(np.full(6, seat)))
    assert np.array_equal(views[np.arange(6), venv.batch.seats], venv.batch.observations)


def test_bad_arguments():
    for arguments in [{"num_players": 9}, {"reward": "money"}, {"seed": -1}, {"opponents": "nobody"}, {"colour": 3}]:
        with pytest.raises(BadOption):
            SelfPlayVecEnv("drain", 2, **arguments)
    with pytest.raises(BadOption):
        SelfPlayVecEnv("drain", 0)
    with pytest.raises(UnknownGame):
        SelfPlayVecEnv("drains", 2)
    venv = SelfPlayVecEnv("drain", 2, seed=1)
    with pytest.raises(IllegalAction, match="game 1"):
        venv.step(np.array([0, 7]))


@pytest.mark.parametrize("opponents", [None, "random"])
def test_copies_play_on_alike(opponents):
    venv = SelfPlayVecEnv("drain", 4, num_players=3, seed=2, opponents=opponents)
    venv.reset()
    venv.step(legal(venv))
    others = [copy.deepcopy(venv), pickle.loads(pickle.dumps(venv))]
    for _ in range(30):
        actions = legal(venv)
        expected = venv.step(actions)
        for other in others:
            got = other.step(actions)
            assert all(np.array_equal(a, b) for a, b in zip(got[:3], expected[:3], strict=True))


# ---------------------------------------------------------------- against opponents


class Recorder:
    """Opponents that play at random; every step of the batch is written down."""

    def __init__(self, venv: SelfPlayVecEnv) -> None:
        self.games: list[dict] = []
        self.running: dict[int, dict] = {}
        self.batch, self.step = venv.batch, venv.batch.step
        venv.batch.step = self.record  # type: ignore[method-assign]

    def record(self, actions, where=None):
        batch = self.batch
        rows = np.arange(len(batch)) if where is None else np.flatnonzero(where)
        seats, seeds = batch.seats.copy(), batch.seeds.copy()
        self.step(actions, where=where)
        for i in rows:
            game = self.running.setdefault(i, {"index": int(i), "seed": int(seeds[i]), "actions": [], "seats": []})
            game["actions"].append(int(actions[i]))
            game["seats"].append(int(seats[i]))
            if batch.dones[i]:
                self.games.append(self.running.pop(i))


def replayed_returns(game, players: int, seed: int, actions: list[int], reward: str, **options) -> list[float]:
    """What the AEC environment pays each seat in total."""
    env = GameEnv(game, num_players=players, reward=reward, **options)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.agents, 0.0)
    for action in actions:
        env.step(action)
        for agent in env.agents:
            totals[agent] += env.rewards[agent]
    assert all(env.terminations.values()) or all(env.truncations.values())
    return list(totals.values())


def check_learners(venv: SelfPlayVecEnv, episodes: int, **options) -> tuple[int, int, set[tuple[int, int]]]:
    """Plays at least so many episodes in every game, and compares what the learner got with what its seat got.

    Returns:
        Games that another seat ended, games without a decision of the learner, and (players, seat) of the learners.
    """
    size, reward, counts = venv.num_envs, venv.batch.reward, venv.counts.tolist()
    venv._played = True  # so that reset starts again, with the recorder in place
    recorder = Recorder(venv)
    venv.seed(11)
    venv.reset()
    got, sums, learner = [[] for _ in counts], np.zeros(size), venv.learners.copy()
    while min(map(len, got)) < episodes:
        assert np.array_equal(venv.batch.seats, venv.learners)
        _, rewards, dones, infos = venv.step(legal(venv))
        sums += rewards
        for i in np.flatnonzero(dones):
            got[i].append((int(learner[i]), sums[i]))
            assert infos[i]["TimeLimit.truncated"] is False
            sums[i], learner[i] = 0, venv.learners[i]
    paid, numbers, skipped, ended_by_other = [[] for _ in counts], [0] * size, 0, 0
    for game in recorder.games:
        i = game["index"]
        seat, numbers[i] = (i + numbers[i]) % counts[i], numbers[i] + 1  # the promised rotation
        if seat not in game["seats"]:
            skipped += 1
            continue
        total = replayed_returns(venv.batch.game, counts[i], game["seed"], game["actions"], reward, **options)[seat]
        paid[i].append((seat, total))
        ended_by_other += game["seats"][-1] != seat
    for mine, real in zip(got, paid, strict=True):
        assert [e[0] for e in mine] == [e[0] for e in real]
        assert [e[1] for e in mine] == pytest.approx([e[1] for e in real], abs=1e-4)
    met = {(count, seat) for count, rows in zip(counts, paid, strict=True) for seat, _ in rows}
    return ended_by_other, skipped, met


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("options", [{}, {"pile": 5}, {"cap": 7}])
def test_the_learners_rewards_add_up_to_its_games_return(reward, options):
    venv = SelfPlayVecEnv("drain", 6, num_players=3, seed=11, opponents="random", reward=reward, **options)
    ended_by_other, skipped, _ = check_learners(venv, 50, **options)
    assert ended_by_other > 50
    assert skipped > 0 or options != {"pile": 5}


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1147")
@pytest.mark.parametrize("reward", ["rank", "score"])
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_in_every_game_the_learners_rewards_add_up_to_its_seats_return(game, reward):
    """Farama-Foundation/PettingZoo#1147: the learner never heard of a result that another seat's move decided.

    Every player count, every seat of it as the learner.
    """
    counts = game.player_counts
    venv = SelfPlayVecEnv(game, len(counts), num_players=counts, seed=11, opponents="random", reward=reward)
    ended_by_other, _, met = check_learners(venv, game.max_players)
    assert met == {(count, seat) for count in counts for seat in range(count)}
    assert ended_by_other > 5


def test_final_view_is_the_learners():
    venv = SelfPlayVecEnv("drain", 8, num_players=3, seed=4, opponents="scripted")
    venv.reset()
    ended = 0
    while ended < 60:
        *_, dones, infos = venv.step(legal(venv))
        for i in np.flatnonzero(dones):
            ended += 1
            view = infos[i]["terminal_observation"]
            assert venv.observation_space.contains(view)
            assert view[-1] == 1  # the field "over"


def test_the_final_view_is_the_learners_also_when_an_opponent_ends_the_game():
    """Each final view is compared with all seats' final views of that game, which the batch shows at its end."""
    venv = SelfPlayVecEnv("drain", 6, num_players=3, seed=4, opponents="random")
    finals, step, batch = {}, venv.batch.step, venv.batch
    movers = set()

    def watched(actions, where=None):
        seats, learners = batch.seats.copy(), venv.learners.copy()
        step(actions, where=where)
        for i in np.flatnonzero(batch.dones):
            if i not in finals:  # a second end in the same step is that of a game without the learner
                finals[i] = int(learners[i]), batch.final_observations[i].copy()
                movers.add((int(learners[i]), int(seats[i])))

    batch.step = watched
    ended = told_apart = 0
    while ended < 200:
        finals.clear()
        *_, dones, infos = venv.step(legal(venv))
        for i in np.flatnonzero(dones):
            seat, views = finals[i]
            view = infos[i]["terminal_observation"]
            assert np.array_equal(view, views[seat])
            told_apart += not any(np.array_equal(view, views[other]) for other in range(3) if other != seat)
            ended += 1
    assert told_apart > 150  # seats that did alike see alike
    assert movers >= {(learner, mover) for learner in range(3) for mover in range(3)}


def test_evaluation_agrees_with_a_match():
    class Scripted:
        """The scripted bot in the clothes of a model."""

        def predict(self, observation, state=None, episode_start=None, deterministic=True, action_masks=None):
            from meeplezoo.bots import ScriptedBot

            return ScriptedBot("drain").act(observation, action_masks, np.random.default_rng(0)), None

    venv = VecMonitor(SelfPlayVecEnv("drain", 30, num_players=3, seed=4, opponents="random"))
    mean, _ = evaluate_policy(Scripted(), venv, n_eval_episodes=1500)
    result = play_match("drain", "scripted", "random", 1500, 3, seed=1)
    ranks = SelfPlayVecEnv("drain", 30, num_players=3, seed=5, opponents="random", reward="win")
    wins, _ = evaluate_policy(Scripted(), VecMonitor(ranks), n_eval_episodes=1500)
    assert -1 <= mean <= 1
    assert wins == pytest.approx((3 * result.win_share - 1) / 2, abs=0.08)  # reward "win" is linear in the share


def test_plain_maskable_ppo_learns_against_opponents():
    venv = SelfPlayVecEnv("drain", 16, num_players=2, seed=1, opponents="random")
    model = MaskablePPO("MlpPolicy", venv, n_steps=64, batch_size=256, gamma=1.0, seed=1, device="cpu")
    model.learn(4096)
    mean, _ = evaluate_policy(model, VecMonitor(venv), n_eval_episodes=64)
    assert -1 <= mean <= 1


def test_opponents_of_ones_own():
    class Highest:
        asked = 0

        def act(self, observations, masks, rng):
            Highest.asked += len(masks)
            return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    venv = SelfPlayVecEnv("drain", 4, num_players=3, seed=4, opponents=Highest())
    venv.reset()
    venv.step(legal(venv))
    assert Highest.asked >= 8


def test_batch_is_as_the_constructor_says():
    venv = SelfPlayVecEnv("drain", 4, num_players=3, seed=4, num_threads=2, reward="score", pile=9)
    assert isinstance(venv.batch, Batch) and venv.batch.reward == "score" and venv.batch.num_threads == 2
    assert venv.batch.settings[0].as_dict()["pile"] == 9


# ---------------------------------------------------------------- forced decisions


def forced_share(venv: SelfPlayVecEnv, steps: int = 300) -> tuple[float, float]:
    """The share of decisions with one legal action, and the mean return of a game for all seats together."""
    venv.reset()
    forced = asked = games_over = 0
    paid = 0.0
    for _ in range(steps):
        masks = venv.action_masks()
        forced, asked = forced + int((masks.sum(axis=1) == 1).sum()), asked + len(masks)
        *_, dones, _ = venv.step(legal(venv))
        paid, games_over = paid + float(venv.last_rewards.sum()), games_over + int(dones.sum())
    return forced / asked, paid / games_over


def test_forced_decisions_are_skipped():
    """The learner is never asked where there is no choice, and no reward is lost for it."""
    plain = SelfPlayVecEnv("drain", 16, num_players=3, seed=4, reward="score")
    short = SelfPlayVecEnv("drain", 16, num_players=3, seed=4, reward="score", skip_forced=True)
    assert short.batch.skip_forced and not plain.batch.skip_forced
    (before, usual), (after, same) = forced_share(plain), forced_share(short)
    assert before > 0.02 and after == 0
    assert same == pytest.approx(usual, abs=1.5)


@pytest.mark.parametrize("reward", ["rank", "score"])
def test_learners_get_the_rewards_of_skipped_decisions(reward):
    """Against opponents: what the learner gets in a game is what the engine's plain game pays its seat."""
    venv = SelfPlayVecEnv("drain", 6, num_players=3, seed=11, opponents="random", reward=reward, skip_forced=True)
    venv.reset()
    sums, learners, ended = np.zeros(6), venv.learners.copy(), 0
    while ended < 100:
        _, rewards, dones, infos = venv.step(legal(venv))
        assert (venv.action_masks().sum(axis=1) > 1).all()
        sums += rewards
        for i in np.flatnonzero(dones):
            known = GAME.observation.explain(infos[i]["terminal_observation"])
            if reward == "score":  # own stones (0 for the last to take, of whom the view does not tell) and the card
                card, stones = int(known["card"]), int(known["stones"][0])
                assert round(float(sums[i])) in (card, card + stones)
            else:
                assert -1 <= sums[i] <= 1
            sums[i], learners[i], ended = 0, venv.learners[i], ended + 1


# ---------------------------------------------------------------- whose rewards


def test_a_trainer_that_mixes_the_seats_is_warned():
    with pytest.warns(UserWarning, match="different seats"):
        MaskablePPO("MlpPolicy", SelfPlayVecEnv("drain", 4, num_players=3, seed=1), n_steps=8, batch_size=8).learn(8)


def test_trainers_that_credit_the_right_seat_are_not(recwarn):
    for venv in (
        SelfPlayVecEnv("drain", 4, num_players=1, seed=1),
        SelfPlayVecEnv("drain", 4, num_players=3, seed=1, opponents="random"),
    ):
        MaskablePPO("MlpPolicy", venv, n_steps=8, batch_size=8).learn(8)
    SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 4, num_players=3, seed=1), n_steps=8, batch_size=8).learn(8)
    assert not [warning for warning in recwarn if "different seats" in str(warning.message)]
