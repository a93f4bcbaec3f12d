"""RULES 8: what holds after every decision: in random games, in the bot's, and in random play from their middle."""

import numpy as np
import pytest

from meeplezoo.envs.yunnan import GAME
from meeplezoo.envs.yunnan.state import NOBODY, Phase

KINDS = ("random", "bot", "mixed")


def play(yunnan, kind, setting, seed):
    game = yunnan.positions(kind, *setting, seed)
    checker = yunnan.Checker(next(game)[0])
    for _ in game:
        checker.check()
    return checker.states


@pytest.mark.parametrize("kind", KINDS)
def test_invariants(yunnan, setting, kind):
    for seed in range(2):
        states = play(yunnan, kind, setting, seed)
        assert states["over"][0]


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", KINDS)
def test_invariants_in_many_games(yunnan, setting, kind):
    for seed in range(1000, 1070):  # 10 settings x 3 kinds x 70 games = 2,100
        play(yunnan, kind, setting, seed)


def test_the_checker_notices_damage(yunnan, setting):
    """Each kind of damage in the middle of a game is caught."""
    for states, _ in yunnan.positions("random", *setting, 5):
        if states["round_number"][0] == 3 and states["phase"][0] == Phase.AUCTION and states["bid_total"][0].any():
            break

    def change(name, place, by=1):
        return lambda s: getattr(s, name).__setitem__(place, getattr(s, name)[place] + by)

    damages = {
        "hand": change("hand", 0),
        "traders": change("traders", (1, 1)),
        "bid": change("bid", (0, 0)),
        "bid_total": change("bid_total", 1),
        "bridge_set": change("bridge_set", 0),
        "bridges": change("bridges", (0, 0)),
        "posts": change("posts", (2, 2)),
        "coins": change("coins", 1, -1000),
        "gifts": change("gifts", 0),
        "gifts_left": change("gifts_left", 5, -1),
        "tea_house": lambda s: s.tea_house.__setitem__(5, 0),
        "order": lambda s: s.travel_order.__setitem__(0, s.travel_order[1]),
        "absent": (lambda s: s.coins.__setitem__(4, 1)) if setting[0] < 5 else change("horse", 4, 6),
        "slots": lambda s: s.slots.__setitem__(int(np.argmax((s.slots != NOBODY).any(1))), NOBODY),
        "seat": lambda s: setattr(s, "seat", (s.seat + 1) % s.num_players),
        "passes_left": lambda s: setattr(s, "passes_left", 1),
    }
    yunnan.Checker(states)
    for name, damage in damages.items():
        bad = states.copy()
        damage(bad[0])
        with pytest.raises(AssertionError):
            yunnan.Checker(bad)
            pytest.fail(f"damage to {name} was not noticed", pytrace=False)


def test_scores_equal_their_definition(yunnan, setting):
    numbers = np.zeros(GAME.max_players, np.int64)
    for states, _ in yunnan.positions("mixed", *setting, 4):
        if states["decisions"][0] % 10 == 0 or states["over"][0]:
            GAME.kernels.scores_at(states, 0, numbers)
            assert numbers[: setting[0]].tolist() == yunnan.slow_totals(states[0])
            GAME.kernels.points_at(states, 0, numbers)
            if not states["over"][0]:
                assert numbers[: setting[0]].tolist() == states["vp"][0][: setting[0]].tolist()


def test_equal_seeds_and_actions_give_equal_games(setting):
    """8.15: nothing is drawn after the setup, so a re-dealt game plays on in the same way."""
    n, options = setting
    one, two = GAME.new(n, 9, **options), GAME.new(n, 9, **options)
    assert one.tobytes() == two.tobytes()
    GAME.kernels.redeal_at(two, 0, 0, 12345)
    assert one["rng"].tobytes() != two["rng"].tobytes()
    two["rng"] = one["rng"]
    assert one.tobytes() == two.tobytes(), "redeal changes the generator only"
    two["rng"] = 77
    start = one["rng"].copy()
    draw, mask = np.random.default_rng(3), np.zeros(GAME.actions.size, np.int8)
    while not one["over"][0]:
        GAME.kernels.legal_at(one, 0, mask)
        action = int(draw.choice(np.flatnonzero(mask)))
        GAME.kernels.apply_at(one, 0, action)
        GAME.kernels.apply_at(two, 0, action)
    assert (one["rng"] == start).all() and (two["rng"] == 77).all(), "no chance after the setup"
    two["rng"] = one["rng"]
    assert one.tobytes() == two.tobytes()


def renamed(yunnan, states, by):
    """The same game with colour c called c + by."""
    turned = states.copy()
    s, t = states[0], turned[0]
    n, players = int(s.colours), int(s.num_players)
    to = [(c + by) % n for c in range(n)]
    for name in yunnan.COLOUR_FIELDS:
        getattr(t, name)[to] = getattr(s, name)[:n]
    t.vp[[(p + by) % players for p in range(players)]] = s.vp[:players]
    for name in ("auction_order", "travel_order", "bank", "slots", "tea_house"):
        old = getattr(s, name)
        getattr(t, name)[:] = np.where(old == NOBODY, NOBODY, (old + by) % n)
    t.colour = NOBODY if s.colour == NOBODY else (s.colour + by) % n
    t.seat = (s.seat + by) % players
    return turned


def test_colours_are_interchangeable(yunnan, setting):
    """The same game under other colour numbers is the same game, to the last byte."""
    players = yunnan.Players(4)
    for states, _ in yunnan.positions("bot", *setting, 6):
        if states["decisions"][0] == 40:
            break
    other = renamed(yunnan, states, 1)
    while not states["over"][0]:
        action = players.random(states)
        GAME.kernels.apply_at(states, 0, action)
        GAME.kernels.apply_at(other, 0, action)
        if states["over"][0]:
            other["seat"] = (states["seat"] + 1) % setting[0]
        assert renamed(yunnan, states, 1).tobytes() == other.tobytes()
