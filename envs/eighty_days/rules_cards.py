"""Cards, coins and days of Around the World in 80 Days: drawing, discarding, blue events (RULES 4.7)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import shuffle
from ..engine.piles import fill_pile, take_last
from .state import NO_CARD, NOBODY, NOT_HOME
from .tables import (
    DELAY,
    DELAY_DAYS,
    EVENT_COPIES,
    KEPT_EVENTS,
    PRINCESS,
    SPACES,
    STORM_DAYS,
    TRAVEL_COPIES,
    TRAVEL_TYPES,
)

# ---------------------------------------------------------------- travel cards


@rule
def top_travel_card(s: Any) -> int:
    """4.7: takes the top card off the travel deck, first renewed if it is empty; NO_CARD if there is none."""
    if s.travel_deck_size == 0:
        renew_travel_deck(s)
        if s.travel_deck_size == 0:
            return NO_CARD
    card = take_last(s.travel_deck, int(s.travel_deck_size))
    s.travel_deck_size -= 1
    return card


@rule
def renew_travel_deck(s: Any) -> None:
    """4.7: shuffles the travel discards into the deck, which is empty."""
    fill_travel_deck(s, s.travel_discard)
    s.travel_discard[:] = 0


@rule
def fill_travel_deck(s: Any, cards: Any) -> None:
    """4.1, 4.7, 4.8: a new travel deck of cards that everybody knows, shuffled; nothing has left it yet."""
    s.travel_deck_size = fill_pile(s.travel_deck, 0, cards)
    shuffle(s.rng, s.travel_deck[: s.travel_deck_size])
    s.renewed_travel[:] = cards
    s.drawn_travel[:] = 0


@rule
def can_draw_travel(s: Any) -> bool:
    """4.7: the travel deck or its discard pile holds a card."""
    if s.travel_deck_size > 0:
        return True
    for card in range(TRAVEL_TYPES):
        if s.travel_discard[card] > 0:
            return True
    return False


@rule
def gain_travel(s: Any, p: int, card: int) -> None:
    """4.7: a travel card comes into p's hand; NO_CARD does nothing."""
    if card != NO_CARD:
        s.travel_hand[p, card] += 1
        s.travel_count[p] += 1


@rule
def draw_travel(s: Any, p: int) -> None:
    """4.7, 4.8: p draws the top card of the travel deck, if there is one; nobody else sees it."""
    card = top_travel_card(s)
    gain_travel(s, p, card)
    if card != NO_CARD:
        s.drawn_travel[p, card] += 1


@rule
def show_travel(s: Any, space: int) -> None:
    """4.2, 4.8: lays the top card of the travel deck on a space, if there is one; everybody sees it leave the deck."""
    card = top_travel_card(s)
    s.display[space] = card
    if card != NO_CARD:
        s.renewed_travel[card] -= 1


@rule
def most_in_deck(s: Any, seat: int, card: int) -> int:
    """7.2: travel cards of a type that can lie in the deck as ``seat`` knows: no more than it cannot place, and no more
    than the deck held when it was made, less those that the seat saw leaving it."""
    hidden = int(TRAVEL_COPIES[card]) - int(s.travel_hand[seat, card]) - int(s.travel_discard[card])
    for space in range(SPACES):
        if s.display[space] == card:
            hidden -= 1
    for p in range(s.num_players):
        if p != seat:
            hidden -= int(s.known_travel[p, card])
    return min(hidden, int(s.renewed_travel[card]) - int(s.drawn_travel[seat, card]))


@rule
def discard_travel(s: Any, p: int, card: int) -> None:
    """4.7: a travel card of p goes to the discard pile; of equal cards, one that everybody knew (4.8)."""
    s.travel_hand[p, card] -= 1
    s.travel_count[p] -= 1
    s.travel_discard[card] += 1
    s.known_travel[p, card] = max(0, int(s.known_travel[p, card]) - 1)


# ---------------------------------------------------------------- event cards


@rule
def draw_event(s: Any, p: int) -> None:
    """4.7: p draws an event card; a blue one takes effect at once. The deck always holds Delay and Storm."""
    event = take_last(s.event_deck, int(s.event_deck_size))
    s.event_deck_size -= 1
    if event < KEPT_EVENTS:
        s.event_hand[p, event] += 1
        s.event_count[p] += 1
    else:
        add_days_to_travellers(s, DELAY_DAYS if event == DELAY else STORM_DAYS, NOBODY)
        renew_event_deck(s)


@rule
def renew_event_deck(s: Any) -> None:
    """4.7, 5.17: every event card, those of all hands included, is shuffled into a new deck; no discards are left."""
    for event in range(KEPT_EVENTS):
        s.event_discard[event] = 0
        for p in range(s.num_players):
            s.event_hand[p, event] = 0
            s.known_events[p, event] = 0
    for p in range(s.num_players):
        s.event_count[p] = 0
    s.event_top = NO_CARD
    fill_event_deck(s)


@rule
def fill_event_deck(s: Any) -> None:
    """4.1, 2: all event cards of this player count, shuffled."""
    s.event_deck_size = fill_pile(s.event_deck, 0, EVENT_COPIES[s.num_players])
    shuffle(s.rng, s.event_deck[: s.event_deck_size])


@rule
def discard_event(s: Any, p: int, event: int) -> None:
    """4.7: an event card of p goes on top of the event discard pile, played or not; of equal ones a known one (4.8)."""
    s.event_hand[p, event] -= 1
    s.known_events[p, event] = max(0, int(s.known_events[p, event]) - 1)
    s.event_count[p] -= 1
    s.event_discard[event] += 1
    s.event_top = event


@rule
def rescue_event(s: Any, p: int) -> None:
    """2: p plays Princess: takes the top card of the event discard pile, which all see, then discards her (5.16)."""
    event = int(s.event_top)
    s.event_discard[event] -= 1
    s.event_hand[p, event] += 1
    s.known_events[p, event] += 1
    s.event_count[p] += 1
    discard_event(s, p, PRINCESS)


@rule
def show_event(s: Any, p: int, event: int) -> None:
    """4.8: that p is asked whether to play this card tells everybody that p holds it."""
    s.known_events[p, event] = max(1, int(s.known_events[p, event]))


# ---------------------------------------------------------------- coins, days


@rule
def gain_coin(s: Any, p: int) -> None:
    """4.4, 5.26: p takes a coin from the bank, if there is one."""
    if s.bank > 0:
        s.bank -= 1
        s.coins[p] += 1


@rule
def spend_coins(s: Any, p: int, count: int) -> None:
    """4.3: p pays coins to the bank."""
    s.coins[p] -= count
    s.bank += count


@rule
def add_days_to_travellers(s: Any, days: int, spared: int) -> None:
    """4.5, 4.7, 5.4: everybody who is still travelling loses days, but for the seat ``spared`` (or NOBODY)."""
    for p in range(s.num_players):
        if p != spared and s.arrival[p] == NOT_HOME:
            s.days[p] += days
