"""Hidden cards dealt anew: counted against all ways, drawn uniformly among them."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from meeplezoo.envs.engine.dealing import choices, count_ways, deal_again, draw_cards, roll_large
from meeplezoo.envs.engine.dice import seed_generator

UNKNOWN = np.array([3, 0, 2, 4])
KINDS = len(UNKNOWN)


def generator(seed):
    rng = np.zeros(4, np.int32)
    seed_generator(rng, seed)
    return rng


def ways_by_definition(least, size):
    """Each draw of single cards, as counts by kind, with its number."""
    draws = combinations(np.repeat(np.arange(KINDS), UNKNOWN).tolist(), size)
    counts = Counter(tuple(np.bincount(np.array(draw, int), minlength=KINDS).tolist()) for draw in draws)
    return {draw: n for draw, n in counts.items() if all(np.array(draw) >= least)}


@pytest.mark.parametrize("least", [[0, 0, 0, 0], [2, 0, 0, 1], [-1, 0, 2, -3], [3, 0, 2, 4], [0, 1, 0, 0]])
@pytest.mark.parametrize("size", range(10))
def test_ways_are_counted(least, size):
    ways = np.zeros((KINDS + 1, size + 1), np.int64)
    assert count_ways(UNKNOWN, np.array(least), size, ways) == sum(ways_by_definition(least, size).values())


@pytest.mark.parametrize(("least", "size"), [([0, 0, 0, 0], 4), ([1, 0, 0, 2], 5), ([-2, 0, 2, 1], 3)])
def test_draws_are_uniform(least, size):
    chances = ways_by_definition(least, size)
    tries, found, rng = 4000, Counter(), generator(5)
    for _ in range(tries):
        rest, cards = UNKNOWN.copy(), np.zeros(9, np.int64)
        assert draw_cards(rest, np.array(least), size, cards, rng) == size
        drawn = np.bincount(cards[:size], minlength=KINDS)
        assert (rest + drawn == UNKNOWN).all()
        found[tuple(drawn.tolist())] += 1
    assert set(found) <= set(chances)
    expected = {draw: tries * n / sum(chances.values()) for draw, n in chances.items()}
    chi_square = sum((found[draw] - wanted) ** 2 / wanted for draw, wanted in expected.items())
    freedom = len(chances) - 1
    assert chi_square < freedom + 5 * np.sqrt(2 * freedom) + 1


def test_sixty_cards_fit_into_the_numbers():
    """The largest number of the games, exactly; and it can be drawn."""
    cards = np.array([5, 6, 7, 8, 4, 4, 6, 7, 8, 5])
    for size in (29, 30, 31):
        ways = np.zeros((11, size + 1), np.int64)
        assert count_ways(cards, np.zeros(10, np.int64), size, ways) == comb(60, size) < 1 << 59
    rest, drawn = cards.copy(), np.zeros(60, np.int64)
    assert draw_cards(rest, np.zeros(10, np.int64), 30, drawn, generator(1)) == 30 and rest.sum() == 30


def test_large_numbers_are_uniform():
    rng = generator(2)
    found = [roll_large(rng, 3 << 57) >> 57 for _ in range(3000)]
    assert min(found.count(k) for k in range(3)) > 870 and set(found) == {0, 1, 2}
    assert {roll_large(rng, 1) for _ in range(20)} == {0}


def test_choices():
    assert [[choices(n, k) for k in range(n + 2)] for n in range(9)] == [
        [comb(n, k) for k in range(n + 2)] for n in range(9)
    ]


def test_rows_keep_their_sizes_and_the_spared_one_its_cards():
    start = np.array([[1, 1, 0], [2, 0, 0], [0, 0, 0], [0, 3, 1]], np.int32)
    rest, seen, rng = np.array([1, 2, 3]), Counter(), generator(3)
    for _ in range(3000):
        hands = start.copy()
        deal_again(rest, hands, 1, rng)
        assert (hands[1] == start[1]).all() and (hands.sum(1) == start.sum(1)).all()
        assert (hands[[0, 2, 3]].sum(0) == rest).all()
        seen[tuple(hands[0].tolist())] += 1
    ways = {(1, 1, 0): 2, (1, 0, 1): 3, (0, 2, 0): 1, (0, 1, 1): 6, (0, 0, 2): 3}  # of 15
    assert all(abs(seen[hand] - 200 * n) < 130 for hand, n in ways.items()) and set(seen) == set(ways)
