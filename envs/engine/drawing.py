"""What the pictures of all games are made of: pages of text, and things counted in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["counted", "page"]


def page(lines: Iterable[str]) -> str:
    """Lines as one text: no blanks at their ends, a line break behind the last one."""
    return "\n".join(line.rstrip() for line in lines) + "\n"


def counted(counts: Iterable[int], names: Sequence[str]) -> str:
    """Numbers with their names, ``2 red, 1 violet``; zeros are left out, and ``-`` stands for nothing at all."""
    return ", ".join(f"{n} {name}" for n, name in zip(counts, names, strict=True) if n) or "-"
