"""The rules of Around the World in 80 Days as a state machine: setup, legal actions, what an action does (RULES 4)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import roll, shuffle
from ..engine.piles import fill_pile
from .actions import (
    BUY_EVENT,
    BUY_TRAVEL,
    CASH_ELEPHANT,
    DETECTIVE_TO,
    DISCARD_EVENT,
    DISCARD_TRAVEL,
    DRAW_DECK,
    PASS,
    PAY,
    PAY_BALLOON_ACTION,
    PLAIN_FROM,
    REROLL,
    SWAP,
    TAKE,
    TAKE_PLAIN,
    USE,
    WALK,
    Reason,
)
from .rules_cards import (
    can_draw_travel,
    discard_event,
    discard_travel,
    draw_event,
    draw_travel,
    fill_event_deck,
    fill_travel_deck,
    gain_coin,
    gain_travel,
    rescue_event,
    spend_coins,
)
from .rules_payment import can_travel, held, last_paid, mark_components, payable
from .rules_round import (
    can_buy_event,
    can_buy_travel,
    can_cash_elephant,
    can_use_princess,
    check_hand_limit,
    end_turn,
    next_traveller,
    return_to_main,
    settle_detective,
    start_round,
)
from .rules_travel import pay_component, ride_elephant, settle_occasion, settle_roll, use_offer, walk
from .state import NO_CARD, NO_TOKEN, NOBODY, NOT_HOME, Phase
from .tables import (
    BALLOON_ACTION,
    BALLOON_SPACE,
    BUY_CARD_COST,
    CHANGE,
    COIN_SPACE,
    COINS_TOTAL,
    DETECTIVE,
    DETECTIVE_SPACE,
    DETECTIVE_START,
    DISTRACTION,
    DRAW_FROM_DECK,
    ELEPHANT,
    EVENT_SPACE,
    EXCHANGE_CARDS,
    EXCHANGE_SPACE,
    EXPRESS,
    KEPT_EVENTS,
    MAX_PLAYERS,
    OCCASION,
    OFFER,
    PRINCESS,
    SPACES,
    START_COINS,
    START_TRAVEL_CARDS,
    SWAPS,
    TOKEN_COPIES,
    TOKENS,
    TRAVEL_COPIES,
    TRAVEL_TYPES,
    WALK_LEG,
    WATCH_SPACE,
)

# ---------------------------------------------------------------- setup


@rule
def setup(s: Any, options: Any) -> None:
    """4.1: tokens, cards and coins are laid out and dealt; the first start player is drawn, or named by the option."""
    s.per_round = options[0]
    s.travel_deck[:] = NO_CARD
    s.event_deck[:] = NO_CARD
    s.display[:] = NO_CARD
    s.event_top = NO_CARD
    for p in range(MAX_PLAYERS):
        s.arrival[p] = NOT_HOME
    lay_tokens(s, s.yellow)
    lay_tokens(s, s.blue)
    s.detective = DETECTIVE_START
    s.bank = COINS_TOTAL
    fill_travel_deck(s, TRAVEL_COPIES)
    fill_event_deck(s)
    for p in range(s.num_players):
        for _ in range(START_COINS):
            gain_coin(s, p)
        for _ in range(START_TRAVEL_CARDS):
            draw_travel(s, p)
    s.start_seat = options[1] - 1 if options[1] > 0 else roll(s.rng, int(s.num_players))
    s.watch = s.start_seat
    start_round(s)


@rule
def lay_tokens(s: Any, tokens: Any) -> None:
    """4.1: the nine tokens of one colour, shuffled onto the cities 1..9."""
    tokens[:] = NO_TOKEN
    places = tokens[1 : TOKENS + 1]
    fill_pile(places, 0, TOKEN_COPIES)
    shuffle(s.rng, places)


# ---------------------------------------------------------------- legal actions


@rule
def legal(s: Any, mask: Any) -> None:
    """4.3: writes 1 for each legal action of the acting seat into ``mask``, ``(82,)`` int8, all zero before."""
    p = int(s.seat)
    if s.phase == Phase.MAIN_PRE:
        mark_cards(s, p, mask)
        mark_free_actions(s, p, mask)
    elif s.phase == Phase.MAIN_POST:
        mark_free_actions(s, p, mask)
        if can_travel(s, p):
            mark_leg(s, p, mask)
        mask[PASS] = 1
    elif s.phase == Phase.EXCHANGE:
        mark_discards(s, p, mask)
        if s.exchanged > 0:
            mask[PASS] = 1
    elif s.phase == Phase.DET_TARGET:
        mask[DETECTIVE_TO:DISCARD_TRAVEL] = 1
        mask[DETECTIVE_TO + s.detective - 1] = 0
    elif s.phase == Phase.PAYING:
        mark_components(s, p, mask)
    elif s.phase == Phase.OCCASION:
        mask[USE + OCCASION] = 1
        mask[PASS] = 1
    elif s.phase == Phase.ROLL:
        mask[REROLL] = 1
        mask[PASS] = 1
    elif s.phase == Phase.DISTRACTION:
        mask[USE + DISTRACTION] = 1
        mask[PASS] = 1
    else:
        mark_discards(s, p, mask)
        for event in range(KEPT_EVENTS):
            if s.event_hand[p, event] > 0:
                mask[DISCARD_EVENT + event] = 1


@rule
def mark_cards(s: Any, p: int, mask: Any) -> None:
    """4.4: marks how p may take the card of the turn, and with Change which cards p may swap before."""
    for space in range(SPACES):
        if can_take(s, p, space):
            mask[TAKE + space] = 1
            if space >= PLAIN_FROM:
                mask[TAKE_PLAIN + space - PLAIN_FROM] = 1
    if can_draw_from_deck(s):
        mask[DRAW_DECK] = 1
    if s.event_hand[p, CHANGE] > 0:
        for k in range(SWAPS.shape[0]):
            if can_swap(s, int(SWAPS[k, 0]), int(SWAPS[k, 1])):
                mask[SWAP + k] = 1


@rule
def can_take(s: Any, p: int, space: int) -> bool:
    """4.4, 5.3: a card lies on the space, and it is not the watch of the start player."""
    return s.display[space] != NO_CARD and not (space == WATCH_SPACE and p == s.start_seat)


@rule
def can_draw_from_deck(s: Any) -> bool:
    """4.4, 5.6: with 6 players the last one of the round may take a card from the deck."""
    return DRAW_FROM_DECK[s.num_players] != 0 and next_traveller(s) == NOBODY and can_draw_travel(s)


@rule
def can_swap(s: Any, i: int, j: int) -> bool:
    """4.4, 5.11: both spaces hold cards, and different ones."""
    return s.display[i] != NO_CARD and s.display[j] != NO_CARD and s.display[i] != s.display[j]


@rule
def mark_free_actions(s: Any, p: int, mask: Any) -> None:
    """4.3: marks what p may do at any time of the main phase."""
    if can_buy_travel(s, p):
        mask[BUY_TRAVEL] = 1
    if can_buy_event(s, p):
        mask[BUY_EVENT] = 1
    if can_use_princess(s, p):
        mask[USE + PRINCESS] = 1
    if s.event_hand[p, DETECTIVE] > 0:
        mask[USE + DETECTIVE] = 1
    if can_cash_elephant(s, p):
        mask[CASH_ELEPHANT] = 1


@rule
def mark_leg(s: Any, p: int, mask: Any) -> None:
    """4.5: marks how p may travel on."""
    if s.event_hand[p, OFFER] > 0:
        mask[USE + OFFER] = 1
    if s.city[p] == WALK_LEG:
        mask[WALK] = 1
        if s.event_hand[p, ELEPHANT] > 0:
            mask[USE + ELEPHANT] = 1
    else:
        mark_components(s, p, mask)


@rule
def mark_discards(s: Any, p: int, mask: Any) -> None:
    """4.4, 4.6: marks the travel cards of p."""
    for card in range(TRAVEL_TYPES):
        if s.travel_hand[p, card] > 0:
            mask[DISCARD_TRAVEL + card] = 1


# ---------------------------------------------------------------- reasons


@rule
def reason(s: Any, action: int) -> int:
    """4.3-4.6: why an action of the current phase is illegal, a ``Reason``; LEGAL exactly where the mask is 1."""
    p = int(s.seat)
    if action < BUY_TRAVEL:
        return reason_card(s, p, action)
    if action in (BUY_TRAVEL, BUY_EVENT):
        if s.coins[p] < BUY_CARD_COST:
            return Reason.NO_COINS.value
        return Reason.NO_TRAVEL_CARD.value if action == BUY_TRAVEL and not can_draw_travel(s) else Reason.LEGAL.value
    if action <= USE + EXPRESS:
        return reason_component(s, p, action - PAY)
    if action < PAY_BALLOON_ACTION:
        return reason_use(s, p, action - USE)
    if action == PAY_BALLOON_ACTION:
        return reason_component(s, p, BALLOON_ACTION)
    if action == WALK:
        return reason_walk(s, p)
    if action == CASH_ELEPHANT:
        if s.event_hand[p, ELEPHANT] == 0:
            return Reason.NOT_IN_HAND.value
        return Reason.EMPTY_BANK.value if s.bank == 0 else Reason.LEGAL.value
    if action < DETECTIVE_TO:
        return reason_swap(s, p, int(SWAPS[action - SWAP, 0]), int(SWAPS[action - SWAP, 1]))
    if action < DISCARD_TRAVEL:
        return Reason.SAME_CITY.value if s.detective == action - DETECTIVE_TO + 1 else Reason.LEGAL.value
    if action < DISCARD_EVENT:
        return Reason.LEGAL.value if s.travel_hand[p, action - DISCARD_TRAVEL] > 0 else Reason.NOT_IN_HAND.value
    if action < REROLL:
        return Reason.LEGAL.value if s.event_hand[p, action - DISCARD_EVENT] > 0 else Reason.NOT_IN_HAND.value
    if action == PASS and s.phase == Phase.EXCHANGE and s.exchanged == 0:
        return Reason.NOTHING_EXCHANGED.value
    return Reason.LEGAL.value


@rule
def reason_card(s: Any, p: int, action: int) -> int:
    """4.4: why p may not take this card."""
    if action == DRAW_DECK:
        return Reason.LEGAL.value if can_draw_from_deck(s) else Reason.NO_DECK_DRAW.value
    space = action - TAKE if action < TAKE_PLAIN else action - TAKE_PLAIN + PLAIN_FROM
    if s.display[space] == NO_CARD:
        return Reason.EMPTY_SPACE.value
    return Reason.LEGAL.value if can_take(s, p, space) else Reason.OWN_WATCH.value


@rule
def reason_component(s: Any, p: int, component: int) -> int:
    """4.5: why p may not pay this component."""
    if s.phase != Phase.MAIN_POST and s.phase != Phase.PAYING:
        return Reason.WRONG_MOMENT.value
    if s.phase == Phase.MAIN_POST and not can_travel(s, p):
        return Reason.ONE_LEG.value
    if s.city[p] == WALK_LEG:
        return Reason.NOT_THIS_LEG.value
    if held(s, p, component) == 0:
        return Reason.NO_BALLOON.value if component == BALLOON_ACTION else Reason.NOT_IN_HAND.value
    if component < last_paid(s):
        return Reason.DESCENDING.value
    fits = (payable(s, p) >> component) & 1 != 0
    return Reason.LEGAL.value if fits else Reason.CANNOT_COMPLETE.value


@rule
def reason_use(s: Any, p: int, event: int) -> int:
    """2: why p may not play this event card, none of the components."""
    main = s.phase == Phase.MAIN_PRE or s.phase == Phase.MAIN_POST
    if event in (OCCASION, DISTRACTION):
        wanted = Phase.OCCASION if event == OCCASION else Phase.DISTRACTION
        return Reason.LEGAL.value if s.phase == wanted else Reason.WRONG_MOMENT.value
    if event in (OFFER, ELEPHANT):
        if s.phase != Phase.MAIN_POST:
            return Reason.WRONG_MOMENT.value
        if not can_travel(s, p):
            return Reason.ONE_LEG.value
        if event == ELEPHANT and s.city[p] != WALK_LEG:
            return Reason.NOT_THIS_LEG.value
    elif not main:
        return Reason.WRONG_MOMENT.value
    if s.event_hand[p, event] == 0:
        return Reason.NOT_IN_HAND.value
    return Reason.EMPTY_PILE.value if event == PRINCESS and s.event_top == NO_CARD else Reason.LEGAL.value


@rule
def reason_walk(s: Any, p: int) -> int:
    """4.5: why p may not walk."""
    if s.city[p] != WALK_LEG:
        return Reason.NOT_THIS_LEG.value
    return Reason.LEGAL.value if can_travel(s, p) else Reason.ONE_LEG.value


@rule
def reason_swap(s: Any, p: int, i: int, j: int) -> int:
    """4.4: why p may not swap these two cards."""
    if s.event_hand[p, CHANGE] == 0:
        return Reason.NOT_IN_HAND.value
    if s.display[i] == NO_CARD or s.display[j] == NO_CARD:
        return Reason.EMPTY_SPACE.value
    return Reason.LEGAL.value if can_swap(s, i, j) else Reason.SAME_CARD.value


# ---------------------------------------------------------------- a decision


@rule
def apply(s: Any, action: int) -> None:
    """4.3: plays a legal action and all that follows from it without a choice."""
    p = int(s.seat)
    if s.phase == Phase.MAIN_PRE or s.phase == Phase.MAIN_POST:
        apply_main(s, p, action)
    elif s.phase == Phase.EXCHANGE:
        exchange(s, p, action)
    elif s.phase == Phase.DET_TARGET:
        s.detective = action - DETECTIVE_TO + 1
        return_to_main(s)
    elif s.phase == Phase.PAYING:
        pay_component(s, p, component_of(action))
    elif s.phase == Phase.OCCASION:
        settle_occasion(s, p, action != PASS)
    elif s.phase == Phase.ROLL:
        settle_roll(s, p, action == REROLL)
    elif s.phase == Phase.DISTRACTION:
        settle_detective(s, action != PASS)
    else:
        if action < DISCARD_EVENT:
            discard_travel(s, p, action - DISCARD_TRAVEL)
        else:
            discard_event(s, p, action - DISCARD_EVENT)
        check_hand_limit(s)


@rule
def component_of(action: int) -> int:
    """7.1: the component that an action pays: travel cards 0..9, event cards 10..12, the balloon action 13."""
    return BALLOON_ACTION if action == PAY_BALLOON_ACTION else action - PAY


@rule
def apply_main(s: Any, p: int, action: int) -> None:
    """4.3: an action of the main phase, before or after the card of the turn."""
    if action < TAKE_PLAIN:
        take_card(s, p, action - TAKE)
        carry_out(s, p, action - TAKE)
    elif action < DRAW_DECK:
        take_card(s, p, action - TAKE_PLAIN + PLAIN_FROM)
        return_to_main(s)
    elif action == PASS:
        end_turn(s)
    elif action <= USE + EXPRESS and action >= PAY:
        pay_component(s, p, action - PAY)
    elif action == PAY_BALLOON_ACTION:
        pay_component(s, p, BALLOON_ACTION)
    elif action == WALK:
        walk(s, p)
    elif action == USE + OFFER:
        use_offer(s, p)
    elif action == USE + ELEPHANT:
        ride_elephant(s, p)
    else:
        apply_free(s, p, action)


@rule
def apply_free(s: Any, p: int, action: int) -> None:
    """4.3, 4.4: buying, event cards of the main phase, and the card from the deck; then the main phase goes on."""
    if action == USE + DETECTIVE:
        discard_event(s, p, DETECTIVE)
        s.phase = Phase.DET_TARGET
        return
    if action == DRAW_DECK:
        draw_travel(s, p)
        s.card_taken = 1
    elif action == BUY_TRAVEL:
        spend_coins(s, p, BUY_CARD_COST)
        draw_travel(s, p)
    elif action == BUY_EVENT:
        spend_coins(s, p, BUY_CARD_COST)
        draw_event(s, p)
    elif action == USE + PRINCESS:
        rescue_event(s, p)
    elif action == CASH_ELEPHANT:
        discard_event(s, p, ELEPHANT)
        gain_coin(s, p)
    else:
        discard_event(s, p, CHANGE)
        swap_cards(s, int(SWAPS[action - SWAP, 0]), int(SWAPS[action - SWAP, 1]))
    return_to_main(s)


@rule
def swap_cards(s: Any, i: int, j: int) -> None:
    """2: Change swaps the cards of two spaces."""
    card = int(s.display[i])
    s.display[i] = s.display[j]
    s.display[j] = card


# ---------------------------------------------------------------- the card of the turn


@rule
def take_card(s: Any, p: int, space: int) -> None:
    """4.4, 4.8: the card of a space comes into the hand before everybody's eyes."""
    gain_travel(s, p, int(s.display[space]))
    s.known_travel[p, s.display[space]] += 1
    s.display[space] = NO_CARD
    s.card_taken = 1


@rule
def carry_out(s: Any, p: int, space: int) -> None:
    """4.4: the action of the space whose card p has taken."""
    if space == DETECTIVE_SPACE:
        s.phase = Phase.DET_TARGET
        return
    if space == EXCHANGE_SPACE:
        s.phase = Phase.EXCHANGE
        return
    if space == COIN_SPACE:
        gain_coin(s, p)
    elif space == BALLOON_SPACE:
        s.balloon_ready = 1
    elif space == EVENT_SPACE:
        draw_event(s, p)
    else:
        s.watch = p
    return_to_main(s)


@rule
def exchange(s: Any, p: int, action: int) -> None:
    """4.4: one more travel card of up to three is discarded; after the last one, as many are drawn."""
    if action != PASS:
        discard_travel(s, p, action - DISCARD_TRAVEL)
        s.exchanged += 1
        if s.exchanged < EXCHANGE_CARDS:
            return
    for _ in range(s.exchanged):
        draw_travel(s, p)
    s.exchanged = 0
    return_to_main(s)
