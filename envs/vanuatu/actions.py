"""The 136 actions of Vanuatu (RULES 7.1) and the reasons why one may be illegal."""

from __future__ import annotations

from enum import IntEnum

from ..engine.layouts import ActionLayout, ActionRange, labels
from .state import Phase
from .tables import ACTION_NAMES, CELLS, CHARACTER_NAMES, GOOD_NAMES, ISLAND_NAMES, REST_NAMES

CELL_LABELS = tuple(f"c{cell}" for cell in range(CELLS))
SLOTS = ("first", "second")
NUMBERS = ("1", "2", "3")
TURN = (Phase.ACT,)
MARKER_PHASES = (Phase.PLAN, Phase.NEUTRAL, Phase.GOVERNOR)

ACTIONS = ActionLayout([
    ActionRange("place", labels(SLOTS, CELL_LABELS), (Phase.PLACE,), "Put a tile on view into a cell.", "tile x cell"),
    ActionRange("take", CHARACTER_NAMES, (Phase.CHARACTER,), "Take a character.", "character"),
    ActionRange("mark", ACTION_NAMES, MARKER_PHASES, "Place a marker, or the Governor's stack.", "action"),
    ActionRange("sail", CELL_LABELS, TURN, "Sail to a sea.", "cell"),
    ActionRange("fish", ("",), TURN, "Take a fish tile."),
    ActionRange("explore", ("",), TURN, "Take a treasure tile."),
    ActionRange("sell_all", ("",), TURN, "Sell all fish tiles."),
    ActionRange("sell_some", ("",), TURN, "Sell some fish tiles, chosen one by one."),
    ActionRange("sell_tile", NUMBERS, (Phase.SELL,), "Sell a fish tile of this number.", "number"),
    ActionRange("sell_done", ("",), (Phase.SELL,), "Sell no more."),
    ActionRange("build", ISLAND_NAMES, TURN, "Build a hut on an island.", "island"),
    ActionRange("buy", labels(ISLAND_NAMES, GOOD_NAMES), TURN, "Buy a good on an island, export it.", "island x good"),
    ActionRange("draw", ISLAND_NAMES, TURN, "Make a drawing on an island.", "island"),
    ActionRange("transport", ISLAND_NAMES, TURN, "Bring a tourist to an island.", "island"),
    ActionRange("rest", ("",), TURN, "Rest: look at the rest tiles that are left and keep one."),
    ActionRange("keep", REST_NAMES, (Phase.REST,), "Keep this rest tile.", "rest tile"),
    ActionRange("drop", ACTION_NAMES, TURN, "Give up a stack without effect.", "action"),
    ActionRange("sell_treasure", NUMBERS, TURN, "Sell a treasure tile; the turn goes on.", "number"),
    ActionRange("beg", NUMBERS, TURN, "Beggar: turn points into coins; the turn goes on.", "points"),
    ActionRange("hold_power", ("",), TURN, "Hold the power back in this turn (option optional_powers)."),
    ActionRange("govern", ACTION_NAMES, TURN, "Governor: move this stack (option governor).", "action"),
])  # fmt: skip

PLACE = ACTIONS.start("place")  # 0..31
TAKE = ACTIONS.start("take")  # 32..42
MARK = ACTIONS.start("mark")  # 43..51
SAIL_TO = ACTIONS.start("sail")  # 52..67
CATCH = ACTIONS.start("fish")  # 68
DIVE = ACTIONS.start("explore")  # 69
SELL_ALL = ACTIONS.start("sell_all")  # 70
SELL_SOME = ACTIONS.start("sell_some")  # 71
SELL_TILE = ACTIONS.start("sell_tile")  # 72..74
SELL_DONE = ACTIONS.start("sell_done")  # 75
BUILD_ON = ACTIONS.start("build")  # 76..80
BUY_ON = ACTIONS.start("buy")  # 81..95
DRAW_ON = ACTIONS.start("draw")  # 96..100
BRING_TO = ACTIONS.start("transport")  # 101..105
TO_REST = ACTIONS.start("rest")  # 106
KEEP = ACTIONS.start("keep")  # 107..110
DROP = ACTIONS.start("drop")  # 111..119
SELL_TREASURE = ACTIONS.start("sell_treasure")  # 120..122
BEG = ACTIONS.start("beg")  # 123..125
HOLD_POWER = ACTIONS.start("hold_power")  # 126
GOVERN = ACTIONS.start("govern")  # 127..135
NUM_ACTIONS = ACTIONS.size  # 136


class Reason(IntEnum):
    """Why an action of the current phase is illegal; 0 means that it is legal."""

    NONE = 0
    NO_SUCH_TILE = 1
    CELL_TAKEN = 2
    FEW_NEIGHBOURS = 3
    WRONG_SURROUNDINGS = 4
    NOT_IN_POOL = 5
    NOT_PLANNABLE = 6
    SAME_ACTION = 7
    NO_STACK = 8
    NOT_LED = 9
    POWER_HELD = 10
    NO_PLACE = 11
    TOO_FEW_COINS = 12
    NO_TILE = 13
    NO_HUT = 14
    NO_GOOD = 15
    NO_ROOM = 16
    NO_TOURIST = 17
    CANNOT_REST = 18
    REST_TILE_GONE = 19
    STILL_POSSIBLE = 20
    OTHER_POSSIBLE = 21
    TOO_FEW_POINTS = 22
    NO_POWER = 23
    NUMBER_TOO_HIGH = 24
    NOTHING_SOLD = 25
    NOTHING_TO_HOLD = 26
    ONE_TILE_ONLY = 27


REASONS: dict[int, str] = {
    Reason.NO_SUCH_TILE: "this tile has been placed already",
    Reason.CELL_TAKEN: "the cell is taken",
    Reason.FEW_NEIGHBOURS: "a new tile must touch at least two others",
    Reason.WRONG_SURROUNDINGS: "beside an island only a sea may come, elsewhere only an island, while that is possible",
    Reason.NOT_IN_POOL: "this character is not on offer",
    Reason.NOT_PLANNABLE: "you could not carry out this action, even after the actions that you have planned",
    Reason.SAME_ACTION: "the stack must go to another action",
    Reason.NO_STACK: "you have no marker on this action",
    Reason.NOT_LED: "you do not lead this action",
    Reason.POWER_HELD: "you hold your power back: this turn resolves the stack that it belongs to",
    Reason.NO_PLACE: "your boat is not where this can be done",
    Reason.TOO_FEW_COINS: "you have too few coins",
    Reason.NO_TILE: "you have no such tile",
    Reason.NO_HUT: "you need a hut: to sell, one of your own beside your boat; to build, one in your supply",
    Reason.NO_GOOD: "there is no such good on the island",
    Reason.NO_ROOM: "the island has no room for it",
    Reason.NO_TOURIST: "no tourist is available any more",
    Reason.CANNOT_REST: "you hold a rest tile already, or none is left",
    Reason.REST_TILE_GONE: "this rest tile is not there",
    Reason.STILL_POSSIBLE: "an action that you can carry out may not be given up",
    Reason.OTHER_POSSIBLE: "an action that you can carry out comes first (option must_act_if_able)",
    Reason.TOO_FEW_POINTS: "you have too few points",
    Reason.NO_POWER: "you do not have this power, or have used it",
    Reason.NUMBER_TOO_HIGH: "tiles are sold from the highest number down",
    Reason.NOTHING_SOLD: "sell at least one tile",
    Reason.NOTHING_TO_HOLD: "only a power that would be used now can be held back (option optional_powers)",
    Reason.ONE_TILE_ONLY: "with a single tile, choose sell_all",
}
