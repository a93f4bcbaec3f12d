"""Seats in turn order; ranks: seats strictly better, by score and then tie-breaks."""

import numpy as np
import pytest

from meeplezoo.envs.engine.seats import next_seat, rank_by, relative


@pytest.mark.parametrize(
    ("keys", "ranks"),
    [
        ([[5, 0], [7, 0], [7, 0]], [2, 0, 0]),
        ([[7, 1], [7, 3], [9, 0]], [2, 1, 0]),
        ([[-4, 0], [-4, 0], [-4, 0]], [0, 0, 0]),
        ([[0, 9], [1, 0], [0, 9]], [1, 0, 1]),
    ],
)
def test_rank_by(keys, ranks):
    out = np.full(5, -7, np.int64)
    rank_by(np.array(keys, np.int64), len(keys), out)
    assert out.tolist() == [*ranks, -7, -7]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_seats_in_turn_order(count):
    for base in range(count):
        p = base
        for place in range(count):
            assert relative(p, base, count) == place
            p = next_seat(p, count)
        assert p == base
