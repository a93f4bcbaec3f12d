"""Libraries that are missing, too old or unlike what they were: one error or warning with the versions that work."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import gymnasium
import pettingzoo
import pytest

import meeplezoo
from meeplezoo.envs.engine import libraries
from meeplezoo.envs.engine.libraries import described, needed_for, require

RANGE = r"pettingzoo [\d.]+ is installed, >=1\.\d+,<2 is needed: pip install \"pettingzoo>=1\.\d+,<2\""


def fresh(code):
    """What a new process prints."""
    line = [sys.executable, "-c", textwrap.dedent(code)]
    run = subprocess.run(line, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout + run.stderr


@pytest.mark.parametrize("name", ["aec_registry", "register"])
def test_a_pettingzoo_without_a_registry(name, monkeypatch):
    """PettingZoo 1.26 has none: its users are told, and play on."""
    monkeypatch.setattr(pettingzoo, "aec_registry", {}, raising=False)
    monkeypatch.delattr(pettingzoo, name)
    with pytest.warns(RuntimeWarning, match=rf"has no attribute '{name}'\): {RANGE}"):
        meeplezoo.register()
    env = meeplezoo.make("china")
    env.reset(seed=1)
    assert env.legal_actions() and meeplezoo.batch("china", 2, seed=1).masks.any()


def test_a_gymnasium_without_a_registry(monkeypatch):
    monkeypatch.setattr(gymnasium, "register", lambda *_, **__: 1 / 0)
    monkeypatch.setattr(gymnasium, "registry", {})
    with pytest.warns(RuntimeWarning, match=r"gymnasium does not .*ZeroDivisionError.*gymnasium [\d.]+ is"):
        meeplezoo.register()


def test_the_import_goes_on_without_a_registry():
    shown = fresh("""
        import pettingzoo
        del pettingzoo.aec_registry
        import meeplezoo
        env = meeplezoo.make("china")
        print(meeplezoo.games())
    """)
    assert "'china'" in shown and shown.count("RuntimeWarning") == 1 and "is needed: pip install" in shown


def test_without_pettingzoo_batches_play():
    shown = fresh("""
        import sys
        sys.modules["pettingzoo"] = None
        import meeplezoo
        print(meeplezoo.batch("china", 2, seed=1).masks.shape)
        for use in (lambda: meeplezoo.make("china"), lambda: meeplezoo.GameEnv):
            try: use()
            except ImportError as error: print("told:", error)
    """)
    assert "(2, 128)" in shown and shown.count("RuntimeWarning") == 1
    assert shown.count("told: meeplezoo.GameEnv cannot be used: ") == 2
    assert shown.count('is needed: pip install "pettingzoo>=') == 3


@pytest.mark.parametrize("library", ["gymnasium", "numpy"])
def test_the_import_without_what_everything_needs(library):
    shown = fresh(f"""
        import sys
        sys.modules["{library}"] = None
        try: import meeplezoo
        except ImportError as error: print("told:", error)
    """)
    assert "told: meeplezoo cannot be used: " in shown and f'is needed: pip install "{library}>=' in shown


@pytest.mark.parametrize("library", ["stable_baselines3", "sb3_contrib", "torch"])
def test_a_trainer_without_its_library(library):
    shown = fresh(f"""
        import sys
        sys.modules["{library}"] = None
        import meeplezoo
        for name in meeplezoo.wrappers.__all__:
            try: getattr(meeplezoo.wrappers, name)
            except ImportError as error: print(name, "told:", error)
    """)
    told = [line for line in shown.splitlines() if " told: " in line]
    assert len(told) >= 3  # imitate and the callback may not need all of them
    for line in told:
        assert line.endswith('pip install "meeplezoo[train]"') and libraries._distribution(library) in line


@pytest.mark.parametrize("version", [None, "2.8.9", "2.0.0a1", "1.99"])
def test_a_trainer_whose_library_is_missing_or_too_old(version, monkeypatch):
    monkeypatch.setattr(libraries, "_version", lambda name: version if name == "sb3-contrib" else "99")
    monkeypatch.setattr(libraries.importlib.util, "find_spec", lambda name: None)
    there = f"sb3-contrib {version} is installed" if version else "sb3-contrib is not installed"
    with pytest.raises(
        ImportError, match=rf'SelfPlayPPO cannot be used: {there}, >=[\d.]+ is needed: pip .*\[train\]"'
    ):
        _ = meeplezoo.wrappers.SelfPlayPPO


def test_the_versions_that_are_installed_will_do():
    require("numpy", "numba", "gymnasium", "pettingzoo", "filelock", purpose="a test")
    for version in ("2.9", "2.9.0", "2.10", "3", "2.9.1+cpu", "2.9.0rc1"):
        assert not libraries._numbers(version) < libraries._numbers("2.9")


def test_what_is_said_of_a_library():
    assert described("torch").endswith('is installed: pip install "meeplezoo[train]"') or "not installed" in described(
        "torch"
    )
    assert described("nosuch_library") == 'nosuch-library is not installed: pip install "nosuch-library"'
    with pytest.raises(ImportError, match="a test cannot be used: nosuch-library is not installed") as caught:
        require("nosuch_library", purpose="a test")
    assert caught.value.name == "nosuch_library"


def test_errors_of_others_stay_what_they_are():
    for error in (ImportError("cannot import name 'a' from 'b'", name="b"), AttributeError("no torch_like")):
        with pytest.raises(type(error)) as caught, needed_for("a test", "torch"):
            raise error
        assert caught.value is error
    with pytest.raises(ImportError, match=r"a test cannot be used: .*'zeros'; torch"), needed_for("a test", "torch"):
        raise AttributeError("module 'torch' has no attribute 'zeros'")
