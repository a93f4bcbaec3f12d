"""RULES 4.5: "can this payment still be completed", against a brute force over all payments."""

from itertools import product

import numpy as np
import pytest

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.actions import COMPONENT_ACTION
from meeplezoo.envs.eighty_days.rules_payment import can_complete
from meeplezoo.envs.eighty_days.state import Phase

LEGS_WITH_CARDS = [leg for leg in range(t.LEGS) if t.LEG_OPTIONS[leg]]


def completes(leg, paid, more):
    """By definition: some of the components that are left make the paid ones exactly a payment."""
    for added in product(*(range(count + 1) for count in more)):
        trains, ships, either = (a + b for a, b in zip(paid, added, strict=True))
        for want_ships, want_trains in t.LEG_SLOTS[leg, : t.LEG_OPTIONS[leg]].tolist():
            for as_train in range(either + 1):
                if (ships + either - as_train, trains + as_train) == (want_ships, want_trains):
                    return True
    return False


@pytest.mark.parametrize("leg", range(t.LEGS))
def test_can_complete_equals_its_definition(leg):
    found = set()
    for numbers in product(range(4), range(4), range(3), range(4), range(4), range(3)):
        answer = can_complete(leg, *numbers)
        assert bool(answer) == completes(leg, numbers[:3], numbers[3:]), numbers
        found.add(bool(answer))
    assert found == ({False} if leg == t.WALK_LEG else {False, True})


def holding(held, leg, paid=()):
    """A position in which seat 0 holds these components and has paid some others for its leg."""
    states = GAME.new(3, seed=1)
    s = states[0]
    s.seat, s.card_taken, s.city[0] = 0, 1, leg
    s.travel_hand[0] = np.bincount([c for c in held if c < 10], minlength=10)
    s.event_hand[0] = np.bincount([c - 10 for c in held if 10 <= c < 13], minlength=11)
    s.balloon_ready = int(13 in held)
    s.coins[0] = 0
    s.paid[:] = np.bincount(paid, minlength=t.COMPONENTS)
    s.phase = Phase.PAYING if paid else Phase.MAIN_POST
    return states


@pytest.mark.parametrize("leg", LEGS_WITH_CARDS)
def test_components_offered_are_those_of_some_payment(eighty_days, leg):
    """Every prefix of every payment of random hands: exactly the next components of payments are legal."""
    rng = np.random.default_rng(leg)
    mask = np.zeros(GAME.actions.size, np.int8)
    components = set(COMPONENT_ACTION.tolist())
    prefixes = 0
    for _ in range(150):
        cards = rng.integers(0, 10, rng.integers(0, 6)).tolist()
        held = sorted(cards + [c for c in range(10, 14) if rng.random() < 0.3])
        payments = eighty_days.slow_payments(held, leg)
        for prefix in {parts[:k] for parts in payments for k in range(t.LEG_SIZE[leg])} | {()}:
            left = list(held)
            for component in prefix:
                left.remove(component)
            states = holding(left, leg, prefix)
            GAME.kernels.legal_at(states, 0, mask)
            offered = {int(a) for a in np.flatnonzero(mask)} & components
            after = {parts[len(prefix)] for parts in payments if parts[: len(prefix)] == prefix}
            assert offered == {int(COMPONENT_ACTION[c]) for c in after}, (held, prefix)
            for component, action in enumerate(COMPONENT_ACTION.tolist()):
                assert (GAME.kernels.reason_at(states, 0, action) == 0) == (component in after)
            prefixes += 1
    assert prefixes > 200 if t.LEG_SIZE[leg] > 1 else prefixes == 150


def test_days_of_ordinary_payments():
    """2: the cheapest and the dearest payment of each leg with travel cards only."""
    expected = [(6, 14), (2, 6), (4, 8), (4, 15), None, (2, 11), (4, 15), (4, 15), (2, 11), (6, 21)]
    cards = [c for c in range(t.TRAVEL_TYPES) for _ in range(2)]
    from itertools import combinations

    for leg, bounds in enumerate(expected):
        if bounds is None:
            continue
        days = []
        for parts in set(combinations(cards, int(t.LEG_SIZE[leg]))):
            ships = sum(c >= t.FIRST_SHIP for c in parts)
            if [ships, len(parts) - ships] in t.LEG_SLOTS[leg, : t.LEG_OPTIONS[leg]].tolist():
                days.append(sum(int(t.TRAVEL_DAYS[c]) for c in set(parts)))
        assert (min(days), max(days)) == bounds
