"""Every public argument of bots and wrappers: nonsense is one clear error, before anything is done."""

from __future__ import annotations

import inspect
import zipfile

import numpy as np
import pytest

from toys.drain import GAME, make_game

pytest.importorskip("sb3_contrib")

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

import meeplezoo.bots
import meeplezoo.wrappers
from meeplezoo.bots import NoisyBot, PolicyBot, RandomBot, play_match, policy_agent
from meeplezoo.envs.engine.errors import BadOption, BadState, BotError, IllegalAction, MeepleError
from meeplezoo.envs.engine.registry import add_game
from meeplezoo.wrappers import Checkpoints, MatchCallback, RunState, SelfPlayPPO, SelfPlayVecEnv, imitate

SIZE = meeplezoo.game("china").observation.size

add_game(GAME)
torch.set_num_threads(1)
NAN, INF = float("nan"), float("inf")

#: For each argument what is nonsense. The test below asks for all of them.
WRONG = {
    "SelfPlayVecEnv": {
        "game": ["drains", 7],
        "num_envs": [0, -1, 2.5, "many", None],
        "num_players": [9, 0, (), "two", (2, 9), 2.5],
        "seed": [-1, 2**63, 0.5, "one"],
        "opponents": ["nobody", 7, RandomBot, []],
        "reward": ["money", None, 1],
        "num_threads": [0, -1, 1.5],
        "skip_forced": [2, "yes", None],
        "options": [{"colour": 3}, {"pile": 99}, {"illegal": "raise"}],
    },
    "SelfPlayPPO": {
        "policy": [],  # Stable-Baselines3 names what it knows
        "env": [None, 7, "CartPole-v1", DummyVecEnv([lambda: gymnasium.make("CartPole-v1")])],
        "learning_rate": [0, -1, NAN, INF, "fast"],
        "n_steps": [0, -1, 1.5, None],
        "batch_size": [0, 1, -5, 2.5],
        "n_epochs": [0, -1, 1.5],
        "gamma": [-0.1, 1.1, NAN, "one", None],
        "gae_lambda": [-0.1, 1.1, NAN],
        "ent_coef": [-1, NAN, INF],
        "policy_kwargs": [],  # torch's and Stable-Baselines3's own
        "device": [],
        "more": [
            {"rollout_buffer_class": object},
            *({"seed": wrong} for wrong in (-1, 2**32, 0.5)),
            *({"vf_coef": wrong} for wrong in (-1, NAN)),
            *({name: wrong} for name in ("clip_range", "max_grad_norm", "target_kl") for wrong in (0, -1, NAN)),
        ],
    },
    "learn": {
        "total_timesteps": [0, -5, 1.5, None],
        "callback": [7, [7], "match"],
        "log_interval": [0, -1, 1.5],
        "tb_log_name": ["", None],
        "reset_num_timesteps": [None, "no"],
        "use_masking": [False, None],
        "progress_bar": [None, 2],
        "max_seconds": [0, -1, NAN, INF, "long"],
        "past_seconds": [-1, NAN, None],
    },
    "imitate": {
        "model": [None, "model", PPO("MlpPolicy", "CartPole-v1", device="cpu")],
        "bot": ["expert", 7, None, RandomBot],
        "decisions": [0, -1, 1.5, None],
        "epochs": [0, 1.5],
        "own": [-0.1, 1.1, NAN, "some", 0.98],  # together with noise above 1
        "noise": [-0.1, 1.1, NAN, None],
        "learning_rate": [0, -1, NAN, INF, None],
        "batch_size": [0, 1.5],
        "value_weight": [-1, NAN, None],
        "lesson": [0, 1.5],
        "max_seconds": [0, -1, NAN, "long"],
        "seed": [-1, 2**63, 0.5, None],
        "verbose": [-1, None, "loud"],
    },
    "MatchCallback": {
        "opponents": [[], "nobody", 7, None, ["random", "nobody"], [RandomBot]],
        "every": [0, -1, 1.5, None],
        "num_games": [0, -1, 1.5],
        "num_players": [0, -1, 1.5, "two"],
        "seed": [-1, 2**63, None],
        "deterministic": [None, 2],
        "history": [7, "past", {}],
        "min_seconds": [-1, NAN, INF, None],
        "verbose": [],  # Stable-Baselines3's own
    },
    "Checkpoints": {"folder": [None, 7, ""], "every": [0, -1, 1.5], "notes": [7, {}]},
    "PolicyBot": {"model": [None, "model.zip", 7], "deterministic": [None, 2], "name": [None, "", 7]},
    "PolicyBot.load": {"path": [None, 7], "deterministic": [None], "name": [None, ""]},
}


def make_model(players=3, game="drain", **more) -> SelfPlayPPO:
    return SelfPlayPPO("MlpPolicy", SelfPlayVecEnv(game, 4, num_players=players, seed=3), n_steps=8, seed=1, **more)


def call(name: str, argument: str, value) -> None:
    given = value if argument in ("options", "more") else {argument: value}
    if name == "SelfPlayVecEnv":
        SelfPlayVecEnv(**{"game": "drain", "num_envs": 2, **given})
    elif name == "SelfPlayPPO":
        SelfPlayPPO(**{"policy": "MlpPolicy", "env": SelfPlayVecEnv("drain", 2), **given})
    elif name == "learn":
        make_model().learn(**{"total_timesteps": 64, **given})
    elif name == "imitate":
        imitate(**{"model": make_model(), **given})
    elif name == "Checkpoints":
        Checkpoints(**{"folder": "here", **given})
    elif name == "PolicyBot":
        PolicyBot(**{"model": make_model(), **given})
    elif name == "PolicyBot.load":
        PolicyBot.load(**{"path": "nowhere.zip", **given})
    else:
        MatchCallback(**given)


CASES = [(name, a, value) for name, arguments in WRONG.items() for a, values in arguments.items() for value in values]


@pytest.mark.parametrize(("name", "argument", "value"), CASES, ids=lambda x: x if isinstance(x, str) else repr(x)[:30])
def test_nonsense_is_refused_before_anything_is_done(name, argument, value, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for module in ("match", "callbacks"):
        place = meeplezoo.bots.match if module == "match" else meeplezoo.wrappers.callbacks
        monkeypatch.setattr(place, "play_match", None)
    monkeypatch.setattr(SelfPlayPPO, "collect_rollouts", None)
    monkeypatch.setattr(meeplezoo.wrappers.imitation, "_play", None)
    with pytest.raises(MeepleError) as caught:
        call(name, argument, value)
    assert len(str(caught.value)) > 20 and not list(tmp_path.iterdir())


def test_no_argument_is_forgotten():
    functions = {
        "SelfPlayVecEnv": SelfPlayVecEnv.__init__,
        "SelfPlayPPO": SelfPlayPPO.__init__,
        "learn": SelfPlayPPO.learn,
        "imitate": imitate,
        "MatchCallback": MatchCallback.__init__,
        "Checkpoints": Checkpoints.__init__,
        "PolicyBot": PolicyBot.__init__,
        "PolicyBot.load": PolicyBot.load,
    }
    for name, function in functions.items():
        assert set(inspect.signature(function).parameters) - {"self"} == set(WRONG[name]), name
    elsewhere = {"play_match", "wilson_interval", "choose_action", "find_bot", "NoisyBot", "RandomBot", "ScriptedBot"}
    others = {"Bot", "MatchResult", "bot_name", "policy_agent", "RunState", "SeatRolloutBuffer"}
    public = {*meeplezoo.bots.__all__, *meeplezoo.wrappers.__all__}
    assert public == elsewhere | others | {name for name in functions if name not in ("learn", "PolicyBot.load")}


# ---------------------------------------------------------------- what only the game tells


@pytest.mark.parametrize("wrap", [lambda c: c, lambda c: [c], lambda c: CallbackList([c])])
@pytest.mark.parametrize("name", ["num_players", "opponents"])
def test_matches_that_the_game_does_not_have(name, wrap, tmp_path, monkeypatch):
    wrong = {name: 7} if name == "num_players" else {name: ["random", PolicyBot(china_model())]}
    model = make_model(tensorboard_log=str(tmp_path / "log"))
    monkeypatch.setattr(model, "collect_rollouts", None)
    with pytest.raises(BadOption, match=rf"num_players=7|sees {SIZE} numbers"):
        model.learn(64, callback=wrap(MatchCallback(**wrong)))
    assert model.num_timesteps == 0 and not (tmp_path / "log").exists()


def test_a_plain_trainer_is_told_before_its_first_rollout(monkeypatch):
    venv = SelfPlayVecEnv("drain", 4, num_players=3, opponents="random")
    model = MaskablePPO("MlpPolicy", venv, n_steps=8, batch_size=8, device="cpu")
    monkeypatch.setattr(model, "collect_rollouts", None)
    with pytest.raises(BadOption, match="num_players=7"):
        model.learn(64, callback=MatchCallback(num_players=7))


def test_a_game_without_scripted_bot():
    game = make_game("mute")
    object.__setattr__(game, "rules", {k: v for k, v in game.rules.items() if k != "choose"})
    venv = SelfPlayVecEnv(game, 4)
    model = SelfPlayPPO("MlpPolicy", venv, n_steps=8)
    for attempt in (
        lambda: SelfPlayVecEnv(game, 4, opponents="scripted"),
        lambda: imitate(model, "scripted", 100),
        lambda: model.learn(64, callback=MatchCallback("noisy")),
        lambda: play_match(game, "random", "scripted", 4),
    ):
        with pytest.raises(BadOption, match="no scripted bot"):
            attempt()
    assert model.num_timesteps == 0


def test_opponents_are_looked_at_before_the_games_are_made(monkeypatch):
    import meeplezoo.wrappers.sb3 as sb3

    bot = PolicyBot(china_model())
    monkeypatch.setattr(sb3, "Batch", None)
    with pytest.raises(BadOption, match=f"sees {SIZE} numbers and has 128 actions; drain has"):
        SelfPlayVecEnv("drain", 2, opponents=bot)


def china_model() -> SelfPlayPPO:
    return make_model(game="china")


def test_models_of_another_game_name_their_sizes(tmp_path):
    china_model().save(tmp_path / "china.zip")
    bot = PolicyBot.load(tmp_path / "china.zip")
    words = f"sees {SIZE} numbers and has 128 actions; drain has"
    for attempt in (
        lambda: play_match("drain", bot, "random", 4),
        lambda: play_match("drain", "random", NoisyBot(bot), 4),
        lambda: imitate(make_model(), bot, 100),
    ):
        with pytest.raises(BadOption, match=words):
            attempt()
    with pytest.raises(BadOption, match=rf"observations of shape \({SIZE},\) and 128 actions"):
        SelfPlayPPO.load(tmp_path / "china.zip", env=SelfPlayVecEnv("drain", 2))


def test_files_that_are_no_models(tmp_path):
    (tmp_path / "text.zip").write_text("no model")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("nothing", "here")
    PPO("MlpPolicy", "CartPole-v1", device="cpu").save(tmp_path / "plain.zip")
    whole = tmp_path / "whole.zip"
    make_model().save(whole)
    (tmp_path / "half.zip").write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    for name in ("text", "empty", "plain", "half"):
        for load in (PolicyBot.load, SelfPlayPPO.load):
            with pytest.raises(BadOption, match="is no model"):
                load(tmp_path / f"{name}.zip")
    with pytest.raises(FileNotFoundError):
        PolicyBot.load(tmp_path / "nowhere.zip")
    assert PolicyBot.load(whole).name == "policy"


def test_a_model_without_masks_is_no_bot():
    plain = PPO("MlpPolicy", "CartPole-v1", device="cpu")
    for make in (PolicyBot, policy_agent):
        with pytest.raises(BadOption, match="no masked policy"):
            make(plain)


@pytest.mark.parametrize("indices", [[4], 4, [-5], [0, 9]])
def test_games_that_do_not_exist(indices):
    venv = SelfPlayVecEnv("drain", 4, seed=1)
    for ask in (
        lambda: venv.get_attr("num_envs", indices),
        lambda: venv.env_method("action_masks", indices=indices),
        lambda: venv.env_is_wrapped(object, indices),
    ):
        with pytest.raises(BadOption, match="there are 4 games"):
            ask()


@pytest.mark.parametrize("actions", [None, [0, 0, 0], np.zeros(4), "go", np.zeros((4, 1), int), [0, 0, 0, 9]])
def test_actions_that_are_none(actions):
    venv = SelfPlayVecEnv("drain", 4, seed=1, opponents="random")
    before = venv.get_state()
    with pytest.raises(IllegalAction):
        venv.step(actions)
    again = SelfPlayVecEnv("drain", 4, seed=1, opponents="random")
    again.set_state(before)
    assert venv.batch.states.tobytes() == again.batch.states.tobytes()
    venv.step(RandomBot().act(venv.batch.observations, venv.batch.masks, np.random.default_rng(0)))


@pytest.mark.parametrize("seed", [-1, 2**63, 0.5, "one"])
def test_seeds_of_resets(seed):
    venv = SelfPlayVecEnv("drain", 4, seed=1)
    with pytest.raises(BadOption):
        venv.seed(seed)


# ---------------------------------------------------------------- bots that misbehave in training


class Odd:
    name = "odd"

    def __init__(self, answer):
        self.answer, self.calls = answer, 0

    def act(self, observations, masks, rng):
        self.calls += 1
        return self.answer(self, masks)


def failing_later(bot, masks):
    if bot.calls > 5:
        raise OSError("lost")
    return masks.argmax(axis=1)


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (lambda bot, masks: np.full(len(masks), -1), IllegalAction, "bot odd gave action -1 in seat"),
        (lambda bot, masks: masks.argmax(axis=1) + 0.5, IllegalAction, "type float64"),
        (lambda bot, masks: np.full(len(masks), 3), IllegalAction, "gave action 3 in seat"),
        (lambda bot, masks: 1 // 0, BotError, "bot odd raised ZeroDivisionError in seat"),
    ],
)
def test_teachers_and_opponents_are_checked(answer, kind, words):
    model = make_model()
    before = torch.nn.utils.parameters_to_vector(model.policy.parameters()).detach().numpy().copy()
    for attempt in (
        lambda: imitate(model, Odd(answer), 500),
        lambda: SelfPlayVecEnv("drain", 4, num_players=3, seed=1, opponents=Odd(answer)),
        lambda: model.learn(64, callback=MatchCallback([Odd(answer)])),
    ):
        with pytest.raises(kind, match=words) as caught:
            attempt()
        assert "of drain" in str(caught.value)
    after = torch.nn.utils.parameters_to_vector(model.policy.parameters()).detach().numpy()
    assert (before == after).all() and model.num_timesteps == 0


def test_a_teacher_that_ruins_its_views_teaches_the_same():
    class Vandal(Odd):
        def __init__(self):
            self.kept = []

        def act(self, observations, masks, rng):
            for array in self.kept:
                array.flags.writeable = True
                array[:] = 0
            self.kept += [observations, masks]
            return masks.argmax(axis=1)

    figures = []
    for bot in (Odd(lambda bot, masks: masks.argmax(axis=1)), Vandal()):
        figures.append(imitate(make_model(), bot, 2000, lesson=500))
        figures[-1].pop("seconds")
    assert figures[0] == figures[1] and figures[0]["accuracy"] > 0.9


def test_an_opponent_that_fails_leaves_an_environment_that_asks_for_a_reset():
    venv = SelfPlayVecEnv("drain", 4, num_players=3, seed=1, opponents=Odd(failing_later))
    rng = np.random.default_rng(0)
    with pytest.raises(BotError, match="raised OSError"):
        for _ in range(50):
            venv.step(RandomBot().act(venv.batch.observations, venv.batch.masks, rng))
    with pytest.raises(MeepleError, match=r"call reset\(\)"):
        venv.step(RandomBot().act(venv.batch.observations, venv.batch.masks, rng))
    with pytest.raises(BotError, match="raised OSError"):
        venv.reset()
    venv.opponents.answer = lambda bot, masks: masks.argmax(axis=1)
    venv.reset()
    venv.step(RandomBot().act(venv.batch.observations, venv.batch.masks, rng))


# ---------------------------------------------------------------- run states


def test_states_that_do_not_fit(tmp_path):
    venv = SelfPlayVecEnv("drain", 4, num_players=3, seed=1)
    state = venv.get_state()
    others = [
        SelfPlayVecEnv("drain", 5, num_players=3),
        SelfPlayVecEnv("drain", 4, num_players=2),
        SelfPlayVecEnv("drain", 4, num_players=3, pile=9),
        SelfPlayVecEnv("drain", 4, num_players=3, reward="win"),
        SelfPlayVecEnv("drain", 4, num_players=3, opponents="random"),
        SelfPlayVecEnv("china", 4, num_players=3),
    ]
    for other in others:
        before = other.batch.states.tobytes()
        with pytest.raises(BadState, match="are others than"):
            other.set_state(state)
        assert other.batch.states.tobytes() == before
    for wrong in (b"", b"nonsense", None, state[:50]):
        with pytest.raises(BadState, match="no games of a SelfPlayVecEnv"):
            venv.set_state(wrong)
    for name, content in (("empty.run", b""), ("text.run", b"nonsense")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadState, match="no state of a training run"):
            RunState.read(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        RunState.read(tmp_path / "nowhere.run")


def test_a_state_of_another_model_is_refused():
    model, later = make_model(), make_model()
    later.learn(64)
    with pytest.raises(BadState, match="do not belong together"):
        RunState.of(model).restore(later)
    scaled = SelfPlayPPO(
        "MlpPolicy", VecNormalize(SelfPlayVecEnv("drain", 4, num_players=3), norm_obs=False), n_steps=8
    )
    with pytest.raises(BadState, match="VecNormalize"):
        RunState.of(model).restore(scaled)
