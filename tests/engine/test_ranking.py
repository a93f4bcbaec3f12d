"""Ranks: seats strictly better, by score and then tie-breaks."""

import numpy as np
import pytest

from meeplezoo.envs.engine.ranking import rank_by


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
