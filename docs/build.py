"""Writes the generated pages: ``python docs/build.py``. ``tests/test_docs.py`` fails when they are stale.

One page per game, from the room's docstring, options, layouts and phases; and the index.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path

import meeplezoo
from meeplezoo.envs.engine.game import Game, option_rows

FOLDER = Path(__file__).resolve().parent
NOTE = "<!-- written by docs/build.py: edit the room, not this page -->"


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
    return "\n\n".join(page) + "\n"


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
