"""RULES 7.2: every field of the observation, read back and compared with the position."""

import numpy as np
import pytest

from meeplezoo.envs.yunnan import GAME
from meeplezoo.envs.yunnan import tables as t
from meeplezoo.envs.yunnan.rules_auction import bank_row
from meeplezoo.envs.yunnan.state import NOBODY, Phase

PHASES = {p: p.name for p in Phase}
M = t.MAX_COLOURS


def one_hot(length, index):
    found = np.zeros(length, int)
    if index is not None:
        found[index] = 1
    return found


def expected(yunnan, s, seat):
    """All fields by their definition, from the record."""
    n, players = int(s.colours), int(s.num_players)
    base = int(s.colour) if s.seat == seat and not s.over else seat
    order = [(base + k) % n for k in range(n)]

    def each(value):
        rows = [np.asarray(value(c)) for c in order]
        return np.array(rows + [np.zeros_like(rows[0])] * (M - n))

    total = int(s.bid.sum())
    tea = np.array([one_hot(6, 0 if c == NOBODY else 1 + order.index(c)) for c in s.tea_house[1:]])
    return {
        "coins": each(lambda c: min(60, s.coins[c])),
        "vp": each(lambda c: min(150, s.vp[c % players])),
        "hand": each(lambda c: s.hand[c]),
        "market": each(lambda c: s.traders[c, 0]),
        "traders": each(lambda c: s.traders[c, 1:]),
        "supply": each(lambda c: s.supply[c]),
        "bid": each(lambda c: [sum(t.PRICES[k] for k in range(5) if s.slots[b, k] == c) for b in range(5)]),
        "bank": each(lambda c: s.bank == c).astype(int),
        "passed": each(lambda c: s.passed[c]),
        "horse": each(lambda c: s.horse[c]),
        "passes": each(lambda c: s.passes[c]),
        "influence": each(lambda c: s.influence[c]),
        "posts": each(lambda c: s.posts[c, 1:]),
        "bridges": each(lambda c: s.bridges[c]),
        "pieces_hand": each(lambda c: s.pieces_hand[c]),
        "pieces_supply": each(lambda c: s.pieces_supply[c]),
        "gifts": each(lambda c: s.gifts[c]),
        "auction_place": each(lambda c: 1 + s.auction_order.tolist().index(c)),
        "travel_place": each(lambda c: 1 + s.travel_order.tolist().index(c)),
        "income": each(lambda c: s.income[c]),
        "gaps": each(lambda c: [yunnan.slow_gaps(s, c, r) for r in range(1, 6)]),
        "own": each(lambda c: int(c % players == seat)),
        "exists": np.array([1] * n + [0] * (M - n)),
        "phase": one_hot(8, int(s.phase)),
        "round": min(20, s.round_number),
        "gifts_left": s.gifts_left[1:],
        "tea_house": tea,
        "passes_left": s.passes_left,
        "moved": s.moved[1:],
        "entered": one_hot(6, int(s.target) if s.phase == Phase.DISPLACE else 0),
        "target": one_hot(27, int(s.target) - 1 if s.phase == Phase.SOURCE else None),
        "bid_sum": min(100, total),
        "bank_pays": t.BANK_PAYS[:, bank_row(total)],
        "overspend": s.overspend,
        "gift_vp": s.gift_vp,
        "end_score": 100 if players == 2 else 80,
        "end_gifts": 2 if players == 2 else 0,
        "rounds_left": min(20, s.max_rounds - s.round_number),
        "strand_rule": s.strand_rule,
        "gap_cost": s.gap_cost,
        "low_slot_rule": s.low_slot_rule,
        "acting": one_hot(M, None if s.over else order.index(s.colour)),
    }


def test_every_field_equals_its_definition(yunnan, setting):
    met = set()
    for kind in ("random", "bot"):
        for states, _ in yunnan.positions(kind, *setting, 1):
            rare = states["phase"][0] not in (Phase.AUCTION, Phase.TRAVEL, Phase.CONVERT)
            if rare or states["decisions"][0] % 6 == 0:
                met.add(int(states["phase"][0]))
                for seat in range(setting[0]):
                    wanted = expected(yunnan, states[0], seat)
                    found = yunnan.Table(states).look(seat)
                    assert list(found) == list(wanted)
                    for name, value in wanted.items():
                        assert np.array_equal(found[name], value), name
    assert met == set(Phase)


def test_no_field_is_always_zero(yunnan):
    highest = np.zeros(GAME.observation.size)
    for setting in yunnan.SETTINGS:
        for kind in ("random", "bot"):
            for states, _ in yunnan.positions(kind, *setting, 2):
                out = np.zeros(GAME.observation.size, np.float32)
                GAME.kernels.observe_at(states, 0, int(states["seat"][0]), out)
                highest = np.maximum(highest, out)
    for field in GAME.observation.fields:
        assert highest[GAME.observation.index(field.name)].max() > 0, field.name
    assert (highest[GAME.observation.index("phase")][:7] == 1).all()


def test_size_and_columns():
    assert GAME.observation.size == 334
    assert GAME.observation.start("phase") == 47 * M, "47 numbers for each colour"
    assert GAME.observation.start("acting") == 329
    assert GAME.actions.size == 227
    assert [GAME.actions.start(r.name) for r in GAME.actions.ranges] == [0, 1, 2, 3, 28, 34, 37, 42, 47, 51, 81, 85]


def test_off_turn_the_observer_is_first(yunnan):
    """10.3: the acting colour is shown by a field of its own."""
    game = yunnan.table(3, colour=1, coins={0: 10, 1: 11, 2: 12})
    own, other = game.look(1), game.look(2)
    assert own["coins"].tolist() == [11, 12, 10, 0, 0] and own["acting"].tolist() == [1, 0, 0, 0, 0]
    assert other["coins"].tolist() == [12, 10, 11, 0, 0] and other["acting"].tolist() == [0, 0, 1, 0, 0]
    assert own["own"].tolist() == other["own"].tolist() == [1, 0, 0, 0, 0]


def test_two_players_see_both_their_colours(yunnan):
    """10.3, 10.14: on turn the acting colour is first, off turn the observer's first one; points are the player's."""
    game = yunnan.table(2, colour=2, coins={0: 10, 1: 11, 2: 12, 3: 13}, vp={0: 20, 1: 21})
    own, other = game.look(0), game.look(1)
    assert own["coins"].tolist() == [12, 13, 10, 11, 0] and other["coins"].tolist() == [11, 12, 13, 10, 0]
    assert own["own"].tolist() == other["own"].tolist() == [1, 0, 1, 0, 0]
    assert own["vp"].tolist() == [20, 21, 20, 21, 0] and other["vp"].tolist() == [21, 20, 21, 20, 0]
    assert own["acting"].tolist() == [1, 0, 0, 0, 0] and other["acting"].tolist() == [0, 1, 0, 0, 0]


def test_large_numbers_stay_in_the_box(yunnan):
    """10.10."""
    game = yunnan.table(2, coins=500, vp={0: 381, 1: -100}, overspend=True)
    found = game.look(0)
    assert found["coins"].tolist() == [60] * 4 + [0] and found["vp"].tolist() == [150, -100, 150, -100, 0]


def test_income_and_gaps_are_shown_as_they_are(yunnan):
    """10.17: gaps of empty regions, too; income from step 3A until the next round."""
    game = yunnan.table(3, phase=Phase.TRAVEL, traders={0: [0, 1]}, order=[1, 2, 0], influence=4)
    found = game.look(0)
    assert found["gaps"][0].tolist() == [0, 0, 1, 2, 3] and found["gaps"][1].tolist() == [0, 1, 2, 3, 4]
    assert not found["income"].any() and found["passes_left"] == 2
    found = game.play("pass").look(0)
    assert found["income"].tolist() == [6, 0, 0, 0, 0] and found["passes_left"] == 0
    assert not game.play("convert 6").look(0)["income"].any()


def test_after_the_end(yunnan, setting):
    *_, (states, _) = yunnan.positions("bot", *setting, 8)
    found = yunnan.Table(states).look(1)
    assert found["phase"].tolist() == [0] * 7 + [1] and not found["acting"].any() and not found["target"].any()
    assert found["entered"].tolist() == [1, 0, 0, 0, 0, 0]


# ---------------------------------------------------------------- the picture


def test_the_picture_shows_the_position(yunnan, setting):
    for states, _ in yunnan.positions("mixed", *setting, 2):
        if states["decisions"][0] % 20 == 0 or states["over"][0]:
            shown = GAME.text(states[0], 0)
            assert shown.isascii() and f"round {states['round_number'][0]}," in shown
            for name in t.REGION_NAMES + t.BUILDING_NAMES + t.COLOUR_NAMES[: states["colours"][0]]:
                assert name in shown


def test_the_picture_of_a_small_position(yunnan):
    game = yunnan.table(
        3, phase=Phase.TRAVEL, traders={0: [2, 0, 1]}, posts={0: [1]}, tea_houses={2: 0}, horse={0: 2},
        gifts_left={2: 3},
    )  # fmt: skip
    lines = GAME.text(game.states[0], 0).splitlines()
    assert lines[1].endswith("red (seat 0) to act in TRAVEL, passes left 2, moved none")
    assert next(x for x in lines if x.startswith("Sichuan")).split() == ["Sichuan", "3", "1", "T", ".", "."]
    assert next(x for x in lines if x.startswith("Yunnan ")).split() == ["Yunnan", "0", ".", "p1", ".", "."]


@pytest.mark.parametrize("action", ["bid school 5", "move Pu'er to Yunnan", "convert 141", "displace +4", "pass"])
def test_texts_of_actions(action):
    assert GAME.actions.describe(GAME.actions.parse(action)) == action
