"""The scripted bot: far better than random play, and what it plays in some positions."""

import numpy as np
import pytest

from meeplezoo.bots import play_match
from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu.state import Phase

OPTIONS = [{}, {"governor": True, "optional_powers": True, "must_act_if_able": True}]


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "options"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_bot_beats_random(num_players, options):
    result = play_match(GAME, "scripted", num_games=100, num_players=num_players, seed=1, **options)
    assert result.low >= 0.9
    assert result.mean_score >= 60, "random play makes 21 to 25, the published human range is 50 to 80"


def test_bot_without_characters_and_without_the_check():
    options = {"characters": False, "plan_check": "off"}
    assert play_match(GAME, "scripted", num_games=100, num_players=3, seed=1, **options).low >= 0.9


def test_bots_among_themselves(vanuatu):
    """They get in each other's way, and still make far more than random players do."""
    for num_players in (2, 5):
        for seed in range(5):
            *_, (states, _) = vanuatu.positions("bot", num_players, {}, seed)
            assert np.mean(vanuatu.slow_totals(states[0])) >= 30


def test_bot_brings_tourists_to_its_huts(vanuatu):
    markers = {"DRAW": {0: 1}, "TRANSPORT": {0: 1}, "REST": {1: 1}}
    game = vanuatu.table(3, huts={"HOME": [0, 0]}, markers=markers)
    assert game.advice() == "transport HOME"


def test_bot_sails_to_the_treasure_it_planned(vanuatu):
    game = vanuatu.table(3, tiles={7: "B1", 8: "E1"}, markers={"SAIL": {0: 1}, "EXPLORE": {0: 1}, "REST": {1: 1}})
    assert game.advice() == "sail c7"


def test_bot_gives_up_what_it_misses_least(vanuatu):
    game = vanuatu.table(
        3, seat=0, boats={0: 5}, markers={"EXPLORE": {0: 1, 1: 2}, "SELL": {0: 1, 1: 2}}, characters={0: "GUIDE"}
    )
    assert game.advice() == "drop SELL"


def test_bot_takes_the_start_tile_in_the_last_round_only(vanuatu):
    for game_round, tile in ((8, "keep START_PLAYER"), (5, "keep COIN_AND_POINT")):
        game = vanuatu.table(3, markers={"REST": {0: 1}, "DRAW": {1: 1}}, game_round=game_round).play("rest")
        assert game.s.phase == Phase.REST and game.advice() == tile
