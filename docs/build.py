"""Writes the generated pages: ``python docs/build.py``. ``tests/test_docs.py`` fails when they are stale.

One page per game, from the room's docstring, options, layouts and phases; and the index.
"""

from __future__ import annotations

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
        ("designer", f"{credits.designer}, {credits.year}, {credits.publisher}"),
        ("rules taken from", credits.sources),
    ]
    parts = [
        NOTE,
        f"# {game.title}",
        table(("", ""), facts),
        (module.__doc__ or "").strip(),
        "## Table of options",
        table(("option", "default", "allowed", "meaning"), option_rows(game)),
        "## Table of actions",
        table(("ids", "action", "phases", "meaning"), actions),
        "## Table of the observation",
        "Each number is divided by the largest value of its field and clipped to the box.",
        table(("index", "field", "shape", "values", "meaning"), game.observation.table()),
    ]
    return "\n\n".join(parts) + "\n"


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
