"""The 82 actions of Around the World in 80 Days (RULES 7.1) and the reasons why one may be illegal."""

from __future__ import annotations

import numpy as np

from ..engine.layouts import ActionLayout, ActionRange, ReasonCode
from .state import Phase
from .tables import (
    BALLOON_ACTION,
    CITY_NAMES,
    COMPONENTS,
    EVENT_NAMES,
    HOME,
    KEPT_EVENTS,
    SPACE_NAMES,
    SWAPS,
    TRAVEL_NAMES,
)

MAIN = (Phase.MAIN_PRE, Phase.MAIN_POST)
LEG = (Phase.MAIN_POST, Phase.PAYING)
USING = (Phase.MAIN_PRE, Phase.MAIN_POST, Phase.PAYING, Phase.OCCASION, Phase.DISTRACTION)
PASSING = (Phase.MAIN_POST, Phase.EXCHANGE, Phase.OCCASION, Phase.ROLL, Phase.DISTRACTION)
DISCARDING = (Phase.EXCHANGE, Phase.LIMIT)
USED_EVENTS = 9  # event cards with an action of their own
PLAIN_FROM = 2  # the first space whose action can be declined
SWAP_LABELS = tuple(f"{SPACE_NAMES[i]} with {SPACE_NAMES[j]}" for i, j in SWAPS)

ACTIONS = ActionLayout([
    ActionRange("take", SPACE_NAMES, (Phase.MAIN_PRE,), "Take the card of a space and carry out its action.", "space"),
    ActionRange("take_plain", SPACE_NAMES[PLAIN_FROM:], (Phase.MAIN_PRE,), "Take the card alone.", "space"),
    ActionRange("draw_deck", ("",), (Phase.MAIN_PRE,), "6 players, last of the round: take the top card of the deck."),
    ActionRange("buy_travel", ("",), MAIN, "Draw a travel card for 2 coins."),
    ActionRange("buy_event", ("",), MAIN, "Draw an event card for 2 coins."),
    ActionRange("pay", TRAVEL_NAMES, LEG, "Pay a travel card for a leg; the first component starts it.", "card"),
    ActionRange("use", EVENT_NAMES[:USED_EVENTS], USING, "Play an event card.", "event"),
    ActionRange("pay_balloon_action", ("",), LEG, "Pay with the balloon of the action space: a die."),
    ActionRange("walk", ("",), (Phase.MAIN_POST,), "Walk from Bombay to Calcutta in 12 days."),
    ActionRange("cash_elephant", ("",), MAIN, "Give an Elephant back for a coin."),
    ActionRange("swap", SWAP_LABELS, (Phase.MAIN_PRE,), "Play Change: swap the cards of two spaces.", "spaces"),
    ActionRange("detective_to", CITY_NAMES[1:HOME], (Phase.DET_TARGET,), "Move the detective to a city.", "city"),
    ActionRange("discard_travel", TRAVEL_NAMES, DISCARDING, "Discard a travel card.", "card"),
    ActionRange("discard_event", EVENT_NAMES[:KEPT_EVENTS], (Phase.LIMIT,), "Discard an event card.", "event"),
    ActionRange("reroll", ("",), (Phase.ROLL,), "Roll the die again for a coin."),
    ActionRange("pass", ("",), PASSING, "Finish the turn or the exchange, keep the die, or play no card."),
])  # fmt: skip

TAKE = ACTIONS.start("take")  # 0..5
TAKE_PLAIN = ACTIONS.start("take_plain")  # 6..9
DRAW_DECK = ACTIONS.start("draw_deck")  # 10
BUY_TRAVEL = ACTIONS.start("buy_travel")  # 11
BUY_EVENT = ACTIONS.start("buy_event")  # 12
PAY = ACTIONS.start("pay")  # 13..22
USE = ACTIONS.start("use")  # 23..31
PAY_BALLOON_ACTION = ACTIONS.start("pay_balloon_action")  # 32
WALK = ACTIONS.start("walk")  # 33
CASH_ELEPHANT = ACTIONS.start("cash_elephant")  # 34
SWAP = ACTIONS.start("swap")  # 35..49
DETECTIVE_TO = ACTIONS.start("detective_to")  # 50..58
DISCARD_TRAVEL = ACTIONS.start("discard_travel")  # 59..68
DISCARD_EVENT = ACTIONS.start("discard_event")  # 69..79
REROLL = ACTIONS.start("reroll")  # 80
PASS = ACTIONS.start("pass")  # 81

#: (COMPONENTS,) the action that pays each component: travel cards, Balloon, Submarine, Express, balloon action.
COMPONENT_ACTION = np.array([*range(PAY, PAY + BALLOON_ACTION), PAY_BALLOON_ACTION], np.int32)  # ascending
assert len(COMPONENT_ACTION) == COMPONENTS


class Reason(ReasonCode):
    """Why an action of the current phase is illegal."""

    LEGAL = 0, ""
    EMPTY_SPACE = 1, "no card lies on this space"
    OWN_WATCH = 2, "the start player of the round cannot choose the watch"
    NO_DECK_DRAW = 3, "only with 6 players, and only the last one of the round, takes a card from the deck"
    NO_COINS = 4, "a card costs 2 coins"
    NO_TRAVEL_CARD = 5, "no travel card is left to draw"
    ONE_LEG = 6, "a second leg in one turn takes a Connection, and there is no third"
    NOT_THIS_LEG = 7, "this leg cannot be travelled so"
    NOT_IN_HAND = 8, "you do not hold this card"
    NO_BALLOON = 9, "the balloon of the action space is not yours in this turn"
    DESCENDING = 10, "the components of a payment are chosen in ascending order"
    CANNOT_COMPLETE = 11, "with this component the payment could not be completed"
    WRONG_MOMENT = 12, "this event card is played at another moment"
    EMPTY_PILE = 13, "the event discard pile is empty"
    EMPTY_BANK = 14, "the bank has no coin left"
    SAME_CARD = 15, "the cards of the two spaces are the same"
    SAME_CITY = 16, "the detective stands there already"
    NOTHING_EXCHANGED = 17, "exchange at least one card"
