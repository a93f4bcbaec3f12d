"""The AEC environment on the toy game: protocol, rewards, copies, bytes and errors."""

from __future__ import annotations

import copy
import json
import pickle

import cloudpickle
import numpy as np
import pytest
from pettingzoo.utils import wrappers

import meeplezoo
from meeplezoo import BadOption, BadState, IllegalAction, NotReset, UnknownAgent, UnknownGame
from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine.aec import GameEnv

from toys.drain import GAME

registry.add_game(GAME)


def make(seed=None, **kwargs):
    env = GameEnv(GAME, **{"num_players": 3, **kwargs})
    if seed is not None:
        env.reset(seed=seed)
    return env


def play(env, seed=0, steps=10**6):
    """Random play; the actions taken."""
    draw = np.random.default_rng(seed)
    taken = []
    while steps and env.legal_actions():
        taken.append(int(draw.choice(env.legal_actions())))
        env.step(taken[-1])
        steps -= 1
    return taken


def snapshot(env):
    """Everything a user can see."""
    seen = [env.agent_selection, list(env.agents), env.rewards, env.terminations, env.truncations, env.infos]
    views = [(o["observation"].tobytes(), o["action_mask"].tobytes()) for o in map(env.observe, env.possible_agents)]
    return repr(seen), views, [env.text(a) for a in env.possible_agents], env.states.tobytes(), env.get_state()


# ---------------------------------------------------------------- protocol


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1262", "Farama-Foundation/PettingZoo#1260")
def test_canonical_loop_ends_with_no_agents_and_one_terminal_view_each():
    """Farama-Foundation/PettingZoo#1262, Farama-Foundation/PettingZoo#1260: the steps of agents that are done."""
    env = make(3)
    terminal = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            assert agent not in terminal
            terminal[agent] = reward
            assert not observation["action_mask"].any() and set(info) == {"score", "rank", "card"}
            env.step(None)
        else:
            assert reward == 0 and info == {}
            env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert env.agents == []
    assert list(terminal) == ["player_0", "player_1", "player_2"]
    assert sum(terminal.values()) == 0


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1233")
def test_a_seat_that_moves_twice_is_selected_twice():
    """Farama-Foundation/PettingZoo#1233: several decisions in one turn."""
    env = make(1, pile=20)
    env.step(1)
    assert env.agent_selection == "player_0"
    env.step(1)
    assert env.agent_selection == "player_1"


def test_observations_are_fresh_and_off_turn_masks_are_zero():
    env = make(1)
    first = env.observe("player_0")
    first["observation"][:] = 7
    first["action_mask"][:] = 0
    assert env.observe("player_0")["action_mask"].tolist() == [1, 1, 1]
    off = env.observe("player_1")
    assert off["action_mask"].dtype == np.int8 and not off["action_mask"].any()
    assert env.observation_space("player_1").contains(off)


def test_spaces_are_the_same_objects_and_sample_takes_the_mask():
    env = make(1)
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert mask.flags.c_contiguous
    assert mask[env.action_space(env.agent_selection).sample(mask)] == 1


def test_state_is_all_views_in_seat_order():
    env = make(1)
    env.step(2)
    joined = np.concatenate([env.observe(a)["observation"] for a in env.possible_agents])
    assert np.array_equal(env.state(), joined) and env.state_space.contains(env.state())


def test_metadata():
    env = make()
    assert env.metadata["name"] == str(env) == "drain_v0"
    assert env.metadata["is_parallelizable"] is False


def test_over_and_seat():
    env = make(1, pile=5)
    seats = []
    while not env.over:
        assert env.possible_agents[env.seat] == env.agent_selection and type(env.seat) is int
        seats.append(env.seat)
        env.step(env.legal_actions()[-1])
    assert env.seat is None and env.over is True and seats == [0, 1]
    env.reset()
    assert env.over is False and env.seat == 0
    env = make(1, pile=5, illegal="terminate")
    env.step(2)
    env.step(2)
    assert env.over and env.seat is None
    for _ in range(3):
        env.step(None)
    assert env.over and env.seat is None and env.num_agents == 0


# ---------------------------------------------------------------- seeds


def test_reset_seed_plays_exactly_that_game():
    a, b = make(5), make()
    b.reset(seed=99)
    play(b, steps=3)
    b.reset(seed=5)
    assert a.states.tobytes() == b.states.tobytes()
    assert a.states.tobytes() == GAME.new(3, 5).tobytes()


def test_bare_resets_follow_from_the_seed():
    a, b = make(5), make(5)
    seen = []
    for env in (a, b):
        games = []
        for _ in range(4):
            env.reset()
            games.append(env.states.tobytes())
            play(env, steps=1)
        seen.append(games)
    assert seen[0] == seen[1]
    assert len(set(seen[0])) == 4


def test_bare_resets_continue_after_a_restore():
    a = make(5)
    a.reset()
    b = pickle.loads(pickle.dumps(a))
    a.reset()
    b.reset()
    assert a.states.tobytes() == b.states.tobytes()


def test_without_any_seed_games_differ():
    assert len({(env := make(), env.reset(), env.states.tobytes())[2] for _ in range(4)}) > 1


@pytest.mark.complaint("Kaggle/kaggle-environments#1242")
def test_the_seed_is_not_in_sight_of_the_agents():
    """Kaggle/kaggle-environments#1242: agents could read the seed; it belongs into the replay only."""
    env = make(123456789)
    play(env)
    assert "123456789" not in repr((env.infos, [env.observe(a) for a in env.possible_agents]))
    assert env.replay().seed == 123456789


# ---------------------------------------------------------------- rewards


@pytest.mark.parametrize(
    ("scores", "rank", "win"),
    [
        ([9, 4, 7], [1, -1, 0], [1, -0.5, -0.5]),
        ([7, 7, 3], [0.5, 0.5, -1], [0.25, 0.25, -0.5]),
        ([3, 7, 3], [-0.5, 1, -0.5], [-0.5, 1, -0.5]),
        ([5, 5, 5], [0, 0, 0], [0, 0, 0]),
    ],
)
def test_final_rewards_by_hand(scores, rank, win):
    states = GAME.new(3, 1)
    states["stones"][0, :3] = scores
    states["card"][0, :3] = 0
    out = np.zeros(3, np.float32)
    for kind, expected in enumerate((rank, win)):
        GAME.kernels.final_rewards(states, 0, kind, out)
        assert out.tolist() == expected


def test_solo_pays_points_over_the_target():
    states = GAME.new(1, 1)
    out = np.zeros(3, np.float32)
    for stones, reward in ((0, 0.0), (10, 0.5), (26, 1.0)):
        states["stones"][0, 0] = stones
        for kind in (0, 1):
            GAME.kernels.final_rewards(states, 0, kind, out)
            assert out.tolist() == [reward, 0, 0]


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
def test_summed_step_rewards_are_what_last_pays(reward):
    for seed in range(20):
        env = make(seed, reward=reward)
        collected = dict.fromkeys(env.possible_agents, 0.0)
        received = dict.fromkeys(env.possible_agents, 0.0)
        draw = np.random.default_rng(seed)
        for agent in env.agent_iter():
            _, paid, termination, truncation, _ = env.last()
            received[agent] += paid
            over = termination or truncation
            env.step(None if over else int(draw.choice(env.legal_actions())))
            if not over:
                for other, amount in env.rewards.items():
                    collected[other] += amount
        assert collected == pytest.approx(received)
        if reward == "score":
            assert received == pytest.approx({a: float(v) for a, v in env.scores().items()})
        else:
            assert sum(received.values()) == pytest.approx(0, abs=1e-6)


def test_a_cap_truncates_and_pays():
    env = make(1, cap=2)
    play(env)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert any(env.rewards.values()) and set(env.infos["player_0"]) == {"score", "rank", "card"}


# ---------------------------------------------------------------- copies


COPIES = {
    "clone": lambda env: env.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "cloudpickle": lambda env: pickle.loads(cloudpickle.dumps(env)),
    "bytes": lambda env: (other := make(99, reward=env.reward), other.set_state(env.get_state()))[0],
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("reward", ["rank", "score"])
def test_copies_are_exact_and_independent(way, reward):
    for steps in range(0, 12, 2):
        env = make(7, reward=reward)
        play(env, steps=steps)
        before = snapshot(env)
        other = COPIES[way](env)
        assert snapshot(other) == before
        play(other, seed=1)
        assert snapshot(env) == before, "playing the copy changed the original"
        play(env, seed=1)
        assert snapshot(other) == snapshot(env), "equal actions, other game"


def test_copies_in_the_middle_of_the_dead_steps():
    env = make(7)
    play(env)
    env.step(None)
    for way in COPIES.values():
        other = way(env)
        assert snapshot(other) == snapshot(env)
        other.step(None)
        assert other.agents == ["player_2"] and env.agents == ["player_1", "player_2"]


def test_copies_through_the_usual_wrappers():
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(make()))
    env.reset(seed=3)
    env.step(1)
    for way in (copy.deepcopy, COPIES["pickle"], COPIES["cloudpickle"]):
        other = way(env)
        assert other.unwrapped.states.tobytes() == env.unwrapped.states.tobytes()
        other.step(0)
        assert other.unwrapped.states.tobytes() != env.unwrapped.states.tobytes()


def test_a_pickle_holds_the_id_not_the_code():
    assert len(pickle.dumps(make(1))) < 3000
    assert pickle.loads(pickle.dumps(make())).game is GAME


@pytest.mark.complaint("sotetsuk/pgx#1043")
def test_redeal_changes_only_what_the_agent_cannot_see():
    """sotetsuk/pgx#1043: a planner that steps a copy sees the true luck to come, unless it is drawn anew."""
    env = make(3)
    cards = set()
    for seed in range(60):
        other = env.clone()
        other.redeal("player_1", seed)
        assert other.observe("player_1")["observation"].tobytes() == env.observe("player_1")["observation"].tobytes()
        cards.add(tuple(other.states["card"][0, :3].tolist()))
        assert other.game_seed is None and env.game_seed == 3
    mine = env.states["card"][0, 1]
    assert {c[1] for c in cards} == {mine} and len({c[0] for c in cards}) == 4


# ---------------------------------------------------------------- bytes


def test_foreign_and_damaged_bytes_are_refused_and_change_nothing():
    env = make(3)
    play(env, steps=2)
    good, before = env.get_state(), snapshot(env)
    bad = {
        "truncated": good[:-5],
        "short": good[:20],
        "flipped": good[:-1] + bytes([good[-1] ^ 1]),
        "longer": good + b"x",
        "foreign": b"PK\x03\x04" + good,
        "empty": b"",
    }
    for name, data in bad.items():
        with pytest.raises(BadState):
            env.set_state(data)
        assert snapshot(env) == before, name
    with pytest.raises(BadState, match="bytes"):
        env.set_state("text")


@pytest.mark.parametrize("other", [{"num_players": 2}, {"pile": 11}, {"cap": 9}])
def test_states_of_another_setting_are_refused(other):
    data = make(1, **other).get_state()
    with pytest.raises(BadState, match=next(iter(other)) if "num_players" in other else "options"):
        make(1).set_state(data)


def test_set_state_works_before_the_first_reset():
    env = make(4)
    play(env, steps=3)
    other = make()
    other.set_state(env.get_state())
    assert snapshot(other) == snapshot(env)


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize("action", [None, True, False, np.True_, 1.0, "1", [1], np.array([1]), -1, 3, 10**20, np.nan])
@pytest.mark.parametrize("illegal", ["raise", "terminate"])
def test_actions_of_the_wrong_type_or_range(action, illegal):
    env = make(1, illegal=illegal)
    before = snapshot(env)
    with pytest.raises(IllegalAction, match="allowed: 0 to 2") as caught:
        env.step(action)
    assert isinstance(caught.value, ValueError)
    assert snapshot(env) == before


@pytest.mark.parametrize("action", [1, np.int64(1), np.int32(1), np.uint8(1), np.array(1)])
def test_whole_numbers_of_any_kind_are_taken(action):
    env = make(1)
    env.step(action)
    assert env.states["pile"][0] == 19


def test_an_illegal_action_names_action_reason_and_alternatives():
    env = make(1, pile=5)
    env.step(2)
    before = snapshot(env)
    assert env.why_illegal(2) == "the pile has fewer stones" and env.why_illegal(0) is None
    with pytest.raises(
        IllegalAction, match=r"player_1: action 2 \(take 3\) is illegal: the pile has.*Legal: 0 \(take 1\)"
    ):
        env.step(2)
    assert snapshot(env) == before


def test_terminate_ends_the_game_at_the_culprits_cost():
    env = make(1, pile=5, illegal="terminate")
    env.step(2)
    env.step(2)
    assert env.rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0}
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert not any(env.observe(a)["action_mask"].any() for a in env.possible_agents)
    copied = env.clone()
    for each in (env, copied):
        for agent in list(each.agents):
            assert each.agent_selection == agent
            each.step(None)
    env.reset(seed=2)
    assert env.agents == env.possible_agents and env.agent_selection == "player_0" and env.legal_actions()


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
def test_terminate_pays_the_culprit_once_and_fills_the_infos(reward):
    env = make(1, pile=5, illegal="terminate", reward=reward)
    collected = dict.fromkeys(env.possible_agents, 0.0)
    received = dict.fromkeys(env.possible_agents, 0.0)
    for action in (0, 0, 0, 2):
        received[env.agent_selection] += env.last()[1]
        env.step(action)
        for agent, amount in env.rewards.items():
            collected[agent] += amount
    assert env.infos["player_0"]["illegal_action"] == 2 and "illegal_action" not in env.infos["player_1"]
    assert all({"score", "rank", "card"} <= set(info) for info in env.infos.values())
    for agent in list(env.agents):
        received[agent] += env.last()[1]
        env.step(None)
    assert received == collected


@pytest.mark.complaint("Farama-Foundation/PettingZoo#1262")
def test_steps_after_the_end():
    """Farama-Foundation/PettingZoo#1262: what is not None there is an error that says so."""
    env = make(1)
    play(env)
    with pytest.raises(IllegalAction, match="None"):
        env.step(0)
    for _ in range(3):
        env.step(None)
    for action in (0, None):
        with pytest.raises(IllegalAction, match="reset"):
            env.step(action)
    assert env.observe("player_0")["observation"].any()


@pytest.mark.parametrize("name", ["player_3", "bob", 0, None, ["player_0"]])
def test_unknown_agents(name):
    env = make(1)
    for call in (env.observe, env.text, env.action_space, env.observation_space, lambda a: env.redeal(a, 1)):
        with pytest.raises(UnknownAgent, match="player_0, player_1, player_2") as caught:
            call(name)
        assert isinstance(caught.value, KeyError)


def test_use_before_reset():
    env = make(render_mode="ansi")
    uses = [
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        env.last,
        env.render,
        env.state,
        env.get_state,
        env.scores,
        env.replay,
        env.legal_actions,
        lambda: env.states,
        lambda: env.agents,
        lambda: env.rewards,
        lambda: list(env.agent_iter()),
    ]
    for use in uses:
        with pytest.raises(NotReset, match="reset"):
            use()
    for name in ("agent_selection", "agents", "num_agents", "rewards", "infos", "states", "over", "seat"):
        assert not hasattr(env, name)
        with pytest.raises(NotReset, match=name):
            getattr(env, name)
    assert env.max_num_agents == 3 and env.possible_agents and not hasattr(env, "nothing")
    env.clone().reset(seed=1)
    with pytest.raises(NotReset):
        env.step(0)


@pytest.mark.parametrize(
    ("kwargs", "words"),
    [
        ({"pyle": 3}, "did you mean 'pile'.*known options: pile, cap, open_cards"),
        ({"pile": 4}, "5 to 25"),
        ({"pile": "21"}, "whole number"),
        ({"pile": True}, "whole number"),
        ({"open_cards": 1}, "False, True"),
        ({"open_cards": None}, "False, True"),
        ({"num_players": 4}, "allowed: 1, 2, 3"),
        ({"num_players": "3"}, "whole number"),
        ({"num_players": 2.0}, "whole number"),
        ({"reward": "money"}, "'rank', 'win', 'score'"),
        ({"illegal": "ignore"}, "'raise', 'terminate'"),
        ({"render_mode": "human3d"}, "'ansi'"),
        ({"max_cycles": 100}, "max_cycles.*26 decisions"),
    ],
)
def test_bad_constructor_arguments(kwargs, words):
    with pytest.raises(BadOption, match=words) as caught:
        make(**kwargs)
    assert isinstance(caught.value, (TypeError, ValueError))


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.5, "1", True])
def test_bad_seeds(seed):
    env = make(1)
    before = snapshot(env)
    with pytest.raises(BadOption, match="seed"):
        env.reset(seed=seed)
    assert snapshot(env) == before


def test_unknown_games():
    for name in ("drane", "drain-v1", "drain-vx", "meeplezoo/none-v0", 7):
        with pytest.raises(UnknownGame):
            meeplezoo.make(name)
    with pytest.raises(UnknownGame, match="did you mean 'drain'"):
        meeplezoo.make("drane")
    assert meeplezoo.make("meeplezoo/drain-v0").game is GAME


def test_text_of_actions():
    env = make(1)
    assert env.describe_action(2) == "take 3" and env.parse_action("take 3") == 2
    with pytest.raises(IllegalAction, match="'take 1'"):
        env.parse_action("take everything")


@pytest.mark.complaint("Farama-Foundation/PettingZoo#414")
def test_render(capsys):
    """Farama-Foundation/PettingZoo#414: text without a window."""
    env = make(1, render_mode="ansi")
    assert env.render() == GAME.text(env.states[0], None) and "?" not in env.render()
    play(env)
    for agent, score in env.scores().items():
        assert f"seat {agent[-1]}: score {score}, place {env.ranks()[agent] + 1}" in env.text("player_0").splitlines()
    culprit = make(1, pile=5, illegal="terminate")
    culprit.step(2)
    culprit.step(2)
    assert culprit.text("player_0").splitlines()[-1] == "ended here by an illegal action of player_1"
    env.reset(seed=1)
    assert env.text("player_1").count("?") == 2
    quiet = make(1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert quiet.render() is None
    assert capsys.readouterr().out == ""


def test_unknown_reset_options_are_ignored():
    env = make(1)
    env.reset(seed=1, options={"anything": 1})
    assert env.agents


def test_state_bytes_are_readable_json_and_hold_no_code():
    data = make(1).get_state()
    size = int.from_bytes(data[42:46], "little")
    assert json.loads(data[46 : 46 + size])["game"] == "drain"


def test_a_saved_game_comes_back_without_a_matching_environment():
    env = meeplezoo.make("drain", num_players=3, pile=15)
    env.reset(seed=4)
    env.step(env.legal_actions()[0])
    again = meeplezoo.restore(env.get_state(), render_mode="ansi")
    assert again.get_state() == env.get_state() and again.setting == env.setting and again.render_mode == "ansi"
    with pytest.raises(BadState, match="not a state"):
        meeplezoo.restore(b"something else")


@pytest.mark.parametrize(("given", "meant"), [("players", "num_players"), ("rewards", "reward"), ("piles", "pile")])
def test_a_misspelt_argument_is_guessed(given, meant):
    with pytest.raises(BadOption, match=f"did you mean '{meant}'"):
        meeplezoo.make("drain", **{given: 3})


def test_settings_compare():
    settings = [GAME.configure(3, {"pile": pile}) for pile in (15, 15, 20)]
    assert settings[0] == settings[1] != settings[2]
