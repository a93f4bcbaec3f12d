"""The scripted bot: legal, blind to what is hidden, and far better than random play."""

import numpy as np
import pytest

from meeplezoo.envs.china import GAME

D, A = GAME.observation.size, GAME.actions.size


def win_share(china, num_players, games, **options):
    """Share of wins (1/k for a k-way tie) of one bot against random players, its seat rotating."""
    numbers = GAME.configure(num_players, options).numbers
    states, players = GAME.new(num_players, **options), china.Players(num_players)
    place, share = np.zeros(GAME.max_players, np.int64), 0.0
    for game in range(games):
        GAME.kernels.setup_at(states, 0, num_players, numbers, 5000 + game)
        while not states["over"][0]:
            own = states["seat"][0] == game % num_players
            GAME.kernels.apply_at(states, 0, players.bot(states) if own else players.random(states))
        GAME.kernels.ranks_at(states, 0, place)
        winners = place[:num_players] == 0
        share += winners[game % num_players] / winners.sum()
    return share / games


def lower_bound(share, games):
    """Wilson's lower 95 % bound."""
    z = 1.96
    middle, spread = share + z * z / (2 * games), z * np.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return (middle - spread) / (1 + z * z / games)


@pytest.mark.parametrize("options", [{}, {"forts": True}], ids=["plain", "forts"])
@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_bot_beats_random(china, num_players, options):
    assert lower_bound(win_share(china, num_players, 120, **options), 120) >= 0.9


def test_bot_is_legal_everywhere(china, setting):
    """In its own games and in the middle of random ones; ``Players.bot`` checks each action against the mask."""
    players = china.Players(1)
    for kind in ("bot", "random"):
        for seed in range(3):
            for states in china.positions(kind, *setting, seed):
                if not states["over"][0]:
                    players.bot(states)


def test_bot_does_not_see_hidden_cards(china, setting):
    players = china.Players(2)
    for states in china.positions("bot", *setting, 4):
        if states["over"][0]:
            break
        action = players.bot(states)
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, int(states["seat"][0]), 99)
        assert players.bot(other) == action


def test_bot_pays_with_one_card(china):
    game = china.table(3, palaces={0: [27], 1: [28]}, hands={0: ["red", "red", "green"]}).play("palace Luoyang")
    assert GAME.actions.describe(china.Players(0).bot(game.states)) == "pay green"


def test_bot_completes_a_state_that_pays(china):
    """Four points for one card, the best on the board."""
    game = china.table(3, palaces={0: [16, 17], 1: [18]}, hands={0: ["orange", "green", "yellow"]})
    assert GAME.actions.describe(china.Players(0).bot(game.states)) == "palace Tan"


def test_bot_sends_an_emissary_where_an_alliance_waits(china):
    game = china.table(
        3, palaces={0: [43], 1: [20, 21, 22, 44, 45, 46]}, emissaries={"Chu": [1, 0, 0], "Wei": [0, 0, 0]},
        hands={0: ["red", "green", "yellow"]},
    )  # fmt: skip
    game.s.palaces_left[0] = 0
    assert GAME.actions.describe(china.Players(0).bot(game.states)) == "emissary Wei"
