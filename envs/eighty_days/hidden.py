"""What a seat cannot know - the other hands and the order of both decks - drawn anew (RULES 7.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiling import rule
from ..engine.dealing import deal_again, draw_cards
from ..engine.dice import roll, shuffle
from ..engine.piles import fill_pile
from .rules_cards import most_in_deck
from .rules_payment import payable
from .rules_round import can_do_more
from .state import NO_CARD, Phase
from .tables import BLUE_EVENTS, KEPT_EVENTS, TRAVEL_CARDS, TRAVEL_TYPES

MOST_TRIES = 1_000_000  # a position that can be reached needs about a thousand at the very most


@rule
def redeal(s: Any, seat: int, rng: Any) -> None:
    """7.3: deals the cards that ``seat`` cannot see anew, uniformly over all physical orders that fit what it sees.

    Everybody keeps the cards that all know (4.8), and no more travel cards of a type get into the deck than can lie
    there. A rival to act gets a hand that allows what it is doing: all is dealt again and again until it does.
    """
    acting = int(s.seat)
    bound = s.over == 0 and acting != seat
    unknown = np.zeros(TRAVEL_TYPES, np.int64)
    least = np.zeros(TRAVEL_TYPES, np.int64)  # of each type in the other hands
    collect_unknown(s, seat, unknown, least)
    sort_event_deck(s)
    for _ in range(MOST_TRIES):
        rest = unknown.copy()
        deal_travel(s, seat, rest, least, rng)
        if not bound:
            break
        return_events(s, acting)
        draw_events(s, acting, rng)
        if allows_phase(s, acting):
            break
    for p in range(s.num_players):
        if p != seat and not (bound and p == acting):
            draw_events(s, p, rng)
    fill_deck(s, seat, rest, rng)
    shuffle(rng, s.event_deck[: s.event_deck_size])


@rule
def collect_unknown(s: Any, seat: int, unknown: Any, least: Any) -> None:
    """7.3: counts the travel cards that ``seat`` cannot place, and those of them that cannot lie in the deck, by type;
    the others' event cards go onto the deck, but for those that all know. The counts still tell how many there were."""
    for card in range(TRAVEL_TYPES):
        least[card] = -most_in_deck(s, seat, card)
    for k in range(s.travel_deck_size):
        unknown[s.travel_deck[k]] += 1
    for p in range(s.num_players):
        if p != seat:
            for card in range(TRAVEL_TYPES):
                unknown[card] += s.travel_hand[p, card] - s.known_travel[p, card]
            return_events(s, p)
    for card in range(TRAVEL_TYPES):
        least[card] += unknown[card]


@rule
def deal_travel(s: Any, seat: int, unknown: Any, least: Any, rng: Any) -> None:
    """7.3: gives all others as many of the unknown travel cards as nobody else knows of their hands."""
    missing = -int(s.travel_deck_size)
    for card in range(TRAVEL_TYPES):
        missing += int(unknown[card])
    cards = np.zeros(TRAVEL_CARDS, np.int64)
    count = draw_cards(unknown, least, missing, cards, rng)
    shuffle(rng, cards[:count])
    for p in range(s.num_players):
        if p != seat:
            s.travel_hand[p, :] = s.known_travel[p]
            for _ in range(int(s.travel_count[p]) - s.known_travel[p].sum()):
                count -= 1
                s.travel_hand[p, cards[count]] += 1


@rule
def fill_deck(s: Any, seat: int, unknown: Any, rng: Any) -> None:
    """7.3: what is left is the deck; what the others drew unseen from it is what lies there no more."""
    s.travel_deck_size = fill_pile(s.travel_deck, 0, unknown)
    shuffle(rng, s.travel_deck[: s.travel_deck_size])
    gone = np.zeros(TRAVEL_TYPES, np.int64)
    for card in range(TRAVEL_TYPES):
        gone[card] = s.renewed_travel[card] - s.drawn_travel[seat, card] - unknown[card]
    deal_again(gone, s.drawn_travel, seat, rng)


@rule
def return_events(s: Any, p: int) -> None:
    """7.3: puts p's event cards onto the deck, but for those that all know."""
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
def draw_events(s: Any, p: int, rng: Any) -> None:
    """7.3: draws as many event cards for p as nobody else knows of its hand, each at random from those left."""
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
