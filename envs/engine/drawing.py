"""What the pictures of all games are made of: pages of text, and things counted in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["WIDTH", "counted", "page", "wrapped"]

WIDTH = 120  # columns of a text


def page(lines: Iterable[str]) -> str:
    """Lines as one text: no blanks at their ends, a line break behind the last one."""
    return "\n".join(line.rstrip() for line in lines) + "\n"


def counted(counts: Iterable[int], names: Sequence[str]) -> str:
    """Numbers with their names, ``2 red, 1 violet``; zeros are left out, and ``-`` stands for nothing at all."""
    return ", ".join(f"{n} {name}" for n, name in zip(counts, names, strict=True) if n) or "-"


def wrapped(head: str, items: Iterable[str], joined_by: str = ", ") -> list[str]:
    """Items behind a head, in as many lines of ``WIDTH`` columns as they take, indented as deep as the head is long."""
    lines, line = [], head
    items = list(items) or ["-"]
    for k, item in enumerate(items):
        more = item + (joined_by if k + 1 < len(items) else "")
        if len(line) + len(more.rstrip()) > WIDTH and len(line) > len(head):
            lines.append(line)
            line = " " * len(head)
        line += more
    return [*lines, line]
