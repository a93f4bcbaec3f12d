"""The scripted bot: legal, blind to what is hidden, and far better than random play."""

import numpy as np
import pytest

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days.state import Phase


def matches(days80, num_players, games, **options):
    """Win shares (1/k for a k-way tie) and days of one bot against random players, its seat rotating."""
    numbers = GAME.configure(num_players, options).numbers
    states, players = GAME.new(num_players, **options), days80.Players(num_players)
    place, shares, days = np.zeros(GAME.max_players, np.int64), [], []
    for game in range(games):
        own = game % num_players
        GAME.kernels.setup_at(states, 0, num_players, numbers, 5000 + game)
        while not states["over"][0]:
            act = players.bot if states["seat"][0] == own else players.random
            GAME.kernels.apply_at(states, 0, act(states))
        GAME.kernels.ranks_at(states, 0, place)
        winners = place[:num_players] == 0
        shares.append(winners[own] / winners.sum())
        days.append(int(states["days"][0][own]))
    return np.mean(shares), days


def lower_bound(share, games):
    """Wilson's lower 95 % bound."""
    z = 1.96
    middle, spread = share + z * z / (2 * games), z * np.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return (middle - spread) / (1 + z * z / games)


@pytest.mark.parametrize("penalty", ["per_arrival", "per_round"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_bot_beats_random(days80, num_players, penalty):
    share, days = matches(days80, num_players, 120, london_penalty=penalty)
    assert lower_bound(share, 120) >= 0.9
    assert 60 <= np.mean(days) <= 69, "a random winner takes about 99 days"


def test_bot_is_legal_everywhere(days80, setting):
    """In its own games and in the middle of random ones; ``Players.bot`` checks each action against the mask."""
    players = days80.Players(1)
    for kind in ("bot", "random"):
        for seed in range(3):
            for states, _ in days80.positions(kind, *setting, seed):
                if not states["over"][0]:
                    players.bot(states)


def test_bot_does_not_see_hidden_cards(days80, setting):
    players = days80.Players(2)
    for states, _ in days80.positions("bot", *setting, 4):
        if states["over"][0]:
            break
        action = players.bot(states)
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, int(states["seat"][0]), 99)
        assert players.bot(other) == action


def chosen(days80, game):
    return GAME.actions.describe(days80.Players(0).bot(game.states))


def test_bot_travels_with_the_pair(days80):
    game = days80.table(city={0: "Suez"}, cards={0: "S5 S6 S6 S8"}, coins={0: 1})
    assert chosen(days80, game) == "pay S6"
    assert chosen(days80, game.play("pay S6")) == "pay S6"


def test_bot_waits_for_a_better_payment(days80):
    game = days80.table(city={0: "Suez"}, cards={0: "S7 S8"}, round_number=3)
    assert chosen(days80, game) == "pass"


def test_bot_takes_the_card_that_makes_a_pair(days80):
    game = days80.table(
        city={0: "Suez"}, cards={0: "S7"}, phase=Phase.MAIN_PRE, display=["T6", "T6", "T6", "S7"], round_number=3
    )
    assert chosen(days80, game) in ("take detective", "take_plain detective")


def test_bot_rerolls_high_dice_only(days80):
    for die, answer in ((2, "pass"), (3, "pass"), (4, "reroll"), (6, "reroll")):
        game = days80.table(city={0: "Paris"}, coins={0: 1}, balloon_ready=1).dice(die).play("pay_balloon_action")
        assert chosen(days80, game) == answer


def test_bot_rides_the_elephant(days80):
    game = days80.table(city={0: "Bombay"}, event_cards={0: "Elephant Offer"})
    assert chosen(days80, game) == "use Elephant"
