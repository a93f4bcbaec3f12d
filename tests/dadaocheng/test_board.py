"""RULES 2, 3, 4.0: the tables obey everything that is published, and options resolve."""

from collections import Counter

import numpy as np
import pytest

from meeplezoo.envs.dadaocheng import GAME
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.engine.errors import BadOption


def test_components():
    assert t.CUBES.tolist() == [15] * 5 and t.START_SUPPLY.tolist() == [15, 15, 15, 15, 14]
    assert t.STOCK[4].tolist() == [24, 6, 6, 6, 2] and t.STOCK[4].sum() == 44
    assert t.SHIPS == 36 and np.bincount(t.SHIP_LEVEL).tolist() == [12, 12, 12]
    assert t.EVENTS == 14 and list(t.EVENT_YEARS) == sorted(t.EVENT_YEARS)
    assert t.ROUNDS[1:].tolist() == [10, 10, 8, 8] and t.MAX_GROUP[1:].tolist() == [1, 2, 2, 2]
    assert t.STOCK[1:, 0].tolist() == [12, 12, 18, 24] and t.STOCK[1:, 4].tolist() == [1, 1, 1, 2]
    assert [t.STOCK[n, 1:4].tolist() for n in (1, 2, 3)] == [[2] * 3, [3] * 3, [4] * 3]


def test_discs():
    """2.2: both sides differ, four opium discs, each pair of ordinary colours twice; both sets are the same discs."""
    for index, name in enumerate(t.DISC_SETS):
        pairs = Counter(tuple(sorted(disc)) for disc in t.DISCS[index].tolist())
        assert (t.DISCS[index, :, 0] != t.DISCS[index, :, 1]).all()
        assert all(count == (1 if t.BLACK in pair else 2) for pair, count in pairs.items()) and len(pairs) == 10
        suns = np.bincount(t.DISCS[index, :, 0], minlength=5).tolist()
        assert suns == {"tea_reverse": [4, 4, 4, 0, 4], "symmetric": [3, 3, 3, 3, 4]}[name]


def test_lines_and_warehouses():
    """3: every store is touched by exactly one end of one line; rows end west and east, columns north and south."""
    ends = [tuple(end) for end in [*t.LINE_LOW.tolist(), *t.LINE_HIGH.tolist()]]
    assert sorted(ends) == [(side, store) for side in range(4) for store in range(4)]
    for line, cells in enumerate(t.LINE_CELLS.tolist()):
        low, high = t.LINE_LOW[line], t.LINE_HIGH[line]
        row = line < 4
        assert cells == ([4 * line + k for k in range(4)] if row else [line - 4 + 4 * k for k in range(4)])
        assert [t.SIDE_NAMES[low[0]], t.SIDE_NAMES[high[0]]] == (["W", "E"] if row else ["N", "S"])
        assert low[1] == high[1] == line % 4


def test_ships():
    """2.6: sums per level; every ship costs green and no black."""
    sums = [([8, 7, 8, 17], 24, 16), ([13, 13, 13, 25], 64, 28), ([18, 18, 18, 38], 112, 44)]
    for level, (cost, prestige, credits) in enumerate(sums):
        mine = level == t.SHIP_LEVEL
        assert t.SHIP_COST[mine].sum(0).tolist() == [*cost, 0]
        assert (t.SHIP_PRESTIGE[mine].sum(), t.SHIP_CREDITS[mine].sum()) == (prestige, credits)
    assert (t.SHIP_COST[:, t.GREEN] > 0).all() and not t.SHIP_NEEDS[:12].any()
    assert np.flatnonzero((t.SHIP_LEVEL == 0) & (t.SHIP_CREDITS == 2)).tolist() == [8, 9, 10, 11]


def test_every_price_leaves_something_to_pay():
    """4.0: without cubes nothing can be bought, discounts included, so END is then forced."""
    discount = np.zeros_like(t.SHIP_COST)
    discount[:, t.GREEN] = 1
    assert (t.SHIP_COST - discount).sum(1).min() >= 2 and t.COST.sum(1).min() >= 3 and not t.COST[:, t.BLACK].any()


def test_options_become_numbers():
    assert GAME.configure(4).numbers.tolist() == [0, 0, 3, 0]
    given = {"disc_set": "symmetric", "den_exchange_counts_as_use": True}
    assert GAME.configure(1, given | {"solo_hand_limit": 2}).numbers.tolist() == [0, 1, 2, 1]
    assert GAME.configure(2, given | {"event_order": "chronological"}).numbers.tolist() == [1, 1, 3, 1]
    assert GAME.new(1, solo_hand_limit=2)[0].hand_limit == 2 and GAME.new(1)[0].hand_limit == 3
    assert [GAME.new(n)[0].hand_limit for n in (2, 3, 4)] == [6, 6, 6]


@pytest.mark.parametrize(
    ("num_players", "options", "words"),
    [
        (3, {"solo_hand_limit": 2}, "it is a challenge for num_players=1"),
        (1, {"solo_hand_limit": 4}, "allowed: 2 to 3"),
        (5, {}, "allowed: 1, 2, 3, 4"),
        (4, {"event_order": "reversed"}, "allowed: 'shuffled', 'chronological'"),
        (1, {"event_order": "chronological"}, "cannot be played with num_players=1: one player has no events"),
        (4, {"disc": "symmetric"}, "did you mean 'disc_set'"),
        (4, {"den_exchange_counts_as_use": 1}, "allowed: False, True"),
    ],
)
def test_options_that_are_not_allowed(num_players, options, words):
    with pytest.raises(BadOption, match=words):
        GAME.configure(num_players, options)


def test_actions_read_both_ways():
    for action in range(280):
        assert GAME.actions.parse(GAME.actions.describe(action)) == action
    firsts = {
        "flip": 0, "swap": 16, "line": 136, "return": 144, "take": 149, "bonus": 154, "decline": 158, "buy_ship": 159,
        "buy_mansion": 162, "buy_firm": 163, "buy_market": 167, "buy_workshop": 168, "buy_den": 169, "exchange": 170,
        "use_market": 220, "use_den": 240, "temple_white": 255, "temple_any": 256, "event": 271, "convert_firm": 272,
        "convert_market": 276, "convert_workshop": 277, "convert_den": 278, "end": 279,
    }  # fmt: skip
    assert {entry.name: GAME.actions.start(entry.name) for entry in GAME.actions.ranges} == firsts
    for k, (a, b) in enumerate(t.SWAPS.tolist()):
        assert 16 + a * (31 - a) // 2 + (b - a - 1) == 16 + k
    for k, (a, b) in enumerate(t.TRADES.tolist()):
        assert 220 + 4 * a + (b if b < a else b - 1) == 220 + k
