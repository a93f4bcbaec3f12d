"""The rules of China as a state machine: setup, legal actions, what an action does (RULES 4)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import shuffle
from ..engine.piles import fill_pile, take_last
from ..engine.seats import next_seat
from .actions import DRAW, EMISSARY, EXCHANGE, FORT, PAY, STOP, TAKE, Reason
from .scoring import score_state, total_points
from .state import NO_CARD, NOBODY, NONE, Phase
from .tables import (
    CARDS_IN_PLAY,
    CITIES_IN_STATE,
    CITY_STATE,
    COLOURS,
    DISPLAY_SIZE,
    EMISSARIES_PER_PLAYER,
    FIRST_CITY,
    FORTS_PER_PLAYER,
    HAND_SIZE,
    PALACES_PER_PLAYER,
    STATE_COLOUR,
    STATES,
)

# ---------------------------------------------------------------- setup


@rule
def setup(s: Any, options: Any) -> None:
    """4.2: the cards of this player count are shuffled and dealt, everybody gets the pieces, seat 0 starts."""
    s.side = options[0]
    s.forts = options[1]
    s.finish_round = options[2]
    s.owner[:] = NOBODY
    for state in range(STATES):
        s.free_cities[state] = CITIES_IN_STATE[state]
    s.pile[:] = NO_CARD
    s.pile_size = fill_pile(s.pile, 0, CARDS_IN_PLAY[s.num_players])
    shuffle(s.rng, s.pile[: s.pile_size])
    for p in range(s.num_players):
        s.palaces_left[p] = PALACES_PER_PLAYER
        s.emissaries_left[p] = EMISSARIES_PER_PLAYER
        s.forts_left[p] = FORTS_PER_PLAYER if s.forts != 0 else 0
        s.hand_size[p] = HAND_SIZE
        for _ in range(HAND_SIZE):
            s.hand[p, top_card(s)] += 1
    for _ in range(DISPLAY_SIZE):
        s.display[top_card(s)] += 1
    s.start_seat = 0
    s.seat = 0
    start_turn(s)


# ---------------------------------------------------------------- legal actions


@rule
def legal(s: Any, mask: Any) -> None:
    """4.4: writes 1 for each legal action of the acting seat into ``mask``, ``(128,)`` int8, all zero before."""
    p = int(s.seat)
    if s.phase == Phase.MAIN:
        pair = pair_colour(s, p)
        for state in range(STATES):
            colour = STATE_COLOUR[state]
            if s.hand[p, colour] >= 1 or (pair != NONE and pair != colour):
                mark_targets(s, p, state, mask)
        for colour in range(COLOURS):
            if s.hand[p, colour] > 0:
                mask[EXCHANGE + colour] = 1
    elif s.phase == Phase.PAY:
        for colour in range(COLOURS):
            if can_pay_with(s, p, STATE_COLOUR[s.active_state], colour):
                mask[PAY + colour] = 1
    elif s.phase == Phase.SECOND:
        mark_targets(s, p, int(s.active_state), mask)
        mask[STOP] = 1
    else:
        for colour in range(COLOURS):
            if s.display[colour] > 0:
                mask[TAKE + colour] = 1
        mask[DRAW] = 1


@rule
def mark_targets(s: Any, p: int, state: int, mask: Any) -> None:
    """4.3: marks every piece that p may place in a state that p can pay for."""
    has_palace = s.palaces_left[p] > 0
    has_fort = s.forts_left[p] > 0
    if s.free_cities[state] > 0:
        for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
            if s.owner[city] == NOBODY:
                if has_palace:
                    mask[city] = 1
                if has_fort and s.fort[city] == 0:
                    mask[FORT + city] = 1
    if s.room[state] > 0 and s.emissaries_left[p] > 0:
        mask[EMISSARY + state] = 1


@rule
def can_place(s: Any, p: int, state: int) -> bool:
    """4.3: p may place some piece in the state, cards ignored."""
    if s.free_cities[state] > 0 and s.palaces_left[p] > 0:
        return True
    if s.room[state] > 0 and s.emissaries_left[p] > 0:
        return True
    if s.forts_left[p] > 0 and s.free_cities[state] > 0:
        for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
            if s.owner[city] == NOBODY and s.fort[city] == 0:
                return True
    return False


@rule
def pair_colour(s: Any, p: int) -> int:
    """4.3: the colour of which p holds two or three cards, or NONE; three cards hold at most one pair."""
    for colour in range(COLOURS):
        if s.hand[p, colour] >= 2:
            return colour
    return NONE


@rule
def can_pay(s: Any, p: int, colour: int) -> bool:
    """4.3: p can pay for a piece in a state of this colour: one card of it, or two of one other colour."""
    pair = pair_colour(s, p)
    return s.hand[p, colour] >= 1 or (pair != NONE and pair != colour)


@rule
def can_pay_with(s: Any, p: int, colour: int, paid: int) -> bool:
    """4.3: p can pay for a piece in a state of a colour with cards of colour ``paid``."""
    return s.hand[p, paid] >= (1 if paid == colour else 2)


# ---------------------------------------------------------------- reasons


@rule
def reason(s: Any, action: int) -> int:
    """4.3, 4.4: why an action of the current phase is illegal, a ``Reason``; LEGAL exactly where the mask is 1."""
    p = int(s.seat)
    if action < EXCHANGE:
        return reason_piece(s, p, action)
    if action < PAY:
        return Reason.LEGAL.value if s.hand[p, action - EXCHANGE] > 0 else Reason.NOT_IN_HAND.value
    if action < STOP:
        payable = can_pay_with(s, p, STATE_COLOUR[s.active_state], action - PAY)
        return Reason.LEGAL.value if payable else Reason.CANNOT_PAY_SO.value
    if TAKE <= action < DRAW and s.display[action - TAKE] == 0:
        return Reason.NOT_ON_DISPLAY.value
    return Reason.LEGAL.value


@rule
def reason_piece(s: Any, p: int, action: int) -> int:
    """4.3: why p may not place this piece."""
    state = state_of(action)
    if s.phase == Phase.SECOND and state != s.active_state:
        return Reason.OTHER_STATE.value
    if action < EMISSARY:
        if s.owner[action] != NOBODY:
            return Reason.CITY_TAKEN.value
        if s.palaces_left[p] == 0:
            return Reason.NO_PALACE_LEFT.value
    elif action < FORT:
        if s.emissaries_left[p] == 0:
            return Reason.NO_EMISSARY_LEFT.value
        if s.room[state] <= 0:
            return Reason.NO_ROOM.value
    else:
        if s.forts == 0:
            return Reason.FORTS_OFF.value
        if s.forts_left[p] == 0:
            return Reason.NO_FORT_LEFT.value
        if s.owner[action - FORT] != NOBODY:
            return Reason.CITY_TAKEN.value
        if s.fort[action - FORT] != 0:
            return Reason.FORT_STANDS.value
    return Reason.LEGAL.value if can_pay(s, p, STATE_COLOUR[state]) else Reason.CANNOT_PAY.value


# ---------------------------------------------------------------- a decision


@rule
def apply(s: Any, action: int) -> None:
    """4.4: plays a legal action and all that follows from it without a choice."""
    if s.phase == Phase.MAIN and action >= EXCHANGE:
        exchange(s, action - EXCHANGE)
    elif s.phase == Phase.PAY:
        place_piece(s, action - PAY)
    elif s.phase == Phase.DRAW:
        draw_card(s, action)
    elif action == STOP:
        start_drawing(s)
    else:
        choose_piece(s, action)


@rule
def exchange(s: Any, colour: int) -> None:
    """4.3 B: one card is discarded; one card is drawn for it."""
    discard_cards(s, s.seat, colour, 1)
    start_drawing(s)


@rule
def choose_piece(s: Any, action: int) -> None:
    """4.4: remembers the piece to be placed, and pays for it at once when there is only one way to."""
    state = state_of(action)
    if s.phase == Phase.MAIN:
        s.active_state = state
        s.was_empty = 1 if is_empty(s, state) else 0
    s.target = action
    ways = 0
    paid = NONE
    for colour in range(COLOURS):
        if can_pay_with(s, s.seat, STATE_COLOUR[state], colour):
            ways += 1
            paid = colour
    if ways > 1:
        s.phase = Phase.PAY
    else:
        place_piece(s, paid)


@rule
def state_of(action: int) -> int:
    """7.1: the state into which the action places a piece."""
    if action < EMISSARY:
        return int(CITY_STATE[action])
    if action < FORT:
        return action - EMISSARY
    return int(CITY_STATE[action - FORT])


@rule
def is_empty(s: Any, state: int) -> bool:
    """4.3: the state holds no palace, and therefore no emissary; forts do not count (ruling 5.4)."""
    return s.free_cities[state] == CITIES_IN_STATE[state]


@rule
def place_piece(s: Any, paid: int) -> None:
    """4.3: pays for the chosen piece, places it, scores a filled state, and lets a second piece follow."""
    p = int(s.seat)
    state = int(s.active_state)
    action = int(s.target)
    s.target = NONE
    discard_cards(s, p, paid, 1 if paid == STATE_COLOUR[state] else 2)
    if action < EMISSARY:
        build_palace(s, p, action)
    elif action < FORT:
        s.emissaries[state, p] += 1
        s.emissaries_left[p] -= 1
        s.room[state] -= 1
    else:
        s.fort[action - FORT] = 1
        s.forts_left[p] -= 1
    s.placed += 1
    if s.placed == 1 and s.was_empty == 0 and can_pay(s, p, STATE_COLOUR[state]) and can_place(s, p, state):
        s.phase = Phase.SECOND
    else:
        start_drawing(s)


@rule
def build_palace(s: Any, p: int, city: int) -> None:
    """4.3: a palace of p; it may make room for an emissary, and the last one of a state scores it at once."""
    state = int(CITY_STATE[city])
    most = 0
    for other in range(s.num_players):
        most = max(most, int(s.palaces[state, other]))
    s.owner[city] = p
    s.palaces_left[p] -= 1
    s.palaces[state, p] += 1
    s.free_cities[state] -= 1
    if s.palaces[state, p] > most:
        s.room[state] += 1
    if s.free_cities[state] == 0:
        score_state(s, state)


# ---------------------------------------------------------------- cards


@rule
def discard_cards(s: Any, p: int, colour: int, count: int) -> None:
    """4.3, 7.2: p puts cards on the discards; the ones that everybody knew of go first."""
    s.hand[p, colour] -= count
    s.hand_size[p] -= count
    s.known[p, colour] = max(0, int(s.known[p, colour]) - count)
    s.discard[colour] += count


@rule
def start_drawing(s: Any) -> None:
    """4.4, 4.5: the seat refills its hand; in the final round nobody draws and the turn is over."""
    if s.final_round != 0:
        end_turn(s)
    else:
        s.phase = Phase.DRAW


@rule
def draw_card(s: Any, action: int) -> None:
    """4.4: one card into the hand; when it is full, the display is topped up and the turn ends."""
    p = int(s.seat)
    s.hand_size[p] += 1
    if action == DRAW:
        drawn = top_card(s)
        s.hand[p, drawn] += 1
        if s.second_pass != 0:
            s.drawn[p, drawn] += 1
        check_pile(s)
    else:
        colour = action - TAKE
        s.display[colour] -= 1
        s.hand[p, colour] += 1
        s.known[p, colour] += 1
    if s.hand_size[p] == HAND_SIZE or s.final_round != 0:
        top_up_display(s)
        end_turn(s)


@rule
def top_up_display(s: Any) -> None:
    """4.4, 4.5: the display is filled from the pile, but not any more once the pile is used up for good."""
    count = 0
    for colour in range(COLOURS):
        count += int(s.display[colour])
    while count < DISPLAY_SIZE and s.final_round == 0:
        shown = top_card(s)
        s.display[shown] += 1
        count += 1
        if s.second_pass != 0:
            s.renewed[shown] -= 1
        check_pile(s)


@rule
def top_card(s: Any) -> int:
    """4.4: takes the top card off the pile."""
    colour = take_last(s.pile, int(s.pile_size))
    s.pile_size -= 1
    return colour


@rule
def most_in_pile(s: Any, seat: int, colour: int) -> int:
    """7.2: cards of a colour that can lie in the pile as ``seat`` knows: no more than it cannot place, and in the
    second pass no more than the discards of which it was made held, less those that the seat saw leaving it."""
    hidden = CARDS_IN_PLAY[s.num_players, colour] - s.hand[seat, colour] - s.display[colour] - s.discard[colour]
    for p in range(s.num_players):
        if p != seat:
            hidden -= s.known[p, colour]
    if s.second_pass == 0:
        return hidden
    return min(hidden, int(s.renewed[colour]) - int(s.drawn[seat, colour]))


@rule
def check_pile(s: Any) -> None:
    """4.5: after its last card has gone, the pile is renewed from the discards once; then the final round begins."""
    if s.pile_size > 0:
        return
    if s.second_pass != 0:
        s.final_round = 1
        return
    s.second_pass = 1
    s.pile_size = fill_pile(s.pile, 0, s.discard)
    for colour in range(COLOURS):
        s.renewed[colour] = s.discard[colour]
    s.discard[:] = 0
    shuffle(s.rng, s.pile[: s.pile_size])


# ---------------------------------------------------------------- turns, the end


@rule
def start_turn(s: Any) -> None:
    """4.4: the acting seat begins its turn."""
    clear_turn(s)
    s.phase = Phase.MAIN


@rule
def clear_turn(s: Any) -> None:
    """4.4: nothing has been placed yet."""
    s.active_state = NONE
    s.was_empty = 0
    s.placed = 0
    s.target = NONE


@rule
def end_turn(s: Any) -> None:
    """4.4, 4.6: the end tests, then the next seat."""
    following = next_seat(int(s.seat), int(s.num_players))
    last_turn = s.final_round != 0 and (following == s.start_seat or s.finish_round == 0)
    if last_turn or nothing_can_be_placed(s):
        finish(s)
    else:
        s.seat = following
        start_turn(s)


@rule
def nothing_can_be_placed(s: Any) -> bool:
    """4.6: nobody could place a piece anywhere, cards ignored."""
    for state in range(STATES):
        if s.free_cities[state] > 0 or s.room[state] > 0:
            for p in range(s.num_players):
                if can_place(s, p, state):
                    return False
    return True


@rule
def finish(s: Any) -> None:
    """4.6, 6: the final scoring."""
    for p in range(s.num_players):
        s.score[p] = total_points(s, p)
    for state in range(STATES):
        if s.free_cities[state] < CITIES_IN_STATE[state]:
            s.scored[state] = 1
    clear_turn(s)
    s.phase = Phase.OVER
    s.over = 1
