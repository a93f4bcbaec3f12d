"""RULES 7.4: games are as long as two independent implementations found, and never longer than the bound."""

import numpy as np
import pytest

from meeplezoo.envs.eighty_days import GAME, MAX_DECISIONS
from meeplezoo.envs.eighty_days import tables as t
from meeplezoo.envs.eighty_days.actions import PASS, TAKE, TAKE_PLAIN
from meeplezoo.envs.eighty_days.state import Phase

from driving import mask_of, view_of

GAMES = 1500


@pytest.mark.parametrize(
    ("num_players", "decisions", "rounds"),
    [(2, 99.3, 14.3), (3, 153.9, 16.7), (4, 202.6, 18.1), (5, 272.0, 19.1), (6, 310.8, 18.0)],
)
def test_length_of_random_games(num_players, decisions, rounds):
    states = GAME.new(num_players)
    numbers = GAME.configure(num_players).numbers
    rng = np.array([1, 2, 3, num_players], np.int32)
    lengths, last_rounds, winner_days = [], [], []
    place = np.zeros(GAME.max_players, np.int64)
    for seed in range(GAMES):
        GAME.kernels.setup_at(states, 0, num_players, numbers, seed)
        lengths.append(GAME.kernels.play_random(states, 0, rng, MAX_DECISIONS))
        assert states["over"][0] and not states["truncated"][0]
        last_rounds.append(states["round_number"][0])
        GAME.kernels.ranks_at(states, 0, place)
        winner_days.append(states["days"][0][np.argmin(place[:num_players])])
    assert np.mean(lengths) == pytest.approx(decisions, rel=0.03)
    assert np.mean(last_rounds) == pytest.approx(rounds, rel=0.03)
    if num_players > 2:
        assert np.mean(winner_days) == pytest.approx(99, abs=2)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_who_never_travels_is_cut_off_after_60_rounds(num_players):
    """4.2: nobody has to travel; the cap truncates, and the seats are ranked as they stand."""
    states = GAME.new(num_players, seed=3)
    mask = np.zeros(GAME.actions.size, np.int8)
    while not states["over"][0]:
        GAME.kernels.legal_at(states, 0, mask)
        legal = np.flatnonzero(mask)
        first = [a for a in legal if TAKE_PLAIN <= a < TAKE_PLAIN + 4 or a in (PASS, TAKE, TAKE + 1)]
        GAME.kernels.apply_at(states, 0, int(first[-1] if first else legal[-1]))
        assert states["city"][0].max() == 0
    assert states["truncated"][0] == 1 and states["round_number"][0] == t.MAX_ROUNDS
    place = np.zeros(GAME.max_players, np.int64)
    GAME.kernels.ranks_at(states, 0, place)
    assert not place.any(), "nobody has moved or lost a day: all share the first place"
    assert states["decisions"][0] < 1500


def test_bound():
    assert GAME.max_decisions == MAX_DECISIONS == 64 + 62 * 200
    assert t.MOST_DAYS == 136 + 30 + 60 * 6


def test_the_dearest_payments(eighty_days):
    """7.2: by trying all payments, dice 6, and Offer: no leg takes more days than the bound says."""
    held = [card for card in range(t.TRAVEL_TYPES) for _ in range(2)] + [10, 11, 12, 13]
    for leg in range(t.LEGS):
        dearest = t.OFFER_DAYS
        for parts in eighty_days.slow_payments(held, leg):
            paid = np.bincount(parts, minlength=t.COMPONENTS)
            dice = int(paid[10] + paid[13])
            dearest = max(dearest, eighty_days.slow_days(paid) + t.DIE_SIDES * dice)
        if leg == t.WALK_LEG:
            dearest = max(t.WALK_DAYS, t.ELEPHANT_BASE + t.DIE_SIDES)
        assert dearest == t.DEAREST_LEG[leg]


@pytest.mark.parametrize("num_players", [2, 4, 6])
@pytest.mark.parametrize("penalty", ["per_arrival", "per_round"])
def test_who_loses_days_on_purpose_stays_within_the_bound(num_players, penalty):
    """7.2: beside the detective, buying event cards, never travelling on from Brindisi: days that ranks tell apart."""
    states = GAME.new(num_players, seed=1, london_penalty=penalty, first_start_player=0)
    wanted = [
        "take event",
        "take coin",
        "pay",
        "use Submarine",
        "use Express",
        "buy_event",
        "take_plain",
        "take",
        "pass",
    ]
    stays = GAME.actions.start("detective_to") + 1
    while not states["over"][0]:
        mask = mask_of(GAME, states)
        texts = {GAME.actions.describe(int(action)): int(action) for action in np.flatnonzero(mask)}
        if states["city"][0, states["seat"][0]] >= 2 and states["phase"][0] == Phase.MAIN_POST:
            texts = {k: a for k, a in texts.items() if k == "buy_event" or k == "pass"} or texts
        chosen = next((a for verb in wanted for text, a in texts.items() if text.startswith(verb)), None)
        chosen = stays if mask[stays] else next(iter(texts.values())) if chosen is None else chosen
        GAME.kernels.apply_at(states, 0, chosen)
        if states["decisions"][0] % 20 == 0 or states["over"][0]:
            GAME.check(states)
    days = states["days"][0][:num_players]
    assert 150 < days.max() <= t.MOST_DAYS
    view = GAME.observation.explain(view_of(GAME, states, 0))
    assert [view[f"seat{p}_days"] for p in range(num_players)] == days.tolist()
