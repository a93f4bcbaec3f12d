"""The tables of ``board.toml`` as named constants. The rules, the drawings and the tests read the board only from here.

The arrays are frozen into the compiled rules: to change the board, edit the TOML.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

BOARD = tomllib.loads((Path(__file__).parent / "board.toml").read_text(encoding="utf-8"))

# ---------------------------------------------------------------- names

COLOUR_NAMES: tuple[str, ...] = tuple(BOARD["colours"])  # (COLOURS,)
STATE_NAMES: tuple[str, ...] = tuple(state["name"] for state in BOARD["state"])  # (STATES,)
CITY_NAMES: tuple[str, ...] = tuple(city["name"] for city in BOARD["city"])  # (CITIES,)
SIDE_NAMES: tuple[str, ...] = tuple(BOARD["roads"])  # (SIDES,)

# ---------------------------------------------------------------- counts

MIN_PLAYERS, MAX_PLAYERS = 3, 5
COLOURS = len(COLOUR_NAMES)  # 5
STATES = len(STATE_NAMES)  # 9
CITIES = len(CITY_NAMES)  # 51
SIDES = len(SIDE_NAMES)  # 2

PALACES_PER_PLAYER: int = BOARD["constants"]["palaces_per_player"]
EMISSARIES_PER_PLAYER: int = BOARD["constants"]["emissaries_per_player"]
FORTS_PER_PLAYER: int = BOARD["constants"]["forts_per_player"]
HAND_SIZE: int = BOARD["constants"]["hand_size"]
DISPLAY_SIZE: int = BOARD["constants"]["display_size"]
MIN_ROAD: int = BOARD["constants"]["min_road"]

# ---------------------------------------------------------------- cards

CARD_COUNT = np.array([BOARD["cards"]["count"][name] for name in COLOUR_NAMES], np.int32)  # (COLOURS,)
REMOVED = np.array(  # (MAX_PLAYERS + 1,) cards of every colour that stay in the box, by player count
    [BOARD["cards"]["removed_per_colour"].get(str(n), 0) for n in range(MAX_PLAYERS + 1)], np.int32
)
CARDS_IN_PLAY = CARD_COUNT - REMOVED[:, None]  # (MAX_PLAYERS + 1, COLOURS)
CARDS = int(CARD_COUNT.sum())  # 57

# ---------------------------------------------------------------- states and borders

STATE_COLOUR = np.array([COLOUR_NAMES.index(state["colour"]) for state in BOARD["state"]], np.int32)  # (STATES,)
CITY_STATE = np.array([city["state"] for city in BOARD["city"]], np.int32)  # (CITIES,) ascending
FIRST_CITY = np.searchsorted(CITY_STATE, np.arange(STATES + 1)).astype(np.int32)  # (STATES + 1,)
CITIES_IN_STATE = np.diff(FIRST_CITY).astype(np.int32)  # (STATES,)
BORDERS = np.array([border["states"] for border in BOARD["border"]], np.int32)  # (15, 2) states; alliance k + 1

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
