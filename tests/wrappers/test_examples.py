"""The training scripts, on a toy game: what they refuse, what they leave behind, interruption, and going on."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest

import meeplezoo
from meeplezoo.envs.engine.registry import add_game

from toys.drain import GAME

pytest.importorskip("sb3_contrib")
pytest.importorskip("matplotlib")
pytest.importorskip("tqdm")

import torch

add_game(GAME)
ROOT = Path(__file__).parents[2]
SCRIPTS = ("training", "command_line", "results")


@pytest.fixture
def training(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    yield importlib.import_module("training")
    for name in SCRIPTS:
        sys.modules.pop(name, None)


def weights(path: Path) -> np.ndarray:
    from meeplezoo.wrappers import SelfPlayPPO

    policy = SelfPlayPPO.load(path).policy
    return torch.nn.utils.parameters_to_vector(policy.parameters()).detach().numpy()


def refused(capsys, call) -> str:
    """What a script says when it ends at once: one line on the error output, exit code 2."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as ending:
        call()
    said = capsys.readouterr()
    assert ending.value.code == 2 and said.out == "" and said.err.count("\n") == 1, (ending.value.code, said)
    return said.err


# ---------------------------------------------------------------- what a run leaves behind


def test_a_run_and_its_continuation(training, tmp_path, capsys):
    recipe = training.Recipe("drain", num_players=3, steps=4000, num_envs=16)
    common = ["--out", str(tmp_path), "--games", "30", "--curve-games", "9", "--pile", "15"]
    summary = training.run(recipe, common)
    assert summary["options"] == {"pile": 15} and summary["decisions"] >= 4000
    assert summary == json.loads((tmp_path / "result.json").read_text())
    assert [r["opponents"] for r in summary["results"]] == ["2 random", "2 scripted"]
    assert all(r["options"]["pile"] == 15 and r["low"] <= r["win_share"] <= r["high"] for r in summary["results"])
    assert all(1 <= r["distinct"] <= r["num_games"] for r in summary["results"])
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.glob("log/*/events*")) and list(tmp_path.glob("checkpoints/*.zip"))
    said = capsys.readouterr().out
    assert "95 % interval" in said and "repeats itself" in said and "before the clock starts" in said

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
    assert (summary["reward"], summary["against"]) == ("rank", "scripted")  # what is not given anew stays
    summary = training.run(recipe, [*common, "--resume", "--against", "self", "--steps", "2000"])
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


def test_no_run_overwrites_another(training, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    recipe = training.Recipe("drain", num_players=3, steps=2000, num_envs=16)
    short = ["--games", "3", "--curve-games", "3"]
    assert training.run(recipe, short)["model"] == "runs/drain-3p/model.zip"
    assert training.run(recipe, short)["model"] == "runs/drain-3p-2/model.zip"
    assert training.run(recipe, [*short, "--resume"])["model"] == "runs/drain-3p-2/model.zip"
    said = refused(capsys, lambda: training.run(recipe, [*short, "--out", "runs/drain-3p"]))
    assert "holds a model" in said


# ---------------------------------------------------------------- what a script refuses


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "0"], "--games 0"),
        (["--curve-games", "0"], "--curve-games 0"),
        (["--curve-points", "0"], "--curve-points 0"),
        (["--opponents", "nobody"], "nobody"),
        (["--opponents"], "--opponents"),
        (["--steps", "-5"], "--steps -5"),
        (["--steps", "0"], "--steps 0"),
        (["--steps", "1e6"], "--steps"),
        (["--envs", "0"], "--envs 0"),
        (["--seed", "-1"], "--seed -1"),
        (["--seed", str(2**32)], "--seed"),
        (["--players", "7"], "--players"),
        (["--minutes", "0"], "--minutes 0"),
        (["--minutes", "nan"], "--minutes nan"),
        (["--minutes", "inf"], "--minutes inf"),
        (["--imitate", "-1"], "--imitate -1"),
        (["--against", "x"], "--against"),
        (["--reward", "money"], "--reward"),
        (["--pile", "99"], "pile=99 is not allowed"),
        (["--pile", "x"], "--pile"),
        (["--colour", "2"], "--colour"),
        (["--resume"], "no model"),
        (["--resume", "nowhere.zip"], "nowhere.zip is no file"),
    ],
)
def test_wrong_arguments_are_one_line_before_anything_is_made(training, tmp_path, capsys, words, said):
    recipe = training.Recipe("drain", num_players=3, steps=4000)
    folder = tmp_path / "deep" / "out"
    assert said in refused(capsys, lambda: training.run(recipe, ["--out", str(folder), *words]))
    assert not (tmp_path / "deep").exists()


def test_options_that_do_not_go_together(training, tmp_path, capsys):
    recipe = training.Recipe("china", num_players=5, steps=4000)
    said = refused(capsys, lambda: training.run(recipe, ["--out", str(tmp_path / "out"), "--side", "three"]))
    assert "side" in said and not (tmp_path / "out").exists()


@pytest.mark.parametrize("words", [["--imitate", "500"], ["--against", "scripted"], ["--opponents", "noisy"]])
def test_a_game_without_scripted_bot(training, tmp_path, capsys, monkeypatch, words):
    monkeypatch.setitem(vars(GAME), "rules", {k: v for k, v in GAME.rules.items() if k != "choose"})
    recipe = training.Recipe("drain", num_players=3, steps=4000, opponents=("random",))
    said = refused(capsys, lambda: training.run(recipe, ["--out", str(tmp_path / "out"), *words]))
    assert "has no scripted bot" in said and words[0] in said and not (tmp_path / "out").exists()


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_cannot_be_made(training, tmp_path, capsys, place):
    (tmp_path / "file").write_text("here")
    recipe = training.Recipe("drain", num_players=3, steps=4000)
    said = refused(capsys, lambda: training.run(recipe, ["--out", str(tmp_path / place)]))
    assert "nothing can be written there" in said and (tmp_path / "file").read_text() == "here"


def test_a_folder_that_cannot_be_written_in(training, tmp_path, capsys, monkeypatch):
    def full(**_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    recipe = training.Recipe("drain", num_players=3, steps=4000)
    said = refused(capsys, lambda: training.run(recipe, ["--out", str(tmp_path / "deep" / "out")]))
    assert "No space left" in said and not (tmp_path / "deep").exists()


def test_models_that_cannot_be_gone_on_with(training, tmp_path, capsys):
    from meeplezoo.wrappers import SelfPlayPPO, SelfPlayVecEnv

    recipe = training.Recipe("drain", num_players=3, steps=4000)
    other = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("china", 2, seed=1), policy_kwargs={"net_arch": [8]})
    other.save(tmp_path / "china.zip")
    (tmp_path / "text.zip").write_text("no model")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("nothing", "here")
    for name, words in [
        ("china.zip", f"sees {meeplezoo.game('china').observation.size} numbers"),
        ("text.zip", "is no model"),
        ("empty.zip", "is no model"),
    ]:
        call = ["--out", str(tmp_path / "out"), "--resume", str(tmp_path / name)]
        assert words in refused(capsys, lambda call=call: training.run(recipe, call))
    mine = SelfPlayPPO("MlpPolicy", SelfPlayVecEnv("drain", 2, seed=1), policy_kwargs={"net_arch": [8]})
    mine.save(tmp_path / "mine.zip")
    (tmp_path / "mine.run").write_bytes(b"nonsense")
    call = ["--out", str(tmp_path / "out"), "--resume", str(tmp_path / "mine.zip")]
    assert "is no state of a training run" in refused(capsys, lambda: training.run(recipe, call))
    assert not (tmp_path / "out").exists()


def test_help_and_defaults(training, capsys):
    recipe = training.Recipe("drain", num_players=3, steps=4000)
    request = training.read(recipe, ["--no-open-cards", "--cap", "9"])
    assert (request.asked.open_cards, request.asked.cap, request.asked.steps) == (False, 9, 4000)
    assert request.options == {"open_cards": False, "cap": 9} and not request.folder.exists()
    with pytest.raises(SystemExit) as ending:
        training.read(recipe, ["--help"])
    assert ending.value.code == 0 and "--pile" in capsys.readouterr().out


# ---------------------------------------------------------------- going on


@pytest.mark.parametrize("more", [[], ["--reward", "score"], ["--against", "noisy"]])
def test_a_resumed_run_ends_where_the_uninterrupted_one_does(training, tmp_path, more):
    recipe = training.Recipe("drain", num_players=3, steps=16_000, num_envs=16)
    short = ["--games", "3", "--curve-games", "3", "--curve-points", "4", *more]
    whole, part = tmp_path / "whole", tmp_path / "part"
    training.run(recipe, ["--out", str(whole), *short])
    middle = sorted(whole.glob("checkpoints/*.zip"), key=lambda path: path.stat().st_mtime)[1]
    (part / "checkpoints").mkdir(parents=True)
    for path in middle.parent.glob(f"{middle.stem}.*"):
        shutil.copy(path, part / "checkpoints")
    np.random.seed(3), torch.manual_seed(3)
    summary = training.run(recipe, ["--out", str(part), "--resume"])  # everything else comes from the run
    assert summary["decisions"] == json.loads((whole / "result.json").read_text())["decisions"]
    assert (weights(part / "model.zip") == weights(whole / "model.zip")).all()
    assert not (weights(middle) == weights(whole / "model.zip")).all()
    histories = [json.loads((folder / "history.json").read_text()) for folder in (whole, part)]
    plain = [[{k: v for k, v in e.items() if k != "seconds"} for e in history] for history in histories]
    assert plain[0] == plain[1]


def test_the_clock_goes_on_where_it_was(training, tmp_path):
    recipe = training.Recipe("drain", num_players=3, steps=10**9, num_envs=16)
    short = ["--out", str(tmp_path), "--games", "3", "--curve-games", "3"]
    training.run(recipe, [*short, "--minutes", "0.05"])
    rates = []

    class Spy(training.Progress):
        def _on_rollout_end(self):
            rates.append(self.model._current_progress_remaining)

    training.Progress = Spy
    training.run(recipe, [*short, "--resume", "--minutes", "0.05"])
    assert max(rates) < 0.6 and min(rates) < 0.2  # half of the whole run's time was over at the start


def test_the_scale_of_rewards_outlives_new_games(training, tmp_path):
    recipe = training.Recipe("drain", num_players=3, steps=2000, num_envs=16, reward="score")
    short = ["--out", str(tmp_path), "--games", "3", "--curve-games", "3"]
    training.run(recipe, short)
    again = training.Training(training.read(recipe, [*short, "--resume", "--players", "2"]))
    assert again.venv.ret_rms.count > 1000


def test_changed_arguments_begin_new_games(training, tmp_path, capsys):
    recipe = training.Recipe("drain", num_players=3, steps=2000, num_envs=16)
    short = ["--out", str(tmp_path), "--games", "3", "--curve-games", "3"]
    training.run(recipe, short)
    said = refused(capsys, lambda: training.run(recipe, [*short, "--resume", "--imitate", "500"]))
    assert "--imitate 500 does not go with --resume" in said
    summary = training.run(recipe, [*short, "--resume", "--players", "2"])
    assert summary["players"] == 2 and "begin anew: the games are others" in capsys.readouterr().out
    (tmp_path / "model.run").unlink()
    for path in tmp_path.glob("checkpoints/*"):
        path.unlink()
    training.run(recipe, [*short, "--resume"])
    assert "nothing stands beside it" in capsys.readouterr().out


# ---------------------------------------------------------------- Ctrl-C

SCRIPT = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # where the tests run in the background it is ignored
sys.path[:0] = [{tests!r}, {examples!r}]
from meeplezoo.envs.engine.registry import add_game
from toys.drain import GAME
add_game(GAME)
import training, results, meeplezoo.wrappers.callbacks as callbacks, meeplezoo.bots.match as match
import meeplezoo.wrappers.imitation as imitation
def telling(module, name, stage):
    real = getattr(module, name)
    def told(*args, **kwargs):
        print("STAGE", stage, flush=True)
        return real(*args, **kwargs)
    setattr(module, name, told)
telling(imitation, "_learn", "imitation")
telling(callbacks, "play_match", "match")
telling(results, "play_match", "final")
class Told(training.Progress):
    def _on_step(self):
        if self.num_timesteps > 9000:
            print("STAGE training", flush=True)
        return True
training.Progress = Told
training.run(training.Recipe("drain", num_players=3, steps=10**7, num_envs=16))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("stage", ["imitation", "match", "training", "final"])
def test_an_interrupted_script_saves_its_model(tmp_path, stage):
    words = {
        "imitation": ["--imitate", "10000000"],
        "match": ["--curve-games", "100000"],
        "training": ["--curve-games", "3"],
        "final": ["--steps", "3000", "--games", "1000000", "--curve-games", "3"],
    }[stage]
    code = SCRIPT.format(tests=str(ROOT / "tests"), examples=str(ROOT / "examples"))
    command = [sys.executable, "-c", code, "--out", str(tmp_path / "out"), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        seen = 0
        for line in process.stdout:
            seen += line.strip() == f"STAGE {stage}"
            if seen >= (3 if stage == "match" else 1):  # the first two matches are those that make ready
                break
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err and "Traceback" not in out, (process.returncode, err)
    last = err.strip().splitlines()[-1]
    assert last.startswith("interrupted: the model after") and "--resume" in last
    saved = tmp_path / last.split(" is in ")[1].split(";")[0]
    steps = int(last.split("after ")[1].split()[0])
    assert np.isfinite(weights(saved)).all() and saved.with_suffix(".run").exists()
    assert (steps > 0) == (stage in ("training", "final"))


def test_an_interrupted_run_goes_on_as_if_it_were_not(training, tmp_path, capsys):
    recipe = training.Recipe("drain", num_players=3, steps=12_000, num_envs=16)
    short = ["--games", "3", "--curve-games", "3"]
    whole, part = tmp_path / "whole", tmp_path / "part"
    training.run(recipe, ["--out", str(whole), *short])

    class Nervous(training.Progress):
        def _on_step(self):
            if self.num_timesteps == 7008:  # amid a rollout
                raise KeyboardInterrupt
            return True

    usual, training.Progress = training.Progress, Nervous
    capsys.readouterr()
    with pytest.raises(SystemExit) as ending:
        training.run(recipe, ["--out", str(part), *short])
    assert ending.value.code == 130 and "after 6144 decisions" in capsys.readouterr().err
    assert not (part / "model.zip").exists()
    training.Progress = usual
    training.run(recipe, ["--out", str(part), "--resume"])
    assert (weights(part / "model.zip") == weights(whole / "model.zip")).all()
