"""``python -m meeplezoo``."""

from __future__ import annotations

import io
import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

import meeplezoo
from meeplezoo.__main__ import main
from meeplezoo.envs.engine.kernels import KERNELS

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


#: Every command, and its line where it may compile: with the compiler off, so that the tests are quick.
COMMANDS = ("--help", "--version", "list", "show china", "show china --actions", "warmup china", "doctor china")

BUFFERED = [(command, "") for command in COMMANDS] + [("--version", "1"), ("list", "1")]


def run(command, *, shell="", **environment):
    """One command by the shell, with what the shell does to its output."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", **environment}
    line = f"exec {shlex.quote(sys.executable)} -m meeplezoo {command} {shell}"
    return subprocess.run(["sh", "-c", line], env=env, capture_output=True, timeout=300, check=False)


@pytest.mark.parametrize(("command", "unbuffered"), BUFFERED)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_a_full_output_is_one_line_on_stderr(command, unbuffered):
    process = run(command, shell=">/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert process.returncode == 1
    assert process.stderr.decode() == "python -m meeplezoo: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("command", ["list", "warmup china"])
def test_a_closed_output_is_one_line_on_stderr(command):
    process = run(command, shell=">&-")
    assert process.returncode == 1
    assert process.stderr.decode() == "python -m meeplezoo: [Errno 9] the standard output is closed\n"


@pytest.mark.parametrize(("command", "unbuffered"), [("--version", "1"), ("list", ""), ("show china", "")])
def test_a_reader_that_has_seen_enough_is_no_error(command, unbuffered):
    reader, writer = os.pipe()
    os.close(reader)
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUNBUFFERED": unbuffered}
    line = [sys.executable, "-m", "meeplezoo", *command.split()]
    try:
        process = subprocess.run(line, env=env, stdout=writer, stderr=subprocess.PIPE, timeout=300, check=False)
    finally:
        os.close(writer)
    assert (process.returncode, process.stderr) == (141, b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1", "utf-8", "utf-16"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_prints_in_every_encoding(command, encoding, monkeypatch):
    if command.startswith("doctor"):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # it then measures nothing
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding))
    assert main(command.split()) == 0
    out = sys.stdout.buffer.getvalue().decode(encoding)
    assert out.strip() and (command != "show china" or ("\\xdc" in out) == (encoding == "ascii"))


def test_a_terminal_that_knows_ascii_only():
    process = run("show china", PYTHONIOENCODING="ascii")
    assert process.returncode == 0 and b"\\xdc" in process.stdout and not process.stderr


def test_the_games_have_letters_beyond_ascii():
    """Without one the test of encodings shows nothing."""
    assert not meeplezoo.game("china").credits.publisher.isascii()


@pytest.mark.parametrize("command", ["show nosuch", "warmup nosuch", "doctor nosuch", "shw", "show", "list china"])
def test_wrong_arguments_give_2(command, capsys):
    assert main(command.split()) == 2
    shown = capsys.readouterr()
    assert not shown.out and shown.err.splitlines()[-1].startswith("python -m meeplezoo") and len(shown.err) < 400


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
@pytest.mark.parametrize(
    ("command", "shell"), [("show nosuch", "2>/dev/full"), ("shw", "2>&-"), ("shw", "2>/dev/full"), ("shw", ">&-")]
)
def test_wrong_arguments_give_2_wherever_errors_go(command, shell):
    process = run(command, shell=shell)
    assert process.returncode == 2 and not process.stdout
    assert shell.startswith("2") or process.stderr.count(b"python -m meeplezoo: ") == 1


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("command", ["warmup", "doctor"])
def test_an_interrupt_ends_with_130_and_one_line(command, tmp_path):
    """While the first game compiles: both have a cold cache of their own then."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    env.pop("NUMBA_DISABLE_JIT", None)
    line = [sys.executable, "-m", "meeplezoo", command, "china"]
    process = subprocess.Popen(line, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seen = ""
    for out in iter(lambda: process.stdout.read(1), ""):
        seen += out
        if seen.endswith("china: " if command == "warmup" else "takes a while)\n"):
            break
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    assert told.splitlines()[-1] == "python -m meeplezoo: interrupted" and "Traceback" not in told


def test_a_start_that_fails_is_told_in_one_line(capsys, monkeypatch):
    from meeplezoo import __main__ as commands

    monkeypatch.setattr(commands, "FIRST_DECISION", "raise RuntimeError('no such luck with {name}')")
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    assert main(["doctor", "china"]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("python -m meeplezoo: ") and last.endswith("RuntimeError: no such luck with china")


def test_the_output_of_the_process_is_left_as_it_was(capsys):
    before = (sys.stdout, sys.stderr, sys.stdout.errors)
    assert main(["list"]) == 0 and main(["show", "nosuch"]) == 2
    assert (sys.stdout, sys.stderr, sys.stdout.errors) == before
    capsys.readouterr()


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
    called = {name for kernel in KERNELS for name in kernel.__code__.co_names}
    assert set(eval(results[1][1])) <= called, "kernels that nothing calls"


@pytest.mark.slow
def test_doctor_measures_cold_and_warm(capsys):
    assert main(["doctor", meeplezoo.games()[0]]) == 0
    out = capsys.readouterr().out
    assert "cache folder" in out and "numba" in out and "cold" in out
