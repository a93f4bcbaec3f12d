"""Rounds and the end of a turn (RULES 4.2, 4.6)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.seats import next_seat
from .rules_cards import (
    add_days_to_travellers,
    can_draw_travel,
    discard_event,
    show_event,
    show_travel,
)
from .rules_payment import can_pay_leg, can_travel
from .state import NO_CARD, NOBODY, NOT_HOME, PER_ROUND, Phase
from .tables import (
    ARRIVALS_TO_END,
    BUY_CARD_COST,
    CARDS_LAID,
    DETECTIVE,
    DETECTIVE_PENALTY,
    DISTRACTION,
    ELEPHANT,
    HAND_LIMIT,
    MAX_ROUNDS,
    OFFER,
    PENALTY_DAYS,
    PRINCESS,
    SPACES,
    WALK_LEG,
    WATCH_DECIDES,
)

# ---------------------------------------------------------------- rounds


@rule
def start_round(s: Any) -> None:
    """4.2: the next start player, the London penalty of the option per_round, new cards on the spaces."""
    s.round_number += 1
    if s.round_number > 1:
        clear_display(s)
        choose_start_player(s)
        if s.per_round == PER_ROUND and s.arrived > 0:
            add_days_to_travellers(s, PENALTY_DAYS, NOBODY)
    for space in range(CARDS_LAID[s.num_players]):
        show_travel(s, space)
    for p in range(s.num_players):
        s.acted[p] = 0
    start_turn(s, int(s.start_seat))


@rule
def clear_display(s: Any) -> None:
    """4.2: the cards left under the spaces are discarded."""
    for space in range(SPACES):
        if s.display[space] != NO_CARD:
            s.travel_discard[s.display[space]] += 1
            s.display[space] = NO_CARD


@rule
def choose_start_player(s: Any) -> None:
    """4.2, 5.21: the left neighbour of the last one, or the holder of the watch; players at home are passed over."""
    p = int(s.watch) if WATCH_DECIDES[s.num_players] != 0 else next_seat(int(s.start_seat), s.num_players)
    while s.arrival[p] != NOT_HOME:
        p = next_seat(p, s.num_players)
    s.start_seat = p
    s.watch = p


@rule
def next_traveller(s: Any) -> int:
    """4.2: who travels on after the acting seat in this round, or NOBODY: the acting seat is the last one."""
    p = next_seat(int(s.seat), s.num_players)
    while p != s.start_seat:
        if s.arrival[p] == NOT_HOME:
            return p
        p = next_seat(p, s.num_players)
    return NOBODY


@rule
def end_round(s: Any) -> None:
    """4.2: the game ends once enough players are home, or at the cap of rounds; else the next round begins."""
    if s.arrived >= ARRIVALS_TO_END[s.num_players]:
        finish(s)
    elif s.round_number == MAX_ROUNDS:
        s.truncated = 1
        finish(s)
    else:
        start_round(s)


@rule
def finish(s: Any) -> None:
    """4.2: the game is over; days and places stand as they are."""
    s.over = 1
    s.phase = Phase.OVER


# ---------------------------------------------------------------- a turn


@rule
def start_turn(s: Any, p: int) -> None:
    """4.3: seat p begins its turn."""
    s.seat = p
    s.phase = Phase.MAIN_PRE


@rule
def return_to_main(s: Any) -> None:
    """4.3: back to the main phase; in MAIN_POST the turn is finished at once when nothing else can be done."""
    if s.card_taken == 0:
        s.phase = Phase.MAIN_PRE
        return
    s.phase = Phase.MAIN_POST
    if not can_do_more(s, int(s.seat)):
        end_turn(s)


@rule
def can_do_more(s: Any, p: int) -> bool:
    """4.3: in MAIN_POST p can do something else than finish the turn."""
    if can_buy_travel(s, p) or can_buy_event(s, p):
        return True
    if s.event_hand[p, DETECTIVE] > 0 or can_use_princess(s, p) or can_cash_elephant(s, p):
        return True
    if not can_travel(s, p):
        return False
    return s.city[p] == WALK_LEG or s.event_hand[p, OFFER] > 0 or can_pay_leg(s, p)


@rule
def can_buy_travel(s: Any, p: int) -> bool:
    """4.3: p has the coins, and a travel card is left to draw."""
    return s.coins[p] >= BUY_CARD_COST and can_draw_travel(s)


@rule
def can_buy_event(s: Any, p: int) -> bool:
    """4.3: p has the coins; an event card is always left to draw."""
    return bool(s.coins[p] >= BUY_CARD_COST)


@rule
def can_use_princess(s: Any, p: int) -> bool:
    """2, 5.16: p holds Princess, and the event discard pile is not empty."""
    return s.event_hand[p, PRINCESS] > 0 and s.event_top != NO_CARD


@rule
def can_cash_elephant(s: Any, p: int) -> bool:
    """4.3, 5.10: p holds an Elephant, and the bank has a coin for it."""
    return s.event_hand[p, ELEPHANT] > 0 and s.bank > 0


@rule
def end_turn(s: Any) -> None:
    """4.6: the unused balloon is lost; then the detective, unless Distraction is asked about first."""
    p = int(s.seat)
    s.balloon_ready = 0
    if s.detective == s.city[p]:
        if s.event_hand[p, DISTRACTION] > 0:
            s.phase = Phase.DISTRACTION
            show_event(s, p, DISTRACTION)
            return
        s.days[p] += DETECTIVE_PENALTY
    check_hand_limit(s)


@rule
def settle_detective(s: Any, distracted: bool) -> None:
    """4.6: p has distracted the detective, or loses days."""
    p = int(s.seat)
    if distracted:
        discard_event(s, p, DISTRACTION)
    else:
        s.days[p] += DETECTIVE_PENALTY
    check_hand_limit(s)


@rule
def check_hand_limit(s: Any) -> None:
    """4.6: discards follow while the acting seat holds more than six cards; then its turn is over."""
    p = int(s.seat)
    if int(s.travel_count[p]) + int(s.event_count[p]) > HAND_LIMIT:
        s.phase = Phase.LIMIT
    else:
        finish_turn(s)


@rule
def finish_turn(s: Any) -> None:
    """4.2: the next player who is still travelling, or the end of the round."""
    s.acted[s.seat] = 1
    clear_turn(s)
    p = next_traveller(s)
    if p == NOBODY:
        end_round(s)
    else:
        start_turn(s, p)


@rule
def clear_turn(s: Any) -> None:
    """4.3: nothing has been done yet in the turn that follows."""
    s.card_taken = 0
    s.balloon_ready = 0
    s.legs_done = 0
    clear_leg(s)


@rule
def clear_leg(s: Any) -> None:
    """4.5: no leg is being paid."""
    s.paid[:] = 0
    s.leg_days = 0
    s.saving = 0
    s.dice_left = 0
    s.die = 0
