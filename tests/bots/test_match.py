"""Matches: fair seats, paired games, honest intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest

import meeplezoo.bots.match as match
from meeplezoo.bots import RandomBot, play_match, wilson_interval
from meeplezoo.envs.engine.errors import BadOption, IllegalAction
from meeplezoo.envs.engine.game import ARGUMENTS
from meeplezoo.envs.engine.registry import add_game

from toys.drain import GAME

add_game(GAME)


class Lowest:
    """Takes the first legal action; counts how often it was asked."""

    name = "lowest"
    rows = 0

    def act(self, observations, masks, rng):
        self.rows += len(observations)
        return masks.argmax(axis=1)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (15, 148, 0.0624, 0.1605),
        (50, 100, 0.4038, 0.5962),
        (950, 1000, 0.9346, 0.9619),
    ],
)
def test_wilson_against_known_values(wins, games, low, high):
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_wilson_takes_fractions_and_refuses_nonsense():
    assert wilson_interval(33.5, 100)[0] < 0.335 < wilson_interval(33.5, 100)[1]
    assert wilson_interval(50, 100, 0.99)[0] < wilson_interval(50, 100, 0.95)[0]
    nan = float("nan")
    wrong = [(1, 0, 0.95), (-1, 10, 0.95), (11, 10, 0.95), (1, 10, 1.0), (1, 10, 0.0), (nan, 10, 0.95), (1, 10, nan)]
    for wins, games, confidence in wrong:
        with pytest.raises(BadOption, match="is not allowed"):
            wilson_interval(wins, games, confidence)
    for wins, games, confidence in [
        ("1", 10, 0.95),
        (1, 10.5, 0.95),
        (1, None, 0.95),
        (1, 10, "most"),
        (True, 10, 0.9),
    ]:
        with pytest.raises(BadOption):
            wilson_interval(wins, games, confidence)


@pytest.mark.parametrize("players", [2, 3])
def test_random_against_random_has_the_fair_share(players):
    result = play_match("drain", "random", "random", 6000, players, seed=2)
    assert result.num_games == 6000
    assert abs(result.win_share - result.fair_share) < 0.02
    assert result.low < result.fair_share < result.high
    assert np.mean(result.seat_shares) == pytest.approx(result.win_share)


@pytest.mark.complaint("bcollazo/catanatron#324", "bcollazo/catanatron#381")
def test_repeatable_and_named():
    """bcollazo/catanatron#324, bcollazo/catanatron#381: published scores that nobody could repeat."""
    first, again = (play_match("drain", "scripted", "random", 301, 3, seed=8, pile=17) for _ in range(2))
    assert first == again and np.array_equal(first.shares, again.shares)
    assert first.num_games == 303  # rounded up to whole rotations
    assert (first.contestant, first.opponents, first.options["pile"]) == ("scripted", "2 random", 17)
    assert play_match("drain", "scripted", "random", 300, 3, seed=9, pile=17) != first


def test_a_longer_match_begins_with_the_shorter_one(monkeypatch):
    monkeypatch.setattr(match, "BLOCK", 50)
    short = play_match("drain", "random", "random", 3 * 50, 3, seed=4)
    long = play_match("drain", "random", "random", 3 * 170, 3, seed=4)
    assert np.array_equal(short.shares.reshape(3, 50), long.shares.reshape(3, 170)[:, :50])


def test_a_match_of_one_game_has_one_in_each_seat():
    assert play_match("drain", "random", "random", 1, 3, seed=4).num_games == 3


def test_every_seat_gets_the_same_games():
    # all seats play alike and without luck of their own, so equal seeds give the same game whoever sits where
    result = play_match("drain", Lowest(), Lowest(), 120, 3, seed=6)
    shares = result.shares.reshape(3, 40)
    assert shares.sum(axis=0) == pytest.approx(np.ones(40))  # one game, seen from its three seats


def test_ties_are_shared():
    # cut after three decisions: nobody took the last stone, and the cards make ties
    result = play_match("drain", "random", "random", 900, 3, seed=1, pile=20, cap=3)
    assert {round(float(s), 6) for s in result.shares} >= {0.0, 0.5, 1.0}
    assert result.low < result.win_share < result.high


def test_opponents_in_turn_order():
    scripted, low = "scripted", Lowest()
    result = play_match("drain", "random", [scripted, low], 60, 3, seed=1)
    assert result.opponents == "scripted, lowest"
    assert low.rows > 0
    with pytest.raises(BadOption, match="2 in turn order"):
        play_match("drain", "random", ["random"], 6, 3)


class Logged(Lowest):
    """Writes its name into a common list whenever it is asked."""

    def __init__(self, name, log):
        self.name, self.log = name, log

    def act(self, observations, masks, rng):
        self.log.append(self.name)
        return super().act(observations, masks, rng)


def test_opponents_sit_in_turn_order_after_the_contestant():
    log = []
    bots = [Logged(name, log) for name in "abc"]
    result = play_match("drain", bots[0], bots[1:], 3, 3, seed=1)  # nobody takes 2, so no seat moves twice
    first, second, _ = result.lengths
    for start, seats in ((0, "abc"), (first, "cab"), (first + second, "bca")):  # the contestant's seat: 0, 1, 2
        assert "".join(log[start : start + 9]) == seats * 3


def test_lengths_are_those_of_the_single_games():
    lowest = Lowest()
    result = play_match("drain", lowest, lowest, 300, 3, seed=6)
    assert set(result.lengths.tolist()) == {21, 22}  # a stone at a time; the die may have added one
    assert result.lengths.sum() == result.decisions == lowest.rows


def test_distinct_counts_games_by_their_actions():
    same = play_match("drain", Lowest(), Lowest(), 300, 3, seed=6)
    assert same.distinct == 2  # 21 or 22 times the same action, whatever the cards
    assert play_match("drain", Lowest(), Lowest(), 3, 1, seed=6, cap=2).distinct == 1
    random = play_match("drain", "random", "random", 300, 3, seed=6)
    assert 250 < random.distinct <= 300
    assert random.as_dict()["distinct"] == random.distinct and f" {random.distinct} " in random.row()
    firsts = play_match("drain", "random", "random", 300, 3, seed=6, cap=1)
    assert firsts.distinct == 3  # the three actions of one decision
    assert play_match("drain", "random", "random", 900, 3, seed=6, cap=2).distinct == 9  # in both orders


def test_a_bot_may_sit_in_every_seat():
    bot = RandomBot()
    assert play_match("drain", bot, bot, 30, 3).num_games == 30


def test_solo_reports_the_score():
    result = play_match("drain", "scripted", "random", 50, 1, seed=3)
    assert math.isnan(result.win_share) and result.mean_score > 0
    assert result.seat_shares == () and result.opponents == "-"
    assert f"{result.mean_score:.2f}" in result.row()


def test_decisions_and_table():
    result = play_match("drain", "scripted", "random", 200, 2, seed=3)
    assert 200 < result.decisions < 200 * GAME.max_decisions
    header, row = str(result).splitlines()
    assert header.startswith("contestant") and row.startswith("scripted") and "1 random" in row
    assert set(result.as_dict()) >= {"win_share", "low", "high", "seed", "options"}


@pytest.mark.parametrize(
    "arguments",
    [
        *({"num_games": wrong} for wrong in (0, -1, 1.5, "many", True)),
        *({"num_players": wrong} for wrong in (9, 0, 2.0, "two")),
        *({"seed": wrong} for wrong in (-1, 2**63, 0.5, None)),
        *({"opponents": wrong} for wrong in ("x", 7, None, [], ["random", "x"], RandomBot)),
        *({"contestant": wrong} for wrong in ("x", 7, None, RandomBot)),
        *({"opponents": wrong, "num_players": 1} for wrong in ("x", ["x"])),
        {"pile": 99},
        {"colour": 1},
    ],
)
def test_bad_arguments_are_refused_before_anything_is_played(arguments, monkeypatch):
    monkeypatch.setattr(match, "Batch", None)
    with pytest.raises(BadOption):
        play_match("drain", **{"contestant": "random", "num_games": 4, **arguments})


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("reward", "score", "whatever the reward"),
        ("illegal", "terminate", "names it"),
        ("render_mode", "ansi", "meeplezoo.make"),
        ("num_threads", 2, "one thread"),
        ("num_envs", 2, "num_games"),
        ("skip_forced", True, "every decision"),
    ],
)
def test_arguments_of_other_functions_are_refused_with_the_reason(name, value, words):
    with pytest.raises(BadOption, match=f"play_match takes no '{name}'.*{words}"):
        play_match("drain", "random", "random", 4, **{name: value})


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_hint_never_proposes_the_name_that_was_refused(name):
    with pytest.raises(BadOption) as caught:
        GAME.configure(2, {name: 1})
    assert "did you mean" not in str(caught.value) and "does not take" in str(caught.value)
    with pytest.raises(BadOption, match=f"did you mean '{name}'"):
        GAME.configure(2, {f"{name}s": 1})


@pytest.mark.parametrize(
    "wrong", [lambda n: np.zeros(n), lambda n: np.zeros((n, 1), int), lambda n: [0], lambda n: None]
)
def test_a_bot_that_gives_no_actions_is_named(wrong):
    class Odd:
        name = "odd"

        def act(self, observations, masks, rng):
            return wrong(len(masks))

    with pytest.raises(IllegalAction, match="bot odd gave"):
        play_match(GAME, Odd(), "random", 8)


def test_a_class_is_no_bot():
    with pytest.raises(BadOption, match="no bot"):
        play_match(GAME, RandomBot, "random", 8)
