"""RULES 7.4: games are as long as two independent implementations found, and never longer than the bound."""

import numpy as np
import pytest

from meeplezoo.envs.eighty_days import GAME, MAX_DECISIONS
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.actions import PASS, TAKE, TAKE_PLAIN

GAMES = 1500


@pytest.mark.parametrize(
    ("num_players", "decisions", "rounds"),
    [(2, 99.3, 14.3), (3, 153.9, 16.7), (4, 202.6, 18.1), (5, 272.0, 19.1), (6, 310.8, 18.0)],
)
def test_length_of_random_games(num_players, decisions, rounds):
    states = GAME.new(num_players)
    numbers = GAME.configure(num_players).numbers
    rng = np.array([1, 2, 3, num_players], np.int32)
    lengths, last_rounds, winner_days = [], [], []
    place = np.zeros(GAME.max_players, np.int64)
    for seed in range(GAMES):
        GAME.kernels.setup_at(states, 0, num_players, numbers, seed)
        lengths.append(GAME.kernels.play_random(states, 0, rng, MAX_DECISIONS))
        assert states["over"][0] and not states["truncated"][0]
        last_rounds.append(states["round_number"][0])
        GAME.kernels.ranks_at(states, 0, place)
        winner_days.append(states["days"][0][np.argmin(place[:num_players])])
    assert np.mean(lengths) == pytest.approx(decisions, rel=0.03)
    assert np.mean(last_rounds) == pytest.approx(rounds, rel=0.03)
    if num_players > 2:
        assert np.mean(winner_days) == pytest.approx(99, abs=2)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_who_never_travels_is_cut_off_after_60_rounds(num_players):
    """4.2: nobody has to travel; the cap truncates, and the seats are ranked as they stand."""
    states = GAME.new(num_players, seed=3)
    mask = np.zeros(GAME.actions.size, np.int8)
    while not states["over"][0]:
        GAME.kernels.legal_at(states, 0, mask)
        legal = np.flatnonzero(mask)
        first = [a for a in legal if TAKE_PLAIN <= a < TAKE_PLAIN + 4 or a in (PASS, TAKE, TAKE + 1)]
        GAME.kernels.apply_at(states, 0, int(first[-1] if first else legal[-1]))
        assert states["city"][0].max() == 0
    assert states["truncated"][0] == 1 and states["round_number"][0] == t.MAX_ROUNDS
    place = np.zeros(GAME.max_players, np.int64)
    GAME.kernels.ranks_at(states, 0, place)
    assert not place.any(), "nobody has moved or lost a day: all share the first place"
    assert states["decisions"][0] < 1500


def test_bound():
    assert GAME.max_decisions == MAX_DECISIONS == 60 * 6 * 96
