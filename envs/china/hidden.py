"""What a seat cannot know - the other hands and the order of the pile - drawn anew (RULES 7.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dice import roll, shuffle
from ..engine.piles import fill_pile
from .rules import can_pay, can_pay_with, most_in_pile
from .state import NO_CARD, Phase
from .tables import CARDS, COLOURS, HAND_SIZE, MAX_PLAYERS, STATE_COLOUR


@rule
def redeal(s: Any, seat: int, rng: Any) -> None:
    """7.3: deals anew the cards that ``seat`` cannot see, uniformly over their physical orders that fit what it sees.

    Everybody keeps the cards that were seen being taken. In the second pass no more cards of a colour get into the pile
    than can lie there. A rival in the middle of a placement gets a hand that allows what it has been seen to do.
    """
    unknown = np.zeros(COLOURS, np.int64)
    least = np.zeros(COLOURS, np.int64)  # of each colour in the other hands
    collect_unknown(s, seat, unknown, least)
    acting = int(s.seat)
    bound = acting != seat and (s.phase == Phase.PAY or s.phase == Phase.SECOND)
    if bound:
        deal_acting_hand(s, seat, unknown, least, rng)
    cards = np.zeros(MAX_PLAYERS * HAND_SIZE, np.int64)
    count = draw_cards(unknown, least, cards_missing(s, seat), cards, rng)
    shuffle(rng, cards[:count])
    for p in range(s.num_players):
        if p != seat:
            for _ in range(s.hand_size[p] - cards_held(s, p)):
                count -= 1
                s.hand[p, cards[count]] += 1
    s.pile_size = fill_pile(s.pile, 0, unknown)
    if s.second_pass != 0:
        deal_drawn(s, seat, rng)
    shuffle(rng, s.pile[: s.pile_size])


@rule
def collect_unknown(s: Any, seat: int, unknown: Any, least: Any) -> None:
    """7.3: counts the cards that ``seat`` cannot place, and those of them that cannot lie in the pile, by colour; takes
    them from the pile and from the others' hands, which keep their known cards only."""
    for colour in range(COLOURS):
        least[colour] = -most_in_pile(s, seat, colour)
    for k in range(s.pile_size):
        unknown[s.pile[k]] += 1
        s.pile[k] = NO_CARD
    for p in range(s.num_players):
        if p != seat:
            for colour in range(COLOURS):
                unknown[colour] += s.hand[p, colour] - s.known[p, colour]
                s.hand[p, colour] = s.known[p, colour]
    for colour in range(COLOURS):
        least[colour] += unknown[colour]


@rule
def cards_held(s: Any, p: int) -> int:
    """7.3: how many cards lie in p's hand at the moment, while it is being dealt."""
    count = 0
    for colour in range(COLOURS):
        count += int(s.hand[p, colour])
    return count


@rule
def cards_missing(s: Any, seat: int) -> int:
    """7.3: how many cards are still to be dealt to all others."""
    count = 0
    for p in range(s.num_players):
        if p != seat:
            count += int(s.hand_size[p]) - cards_held(s, p)
    return count


@rule
def deal_drawn(s: Any, seat: int, rng: Any) -> None:
    """7.3: what the others drew unseen from the renewed pile is what lies there no more, in any order."""
    cards = np.zeros(CARDS, np.int64)
    count = 0
    for colour in range(COLOURS):
        rest = int(s.renewed[colour]) - int(s.drawn[seat, colour])
        for k in range(s.pile_size):
            if s.pile[k] == colour:
                rest -= 1
        for _ in range(rest):
            cards[count] = colour
            count += 1
    shuffle(rng, cards[:count])
    for p in range(s.num_players):
        if p != seat:
            draws = 0
            for colour in range(COLOURS):
                draws += int(s.drawn[p, colour])
                s.drawn[p, colour] = 0
            for _ in range(draws):
                count -= 1
                s.drawn[p, cards[count]] += 1


# ---------------------------------------------------------------- drawing so many cards at least of each colour


@rule
def count_ways(unknown: Any, least: Any, size: int, ways: Any) -> int:
    """7.3: the number of ways to draw ``size`` of the unknown cards, ``least`` of each colour at least.

    ``ways``, ``(COLOURS + 1, size + 1)`` int64, gets the same for the colours from each one on and for fewer cards.
    At most 53 over 12, 1.6e11.
    """
    ways[:] = 0
    ways[COLOURS, 0] = 1
    for colour in range(COLOURS - 1, -1, -1):
        for total in range(size + 1):
            for more in range(max(0, least[colour]), min(total, unknown[colour]) + 1):
                ways[colour, total] += choices(unknown[colour], more) * ways[colour + 1, total - more]
    return ways[0, size]


@rule
def draw_cards(unknown: Any, least: Any, size: int, cards: Any, rng: Any) -> int:
    """7.3: draws ``size`` of the unknown cards, all ways alike, and lists them in ``cards``; gives their number."""
    ways = np.zeros((COLOURS + 1, size + 1), np.int64)
    wanted = roll_large(rng, count_ways(unknown, least, size, ways))
    left, count = size, 0
    for colour in range(COLOURS):
        taken = max(0, least[colour])
        while True:
            here = choices(unknown[colour], taken) * ways[colour + 1, left - taken]
            if wanted < here:
                break
            wanted -= here
            taken += 1
        wanted //= choices(unknown[colour], taken)
        unknown[colour] -= taken
        left -= taken
        for _ in range(taken):
            cards[count] = colour
            count += 1
    return count


@rule
def roll_large(rng: Any, n: int) -> int:
    """7.3: a uniform number from 0 to n - 1, for 1 <= n < 2^59."""
    size = 1 << 60
    while True:
        found = (roll(rng, 1 << 30) << 30) | roll(rng, 1 << 30)
        if found < size - size % n:
            return found % n


# ---------------------------------------------------------------- the hand of a rival who is placing


@rule
def deal_acting_hand(s: Any, seat: int, unknown: Any, least: Any, rng: Any) -> None:
    """7.3: draws the hand of the rival who is placing, uniformly among the sets of cards that allow it.

    Hands of at most three cards are few: each is weighed by the number of ways to draw its cards and those of the other
    hands, one is rolled. The true hand is among them, so the total is at least 1; it is below 53 over 12 times 220.
    """
    p = int(s.seat)
    missing = int(s.hand_size[p]) - cards_held(s, p)
    others = cards_missing(s, seat) - missing
    total = weigh_hands(s, unknown, least, missing, others, -1)
    weigh_hands(s, unknown, least, missing, others, roll_large(rng, total))
    for colour in range(COLOURS):
        unknown[colour] -= s.hand[p, colour] - s.known[p, colour]
        least[colour] -= s.hand[p, colour] - s.known[p, colour]


@rule
def weigh_hands(s: Any, unknown: Any, least: Any, missing: int, others: int, wanted: int) -> int:
    """7.3: goes through the colours of ``missing`` more cards for the acting hand, which holds the known ones.

    With ``wanted`` < 0, gives the number of ways to draw hands that allow what has been seen, together with ``others``
    cards for the other hands, and leaves the hand as it was. Else leaves the hand of way number ``wanted``.
    """
    p = int(s.seat)
    total = 0
    more = np.zeros(COLOURS, np.int64)
    table = np.zeros((COLOURS + 1, others + 1), np.int64)
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
            total += ways * count_ways(unknown - more, least - more, others, table)
            if 0 <= wanted < total:
                return total
        for colour in range(COLOURS):
            s.hand[p, colour] -= more[colour]
    return total


@rule
def choices(n: int, k: int) -> int:
    """7.3: n over k, for k up to twelve."""
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
