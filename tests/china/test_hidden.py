"""RULES 7.3: what a seat sees never depends on what it cannot know, and ``redeal`` draws exactly that anew."""

from collections import Counter
from functools import partial
from itertools import permutations

import numpy as np
import pytest
import rooms

from meeplezoo.envs.china import GAME
from meeplezoo.envs.china import tables as t
from meeplezoo.envs.china.actions import DRAW, EMISSARY, EXCHANGE, TAKE
from meeplezoo.envs.china.state import NO_CARD, Phase

HIDDEN = ("hand", "pile", "drawn", "rng")
seen_by = partial(rooms.seen_by, GAME, actions=(0, 20, 51, 60, 111, 116, 121, 122, 127))


def sampled(china, setting, kinds=("random", "bot"), every=5, games=1, rare=True):
    """Each ``every``-th position of some games; with ``rare`` also all in PAY and SECOND and after the end."""
    for kind in kinds:
        for seed in range(games):
            for states, _ in china.positions(kind, *setting, seed):
                special = states["phase"][0] in (Phase.PAY, Phase.SECOND, Phase.OVER)
                if (rare and special) or (states["decisions"][0] + seed) % every == 0:
                    yield states


# ---------------------------------------------------------------- redeal


def test_redeal_keeps_what_the_seat_sees(china, setting):
    n, _ = setting
    phases = Counter()
    for states in sampled(china, setting):
        phases[Phase(int(states["phase"][0]))] += 1
        for seat in range(n):
            other = states.copy()
            GAME.kernels.redeal_at(other, 0, seat, 1000 * seat + int(states["decisions"][0]))
            assert seen_by(other, seat) == seen_by(states, seat)
            for name in GAME.dtype.names:
                if name not in HIDDEN:
                    assert (other[name] == states[name]).all(), f"redeal changed {name}, which is public"
            china.Checker(other)  # all cards are there, known cards are held, the acting seat has a legal action
    assert set(phases) == set(Phase), "every phase was met"


def test_games_go_on_after_a_redeal(china, setting):
    players = china.Players(8)
    for states in sampled(china, setting, every=17, rare=False):
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, int(states["decisions"][0]) % setting[0], 5)
        checker = china.Checker(other)
        while not other["over"][0]:
            GAME.kernels.apply_at(other, 0, players.random(other))
            checker.check()


def small(china, phase):
    """Nine unseen cards for seat 0 (three players): hands of seats 1 and 2 and a pile of a few cards.

    Seat 1 is to act in ``phase``; seat 1 and seat 2 have been seen taking a card.
    """
    states = china.build(
        3, palaces={0: [27], 2: [28]},
        hands={0: ["yellow"] * 3, 1: ["green", "red", "red"], 2: ["green", "violet", "red"]},
        display=["orange"] * 4, pile=["violet", "green", "red"], seat=1,
    )  # fmt: skip
    states[0].known[1, t.COLOUR_NAMES.index("red")] = 1
    states[0].known[2, t.COLOUR_NAMES.index("green")] = 1
    game = china.Table(states)
    if phase == Phase.PAY:
        game.play("palace Luoyang")
    elif phase == Phase.SECOND:
        game.play("palace Luoyang", "pay green")
    elif phase == Phase.DRAW:
        game.play("exchange green")
    assert states["phase"][0] == phase
    return states


def deals(states, seat):
    """By definition: the chance of each deal, from all orders of the single cards that fit what ``seat`` sees."""
    s = states[0]
    n, pile = int(s.num_players), int(s.pile_size)
    unknown = s.pile[:pile].tolist()
    others = [p for p in range(n) if p != seat]
    for p in others:
        unknown += np.repeat(np.arange(t.COLOURS), s.hand[p] - s.known[p]).tolist()
    green = t.STATE_COLOUR[s.active_state] if s.phase in (Phase.PAY, Phase.SECOND) else None
    found = Counter()
    for order in permutations(unknown):
        hands, start = [], 0
        for p in others:
            missing = int(s.hand_size[p] - s.known[p].sum())
            hand = s.known[p] + np.bincount(order[start : start + missing], minlength=t.COLOURS)
            start += missing
            hands.append(hand)
        mover = hands[others.index(int(s.seat))] if s.seat != seat else None
        if green is not None and mover is not None:
            ways = int(mover[green] >= 1) + sum(mover[c] >= 2 for c in range(t.COLOURS) if c != green)
            if ways < (2 if s.phase == Phase.PAY else 1):
                continue
        found[(*(tuple(h.tolist()) for h in hands), order[start:])] += 1
    total = sum(found.values())
    return {deal: count / total for deal, count in found.items()}


@pytest.mark.complaint("google-deepmind/open_spiel#1604")
@pytest.mark.parametrize("phase", [Phase.MAIN, Phase.PAY, Phase.SECOND, Phase.DRAW])
def test_redeal_is_uniform_over_physical_orders(china, phase):
    """google-deepmind/open_spiel#1604: every deal as often as its chance, by counting all of them."""
    states = small(china, phase)
    chances = deals(states, 0)
    size = 20_000
    found = Counter()
    for seed in range(size):
        other = states.copy()
        GAME.kernels.redeal_at(other, 0, 0, seed)
        s = other[0]
        hands = (tuple(s.hand[p].tolist()) for p in (1, 2))
        found[(*hands, tuple(s.pile[: s.pile_size].tolist()))] += 1
    assert set(found) <= set(chances), "a deal that what seat 0 sees rules out"
    expected = np.array([size * chance for chance in chances.values()])
    observed = np.array([found[deal] for deal in chances])
    chi_square = ((observed - expected) ** 2 / expected).sum()
    freedom = len(chances) - 1
    assert len(chances) >= 18
    assert abs(chi_square - freedom) < 5 * np.sqrt(2 * freedom), f"{chi_square:.0f} for {freedom} degrees of freedom"


# ---------------------------------------------------------------- two worlds


def other_world(states, seat, rng):
    """The same position with hidden cards swapped by hand: pile and other hands, known cards and public facts kept."""
    world = states.copy()
    s = world[0]
    fixed = {seat} | ({int(s.seat)} if s.phase in (Phase.PAY, Phase.SECOND) else set())
    others = [p for p in range(s.num_players) if p not in fixed]
    size = int(s.pile_size)
    cards = s.pile[:size].tolist()
    if s.second_pass:  # what lies in the renewed pile is nearly known: only its order changes, and who holds the rest
        rng.shuffle(s.pile[:size])
        cards = s.pile[:size].tolist()
    for p in others:
        cards += np.repeat(np.arange(t.COLOURS), s.hand[p] - s.known[p]).tolist()
        s.hand[p] = s.known[p]
    if not s.second_pass:
        rng.shuffle(cards)
        s.pile[:size] = cards[:size]
    rest = cards[size:]
    rng.shuffle(rest)
    for p in others:
        for _ in range(int(s.hand_size[p] - s.hand[p].sum())):
            s.hand[p, rest.pop()] += 1
    assert not rest and (s.pile[size:] == NO_CARD).all()
    s.rng[:] = rng.integers(-(2**31), 2**31, 4)
    return world


def test_two_worlds_look_the_same(china, setting):
    rng = np.random.default_rng(3)
    differ = 0
    for states in sampled(china, setting):
        for seat in range(setting[0]):
            world = other_world(states, seat, rng)
            differ += bool((world["hand"] != states["hand"]).any())
            assert seen_by(world, seat) == seen_by(states, seat)
    assert differ > 100, "the worlds were different ones"


def test_a_rival_in_pay_or_second_is_not_seen_through(china):
    """The acting rival's hidden cards, changed within what is public, change nothing for the others."""
    for phase, hands in (
        (Phase.PAY, [["green", "red", "red"], ["green", "violet", "violet"]]),
        (Phase.SECOND, [["red", "red"], ["green", "yellow"], ["violet", "violet"]]),
    ):
        states = small(china, phase)
        states[0].known[:] = 0
        looks = []
        for hand in hands:
            world = states.copy()
            world[0].hand[1] = china.counts(hand)
            looks.append([seen_by(world, seat) for seat in (0, 2)])
            assert len(china.Table(world).legal()) >= 2
        assert all(look == looks[0] for look in looks)


def test_text_shows_hidden_cards_to_nobody_else(china):
    states = small(china, Phase.MAIN)
    everything, own, other = (GAME.text(states[0], seat) for seat in (None, 1, 0))
    assert "2 red, 1 green" in everything and "\norder    violet, green, red" in everything
    assert "2 red, 1 green" in own and "\norder" not in own
    assert "1 red, ?, ?" in other and "\norder" not in other


def test_known_cards_are_those_that_were_seen(china, setting):
    """Field known_cards against a log of the public events."""
    n, _ = setting
    states = GAME.new(n, seed=9, **setting[1])
    players = china.Players(9)
    known = np.zeros((n, t.COLOURS), int)
    while not states["over"][0]:
        s, seat = states[0], int(states["seat"][0])
        action, before = players.random(states), states["discard"][0].copy()
        second_pass, target = int(s.second_pass), int(s.target)
        hand = s.hand[seat].copy()
        GAME.kernels.apply_at(states, 0, action)
        if TAKE <= action < DRAW:
            known[seat, action - TAKE] += 1
        elif action < DRAW:
            gone = np.maximum(0, hand - states["hand"][0][seat])
            known[seat] = np.maximum(0, known[seat] - gone)
            assert second_pass != s.second_pass or (states["discard"][0] - before == gone).all()
            assert target == -1 or gone.any()
            assert not EXCHANGE <= action < EXCHANGE + 5 or gone.sum() == 1
        assert (states["known"][0][:n] == known).all()
    assert EMISSARY == 51


class Onlooker:
    """What a seat has seen of the pile, from the public events and its own hand alone."""

    def __init__(self, seat):
        self.seat, self.new_pile = seat, None

    def watch(self, before, after, action):
        """A decision: the discards become the pile; cards leave it for the display, or for the seat's own hand."""
        leaves = np.zeros(t.COLOURS, int)
        if action >= TAKE:
            leaves += after.display - before.display
            if action < DRAW:
                leaves[action - TAKE] += 1
            elif before.seat == self.seat:
                leaves += after.hand[self.seat] - before.hand[self.seat]
        if after.second_pass and not before.second_pass:  # the last cards of the old pile have left it before
            last = before.pile[: before.pile_size - (action == DRAW and before.seat != self.seat)]
            self.new_pile = before.discard - (leaves - np.bincount(last, minlength=t.COLOURS))
        elif self.new_pile is not None:
            self.new_pile = self.new_pile - leaves

    def contradicts(self, world):
        """Whether more cards of a colour lie in the pile than can."""
        pile = np.bincount(world.pile[: world.pile_size], minlength=t.COLOURS)
        return self.new_pile is not None and bool((pile > self.new_pile).any())


def test_worlds_do_not_contradict_what_was_seen_of_the_new_pile(china, setting):
    """7.2: the discards are public when they become the pile, so no world holds other cards there."""
    n, _ = setting
    for kind in ("random", "bot"):
        onlookers, before, looked = [Onlooker(p) for p in range(n)], None, 0
        for states, action in china.positions(kind, *setting, 12):
            for one in onlookers:
                if before is not None:
                    one.watch(before[0], states[0], action)
                assert not one.contradicts(states[0]), "the onlooker is right about the true pile"
                if one.new_pile is None or states["decisions"][0] % 3:
                    continue
                for seed in range(3):
                    world = states.copy()
                    GAME.kernels.redeal_at(world, 0, one.seat, seed)
                    GAME.check(world)
                    assert not one.contradicts(world[0])
                    looked += 1
                most = china.Table(states).look(one.seat)["pile_most"]
                assert (most <= one.new_pile).all()
            before = states.copy()
        assert looked > 50


def test_right_after_the_reshuffle_the_pile_is_known(china):
    """Only its order is drawn anew."""
    for states, _ in china.positions("random", 4, {}, 3):
        if states["second_pass"][0]:
            break
    s, world = states[0], states.copy()
    pile = np.bincount(s.pile[: s.pile_size], minlength=t.COLOURS)
    differ = 0
    for seed in range(50):
        world[0] = s
        GAME.kernels.redeal_at(world, 0, 2, seed)
        again = np.bincount(world[0].pile[: s.pile_size], minlength=t.COLOURS)
        if not s.drawn.any():
            assert (again == pile).all()
        differ += bool((world[0].pile != s.pile).any())
    assert differ == 50
