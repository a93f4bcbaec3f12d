"""RULES 6.2, example by example, the rulings of RULES 5, and the points of RULES 4 that random play hardly meets."""

import numpy as np
import pytest

from meeplezoo.envs.dadaocheng import GAME
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.dadaocheng.state import NONE, Phase

RUN_OF_3 = "Wy Kr Kg Gr / Rw Rg Rw Yg / Gy Yw Kw Ry / Yr Yk Wg Wg"
RUN_OF_4 = "Kg Rw Yw Rg / Rg Rk Yw Yg / Gy Yr Yk Wg / Gw Wk Yr Wr"
T_SHAPE = "Wg Wk Wy Ry / Rg Wy Wr Gk / Rg Wr Rk Gy / Ky Gy Wg Yr"
CHAIN = "Wk Gw Gk Gr / Ry Wr Ry Rw / Yk Wy Gr Yw / Yg Kr Wg Yg"
DISJOINT = "Ky Wr Wg Yg / Rg Wk Yg Gr / Kg Wy Wg Kr / Rw Yw Yr Yr"
LOOP = "Yw Wg Wr Yg / Wy Wg Rw Yg / Yk Kg Rk Ry / Wk Gr Ry Rg"


def collected(dadaocheng, position, num_players=4, **kwargs):
    """The collection from a position; in 1905 an owned workshop keeps the turn in BUY, without further influence."""
    owned = {0: {"workshop": 1}}
    return dadaocheng.table(num_players, position, event=1905, owned=owned, **kwargs).collect()


# ---------------------------------------------------------------- 6.2


def test_example_1_run_of_3(dadaocheng):
    game = collected(dadaocheng, RUN_OF_3)
    assert game.s.phase == Phase.BUY
    assert game.hand() == "R" and game.stores() == {"W1": "R"} and game.supply() == [15, 15, 13, 15, 14]
    assert game.discs().split(" / ")[1] == "Wr Gr Wr Yg"
    assert game.s.nominal == game.s.gained == 1


def test_example_1_with_two_players_refills_nobody(dadaocheng):
    game = collected(dadaocheng, RUN_OF_3, 2)
    assert game.hand() == "R" and game.stores() == {} and game.supply() == [15, 15, 14, 15, 14]


@pytest.mark.complaint("openai/gym#2823")
def test_example_1_passes_the_turn_when_only_end_is_legal(dadaocheng):
    """5.45: forced play goes on through END, into the next turn. openai/gym#2823: who has no choice is not asked."""
    game = dadaocheng.table(4, RUN_OF_3, event=1895).collect()
    assert game.s.turn_owner == game.s.seat == 1 and game.s.phase == Phase.PLAN
    assert game.hand() == "R" and game.s.nominal == game.s.gained == 0


def test_example_2_run_of_4(dadaocheng):
    game = collected(dadaocheng, RUN_OF_4)
    assert game.hand() == "YY" and game.stores() == {"S2": "Y", "N2": "Y"}
    assert game.supply() == [15, 11, 15, 15, 14]
    assert [row.split()[2] for row in game.discs().split(" / ")] == ["Wy", "Wy", "Ky", "Ry"]
    assert game.s.nominal == game.s.gained == 2


def test_example_3_t_shape(dadaocheng):
    game = collected(dadaocheng, T_SHAPE)
    assert game.s.phase == Phase.COLLECT and game.legal() == ["line row 0", "line column 1"]
    assert np.flatnonzero(game.mask()).tolist() == [136, 141]
    assert game.why("line row 1").startswith("no run")
    game.play("line row 0")
    assert game.hand() == "W" and game.stores() == {"W0": "W"} and game.s.nominal == 1
    assert [row.split()[1][0] for row in game.discs().split(" / ")] == ["K", "W", "W", "G"]
    game = collected(dadaocheng, T_SHAPE).play("line column 1")
    assert game.hand() == "WR" and game.stores() == {"W2": "R", "N1": "W"} and game.s.nominal == 2


def test_example_4_chain_without_choices(dadaocheng):
    game = collected(dadaocheng, CHAIN)
    assert game.hand() == "WYRRG" and game.s.gained == game.s.nominal == 5
    assert game.supply() == [13, 13, 11, 13, 14]
    assert game.stores() == {"S0": "Y", "W1": "R", "N1": "W", "E0": "G", "E1": "R"}


def test_example_5_order_of_disjoint_runs(dadaocheng):
    game = collected(dadaocheng, DISJOINT)
    assert game.legal() == ["line row 3", "line column 1"]
    game.play("line row 3")
    assert game.hand() == "WWY" and game.stores() == {"S1": "W", "N1": "W", "E3": "Y"}
    game = collected(dadaocheng, DISJOINT).play("line column 1")
    assert game.hand() == "WY" and game.stores() == {"N1": "W", "E3": "Y"}


def test_example_6_spoilage(dadaocheng):
    game = dadaocheng.table(4, RUN_OF_3, event=1905, owned={0: {"workshop": 1}}, stores={"W1": "WR"})
    assert game.supply() == [14, 15, 14, 15, 14]
    game.collect()
    assert game.hand() == "R" and game.stores() == {} and game.supply() == [15, 15, 14, 15, 14]


def test_example_7_firm_blocks(dadaocheng):
    game = dadaocheng.table(4, RUN_OF_3, event=1905, owned={0: {"workshop": 1}}, firms=["W1"])
    assert game.supply()[t.RED] == 14
    game.collect()
    assert game.hand() == "R" and game.stores() == {} and game.supply()[t.RED] == 13


def test_example_8_loop_of_exactly_12(dadaocheng):
    game = collected(dadaocheng, LOOP)
    chosen = []
    while game.s.phase == Phase.COLLECT:
        chosen.append(game.legal()[:2])
        game.play(chosen[-1][0])
    assert chosen == [
        ["line row 0", "line row 2"], ["line column 1", "line column 2"], ["line row 0", "line row 2"]
    ]  # fmt: skip
    assert game.s.phase == Phase.LOOP_RETURN and game.s.nominal == game.s.gained == 12 and game.s.returns_left == 2
    assert game.hand() == "WWWWYYRRGGKK" and game.supply() == [7, 11, 11, 11, 10]
    assert game.stores() == {
        "S1": "G", "S2": "R", "W0": "WW", "W1": "WW", "W2": "KK", "N0": "YY", "N1": "G", "N2": "R",
    }  # fmt: skip
    assert (game.s.up[t.CORNERS] == t.BLACK).all() and dadaocheng.largest_group(game.s.up) <= 2
    sun_up = sorted(zip(game.s.up, game.s.down, strict=True))
    assert sun_up == sorted(map(tuple, t.DISCS[0])), "all discs are dealt anew, sun side up"
    game.play("return white", "return white")
    assert game.s.phase == Phase.BUY and game.hand() == "WWYYRRGGKK" and game.supply() == [9, 11, 11, 11, 10]


def full_bonus(dadaocheng):
    return dadaocheng.table(
        4, RUN_OF_4, event=1905, owned={0: {"workshop": 1}}, firms=["S3"],
        stores={"S0": "W", "S1": "RG", "N0": "GG", "N1": "K", "N3": "W"}, hands={0: "W2 Y2 R2", 2: "WYRGK"},
    ).collect()  # fmt: skip


def test_example_9_full_bonus(dadaocheng):
    game = full_bonus(dadaocheng)
    assert game.store("S2") == game.store("N2") == "Y" and game.hand() == "WWYYYYRR"
    assert game.s.seat == 0 and game.s.phase == Phase.BONUS
    assert game.legal() == ["bonus 0", "bonus 1", "bonus 2", "decline"]
    assert game.why("bonus 3") == "this store is a firm"
    game.play("bonus 1")
    assert game.s.hand[0].tolist() == [2, 4, 3, 1, 0] and game.store("S1") == ""
    assert game.s.seat == 2 and game.s.phase == Phase.BONUS and game.s.turn_owner == 0
    game.play("bonus 0")
    assert game.s.hand[2].tolist() == [1, 1, 1, 3, 1] and game.s.phase == Phase.BONUS_RETURN and game.s.seat == 2
    assert game.s.returns_left == 1
    game.play("return black")
    assert game.s.hand[2].tolist() == [1, 1, 1, 3, 0]
    assert game.s.seat == 0 and game.s.phase == Phase.BUY


def test_example_9_both_decline(dadaocheng):
    game = full_bonus(dadaocheng).play("decline", "decline")
    assert game.s.seat == 0 and game.s.phase == Phase.BUY and game.hand(2) == "WYRGK" and game.store("N0") == "GG"


def test_example_10_payment_with_workshop_and_joker(dadaocheng):
    game = dadaocheng.buying(hands={0: "W1 R1 G1 K2"}, credits={0: 2}, owned={0: {"workshop": 1}}, face_up={2: 12})
    before = game.s.supply.copy()
    game.play("buy_ship 2")
    assert game.hand() == "K" and game.s.used[0] == 1 and game.s.uses_left[t.WORKSHOP] == 0
    assert game.s.ship_prestige[0] == 5 and game.s.credits[0] == 4 and game.s.ships[0].tolist() == [0, 1, 0]
    assert (game.s.supply - before).tolist() == [1, 0, 1, 1, 0], "the black cube is parked on the track"
    assert game.s.face_up[1] == game.s.ship_order[1, 1] and game.s.ships_opened[1] == 2


def test_example_11_event_1884(dadaocheng):
    game = dadaocheng.buying(event=1884, hands={0: "W2 Y2 R2"}).play("buy_mansion", "buy_mansion")
    assert game.s.owned[0, t.MANSION] == 2 and game.hand() == "" and game.totals()[0] == 10
    assert game.s.turn_owner == 1, "only END was left"


def test_example_12_final_score(dadaocheng):
    game = dadaocheng.table(
        3,
        owned={0: {"mansion": 8, "market": 1, "workshop": 2, "den": 1}}, firms=["S0"], hands={0: "W2 Y3"},
        stores={"S1": "WW", "S2": "YY", "S3": "RR"}, used={0: 4, 1: 3, 2: 4}, credits={0: 6},
    )  # fmt: skip
    game.s.ship_prestige[0] = 15
    assert game.totals()[0] == 71
    found = game.results(0)
    wanted = {"ship_points": 15, "mansion_points": 49, "building_points": 12, "cube_points": 2, "credit_points": 1}
    assert {name: found[name] for name in wanted} == wanted
    assert found["opium_points"] == -8 and found["bonus_points"] == 0


@pytest.mark.parametrize(
    ("event", "held", "returned"), [(1853, 8, 2), (1853, 3, 1), (1853, 0, 0), (1895, 8, 2), (1895, 3, 0)]
)
def test_example_13_event_1853_and_end(dadaocheng, event, held, returned):
    hand = {0: f"W{held // 2} Y{held - held // 2}"}
    game = dadaocheng.buying(event=event, hands=hand)
    if held:
        game.play("end")
    if returned:
        assert game.s.phase == Phase.END_RETURN and game.s.returns_left == returned
        game.play(*["return white"] * returned)
    assert game.s.turn_owner == 1 and game.s.hand_size[0] == held - returned


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (61, "swap 3 7"), (172, "exchange white+white for green"), (197, "exchange yellow+black for red"),
        (238, "use_market black for red"), (247, "use_den yellow+green"), (265, "temple_any red+red"),
    ],
)  # fmt: skip
def test_example_14_indices(action, text):
    assert GAME.actions.describe(action) == text and GAME.actions.parse(text) == action
    assert 16 + 3 * (31 - 3) // 2 + (7 - 3 - 1) == 61


# ---------------------------------------------------------------- 4.3, 4.4


def test_planning_is_two_free_actions(dadaocheng):
    game = dadaocheng.table(4)
    assert game.mask()[:136].all() and not game.mask()[136:].any()
    before = game.discs().replace(" / ", " ").split()
    game.play("swap 0 15")
    after = game.discs().replace(" / ", " ").split()
    assert [after[0], after[15]] == [before[15], before[0]] and after[1:15] == before[1:15]
    assert game.s.phase == Phase.PLAN and game.s.actions_left == 1
    game.play("flip 5")
    assert game.discs().replace(" / ", " ").split()[5] == before[5][1].upper() + before[5][0].lower()


def test_runs_between_the_planning_actions_do_not_count(dadaocheng):
    game = dadaocheng.table(4, RUN_OF_3, event=1905, owned={0: {"workshop": 1}}).play("flip 0", "flip 4")
    assert game.s.nominal == 0 and game.s.phase == Phase.BUY


def test_empty_supply_counts_but_gives_nothing(dadaocheng):
    """5.8, 5.9: nothing to take, nothing arrives, nothing spoils."""
    game = collected(dadaocheng, RUN_OF_3, stores={"W1": "WG"}, supply={"R": 0})
    assert game.hand() == "" and game.store("W1") == "WG" and (game.s.nominal, game.s.gained) == (1, 0)


def test_hand_first_then_the_low_end(dadaocheng):
    """5.8, 5.43: the last cubes go to the hand, then to the low end."""
    game = collected(dadaocheng, RUN_OF_4, supply={"Y": 3})
    assert game.hand() == "YY" and game.stores() == {"N2": "Y"} and game.supply()[t.YELLOW] == 0
    game = collected(dadaocheng, RUN_OF_4, supply={"Y": 1})
    assert game.hand() == "Y" and game.stores() == {} and (game.s.nominal, game.s.gained) == (2, 1)


def test_spoiling_at_the_low_end_supplies_the_high_end(dadaocheng):
    game = collected(dadaocheng, RUN_OF_4, stores={"N2": "YG"}, supply={"Y": 3})
    assert game.store("N2") == "" and game.store("S2") == "Y" and game.supply()[t.YELLOW] == 1


def test_loop_of_13_returns_three(dadaocheng):
    """5.7: the cap is ten cubes, whatever the last run brings."""
    game = dadaocheng.table(4, RUN_OF_4, event=1895)
    game.s.nominal = game.s.gained = 11
    game.s.hand[0] = dadaocheng.cubes("W5 R6")
    dadaocheng.recount(game.s)
    game.s.supply[:2] -= [5, 0]
    game.s.supply[2] -= 6
    game.collect()
    assert game.s.phase == Phase.LOOP_RETURN and game.s.nominal == 13 and game.s.returns_left == 3
    game.play("return white", "return red", "return yellow")
    assert game.s.phase == Phase.BUY and game.s.hand_size[0] == 10


def test_loop_after_shortages_returns_nothing(dadaocheng):
    game = dadaocheng.table(4, RUN_OF_4, event=1905, owned={0: {"workshop": 1}})
    game.s.nominal, game.s.gained = 11, 8
    game.collect()
    assert game.s.phase == Phase.BUY and (game.s.nominal, game.s.gained, game.s.returns_left) == (13, 10, 0)
    assert (game.s.up[t.CORNERS] == t.BLACK).all()


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_warehouses_of_the_seats(num_players):
    """5.32: opposite seats with two players; a covered side takes no cubes."""
    sides = {1: "S", 2: "SN", 3: "SWN", 4: "SWNE"}[num_players]
    assert [t.SIDE_NAMES[side] for side in t.SEAT_SIDE[num_players, :num_players]] == list(sides)


# ---------------------------------------------------------------- 4.5


def test_all_stores_firms_is_never_full(dadaocheng):
    """5.13."""
    game = collected(dadaocheng, RUN_OF_3, firms=["S0", "S1", "S2", "S3"])
    assert game.s.phase == Phase.BUY


def test_full_off_turn_without_a_cube_too_many(dadaocheng):
    game = dadaocheng.table(
        4, RUN_OF_3, event=1905, owned={0: {"workshop": 1}}, stores={"W0": "W", "W2": "YY", "W3": "G"}
    ).collect()
    assert game.s.seat == 1 and game.s.turn_owner == 0 and game.s.phase == Phase.BONUS
    assert game.look(1)["acting_seat"].tolist() == [1, 0, 0, 0] and game.look(1)["turn_owner"].tolist() == [0, 0, 0, 1]
    game.play("bonus 2")
    assert game.hand(1) == "YY" and game.s.seat == 0 and game.s.phase == Phase.BUY


def test_forced_return_off_turn(dadaocheng):
    """Cubes of one colour go back by themselves."""
    game = dadaocheng.table(
        4, RUN_OF_3, event=1905, owned={0: {"workshop": 1}}, hands={1: "Y6"}, stores={"W0": "W", "W2": "YY", "W3": "G"}
    ).collect().play("bonus 2")  # fmt: skip
    assert game.hand(1) == "YYYYYY" and game.s.seat == 0 and game.s.phase == Phase.BUY


# ---------------------------------------------------------------- 4.6


def test_ship_needs_credits(dadaocheng):
    game = dadaocheng.buying(hands={0: "W5 Y5 R5 G5"}, credits={0: 5}, face_up={2: 12, 3: 24}, event=1898)
    assert game.mask()[159:162].tolist() == [1, 1, 0]
    assert game.why("buy_ship 3") == "you have fewer credits than this ship requires"


def test_ships_are_unlimited_also_freshly_opened(dadaocheng):
    """5.27."""
    game = dadaocheng.buying(hands={0: "W5 Y5 R5 G6"})
    for count in (1, 2, 3):
        game.play("buy_ship 1")
        assert game.s.ships[0, 0] == count and game.s.ships_opened[0] == count + 1


def test_sold_out_level(dadaocheng):
    game = dadaocheng.table(1)
    game.s.ships_opened[0], game.s.face_up[0] = 6, game.s.ship_order[0, 5]
    game.s.ships[0, 0] = 5
    game.s.hand[0] = dadaocheng.cubes("W3 Y3 R3 G3")
    game.s.supply[:] -= game.s.hand[0]
    game.s.up[:], game.s.down[:] = dadaocheng.buying(1).s.up, dadaocheng.buying(1).s.down
    dadaocheng.recount(game.s)
    game.collect().play("buy_ship 1")
    assert game.s.face_up[0] == NONE and game.s.ships_opened[0] == 6
    assert game.why("buy_ship 1") == "no ship of this level is left"
    assert game.look()["ship_1_present"] == 0 and game.look()["ships_left"][0] == 0


def test_workshop_discount_comes_before_jokers(dadaocheng):
    """5.43: the missing green is saved, not paid with opium; a second ship finds the workshop used."""
    game = dadaocheng.buying(hands={0: "W3 R3 K2"}, owned={0: {"workshop": 1}}, face_up={1: 0})
    game.play("buy_ship 1")
    assert game.hand() == "WWRRKK" and game.s.used[0] == 0


def test_proper_colours_are_paid_first(dadaocheng):
    game = dadaocheng.buying(hands={0: "W1 Y1 R1 K3"}).play("buy_mansion")
    assert game.hand() == "KK" and game.s.used[0] == 1


def test_one_purchase_of_a_kind_but_mansions_unlimited(dadaocheng):
    game = dadaocheng.buying(hands={0: "W6 Y6 R5 G3"}).play("buy_market", "buy_workshop")
    assert game.why("buy_market") == game.why("buy_workshop") == "only one card of this kind can be bought in a turn"
    game.play("buy_mansion", "buy_mansion")
    assert game.s.owned[0].tolist() == [2, 0, 1, 1, 0] and game.s.uses_left.tolist() == [0, 0, 1, 1, 0]


def test_firm_needs_an_empty_store_and_a_red_cube(dadaocheng):
    game = dadaocheng.buying(hands={0: "W2 R4"}, stores={"S0": "G"}, firms=["S1"])
    assert game.why("buy_firm 0") == "a firm goes on an empty store only"
    assert game.why("buy_firm 1") == "this store is a firm"
    game.play("buy_firm 2")
    assert game.s.firm[0].tolist() == [0, 1, 1, 0] and game.supply()[t.RED] == 15 - 1 - 2 - 1
    bare = dadaocheng.buying(hands={0: "W1 K3"}, supply={"R": 0})
    assert bare.why("buy_firm 2") == "the supply has no red cube to mark the firm with"
    paid = dadaocheng.buying(hands={0: "W1 R1 K3"}, supply={"R": 0}).play("buy_firm 2")
    assert paid.supply()[t.RED] == 0 and paid.s.firm[0, 2] == 1 and paid.s.used[0] == 1


def test_exchange_two_for_one(dadaocheng):
    """5.25: also from and to black; the colours just given cannot be asked for."""
    game = dadaocheng.buying(hands={0: "W2 K1"}, supply={"G": 0})
    assert "exchange white+white for black" in game.legal() and "exchange white+black for yellow" in game.legal()
    assert game.why("exchange white+white for green") == "the supply does not hold what you would take"
    assert game.why("exchange yellow+red for white") == "you do not hold the cubes to be paid"
    game.play("exchange white+black for red")
    assert game.hand() == "WR" and game.s.used[0] == 0


def test_market_trades_any_colour_once(dadaocheng):
    game = dadaocheng.buying(hands={0: "W1 K1"}, owned={0: {"market": 1}}).play("use_market black for green")
    assert game.hand() == "WG" and game.s.used[0] == 0
    assert game.why("use_market white for red") == "you have no unused card of this kind"


def test_a_market_works_in_the_turn_in_which_it_is_bought(dadaocheng):
    game = dadaocheng.buying(hands={0: "W3 Y1"}).play("buy_market", "use_market white for black")
    assert game.hand() == "K" and game.s.uses_left[t.MARKET] == 0


def test_den_gives_two_cubes(dadaocheng):
    game = dadaocheng.buying(hands={0: "K2"}, owned={0: {"den": 1}}).play("use_den yellow+yellow")
    assert game.hand() == "YYK" and game.s.used[0] == 0
    assert game.why("use_den white+white") == "you have no unused card of this kind"


def test_den_counts_the_black_cube_just_paid(dadaocheng):
    """5.43."""
    game = dadaocheng.buying(hands={0: "K2"}, owned={0: {"den": 1}}, supply={"K": 1})
    assert "use_den black+black" in game.legal()
    game = dadaocheng.buying(hands={0: "K2"}, owned={0: {"den": 1}}, supply={"K": 0})
    assert game.why("use_den black+black") == "the supply does not hold what you would take"
    assert "use_den white+black" in game.legal()


def test_den_option_counts_as_use_before_the_cubes_are_taken(dadaocheng):
    """5.16, 5.40: the first use parks the black cube, so it cannot be taken back."""
    kwargs = {"hands": {0: "K2"}, "owned": {0: {"den": 1}}, "supply": {"K": 0}, "den_exchange_counts_as_use": True}
    game = dadaocheng.buying(**kwargs)
    assert game.why("use_den white+black") == "the supply does not hold what you would take"
    game.play("use_den white+white")
    assert game.s.used[0] == 1 and game.hand() == "WWK" and game.supply()[t.BLACK] == 0
    game = dadaocheng.buying(used={0: 3}, **kwargs).play("use_den white+black")
    assert game.s.used[0] == 4 and game.hand() == "WKK" and game.supply()[t.BLACK] == 0


def test_opium_track_parks_a_cube_for_every_started_ten(dadaocheng):
    for used, jokers, change in ((0, 1, 0), (9, 1, 1), (10, 1, 0), (9, 2, 1), (10, 2, 1)):
        cost = {1: "W1 Y2 K1", 2: "W1 Y1 K2"}[jokers]
        game = dadaocheng.buying(hands={0: cost + " G1"}, used={0: used})
        before = int(game.s.supply[t.BLACK])
        game.play("buy_mansion")
        assert game.s.used[0] == used + jokers and game.s.supply[t.BLACK] - before == change


def test_temple_for_white(dadaocheng):
    """4.6: two dice; the price may be paid with opium; once a turn."""
    seen = set()
    for seed in range(150):
        game = dadaocheng.buying(hands={0: "K1 G6"})
        GAME.kernels.seed_random(game.s.rng, seed)
        before = game.s.supply.copy()
        game.play("temple_white")
        assert game.s.used[0] == 1 and game.s.temple_used == 1
        picks = int(game.s.picks_left)
        assert game.s.hand_size[0] == 6 + 2 - picks and (game.s.phase == Phase.PICK) == (picks > 0)
        assert (before - game.s.supply).sum() == 2 - picks, "the black cube paid is parked"
        seen.add(picks)
        while game.s.phase == Phase.PICK:
            game.play("take black")
        assert game.s.hand_size[0] == 8 and game.why("temple_white") == "the temple can be visited once in a turn"
    assert seen == {0, 1, 2}


def test_temple_for_any_two(dadaocheng):
    game = dadaocheng.buying(hands={0: "G2 K1"}).play("temple_any green+black")
    assert game.s.used[0] == 0, "any-cube prices are no use of opium"
    while game.s.phase == Phase.PICK:
        game.play("take red")
    assert game.s.hand_size[0] == 1 + 3
    assert game.why("temple_any white+white") == "the temple can be visited once in a turn"


def test_dice_and_empty_colours(dadaocheng):
    """4.6: a face whose good is out of supply gives nothing; picks lapse when the whole supply is empty."""
    for seed in range(40):
        game = dadaocheng.buying(hands={0: "W2"}, supply={"Y": 0, "R": 0, "G": 0, "K": 0, "W": 0})
        GAME.kernels.seed_random(game.s.rng, seed)
        game.play("temple_white")
        while game.s.phase == Phase.PICK:
            assert game.s.supply[t.WHITE] > 0
            game.play("take white")
        assert game.s.turn_owner in (0, 1) and game.s.hand_size[0] <= 2 and game.s.hand[0, 1:].sum() == 0


def test_dice_are_uniform(dadaocheng):
    """Face 6 is a cube of choice, the others one colour each."""
    counted = np.zeros(6)
    for seed in range(600):
        game = dadaocheng.buying(hands={0: "K1 G1"})
        GAME.kernels.seed_random(game.s.rng, seed)
        game.play("temple_any green+black")
        counted[5] += game.s.picks_left
        counted[:5] += game.s.hand[0]
    assert counted.sum() == 1800
    assert abs(counted - 300).max() < 4 * (1800 * 5 / 36) ** 0.5


# ---------------------------------------------------------------- 4.7


def test_event_1851_is_mandatory(dadaocheng):
    game = dadaocheng.buying(event=1851, hands={0: "W2"})
    assert game.why("end") == "the two cubes of 1851 must be taken first"
    game.play("event", "take green", "take black")
    assert game.hand() == "WWGK" and game.why("event") == "you have carried out the event of this round"
    game.play("end")


def test_event_1851_fires_by_itself_with_an_empty_hand(dadaocheng):
    """5.45: EVENT is the only legal action, so the choice of cubes comes at once."""
    game = dadaocheng.buying(event=1851)
    assert game.s.phase == Phase.PICK and game.s.picks_left == 2 and game.s.event_done == 1


def test_event_1851_with_an_empty_supply(dadaocheng):
    """5.42: EVENT stays legal beside END."""
    game = dadaocheng.buying(event=1851, supply=dict.fromkeys("WYRGK", 0))
    assert game.legal() == ["event", "end"]
    game.play("event")
    assert game.s.turn_owner == 1 and game.s.hand_size[0] == 0


@pytest.mark.parametrize(("event", "colour"), [(1865, "G"), (1886, "W")])
def test_events_that_give_a_cube(dadaocheng, event, colour):
    game = dadaocheng.buying(event=event, hands={0: "R2"})
    assert sorted(game.hand()) == sorted("RR" + colour) and game.s.event_done == 0
    bare = dadaocheng.buying(event=event, hands={0: "R2"}, supply={colour: 0})
    assert bare.hand() == "RR"


@pytest.mark.parametrize(("event", "dice"), [(1856, 2), (1878, 3)])
def test_events_that_roll_dice(dadaocheng, event, dice):
    game = dadaocheng.buying(event=event, hands={0: "R3"})
    assert game.s.hand_size[0] + game.s.picks_left == 3 + dice and game.s.temple_used == 0
    while game.s.phase == Phase.PICK:
        game.play("take red")
    assert game.why("event") == "the event of this round offers no action"
    assert "temple_any red+red" in game.legal()


def test_event_1860(dadaocheng):
    game = dadaocheng.buying(event=1860, hands={0: "W1 R1 K1"}).play("event")
    assert game.s.used[0] == 1 and game.hand() == "W" and game.s.phase == Phase.PICK and game.s.picks_left == 3
    game.play("take red", "take red", "take green")
    assert game.hand() == "WRRG"
    assert dadaocheng.buying(event=1860, hands={0: "W1 R1"}).why("event") == "you cannot pay the price, even with opium"


def test_event_1895_forbids_level_3(dadaocheng):
    kwargs = {"hands": {0: "W4 Y4 R4 G6"}, "credits": {0: 20}}
    assert dadaocheng.buying(event=1895, **kwargs).why("buy_ship 3").startswith("ships of level 3 cannot")
    assert "buy_ship 3" in dadaocheng.buying(event=1898, **kwargs).legal()


@pytest.mark.parametrize(
    ("hand", "used", "after"), [("W1 G1", 5, 3), ("W1 G1", 1, 0), ("G1 K1", 5, 4), ("G1 K1", 1, 0), ("W1 G1", 11, 9)]
)
def test_event_1898(dadaocheng, hand, used, after):
    """5.36: a joker adds one first, then two come off, never below 0; parked cubes come back."""
    game = dadaocheng.buying(event=1898, hands={0: hand}, used={0: used})
    game.play("event")
    assert game.s.used[0] == after
    if game.s.turn_owner == 0:
        assert game.s.supply[t.BLACK] + game.s.hand[0, t.BLACK] == 14 - (-(-after // 10))


def test_event_1898_needs_a_use(dadaocheng):
    game = dadaocheng.buying(event=1898, hands={0: "W2"})
    assert game.why("event") == "you have used no opium that could be taken back"


def test_event_1905_converts(dadaocheng):
    game = dadaocheng.buying(event=1905, hands={0: "W6 Y3 G2"}, owned={0: {"market": 2}}, firms=["S0"], supply={"R": 5})
    game.play("use_market white for red", "convert_market")
    assert game.s.owned[0].tolist() == [1, 1, 1, 0, 0] and game.s.uses_left[t.MARKET] == 1, "the used card goes first"
    game.play("buy_market")
    assert game.s.uses_left[t.MARKET] == 2 and game.s.bought[t.MARKET] == 1
    red = int(game.s.supply[t.RED])
    game.play("convert_firm 0")
    assert game.s.firm[0, 0] == 0 and game.s.supply[t.RED] == red + 1 and game.s.owned[0].tolist() == [2, 0, 2, 0, 0]
    assert game.why("convert_market") == "at most two buildings are converted in a turn"
    assert game.s.stock.tolist() == (t.STOCK[4] - game.s.owned.sum(0)).tolist()


def test_event_1905_bought_flag_stays(dadaocheng):
    """5.39: a market bought and converted in one turn cannot be bought a second time."""
    game = dadaocheng.buying(event=1905, hands={0: "W6 Y3"}).play("buy_market", "convert_market")
    assert game.why("buy_market") == "only one card of this kind can be bought in a turn"
    assert game.s.uses_left[t.MARKET] == 0
    assert game.why("convert_firm 1") == game.why("convert_den") == "you have no such building"


def test_event_1905_needs_a_mansion_in_stock(dadaocheng):
    game = dadaocheng.buying(event=1905, hands={0: "W2"}, owned={0: {"market": 1, "mansion": 6}, 1: {"mansion": 18}})
    assert game.why("convert_market") == "no mansion is left to convert into"
    assert (
        dadaocheng.buying(event=1895, hands={0: "W2"}, owned={0: {"market": 1}})
        .why("convert_market")
        .startswith("buildings are converted in the round of 1905")
    )


def test_event_1908_without_a_market(dadaocheng):
    game = dadaocheng.table(4, event=1908, hands={0: "W3"})
    assert game.look()["market_uses"] == 2
    game = dadaocheng.buying(event=1908, hands={0: "W3"})
    game.play("use_market white for red", "use_market white for green")
    assert game.hand() == "WRG" and game.why("use_market white for red") == "you have no unused card of this kind"


def test_event_1915_takes_uses_back_at_the_end(dadaocheng):
    for used, after in ((0, 0), (1, 0), (2, 0), (7, 5), (11, 9)):
        game = dadaocheng.buying(event=1915, hands={0: "W2"}, used={0: used})
        game.play("end")
        assert game.s.used[0] == after and game.s.supply[t.BLACK] == 14 - (-(-after // 10))


def test_event_1920_ties_share_the_bonus(dadaocheng):
    """5.20; the bonus shows as soon as the event was opened."""
    owned = {0: {"mansion": 2}, 1: {"market": 1, "workshop": 1}, 2: {"den": 1}}
    game = dadaocheng.table(4, owned=owned, event=1920)
    assert game.totals() == [10 + 5, 4 + 5, 4, 0]
    assert [game.results(p)["bonus_points"] for p in range(4)] == [5, 5, 0, 0]
    assert dadaocheng.table(4, owned=owned, event=1895).totals() == [10, 4, 4, 0]
    later = dadaocheng.table(4, owned=owned, event=1895, opened=[1920], round_index=3)
    assert later.totals() == [15, 9, 4, 0] and later.look(1)["seat_3_score"] == 15


# ---------------------------------------------------------------- 4.8, 6


@pytest.mark.parametrize(("limit", "returned"), [(3, 2), (2, 3)])
def test_solo_hand_limit(dadaocheng, limit, returned):
    game = dadaocheng.buying(1, hands={0: "W3 G2"}, solo_hand_limit=limit).play("end")
    assert game.s.phase == Phase.END_RETURN and game.s.returns_left == returned
    game.play(*["return white"] * (returned - 1))
    assert game.results()["challenge_hand_limit"] == int(limit == 2)


def test_solo_has_no_events_and_one_warehouse(dadaocheng):
    game = dadaocheng.table(1)
    assert game.s.event == NONE and (game.s.events == NONE).all()
    assert np.flatnonzero(game.look()["event"]).tolist() == [t.EVENTS]
    for level in range(3):
        ids = game.s.ship_order[level, : game.s.ship_count[level]]
        assert len(ids) == (8 if level == 0 else 12)
        assert level > 0 or (t.SHIP_CREDITS[ids] == 1).all()
    assert game.look()["ships_left"].tolist() == [5, 5, 5]


@pytest.mark.parametrize(("points", "rank"), [(49, 0), (50, 1), (59, 1), (60, 2), (69, 2), (70, 3), (99, 3)])
def test_solo_classes(dadaocheng, points, rank):
    game = dadaocheng.table(1)
    game.s.ship_prestige[0] = points
    assert game.totals() == [points] and game.results()["solo_class"] == rank and game.ranks() == [0]


def test_solo_challenges(dadaocheng):
    game = dadaocheng.table(1, owned={0: {"mansion": 12, "market": 2, "workshop": 2}}, firms=["S0", "S2"])
    assert game.results()["challenge_buildings"] == 1 and game.results()["challenge_ships"] == 0
    assert game.totals() == [78 + 12]
    game = dadaocheng.table(1, owned={0: {"mansion": 11, "market": 2, "workshop": 2}}, firms=["S0", "S2"])
    assert game.results()["challenge_buildings"] == 0
    for workshops, ships, reached in ((0, 6, 1), (0, 5, 0), (1, 6, 0)):
        game = dadaocheng.table(1, owned={0: {"workshop": workshops}})
        game.s.ships[0, 2] = ships
        assert game.results()["challenge_ships"] == reached


def test_solo_den_costs_every_use_again(dadaocheng):
    game = dadaocheng.table(1, owned={0: {"den": 1}}, used={0: 3})
    assert game.totals() == [4 - 3 - 3]


def test_den_penalty_is_per_card_and_rounded_up(dadaocheng):
    """5.17."""
    game = dadaocheng.table(4, owned={0: {"den": 2}}, used={0: 1, 1: 4})
    assert game.totals() == [8 - 1 - 2 * 2, -4, 0, 0]


def test_ties_are_broken_by_credits_then_shared(dadaocheng):
    """5.29."""
    owned = {0: {"market": 1}, 2: {"workshop": 1}, 3: {"mansion": 1}}
    game = dadaocheng.table(4, owned=owned, credits={0: 2, 1: 1, 2: 4})
    assert game.totals() == [2, 0, 2, 4] and game.ranks() == [2, 3, 1, 0]
    game.s.credits[:] = 0
    assert game.ranks() == [1, 3, 1, 0]


@pytest.mark.parametrize("count", range(14))
def test_mansion_sets(dadaocheng, count):
    value = [0, 4, 10, 16, 23, 31, 39, 43, 49, 55, 62, 70, 78, 82][count]
    assert dadaocheng.table(4, owned={0: {"mansion": count}}).totals()[0] == value


# ---------------------------------------------------------------- 4.2


def test_seat_0_starts_every_round_and_the_game_ends_after_the_last(dadaocheng):
    game = dadaocheng.table(3, RUN_OF_3, owner=2, event=1895, round_index=6)
    game.collect()
    assert game.s.round_index == 7 and game.s.turn_owner == 0 and game.s.event == game.s.events[7]
    assert game.s.event_opened[game.s.event] == 1
    last = dadaocheng.buying(3, owner=2, event=1895, round_index=7)
    assert last.s.over == 1 and last.s.phase == Phase.OVER and last.s.truncated == 0 and not last.mask().any()


def test_event_of_1851_comes_first():
    for seed in range(20):
        assert GAME.new(4, seed=seed)[0].events[0] == t.EVENT_1851
        assert GAME.new(4, seed=seed, event_order="chronological")[0].events.tolist() == list(range(14))


def test_deals(dadaocheng):
    """4.1: opium in the corners, sun sides up, no group larger than two; solo none larger than one."""
    for seed in range(40):
        for num_players in (1, 2):
            for index, name in enumerate(t.DISC_SETS):
                s = GAME.new(num_players, seed=seed, disc_set=name)[0]
                assert (s.up[t.CORNERS] == t.BLACK).all()
                assert dadaocheng.largest_group(s.up) <= (1 if num_players == 1 else 2)
                assert sorted(zip(s.up, s.down, strict=True)) == sorted(map(tuple, t.DISCS[index]))
