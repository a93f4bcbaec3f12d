"""Whether a record is a position of the game (RULES 8): everything is counted again, nothing is believed."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.layouts import FaultCode
from ..engine.seats import relative
from .rules import can_pay, can_pay_with, can_place, is_empty, nothing_can_be_placed, reason_piece, state_of
from .scoring import alliance_points, palace_points, road_points
from .state import NO_CARD, NOBODY, NONE, Phase
from .tables import (
    CARDS,
    CARDS_IN_PLAY,
    CITIES_IN_STATE,
    COLOURS,
    DISPLAY_SIZE,
    EMISSARIES_PER_PLAYER,
    FIRST_CITY,
    FIRST_PILE,
    FORTS_PER_PLAYER,
    HAND_SIZE,
    MAX_PLAYERS,
    PALACES_PER_PLAYER,
    SIDE_ALLOWED,
    STATE_COLOUR,
    STATES,
)


class Fault(FaultCode):
    """Why a record is no position of China."""

    NONE = 0, "", ""
    SIDE = 1, "side", "a side of the board that this player count may use"
    START_SEAT = 2, "start_seat", "a seat that takes part"
    TRUNCATED = 3, "truncated", "0: no cap cuts this game"
    OWNER = 4, "owner", "seats that take part, or -1"
    PALACES = 5, "palaces", "what the owners of the cities come to"
    FREE_CITIES = 6, "free_cities", "cities of each state without an owner"
    EMISSARIES = 7, "emissaries", "0 for seats that do not take part"
    ROOM = 8, "room", "most palaces of one seat less all emissaries, in each state"
    PALACES_LEFT = 9, "palaces_left", "20 less the palaces on the board; 0 for absent seats"
    EMISSARIES_LEFT = 10, "emissaries_left", "8 less the emissaries on the board; 0 for absent seats"
    FORTS_LEFT = 11, "forts_left", "with the forts on the board one for each seat, without the option none"
    HAND = 12, "hand", "0 for seats that do not take part"
    KNOWN = 13, "known", "no more cards of a colour than the hand, and what was taken from the display in this turn"
    HAND_SIZE = 14, "hand_size", "the cards of each hand"
    PILE = 15, "pile", "colours below pile_size, -1 from there on"
    CARDS = 16, "discard", "with hands, display and pile all cards of this player count"
    PILE_SIZE = 17, "pile_size", "0 in the final round only; at most the first pile, or two more in the second pass"
    SECOND_PASS = 18, "second_pass", "1 in the final round"
    SCORED = 19, "scored", "1 for full states; after the end for states with a palace"
    SCORE = 20, "score", "what the scored states pay; after the end everything; 0 for absent seats"
    OVER = 21, "over", "1 in phase OVER only, after the last turn of the final round or when nothing can be placed"
    FINAL_ROUND = 22, "final_round", "0 where the round is not finished, before the starting seat and in DRAW"
    ACTIVE_STATE = 23, "active_state", "a state in PAY, SECOND and once pieces are placed, that of the target; else -1"
    WAS_EMPTY = 24, "was_empty", "1 only if the pieces of this turn are all that stands in the active state"
    PLACED = 25, "placed", "0 in MAIN, PAY and OVER, 1 in SECOND, at most 1 in a state that was empty"
    TARGET = 26, "target", "in PAY a piece that can be placed and paid in two ways; else -1"
    SECOND = 27, "phase", "SECOND only where a second piece can be placed and paid"
    CARDS_SPENT = 28, "hand_size", "in MAIN and PAY three cards of the mover; later what the pieces of the turn leave"
    OTHER_HANDS = 29, "hand_size", "three cards of all others but those that have moved in or before the final round"
    DISPLAY = 30, "display", "four cards before the final round, in DRAW less those that were taken"
    RENEWED = 32, "renewed", "0 in the first pass; later what lies in the pile and was drawn unseen from it"
    DRAWN = 33, "drawn", "0 in the first pass and for absent seats"
    DECISIONS = 31, "decisions", "four for each card that has left the pile, and those of this turn or the final round"


@rule
def check(s: Any) -> int:
    """8: why the record, whose numbers are within their bounds, is no position of the game, a ``Fault``; 0 if it is."""
    code = check_setting(s)
    if code == 0:
        code = check_board(s)
    if code == 0:
        code = check_supplies(s)
    if code == 0:
        code = check_cards(s)
    if code == 0:
        code = check_pile(s)
    if code == 0:
        code = check_scores(s)
    if code == 0:
        code = check_end(s)
    if code == 0:
        code = check_turn(s)
    if code == 0:
        code = check_mover(s)
    if code == 0:
        code = check_other_hands(s)
    if code == 0 and s.decisions > most_decisions(s):
        code = Fault.DECISIONS.value
    return code


@rule
def check_setting(s: Any) -> int:
    """4.0, 4.2: options and seats; nothing cuts the game."""
    if SIDE_ALLOWED[s.num_players, s.side] == 0:
        return Fault.SIDE.value
    if s.start_seat >= s.num_players:
        return Fault.START_SEAT.value
    return Fault.TRUNCATED.value if s.truncated != 0 else 0


# ---------------------------------------------------------------- board and supplies


@rule
def check_board(s: Any) -> int:
    """8, numbers 4 and 5: palaces, free cities and room of each state."""
    for state in range(STATES):
        free = 0
        for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
            if s.owner[city] >= s.num_players:
                return Fault.OWNER.value
            if s.owner[city] == NOBODY:
                free += 1
        most = 0
        sent = 0
        for p in range(MAX_PLAYERS):
            if s.palaces[state, p] != palaces_in(s, state, p):
                return Fault.PALACES.value
            if p >= s.num_players and s.emissaries[state, p] != 0:
                return Fault.EMISSARIES.value
            most = max(most, int(s.palaces[state, p]))
            sent += int(s.emissaries[state, p])
        if s.free_cities[state] != free:
            return Fault.FREE_CITIES.value
        if s.room[state] != most - sent:
            return Fault.ROOM.value
    return 0


@rule
def palaces_in(s: Any, state: int, p: int) -> int:
    """8, number 3: the cities of the state that p owns."""
    count = 0
    for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
        if s.owner[city] == p:
            count += 1
    return count


@rule
def check_supplies(s: Any) -> int:
    """8, number 3: pieces in supply and on the board."""
    forts = 0
    for state in range(STATES):
        for city in range(FIRST_CITY[state], FIRST_CITY[state + 1]):
            forts += int(s.fort[city])
    for p in range(MAX_PLAYERS):
        palaces = 0
        emissaries = 0
        for state in range(STATES):
            palaces += int(s.palaces[state, p])
            emissaries += int(s.emissaries[state, p])
        present = p < s.num_players
        if s.palaces_left[p] != (PALACES_PER_PLAYER - palaces if present else 0):
            return Fault.PALACES_LEFT.value
        if s.emissaries_left[p] != (EMISSARIES_PER_PLAYER - emissaries if present else 0):
            return Fault.EMISSARIES_LEFT.value
        if not present and s.forts_left[p] != 0:
            return Fault.FORTS_LEFT.value
        forts += int(s.forts_left[p])
    return 0 if forts == (FORTS_PER_PLAYER * s.num_players if s.forts != 0 else 0) else Fault.FORTS_LEFT.value


# ---------------------------------------------------------------- cards


@rule
def check_cards(s: Any) -> int:
    """8, number 1: hands, and all cards of each colour."""
    for p in range(MAX_PLAYERS):
        count = 0
        for colour in range(COLOURS):
            held = int(s.hand[p, colour])
            if p >= s.num_players and held != 0:
                return Fault.HAND.value
            if s.known[p, colour] > held:
                return Fault.KNOWN.value
            count += held
        if s.hand_size[p] != count:
            return Fault.HAND_SIZE.value
    for k in range(CARDS):
        if (s.pile[k] == NO_CARD) != (k >= s.pile_size):
            return Fault.PILE.value
    for colour in range(COLOURS):
        total = int(s.display[colour]) + int(s.discard[colour])
        for p in range(s.num_players):
            total += int(s.hand[p, colour])
        for k in range(s.pile_size):
            if s.pile[k] == colour:
                total += 1
        if total != CARDS_IN_PLAY[s.num_players, colour]:
            return Fault.CARDS.value
    return 0


@rule
def check_pile(s: Any) -> int:
    """4.5, 7.4, 8, number 8: the size of the pile and how often it has been used up."""
    if (s.pile_size == 0) != (s.final_round != 0):
        return Fault.PILE_SIZE.value
    if s.pile_size > FIRST_PILE[s.num_players] + 2 * s.second_pass:
        return Fault.PILE_SIZE.value
    if s.final_round != 0 and s.second_pass == 0:
        return Fault.SECOND_PASS.value
    for colour in range(COLOURS):
        renewed = 0
        for k in range(s.pile_size):
            if s.second_pass != 0 and s.pile[k] == colour:
                renewed += 1
        for p in range(MAX_PLAYERS):
            if s.drawn[p, colour] != 0 and (s.second_pass == 0 or p >= s.num_players):
                return Fault.DRAWN.value
            renewed += int(s.drawn[p, colour])
        if s.renewed[colour] != renewed:
            return Fault.RENEWED.value
    return 0


@rule
def shown(s: Any) -> int:
    """4.2: the cards of the display."""
    count = 0
    for colour in range(COLOURS):
        count += int(s.display[colour])
    return count


# ---------------------------------------------------------------- scores, the end


@rule
def check_scores(s: Any) -> int:
    """8, numbers 6, 9 and 11: nothing on the board moves, so the score marker follows from it."""
    for state in range(STATES):
        full = s.free_cities[state] == 0
        counted = full or (s.over != 0 and s.free_cities[state] < CITIES_IN_STATE[state])
        if (s.scored[state] != 0) != counted:
            return Fault.SCORED.value
    for p in range(MAX_PLAYERS):
        points = 0
        if p < s.num_players:
            for state in range(STATES):
                if s.scored[state] != 0:
                    points += palace_points(s, state, p)
            if s.over != 0:
                points += alliance_points(s, p) + road_points(s, p)
        if s.score[p] != points:
            return Fault.SCORE.value
    return 0


@rule
def check_end(s: Any) -> int:
    """4.6: the game is over exactly when it has ended, and the final round has its seats."""
    if (s.over != 0) != (s.phase == Phase.OVER):
        return Fault.OVER.value
    place = relative(int(s.seat), int(s.start_seat), int(s.num_players))
    if s.over != 0:
        last = s.final_round != 0 and (s.finish_round == 0 or place == s.num_players - 1)
        return 0 if last or nothing_can_be_placed(s) else Fault.OVER.value
    if s.final_round != 0 and (s.finish_round == 0 or place == 0 or s.phase == Phase.DRAW):
        return Fault.FINAL_ROUND.value
    return 0


# ---------------------------------------------------------------- the turn


@rule
def check_turn(s: Any) -> int:
    """4.4, 8, number 7: what the fields of the turn say fits the phase."""
    if s.phase == Phase.PAY:
        if s.target == NONE:
            return Fault.TARGET.value
        if s.active_state != state_of(int(s.target)):
            return Fault.ACTIVE_STATE.value
        if (s.was_empty != 0) != is_empty(s, int(s.active_state)):
            return Fault.WAS_EMPTY.value
        return Fault.PLACED.value if s.placed != 0 else 0
    if s.target != NONE:
        return Fault.TARGET.value
    if s.phase == Phase.MAIN or s.phase == Phase.OVER:
        if s.placed != 0:
            return Fault.PLACED.value
    elif s.phase == Phase.SECOND and s.placed != 1:
        return Fault.PLACED.value
    if (s.active_state != NONE) != (s.placed > 0):
        return Fault.ACTIVE_STATE.value
    return check_placed(s)


@rule
def check_placed(s: Any) -> int:
    """4.3: what has been placed stands in the active state, and one piece only if it was empty."""
    if s.placed == 0:
        return Fault.WAS_EMPTY.value if s.was_empty != 0 else 0
    state = int(s.active_state)
    if s.was_empty != 0:
        if s.placed > 1 or s.phase == Phase.SECOND:
            return Fault.PLACED.value
        only = CITIES_IN_STATE[state] - s.free_cities[state] <= 1
        for p in range(s.num_players):
            only = only and s.emissaries[state, p] == 0
        return 0 if only else Fault.WAS_EMPTY.value
    return Fault.WAS_EMPTY.value if is_empty(s, state) else 0


@rule
def check_mover(s: Any) -> int:
    """4.3, 4.4, 8, numbers 2 and 8: cards of the mover and of the display; the mover can do what the phase asks."""
    p = int(s.seat)
    size = int(s.hand_size[p])
    taken = DISPLAY_SIZE - shown(s)  # in DRAW from the display, in this turn
    if taken < 0 or (s.final_round == 0 and s.phase != Phase.DRAW and taken != 0):
        return Fault.DISPLAY.value
    if (s.phase == Phase.MAIN or s.phase == Phase.PAY) and size != HAND_SIZE:
        return Fault.CARDS_SPENT.value
    if s.phase == Phase.PAY:
        ways = 0
        for colour in range(COLOURS):
            if can_pay_with(s, p, STATE_COLOUR[s.active_state], colour):
                ways += 1
        return 0 if ways == 2 and reason_piece(s, p, int(s.target)) == 0 else Fault.TARGET.value
    if s.phase == Phase.SECOND:
        if size == HAND_SIZE:
            return Fault.CARDS_SPENT.value
        state = int(s.active_state)
        return 0 if can_place(s, p, state) and can_pay(s, p, STATE_COLOUR[state]) else Fault.SECOND.value
    if s.phase == Phase.DRAW:
        if size == HAND_SIZE or size < HAND_SIZE - 1 - s.placed:  # an exchange takes one card, n pieces at most n + 1
            return Fault.CARDS_SPENT.value
        if taken > size - (HAND_SIZE - 1 - s.placed):
            return Fault.DISPLAY.value
        known = 0
        for colour in range(COLOURS):
            known += int(s.known[p, colour])
        return Fault.KNOWN.value if known < taken else 0
    return 0


@rule
def check_other_hands(s: Any) -> int:
    """8, number 2: all others hold three cards until the final round. It begins behind one seat of the round, which may
    hold fewer; those that moved after it hold fewer, those that still have to move hold three."""
    count = int(s.num_players)
    moved = relative(int(s.seat), int(s.start_seat), count) + (1 if s.over != 0 else 0)  # seats that had their turn
    fewer = False
    for place in range(count):
        p = (int(s.start_seat) + place) % count
        full = s.hand_size[p] == HAND_SIZE
        if s.final_round == 0 or place >= moved:
            if not full and (p != s.seat or s.over != 0):
                return Fault.OTHER_HANDS.value
        elif fewer and full:
            return Fault.OTHER_HANDS.value
        elif not full:
            fewer = True
    return 0


# ---------------------------------------------------------------- length


@rule
def most_decisions(s: Any) -> int:
    """7.4: the most decisions that can have led here."""
    pile = int(FIRST_PILE[s.num_players])
    gone = pile - int(s.pile_size) + (pile + 2 if s.second_pass != 0 else 0)
    place = relative(int(s.seat), int(s.start_seat), int(s.num_players))
    most = 4 * gone
    if s.final_round != 0:
        most += 2 + 3 * (place if s.over != 0 else place - 1)
    if s.phase == Phase.PAY:
        most += 1
    elif s.phase == Phase.SECOND:
        most += 2
    elif s.phase == Phase.DRAW:
        most += 1 if s.placed == 0 else 3 + DISPLAY_SIZE - shown(s)
    return most
