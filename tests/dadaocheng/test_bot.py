"""The scripted bot: far better than random play, and what it plays in some positions."""

import numpy as np
import pytest

from meeplezoo.bots import play_match
from meeplezoo.envs.dadaocheng import GAME
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.dadaocheng.actions import BUY_FIRM, END, EXCHANGE
from meeplezoo.envs.dadaocheng.state import Phase


@pytest.mark.parametrize("options", [{}, {"event_order": "chronological", "den_exchange_counts_as_use": True}])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_bot_beats_random(num_players, options):
    assert play_match(GAME, "scripted", num_games=96, num_players=num_players, seed=1, **options).low >= 0.9


@pytest.mark.parametrize(("limit", "disc_set"), [(3, "tea_reverse"), (2, "tea_reverse"), (3, "symmetric")])
def test_solo_scores(limit, disc_set):
    """The target of a novice is 50, of a great merchant 70."""
    result = play_match(GAME, "scripted", num_games=80, num_players=1, seed=2, solo_hand_limit=limit, disc_set=disc_set)
    assert 80 < result.mean_score < 102
    assert np.percentile(result.scores, 5) > 55


def test_solo_score_without_further_buildings(dadaocheng):
    """2.9: kept from firms, markets, workshops and dens, a searching player gets about 84."""
    players = dadaocheng.Players(0)
    totals = []
    for seed in range(60):
        states = GAME.new(1, seed=seed)
        while not states["over"][0]:
            GAME.kernels.view_at(states, 0, 0, players.observation[0], players.mask[0])
            players.mask[0, BUY_FIRM:EXCHANGE] = 0
            GAME.kernels.bot_act(players.observation, players.mask, players.rng, players.action)
            GAME.kernels.apply_at(states, 0, int(players.action[0]))
        totals.append(dadaocheng.Table(states).totals()[0])
    assert 78 < np.mean(totals) < 90


def test_random_solo_play_scores_little():
    assert play_match(GAME, "random", num_games=80, num_players=1, seed=3).mean_score < 15


def test_bot_finds_the_best_plan(dadaocheng):
    """With worthless shops the search must bring as many cubes as the search of the tests finds, from hand to hand."""
    for seed in range(12):
        states = GAME.new(1, seed=seed)
        s = states[0]
        wanted = dadaocheng.most_cubes(s.up.copy(), s.down.copy())
        players = dadaocheng.Players(0)
        while s.phase in (Phase.PLAN, Phase.COLLECT) and s.round_index == 0:
            GAME.kernels.apply_at(states, 0, players.bot(states))
        assert s.nominal >= wanted - 1, "it may prefer one cube less of better colours"


def test_bot_buys_mansions_with_the_exact_price(dadaocheng):
    game = dadaocheng.buying(hands={0: "W1 Y2 R1"}, round_index=3)
    game.s.temple_used = 1
    assert game.advice() == "buy_mansion"


def test_bot_exchanges_what_it_cannot_keep(dadaocheng):
    game = dadaocheng.buying(1, hands={0: "G5"}, round_index=3)
    game.s.temple_used = 1
    action = dadaocheng.Players(0).bot(game.states)
    assert EXCHANGE <= action < END


def test_bot_takes_the_mandatory_event(dadaocheng):
    assert dadaocheng.buying(event=1851, hands={0: "W2"}).advice() == "event"


def test_bot_takes_the_fuller_store(dadaocheng):
    game = dadaocheng.table(
        4, "Wy Kr Kg Gr / Rw Rg Rw Yg / Gy Yw Kw Ry / Yr Yk Wg Wg", event=1895,
        stores={"S0": "W", "S1": "G", "S2": "RG", "S3": "W"},
    ).collect()  # fmt: skip
    assert game.s.phase == Phase.BONUS and game.advice() == "bonus 2"
    assert t.SEAT_SIDE[4, 0] == 0
