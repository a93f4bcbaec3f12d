"""The tables of ``board.toml`` as named constants. The rules, the drawings and the tests read the board only from here.

The arrays are frozen into the compiled rules: to change the board, edit the TOML.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..engine.tables import by_count, column, read_board

BOARD = read_board(__package__)
CONSTANTS = BOARD["constants"]

# ---------------------------------------------------------------- names

COLOUR_NAMES: tuple[str, ...] = tuple(BOARD["colours"])  # (COLOURS,)
STATE_NAMES: tuple[str, ...] = tuple(state["name"] for state in BOARD["state"])  # (STATES,)
CITY_NAMES: tuple[str, ...] = tuple(city["name"] for city in BOARD["city"])  # (CITIES,)
SIDE_NAMES: tuple[str, ...] = tuple(BOARD["roads"])  # (SIDES,)

# ---------------------------------------------------------------- counts

PLAYER_COUNTS: tuple[int, ...] = tuple(CONSTANTS["players"])  # ascending
MIN_PLAYERS, MAX_PLAYERS = PLAYER_COUNTS[0], PLAYER_COUNTS[-1]
COLOURS = len(COLOUR_NAMES)  # 5
STATES = len(STATE_NAMES)  # 9
CITIES = len(CITY_NAMES)  # 51
SIDES = len(SIDE_NAMES)  # 2

PALACES_PER_PLAYER: int = CONSTANTS["palaces_per_player"]
EMISSARIES_PER_PLAYER: int = CONSTANTS["emissaries_per_player"]
FORTS_PER_PLAYER: int = CONSTANTS["forts_per_player"]
HAND_SIZE: int = CONSTANTS["hand_size"]
DISPLAY_SIZE: int = CONSTANTS["display_size"]
MIN_ROAD: int = CONSTANTS["min_road"]

# ---------------------------------------------------------------- cards

CARD_COUNT = np.array([BOARD["cards"]["count"][name] for name in COLOUR_NAMES], np.int32)  # (COLOURS,)
# (MAX_PLAYERS + 1,) cards of every colour that stay in the box, by player count
REMOVED = by_count(BOARD["cards"]["removed_per_colour"], MAX_PLAYERS)
CARDS_IN_PLAY = CARD_COUNT - REMOVED[:, None]  # (MAX_PLAYERS + 1, COLOURS)
CARDS = int(CARD_COUNT.sum())  # 57
MOST_CARDS = int(CARD_COUNT.max())  # 13, of one colour
# (MAX_PLAYERS + 1,) cards in the pile after setup, by player count; the renewed pile has at most two more (7.4)
FIRST_PILE = CARDS_IN_PLAY.sum(axis=1) - HAND_SIZE * np.arange(MAX_PLAYERS + 1) - DISPLAY_SIZE
MOST_IN_PILE = int(FIRST_PILE[list(PLAYER_COUNTS)].max()) + 2  # 40

# ---------------------------------------------------------------- states and borders

STATE_COLOUR = np.array([COLOUR_NAMES.index(state["colour"]) for state in BOARD["state"]], np.int32)  # (STATES,)
CITY_STATE = column(BOARD["city"], "state")  # (CITIES,) ascending
FIRST_CITY = np.searchsorted(CITY_STATE, np.arange(STATES + 1)).astype(np.int32)  # (STATES + 1,)
CITIES_IN_STATE = np.diff(FIRST_CITY).astype(np.int32)  # (STATES,)
MOST_CITIES = int(CITIES_IN_STATE.max())  # 8, of one state
BORDERS = column(BOARD["border"], "states")  # (15, 2) states; alliance k + 1
# more than anybody can score (6): all palaces of the board twice, every state filled up with emissaries in all
# alliances, and all palaces of one player on roads with forts
MOST_POINTS = 2 * CITIES + int(CITIES_IN_STATE[BORDERS].sum()) + 2 * PALACES_PER_PLAYER  # 322

# ---------------------------------------------------------------- roads


def _neighbours() -> NDArray[np.int32]:
    """``(SIDES, CITIES, 4)``: the cities joined by road to each city, ascending, padded with -1."""
    table = np.full((SIDES, CITIES, 4), -1, np.int32)
    for side, name in enumerate(SIDE_NAMES):
        for city in range(CITIES):
            joined = sorted(sum(road) - city for road in BOARD["roads"][name] if city in road)
            table[side, city, : len(joined)] = joined
    return table


NEIGHBOURS = _neighbours()  # (SIDES, CITIES, 4)
NEIGHBOUR_COUNT = (NEIGHBOURS >= 0).sum(axis=2).astype(np.int32)  # (SIDES, CITIES)

# ---------------------------------------------------------------- sides by player count

DEFAULT_SIDE: dict[int, str] = {int(n): side for n, side in BOARD["sides"]["default_for_players"].items()}
ALLOWED_SIDES: dict[int, tuple[str, ...]] = {
    int(n): tuple(sides) for n, sides in BOARD["sides"]["allowed_for_players"].items()
}
# (MAX_PLAYERS + 1, SIDES) 1 where the player count may use the side
SIDE_ALLOWED = np.array(
    [[int(side in ALLOWED_SIDES.get(n, ())) for side in SIDE_NAMES] for n in range(MAX_PLAYERS + 1)], np.int32
)
