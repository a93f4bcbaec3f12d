"""The scripted bot: far better than random play, and what it plays in some positions."""

import pytest

from meeplezoo.bots import play_match
from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days.state import Phase


@pytest.mark.parametrize("penalty", ["per_arrival", "per_round"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_bot_beats_random(num_players, penalty):
    result = play_match(GAME, "scripted", num_games=120, num_players=num_players, seed=1, london_penalty=penalty)
    assert result.low >= 0.9
    assert 60 <= -result.mean_score <= 69, "a random winner takes about 99 days"


def test_bot_travels_with_the_pair(eighty_days):
    game = eighty_days.table(city={0: "Suez"}, cards={0: "S5 S6 S6 S8"}, coins={0: 1})
    assert game.advice() == "pay S6"
    assert game.play("pay S6").advice() == "pay S6"


def test_bot_waits_for_a_better_payment(eighty_days):
    game = eighty_days.table(city={0: "Suez"}, cards={0: "S7 S8"}, round_number=3)
    assert game.advice() == "pass"


def test_bot_takes_the_card_that_makes_a_pair(eighty_days):
    game = eighty_days.table(
        city={0: "Suez"}, cards={0: "S7"}, phase=Phase.MAIN_PRE, display=["T6", "T6", "T6", "S7"], round_number=3
    )
    assert game.advice() in ("take detective", "take_plain detective")


def test_bot_rerolls_high_dice_only(eighty_days):
    for die, answer in ((2, "pass"), (3, "pass"), (4, "reroll"), (6, "reroll")):
        game = eighty_days.table(city={0: "Paris"}, coins={0: 1}, balloon_ready=1).dice(die).play("pay_balloon_action")
        assert game.advice() == answer


def test_bot_rides_the_elephant(eighty_days):
    game = eighty_days.table(city={0: "Bombay"}, event_cards={0: "Elephant Offer"})
    assert game.advice() == "use Elephant"
