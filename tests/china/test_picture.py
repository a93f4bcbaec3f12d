"""The position as text: what scores is in it, what is abbreviated is explained, and it fits the screen."""

import re

import numpy as np

from meeplezoo.envs.china import GAME
from meeplezoo.envs.china import tables as t

from driving import play


def test_texts_fit_the_screen(setting):
    """120 columns at most, in ASCII, with a legend."""
    states, widest = GAME.new(setting[0], 3, **setting[1]), 0
    for step, _ in enumerate(play(GAME, states, 3)):
        if step % 10 == 0:
            for seat in (None, step % setting[0]):
                shown = GAME.show(states, 0, seat)
                assert shown.isascii() and "\nlegend: " in shown
                widest = max(widest, *map(len, shown.splitlines()))
    assert 100 < widest <= 120


def test_text_shows_all_that_scores(china):
    """Palaces, alliances, roads and total of each seat, as the scoring counts them; and the roads themselves."""
    for states, _ in china.positions("bot", 4, {"forts": True}, 5):
        if states["decisions"][0] % 20 and not states["over"][0]:
            continue
        shown, results = GAME.text(states[0], 1), np.zeros(len(GAME.result_names), np.int64)
        for p in range(4):
            GAME.kernels.results_at(states, 0, p, results)
            row = next(line for line in shown.splitlines() if re.match(rf" +{p} +\d+ \|", line))
            assert [int(x) for x in row.split("|")[2].split()] == [*results[:3], results[:3].sum()]
        for city in range(t.CITIES):
            for other in t.NEIGHBOURS[states["side"][0], city]:
                pair = sorted((city, int(other)))
                assert other < 0 or f"{t.CITY_NAMES[pair[0]]}-{t.CITY_NAMES[pair[1]]}" in shown
    assert states["over"][0]
