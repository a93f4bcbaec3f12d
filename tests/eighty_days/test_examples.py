"""The worked examples of RULES 6, as hand-built positions with exact numbers."""

import numpy as np
import pytest

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.state import NO_CARD, Phase

ALL = ("coin", "balloon", "event", "detective", "watch", "exchange")
PENALTIES = ("per_arrival", "per_round")

# ---------------------------------------------------------------- W1 to W9: legs


@pytest.mark.parametrize(
    ("city", "day", "cards", "pays", "result"),
    [
        ("London", 0, "T5 S5", ["pay T5", "pay S5"], 10),
        ("Suez", 20, "S7 S7", ["pay S7", "pay S7"], 27),
        ("Suez", 20, "S6 S7", ["pay S6", "pay S7"], 33),
        ("Hong Kong", 50, "T4 S8 S8", ["pay S8", "pay S8"], 58),
        ("Hong Kong", 50, "T4 S8 S8", ["pay T4", "pay S8"], 62),
    ],
    ids=["W1", "W2-pair", "W2-no-pair", "W3-two-ships", "W3-ship-and-train"],
)
def test_w1_w2_w3_days_of_a_leg(eighty_days, city, day, cards, pays, result):
    game = eighty_days.table(city={0: city}, days={0: day}, cards={0: cards})
    start = int(game.s.city[0])
    game.play(*pays)
    assert game.days() == [result, 0, 0]
    assert game.s.city[0] == start + 1
    assert game.s.travel_hand[0].sum() == len(cards.split()) - len(pays)
    assert game.s.travel_discard.tolist() == eighty_days.travel([text[4:] for text in pays]).tolist()


@pytest.mark.parametrize("penalty", PENALTIES)
def test_w4_home_and_the_london_penalty(eighty_days, penalty):
    game = eighty_days.table(
        4, city={0: "New York", 1: "Suez", 2: "Suez", 3: "Suez"}, days={0: 62, 1: 70, 2: 55, 3: 81}, coins={0: 1},
        cards={0: "T4 S6 S6 S8", 1: "T2", 2: "T2", 3: "T2"}, event_cards={0: "Offer Elephant Change"}, start=0,
        display=["T6"] * 4, london_penalty=penalty,
    )  # fmt: skip
    game.play("pay T4", "pay S6", "pay S6")
    assert game.days() == ([72, 71, 56, 82] if penalty == "per_arrival" else [72, 70, 55, 81])
    assert game.s.city[0] == t.HOME and game.s.arrival[0] == 0 and game.s.arrived == 1
    assert game.s.travel_count[0] == game.s.event_count[0] == 0 and game.s.coins[0] == 1
    assert game.top_event() == "Change", "10.6: the highest kind ends on top"
    assert game.s.seat == 1 and game.phase() == "MAIN_PRE"
    while game.s.round_number == 5:
        game.play("pass" if game.phase() == "MAIN_POST" else game.legal()[0])
    assert game.days()[0] == 72
    if penalty == "per_round":
        assert game.days() == [72, 71, 56, 82], "once, at the start of the next round"


def test_w5_rerolls_until_the_coins_are_gone(eighty_days):
    game = eighty_days.table(city={0: "Yokohama"}, days={0: 50}, coins={0: 2}, cards={0: "S8"}, balloon_ready=1)
    bank = int(game.s.bank)
    game.dice(6, 5, 2).play("pay S8", "pay_balloon_action")
    assert game.phase() == "ROLL" and game.s.die == 6 and game.s.dice_left == 1 and game.s.leg_days == 8
    game.play("reroll")
    assert game.phase() == "ROLL" and game.s.die == 5 and game.s.coins[0] == 1
    game.play("reroll")
    assert game.days()[0] == 60 and game.s.coins[0] == 0 and game.s.bank == bank + 2
    assert game.s.city[0] == t.CITY_NAMES.index("San Francisco")


def test_w6_a_die_never_pairs(eighty_days):
    game = eighty_days.table(city={0: "Yokohama"}, days={0: 50}, cards={0: "S4"}, balloon_ready=1)
    game.dice(4).play("pay S4", "pay_balloon_action")
    assert game.days()[0] == 58


@pytest.mark.parametrize(
    ("city", "day", "cards", "with_it", "without", "saving"),
    [("Calcutta", 40, "T2 T5", 45, 47, 2), ("New York", 60, "T3 S4 S8", 71, 75, 4)],
    ids=["Calcutta", "New York"],
)
def test_w7_occasion(eighty_days, city, day, cards, with_it, without, saving):
    for answer, result in (("use Occasion", with_it), ("pass", without)):
        game = eighty_days.table(city={0: city}, days={0: day}, cards={0: cards}, event_cards={0: "Occasion"})
        game.play(*(f"pay {name}" for name in cards.split()))
        assert game.phase() == "OCCASION" and game.legal() == ["use Occasion", "pass"]
        assert game.s.saving == saving and game.look(1)["saving"] == saving
        game.play(answer)
        assert game.days()[0] == result and game.s.saving == 0
        assert game.s.event_discard[t.OCCASION] == (1 if answer != "pass" or city == "New York" else 0)


def test_w8_bombay_to_calcutta(eighty_days):
    def bombay(coins=0, event_cards=""):
        return eighty_days.table(
            city={0: "Bombay"}, days={0: 30}, coins={0: coins}, event_cards={0: event_cards}, cards={0: "T2 S4"},
        )  # fmt: skip

    assert bombay().play("walk").days()[0] == 42
    assert bombay(0, "Elephant").dice(3).play("use Elephant").days()[0] == 39
    game = bombay(1, "Elephant").dice(6, 4).play("use Elephant")
    assert game.phase() == "ROLL" and game.s.leg_days == 6 and game.legal() == ["reroll", "pass"]
    game.play("reroll")
    assert game.days()[0] == 40 and game.s.coins[0] == 0
    assert bombay(0, "Offer").play("use Offer").days()[0] == 40
    game = bombay(1, "Elephant").play("cash_elephant")
    assert game.s.coins[0] == 2
    assert game.play("walk").days()[0] == 42


def test_w9_event_cards_as_components(eighty_days):
    game = eighty_days.table(city={0: "Suez"}, days={0: 20}, cards={0: "S4"}, event_cards={0: "Submarine"})
    assert game.play("pay S4", "use Submarine").days()[0] == 27
    game = eighty_days.table(city={0: "San Francisco"}, days={0: 50}, cards={0: "T5"}, event_cards={0: "Express"})
    assert game.play("pay T5", "use Express").days()[0] == 56
    game = eighty_days.table(event_cards={0: "Submarine Express"})
    assert game.play("use Submarine", "use Express").days()[0] == 4
    game = eighty_days.table(city={0: "San Francisco"}, days={0: 50}, event_cards={0: "Express Balloon"})
    assert game.dice(2).play("use Balloon", "use Express").days()[0] == 53


# ---------------------------------------------------------------- W10, W11: detective, Connection


def test_w10_detective(eighty_days):
    def suez(**more):
        return eighty_days.table(
            city={0: "Suez", 1: "Paris", 2: "Paris"}, days={0: 20}, cards={0: "T2", 1: "T2"}, detective="Suez",
            **{"event_cards": {0: "Detective"}} | more,
        )  # fmt: skip

    assert suez().play("pass").days() == [22, 0, 0]
    game = suez(event_cards={0: "Detective Distraction"}).play("pass")
    assert game.phase() == "DISTRACTION" and game.s.seat == 0
    game.play("use Distraction")
    assert game.days()[0] == 20 and game.top_event() == "Distraction" and game.s.seat == 1
    game = suez(event_cards={0: "Detective Distraction"}).play("pass", "pass")
    assert game.days()[0] == 22 and game.s.event_hand[0, t.DISTRACTION] == 1


def test_w10_detective_in_somebody_elses_turn_costs_nothing(eighty_days):
    game = eighty_days.table(
        2, city={0: "Suez", 1: "Paris"}, days={0: 20}, cards={0: "S7 S7"}, detective="New York", seat=1, start=1,
        event_cards={1: "Detective"}, display=[None, "T6"],
    )  # fmt: skip
    game.play("use Detective", "detective_to Suez")
    assert game.s.seat == 0 and game.days() == [20, 0]
    game.play("take balloon", "pay S7", "pay S7")
    assert game.days() == [27, 0], "who travels on is not asked"
    assert game.s.seat == 0 or game.s.round_number == 6


def test_w11_connection(eighty_days):
    game = eighty_days.table(
        3, city={0: "Paris"}, days={0: 10}, coins={0: 1}, cards={0: "T3 S5"}, event_cards={0: "Connection"},
        detective="Brindisi", yellow={"Brindisi": "plus_one", "Suez": "coin"},
    )  # fmt: skip
    game.play("pay T3")
    assert game.days() == [13, 1, 1] and game.phase() == "MAIN_POST" and game.s.legs_done == 1
    game.play("pay S5")
    assert game.days() == [18, 1, 1] and game.s.coins[0] == 2 and game.top_event() == "Connection"
    assert game.s.legs_done == 2 and game.legal() == ["buy_travel", "buy_event", "pass"]
    game.play("pass")
    assert game.days() == [18, 1, 1] and game.s.seat == 1


# ---------------------------------------------------------------- W12 to W15: tokens, Storm, limit, Change


@pytest.mark.parametrize("num_players", [3, 4])
def test_w12_tokens(eighty_days, num_players):
    game = eighty_days.table(
        num_players, yellow={"Paris": "travel"}, blue={"Paris": "coin"}, phase=Phase.MAIN_PRE,
        cards=dict.fromkeys(range(num_players), "T5 S5"), travel_deck=["T6"],
        display=["S8", "S8", "S8", "S8", "S7"][: num_players + 1],
    )  # fmt: skip
    plain = ["take_plain event", "take balloon", "take_plain detective", "take coin"]
    for p in range(num_players):
        assert game.s.seat == p
        game.play(plain[p], "pay T5", "pay S5")
        if game.s.seat == p and game.s.round_number == 5 and game.phase() == "MAIN_POST":
            game.play("pass")
        if p == 0:
            assert game.hand(0) == "T6 S8" and game.s.coins[0] == 0, "first: a travel card"
        elif p < num_players - 1:
            assert game.s.travel_count[p] == 1 and game.s.coins[p] == 0, "in between: nothing"
    last = num_players - 1
    assert game.s.travel_count[last] == 1
    assert game.s.coins[:num_players].tolist() == [0, 0, 1] if num_players == 3 else [0, 0, 0, 2]
    assert game.s.coins[last] == (1 if num_players == 3 else 2), "the last one; with four players also the space"
    assert game.s.yellow[1] == game.s.blue[1] == -1


def test_w13_storm(eighty_days):
    game = eighty_days.table(
        4, days={0: 20, 1: 31, 2: 33}, home={3: 70}, event_cards={0: "Elephant Balloon", 2: "Offer"}, seat=1,
        phase=Phase.MAIN_PRE, display=["T2", "T3", "T4"], event_deck=["Storm", "Delay", "Change"], cards={1: "T2 S4"},
    )  # fmt: skip
    game.play("take event")
    assert game.days() == [22, 33, 35, 70]
    assert not game.s.event_hand.any() and not game.s.event_discard.any() and game.top_event() is None
    assert game.s.event_deck_size == 15 and game.s.seat == 1 and game.phase() == "MAIN_POST"


def test_delay(eighty_days):
    """2, 10.5: one day; the travelling drawer too; with two players the new deck has 14 cards."""
    game = eighty_days.table(
        2, phase=Phase.MAIN_PRE, display=["T2", "T3", "T4"], event_deck=["Delay", "Storm"], cards={0: "S4"}
    )
    game.play("take event")
    assert game.days() == [1, 1] and game.s.event_deck_size == 14
    assert (np.sort(game.s.event_deck)[1:] == np.sort(np.delete(np.repeat(np.arange(13), t.EVENT_COPIES[3]), 11))).all()


def test_w14_hand_limit(eighty_days):
    game = eighty_days.table(
        4, city={0: "Suez"}, cards={0: "T2 T3 T4 T5 S4"}, event_cards={0: "Balloon"}, phase=Phase.MAIN_PRE,
        display=["T2", "T3", "S6", "T4", "T5"], event_deck=["Express", "Delay", "Storm"],
    )  # fmt: skip
    game.play("take event", "pass")
    assert game.phase() == "LIMIT" and game.s.travel_count[0] + game.s.event_count[0] == 8
    held = ["T2", "T3", "T4", "T5", "S4", "S6"]
    assert game.legal() == [*(f"discard_travel {c}" for c in held), "discard_event Balloon", "discard_event Express"]
    game.play("discard_travel T5")
    assert game.s.seat == 0 and game.phase() == "LIMIT"
    game.play("discard_travel T4")
    assert game.s.seat == 1 and game.hand(0) == "T2 T3 S4 S6" and game.event_hand(0) == "Balloon Express"


def w15(eighty_days):
    return eighty_days.table(
        4, coins={0: 1}, event_cards={0: "Change"}, phase=Phase.MAIN_PRE, display=["T2", "S8", "T5", "S4", "T5"],
    )  # fmt: skip


def test_w15_change(eighty_days):
    game = w15(eighty_days)
    takes = [*(f"take {name}" for name in ALL[:4]), "take_plain event", "take_plain detective"]
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5) if (i, j) != (2, 4)]
    assert game.legal() == [*takes, *(f"swap {ALL[i]} with {ALL[j]}" for i, j in pairs)] and len(pairs) == 9
    assert "start player" in game.why("take watch") and "start player" in game.why("take_plain watch")
    assert "the same" in game.why("swap event with watch") and "no card" in game.why("swap coin with exchange")
    game.play("swap coin with detective")
    assert game.phase() == "MAIN_PRE" and game.top_event() == "Change"
    game.play("take coin")
    assert game.hand(0) == "S4" and game.s.coins[0] == 2
    names = [None if card == NO_CARD else t.TRAVEL_NAMES[card] for card in game.s.display]
    assert names == [None, "S8", "T5", "T2", "T5", None]


# ---------------------------------------------------------------- W16, W17: ranking


def ended(eighty_days, num_players, home, travelling=None, coins=None):
    """A position with these arrivals (seat -> days, in order) and travellers (seat -> (city, days))."""
    states = eighty_days.build(
        num_players, home=home, city={p: c for p, (c, _) in (travelling or {}).items()}, coins=coins
    )
    for p, (_, day) in (travelling or {}).items():
        states["days"][0, p] = day
    return eighty_days.Table(states)


def test_w16_ranking(eighty_days):
    game = ended(eighty_days, 4, {0: 78, 1: 74, 2: 81}, {3: ("New York", 60)})
    assert game.ranks() == [1, 0, 2, 3]
    game = ended(eighty_days, 3, {0: 85, 1: 83}, {2: ("New York", 60)})
    assert game.ranks() == [0, 1, 2]
    game = ended(eighty_days, 5, {0: 70, 1: 66, 2: 66, 3: 90}, {4: ("New York", 60)})
    assert game.ranks() == [2, 0, 1, 3, 4]


def test_ranking_of_those_who_are_not_home(eighty_days):
    """5.24: behind everybody at home by progress, then days, then shared; 80 days are within the bet (5.23)."""
    game = ended(
        eighty_days, 6, {5: 200, 3: 80}, {0: ("Suez", 9), 1: ("New York", 90), 2: ("New York", 70), 4: ("New York", 70)}
    )
    assert game.ranks() == [5, 4, 2, 0, 2, 1]


@pytest.mark.parametrize(
    ("home", "other", "winner"),
    [
        (79, ("New York", 60), 0),
        (83, ("New York", 71), 1),
        (83, ("New York", 85), 0),
        (83, ("Suez", 83), 0),
        (80, ("Suez", 1), 0),
    ],
    ids=["a", "b", "c", "5.8-equal", "80-is-success"],
)
def test_w17_two_players_one_home(eighty_days, home, other, winner):
    assert ended(eighty_days, 2, {0: home}, {1: other}).ranks() == [winner, 1 - winner]
    assert ended(eighty_days, 2, {1: home}, {0: other}).ranks() == [1 - winner, winner]


def test_w17_two_players_both_home(eighty_days):
    """Days, then coins, then the earlier arrival (5.9); the bet plays no part."""
    assert ended(eighty_days, 2, {1: 90, 0: 85}).ranks() == [0, 1]
    assert ended(eighty_days, 2, {1: 90, 0: 90}, coins={0: 1, 1: 0}).ranks() == [0, 1]
    assert ended(eighty_days, 2, {1: 90, 0: 90}, coins={0: 1, 1: 1}).ranks() == [1, 0]


def test_two_players_nobody_home(eighty_days):
    assert ended(eighty_days, 2, {}, {0: ("Suez", 9), 1: ("Bombay", 50)}).ranks() == [1, 0]
    assert ended(eighty_days, 2, {}, {0: ("Suez", 9), 1: ("Suez", 50)}).ranks() == [0, 1]
    assert ended(eighty_days, 2, {}, {0: ("Suez", 9), 1: ("Suez", 9)}, coins={0: 3}).ranks() == [0, 0]


@pytest.mark.parametrize(("penalty", "day"), [("per_arrival", 72), ("per_round", 71)])
def test_w17d_both_home_in_the_same_round(eighty_days, penalty, day):
    game = eighty_days.table(
        2, city={0: "New York", 1: "New York"}, days={0: 60, 1: 60}, coins={0: 2, 1: 3},
        cards={0: "T4 S8 S8", 1: "T3 S8 S8"},
        phase=Phase.MAIN_PRE, display=["T6", "T6", "S4"], london_penalty=penalty,
    )  # fmt: skip
    game.play("take_plain event", "pay T4", "pay S8", "pay S8")
    assert game.days() == [72, day - 11] and not game.s.over and game.s.seat == 1
    game.play("take balloon", "pay T3", "pay S8", "pay S8")
    assert game.s.over and not game.s.truncated and game.days() == [72, day]
    assert game.ranks() == [1, 0]


# ---------------------------------------------------------------- W18: coins


def test_w18_buying(eighty_days):
    game = eighty_days.table(coins={0: 5}, cards={0: "T2 S4"}, event_deck=["Change", "Delay", "Storm"])
    bank = int(game.s.bank)
    game.play("buy_travel", "buy_event")
    assert game.s.coins[0] == 1 and game.s.bank == bank + 4
    assert game.s.travel_count[0] == 3 and game.event_hand(0) == "Change"
    assert "2 coins" in game.why("buy_travel") and "2 coins" in game.why("buy_event")


def test_w18_empty_bank(eighty_days):
    game = eighty_days.table(
        bank=0, phase=Phase.MAIN_PRE, display=["T2", "T3", "T4", "T5"], cards={0: "T2 S4"}, event_cards={0: "Elephant"},
        yellow={"Paris": "coin"},
    )  # fmt: skip
    assert "no coin" in game.why("cash_elephant")
    game.play("take coin")
    assert game.hand(0) == "T2 T2 S4" and game.s.coins[0] == 0 and game.s.bank == 0
    assert "no coin" in game.why("cash_elephant")
    game.play("pay T2", "pay S4")
    assert game.s.city[0] == 1 and game.s.coins[0] == 0 and game.s.yellow[1] == -1, "the token is gone"


def test_scores_are_days(eighty_days):
    """10.11: minus the days, home or not; the ranks do not follow them."""
    game = ended(eighty_days, 3, {0: 85, 1: 83}, {2: ("New York", 60)})
    numbers = np.zeros(6, np.int64)
    GAME.kernels.scores_at(game.states, 0, numbers)
    assert numbers.tolist() == [-85, -83, -60, 0, 0, 0]
    GAME.kernels.points_at(game.states, 0, numbers)
    assert numbers.tolist() == [-85, -83, -60, 0, 0, 0]
    results = np.zeros(3, np.int64)
    for p, expected in enumerate([[85, 10, 1], [83, 10, 2], [60, 9, 0]]):
        GAME.kernels.results_at(game.states, 0, p, results)
        assert results.tolist() == expected
