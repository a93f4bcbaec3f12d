"""RULES 8: what holds after every decision, in random games, the bot's games and random play from their middle."""

import numpy as np
import pytest

from meeplezoo.envs.china import GAME
from meeplezoo.envs.china.state import NOBODY

KINDS = ("random", "bot", "mixed")


def play(china, kind, setting, seed):
    game = china.positions(kind, *setting, seed)
    checker = china.Checker(next(game)[0])
    for _ in game:
        checker.check()
    return checker.states


@pytest.mark.parametrize("kind", KINDS)
def test_invariants(china, setting, kind):
    for seed in range(3):
        states = play(china, kind, setting, seed)
        assert states["over"][0] and states["final_round"][0]


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", KINDS)
def test_invariants_in_many_games(china, setting, kind):
    for seed in range(1000, 1090):  # 8 settings x 3 kinds x 90 games = 2,160
        play(china, kind, setting, seed)


def test_the_checker_notices_damage(china, setting):
    """Each kind of damage in the middle of a game is caught."""
    game = china.positions("bot", *setting, 5)
    for states, _ in game:
        if states["decisions"][0] == 60:
            break
    damages = {
        "hand": lambda s: s.hand[0].__setitem__(0, s.hand[0, 0] + 1),
        "room": lambda s: s.room.__setitem__(2, s.room[2] + 1),
        "palaces": lambda s: s.palaces.__setitem__((8, 0), s.palaces[8, 0] + 1),
        "free": lambda s: s.free_cities.__setitem__(8, s.free_cities[8] + 1),
        "scored": lambda s: s.scored.__setitem__(int(np.argmax(s.free_cities)), 1),
        "owner": lambda s: s.owner.__setitem__(int(np.argmax(s.owner != NOBODY)), NOBODY),
        "supply": lambda s: s.emissaries_left.__setitem__(1, s.emissaries_left[1] - 1),
        "fort": lambda s: s.fort.__setitem__(3, 1 - s.fort[3]),
        "pile": lambda s: s.pile.__setitem__(0, (s.pile[0] + 1) % 5),
    }
    for name, damage in damages.items():
        bad = states.copy()
        damage(bad[0])
        with pytest.raises(AssertionError):
            china.Checker(bad)
            pytest.fail(f"damage to {name} was not noticed", pytrace=False)


def rotated(states, by, n):
    """The same game with seat p called p + by."""
    turned = states.copy()
    s, t = states[0], turned[0]
    to = [(p + by) % n for p in range(n)]
    for name in ("hand", "known", "score", "palaces_left", "emissaries_left", "forts_left", "hand_size"):
        getattr(t, name)[to] = getattr(s, name)[:n]
    for name in ("emissaries", "palaces"):
        getattr(t, name)[:, to] = getattr(s, name)[:, :n]
    t.owner[:] = [(owner + by) % n if owner != NOBODY else NOBODY for owner in s.owner]
    t.seat, t.start_seat = (s.seat + by) % n, (s.start_seat + by) % n
    return turned


def test_seats_are_interchangeable(china, setting):
    """8.12: the same game under other seat numbers is the same game, to the last byte."""
    n, _ = setting
    players = china.Players(4)
    for states, _ in china.positions("bot", *setting, 6):
        if states["decisions"][0] == 20:
            break
    other = rotated(states, 2, n)
    while not states["over"][0]:
        action = players.random(states)
        GAME.kernels.apply_at(states, 0, action)
        GAME.kernels.apply_at(other, 0, action)
        assert rotated(states, 2, n).tobytes() == other.tobytes()
