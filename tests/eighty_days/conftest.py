"""Hand-built positions and invariants of Around the World in 80 Days, offered to the tests as fixtures."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np
import pytest
import rooms

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.actions import (
    BUY_EVENT,
    BUY_TRAVEL,
    COMPONENT_ACTION,
    DRAW_DECK,
    PASS,
    REROLL,
    TAKE,
    TAKE_PLAIN,
    USE,
    WALK,
)
from meeplezoo.envs.eighty_days.state import NO_CARD, NO_TOKEN, NOT_HOME, Phase
from meeplezoo.envs.engine.dice import roll, seed_generator

from driving import mask_of


def travel(cards):
    """Travel cards by name -> number of each type; ``"T5 S8 S8"`` or a list."""
    found = Counter(cards.split() if isinstance(cards, str) else cards)
    assert set(found) <= set(t.TRAVEL_NAMES)
    return np.array([found[name] for name in t.TRAVEL_NAMES])


def events(cards):
    """Event cards by name -> number of each kind that can be in a hand."""
    found = Counter(cards.split() if isinstance(cards, str) else cards)
    assert set(found) <= set(t.EVENT_NAMES)
    return np.array([found[name] for name in t.EVENT_NAMES])


# ---------------------------------------------------------------- hand-built positions


def recount(s):
    """Sets all derived fields from the hands and the pawns."""
    n = int(s.num_players)
    s.travel_count[:] = s.travel_hand.sum(1)
    s.event_count[:] = s.event_hand.sum(1)
    s.visits[0] = 0
    for city in range(1, t.CITIES):
        s.visits[city] = (s.city[:n] >= city).sum()
    s.arrived = (s.arrival[:n] != NOT_HOME).sum()


def build(
    num_players=3, *, city=None, days=None, coins=None, cards=None, event_cards=None, home=None, display=None,
    phase=Phase.MAIN_POST, seat=0, start=0, watch=None, detective=None, yellow=None, blue=None, travel_deck=None,
    event_deck=None, event_top=None, bank=None, round_number=5, balloon_ready=0, legs_done=0, **options,
):  # fmt: skip
    """A position of the main phase, without tokens, the detective elsewhere.

    Args:
        city: seat -> name of its city; the others stand in London.
        days, coins: seat -> number; the others have none.
        cards, event_cards: seat -> names in the hand.
        home: seat -> days, in order of arrival.
        display: names by space, None for an empty one; else cards from the deck in MAIN_PRE, none in MAIN_POST.
        phase: MAIN_PRE or MAIN_POST.
        seat, start, watch: who acts, who began the round, who holds the watch (default: ``start``).
        detective: city; default: where no pawn stands and the acting one cannot come to in this turn.
        yellow, blue: city -> token.
        travel_deck: names, top first, and all other cards are discards; else the deck holds all other cards.
            The hands count as drawn from it, so that the deck tells nothing about them.
        event_deck: the same for event cards; ``event_top`` names the top discard then.
        bank: coins in the bank; the other seats' coins are what is left over then.
    """
    states = GAME.new(num_players, seed=1, **options)
    s = states[0]
    for name in (
        "travel_hand", "known_travel", "travel_discard", "event_hand", "known_events", "event_discard", "coins", "days",
        "city", "acted",
    ):  # fmt: skip
        getattr(s, name)[:] = 0
    for p, name in (city or {}).items():
        s.city[p] = t.CITY_NAMES.index(name)
    for rank, (p, value) in enumerate((home or {}).items()):
        s.city[p], s.days[p], s.arrival[p] = t.HOME, value, rank
    for p, value in (days or {}).items():
        s.days[p] = value
    for p, value in (coins or {}).items():
        s.coins[p] = value
    if bank is not None:
        s.coins[num_players - 1] += t.COINS_TOTAL - bank - s.coins.sum()
    s.bank = t.COINS_TOTAL - s.coins.sum()
    deal_travel(s, cards or {}, display, travel_deck, phase)
    deal_events(s, event_cards or {}, event_deck, event_top)
    s.yellow[:], s.blue[:] = NO_TOKEN, NO_TOKEN
    for tokens, given in ((s.yellow, yellow), (s.blue, blue)):
        for name, token in (given or {}).items():
            tokens[t.CITY_NAMES.index(name)] = t.TOKEN_NAMES.index(token)
    s.start_seat, s.watch, s.seat, s.round_number = start, start if watch is None else watch, seat, round_number
    p = start
    while p != seat:
        s.acted[p] = s.arrival[p] == NOT_HOME
        p = (p + 1) % num_players
    elsewhere = [c for c in range(1, t.HOME) if c not in s.city and c - s.city[seat] not in (0, 1, 2)]
    s.detective = elsewhere[-1] if detective is None else t.CITY_NAMES.index(detective)
    s.phase, s.card_taken = phase, int(phase == Phase.MAIN_POST)
    s.balloon_ready, s.legs_done = balloon_ready, legs_done
    recount(s)
    return states


def deal_travel(s, cards, display, deck, phase):
    left = t.TRAVEL_COPIES.copy()
    for p, names in cards.items():
        s.travel_hand[p] = travel(names)
        left -= s.travel_hand[p]
    s.display[:] = NO_CARD
    for space, name in enumerate(display or ()):
        if name is not None:
            s.display[space] = t.TRAVEL_NAMES.index(name)
            left[s.display[space]] -= 1
    order = [t.TRAVEL_NAMES.index(name) for name in reversed(deck or [])]
    left -= np.bincount(np.array(order, int), minlength=t.TRAVEL_TYPES)
    assert (left >= 0).all(), "more cards than there are"
    if deck is None:
        order = np.random.default_rng(1).permutation(np.repeat(np.arange(t.TRAVEL_TYPES), left)).tolist()
        if display is None and phase == Phase.MAIN_PRE:
            for space in range(t.CARDS_LAID[s.num_players]):
                s.display[space] = order.pop()
    else:
        s.travel_discard[:] = left
    s.travel_deck[:] = NO_CARD
    s.travel_deck[: len(order)] = order
    s.travel_deck_size = len(order)
    s.drawn_travel[:] = s.travel_hand
    s.renewed_travel[:] = np.bincount(np.array(order, int), minlength=t.TRAVEL_TYPES) + s.drawn_travel.sum(0)


def deal_events(s, cards, deck, top):
    left = t.EVENT_COPIES[s.num_players].copy()
    for p, names in cards.items():
        s.event_hand[p] = events(names)[: t.KEPT_EVENTS]
        left -= events(names)
    order = [t.EVENT_NAMES.index(name) for name in reversed(deck or [])]
    left -= np.bincount(np.array(order, int), minlength=t.EVENTS)
    assert (left >= 0).all(), "more cards than there are"
    s.event_top = NO_CARD
    if deck is None:
        order = np.random.default_rng(1).permutation(np.repeat(np.arange(t.EVENTS), left)).tolist()
    else:
        assert not left[t.KEPT_EVENTS :].any(), "blue cards belong into the deck"
        s.event_discard[:] = left[: t.KEPT_EVENTS]
        if left.any():
            s.event_top = int(np.flatnonzero(left)[-1]) if top is None else t.EVENT_NAMES.index(top)
    s.event_deck[:] = NO_CARD
    s.event_deck[: len(order)] = order
    s.event_deck_size = len(order)


class Table(rooms.Table):
    """The table of all rooms, with verbs of this game."""

    def dice(self, *shown):
        """Makes the next dice show these numbers."""
        for seed in range(100_000):
            seed_generator(self.s.rng, seed)
            rng = self.s.rng.copy()
            if all(1 + roll(rng, t.DIE_SIDES) == number for number in shown):
                return self
        raise AssertionError("no seed shows these numbers")

    def hand(self, p):
        return " ".join(name for name, k in zip(t.TRAVEL_NAMES, self.s.travel_hand[p], strict=True) for _ in range(k))

    def event_hand(self, p):
        names = t.EVENT_NAMES[: t.KEPT_EVENTS]
        return " ".join(name for name, k in zip(names, self.s.event_hand[p], strict=True) for _ in range(k))

    def days(self):
        return self.s.days[: self.s.num_players].tolist()

    def top_event(self):
        return None if self.s.event_top == NO_CARD else t.EVENT_NAMES[self.s.event_top]

    def phase(self):
        return Phase(int(self.s.phase)).name


# ---------------------------------------------------------------- payments by definition


def slow_payments(held, leg):
    """4.5 by its definition: all payments of a leg, each in ascending order, from a list of components."""
    size = int(t.LEG_SIZE[leg])
    found = set()
    if t.LEG_OPTIONS[leg] == 0:
        return found
    have = Counter(held)
    for parts in combinations_with_replacement(sorted(have), size):
        if any(count > have[part] for part, count in Counter(parts).items()):
            continue
        kinds = Counter(int(t.COMPONENT_KIND[part]) for part in parts)
        for ships, trains in t.LEG_SLOTS[leg, : t.LEG_OPTIONS[leg]].tolist():
            if kinds[t.SHIP] <= ships and kinds[t.TRAIN] <= trains:
                found.add(parts)
    return found


def slow_days(paid):
    """4.5 by its definition: the days of the components that are not dice, numbers of a pair counted once."""
    total = 0
    for component in range(t.COMPONENTS):
        total += int(t.COMPONENT_DAYS[component]) * min(1, int(paid[component]))
    return total


# ---------------------------------------------------------------- invariants (RULES 8)


class Checker:
    """Checks the invariants after every decision of one game; ``check`` must see each decision in turn."""

    def __init__(self, states):
        self.states = states
        self.draws = self.drawn_before(states[0])  # cards taken from the deck in this round by the rule for six
        self.turn_decisions = self.spent = 0
        self.connection_played = bool(states[0].legs_done)  # not known for a position in the middle of a turn
        self.before = states.copy()
        self.check_position()

    @staticmethod
    def drawn_before(s):
        """Where the game is picked up after such a draw: in the last turn of a round with six players."""
        n = int(s.num_players)
        waiting = any(not s.acted[p] and s.arrival[p] == NOT_HOME for p in range(n) if p != s.seat)
        if n < 6 or waiting or not (s.card_taken or s.over):
            return 0
        return int((s.display != NO_CARD).sum() - t.CARDS_LAID[n] + s.acted.sum() + s.card_taken)

    def check(self, action):
        """The position after one more decision."""
        s, old = self.states[0], self.before[0]
        self.check_turn(s, old, action)
        self.check_position()
        self.check_days(s, old, action)
        self.check_change(s, old, action)
        self.before = self.states.copy()

    def check_position(self):
        s = self.states[0]
        n = int(s.num_players)
        deck = np.bincount(s.travel_deck[: s.travel_deck_size], minlength=t.TRAVEL_TYPES)
        shown = np.bincount(s.display[s.display != NO_CARD], minlength=t.TRAVEL_TYPES)
        assert (deck + shown + s.travel_discard + s.travel_hand.sum(0) == t.TRAVEL_COPIES).all(), "8.1"
        assert (s.travel_deck[s.travel_deck_size :] == NO_CARD).all() and s.travel_hand.min() >= 0
        assert (deck + s.drawn_travel.sum(0) == s.renewed_travel).all(), "8.18"
        assert (s.renewed_travel <= t.TRAVEL_COPIES).all() and not s.drawn_travel[n:].any(), "8.18"
        deck = np.bincount(s.event_deck[: s.event_deck_size], minlength=t.EVENTS)
        kept = s.event_hand.sum(0) + s.event_discard
        assert (deck[: t.KEPT_EVENTS] + kept == t.EVENT_COPIES[n, : t.KEPT_EVENTS]).all(), "8.2"
        assert (deck[t.KEPT_EVENTS :] == 1).all(), "8.2: Delay and Storm are in the deck"
        assert (s.event_deck[s.event_deck_size :] == NO_CARD).all() and s.event_hand.min() >= 0
        assert (s.event_top == NO_CARD) == (s.event_discard.sum() == 0)
        assert s.event_top == NO_CARD or s.event_discard[s.event_top] > 0
        assert s.bank + s.coins.sum() == t.COINS_TOTAL and min(s.bank, s.coins.min()) >= 0, "8.3"
        assert 0 <= s.city.min() and s.city.max() <= t.HOME, "8.4"
        for place in range(1, t.HOME):
            seen = (s.city[:n] >= place).sum()
            assert s.yellow[place] == NO_TOKEN or seen == 0, "8.6"
            assert s.blue[place] == NO_TOKEN or seen < n, "8.6"
        assert 1 <= s.detective < t.HOME, "8.7"
        self.check_home(s, n)
        self.check_round(s, n)
        self.check_leg(s)
        again = self.states.copy()
        recount(again[0])
        assert again.tobytes() == self.states.tobytes(), "a derived field is wrong"
        for name in ("travel_hand", "event_hand", "city", "days", "coins", "acted"):
            assert not getattr(s, name)[n:].any(), "absent seats are zero"
        assert (s.arrival[n:] == NOT_HOME).all()
        assert (s.known_travel <= s.travel_hand).all() and (s.known_events <= s.event_hand).all(), "4.8"
        self.check_mask(s)

    def check_home(self, s, n):
        home = np.flatnonzero(s.arrival[:n] != NOT_HOME)
        assert sorted(s.arrival[home]) == list(range(len(home))), "8.9"
        assert set(home) == set(np.flatnonzero(s.city[:n] == t.HOME))
        assert s.over or len(home) < n
        for p in range(n):
            held = s.travel_hand[p].sum() + s.event_hand[p].sum()
            if p in home:
                assert held == 0 and (s.over or p != s.seat), "8.8"
            elif p != s.seat or s.over:
                assert held <= t.HAND_LIMIT, "8.8"

    def check_round(self, s, n):
        laid = int(t.CARDS_LAID[n])
        assert 1 <= s.round_number <= t.MAX_ROUNDS
        assert (s.display[laid:] == NO_CARD).all(), "8.11"
        taken = int(s.acted.sum()) + int(s.card_taken) - self.draws
        assert (s.display != NO_CARD).sum() == laid - taken and 0 <= self.draws <= 1, "8.10"
        if not s.over:
            assert s.arrived < t.ARRIVALS_TO_END[n] or s.acted.any() or s.arrival[s.seat] == NOT_HOME, "8.9"
            assert not s.acted[s.seat], "8.10: each player acts once"
        if not t.WATCH_DECIDES[n]:
            assert s.watch == s.start_seat, "8.11"

    def check_leg(self, s):
        in_leg = s.phase in (Phase.PAYING, Phase.OCCASION, Phase.ROLL)
        assert (s.die > 0) == (s.phase == Phase.ROLL) and (s.saving > 0) == (s.phase == Phase.OCCASION)
        assert in_leg or not (s.paid.any() or s.leg_days or s.dice_left)
        assert s.exchanged == 0 or s.phase == Phase.EXCHANGE
        if s.phase in (Phase.PAYING, Phase.OCCASION):
            assert s.leg_days == slow_days(s.paid) and s.dice_left == s.paid[10] + s.paid[13]
        size = int(t.LEG_SIZE[s.city[s.seat]]) if in_leg else 0
        assert s.paid.sum() == size if s.phase in (Phase.OCCASION, Phase.ROLL) else s.paid.sum() <= max(0, size - 1)

    def check_mask(self, s):
        mask = mask_of(GAME, self.states)
        legal = np.flatnonzero(mask)
        assert set(mask) <= {0, 1} and len(legal) <= 28, "10.2"
        if s.over:
            assert len(legal) == 0 and s.phase == Phase.OVER
            return
        assert len(legal) >= 1, "8.13"
        assert s.phase != Phase.MAIN_POST or len(legal) >= 2, "4.3: a forced PASS is played"
        if s.seat == s.start_seat:
            assert not mask[TAKE + t.WATCH_SPACE] and not mask[TAKE_PLAIN + t.WATCH_SPACE - 2], "8.12"

    def check_turn(self, s, old, action):
        self.turn_decisions += 1
        assert self.turn_decisions <= t.TURN_DECISIONS + t.COIN_DECISIONS * self.spent, "7.4"
        p = int(old.seat)
        self.spent += 2 * (action in (BUY_TRAVEL, BUY_EVENT)) + (action == REROLL)
        if action == DRAW_DECK:
            assert old.num_players == 6 and all(old.acted[q] or old.arrival[q] != NOT_HOME for q in range(6) if q != p)
            self.draws += 1
        if old.legs_done == 1 and old.event_hand[p, t.CONNECTION] > s.event_hand[p, t.CONNECTION]:
            self.connection_played = True
        assert s.legs_done < 2 or self.connection_played, "8.4"
        if s.round_number > old.round_number:
            self.draws = 0
        if s.seat != p or s.round_number > old.round_number:
            self.turn_decisions, self.spent, self.connection_played = 0, 0, False

    def check_days(self, s, old, action):
        """8.5, 10.15: every day that anybody has lost in this step is accounted for, the dice within their bounds."""
        n, p = int(s.num_players), int(old.seat)
        lost = (s.days - old.days)[:n].astype(int)
        travelling = old.arrival[:n] == NOT_HOME
        arrived = int(s.city[p]) if s.city[p] > old.city[p] else None
        others = travelling & (np.arange(n) != p)
        token = None
        if arrived is not None and arrived < t.HOME:
            both = ((old.yellow[arrived], s.yellow[arrived]), (old.blue[arrived], s.blue[arrived]))
            gone = [int(was) for was, now in both if was != now]
            assert len(gone) <= 1, "nobody is the first and the last"
            token = gone[0] if gone else None
        if token == t.PLUS_ONE_TOKEN:
            lost[others] -= 1
        drawn = int(old.event_deck[old.event_deck_size - 1])
        if (action in (TAKE + t.EVENT_SPACE, BUY_EVENT) or token == t.EVENT_TOKEN) and drawn >= t.KEPT_EVENTS:
            lost[travelling] -= {t.DELAY: 1, t.STORM: 2}[drawn]
            assert not s.event_hand.any() and s.event_deck_size == t.EVENT_COPIES[n].sum(), "8.14"
            assert not s.event_discard.any() and s.event_top == NO_CARD, "8.14"
        if arrived == t.HOME and not s.per_round:
            lost[others] -= 1
        still = s.seat == p and s.round_number == old.round_number and not s.over
        ended = not still or s.phase in (Phase.DISTRACTION, Phase.LIMIT)
        caught = old.phase == Phase.DISTRACTION and action == PASS
        if ended and old.phase not in (Phase.DISTRACTION, Phase.LIMIT) and s.detective == s.city[p]:
            caught = not (still and s.phase == Phase.DISTRACTION)
        lost[p] -= 2 * caught
        if s.round_number > old.round_number and s.per_round and s.arrived:
            lost[s.arrival[:n] == NOT_HOME] -= 1
        leg, lost[p] = lost[p], 0
        assert not lost.any(), "8.5"
        if arrived is None:
            assert leg == 0 and (s.city == old.city).all(), "8.4"
        else:
            self.check_leg_days(s, old, action, int(leg))

    def check_leg_days(self, s, old, action, leg):
        p = int(old.seat)
        assert s.city[p] == old.city[p] + 1 and (np.delete(s.city, p) == np.delete(old.city, p)).all(), "8.4"
        assert 1 <= leg <= 21, "8.5"
        if old.city[p] == t.WALK_LEG:
            assert 7 <= leg <= 12, "8.5"
        if action == WALK:
            assert leg == t.WALK_DAYS
        elif action == USE + t.OFFER:
            assert leg == t.OFFER_DAYS
        elif action in COMPONENT_ACTION:
            paid = old.paid.copy()
            paid[list(COMPONENT_ACTION).index(action)] += 1
            dice = int(paid[10] + paid[13])
            assert slow_days(paid) + dice <= leg <= slow_days(paid) + 6 * dice

    def check_change(self, s, old, action):
        p, n = int(old.seat), int(s.num_players)
        assert s.decisions == old.decisions + 1
        same_round = s.round_number == old.round_number
        assert (s.acted >= old.acted).all() or not same_round, "8.10"
        if not same_round:
            assert s.round_number == old.round_number + 1
            everybody = all(old.acted[q] or old.arrival[q] != NOT_HOME for q in range(n) if q != p)
            assert everybody, "8.10"
            first = int(old.start_seat + 1) % n
            if t.WATCH_DECIDES[n]:
                first = p if action == TAKE + t.WATCH_SPACE else int(old.watch)
            while s.arrival[first] != NOT_HOME:
                first = (first + 1) % n
            assert s.seat == s.start_seat == s.watch == first, "4.2"
        elif s.seat != p:
            between = (p + 1) % n
            while between != s.seat:
                assert s.arrival[between] != NOT_HOME, "4.2: clockwise"
                between = (between + 1) % n
        assert not s.truncated or (s.round_number == t.MAX_ROUNDS and s.arrived < t.ARRIVALS_TO_END[n])


# ---------------------------------------------------------------- players


class Players(rooms.Players):
    """The players of all rooms, with a mixture of this game."""

    def mixed(self, states):
        """The bot up to the middle of the game, then at random."""
        return self.bot(states) if states["decisions"][0] < 40 + self.seed % 60 else self.random(states)


@pytest.fixture(scope="session")
def eighty_days():
    """The helpers of this file, by name."""
    return rooms.helpers(
        GAME, build, Players, Table, Checker=Checker, events=events, recount=recount, slow_days=slow_days,
        slow_payments=slow_payments, travel=travel,
    )  # fmt: skip


setting = rooms.setting_fixture(GAME)
