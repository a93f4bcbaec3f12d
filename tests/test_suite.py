"""The suite itself: files without tests, and tests without parameters, are refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
GOOD = "def test_one():\n    pass\n"
EMPTY = {
    "nothing": ("", "holds no test"),
    "a docstring": ('"""Invariants."""\n', "holds no test"),
    "helpers only": ("def check_one():\n    pass\n", "holds no test"),
    "a class without tests": ("class TestAll:\n    pass\n", "holds no test"),
    "no parameters": (
        "import pytest\n@pytest.mark.parametrize('k', [])\ndef test_k(k):\n    pass\n",
        "Empty parameter set",
    ),
}


def collected(folder, **files):
    """What pytest says when it collects these files under the suite's own conftest."""
    shutil.copy(TESTS / "conftest.py", folder)
    shutil.copy(TESTS.parent / "pyproject.toml", folder)
    (folder / "tests").mkdir()  # where the project's settings look
    for name in ("rooms", "driving"):
        (folder / f"{name}.py").touch()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "nothing_like_it", "."]
    run = subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    return run.returncode, run.stdout


@pytest.mark.parametrize("kind", EMPTY)
def test_a_file_without_tests_is_refused(kind, tmp_path):
    """Also where the run asks for other tests only."""
    text, words = EMPTY[kind]
    status, told = collected(tmp_path, test_good=GOOD, test_bad=text)
    assert status == 2 and words in told and "test_bad" in told and "ERROR test_good" not in told


def test_a_file_with_a_test_is_taken(tmp_path):
    status, told = collected(tmp_path, test_good=GOOD)
    assert status == 5 and "1 deselected" in told


def test_every_test_file_is_found_by_pytest():
    """By its name and place; helpers are named otherwise."""
    for path in TESTS.rglob("*.py"):
        named = path.name.startswith("test_")
        assert named == ("\ndef test_" in path.read_text(encoding="utf-8")), f"{path.relative_to(TESTS)}"
