"""The scripted bot: far better than random play, and what it plays in some positions."""

import pytest

from meeplezoo.bots import play_match
from meeplezoo.envs.yunnan import GAME
from meeplezoo.envs.yunnan.state import Phase


@pytest.mark.parametrize("options", [{}, {"overspend": True}], ids=["plain", "overspend"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_bot_beats_random(num_players, options):
    assert play_match(GAME, "scripted", num_games=120, num_players=num_players, seed=1, **options).low >= 0.9


def test_bot_closes_the_gap_before_it_goes_far(yunnan):
    game = yunnan.table(3, phase=Phase.TRAVEL, traders={0: [1, 0, 0, 1]}, posts={0: [1]}, horse={0: 3}, passes={0: 2})
    assert game.advice() == "move Pu'er to Sichuan"


def test_bot_displaces_the_leader(yunnan):
    game = yunnan.table(
        4, phase=Phase.TRAVEL, traders={0: [1], 1: [0, 1], 2: [0, 1]}, influence={0: 2}, vp={1: 20, 2: 30}
    )
    assert game.play("move Pu'er to Yunnan").advice() == "displace +2"


def test_bot_spares_its_other_colour(yunnan):
    game = yunnan.table(2, phase=Phase.TRAVEL, traders={0: [1], 2: [0, 1]}, influence={0: 2}, vp={0: 20})
    assert game.play("move Pu'er to Yunnan").advice() == "pass"


def test_bot_converts_everything(yunnan):
    assert yunnan.table(3, phase=Phase.CONVERT, income={0: 20}).advice() == "convert 20"


def test_bot_buys_a_trader_first(yunnan):
    assert yunnan.table(3, coins={0: 9}).advice() == "bid school 5"


def test_bot_takes_a_cheap_tea_house_at_the_end(yunnan):
    game = yunnan.table(3, coins={0: 9}, vp={1: 70}, round_number=7)
    assert game.advice() == "bid workshop 5"
