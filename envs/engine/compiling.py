"""The ``rule`` decorator, and where compiled code is cached.

Numba's own cache does not notice that a called function in another file, or a table, has changed: it would
run old rules. Here each room caches into a folder named by a hash of the engine's sources, the room's
sources and tables, and the versions of numba and NumPy. So an edit of one game compiles that game anew and no
other. The index files of that cache have no lock of their own; ``_LockedCache`` gives them one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
import types
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import filelock
import numba
import numpy as np
from numba.core.caching import FunctionCache

__all__ = ["base_folder", "bind", "cache_folder", "compile_in", "prune", "rule", "source_hash"]

F = TypeVar("F", bound=Callable[..., Any])

ENGINE = Path(__file__).resolve().parent
#: the engine's files that compiled code depends on: its functions, and numbers that freeze in it (places and scales of
#: the observation's fields come from game.py and layouts.py, the boards through tables.py)
COMPILED = (
    "compiling.py",
    "dice.py",
    "game.py",
    "kernels.py",
    "layouts.py",
    "piles.py",
    "reading.py",
    "records.py",
    "seats.py",
    "tables.py",
)
KEEP_DAYS = 30
PREFIX = "meeplezoo-"
SOURCES = (".py", ".toml")


class _LockedCache(FunctionCache):
    """Numba's cache of one function, safe when several processes compile the same game at once."""

    def _lock(self) -> filelock.BaseFileLock:
        return filelock.FileLock(str(Path(self.cache_path) / "lock"))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not Path(self.cache_path).is_dir():
            return None
        with self._lock():
            return super().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        Path(self.cache_path).mkdir(parents=True, exist_ok=True)
        with self._lock():
            super().save_overload(sig, data)


def source_hash(folder: Path) -> str:
    """Hash of all that compiled code of a folder depends on: its sources and tables, the engine's, versions."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version_info[:2]}".encode())
    room = sorted(p for p in folder.rglob("*") if p.suffix in SOURCES) if folder != ENGINE else []
    for path in (*(ENGINE / name for name in COMPILED), *room):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def base_folder() -> Path:
    """Where the cache folders lie: ``NUMBA_CACHE_DIR`` if set, else ``meeplezoo`` in the user's cache folder."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return Path(named)
    user = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(user) / "meeplezoo"


@cache
def _writable_base() -> Path | None:
    """The base folder, pruned once in a process; None, with one warning, where nothing can be written."""
    base = base_folder()
    try:
        base.mkdir(parents=True, exist_ok=True)
        probe = base / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        _warn_not_kept(
            f"{base} cannot be written ({error.strerror}); every process compiles anew. "
            "Set NUMBA_CACHE_DIR to a folder that can be written."
        )
        return None
    prune(base)
    return base


@cache
def _warn_not_kept(why: str) -> None:
    """Warns once in a process."""
    warnings.warn(f"compiled code is not kept: {why}", RuntimeWarning, stacklevel=3)


def prune(base: Path, keep_days: float = KEEP_DAYS) -> list[Path]:
    """Removes meeplezoo's cache folders in ``base`` that no process has used for ``keep_days`` days."""
    limit = time.time() - keep_days * 86400
    old = [p for p in base.glob(f"{PREFIX}*") if p.is_dir() and p.stat().st_mtime < limit]
    for path in old:
        shutil.rmtree(path, ignore_errors=True)
    return old


@cache
def cache_folder(folder: Path) -> Path | None:
    """The cache folder for compiled code of the sources in ``folder``; None where nothing can be written."""
    base = _writable_base()
    if base is None:
        return None
    path = base / f"{PREFIX}{folder.name}-{source_hash(folder)}"
    path.mkdir(exist_ok=True)
    os.utime(path)
    return path


def compile_in(function: F, folder: Path) -> F:
    """Compiles ``function`` (lazily, at its first call) with the cache folder of the sources in ``folder``."""
    if numba.config.DISABLE_JIT:
        return function
    file = function.__code__.co_filename
    path = None
    if Path(file).is_file():
        path = cache_folder(folder)
    elif not file.startswith("<"):  # "<stdin>" and the like are typed in, and never kept
        _warn_not_kept("numba keeps it for files only, and this is an archive; every process compiles anew")
    if path is None:
        return numba.njit(nogil=True)(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(path)  # read by numba while it decorates, and only then
    try:
        compiled = numba.njit(nogil=True, cache=True)(function)
        compiled._cache = _LockedCache(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def rule(function: F) -> F:
    """Decorator of every function of the rules: compiled, cached with its room, callable from Python too.

    With ``NUMBA_DISABLE_JIT=1`` the function stays what it is, for debugging and coverage.
    """
    return compile_in(function, Path(function.__code__.co_filename).resolve().parent)


def bind(kernel: Callable[..., Any], name: str, free: dict[str, Any], folder: Path) -> Any:
    """A kernel of the engine, bound to one game's functions and compiled.

    The function is rebuilt with ``free`` among its globals. Closures would miss the cache in every process;
    and as the cache's key does not contain globals, the bound function gets a name of its own.

    Args:
        kernel: a plain function whose free names are given by ``free``.
        name: the game's id; the bound function is called ``<kernel>__<name>``.
        free: what the free names of the kernel mean for this game.
        folder: the room's folder, which decides where compiled code is cached.
    """
    unique = f"{kernel.__name__}__{name}"
    code = kernel.__code__.replace(co_name=unique, co_qualname=unique)
    bound = types.FunctionType(code, {**kernel.__globals__, **free}, unique, kernel.__defaults__)
    bound.__qualname__ = unique
    bound.__module__ = kernel.__module__
    bound.__doc__ = kernel.__doc__
    return compile_in(bound, folder)
