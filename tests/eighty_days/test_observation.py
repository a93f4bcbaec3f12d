"""RULES 7.2: every field of the observation, read back and compared with the position."""

import numpy as np
import pytest

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.state import NOT_HOME, Phase

PHASES = {p: p.name for p in Phase}
TURN = (
    "phase", "balloon_ready", "legs_done", "paid", "dice_left", "die", "leg_days", "exchanged", "saving",
    "last_of_round",
)  # fmt: skip


def one_hot(length, index):
    found = np.zeros(length, int)
    if index is not None and index >= 0:
        found[index] = 1
    return found


def expected(s, seat):
    """All fields by their definition, from the record."""
    n, running = int(s.num_players), not s.over
    waiting = [p for p in range(n) if p != s.seat and s.arrival[p] == NOT_HOME and not s.acted[p]]
    others = [p for p in range(n) if p != seat]
    hidden = (s.travel_hand - s.known_travel)[others].sum(0)  # all that the seat cannot place
    hidden = hidden + np.bincount(s.travel_deck[s.travel_deck >= 0], minlength=t.TRAVEL_TYPES)
    fields = {
        "phase": one_hot(9, int(s.phase) if running else None),
        "num_players": one_hot(5, n - 2),
        "per_round": s.per_round,
        "round_number": s.round_number,
        "display": np.array([one_hot(10, int(card)) for card in s.display]),
        "spaces_used": np.array([k < (n + 1 if n < 6 else 6) for k in range(6)]),
        "detective": one_hot(9, int(s.detective) - 1),
        "yellow": np.array([one_hot(4, int(token)) for token in s.yellow[1:10]]),
        "blue": np.array([one_hot(4, int(token)) for token in s.blue[1:10]]),
        "travel_discard": s.travel_discard,
        "travel_deck": (s.travel_deck >= 0).sum(),
        "event_discard": s.event_discard,
        "event_discard_top": one_hot(11, int(s.event_top)),
        "event_deck": (s.event_deck >= 0).sum(),
        "bank": 24 - s.coins.sum(),
        "balloon_ready": s.balloon_ready,
        "legs_done": one_hot(3, int(s.legs_done) if running else None),
        "paid": s.paid,
        "dice_left": s.dice_left,
        "die": one_hot(6, int(s.die) - 1),
        "leg_days": s.leg_days,
        "exchanged": s.exchanged,
        "saving": s.saving,
        "last_of_round": int(running and not waiting),
        "own_travel": s.travel_hand[seat],
        "own_events": s.event_hand[seat],
        "travel_deck_most": np.minimum(hidden, s.renewed_travel - s.drawn_travel[seat]),
    }
    for place in range(6):
        p = (seat + place) % n if place < n else None
        for name, value in expected_seat(s, p, running).items():
            fields[f"seat{place}_{name}"] = value
    return fields


def expected_seat(s, p, running):
    if p is None:
        zeros = dict.fromkeys(("exists", "acting", "days", "coins", "travel_cards", "event_cards", "watch", "acted"), 0)
        found = zeros | {"city": one_hot(11, None), "arrival": one_hot(6, None)}
        found |= {"known_travel": np.zeros(10), "known_events": np.zeros(11)}
    else:
        found = {
            "exists": 1,
            "acting": int(running and s.seat == p),
            "city": one_hot(11, int(s.city[p])),
            "days": s.days[p],
            "coins": s.coins[p],
            "travel_cards": s.travel_hand[p].sum(),
            "event_cards": s.event_hand[p].sum(),
            "watch": int(s.watch == p),
            "acted": s.acted[p],
            "arrival": one_hot(6, int(s.arrival[p])),
            "known_travel": s.known_travel[p],
            "known_events": s.known_events[p],
        }
    order = (
        "exists", "acting", "city", "days", "coins", "travel_cards", "event_cards", "watch", "acted", "arrival",
        "known_travel", "known_events",
    )  # fmt: skip
    return {name: found[name] for name in order}


def test_every_field_equals_its_definition(eighty_days, setting):
    met = set()
    for kind, seed in (("random", 1), ("bot", 2)):
        for states, _ in eighty_days.positions(kind, *setting, seed):
            if states["decisions"][0] % 4 == 0 or states["phase"][0] not in (Phase.MAIN_PRE, Phase.MAIN_POST):
                met.add(int(states["phase"][0]))
                for seat in range(setting[0]):
                    wanted = expected(states[0], seat)
                    found = eighty_days.Table(states).look(seat)
                    assert list(found) == list(wanted)
                    for name, value in wanted.items():
                        assert np.array_equal(found[name], value), name
    assert met >= {
        Phase.MAIN_PRE,
        Phase.MAIN_POST,
        Phase.PAYING,
        Phase.ROLL,
        Phase.DET_TARGET,
        Phase.LIMIT,
        Phase.OVER,
    } - ({Phase.DET_TARGET} if setting[0] == 2 else set())


def test_no_field_is_always_zero(eighty_days):
    highest = np.zeros(GAME.observation.size)
    for setting in eighty_days.SETTINGS:
        for kind in ("random", "bot"):
            for seed in range(3):
                for states, _ in eighty_days.positions(kind, *setting, seed):
                    out = np.zeros(GAME.observation.size, np.float32)
                    GAME.kernels.observe_at(states, 0, 0, out)
                    highest = np.maximum(highest, out)
    for field in GAME.observation.fields:
        assert highest[GAME.observation.index(field.name)].max() > 0, field.name


def test_large_numbers_stay_in_the_box(eighty_days):
    """10.13: more cards than the field shows are clipped, not wrapped; days are shown as they are."""
    cards = ["T2"] * 5 + ["T5"] * 8 + ["S7"] * 8 + ["S8"] * 5
    states = eighty_days.build(3, cards={0: cards}, days={0: 226, 1: 225, 2: t.MOST_DAYS})
    found = eighty_days.Table(states).look(0)
    assert [found[f"seat{place}_days"] for place in range(3)] == [226, 225, t.MOST_DAYS]
    assert found["seat0_travel_cards"] == 25
    assert found["own_travel"].tolist() == [5, 0, 0, 8, 0, 0, 0, 0, 8, 5]


def test_off_turn_the_turn_is_public_and_the_hand_ones_own(eighty_days):
    """The observers of a payment see phase, components and dice, and their own cards."""
    game = eighty_days.table(
        3, city={0: "Yokohama"}, coins={0: 2}, cards={0: "S8 T2", 1: "T3 T3"}, event_cards={1: "Offer"}, balloon_ready=1
    )
    game.dice(4).play("pay S8", "pay_balloon_action")
    acting, other = game.look(0), game.look(1)
    for name in TURN:
        assert np.array_equal(acting[name], other[name])
    assert other["phase"].tolist() == one_hot(9, Phase.ROLL).tolist()
    assert other["paid"].tolist() == [0] * 9 + [1] + [0] * 3 + [1]
    assert other["die"].tolist() == [0, 0, 0, 1, 0, 0] and other["dice_left"] == 1 and other["leg_days"] == 8
    assert other["own_travel"].tolist() == eighty_days.travel("T3 T3").tolist() and other["own_events"][t.OFFER] == 1
    assert acting["own_travel"].tolist() == eighty_days.travel("T2").tolist() and not acting["own_events"].any()
    assert acting["seat0_acting"] == 1 and other["seat2_acting"] == 1 and other["seat0_acting"] == 0
    assert other["seat2_travel_cards"] == 1 and acting["seat1_event_cards"] == 1


@pytest.mark.parametrize(
    ("cards", "event_cards", "plays", "days"),
    [
        ("S7 S7 T2", "", ["pay T2", "pay S7"], 9),
        ("S7 S7 S8", "Express", ["pay S7", "pay S7"], 7),
        ("S7 T2", "Submarine", ["pay T2", "pay S7"], 9),
        ("S7 S8", "Express", ["pay S7", "pay S8"], 15),
    ],
)
def test_days_of_the_leg_so_far(eighty_days, cards, event_cards, plays, days):
    """10.12: the pair counts as soon as both cards are paid."""
    game = eighty_days.table(city={0: "New York"}, cards={0: cards}, event_cards={0: event_cards}).play(*plays)
    assert game.look(2)["leg_days"] == days


def test_last_of_round(eighty_days):
    for seat, home, last in ((3, {}, 1), (2, {}, 0), (2, {3: 70}, 1), (0, {1: 70, 2: 71}, 0)):
        assert eighty_days.table(4, seat=seat, home=home, phase=Phase.MAIN_PRE).look(0)["last_of_round"] == last


def test_has_acted_is_of_this_round(eighty_days):
    """10.12: who came home in an earlier round has not acted in this one."""
    game = eighty_days.table(3, home={0: 70}, seat=2, start=1, phase=Phase.MAIN_PRE)
    found = game.look(2)
    assert [found[f"seat{place}_acted"] for place in range(3)] == [0, 0, 1]


def test_after_the_end(eighty_days, setting):
    *_, (states, _) = eighty_days.positions("bot", *setting, 8)
    for seat in range(setting[0]):
        found = eighty_days.Table(states).look(seat)
        for name in TURN:
            assert not np.any(found[name]), name
        assert not any(found[f"seat{place}_acting"] for place in range(6))
        assert found["seat0_days"] == states["days"][0][seat]
        assert found["seat0_city"].argmax() == states["city"][0][seat]


def test_the_numbers_of_the_seats_follow_in_steps_of_46():
    for row in GAME.observation.table():
        if row[1].startswith("seat") and not row[1].startswith("seat0"):
            first = GAME.observation.start(f"seat0_{row[1].split('_', 1)[1]}")
            assert GAME.observation.start(row[1]) == first + 46 * int(row[1][4])
