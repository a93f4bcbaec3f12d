"""The 128 actions of China (RULES 7.1) and the reasons why one may be illegal."""

from __future__ import annotations

from ..engine.layouts import ActionLayout, ActionRange, ReasonCode
from .state import Phase
from .tables import CITY_NAMES, COLOUR_NAMES, STATE_NAMES

PIECE_PHASES = (Phase.MAIN, Phase.SECOND)

ACTIONS = ActionLayout([
    ActionRange("palace", CITY_NAMES, PIECE_PHASES, "Build a palace in a free city.", "city"),
    ActionRange("emissary", STATE_NAMES, PIECE_PHASES, "Send an emissary to a state.", "state"),
    ActionRange("fort", CITY_NAMES, PIECE_PHASES, "Put your fort on a free city (option forts).", "city"),
    ActionRange("exchange", COLOUR_NAMES, (Phase.MAIN,), "Place nothing: discard this card, get another.", "colour"),
    ActionRange("pay", COLOUR_NAMES, (Phase.PAY,), "Pay one card of the state's colour or two of another.", "colour"),
    ActionRange("stop", ("",), (Phase.SECOND,), "Place no second piece."),
    ActionRange("take", COLOUR_NAMES, (Phase.DRAW,), "Take a card of this colour from the display.", "colour"),
    ActionRange("draw", ("",), (Phase.DRAW,), "Draw the top card of the pile unseen."),
])  # fmt: skip

PALACE = ACTIONS.start("palace")  # 0..50
EMISSARY = ACTIONS.start("emissary")  # 51..59
FORT = ACTIONS.start("fort")  # 60..110
EXCHANGE = ACTIONS.start("exchange")  # 111..115
PAY = ACTIONS.start("pay")  # 116..120
STOP = ACTIONS.start("stop")  # 121
TAKE = ACTIONS.start("take")  # 122..126
DRAW = ACTIONS.start("draw")  # 127


class Reason(ReasonCode):
    """Why an action of the current phase is illegal."""

    LEGAL = 0, ""
    CITY_TAKEN = 1, "a palace already stands in this city"
    CANNOT_PAY = 2, "you hold neither a card of the state's colour nor two cards of one other colour"
    OTHER_STATE = 3, "both pieces of a turn go to the same state"
    NO_PALACE_LEFT = 4, "you have no palace left"
    NO_EMISSARY_LEFT = 5, "you have no emissary left"
    NO_ROOM = 6, "a state takes only as many emissaries as the most palaces that one player has there"
    FORTS_OFF = 7, "this game is played without forts"
    NO_FORT_LEFT = 8, "you have no fort left"
    FORT_STANDS = 9, "a fort already stands in this city"
    NOT_IN_HAND = 10, "you hold no card of this colour"
    CANNOT_PAY_SO = 11, "it takes one card of the state's colour, or two cards of one other colour"
    NOT_ON_DISPLAY = 12, "no card of this colour lies on the display"
