"""RULES 3, 4.0: the tables obey everything that is published about the board, and options resolve."""

import numpy as np
import pytest

from meeplezoo.envs.china import GAME
from meeplezoo.envs.china import tables as t
from meeplezoo.envs.engine.errors import BadOption

ROADS = {name: {tuple(sorted(road)) for road in t.BOARD["roads"][name]} for name in t.SIDE_NAMES}


def parts(cities, roads):
    """How many connected parts the cities have by the roads among them."""
    left, count = set(cities), 0
    while left:
        border = {left.pop()}
        count += 1
        while border:
            border = {k for k in left if any((min(k, c), max(k, c)) in roads for c in border)}
            left -= border
    return count


def test_components():
    assert t.CARD_COUNT.tolist() == [13, 12, 11, 11, 10] and t.CARDS == 57
    assert [t.CARDS - 5 * int(t.REMOVED[n]) for n in (3, 4, 5)] == [47, 52, 57]
    assert (t.PALACES_PER_PLAYER, t.EMISSARIES_PER_PLAYER, t.FORTS_PER_PLAYER) == (20, 8, 1)
    assert (t.HAND_SIZE, t.DISPLAY_SIZE, t.MIN_ROAD) == (3, 4, 4)


def test_states_and_cities():
    assert t.STATE_NAMES == ("Yan", "Zhao", "Qi", "Lu", "Wei", "Han", "Qin", "Shu", "Chu")
    assert t.CITIES_IN_STATE.tolist() == [4, 6, 6, 4, 7, 5, 6, 5, 8]
    for state, entry in enumerate(t.BOARD["state"]):
        assert list(range(t.FIRST_CITY[state], t.FIRST_CITY[state + 1])) == entry["cities"]
        assert entry["id"] == state and (t.CITY_STATE[entry["cities"]] == state).all()
    assert [city["id"] for city in t.BOARD["city"]] == list(range(t.CITIES))
    assert len(set(t.CITY_NAMES)) == t.CITIES
    assert np.bincount(t.STATE_COLOUR).tolist() == [2, 2, 2, 2, 1]
    assert t.STATE_COLOUR[8] == t.COLOUR_NAMES.index("violet")


def test_borders():
    assert [border["number"] for border in t.BOARD["border"]] == list(range(1, 16))
    assert len({tuple(sorted(pair)) for pair in t.BORDERS.tolist()}) == 15
    assert np.bincount(t.BORDERS.ravel()).tolist() == [2, 3, 3, 3, 5, 3, 4, 2, 5]
    assert all(t.STATE_COLOUR[a] != t.STATE_COLOUR[b] for a, b in t.BORDERS), "no neighbours of one colour"
    for border in t.BOARD["border"]:
        assert [t.BOARD["state"][k]["code"] for k in border["states"]] == border["codes"]


@pytest.mark.parametrize(
    ("side", "roads", "fours", "dead_ends", "broken"),
    [("three", 55, [], 11, ["Yan", "Qi", "Wei", "Qin"]), ("five", 60, [9, 22, 36], 9, ["Qi"])],
)
def test_roads(side, roads, fours, dead_ends, broken):
    index = t.SIDE_NAMES.index(side)
    counted = t.NEIGHBOUR_COUNT[index]
    assert len(t.BOARD["roads"][side]) == len(ROADS[side]) == roads
    assert np.flatnonzero(counted == 4).tolist() == fours and counted.max() <= 4 and counted.min() >= 1
    assert (counted == 1).sum() == dead_ends
    assert parts(range(t.CITIES), ROADS[side]) == 1
    inner = [parts(entry["cities"], ROADS[side]) for entry in t.BOARD["state"]]
    assert [name for name, count in zip(t.STATE_NAMES, inner, strict=True) if count > 1] == broken
    borders = {tuple(sorted(pair)) for pair in t.BORDERS.tolist()}
    crossed = {tuple(sorted((int(t.CITY_STATE[a]), int(t.CITY_STATE[b])))) for a, b in ROADS[side]}
    assert {pair for pair in crossed if pair[0] != pair[1]} == borders


def test_neighbours_are_the_roads():
    for index, side in enumerate(t.SIDE_NAMES):
        near = [t.NEIGHBOURS[index, city, : t.NEIGHBOUR_COUNT[index, city]] for city in range(t.CITIES)]
        found = {(city, int(k)) for city in range(t.CITIES) for k in near[city]}
        assert found == {(a, b) for a, b in ROADS[side]} | {(b, a) for a, b in ROADS[side]}


@pytest.mark.parametrize(
    ("num_players", "given", "side"),
    [(3, None, "three"), (4, None, "three"), (5, None, "five"), (4, "five", "five"), (4, "three", "three")],
)
def test_side(num_players, given, side):
    resolved = GAME.configure(num_players, {} if given is None else {"side": given})
    assert resolved.options.side == side
    assert resolved.numbers.tolist() == [t.SIDE_NAMES.index(side), 0, 1]
    assert t.SIDE_NAMES[GAME.new(num_players, side=given)[0].side] == side


@pytest.mark.parametrize(
    ("num_players", "options", "words"),
    [
        (3, {"side": "five"}, "allowed: 'three'"),
        (5, {"side": "three"}, "allowed: 'five'"),
        (4, {"side": "six"}, "allowed: 'three', 'five'"),
        (2, {}, "allowed: 3, 4, 5"),
        (4, {"fort": True}, "did you mean 'forts'"),
        (4, {"forts": 1}, "allowed: False, True"),
    ],
)
def test_options_that_are_not_allowed(num_players, options, words):
    with pytest.raises(BadOption, match=words):
        GAME.configure(num_players, options)


def test_actions_read_both_ways():
    assert GAME.actions.describe(0) == "palace Ji" and GAME.actions.describe(59) == "emissary Chu"
    assert GAME.actions.describe(110) == "fort Wu" and GAME.actions.describe(127) == "draw"
    for action in range(128):
        assert GAME.actions.parse(GAME.actions.describe(action)) == action
