"""Every recorded game plays as it was recorded (``python tests/goldens.py`` records anew, after a wanted change)."""

from __future__ import annotations

import numba
import pytest

from driving import games
from goldens import FOLDER, file_of, record, settings

ROWS = [pytest.param(g, n, o, id=file_of(g, n, o).stem) for g in games() for n, o in settings(g)]


def same(now, recorded):
    for number, (old, new) in enumerate(zip(recorded, now, strict=False), start=1):
        assert new == old, f"line {number}"
    assert len(now) == len(recorded)


@pytest.mark.parametrize(("game", "count", "options"), ROWS)
def test_the_recorded_actions_lead_where_they_did(game, count, options):
    """Rules and observations; runs without the compiler, too."""
    recorded = file_of(game, count, options).read_text().splitlines()
    same(record(game, count, options, recorded), recorded)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="the planning bots take minutes when not compiled")
@pytest.mark.parametrize(("game", "count", "options"), ROWS)
def test_the_bots_choose_what_they_chose(game, count, options):
    recorded = file_of(game, count, options).read_text().splitlines()
    same(record(game, count, options), recorded)


def test_no_stale_files():
    wanted = {file_of(game, count, options).name for game in games() for count, options in settings(game)}
    assert {path.name for path in FOLDER.iterdir()} == wanted
