"""What a seat cannot know - the other hands and the order of the pile - drawn anew (RULES 7.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dealing import choices, count_ways, deal_again, draw_cards, roll_large
from ..engine.dice import shuffle
from ..engine.piles import fill_pile
from .rules import can_pay, can_pay_with, most_in_pile
from .state import NO_CARD, Phase
from .tables import COLOURS, HAND_SIZE, MAX_PLAYERS, STATE_COLOUR


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
    rest = np.zeros(COLOURS, np.int64)
    for colour in range(COLOURS):
        rest[colour] = s.renewed[colour] - s.drawn[seat, colour]
    for k in range(s.pile_size):
        rest[s.pile[k]] -= 1
    deal_again(rest, s.drawn, seat, rng)


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
