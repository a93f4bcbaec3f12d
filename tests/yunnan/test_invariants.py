"""RULES 8: what holds after every decision: in random games, in the bot's, and in random play from their middle."""

import numpy as np
import pytest
from damage import damage_many, fault_of, real_positions

from meeplezoo.envs.yunnan import GAME, round_decisions
from meeplezoo.envs.yunnan import tables as t
from meeplezoo.envs.yunnan.check import ROUND_DECISIONS, Fault
from meeplezoo.envs.yunnan.state import NOBODY, NONE, Phase

KINDS = ("random", "bot", "mixed")


def play(yunnan, kind, setting, seed, second_opinion=True):
    """One game; ``GAME.check`` and the checker of the tests look at every position. Gives the final position."""
    game = yunnan.positions(kind, *setting, seed)
    states, _ = next(game)
    checker = yunnan.Checker(states) if second_opinion else None
    GAME.check(states)
    for _ in game:
        GAME.check(states)
        if checker:
            checker.check()
    return states


@pytest.mark.parametrize("kind", KINDS)
def test_invariants(yunnan, setting, kind):
    for seed in range(2):
        states = play(yunnan, kind, setting, seed)
        assert states["over"][0]


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", KINDS)
def test_invariants_in_many_games(yunnan, setting, kind):
    for seed in range(1000, 1070):  # 10 settings x 3 kinds x 70 games = 2,100
        play(yunnan, kind, setting, seed, second_opinion=seed % 3 == 0)


def test_option_fields_never_change(yunnan, setting):
    """They follow from player count and options alone."""
    fresh = GAME.new(setting[0], 99, **setting[1])
    for states, _ in yunnan.positions("random", *setting, 3):
        assert all(states[name][0] == fresh[name][0] for name in GAME.option_fields)


def test_scores_equal_their_definition(yunnan, setting):
    numbers = np.zeros(GAME.max_players, np.int64)
    for states, _ in yunnan.positions("mixed", *setting, 4):
        if states["decisions"][0] % 10 == 0 or states["over"][0]:
            GAME.kernels.scores_at(states, 0, numbers)
            assert numbers[: setting[0]].tolist() == yunnan.slow_totals(states[0])
            GAME.kernels.points_at(states, 0, numbers)
            if not states["over"][0]:
                assert numbers[: setting[0]].tolist() == states["vp"][0][: setting[0]].tolist()


def test_nothing_is_hidden(yunnan, setting):
    """7.3: at any time a redeal changes the generator only, for every seat: nothing has to be remembered."""
    for states, _ in yunnan.positions("mixed", *setting, 8):
        for seat in range(setting[0]):
            other = states.copy()
            GAME.kernels.redeal_at(other, 0, seat, 12345)
            assert other["rng"].tobytes() != states["rng"].tobytes()
            other["rng"] = states["rng"]
            assert other.tobytes() == states.tobytes()


def test_equal_seeds_and_actions_give_equal_games(setting):
    """8.15: nothing is drawn after the setup, so a re-dealt game plays on in the same way."""
    n, options = setting
    one, two = GAME.new(n, 9, **options), GAME.new(n, 9, **options)
    assert one.tobytes() == two.tobytes()
    two["rng"] = 77
    start = one["rng"].copy()
    draw, mask = np.random.default_rng(3), np.zeros(GAME.actions.size, np.int8)
    while not one["over"][0]:
        GAME.kernels.legal_at(one, 0, mask)
        action = int(draw.choice(np.flatnonzero(mask)))
        GAME.kernels.apply_at(one, 0, action)
        GAME.kernels.apply_at(two, 0, action)
    assert (one["rng"] == start).all() and (two["rng"] == 77).all(), "no chance after the setup"
    two["rng"] = one["rng"]
    assert one.tobytes() == two.tobytes()


# ---------------------------------------------------------------- damage


def found(yunnan, setting, seed, wanted):
    """A copy of the first position of a random game that is wanted."""
    for states, _ in yunnan.positions("random", *setting, seed):
        if wanted(states[0]):
            return states.copy()
    raise AssertionError("no such position")


def change(name, place, by=1):
    return lambda s: getattr(s, name).__setitem__(place, getattr(s, name)[place] + by)


def cell(name, place, value):
    return lambda s: getattr(s, name).__setitem__(place, value)


def put(name, value):
    return lambda s: setattr(s, name, value)


def following(name):
    return lambda s: setattr(s, name, (getattr(s, name) + 1) % 3)


def exchange_order(name, a, b):
    def damage(s):
        order = getattr(s, name)
        order[a], order[b] = order[b].copy(), order[a].copy()

    return damage


def two_low_bids(s):
    """A trader from a hand on the free low slot beside another one."""
    building = int(np.argmax((s.slots[:, :2] != NOBODY).any(1)))
    slot = int(np.argmax(s.slots[building, :2] == NOBODY))
    c = next(c for c in range(3) if s.bid[c, building] == 0)
    s.slots[building, slot] = c
    s.bid[c, building] = t.PRICES[slot]
    s.bid_total[c] += t.PRICES[slot]


def in_bank_with_bids(s):
    s.bank[0] = int(np.argmax(s.bid_total))


def home_again(s):
    """Traders of who has passed, back from the market."""
    c = int(np.argmax((s.passed == 1) & (s.traders[:, 0] > 0)))
    s.hand[c] += s.traders[c, 0]
    s.traders[c, 0] = 0


def no_source(s):
    """All traders of the acting colour lie in its hand."""
    s.hand[s.colour] += s.traders[s.colour].sum()
    s.traders[s.colour] = 0


def nothing_to_do(s):
    """The traveller has neither passes nor pieces, but none of the passes went into a move."""
    c = s.colour
    s.pieces_supply[c] += s.pieces_hand[c]
    s.pieces_hand[c] = 0
    s.passes_left = 0
    s.moved[:] = 0
    s.moved[int(np.argmax(s.traders[c, 1:])) + 1] = 1


def beyond(s):
    """A trader two regions beyond the horse."""
    c = int(np.argmax((s.horse < 4) & (s.horse > 0) & (s.hand > 0)))
    s.hand[c] -= 1
    s.traders[c, 5] += 1


def all_gifts(s):
    s.gifts[0] += s.gifts_left.sum()
    s.gifts_left[:] = 0


def one_kind(s):
    """Only one kind of pieces is left in the supply of the acting colour."""
    c = s.colour
    s.pieces_hand[c, :2] += s.pieces_supply[c, :2]
    s.pieces_supply[c, :2] = 0
    if s.pieces_supply[c, 2] == 0:
        s.pieces_supply[c, 2], s.pieces_hand[c, 2] = 1, s.pieces_hand[c, 2] - 1


def no_tea_house(s):
    c = s.colour
    s.pieces_supply[c, 2] += s.pieces_hand[c, 2]
    s.pieces_hand[c, 2] = 0


SCENES = {  # where the damage is done: what to look for in a random game
    "auction": lambda s: s.round_number == 3 and s.phase == Phase.AUCTION and s.bid_total.any(),
    "low": lambda s: s.phase == Phase.AUCTION and (s.slots[:, :2] != NOBODY).any(),
    "passed": lambda s: s.phase == Phase.AUCTION and (s.passed * s.traders[:, 0]).any(),
    "bank": lambda s: s.phase == Phase.AUCTION and s.bank[0] != NOBODY and s.bank[1] != NOBODY,
    "source": lambda s: s.phase == Phase.SOURCE and s.target > 2,
    "piece": lambda s: s.phase == Phase.PIECE,
    "tea": lambda s: s.phase == Phase.TEA_NOW,
    "travel": lambda s: s.phase == Phase.TRAVEL and s.traders[s.colour, 1:].any() and s.passes_left > 0,
    "displace": lambda s: s.phase == Phase.DISPLACE,
    "convert": lambda s: s.phase == Phase.CONVERT and s.round_number == 3 and len(set(s.income[:3])) == 3,
    "over": lambda s: s.over,
}

#: Each fault, and damage of each kind that an earlier version of these tests had: ``(scene, damage, what is found)``.
DAMAGES = [
    ("auction", put("gift_vp", 2), "GIFT_VP"),
    ("auction", put("colours", 4), "COLOURS"),
    ("auction", put("end_score", 100), "END_SCORE"),
    ("auction", put("end_gifts", 2), "END_GIFTS"),
    ("auction", put("max_rounds", 2), "ROUND"),
    ("auction", put("decisions", 4000), "DECISIONS"),
    ("auction", cell("auction_order", 3, 1), "AUCTION_ORDER"),
    ("auction", lambda s: s.auction_order.__setitem__(0, s.auction_order[1]), "AUCTION_ORDER"),
    ("auction", lambda s: s.travel_order.__setitem__(0, s.travel_order[1]), "TRAVEL_ORDER"),
    ("auction", exchange_order("travel_order", 0, 1), "TRAVEL_ORDER"),
    ("over", exchange_order("travel_order", 0, 1), "TRAVEL_ORDER"),
    ("auction", lambda s: s.hand.__setitem__(0, (s.hand[0] + 1) % 8), "TRADERS"),
    ("auction", cell("hand", 4, 1), "TRADERS"),
    ("auction", cell("traders", (4, 1), 1), "MARKET"),
    ("over", change("traders", (1, 0)), "MARKET"),
    ("auction", cell("posts", (2, 0), 1), "POSTS"),
    ("auction", cell("posts", (3, 2), 1), "POSTS"),
    ("auction", lambda s: s.bridges.__setitem__((0, 0), 1 - s.bridges[0, 0]), ("BRIDGES", "BRIDGE_SET")),
    ("auction", cell("bridges", (3, 0), 1), "BRIDGES"),
    ("auction", lambda s: s.bridge_set.__setitem__(0, (s.bridge_set[0] + 1) % 16), "BRIDGE_SET"),
    ("auction", lambda s: s.pieces_supply.__setitem__((1, 1), (s.pieces_supply[1, 1] + 1) % 3), "PIECES"),
    ("auction", cell("pieces_hand", (3, 1), 1), "PIECES"),
    ("auction", cell("horse", 1, 0), "HORSE"),
    ("auction", cell("horse", 4, 2), "HORSE"),
    ("auction", beyond, "HORSE"),
    ("auction", cell("passes", 1, 1), "PASSES"),
    ("auction", cell("passes", 4, 2), "PASSES"),
    ("auction", cell("influence", 4, 1), "INFLUENCE"),
    ("travel", cell("passed", 1, 0), "PASSED"),
    ("auction", lambda s: s.passed.__setitem__(int(s.colour), 1), ("PASSED", "HAND")),
    ("auction", cell("passed", 3, 1), "PASSED"),
    ("auction", cell("coins", 1, 600), "COINS"),
    ("auction", cell("coins", 3, 1), "COINS"),
    ("auction", lambda s: s.gifts.__setitem__(0, (s.gifts[0] + 1) % 14), "GIFTS"),
    ("auction", cell("gifts", 4, 1), "GIFTS"),
    ("auction", cell("gifts_left", 1, 1), "GIFTS_LEFT"),
    ("auction", lambda s: s.gifts_left.__setitem__(5, (s.gifts_left[5] + 1) % 3), "GIFTS"),
    ("auction", all_gifts, "GIFTS_LEFT"),
    ("auction", cell("tea_house", 0, 0), "TEA_HOUSE"),
    ("auction", cell("tea_house", 2, 4), "TEA_HOUSE"),
    ("auction", cell("slots", (0, 4), 4), "SLOTS"),
    ("travel", cell("slots", (0, 4), 1), "SLOTS"),
    ("low", two_low_bids, "SLOTS"),
    ("auction", lambda s: s.slots.__setitem__(int(np.argmax((s.slots != NOBODY).any(1))), NOBODY), "BID"),
    ("auction", lambda s: s.bid.__setitem__((0, 0), 15 - s.bid[0, 0]), "BID"),
    ("auction", lambda s: s.bid_total.__setitem__(1, (s.bid_total[1] + 1) % 70), "BID_TOTAL"),
    ("auction", lambda s: s.coins.__setitem__(int(np.argmax(s.bid_total)), 0), "BID_TOTAL"),
    ("piece", lambda s: s.auction_order.__setitem__(slice(0, 3), s.auction_order[[1, 2, 0]]), "TRAVEL_ORDER"),
    ("bank", lambda s: s.bank.__setitem__(0, NOBODY), "BANK"),
    ("bank", lambda s: s.bank.__setitem__(0, s.bank[1]), "BANK"),
    ("bank", cell("bank", 0, 4), "BANK"),
    ("auction", in_bank_with_bids, "BANK"),
    ("travel", cell("bank", 0, 1), "BANK"),
    ("auction", cell("income", 1, 5), "INCOME"),
    ("auction", cell("income", 4, 5), "INCOME"),
    ("convert", lambda s: s.income.__setitem__(1, (s.income[1] + 1) % 140), "INCOME"),
    ("auction", cell("vp", 1, 80), "VP"),
    ("auction", cell("vp", 1, -1), "VP"),
    ("auction", cell("vp", 4, 1), "VP"),
    ("auction", put("over", 1), "OVER"),
    ("over", put("phase", Phase.AUCTION), "OVER"),
    ("over", put("truncated", 1), "TRUNCATED"),
    ("auction", following("seat"), "COLOUR"),
    ("auction", lambda s: setattr(s, "colour", (s.colour + 1) % 3), "COLOUR"),
    ("over", put("colour", 1), "COLOUR"),
    ("auction", put("place", 3), "PLACE"),
    ("over", put("place", 0), "PLACE"),
    ("auction", put("target", 3), "TARGET"),
    ("source", put("target", NONE), "TARGET"),
    ("source", lambda s: setattr(s, "target", 3 + int(np.argmax(s.slots.ravel() != NOBODY))), "TARGET"),
    ("displace", put("target", 0), "TARGET"),
    ("displace", lambda s: setattr(s, "target", 1 + int(np.argmin(s.moved[1:]))), "TARGET"),
    ("passed", home_again, "HAND"),
    ("source", no_source, "HAND"),
    ("tea", no_tea_house, "PIECES_HAND"),
    ("piece", one_kind, "PIECE"),
    ("travel", nothing_to_do, "TRAVEL"),
    ("displace", lambda s: s.influence.__setitem__(int(s.colour), 0), "TRAVEL"),
    ("auction", put("passes_left", 1), "PASSES_LEFT"),
    ("travel", lambda s: setattr(s, "passes_left", s.passes[s.colour] + 1), "PASSES_LEFT"),
    ("auction", cell("moved", 1, 1), "MOVED"),
    ("travel", cell("moved", 0, 1), "MOVED"),
    ("travel", lambda s: s.moved.__setitem__(1, s.traders[s.colour, 1] + 1), "MOVED"),
    ("displace", lambda s: setattr(s, "passes_left", s.passes[s.colour]), "MOVED"),
]


@pytest.mark.parametrize(("scene", "harm", "fault"), DAMAGES, ids=[f"{k}-{row[2]}" for k, row in enumerate(DAMAGES)])
def test_the_check_notices_damage(yunnan, scene, harm, fault):
    """Each kind of damage in a three-player game is found, in the field where it was done.

    A few positions do not lend themselves to the damage, or it puts another number out of its bounds: then another
    game is taken, ten at most.
    """
    met = []
    for seed in range(10):
        try:
            states = found(yunnan, (3, {}), seed, SCENES[scene])
        except AssertionError:
            continue
        harm(states[0])
        met.append(fault_of(GAME, states))
        if met[-1] in (fault if isinstance(fault, tuple) else (fault,)):
            return
    raise AssertionError(f"found {met}, wanted {fault}")


def test_every_fault_is_tested():
    named = [name for row in DAMAGES for name in (row[2] if isinstance(row[2], tuple) else (row[2],))]
    assert set(named) == set(Fault.__members__) - {"NONE"}
    assert ROUND_DECISIONS == round_decisions()


def test_damaged_records_are_refused_or_play_on(setting):
    refused, accepted = damage_many(GAME, real_positions(GAME, *setting, seed=2, every=11), 50, seed=4)
    assert refused > 25 and accepted > 0


@pytest.mark.fuzz
def test_many_damaged_records_are_refused_or_play_on(setting):
    for seed in range(5):  # 10 settings x 5 x 400 = 20,000
        damage_many(GAME, real_positions(GAME, *setting, seed=100 + seed), 400, seed=seed)


# ---------------------------------------------------------------- colours


def renamed(yunnan, states, by):
    """The same game with colour c called c + by."""
    turned = states.copy()
    s, other = states[0], turned[0]
    n, players = int(s.colours), int(s.num_players)
    to = [(c + by) % n for c in range(n)]
    for name in yunnan.COLOUR_FIELDS:
        getattr(other, name)[to] = getattr(s, name)[:n]
    other.vp[[(p + by) % players for p in range(players)]] = s.vp[:players]
    for name in ("auction_order", "travel_order", "bank", "slots", "tea_house"):
        old = getattr(s, name)
        getattr(other, name)[:] = np.where(old == NOBODY, NOBODY, (old + by) % n)
    other.colour = NOBODY if s.colour == NOBODY else (s.colour + by) % n
    other.seat = (s.seat + by) % players
    return turned


def test_colours_are_interchangeable(yunnan, setting):
    """The same game under other colour numbers is the same game, to the last byte."""
    players = yunnan.Players(4)
    for states, _ in yunnan.positions("bot", *setting, 6):
        if states["decisions"][0] == 40:
            break
    other = renamed(yunnan, states, 1)
    while not states["over"][0]:
        action = players.random(states)
        GAME.kernels.apply_at(states, 0, action)
        GAME.kernels.apply_at(other, 0, action)
        if states["over"][0]:
            other["seat"] = (states["seat"] + 1) % setting[0]
        assert renamed(yunnan, states, 1).tobytes() == other.tobytes()
        GAME.check(other)
