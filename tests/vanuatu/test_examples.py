"""RULES 4 and 6, the rulings of RULES 5 and 10, and what random play hardly meets."""

import numpy as np
import pytest

from meeplezoo.envs.engine.errors import BadOption
from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu import tables as t
from meeplezoo.envs.vanuatu.state import EMPTY, NONE, Phase


def held(s, name, p):
    """Numbers on the tiles that p holds."""
    return [k + 1 for k in range(3) for _ in range(getattr(s, name)[p, k])]


def plannable(game):
    return {text.split()[1] for text in game.legal()}


def turn(game, p):
    """p is to act."""
    game.s.seat = p
    return game


# ---------------------------------------------------------------- 6: worked examples


def test_example_1_lead_and_ties(vanuatu):
    game = vanuatu.table(3, first=1, markers={"FISH": {0: 2, 1: 1, 2: 2}}, boats={0: 2, 1: 2, 2: 5})
    assert game.s.leader[t.FISH] == 2
    turn(game, 2).play("fish")
    assert game.s.leader[t.FISH] == 0
    turn(game, 0).play("fish")
    assert game.s.leader[t.FISH] == 1


def test_example_2_sale_with_exchange(vanuatu):
    game = vanuatu.table(
        3, coins={0: 3}, fish={0: [1, 2]}, huts={"HOME": [0]}, boats={0: 2}, markers={"SELL": {0: 1}, "REST": {1: 1}}
    )
    game.play("sell_all")
    assert (game.s.score[0], game.s.coins[0], game.s.price) == (5, 2, 2)
    assert held(game.s, "fish_tiles", 0) == []


@pytest.mark.parametrize(
    ("actions", "score", "coins", "kept"),
    [
        (["sell_all"], 5, 6, []),
        (["sell_some", "sell_tile 3"], 5, 0, [2]),
        (["sell_some", "sell_tile 2"], 0, 7, [3]),
    ],
)
def test_example_3_choosing_what_to_sell(vanuatu, actions, score, coins, kept):
    game = vanuatu.table(
        3, coins={0: 1}, fish={0: [2, 3]}, huts={"HOME": [0]}, markers={"SELL": {0: 1}, "REST": {1: 1}}
    )
    game.play(*actions)
    assert (game.s.score[0], game.s.coins[0], held(game.s, "fish_tiles", 0)) == (score, coins, kept)
    assert game.s.price == 2 and game.s.seat == 1, "the sale ends by itself when one tile is left"


def test_example_4_declining_catch_and_falling_price(vanuatu):
    game = vanuatu.table(
        4, tiles={7: "B2"}, boats=dict.fromkeys(range(4), 7), markers={"FISH": {0: 1, 1: 1, 2: 1}, "REST": {3: 1}}
    )
    game.play("fish", "fish", "fish")
    assert [held(game.s, "fish_tiles", p) for p in range(3)] == [[3], [2], [1]] and game.s.fish[7] == 0
    sale = vanuatu.table(
        4, coins=dict.fromkeys(range(4), 0), fish={p: [2] for p in range(4)}, huts={"HOME": [0, 1, 2]},
        characters={3: "VENDOR"}, markers={"SELL": dict.fromkeys(range(4), 1), "REST": {0: 1}}, game_round=7,
    )  # fmt: skip
    sale.s.upcoming[:] = NONE
    sale.play("sell_all", "sell_all", "sell_all", "sell_all")
    assert sale.s.coins[:4].tolist() == [6, 4, 2, 2] and sale.s.price == 1
    sale.play("rest", "keep POINT")
    assert sale.s.game_round == 8 and sale.s.price == 3, "next round the price is 3 again"


def test_example_5_diver(vanuatu):
    game = vanuatu.table(
        3,
        tiles={7: "B1"},
        coins={0: 8},
        boats={0: 7},
        characters={0: "DIVER"},
        markers={"EXPLORE": {0: 1}, "REST": {1: 1}},
    )
    game.play("explore")
    assert held(game.s, "treasure_tiles", 0) == [3] and game.s.treasure[7] == 2
    assert (game.s.score[0], game.s.coins[0], game.s.power_used[0]) == (5, 1, 1)
    assert game.results(0)["treasure_points"] == 6


def test_example_6_buyer(vanuatu):
    game = vanuatu.table(
        3, ships=[(2, [1, 1, 0]), (9, [0, 0, 0]), (3, [0, 0, 0])], characters={0: "BUYER"}, coins={0: 3},
        markers={"BUY": {0: 1}}, game_round=7,
    )  # fmt: skip
    game.s.upcoming[:] = NONE
    supply = int(game.s.supply[0])
    game.play("buy HOME white")
    assert (game.s.coins[0], game.s.score[0]) == (2, 4)
    assert game.s.supply[0] == supply - 1 + 2, "one more from the supply; ship 2 gave two white cubes back"
    assert game.s.game_round == 8
    assert game.s.ships[:2].tolist() == [8, 2] and game.s.loaded[0].tolist() == [1, 0, 0], (
        "ship 2 left, the others moved up"
    )
    assert game.s.departed.tolist() == [0, 1, *[0] * 8] and not game.s.loaded[2].any()


def test_example_7_no_demand(vanuatu):
    ships = [(3, [0, 0, 0]), (4, [0, 0, 0]), (6, [1, 0, 0])]
    game = vanuatu.table(3, ships=ships, coins={0: 3}, markers={"BUY": {0: 1}}, game_round=7)
    game.s.upcoming[:] = NONE
    supply = int(game.s.supply[0])
    game.play("buy HOME white")
    assert (game.s.coins[0], game.s.score[0], game.s.supply[0]) == (2, 0, supply + 1)
    assert game.s.game_round == 8 and game.s.goods[t.HOME].tolist() == [0, 1, 1], "not refilled"


def test_example_8_guide(vanuatu):
    game = vanuatu.table(
        3, coins={0: 8}, huts={"HOME": [0, 1, 2]}, drawings={"HOME": 1}, characters={0: "GUIDE"},
        markers={"TRANSPORT": {0: 1}, "REST": {1: 1}},
    )  # fmt: skip
    game.play("transport HOME")
    assert (game.s.score[0], game.s.coins[0]) == (7, 1)
    assert (game.s.visitors[t.HOME], game.s.tourists) == (1, 1)


def placement(vanuatu, tiles=("A1", "B2")):
    game = vanuatu.table(3, "PLACE", game_round=2)
    game.s.upcoming[:] = [t.TILE_NAMES.index(name) for name in tiles]
    return game


def test_example_9_first_placement(vanuatu):
    game = placement(vanuatu)
    assert game.legal() == ["place first c7", "place first c11", "place second c0"]
    assert game.why("place first c0") == GAME.reasons(4).text and game.why("place first c3") == GAME.reasons(3).text
    game.play("place first c7")
    assert game.legal() == ["place second c0", "place second c3", "place second c12"]
    assert game.why("place first c0") == GAME.reasons(1).text and game.why("place second c7") == GAME.reasons(2).text
    other = placement(vanuatu).play("place first c11")
    assert other.legal() == ["place second c0", "place second c10", "place second c12"]


def test_example_10_what_can_be_planned_at_the_start(vanuatu):
    first = {"SAIL", "BUILD", "BUY", "DRAW", "TRANSPORT", "REST"}
    assert plannable(vanuatu.table(3, "PLAN", markers={})) == first
    assert plannable(vanuatu.table(3, "PLAN", markers={"SAIL": {0: 1}})) == first | {"FISH", "EXPLORE"}
    chain = {"SAIL": {0: 1}, "FISH": {0: 1}, "BUILD": {0: 1}}
    assert "SELL" not in plannable(vanuatu.table(3, "PLAN", markers=chain)), "1 + 3 coins are needed"
    for name in ("BUILDER", "NAVIGATOR"):
        assert "SELL" in plannable(vanuatu.table(3, "PLAN", markers=chain, characters={0: name}))
        assert "SELL" not in plannable(vanuatu.table(3, "PLAN", markers=chain, characters={0: name}, used=[0]))
    short = {"SAIL": {0: 1}, "FISH": {0: 1}}
    assert "SELL" in plannable(vanuatu.table(3, "PLAN", markers=short, characters={0: "VENDOR"}))
    assert "SELL" not in plannable(vanuatu.table(3, "PLAN", markers=short, characters={0: "BUILDER"}))


@pytest.mark.complaint("openai/gym#2823")
def test_example_11_empty_purse(vanuatu):
    """openai/gym#2823: without a coin there is still something to plan."""
    assert plannable(vanuatu.table(3, "PLAN", coins={0: 0})) == {"DRAW", "TRANSPORT", "REST"}
    rich = {"SAIL", "BUY", "DRAW", "TRANSPORT", "REST"}
    assert plannable(vanuatu.table(3, "PLAN", coins={0: 0}, treasure={0: [1]})) == rich
    sailing = vanuatu.table(3, "PLAN", coins={0: 0}, treasure={0: [1]}, markers={"SAIL": {0: 1}})
    assert plannable(sailing) == rich | {"FISH", "EXPLORE"}


def test_example_12_beggar(vanuatu):
    game = vanuatu.table(3, coins={0: 8}, score={0: 4}, characters={0: "BEGGAR"}, markers={"REST": {0: 1, 1: 1}})
    assert game.legal() == ["rest", "beg 1", "beg 2", "beg 3"]
    game.play("beg 2")
    assert (game.s.score[0], game.s.coins[0], game.s.seat) == (7, 0, 0)
    assert game.legal() == ["rest"]
    poor = vanuatu.table(3, score={0: 1}, characters={0: "BEGGAR"}, markers={"REST": {0: 1, 1: 1}})
    assert poor.legal() == ["rest", "beg 1"], "never more than he has"


def missionary(vanuatu, **more):
    return vanuatu.table(
        3, first=2, seat=0, characters={0: "MISSIONARY"}, boats={0: 2},
        markers={"FISH": {0: 1, 1: 3}, "REST": {0: 1, 2: 1}}, **more,
    )  # fmt: skip


def test_example_13_missionary(vanuatu):
    game = missionary(vanuatu)
    assert game.legal() == ["fish", "rest", "drop FISH", "drop REST"]
    assert missionary(vanuatu, used=[0]).legal() == ["drop FISH", "drop REST"]
    dropped = missionary(vanuatu).play("drop REST")
    assert dropped.s.power_used[0] == 0, "a drop needs no power"
    game.play("fish")
    assert game.s.power_used[0] == 1 and held(game.s, "fish_tiles", 0) == [2] and game.s.markers[t.FISH, 0] == 0


# ---------------------------------------------------------------- 4.6 and the rulings of 5


def test_ruling_5_5_an_impossible_lead_may_be_dropped_while_another_is_possible(vanuatu):
    position = {"markers": {"FISH": {0: 1}, "REST": {0: 1, 1: 1}}}
    game = vanuatu.table(3, **position)
    assert game.legal() == ["rest", "drop FISH"]
    assert game.why("drop REST") == GAME.reasons(20).text and game.why("fish") == GAME.reasons(11).text
    strict = vanuatu.table(3, must_act_if_able=True, **position)
    assert strict.legal() == ["rest"]
    assert strict.why("drop FISH") == GAME.reasons(21).text


def test_ruling_5_16_an_impossible_lead_switches_the_missionary_off(vanuatu):
    game = vanuatu.table(
        3, characters={0: "MISSIONARY"}, boats={0: 2}, markers={"EXPLORE": {0: 1}, "FISH": {0: 1, 1: 2}}
    )
    assert game.legal() == ["drop EXPLORE"]
    assert game.why("fish") == GAME.reasons(9).text


def test_4_6_treasure_sales_are_free(vanuatu):
    """Any number of them, with the forced exchange; an action may become possible by them."""
    game = vanuatu.table(3, coins={0: 0}, treasure={0: [1, 3, 3]}, markers={"BUILD": {0: 1}, "REST": {1: 1}})
    assert game.legal() == ["drop BUILD", "sell_treasure 1", "sell_treasure 3"]
    game.play("sell_treasure 3")
    assert "build HOME" in game.legal() and "drop BUILD" not in game.legal()
    game.s.coins[0] = 8
    game.play("sell_treasure 3")
    assert (game.s.coins[0], game.s.score[0]) == (1, 5) and held(game.s, "treasure_tiles", 0) == [1]


def test_4_6_a_stack_of_any_height_is_one_performance(vanuatu):
    game = vanuatu.table(3, boats={0: 2}, markers={"FISH": {0: 4, 1: 1}})
    game.play("fish")
    assert (
        held(game.s, "fish_tiles", 0) == [2] and game.s.markers[t.FISH].tolist() == [0, 1, 0, 0, 0] and game.s.seat == 1
    )


@pytest.mark.complaint("openai/gym#2823")
def test_4_6_players_without_markers_are_skipped(vanuatu):
    """openai/gym#2823: who has no move at all is not asked."""
    game = vanuatu.table(4, first=1, markers={"REST": {1: 1, 3: 1}, "DRAW": {1: 1}})
    game.play("draw HOME")
    assert game.s.seat == 3
    game.play("drop REST")
    assert game.s.seat == 1


def test_4_7_sailing(vanuatu):
    """Prices are the shortest ways over sea, out and back costs two; the Navigator pays nothing."""
    game = vanuatu.table(
        3, tiles={7: "C1", 8: "E1", 13: "E2", 0: "A1"}, coins={0: 2}, markers={"SAIL": {0: 1}, "REST": {1: 1}}
    )
    assert game.legal() == ["sail c2", "sail c5", "sail c6", "sail c7", "sail c8", "sail c13"]
    assert {cell: int(price) for cell, price in vanuatu.prices(game.s, 0).items()} == {
        2: 1,
        5: 1,
        7: 1,
        8: 2,
        13: 2,
        6: 2,
    }
    game.play("sail c6")
    assert game.s.coins[0] == 0 and game.s.boat[0] == 6
    poor = vanuatu.table(3, coins={0: 0}, markers={"SAIL": {0: 1}})
    assert poor.legal() == ["drop SAIL"] and poor.why("sail c2") == GAME.reasons(12).text
    free = vanuatu.table(3, coins={0: 0}, characters={0: "NAVIGATOR"}, markers={"SAIL": {0: 1}, "REST": {1: 1}})
    assert free.legal() == ["sail c2", "sail c5", "sail c6"]
    free.play("sail c5")
    assert free.s.coins[0] == 0 and free.s.power_used[0] == 1


def test_4_7_building(vanuatu):
    game = vanuatu.table(3, coins={0: 3}, markers={"BUILD": {0: 1}, "REST": {1: 1}}).play("build HOME")
    assert (game.s.coins[0], game.s.huts_left[0], game.s.huts[t.HOME, 0], game.s.huts_on[t.HOME]) == (0, 7, 1, 1)
    builder = vanuatu.table(3, coins={0: 1}, characters={0: "BUILDER"}, markers={"BUILD": {0: 1}, "REST": {1: 1}})
    builder.play("build HOME")
    assert builder.s.coins[0] == 0 and builder.s.power_used[0] == 1
    full = vanuatu.table(3, huts={"HOME": [0, 0, 1]}, markers={"BUILD": {0: 1}})
    assert full.legal() == ["drop BUILD"] and full.why("build HOME") == GAME.reasons(16).text
    assert full.why("build A1") == GAME.reasons(11).text


def test_4_7_buying_prices_and_points(vanuatu):
    game = vanuatu.table(
        3, ships=[(1, [1, 1, 0]), (2, [0, 0, 0]), (4, [0, 1, 0])], markers={"BUY": {0: 1}, "REST": {1: 1}}
    )
    assert game.legal() == ["buy HOME white", "buy HOME orange", "buy HOME purple"]
    assert game.play("buy HOME purple").s.score[0] == 5 + 2 and game.s.coins[0] == 0
    orange = vanuatu.table(
        3, ships=[(1, [1, 1, 0]), (2, [0, 0, 0]), (4, [0, 1, 0])], markers={"BUY": {0: 1}, "REST": {1: 1}}
    )
    assert orange.play("buy HOME orange").s.score[0] == 3, "the first ship from the top that needs it"
    assert orange.s.loaded[1].tolist() == [0, 1, 0] and orange.s.coins[0] == 1


def test_ruling_5_19_buyer_with_an_empty_supply(vanuatu):
    game = vanuatu.table(
        3,
        ships=[(9, [0, 0, 0]), (2, [0, 0, 0]), (4, [0, 0, 0])],
        characters={0: "BUYER"},
        markers={"BUY": {0: 1}, "REST": {1: 1}},
    )
    game.s.supply[0] = 0
    game.play("buy HOME white")
    assert game.s.score[0] == 1 and game.s.power_used[0] == 1 and game.s.loaded[0, 0] == 1


def test_4_7_drawing_and_artist(vanuatu):
    game = vanuatu.table(3, characters={1: "ARTIST"}, markers={"DRAW": {0: 2, 1: 1}, "REST": {0: 1}})
    game.play("draw HOME")
    assert game.s.score[0] == 3 and game.s.drawings[t.HOME] == 1
    assert game.legal() == ["drop DRAW"], "HOME has one place only"
    artist = vanuatu.table(3, seat=1, characters={1: "ARTIST"}, markers={"DRAW": {1: 1}, "REST": {0: 1}}).play(
        "draw HOME"
    )
    assert artist.s.score[1] == 5


def test_4_7_transport_needs_a_tourist_and_room(vanuatu):
    none = vanuatu.table(3, tourists=0, markers={"TRANSPORT": {0: 1}})
    assert none.legal() == ["drop TRANSPORT"] and none.why("transport HOME") == GAME.reasons(17).text
    full = vanuatu.table(3, visitors={"HOME": 5}, markers={"TRANSPORT": {0: 1}})
    assert full.legal() == ["drop TRANSPORT"] and full.why("transport HOME") == GAME.reasons(16).text
    bare = vanuatu.table(3, markers={"TRANSPORT": {0: 1}, "REST": {1: 1}}).play("transport HOME")
    assert bare.s.coins[0] == 3 and bare.s.visitors[t.HOME] == 1, "no hut, no income"


def test_4_7_fisher(vanuatu):
    game = vanuatu.table(3, boats={0: 2}, characters={0: "FISHER"}, markers={"FISH": {0: 1}, "REST": {1: 1}}).play(
        "fish"
    )
    assert game.s.score[0] == 2 and game.s.power_used[0] == 1


def test_ruling_5_8_vendor_sells_anywhere(vanuatu):
    position = {"tiles": {7: "C1", 8: "E1"}, "boats": {0: 8}, "fish": {0: [2]}, "coins": {0: 0}}
    game = vanuatu.table(3, characters={0: "VENDOR"}, markers={"SELL": {0: 1}, "REST": {1: 1}}, **position)
    assert game.legal() == ["sell_all"] and game.why("sell_some") == GAME.reasons(27).text
    assert game.play("sell_all").s.coins[0] == 6 and game.s.power_used[0] == 1
    other = vanuatu.table(3, markers={"SELL": {0: 1}}, **position)
    assert other.legal() == ["drop SELL"] and other.why("sell_all") == GAME.reasons(14).text


def test_4_8_the_rest_tiles(vanuatu):
    """All four in one round: coins and points of each holder, and the start player for the next round."""
    rest = dict.fromkeys(range(4), 1)
    game = vanuatu.table(4, coins={0: 9, 1: 0, 2: 9, 3: 0}, markers={"REST": rest}, game_round=7)
    game.s.upcoming[:] = NONE
    game.play("rest", "keep COIN")
    assert game.legal() == ["rest"]
    game.play("rest", "keep START_PLAYER", "rest", "keep COIN_AND_POINT", "rest")
    assert game.s.game_round == 8, "the last tile is taken without a choice, and the round is over"
    assert game.s.coins[:4].tolist() == [0, 0, 0, 0] and game.s.score[:4].tolist() == [5, 0, 6, 1]
    assert game.s.start_seat == 1 == game.s.seat and game.s.rest_left.all() and (game.s.rest_tile == NONE).all()


def test_4_8_a_fifth_player_finds_no_tile(vanuatu):
    game = vanuatu.table(5, markers={"REST": dict.fromkeys(range(5), 1), "DRAW": {0: 1}})
    game.play("rest", "keep COIN", "rest", "keep POINT", "rest", "keep START_PLAYER", "rest")
    assert game.s.seat == 4 and game.legal() == ["drop REST"] and game.why("rest") == GAME.reasons(18).text


def test_ruling_5_23_the_start_player_stays_without_the_tile(vanuatu):
    game = vanuatu.table(3, first=2, markers={"REST": {2: 1}}, game_round=7)
    game.s.upcoming[:] = NONE
    assert game.play("rest", "keep POINT").s.start_seat == 2


def test_4_4_take_then_return(vanuatu):
    """The card of the last round comes into the pool for the players after its holder."""
    game = vanuatu.table(3, "CHARACTER", first=1, characters={0: "GUIDE", 1: "DIVER", 2: "BUYER"})
    game.s.pool[:10] = [c not in (t.GUIDE, t.DIVER, t.BUYER) for c in range(10)]
    assert len(game.legal()) == 7 and "take DIVER" not in game.legal()
    assert game.why("take DIVER") == GAME.reasons(5).text
    game.play("take ARTIST")
    assert "take DIVER" in game.legal() and "take BUYER" not in game.legal()
    game.play("take DIVER", "take BUYER")
    assert game.s.phase == Phase.PLAN and game.s.seat == 1
    assert game.s.character[:3].tolist() == [t.BUYER, t.ARTIST, t.DIVER] and game.s.pool.sum() == 7


def test_4_2_set_up_of_a_round(vanuatu):
    """Tourists, refilled islands and ships; HOME has no good left, A1 still has one."""
    game = vanuatu.table(
        3, tiles={7: "A1", 0: "B2"}, goods={"HOME": [0, 0, 0], "A1": [0, 0, 1]}, tourists=3, price=1, game_round=2,
        markers={"REST": {0: 1}}, characters={0: "GUIDE"}, used=[0],
    )  # fmt: skip
    upcoming = game.s.upcoming.tolist()
    game.play("rest", "keep POINT")
    s = game.s
    assert (s.game_round, s.price, s.tourists) == (3, 3, int(s.visitor_order[2])) and s.phase == Phase.PLACE
    assert s.goods[:2].tolist() == [[1, 1, 1], [0, 0, 1]]
    assert s.character[0] == t.GUIDE and s.power_used[0] == 0, "the card stays and is fresh again"
    assert s.upcoming.tolist() == upcoming
    game.play(game.legal()[0])
    game.play(game.legal()[0])
    assert s.phase == Phase.CHARACTER and s.upcoming.tolist() == s.tile_order[2:4].tolist()


def test_ruling_5_9_the_fallback_is_joint(vanuatu):
    """While one of the tiles has a strict place only strict moves are legal; without any, condition A alone counts."""
    game = placement(vanuatu, ("B2", "E1"))
    assert game.legal() == ["place first c0", "place second c0"], "two seas: only beside an island"
    game = placement(vanuatu, ("A1", "A2"))
    game.play("place first c7")
    assert game.legal() == ["place second c11"], "c0, c3 and c12 touch an island"
    blocked = placement(vanuatu, ("A1", "A2"))
    for cell in (7, 11):
        blocked.s.cell_kind[cell] = 1
    vanuatu.recount(blocked.s)
    for cell in (4, 10, 15, 12, 8, 3, 13):
        blocked.s.near_island[cell] |= 1 << 4
    legal = blocked.legal()
    assert "place first c0" in legal and "place second c12" in legal, "nothing is strict: condition A alone"
    blocked.play("place first c0")
    assert blocked.s.fallback_used == 1


def test_ruling_5_19_ships_are_shuffled_when_the_pile_is_empty(vanuatu):
    """10.7: the ships that leave now join, and nothing counts as departed any more."""
    game = vanuatu.table(
        3, ships=[(1, [1, 1, 1]), (2, [2, 1, 0]), (3, [0, 1, 1])], markers={"REST": {0: 1}}, game_round=7
    )
    s = game.s
    s.upcoming[:] = NONE
    s.ship_pile[:] = NONE
    s.ship_pile_size = 0
    s.departed[3:] = 1
    game.play("rest", "keep POINT")
    assert s.ships[0] == 2 and s.loaded[0].tolist() == [0, 1, 1] and not s.departed.any()
    assert len(set(s.ships.tolist())) == 3 and s.ship_pile_size == 7 and not s.loaded[1:].any()
    together = [*s.ships.tolist(), *s.ship_pile[:7].tolist()]
    assert sorted(together) == list(range(10))


def test_10_6_short_supply(vanuatu):
    """An island that is placed or refilled takes what there is, islands in the order of their ids."""
    game = placement(vanuatu)
    game.s.supply[:] = [0, 8, 1]
    game.play("place first c7")
    assert game.s.goods[1].tolist() == [0, 0, 1] and game.s.supply.tolist() == [0, 8, 0]
    refill = vanuatu.table(
        3, tiles={7: "A1", 0: "B2"}, goods={"HOME": [0, 0, 0], "A1": [0, 0, 0]}, markers={"REST": {0: 1}}, game_round=7
    )
    refill.s.upcoming[:] = NONE
    refill.s.supply[:] = [1, 5, 1]
    refill.play("rest", "keep POINT")
    assert refill.s.goods[:2].tolist() == [[1, 1, 1], [0, 0, 0]] and refill.s.supply.tolist() == [0, 4, 0]


# ---------------------------------------------------------------- 7.1, 10.4: sub-phases


def selling(vanuatu, fish, **more):
    game = vanuatu.table(
        3, coins={0: 0}, fish={0: fish}, huts={"HOME": [0]}, markers={"SELL": {0: 1}, "REST": {1: 1}}, **more
    )
    return game.play("sell_some")


def test_10_4_selling_tile_by_tile(vanuatu):
    game = selling(vanuatu, [1, 2, 2, 3], characters={0: "VENDOR"})
    assert game.legal() == ["sell_tile 1", "sell_tile 2", "sell_tile 3"], "the first may be any"
    assert game.why("sell_done") == GAME.reasons(25).text
    game.play("sell_tile 2")
    assert game.s.coins[0] == 6 and game.s.price == 3 and game.s.markers[t.SELL, 0] == 1 and game.s.power_used[0] == 0
    assert game.legal() == ["sell_tile 1", "sell_tile 2", "sell_done"]
    assert game.why("sell_tile 3") == GAME.reasons(24).text
    game.play("sell_done")
    assert game.s.price == 2 and game.s.markers[t.SELL, 0] == 0 and game.s.power_used[0] == 1 and game.s.seat == 1
    assert held(game.s, "fish_tiles", 0) == [1, 2, 3]


def test_7_1_a_sale_ends_by_itself(vanuatu):
    nothing_smaller = selling(vanuatu, [1, 2, 3, 3]).play("sell_tile 1")
    assert nothing_smaller.s.phase == Phase.ACT and held(nothing_smaller.s, "fish_tiles", 0) == [2, 3, 3]
    one_left = selling(vanuatu, [1, 1, 3]).play("sell_tile 1", "sell_tile 1")
    assert one_left.s.phase == Phase.ACT and one_left.s.coins[0] == 6 and one_left.s.price == 2


def test_7_1_tile_by_tile_pays_as_in_one_sum(vanuatu):
    one = vanuatu.table(
        3, coins={0: 4}, fish={0: [3, 3, 2]}, huts={"HOME": [0]}, markers={"SELL": {0: 1}, "REST": {1: 1}}
    )
    one.play("sell_some", "sell_tile 3", "sell_tile 3")
    assert (one.s.score[0], one.s.coins[0]) == (10, 2), "4 + 18 = 22"


# ---------------------------------------------------------------- 10.3: powers held back


def test_10_3_holding_the_diver_back(vanuatu):
    position = {"tiles": {7: "B1"}, "boats": {0: 7}, "coins": {0: 8}, "treasure": {0: [1]}, "characters": {0: "DIVER"}}
    markers = {"EXPLORE": {0: 1}, "DRAW": {0: 1}, "REST": {1: 1}}
    assert "hold_power" not in vanuatu.table(3, markers=markers, **position).legal()
    game = vanuatu.table(3, markers=markers, optional_powers=True, **position)
    assert "hold_power" in game.legal()
    game.play("hold_power")
    assert game.legal() == ["explore", "sell_treasure 1"], "only the matching stack, and treasure sales"
    assert game.look(1)["holding"] == 1 and game.why("draw HOME") == GAME.reasons(10).text
    game.play("explore")
    assert (game.s.coins[0], game.s.score[0], game.s.power_used[0], game.s.holding) == (8, 0, 0, 0)


def test_10_3_a_held_action_that_becomes_impossible_is_dropped(vanuatu):
    game = vanuatu.table(
        3, coins={0: 3}, treasure={0: [1, 3, 3]}, characters={0: "BUILDER"}, optional_powers=True,
        markers={"BUILD": {0: 1}, "DRAW": {0: 1}, "REST": {1: 1}},
    )  # fmt: skip
    game.play("hold_power", "sell_treasure 3", "sell_treasure 1", "sell_treasure 3")
    assert game.s.coins[0] == 0
    assert game.legal() == ["drop BUILD"]
    game.play("drop BUILD")
    assert game.s.power_used[0] == 0 and game.s.holding == 0


def test_10_3_only_what_is_possible_without_the_power_may_be_held(vanuatu):
    poor = vanuatu.table(3, coins={0: 2}, characters={0: "BUILDER"}, optional_powers=True, markers={"BUILD": {0: 1}})
    assert "hold_power" not in poor.legal() and poor.why("hold_power") == GAME.reasons(26).text
    other = vanuatu.table(3, characters={0: "ARTIST"}, optional_powers=True, markers={"DRAW": {0: 1}})
    assert "hold_power" not in other.legal()


# ---------------------------------------------------------------- 10.8, 10.9: the Governor


def governor(vanuatu, **more):
    return vanuatu.table(
        3, characters={0: "GOVERNOR"}, governor=True,
        markers={"FISH": {0: 2, 1: 3}, "DRAW": {0: 1}, "REST": {1: 1}}, **more,
    )  # fmt: skip


def test_10_8_the_governor_moves_a_stack(vanuatu):
    game = governor(vanuatu)
    assert game.legal() == ["draw HOME", "govern FISH", "govern DRAW"], "led or not"
    game.play("govern FISH")
    assert game.legal() == [f"mark {name}" for name in t.ACTION_NAMES if name != "FISH"]
    assert game.s.markers[t.FISH, 0] == 2 and game.s.power_used[0] == 0
    assert game.why("mark FISH") == GAME.reasons(7).text
    game.play("mark DRAW")
    assert game.s.markers[t.DRAW, 0] == 3 and game.s.markers[t.FISH, 0] == 0, "stacks merge"
    assert game.s.power_used[0] == 1 and game.s.seat == 1 and game.s.phase == Phase.ACT
    game.play("rest", "keep POINT")
    assert game.legal() == ["draw HOME"], "once in a round"


def test_10_9_nobody_rests_twice(vanuatu):
    game = governor(vanuatu)
    game.s.markers[t.REST, 0] = 2
    vanuatu.recount(game.s)
    game.play("rest", "keep COIN", "rest", "keep POINT", "govern FISH", "mark REST", "drop FISH")
    assert game.s.seat == 0 and game.legal() == ["draw HOME", "drop REST"]


@pytest.mark.parametrize("name", ["governor", "optional_powers"])
def test_4_0_what_needs_characters_is_refused_without_them(name):
    with pytest.raises(BadOption, match=f"{name}=True cannot be played with characters=False; allowed: False"):
        GAME.configure(3, {name: True, "characters": False})
    assert GAME.configure(3, {name: False, "characters": False}).as_dict()[name] is False


# ---------------------------------------------------------------- 4.9, 10.5: two players


def test_4_9_the_order_of_a_round(vanuatu):
    states = GAME.new(2, seed=4)
    game = vanuatu.Table(states)
    s = game.s
    first, other = int(s.start_seat), 1 - int(s.start_seat)
    assert s.phase == Phase.NEUTRAL and s.pool.sum() == 5, "the five cards lie there before the neutral markers"
    seats = []
    while s.phase == Phase.NEUTRAL:
        seats.append((int(s.seat), int(s.markers_due)))
        game.play("mark DRAW")
    assert seats == [(first, 2), (first, 1), (other, 3), (other, 2), (other, 1)] and s.neutral[t.DRAW] == 5
    assert s.phase == Phase.CHARACTER and s.seat == first


def test_4_9_offers(vanuatu):
    """Two fixed fives alternate; with the Governor the five come from the other six."""
    for options, rest in (({}, 5), ({"governor": True}, 6)):
        offers = []
        for states, _ in vanuatu.positions("random", 2, options, 3):
            s = states[0]
            if s.phase == Phase.NEUTRAL and s.neutral.sum() == 0:
                offers.append(set(np.flatnonzero(s.pool)))
                assert set(np.flatnonzero(s.offer)) == offers[-1] and (s.character == NONE).all()
            elif s.phase == Phase.PLACE:
                assert not s.pool.any() and (s.character == NONE).all(), "handed back, nothing on offer yet"
        assert len(offers) == 8 and all(len(offer) == 5 for offer in offers)
        for before, after in zip(offers, offers[1:], strict=False):
            assert not before & after
        assert len(offers[0] | offers[1]) == 10 and (rest == 6 or offers[0] == offers[2])


@pytest.mark.parametrize(
    ("own", "rival", "neutral", "character", "leader"),
    [
        (2, 0, 1, "GUIDE", 0), (1, 0, 1, "GUIDE", NONE), (1, 0, 1, "ARTIST", 0), (1, 0, 2, "ARTIST", NONE),
        (2, 1, 2, "GUIDE", NONE), (2, 2, 1, "GUIDE", 0), (2, 3, 2, "ARTIST", 1), (1, 1, 1, "ARTIST", 0),
    ],
)  # fmt: skip
def test_4_9_neutral_markers(vanuatu, own, rival, neutral, character, leader):
    """More than the neutral ones, or as many with the matching character; whoever is blocked still blocks the rival."""
    for used in ([], [0]):
        states = vanuatu.build(
            2, markers={"DRAW": {0: own, 1: rival}}, neutral={"DRAW": neutral}, characters={0: character}, used=used
        )
        states[0].leader[:] = -7
        game = vanuatu.Table(states)
        vanuatu.recount(game.s)
        assert game.s.leader[t.DRAW] == leader
        game.s.seat = 1
        game.s.markers[t.REST, 1] = 1
        vanuatu.recount(game.s)
        game.play("rest", "keep POINT")
        assert game.s.leader[t.DRAW] == leader


def test_4_9_leads_in_play(vanuatu):
    """The rules' own count, marker by marker: a lead over two neutral markers needs three."""
    game = vanuatu.table(2, "PLAN", neutral={"DRAW": 2, "REST": 1}, characters={0: "GUIDE", 1: "ARTIST"})
    game.play("mark DRAW", "mark DRAW")
    assert game.s.leader[t.DRAW] == NONE
    game.play("mark DRAW", "mark REST")
    assert game.s.leader[t.DRAW] == NONE and game.s.leader[t.REST] == NONE
    game.play("mark DRAW")
    assert game.s.leader[t.DRAW] == 0


def test_4_9_with_neither_lead_the_missionary_may_act(vanuatu):
    game = vanuatu.table(2, markers={"DRAW": {0: 1}, "REST": {1: 2}}, neutral={"DRAW": 1}, characters={0: "MISSIONARY"})
    assert game.legal() == ["draw HOME", "drop DRAW"], "10.5: blocked by neutral markers only"


def test_4_9_the_governor_needs_as_many_as_the_neutral_ones(vanuatu):
    game = vanuatu.table(
        2, markers={"FISH": {0: 1}, "DRAW": {0: 1}, "REST": {1: 3}}, neutral={"DRAW": 2}, characters={0: "GOVERNOR"},
        governor=True,
    )  # fmt: skip
    game.play("govern FISH", "mark DRAW")
    assert game.s.leader[t.DRAW] == 0 and game.s.governor_target == t.DRAW


def test_4_9_boats_do_not_share_a_cell(vanuatu):
    """They may pass; nobody stays beside the other by going out and back."""
    game = vanuatu.table(2, tiles={7: "C1"}, boats={0: 6, 1: 2}, markers={"SAIL": {0: 1}, "REST": {1: 1}})
    assert game.legal() == ["sail c5", "sail c6", "sail c7"]
    together = vanuatu.table(2, tiles={7: "C1"}, boats={0: 6, 1: 6}, markers={"SAIL": {0: 1}, "REST": {1: 1}})
    assert together.legal() == ["sail c2", "sail c5", "sail c7"]
    passing = vanuatu.table(2, tiles={7: "C1", 8: "E1"}, boats={0: 6, 1: 7}, markers={"SAIL": {0: 1}, "REST": {1: 1}})
    assert "sail c8" in passing.legal() and "sail c7" not in passing.legal()


def test_two_players_always_have_characters():
    with pytest.raises(BadOption, match="num_players=2"):
        GAME.configure(2, {"characters": False})


# ---------------------------------------------------------------- 6: final scoring


def test_final_scoring(vanuatu):
    game = vanuatu.table(
        3, first=1, coins={0: 8, 1: 9, 2: 0}, score={0: 10, 1: 20, 2: 30}, fish={0: [3, 3], 1: [2]},
        treasure={0: [1, 3]},
        huts={"HOME": [0, 0, 1]}, visitors={"HOME": 4}, markers={"REST": {1: 1}}, game_round=8,
    )  # fmt: skip
    assert game.results(0) == {
        "running_points": 10, "exchange_points": 5, "coin_points": 0, "start_points": 0, "tourist_points": 16,
        "treasure_points": 8, "huts_built": 2, "coins_left": 0,
    }  # fmt: skip
    game.s.upcoming[:] = NONE
    game.play("rest", "keep POINT")
    assert game.s.over == 1 and game.s.phase == Phase.OVER
    assert game.totals() == [10 + 5 + 16 + 8, 21 + 5 + 0 + 3 + 8, 30]
    assert game.ranks() == [0, 1, 2]
    assert game.s.coins[:3].tolist() == [8, 9, 0] and game.s.score[:3].tolist() == [10, 21, 30], "10.12: they stay"


def test_ruling_5_2_fish_at_the_end(vanuatu):
    for option, coins in (("per_tile", 4), ("face", 8)):
        game = vanuatu.table(3, first=1, coins={0: 2}, fish={0: [3, 3]}, fish_end=option)
        assert game.results(0)["coins_left"] == coins and game.totals()[0] == coins // 3


def test_4_8_the_start_tile_of_the_last_round_moves_three_points(vanuatu):
    game = vanuatu.table(3, first=0, seat=2, coins=dict.fromkeys(range(3), 0), markers={"REST": {2: 1}}, game_round=8)
    game.s.upcoming[:] = NONE
    game.play("rest", "keep START_PLAYER")
    assert game.s.over and game.totals() == [0, 0, 3]


@pytest.mark.parametrize(
    ("huts", "coins", "ranks"),
    [
        ({"HOME": [1]}, {0: 0, 1: 0, 2: 0}, [1, 0, 1]),
        ({"HOME": [0, 1]}, {0: 1, 1: 2, 2: 0}, [1, 0, 2]),
        ({"HOME": [0, 1]}, {0: 2, 1: 2, 2: 2}, [0, 0, 2]),
    ],
)
def test_tie_breaks(vanuatu, huts, coins, ranks):
    """More huts on the board, then more coins, then shared; seat 0 starts and has three points less otherwise."""
    game = vanuatu.table(3, first=0, coins=coins, score={0: 0, 1: 3, 2: 3}, huts=huts)
    assert game.totals() == [3, 3, 3] and game.ranks() == ranks


def test_ruling_5_15_ties_are_broken_by_the_coins_after_the_exchange(vanuatu):
    game = vanuatu.table(3, first=2, coins={0: 9, 1: 1, 2: 0}, score={0: 0, 1: 5, 2: 0}, fish={0: [1]})
    assert game.totals() == [5, 5, 3] and game.ranks() == [1, 0, 2], "10 coins became 5 points: none left"


# ---------------------------------------------------------------- 2, 3: tables


def test_tables_agree_with_the_counts_of_the_rulebook():
    fish = np.concatenate([t.TILE_FISH, t.START_SEA_FISH])
    treasure = np.concatenate([t.TILE_TREASURE, t.START_SEA_TREASURE])
    assert fish.sum() == 14 == t.FISH_TILES.sum() and treasure.sum() == 10 == t.TREASURE_TILES.sum()
    assert [(fish >= v).sum() for v in (1, 2, 3)] == t.FISH_TILES.tolist()
    assert [(treasure >= v).sum() for v in (1, 2, 3)] == t.TREASURE_TILES.tolist()
    assert t.START_SEA_FISH.sum() == 3 and t.START_SEA_TREASURE.sum() == 2
    assert t.HUT_SLOTS.sum() == 14 and t.DRAWING_SLOTS.sum() == 9 and t.TOURIST_SLOTS.sum() == 20
    assert t.VISITOR_TILES.sum() == 18 and len(t.VISITOR_TILES) == 9
    assert t.CUBES.sum() == 24 and (t.SHIP_NEED.sum(1) == 3).all() and len(t.SHIP_NEED) == 10
    assert (t.TILE_ISLAND >= 0).sum() + 1 == t.ISLANDS and t.CELLS == t.TILES + t.START_SEAS + 1


def test_adjacency_agrees_with_the_axial_coordinates():
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)}
    for cell, (q, r) in enumerate(t.AXIAL):
        near = {other for other, (x, y) in enumerate(t.AXIAL) if (x - q, y - r) in steps}
        assert near == set(t.BOARD["board"]["adjacency"][cell])
        assert t.AROUND[cell] == sum(1 << there for there in near)


def test_setup(vanuatu):
    """4.1: where everything lies, and that chance reaches all arrangements."""
    layouts, firsts, stacks, ships = set(), set(), set(), set()
    for seed in range(200):
        s = GAME.new(4, seed=seed)[0]
        layouts.add((*s.fish[[2, 5, 6]].tolist(), *s.treasure[[2, 5, 6]].tolist()))
        firsts.add(int(s.start_seat))
        stacks.add(tuple(s.tile_order[:6].tolist()))
        ships.add(tuple(s.ships.tolist()))
        assert s.fish.sum() == 3 and s.treasure.sum() == 2 and (s.cell_kind != EMPTY).sum() == 4
        assert all(s.fish[c] == s.treasure[c] == 0 for c in s.boat[:4]), "all boats begin on the empty sea"
        assert [tile // 2 for tile in s.tile_order] == [0, 1, 2, 3, 4, 5] * 2 and sorted(s.tile_order) == list(
            range(12)
        )
        assert sorted(s.visitor_order) == [0, 1, 1, 2, 2, 3, 3, 4] and s.tourists == s.visitor_order[0]
        assert (s.coins[:4] == 3).all() and s.goods.tolist() == [[1, 1, 1], *[[0, 0, 0]] * 4]
        assert s.supply.tolist() == [9, 7, 5] and s.pool.tolist() == [1] * 10 + [0]
        assert s.upcoming.tolist() == s.tile_order[:2].tolist() and s.seat == s.start_seat
    assert len(layouts) == 6 and len(firsts) == 4 and len(stacks) > 55 and len(ships) > 120


def test_resting_is_not_the_beggars_power():
    """3, 4.4: the Beggar's number is the same as that of REST, but no power belongs to REST: he may still beg."""
    states = GAME.new(3, 0, plan_check="off")
    for action in (40, 36, 37, 51, 49, 47, 47, 45, 45, 51, 49, 47, 47, 45, 45, 43, 46, 44, 96, 115, 113, 106, 110, 114):
        GAME.kernels.apply_at(states, 0, action)
    (beggar,) = np.flatnonzero(states["character"][0, :3] == t.BEGGAR)
    assert states["power_used"][0, beggar] == 0
    GAME.kernels.apply_at(states, 0, 76)
    mask = np.zeros(GAME.actions.size, np.int8)
    GAME.kernels.legal_at(states, 0, mask)
    assert states["seat"][0] == beggar and mask[GAME.actions.start("beg")] == 1


def test_a_beggar_does_not_lead_rest_by_equalling_the_neutral_markers():
    """4.9: with two players only the character that boosts the kind leads with as many; REST has none."""
    states = GAME.new(2, 0)
    for action in (51, 51, 43, 43, 43, 40, 32, 51, 51):
        GAME.kernels.apply_at(states, 0, action)
    (beggar,) = np.flatnonzero(states["character"][0, :2] == t.BEGGAR)
    assert states["markers"][0, t.REST, beggar] == states["neutral"][0, t.REST] == 2
    assert states["leader"][0, t.REST] == NONE
