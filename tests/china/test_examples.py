"""RULES 6.5, example by example, and the points of RULES 4 that random play hardly meets."""

import numpy as np
import pytest

from meeplezoo.envs.china import GAME
from meeplezoo.envs.china import tables as t
from meeplezoo.envs.china.actions import EMISSARY, FORT, STOP
from meeplezoo.envs.china.state import NOBODY, Phase
from meeplezoo.envs.engine.dice import seed_generator, shuffle

WEI, CHU, HAN, QIN = range(20, 27), range(43, 51), range(27, 32), range(32, 38)


def names(cities):
    return [t.CITY_NAMES[city] for city in cities]


# ---------------------------------------------------------------- 6.5


def test_example_1_tie_for_second(china):
    game = china.table(3, palaces={0: [20, 21], 1: [22, 23], 2: [24, 25]}, hands={0: ["red", "green", "yellow"]})
    game.play("palace Chaoge")
    assert game.s.score[:3].tolist() == [7, 3, 3]
    assert game.s.scored[4] == 1


def test_example_2_tie_for_first(china):
    game = china.table(
        4, palaces={0: [43, 44], 1: [45, 46, 47], 2: [48], 3: [49]}, hands={0: ["violet", "green", "yellow"]}
    )
    game.play("palace Wu")
    assert game.s.score[:4].tolist() == [8, 8, 3, 3]


def test_example_3_chain_of_ranks(china):
    game = china.table(5, palaces={0: [20, 21], 1: [22, 23], 2: [24], 3: [25]}, hands={0: ["red", "green", "yellow"]})
    game.play("palace Chaoge")
    assert game.s.score.tolist() == [7, 3, 2, 2, 0]


def test_example_4_unfilled_at_the_end(china):
    game = china.table(3, palaces={0: [32, 34], 1: [36], 2: [37]})
    assert game.totals() == [4, 2, 2]
    assert game.s.score[:3].tolist() == [0, 0, 0], "nothing is paid before the end"


def test_example_5_fort(china):
    game = china.table(
        3, palaces={0: [27], 1: [28, 29], 2: [30]}, fort_cities={1: 27}, hands={0: ["green", "red", "yellow"]},
        forts=True,
    )  # fmt: skip
    game.play("palace Wan")
    assert game.s.score[:3].tolist() == [10, 5, 2], "the owner of the palace gains, whoever placed the fort"


def test_example_6_raising_the_cap_in_the_turn(china):
    game = china.table(
        3, palaces={0: [4, 5], 1: [6]}, emissaries={"Zhao": [0, 1, 1]}, hands={0: ["orange", "orange", "violet"]}
    )
    in_zhao = [a for a in game.legal() if a in [f"palace {c}" for c in names(range(4, 10))] or a == "emissary Zhao"]
    assert in_zhao == ["palace Jinyang", "palace Zhongshan", "palace Handan"]
    assert not game.mask()[52]
    game.play("palace Jinyang")
    assert game.s.phase == Phase.SECOND
    assert np.flatnonzero(game.mask()).tolist() == [8, 9, 52, 121]
    game.play("emissary Zhao")
    assert game.s.emissaries[1, :3].tolist() == [1, 1, 1]
    assert game.s.hand[0].tolist() == china.counts(["violet"]).tolist()
    assert game.s.phase == Phase.DRAW
    assert game.look(0)["cards_to_draw"] == 2


@pytest.mark.parametrize(
    ("hand", "forts", "count"),
    [
        (["red", "red", "violet"], False, 53),
        (["red", "green", "violet"], False, 34),
        (["yellow", "yellow", "yellow"], False, 52),
        (["red", "red", "violet"], True, 104),
        (["red", "green", "violet"], True, 65),
    ],
)
def test_example_7_empty_board(china, hand, forts, count):
    game = china.table(3, hands={0: hand}, forts=forts)
    assert game.mask().sum() == count
    if hand == ["red", "green", "violet"]:
        cities = [city for city in np.flatnonzero(game.mask()) if city < EMISSARY]
        assert cities == [*range(10, 16), *WEI, *HAN, *range(38, 43), *CHU]


def test_example_7_the_first_palace_goes_straight_to_draw(china):
    game = china.table(3, hands={0: ["yellow", "yellow", "yellow"]}).play("palace Ji")
    assert game.s.phase == Phase.DRAW
    assert game.s.was_empty == 1


@pytest.mark.parametrize(("paid", "rest"), [("green", {"red": 2}), ("red", {"green": 1})])
def test_example_8_payments(china, paid, rest):
    game = china.table(3, palaces={0: [27], 1: [28]}, hands={0: ["red", "red", "green"]})
    game.play("palace Luoyang")
    assert game.s.phase == Phase.PAY
    assert np.flatnonzero(game.mask()).tolist() == [116, 117]
    game.play(f"pay {paid}")
    assert {name: n for name, n in zip(t.COLOUR_NAMES, game.s.hand[0].tolist(), strict=True) if n} == rest
    assert game.s.phase == Phase.SECOND
    assert np.flatnonzero(game.mask()).tolist() == [30, 31, 56, 121]
    game.play("palace Wan")
    assert game.s.phase == Phase.DRAW, "the second payment is forced"
    assert game.s.hand_size[0] == 0
    assert game.look(0)["cards_to_draw"] == 3


def test_example_8_no_pair_of_the_own_colour(china):
    game = china.table(3, palaces={0: [27], 1: [28]}, hands={0: ["green", "green", "red"]})
    game.play("palace Luoyang")
    assert game.s.phase == Phase.SECOND, "one green card, no choice"
    assert game.s.hand[0].tolist() == china.counts(["green", "red"]).tolist()


def test_example_9_filling_interrupts(china):
    game = china.table(3, palaces={0: [16], 1: [17], 2: [18]}, hands={0: ["orange", "orange", "violet"]})
    game.play("palace Tan")
    assert game.s.score[:3].tolist() == [4, 2, 2]
    assert game.s.phase == Phase.SECOND
    assert np.flatnonzero(game.mask()).tolist() == [54, STOP]
    assert game.s.room[3] == 2
    game.play("emissary Lu")
    assert game.s.emissaries[3, :3].tolist() == [1, 0, 0]
    assert game.s.score[:3].tolist() == [4, 2, 2]


def test_example_10_alliance_with_a_tie_in_one_state(china):
    game = china.table(3, emissaries={"Wei": [2, 2, 1], "Chu": [0, 2, 1]})
    assert [game.results(p)["alliance_points"] for p in range(3)] == [0, 8, 0]
    assert game.totals() == [0, 8, 0]


def test_example_11_alliance_with_a_double_tie(china):
    game = china.table(3, emissaries={"Qin": [1, 1, 0], "Shu": [1, 1, 0]})
    assert [game.results(p)["alliance_points"] for p in range(3)] == [4, 4, 0]
    assert game.s.emissaries[8].sum() == 0, "Chu is empty: borders 11 and 15 give nothing"


@pytest.mark.parametrize(("side", "points"), [("three", 6), ("five", 5)])
def test_example_12_branch_and_the_other_side(china, side, points):
    game = china.table(4, palaces={0: [9, 21, 23, 25, 16, 17, 13]}, side=side)
    assert game.results(0)["road_points"] == points


def test_example_13_two_roads(china):
    game = china.table(3, palaces={0: [38, 39, 40, 42, 43, 44, 47, 48, 49, 5, 4, 7]})
    assert game.results(0)["road_points"] == 9


def last_card_of_the_first_pass(china, hand):
    return china.table(5, palaces={0: [27], 1: [28]}, hands={0: hand}, pile=["violet"])


def test_example_14_pile_ends_in_the_middle_of_a_turn(china):
    game = last_card_of_the_first_pass(china, ["red", "red", "green"])
    game.play("palace Luoyang", "pay green", "palace Wan", "draw")
    assert game.s.hand[0].tolist() == china.counts(["violet"]).tolist(), "the last card is his"
    assert game.s.second_pass == 1
    assert game.s.pile_size == 40
    assert game.s.discard.sum() == 0
    assert game.look(0)["cards_to_draw"] == 2
    game.play("draw", "draw")
    assert game.s.pile_size == 38
    assert game.s.seat == 1


def test_example_14_pile_ends_with_an_exchange(china):
    game = last_card_of_the_first_pass(china, ["red", "red", "green"]).play("exchange red", "draw")
    assert game.s.pile_size == 38
    assert game.s.second_pass == 1
    assert game.s.display.sum() == 4


# ---------------------------------------------------------------- 4.2


@pytest.mark.parametrize(("num_players", "first_pile"), [(3, 34), (4, 36), (5, 38)])
def test_dealing_order(num_players, first_pile):
    """One shuffle; three cards to seat 0, then seat 1 and so on; four to the display; the rest is the pile."""
    deck = np.repeat(np.arange(t.COLOURS), t.CARD_COUNT - t.REMOVED[num_players]).astype(np.int32)
    rng = np.zeros(4, np.int32)
    seed_generator(rng, 77)
    shuffle(rng, deck)
    order = deck[::-1]  # from the top
    s = GAME.new(num_players, seed=77)[0]
    for p in range(num_players):
        assert s.hand[p].tolist() == np.bincount(order[3 * p : 3 * p + 3], minlength=5).tolist()
    rest = order[3 * num_players :]
    assert s.display.tolist() == np.bincount(rest[:4], minlength=5).tolist()
    assert s.pile_size == first_pile == len(rest) - 4
    assert s.pile[: s.pile_size][::-1].tolist() == rest[4:].tolist()
    assert (s.owner == NOBODY).all() and s.palaces_left[:num_players].tolist() == [20] * num_players
    assert s.emissaries_left[:num_players].tolist() == [8] * num_players


def test_equal_arguments_give_equal_bytes():
    for n in (3, 4, 5):
        assert GAME.new(n, seed=4).tobytes() == GAME.new(n, seed=4).tobytes() != GAME.new(n, seed=5).tobytes()


# ---------------------------------------------------------------- 4.3


def test_a_turn_of_six_decisions(china):
    game = china.table(3, palaces={0: [27], 1: [28]}, hands={0: ["red", "red", "green"]}, display=["yellow"] * 4)
    game.play("palace Luoyang", "pay red", "palace Wan", "take yellow", "take yellow", "take yellow")
    assert game.s.decisions == 6
    assert game.s.seat == 1
    assert game.s.known[0].tolist() == china.counts(["yellow"] * 3).tolist()
    assert game.s.display.sum() == 4


def test_taken_cards_are_replaced_only_when_the_hand_is_full(china):
    game = china.table(3, palaces={1: [27, 28]}, hands={0: ["green", "green", "red"]}, display=["yellow"] * 4)
    game.play("palace Luoyang", "emissary Han", "take yellow")
    assert game.s.display.sum() == 3
    pile = int(game.s.pile_size)
    game.play("take yellow")
    assert game.s.display.sum() == 4
    assert game.s.pile_size == pile - 2


def test_a_fort_leaves_the_state_empty(china):
    """5.4: a state that holds nothing but a fort takes one piece only."""
    hands = {0: ["green", "green", "red"]}
    first = china.table(3, hands=hands, forts=True).play("fort Wan")
    then = china.table(3, hands=hands, fort_cities={1: 31}, forts=True).play("palace Wan")
    for game in (first, then):
        assert game.s.was_empty == 1 and game.s.phase == Phase.DRAW


def test_fort_and_palace_in_one_turn(china):
    game = china.table(3, palaces={1: [27]}, hands={0: ["green", "green", "red"]}, forts=True).play("fort Wan")
    assert game.s.phase == Phase.SECOND
    assert not game.mask()[FORT : FORT + 51].any(), "there is only one fort"
    game.play("palace Wan")
    assert (game.s.fort[31], game.s.owner[31]) == (1, 0)
    assert game.totals() == [4, 2, 0], "1 + 1 palaces, doubled for seat 0 only"


def test_an_emissary_needs_no_palace_of_ones_own_and_no_unscored_state(china):
    game = china.table(3, palaces={1: [16, 17, 18, 19]}, hands={0: ["orange", "orange", "red"]}, scored=["Lu"])
    game.play("emissary Lu", "emissary Lu")
    assert game.s.emissaries[3, 0] == 2


def test_no_palace_left(china):
    game = china.table(3, palaces={0: range(20), 1: [20]}, hands={0: ["red", "red", "green"]})
    assert not game.mask()[:EMISSARY].any()
    assert "no palace left" in GAME.why_illegal(game.states, 0, 21)
    assert game.mask()[EMISSARY + 4] == 1


# ---------------------------------------------------------------- 4.4 - 4.6


def test_known_cards_shrink_and_outlive_the_reshuffle(china):
    game = china.table(
        3, palaces={1: [27, 28]}, hands={0: ["green", "red", "red"]}, display=["green", "green", "yellow", "red"],
        pile=["violet", "violet", "orange"],
    )  # fmt: skip
    game.play("exchange red", "take green")
    assert game.s.known[0].tolist() == china.counts(["green"]).tolist()
    for _ in range(2):
        game.play(next(a for a in game.legal() if a.startswith("exchange")), "draw")
    assert game.s.second_pass == 1 and game.s.seat == 0
    assert game.s.known[0].tolist() == china.counts(["green"]).tolist(), "not reset by the reshuffle"
    game.play("palace Luoyang")
    assert game.s.known[0].sum() == 0, "the known green card goes first"
    assert game.s.hand[0].tolist() == china.counts(["green", "red"]).tolist()


def test_the_first_pass_ends_in_the_top_up(china):
    """4.5: the top-up takes the last card; the turn's own payment is in the new pile, and the top-up goes on."""
    game = china.table(3, hands={0: ["green", "red", "yellow"]}, display=["violet"] * 4, pile=["orange"])
    discards = int(game.s.discard.sum())
    game.play("palace Wan", "take violet")
    assert game.s.second_pass == 1
    assert game.s.pile_size == discards + 1
    assert game.s.seat == 1 and game.s.display.sum() == 4


def final_round(china, seat, **options):
    """Seat ``seat`` draws the last card of the second pass with its first draw of two."""
    return china.table(
        3, palaces={0: [43], 1: [27, 28]}, hands={seat: ["green", "green", "red"]}, pile=["violet"], second_pass=1,
        seat=seat, **options,
    ).play("palace Luoyang", "palace Wan", "draw")  # fmt: skip


def test_the_second_pass_ends_in_the_middle_of_a_turn(china):
    game = final_round(china, 0)
    assert game.s.final_round == 1 and game.s.over == 0
    assert game.s.hand_size[0] == 2, "the mover stops drawing"
    assert (game.s.seat, game.s.phase) == (1, Phase.MAIN)
    assert game.look(1)["turns_left"] == 1
    display = game.s.display.copy()
    game.play(next(a for a in game.legal() if a.startswith("exchange")))
    assert game.s.seat == 2, "nobody draws any more: an exchange is a pass"
    assert game.look(0)["turns_left"] == 0
    assert (game.s.display == display).all() and game.s.hand_size[1] == 2
    game.play(next(a for a in game.legal() if a.startswith("exchange")))
    assert game.s.over == 1


def test_a_second_piece_is_possible_in_the_final_round(china):
    game = final_round(china, 0)
    game.s.hand[1] = china.counts(["violet", "violet", "red"])
    game.play("palace Ying")
    assert game.s.phase == Phase.SECOND
    game.play("stop")
    assert (game.s.seat, game.s.phase) == (2, Phase.MAIN), "no draw"


def test_the_last_seat_ends_the_game_at_once(china):
    assert final_round(china, 2).s.over == 1


def test_finish_round_off_ends_the_game_after_the_turn(china):
    game = final_round(china, 0, finish_round=False)
    assert game.s.over == 1 and game.s.final_round == 1


def test_the_second_pass_ends_in_the_top_up(china):
    game = china.table(
        3, palaces={1: [27, 28]}, hands={0: ["green", "green", "red"]}, display=["yellow"] * 4, pile=["violet"],
        second_pass=1,
    ).play("palace Luoyang", "palace Wan", "take yellow", "take yellow")  # fmt: skip
    assert game.s.final_round == 1
    assert game.s.display.sum() == 3, "one card was left for two gaps"
    assert game.s.hand_size[0] == 3 and game.s.seat == 1


def full_board(china):
    """One city is free and no emissary is left; seat 0 can build in Chu."""
    return china.table(
        3,
        palaces={
            0: [*range(43, 50), *WEI, *range(4)], 1: [*range(4, 16), *QIN], 2: [*range(16, 20), *HAN, *range(38, 43)],
        },
        emissaries={
            "Chu": [7, 0, 0], "Wei": [1, 0, 0], "Zhao": [0, 6, 0], "Qi": [0, 2, 0], "Lu": [0, 0, 4], "Han": [0, 0, 4],
        },
        hands={0: ["violet", "red", "green"]},
        scored=["Wei", "Yan", "Zhao", "Qi", "Qin", "Lu", "Han", "Shu"],
    )  # fmt: skip


def test_a_full_board_ends_the_game_after_the_draw(china):
    game = full_board(china).play("palace Wu")
    assert game.s.phase == Phase.DRAW and game.s.over == 0
    assert game.s.score[0] == 8
    game.play("draw")
    assert game.s.over == 1 and game.s.final_round == 0
    assert game.s.seat == 0, "in the middle of the round"


def test_a_full_board_with_room_for_an_emissary_goes_on(china):
    game = full_board(china)
    game.s.emissaries[8, 0] = 6
    china.recount(game.s)
    game.play("palace Wu", "draw")
    assert game.s.over == 0 and game.s.seat == 1


@pytest.mark.complaint("openai/gym#2823")
def test_three_equal_cards_and_nothing_to_place(china):
    """8.13: the one position with a single legal action; openai/gym#2823: never none."""
    game = china.table(3, palaces={0: range(20)}, hands={0: ["red", "red", "red"]}, emissaries={"Wei": [8, 0, 0]})
    assert game.legal() == ["exchange red"]


# ---------------------------------------------------------------- 6.3, 6.4


@pytest.mark.parametrize(
    ("fort", "points", "why"),
    [
        (21, 12, "a fort on the best route doubles it"),
        (13, 10, "a fort on a side branch does not double it, but the shorter route through the fort pays 2 x 5"),
        (30, 6, "a fort elsewhere does nothing"),
    ],
)
def test_roads_with_forts(china, fort, points, why):
    game = china.table(3, palaces={0: [9, 21, 23, 25, 16, 17, 13]}, fort_cities={1: fort}, forts=True)
    assert game.results(0)["road_points"] == points, why


def test_two_forts_double_once(china):
    state = china.table(3, palaces={0: [27, 28], 1: [29]}, fort_cities={1: 27, 2: 28}, forts=True)
    assert state.totals() == [6, 2, 0]
    road = china.table(3, palaces={0: [38, 39, 40, 42]}, fort_cities={1: 38, 2: 39}, forts=True)
    assert road.results(0)["road_points"] == 8


@pytest.mark.parametrize(
    ("side", "ring", "points"),
    [("three", [28, 31, 44, 43, 37, 36], 6), ("five", [9, 20, 21, 22], 4), ("five", [9, 20, 21, 22, 23], 5)],
)
def test_a_ring_counts_as_its_longest_route(china, side, ring, points):
    assert china.table(4, palaces={0: ring}, side=side).results(0)["road_points"] == points


@pytest.mark.parametrize("seed", range(30))
def test_roads_equal_a_search_by_definition(china, seed):
    rng = np.random.default_rng(seed)
    side = ("three", "five")[seed % 2]
    forts = dict(enumerate(rng.choice(51, 4, replace=False)))
    game = china.table(4, palaces={0: rng.choice(51, 16, replace=False)}, fort_cities=forts, side=side, forts=True)
    assert game.results(0)["road_points"] == china.slow_roads(game.s, 0)


def test_ranks_break_ties_by_pieces_left(china):
    game = china.table(3)
    game.s.over = 1
    game.s.score[:3] = [30, 30, 20]
    game.s.palaces_left[:3] = [5, 4, 9]
    game.s.emissaries_left[:3] = [2, 3, 8]
    assert game.ranks() == [0, 0, 2], "still tied: shared"
    game.s.emissaries_left[1] = 4
    assert game.ranks() == [1, 0, 2]
    game.s.forts_left[0] = 1
    assert game.ranks() == [1, 0, 2], "forts do not count"


def test_final_scoring_marks_states_and_adds_up(china):
    for states, _ in china.positions("bot", 4, {"forts": True}, 2):
        game = china.Table(states)
        totals = game.totals()
    s = states[0]
    assert s.score[:4].tolist() == totals
    for p in range(4):
        parts = game.results(p)
        assert parts["palace_points"] + parts["alliance_points"] + parts["road_points"] == s.score[p]
        assert parts["pieces_left"] == s.palaces_left[p] + s.emissaries_left[p]
    assert (s.scored == (s.palaces.sum(1) > 0)).all()
