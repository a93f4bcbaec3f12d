"""Finding and adding games: one clear error for nonsense, the same game for all threads."""

from __future__ import annotations

import dataclasses
import sys
import threading
import types

import numpy as np
import pytest

import meeplezoo
from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine.errors import BadOption, MeepleError, UnknownGame
from meeplezoo.envs.engine.registry import add_game, find_game, game_ids

from toys.drain import GAME

NONSENSE = (
    None, 0, 3.5, True, b"china", "", " ", "china ", "China", "chinaa", "china-v", "china-v1", "china-v0-v0", "-v0",
    "meeplezoo/", "meeplezoo/meeplezoo/china", "\0", "\ud800", "china" * 10**5, [], ["china"], {}, ("china",), object(),
    object, 10**5000, np.array(["china", "china"]), np.str_("nosuch"), type(GAME), meeplezoo,
)  # fmt: skip


@pytest.fixture(autouse=True)
def own_registry(monkeypatch):
    """What a test adds is gone after it."""
    monkeypatch.setattr(registry, "_PLACES", dict(registry._PLACES))
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))


@pytest.mark.parametrize("k", range(len(NONSENSE)))
@pytest.mark.parametrize("name", ["find_game", "make", "batch"])
def test_nonsense_is_no_game(name, k):
    use = {"find_game": find_game, "make": meeplezoo.make, "batch": lambda game: meeplezoo.batch(game, 2)}[name]
    with pytest.raises(UnknownGame) as caught:
        use(NONSENSE[k])
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("name", ["china", "china-v0", "meeplezoo/china", "meeplezoo/china-v0", np.str_("china")])
def test_a_game_by_its_names(name):
    assert find_game(name) is find_game("china") is find_game(find_game("china"))


WRONG = (
    None, -1, 3.5, "", "seven", b"3", [], {}, [3, "x"], object(), float("nan"), np.array([1, 2]), np.array("rank"),
    10**5000,
)  # fmt: skip


@pytest.mark.parametrize("name", ["num_players", "reward", "illegal", "render_mode", "side", "forts", "nosuch"])
def test_wrong_arguments_of_make(name):
    """None means the default for some."""
    for value in WRONG[1 if name in ("num_players", "render_mode", "side") else 0 :]:
        with pytest.raises(BadOption) as caught:
            meeplezoo.make("china", **{name: value})
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize("name", ["num_games", "num_players", "seed", "reward", "side", "forts", "nosuch"])
def test_wrong_arguments_of_batch(name):
    for value in WRONG[1 if name in ("num_players", "seed", "side") else 0 : -2 if name.startswith("num") else None]:
        with pytest.raises(BadOption) as caught:
            meeplezoo.batch("china", **{"num_games": 2, name: value})
        assert len(str(caught.value)) < 400


def test_wrong_arguments_of_the_others():
    for value in WRONG:
        with pytest.raises(MeepleError):
            meeplezoo.read_replay(value)
        with pytest.raises(meeplezoo.BadState):
            meeplezoo.restore(value)
        with pytest.raises(BadOption):
            add_game(value if not isinstance(value, str) else f"{value}/", "module")


def test_wrong_arguments_of_restore():
    env = meeplezoo.make("china")
    env.reset(seed=1)
    for name in ("reward", "illegal", "render_mode"):
        with pytest.raises(BadOption, match=name):
            meeplezoo.restore(env.get_state(), **{name: "nosuch"})


@pytest.mark.parametrize("name", ["", "a/b", "drain-v1", "x-v0-y", "two words", None, b"drain"])
def test_ids_that_would_not_be_found_again(name):
    with pytest.raises(BadOption, match="cannot be a game's id"):
        add_game(name, "toys.drain")
    with pytest.raises(BadOption, match="cannot be a game's id"):
        add_game(dataclasses.replace(GAME, id=name))


@pytest.mark.parametrize("place", ["", None, 3, b"toys.drain"])
def test_a_game_by_its_id_needs_a_module(place):
    with pytest.raises(BadOption, match="name of the module"):
        add_game("other", place)
    assert "other" not in game_ids()


def test_a_module_without_a_game(monkeypatch):
    monkeypatch.setitem(sys.modules, "empty_room", types.ModuleType("empty_room"))
    add_game("empty", "empty_room")
    with pytest.raises(UnknownGame, match="module empty_room of game 'empty' has no game named GAME"):
        find_game("empty")


def test_adding_again_replaces(monkeypatch):
    other, third = dataclasses.replace(GAME, version=1), dataclasses.replace(GAME, version=2)
    room = types.ModuleType("a_room")
    room.GAME = third
    monkeypatch.setitem(sys.modules, "a_room", room)
    add_game(GAME)
    assert find_game("drain") is GAME
    add_game(other)
    assert find_game("drain") is other
    add_game("drain", "a_room")
    assert find_game("drain-v2") is third
    add_game(GAME)
    assert find_game("drain") is GAME and game_ids().count("drain") == 1


def test_registering_again_leaves_a_replaced_game():
    mine = dataclasses.replace(find_game("china"), title="my China")
    add_game(mine)
    meeplezoo.register()
    assert find_game("china") is mine


def test_threads_that_add_and_find():
    """Each finds the game that it has just added, while others add theirs and look for games that there are not."""
    failures = []
    start = threading.Barrier(8)

    def work(k):
        try:
            start.wait()
            for number in range(200):
                mine = dataclasses.replace(GAME, id=f"game_{k}_{number}")
                add_game(mine)
                assert find_game(mine.id) is mine and mine.id in game_ids()
                with pytest.raises(UnknownGame):
                    find_game(f"game_{k}_{number + 1000}")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and len([name for name in game_ids() if name.startswith("game_")]) == 1600


def test_threads_find_one_game(monkeypatch):
    """Its module is imported while all ask for it."""
    place = "meeplezoo.envs.yunnan"
    monkeypatch.setattr(registry, "_GAMES", {})
    for name in [name for name in sys.modules if name.startswith(place)]:
        monkeypatch.delitem(sys.modules, name)
    found = []
    threads = [threading.Thread(target=lambda: found.append(find_game("yunnan"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len({id(game) for game in found}) == 1
