"""RULES 8: what holds after every decision, in random games, in the bot's games and in mixtures of both.

Uniform random play collects almost nothing, so half of the games are driven by the bot's planning.
"""

from collections import Counter

import numpy as np
import pytest

from meeplezoo.envs.dadaocheng import GAME
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.dadaocheng.actions import Reason
from meeplezoo.envs.dadaocheng.state import Phase

KINDS = ("random", "bot", "planner", "mixed")


def play(dadaocheng, kind, setting, seed):
    game = dadaocheng.positions(kind, *setting, seed)
    checker = dadaocheng.Checker(next(game)[0])
    for _, action in game:
        checker.check(action)
    return checker.states


@pytest.mark.parametrize("kind", KINDS)
def test_invariants(dadaocheng, setting, kind):
    for seed in range(2):
        assert play(dadaocheng, kind, setting, seed)["over"][0]


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", KINDS)
def test_invariants_in_many_games(dadaocheng, setting, kind):
    for seed in range(1000, 1070):  # 8 settings x 4 kinds x 70 games = 2,240
        play(dadaocheng, kind, setting, seed)


def test_the_games_meet_everything(dadaocheng):
    """The games of these tests reach every phase, loops, spoiled stores, firms and every kind of building.

    In a part of them a reason is zero exactly where the mask is one, and the bot has a legal action.
    """
    met, players = Counter(), dadaocheng.Players(1)
    for setting in dadaocheng.SETTINGS:
        for kind in ("planner", "mixed"):
            for seed in range(6):
                before = None
                for states, action in dadaocheng.positions(kind, *setting, seed):
                    s = states[0]
                    met[Phase(int(s.phase)).name] += 1
                    met["loop"] += s.nominal >= t.LOOP_TRIGGER
                    met["firm"] += bool(s.firm.any())
                    met["spoiled"] += before is not None and bool((before - s.store_size >= 2).any()) and action < 144
                    met["parked"] += bool((s.used > 0).any())
                    met.update(t.KIND_NAMES[kind] for kind in np.flatnonzero(s.owned.sum(0)))
                    met.update([] if action is None else [GAME.actions.range_of(action).name])
                    if seed < 2 and not s.over:
                        met.update(dadaocheng.reasons_met(states))
                        players.bot(states)
                    before = s.store_size.copy()
    wanted = {phase.name for phase in Phase} | {"loop", "firm", "spoiled", "parked", *t.KIND_NAMES}
    wanted |= {entry.name for entry in GAME.actions.ranges} - {"convert_den"} | {Reason.NO_SHIP, Reason.NO_USED_OPIUM}
    assert wanted <= {name for name, count in met.items() if count}, sorted(wanted - {k for k in met if met[k]})


def test_the_checker_notices_damage(dadaocheng, setting):
    """Each kind of damage in the middle of a game is caught."""
    for states, _ in dadaocheng.positions("bot", *setting, 5):
        if states["round_index"][0] == 5 and states["phase"][0] == Phase.PLAN:
            break

    def change(name, place, by):
        def damage(s):
            s[name][place] += by

        return damage

    damages = {
        "supply": change("supply", 0, 1),
        "hand": change("hand", (0, 1), 1),
        "hand size": change("hand_size", 0, 1),
        "store": change("store", (0, 2, 0), 3),
        "store size": change("store_size", (0, 1), 1),
        "covered side": change("store", (3 if setting[0] < 4 else 0, 0, 0), 1),
        "firm": change("firm", (0, 3), 1),
        "disc": change("up", 5, 1),
        "stock": change("stock", 2, 1),
        "ships": change("ships", (0, 0), 1),
        "opened": change("ships_opened", 1, 1),
        "nominal": lambda s: s.__setitem__("gained", s["nominal"] + 1),
        "used": change("used", 0, 10),
    }
    for name, damage in damages.items():
        bad = states.copy()
        damage(bad[0])
        with pytest.raises(AssertionError):
            dadaocheng.Checker(bad)
            pytest.fail(f"damage to {name} was not noticed", pytrace=False)


def test_every_legal_action_leads_to_a_sound_position(dadaocheng, setting):
    """8.10: none of them makes any count negative or breaks another invariant of positions."""
    mask = np.zeros(GAME.actions.size, np.int8)
    for step, (states, _) in enumerate(dadaocheng.positions("mixed", *setting, 9)):
        if states["over"][0] or step % (3 if states["phase"][0] == Phase.BUY else 9):
            continue
        GAME.kernels.legal_at(states, 0, mask)
        for action in np.flatnonzero(mask)[:: 1 if states["phase"][0] == Phase.BUY else 17]:
            other = states.copy()
            checker = dadaocheng.Checker(other)
            GAME.kernels.apply_at(other, 0, int(action))
            checker.check_position()


def test_runs_are_those_of_the_definition(dadaocheng):
    """4.4 on random arrangements of the discs, compared with the search by definition."""
    states = GAME.new(4, seed=1)
    s = states[0]
    rng = np.random.default_rng(3)
    lines = 0
    for _ in range(300):
        s.up[:] = rng.integers(0, 3, t.CELLS)
        s.phase, s.nominal = Phase.COLLECT, 0
        mask = np.zeros(GAME.actions.size, np.int8)
        GAME.kernels.legal_at(states, 0, mask)
        found = [action - 136 for action in np.flatnonzero(mask)]
        assert found == list(dadaocheng.slow_runs(s.up))
        lines += len(found)
    assert lines > 300
