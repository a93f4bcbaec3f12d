"""The ``rule`` decorator, and the binding of kernels to a game. Compiled code is kept on disk by ``caching.py``."""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

from .caching import RoomCache, cache_folder, warn_not_kept

__all__ = ["bind", "compile_in", "rule"]

F = TypeVar("F", bound=Callable[..., Any])


def compile_in(function: F, folder: Path) -> F:
    """Compiles ``function`` (lazily, at its first call) with the cache folder of the sources in ``folder``.

    No setting of the process is read or changed for that: the cache is handed to the one compiled function.
    """
    if numba.config.DISABLE_JIT:
        return function
    compiled = numba.njit(nogil=True)(function)
    file = function.__code__.co_filename
    if Path(file).is_file():
        if cache_folder(folder) is not None:
            compiled._cache = RoomCache(function, folder)
    elif not file.startswith("<"):  # "<stdin>" and the like are typed in, and never kept
        warn_not_kept("it is kept for files only, and this is an archive; every process compiles anew")
    return compiled


def rule(function: F) -> F:
    """Decorator of every function of the rules: compiled, cached with its room, callable from Python too.

    With ``NUMBA_DISABLE_JIT=1`` the function stays what it is, for debugging and coverage.
    """
    return compile_in(function, Path(function.__code__.co_filename).resolve().parent)


def bind(kernel: Callable[..., Any], name: str, free: dict[str, Any], folder: Path) -> Any:
    """A kernel of the engine, bound to one game's functions and compiled.

    The function is rebuilt with ``free`` among its globals, and gets a name of its own. What the globals mean is part
    of the cache's key (``caching.content``), so equal names never run each other's code.

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
