"""Records, bytes and pickles from outside the process: refused by ``BadState`` with everything as it was, or playable.

Single numbers and bytes of real records are changed, in all games and through every door. Run it with
``NUMBA_BOUNDSCHECK=1`` and a ``NUMBA_CACHE_DIR`` of its own to see that no rule leaves an array.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import meeplezoo
from meeplezoo import BadState
from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine.aec import GameEnv
from meeplezoo.envs.engine.batch import Batch
from meeplezoo.envs.engine.records import raw_bytes, raw_words

from driving import games, play
from toys.drain import GAME as DRAIN

registry.add_game(DRAIN)
#: Games whose records are checked to the last: whatever passes plays on to its end.
ALL = [DRAIN, *games()]
over_all = pytest.mark.parametrize("game", ALL, ids=lambda g: g.id)
TRIES = 100
FUZZED = 100_000  # over all games and doors


# ---------------------------------------------------------------- material


@cache
def material(game):
    """Environments in the middle of real games and at their ends: random ones, the bot's, and mixed."""
    found = []
    for seed, (count, share) in enumerate((n, s) for n in game.player_counts for s in (0.0, 0.5, 1.0)):
        for reward in ("rank", "score"):
            env = meeplezoo.make(game, num_players=count, reward=reward)
            env.reset(seed=seed)
            actions = [action for _, action in play(game, env.states, seed, share)]
            stops = {0, 1, len(actions) // 3, 2 * len(actions) // 3, len(actions) - 1, len(actions)}
            for step, action in enumerate([*actions, None]):
                if step in stops:
                    found.append(env.clone())
                if action is not None:
                    env.step(action)
    return found


def spoilt(draw, states):
    """A copy of one record with one number or one byte changed."""
    changed = states.copy()
    if draw.random() < 0.5:
        words = raw_words(changed)[0]
        k = int(draw.integers(len(words)))
        near = int(words[k]) + int(draw.choice([-2, -1, 1, 2]))
        far = int(draw.choice([-1, 0, 1, 2, 3, 7, 99, 10**6, -(1 << 31), (1 << 31) - 1]))
        words[k] = np.int64(near if draw.random() < 0.6 else far).astype(np.int32)
    else:
        data = raw_bytes(changed)[0]
        data[int(draw.integers(len(data)))] ^= 1 << int(draw.integers(8))
    return changed


def packed(head, body):
    """Bytes with a right checksum."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    checked = len(text).to_bytes(4, "little") + text + body
    return b"MEEPLEZOO1" + hashlib.sha256(checked).digest() + checked


def opened(state):
    """Head and body of saved bytes."""
    size = int.from_bytes(state[42:46], "little")
    return json.loads(state[46 : 46 + size]), state[46 + size :]


def forged(env, states, cut=True):
    """Saved bytes with another record; ``cut``: without the actions, which would give it away."""
    head, _ = opened(env.get_state())
    if cut:
        size = env.setting.num_players if env.reward == "score" else 0
        head |= {"seed": None, "actions": None, "gained": [0] * size, "unread": [0] * size}
    return packed(head, states.tobytes())


def all_of(thing):
    """Everything that an environment or a batch holds, as bytes; for comparing before and after."""
    kept = {k: v for k, v in vars(thing).items() if k not in ("game", "_spaces", "_view_at", "_step_at", "_workers")}
    return pickle.dumps(kept)


def play_on(env, draw):
    """Plays to the end by any action."""
    while not env.over:
        legal = env.legal_actions()
        assert legal
        env.step(int(draw.choice(legal)))
    while env.agents:
        env.last()
        env.step(None)
    env.text(env.possible_agents[0])
    env.state()


# ---------------------------------------------------------------- doors


def through_set_state(env, states, draw):
    target = env.clone()
    before = all_of(target)
    try:
        target.set_state(forged(env, states, cut=draw.random() < 0.8))
    except BadState:
        assert all_of(target) == before
        return 0
    play_on(target, draw)
    return 1


def through_restore(env, states, draw):
    try:
        found = meeplezoo.restore(forged(env, states), reward="score", skip_forced=bool(draw.random() < 0.5))
    except BadState:
        return 0
    play_on(found, draw)
    return 1


def through_pickle(env, states, draw):
    state = env.__getstate__() | {"position": forged(env, states)}
    found = object.__new__(GameEnv)
    try:
        found.__setstate__(state)
    except BadState:
        return 0
    play_on(found, draw)
    return 1


def through_set_states(env, states, draw):
    games = Batch(env.game, 3, num_players=env.setting.num_players, seed=1, **env.setting.as_dict())
    games.step(games.random_actions())
    wide = games.states
    at = int(draw.integers(3))
    raw_bytes(wide)[at] = raw_bytes(states)[0]
    before = all_of(games)
    try:
        games.set_states(wide if draw.random() < 0.5 else states)
    except BadState:
        assert all_of(games) == before
        return 0
    play_out(games)
    return 1


def play_out(games):
    running = np.ones(len(games), bool)
    for _ in range(games.game.max_decisions + 1):
        games.step(games.random_actions(), where=running)
        running &= ~games.dones
        if not running.any():
            return
    raise AssertionError("the games do not end")


def through_pickle_of_a_batch(env, states, draw):
    games = Batch(env.game, 2, num_players=env.setting.num_players, seed=1, **env.setting.as_dict())
    state = games.__getstate__()
    raw_bytes(state["arrays"]["states"])[1] = raw_bytes(states)[0]
    found = object.__new__(Batch)
    try:
        found.__setstate__(state)
    except BadState:
        return 0
    play_out(found)
    return 1


DOORS = [through_set_state, through_restore, through_pickle, through_set_states, through_pickle_of_a_batch]


def fuzz(game, door, tries, seed):
    draw, passed = np.random.default_rng(seed), 0
    envs = material(game)
    for number in range(tries):
        env = envs[int(draw.integers(len(envs)))]
        passed += door(env, spoilt(draw, env._states), draw)
        if number % 10 == 0 and (not env.over or door in DOORS[:3]):
            assert door(env, env.states, draw) == 1, "a record as it is passes"
    return passed


@pytest.mark.parametrize("door", DOORS, ids=lambda d: d.__name__)
@over_all
def test_a_changed_record_is_refused_or_playable(game, door):
    assert fuzz(game, door, TRIES, 1) < TRIES, "most changes are noticed"


@pytest.mark.fuzz
@pytest.mark.parametrize("door", DOORS, ids=lambda d: d.__name__)
@over_all
def test_a_hundred_thousand_changed_records(game, door):
    fuzz(game, door, FUZZED // (len(ALL) * len(DOORS)) + 1, 2)


@over_all
def test_blank_and_random_records_are_refused(game):
    env, draw = material(game)[0], np.random.default_rng(3)
    for data in (np.zeros(game.dtype.itemsize, np.uint8), *draw.integers(0, 256, (20, game.dtype.itemsize), np.uint8)):
        states = env.states
        raw_bytes(states)[0] = data
        for door in DOORS:
            assert door(env, states, draw) == 0


# ---------------------------------------------------------------- heads


def started(**kwargs):
    env = GameEnv("drain", num_players=3, **kwargs)
    env.reset(seed=4)
    env.reset()
    for _ in range(3):
        env.step(env.legal_actions()[0])
    return env


ENDED = {"illegal": [0, 2]}
HEADS = {
    "game": [3, None, "none", "meeplezoo/drain-v0", ["drain"], "china"],
    "version": [1, "0", None, False],
    "layout": ["", 3, None],
    "num_players": [0, 2, 4, "3", 3.0, None, True],
    "options": [{}, None, [], {"pile": 22}, {"reward": "score"}, {"pile": {}}, {"num_players": 3}, "x"],
    "reset_base": [-1, 1 << 63, 1.5, "4", None, True, []],
    "resets": [-1, 1 << 40, None, "1", 0.5],
    "seed": [None, -1, 1 << 63, 5, "5", 1.0, True],
    "actions": [None, [], [0, 0], [0, 0, 0, 0], [0, 0, 3], [0, 0, -1], [0, 0, 1], [0, 0, True], [0, 0, "0"], "000", {}],
    "illegal": [[0, 1], [1, 2], [0], "x", [0, 99], [True, 1], [0.0, 2], [0, 0], 5],
    "left": [1, 3, 4, -1, None, "0", 0.0],
    "reward": ["money", None, 2, []],
    "gained": [[0], None, [0.5, 0, 0], "x", [1 << 40, 0, 0]],
    "unread": [[0, 0], None, {}, 7],
}


@pytest.mark.parametrize("name", HEADS)
def test_a_forged_head_is_refused(name):
    env = started()
    head, body = opened(env.get_state())
    for value in HEADS[name]:
        before = all_of(env)
        for door in (env.set_state, meeplezoo.restore):
            with pytest.raises(BadState) as caught:
                door(packed(head | {name: value}, body))
            said = str(caught.value)
            assert "drain" in said or name in said or repr(value) in said
            assert "allowed" in said or "needed" in said or "this environment" in said or "cannot be made here" in said
        assert all_of(env) == before
    assert meeplezoo.restore(packed(head, body)).get_state() == env.get_state()


@pytest.mark.parametrize("name", ["gained", "unread"])
@pytest.mark.parametrize("value", [[0, 0], [0, 0, 0.5], [0, 0, True], [0, 0, 1 << 31], None, [0, 0, None]])
def test_forged_points_of_a_redealt_game(name, value):
    env = started(reward="score")
    env.redeal("player_1", 3)
    head, body = opened(env.get_state())
    assert meeplezoo.restore(packed(head, body), reward="score").get_state() == env.get_state()
    with pytest.raises(BadState, match=name):
        env.set_state(packed(head | {name: value}, body))


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"", "cannot be read"),
        (b"{", "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": -Infinity}', "Infinity"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "cannot be read"),
        (b"null", "entries"),
        (b"[]", "entries"),
        (b"{}", "entries"),
    ],
)
def test_a_head_that_is_none(head, words):
    env = started()
    before = all_of(env)
    for door in (env.set_state, meeplezoo.restore):
        with pytest.raises(BadState, match=words):
            door(packed(head, b""))
    assert all_of(env) == before


def test_heads_with_entries_missing_or_added():
    env = started()
    head, body = opened(env.get_state())
    for name in head:
        with pytest.raises(BadState, match="entries"):
            env.set_state(packed({k: v for k, v in head.items() if k != name}, body))
    with pytest.raises(BadState, match="entries"):
        env.set_state(packed(head | {"agents": ["player_0"]}, body))


def test_lengths_that_do_not_fit():
    env = started()
    head, body = opened(env.get_state())
    for wrong in (b"", body[:-4], body + b"\0\0\0\0", body * 2):
        with pytest.raises(BadState, match="record"):
            env.set_state(packed(head, wrong))
    checked = (1 << 31).to_bytes(4, "little") + json.dumps(head).encode() + body
    with pytest.raises(BadState, match="cannot be read"):
        env.set_state(b"MEEPLEZOO1" + hashlib.sha256(checked).digest() + checked)


def test_options_must_be_those_of_the_record():
    """The head says one start, the record another; without its actions nothing else would tell."""
    short = GameEnv("drain", num_players=3, pile=11)
    short.reset(seed=1)
    with pytest.raises(BadState, match="start = 11; allowed: 21"):
        started().set_state(forged(started(), short.states))


def test_actions_must_lead_to_the_record():
    env, other = started(), started()
    other.step(other.legal_actions()[0])
    head, _ = opened(env.get_state())
    _, body = opened(other.get_state())
    with pytest.raises(BadState, match="actions"):
        env.set_state(packed(head, body))
    longer, _ = opened(other.get_state())
    longer["actions"][-1] = 1
    with pytest.raises(BadState, match="to which seed and actions lead"):
        env.set_state(packed(longer, body))


def test_the_message_names_game_field_value_and_what_is_allowed():
    env = started()
    states = env.states
    states["seat"] = 10**6
    games = Batch("drain", 2, num_players=3, seed=1)
    for door in (games.set_states, DRAIN.check, lambda s: env.set_state(forged(env, s))):
        with pytest.raises(BadState, match=r"record 0 is no position of drain: seat = 1000000; allowed: 0 to 2"):
            door(states)
    for show in (DRAIN.show, DRAIN.why_illegal):
        with pytest.raises(BadState, match="seat = 1000000"):
            show(states, 0, 0)
        for i in (1, -1, 10**9, 0.5, None, True):
            with pytest.raises(BadState, match="no record"):
                show(env.states, i, 0)


# ---------------------------------------------------------------- what follows from the record


@pytest.mark.parametrize("game", ALL, ids=lambda g: g.id)
@pytest.mark.parametrize("kind", ["rank", "win", "score"])
def test_a_position_pays_by_the_rewards_of_whoever_takes_it(game, kind):
    """What was paid before is not paid again, in whatever kind the game was saved."""
    for env in material(game):
        other = meeplezoo.restore(env.get_state(), reward=kind)
        twin = meeplezoo.make(game, num_players=env.setting.num_players, reward=kind)
        twin.reset(seed=env.game_seed)
        for action in env._log:
            twin.step(action)
        assert (other.rewards, other._cumulative_rewards) == (twin.rewards, twin._cumulative_rewards)
        if not env.over:
            action = env.legal_actions()[-1]
            other.step(action)
            twin.step(action)
        assert (other.rewards, other.infos, other.terminations) == (twin.rewards, twin.infos, twin.terminations)


def test_bookkeeping_is_not_in_the_bytes():
    head, _ = opened(started().get_state())
    assert not {"agents", "agent_selection", "terminations", "truncations", "infos", "rewards"} & set(head)


def test_a_pickled_batch_with_forged_arrays():
    games = Batch("drain", 3, num_players=(2, 3), seed=1, reward="score")
    for _ in range(30):
        games.step(games.random_actions())

    def take(**changes):
        state = games.__getstate__()
        for name, value in changes.items():
            if name in state["arrays"]:
                state["arrays"][name] = value(state["arrays"][name])
            else:
                state[name] = value(state[name])
        object.__new__(Batch).__setstate__(state)

    take()

    def put(index, value):
        def change(array):
            array[index] = value
            return array

        return change

    wrong = {
        "episodes": [put(0, -1), put(1, 5), put(0, 1 << 40), lambda a: a[:2], lambda a: a.tolist(), lambda a: None],
        "seeds": [put(0, 3), put(2, -2), lambda a: a.astype(np.float64)],
        "before": [put((0, 0), 1 << 40), lambda a: a[:, :1]],
        "rewards": [put((0, 0), np.nan), put((0, 1), np.inf)],
        "rng": [put(slice(None), 0), lambda a: a[:3]],
        "truncated": [put(0, True)],
        "final_observations": [put((0, 0, 0), np.nan)],
        "states": [lambda a: a[:0], lambda a: a.view(np.uint8), lambda a: np.concatenate([a, a])],
        "seed": [lambda s: -1, lambda s: "1", lambda s: s + 1],
        "num_games": [lambda n: 10**15, lambda n: 2, lambda n: "3"],
        "num_players": [lambda n: (2,), lambda n: (), lambda n: (2, 9), lambda n: 3],
        "options": [lambda o: ({}, {"pile": 99}), lambda o: None],
        "arguments": [lambda a: {}, lambda a: a | {"reward": "x"}, lambda a: None],
        "game": [lambda g: "none", lambda g: 3],
    }
    games._arrays["dones"][0] = False
    for name, changes in wrong.items():
        for k, change in enumerate(changes):
            if name == "arguments" and k == 0:
                continue  # all of them have defaults
            with pytest.raises(BadState):
                take(**{name: change})
                pytest.fail(f"{name}: change {k} was taken")


def test_a_pickled_environment_with_forged_entries():
    env = started()
    env.action_space("player_0").seed(3)
    state = env.__getstate__()
    wrong = {
        "game": ["none", 5],
        "num_players": [9, "3"],
        "options": [{"pile": 99}, None],
        "arguments": [{"reward": "x"}, {"colour": 1}, None],
        "resets": [(-1, 0), (1, -1), None, (1,), ("a", 0)],
        "generators": [
            None,
            {("action", "player_0"): ({},)},
            {"x": 1},
            {("action", "player_0"): ({"bit_generator": "MT"},)},
        ],
        "position": [b"x", 5],
    }
    for name, values in wrong.items():
        for value in values:
            with pytest.raises(BadState):
                object.__new__(GameEnv).__setstate__(state | {name: value})
    for name in state:
        with pytest.raises(BadState):
            object.__new__(GameEnv).__setstate__({k: v for k, v in state.items() if k != name})


def test_nothing_leaves_an_array(tmp_path):
    """The toy's doors with every index checked, in a process and a cache of its own."""
    code = (
        "import test_records_from_outside as t\nfor door in t.DOORS:\n    t.fuzz(t.DRAIN, door, 300, 5)\nprint('clean')"
    )
    here = str(Path(__file__).resolve().parent)
    env = {**os.environ, "PYTHONPATH": here, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout.strip() == "clean", done.stderr[-2000:]
