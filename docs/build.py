"""Writes the generated pages: ``python docs/build.py``. ``tests/test_docs.py`` fails when they are stale.

One page per game, from the room's docstring, options, layouts and phases, its ``board.toml`` and ``RULES.md``, and
``measured.json`` (``measure.py``); and the index.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path

import meeplezoo
from meeplezoo.envs.engine.game import Game, option_rows

FOLDER = Path(__file__).resolve().parent
NOTE = "<!-- written by docs/build.py: edit the room, not this page -->"
TAG = re.compile(r"\[(?:seed|rulebook|review|memory|sheet|impl|sim|inferred|invented)\]")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def with_tables(text: str, tables: dict[str, str]) -> str:
    """The room's docstring, with each table at the end of the section of that heading (underlined by dashes).

    Raises:
        KeyError: the docstring lacks one of the headings.
    """
    parts = re.split(r"^(.+)\n-{3,}\n", text.strip(), flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    pieces = [parts[0].strip()]
    for heading, added in tables.items():
        sections[heading] = sections[heading].strip() + "\n\n" + added
    pieces += [f"## {heading}\n\n{body.strip()}" for heading, body in sections.items()]
    return "\n\n".join(pieces)


def game_page(game: Game) -> str:
    """The reference page of one game."""
    module = import_module(f"meeplezoo.envs.{game.id}")
    names = {int(phase): phase.name for phase in game.phases}
    actions = [(ids, name, phases, doc) for ids, _, name, phases, doc in game.actions.table(names)]
    credits = game.credits
    facts = [
        ("id", f"`meeplezoo/{game.id}-v{game.version}`"),
        ("players", ", ".join(map(str, game.player_counts)) + f" (default {game.default_players})"),
        ("actions", game.actions.size),
        ("observation", f"{game.observation.size} float32"),
        ("decisions in a game, at most", game.max_decisions),
        ("hidden information", "yes" if game.hidden_information else "no"),
        ("chance after set-up", "yes" if game.chance_after_setup else "no"),
        ("further numbers in the final infos", ", ".join(f"`{name}`" for name in game.result_names) or "none"),
        ("designer", f"{credits.designer}, {credits.year}, {credits.publisher}"),
        ("rules taken from", credits.sources),
        ("rules as implemented, with sources", f"[RULES.md](../envs/{game.id}/RULES.md)"),
    ]
    scaled = "Each number is divided by the largest value of its field and clipped to the box."
    view = table(("index", "field", "shape", "values", "meaning"), game.observation.table())
    tables = {
        "Players and options": table(("option", "default", "allowed", "meaning"), option_rows(game)),
        "Actions": table(("ids", "action", "phases", "meaning"), actions),
        "Observation": f"{scaled}\n\n{view}",
    }
    page = [NOTE, f"# {game.title}", table(("", ""), facts), with_tables(module.__doc__ or "", tables)]
    page += [measured_section(game), sources_section(game)]
    return "\n\n".join(page) + "\n"


# ---------------------------------------------------------------- lengths and baselines


def measured_section(game: Game) -> str:
    """How long games are and how well the bots play, from ``measured.json``."""
    measured = json.loads((FOLDER / "measured.json").read_text(encoding="utf-8"))
    matches = measured["matches"][game.id]
    rows = [
        (count, says_who(row), spread(row["decisions"]), spread(row["score"]), share(row["win_share"], int(count)))
        for count, found in matches.items()
        for row in found
    ]
    head = ("players", "play", "decisions", "score of the first", "win share of the first")
    return (
        "## Lengths and baselines\n\n"
        f"Default options, {measured['games']} games a row, seats rotated, seed {measured['seed']}: "
        "`python docs/measure.py`. Mean (least to most); shares with 95 % Wilson intervals.\n\n" + table(head, rows)
    )


def says_who(row: dict[str, str]) -> str:
    """``scripted, others random``, or ``all random``."""
    same = row["contestant"] == row["opponent"]
    return f"all {row['contestant']}" if same else f"{row['contestant']}, others {row['opponent']}"


def spread(numbers: Sequence[float]) -> str:
    """Least, mean and most, the mean first."""
    least, mean, most = numbers
    return f"{mean:g} ({least:g} to {most:g})"


def share(numbers: Sequence[float] | None, num_players: int) -> str:
    """A win share with its interval and what equally strong seats would get."""
    if numbers is None:
        return "-"
    found, low, high = numbers
    return f"{found:.3f} ({low:.3f}-{high:.3f}); fair {1 / num_players:.3f}"


# ---------------------------------------------------------------- sources


def sources_section(game: Game) -> str:
    """Where the rules and numbers come from, and which of them are ours: from ``RULES.md`` and ``board.toml``."""
    rules = (game.folder / "RULES.md").read_text(encoding="utf-8")
    given = re.search(r"^## 1\. Sources.*?\n+(.*?)(?=^## )", rules, re.MULTILINE | re.DOTALL)
    if given is None:
        raise ValueError(f"{game.id}: RULES.md has no section 1, Sources")
    invented = [line for line in tagged_lines(rules) if "[invented]" in line[1]]
    board = tagged_tables((game.folder / "board.toml").read_text(encoding="utf-8"))
    return "\n\n".join(
        [
            "## Sources",
            given.group(1).strip(),
            "### Where the tables come from",
            "The comments of `board.toml`; a number at the start is a section of `RULES.md`.",
            table(("table", "source"), board),
            "### What no source gives",
            "Every line of `RULES.md` with something that is ours, marked [invented].",
            table(("section", "rule or number"), invented),
        ]
    )


def tagged_lines(rules: str) -> list[tuple[str, str]]:
    """Section and text of each table row, list item or paragraph of a rules page that has a source tag."""
    found, section, block = [], "", ""
    for line in [*rules.splitlines(), ""]:
        heading = re.match(r"#+ (\d+(?:\.\d+)*)", line)
        starts = not line.strip() or line.startswith(("|", "* ", "- ", "#"))
        if starts and TAG.search(block) and section not in ("", "1"):
            found.append((section, sentences(block)))
        block = line.strip() if starts else f"{block} {line.strip()}"
        section = heading.group(1) if heading else section
    return found


def sentences(block: str) -> str:
    """A table row as its cells; of a paragraph, the sentences with a tag of invention, or all of it."""
    if block.startswith("|"):
        return ": ".join(cell.strip() for cell in block.strip("|").split("|") if cell.strip())
    parts = re.split(r"(?<=[.;])\s+(?=[A-Z*`0-9])", block.lstrip("*- "))
    return " ".join(part for part in parts if "[invented]" in part) or block.lstrip("*- ")


def tagged_tables(board: str) -> list[tuple[str, str]]:
    """Name and comment of each table or value of a ``board.toml`` whose comment has a source tag."""
    found: dict[str, list[str]] = {}
    comment: list[str] = []
    table_name = ""
    for line in board.splitlines()[board.splitlines().index("") :]:  # after the head, which explains the tags
        code, _, remark = line.partition("#")
        header = re.match(r"\[+([\w.]+)\]+", code)
        key = re.match(r"(\w+) *=", code)
        if not code.strip():
            comment = [*comment, remark.strip()] if remark else []
            continue
        if header:
            table_name = header.group(1)
        parts = [table_name.partition(".")[0]] if header else [table_name, key.group(1) if key else ""]
        name = ".".join(filter(None, parts))
        text = " ".join([*comment, remark.strip()]).strip()
        if (header or key) and TAG.search(text) and text not in found.setdefault(name, []):
            found[name].append(text)
        comment = []
    return [(f"`{name}`", text) for name, texts in found.items() for text in texts]


def index_page(games: Sequence[Game]) -> str:
    """The list of games."""
    rows = [
        (
            f"[{game.title}]({game.id}.md)",
            ", ".join(map(str, game.player_counts)),
            game.actions.size,
            game.observation.size,
            game.max_decisions,
            "yes" if game.hidden_information else "no",
            ", ".join(f"`{name}`" for name in game.option_names()),
        )
        for game in games
    ]
    head = ("game", "players", "actions", "observation", "decisions at most", "hidden", "options")
    return f"{NOTE}\n\n# Games\n\n{table(head, rows)}\n"


def pages() -> dict[str, str]:
    """All generated pages by file name."""
    games = [meeplezoo.game(name) for name in meeplezoo.envs.ROOMS]
    return {"games.md": index_page(games)} | {f"{game.id}.md": game_page(game) for game in games}


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(name, file=sys.stderr)
