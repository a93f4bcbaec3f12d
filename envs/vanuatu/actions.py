"""The 136 actions of Vanuatu (RULES 7.1) and the reasons why one may be illegal."""

from __future__ import annotations

from ..engine.layouts import ActionLayout, ActionRange, ReasonCode, labels
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


class Reason(ReasonCode):
    """Why an action of the current phase is illegal."""

    LEGAL = 0, ""
    NO_SUCH_TILE = 1, "this tile has been placed already"
    CELL_TAKEN = 2, "the cell is taken"
    FEW_NEIGHBOURS = 3, "a new tile must touch at least two others"
    WRONG_SURROUNDINGS = 4, "beside an island only a sea may come, elsewhere only an island, while that is possible"
    NOT_IN_POOL = 5, "this character is not on offer"
    NOT_PLANNABLE = 6, "you could not carry out this action, even after the actions that you have planned"
    SAME_ACTION = 7, "the stack must go to another action"
    NO_STACK = 8, "you have no marker on this action"
    NOT_LED = 9, "you do not lead this action"
    POWER_HELD = 10, "you hold your power back: this turn resolves the stack that it belongs to"
    NO_PLACE = 11, "your boat is not where this can be done"
    TOO_FEW_COINS = 12, "you have too few coins"
    NO_TILE = 13, "you have no such tile"
    NO_HUT = 14, "you need a hut: to sell, one of your own beside your boat; to build, one in your supply"
    NO_GOOD = 15, "there is no such good on the island"
    NO_ROOM = 16, "the island has no room for it"
    NO_TOURIST = 17, "no tourist is available any more"
    CANNOT_REST = 18, "you hold a rest tile already, or none is left"
    REST_TILE_GONE = 19, "this rest tile is not there"
    STILL_POSSIBLE = 20, "an action that you can carry out may not be given up"
    OTHER_POSSIBLE = 21, "an action that you can carry out comes first (option must_act_if_able)"
    TOO_FEW_POINTS = 22, "you have too few points"
    NO_POWER = 23, "you do not have this power, or have used it"
    NUMBER_TOO_HIGH = 24, "tiles are sold from the highest number down"
    NOTHING_SOLD = 25, "sell at least one tile"
    NOTHING_TO_HOLD = 26, "only a power that would be used now can be held back (option optional_powers)"
    ONE_TILE_ONLY = 27, "with a single tile, choose sell_all"
