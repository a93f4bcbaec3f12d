"""What can be wrong with a record that comes from outside (RULES 8), as codes of ``check``."""

from __future__ import annotations

from ..engine.layouts import FaultCode


class Fault(FaultCode):
    """Why a record is no position of the game: code, field, what is allowed."""

    NONE = 0, "", ""
    # the setting
    EVENT_ORDER = 1, "event_order", "0 with one player, who has no events"
    HAND_LIMIT = 2, "hand_limit", "6; with one player 3 or 2"
    TRUNCATED = 3, "truncated", "0: no cap of the rules ends a game"
    OVER = 4, "over", "1 in phase OVER, else 0"
    ROUND = 5, "round_index", "a round of this player count; in phase OVER the last one"
    TURN_OWNER = 6, "turn_owner", "a seat that takes part; in phase OVER the last one"
    ABSENT = 7, "num_players", "a count that includes every seat that has something; absent seats are empty"
    DECISIONS = 8, "decisions", "at most 72 for each turn so far"
    # discs and cubes
    DISCS = 10, "down", "the other side of each disc, so that all sixteen discs are there"
    RUNS = 11, "up", "no run where a turn begins or has been collected, several where one is chosen"
    NEW_DEAL = 12, "up", "after a deal opium in the corners and no group that is too large"
    HAND_SIZE = 13, "hand_size", "the cubes in the hand"
    STORE_SIZE = 14, "store_size", "the cubes in the store, two at most"
    COVERED = 15, "store", "no cubes in a firm or on a covered side"
    COVERED_FIRM = 16, "firm", "no firm on a covered side"
    SUPPLY = 17, "supply", "the cubes that lie nowhere else, of fifteen of each colour"
    HANDS = 18, "hand_size", "the hand limit, and for the owner of the turn what the turn may have brought"
    # cards
    FIRMS = 20, "owned", "as many firms as stand in the own warehouse"
    STOCK = 21, "stock", "the buildings that nobody owns"
    SHIP_COUNT = 22, "ship_count", "12; with one player 8 of level 1"
    SHIP_ORDER = 23, "ship_order", "each ship of the level once, but for those that stay in the box"
    SHIPS_OPENED = 24, "ships_opened", "the ships bought and the one that lies open"
    FACE_UP = 25, "face_up", "the ship opened last, none once the level is sold out"
    CREDITS = 26, "credits", "what the ships bought give, in all"
    SHIP_PRESTIGE = 27, "ship_prestige", "what the ships bought give, in all"
    EVENTS = 28, "events", "1851, then each other event once, by years if they are in order; none with one player"
    EVENT = 29, "event", "the event of the round"
    EVENT_OPENED = 30, "event_opened", "the events of the rounds so far"
    # the turn
    SEAT = 40, "seat", "the owner of the turn; in BONUS and BONUS_RETURN the seat asked last"
    ACTIONS_LEFT = 41, "actions_left", "1 or 2 in PLAN, else 0"
    NOMINAL = 42, "nominal", "0 in PLAN, below 12 in COLLECT, 12 or 13 in LOOP_RETURN"
    GAINED = 43, "gained", "at most the nominal cubes"
    BONUS_ASKED = 44, "bonus_asked", "0 before BONUS, then the seats asked, all of them from PICK and BUY on"
    NOT_FULL = 45, "store_size", "in BONUS a full warehouse of the acting seat"
    RETURNS_LEFT = 46, "returns_left", "the cubes of the hand that have to go back, else 0"
    PICKS_LEFT = 47, "picks_left", "1 to 3 in PICK, with cubes in the supply; else 0"
    USES_LEFT = 48, "uses_left", "at most the cards of the owner of the turn, exactly these before PICK and BUY"
    TEMPLE_USED = 49, "temple_used", "0 before BUY"
    EVENT_DONE = 50, "event_done", "0 before BUY, and where the event of the round is no action"
    CONVERSIONS_LEFT = 51, "conversions_left", "2 at most in 1905, exactly 2 before BUY; else 0"
    BOUGHT = 52, "bought", "0 before BUY, and for mansions"
    FORCED = 53, "phase", "a decision with a choice: what has no alternative is played at once"
