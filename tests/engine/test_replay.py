"""Replays: what is written can be read and verified; what was edited is noticed."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine import replay as module
from meeplezoo.envs.engine.aec import GameEnv
from meeplezoo.envs.engine.errors import BadOption, BadReplay, UnknownAgent
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


# ---------------------------------------------------------------- what is no replay


NONSENSE = {
    "game": [None, b"drain", "nosuch", "", 3, ["drain"], GAME, "drain-v1"],
    "version": [None, 1, -1, "0", 0.0, False, 10**5000],
    "num_players": [None, 0, 4, -1, "3", 3.0, True, 2**70, [3]],
    "options": [None, [], "pile", {}, {"pile": 17}, {"nosuch": 1}, {3: 4}, {b"pile": 1}, {"pile": float("nan")}],
    "seed": [None, -1, 2**63, 10**5000, "5", 5.0, True, np.array([5, 6])],
    "actions": [
        *(
            None,
            0,
            "012",
            b"\0",
            {0: 1},
            ((0,),),
            (0,) * 10**5,
            np.zeros((1, 1), int),
            np.zeros(1),
            np.array(0),
            iter([0]),
        ),
        *((value,) for value in (-1, 3, 2**63, 10**5000, 0.0, None, "0", True)),
    ],
    "seats": [None, 0, "012", (), (3,), (-1,), (None,), (0,) * 99],
    "over": [None, 0, 1, "True", np.int64(1), np.array([True])],
    "scores": [None, 0, (), (1, 2), (1, 2, 3, 4), (1, 2, None), (1, 2, 3.0), (1, 2, 2**63), ("1", "2", "3"), {1, 2, 3}],
    "state": [None, "", "0" * 31, "0" * 33, "Z" * 32, "0" * 32 + "\n", b"0" * 32, 0],
    "agents": [None, [], "bob", {"player_0": 1}, {"player_3": "bob"}, {0: "bob"}, {"bob": "player_0"}],
}


@pytest.mark.parametrize(("name", "k"), [(name, k) for name, values in NONSENSE.items() for k in range(len(values))])
def test_a_hand_made_replay_is_refused_before_any_rule_runs(name, k, monkeypatch, tmp_path):
    """Where it is made; and by every method, when it came about without the constructor."""
    replay, value = played().replay(), NONSENSE[name][k]
    forged = dataclasses.replace(replay)
    object.__setattr__(forged, name, value)
    monkeypatch.setattr(module, "_play", lambda *_: pytest.fail("a rule ran"))
    with pytest.raises(BadReplay) as caught:
        dataclasses.replace(replay, **{name: value})
    assert 20 < len(str(caught.value)) < 1500
    file = tmp_path / "game.json"
    for use in (forged.verify, lambda: forged.seen_by(0), lambda: forged.write(file)):
        with pytest.raises(BadReplay):
            use()
    assert not list(tmp_path.iterdir())


def test_every_entry_has_its_nonsense():
    assert set(NONSENSE) == {f.name for f in dataclasses.fields(Replay)}


def test_whole_numbers_of_any_kind_become_plain_ones(tmp_path):
    replay = played().replay()
    again = dataclasses.replace(
        replay,
        version=np.int8(replay.version),
        num_players=np.uint8(replay.num_players),
        seed=np.uint64(replay.seed),
        actions=np.array(replay.actions, np.int32),
        seats=[np.int64(seat) for seat in replay.seats],
        over=np.bool_(replay.over),
        scores=list(replay.scores),
    )
    assert again == replay and again.verify().shape == (1,)
    assert {type(number) for number in (*again.actions, *again.seats, *again.scores, again.seed)} == {int}
    again.write(tmp_path / "game.json")


def test_a_replay_holds_dictionaries_of_its_own():
    agents = {"player_0": "bob"}
    replay = played().replay(agents)
    again = dataclasses.replace(replay)
    agents["player_9"] = again.options["pile"] = 3
    assert replay.verify().shape == (1,)
    with pytest.raises(BadReplay, match="pile"):
        again.verify()


def test_a_view_of_a_seat_that_does_not_play():
    replay = played().replay()
    for seat in (3, -1, None, "0", "player_3", b"player_0", 0.0, True, [0], np.array([0, 1]), 10**5000):
        with pytest.raises(BadReplay, match="does not take part; allowed: 0 to 2, or player_0 to player_2"):
            replay.seen_by(seat)


def test_a_view_of_a_seat_by_number_or_name():
    replay = played().replay()
    assert replay.seen_by(1) == replay.seen_by(np.int64(1)) == replay.seen_by("player_1")
    assert type(replay.seen_by(np.int64(1))["seat"]) is int


def test_a_view_asks_for_the_version(monkeypatch):
    replay = played().replay()
    monkeypatch.setattr(registry, "_GAMES", {**registry._GAMES, GAME.id: dataclasses.replace(GAME, version=7)})
    for use in (replay.verify, lambda: replay.seen_by(0)):
        with pytest.raises(BadReplay, match="version 0, this is version 7"):
            use()


# ---------------------------------------------------------------- files


BAD_FILES = {
    "nested": b"[" * 10**5,
    "nested deeper": b'{"a":' * 10**6,
    "twice": b'{"format": 1, "format": 1}',
    "digits": b'{"seed": ' + b"9" * 10**5 + b"}",
    "infinite": b'{"seed": 1e999}',
    "constant": b'{"seed": NaN}',
    "no utf-8": b'{"game": "\xff"}',
    "utf-16": '{"game": "drain"}'.encode("utf-16"),
    "surrogate": b'{"game": "\\ud800"}',
    "long": b" " * (1 << 24) + b"{}",
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_files_that_are_no_json_of_ours(kind, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(BAD_FILES[kind])
    with pytest.raises(BadReplay, match=r"game\.json is not a replay") as caught:
        Replay.read(path)
    assert len(str(caught.value)) < 1500


def test_numbers_stay_short_where_python_would_take_them(tmp_path):
    """Python's own limit of 4,300 digits can be switched off."""
    played().replay().write(tmp_path / "game.json")
    text = (tmp_path / "game.json").read_text()
    (tmp_path / "game.json").write_text(text.replace('"seed": 5', '"seed": ' + "5" * 4000))
    with pytest.raises(BadReplay, match="too large a number"):
        Replay.read(tmp_path / "game.json")


def test_more_decisions_than_the_game_can_have(tmp_path):
    path = tmp_path / "game.json"
    played().replay().write(path)
    edit(path, decisions=[[0, 0, "take 1"]] * (GAME.max_decisions + 1))
    with pytest.raises(BadReplay, match=f"{GAME.max_decisions + 1} actions; allowed: at most {GAME.max_decisions}"):
        Replay.read(path)


def test_what_is_no_file_is_not_waited_for(tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with pytest.raises(BadReplay, match=f"{name} cannot be read: it is no file"):
            Replay.read(tmp_path / name)
    with pytest.raises(BadReplay, match="cannot be read: No such file"):
        Replay.read(tmp_path / "missing.json")
    with pytest.raises(BadReplay, match="cannot be read: Not a directory"):
        (tmp_path / "file").touch()
        Replay.read(tmp_path / "file" / "game.json")


@pytest.mark.parametrize("path", [None, 0, 3.5, [], {"a": 1}, "a\0b", "\ud800", object()])
def test_what_is_no_path(path):
    for use in (Replay.read, played().replay().write):
        with pytest.raises(BadOption, match="is no path"):
            use(path)


def test_writing_where_nothing_can_be_written_leaves_nothing(tmp_path, monkeypatch):
    replay = played().replay()
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "missing" / "game.json"):
        with pytest.raises(OSError):
            replay.write(path)
    monkeypatch.setattr(module, "MAX_BYTES", 100)
    with pytest.raises(BadReplay, match="at most 100 bytes"):
        replay.write(tmp_path / "game.json")
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


def test_a_write_that_breaks_off_keeps_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    replay = played().replay()
    replay.write(path)
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    for place in ("copymode", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(*((shutil, place, full) if place == "copymode" else (Path, place, full)))
            with pytest.raises(OSError, match="No space"):
                played(seed=6).replay().write(path)
        assert path.read_bytes() == before and [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_write_keeps_links_and_permissions_and_fills_pipes(tmp_path):
    replay = played().replay()
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    replay.write(str(link))
    assert link.is_symlink() and target.stat().st_mode & 0o777 == 0o640 and Replay.read(target) == replay
    if os.path.exists("/dev/full"):
        with pytest.raises(OSError, match="No space"):
            replay.write("/dev/full")
    replay.write(os.devnull)
    assert not Path(os.devnull).is_file()
    if os.geteuid():  # root may write everywhere
        target.chmod(0o400)
        with pytest.raises(PermissionError):
            replay.write(target)
