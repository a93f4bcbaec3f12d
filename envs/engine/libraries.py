"""What is said where a library is missing, too old, or does not do what is asked of it.

The ranges are those of the installed package's own requirements (``pyproject.toml``), so they are written once.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

__all__ = ["described", "needed_for", "require"]

OURS = "meeplezoo"
BROUGHT_BY = {"torch": "stable-baselines3"}  # which has it among its own requirements


@cache
def _requirements() -> dict[str, tuple[str, str]]:
    """Library -> its range, such as ``>=1.27,<2``, and the extra that installs it (empty: always installed)."""
    try:
        lines = importlib.metadata.requires(OURS) or []
    except importlib.metadata.PackageNotFoundError:  # the sources without an installation
        lines = []
    found: dict[str, tuple[str, str]] = {}
    for line in lines:
        wanted, _, marker = line.partition(";")
        name = re.match(r"[\w.-]+", wanted)
        extra = re.search(r"extra == ['\"](\w+)['\"]", marker)
        if name and "[" not in wanted:
            bounds = sorted(re.findall(r"[<>=!~]=?\s*[\w.*]+", wanted), reverse=True)
            found.setdefault(_distribution(name.group()), (",".join(bounds), extra.group(1) if extra else ""))
    return found


def _distribution(module: str) -> str:
    """The name that pip knows, of a module or of a spelling of it."""
    return module.partition(".")[0].replace("_", "-").lower()


def _version(library: str) -> str | None:
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return None


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version.partition("+")[0])[:3]]


def described(library: str) -> str:
    """Which version of a library was found, which are needed, and the line for pip that brings one."""
    name = _distribution(library)
    bounds, extra = _requirements().get(name, ("", ""))
    if name in BROUGHT_BY:
        _, extra = _requirements().get(BROUGHT_BY[name], ("", ""))
    found = _version(name)
    there = f"{name} {found} is installed" if found else f"{name} is not installed"
    needed = f", {bounds} is needed" if bounds else ""
    return f'{there}{needed}: pip install "{f"{OURS}[{extra}]" if extra else name + bounds}"'


def require(*libraries: str, purpose: str) -> None:
    """Makes sure that libraries are installed and not too old, before they are imported.

    Args:
        libraries: by the names that are imported.
        purpose: what needs them; begins the message.

    Raises:
        ImportError: one is missing or older than the oldest version that works.
    """
    for library in libraries:
        name = _distribution(library)
        found = _version(name)
        floor = re.search(r">=\s*([\w.]+)", _requirements().get(name, ("", ""))[0])
        old = found and floor and _numbers(found) < _numbers(floor.group(1))
        if old or (found is None and importlib.util.find_spec(library) is None):  # some come without a version
            raise ImportError(f"{purpose} cannot be used: {described(library)}", name=library)


@contextmanager
def needed_for(purpose: str, *libraries: str) -> Iterator[None]:
    """Tells an import inside that fails for one of the libraries as one ``ImportError`` with the line for pip.

    Args:
        purpose: what needs them; begins the message.
        libraries: by the names that are imported. What fails for another reason is raised as it is.
    """
    try:
        yield
    except (ImportError, AttributeError) as error:
        library = _culprit(error, libraries)
        if library is None:
            raise
        raise ImportError(f"{purpose} cannot be used: {error}; {described(library)}", name=library) from error


def _culprit(error: ImportError | AttributeError, libraries: tuple[str, ...]) -> str | None:
    """The library that could not be imported, or that lacks what it was asked for."""
    told = f"{getattr(error, 'name', '')} {error}"
    for library in libraries:
        if re.search(rf"\b{library}\b", told):
            return library
    return None
