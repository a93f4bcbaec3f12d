"""The documents say what the code says."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from pathlib import Path

import pytest

from driving import games

ROOT = Path(__file__).resolve().parents[1]


def module(name):
    """A script of the documents, as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_generated_pages_are_fresh():
    for name, text in module("build").pages().items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, f"{name} is stale: run make docs"


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_the_readme_row_of_a_game(game):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    row = next(line for line in readme.splitlines() if line.startswith(f"| [{game.title}]"))
    numbers = re.findall(r"\d+", row.split(")", 1)[1])
    counts = [str(n) for n in game.player_counts]
    assert numbers[: len(counts) + 2] == [*counts, str(game.actions.size), str(game.observation.size)]


def test_links_of_the_documents_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_rules_section_that_the_code_cites_exists():
    """``# 4.4`` or ``4.4:`` in a room's code is a section of that room's RULES.md."""
    for game in games():
        headings = set(re.findall(r"^#+ (\d+(?:\.\d+)*)", (game.folder / "RULES.md").read_text(encoding="utf-8"), re.M))
        for path in game.folder.glob("*.py"):
            text = path.read_text(encoding="utf-8")
            cited = set(re.findall(r'(?:# |"""|RULES(?:\.md)? )(\d+\.\d+(?:\.\d+)*)(?=[\s:,.)])', text))
            assert cited <= headings, f"{game.id}/{path.name} cites {sorted(cited - headings)}"


def rule_functions(path):
    """The functions of a file that ``@rule`` compiles."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and any(getattr(d, "id", "") == "rule" for d in node.decorator_list):
            yield node


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_every_rule_cites_its_section(game):
    """The docstring of a rule begins with a section of the room's RULES.md; the bots are no rules."""
    headings = set(re.findall(r"^#+ (\d+(?:\.\d+)*)", (game.folder / "RULES.md").read_text(encoding="utf-8"), re.M))
    paths = [path for path in game.folder.glob("*.py") if not path.name.startswith("bot")]
    for path in paths:
        for function in rule_functions(path):
            cited = re.match(r"(\d+(?:\.\d+)*)(?=[:,\s-])", ast.get_docstring(function) or "")
            assert cited and cited.group(1) in headings, f"{game.id}/{path.name}: {function.name}"
    assert sum(1 for path in paths for _ in rule_functions(path)) > 40


def the_measured():
    return json.loads((ROOT / "docs" / "measured.json").read_text(encoding="utf-8"))


def test_the_measured_figures_are_of_all_games_and_counts():
    matches = the_measured()["matches"]
    expected = {game.id: [str(count) for count in game.player_counts] for game in games()}
    assert {name: list(found) for name, found in matches.items()} == expected


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_the_measured_figures_come_out_again(game):
    """Random play of all player counts, and the scripted bot against it at the default one."""
    measure, stored = module("measure"), the_measured()["matches"][game.id]
    for count in game.player_counts:
        assert measure.measure(game, count, "random", "random") == stored[str(count)][0]
    default = game.default_players
    assert measure.measure(game, default, "scripted", "random") == stored[str(default)][2]
