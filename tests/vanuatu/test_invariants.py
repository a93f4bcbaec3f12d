"""RULES 8: what holds after every decision, in random games, the bot's games and random play from their middle."""

import numpy as np
import pytest

from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu import tables as t
from meeplezoo.envs.vanuatu.actions import Reason
from meeplezoo.envs.vanuatu.state import Phase

KINDS = ("random", "free", "bot", "mixed")


def play(vanuatu, kind, setting, seed):
    game = vanuatu.positions(kind, *setting, seed)
    checker = vanuatu.Checker(next(game)[0])
    for _ in game:
        checker.check()
    return checker.states


@pytest.mark.parametrize("kind", KINDS)
def test_invariants(vanuatu, setting, kind):
    states = play(vanuatu, kind, setting, KINDS.index(kind))
    assert states["over"][0] and states["game_round"][0] == t.ROUNDS


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", KINDS)
def test_invariants_in_many_games(vanuatu, setting, kind):
    for seed in range(1000, 1030):  # 9 settings x 4 kinds x 30 games = 1,080
        play(vanuatu, kind, setting, seed)


def test_the_checker_notices_damage(vanuatu, setting):
    """Each kind of damage in the middle of a game is caught."""
    for states, _ in vanuatu.positions("random", *setting, 5):
        if states["game_round"][0] == 5 and states["phase"][0] == Phase.PLAN and states["plan_pass"][0] == 2:
            break
    damages = {
        "coins": lambda s: s.coins.__setitem__(0, 10),
        "cube": lambda s: s.supply.__setitem__(1, s.supply[1] + 1),
        "fish": lambda s: s.fish.__setitem__(int(np.argmax(s.cell_kind == 1)), 5),
        "hut": lambda s: s.huts_left.__setitem__(1, s.huts_left[1] - 1),
        "huts_on": lambda s: s.huts_on.__setitem__(0, s.huts_on[0] + 1),
        "boat": lambda s: s.boat.__setitem__(0, 1),
        "marker": lambda s: s.markers.__setitem__((3, 0), s.markers[3, 0] + 1),
        "leader": lambda s: s.leader.__setitem__(int(np.argmax(s.leader >= 0)), -1),
        "plannable": lambda s: s.plannable.__setitem__(int(s.seat), s.plannable[s.seat] ^ 2),
        "offer": lambda s: s.offer_cells.__setitem__(6, s.offer_cells[6] ^ 64),
        "sailing": lambda s: s.sail_cells.__setitem__((2, 1), s.sail_cells[2, 1] ^ 4),
        "rest": lambda s: s.rest_left.__setitem__(2, 0),
        "ship": lambda s: s.ships.__setitem__(0, s.ships[1]),
        "visitors": lambda s: s.visitor_order.__setitem__(7, 5),
        "pool": lambda s: s.pool.__setitem__(slice(None), 0) if s.pool.any() else s.pool.__setitem__(0, 1),
        "upcoming": lambda s: s.upcoming.__setitem__(0, -1),
    }
    for name, damage in damages.items():
        bad = states.copy()
        damage(bad[0])
        with pytest.raises(AssertionError):
            vanuatu.Checker(bad, from_start=False)
            pytest.fail(f"damage to {name} was not noticed", pytrace=False)


def test_rare_things_happen(vanuatu):
    """The games of these tests meet each phase, custom sales, held powers, the Governor, begging, and the fallback.

    In all of them a reason is zero exactly where the mask is one, and the bot has a legal action.
    """
    met, players = set(), vanuatu.Players(1)
    for setting in vanuatu.SETTINGS:
        for seed in range(3):
            before = None
            for states, _ in vanuatu.positions("free", *setting, seed):
                s = states[0]
                met.add(Phase(int(s.phase)).name)
                if not s.over:
                    met |= vanuatu.reasons_met(states)
                    players.bot(states)
                if s.holding:
                    met.add("held")
                if s.fallback_used:
                    met.add("fallback")
                if before is not None and (s.score < before.score).any():
                    met.add("begged")
                before = s.copy()
    assert met >= {phase.name for phase in Phase} | {"held", "begged", "fallback", Reason.NUMBER_TOO_HIGH}, met


def rotated(states, by, n):
    """The same game with seat p called p + by."""
    turned = states.copy()
    s, r = states[0], turned[0]
    to = [(p + by) % n for p in range(n)]
    for name in (
        "coins", "score", "huts_left", "boat", "fish_tiles", "treasure_tiles", "character", "power_used", "unplaced",
        "rest_tile", "plannable",
    ):  # fmt: skip
        getattr(r, name)[to] = getattr(s, name)[:n]
    for name in ("huts", "markers"):
        getattr(r, name)[:, to] = getattr(s, name)[:, :n]
    for name in ("rest_taker", "leader"):
        getattr(r, name)[:] = [(p + by) % n if p >= 0 else p for p in getattr(s, name)]
    r.seat, r.start_seat = (s.seat + by) % n, (s.start_seat + by) % n
    return turned


def test_seats_are_interchangeable(vanuatu, setting):
    """A game whose seats are renamed goes on in the same way, decision for decision."""
    n = setting[0]
    players = vanuatu.Players(4)
    for states, _ in vanuatu.positions("random", *setting, 6):
        if states["decisions"][0] == 25:
            break
    turned = rotated(states, 1, n)
    while not states["over"][0]:
        action = players.random(states)
        for game in (states, turned):
            GAME.kernels.apply_at(game, 0, action)
        assert rotated(states, 1, n).tobytes() == turned.tobytes()
