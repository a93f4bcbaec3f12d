"""Whether a record is a position of the game (RULES 8): everything is counted again, nothing is believed."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.layouts import FaultCode
from ..engine.seats import next_seat
from .rules_payment import can_complete, paid_of, payment_is_complete
from .rules_round import can_do_more, next_traveller
from .rules_travel import occasion_saving
from .state import NO_CARD, NO_TOKEN, NOBODY, NOT_HOME, Phase
from .tables import (
    ARRIVALS_TO_END,
    BALLOON,
    BALLOON_ACTION,
    BALLOON_SPACE,
    BUDGET_ROUND,
    BUDGET_START,
    CARDS_LAID,
    CITIES,
    COIN_DECISIONS,
    COIN_SPACE,
    COIN_TOKEN,
    COINS_TOTAL,
    COMPONENT_DAYS,
    COMPONENTS,
    CONNECTION,
    DEAREST_WAY,
    DECISIONS_START,
    DETECTIVE_PENALTY,
    DIE_SIDES,
    DISTRACTION,
    DRAW_FROM_DECK,
    EITHER,
    ELEPHANT,
    ELEPHANT_BASE,
    EVENT_CARDS,
    EVENT_COPIES,
    EVENT_SPACE,
    EVENT_TOKEN,
    EVENTS,
    EXCHANGE_SPACE,
    FIRST_SHIP,
    HAND_LIMIT,
    HOME,
    KEPT_EVENTS,
    LEGS_PER_TURN,
    MAX_PLAYERS,
    MAX_ROUNDS,
    OCCASION,
    PRINCESS,
    SHIP,
    SPACES,
    STORM_DAYS,
    TOKEN_COPIES,
    TOKEN_DAYS,
    TOKEN_KINDS,
    TRAIN,
    TRAVEL_CARDS,
    TRAVEL_COPIES,
    TRAVEL_TYPES,
    TURN_DECISIONS,
    WALK_LEG,
    WATCH_DECIDES,
    WATCH_SPACE,
)


class Fault(FaultCode):
    """Why a record is no position of Around the World in 80 Days."""

    NONE = 0, "", ""
    ABSENT = 1, "num_players", "seats that do not take part have no cards, coins, days, city and turn, and arrival -1"
    START_SEAT = 2, "start_seat", "a seat that takes part"
    WATCH = 3, "watch", "the start seat; with 4 and more also who took the watch in this round"
    TRAVEL_DECK = 4, "travel_deck", "cards below travel_deck_size, -1 from there on"
    TRAVEL_CARDS = 5, "travel_hand", "with deck, discards and spaces all copies of each travel card"
    TRAVEL_COUNT = 6, "travel_count", "the travel cards of each hand"
    KNOWN_TRAVEL = 7, "known_travel", "no more cards than the hand holds"
    EVENT_DECK = 8, "event_deck", "cards below event_deck_size, -1 from there on"
    EVENT_CARDS = 9, "event_hand", "with deck and discards all event cards of this player count; blue ones in the deck"
    EVENT_COUNT = 10, "event_count", "the event cards of each hand"
    KNOWN_EVENTS = 11, "known_events", "no more cards than the hand holds, and the card that this phase asks about"
    EVENT_TOP = 12, "event_top", "a card of the event discards, -1 when there are none"
    COINS = 13, "coins", "with the bank 24"
    VISITS = 14, "visits", "the seats that have been in each city; London as the start 0"
    YELLOW = 15, "yellow", "a token where nobody has been, else -1; of each kind at most its copies"
    BLUE = 16, "blue", "a token where somebody has not been, else -1; of each kind at most its copies"
    ARRIVED = 17, "arrived", "the seats that are home"
    ARRIVAL = 18, "arrival", "0, 1, ... for the seats at home, each once; else -1"
    HOME_CARDS = 19, "travel_count", "0 for a seat that is home, as are its event cards"
    HANDS = 20, "travel_count", "with the event cards at most six for who is not in its turn"
    OVER = 21, "over", "1 in phase OVER only; truncated only after the last round, when too few are home"
    SEAT = 22, "seat", "a seat that travels, as long as the game runs"
    ACTED = (
        23,
        "acted",
        "1 for those before the seat to act in the order of the round, but for who was home; 0 from it on",
    )
    HOME_BEFORE = 24, "arrived", "before the round fewer than the number that ends the game"
    DISPLAY = 25, "display", "the cards of this player count less those that were taken in this round"
    CARD_TAKEN = 26, "card_taken", "0 in MAIN_PRE and OVER; 1 in the phases after the card of the turn, and with legs"
    BALLOON_READY = 27, "balloon_ready", "1 only after the card of the balloon was taken, until it is paid or lost"
    LEGS_DONE = 28, "legs_done", "no more than cities behind; 2 only with three and more players"
    EXCHANGE = 29, "exchanged", "0 outside EXCHANGE, which follows the card of its space, before any leg"
    MAIN_POST = 30, "phase", "MAIN_POST only where something else than pass is legal"
    NO_LEG = 31, "paid", "0 outside PAYING, OCCASION and ROLL, and so the other fields of a leg"
    PAID = 32, "paid", "part of a payment of this leg in PAYING, all of it in OCCASION and ROLL, and discarded"
    SECOND_LEG = 33, "legs_done", "0 while a leg is paid, or 1 with Connection among the discards"
    LEG_DAYS = 34, "leg_days", "the days of what is paid and of the dice that are settled"
    SAVING = 35, "saving", "in OCCASION the days of the smaller of two different cards; else 0"
    DICE = 36, "dice_left", "the dice of what is paid; in ROLL at least one of them"
    DIE = 37, "die", "in ROLL 2 to 6, with a coin for a new roll; else 0"
    DISTRACTION = 38, "detective", "in DISTRACTION the city of the seat to act, who holds the card"
    LIMIT = 39, "phase", "LIMIT only with more than six cards"
    DAYS = 40, "days", "what legs, rounds, tokens, coins and event cards can have brought"
    DECISIONS = 41, "decisions", "what the turns and coins so far can have brought"
    RENEWED_TRAVEL = (
        42,
        "renewed_travel",
        "what lies in the travel deck and was drawn unseen from it; at most all copies",
    )


@rule
def check(s: Any) -> int:
    """8: why the record, whose numbers are within their bounds, is no position of the game, a ``Fault``; 0 if it is."""
    code = check_seats(s)
    if code == 0:
        code = check_travel_cards(s)
    if code == 0:
        code = check_event_cards(s)
    if code == 0:
        code = check_journeys(s)
    if code == 0:
        code = check_hands(s)
    if code == 0:
        code = check_round(s)
    if code == 0:
        code = check_turn(s)
    if code == 0:
        code = check_leg(s)
    if code == 0:
        code = check_phase(s)
    if code == 0:
        code = check_budget(s)
    return code


# ---------------------------------------------------------------- seats, cards


@rule
def check_seats(s: Any) -> int:
    """8: seats that do not take part have nothing; the seats that the record names take part."""
    for p in range(s.num_players, MAX_PLAYERS):
        held = s.travel_hand[p].sum() + s.event_hand[p].sum() + s.known_travel[p].sum() + s.known_events[p].sum()
        held += s.drawn_travel[p].sum()
        counted = int(s.travel_count[p]) + int(s.event_count[p]) + int(s.coins[p])
        done = int(s.city[p]) + int(s.days[p]) + int(s.acted[p])
        if held != 0 or counted != 0 or done != 0 or s.arrival[p] != NOT_HOME:
            return Fault.ABSENT.value
    if s.start_seat >= s.num_players:
        return Fault.START_SEAT.value
    return Fault.WATCH.value if s.watch >= s.num_players else 0


@rule
def check_travel_cards(s: Any) -> int:
    """8: the deck is a pile, each travel card is there as often as it has copies, and what left the deck is known."""
    for k in range(TRAVEL_CARDS):
        if (s.travel_deck[k] != NO_CARD) != (k < s.travel_deck_size):
            return Fault.TRAVEL_DECK.value
    for card in range(TRAVEL_TYPES):
        count = int(s.travel_discard[card])
        for k in range(s.travel_deck_size):
            count += 1 if s.travel_deck[k] == card else 0
        renewed = count - int(s.travel_discard[card])
        for space in range(SPACES):
            count += 1 if s.display[space] == card else 0
        for p in range(s.num_players):
            count += int(s.travel_hand[p, card])
            renewed += int(s.drawn_travel[p, card])
        if count != TRAVEL_COPIES[card]:
            return Fault.TRAVEL_CARDS.value
        if s.renewed_travel[card] != renewed or renewed > TRAVEL_COPIES[card]:
            return Fault.RENEWED_TRAVEL.value
    for p in range(s.num_players):
        if s.travel_count[p] != s.travel_hand[p].sum():
            return Fault.TRAVEL_COUNT.value
        for card in range(TRAVEL_TYPES):
            if s.known_travel[p, card] > s.travel_hand[p, card]:
                return Fault.KNOWN_TRAVEL.value
    return 0


@rule
def check_event_cards(s: Any) -> int:
    """8: the same of the event cards, of which the blue ones are in the deck; the top discard is a discard."""
    for k in range(EVENT_CARDS):
        if (s.event_deck[k] != NO_CARD) != (k < s.event_deck_size):
            return Fault.EVENT_DECK.value
    discards = 0
    for event in range(EVENTS):
        count = 0
        for k in range(s.event_deck_size):
            count += 1 if s.event_deck[k] == event else 0
        if event < KEPT_EVENTS:
            discards += int(s.event_discard[event])
            count += int(s.event_discard[event])
            for p in range(s.num_players):
                count += int(s.event_hand[p, event])
        if count != EVENT_COPIES[s.num_players, event]:
            return Fault.EVENT_CARDS.value
    for p in range(s.num_players):
        if s.event_count[p] != s.event_hand[p].sum():
            return Fault.EVENT_COUNT.value
        for event in range(KEPT_EVENTS):
            if s.known_events[p, event] > s.event_hand[p, event]:
                return Fault.KNOWN_EVENTS.value
    if discards == 0:
        return Fault.EVENT_TOP.value if s.event_top != NO_CARD else 0
    return Fault.EVENT_TOP.value if s.event_top == NO_CARD or s.event_discard[s.event_top] == 0 else 0


# ---------------------------------------------------------------- journeys


@rule
def check_journeys(s: Any) -> int:
    """8: coins, visits, tokens, arrivals."""
    if int(s.bank) + s.coins.sum() != COINS_TOTAL:
        return Fault.COINS.value
    for city in range(CITIES):
        been = 0
        for p in range(s.num_players):
            been += 1 if s.city[p] >= city and city > 0 else 0
        if s.visits[city] != been:
            return Fault.VISITS.value
    if not tokens_are_right(s, s.yellow, 1):
        return Fault.YELLOW.value
    if not tokens_are_right(s, s.blue, int(s.num_players)):
        return Fault.BLUE.value
    home = 0
    for p in range(s.num_players):
        home += 1 if s.city[p] == HOME else 0
    if s.arrived != home:
        return Fault.ARRIVED.value
    for p in range(s.num_players):
        if (s.arrival[p] != NOT_HOME) != (s.city[p] == HOME) or s.arrival[p] >= home:
            return Fault.ARRIVAL.value
        for q in range(p):
            if s.arrival[p] != NOT_HOME and s.arrival[p] == s.arrival[q]:
                return Fault.ARRIVAL.value
    return 0


@rule
def tokens_are_right(s: Any, tokens: Any, number: int) -> bool:
    """8: a token lies in each city where fewer than ``number`` seats have been, and of each kind not too many."""
    for city in range(CITIES):
        lies = 0 < city < HOME and s.visits[city] < number
        if (tokens[city] != NO_TOKEN) != lies:
            return False
    for kind in range(TOKEN_KINDS):
        if tokens_left(tokens, kind) > TOKEN_COPIES[kind]:
            return False
    return True


@rule
def tokens_left(tokens: Any, kind: int) -> int:
    """8: the tokens of one colour and kind that still lie on the board."""
    count = 0
    for city in range(CITIES):
        count += 1 if tokens[city] == kind else 0
    return count


@rule
def check_hands(s: Any) -> int:
    """8: nothing is held at home, and six cards at most out of turn."""
    for p in range(s.num_players):
        count = int(s.travel_count[p]) + int(s.event_count[p])
        if s.arrival[p] != NOT_HOME and count > 0:
            return Fault.HOME_CARDS.value
        if count > HAND_LIMIT and (s.over != 0 or p != s.seat):
            return Fault.HANDS.value
    return 0


# ---------------------------------------------------------------- the round


@rule
def check_round(s: Any) -> int:
    """8: the game ends as 4.2 says, everybody acts once a round, and the cards left fit that."""
    if (s.phase == Phase.OVER) != (s.over != 0):
        return Fault.OVER.value
    if s.over != 0:
        enough = s.arrived >= ARRIVALS_TO_END[s.num_players]
        if (s.truncated != 0) == enough or (s.truncated != 0 and s.round_number != MAX_ROUNDS):
            return Fault.OVER.value
    elif s.arrival[s.seat] != NOT_HOME:
        return Fault.SEAT.value
    if not acted_is_right(s):
        return Fault.ACTED.value
    before = 0
    for p in range(s.num_players):
        before += 1 if s.arrival[p] != NOT_HOME and s.acted[p] == 0 else 0
    if before >= ARRIVALS_TO_END[s.num_players]:
        return Fault.HOME_BEFORE.value
    return check_display(s)


@rule
def acted_is_right(s: Any) -> bool:
    """8: from the start seat on everybody has acted, or was home before, until the seat to act; nobody after it."""
    p = int(s.start_seat)
    if s.acted[p] == 0 and s.arrival[p] != NOT_HOME:
        return False  # who begins a round travels
    reached = False
    for _ in range(s.num_players):
        reached = reached or (s.over == 0 and p == s.seat)
        if reached and s.acted[p] != 0:
            return False
        if not reached and s.acted[p] == 0 and s.arrival[p] == NOT_HOME:
            return False
        p = next_seat(p, s.num_players)
    return bool(s.over == 0 or s.acted[s.seat] != 0)


@rule
def check_display(s: Any) -> int:
    """8: a card less for every turn but for the draw from the deck; the watch has gone with its card."""
    cards, laid = 0, int(CARDS_LAID[s.num_players])
    for space in range(SPACES):
        cards += 1 if s.display[space] != NO_CARD else 0
        if space >= laid and s.display[space] != NO_CARD:
            return Fault.DISPLAY.value
    missing = laid - int(s.acted.sum()) - int(s.card_taken) - cards
    last = s.over != 0 or (s.card_taken != 0 and next_traveller(s) == NOBODY)
    if missing != 0 and not (missing == -1 and last and DRAW_FROM_DECK[s.num_players] != 0):
        return Fault.DISPLAY.value
    if s.watch != s.start_seat:
        turn = s.acted[s.watch] != 0 or (s.watch == s.seat and s.card_taken != 0)
        if WATCH_DECIDES[s.num_players] == 0 or s.display[WATCH_SPACE] != NO_CARD or not turn:
            return Fault.WATCH.value
    return 0


# ---------------------------------------------------------------- the turn


@rule
def check_turn(s: Any) -> int:
    """4.3: the bookkeeping of the turn fits the phase."""
    before = s.phase == Phase.MAIN_PRE or s.phase == Phase.OVER
    if s.card_taken != 0:
        if before:
            return Fault.CARD_TAKEN.value
    elif (not before and s.phase != Phase.DET_TARGET) or s.legs_done != 0:
        return Fault.CARD_TAKEN.value
    if s.balloon_ready != 0:
        lost = s.phase in (Phase.EXCHANGE, Phase.DISTRACTION, Phase.LIMIT)
        if s.card_taken == 0 or lost or s.display[BALLOON_SPACE] != NO_CARD or s.paid[BALLOON_ACTION] != 0:
            return Fault.BALLOON_READY.value
    if s.legs_done > s.city[s.seat] or (s.legs_done == LEGS_PER_TURN and EVENT_COPIES[s.num_players, CONNECTION] == 0):
        return Fault.LEGS_DONE.value
    if s.phase != Phase.EXCHANGE:
        return Fault.EXCHANGE.value if s.exchanged != 0 else 0
    taken = CARDS_LAID[s.num_players] > EXCHANGE_SPACE and s.display[EXCHANGE_SPACE] == NO_CARD
    return 0 if taken and s.legs_done == 0 else Fault.EXCHANGE.value


@rule
def check_phase(s: Any) -> int:
    """4.3, 4.6: what the phase asks about is there; the event cards that it names are known (4.8)."""
    p = int(s.seat)
    if s.phase == Phase.MAIN_POST and not can_do_more(s, p):
        return Fault.MAIN_POST.value
    if s.phase == Phase.OCCASION and s.known_events[p, OCCASION] == 0:
        return Fault.KNOWN_EVENTS.value
    if s.phase == Phase.DISTRACTION:
        if s.detective != s.city[p]:
            return Fault.DISTRACTION.value
        if s.known_events[p, DISTRACTION] == 0:
            return Fault.KNOWN_EVENTS.value
    if s.phase == Phase.LIMIT and int(s.travel_count[p]) + int(s.event_count[p]) <= HAND_LIMIT:
        return Fault.LIMIT.value
    return 0


# ---------------------------------------------------------------- a leg


@rule
def check_leg(s: Any) -> int:
    """4.5: payment, days and dice of the leg that is being travelled."""
    if s.phase not in (Phase.PAYING, Phase.OCCASION, Phase.ROLL):
        idle = s.paid.sum() == 0 and s.leg_days == 0 and s.saving == 0 and s.dice_left == 0 and s.die == 0
        return 0 if idle else Fault.NO_LEG.value
    second = s.legs_done == 1 and s.event_discard[CONNECTION] > 0
    if s.legs_done != 0 and not second:
        return Fault.SECOND_LEG.value
    if not payment_is_right(s):
        return Fault.PAID.value
    saved = occasion_saving(s, 0, FIRST_SHIP) + occasion_saving(s, FIRST_SHIP, TRAVEL_TYPES)
    if s.saving != (saved if s.phase == Phase.OCCASION else 0) or (s.phase == Phase.OCCASION and saved == 0):
        return Fault.SAVING.value
    riding = s.city[s.seat] == WALK_LEG
    dice = 1 if riding else paid_of(s, EITHER)
    if s.dice_left > dice or (s.phase != Phase.ROLL and s.dice_left != dice) or (s.phase == Phase.ROLL and dice == 0):
        return Fault.DICE.value
    if s.phase == Phase.ROLL:
        if s.dice_left == 0:
            return Fault.DICE.value
        if s.die < 2 or s.coins[s.seat] == 0:
            return Fault.DIE.value
    elif s.die != 0:
        return Fault.DIE.value
    return 0 if days_are_right(s, dice - int(s.dice_left), saved) else Fault.LEG_DAYS.value


@rule
def payment_is_right(s: Any) -> bool:
    """4.5: what is paid lies among the discards, and is a part of a payment of the leg, or all of it."""
    leg, p = int(s.city[s.seat]), int(s.seat)
    if leg == WALK_LEG:
        return bool(s.phase == Phase.ROLL and s.paid.sum() == 0 and s.event_discard[ELEPHANT] > 0)
    for component in range(COMPONENTS):
        if component < TRAVEL_TYPES:
            lies = int(s.travel_discard[component])
        elif component < BALLOON_ACTION:
            lies = int(s.event_discard[BALLOON + component - TRAVEL_TYPES])
        else:
            lies = 1 if s.display[BALLOON_SPACE] == NO_CARD else 0
        if s.paid[component] > lies:
            return False
    complete = payment_is_complete(s, leg)
    if s.phase == Phase.PAYING:
        return bool(s.paid.sum() > 0 and not complete and s.arrival[p] == NOT_HOME)
    return bool(complete and can_complete(leg, paid_of(s, TRAIN), paid_of(s, SHIP), paid_of(s, EITHER), 0, 0, 0))


@rule
def days_are_right(s: Any, settled: int, saved: int) -> bool:
    """4.5: the days of what is paid, pairs counted once, of the dice that are settled, less what Occasion saved."""
    days = ELEPHANT_BASE if s.city[s.seat] == WALK_LEG else 0
    for component in range(COMPONENTS):
        if s.paid[component] > 0:
            days += int(COMPONENT_DAYS[component])
    if s.phase == Phase.ROLL and saved > 0 and s.event_discard[OCCASION] > 0:
        less = int(s.leg_days) + saved
        if days + settled <= less <= days + DIE_SIDES * settled:
            return True
    return bool(days + settled <= s.leg_days <= days + DIE_SIDES * settled)


# ---------------------------------------------------------------- days and decisions


@rule
def check_budget(s: Any) -> int:
    """7.2, 7.4: days and decisions, with all that can still become one, are within what the rounds so far allow."""
    coins = s.coins.sum()
    waiting = 0
    for p in range(s.num_players):
        coins += int(s.event_hand[p, ELEPHANT]) + int(s.event_hand[p, PRINCESS])
        waiting += 1 if s.acted[p] == 0 and s.arrival[p] == NOT_HOME and p != s.seat else 0
    coin_card = 1 if s.display[COIN_SPACE] != NO_CARD else 0
    event_card = 1 if s.display[EVENT_SPACE] != NO_CARD else 0
    tokens, days = 0, coins + coin_card + STORM_DAYS * event_card + int(s.num_players) - int(s.arrived)
    for kind in range(TOKEN_KINDS):
        left = tokens_left(s.yellow, kind) + tokens_left(s.blue, kind)
        days += left * TOKEN_DAYS[kind]
        tokens += left if kind in (COIN_TOKEN, EVENT_TOKEN) else 0
    for p in range(s.num_players):
        caught = s.over != 0 or s.acted[p] != 0 or (s.phase == Phase.LIMIT and p == s.seat)
        to_come = 0 if caught or s.arrival[p] != NOT_HOME else DETECTIVE_PENALTY
        lost = int(s.days[p]) - int(DEAREST_WAY[s.city[p]]) + to_come
        if lost + days > BUDGET_START + BUDGET_ROUND * int(s.round_number):
            return Fault.DAYS.value
    spent = int(s.decisions) + TURN_DECISIONS * waiting + COIN_DECISIONS * (coins + tokens + coin_card + event_card)
    a_round = TURN_DECISIONS * int(s.num_players) + 2 * COIN_DECISIONS
    return Fault.DECISIONS.value if spent > DECISIONS_START + a_round * int(s.round_number) else 0
