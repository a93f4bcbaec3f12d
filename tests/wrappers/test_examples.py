"""The training scripts, on a toy game: what they leave behind, and going on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from meeplezoo.envs.engine.registry import add_game

from toys.drain import GAME

pytest.importorskip("sb3_contrib")
pytest.importorskip("matplotlib")
pytest.importorskip("tqdm")
add_game(GAME)


@pytest.fixture
def training(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    yield pytest.importorskip("training")
    sys.modules.pop("training", None)


def test_a_run_and_its_continuation(training, tmp_path, capsys):
    recipe = training.Recipe("drain", num_players=3, steps=4000, num_envs=16)
    common = ["--out", str(tmp_path), "--games", "30", "--curve-games", "9", "--pile", "15"]
    summary = training.run(recipe, common)
    assert summary["options"] == {"pile": 15} and summary["decisions"] >= 4000
    assert summary == json.loads((tmp_path / "result.json").read_text())
    assert [r["opponents"] for r in summary["results"]] == ["2 random", "2 scripted"]
    assert all(r["options"]["pile"] == 15 and r["low"] <= r["win_share"] <= r["high"] for r in summary["results"])
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.glob("log/*/events*")) and list(tmp_path.glob("checkpoints/*.zip"))
    assert "95 % interval" in capsys.readouterr().out

    more = training.run(recipe, [*common, "--resume", "--steps", "2000"])
    assert more["decisions"] >= summary["decisions"] + 2000
    steps = [entry["steps"] for entry in json.loads((tmp_path / "history.json").read_text())]
    assert steps == sorted(steps) and steps[0] == 0 and steps[-1] == more["decisions"]


def test_points_against_a_teacher(training, tmp_path):
    recipe = training.Recipe("drain", num_players=3, steps=4000, num_envs=16, reward="score")
    common = ["--out", str(tmp_path), "--games", "9", "--curve-games", "3"]
    summary = training.run(recipe, [*common, "--against", "scripted"])
    assert (summary["reward"], summary["against"]) == ("score", "scripted")
    summary = training.run(recipe, [*common, "--resume", "--reward", "rank", "--steps", "2000"])
    assert (summary["reward"], summary["against"]) == ("rank", "self")


def test_the_long_run(training, tmp_path, capsys):
    recipe = training.Recipe("drain", num_players=3, steps=10**9, num_envs=16)
    common = ["--out", str(tmp_path), "--games", "30", "--curve-games", "9", "--long"]
    summary = training.run(recipe, [*common, "--imitate", "2000", "--steps", "8000"])
    assert summary["against"] == "scripted" and summary["imitation"]["decisions"] >= 2000
    assert (tmp_path / "checkpoints/model_0_steps.zip").exists() and "accuracy" in capsys.readouterr().out
    history = json.loads((tmp_path / "history.json").read_text())
    assert {entry["opponent"] for entry in history if entry["steps"] == 0} == {"random", "scripted"}

    more = training.run(recipe, [*common, "--resume", "--steps", "5000"])
    assert more["imitation"] is None and more["decisions"] >= summary["decisions"] + 5000
    alone = training.run(recipe, [*common, "--resume", "--minutes", "0.02", "--against", "self"])
    assert alone["against"] == "self"


def test_the_clock_counts_imitation(training, tmp_path):
    recipe = training.Recipe("drain", num_players=1, steps=10**9, num_envs=16)
    words = ["--out", str(tmp_path), "--games", "20", "--minutes", "0.05", "--long", "--imitate", "1000000000"]
    summary = training.run(recipe, words)
    assert 0 < summary["imitation"]["decisions"] < 10**7 and summary["decisions"] > 0


def test_solo_and_the_clock(training, tmp_path):
    recipe = training.Recipe("drain", num_players=1, steps=10**9, num_envs=16)
    summary = training.run(recipe, ["--out", str(tmp_path), "--games", "20", "--minutes", "0.03"])
    assert [r["contestant"] for r in summary["results"]] == ["policy", "random", "scripted"]


def test_command_line(training, tmp_path, capsys):
    recipe = training.Recipe("drain", num_players=3, steps=4000)
    for words in (["--players", "7"], ["--minutes", "0"], ["--colour", "2"], ["--imitate", "-1"], ["--against", "x"]):
        with pytest.raises(SystemExit):
            training.parse(recipe, words)
    asked = training.parse(recipe, ["--no-open-cards", "--cap", "9"])
    assert (asked.open_cards, asked.cap, asked.steps) == (False, 9, 4000) and "pile" not in asked
    with pytest.raises(SystemExit, match="no model"):
        training.run(recipe, ["--out", str(tmp_path), "--resume"])
    capsys.readouterr()
    with pytest.raises(SystemExit):
        training.parse(recipe, ["--help"])
    assert "--pile" in capsys.readouterr().out


def test_no_run_overwrites_another(training, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    recipe = training.Recipe("drain", num_players=3, steps=2000, num_envs=16)
    short = ["--games", "3", "--curve-games", "3"]
    assert training.run(recipe, short)["model"] == "runs/drain-3p/model.zip"
    assert training.run(recipe, short)["model"] == "runs/drain-3p-2/model.zip"
    assert training.run(recipe, [*short, "--resume"])["model"] == "runs/drain-3p-2/model.zip"
    with pytest.raises(SystemExit, match="holds a model"):
        training.run(recipe, [*short, "--out", "runs/drain-3p"])


def test_mistakes_are_told_in_a_line(training, tmp_path):
    recipe = training.Recipe("drain", num_players=3, steps=2000, num_envs=16)
    with pytest.raises(SystemExit, match="is no model for this game"):
        training.run(recipe, ["--out", str(tmp_path), "--resume", "nowhere.zip"])
