"""RULES 8: what holds after every decision, in random games, in the bot's games and in mixtures of both.

``GAME.check`` holds at each position. The ``Checker`` counts again in plain Python, and looks at what a decision has
changed. Uniform random play collects almost nothing, so half of the games are driven by the bot's planning. (Reasons,
looking without changing, and texts are tested for all games in ``tests/test_contract.py``.)
"""

from collections import Counter
from functools import cache

import numpy as np
import pytest
from damage import damage_many, fault_of, real_positions

from meeplezoo.envs.dadaocheng import GAME
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.dadaocheng.faults import Fault
from meeplezoo.envs.dadaocheng.state import NONE, Phase

from driving import SETTINGS, mask_of

KINDS = ("random", "bot", "planner", "mixed")


def play(dadaocheng, kind, setting, seed):
    game = dadaocheng.positions(kind, *setting, seed)
    checker = dadaocheng.Checker(next(game)[0])
    GAME.check(checker.states)
    for states, action in game:
        GAME.check(states)
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
    """The games of these tests reach every phase, loops, spoiled stores, firms and every kind of building."""
    met = Counter()
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
                    met.update(GAME.actions.range_of(action).name for _ in range(action is not None))
                    before = s.store_size.copy()
    wanted = {phase.name for phase in Phase} | {"loop", "firm", "spoiled", "parked", *t.KIND_NAMES}
    wanted |= {entry.name for entry in GAME.actions.ranges} - {"convert_den"}
    assert wanted <= {name for name, count in met.items() if count}, sorted(wanted - {k for k in met if met[k]})


def test_every_legal_action_leads_to_a_sound_position(dadaocheng, setting):
    """8.10: none of them makes any count negative or breaks another invariant of positions."""
    for step, (states, _) in enumerate(dadaocheng.positions("mixed", *setting, 9)):
        if states["over"][0] or step % (3 if states["phase"][0] == Phase.BUY else 9):
            continue
        for action in np.flatnonzero(mask_of(GAME, states))[:: 1 if states["phase"][0] == Phase.BUY else 17]:
            other = states.copy()
            checker = dadaocheng.Checker(other)
            GAME.kernels.apply_at(other, 0, int(action))
            GAME.check(other)
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
        found = [action - 136 for action in np.flatnonzero(mask_of(GAME, states))]
        assert found == list(dadaocheng.slow_runs(s.up))
        lines += len(found)
    assert lines > 300


# ---------------------------------------------------------------- damage


def change(name, place, value):
    def damage(s):
        if place == ():
            s[name] = value
        else:
            s[name][place] = value

    return damage


def shift(name, place, by):
    return lambda s: change(name, place, (s[name] if place == () else s[name][place]) + by)(s)


def test_check_and_checker_notice_damage(dadaocheng, setting):
    """Each kind of damage in the middle of a game is caught by both."""
    for states, _ in dadaocheng.positions("bot", *setting, 5):
        if states["round_index"][0] == 5 and states["phase"][0] == Phase.PLAN:
            break
    damages = {
        "supply": shift("supply", 0, 1),
        "hand": shift("hand", (0, 1), 1),
        "hand size": shift("hand_size", 0, 1),
        "store": shift("store", (0, 2, 0), 3),
        "store size": shift("store_size", (0, 1), 1),
        "covered side": shift("store", (3 if setting[0] < 4 else 0, 0, 0), 1),
        "firm": shift("firm", (0, 3), 1),
        "disc": shift("up", 5, 1),
        "stock": shift("stock", 2, 1),
        "ships": shift("ships", (0, 0), 1),
        "opened": shift("ships_opened", 1, 1),
        "nominal": change("gained", (), int(states["nominal"][0]) + 1),
        "used": shift("used", 0, 10),
    }
    for name, damage in damages.items():
        bad = states.copy()
        damage(bad[0])
        assert fault_of(GAME, bad), f"check: {name}"
        with pytest.raises(AssertionError):
            dadaocheng.Checker(bad)
            pytest.fail(f"damage to {name} was not noticed", pytrace=False)


@cache
def stock():
    """Positions of games of all settings, by phase."""
    found = {}
    for seed, (count, options) in enumerate(SETTINGS["dadaocheng"]):
        for record in real_positions(GAME, count, options, seed, every=2):
            found.setdefault(Phase(int(record["phase"])), []).append(record)
    return found


def damages_of_setting(s):
    n = int(s.num_players)
    yield "EVENT_ORDER", n == 1, change("event_order", (), 1)
    yield "HAND_LIMIT", n > 1, change("hand_limit", (), 3)
    yield "HAND_LIMIT", n == 1, change("hand_limit", (), 6)
    yield "TRUNCATED", s.over, change("truncated", (), 1)
    yield "OVER", not s.over, change("over", (), 1)
    yield "ROUND", s.over, shift("round_index", (), -1)
    yield "TURN_OWNER", n < 4, change("turn_owner", (), n)
    yield "TURN_OWNER", s.over and n > 1, change("turn_owner", (), 0)
    yield "ABSENT", n < 4, change("used", n, 1)
    yield "DECISIONS", s.round_index < 2, change("decisions", (), 700)


def damages_of_pieces(s):
    n = int(s.num_players)
    yield "DISCS", True, change("down", 3, s.up[3])
    yield "RUNS", s.phase in (Phase.BUY, Phase.END_RETURN), make_run
    yield "RUNS", s.phase == Phase.COLLECT, change("phase", (), Phase.LOOP_RETURN) if s.nominal > 11 else undo_runs
    yield "NEW_DEAL", fresh(s), swap_corner
    yield "HAND_SIZE", s.hand_size[0] < 25, shift("hand_size", 0, 1)
    yield "STORE_SIZE", s.store_size[0, 1] < 2, shift("store_size", (0, 1), 1)
    yield "COVERED", n < 4, lambda s: (shift("store", (3, 0, 0), 1)(s), shift("store_size", (3, 0), 1)(s))
    yield "COVERED_FIRM", n < 4, change("firm", (3, 0), 1)
    yield "SUPPLY", s.supply[1] < 15, shift("supply", 1, 1)
    yield "HANDS", s.phase == Phase.PLAN and s.supply[2] > 7 - s.hand_size[0], greedy


def fresh(s):
    return s.phase == Phase.PLAN and s.actions_left == 2 and s.round_index == 0 and s.turn_owner == 0


def swap_corner(s):
    """A corner changes places with a disc beside it, so that no run appears."""
    for cell in (1, 2, 4, 5, 6, 7, 8, 9):
        up, down = s.up.copy(), s.down.copy()
        for side in (s.up, s.down):
            side[[0, cell]] = side[[cell, 0]]
        if not runs(s):
            return
        s.up[:], s.down[:] = up, down


def runs(s):
    return any(len(set(s.up[cells[k : k + 3]].tolist())) == 1 for cells in t.LINE_CELLS for k in (0, 1))


def make_run(s):
    """Discs change places until a run lies in the first row."""
    colour = int(np.bincount(s.up).argmax())
    for place, cell in enumerate(np.flatnonzero(s.up == colour)[:3]):
        for side in (s.up, s.down):
            side[[place, cell]] = side[[cell, place]]


def undo_runs(s):
    """Discs change places at random until no run lies there."""
    draw = np.random.default_rng(1)
    while runs(s):
        order = draw.permutation(16)
        s.up[:], s.down[:] = s.up[order], s.down[order]


def greedy(s):
    """Seat 0 holds more than the limit."""
    more = int(s.hand_limit) + 1 - int(s.hand_size[0])
    s.hand[0, 2] += more
    s.hand_size[0] += more
    s.supply[2] -= more


def damages_of_cards(s):
    n, events = int(s.num_players), s.event != NONE
    yield "FIRMS", s.owned[0, 1] > 0, lambda s: (shift("owned", (0, 1), -1)(s), shift("stock", 1, 1)(s))
    yield "STOCK", s.stock[2] > 0, shift("stock", 2, -1)
    yield "SHIP_COUNT", True, change("ship_count", 0, 12 if n == 1 else 8)
    yield "SHIP_ORDER", True, change("ship_order", (1, 3), s.ship_order[1, 4])
    yield "SHIPS_OPENED", s.ships_opened[1] < 6, shift("ships_opened", 1, 1)
    yield "FACE_UP", s.face_up[2] != NONE, change("face_up", 2, NONE)
    yield "CREDITS", True, shift("credits", 0, 1)
    yield "SHIP_PRESTIGE", True, shift("ship_prestige", 0, 1)
    yield "EVENTS", events, change("events", 3, s.events[4])
    yield "EVENTS", n == 1, change("events", 3, 3)
    yield "EVENT", events, change("event", (), s.events[s.round_index + 1])
    yield "EVENT_OPENED", True, change("event_opened", 0, 1 - s.event_opened[0])


def damages_of_the_turn(s):
    n, phase = int(s.num_players), s.phase
    early = phase in (Phase.PLAN, Phase.COLLECT)
    yield "SEAT", n > 1 and early, change("seat", (), (s.turn_owner + 1) % n)
    yield "ACTIONS_LEFT", phase != Phase.PLAN, change("actions_left", (), 1)
    yield "NOMINAL", phase == Phase.PLAN, change("nominal", (), 1)
    yield "NOMINAL", phase == Phase.COLLECT, change("nominal", (), 12)
    yield "NOMINAL", phase == Phase.LOOP_RETURN, change("nominal", (), 11)
    yield "GAINED", s.nominal < 13, change("gained", (), s.nominal + 1)
    yield "BONUS_ASKED", early, change("bonus_asked", (), 1)
    yield "BONUS_ASKED", phase == Phase.BUY, change("bonus_asked", (), n - 1)
    yield "NOT_FULL", phase == Phase.BONUS, empty_warehouse
    yield "RETURNS_LEFT", early or phase == Phase.BUY, change("returns_left", (), 1)
    returning = phase in (Phase.LOOP_RETURN, Phase.BONUS_RETURN, Phase.END_RETURN)
    yield "RETURNS_LEFT", returning, change("returns_left", (), 0)
    yield "PICKS_LEFT", phase == Phase.PICK, change("picks_left", (), 0)
    yield "PICKS_LEFT", phase == Phase.BUY, change("picks_left", (), 1)
    yield "USES_LEFT", early, shift("uses_left", 2, 1)
    yield "TEMPLE_USED", early, change("temple_used", (), 1)
    yield "EVENT_DONE", early, change("event_done", (), 1)
    yield "CONVERSIONS_LEFT", phase == Phase.BUY and s.event != t.EVENT_1905, change("conversions_left", (), 1)
    yield "BOUGHT", early, change("bought", 2, 1)
    yield "BOUGHT", phase == Phase.BUY, change("bought", 0, 1)
    poor = phase == Phase.BUY and s.event in (NONE, t.EVENT_1895) and s.supply[2] + s.hand_size[s.seat] <= 15
    yield "FORCED", poor and s.hand[s.seat, 2] == 0, give_away


def empty_warehouse(s):
    side = t.SEAT_SIDE[s.num_players, s.seat]
    for store in range(t.STORES):
        if s.store_size[side, store]:
            s.supply += s.store[side, store]
            s.store[side, store] = s.store_size[side, store] = 0
            return


def give_away(s):
    """The acting seat has nothing, so that it can only end its turn."""
    s.supply += s.hand[s.seat]
    s.hand[s.seat] = s.hand_size[s.seat] = 0


DAMAGES = (damages_of_setting, damages_of_pieces, damages_of_cards, damages_of_the_turn)


def test_each_fault_is_found():
    """One damage at least for each code of ``check``; each is found in every position where it fits."""
    met = set()
    for records in stock().values():
        for record in records[:: max(1, len(records) // 60)]:
            for damages in DAMAGES:
                for name, fits, damage in damages(record):
                    if fits:
                        bad = np.array([record], GAME.dtype)
                        damage(bad[0])
                        assert fault_of(GAME, bad) == name, f"{name} in {Phase(int(record.phase)).name}"
                        met.add(name)
    assert {fault.name for fault in Fault} - met == {"NONE"}


def test_damaged_records_are_refused_or_play_on(setting):
    refused, accepted = damage_many(GAME, real_positions(GAME, *setting, 4, every=7), 60, 1)
    assert refused > accepted > 0


@pytest.mark.fuzz
def test_many_damaged_records_are_refused_or_play_on(setting):
    damage_many(GAME, real_positions(GAME, *setting, 5, every=3), 20_000 // len(SETTINGS["dadaocheng"]), 2)
