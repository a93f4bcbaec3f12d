"""The scripted bot: legal, blind to what is hidden, and far better than random play."""

import numpy as np
import pytest

from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu.state import Phase

OPTIONS = [{}, {"governor": True, "optional_powers": True, "must_act_if_able": True}]


def against_random(vanuatu, num_players, games, **options):
    """Share of wins (1/k for a k-way tie) and mean score of one bot against random players, its seat rotating."""
    numbers = GAME.configure(num_players, options).numbers
    states, players = GAME.new(num_players, **options), vanuatu.Players(num_players)
    place, scores = np.zeros(GAME.max_players, np.int64), np.zeros(GAME.max_players, np.int64)
    share, total = 0.0, 0
    for game in range(games):
        GAME.kernels.setup_at(states, 0, num_players, numbers, 5000 + game)
        seat = game % num_players
        while not states["over"][0]:
            own = states["seat"][0] == seat
            GAME.kernels.apply_at(states, 0, players.bot(states) if own else players.random(states))
        GAME.kernels.ranks_at(states, 0, place)
        GAME.kernels.scores_at(states, 0, scores)
        winners = place[:num_players] == 0
        share += winners[seat] / winners.sum()
        total += scores[seat]
    return share / games, total / games


def lower_bound(share, games):
    """Wilson's lower 95 % bound."""
    z = 1.96
    middle, spread = share + z * z / (2 * games), z * np.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return (middle - spread) / (1 + z * z / games)


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "options"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_bot_beats_random(vanuatu, num_players, options):
    share, score = against_random(vanuatu, num_players, 100, **options)
    assert lower_bound(share, 100) >= 0.9
    assert score >= 60, "random play makes 21 to 25, the published human range is 50 to 80"


def test_bot_without_characters_and_without_the_check(vanuatu):
    share, _ = against_random(vanuatu, 3, 100, characters=False, plan_check="off")
    assert lower_bound(share, 100) >= 0.9


def test_bots_among_themselves(vanuatu):
    """They get in each other's way, and still make far more than random players do."""
    for num_players in (2, 5):
        for seed in range(5):
            states = list(vanuatu.positions("bot", num_players, {}, seed))[-1]
            assert np.mean([vanuatu.slow_total(states[0], p) for p in range(num_players)]) >= 30


def test_bot_is_legal_everywhere(vanuatu, setting):
    """In its own games and in the middle of random ones; ``Players.bot`` checks each action against the mask."""
    players = vanuatu.Players(1)
    for kind in ("bot", "free"):
        for seed in range(2):
            for states in vanuatu.positions(kind, *setting, seed):
                if not states["over"][0]:
                    players.bot(states)


def test_bot_does_not_see_hidden_things(vanuatu, setting):
    """After a redeal from its own seat it chooses the same action."""
    players = vanuatu.Players(2)
    for states in vanuatu.positions("random", *setting, 4):
        if states["over"][0]:
            break
        action = players.bot(states)
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, int(states["seat"][0]), 99)
        assert players.bot(other) == action


def played(vanuatu, game):
    return GAME.actions.describe(vanuatu.Players(0).bot(game.states))


def test_bot_brings_tourists_to_its_huts(vanuatu):
    markers = {"DRAW": {0: 1}, "TRANSPORT": {0: 1}, "REST": {1: 1}}
    game = vanuatu.table(3, huts={"HOME": [0, 0]}, markers=markers)
    assert played(vanuatu, game) == "transport HOME"


def test_bot_sails_to_the_treasure_it_planned(vanuatu):
    game = vanuatu.table(3, tiles={7: "B1", 8: "E1"}, markers={"SAIL": {0: 1}, "EXPLORE": {0: 1}, "REST": {1: 1}})
    assert played(vanuatu, game) == "sail c7"


def test_bot_gives_up_what_it_misses_least(vanuatu):
    game = vanuatu.table(
        3, seat=0, boats={0: 5}, markers={"EXPLORE": {0: 1, 1: 2}, "SELL": {0: 1, 1: 2}}, characters={0: "GUIDE"}
    )
    assert played(vanuatu, game) == "drop SELL"


def test_bot_takes_the_start_tile_in_the_last_round_only(vanuatu):
    for game_round, tile in ((8, "keep START_PLAYER"), (5, "keep COIN_AND_POINT")):
        game = vanuatu.table(3, markers={"REST": {0: 1}, "DRAW": {1: 1}}, game_round=game_round).play("rest")
        assert game.s.phase == Phase.REST and played(vanuatu, game) == tile
