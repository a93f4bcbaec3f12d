"""Replays: what is written can be read and verified; what was edited is noticed."""

from __future__ import annotations

import json

import numpy as np
import pytest

from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine.aec import GameEnv
from meeplezoo.envs.engine.errors import BadReplay, UnknownAgent
from meeplezoo.envs.engine.replay import Replay

from toys.drain import GAME

registry.add_game(GAME)


def played(seed=5, count=3, steps=99, **options):
    env = GameEnv(GAME, num_players=count, **options)
    env.reset(seed=seed)
    draw = np.random.default_rng(seed)
    while not any(env.terminations.values()) and steps:
        env.step(int(draw.choice(env.legal_actions())))
        steps -= 1
    return env


@pytest.mark.complaint("google-deepmind/open_spiel#1340")
def test_round_trip(tmp_path):
    """google-deepmind/open_spiel#1340: traces with names, readable actions and results that can be verified."""
    env = played(pile=17)
    replay = env.replay({"player_0": "random"})
    replay.write(tmp_path / "game.json")
    again = Replay.read(tmp_path / "game.json")
    assert again == replay
    assert again.verify().tobytes() == env.states.tobytes()
    assert again.scores == tuple(env.scores().values())
    assert again.over and again.options["pile"] == 17 and again.seed == 5


def test_one_line_per_decision_with_text(tmp_path):
    replay = played().replay()
    replay.write(tmp_path / "game.json")
    lines = (tmp_path / "game.json").read_text().splitlines()
    assert len(lines) == len(replay.actions) + 2
    seat, action, text = json.loads(lines[1].rstrip(","))
    assert (seat, action, text) == (0, replay.actions[0], GAME.actions.describe(replay.actions[0]))


def test_an_unfinished_game_and_no_decision_at_all(tmp_path):
    for steps in (0, 2):
        replay = played(steps=steps).replay()
        replay.write(tmp_path / "game.json")
        assert not Replay.read(tmp_path / "game.json").verify()["over"][0]


def test_a_game_of_a_later_bare_reset_replays(tmp_path):
    env = played()
    env.reset()
    env.step(env.legal_actions()[0])
    assert env.replay().verify().tobytes() == env.states.tobytes()


def test_a_redealt_game_has_no_replay():
    env = played(steps=2)
    env.redeal("player_0", 9)
    with pytest.raises(BadReplay, match="re-dealt"):
        env.replay()


def edit(path, **changes):
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data | changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 6}, "state|illegal"),
        ({"scores": [1, 2, 3]}, "scores"),
        ({"state": "0" * 32}, "state"),
        ({"over": False}, "over"),
        ({"num_players": 9}, "num_players=9"),
        ({"options": {"pile": 3}}, "pile"),
        ({"version": 1}, "version"),
    ],
)
def test_an_edited_replay_is_noticed(tmp_path, changes, words):
    path = tmp_path / "game.json"
    played().replay().write(path)
    edit(path, **changes)
    with pytest.raises(BadReplay, match=words):
        Replay.read(path).verify()


def test_an_illegal_or_swapped_decision_is_noticed(tmp_path):
    path = tmp_path / "game.json"
    played().replay().write(path)
    decisions = json.loads(path.read_text())["decisions"]
    edit(path, decisions=[*decisions, [0, 0, "take 1"]])
    with pytest.raises(BadReplay, match=f"decision {len(decisions) + 1}: action 0 is illegal"):
        Replay.read(path).verify()
    decisions[0][0] = 1
    edit(path, decisions=decisions)
    with pytest.raises(BadReplay, match="seats"):
        Replay.read(path).verify()
    decisions[0] = [0, 1, "take 3"]
    edit(path, decisions=decisions)
    with pytest.raises(BadReplay, match="decision 1"):
        Replay.read(path)


@pytest.mark.parametrize(
    "changes",
    [{"seed": -1}, {"seed": "5"}, {"decisions": "abc"}, {"decisions": [[0, 1]]}, {"agents": None}, {"options": []}],
)
def test_a_malformed_replay_is_refused(tmp_path, changes):
    path = tmp_path / "game.json"
    played().replay().write(path)
    edit(path, **changes)
    with pytest.raises(BadReplay, match=r"game\.json is not a replay"):
        Replay.read(path)


def test_agents_that_do_not_play_are_refused():
    with pytest.raises(UnknownAgent, match="player_9"):
        played().replay({"player_9": "bob"})


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", "{not json", '{"format": 1}', "\x00\x01"])
def test_other_files_are_refused(tmp_path, text):
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(BadReplay, match=r"game\.json is not a replay"):
        Replay.read(path)
    with pytest.raises(BadReplay, match=r"missing\.json cannot be read"):
        Replay.read(tmp_path / "missing.json")
    played().replay().write(path)
    edit(path, format=2)
    with pytest.raises(BadReplay, match="format 2"):
        Replay.read(path)
