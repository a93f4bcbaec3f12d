"""RULES 2, 3: the tables add up, and the actions and the observation have the published numbers."""

import numpy as np

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days import actions as a
from meeplezoo.envs.eighty_days import tables as t


def test_cards():
    assert t.TRAVEL_CARDS == 60 and t.TRAVEL_COPIES[: t.FIRST_SHIP].sum() == t.TRAVEL_COPIES[t.FIRST_SHIP :].sum() == 30
    assert t.TRAVEL_NAMES == ("T2", "T3", "T4", "T5", "T6", "S4", "S5", "S6", "S7", "S8")
    assert t.EVENT_COPIES[:, : t.KEPT_EVENTS].sum(1).tolist() == [13, 13, 12, 13, 13, 13, 13]
    assert t.EVENT_COPIES.sum(1)[2:].tolist() == [14, 15, 15, 15, 15]
    names = [name.upper() for name in t.EVENT_NAMES]
    assert [getattr(t, name) for name in names] == list(range(t.EVENTS)), "the constants name their rows"
    assert [getattr(t, f"{name.upper()}_SPACE") for name in t.SPACE_NAMES] == list(range(t.SPACES))
    assert [getattr(t, f"{name.upper()}_TOKEN") for name in t.TOKEN_NAMES] == list(range(t.TOKEN_KINDS))
    assert t.TOKENS == 9


def test_legs():
    assert [leg["from"] for leg in t.BOARD["leg"]] == list(range(10))
    assert t.CITY_NAMES[0] == "London" and t.HOME == 10
    for leg in range(t.LEGS):
        for k in range(t.LEG_OPTIONS[leg]):
            assert t.LEG_SLOTS[leg, k].sum() == t.LEG_SIZE[leg], "one size for all options of a leg"
    assert t.LEG_SIZE.tolist() == [2, 1, 1, 2, 0, 2, 2, 2, 2, 3]


def test_by_player_count():
    assert t.CARDS_LAID[2:].tolist() == [3, 4, 5, 6, 6]
    assert t.ARRIVALS_TO_END[2:].tolist() == [1, 2, 3, 4, 4]
    assert t.WATCH_DECIDES[2:].tolist() == [0, 0, 1, 1, 1]
    assert t.DRAW_FROM_DECK[2:].tolist() == [0, 0, 0, 0, 1]


def test_action_ids():
    starts = [
        a.TAKE, a.TAKE_PLAIN, a.DRAW_DECK, a.BUY_TRAVEL, a.BUY_EVENT, a.PAY, a.USE, a.PAY_BALLOON_ACTION, a.WALK,
        a.CASH_ELEPHANT, a.SWAP, a.DETECTIVE_TO, a.DISCARD_TRAVEL, a.DISCARD_EVENT, a.REROLL, a.PASS,
    ]  # fmt: skip
    assert starts == [0, 6, 10, 11, 12, 13, 23, 32, 33, 34, 35, 50, 59, 69, 80, 81]
    assert GAME.actions.size == 82
    assert a.COMPONENT_ACTION.tolist() == [*range(13, 26), 32]
    assert t.SWAPS.tolist() == [[i, j] for i in range(6) for j in range(i + 1, 6)]
    for action in range(82):
        assert GAME.actions.parse(GAME.actions.describe(action)) == action


def test_observation_has_534_numbers_in_the_published_order():
    fields = GAME.observation.fields
    assert GAME.observation.size == 534
    sizes = [field.size for field in fields]
    assert sum(sizes[:24]) == 227 and sum(sizes[24:27]) == 31 and sum(sizes[27:]) == 6 * 46
    assert sizes[:24] == [9, 5, 1, 1, 60, 6, 9, 36, 36, 10, 1, 11, 11, 1, 1, 1, 3, 14, 1, 6, 1, 1, 1, 1]
    for place in range(6):
        part = fields[27 + 12 * place : 39 + 12 * place]
        assert [field.size for field in part] == [1, 1, 11, 1, 1, 1, 1, 1, 1, 6, 10, 11]
        assert all(field.name.startswith(f"seat{place}_") for field in part)
    assert np.isfinite(GAME.observation.high).all()
