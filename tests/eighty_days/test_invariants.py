"""RULES 8: the invariants after every decision, whoever plays, with every player count and option."""

from __future__ import annotations

import damage
import numpy as np
import pytest

from meeplezoo.envs.eighty_days import GAME, MAX_DECISIONS
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.check import Fault
from meeplezoo.envs.eighty_days.state import NO_CARD, NO_TOKEN, NOT_HOME, Phase
from meeplezoo.envs.engine.errors import BadState

TRIES = 40  # damaged records of each setting


def play_checked(eighty_days, kind, setting, seeds, own=True):
    """Games in which ``GAME.check`` and, if ``own``, the second opinion of the tests look at every position."""
    for seed in seeds:
        checker = None
        for states, action in eighty_days.positions(kind, *setting, seed):
            assert damage.fault_of(GAME, states) is None
            if own and checker is None:
                checker = eighty_days.Checker(states)
            elif own:
                checker.check(action)
        assert states["decisions"][0] <= MAX_DECISIONS
        assert states["truncated"][0] == 0


@pytest.mark.parametrize("kind", ["random", "bot", "mixed"])
def test_invariants(eighty_days, setting, kind):
    play_checked(eighty_days, kind, setting, range(1))


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", ["random", "bot", "mixed"])
def test_invariants_in_long_play(eighty_days, setting, kind):
    play_checked(eighty_days, kind, setting, range(100, 200))


# ---------------------------------------------------------------- what check refuses


@pytest.fixture(scope="module")
def samples(eighty_days):
    """Positions of random, bot's and mixed games, with two to six players; and some of the rare phases."""
    settings = [(n, {}, seed) for n, seed in ((2, 1), (2, 3), (3, 1), (3, 3), (4, 1), (4, 3), (5, 1), (6, 1))]
    found = [damage.real_positions(GAME, *setting, every=3) for setting in settings]
    for seed in range(12):
        for states, _ in eighty_days.positions("random", 5, {}, seed):
            if states["phase"][0] in (Phase.OCCASION, Phase.DISTRACTION):
                found.append(states.copy())
    return np.concatenate(found)


def travellers(s):
    return [p for p in range(s.num_players) if s.arrival[p] == NOT_HOME]


def rivals(s):
    return [p for p in travellers(s) if p != s.seat]


def homecomers(s):
    return [p for p in range(s.num_players) if s.arrival[p] != NOT_HOME]


def draw(s, seats, until):
    """A seat draws travel cards from the deck, one at least, until it holds ``until`` cards."""
    p = seats[0]
    while s.travel_count[p] + s.event_count[p] < until:
        s.travel_deck_size -= 1
        card = int(s.travel_deck[s.travel_deck_size])
        s.travel_deck[s.travel_deck_size] = NO_CARD
        s.travel_hand[p, card] += 1
        s.drawn_travel[p, card] += 1
        s.travel_count[p] += 1


def lose_a_card_of_the_display(s):
    space = int(np.flatnonzero(s.display != NO_CARD)[0])
    s.travel_discard[s.display[space]] += 1
    s.display[space] = NO_CARD


def forget_turns_of_homecomers(s):
    """As if all who are home had been so before the round, with the cards that they took back on the spaces."""
    spaces = [k for k in np.flatnonzero(s.display == NO_CARD) if k < t.CARDS_LAID[s.num_players]]
    for p in homecomers(s):
        if s.acted[p] and p not in (s.seat, s.start_seat):
            s.acted[p] = 0
            s.travel_deck_size -= 1
            s.renewed_travel[s.travel_deck[s.travel_deck_size]] -= 1
            s.display[spaces.pop(0)] = s.travel_deck[s.travel_deck_size]
            s.travel_deck[s.travel_deck_size] = NO_CARD


def more_drawn_than_there_are(s):
    """All copies of T2 and one more were in the deck, it seems."""
    more = int(t.TRAVEL_COPIES[0]) + 1 - int(s.renewed_travel[0])
    s.drawn_travel[0, 0] += more
    s.renewed_travel[0] += more


#: Damage by the fault that it comes to (in some of the positions): ``(name, change)``.
DAMAGES = [
    ("ABSENT", lambda s: s.coins.__setitem__(5, 1)),
    ("ABSENT", lambda s: s.arrival.__setitem__(5, 0)),
    ("ABSENT", lambda s: s.travel_hand[5].__setitem__(0, 1)),
    ("ABSENT", lambda s: s.drawn_travel[5].__setitem__(0, 1)),
    ("START_SEAT", lambda s: setattr(s, "start_seat", 5)),
    ("WATCH", lambda s: setattr(s, "watch", 5)),
    ("WATCH", lambda s: setattr(s, "watch", (s.start_seat + 1) % s.num_players)),
    ("TRAVEL_DECK", lambda s: setattr(s, "travel_deck_size", s.travel_deck_size - 1)),
    ("TRAVEL_CARDS", lambda s: s.travel_deck.__setitem__(0, (s.travel_deck[0] + 1) % 10)),
    ("TRAVEL_CARDS", lambda s: s.travel_hand[0].__setitem__(0, s.travel_hand[0, 0] + 1)),
    ("TRAVEL_COUNT", lambda s: s.travel_count.__setitem__(1, s.travel_count[1] + 1)),
    ("KNOWN_TRAVEL", lambda s: s.known_travel[1].__setitem__(2, s.travel_hand[1, 2] + 1)),
    ("RENEWED_TRAVEL", lambda s: s.renewed_travel.__setitem__(3, s.renewed_travel[3] + 1)),
    ("RENEWED_TRAVEL", lambda s: s.drawn_travel[1].__setitem__(4, s.drawn_travel[1, 4] + 1)),
    ("RENEWED_TRAVEL", more_drawn_than_there_are),
    ("EVENT_DECK", lambda s: setattr(s, "event_deck_size", s.event_deck_size - 1)),
    ("EVENT_CARDS", lambda s: s.event_deck.__setitem__(0, t.DELAY if s.event_deck[0] != t.DELAY else t.STORM)),
    ("EVENT_CARDS", lambda s: s.event_hand[0].__setitem__(3, s.event_hand[0, 3] + 1)),
    ("EVENT_COUNT", lambda s: s.event_count.__setitem__(1, s.event_count[1] + 1)),
    ("KNOWN_EVENTS", lambda s: s.known_events[1].__setitem__(4, s.event_hand[1, 4] + 1)),
    ("KNOWN_EVENTS", lambda s: s.known_events[s.seat].__setitem__(t.OCCASION, 0)),
    ("KNOWN_EVENTS", lambda s: s.known_events[s.seat].__setitem__(t.DISTRACTION, 0)),
    ("EVENT_TOP", lambda s: setattr(s, "event_top", 5 if s.event_top < 0 or s.event_discard[5] == 0 else -1)),
    ("COINS", lambda s: setattr(s, "bank", s.bank + 1)),
    ("VISITS", lambda s: s.visits.__setitem__(9, s.visits[9] + 1)),
    ("YELLOW", lambda s: s.yellow.__setitem__(1, NO_TOKEN if s.yellow[1] >= 0 else 0)),
    ("YELLOW", lambda s: s.yellow.__setitem__(slice(6, 10), t.TRAVEL_TOKEN)),
    ("BLUE", lambda s: s.blue.__setitem__(9, NO_TOKEN if s.blue[9] >= 0 else 0)),
    ("BLUE", lambda s: s.blue.__setitem__(0, 0)),
    ("ARRIVED", lambda s: setattr(s, "arrived", s.arrived + 1)),
    ("ARRIVAL", lambda s: s.arrival.__setitem__(travellers(s)[0], 0)),
    ("ARRIVAL", lambda s: s.arrival.__setitem__(homecomers(s), 0)),
    ("HOME_CARDS", lambda s: draw(s, homecomers(s), 1)),
    ("HANDS", lambda s: draw(s, rivals(s), t.HAND_LIMIT + 1)),
    ("OVER", lambda s: setattr(s, "over", 1)),
    ("OVER", lambda s: setattr(s, "truncated", s.over)),
    ("SEAT", lambda s: setattr(s, "seat", homecomers(s)[0])),
    ("ACTED", lambda s: s.acted.__setitem__(s.seat, 1 - s.acted[s.seat])),
    ("ACTED", lambda s: s.acted.__setitem__(rivals(s)[-1], 1 - s.acted[rivals(s)[-1]])),
    ("HOME_BEFORE", forget_turns_of_homecomers),
    ("DISPLAY", lose_a_card_of_the_display),
    ("CARD_TAKEN", lambda s: setattr(s, "phase", Phase.MAIN_PRE)),
    ("CARD_TAKEN", lambda s: setattr(s, "legs_done", 1)),
    ("BALLOON_READY", lambda s: setattr(s, "balloon_ready", 1)),
    ("LEGS_DONE", lambda s: setattr(s, "legs_done", 2)),
    ("EXCHANGE", lambda s: setattr(s, "exchanged", 1)),
    ("EXCHANGE", lambda s: setattr(s, "phase", Phase.EXCHANGE)),
    ("MAIN_POST", lambda s: setattr(s, "phase", Phase.MAIN_POST)),
    ("NO_LEG", lambda s: setattr(s, "leg_days", s.leg_days + 1)),
    ("PAID", lambda s: s.paid.__setitem__(slice(None), 0)),
    ("PAID", lambda s: s.paid.__setitem__(t.BALLOON_ACTION, 1)),
    ("SECOND_LEG", lambda s: setattr(s, "legs_done", 1)),
    ("LEG_DAYS", lambda s: setattr(s, "leg_days", s.leg_days + 7)),
    ("SAVING", lambda s: setattr(s, "saving", s.saving + 1)),
    ("DICE", lambda s: setattr(s, "dice_left", 0 if s.dice_left else 1)),
    ("DIE", lambda s: setattr(s, "die", 1)),
    ("DISTRACTION", lambda s: setattr(s, "detective", s.detective % 9 + 1)),
    ("LIMIT", lambda s: setattr(s, "phase", Phase.LIMIT)),
    ("DAYS", lambda s: s.days.__setitem__(0, 500)),
    ("DECISIONS", lambda s: setattr(s, "decisions", MAX_DECISIONS - 1)),
]


@pytest.mark.parametrize(("name", "change"), DAMAGES, ids=[f"{k}-{name}" for k, (name, _) in enumerate(DAMAGES)])
def test_check_notices_damage(samples, name, change):
    """Each kind of damage is noticed, and comes to the fault of its name in some position."""
    found = set()
    for k in range(len(samples)):
        bad = samples[k : k + 1].copy()
        try:
            change(bad[0])
        except IndexError:
            continue  # nobody of that kind in this position
        if bad.tobytes() != samples[k : k + 1].tobytes():
            found.add(damage.fault_of(GAME, bad))
        if name in found:
            return
    raise AssertionError(f"met only {found}")


def test_every_fault_has_its_damage():
    assert {name for name, _ in DAMAGES} == {fault.name for fault in Fault} - {"NONE"}


def test_the_second_opinion_notices_damage(eighty_days, samples):
    """The checker of the tests, which reads rules and not ``check``, sees what it should see."""
    names = {"TRAVEL_CARDS", "EVENT_CARDS", "EVENT_TOP", "COINS", "TRAVEL_COUNT", "VISITS", "DIE", "KNOWN_TRAVEL"}
    names |= {"RENEWED_TRAVEL"}
    running = samples[(samples["over"] == 0) & (samples["num_players"] == 4)][10:11]
    for name, change in DAMAGES:
        if name in names:
            bad = running.copy()
            change(bad[0])
            with pytest.raises(AssertionError):
                eighty_days.Checker(bad)
                pytest.fail(f"{name} was not noticed", pytrace=False)


@pytest.mark.parametrize("seat", [0, 1])
def test_checker_notices_lost_days(eighty_days, setting, seat):
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


def test_damaged_records_are_refused_or_play_on(setting):
    positions = damage.real_positions(GAME, *setting, 2, every=5)
    refused, accepted = damage.damage_many(GAME, positions, TRIES, 1)
    assert refused > accepted > 0


@pytest.mark.fuzz
def test_many_damaged_records_are_refused_or_play_on(setting):
    for seed in range(4):
        positions = damage.real_positions(GAME, *setting, 10 + seed, every=5)
        damage.damage_many(GAME, positions, 500, seed)


# ---------------------------------------------------------------- what else must hold


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


BY_SEAT = (
    "travel_hand", "known_travel", "drawn_travel", "event_hand", "known_events", "city", "days", "coins", "arrival",
    "acted", "travel_count", "event_count",
)  # fmt: skip


def rotated(states, by, n):
    """The same game with seat p called p + by."""
    turned = states.copy()
    s, other = states[0], turned[0]
    to = [(p + by) % n for p in range(n)]
    for name in BY_SEAT:
        getattr(other, name)[to] = getattr(s, name)[:n]
    for name in ("seat", "start_seat", "watch"):
        setattr(other, name, (getattr(s, name) + by) % n)
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


def test_a_refused_record_says_what_is_wrong(samples):
    bad = samples[:1].copy()
    bad["coins"][0, 0] += 1
    with pytest.raises(
        BadState, match=r"record 0 is no position of eighty_days: coins = .*; allowed: with the bank 24"
    ):
        GAME.check(bad)
