"""Piles: filled from counts, emptied from the top."""

import numpy as np

from meeplezoo.envs.engine.piles import EMPTY, fill_pile, take_last


def test_a_pile_is_filled_in_order_and_emptied_from_the_top():
    pile = np.full(7, EMPTY, np.int32)
    size = fill_pile(pile, 0, np.array([2, 0, 1], np.int32))
    assert (size, pile.tolist()) == (3, [0, 0, 2, EMPTY, EMPTY, EMPTY, EMPTY])
    size = fill_pile(pile, size, np.array([0, 2], np.int32))
    assert (size, pile.tolist()) == (5, [0, 0, 2, 1, 1, EMPTY, EMPTY])
    assert [take_last(pile, k) for k in range(size, 0, -1)] == [1, 1, 2, 0, 0]
    assert (pile == EMPTY).all()
