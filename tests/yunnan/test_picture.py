"""The position as text: what scores is in it, what is abbreviated is explained, and it fits the screen."""

import numpy as np

from meeplezoo.envs.yunnan import GAME

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


def test_text_shows_all_that_scores(yunnan, setting):
    """The parts of each seat's score, and their sum, as the scoring counts them."""
    for states, _ in yunnan.positions("mixed", *setting, 5):
        if states["decisions"][0] % 20 and not states["over"][0]:
            continue
        lines, results = GAME.text(states[0], 1).splitlines(), np.zeros(len(GAME.result_names), np.int64)
        first = next(k for k, line in enumerate(lines) if line.startswith("seat  score marker")) + 1
        for p in range(setting[0]):
            GAME.kernels.results_at(states, 0, p, results)
            assert [int(x) for x in lines[first + p].split()] == [p, *results[:6], results[:6].sum()]
    assert states["over"][0]
