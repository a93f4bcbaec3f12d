"""RULES 8: what holds after every decision, in random games, the bot's games and random play from their middle."""

import numpy as np
import pytest
from damage import damage_many, fault_of, real_positions

from meeplezoo.envs.china import GAME
from meeplezoo.envs.china import tables as t
from meeplezoo.envs.china.check import Fault
from meeplezoo.envs.china.state import NOBODY, NONE, Phase

KINDS = ("random", "bot", "mixed")


def play(china, kind, setting, seed, second_opinion=True):
    """One game; ``GAME.check`` and the checker of the tests look at every position. Gives the final position."""
    game = china.positions(kind, *setting, seed)
    states, _ = next(game)
    checker = china.Checker(states) if second_opinion else None
    GAME.check(states)
    for _ in game:
        GAME.check(states)
        if checker:
            checker.check()
    return states


@pytest.mark.parametrize("kind", KINDS)
def test_invariants(china, setting, kind):
    for seed in range(3):
        states = play(china, kind, setting, seed)
        assert states["over"][0] and states["final_round"][0]


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", KINDS)
def test_invariants_in_many_games(china, setting, kind):
    for seed in range(1000, 1090):  # 8 settings x 3 kinds x 90 games = 2,160
        play(china, kind, setting, seed, second_opinion=seed % 3 == 0)


def test_option_fields_never_change(china, setting):
    """They follow from player count and options alone."""
    fresh = GAME.new(setting[0], 99, **setting[1])
    for states, _ in china.positions("random", *setting, 3):
        assert all(states[name][0] == fresh[name][0] for name in GAME.option_fields)


# ---------------------------------------------------------------- damage


def found(china, setting, seed, wanted):
    """A copy of the first position of a mixed game that is wanted."""
    for states, _ in china.positions("mixed", *setting, seed):
        if wanted(states[0]):
            return states.copy()
    raise AssertionError("no such position")


def change(name, place=(), by=1):
    return lambda s: getattr(s, name).__setitem__(place, getattr(s, name)[place] + by)


def put(name, value):
    return lambda s: setattr(s, name, value)


def cell(name, place, value):
    return lambda s: getattr(s, name).__setitem__(place, value)


def absent(name):
    def damage(s):
        getattr(s, name)[4] = 1

    return damage


def send_home(s):
    """An emissary of an absent seat."""
    s.emissaries[int(np.argmax(s.room)), 4] = 1


def hide_a_card(s):
    """The mover holds two cards, the pile one more."""
    colour = int(np.argmax(s.hand[s.seat]))
    s.hand[s.seat, colour] -= 1
    s.known[s.seat, colour] = min(s.known[s.seat, colour], s.hand[s.seat, colour])
    s.hand_size[s.seat] -= 1
    s.pile[s.pile_size] = colour
    s.pile_size += 1
    s.renewed[colour] += s.second_pass


def give_away(s):
    """Somebody else holds two cards, the discards one more."""
    p = (int(s.seat) + 1) % int(s.num_players)
    colour = int(np.argmax(s.hand[p]))
    s.hand[p, colour] -= 1
    s.known[p, colour] = 0
    s.hand_size[p] -= 1
    s.discard[colour] += 1


def empty_the_pile(s):
    s.discard += np.bincount(s.pile[: s.pile_size], minlength=t.COLOURS)
    s.pile[:] = -1
    s.pile_size = 0
    s.renewed[:] = s.drawn[:] = 0


def begin_the_end(s):
    empty_the_pile(s)
    s.final_round = s.second_pass = 1
    s.seat = s.start_seat


def drop_display(s):
    colour = int(np.argmax(s.display))
    s.display[colour] -= 1
    s.discard[colour] += 1


def take_more(s):
    """One card from the display lies on the discards: fewer were drawn than it lacks."""
    while s.display.any():
        drop_display(s)


SCENES = {  # where the damage is done: what to look for in a mixed game
    "main": lambda s: s.decisions >= 60 and s.phase == Phase.MAIN,
    "first": lambda s: s.decisions >= 20 and s.phase == Phase.MAIN and not s.second_pass,
    "late": lambda s: s.second_pass and s.phase == Phase.MAIN,
    "pay": lambda s: s.phase == Phase.PAY,
    "second": lambda s: s.phase == Phase.SECOND,
    "draw": lambda s: s.phase == Phase.DRAW and s.placed == 2,
    "taken": lambda s: s.phase == Phase.DRAW and s.placed == 2 and s.display.sum() < 4,
    "empty": lambda s: s.phase == Phase.DRAW and s.was_empty and s.palaces.sum(1).max() > 1,
    "over": lambda s: s.over,
}

#: Each fault, and damage of each kind that an earlier version of these tests had: ``(scene, damage, what is found)``.
DAMAGES = [
    ("first", put("side", 1), "SIDE"),
    ("main", put("start_seat", 3), "START_SEAT"),
    ("over", put("truncated", 1), "TRUNCATED"),
    ("main", lambda s: s.owner.__setitem__(int(np.argmax(s.owner != NOBODY)), 4), "OWNER"),
    ("main", lambda s: s.owner.__setitem__(int(np.argmax(s.owner != NOBODY)), NOBODY), "PALACES"),
    ("main", change("palaces", (8, 0)), "PALACES"),
    ("main", lambda s: s.free_cities.__setitem__(8, (s.free_cities[8] + 1) % 9), "FREE_CITIES"),
    ("main", send_home, "EMISSARIES"),
    ("main", lambda s: s.room.__setitem__(2, (s.room[2] + 1) % 9), "ROOM"),
    ("main", change("palaces_left", 0, -1), "PALACES_LEFT"),
    ("main", absent("palaces_left"), "PALACES_LEFT"),
    ("main", change("emissaries_left", 1, -1), "EMISSARIES_LEFT"),
    ("main", absent("emissaries_left"), "EMISSARIES_LEFT"),
    ("main", lambda s: s.fort.__setitem__(3, 1 - s.fort[3]), "FORTS_LEFT"),
    ("main", absent("forts_left"), "FORTS_LEFT"),
    ("main", lambda s: s.hand.__setitem__((4, 1), 1), "HAND"),
    ("main", lambda s: s.known.__setitem__((4, 1), 1), "KNOWN"),
    ("main", lambda s: s.known.__setitem__((0, int(np.argmin(s.hand[0]))), 3), "KNOWN"),
    ("taken", lambda s: s.known.__setitem__(int(s.seat), 0), "KNOWN"),
    ("main", lambda s: s.hand.__setitem__((0, int(np.argmin(s.hand[0]))), s.hand[0].min() + 1), "HAND_SIZE"),
    ("main", absent("hand_size"), "HAND_SIZE"),
    ("main", lambda s: s.pile.__setitem__(0, -1), "PILE"),
    ("main", lambda s: s.pile.__setitem__(56, 0), "PILE"),
    ("main", lambda s: s.pile.__setitem__(0, (s.pile[0] + 1) % 5), "CARDS"),
    ("main", change("discard", 0), "CARDS"),
    ("main", put("final_round", 1), "PILE_SIZE"),
    ("main", empty_the_pile, "PILE_SIZE"),
    ("over", put("second_pass", 0), "SECOND_PASS"),
    ("main", lambda s: s.scored.__setitem__(int(np.argmax(s.free_cities)), 1), "SCORED"),
    ("over", lambda s: s.scored.__setitem__(int(np.argmax(s.scored)), 0), "SCORED"),
    ("main", change("score", 0), "SCORE"),
    ("over", change("score", 1), "SCORE"),
    ("main", absent("score"), "SCORE"),
    ("main", put("over", 1), "SCORED"),
    ("over", put("phase", Phase.MAIN), "OVER"),
    ("over", lambda s: setattr(s, "seat", (s.seat + 1) % s.num_players), "OVER"),
    ("main", begin_the_end, "FINAL_ROUND"),
    ("main", put("active_state", 3), "ACTIVE_STATE"),
    ("pay", lambda s: setattr(s, "active_state", (s.active_state + 1) % 9), "ACTIVE_STATE"),
    ("second", put("active_state", NONE), "ACTIVE_STATE"),
    ("pay", lambda s: setattr(s, "was_empty", 1 - s.was_empty), "WAS_EMPTY"),
    ("main", put("was_empty", 1), "WAS_EMPTY"),
    ("empty", lambda s: setattr(s, "active_state", int(np.argmax(s.palaces.sum(1) > 1))), "WAS_EMPTY"),
    ("main", put("placed", 1), "PLACED"),
    ("pay", put("placed", 1), "PLACED"),
    ("second", put("placed", 2), "PLACED"),
    ("empty", put("placed", 2), "PLACED"),
    ("main", put("target", 3), "TARGET"),
    ("pay", put("target", NONE), "TARGET"),
    ("second", lambda s: setattr(s, "active_state", blocked_state(s)), "SECOND"),
    ("main", hide_a_card, "CARDS_SPENT"),
    ("main", give_away, "OTHER_HANDS"),
    ("main", drop_display, "DISPLAY"),
    ("taken", take_more, "DISPLAY"),
    ("first", put("decisions", 300), "DECISIONS"),
    ("first", cell("drawn", (0, 1), 1), "DRAWN"),
    ("late", cell("drawn", (4, 1), 1), "DRAWN"),
    ("first", cell("renewed", 1, 1), "RENEWED"),
    ("late", lambda s: s.renewed.__setitem__(1, (s.renewed[1] + 1) % 10), "RENEWED"),
]


def blocked_state(s):
    """A state with a palace whose colour the mover cannot pay, or where nothing can be placed."""
    for state in range(t.STATES):
        colour = t.STATE_COLOUR[state]
        pays = s.hand[s.seat, colour] or any(s.hand[s.seat, c] >= 2 for c in range(t.COLOURS) if c != colour)
        if s.palaces[state].any() and not pays:
            return state
    raise AssertionError("the mover pays everywhere")


@pytest.mark.parametrize(("scene", "harm", "fault"), DAMAGES, ids=[f"{k}-{row[2]}" for k, row in enumerate(DAMAGES)])
def test_the_check_notices_damage(china, scene, harm, fault):
    """Each kind of damage in a three-player game is found, in the field where it was done."""
    for seed in range(30):
        try:
            states = found(china, (3, {}), seed, SCENES[scene])
            harm(states[0])
            break
        except AssertionError:
            continue
    assert fault_of(GAME, states) == fault


def test_every_fault_is_tested():
    assert {row[2] for row in DAMAGES} == set(Fault.__members__) - {"NONE"}


def test_damaged_records_are_refused_or_play_on(setting):
    refused, accepted = damage_many(GAME, real_positions(GAME, *setting, seed=2), 60, seed=4)
    assert refused > 30 and accepted > 0


@pytest.mark.fuzz
def test_many_damaged_records_are_refused_or_play_on(setting):
    for seed in range(5):  # 8 settings x 5 x 500 = 20,000
        damage_many(GAME, real_positions(GAME, *setting, seed=100 + seed), 500, seed=seed)


# ---------------------------------------------------------------- seats


def rotated(states, by, n):
    """The same game with seat p called p + by."""
    turned = states.copy()
    s, other = states[0], turned[0]
    to = [(p + by) % n for p in range(n)]
    for name in ("hand", "known", "drawn", "score", "palaces_left", "emissaries_left", "forts_left", "hand_size"):
        getattr(other, name)[to] = getattr(s, name)[:n]
    for name in ("emissaries", "palaces"):
        getattr(other, name)[:, to] = getattr(s, name)[:, :n]
    other.owner[:] = [(owner + by) % n if owner != NOBODY else NOBODY for owner in s.owner]
    other.seat, other.start_seat = (s.seat + by) % n, (s.start_seat + by) % n
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
        GAME.check(other)
