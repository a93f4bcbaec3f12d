"""RULES 7.4, 2.9: games are as long, and collections as rich, as independent implementations of these rules found."""

import numpy as np
import pytest

from meeplezoo.envs.dadaocheng import GAME, MAX_DECISIONS, max_decisions
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.dadaocheng.state import Phase

GAMES = 1500
MEANS = {
    "shuffled": {1: 25.3, 2: 83.2, 3: 101.1, 4: 135.2},
    "chronological": {2: 88.6, 3: 112.1, 4: 149.2},
}


@pytest.mark.parametrize(("order", "num_players"), [(order, n) for order, means in MEANS.items() for n in means])
def test_length_of_random_games(order, num_players):
    states = GAME.new(num_players, event_order=order)
    numbers = GAME.configure(num_players, {"event_order": order}).numbers
    rng = np.array([1, 2, 3, num_players], np.int32)
    lengths = []
    for seed in range(GAMES):
        GAME.kernels.setup_at(states, 0, num_players, numbers, seed)
        lengths.append(GAME.kernels.play_random(states, 0, rng, MAX_DECISIONS))
        assert states["over"][0]
    assert np.mean(lengths) == pytest.approx(MEANS[order][num_players], rel=0.03)
    assert min(lengths) >= 2 * t.ROUNDS[num_players] * num_players, "two planning actions a turn at least"
    assert max(lengths) <= max_decisions(num_players)


def test_bound_by_player_count():
    assert [max_decisions(n) for n in (1, 2, 3, 4)] == [720, 1440, 1728, 2304]
    assert GAME.max_decisions == MAX_DECISIONS == 2304


def test_no_turn_is_longer_than_the_bound(dadaocheng, setting):
    for seed in range(3):
        turn, count = None, 0
        for states, _ in dadaocheng.positions("planner", *setting, seed):
            now = int(states["round_index"][0]), int(states["turn_owner"][0])
            count = count + 1 if now == turn else 0
            turn = now
            assert count < 72


# ---------------------------------------------------------------- cubes of the best collection (2.9)


@pytest.mark.parametrize(
    ("num_players", "disc_set", "mean"),
    [(2, "tea_reverse", 4.9), (1, "tea_reverse", 4.5), (2, "symmetric", 4.6), (1, "symmetric", 3.9)],
)
def test_cubes_from_the_first_position(dadaocheng, num_players, disc_set, mean):
    found = []
    for seed in range(150):
        s = GAME.new(num_players, seed=seed, disc_set=disc_set)[0]
        found.append(dadaocheng.most_cubes(s.up.copy(), s.down.copy()))
    assert np.mean(found) == pytest.approx(mean, abs=0.35)


@pytest.mark.parametrize(("kind", "low", "high"), [("random", 4.9, 5.7), ("bot", 6.3, 7.5)])
def test_cubes_in_the_middle_of_games(dadaocheng, kind, low, high):
    """About 5.3 after random play, 6.5 to 7.0 along strong play."""
    found = []
    for num_players in (1, 2, 3):
        for seed in range(12):
            for states, _ in dadaocheng.positions(kind, num_players, {}, seed):
                s = states[0]
                begins = s.phase == Phase.PLAN and s.actions_left == 2 and s.turn_owner == 0
                if begins and 3 <= s.round_index < 8:
                    found.append(dadaocheng.most_cubes(s.up.copy(), s.down.copy()))
    assert len(found) == 36 * 5
    assert low < np.mean(found) < high
