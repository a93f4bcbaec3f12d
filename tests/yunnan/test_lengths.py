"""RULES 7.4: games are as long as two independent implementations of these rules found, never beyond the bound."""

import numpy as np
import pytest

from meeplezoo.envs.yunnan import GAME, MAX_DECISIONS, round_decisions
from meeplezoo.envs.yunnan.actions import CONVERT, PASS
from meeplezoo.envs.yunnan.state import Phase

GAMES = 1200
INVESTORS_GAMES = 20


def random_games(num_players, count, **options):
    """Rounds and decisions of random games."""
    states = GAME.new(num_players, **options)
    numbers = GAME.configure(num_players, options).numbers
    rng = np.array([1, 2, 3, num_players], np.int32)
    found = []
    for seed in range(count):
        GAME.kernels.setup_at(states, 0, num_players, numbers, seed)
        decisions = GAME.kernels.play_random(states, 0, rng, MAX_DECISIONS)
        assert states["over"][0] and decisions <= states["max_rounds"][0] * round_decisions()
        found.append((int(states["round_number"][0]), decisions, int(states["truncated"][0])))
    return np.array(found)


@pytest.mark.parametrize(
    ("num_players", "rounds", "decisions"), [(2, 9.3, 240), (3, 12.7, 252), (4, 11.7, 319), (5, 11.2, 380)]
)
def test_length_of_random_games(num_players, rounds, decisions):
    found = random_games(num_players, GAMES)
    assert found[:, 0].mean() == pytest.approx(rounds, rel=0.04)
    assert found[:, 1].mean() == pytest.approx(decisions, rel=0.04)
    assert not found[:, 2].any(), "random games end before the cap"


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_length_of_random_overspending_games(num_players):
    """7.4: 12 to 32 rounds with a cap of 100, means 17 to 23."""
    found = random_games(num_players, 300, overspend=True, max_rounds=40)
    assert 17 <= found[:, 0].mean() <= 23.5
    assert found[:, 0].max() <= 36 and not found[:, 2].any()


WISHES = ("school", "stable", "customs", "workshop", "dragon")  # what an investor buys, the dearest wish first


def invest(s, legal, bot_action):
    """An investor: buys with all coins at first, converts late, and travels as the bot does.

    ``legal`` holds the texts of the legal actions.
    """
    if s.phase == Phase.AUCTION:
        if s.hand[s.colour] > 1 or (s.hand[s.colour] == 1 and s.round_number <= 4):
            for name in WISHES:
                bids = [text for text in legal if text.startswith(f"bid {name}")]
                if bids and int(bids[0].split()[-1]) <= 9:
                    return bids[0]
        return "pass"
    if s.phase == Phase.CONVERT:
        income, coins, p = int(s.income[s.colour]), int(s.coins[s.colour]), int(s.seat)
        if s.vp[p] + income >= s.end_score or s.vp.max() >= s.end_score:
            return f"convert {income}"
        return f"convert {0 if s.round_number <= 3 else max(0, income - max(0, 14 - coins))}"
    return bot_action


@pytest.mark.parametrize(
    ("num_players", "rounds", "decisions"), [(2, 6.4, 223), (3, 7.0, 193), (4, 6.9, 245), (5, 6.7, 282)]
)
def test_investors_end_after_about_seven_rounds(yunnan, num_players, rounds, decisions):
    """The box promises seven; a greedy bot of another implementation took 6.4 to 7.0, with so many decisions."""
    players, found = yunnan.Players(7), []
    for seed in range(INVESTORS_GAMES):
        game = yunnan.Table(GAME.new(num_players, seed))
        while not game.s.over:
            game.play(invest(game.s, game.legal(), GAME.actions.describe(players.bot(game.states))))
        found.append((int(game.s.round_number), int(game.s.decisions)))
    mean = np.mean(found, axis=0)
    assert mean[0] == pytest.approx(rounds, rel=0.15)
    assert mean[1] == pytest.approx(decisions, rel=0.2)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_a_game_of_passes_is_cut_by_the_cap(num_players):
    """Nobody travels and nobody converts: without the cap this would go on for ever."""
    states = GAME.new(num_players, seed=3, max_rounds=40)
    mask = np.zeros(GAME.actions.size, np.int8)
    while not states["over"][0]:
        GAME.kernels.legal_at(states, 0, mask)
        GAME.kernels.apply_at(states, 0, PASS if mask[PASS] else CONVERT)
    assert states["truncated"][0] and states["round_number"][0] == 40
    assert (states["coins"][0][: states["colours"][0]] >= 300).all()
    out = np.zeros(GAME.observation.size, np.float32)
    GAME.kernels.observe_at(states, 0, 0, out)
    assert GAME.observation.space.contains(out), "10.10: coins beyond the shown ones stay in the box"


def test_bound():
    assert round_decisions() == 455
    assert GAME.max_decisions == MAX_DECISIONS == 40 * 455
