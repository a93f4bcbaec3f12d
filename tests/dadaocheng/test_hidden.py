"""RULES 7.3: what a seat sees never depends on what nobody can know, and ``redeal`` draws exactly that anew."""

from collections import Counter
from functools import partial
from itertools import permutations

import numpy as np
import pytest
import rooms

from meeplezoo.envs.dadaocheng import GAME
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.dadaocheng.state import NONE, Phase

HIDDEN = ("ship_order", "events", "rng")
seen_by = partial(rooms.seen_by, GAME, actions=(0, 136, 144, 149, 154, 159, 160, 161, 170, 271, 279))


def sampled(dadaocheng, setting):
    """Positions of some games: every tenth, and all of the rare phases."""
    for kind in ("random", "bot", "planner"):
        for states, _ in dadaocheng.positions(kind, *setting, 1):
            rare = states["phase"][0] not in (Phase.PLAN, Phase.BUY, Phase.COLLECT)
            if rare or states["decisions"][0] % 10 == 0:
                yield states


def changed_fields(a, b):
    return {name for name in a.dtype.names if not np.array_equal(a[name][0], b[name][0])}


# ---------------------------------------------------------------- redeal


def test_redeal_keeps_what_every_seat_sees(dadaocheng, setting):
    met, moved = set(), 0
    for states in sampled(dadaocheng, setting):
        met.add(int(states["phase"][0]))
        for seat in range(setting[0]):
            other = states.copy()
            GAME.kernels.redeal_at(other, 0, seat, 5 + seat)
            changed = changed_fields(states, other)
            assert changed <= set(HIDDEN) and "rng" in changed
            moved += "ship_order" in changed
            for p in range(setting[0]):
                assert seen_by(states, p) == seen_by(other, p)
            dadaocheng.Checker(other)
    assert moved and {int(Phase.PLAN), int(Phase.BUY), int(Phase.OVER)} <= met


def test_games_go_on_after_a_redeal(dadaocheng, setting):
    """All invariants hold to the end of games that were dealt anew in the middle."""
    for seed in range(2):
        for states, _ in dadaocheng.positions("planner", *setting, seed):
            if states["round_index"][0] == 4:
                break
        GAME.kernels.redeal_at(states, 0, int(states["seat"][0]), seed)
        checker, players = dadaocheng.Checker(states), dadaocheng.Players(seed)
        while not states["over"][0]:
            action = players.planner(states)
            GAME.kernels.apply_at(states, 0, action)
            checker.check(action)


def chi_square(counted, options, total):
    expected = total / options
    return sum((counted[key] - expected) ** 2 / expected for key in counted) + (options - len(counted)) * expected


@pytest.mark.complaint("google-deepmind/open_spiel#1604")
def test_redeal_is_uniform_over_ships_and_events(dadaocheng):
    """google-deepmind/open_spiel#1604: every deal as often as its chance.

    Three face-down ships and three future events are left: each of the 6 x 6 orders is equally likely.
    """
    states = dadaocheng.table(4, event=1895).states
    s = states[0]
    s.ships_opened[:] = [9, 12, 12]
    s.face_up[0] = s.ship_order[0, 8]
    s.round_index = 10  # beyond this game's rounds: only three events remain to be drawn
    ships, events = s.ship_order[0].copy(), s.events.copy()
    counted = Counter()
    for seed in range(7200):
        GAME.kernels.redeal_at(states, 0, 0, seed)
        assert (s.ship_order[0, :9] == ships[:9]).all() and (s.events[:11] == events[:11]).all()
        counted[(*s.ship_order[0, 9:].tolist(), *s.events[11:].tolist())] += 1
    wanted = {(*a, *b) for a in permutations(ships[9:].tolist()) for b in permutations(events[11:].tolist())}
    assert set(counted) == wanted and len(wanted) == 36
    assert chi_square(counted, 36, 7200) < 66.6, "p < 0.001"


def test_redeal_of_solo_ships_draws_from_the_box_too():
    """Level 1 has eight candidates for six places: with four opened, any ordered pair of the others may follow."""
    states = GAME.new(1, seed=3)
    s = states[0]
    s.ships_opened[0] = 4
    opened = s.ship_order[0, :4].tolist()
    rest = sorted(set(range(8)) - set(opened))
    counted = Counter()
    for seed in range(2400):
        GAME.kernels.redeal_at(states, 0, 0, seed)
        assert s.ship_order[0, :4].tolist() == opened and (s.ship_order[0, 8:] == NONE).all()
        counted[tuple(s.ship_order[0, 4:6].tolist())] += 1
    assert set(counted) == set(permutations(rest, 2)) and len(counted) == 12
    assert chi_square(counted, 12, 2400) < 31.3, "p < 0.001"


def test_setup_is_uniform():
    """Each event is equally likely to be second, each level-1 ship to lie open, each opium disc to be in a corner."""
    second, first, corner = Counter(), Counter(), Counter()
    for seed in range(2600):
        s = GAME.new(4, seed=seed)[0]
        second[int(s.events[1])] += 1
        first[int(s.face_up[0])] += 1
        corner[int(s.down[0])] += 1
    assert set(second) == set(range(1, 14)) and chi_square(second, 13, 2600) < 32.9
    assert set(first) == set(range(12)) and chi_square(first, 12, 2600) < 31.3
    assert set(corner) == {0, 1, 2, 3} and chi_square(corner, 4, 2600) < 16.3


def test_chronological_events_are_not_dealt_anew(dadaocheng):
    for states, _ in dadaocheng.positions("random", 3, {"event_order": "chronological"}, 1):
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, 0, 7)
        assert other["events"][0].tolist() == list(range(t.EVENTS))


# ---------------------------------------------------------------- two worlds


def test_two_worlds_look_the_same(dadaocheng, setting):
    """Hidden orders are exchanged by hand: nothing that a seat is shown changes; the whole picture does."""
    different = 0
    for states in sampled(dadaocheng, setting):
        other = states.copy()
        s = other[0]
        for level in range(t.LEVELS):
            first, last = int(s.ships_opened[level]), int(s.ship_count[level])
            s.ship_order[level, first:last] = s.ship_order[level, first:last][::-1].copy()
        if setting[0] > 1 and not s.event_order:  # in order of years nothing about them is hidden
            first = int(s.round_index) + 1
            s.events[first:] = s.events[first:][::-1].copy()
        s.rng[:] = [9, 8, 7, 6]
        for seat in range(setting[0]):
            assert seen_by(states, seat) == seen_by(other, seat)
        different += GAME.text(states[0], None) != GAME.text(other[0], None)
    assert different


@pytest.mark.parametrize("num_players", [1, 3])
def test_text_shows_orders_to_nobody(num_players):
    s = GAME.new(num_players, seed=2)[0]
    assert "next ships" in GAME.text(s, None)
    assert "next ships" not in GAME.text(s, 0) and "next events" not in GAME.text(s, 0)


# ---------------------------------------------------------------- what was public when it moved


def test_worlds_never_contradict_what_was_seen(dadaocheng, setting):
    """Ships and events that were opened stay opened, in their order; all others may still come."""
    for kind in ("planner", "bot"):
        ships, events = [[], [], []], []
        for states, _ in dadaocheng.positions(kind, *setting, 6):
            s = states[0]
            for level in range(t.LEVELS):
                ships[level] += [int(s.face_up[level])] * (s.face_up[level] not in (NONE, *ships[level]))
            events += [int(s.event)] * (s.event not in (NONE, *events))
            for seat in range(setting[0]):
                other = states.copy()
                GAME.kernels.redeal_at(other, 0, seat, int(s.decisions))
                w = other[0]
                assert w.events[: len(events)].tolist() == events
                for level, seen in enumerate(ships):
                    order = w.ship_order[level, : w.ship_count[level]].tolist()
                    hidden = set(s.ship_order[level, : s.ship_count[level]].tolist()) - set(seen)
                    assert order[: len(seen)] == seen and set(order[len(seen) :]) == hidden
        assert sum(map(len, ships)) > 3
