"""Bots are asked in one place: what they get is a copy, what they give is checked, what they raise is named."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import meeplezoo
from meeplezoo.bots import NoisyBot, RandomBot, ScriptedBot, choose_action, find_bot, play_match
from meeplezoo.bots.base import Table, ask_bot
from meeplezoo.envs.engine.batch import Batch
from meeplezoo.envs.engine.errors import BadOption, BotError, IllegalAction, MeepleError
from meeplezoo.envs.engine.registry import add_game

from toys.drain import GAME

add_game(GAME)
ROOT = Path(__file__).parents[2]


class Fake:
    """Answers with what a function of (observations, masks) gives."""

    name = "fake"

    def __init__(self, answer):
        self.answer = answer

    def act(self, observations, masks, rng):
        return self.answer(observations, masks)


def legal(observations, masks):
    return masks.argmax(axis=1)


def raising(observations, masks):
    raise ZeroDivisionError("oh no")


class Vandal:
    """Keeps its arrays, makes them writable, and ruins them, also its own answer once it is given."""

    name = "vandal"

    def __init__(self):
        self.kept = []

    def act(self, observations, masks, rng):
        for array in self.kept:
            array.flags.writeable = True
            array[:] = 99
        actions = masks.argmax(axis=1)
        self.kept += [observations, masks, actions]
        return actions


def views(n=6, players=3):
    games = Batch("drain", n, num_players=players, seed=5)
    return games, Table(games.game, games.seats, games.seeds)


def test_no_other_place_asks_a_bot():
    """Only ask_bot (and its search for the game to name) calls ``act`` of somebody else's bot."""
    callers = {}
    for path in [*ROOT.glob("bots/*.py"), *ROOT.glob("wrappers/*.py"), *ROOT.glob("examples/*.py")]:
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Attribute) and node.attr == "act":
                        callers.setdefault(f"{path.name}:{function.name}", 0)
    assert set(callers) == {"base.py:ask_bot", "base.py:_culprit", "noisy.py:act"}  # NoisyBot: its own RandomBot


def test_views_are_read_only_copies():
    games, table = views()
    seen = {}

    def look(observations, masks):
        seen["views"] = observations, masks
        with pytest.raises(ValueError, match="read-only"):
            observations[0, 0] = 5
        return legal(observations, masks)

    observations, masks = games.observations.copy(), games.masks.copy()
    ask_bot(Fake(look), observations, masks, np.random.default_rng(0), table)
    for mine, its in zip((observations, masks), seen["views"], strict=True):
        assert np.array_equal(mine, its) and not np.shares_memory(mine, its) and not its.flags.writeable
        assert mine.flags.writeable


def test_a_vandal_does_no_harm():
    tame = play_match("drain", Fake(legal), Fake(legal), 60, 3, seed=6)
    wild = play_match("drain", Vandal(), Vandal(), 60, 3, seed=6)
    assert np.array_equal(tame.scores, wild.scores) and np.array_equal(tame.lengths, wild.lengths)
    assert tame.distinct == wild.distinct


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda o, m: np.zeros(len(m)), "type float64"),
        (lambda o, m: np.zeros((len(m), 1), int), r"shape \(6, 1\)"),
        (lambda o, m: [0], r"shape \(1,\)"),
        (lambda o, m: None, "type object"),
        (lambda o, m: np.ones(len(m), bool), "type bool"),
        (
            lambda o, m: np.full(len(m), -1),
            r"gave action -1 in seat \d of drain, game seed \d+, which is not legal; legal: 0",
        ),
        (lambda o, m: np.full(len(m), 3), "gave action 3 in seat"),
        (lambda o, m: np.full(len(m), 2**64 - 1, np.uint64), "gave action 18446744073709551615 in seat"),
        (lambda o, m: [[0], [0, 1]], "raised ValueError"),
    ],
)
def test_wrong_answers_are_named(answer, words):
    games, table = views()
    kind = BotError if "raised" in words else IllegalAction
    with pytest.raises(kind, match=words) as caught:
        ask_bot(Fake(answer), games.observations, games.masks, np.random.default_rng(0), table)
    assert "bot fake" in str(caught.value) and "of drain" in str(caught.value)
    with pytest.raises(kind, match="bot fake"):
        ask_bot(Fake(answer), games.observations, games.masks, np.random.default_rng(0))


def test_the_row_with_the_illegal_action_is_the_one_that_is_named():
    games, table = views()
    masks = games.masks.copy()
    masks[4, 2] = 0
    with pytest.raises(IllegalAction) as caught:
        ask_bot(Fake(lambda o, m: np.full(len(m), 2)), games.observations, masks, np.random.default_rng(0), table)
    assert f"action 2 (take 3) in seat {games.seats[4]} of drain, game seed {games.seeds[4]}" in str(caught.value)
    assert "legal: 0 (take 1), 1 (take 2)" in str(caught.value)


@pytest.mark.parametrize("name", ["contestant", "opponent"])
def test_a_bot_that_raises_in_a_match_is_named_with_seat_game_and_seed(name):
    """The seat and the seed lead to the game: replayed, it reaches the position that the bot could not stand."""

    class Fussy:
        name = "fussy"

        def act(self, observations, masks, rng):
            if (observations[:, 0] < 0.5).any():  # the pile has fewer than 13 stones
                raise KeyError("too few stones")
            return masks.argmax(axis=1)

    others = {"contestant": (Fussy(), "random"), "opponent": ("random", Fussy())}[name]
    with pytest.raises(BotError, match="bot fussy raised KeyError in seat") as caught:
        play_match("drain", *others, 40, 3, seed=3)
    assert isinstance(caught.value, MeepleError) and isinstance(caught.value, RuntimeError)
    assert isinstance(caught.value.__cause__, KeyError)
    words = str(caught.value).replace(",", "").replace(":", "").split()
    seat, seed = int(words[words.index("seat") + 1]), int(words[words.index("seed") + 1])
    env = meeplezoo.make("drain", num_players=3)
    env.reset(seed=seed)
    assert 0 <= seat < 3 and env.agents  # a seed that can be played


def test_a_bot_that_raises_only_sometimes_is_named_too():
    class Moody:
        calls = 0

        def act(self, observations, masks, rng):
            self.calls += 1
            if self.calls == 3:
                raise RuntimeError("not today")
            return masks.argmax(axis=1)

    with pytest.raises(BotError, match=r"bot Moody raised RuntimeError in seat \d of drain, game seed \d+ and"):
        play_match("drain", Moody(), "random", 40, 2, seed=3)


def test_interruption_passes_through():
    def stop(observations, masks):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match("drain", Fake(stop), "random", 6)


@pytest.mark.parametrize("answer", [-1, 3, 2])
def test_choose_action_gives_a_legal_action_or_an_error(answer):
    env = meeplezoo.make("drain", num_players=2)
    env.reset(seed=8)
    while 2 in env.legal_actions():
        env.step(2)
    with pytest.raises(IllegalAction, match=f"bot fake gave action {answer}.* of drain, game seed 8"):
        choose_action(Fake(lambda o, m: np.array([answer])), env, np.random.default_rng(0))
    with pytest.raises(BotError, match="bot fake raised ZeroDivisionError in seat 0 of drain, game seed 8: oh no"):
        env.reset(seed=8)
        choose_action(Fake(raising), env, np.random.default_rng(0))


@pytest.mark.parametrize("env", [None, "drain", object()])
def test_choose_action_wants_an_environment(env):
    with pytest.raises(BadOption, match="that meeplezoo"):
        choose_action("random", env, np.random.default_rng(0))


@pytest.mark.parametrize("rng", [None, 7, np.random.RandomState(1), np.random])
def test_bots_want_a_generator(rng):
    env = meeplezoo.make("drain", num_players=2)
    env.reset(seed=8)
    games, _ = views()
    with pytest.raises(BadOption, match="default_rng"):
        choose_action("random", env, rng)
    for bot in (RandomBot(), ScriptedBot("drain"), NoisyBot(RandomBot())):
        with pytest.raises(BadOption, match="default_rng"):
            bot.act(games.observations, games.masks, rng)


def test_bots_of_another_game_are_refused_before_a_game_begins():
    class Particular(RandomBot):
        asked = 0

        def check_game(self, game):
            raise BadOption(f"not {game.id}")

        def act(self, *views):
            Particular.asked += 1
            return super().act(*views)

    with pytest.raises(BadOption, match="not drain"):
        play_match("drain", "random", ["random", NoisyBot(Particular())], 6, 3)
    with pytest.raises(BadOption, match="plays drain, not china"):
        find_bot(ScriptedBot("drain"), "china")
    assert Particular.asked == 0


# ---------------------------------------------------------------- noise


def test_a_noisy_bot_makes_that_share_of_random_moves():
    games = Batch("drain", 4000, num_players=3, seed=5)
    first = Fake(legal)
    moves = NoisyBot(first, 0.3).act(games.observations, games.masks, np.random.default_rng(1))
    # a random move is one of three legal ones, so two thirds of them differ from the bot's
    assert (moves != 0).mean() == pytest.approx(0.3 * 2 / 3, abs=0.03)
    for noise, share in ((0, 0.0), (1, 2 / 3)):
        moves = NoisyBot(first, noise).act(games.observations, games.masks, np.random.default_rng(1))
        assert (moves != 0).mean() == pytest.approx(share, abs=0.03)


def test_noise_makes_games_differ():
    still = play_match("drain", "scripted", Fake(legal), 300, 3, seed=2)
    noisy = play_match("drain", "scripted", NoisyBot(Fake(legal)), 300, 3, seed=2)
    assert noisy.distinct > 2 * still.distinct and noisy.opponents == "2 fake~20%"
    assert play_match("drain", "scripted", "noisy", 30, 3, seed=2) == play_match(
        "drain", "scripted", NoisyBot(ScriptedBot("drain"), 0.2), 30, 3, seed=2
    )


@pytest.mark.parametrize(
    ("bot", "noise"),
    [("scripted", 0.2), (7, 0.2), (None, 0.2), (RandomBot, 0.2), (RandomBot(), -0.1)]
    + [(RandomBot(), wrong) for wrong in (1.1, float("nan"), "much", None, True)],
)
def test_noise_refuses_nonsense(bot, noise):
    with pytest.raises(BadOption):
        NoisyBot(bot, noise)


def test_the_bot_behind_the_noise_is_named():
    with pytest.raises(BotError, match=r"bot fake~20% raised BotError in seat .*bot fake raised ZeroDivisionError"):
        play_match("drain", NoisyBot(Fake(raising)), "random", 6)
    with pytest.raises(IllegalAction, match="bot fake gave action 7"):
        play_match("drain", NoisyBot(Fake(lambda o, m: np.full(len(m), 7))), "random", 6)
