"""RULES 7.4: games are as long as two independent implementations found, and no longer than the bound."""

import numpy as np
import pytest

from meeplezoo.envs.china import GAME, MAX_DECISIONS, max_decisions
from meeplezoo.envs.china.actions import DRAW, EXCHANGE
from meeplezoo.envs.china.state import Phase

GAMES = 1000


@pytest.mark.parametrize(("num_players", "mean"), [(3, 129.0), (4, 136.9), (5, 144.6)])
def test_length_of_random_games(num_players, mean):
    states = GAME.new(num_players)
    numbers = GAME.configure(num_players).numbers
    rng = np.array([1, 2, 3, num_players], np.int32)
    lengths = []
    for seed in range(GAMES):
        GAME.kernels.setup_at(states, 0, num_players, numbers, seed)
        lengths.append(GAME.kernels.play_random(states, 0, rng, MAX_DECISIONS))
        assert states["over"][0]
    assert np.mean(lengths) == pytest.approx(mean, rel=0.02)
    assert max(lengths) <= max_decisions(num_players)


@pytest.mark.parametrize(("num_players", "turns"), [(3, 69), (4, 72), (5, 80)])
def test_length_of_games_of_exchanges_only(china, num_players, turns):
    """Every turn takes exactly one card from the pile, so the number of turns is known."""
    states = GAME.new(num_players, seed=5)
    played = 0
    while not states["over"][0]:
        hand = states["hand"][0][states["seat"][0]]
        GAME.kernels.apply_at(states, 0, EXCHANGE + int(np.argmax(hand)))
        if not states["final_round"][0]:
            GAME.kernels.apply_at(states, 0, DRAW)
        played += 1
    assert played == turns


def test_bound_by_player_count():
    assert [max_decisions(n) for n in (3, 4, 5)] == [288, 308, 328]
    assert GAME.max_decisions == MAX_DECISIONS == 328


def long_turns(china, states, seed):
    """``(decisions, cards that left the pile, final round, drawing)`` turn by turn, of players who make turns long."""
    draw, table, s = np.random.default_rng(seed), china.Table(states), states[0]
    decisions = cards = 0
    while not s.over:
        before, drawing = int(s.hand.sum() + s.display.sum()), s.final_round == 0
        drawn = s.phase == Phase.DRAW
        GAME.kernels.apply_at(states, 0, patient(table, draw))
        decisions += 1
        if drawn:  # hands and display together grow by what leaves the pile
            cards += int(s.hand.sum() + s.display.sum()) - before
        if s.over or s.phase == Phase.MAIN:
            yield decisions, cards, bool(s.final_round), drawing
            decisions = cards = 0


def patient(table, draw):
    """An action that makes the turn long."""
    legal = np.flatnonzero(table.mask())
    second = [a for a in legal if a < EXCHANGE and table.s.phase in (Phase.MAIN, Phase.SECOND)]
    takes = [a for a in legal if DRAW - 5 <= a < DRAW]
    choices = second or takes or legal.tolist()
    return int(draw.choice(choices if draw.random() < 0.9 else legal))


@pytest.mark.parametrize("finish_round", [True, False])
@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_decisions_for_each_card(china, num_players, finish_round):
    """7.4, step by step: four a card in turns that fill the hand; two more than that in the turn that empties the pile
    for good, which can take six for one card; three at most in the turns after it."""
    worst, last = 0.0, 0
    for seed in range(30):
        states = GAME.new(num_players, seed, forts=True, finish_round=finish_round)
        for decisions, cards, final, drawing in long_turns(china, states, seed):
            if not drawing:
                assert cards == 0 and decisions <= 3
            elif final:
                assert decisions <= 4 * cards + 2
                last = max(last, decisions - 4 * cards)
            else:
                assert decisions <= 4 * cards
                worst = max(worst, decisions / cards)
        assert states["decisions"][0] <= max_decisions(num_players)
    assert worst == 4.0, "turns as long as the proof says were met"
    assert last >= 1, "the last turn with cards was longer than four for each card"


def test_the_turn_that_empties_the_pile_takes_six_decisions_for_a_card(china):
    """Piece, payment, second piece, two cards from the display, and the last card of the pile."""
    states = china.build(
        3, palaces={0: [27], 2: [28]}, hands={0: ["green", "red", "red"]}, display=["orange"] * 4, pile=["violet"],
        second_pass=1,
    )  # fmt: skip
    GAME.check(states)
    game = china.Table(states).play("palace Luoyang", "pay green", "palace Yangzhai")
    game.play("take orange", "take orange", "draw")
    assert game.s.decisions == 6 and game.s.final_round == 1 and game.s.phase == Phase.MAIN
