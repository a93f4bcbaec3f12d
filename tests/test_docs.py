"""The documents say what the code says."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from driving import games

ROOT = Path(__file__).resolve().parents[1]


def build():
    spec = importlib.util.spec_from_file_location("build_docs", ROOT / "docs" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_fresh():
    for name, text in build().pages().items():
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
