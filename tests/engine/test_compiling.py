"""The compiler's cache: never old rules, never another game's, safe in parallel, and not needed.

Each test runs fresh processes with a cache folder of their own.
"""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from processes import ASK, ROOM, TESTS, finish, run, start

from meeplezoo.envs.engine import caching
from meeplezoo.envs.engine.aec import GameEnv

from driving import games
from toys.drain import GAME


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


def edit(path: Path, old: str, new: str) -> None:
    """Size and times stay, as an upgrade in place may leave them: numba's own stamp of a file notices nothing."""
    before = path.stat()
    path.write_text(path.read_text().replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


@pytest.mark.complaint("numba/numba#1833", "numba/numba#9483")
def test_an_edited_table_is_seen(room, tmp_path):
    """numba/numba#1833, numba/numba#9483: a changed table of another file left the old numbers in the cache."""
    run(ASK, tmp_path / "cache", room)
    edit(room / "board.toml", "3", "5")
    assert run(ASK, tmp_path / "cache", room) == "15 0"


@pytest.mark.complaint("numba/numba#1833", "numba/numba#9483")
def test_an_edited_helper_in_another_file_is_seen(room, tmp_path):
    """numba/numba#1833, numba/numba#9483: a changed function of another file left the old code in the cache."""
    run(ASK, tmp_path / "cache", room)
    edit(room / "helper.py", "+ 10", "+ 20")
    assert run(ASK, tmp_path / "cache", room) == "23 0"


@pytest.mark.complaint("numba/numba#1833")
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_every_source_and_table_of_a_room_decides_the_cache_folder(game, tmp_path, monkeypatch):
    """numba/numba#1833: in the real rooms, any one byte of any file, and of the engine's compiled files."""
    engine, room = tmp_path / "engine", tmp_path / game.folder.name
    shutil.copytree(caching.ENGINE, engine, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(game.folder, room, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(caching, "ENGINE", engine)
    first = caching.source_hash(room)
    assert first == caching.source_hash(room)
    tables = [path for path in room.iterdir() if path.suffix == ".toml"]
    sources = [path for path in room.iterdir() if path.suffix == ".py"]
    assert tables and len(sources) > 7
    for path in (*tables, *sources, *caching.engine_sources()):
        kept = path.read_bytes()
        path.write_bytes(kept + b"\n")
        assert caching.source_hash(room) != first, path.name
        path.write_bytes(kept)
    (room / "RULES.md").write_text("prose compiles nothing anew")
    assert caching.source_hash(room) == first


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


def installed(site: Path) -> None:
    """The package, and the toy game beside it, as an installation lays them out."""
    root, ignored = TESTS.parent, shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "envs" / "_root", site / "meeplezoo", ignore=ignored)
    shutil.copytree(root / "envs", site / "meeplezoo" / "envs", ignore=shutil.ignore_patterns("__pycache__", "_root"))
    for name in ("wrappers", "bots"):
        shutil.copytree(root / name, site / "meeplezoo" / name, ignore=ignored)
    shutil.copytree(TESTS / "toys", site / "toys", ignore=ignored)


def bare(code: str, site: Path, *words: str, **env: str) -> tuple[str, str]:
    """Runs code with nothing in the environment but a home folder that does not exist: ``env -i HOME=...``.

    The superuser could make /nonexistent; nobody can make anything in /proc.
    """
    home = "/nonexistent" if os.geteuid() else "/proc/nonexistent"
    start = f"import sys; sys.path.insert(0, {str(site)!r})\n"
    process = subprocess.run(
        [sys.executable, *words, "-c", start + code],
        env={"HOME": home, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout.strip(), process.stderr


PLAY_DRAIN = (
    "import meeplezoo\nassert meeplezoo.__file__.startswith(sys.path[0]), meeplezoo.__file__\n"
    "from toys.drain import GAME\nfrom meeplezoo.envs.engine.aec import GameEnv\n"
    "env = GameEnv(GAME, num_players=3)\nenv.reset(seed=1)\n"
    "while env.legal_actions():\n    env.step(env.legal_actions()[0])\n"
    "assert type(GAME.kernels.step_at).__name__ == 'CPUDispatcher'\nprint(list(env.scores().values()))"
)
PLAY_ROOMS = (
    "import meeplezoo\n"
    "for name in meeplezoo.games():\n    env = meeplezoo.make(name)\n    env.reset(seed=1)\n"
    "    for _ in range(9):\n        env.step(env.legal_actions()[0])\n    print(env.replay().game)"
)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.complaint("numba/numba#4908", "numba/numba#4032", "numba/numba#5566", "dottxt-ai/outlines#983")
@pytest.mark.parametrize("packed", [False, True], ids=["folder", "archive"])
def test_read_only_without_a_home_folder_it_plays_with_one_warning(tmp_path, packed):
    """numba/numba#4908, numba/numba#4032, numba/numba#5566, dottxt-ai/outlines#983.

    Numba's own cache makes the import fail where it finds no folder to write to. The toy is played compiled, the rooms
    without the compiler, as they would take minutes.
    """
    site = tmp_path / "site"
    installed(site)
    if packed:
        site = Path(shutil.make_archive(str(tmp_path / "packed"), "zip", site))
        out, err = bare(PLAY_DRAIN, site)
        assert "this is an archive" in err
        names = bare(PLAY_ROOMS, site, NUMBA_DISABLE_JIT="1")[0]
        assert names.split() == [game.id for game in games()]
    else:
        for path in (site, *site.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        before = contents(site)
        out, err = bare(PLAY_DRAIN, site, "-B")
        assert "cannot be written" in err
        names = bare(PLAY_ROOMS, site, "-B", NUMBA_DISABLE_JIT="1")[0]
        assert names.split() == [game.id for game in games()]
        assert contents(site) == before
        for path in (site, *site.rglob("*")):
            path.chmod(0o755)
    env = GameEnv(GAME, num_players=3)
    env.reset(seed=1)
    while env.legal_actions():
        env.step(env.legal_actions()[0])
    assert out == str(list(env.scores().values()))
    assert err.count("RuntimeWarning: compiled code is not kept") == err.count("Warning:") == 1


def test_without_a_home_folder(tmp_path):
    code = "from meeplezoo.envs.engine import caching; print(caching.base_folder())"
    assert run(code, tmp_path, XDG_CACHE_HOME="/x").endswith(str(tmp_path))
    assert run(code, "", XDG_CACHE_HOME="/x") == "/x/meeplezoo"


def test_old_folders_are_pruned(tmp_path):
    for name, days in (("meeplezoo-a-1", 31), ("meeplezoo-a-2", 29), ("other-3", 99)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "x.nbc").touch()
        stamp = time.time() - days * 86400
        os.utime(folder, (stamp, stamp))
    assert [p.name for p in caching.prune(tmp_path)] == ["meeplezoo-a-1"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["meeplezoo-a-2", "other-3"]


def dispatchers() -> list[Any]:
    """Every compiled function of the engine and the rooms, kernels included."""
    found: dict[int, Any] = {}
    for game in games():
        places = [vars(game.kernels), *(k.py_func.__globals__ for k in vars(game.kernels).values())]
        places += [vars(m) for name, m in sys.modules.items() if name.startswith("meeplezoo.envs.")]
        for value in (value for place in places for value in place.values()):
            if hasattr(value, "py_func"):
                found[id(value)] = value
    return list(found.values())


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_the_file_of_every_compiled_function_is_hashed():
    hashed = {*caching.engine_sources(), *(p for game in games() for p in caching._room_sources(game.folder))}
    compiled = {Path(d.py_func.__code__.co_filename).resolve() for d in dispatchers()}
    assert len(compiled) > 30 and compiled <= hashed
    assert {path.parent for path in compiled} == {caching.ENGINE, *(game.folder for game in games())}


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """(engine module, name) of the imports of a file that run when it is imported."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            module = (node.module or "").removeprefix("engine").lstrip(".")
            yield from ((module or alias.name, alias.name) for alias in node.names)


def test_files_left_out_of_the_hash_hold_nothing_that_freezes_in_compiled_code():
    """Neither rules nor kernels, and what hashed files import from them is exceptions only, no number and no table."""
    left_out = {name.removesuffix(".py") for name in caching.NOT_COMPILED}
    assert left_out < {path.stem for path in caching.ENGINE.glob("*.py")}
    for name in left_out:
        assert not {"rule", "bind", "compile_in"} & {n for _, n in imported(caching.ENGINE / f"{name}.py")}, name
    hashed = [*caching.engine_sources(), *(p for g in games() for p in g.folder.glob("*.py"))]
    assert len(hashed) > 40
    for path in hashed:
        for module, name in imported(path):
            if module in left_out:
                value = getattr(importlib.import_module(f"meeplezoo.envs.engine.{module}"), name)
                assert isinstance(value, type) and issubclass(value, Exception), (path.name, module, name)


def test_a_rule_typed_into_an_interpreter_compiles_without_cache(tmp_path):
    code = "from meeplezoo.envs.engine.compiling import rule\n@rule\ndef f(x):\n    return x + 1\n"
    code += "print(f(1), f.signatures != [])"
    assert run(code, tmp_path) == "2 True"


def test_not_compiled_a_rule_is_a_plain_function(room, tmp_path):
    assert run(
        "import rules; print(type(rules.cost).__name__, rules.cost(0))", tmp_path, room, NUMBA_DISABLE_JIT="1"
    ) == ("function 13")
