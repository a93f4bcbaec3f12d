"""The compiler's cache: never old rules, never another game's, safe in parallel, and not needed.

Each test runs fresh processes with a cache folder of their own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from meeplezoo.envs.engine import compiling

TESTS = Path(__file__).resolve().parents[1]


def start(code: str, cache: Path | str, *paths: Path, **env: str) -> subprocess.Popen[str]:
    search = os.pathsep.join(map(str, (*paths, TESTS)))
    base = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**base, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": search, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[str, str]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.strip(), err


def run(code: str, cache: Path | str, *paths: Path, **env: str) -> str:
    return finish(start(code, cache, *paths, **env))[0]


ROOM = {
    "board.toml": "price = 3\n",
    "helper.py": "from meeplezoo.envs.engine.compiling import rule\n@rule\ndef fee(x):\n    return x + 10\n",
    "rules.py": (
        "import tomllib, pathlib\nimport numpy as np\nfrom meeplezoo.envs.engine.compiling import rule\n"
        "from helper import fee\n"
        "PRICES = np.array([tomllib.loads((pathlib.Path(__file__).parent / 'board.toml').read_text())['price']])\n"
        "@rule\ndef cost(k):\n    return fee(PRICES[k])\n"
    ),
}
ASK = "import rules; print(rules.cost(0), sum(rules.cost.stats.cache_hits.values()))"


@pytest.fixture
def room(tmp_path):
    folder = tmp_path / "room"
    folder.mkdir()
    for name, text in ROOM.items():
        (folder / name).write_text(text)
    return folder


def test_the_second_process_compiles_nothing(room, tmp_path):
    assert run(ASK, tmp_path / "cache", room) == "13 0"
    assert run(ASK, tmp_path / "cache", room) == "13 1"


def test_an_edited_table_is_seen(room, tmp_path):
    run(ASK, tmp_path / "cache", room)
    (room / "board.toml").write_text("price = 5\n")
    assert run(ASK, tmp_path / "cache", room) == "15 0"


def test_an_edited_helper_in_another_file_is_seen(room, tmp_path):
    run(ASK, tmp_path / "cache", room)
    (room / "helper.py").write_text(ROOM["helper.py"].replace("+ 10", "+ 20"))
    assert run(ASK, tmp_path / "cache", room) == "23 0"


TWICE = """
from meeplezoo.envs.engine.compiling import rule
from toys.drain import points
@rule
def twice(s, seat):
    return 2 * points(s, seat)
"""
TWO_GAMES = """
import numpy as np
from toys.drain import make_game
from doubled import twice
plain, double = make_game("plain"), make_game("double", points=twice)
found = []
for game in (plain, double):
    states = game.new(2, 1)
    states["stones"][0, :2] = 7, 9
    out = np.zeros(3, np.int64)
    game.kernels.points_at(states, 0, out)
    found.append(out.tolist())
hits = [sum(g.kernels.points_at.stats.cache_hits.values()) for g in (plain, double)]
print(found, hits)
"""


def test_one_kernel_bound_to_two_games_with_equal_signatures(tmp_path):
    """The cache's key does not contain the bound functions: equal names would run each other's code."""
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "doubled.py").write_text(TWICE)
    for hits in ("[0, 0]", "[1, 1]"):
        assert run(TWO_GAMES, tmp_path / "cache", tmp_path / "room") == f"[[7, 9, 0], [14, 18, 0]] {hits}"


def test_processes_that_compile_at_once_lose_nothing(tmp_path):
    code = (
        "from toys.drain import GAME\nstates = GAME.new(3, 1)\nimport numpy as np\nrng = np.zeros(4, np.int32)\n"
        "GAME.kernels.seed_random(rng, 1)\nprint(GAME.kernels.play_random(states, 0, rng, 99), states.tobytes().hex())"
    )
    racing = [start(code, tmp_path) for _ in range(3)]
    answers = {finish(process)[0] for process in racing}
    assert len(answers) == 1
    again = code + "\nprint(sum(GAME.kernels.play_random.stats.cache_misses.values()))"
    assert run(again, tmp_path).splitlines()[-1] == "0"


def test_where_nothing_can_be_written_the_game_plays_with_one_warning():
    code = (
        "import meeplezoo\nfrom toys.drain import GAME\nfrom meeplezoo.envs.engine.aec import GameEnv\n"
        "env = GameEnv(GAME)\nenv.reset(seed=1)\nenv.step(0)\nprint(env.agent_selection)"
    )
    out, err = finish(start(code, "/proc/nowhere", HOME="/nonexistent"))
    assert out == "player_1"
    assert err.count("compiled code is not kept") == 1


def test_without_a_home_folder(tmp_path):
    code = "from meeplezoo.envs.engine import compiling; print(compiling.base_folder())"
    assert run(code, tmp_path, XDG_CACHE_HOME="/x").endswith(str(tmp_path))
    assert run(code, "", XDG_CACHE_HOME="/x") == "/x/meeplezoo"


def test_old_folders_are_pruned(tmp_path):
    for name, days in (("meeplezoo-a-1", 31), ("meeplezoo-a-2", 29), ("other-3", 99)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "x.nbc").touch()
        stamp = time.time() - days * 86400
        os.utime(folder, (stamp, stamp))
    assert [p.name for p in compiling.prune(tmp_path)] == ["meeplezoo-a-1"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["meeplezoo-a-2", "other-3"]


def test_every_engine_file_with_compiled_code_is_hashed():
    users = {
        path.name
        for path in compiling.ENGINE.glob("*.py")
        if re.search(r"^@rule|^from \.compiling import .*\b(rule|bind|compile_in)\b", path.read_text(), re.MULTILINE)
    }
    assert users | {"compiling.py", "records.py"} == set(compiling.COMPILED)


def test_a_rule_typed_into_an_interpreter_compiles_without_cache(tmp_path):
    code = "from meeplezoo.envs.engine.compiling import rule\n@rule\ndef f(x):\n    return x + 1\n"
    code += "print(f(1), f.signatures != [])"
    assert run(code, tmp_path) == "2 True"


def test_not_compiled_a_rule_is_a_plain_function(room, tmp_path):
    assert run(
        "import rules; print(type(rules.cost).__name__, rules.cost(0))", tmp_path, room, NUMBA_DISABLE_JIT="1"
    ) == ("function 13")
