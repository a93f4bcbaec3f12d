"""The scripted bot: legal everywhere, and far better than random play."""

import numpy as np
import pytest

from meeplezoo.envs.yunnan import GAME
from meeplezoo.envs.yunnan.state import Phase


def win_share(yunnan, num_players, games, **options):
    """Share of wins (1/k for a k-way tie) of one bot against random players, its seat rotating."""
    numbers = GAME.configure(num_players, options).numbers
    states, players = GAME.new(num_players, **options), yunnan.Players(num_players)
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


@pytest.mark.parametrize("options", [{}, {"overspend": True}], ids=["plain", "overspend"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_bot_beats_random(yunnan, num_players, options):
    assert lower_bound(win_share(yunnan, num_players, 120, **options), 120) >= 0.9


def test_bot_is_legal_everywhere(yunnan, setting):
    """In its own games and in the middle of random ones; ``Players.bot`` checks each action against the mask."""
    players = yunnan.Players(1)
    for kind in ("bot", "random"):
        for seed in range(2):
            for states in yunnan.positions(kind, *setting, seed):
                if not states["over"][0]:
                    players.bot(states)


def text(yunnan, game):
    return GAME.actions.describe(yunnan.Players(0).bot(game.states))


def test_bot_closes_the_gap_before_it_goes_far(yunnan):
    game = yunnan.table(3, phase=Phase.TRAVEL, traders={0: [1, 0, 0, 1]}, posts={0: [1]}, horse={0: 3}, passes={0: 2})
    assert text(yunnan, game) == "move Pu'er to Sichuan"


def test_bot_displaces_the_leader(yunnan):
    game = yunnan.table(
        4, phase=Phase.TRAVEL, traders={0: [1], 1: [0, 1], 2: [0, 1]}, influence={0: 2}, vp={1: 20, 2: 30}
    )
    assert text(yunnan, game.play("move Pu'er to Yunnan")) == "displace +2"


def test_bot_spares_its_other_colour(yunnan):
    game = yunnan.table(2, phase=Phase.TRAVEL, traders={0: [1], 2: [0, 1]}, influence={0: 2}, vp={0: 20})
    assert text(yunnan, game.play("move Pu'er to Yunnan")) == "pass"


def test_bot_converts_everything(yunnan):
    assert text(yunnan, yunnan.table(3, phase=Phase.CONVERT, income={0: 20})) == "convert 20"


def test_bot_buys_a_trader_first(yunnan):
    assert text(yunnan, yunnan.table(3, coins={0: 9})) == "bid school 5"


def test_bot_takes_a_cheap_tea_house_at_the_end(yunnan):
    game = yunnan.table(3, coins={0: 9}, vp={1: 70}, round_number=7)
    assert text(yunnan, game) == "bid workshop 5"
