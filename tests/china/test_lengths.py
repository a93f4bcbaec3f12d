"""RULES 7.4: games are as long as two independent implementations found, and no longer than the bound."""

import numpy as np
import pytest

from meeplezoo.envs.china import GAME, MAX_DECISIONS, max_decisions
from meeplezoo.envs.china.actions import DRAW, EXCHANGE

GAMES = 1000


@pytest.mark.parametrize(("num_players", "mean"), [(3, 129.0), (4, 136.9), (5, 144.6)])
def test_length_of_random_games(num_players, mean):
    states = GAME.new(num_players)
    numbers = GAME.configure(num_players).numbers
    rng = np.array([1, 2, 3, num_players], np.int32)
    lengths = []
    for seed in range(GAMES):
        GAME.kernels.setup_at(states, 0, num_players, numbers, seed)
        lengths.append(GAME.kernels.play_random(states, 0, rng, MAX_DECISIONS))
        assert states["over"][0]
    assert np.mean(lengths) == pytest.approx(mean, rel=0.02)
    assert max(lengths) <= max_decisions(num_players)


@pytest.mark.parametrize(("num_players", "turns"), [(3, 69), (4, 72), (5, 80)])
def test_length_of_games_of_exchanges_only(china, num_players, turns):
    """Every turn takes exactly one card from the pile, so the number of turns is known."""
    states = GAME.new(num_players, seed=5)
    played = 0
    while not states["over"][0]:
        hand = states["hand"][0][states["seat"][0]]
        GAME.kernels.apply_at(states, 0, EXCHANGE + int(np.argmax(hand)))
        if not states["final_round"][0]:
            GAME.kernels.apply_at(states, 0, DRAW)
        played += 1
    assert played == turns


def test_bound_by_player_count():
    assert [max_decisions(n) for n in (3, 4, 5)] == [288, 308, 328]
    assert GAME.max_decisions == MAX_DECISIONS == 328
