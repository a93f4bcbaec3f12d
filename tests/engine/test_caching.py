"""The cache never stops play: read-only, shared, full, damaged, without locks, moved, and under threads.

Each test runs fresh processes on a room of two rules, or on the toy game.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import ASK, ROOM, finish, run, start

from meeplezoo.envs.engine import caching

NOBODY = 65534
WARNING = "RuntimeWarning: compiled code is not kept"
pytestmark = pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user may enter, with a room in it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        write_room(folder / "room")
        yield folder


def write_room(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, text in ROOM.items():
        (folder / name).write_text(text)


#: Becomes another user once all that the interpreter may want to read of itself is read.
BECOME = """
import filelock, numba, os, rules
numba.njit(lambda x: x + rules.PRICES[0])(1)
os.setgroups([])
os.setgid({user})
os.setuid({user})
"""


def ask(cache: Path, room: Path, before: str = "", user: int | None = None, **env: str) -> tuple[str, int]:
    """The answer with the number of cache hits, and how often the process warned."""
    become = "" if user is None else BECOME.format(user=user)
    out, err = finish(start(become + before + ASK, cache, room, **env))
    assert err.count(WARNING) == err.count("Warning:") == err.count("not kept"), err
    return out, err.count(WARNING)


def room_folder(cache: Path) -> Path:
    (found,) = cache.glob("meeplezoo-room-*")
    return found


def entries(cache: Path) -> list[Path]:
    return sorted(cache.glob("meeplezoo-*/*.nbc"))


def test_content_decides_and_neither_path_nor_time(place):
    assert ask(place / "cache", place / "room") == ("13 0", 0)
    write_room(place / "elsewhere" / "room")
    for path in (place / "elsewhere" / "room").iterdir():
        os.utime(path, (1, 1))
    assert ask(place / "cache", place / "elsewhere" / "room") == ("13 1", 0)
    assert len(entries(place / "cache")) == 2


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only the superuser can become another user")
def test_a_cache_of_another_user_is_used_as_it_is(place):
    """Warmed by the superuser, used by nobody, with a stamp that nobody may renew; what is missing is compiled."""
    cache = place / "cache"
    ask(cache, place / "room")
    os.utime(room_folder(cache), (time.time() - 9 * 86400,) * 2)
    before = {path: path.stat().st_mtime_ns for path in cache.rglob("*")}
    assert ask(cache, place / "room", user=NOBODY) == ("13 1", 0)
    lock = "import pathlib, rules\nfrom meeplezoo.envs.engine.caching import warming_alone\n"
    lock += "with warming_alone(pathlib.Path(rules.__file__).parent):\n    rules.cost(0)\n"
    assert ask(cache, place / "room", lock, user=NOBODY) == ("13 1", 0)
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*")} == before
    entries(cache)[-1].chmod(0o600)  # fee or cost: one of them cannot be read
    entries(cache)[0].chmod(0o600)
    assert ask(cache, place / "room", user=NOBODY) == ("13 0", 1)
    shutil.rmtree(room_folder(cache))
    assert ask(cache, place / "room", user=NOBODY) == ("13 0", 1)
    cache.chmod(0o777)  # shared: nobody makes the room's folder, the superuser finds it
    assert ask(cache, place / "room", user=NOBODY) == ("13 0", 0)
    assert room_folder(cache).stat().st_uid == NOBODY
    assert ask(cache, place / "room") == ("13 1", 0)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only the superuser can mount a file system")
def test_a_full_disk(place):
    cache = place / "cache"
    cache.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "none", str(cache)], capture_output=True)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        assert ask(cache, place / "room") == ("13 0", 1)
        assert [path for path in cache.rglob("*") if path.is_file()] == []
    finally:
        subprocess.run(["umount", str(cache)], check=True)


FAILING = "import os, pathlib, filelock\nfrom meeplezoo.envs.engine import caching\ndef fail(*_, **__):\n    raise {}\n"
OLD = "caching._keep_alive.__wrapped__.__globals__['DAY'] = -9\n"  # every stamp is old
LOCK = "import rules\nwith caching.warming_alone(pathlib.Path(rules.__file__).parent):\n    rules.cost(0)\n"
FAULTS = {
    "no right to set times": ("PermissionError(1, 'no')", OLD + "os.utime = fail\n", "13 1", 0),
    "no locks": ("OSError(37, 'no locks')", "filelock.FileLock.acquire = fail\n" + LOCK, "13 1", 0),
    "locks unknown": ("NotImplementedError", "filelock.FileLock.acquire = fail\n" + LOCK, "13 1", 0),
    "broken while reading": ("OSError(5, 'broken')", "pathlib.Path.read_bytes = fail\n", "13 0", 1),
    "pickle of another version": ("AttributeError('gone')", "caching.pickle.loads = fail\n", "13 0", 1),
    "disk full": ("OSError(28, 'full')", "caching.os.replace = fail\n", "13 0", 1),
    "cannot be pickled": ("TypeError('no')", "caching.dumps = fail\n", "13 0", 1),
    "no folder": ("PermissionError(13, 'no')", "pathlib.Path.mkdir = fail\n", "13 0", 1),
    "pruning fails": ("OSError(5, 'broken')", "caching.prune = fail\n", "13 0", 0),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failing_cache_costs_a_warning_at_most(place, fault):
    error, patch, answer, warnings = FAULTS[fault]
    cache = place / "cache"
    if answer == "13 1" or "read" in fault or "version" in fault:
        ask(cache, place / "room")
    assert ask(cache, place / "room", FAILING.format(error) + patch) == (answer, warnings)
    assert not list(cache.rglob("*.part"))


DAMAGES = {
    "cut off": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "one bit": lambda data: data[:-100] + bytes([data[-100] ^ 4]) + data[-99:],
    "something else": lambda data: b"\x80\x04N.",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_never_loaded_and_renewed(place, damage):
    cache = place / "cache"
    ask(cache, place / "room")
    for path in entries(cache):
        path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert ask(cache, place / "room") == ("13 0", 1)
    assert ask(cache, place / "room") == ("13 1", 0)


def test_a_file_in_the_place_of_another_is_never_loaded(place):
    cache = place / "cache"
    ask(cache, place / "room")
    first, second = entries(cache)
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)
    assert ask(cache, place / "room") == ("13 0", 1)


def test_settings_that_change_the_code_have_entries_of_their_own(place):
    cache = place / "cache"
    assert ask(cache, place / "room") == ("13 0", 0)
    for setting in ({"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_OPT": "1"}):
        assert ask(cache, place / "room", **setting) == ("13 0", 0)
        assert ask(cache, place / "room", **setting) == ("13 1", 0)
    assert ask(cache, place / "room") == ("13 1", 0)


SAME = """
import importlib.util, sys
from meeplezoo.envs.engine import compiling
def load(path):
    spec = importlib.util.spec_from_file_location("same", path)
    sys.modules["same"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
import rules, pathlib
room = pathlib.Path(rules.__file__).parent
def kernel(x):
    return PRICE * helper(x)
def bound(path, price):
    return compiling.bind(kernel, "same", {"helper": load(path).f, "PRICE": price}, room)
calls = [compiling.compile_in(load(room / n / "same.py").f.py_func, room) for n in "ab"]
calls += [compiling.rule(lambda x: x + 5), compiling.rule(lambda x: x + 6)]
calls += [bound(room / "a" / "same.py", 10), bound(room / "b" / "same.py", 10), bound(room / "a" / "same.py", 20)]
print([f(1) for f in calls], [sum(f.stats.cache_hits.values()) for f in calls])
"""


def test_rules_and_kernels_of_equal_names_never_meet(place):
    """Equal names in two files; two on one line; one kernel bound under one name to other functions and constants."""
    for name, number in (("a", 1), ("b", 2)):
        (place / "room" / name).mkdir()
        text = "from meeplezoo.envs.engine.compiling import rule\n@rule\ndef f(x):\n    return x + N\n"
        (place / "room" / name / "same.py").write_text(f"{text}N = {number}\n")
    (place / "room" / "same_names.py").write_text(SAME)
    for hits in (0, 1):
        out = run("import same_names", place / "cache", place / "room")
        assert out == f"[2, 3, 6, 7, 20, 30, 40] {[hits] * 7}"


def test_code_of_sources_that_changed_meanwhile_is_not_kept(place):
    late = "import rules, pathlib\np = pathlib.Path(rules.__file__).parent / 'board.toml'\np.write_text('price = 4')\n"
    assert ask(place / "cache", place / "room", late) == ("13 0", 1)
    assert ask(place / "cache", place / "room") == ("14 0", 0)


def test_a_folder_in_use_is_not_pruned(place):
    """A process that finds its code renews the stamp, and prunes others only when it compiles."""
    cache, room = place / "cache", place / "room"
    ask(cache, room)
    used, other = room_folder(cache), cache / "meeplezoo-other-0"
    other.mkdir()
    for path in (used, other):
        os.utime(path, (time.time() - 31 * 86400,) * 2)
    assert ask(cache, room) == ("13 1", 0)
    assert used.stat().st_mtime > time.time() - 3600 and other.exists()
    assert ask(cache, room, "import rules, numpy\nrules.cost(numpy.int32(0))\n")[1] == 0  # another type compiles
    assert used.exists() and not other.exists()


THREADS = """
import threading, importlib, numba, sys, pathlib
from meeplezoo.envs.engine.caching import cache_folder
theirs = {cache!r}
numba.config.CACHE_DIR = theirs
wrong, ended = [], threading.Event()
def watch():
    while not ended.wait(0.0005):
        if numba.config.CACHE_DIR != theirs:
            wrong.append(numba.config.CACHE_DIR)
def user(k):
    module = importlib.import_module(f"user{{k}}")
    if module.f(k) != 2 * k or not module.f.stats.cache_path.startswith(theirs):
        wrong.append(module.f.stats.cache_path)
def guarded(work, *arguments):
    try:
        work(*arguments)
    except BaseException as error:
        wrong.append(repr(error))
{define}
watcher = threading.Thread(target=watch)
watcher.start()
threads = [threading.Thread(target=guarded, args=w) for k, g in enumerate(todo) for w in ((user, k), (play, g))]
for thread in threads: thread.start()
for thread in threads: thread.join()
ended.set()
watcher.join()
{check}
print(wrong, numba.config.CACHE_DIR == theirs)
"""
ROOMS = """
todo = ["one", "two", "three"]
def play(name):
    if importlib.import_module(name + ".rules_" + name).cost(1) != 1 + len(name):
        wrong.append(name)
"""
ROOMS_CHECK = """
for name in todo:
    f = sys.modules[name + ".rules_" + name].cost
    path = pathlib.Path(f.stats.cache_path)
    if not path.name.startswith("meeplezoo-" + name) or len(list(path.glob("*.nbc"))) != 1:
        wrong.append((name, str(path)))
"""
GAMES = """
import meeplezoo
todo = [*meeplezoo.games()] * 2
def play(name):
    env = meeplezoo.make(name)
    env.reset(seed=1)
    for _ in range(40):
        env.step(env.legal_actions()[0])
"""
GAMES_CHECK = """
for name in todo:
    game = meeplezoo.game(name)
    if {k.stats.cache_path for k in vars(game.kernels).values()} != {str(cache_folder(game.folder))}:
        wrong.append(name)
    if game.kernels.step_at.stats.cache_hits == {} == game.kernels.step_at.stats.cache_misses:
        wrong.append((name, "not played"))
"""


@pytest.mark.parametrize("what", ["rooms", "games"])
def test_threads_that_load_and_play_with_user_code_in_between(place, what):
    """Small rooms on a cold cache, all games on that of the tests: each function in its folder, no setting touched."""
    site, theirs = place / "site", place / "theirs"
    for name in ("one", "two", "three"):
        (site / name).mkdir(parents=True)
        (site / name / "__init__.py").touch()
        rule = "from meeplezoo.envs.engine.compiling import rule\n@rule\ndef cost(x):\n"
        (site / name / f"rules_{name}.py").write_text(f"{rule}    return x + {len(name)}\n")
    for k in range(10):
        (site / f"user{k}.py").write_text("import numba\n@numba.njit(cache=True)\ndef f(x):\n    return 2 * x\n")
    define, check = (ROOMS, ROOMS_CHECK) if what == "rooms" else (GAMES, GAMES_CHECK)
    cache = place / "cache" if what == "rooms" else caching.base_folder()
    code = THREADS.format(cache=str(theirs), define=define, check=check)
    assert run(code, cache, site) == "[] True"
    users = sorted(path.name[:5] for path in theirs.rglob("*.nbi"))
    assert users == [f"user{k}" for k in range(3 if what == "rooms" else 10)]
    assert not [path for path in theirs.rglob("*") if "meeplezoo" in path.name or "cost" in path.name]
