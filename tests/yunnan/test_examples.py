"""RULES 6.2, example by example, the rulings of RULES 5, and the points of RULES 4 that random play hardly meets."""

import itertools

import numpy as np
import pytest

from meeplezoo.envs.engine.errors import BadOption
from meeplezoo.envs.yunnan import GAME
from meeplezoo.envs.yunnan import tables as t
from meeplezoo.envs.yunnan.rules_auction import bank_row
from meeplezoo.envs.yunnan.rules_sale import hand_out_gifts, income_of, inspected_region, region_income
from meeplezoo.envs.yunnan.state import NOBODY, Phase

TRAVEL, CONVERT = Phase.TRAVEL, Phase.CONVERT
YUNNAN, SICHUAN, QAMDO, TIBET, QINGHAI = range(1, 6)
YUNNAN_QAMDO, YUNNAN_TIBET, QAMDO_QINGHAI, SICHUAN_QINGHAI = range(4)
A, B, C, D, E = range(5)


def income(game, c=0):
    return int(income_of(game.s, c))


# ---------------------------------------------------------------- 6.2


@pytest.mark.parametrize(
    ("total", "left", "right"),
    [(43, 15, 9), (6, 6, 5), (7, 7, 5), (28, 10, 7), (29, 11, 7), (91, 26, 15), (92, 27, 15), (140, 27, 15), (0, 6, 5)],
)
def test_example_1_bank_table(total, left, right):
    assert t.BANK_PAYS[:, bank_row(total)].tolist() == [left, right]


def test_example_1_bank(yunnan):
    game = yunnan.table(
        4, coins=50, bids={A: {"school": 9, "stable": 12}, B: {"customs": 7}, C: {"dragon": 15}}, bank=[D],
        passed=[A, C, D], colour=B,
    )  # fmt: skip
    assert game.look()["bid_sum"] == 43 and game.look()["bank_pays"].tolist() == [15, 9]
    game.play("pass")
    assert game.s.coins[:4].tolist() == [50 - 21, 50 - 7, 50 - 15, 50 + 15]


def test_example_2_eviction(yunnan):
    game = yunnan.table(5, coins=40)
    game.play("bid school 5", "bid school 7")
    assert game.s.hand[A] == 3 and game.s.slots[0].tolist() == [NOBODY, B, NOBODY, NOBODY, NOBODY]
    game.play("bid school 9")
    assert game.s.hand[B] == 3
    assert game.legal("bid school") == ["bid school 12", "bid school 15"]
    game.play("bid school 15", "bid school 12")
    game.play(*["pass"] * 5)
    assert game.s.coins.tolist() == [40, 40, 31, 25, 28]
    assert game.s.supply.tolist() == [4, 4, 3, 3, 3]


def test_example_3_reentry(yunnan):
    game = yunnan.table(3, coins={A: 9, B: 9, C: 12}, hand={A: 2})
    game.play("bid customs 5")
    game.s.hand[A], game.s.supply[A] = 1, 5
    game.play("pass", "pass")  # B; C passes, too, and is set back
    assert game.s.colour == A
    game.play("pass")
    assert game.phase() == TRAVEL, "all have passed"

    game = yunnan.table(3, coins={A: 9, B: 9, C: 12}, hand={A: 1}, bids={A: {"customs": 5}})
    game.play("pass")
    assert game.traders(A) == [1, 0, 0, 0, 0, 0] and game.s.passed[A] == 1
    game.play("pass", "bid customs 9")
    assert game.s.colour == A and game.s.passed[:3].tolist() == [0, 1, 0]
    assert game.s.hand[A] == 1 and game.traders(A)[0] == 1, "the trader on the market stays there"
    assert not game.legal("bid customs")
    assert len(game.legal("bid")) == 4 * 3 and "bank" in game.legal() and "market" in game.legal()


def test_example_4_bank_trip(yunnan):
    game = yunnan.table(3, coins=14, bids={A: {"school": 5, "dragon": 9}}, hand={A: 1})
    game.play("bank")
    assert game.s.bank.tolist() == [A, NOBODY] and game.traders(A)[0] == 2
    assert (game.s.slots == NOBODY).all()
    game.play("bid school 5", "pass", "pass")
    assert game.s.coins[:3].tolist() == [14 + 6, 14 - 5, 14]
    assert game.s.hand[A] == 1 and game.traders(A)[0] == 2
    assert game.s.colour == C and game.phase() == TRAVEL
    game.play("pass", "pass")
    assert game.s.colour == A and game.legal("move Pu'er to Yunnan")


def test_example_5_connected(yunnan):
    assert income(yunnan.table(traders={A: [1, 1, 1]}, posts={A: [QAMDO]}, horse=3)) == 24


@pytest.mark.parametrize(("post", "total"), [(None, 24), (QAMDO, 24), (SICHUAN, 33)])
def test_example_6_one_gap(yunnan, post, total):
    posts = {A: [post]} if post else {}
    assert income(yunnan.table(traders={A: [0, 1, 0, 2]}, posts=posts, horse=3)) == total


@pytest.mark.parametrize(("bridges", "total"), [([YUNNAN_TIBET], 21), ([], 15)])
def test_example_7_bridge(yunnan, bridges, total):
    assert income(yunnan.table(traders={A: [0, 1, 0, 0, 1]}, bridges={A: bridges}, horse=4)) == total


def test_example_8_stranded_at_turn_end(yunnan):
    game = yunnan.table(
        phase=TRAVEL, order=[1, 2, 3, 0], traders={A: [0, 0, 1, 0, 1]}, posts={A: [YUNNAN]}, horse=4, influence={A: 4}
    )
    game.play("pass")
    assert game.traders(A) == [1, 0, 1, 0, 0, 0]
    assert game.s.income[A] == 13


def test_example_9_passes(yunnan):
    game = yunnan.table(
        phase=TRAVEL, order=[1, 2, 3, 0], traders={A: [2, 0, 0, 1]}, bridges={A: [YUNNAN_TIBET]}, horse=4, passes=5,
        influence={A: 4},
    )  # fmt: skip
    game.play("move Pu'er to Tibet")
    assert game.s.passes_left == 3
    game.play("move Qamdo to Yunnan")
    assert game.s.passes_left == 1
    game.play("move Pu'er to Yunnan")
    assert game.phase() == CONVERT, "nothing is left but to end the turn"
    assert game.traders(A) == [0, 2, 0, 0, 1, 0] and game.s.income[A] == 27


def test_example_10_displacement(yunnan):
    game = yunnan.table(
        4, phase=TRAVEL, order=[1, 2, 3, 0], traders={A: [2, 1], B: [0, 1, 2], C: [0, 0, 1], D: [0, 0, 1]}, horse=2,
        passes=6, influence={A: 2, B: 1, C: 2, D: 0},
    )  # fmt: skip
    game.play("move Pu'er to Sichuan")
    assert game.phase() == Phase.DISPLACE and game.legal() == ["pass", "displace +1", "displace +3"]
    game.play("displace +1")
    assert game.traders(B) == [0, 2, 1, 0, 0, 0] and game.traders(C) == game.traders(D) == [0, 0, 1, 0, 0, 0]
    game.play("move Pu'er to Sichuan")
    assert game.phase() == Phase.DISPLACE, "a second arriving trader displaces again"
    game.play("pass")
    assert game.traders(B) == [0, 2, 1, 0, 0, 0]


def test_example_10_from_yunnan_to_the_market(yunnan):
    game = yunnan.table(3, phase=TRAVEL, traders={A: [1], B: [0, 2]}, influence={A: 1})
    game.play("move Pu'er to Yunnan", "displace +1")
    assert game.traders(B) == [1, 1, 0, 0, 0, 0]


def inspected(yunnan, **more):
    """R, G, B, Y = 0..3 of examples 11 and 12, before their travel turns."""
    return yunnan.table(
        4, phase=TRAVEL, order=[3, 2, 1, 0], influence={0: 3, 1: 2, 2: 4, 3: 3}, horse=3, bridges={3: [YUNNAN_QAMDO]},
        traders={0: [0, 1, 2], 1: [0, 1, 1, 1], 2: [0, 1, 1, 1], 3: [0, 1, 0, 1]}, **more,
    )  # fmt: skip


def test_example_11_inspector(yunnan):
    game = inspected(yunnan)
    assert [region_income(game.s, r) for r in range(1, 6)] == [24, 36, 36, 0, 0]
    assert inspected_region(game.s) == QAMDO, "6: the farther by road in a tie"
    game.play(*["pass"] * 4)
    assert game.traders(3) == [1, 1, 0, 0, 0, 0]
    assert game.s.income[:4].tolist() == [24, 27, 27, 9]
    assert game.s.gifts[:4].tolist() == [2, 2, 2, 0]
    assert game.s.gifts_left.tolist() == [0, 0, 1, 2, 3, 2]


def test_example_11_with_a_tea_house(yunnan):
    game = inspected(yunnan, tea_houses={QAMDO: 3}).play(*["pass"] * 4)
    assert game.traders(3) == [0, 1, 0, 1, 0, 0] and game.traders(1) == [1, 1, 1, 0, 0, 0]


def test_example_12_order(yunnan):
    game = inspected(yunnan).play(*["pass"] * 4)
    assert game.s.travel_order[:4].tolist() == [2, 1, 0, 3]
    assert game.s.auction_order[:4].tolist() == [3, 2, 1, 0], "11: the auction order is still the old one"
    game.play(*["convert 0"] * 4)
    assert game.s.auction_order[:4].tolist() == [3, 0, 1, 2]
    assert game.s.round_number == 2 and game.s.colour == 3


def test_example_13_gift_shortage(yunnan):
    game = yunnan.table(
        3, phase=TRAVEL, travel=[C, A, B], traders={A: [0, 0, 0, 2], B: [0, 0, 0, 1], C: [0, 0, 0, 1]}, horse=3,
        influence={A: 1, B: 3, C: 1}, gifts_left={QAMDO: 2},
    )  # fmt: skip
    hand_out_gifts(game.s)
    assert game.s.gifts[:3].tolist() == [0, 1, 1] and game.s.gifts_left[QAMDO] == 0


@pytest.mark.parametrize(("gift_vp", "total"), [(1, 122), (3, 130)])
def test_example_14_final_scoring(yunnan, gift_vp, total):
    game = yunnan.table(
        vp={0: 71}, coins={A: 17}, gifts={A: 4}, passes={A: 5}, influence={A: 3}, tea_houses={YUNNAN: A, SICHUAN: A},
        horse=2, gift_vp=gift_vp,
    )  # fmt: skip
    assert game.totals()[0] == total
    assert game.results(0) == {
        "income_points": 71, "coin_points": 5, "gift_points": 4 * gift_vp, "pass_points": 9, "influence_points": 9,
        "tea_house_points": 24, "rounds": 1,
    }  # fmt: skip


# ---------------------------------------------------------------- 3.1 setup


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_setup(num_players):
    orders = set()
    for seed in range(400):
        s = GAME.new(num_players, seed)[0]
        order = s.auction_order[:num_players].tolist()
        orders.add(tuple(order))
        assert s.coins[order].tolist() == [9, 9, 12, 12, 15][:num_players]
        assert s.travel_order[:num_players].tolist() == order[::-1]
        assert s.colour == s.seat == order[0] and s.phase == Phase.AUCTION
        assert s.gifts_left.tolist() == [0, 0, 5, 4, 3, 2] and s.end_score == 80 and s.end_gifts == 0
    assert len(orders) == {3: 6, 4: 24, 5: len(orders)}[num_players] > 5


def test_setup_of_two_players():
    orders = {tuple(GAME.new(2, seed)[0].auction_order[:4].tolist()) for seed in range(200)}
    assert len(orders) == 8
    for order in orders:
        assert {order[0] % 2, order[1] % 2} == {0, 1} and order[2] == (order[0] + 2) % 4
    s = GAME.new(2, 1)[0]
    assert s.end_score == 100 and s.end_gifts == 2 and s.coins[s.auction_order[:4]].tolist() == [9, 9, 12, 12]


# ---------------------------------------------------------------- 4.1 auction


def test_official_low_slots(yunnan):
    """5.4: a 5 or 7 must be the best bid; 15 blocks neither 9 nor 12."""
    game = yunnan.table(4, coins=40, bids={B: {"school": 15}})
    assert game.legal("bid school") == ["bid school 9", "bid school 12"]
    assert game.why("bid school 7") == GAME.reasons(5).text
    game.play("bid school 9")
    assert game.s.slots[0].tolist() == [NOBODY, NOBODY, A, NOBODY, B]


def test_literal_low_slots(yunnan):
    """5.4: any free slot; a 7 throws nobody out, a 9 throws out both low bids, a 5 under a 9 stays."""
    game = yunnan.table(5, coins=40, bids={C: {"school": 5}}, low_slot_rule="literal")
    game.play("bid school 7")
    assert game.s.slots[0].tolist() == [C, A, NOBODY, NOBODY, NOBODY]
    game.play("bid school 9")
    assert game.s.slots[0].tolist() == [NOBODY, NOBODY, B, NOBODY, NOBODY]
    game.play("bid school 5")
    assert game.s.slots[0].tolist() == [C, NOBODY, B, NOBODY, NOBODY]
    game.play("bid school 12")
    assert game.s.slots[0].tolist() == [NOBODY, NOBODY, B, D, NOBODY], "a later high bid throws it out again"


def test_bids_never_exceed_the_coins(yunnan):
    game = yunnan.table(3, coins=14, bids={A: {"school": 7}})
    assert game.legal("bid stable") == ["bid stable 5", "bid stable 7"]
    assert game.why("bid stable 9") == GAME.reasons(6).text
    assert game.why("bid school 9") == GAME.reasons(3).text, "one trader of a colour per building"


def test_the_bank_has_two_places(yunnan):
    game = yunnan.table(3, coins=20)
    game.play("bank", "bank")
    assert game.why("bank") == GAME.reasons(1).text and game.s.bank.tolist() == [A, B]
    game.play("market")
    assert game.s.colour == A and game.legal() == ["pass", "market"]
    assert game.why("bid school 5") == game.why("bank") == GAME.reasons(2).text


def test_source_is_asked_only_when_there_are_several(yunnan):
    game = yunnan.table(3, traders={A: [0, 1, 1]}, hand={A: 0, B: 3}, horse=2)
    game.play("market")
    assert game.phase() == Phase.SOURCE and game.legal() == ["source Yunnan", "source Sichuan"]
    assert game.look(1)["target"].argmax() == 0 and game.look(1)["target"].sum() == 1
    game.play("source Yunnan")
    assert game.traders(A) == [1, 0, 1, 0, 0, 0] and game.s.colour == B
    game.play("market")
    assert game.s.colour == C and game.traders(B)[0] == 1, "only the hand: not asked"


@pytest.mark.complaint("openai/gym#2823")
def test_a_colour_without_traders_passes_by_itself(yunnan):
    """openai/gym#2823: who has no move at all is not asked."""
    game = yunnan.table(3, traders={B: [3]}, hand={A: 3, B: 0, C: 3})
    game.play("market")
    assert game.s.colour == C and game.s.passed[B] == 1


def test_useless_bids_are_legal(yunnan):
    """5.18: nothing is gained, but the price is paid."""
    game = yunnan.table(
        3, coins=60, influence={A: 4}, passes={A: 6}, horse={A: 5}, traders={A: [0, 0, 0]}, hand={A: 7}, passed=[B, C],
    )  # fmt: skip
    game.s.pieces_supply[A] = 0
    game.s.pieces_hand[A] = t.PIECE_COUNT
    for building in t.BUILDING_NAMES:
        game.play(f"bid {building} 5")
    game.play("pass")
    assert game.s.coins[A] == 35 and game.s.hand[A] == 5
    assert (game.s.influence[A], game.s.passes[A], game.s.horse[A], game.s.supply[A]) == (4, 6, 5, 0)


# ---------------------------------------------------------------- 4.3 progress


def test_effects_of_all_buildings(yunnan):
    game = yunnan.table(3, coins=60, hand={A: 7}, passed=[B, C])
    game.s.hand[A], game.s.supply[A] = 5, 2
    for building in t.BUILDING_NAMES:
        game.play(f"bid {building} 5")
    assert game.phase() == Phase.PIECE, "nothing more to place: passed by itself"
    assert game.s.coins[A] == 35 and game.s.hand[A] == 5 and game.traders(A)[0] == 1
    assert (game.s.influence[A], game.s.passes[A], game.s.horse[A], game.s.supply[A]) == (1, 3, 2, 1)
    game.play("workshop tea house")
    assert game.phase() == Phase.TEA_NOW and game.legal() == ["pass", "tea_house Yunnan", "tea_house Sichuan"]
    game.play("pass")
    assert game.s.pieces_hand[A].tolist() == [0, 0, 1] and game.s.pieces_supply[A].tolist() == [2, 2, 1]


def test_workshop_with_one_kind_left_is_automatic(yunnan):
    game = yunnan.table(3, coins=20, bids={A: {"workshop": 5}}, passed=[B, C], in_hand={A: [2, 0, 2]})
    game.play("pass")
    assert game.s.pieces_hand[A].tolist() == [2, 1, 2] and game.phase() == TRAVEL


def test_tea_house_without_a_free_region_is_kept(yunnan):
    """10.4: only keeping is left, which is automatic."""
    game = yunnan.table(3, coins=20, bids={A: {"workshop": 5}}, passed=[B, C], tea_houses={YUNNAN: B})
    game.play("pass", "workshop tea house")
    assert game.s.pieces_hand[A, 2] == 1 and game.phase() != Phase.TEA_NOW


def test_tea_house_built_at_once_and_the_next_colour_pays(yunnan):
    game = yunnan.table(3, coins=20, bids={A: {"workshop": 9}, B: {"workshop": 12}}, passed=[A, B], colour=C)
    game.play("pass", "workshop tea house", "tea_house Yunnan")
    assert game.s.tea_house[YUNNAN] == A
    assert game.s.colour == B and game.phase() == Phase.PIECE and game.s.coins[:2].tolist() == [11, 8]


def test_a_trained_trader_travels_but_the_bidder_does_not(yunnan):
    game = yunnan.table(3, coins=20, bids={A: {"school": 5}}, hand={A: 0}, passed=[B, C], traders={A: [0, 1]})
    game.s.passed[A] = 0
    game.play("pass")
    while game.s.colour != A:
        game.play("pass")
    assert game.traders(A) == [1, 1, 0, 0, 0, 0] and game.s.hand[A] == 1
    assert game.legal() == ["pass", "move Pu'er to Yunnan"]


# ---------------------------------------------------------------- 4.4 travel


def test_paths_against_a_search(yunnan):
    """Shortest paths and gaps of every set of two bridges, horse and occupied regions."""
    for horse, occupied in itertools.product(range(1, 6), range(32)):
        for sites in itertools.chain([()], itertools.combinations(range(4), 1), itertools.combinations(range(4), 2)):
            if any(max(t.BRIDGE_SITES[k]) > horse for k in sites):
                continue
            s = yunnan.build(3, horse={A: horse}, bridges={A: list(sites)})[0]
            s.traders[A, 1:] = [occupied >> k & 1 for k in range(5)]
            for start, end in itertools.product(range(horse + 1), range(1, horse + 1)):
                table = t.BORDERS[int(s.bridge_set[A]), horse, start, end]
                assert table == yunnan.slow_path(s, A, start, end)
            network = yunnan.slow_network(s, A)
            for region in range(6):
                gaps = t.GAPS[int(s.bridge_set[A]), 2 * occupied + 1, region]
                assert gaps == yunnan.slow_gaps(s, A, region)
                if region == 0 or occupied >> (region - 1) & 1:
                    assert (gaps == 0) == (region in network)


def test_border_distances():
    """3: without bridges |i - j|; with all four, from Pu'er, Yunnan 1, Sichuan 2, Qamdo 2, Tibet 2, Qinghai 3."""
    assert (t.BORDERS[0, 5] == np.abs(np.subtract.outer(np.arange(6), np.arange(6)))).all()
    assert t.BORDERS[15, 5, 0].tolist() == [0, 1, 2, 2, 2, 3]


def test_the_horse_limits_the_way(yunnan):
    """A bridge whose far end is beyond the horse cannot even be built."""
    game = yunnan.table(3, phase=TRAVEL, traders={A: [1, 1]}, horse={A: 3}, passes=6, in_hand={A: [2, 0, 0]})
    assert game.legal("bridge") == ["bridge Yunnan-Qamdo"]
    assert game.why("bridge Yunnan-Tibet") == game.why("move Pu'er to Tibet") == GAME.reasons(11).text
    assert game.legal("move Yunnan") == ["move Yunnan to Sichuan", "move Yunnan to Qamdo"]
    assert game.why("move Yunnan to Yunnan") == GAME.reasons(14).text


def test_bridge_first_then_travel_over_it(yunnan):
    game = yunnan.table(3, phase=TRAVEL, traders={A: [0, 2]}, horse={A: 4}, in_hand={A: [1, 0, 0]}, passes={A: 2})
    assert "move Yunnan to Tibet" not in game.legal() and game.why("move Yunnan to Tibet") == GAME.reasons(16).text
    game.play("bridge Yunnan-Tibet", "move Yunnan to Tibet")
    assert game.s.passes_left == 1 and game.why("move Tibet to Yunnan") == GAME.reasons(15).text


def test_two_traders_of_one_region_move_once_each(yunnan):
    game = yunnan.table(3, phase=TRAVEL, traders={A: [0, 1, 1]}, horse={A: 2}, passes={A: 6}, influence={A: 4})
    game.play("move Yunnan to Sichuan")
    assert game.s.moved.tolist() == [0, 0, 1, 0, 0, 0]
    game.play("move Sichuan to Yunnan")
    assert game.traders(A) == [0, 1, 1, 0, 0, 0] and game.s.passes[A] == 6
    assert game.phase() == CONVERT, "both have moved: the turn is over with passes left"


def test_displacement_never_hits_equals_posts_or_oneself(yunnan):
    game = yunnan.table(
        3, phase=TRAVEL, traders={A: [1, 1], B: [0, 1]}, posts={C: [YUNNAN]}, influence={A: 1, B: 1}, order=[1, 2, 0]
    )
    game.play("move Pu'er to Yunnan")
    assert game.phase() != Phase.DISPLACE


def test_displacement_comes_after_each_arrival(yunnan):
    """10.13."""
    game = yunnan.table(3, phase=TRAVEL, traders={A: [2], B: [0, 0, 0, 2]}, horse=3, passes={A: 6}, influence={A: 1})
    game.play("move Pu'er to Qamdo")
    assert game.phase() == Phase.DISPLACE and game.s.passes_left == 3
    assert game.look(1)["entered"].argmax() == QAMDO
    game.play("displace +1")
    assert game.traders(B) == [0, 0, 1, 1, 0, 0] and game.s.target == -1


def test_a_torn_network_is_mended_or_goes_home(yunnan):
    """4.4: a trader taken from the middle in the auction; the far one goes home unless another takes the place."""

    def torn():
        return yunnan.table(3, phase=TRAVEL, order=[1, 2, 0], traders={A: [1, 0, 1]}, horse=2, influence={A: 4})

    assert torn().play("pass").traders(A) == [2, 0, 0, 0, 0, 0]
    assert torn().play("move Pu'er to Yunnan", "pass").s.income[A] == 15


def test_posts_keep_the_network_and_stay_when_cut_off(yunnan):
    game = yunnan.table(
        3, phase=TRAVEL, order=[1, 2, 0], traders={A: [0, 0, 0, 1]}, posts={A: [QAMDO, YUNNAN]}, horse=3,
        influence={A: 4},
    )  # fmt: skip
    game.play("pass")
    assert game.traders(A) == [1, 0, 0, 0, 0, 0] and game.s.posts[A].tolist() == [0, 1, 0, 1, 0, 0]
    assert game.s.income[A] == 3 + 1


def test_own_empty_means_neither_trader_nor_post(yunnan):
    """10.5: another colour's trader does not close a gap; an own post does."""
    game = yunnan.table(traders={A: [0, 1, 0, 1], B: [0, 0, 3]}, horse=3)
    assert income(game) == 6 + 12 - 3
    game.s.posts[A, SICHUAN] = 1
    assert income(game) == 6 + 12 + 3


def test_strand_rule_round_end(yunnan):
    """5.2: no check in 2A; the traders earn with transport and go home in 4B."""
    game = yunnan.table(
        3, phase=TRAVEL, order=[1, 2, 0], traders={A: [0, 0, 1, 1]}, horse=3, influence={A: 4}, strand_rule="round_end"
    )
    game.play("pass")
    assert game.traders(A) == [0, 0, 1, 1, 0, 0] and game.s.income[A] == 9 - 3 + 12 - 3
    game.play("convert 0")
    assert game.traders(A) == [0] * 6 and game.s.hand[A] == 3


@pytest.mark.parametrize(("gap_cost", "total"), [("per_region", 6 + 18 - 9), ("per_trader", 6 + 18 - 3)])
def test_gap_cost(yunnan, gap_cost, total):
    assert income(yunnan.table(traders={A: [0, 1, 0, 0, 0, 1]}, horse=5, gap_cost=gap_cost)) == total


def test_a_cut_off_trader_nets_six(yunnan):
    """3: without bridges, wherever it stands."""
    for region in range(1, 6):
        game = yunnan.table(traders={A: [0] * region + [1]}, horse=5)
        assert income(game) == 6


def test_most_income_by_exhaustion():
    best, where = 0, None
    spreads = [n for n in itertools.product(range(8), repeat=5) if sum(n) <= 7]
    posts = [p for k in range(3) for p in itertools.combinations_with_replacement(range(1, 6), k)]
    for sites in (s for k in range(3) for s in itertools.combinations(range(4), k)):
        bridges = sum(1 << k for k in sites)
        for built in posts:
            with_post = sum(1 << r for r in set(built))
            for spread in spreads:
                traders = (7 - sum(spread), *spread)
                occupied = 1 | with_post | sum(1 << r for r in range(1, 6) if traders[r])
                gaps = t.GAPS[bridges, occupied].tolist()
                total = sum(n * (3 + 3 * r - 3 * gaps[r]) for r, n in enumerate(traders))
                total += sum((0, 1, 3, 6, 10, 15)[r] for r in built if gaps[r] == 0)
                if total > best:
                    best, where = total, (sites, built, traders)
    assert best == t.MOST_INCOME == 141
    assert where == ((YUNNAN_TIBET,), (QINGHAI, QINGHAI), (0, 1, 0, 0, 1, 5))


# ---------------------------------------------------------------- 4.5, 4.6 inspector and gifts


def test_inspector_counts_cut_off_traders_but_not_cut_off_posts(yunnan):
    """10.12."""
    game = yunnan.table(traders={A: [0, 0, 0, 2], B: [0, 2, 2]}, posts={A: [QAMDO]}, horse=3)
    assert region_income(game.s, QAMDO) == 24
    game.s.traders[A, 1:3] = 1
    assert region_income(game.s, QAMDO) == 30


def test_inspector_finds_nobody(yunnan):
    """Level 4 and the local tea house are safe; without any income there is no visit."""
    game = yunnan.table(
        3, phase=TRAVEL, order=[1, 2, 0], traders={A: [0, 1, 1], B: [0, 1, 1]}, horse=2, influence={A: 4},
        tea_houses={SICHUAN: B},
    )  # fmt: skip
    assert inspected_region(yunnan.build(3)[0]) == 0
    game.play("pass")
    assert game.traders(A) == game.traders(B) == [0, 1, 1, 0, 0, 0]


def test_inspector_prefers_the_earlier_traveller_in_a_tie(yunnan):
    for travel in ([B, A, C], [A, B, C]):
        both = {A: [0, 1], B: [0, 1]}
        game = yunnan.table(3, phase=TRAVEL, travel=travel, colour=travel[0], traders=both, influence=2)
        game.play("pass")
        assert game.phase() == CONVERT, "nobody else can move"
        assert game.traders(travel[0])[:2] == [1, 0] and game.traders(travel[1])[:2] == [0, 1]


def test_gifts_are_kept_and_given_every_round(yunnan):
    game = yunnan.table(3, traders={A: [0, 1, 3]}, gifts={A: 2}, gifts_left={SICHUAN: 3}, horse=2)
    hand_out_gifts(game.s)
    assert game.s.gifts[A] == 5 and game.s.gifts_left[SICHUAN] == 0
    hand_out_gifts(game.s)
    assert game.s.gifts[A] == 5


def test_equal_influence_takes_gifts_in_turn(yunnan):
    game = yunnan.table(
        3, travel=[B, A, C], traders={A: [0, 0, 0, 0, 3], B: [0, 0, 0, 0, 1], C: [0, 0, 0, 0, 2]}, horse=4,
        gifts_left={TIBET: 3},
    )  # fmt: skip
    hand_out_gifts(game.s)
    assert game.s.gifts[:3].tolist() == [1, 1, 1]


# ---------------------------------------------------------------- 4.7 converting, the end


def converting(yunnan, income, **more):
    """All but the last colour in travel order have converted."""
    last = more.pop("travel", [2, 1, 0])[-1]
    return yunnan.table(3, phase=CONVERT, colour=last, income={last: income}, **more)


def test_convert(yunnan):
    game = converting(yunnan, 21, coins={A: 4})
    assert len(game.legal("convert")) == 22 and game.why("convert 22") == GAME.reasons(20).text
    game.play("convert 6")
    assert game.s.vp[0] == 6 and game.s.coins[A] == 19 and game.s.round_number == 2


def test_income_zero_is_not_asked(yunnan):
    game = yunnan.table(
        3, phase=CONVERT, travel=[2, 1, 0], colour=C, income={C: 5}, traders={A: [1], B: [2]}, hand={A: 2, B: 1}
    )
    game.play("convert 5")
    assert game.phase() == Phase.AUCTION and game.s.hand[:3].tolist() == [3, 3, 3]


def test_end_by_score_and_4b_is_still_carried_out(yunnan):
    """10.7."""
    game = converting(yunnan, 9, vp={0: 71}, traders={A: [2]}, hand={A: 1}, travel=[2, 1, 0])
    game.play("convert 9")
    assert game.s.over == 1 and game.s.truncated == 0 and game.phase() == Phase.OVER
    assert game.s.round_number == 1 and game.s.hand[A] == 3 and game.traders(A) == [0] * 6
    assert game.s.auction_order[:3].tolist() == game.s.travel_order[:3].tolist()[::-1]
    game = converting(yunnan, 9, vp={0: 71}).play("convert 8")
    assert game.s.over == 0 and game.s.round_number == 2


def test_the_round_is_finished_when_the_score_is_reached(yunnan):
    game = yunnan.table(3, phase=CONVERT, colour=C, income={C: 80, B: 5, A: 4}).play("convert 80")
    assert game.s.over == 0 and game.s.colour == B
    game.play("convert 0", "convert 0")
    assert game.s.over == 1


def test_end_by_gifts(yunnan):
    game = converting(yunnan, 3, gifts_left={SICHUAN: 0, QAMDO: 0, TIBET: 0, QINGHAI: 0}, gifts={B: 14})
    game.play("convert 0")
    assert game.s.over == 1 and game.s.truncated == 0


@pytest.mark.parametrize(("left", "over"), [(2, 1), (3, 0)])
def test_end_by_gifts_with_two_players(yunnan, left, over):
    game = yunnan.table(
        2, phase=CONVERT, colour=0, income={0: 3}, gifts_left={SICHUAN: left, QAMDO: 0, TIBET: 0, QINGHAI: 0}
    )
    game.play("convert 0")
    assert game.s.over == over


def test_the_cap_truncates_after_normal_scoring(yunnan):
    game = converting(yunnan, 9, round_number=20, coins={A: 7})
    game.play("convert 5")
    assert game.s.over == game.s.truncated == 1 and game.s.round_number == 20
    assert game.totals()[0] == 5 + (7 + 4) // 3


def test_a_normal_end_in_the_last_round_is_no_truncation(yunnan):
    game = converting(yunnan, 9, round_number=20, vp={0: 79}).play("convert 9")
    assert game.s.over == 1 and game.s.truncated == 0


def test_default_caps():
    """10.8."""
    assert GAME.configure(4).options.max_rounds == 20
    assert GAME.configure(4, {"overspend": True}).options.max_rounds == 30
    assert GAME.configure(4, {"overspend": True, "max_rounds": 7}).options.max_rounds == 7
    with pytest.raises(BadOption):
        GAME.configure(4, {"max_rounds": 0})


# ---------------------------------------------------------------- 4.8 two players


def test_two_players_owners(yunnan):
    """10.1."""
    game = yunnan.table(2, coins=20)
    seats = []
    for _ in range(4):
        seats.append((int(game.s.colour), int(game.s.seat)))
        game.play("market")
    assert seats == [(0, 0), (1, 1), (2, 0), (3, 1)]


def test_two_players_alternate_in_travel_order(yunnan):
    """4.8: top colour, best of the other player, first player's other colour, then the last."""
    game = yunnan.table(
        2, phase=TRAVEL, travel=[0, 1, 2, 3], traders={0: [0, 1, 2], 1: [1], 2: [0, 3], 3: [2]}, horse=2, influence=4
    )
    game.play(*["pass"] * 4)
    assert game.s.income[:4].tolist() == [24, 3, 18, 6]
    assert game.s.travel_order[:4].tolist() == [0, 3, 2, 1]


def test_two_players_own_colours_are_strangers(yunnan):
    """10.14: the other own colour may be displaced and thrown out; the bank wants two colours."""
    game = yunnan.table(2, coins=20, order=[0, 2, 1, 3])
    game.play("bid school 5", "bid school 7")
    assert game.s.hand[0] == 3
    game = yunnan.table(2, coins=20, order=[0, 2, 1, 3]).play("bank", "bank")
    assert game.s.bank.tolist() == [0, 2]
    game = yunnan.table(2, phase=TRAVEL, traders={0: [1], 2: [0, 1]}, influence={0: 1})
    assert game.play("move Pu'er to Yunnan").legal() == ["pass", "displace +2"]


def test_two_players_coins_are_pooled_at_the_end(yunnan):
    coins = {0: 4, 1: 0, 2: 5, 3: 2}
    game = yunnan.table(2, coins=coins, vp={0: 10, 1: 12}, passes={0: 3, 2: 4}, influence={1: 2, 3: 1})
    assert game.totals() == [10 + 3 + 1 + 4, 12 + 0 + 4 + 1]


def test_two_players_tie(yunnan):
    """6: higher maximum influence, then the higher sum, then the first colour in travel order."""

    def table(influence, vp):
        return yunnan.table(2, coins=0, vp={0: vp[0], 1: vp[1]}, influence=influence, travel=[1, 0, 3, 2])

    game = table({0: 2, 1: 1, 2: 0, 3: 1}, (0, 2))
    assert game.totals() == [4, 4] and game.ranks() == [0, 1]
    game = table({0: 2, 1: 2, 2: 0, 3: 1}, (1, 0))
    assert game.totals() == [5, 5] and game.ranks() == [1, 0]
    game = table({0: 2, 1: 2, 2: 1, 3: 1}, (0, 0))
    assert game.ranks() == [1, 0]


def test_ties_of_more_players(yunnan):
    game = yunnan.table(3, coins=0, influence={A: 1, B: 0, C: 0}, vp={0: 4, 1: 5, 2: 5}, travel=[C, B, A])
    assert game.totals() == [5, 5, 5] and game.ranks() == [0, 2, 1]


# ---------------------------------------------------------------- 4.9 overspending


def test_overspending_costs_points(yunnan):
    """The source's example: round 4, 3 coins short, (9 - 4) x 3 = 15 points."""
    game = yunnan.table(3, coins={A: 2}, bids={A: {"school": 5}}, passed=[B, C], round_number=4, overspend=True)
    game.play("pass")
    assert game.s.vp[0] == -15 and game.s.coins[A] == 0


def test_overspending_after_round_eight_still_costs_one(yunnan):
    game = yunnan.table(3, coins={A: 0}, bids={A: {"school": 9}}, passed=[B, C], round_number=12, overspend=True)
    game.play("pass")
    assert game.s.vp[0] == -9


def test_overspending_stops_at_the_floor(yunnan):
    """Round 1: 8 points per coin, so 12 missing coins cost 96."""
    game = yunnan.table(3, coins={A: 0}, bids={}, overspend=True)
    assert game.legal("bid school") == ["bid school 5", "bid school 7", "bid school 9", "bid school 12"]
    assert game.why("bid school 15") == GAME.reasons(7).text
    game = yunnan.table(3, coins={A: 3}, vp={0: -4}, overspend=True)
    assert game.legal("bid school")[-1] == "bid school 15", "12 missing coins, -100 exactly"
    game = yunnan.table(3, coins={A: 3}, vp={0: -5}, overspend=True)
    assert game.legal("bid school")[-1] == "bid school 12"


def test_overspending_counts_both_colours(yunnan):
    game = yunnan.table(2, coins={0: 0, 2: 0}, bids={2: {"dragon": 7}}, overspend=True)
    assert game.legal("bid school") == ["bid school 5"], "7 + 5 missing coins at 8 points"


def test_bank_income_reduces_what_is_missing(yunnan):
    """4.9: of the other own colour; the bank of step 1B comes before paying, but does not count in the auction."""
    game = yunnan.table(2, coins={0: 0, 2: 0}, bank=[2], overspend=True)
    assert game.legal("bid school")[-1] == "bid school 12"
