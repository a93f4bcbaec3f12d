"""The documents say what the code says."""

from __future__ import annotations

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


SCHEME = ("Sources", "Components", None, "The game", "Rulings", "Scoring", "Encoding", "Invariants", "The scripted bot")
PARTS = ("4.0 Options", "7.1 Actions", "7.2 Observation", "7.3 What a seat cannot know", "7.4 Length")
IDS = r"(\d+(?:\.\d+)*(?:, \d+(?:\.\d+)*)*)"  # 4.4 or 4.5, 5.12
# at the start of a comment, docstring or message of a test; after "RULES" or "ruling"; alone in brackets
CITED = re.compile(rf'(?:# (?:-+ )?|"""|, f?"|RULES(?:\.md)? |ruling |(?<=\w) \((?=[^()]*\))){IDS}(?=[-\s:;,.)"])')
NAMED = re.compile(r"^def test_(?:ruling_)?(\d+)_(\d+)_", re.MULTILINE)


def rules_of(game):
    return (game.folder / "RULES.md").read_text(encoding="utf-8")


def ids_in(rules):
    """The numbers of all sections, rulings, invariants and clarifications of a rules page."""
    found = set(re.findall(r"^#+ (\d+(?:\.\d+)*)", rules, re.M))
    found |= set(re.findall(r"^\* \*\*((?:5|10)\.\d+)\b", rules, re.M))
    for row in re.findall(rf"^\| {IDS} \|", rules, re.M):
        found |= {name for name in row.split(", ") if name.startswith(("5.", "10."))}
    invariants = re.search(r"^## 8\. .*?(?=^## )", rules, re.M | re.S).group()
    return found | {f"8.{number}" for number in re.findall(r"^(\d+)\. ", invariants, re.M)}


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_the_rules_pages_have_one_scheme(game):
    rules = rules_of(game)
    headings = re.findall(r"^## (\d+)\. (.+)$", rules, re.M)
    assert [int(number) for number, _ in headings] == list(range(1, len(headings) + 1))
    for (_, title), expected in zip(headings, SCHEME, strict=False):
        assert title == (expected or title)
    assert [title for _, title in headings[len(SCHEME) :]] in ([], ["Clarifications"])
    assert set(PARTS) <= set(re.findall(r"^### (.+)$", rules, re.M))
    rulings = sorted(int(name[2:]) for name in ids_in(rules) if name.startswith("5."))
    assert rulings == list(range(1, len(rulings) + 1))


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_every_rule_that_code_and_tests_cite_exists(game):
    """``# 4.4``, ``5.12:``, ``(ruling 5.4)`` in a room, its tables or tests is a number on that room's RULES.md."""
    known = ids_in(rules_of(game))
    tests = ROOT / "tests" / game.id
    for path in [*game.folder.glob("*.py"), game.folder / "board.toml", *tests.glob("*.py")]:
        text = path.read_text(encoding="utf-8")
        cited = {name for group in CITED.findall(text) for name in group.split(", ") if "." in name}
        cited |= {".".join(numbers) for numbers in NAMED.findall(text)} if path.parent == tests else set()
        assert cited <= known, f"{path.parent.name}/{path.name} cites {sorted(cited - known)}"


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
