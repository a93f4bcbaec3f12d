"""What a seat cannot know - the other hands and the order of the pile - drawn anew (RULES 7.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import roll, shuffle
from ..engine.piles import fill_pile
from .rules import can_pay, can_pay_with, top_card
from .state import NO_CARD, Phase
from .tables import COLOURS, STATE_COLOUR


@rule
def redeal(s: Any, seat: int, rng: Any) -> None:
    """7.3: deals anew the cards that ``seat`` cannot see, uniformly over their physical orders that fit what it sees.

    Everybody keeps the cards that were seen being taken. A rival in the middle of a placement gets a hand that
    allows what it has been seen to do; its hand is drawn first, the others need not meet any condition.
    """
    unknown = np.zeros(COLOURS, np.int64)
    collect_unknown(s, seat, unknown)
    acting = int(s.seat)
    bound = acting != seat and (s.phase == Phase.PAY or s.phase == Phase.SECOND)
    if bound:
        deal_acting_hand(s, acting, unknown, rng)
    s.pile_size = fill_pile(s.pile, 0, unknown)
    shuffle(rng, s.pile[: s.pile_size])
    for p in range(s.num_players):
        if p != seat and not (bound and p == acting):
            deal_hand(s, p)


@rule
def collect_unknown(s: Any, seat: int, unknown: Any) -> None:
    """7.3: counts the cards that ``seat`` cannot place, by colour; the others' hands keep their known cards only."""
    for k in range(s.pile_size):
        unknown[s.pile[k]] += 1
        s.pile[k] = NO_CARD
    for p in range(s.num_players):
        if p != seat:
            for colour in range(COLOURS):
                unknown[colour] += s.hand[p, colour] - s.known[p, colour]
                s.hand[p, colour] = s.known[p, colour]


@rule
def cards_held(s: Any, p: int) -> int:
    """7.3: how many cards lie in p's hand at the moment, while it is being dealt."""
    count = 0
    for colour in range(COLOURS):
        count += int(s.hand[p, colour])
    return count


@rule
def deal_hand(s: Any, p: int) -> None:
    """7.3: fills p's hand from the top of the shuffled cards."""
    for _ in range(s.hand_size[p] - cards_held(s, p)):
        s.hand[p, top_card(s)] += 1


@rule
def deal_acting_hand(s: Any, p: int, unknown: Any, rng: Any) -> None:
    """7.3: draws the hand of the rival p who is placing, uniformly among the sets of cards that allow it.

    Hands of at most three cards are few: each is weighed by the number of ways to draw its cards, one is rolled.
    The true hand is among them, so the total is at least 1; it is at most 57 over 3 = 29 260.
    """
    missing = int(s.hand_size[p]) - cards_held(s, p)
    total = weigh_hands(s, p, unknown, missing, -1)
    weigh_hands(s, p, unknown, missing, roll(rng, total))
    for colour in range(COLOURS):
        unknown[colour] -= s.hand[p, colour] - s.known[p, colour]


@rule
def weigh_hands(s: Any, p: int, unknown: Any, missing: int, wanted: int) -> int:
    """7.3: goes through the colours of ``missing`` more cards for p's hand, which holds the known ones.

    With ``wanted`` < 0, gives the number of ways to draw hands that allow what p has been seen to do, and leaves
    the hand as it was. Else leaves p with the hand of way number ``wanted``.
    """
    total = 0
    more = np.zeros(COLOURS, np.int64)
    for code in range((missing + 1) ** COLOURS):  # the digits of the code are the cards of each colour
        rest, count, ways = code, 0, 1
        for colour in range(COLOURS):
            more[colour] = rest % (missing + 1)
            rest //= missing + 1
            count += more[colour]
            ways *= choices(unknown[colour], more[colour])
        if count != missing or ways == 0:
            continue
        for colour in range(COLOURS):
            s.hand[p, colour] += more[colour]
        if allows_placement(s, p):
            total += ways
            if 0 <= wanted < total:
                return total
        for colour in range(COLOURS):
            s.hand[p, colour] -= more[colour]
    return total


@rule
def choices(n: int, k: int) -> int:
    """7.3: n over k, for k up to three."""
    ways = 1
    for j in range(k):
        ways = ways * (n - j) // (j + 1)
    return ways if n >= k else 0


@rule
def allows_placement(s: Any, p: int) -> bool:
    """7.3: p's hand fits the phase: in PAY there are two ways to pay, in SECOND a second piece can be paid."""
    wanted = STATE_COLOUR[s.active_state]
    if s.phase == Phase.SECOND:
        return can_pay(s, p, wanted)
    ways = 0
    for colour in range(COLOURS):
        if can_pay_with(s, p, wanted, colour):
            ways += 1
    return ways >= 2
