"""The scripted bot: far better than random play, and what it plays in some positions."""

import pytest

from meeplezoo.bots import play_match
from meeplezoo.envs.china import GAME


@pytest.mark.parametrize("options", [{}, {"forts": True}], ids=["plain", "forts"])
@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_bot_beats_random(num_players, options):
    assert play_match(GAME, "scripted", num_games=120, num_players=num_players, seed=1, **options).low >= 0.9


def test_bot_pays_with_one_card(china):
    game = china.table(3, palaces={0: [27], 1: [28]}, hands={0: ["red", "red", "green"]}).play("palace Luoyang")
    assert game.advice() == "pay green"


def test_bot_completes_a_state_that_pays(china):
    """Four points for one card, the best on the board."""
    game = china.table(3, palaces={0: [16, 17], 1: [18]}, hands={0: ["orange", "green", "yellow"]})
    assert game.advice() == "palace Tan"


def test_bot_sends_an_emissary_where_an_alliance_waits(china):
    game = china.table(
        3, palaces={0: [43], 1: [20, 21, 22, 44, 45, 46]}, emissaries={"Chu": [1, 0, 0], "Wei": [0, 0, 0]},
        hands={0: ["red", "green", "yellow"]},
    )  # fmt: skip
    game.s.palaces_left[0] = 0
    assert game.advice() == "emissary Wei"
