"""The rulings of RULES 5 and 10 and the rules behind them, as hand-built positions with exact numbers."""

import numpy as np
import pytest

from meeplezoo.envs.eighty_days import GAME
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.state import NO_CARD, NOT_HOME, Phase
from meeplezoo.envs.engine.errors import BadOption

# ---------------------------------------------------------------- setup and rounds (4.1, 4.2)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_setup(num_players):
    starts = set()
    for seed in range(60):
        s = GAME.new(num_players, seed=seed)[0]
        n = num_players
        assert not s.city.any() and not s.days.any() and (s.arrival == NOT_HOME).all()
        assert s.coins.tolist() == [1] * n + [0] * (6 - n) and s.bank == 24 - n
        assert s.travel_count.tolist() == [3] * n + [0] * (6 - n) and not s.event_count.any()
        assert s.detective == t.CITY_NAMES.index("Brindisi")
        for tokens in (s.yellow, s.blue):
            assert np.bincount(tokens[1:10]).tolist() == [3, 2, 2, 2] and tokens[0] == tokens[10] == -1
        assert (s.display != NO_CARD).tolist() == [k < (3, 4, 5, 6, 6)[n - 2] for k in range(6)]
        assert s.travel_deck_size == 60 - 3 * n - (3, 4, 5, 6, 6)[n - 2]
        assert s.event_deck_size == (14 if n == 2 else 15)
        assert (t.CONNECTION in s.event_deck) == (n > 2)
        assert s.seat == s.start_seat == s.watch and s.round_number == 1 and s.phase == Phase.MAIN_PRE
        starts.add(int(s.seat))
    assert starts == set(range(num_players)), "the first start player is drawn"


def test_options():
    for first in range(4):
        for number in (first, np.int64(first), np.int32(first)):
            assert GAME.new(4, seed=9, first_start_player=number)["seat"][0] == first
        assert type(GAME.configure(4, {"first_start_player": np.int64(first)}).options.first_start_player) is int
    assert GAME.configure(4, {"first_start_player": "random"}).options == GAME.configure(4).options
    with pytest.raises(BadOption, match="first_start_player=3 does not take part with num_players=3"):
        GAME.configure(3, {"first_start_player": 3})
    for wrong in ("seat2", "2", 6, -1, True, 2.0, None):
        with pytest.raises(BadOption, match="allowed: 'random', 0, 1, 2, 3, 4, 5"):
            GAME.configure(6, {"first_start_player": wrong})
    with pytest.raises(BadOption, match="per_round"):
        GAME.configure(3, {"london_penalty": "never"})
    assert GAME.new(4)["per_round"][0] == 0
    assert GAME.new(4, london_penalty="per_round")["per_round"][0] == 1


def play_out_round(game):
    number = int(game.s.round_number)
    while game.s.round_number == number and not game.s.over:
        quiet = [x for x in game.legal() if x in ("pass", "take coin", "take balloon") or "take_plain" in x]
        game.play(quiet[-1])


@pytest.mark.parametrize("num_players", [2, 3])
def test_start_player_rotates(eighty_days, num_players):
    game = eighty_days.table(num_players, phase=Phase.MAIN_PRE)
    for number in range(1, 5):
        play_out_round(game)
        assert game.s.seat == game.s.watch == number % num_players


def test_start_player_rotates_over_players_at_home(eighty_days):
    """10.9: the one who really started the last round counts, also if he is home now."""
    game = eighty_days.table(3, home={1: 70}, phase=Phase.MAIN_PRE)
    play_out_round(game)
    assert game.s.start_seat == 2
    play_out_round(game)
    assert game.s.start_seat == 0


def test_the_watch_decides_with_four_to_six(eighty_days):
    game = eighty_days.table(4, phase=Phase.MAIN_PRE, start=2, seat=2, display=["T2", "T3", "T4", "T5", "T6"])
    game.play("take coin")
    assert game.s.seat == 3
    game.play("take watch")
    assert game.s.watch == 3 and game.s.start_seat == 2, "only the next round"
    play_out_round(game)
    assert game.s.seat == game.s.start_seat == 3
    play_out_round(game)
    assert game.s.seat == game.s.watch == 3, "5.3: nobody took it, the marker stays where it is"


def test_the_watch_taken_plain_stays(eighty_days):
    """10.18."""
    game = eighty_days.table(4, phase=Phase.MAIN_PRE, start=2, seat=3, display=["T2", "T3", "T4", "T5", "T6"])
    game.play("take_plain watch")
    assert game.s.watch == 2


def test_the_watch_of_a_player_at_home_moves_on(eighty_days):
    """5.21, 10.18: at the next round's start, clockwise."""
    game = eighty_days.table(4, home={1: 70, 2: 71}, watch=1, phase=Phase.MAIN_PRE)
    assert game.s.watch == 1
    play_out_round(game)
    assert game.s.watch == game.s.start_seat == game.s.seat == 3


def test_cards_left_over_are_discarded(eighty_days):
    game = eighty_days.table(2, phase=Phase.MAIN_PRE, display=["T2", "T3", "T4"], cards={0: "T6", 1: "T6"})
    play_out_round(game)
    assert game.s.travel_discard.sum() == 1 and (game.s.display != NO_CARD).sum() == 3


def test_the_display_is_constant_after_arrivals(eighty_days):
    """5.2."""
    game = eighty_days.table(5, home={1: 70, 2: 71, 4: 72}, phase=Phase.MAIN_PRE)
    play_out_round(game)
    assert (game.s.display != NO_CARD).sum() == 6 and not game.s.over


@pytest.mark.parametrize(("num_players", "needed"), [(2, 1), (3, 2), (4, 3), (5, 4), (6, 4)])
def test_end_of_the_game(eighty_days, num_players, needed):
    """4.2: after the round of the deciding arrival, whose other players still have their turns (5.7)."""
    for count in range(needed + 1):
        home = {p: 70 + p for p in range(num_players - count, num_players)} if count < num_players else {}
        game = eighty_days.table(num_players, home=home, phase=Phase.MAIN_PRE)
        play_out_round(game)
        assert bool(game.s.over) == (count == needed) and not game.s.truncated


def test_deciding_arrival_in_round_60_is_a_normal_end(eighty_days):
    """10.10."""
    for cards, truncated in (("T4 S6 S6", 0), ("T4 S6", 1)):
        game = eighty_days.table(
            2, city={0: "Suez", 1: "New York"}, cards={1: cards}, event_cards={1: "Detective"}, seat=1, round_number=60
        )
        game.play(*["pay T4", "pay S6", "pay S6"] if not truncated else ["pass"])
        assert game.s.over and game.s.truncated == truncated and game.phase() == "OVER"


def test_a_late_arrival_counts(eighty_days):
    """5.7: the player after the deciding arrival may come home in the same round and win."""
    game = eighty_days.table(
        3, city={1: "New York", 2: "New York"}, days={1: 60, 2: 50}, home={0: 70}, seat=1, start=1,
        cards={1: "T4 S6 S6", 2: "T5 S7 S7"}, display=["T6", "T6"],
    )  # fmt: skip
    game.play("pay T4", "pay S6", "pay S6")
    assert game.s.arrived == 2 and not game.s.over and game.days() == [70, 70, 51]
    game.play("take balloon", "pay T5", "pay S7", "pay S7")
    assert game.s.over and game.days() == [70, 70, 63] and game.ranks() == [1, 2, 0]


# ---------------------------------------------------------------- cards and actions (4.3, 4.4)


def test_draw_deck(eighty_days):
    """5.6: six players, the last one who still travels."""
    for seat, home, allowed in ((5, {}, True), (4, {}, False), (4, {5: 70}, True), (3, {5: 70}, False)):
        game = eighty_days.table(6, seat=seat, home=home, phase=Phase.MAIN_PRE)
        assert ("draw_deck" in game.legal()) == allowed
        if not allowed:
            assert "last one" in game.why("draw_deck")
    game = eighty_days.table(
        6, seat=5, phase=Phase.MAIN_PRE, travel_deck=["S8", "T2"], display=["T6"] * 2, coins={5: 2}
    )
    game.play("draw_deck")
    assert game.hand(5) == "S8" and (game.s.display != NO_CARD).sum() == 2 and game.s.card_taken == 1
    assert "draw_deck" not in eighty_days.table(5, seat=4, phase=Phase.MAIN_PRE).legal()


def spread(s, cards, seats):
    """Puts travel cards, by type, into the hands of these seats, by turns."""
    for k, card in enumerate(np.repeat(np.arange(t.TRAVEL_TYPES), cards)):
        s.travel_hand[seats[k % len(seats)], card] += 1


def test_exchange(eighty_days):
    """4.4, 10.16: one to three cards, the one just taken among them; then drawn; fresh discards can come back."""
    game = eighty_days.table(
        5, phase=Phase.MAIN_PRE, seat=1, display=["T2", "T2", "T2", "T2", "T2", "S8"], cards={1: "T6 T6"}, coins={1: 2},
        travel_deck=["S4"],
    )  # fmt: skip
    game.s.travel_discard[:] = 0
    spread(game.s, t.TRAVEL_COPIES - eighty_days.travel("T2 T2 T2 T2 T2 S8 T6 T6 S4"), (0, 2, 3, 4))
    eighty_days.recount(game.s)
    game.play("take exchange")
    assert game.phase() == "EXCHANGE" and game.legal() == ["discard_travel T6", "discard_travel S8"]
    assert "at least one" in game.why("pass")
    game.play("discard_travel S8")
    assert game.s.exchanged == 1 and game.look(0)["exchanged"] == 1 and "pass" in game.legal()
    game.play("discard_travel T6", "discard_travel T6")
    assert game.s.exchanged == 0 and game.phase() == "MAIN_POST"
    assert game.s.travel_count[1] == 3 and game.s.travel_hand[1, 5] == 1, "S4, then two of the cards just discarded"
    assert game.s.travel_deck_size == 1 and not game.s.travel_discard.any()


def test_exchange_of_fewer_cards(eighty_days):
    game = eighty_days.table(
        5, phase=Phase.MAIN_PRE, seat=1, coins={1: 2}, travel_deck=["S4", "S5"], display=["T2"] * 5 + ["S8"]
    )
    game.play("take exchange", "discard_travel S8")
    assert game.legal() == ["pass"] and game.phase() == "EXCHANGE", "10.8: a single choice stays a decision"
    game.play("pass")
    assert game.hand(1) == "S4" and game.phase() == "MAIN_POST"


def test_reshuffle_happens_at_the_next_draw(eighty_days):
    """10.4: an empty deck stays empty until somebody draws."""
    game = eighty_days.table(coins={0: 4}, travel_deck=["S4"], cards={0: "T2"})
    discards = int(game.s.travel_discard.sum())
    game.play("buy_travel")
    assert game.hand(0) == "T2 S4" and game.s.travel_deck_size == 0 and game.s.travel_discard.sum() == discards
    game.play("buy_travel")
    assert game.s.travel_deck_size == discards - 1 and not game.s.travel_discard.any()


def test_no_travel_card_left(eighty_days):
    """5.26: with both piles empty nothing is drawn and nothing can be bought."""
    game = eighty_days.table(5, coins={0: 4}, travel_deck=[], cards={0: "T2 S4"}, yellow={"Paris": "travel"})
    spread(game.s, game.s.travel_discard, (1, 2, 3, 4))
    game.s.travel_discard[:] = 0
    eighty_days.recount(game.s)
    assert "no travel card" in game.why("buy_travel") and "buy_event" in game.legal()
    game.play("pay T2", "pay S4")
    assert game.s.travel_count[0] == 1, "the two cards just paid are a discard pile again, one comes back"


def test_detective_space_and_card(eighty_days):
    """5.18: never where he stands; the card returns to the phase that it was played in."""
    game = eighty_days.table(phase=Phase.MAIN_PRE, event_cards={0: "Detective"}, detective="Suez", cards={0: "T2 S4"})
    game.play("use Detective")
    assert game.phase() == "DET_TARGET" and len(game.legal()) == 8
    assert "stands there already" in game.why("detective_to Suez")
    game.play("detective_to New York")
    assert game.phase() == "MAIN_PRE" and game.s.detective == 9
    game.play("take detective", "detective_to Paris")
    assert game.phase() == "MAIN_POST" and game.s.detective == 1


def test_princess(eighty_days):
    """5.16: the top discard; then she lies on top herself; not with an empty pile."""
    deck = ["Change", "Delay", "Storm", "Connection", "Balloon", "Submarine"]
    game = eighty_days.table(event_cards={0: "Princess"}, event_deck=deck, event_top="Offer")
    assert "use Princess" in game.legal()
    game.play("use Princess")
    assert game.event_hand(0) == "Offer" and game.top_event() == "Princess"
    game = eighty_days.table(event_cards={0: "Princess"}, coins={0: 2})
    assert "empty" in game.why("use Princess")


@pytest.mark.complaint("openai/gym#2823")
def test_forced_pass(eighty_days):
    """4.3, 10.8: the turn is finished when nothing else can be done, but only in MAIN_POST. openai/gym#2823."""
    game = eighty_days.table(phase=Phase.MAIN_PRE, display=["T2", "T3", "T4", "T5"], coins={0: 0})
    game.play("take balloon")
    assert game.s.seat == 0 and game.legal() == ["pay T3", "pass"], "the balloon stands in for the ship"
    game = eighty_days.table(phase=Phase.MAIN_PRE, display=["T2", "T3", "T4", "T5"], coins={0: 0})
    game.play("take_plain event")
    assert game.s.seat == 1 and game.s.acted[0] == 1 and game.phase() == "MAIN_PRE"
    game = eighty_days.table(phase=Phase.MAIN_PRE, display=["T2", "T3", "T4", "T5"], coins={0: 1})
    game.play("take coin")
    assert game.s.seat == 0 and game.legal() == ["buy_travel", "buy_event", "pass"]


def test_the_unused_balloon_is_lost(eighty_days):
    game = eighty_days.table(phase=Phase.MAIN_PRE, display=["T2", "T3", "T4", "T5"], cards={0: "S5"})
    game.play("take balloon")
    assert game.s.balloon_ready == 1
    game.play("pass")
    assert game.s.balloon_ready == 0 and game.s.seat == 1


def test_most_actions_legal_at_once(eighty_days):
    """10.2: 28 for the start player with Change, Princess, Detective, Elephant and two coins."""
    deck = ["Delay", "Storm", "Balloon"]
    game = eighty_days.table(
        5, coins={0: 2}, event_cards={0: "Change Princess Detective Elephant"}, event_deck=deck, phase=Phase.MAIN_PRE,
        display=["T2", "T3", "T4", "T5", "T6", "S4"],
    )  # fmt: skip
    assert len(game.legal()) == 28


# ---------------------------------------------------------------- travelling (4.5)


def test_balloons_do_not_work_in_bombay(eighty_days):
    """5.13."""
    game = eighty_days.table(
        city={0: "Bombay"},
        cards={0: "T2 T2 S4 S4"},
        event_cards={0: "Balloon Submarine Express Offer"},
        balloon_ready=1,
    )
    assert game.legal() == ["use Offer", "walk", "pass"]
    assert "cannot be travelled" in game.why("pay_balloon_action") and "cannot be travelled" in game.why("use Balloon")
    assert "cannot be travelled" in eighty_days.table(event_cards={0: "Elephant"}).why("use Elephant")
    assert "cannot be travelled" in eighty_days.table(event_cards={0: "Elephant"}).why("walk")


def test_two_balloons(eighty_days):
    """5.13: the first die is settled before the second is rolled; also the card's die can be rolled again (10.3)."""
    game = eighty_days.table(city={0: "Yokohama"}, coins={0: 1}, event_cards={0: "Balloon"}, balloon_ready=1)
    game.dice(5, 3, 4).play("use Balloon")
    assert game.s.dice_left == 1 and game.look(0)["dice_left"] == 1
    game.play("pay_balloon_action")
    assert game.phase() == "ROLL" and game.s.die == 5 and game.s.dice_left == 2
    game.play("pass")
    assert game.phase() == "ROLL" and game.s.die == 3 and game.s.dice_left == 1 and game.s.leg_days == 5
    game.play("reroll")
    assert game.days()[0] == 9 and game.s.coins[0] == 0


def test_a_one_is_kept(eighty_days):
    game = eighty_days.table(city={0: "Paris"}, coins={0: 1}, balloon_ready=1)
    game.dice(1).play("pay_balloon_action")
    assert game.days()[0] == 1 and game.s.coins[0] == 1


def test_submarine_and_express_never_pair(eighty_days):
    """5.14: the Submarine's 3 days and a T3, the Express and a card of the same kind."""
    game = eighty_days.table(city={0: "San Francisco"}, cards={0: "T2"}, event_cards={0: "Express"})
    assert game.play("pay T2", "use Express").days()[0] == 3
    game = eighty_days.table(cards={0: "T3"}, event_cards={0: "Submarine"})
    assert game.play("pay T3", "use Submarine").days()[0] == 6


def test_occasion_needs_two_different_cards_of_one_type(eighty_days):
    for city, cards in (("Suez", "S7 S7"), ("London", "T2 S4"), ("Paris", "T2")):
        game = eighty_days.table(city={0: city}, cards={0: cards}, event_cards={0: "Occasion Change"}, coins={0: 2})
        game.play(*(f"pay {name}" for name in cards.split()))
        assert game.phase() == "MAIN_POST" and game.s.event_hand[0, t.OCCASION] == 1


def test_occasion_comes_before_the_dice(eighty_days):
    """5.15: New York, two ships and a balloon."""
    game = eighty_days.table(
        city={0: "New York"}, days={0: 60}, cards={0: "S4 S8"}, event_cards={0: "Balloon Occasion"}
    )
    game.dice(3).play("pay S4", "pay S8", "use Balloon")
    assert game.phase() == "OCCASION" and game.s.saving == 4 and game.s.die == 0
    assert game.play("use Occasion").days()[0] == 60 + 8 + 3


def test_offer_is_the_whole_leg(eighty_days):
    game = eighty_days.table(
        city={0: "New York"}, days={0: 60}, cards={0: "S4 S4 T2"}, event_cards={0: "Offer Occasion"}
    )
    game.play("use Offer")
    assert game.s.over == 0 and game.days()[0] == 70 and game.s.arrived == 1


def test_payments_ascend(eighty_days):
    """4.5: one path for every payment."""
    game = eighty_days.table(cards={0: "T5 S5"})
    assert game.legal() == ["pay T5", "pass"] and "could not be completed" in game.why("pay S5")
    game.play("pay T5")
    assert game.legal() == ["pay S5"] and "do not hold" in game.why("pay T5")
    game = eighty_days.table(city={0: "Hong Kong"}, cards={0: "T4 S7 S8 S8"})
    game.play("pay S7")
    assert game.legal() == ["pay S8"] and "ascending" in game.why("pay T4")


def test_connection_allows_one_more_leg(eighty_days):
    """5.12, 10.7: it goes to the pile before the first component; also for Bombay and the Offer; never a third leg."""
    game = eighty_days.table(
        city={0: "Suez"}, cards={0: "S4 S4 T2 T2"}, event_cards={0: "Connection Offer"}, coins={0: 2}
    ).play("pay S4", "pay S4")
    assert game.legal() == ["buy_travel", "buy_event", "use Offer", "walk", "pass"]
    game.play("walk")
    assert game.top_event() == "Connection" and game.s.city[0] == 5 and game.s.legs_done == 2
    assert "Connection" in game.why("pay T2") and "Connection" in game.why("use Offer")
    game = eighty_days.table(city={0: "Paris"}, cards={0: "T2 S4"}, event_cards={0: "Connection Offer"}).play(
        "pay T2", "use Offer"
    )
    assert game.s.event_discard[t.CONNECTION] == 1 and game.top_event() == "Offer"
    game = eighty_days.table(city={0: "Paris"}, cards={0: "T2 S4"}, event_cards={0: "Change"}, coins={0: 2}).play(
        "pay T2"
    )
    assert "Connection" in game.why("pay S4")


def test_connection_lost_to_a_storm(eighty_days):
    """10.17: the drawer's own event cards go too; the balloon stays."""
    game = eighty_days.table(
        city={0: "Paris"}, cards={0: "T2 S4"}, event_cards={0: "Connection"}, coins={0: 4}, balloon_ready=1,
        event_deck=["Storm", "Delay"],
    )  # fmt: skip
    game.play("pay T2", "buy_event")
    assert game.s.balloon_ready == 1 and game.s.event_count[0] == 0
    assert game.legal() == ["buy_travel", "buy_event", "pass"]


def test_plus_one_and_events_spare_who_is_home(eighty_days):
    """5.4: a finished journey is final, for tokens as for the London penalty of a second arrival."""
    game = eighty_days.table(
        3,
        home={1: 70},
        city={2: "Suez"},
        cards={0: "T5 S5"},
        days={0: 3, 2: 4},
        coins={0: 2},
        blue={"Paris": "plus_one"},
    )
    assert game.play("pay T5", "pay S5").days() == [13, 70, 5]


def test_last_token_counts_players_at_home(eighty_days):
    """5.22, 10.18: the n-th of n players, those at home having passed."""
    game = eighty_days.table(3, home={1: 70, 2: 71}, cards={0: "T5 S5"}, coins={0: 1}, blue={"Paris": "coin"})
    assert game.play("pay T5", "pay S5").s.coins[0] == 2


def test_a_home_coming_spares_the_detective_and_the_limit(eighty_days):
    """4.5: the turn ends at once, whatever is in the hand."""
    game = eighty_days.table(
        3, city={0: "New York"}, days={0: 60}, cards={0: "T4 S6 S6 S8 S8 T2 T2 T3"}, event_cards={0: "Offer Change"},
        detective="New York",
    )  # fmt: skip
    game.play("pay T4", "pay S6", "pay S6")
    assert game.days()[0] == 70 and game.s.seat == 1 and game.s.travel_count[0] == 0


def test_event_token_draws_storm_in_the_middle_of_a_turn(eighty_days):
    """10.15: arrival, token, storm, forced pass and detective in one step."""
    game = eighty_days.table(
        3,
        cards={0: "T5 S5"},
        event_cards={1: "Offer"},
        yellow={"Paris": "event"},
        event_deck=["Storm", "Delay"],
        detective="Paris",
    )
    game.play("pay T5", "pay S5")
    assert game.days() == [10 + 2 + 2, 2, 2] and game.s.seat == 1 and game.s.event_count[1] == 0


def test_per_arrival_also_at_the_deciding_arrival(eighty_days):
    """10.18."""
    game = eighty_days.table(
        2, city={0: "New York", 1: "Suez"}, days={0: 60, 1: 40}, cards={0: "T4 S6 S6"}, seat=0, start=1
    )
    game.play("pay T4", "pay S6", "pay S6")
    assert game.s.over and game.days() == [70, 41]
