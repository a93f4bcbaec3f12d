"""The 128 actions of China (RULES 7.1) and the reasons why one may be illegal."""

from __future__ import annotations

from enum import IntEnum

from ..engine.layouts import ActionLayout, ActionRange
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


class Reason(IntEnum):
    """Why an action of the current phase is illegal; 0 means that it is legal."""

    NONE = 0
    CITY_TAKEN = 1
    CANNOT_PAY = 2
    OTHER_STATE = 3
    NO_PALACE_LEFT = 4
    NO_EMISSARY_LEFT = 5
    NO_ROOM = 6
    FORTS_OFF = 7
    NO_FORT_LEFT = 8
    FORT_STANDS = 9
    NOT_IN_HAND = 10
    CANNOT_PAY_SO = 11
    NOT_ON_DISPLAY = 12


REASONS: dict[int, str] = {
    Reason.CITY_TAKEN: "a palace already stands in this city",
    Reason.CANNOT_PAY: "you hold neither a card of the state's colour nor two cards of one other colour",
    Reason.OTHER_STATE: "both pieces of a turn go to the same state",
    Reason.NO_PALACE_LEFT: "you have no palace left",
    Reason.NO_EMISSARY_LEFT: "you have no emissary left",
    Reason.NO_ROOM: "a state takes only as many emissaries as the most palaces that one player has there",
    Reason.FORTS_OFF: "this game is played without forts",
    Reason.NO_FORT_LEFT: "you have no fort left",
    Reason.FORT_STANDS: "a fort already stands in this city",
    Reason.NOT_IN_HAND: "you hold no card of this colour",
    Reason.CANNOT_PAY_SO: "it takes one card of the state's colour, or two cards of one other colour",
    Reason.NOT_ON_DISPLAY: "no card of this colour lies on the display",
}
