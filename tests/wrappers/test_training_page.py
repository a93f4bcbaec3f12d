"""The page on training: its code runs, and does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def run(block: str) -> dict:
    names: dict = {}
    exec(compile(block, "docs/training.md", "exec"), names)
    return names


def test_matches_that_repeat_themselves_and_matches_that_do_not(capsys):
    assert len(BLOCKS) == 2
    run(BLOCKS[0].replace("600", "90"))
    distinct = [int(found) for found in re.findall(r" 90 +(\d+) +\d\.\d{3} ", capsys.readouterr().out)]
    assert len(distinct) == 3 and distinct[0] < 30 and min(distinct[1:]) > 60


def test_a_run_goes_on_as_the_page_says(tmp_path, monkeypatch):
    import torch

    monkeypatch.chdir(tmp_path)
    torch.set_num_threads(1)
    names = run(BLOCKS[1])
    weights = [
        torch.nn.utils.parameters_to_vector(names[name].policy.parameters()).detach().numpy()
        for name in ("model", "again")
    ]
    assert np.array_equal(*weights) and names["model"].num_timesteps == names["again"].num_timesteps == 8192
