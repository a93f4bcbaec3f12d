"""``python -m meeplezoo``."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import meeplezoo
from meeplezoo.__main__ import main

from driving import games

GAMES = games()


def test_list_names_every_game_with_its_sizes(capsys):
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for game in GAMES:
        (line,) = [line for line in lines if line.startswith(f"meeplezoo/{game.id}-v{game.version} ")]
        for number in (game.actions.size, game.observation.size, *game.player_counts):
            assert str(number) in line


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_show_prints_layouts_and_options(game, capsys):
    assert main(["show", game.id]) == 0
    out = capsys.readouterr().out
    for name in (
        *game.option_names(),
        *(f.name for f in game.observation.fields),
        *(r.name for r in game.actions.ranges),
    ):
        assert name in out
    assert f"Actions ({game.actions.size})" in out and f"Observation ({game.observation.size} float32)" in out


def test_show_actions_prints_every_id_with_its_text(capsys):
    assert main(["show", "china", "--actions"]) == 0
    lines = capsys.readouterr().out.splitlines()
    game = meeplezoo.game("china")
    wanted = [[str(a), game.actions.describe(a)] for a in range(game.actions.size)]
    assert [line.split(None, 1) for line in lines] == wanted


def test_an_unknown_game_is_one_line_on_stderr(capsys):
    for command in ("show", "warmup", "doctor"):
        assert main([command, "chinaa"]) == 2
        shown = capsys.readouterr()
        assert shown.out == "" and shown.err.count("\n") == 1 and "did you mean 'china'" in shown.err


def test_a_missing_command_explains_itself():
    process = subprocess.run([sys.executable, "-m", "meeplezoo"], capture_output=True, text=True, check=False)
    assert process.returncode == 2 and "list" in process.stderr


def test_warmup_leaves_nothing_to_compile(tmp_path):
    """After it neither environment, batch nor bot compiles a kernel."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    env.pop("NUMBA_DISABLE_JIT", None)
    code = (
        "import sys\nsys.path.insert(0, sys.argv[1])\nfrom toys.drain import GAME\n"
        "from meeplezoo.envs.engine.warming import warm_up\nwarm_up(GAME)\n"
        "print(sum(sum(k.stats.cache_misses.values()) for k in vars(GAME.kernels).values()))\n"
        "print([n for n, k in vars(GAME.kernels).items() if not k.signatures])"
    )
    tests = os.path.dirname(__file__)
    results = []
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", code, tests], env=env, check=True, capture_output=True, text=True)
        results.append(run.stdout.splitlines())
    assert int(results[0][0]) > 10 and results[1][0] == "0"
    inlined = {"batch_start", "batch_view", "bot_numbers"}  # only ever called from other kernels
    assert set(eval(results[1][1])) <= inlined


@pytest.mark.slow
def test_doctor_measures_cold_and_warm(capsys):
    assert main(["doctor", meeplezoo.games()[0]]) == 0
    out = capsys.readouterr().out
    assert "cache folder" in out and "numba" in out and "cold" in out
