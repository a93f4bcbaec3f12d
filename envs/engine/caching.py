"""Compiled code kept on disk: by content, without any setting of the process, and never in the way of play.

Numba's own cache does not notice that a called function in another file, or a table, has changed: it would run old
rules. It is found by path, time and line number, needs a folder that can be written, and raises where that fails.
So the rules have a cache of their own:

* A room's code lies in one folder, named by a hash of the room's sources and tables, the engine's sources and the
  versions (``cache_folder``). An edit of one game compiles that game anew and no other; the same sources at another
  place find the same folder.
* One file holds one function for one signature. Its name is a hash of all that decides the compiled code
  (``RoomCache._key``). There is no index: processes that write at once cannot lose or swap anything. A file appears
  whole or not at all, and carries a checksum.
* Whatever touches the folder goes through ``attempt``, which does not raise: where the cache fails, code is compiled
  in memory, with one warning in a process.
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import os
import pickle
import platform
import shutil
import sys
import threading
import time
import types
import warnings
import weakref
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite  # type: ignore[import-untyped]
import numba
import numpy as np
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

__all__ = [
    "RoomCache",
    "attempt",
    "base_folder",
    "cache_folder",
    "cache_state",
    "engine_sources",
    "prune",
    "source_hash",
    "warming_alone",
]

T = TypeVar("T")

ENGINE = Path(__file__).resolve().parent
#: the engine's files of which nothing is ever compiled: no function, and no number that freezes in one
NOT_COMPILED = ("aec.py", "batch.py", "registry.py", "replay.py", "saving.py", "warming.py")
KEEP_DAYS = 30
DAY = 86400
PREFIX = "meeplezoo-"
SOURCES = (".py", ".toml")
WAIT = 1800  #: seconds that ``warming_alone`` waits for another process that compiles the same game
MARK = b"meeplezoo compiled 1\n"
#: Numba's settings that change the code which it makes; target, processor and its features come from the compiler
FLAGS = (
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
    "DEBUG_NRT",
    "DISABLE_INTEL_SVML",
    "EXTEND_VARIABLE_LIFETIMES",
    "LLVM_REFPRUNE_FLAGS",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
    "USING_SVML",
)

# ---------------------------------------------------------------- failing without harm

_warned = threading.Event()


def warn_not_kept(why: str) -> None:
    """Warns once in a process that compiled code is not kept."""
    if not _warned.is_set():
        _warned.set()
        warnings.warn(f"compiled code is not kept: {why}", RuntimeWarning, stacklevel=3)


def attempt(complaint: str, work: Callable[..., T], *arguments: Any) -> T | None:
    """What ``work`` returns, or None where it fails: whatever touches a cache folder goes through here.

    Args:
        complaint: what to warn of, once in a process; empty where a failure costs nothing.
        work: reads or writes a cache folder.
        arguments: of ``work``.
    """
    try:
        return work(*arguments)
    except Exception as error:  # not only OSError: damaged files and other versions raise anything when they are read
        if complaint:
            reason = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
            warn_not_kept(f"{complaint} ({reason}); what is missing there is compiled in memory")
    return None


# ---------------------------------------------------------------- folders


def engine_sources() -> list[Path]:
    """The engine's files that compiled code depends on: all but those of ``NOT_COMPILED``."""
    return [path for path in sorted(ENGINE.glob("*.py")) if path.name not in NOT_COMPILED]


def _room_sources(folder: Path) -> list[Path]:
    """Sources and tables of a folder and the folders in it, but for hidden ones such as ``.venv``."""
    found = []
    for top, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        found += [Path(top, name) for name in files if name.endswith(SOURCES)]
    return sorted(found)


def source_hash(folder: Path) -> str:
    """Hash of all that compiled code of a folder depends on: its sources and tables, the engine's, versions."""
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_implementation())
    digest = hashlib.sha256(repr((versions, sys.version_info[:2], sys.flags.optimize)).encode())
    room = _room_sources(folder) if folder != ENGINE else []
    for top, paths in ((ENGINE, engine_sources()), (folder, room)):
        for path in paths:
            content = path.read_bytes()
            digest.update(f"\0{path.relative_to(top).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def base_folder() -> Path:
    """Where the cache folders lie: ``NUMBA_CACHE_DIR`` if set, else ``meeplezoo`` in the user's cache folder."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return Path(named).absolute()
    user = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(user).absolute() / "meeplezoo"


@cache
def _hash_at_start(folder: Path) -> str | None:
    return attempt(f"the sources in {folder} cannot be read", source_hash, folder)


@cache
def cache_folder(folder: Path) -> Path | None:
    """The cache folder for compiled code of the sources in ``folder``, made when something is kept there.

    None where the sources cannot be read. The first answer holds for the process.
    """
    named = _hash_at_start(folder)
    return base_folder() / f"{PREFIX}{folder.name}-{named}" if named else None


def cache_state(folder: Path) -> str:
    """The cache folder of the sources in ``folder`` in words, for ``doctor``."""
    path = cache_folder(folder)
    if path is None:
        return "no folder, every process compiles anew"
    entries = attempt("", lambda: len(list(path.glob("*.nbc")))) or 0
    nearest = next((place for place in (path, *path.parents) if os.path.isdir(place)), path)
    missing = "" if os.access(nearest, os.W_OK) else "; not writable, every process compiles anew what is missing"
    return f"{path.name}, {entries} entries{missing}"


def prune(base: Path, keep_days: float = KEEP_DAYS) -> list[Path]:
    """Removes meeplezoo's cache folders in ``base`` that no process has used for ``keep_days`` days."""
    limit = time.time() - keep_days * DAY
    return [path for path in sorted(base.glob(f"{PREFIX}*")) if attempt("", _remove_if_old, path, limit)]


def _remove_if_old(path: Path, limit: float) -> bool:
    if path.is_symlink() or not path.is_dir() or path.stat().st_mtime >= limit:
        return False
    shutil.rmtree(path, ignore_errors=True)
    return not path.exists()


@cache
def _prune_once(base: Path) -> None:
    """Only a process that compiles something prunes: a warm start need not look at the other folders."""
    attempt("", prune, base)


@cache
def _keep_alive(folder: Path) -> None:
    """Sets the stamp by which ``prune`` goes, once in a process and not more often than once a day."""
    if folder.stat().st_mtime < time.time() - DAY:
        os.utime(folder)


@contextlib.contextmanager
def warming_alone(folder: Path) -> Iterator[None]:
    """Processes that compile everything of the sources in ``folder`` wait for each other here.

    Where there can be no lock they do not wait: then each of them compiles, and nothing else is lost.
    """
    lock = attempt("", _locked, folder)
    try:
        yield
    finally:
        if lock is not None:
            attempt("", lock.release)


def _locked(folder: Path) -> Any:
    import filelock

    path = cache_folder(folder)
    if path is None:
        return None
    path.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(str(path / "warmup.lock"), timeout=WAIT)
    lock.acquire()
    return lock


# ---------------------------------------------------------------- what a function's code depends on

#: function -> its hash; used under Numba's compiler lock only
_contents: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()


def content(function: types.FunctionType) -> str:
    """Hash of a function, of the functions that it calls and of the constants that it reads, at whatever depth.

    No path, time or address is in it: the same sources give the same hash in every process and place. The files'
    hash in the folder's name covers what cannot be followed from here, such as attributes of modules.
    """
    if function not in _contents:
        _contents[function] = function.__qualname__  # for a function that calls itself
        try:
            _contents[function] = hashlib.sha256(repr(_function_parts(function)).encode()).hexdigest()
        except BaseException:
            del _contents[function]
            raise
    return _contents[function]


def _function_parts(function: types.FunctionType) -> list[Any]:
    code, named = function.__code__, function.__globals__
    parts: list[Any] = [function.__module__, function.__qualname__, code.co_firstlineno, *_code_parts(code)]
    parts += [(name, _described(named[name])) for name in sorted(_names(code)) if name in named]
    return parts + [_described(cell.cell_contents) for cell in function.__closure__ or ()]


def _code_parts(code: types.CodeType) -> list[Any]:
    constants = [_code_parts(c) if isinstance(c, types.CodeType) else _described(c) for c in code.co_consts]
    return [code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_flags]


def _names(code: types.CodeType) -> set[str]:
    inner = (_names(c) for c in code.co_consts if isinstance(c, types.CodeType))
    return set(code.co_names).union(*inner)


def _described(value: Any) -> Any:
    """Something with a ``repr`` of its own that tells equal values and equal functions by content."""
    function = getattr(value, "py_func", value)
    if isinstance(function, types.FunctionType):
        return content(function)
    if isinstance(value, (np.ndarray, np.generic)) and not value.dtype.hasobject:
        return repr(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest()
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return value.__qualname__, [(member.name, _described(member.value)) for member in value]
    if isinstance(value, (tuple, list)):
        return [_described(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.dtype)):
        return repr(value)
    if isinstance(value, types.ModuleType):
        return value.__name__
    return type(value).__qualname__, getattr(value, "__qualname__", "")


# ---------------------------------------------------------------- entries


class RoomCache(_Cache):
    """The compiled code of one function in the cache folder of its room; stands in for Numba's own cache.

    Args:
        function: a function from a file.
        folder: the sources that it belongs to; ``cache_folder(folder)`` is not None.
    """

    def __init__(self, function: Any, folder: Path) -> None:
        self._function, self._room = function, folder
        self._folder = cache_folder(folder)
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder of the function's code."""
        return str(self._folder)

    def enable(self) -> None:
        """Part of Numba's interface."""
        self._enabled = True

    def disable(self) -> None:
        """Part of Numba's interface."""
        self._enabled = False

    def flush(self) -> None:
        """Part of Numba's interface, for ``recompile``; entries stay, as their names say what they hold."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for these argument types; None where the folder has none that can be used."""
        if not self._enabled:
            return None
        return attempt(f"{self._folder} cannot be used as it is", self._load, sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps a compiled function for these argument types, where that is possible."""
        if self._enabled:
            attempt(
                f"{self._folder} cannot be written; set NUMBA_CACHE_DIR to a folder that can", self._save, sig, data
            )

    def _key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """All that decides the code: the function, where it stands, settings, argument types, processor."""
        file = Path(self._function.__code__.co_filename).resolve()
        place = file.relative_to(self._room).as_posix() if file.is_relative_to(self._room) else file.name
        flags = tuple(str(getattr(numba.config, name, "")) for name in FLAGS)
        return (content(self._function), place, flags, sig, codegen.magic_tuple())

    def _path(self, key: tuple[Any, ...]) -> Path:
        """The file of a key; its contents hold the key in full."""
        name = "".join(c for c in self._function.__qualname__ if c.isalnum() or c in "._")[:60]
        return Path(self.cache_path, f"{name}-{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}.nbc")

    def _load(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        key = self._key(sig, target_context.codegen())
        data = _read(self._path(key), key)
        if data is None:
            return None
        attempt("", _keep_alive, self._folder)
        return CompileResult._rebuild(target_context, *data)

    def _save(self, sig: Any, data: Any) -> None:
        if any(not lifted.can_cache for lifted in data.lifted) or data.library.has_dynamic_globals:
            raise ValueError(f"{self._function.__qualname__} holds large constant arrays, pointers or lifted loops")
        folder = Path(self.cache_path)
        folder.mkdir(parents=True, exist_ok=True)
        attempt("", _keep_alive, folder)
        _prune_once(folder.parent)
        if source_hash(self._room) != _hash_at_start(self._room):
            raise ValueError(f"the sources in {self._room} have changed since this process has read them")
        key = self._key(sig, data.codegen)
        _write(self._path(key), (key, data._reduce()))


def _read(path: Path, key: tuple[Any, ...]) -> Any:
    """The data of an entry; None if there is no such file.

    Raises:
        ValueError: the file is not what was written, or belongs to another key.
        Exception: whatever reading an outdated pickle gives.
    """
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        return None
    start = len(MARK) + hashlib.sha256().digest_size
    if not written.startswith(MARK) or hashlib.sha256(written[start:]).digest() != written[len(MARK) : start]:
        raise ValueError(f"{path.name} is damaged")
    found, data = pickle.loads(written[start:])
    if found != key:
        raise ValueError(f"{path.name} belongs to another function")
    return data


def _write(path: Path, entry: Any) -> None:
    """Writes an entry beside its place and moves it there, so that nobody ever reads a part of it."""
    pickled = dumps(entry)
    part = path.with_name(f".{os.getpid()}-{os.urandom(6).hex()}.part")
    try:
        with open(part, "xb") as file:  # with the rights that the user's mask gives: others may read it
            file.write(MARK + hashlib.sha256(pickled).digest() + pickled)
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
