"""RULES 7.3: what a seat sees never depends on what it cannot know, and ``redeal`` draws exactly that anew."""

from collections import Counter
from functools import partial
from itertools import combinations, permutations

import numpy as np
import pytest
import rooms

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.state import Phase

HIDDEN = ("travel_hand", "event_hand", "travel_deck", "event_deck", "drawn_travel", "rng")
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
                assert (other["drawn_travel"][0, seat] == states["drawn_travel"][0, seat]).all()
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


def small(eighty_days, phase, told="nothing"):
    """Few unseen cards for seat 0 (three players): hands of seats 1 and 2, both decks; seat 1 acts in ``phase``.

    ``told``: "cards": everybody knows the last kind of travel card of each of them. "deck": the deck was renewed, with
    T2 and S5 besides what lies in it; seats 1 and 2 drew them.
    """
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
    for p in (1, 2):
        if told == "cards":
            game.s.known_travel[p, np.flatnonzero(game.s.travel_hand[p])[-1]] = 1
    if told == "deck":
        game.s.drawn_travel[:] = 0
        game.s.drawn_travel[1] = eighty_days.travel("T2")
        game.s.drawn_travel[2] = eighty_days.travel("S5")
        game.s.renewed_travel[:] = eighty_days.travel("T2 S5 S5 S6")
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
    known = [], []
    for p in (1, 2):
        cards += np.repeat(np.arange(t.TRAVEL_TYPES), s.travel_hand[p] - s.known_travel[p]).tolist()
        kept += np.repeat(np.arange(t.KEPT_EVENTS), s.event_hand[p] - s.known_events[p]).tolist()
        known[0].append(np.repeat(np.arange(t.TRAVEL_TYPES), s.known_travel[p]).tolist())
        known[1].append(np.repeat(np.arange(t.KEPT_EVENTS), s.known_events[p]).tolist())
    found = Counter()

    def split(order, counts, known):
        first, second = (count - len(cards) for count, cards in zip(counts, known, strict=True))
        hands = order[:first], order[first : first + second]
        hands = (tuple(sorted([*hand, *cards])) for hand, cards in zip(hands, known, strict=True))
        return (*hands, order[first + second :])

    travels = Counter(split(order, sizes[0], known[0]) for order in permutations(cards))
    drawn = Counter(split(order, sizes[1], known[1]) for order in permutations(kept))
    for (one, two, deck), ways in travels.items():
        for (first, second, pile), more in drawn.items():
            if max(first + second) < t.KEPT_EVENTS and allowed(eighty_days, s, one, first):
                for one_drew, chance in drawn_by_one(s, deck).items():
                    found[one, two, deck, first, second, pile, one_drew] += ways * more * chance
    total = sum(found.values())
    return {deal: count / total for deal, count in found.items()}


def drawn_by_one(s, deck):
    """By definition: what seat 1 can have drawn from the deck since it was made, if this is left of it, with chances;
    none if what is left was never in it."""
    gone = s.renewed_travel - s.drawn_travel[0] - np.bincount(np.array(deck, int), minlength=t.TRAVEL_TYPES)
    if (gone < 0).any():
        return {}
    hands = list(combinations(np.repeat(np.arange(t.TRAVEL_TYPES), gone).tolist(), int(s.drawn_travel[1].sum())))
    return {hand: count / len(hands) for hand, count in Counter(hands).items()}


@pytest.mark.complaint("google-deepmind/open_spiel#1604")
@pytest.mark.parametrize("told", ["nothing", "cards", "deck"])
@pytest.mark.parametrize("phase", [Phase.MAIN_PRE, *BOUND])
def test_redeal_is_uniform_over_physical_orders(eighty_days, phase, told):
    """google-deepmind/open_spiel#1604: every deal as often as its chance, by counting all of them."""
    states = small(eighty_days, phase, told)
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
        one_drew = tuple(np.repeat(np.arange(t.TRAVEL_TYPES), s.drawn_travel[1]).tolist())
        found[(*cards, tuple(decks[0]), *kept, tuple(decks[1]), one_drew)] += 1
    assert set(found) <= set(chances), "a deal that what seat 0 sees rules out"
    expected = np.array([size * chance for chance in chances.values()])
    observed = np.array([found[deal] for deal in chances])
    chi_square = ((observed - expected) ** 2 / expected).sum()
    freedom = len(chances) - 1
    assert len(chances) >= (16 if told == "nothing" else 8)
    assert abs(chi_square - freedom) < 5 * np.sqrt(2 * freedom), f"{chi_square:.0f} for {freedom} degrees of freedom"


# ---------------------------------------------------------------- two worlds


def fitting_order(rng, cards, s, seat, hands, deck):
    """The cards in another order, hands first, that leaves no more of a type for the travel deck than it can hold."""
    most = s.renewed_travel - s.drawn_travel[seat]
    for _ in range(200):
        order = rng.permutation(np.array(cards, int))
        if deck == "event_deck" or (count(order[hands:]) <= most).all():
            return order.tolist()
    by_type = sorted(range(len(cards)), key=lambda k: k < len(cards) - hands)  # the deck's cards came first
    return [cards[k] for k in by_type]


def swap_draws(s, others, rng):
    """What the others drew unseen is what the deck lacks of what it held; who drew what is nobody else's business."""
    gone = s.renewed_travel - count(s.travel_deck) - s.drawn_travel.sum(0) + s.drawn_travel[others].sum(0)
    cards = rng.permutation(np.repeat(np.arange(t.TRAVEL_TYPES), gone))
    for p in others:
        size = int(s.drawn_travel[p].sum())
        s.drawn_travel[p] = count(cards[:size])
        cards = cards[size:]


def other_world(states, seat, rng):
    """The same position with hidden cards swapped by hand: decks and other hands, public facts kept."""
    world = states.copy()
    s = world[0]
    fixed = {seat} | ({int(s.seat)} if s.phase in BOUND else set())
    others = [p for p in range(s.num_players) if p not in fixed]
    for deck, hand, known, kinds, low in (
        ("travel_deck", s.travel_hand, s.known_travel, t.TRAVEL_TYPES, 0),
        ("event_deck", s.event_hand, s.known_events, t.KEPT_EVENTS, t.BLUE_EVENTS),
    ):
        size = int(s[f"{deck}_size"])
        cards = getattr(s, deck)[:size].tolist()
        blue = [card for card in cards if low and card >= t.KEPT_EVENTS]
        cards = [card for card in cards if not (low and card >= t.KEPT_EVENTS)]
        counts = {p: int((hand[p] - known[p]).sum()) for p in others}
        for p in others:
            cards += np.repeat(np.arange(kinds), hand[p] - known[p]).tolist()
        cards = fitting_order(rng, cards, s, seat, sum(counts.values()), deck)
        for p in others:
            hand[p] = known[p] + np.bincount(cards[: counts[p]], minlength=kinds)
            cards = cards[counts[p] :]
        cards += blue
        rng.shuffle(cards)
        getattr(s, deck)[:size] = cards
    swap_draws(s, [p for p in range(s.num_players) if p != seat], rng)
    s.rng[:] = rng.integers(1, 2**31 - 1, 4)
    return world


def test_two_worlds_look_the_same(eighty_days, setting):
    """What a seat cannot know changes neither its observation, nor its mask, text and reasons."""
    rng = np.random.default_rng(3)
    changed = 0
    for states in sampled(eighty_days, setting):
        for seat in range(setting[0]):
            world = other_world(states, seat, rng)
            GAME.check(world)
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
        world["drawn_travel"][0, 2] = states["drawn_travel"][0, 2]
        worlds.add(world["travel_hand"][0, 1].tobytes() + world["event_hand"][0, 1].tobytes())
        looks.append([seen_by(world, seat) for seat in (0, 2)])
    assert len(worlds) > 1 and all(look == looks[0] for look in looks)


def test_text_shows_hidden_cards_to_nobody_else(eighty_days):
    states = small(eighty_days, Phase.MAIN_PRE)
    everything, own, other = (GAME.text(states[0], seat) for seat in (None, 1, 0))
    assert "1 T2, 1 S4, 1 Change" in everything and "travel order    S5 S6" in everything
    assert "event order     Express, Delay, Storm" in everything
    assert "your hand       1 T2, 1 S4, 1 Change" in own
    assert " order  " not in own and "Detective" not in own.split("event discards")[0]
    assert "hand of seat 1  2 ? travel, 1 ? event" in other and " order  " not in other
    states["known_travel"][0, 1, 0] = 1
    assert "hand of seat 1  1 T2, 1 ? travel, 1 ? event" in GAME.text(states[0], 0)
    assert "  known of it   1 T2\n" in GAME.text(states[0], 1)


@pytest.mark.parametrize("kind", ["random", "bot"])
def test_texts_are_at_most_120_columns_wide(eighty_days, setting, kind):
    for states, _ in eighty_days.positions(kind, *setting, 3):
        if states["decisions"][0] % 5 == 0 or states["over"][0]:
            for seat in (None, 0):
                lines = GAME.show(states, 0, seat).split("\n")
                assert max(map(len, lines)) <= 120
                explained = ("days", "watch (seats)", "per_arrival, per_round", "first, last", "known", "spaces")
                assert all(f"{words}:" in "\n".join(lines) for words in explained)


def test_the_longest_hands_take_several_lines(eighty_days):
    cards = ["T2"] * 3 + ["T3"] * 3 + ["T4", "T5", "T6", "S4", "S5", "S6", "S7", "S8"]
    events = "Balloon Submarine Express Offer Elephant Occasion Distraction Princess Detective Connection Change"
    states = eighty_days.build(3, cards={0: cards}, event_cards={0: events})
    shown = GAME.text(states[0], 0)
    assert max(map(len, shown.split("\n"))) <= 120 and all(f"1 {name}" in shown for name in events.split())


# ---------------------------------------------------------------- what everybody has seen


class Witness:
    """Notes from the public course of a game which cards each seat must hold: actions, phases, discards, no hand."""

    def __init__(self, states):
        self.before = states.copy()
        n = int(states["num_players"][0])
        self.travel, self.events = [Counter() for _ in range(n)], [Counter() for _ in range(n)]

    def see(self, states, action):
        s, old, p = states[0], self.before[0], int(self.before["seat"][0])
        text = GAME.actions.describe(action)
        verb, _, what = text.partition(" ")
        if verb in ("take", "take_plain"):
            self.travel[p][t.TRAVEL_NAMES[old.display[t.SPACE_NAMES.index(what)]]] += 1
        elif verb in ("pay", "discard_travel"):
            self.travel[p][what] = max(0, self.travel[p][what] - 1)
        self.see_events(old, p, verb, what)
        if (old.event_discard.sum() + old.event_count.sum()) > 0 and s.event_deck_size == t.EVENT_COPIES[
            s.num_players
        ].sum():
            for seen in self.events:  # a blue card has taken all event cards
                seen.clear()
        if s.phase in (Phase.OCCASION, Phase.DISTRACTION):
            asked = {Phase.OCCASION: "Occasion", Phase.DISTRACTION: "Distraction"}[Phase(int(s.phase))]
            self.events[int(s.seat)][asked] = 1
        for q in range(s.num_players):
            if s.arrival[q] != -1:
                self.travel[q].clear()
                self.events[q].clear()
        self.before = states.copy()

    def see_events(self, old, p, verb, what):
        gone = {"use": what, "discard_event": what, "cash_elephant": "Elephant", "swap": "Change"}.get(verb)
        if gone == "Princess" and verb == "use":
            self.events[p][t.EVENT_NAMES[old.event_top]] += 1
        second = verb in ("pay", "pay_balloon_action", "walk") or (verb == "use" and gone in EVENTS_THAT_TRAVEL)
        if second and old.phase == Phase.MAIN_POST and old.legs_done == 1:
            self.events[p]["Connection"] = 0
        if gone:
            self.events[p][gone] = max(0, self.events[p][gone] - 1)

    def contradiction(self, world):
        """The first card that a world denies, or None."""
        for hands, names, notes in (
            ("travel_hand", t.TRAVEL_NAMES, self.travel),
            ("event_hand", t.EVENT_NAMES, self.events),
        ):
            for p, seen in enumerate(notes):
                for name, count in seen.items():
                    if world[hands][0, p, names.index(name)] < count:
                        return p, name, count
        return None

    def knows(self, s):
        """That the record counts exactly these cards."""
        travel = [[seen[name] for name in t.TRAVEL_NAMES] for seen in self.travel]
        events = [[seen[name] for name in t.EVENT_NAMES[: t.KEPT_EVENTS]] for seen in self.events]
        n = int(s.num_players)
        return s.known_travel[:n].tolist() == travel and s.known_events[:n].tolist() == events


class Onlooker:
    """What a seat has seen of the travel deck, from public events and its own hand: what can lie there at most."""

    def __init__(self, seat, states):
        self.seat, self.before, self.renewals = seat, states.copy(), 0
        self.most = t.TRAVEL_COPIES - states[0].travel_hand[seat] - count(states[0].display)

    def see(self, states, action):
        s, old = states[0], self.before[0]
        p = int(old.seat)
        verb, _, what = GAME.actions.describe(action).partition(" ")
        took, gone = np.zeros(t.TRAVEL_TYPES, int), np.zeros(t.TRAVEL_TYPES, int)
        display = old.display.copy()
        if verb in ("take", "take_plain"):
            space = t.SPACE_NAMES.index(what)
            took[display[space]] += 1
            display[space] = -1
        elif verb == "discard_travel" or (verb == "pay" and what in t.TRAVEL_NAMES):
            gone[t.TRAVEL_NAMES.index(what)] += 1
        if s.arrival[p] != old.arrival[p]:  # at home: the whole hand goes, face up
            gone = old.travel_hand[p].copy()
        unseen = s.travel_hand[p] - old.travel_hand[p] + gone - took  # drawn by the seat in this step
        left = int(old.travel_deck_size)
        from_old = min(int(unseen.sum()), left)
        first = count(old.travel_deck[left - from_old : left])  # the first ones: the seat itself saw them coming
        new_round = s.round_number > old.round_number
        shown = s.display[s.display >= 0] if new_round else np.zeros(0, int)  # from the left
        shown_old = shown[: left - from_old]
        laid_away = gone + (count(display) if new_round else 0)
        own = p == self.seat
        if (s.travel_discard < old.travel_discard).any() or (laid_away.sum() and s.travel_deck_size > left):
            self.renewals += 1
            self.most = old.travel_discard + laid_away - s.travel_discard
            self.most = self.most - count(shown[len(shown_old) :]) - (unseen - first if own else 0)
        else:
            self.most = self.most - count(shown) - (unseen if own else 0)
        self.before = states.copy()

    def contradicts(self, world):
        return bool((count(world.travel_deck[: world.travel_deck_size]) > self.most).any())


def count(cards):
    return np.bincount(cards[cards >= 0], minlength=t.TRAVEL_TYPES)


EVENTS_THAT_TRAVEL = ("Balloon", "Submarine", "Express", "Offer", "Elephant")


@pytest.mark.parametrize("kind", ["random", "bot", "mixed"])
def test_no_world_denies_what_everybody_saw(eighty_days, setting, kind):
    """4.8: cards taken face up, Princess's card, cards that a phase has named: in every world where they were seen."""
    met = Counter()
    for seed in range(3):
        for states, action in eighty_days.positions(kind, *setting, seed):
            if action is None:
                witness = Witness(states)
                continue
            witness.see(states, action)
            assert witness.knows(states[0]), GAME.actions.describe(action)
            met["travel"] += sum(sum(seen.values()) for seen in witness.travel)
            met["events"] += sum(sum(seen.values()) for seen in witness.events)
            if states["decisions"][0] % 3 == 0 and not states["over"][0]:
                for seat in range(setting[0]):
                    world = states.copy()
                    GAME.kernels.redeal_at(world, 0, seat, int(states["decisions"][0]) + seat)
                    assert witness.contradiction(world) is None
    assert met["travel"] > 100


@pytest.mark.parametrize("kind", ["random", "bot"])
def test_no_world_contradicts_what_was_seen_of_the_travel_deck(eighty_days, setting, kind):
    """4.8, 7.2: the discards are public when they become the deck, so no world holds other cards there; the account
    begins anew with each renewal."""
    n, _ = setting
    renewals = looked = tight = 0
    for seed in range(6 if n < 4 else 2):
        onlookers = []
        for states, action in eighty_days.positions(kind, *setting, seed):
            if action is None:
                onlookers = [Onlooker(p, states) for p in range(n)]
            for one in onlookers:
                if action is not None:
                    one.see(states, action)
                assert not one.contradicts(states[0]), "the onlooker is right about the true deck"
                if (states["decisions"][0] + one.seat) % 4:
                    continue
                world = states.copy()
                GAME.kernels.redeal_at(world, 0, one.seat, int(states["decisions"][0]))
                GAME.check(world)
                assert not one.contradicts(world[0])
                most = eighty_days.Table(states).look(one.seat)["travel_deck_most"]
                assert (most <= one.most).all()
                looked += one.renewals > 0
                tight += bool((most == one.most)[most > 0].any()) and one.renewals > 0
        renewals += onlookers[0].renewals
    assert n == 2 or (renewals >= (2 if n < 5 else 4) and looked > 50 and tight > 25), (renewals, looked, tight)


def test_right_after_the_renewal_all_know_the_deck(eighty_days):
    """4.8: only its order is drawn anew; and each draw of one's own is known to oneself alone."""
    game = eighty_days.table(
        3, coins={0: 4}, cards={0: "T2", 1: "T3 S4", 2: "S8"}, travel_deck=["S4"], phase=Phase.MAIN_PRE,
        display=["T2", "T3", "T4", "T5"],
    ).play("buy_travel")  # fmt: skip
    deck = game.s.travel_discard.copy()
    game.play("buy_travel")
    drawn = game.s.drawn_travel[0]
    assert drawn.sum() == 1 and (game.s.renewed_travel == deck).all() and game.s.travel_deck_size == deck.sum() - 1
    assert (game.look(0)["travel_deck_most"] == deck - drawn).all()
    assert (game.look(1)["travel_deck_most"] == deck).all()
    for seed in range(50):
        for seat, own in ((0, deck - drawn), (1, deck)):
            world = game.states.copy()
            GAME.kernels.redeal_at(world, 0, seat, seed)
            s = world[0]
            assert (count(s.travel_deck) <= own).all() and (s.travel_hand[2].sum(), s.travel_hand[seat].sum()) == (
                1,
                game.s.travel_hand[seat].sum(),
            )
            assert seat == 1 or (s.travel_deck != game.s.travel_deck).any()


def test_the_event_deck_needs_no_account(eighty_days, setting):
    """4.7: when it is renewed no card is anywhere else, so every card that a seat cannot place was in the new deck."""
    met = 0
    for seed in range(3):
        full = int(t.EVENT_COPIES[setting[0]].sum())
        before = full
        for states, _ in eighty_days.positions("random", *setting, seed):
            s = states[0]
            if s.event_deck_size > before:
                met += 1
                assert s.event_deck_size == full and not s.event_hand.any() and not s.event_discard.any()
            before = int(s.event_deck_size)
    assert met > 0


def test_a_declined_card_stays_known(eighty_days):
    """4.8: to be asked for Occasion or Distraction tells everybody of the card, also when it is not played."""
    game = eighty_days.table(3, city={0: "Suez"}, cards={0: "S4 S5 T2"}, event_cards={0: "Occasion Offer"})
    assert not game.look(1)["seat2_known_events"].any()
    game.play("pay S4", "pay S5")
    assert game.phase() == "OCCASION" and game.look(1)["seat2_known_events"][t.OCCASION] == 1
    game.play("pass")
    assert game.look(1)["seat2_known_events"].tolist() == [0] * 5 + [1] + [0] * 5
    assert game.look(0)["seat0_known_events"][t.OCCASION] == 1, "and the seat itself sees that it is known"


def test_princess_s_card_is_known_and_a_blue_card_takes_it(eighty_days):
    """2, 4.8: all see the card that she fetches; whoever plays or loses it no longer holds it."""
    start = {
        "event_cards": {0: "Princess", 1: "Change"},
        "event_deck": ["Storm", "Delay", "Express"],
        "event_top": "Elephant",
        "coins": {0: 4},
    }
    game = eighty_days.table(3, **start).play("use Princess")
    assert game.look(1)["seat2_known_events"].tolist() == [0] * 4 + [1] + [0] * 6
    game.play("cash_elephant")
    assert not game.look(1)["seat2_known_events"].any()
    game = eighty_days.table(3, **start).play("use Princess", "buy_event")
    assert not game.look(1)["seat2_known_events"].any() and game.event_hand(0) == ""


def test_of_equal_cards_the_known_one_goes_first(eighty_days):
    """4.8: one T5 was seen being taken, another drawn: after one of them is paid nobody knows of a T5."""
    game = eighty_days.table(
        3, city={0: "Paris"}, cards={0: "T5"}, phase=Phase.MAIN_PRE, display=["T5", "T2", "S4", "S5"], coins={0: 2}
    )
    game.play("take coin")
    assert game.look(1)["seat2_known_travel"].tolist() == [0, 0, 0, 1] + [0] * 6
    game.play("pay T5")
    assert game.hand(0) == "T5" and not game.look(1)["seat2_known_travel"].any()
