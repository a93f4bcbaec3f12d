"""RULES 7.3: what a seat sees never depends on what it cannot know, and ``redeal`` draws exactly that anew."""

from collections import Counter
from functools import partial
from itertools import permutations

import numpy as np
import pytest
import rooms

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.state import Phase

HIDDEN = ("travel_hand", "event_hand", "travel_deck", "event_deck", "rng")
seen_by = partial(rooms.seen_by, GAME, actions=(0, 10, 11, 12, 20, 25, 27, 32, 34, 40, 55, 62, 70, 81))
MANY = 8  # positions of each phase
BOUND = (Phase.MAIN_POST, Phase.PAYING, Phase.OCCASION, Phase.DISTRACTION)  # they tell something about the hand


def sampled(eighty_days, setting, kinds=("random", "bot"), every=9, games=2):
    """Positions of some games; every position in a rare phase, each ``every``-th other one."""
    rare = (Phase.OCCASION, Phase.DISTRACTION, Phase.ROLL)
    for kind in kinds:
        for seed in range(games):
            for states, _ in eighty_days.positions(kind, *setting, seed):
                if states["phase"][0] in rare or states["over"][0] or (states["decisions"][0] + seed) % every == 0:
                    yield states


# ---------------------------------------------------------------- redeal


def test_redeal_keeps_what_the_seat_sees(eighty_days, setting):
    n, _ = setting
    phases = Counter()
    for states in sampled(eighty_days, setting):
        phases[Phase(int(states["phase"][0]))] += 1
        for seat in range(n):
            other = states.copy()
            GAME.kernels.redeal_at(other, 0, seat, 1000 * seat + int(states["decisions"][0]))
            assert seen_by(other, seat) == seen_by(states, seat)
            for name in GAME.dtype.names:
                if name not in HIDDEN:
                    assert (other[name] == states[name]).all(), f"redeal changed {name}, which is public"
            eighty_days.Checker(other)  # all cards are there, blue ones in the deck, the acting seat has a legal action
    assert len(phases) >= 8, "nearly every phase was met"


@pytest.mark.parametrize("phase", [p for p in Phase if p != Phase.OVER])
def test_redeal_in_every_phase(eighty_days, phase):
    """Games with 5 players reach each phase; there, from every seat."""
    met = 0
    for seed in range(200):
        for states, _ in eighty_days.positions("random", 5, {}, seed):
            if states["phase"][0] == phase and met < MANY:
                met += 1
                for seat in range(5):
                    other = states.copy()
                    GAME.kernels.redeal_at(other, 0, seat, 7)
                    assert seen_by(other, seat) == seen_by(states, seat)
                    eighty_days.Checker(other)
        if met == MANY:
            break
    assert met == MANY


def test_games_go_on_after_a_redeal(eighty_days, setting):
    players = eighty_days.Players(8)
    for k, states in enumerate(sampled(eighty_days, setting, games=1, every=19)):
        if k % 3:
            continue
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, int(states["decisions"][0]) % setting[0], 5)
        checker = eighty_days.Checker(other)
        while not other["over"][0]:
            action = players.random(other)
            GAME.kernels.apply_at(other, 0, action)
            checker.check(action)


def small(eighty_days, phase):
    """Few unseen cards for seat 0 (three players): hands of seats 1 and 2, both decks; seat 1 acts in ``phase``."""
    start = Phase.MAIN_PRE if phase == Phase.MAIN_PRE else Phase.MAIN_POST
    given = {
        Phase.MAIN_PRE: ("S4 T2", "Change", "S5", "Detective"),
        Phase.MAIN_POST: ("S4 S4", "Change", "T2", "Detective"),
        Phase.PAYING: ("S4 S4 T2", "Change", "S5", "Submarine"),
        Phase.OCCASION: ("S4 S5 T2", "Occasion", "T3", "Change"),
        Phase.DISTRACTION: ("S4 T2", "Distraction", "T3", "Change"),
    }[phase]
    game = eighty_days.table(
        3, city={1: "Suez", 2: "Suez"}, coins={1: 2} if phase == Phase.DISTRACTION else {}, seat=1, phase=start,
        cards={1: given[0], 2: given[2]}, event_cards={1: given[1], 2: given[3]}, travel_deck=["S5", "S6"],
        event_deck=["Express", "Delay", "Storm"], detective="Suez" if phase == Phase.DISTRACTION else "Calcutta",
        display=["T2", "T3", "T4", "T5"] if phase == Phase.MAIN_PRE else None,
    )  # fmt: skip
    if phase == Phase.PAYING:
        game.play("pay S4")
    elif phase == Phase.OCCASION:
        game.play("pay S4", "pay S5")
    elif phase == Phase.DISTRACTION:
        game.play("pass")
    assert game.s.phase == phase and game.s.seat == 1
    return game.states


def allowed(eighty_days, s, cards, event_cards):
    """By definition: with this hand the acting seat (1, without coins in MAIN_POST) could be in this phase."""
    held = [*cards, *(10 + e for e in event_cards if e < 3)]
    if s.phase == Phase.MAIN_POST:
        travels = bool(eighty_days.slow_payments(held, int(s.city[1])))
        return travels or any(e in (t.OFFER, t.ELEPHANT, t.PRINCESS, t.DETECTIVE) for e in event_cards)
    if s.phase == Phase.PAYING:
        paid = tuple(int(c) for c in np.repeat(np.arange(t.COMPONENTS), s.paid))
        payments = eighty_days.slow_payments([*paid, *held], int(s.city[1]))
        return any(parts[: len(paid)] == paid for parts in payments)
    wanted = {Phase.OCCASION: t.OCCASION, Phase.DISTRACTION: t.DISTRACTION}.get(Phase(int(s.phase)))
    return wanted is None or wanted in event_cards


def deals(eighty_days, states):
    """By definition: the chance of each deal, from all orders of the single cards that fit what seat 0 sees."""
    s = states[0]
    sizes = [int(s.travel_count[p]) for p in (1, 2)], [int(s.event_count[p]) for p in (1, 2)]
    cards = s.travel_deck[: s.travel_deck_size].tolist()
    kept = s.event_deck[: s.event_deck_size].tolist()
    for p in (1, 2):
        cards += np.repeat(np.arange(t.TRAVEL_TYPES), s.travel_hand[p]).tolist()
        kept += np.repeat(np.arange(t.KEPT_EVENTS), s.event_hand[p]).tolist()
    found = Counter()

    def split(order, counts):
        first, second = counts
        return tuple(sorted(order[:first])), tuple(sorted(order[first : first + second])), order[first + second :]

    travels = Counter(split(order, sizes[0]) for order in permutations(cards))
    drawn = Counter(split(order, sizes[1]) for order in permutations(kept))
    for (one, two, deck), ways in travels.items():
        for (first, second, pile), more in drawn.items():
            if max(first + second) < t.KEPT_EVENTS and allowed(eighty_days, s, one, first):
                found[one, two, deck, first, second, pile] += ways * more
    total = sum(found.values())
    return {deal: count / total for deal, count in found.items()}


@pytest.mark.complaint("google-deepmind/open_spiel#1604")
@pytest.mark.parametrize("phase", [Phase.MAIN_PRE, *BOUND])
def test_redeal_is_uniform_over_physical_orders(eighty_days, phase):
    """google-deepmind/open_spiel#1604: every deal as often as its chance, by counting all of them."""
    states = small(eighty_days, phase)
    chances = deals(eighty_days, states)
    size = 40_000
    found = Counter()
    for seed in range(size):
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, 0, seed)
        s = other[0]
        cards = [tuple(np.repeat(np.arange(t.TRAVEL_TYPES), s.travel_hand[p]).tolist()) for p in (1, 2)]
        kept = [tuple(np.repeat(np.arange(t.KEPT_EVENTS), s.event_hand[p]).tolist()) for p in (1, 2)]
        decks = s.travel_deck[: s.travel_deck_size].tolist(), s.event_deck[: s.event_deck_size].tolist()
        found[(*cards, tuple(decks[0]), *kept, tuple(decks[1]))] += 1
    assert set(found) <= set(chances), "a deal that what seat 0 sees rules out"
    expected = np.array([size * chance for chance in chances.values()])
    observed = np.array([found[deal] for deal in chances])
    chi_square = ((observed - expected) ** 2 / expected).sum()
    freedom = len(chances) - 1
    assert len(chances) >= 50
    assert abs(chi_square - freedom) < 5 * np.sqrt(2 * freedom), f"{chi_square:.0f} for {freedom} degrees of freedom"


# ---------------------------------------------------------------- two worlds


def other_world(states, seat, rng):
    """The same position with hidden cards swapped by hand: decks and other hands, public facts kept."""
    world = states.copy()
    s = world[0]
    fixed = {seat} | ({int(s.seat)} if s.phase in BOUND else set())
    others = [p for p in range(s.num_players) if p not in fixed]
    for deck, hand, kinds, low in (
        ("travel_deck", s.travel_hand, t.TRAVEL_TYPES, 0),
        ("event_deck", s.event_hand, t.KEPT_EVENTS, t.BLUE_EVENTS),
    ):
        size = int(s[f"{deck}_size"])
        cards = getattr(s, deck)[:size].tolist()
        blue = [card for card in cards if low and card >= t.KEPT_EVENTS]
        cards = [card for card in cards if not (low and card >= t.KEPT_EVENTS)]
        counts = {p: int(hand[p].sum()) for p in others}
        for p in others:
            cards += np.repeat(np.arange(kinds), hand[p]).tolist()
        rng.shuffle(cards)
        for p in others:
            hand[p] = np.bincount(cards[: counts[p]], minlength=kinds)
            cards = cards[counts[p] :]
        cards += blue
        rng.shuffle(cards)
        getattr(s, deck)[:size] = cards
    s.rng[:] = rng.integers(1, 2**31 - 1, 4)
    return world


def test_two_worlds_look_the_same(eighty_days, setting):
    """What a seat cannot know changes neither its observation, nor its mask, text and reasons."""
    rng = np.random.default_rng(3)
    changed = 0
    for states in sampled(eighty_days, setting):
        for seat in range(setting[0]):
            world = other_world(states, seat, rng)
            changed += world["travel_hand"].tobytes() != states["travel_hand"].tobytes()
            assert seen_by(world, seat) == seen_by(states, seat)
    assert changed > 50, "the worlds differ"


@pytest.mark.parametrize("phase", BOUND)
def test_a_rival_in_the_middle_of_something_is_not_seen_through(eighty_days, phase):
    """The acting rival's hidden cards, changed within what is public, change nothing for the others."""
    states = small(eighty_days, phase)
    looks, worlds = [], set()
    for seed in range(50):
        world = states.copy()
        GAME.kernels.redeal_at(world, 0, 0, seed)
        world["travel_hand"][0, 2] = states["travel_hand"][0, 2]
        world["event_hand"][0, 2] = states["event_hand"][0, 2]
        worlds.add(world["travel_hand"][0, 1].tobytes() + world["event_hand"][0, 1].tobytes())
        looks.append([seen_by(world, seat) for seat in (0, 2)])
    assert len(worlds) > 1 and all(look == looks[0] for look in looks)


def test_text_shows_hidden_cards_to_nobody_else(eighty_days):
    states = small(eighty_days, Phase.MAIN_PRE)
    everything, own, other = (GAME.text(states[0], seat) for seat in (None, 1, 0))
    assert "1 T2, 1 S4; 1 Change" in everything and "travel order    S5 S6" in everything
    assert "event order     Express, Delay, Storm" in everything
    assert "1 T2, 1 S4; 1 Change" in own and " order " not in own and "Detective" not in own.split("event discards")[0]
    assert "2 travel, 1 event" in other and " order " not in other
