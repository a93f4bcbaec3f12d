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


def test_every_rules_section_that_the_code_cites_exists():
    """``# 4.4`` or ``4.4:`` in a room's code is a section of that room's RULES.md."""
    for game in games():
        headings = set(re.findall(r"^#+ (\d+(?:\.\d+)*)", (game.folder / "RULES.md").read_text(encoding="utf-8"), re.M))
        for path in game.folder.glob("*.py"):
            text = path.read_text(encoding="utf-8")
            cited = set(re.findall(r'(?:# |"""|RULES(?:\.md)? )(\d+\.\d+(?:\.\d+)*)(?=[\s:,.)])', text))
            assert cited <= headings, f"{game.id}/{path.name} cites {sorted(cited - headings)}"


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


BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
SHORTER = {"300_000": "2_000", "num_games=600": "num_games=6", ", progress_bar=True": ""}


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_programs_of_the_readme_run(block, tmp_path, monkeypatch):
    if "SelfPlayPPO" in block:
        pytest.importorskip("sb3_contrib")
    for long, short in SHORTER.items():
        block = block.replace(long, short)
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {})
