"""The documents say what the code says."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import shlex
from pathlib import Path

import pytest

import meeplezoo

from driving import games

ROOT = Path(__file__).resolve().parents[1]


def module(name):
    """A script of the documents, as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.complaint("Farama-Foundation/PettingZoo#922")
def test_generated_pages_are_fresh():
    """Farama-Foundation/PettingZoo#922: tables of sizes, actions and observations come from the code."""
    for name, text in module("build").pages().items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, f"{name} is stale: run make docs"


@pytest.mark.complaint("Farama-Foundation/PettingZoo#922")
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_numbers_in_prose_are_those_of_the_spaces(game):
    """Farama-Foundation/PettingZoo#922: the documents said another size of the observation than the space had.

    The room's page and docstring, and its RULES.md, wherever they count actions, numbers or decisions.
    """
    env = meeplezoo.make(game)
    actions = {int(env.action_space(agent).n) for agent in env.possible_agents}
    sizes = {env.observation_space(agent)["observation"].shape for agent in env.possible_agents}
    masks = {env.observation_space(agent)["action_mask"].shape for agent in env.possible_agents}
    assert actions == {game.actions.size} and sizes == {(game.observation.size,)} and masks == {(game.actions.size,)}
    told = {
        r"(\d+) (?:actions;|ids \()": game.actions.size,
        r"(\d+) numbers(?: in \[|, )": game.observation.size,
        r"\| observation \| (\d+) float32": game.observation.size,
        r"\| actions \| (\d+) \|": game.actions.size,
        r"At most ([\d ]+\d)\s+decisions\s+\(``MAX": game.max_decisions,
        r"\| decisions in a game, at most \| (\d+)": game.max_decisions,
    }
    page = (ROOT / "docs" / f"{game.id}.md").read_text(encoding="utf-8")
    rules = (game.folder / "RULES.md").read_text(encoding="utf-8")
    for pattern, wanted in told.items():
        found = re.findall(pattern, page)
        assert found, f"the page of {game.id} no longer says {pattern}"
        for number in (*found, *re.findall(pattern, rules)):
            assert int(number.replace(" ", "")) == wanted, f"{number} for {wanted}: {pattern}"


@pytest.mark.complaint("Farama-Foundation/PettingZoo#922")
@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_the_readme_row_of_a_game(game):
    """Farama-Foundation/PettingZoo#922: players, actions and observation of the README's first table."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    row = next(line for line in readme.splitlines() if line.startswith(f"| [{game.title}]"))
    numbers = re.findall(r"\d+", row.split(")", 1)[1])
    counts = [str(n) for n in game.player_counts]
    assert numbers[: len(counts) + 2] == [*counts, str(game.actions.size), str(game.observation.size)]


def pages():
    """All pages that people read."""
    return [
        ROOT / "README.md",
        ROOT / "CHANGELOG.md",
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted(ROOT.glob("envs/*/RULES.md")),
    ]


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ +(.+?) *$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_of_the_documents_lead_somewhere():
    for page in pages():
        for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)", page.read_text(encoding="utf-8")):
            file = page.parent / target if target else page
            assert file.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(file), f"{page.name}: {target}#{anchor}"


def test_anchors_are_told_from_their_like():
    assert "from-the-terminal" in anchors(ROOT / "README.md") and "nothing-there" not in anchors(ROOT / "README.md")


def texts():
    """Name and text of all pages, and of all sources but the tests: their docstrings and comments name things, too."""
    folders = ("envs", "bots", "wrappers", "examples", "benchmarks", "docs")
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    for path in [*pages(), *sources, ROOT / "Makefile", ROOT / "pyproject.toml"]:
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def defined_tests():
    """``tests/...py`` -> the functions in it."""
    found = {}
    for path in (ROOT / "tests").rglob("*.py"):
        names = set(re.findall(r"^ *def (\w+)", path.read_text(encoding="utf-8"), re.M))
        found[path.relative_to(ROOT).as_posix()] = names
    return found


def test_tests_that_are_named_exist():
    """By file, by file and function, or by the name alone; a file that is named holds tests."""
    defined = defined_tests()
    stems = {Path(file).stem for file in defined}
    functions = set().union(*defined.values())
    named = 0
    for where, text in texts():
        for file, function in re.findall(r"\b(tests/[\w/]+\.py)(?:::(\w+))?", text):
            assert file in defined, f"{where} names {file}, which does not exist"
            assert not function or function in defined[file], f"{where} names {file}::{function}, which does not exist"
            assert defined[file], f"{where} names {file}, which is empty"
            named += 1
        for name in re.findall(r"(?<![\w:/.])(test_\w+)(?![\w*])(?!\.)", text):
            assert name in stems | functions, f"{where} names {name}, which does not exist"
    assert named > 40


PLACE = re.compile(r"`((?:envs|docs|tests|examples|benchmarks|bots|wrappers)/[\w./*<>-]*)`")


def test_files_that_are_named_exist():
    for where, text in texts():
        for place in PLACE.findall(text):
            pattern = re.sub(r"<\w+>", "*", place).rstrip("/")
            assert list(ROOT.glob(pattern)), f"{where} names {place}, which does not exist"


def commands():
    """``(where, command)``: the lines of shell blocks, and what stands in backquotes and begins like a command."""
    for where, text in texts():
        found = [line for block in re.findall(r"```(?:bash|sh)\n(.*?)```", text, re.S) for line in block.splitlines()]
        found += re.findall(r"`((?:make|python|pytest) [^`\n]+)`", text)
        for line in found:
            line = line.partition("#")[0].strip()
            if line and "..." not in line and not re.search(r"<\w+>", line):
                yield where, line


def test_commands_that_are_told_exist():
    """Targets of ``make``, scripts and their options, and the commands of ``python -m meeplezoo``."""
    from meeplezoo.__main__ import parser

    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    seen = set()
    for where, line in commands():
        program, *arguments = shlex.split(line)
        script = arguments[0] if arguments and arguments[0].endswith(".py") else ""
        if program == "make":
            assert set(arguments) <= targets, f"{where}: {line}"
        elif program == "python" and arguments[:2] == ["-m", "meeplezoo"]:
            for command in filter(None, " ".join(arguments[2:]).split("|")):
                try:
                    parser().parse_args(command.split())
                except SystemExit as end:
                    assert not end.code, f"{where}: {line}"
        elif program == "python" and script:
            file = ROOT / script if (ROOT / script).exists() else ROOT / "examples" / script
            assert file.exists(), f"{where}: {line}"
            source = "".join(p.read_text(encoding="utf-8") for p in {file, *file.parent.glob("command_line.py")})
            for option in [part.partition("=")[0] for part in arguments if part.startswith("--")]:
                assert f'"{option}"' in source, f"{where}: {line}: {option}"
        else:
            continue
        seen.add(program)
    assert seen == {"make", "python"}


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


#: Every program of every page, each on its own, with what makes the long ones shorter.
BLOCKS = [
    pytest.param(block, id=f"{page.relative_to(ROOT).as_posix()}-{k}")
    for page in pages()
    for k, block in enumerate(re.findall(r"```(?:python|py)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]
SHORTER = {"300_000": "2_000", "num_games=600": "num_games=6", ", progress_bar=True": ""}


@pytest.mark.parametrize("block", BLOCKS)
def test_the_programs_of_the_pages_run(block, tmp_path, monkeypatch):
    if re.search("SelfPlay|PolicyBot|imitate", block):
        pytest.importorskip("sb3_contrib")
    for long, short in SHORTER.items():
        block = block.replace(long, short)
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "a page", "exec"), {"__name__": "__main__"})


def test_what_makes_programs_shorter_is_there():
    """Else a program that was changed would run at full length."""
    assert all(any(long in block.values[0] for block in BLOCKS) for long in SHORTER)


THREAD = re.compile(r"\[([\w.-]+/[\w.-]+)#(\d+)\]\(https://github\.com/([\w.-]+/[\w.-]+)/(?:issues|pull)/(\d+)\)")


def marked_tests():
    """``tests/...py::name`` -> the threads of its marks; each must also stand in the test's docstring."""
    found = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            marks = [m for m in node.decorator_list if "mark.complaint" in ast.unparse(m)]
            if marks:
                name = f"{path.relative_to(ROOT).as_posix()}::{node.name}"
                found[name] = {ast.literal_eval(thread) for mark in marks for thread in mark.args}
                told = ast.get_docstring(node) or ""
                assert all(thread in told for thread in found[name]), f"the docstring of {name} lacks a thread"
    return found


def complaints_and_field():
    """The page on reliability without, and of, the section on what has no thread."""
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    start = page.index("## What goes wrong around the rules\n")
    end = page.index("\n## ", start)
    return page[:start] + page[end:], page[start:end]


def test_each_failure_in_the_field_has_a_test():
    _, section = complaints_and_field()
    rows = [row for row in section.splitlines() if row.startswith("| ") and not row.startswith("| symptom")]
    assert len(rows) > 15
    assert all(re.search(r"`tests/[\w/]+\.py::\w+`", row) for row in rows)


def test_the_page_of_complaints_and_the_marked_tests_agree():
    """Each test that the page names exists and is marked with the row's threads; each mark is on the page."""
    marked, told = marked_tests(), {}
    page, _ = complaints_and_field()
    for row in (line for line in page.splitlines() if line.startswith("| ")):
        threads = set()
        for repository, number, linked, target in THREAD.findall(row):
            assert (repository, number) == (linked, target), f"the link of {repository}#{number} leads elsewhere"
            threads.add(f"{repository}#{number}")
        tests = re.findall(r"`(tests/[\w/]+\.py::\w+)`", row)
        for test in tests:
            assert test in marked, f"{test} has no mark, or does not exist"
            assert marked[test] & threads, f"{test} is not marked with {sorted(threads)}"
            told.setdefault(test, set()).update(threads)
        covered = set().union(*(marked[test] for test in tests))
        assert not tests or threads <= covered, f"no test of the row is marked with {sorted(threads - covered)}"
    assert len(told) > 40
    missing = {test: threads - told.get(test, set()) for test, threads in marked.items()}
    assert not any(missing.values()), f"not on the page: {[t for t, m in missing.items() if m]}"


def test_the_engine_page_names_every_file_of_the_engine():
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    files = {path.name for path in (ROOT / "envs" / "engine").glob("*.py")} - {"__init__.py"}
    assert not {name for name in files if f"`{name}`" not in page}
