"""What a seat cannot know - the other hands and the order of both decks - drawn anew (RULES 7.3)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import roll, shuffle
from ..engine.piles import fill_pile
from .rules_payment import payable
from .rules_round import can_do_more
from .state import NO_CARD, Phase
from .tables import BLUE_EVENTS, KEPT_EVENTS

MOST_TRIES = 1_000_000  # a position that can be reached needs about a thousand at the very most


@rule
def redeal(s: Any, seat: int, rng: Any) -> None:
    """7.3: deals the cards that ``seat`` cannot see anew, uniformly over all physical orders that fit what it sees.

    Everybody keeps the cards that all know (4.8). A rival to act gets a hand that allows what it is doing: its hand
    is drawn first, again and again until it does; the others need not meet any condition.
    """
    acting = int(s.seat)
    bound = s.over == 0 and acting != seat
    for p in range(s.num_players):
        if p != seat:
            return_hand(s, p)
    sort_event_deck(s)
    if bound:
        for _ in range(MOST_TRIES):
            return_hand(s, acting)
            draw_hand(s, acting, rng)
            if allows_phase(s, acting):
                break
    for p in range(s.num_players):
        if p != seat and not (bound and p == acting):
            draw_hand(s, p, rng)
    shuffle(rng, s.travel_deck[: s.travel_deck_size])
    shuffle(rng, s.event_deck[: s.event_deck_size])


@rule
def return_hand(s: Any, p: int) -> None:
    """7.3: puts p's cards onto the decks, but for those that all know; the counts still tell how many there were."""
    s.travel_deck_size = fill_pile(s.travel_deck, int(s.travel_deck_size), s.travel_hand[p] - s.known_travel[p])
    s.travel_hand[p, :] = s.known_travel[p]
    s.event_deck_size = fill_pile(s.event_deck, int(s.event_deck_size), s.event_hand[p] - s.known_events[p])
    s.event_hand[p, :] = s.known_events[p]


@rule
def sort_event_deck(s: Any) -> None:
    """7.3: brings the blue cards to the bottom of the event deck: they are never in a hand."""
    bottom = 0
    for k in range(s.event_deck_size):
        event = int(s.event_deck[k])
        if event >= KEPT_EVENTS:
            s.event_deck[k] = s.event_deck[bottom]
            s.event_deck[bottom] = event
            bottom += 1


@rule
def draw_hand(s: Any, p: int, rng: Any) -> None:
    """7.3: draws as many cards for p as nobody else knows of its hand, each at random from those that are left."""
    for _ in range(int(s.travel_count[p]) - s.known_travel[p].sum()):
        s.travel_deck_size -= 1
        s.travel_hand[p, draw_from(s.travel_deck, 0, int(s.travel_deck_size), rng)] += 1
    for _ in range(int(s.event_count[p]) - s.known_events[p].sum()):
        s.event_deck_size -= 1
        s.event_hand[p, draw_from(s.event_deck, BLUE_EVENTS, int(s.event_deck_size), rng)] += 1


@rule
def draw_from(deck: Any, first: int, last: int, rng: Any) -> int:
    """7.3: a random card of the places first..last of a deck; the card of the last place fills the gap."""
    k = first + roll(rng, last - first + 1)
    card = int(deck[k])
    deck[k] = deck[last]
    deck[last] = NO_CARD
    return card


@rule
def allows_phase(s: Any, p: int) -> bool:
    """7.3: with this hand p would be asked what it is asked now, and could answer.

    The cards that OCCASION and DISTRACTION ask about are known to all (4.8).
    """
    if s.phase == Phase.MAIN_POST:
        return can_do_more(s, p)
    if s.phase == Phase.PAYING:
        return payable(s, p) != 0
    return True
