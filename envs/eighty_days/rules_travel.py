"""Travelling (RULES 4.5): paying a leg, Occasion, dice, arrival, tokens, London."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import roll
from .rules_cards import (
    add_days_to_travellers,
    discard_event,
    discard_travel,
    draw_event,
    draw_travel,
    gain_coin,
    show_event,
    spend_coins,
)
from .rules_payment import payment_is_complete
from .rules_round import clear_leg, finish_turn, return_to_main
from .state import NO_TOKEN, NOBODY, PER_ARRIVAL, Phase
from .tables import (
    BALLOON_ACTION,
    COIN_TOKEN,
    COMPONENT_DAYS,
    COMPONENT_KIND,
    CONNECTION,
    DIE_SIDES,
    EITHER,
    ELEPHANT,
    ELEPHANT_BASE,
    EVENT_TOKEN,
    FIRST_SHIP,
    HOME,
    KEPT_EVENTS,
    OCCASION,
    OFFER,
    OFFER_DAYS,
    PENALTY_DAYS,
    PLUS_ONE_DAYS,
    REROLL_COST,
    TRAVEL_DAYS,
    TRAVEL_TOKEN,
    TRAVEL_TYPES,
    WALK_DAYS,
)

# ---------------------------------------------------------------- payment


@rule
def begin_leg(s: Any, p: int) -> None:
    """4.5: before the first component of a second leg, Connection goes to the pile."""
    if s.legs_done > 0:
        discard_event(s, p, CONNECTION)


@rule
def pay_component(s: Any, p: int, component: int) -> None:
    """4.5: pays one component; a second card of the same number costs nothing (the pair), a balloon asks for a die."""
    if s.phase == Phase.MAIN_POST:
        begin_leg(s, p)
        s.phase = Phase.PAYING
    if component < TRAVEL_TYPES:
        discard_travel(s, p, component)
    elif component < BALLOON_ACTION:
        discard_event(s, p, component - TRAVEL_TYPES)
    else:
        s.balloon_ready = 0
    if s.paid[component] == 0:
        s.leg_days += COMPONENT_DAYS[component]
    if COMPONENT_KIND[component] == EITHER:
        s.dice_left += 1
    s.paid[component] += 1
    if payment_is_complete(s, int(s.city[p])):
        ask_for_occasion(s, p)


@rule
def ask_for_occasion(s: Any, p: int) -> None:
    """4.5, 5.15: the leg is paid; two cards of one type with different numbers let Occasion be played first."""
    if s.event_hand[p, OCCASION] > 0:
        s.saving = occasion_saving(s, 0, FIRST_SHIP) + occasion_saving(s, FIRST_SHIP, TRAVEL_TYPES)
    if s.saving > 0:
        s.phase = Phase.OCCASION
        show_event(s, p, OCCASION)
    else:
        throw_dice(s, p)


@rule
def occasion_saving(s: Any, first: int, end: int) -> int:
    """4.5: the days of the smaller of two different cards paid among the types first..end-1; 0 without two."""
    smaller = 0
    for card in range(first, end):
        if s.paid[card] > 0:
            if smaller > 0:
                return smaller
            smaller = int(TRAVEL_DAYS[card])
    return 0


@rule
def settle_occasion(s: Any, p: int, played: bool) -> None:
    """4.5: with Occasion only the larger of the two cards counts."""
    if played:
        discard_event(s, p, OCCASION)
        s.leg_days -= s.saving
    s.saving = 0
    throw_dice(s, p)


@rule
def walk(s: Any, p: int) -> None:
    """4.5: from Bombay to Calcutta on foot."""
    begin_leg(s, p)
    s.leg_days = WALK_DAYS
    arrive(s, p)


@rule
def use_offer(s: Any, p: int) -> None:
    """2: Offer pays the whole leg."""
    begin_leg(s, p)
    discard_event(s, p, OFFER)
    s.leg_days = OFFER_DAYS
    arrive(s, p)


@rule
def ride_elephant(s: Any, p: int) -> None:
    """2: from Bombay to Calcutta on an Elephant, for six days and a die."""
    begin_leg(s, p)
    discard_event(s, p, ELEPHANT)
    s.leg_days = ELEPHANT_BASE
    s.dice_left = 1
    throw_dice(s, p)


# ---------------------------------------------------------------- dice


@rule
def throw_dice(s: Any, p: int) -> None:
    """4.5: throws the dice of the leg one after the other; a die that p may roll again stops it, else p arrives."""
    while s.dice_left > 0:
        s.die = 1 + roll(s.rng, DIE_SIDES)
        if s.die > 1 and s.coins[p] >= REROLL_COST:
            s.phase = Phase.ROLL
            return
        keep_die(s)
    arrive(s, p)


@rule
def keep_die(s: Any) -> None:
    """4.5: the die on the table is settled."""
    s.leg_days += s.die
    s.die = 0
    s.dice_left -= 1


@rule
def settle_roll(s: Any, p: int, again: bool) -> None:
    """4.5: p keeps the die, or pays a coin for a new result in its place."""
    if again:
        spend_coins(s, p, REROLL_COST)
    else:
        keep_die(s)
    throw_dice(s, p)


# ---------------------------------------------------------------- arrival


@rule
def arrive(s: Any, p: int) -> None:
    """4.5: days, pawn, then London or the tokens of the city, first the yellow one."""
    s.days[p] += s.leg_days
    s.city[p] += 1
    s.legs_done += 1
    clear_leg(s)
    city = int(s.city[p])
    s.visits[city] += 1
    if city == HOME:
        come_home(s, p)
        return
    if s.visits[city] == 1:
        token = int(s.yellow[city])
        s.yellow[city] = NO_TOKEN
        resolve_token(s, p, token)
    if s.visits[city] == s.num_players:
        token = int(s.blue[city])
        s.blue[city] = NO_TOKEN
        resolve_token(s, p, token)
    return_to_main(s)


@rule
def resolve_token(s: Any, p: int, token: int) -> None:
    """4.5, 5.19: what a token brings to p, or to all the others."""
    if token == NO_TOKEN:
        return
    if token == COIN_TOKEN:
        gain_coin(s, p)
    elif token == TRAVEL_TOKEN:
        draw_travel(s, p)
    elif token == EVENT_TOKEN:
        draw_event(s, p)
    else:
        add_days_to_travellers(s, PLUS_ONE_DAYS, p)


@rule
def come_home(s: Any, p: int) -> None:
    """4.5, 5.1, 5.5: the rank of arrival, the London penalty; the cards go, the coins stay, the turn ends."""
    s.arrival[p] = s.arrived
    s.arrived += 1
    if s.per_round == PER_ARRIVAL:
        add_days_to_travellers(s, PENALTY_DAYS, NOBODY)
    for card in range(TRAVEL_TYPES):
        for _ in range(s.travel_hand[p, card]):
            discard_travel(s, p, card)
    for event in range(KEPT_EVENTS):
        for _ in range(s.event_hand[p, event]):
            discard_event(s, p, event)
    finish_turn(s)
