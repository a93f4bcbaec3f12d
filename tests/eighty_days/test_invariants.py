"""RULES 8: the invariants after every decision, whoever plays, with every player count and option."""

import pytest

from meeplezoo.envs.eighty_days import GAME, MAX_DECISIONS
from meeplezoo.envs.eighty_days.state import NOT_HOME


def play_checked(eighty_days, kind, setting, seeds):
    for seed in seeds:
        checker = None
        for states, action in eighty_days.positions(kind, *setting, seed):
            if checker is None:
                checker = eighty_days.Checker(states)
            else:
                checker.check(action)
        assert states["decisions"][0] <= MAX_DECISIONS
        assert states["truncated"][0] == 0


@pytest.mark.parametrize("kind", ["random", "bot", "mixed"])
def test_invariants(eighty_days, setting, kind):
    play_checked(eighty_days, kind, setting, range(3))


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", ["random", "bot", "mixed"])
def test_invariants_in_long_play(eighty_days, setting, kind):
    play_checked(eighty_days, kind, setting, range(100, 200))


def test_the_checker_notices_damage(eighty_days, setting):
    """Each kind of damage in the middle of a game is caught."""
    for states, _ in eighty_days.positions("bot", *setting, 5):
        if states["decisions"][0] == 60:
            break
    damages = {
        "travel card": lambda s: s.travel_hand[0].__setitem__(0, s.travel_hand[0, 0] + 1),
        "travel deck": lambda s: s.travel_deck.__setitem__(0, (s.travel_deck[0] + 1) % 10),
        "event card": lambda s: s.event_hand[0].__setitem__(3, s.event_hand[0, 3] + 1),
        "event top": lambda s: setattr(s, "event_top", 5 if s.event_top < 0 or s.event_discard[5] == 0 else -1),
        "coin": lambda s: setattr(s, "bank", s.bank + 1),
        "token": lambda s: s.yellow.__setitem__(1, 0),
        "detective": lambda s: setattr(s, "detective", 10),
        "count": lambda s: s.travel_count.__setitem__(1, s.travel_count[1] + 1),
        "visits": lambda s: s.visits.__setitem__(9, s.visits[9] + 1),
        "acted": lambda s: s.acted.__setitem__(s.seat, 1),
        "die": lambda s: setattr(s, "die", 3 - s.die),
        "arrival": lambda s: s.arrival.__setitem__(0, 0),
    }
    for name, damage in damages.items():
        bad = states.copy()
        damage(bad[0])
        with pytest.raises(AssertionError):
            eighty_days.Checker(bad)
            pytest.fail(f"damage to {name} was not noticed", pytrace=False)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_checker_notices_lost_days(eighty_days, setting, seat):
    for states, action in eighty_days.positions("random", *setting, 6):
        if action is None:
            checker = eighty_days.Checker(states)
        elif states["decisions"][0] < 50:
            checker.check(action)
        else:
            states["days"][0, seat] += 1
            with pytest.raises(AssertionError):
                checker.check(action)
            break


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_penalties_agree_until_the_first_arrival(eighty_days, num_players):
    """8.15: with equal chance and actions the two London penalties are the same game until somebody is home."""
    players = eighty_days.Players(9)
    for seed in range(5):
        one, two = (GAME.new(num_players, seed=seed, london_penalty=name) for name in ("per_arrival", "per_round"))
        while not one["arrived"][0]:
            assert not two["arrived"][0]
            two["per_round"] = 0
            assert one.tobytes() == two.tobytes()
            two["per_round"] = 1
            round_number, action = one["round_number"][0], players.random(one)
            GAME.kernels.apply_at(one, 0, action)
            GAME.kernels.apply_at(two, 0, action)
        assert two["arrived"][0] == 1
        both_paid = one["round_number"][0] > round_number  # the next round has begun in the same step
        assert (one["days"][0].tolist() == two["days"][0].tolist()) == both_paid


def rotated(states, by, n):
    """The same game with seat p called p + by."""
    turned = states.copy()
    s, t = states[0], turned[0]
    to = [(p + by) % n for p in range(n)]
    names = ("travel_hand", "event_hand", "city", "days", "coins", "arrival", "acted", "travel_count", "event_count")
    for name in names:
        getattr(t, name)[to] = getattr(s, name)[:n]
    for name in ("seat", "start_seat", "watch"):
        setattr(t, name, (getattr(s, name) + by) % n)
    return turned


def test_seats_are_interchangeable(eighty_days, setting):
    """The same game under other seat numbers is the same game, to the last byte."""
    n, _ = setting
    players = eighty_days.Players(4)
    for states, _ in eighty_days.positions("bot", *setting, 6):
        if states["decisions"][0] == 20:
            break
    other = rotated(states, 1, n)
    while not states["over"][0]:
        action = players.random(states)
        GAME.kernels.apply_at(states, 0, action)
        GAME.kernels.apply_at(other, 0, action)
        expected = rotated(states, 1, n)
        if states["over"][0]:
            expected["seat"] = other["seat"]
        assert expected.tobytes() == other.tobytes()
    assert (states["arrival"][0][:n] != NOT_HOME).any()
