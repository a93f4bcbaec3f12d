"""RULES 7.4: games are as long, and seats score as much, as independent implementations of these rules found."""

import numpy as np
import pytest

from meeplezoo.envs.vanuatu import GAME, MAX_DECISIONS, max_decisions
from meeplezoo.envs.vanuatu.state import Phase

GAMES = 1000


def random_games(num_players, **options):
    """Lengths ``(GAMES,)`` and final scores ``(GAMES, num_players)`` of random play."""
    states = GAME.new(num_players, **options)
    numbers = GAME.configure(num_players, options).numbers
    rng = np.array([1, 2, 3, num_players], np.int32)
    lengths, scores = [], []
    for seed in range(GAMES):
        GAME.kernels.setup_at(states, 0, num_players, numbers, seed)
        lengths.append(GAME.kernels.play_random(states, 0, rng, MAX_DECISIONS))
        assert states["over"][0]
        out = np.zeros(GAME.max_players, np.int64)
        GAME.kernels.scores_at(states, 0, out)
        scores.append(out[:num_players])
    return np.array(lengths), np.array(scores)


@pytest.mark.parametrize(
    ("num_players", "mean", "first_mean"), [(2, 214.8, 213), (3, 258.6, 260), (4, 339.2, 341), (5, 418.1, 418)]
)
def test_length_and_score_of_random_games(num_players, mean, first_mean):
    """The two figures are those of the first and of the second implementation."""
    lengths, scores = random_games(num_players)
    assert lengths.mean() == pytest.approx(mean, rel=0.02) and lengths.mean() == pytest.approx(first_mean, rel=0.04)
    assert lengths.max() <= max_decisions(num_players)
    assert 20 <= scores.mean() <= 25
    assert scores.min() >= 0


def test_forced_decisions_and_branching():
    """7.1: a third of the decisions in ACT have one legal action; on average four to five, at most some two dozen."""
    mask, rng = np.zeros(GAME.actions.size, np.int8), np.array([5, 6, 7, 8], np.int32)
    choices, acting = [], []
    for seed in range(60):
        states = GAME.new(4, seed=seed)
        while not states["over"][0]:
            GAME.kernels.legal_at(states, 0, mask)
            choices.append(int(mask.sum()))
            acting.append(states["phase"][0] == Phase.ACT)
            GAME.kernels.apply_at(states, 0, GAME.kernels.sample_legal(mask, rng))
    choices = np.array(choices)
    assert (choices == 1).mean() == pytest.approx(0.13, abs=0.03)
    assert (choices[acting] == 1).mean() == pytest.approx(1 / 3, abs=0.06)
    assert 4 <= choices.mean() <= 5.5 and 16 <= choices.max() <= 32


def test_which_decisions_with_one_legal_action_are_asked(vanuatu, setting):
    """7.1: those of four phases, and no others."""
    met = set()
    for seed in range(4):
        for states, _ in vanuatu.positions("free", *setting, seed):
            s, legal = states[0], vanuatu.Table(states).legal()
            if len(legal) == 1:
                met.add(Phase(int(s.phase)))
                assert s.phase != Phase.PLAN or legal == ["mark REST"]
                assert s.phase != Phase.SELL or (s.tiles_sold == 0 and (s.fish_tiles[s.seat] > 0).sum() == 1)
    assert Phase.ACT in met and met <= {Phase.PLACE, Phase.PLAN, Phase.ACT, Phase.SELL}


def test_bound_by_player_count():
    assert [max_decisions(n) for n in (2, 3, 4, 5)] == [322, 386, 482, 570]
    assert GAME.max_decisions == MAX_DECISIONS == 570
