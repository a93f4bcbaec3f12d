"""The hand-written package list, the folders behind it, and what an installation contains."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
TOP = ("envs", "wrappers", "bots")


def expected_packages() -> set[str]:
    found = {"meeplezoo"}
    for top in TOP:
        for path in [ROOT / top, *(ROOT / top).rglob("*")]:
            if path.is_dir() and path.name not in ("__pycache__", "_root") and (path / "__init__.py").exists():
                found.add("meeplezoo." + ".".join(path.relative_to(ROOT).parts))
    return found


def test_every_package_is_listed():
    assert set(SETTINGS["tool"]["setuptools"]["packages"]) == expected_packages()


def test_every_package_folder_is_mapped():
    mapped = SETTINGS["tool"]["setuptools"]["package-dir"]
    assert mapped == {"meeplezoo": "envs/_root"} | {f"meeplezoo.{top}": top for top in TOP}


def test_every_room_is_registered():
    import meeplezoo

    folders = {p.parent.name for p in (ROOT / "envs").glob("*/board.toml")}
    assert folders == set(meeplezoo.envs.ROOMS) == set(meeplezoo.games()) & folders


def test_the_plain_folder_is_refused():
    process = subprocess.run(
        [sys.executable, "-c", "import envs"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert process.returncode == 1
    assert "import meeplezoo" in process.stderr and "pip install -e ." in process.stderr


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_the_built_package_plays(kind, tmp_path):
    """Builds from a copy of the sources, installs without dependencies, plays a game outside the repository."""
    import shutil

    source = tmp_path / "source"
    ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", "*.egg-info", "runs", ".typing")
    shutil.copytree(ROOT, source, ignore=ignored)
    dist = tmp_path / "dist"
    subprocess.run(
        [sys.executable, "-m", "build", f"--{kind}", "--outdir", dist, source], check=True, capture_output=True
    )
    built = next(dist.iterdir())
    target = tmp_path / "target"
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", target, built]
    subprocess.run(pip, check=True, capture_output=True)
    if kind == "wheel":
        names = zipfile.ZipFile(built).namelist()
        assert "meeplezoo/py.typed" in names and "meeplezoo/envs/china/board.toml" in names
        assert not any(name.startswith(("tests/", "examples/", "envs/")) for name in names)
    code = (
        "import meeplezoo, sys\nassert meeplezoo.__file__.startswith(sys.argv[1])\n"
        "for name in meeplezoo.games():\n"
        "    env = meeplezoo.make(name)\n    env.reset(seed=1)\n    env.step(env.legal_actions()[0])\nprint('ok')"
    )
    env = {**os.environ, "PYTHONPATH": str(target), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    out = subprocess.run([sys.executable, "-c", code, target], cwd=tmp_path, env=env, check=True, capture_output=True)
    assert out.stdout.strip() == b"ok"
