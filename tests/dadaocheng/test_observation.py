"""RULES 7.2: every field of the observation, read back and compared with the position."""

import numpy as np
import pytest

from meeplezoo.envs.dadaocheng import GAME
from meeplezoo.envs.dadaocheng import tables as t
from meeplezoo.envs.dadaocheng.state import NONE, Phase

PHASES = {p: p.name for p in Phase}


def one_hot(length, index):
    found = np.zeros(length, int)
    if index is not None:
        found[index] = 1
    return found


def seat_fields(s, k, p, totals):
    """The fields of relative seat k; p is None for an absent seat."""
    there = p is not None
    return {
        f"seat_{k}_present": int(there),
        f"seat_{k}_hand": s.hand[p] if there else np.zeros(5),
        f"seat_{k}_credits": s.credits[p] if there else 0,
        f"seat_{k}_ship_prestige": s.ship_prestige[p] if there else 0,
        f"seat_{k}_ships": s.ships[p] if there else np.zeros(3),
        f"seat_{k}_buildings": s.owned[p] if there else np.zeros(5),
        f"seat_{k}_used": s.used[p] if there else 0,
        f"seat_{k}_score": totals[p] if there else 0,
    }


def ship_fields(s, level):
    ship, name = int(s.face_up[level]), f"ship_{level + 1}"
    row = t.BOARD["ships"]["table"][ship] if ship != NONE else [0] * 9
    return {
        f"{name}_present": int(ship != NONE),
        f"{name}_cost": np.array(row[2:6]),
        f"{name}_prestige": row[6],
        f"{name}_credits": row[7],
        f"{name}_needs": row[8],
    }


def expected(dadaocheng, s, seat):
    """All fields by their definition, from the record."""
    n, m = int(s.num_players), t.MAX_PLAYERS
    order = [(seat + k) % n for k in range(n)]
    sides = t.BOARD["setup"]["seat_sides"][str(n)]
    owners = [one_hot(m, (sides.index(side) - seat) % n if side in sides else None) for side in range(4)]
    seen = [int(ship) for level in range(3) for ship in s.ship_order[level, : s.ships_opened[level]]]
    fields = {
        "disc_up": np.array([one_hot(5, int(c)) for c in s.up]),
        "disc_down": np.array([one_hot(5, int(c)) for c in s.down]),
        "store": s.store,
        "firm": s.firm,
        "side_owner": np.array(owners),
    }
    totals = dadaocheng.slow_totals(s)
    for k in range(m):
        fields |= seat_fields(s, k, order[k] if k < n else None, totals)
    fields |= {
        "turn_owner": one_hot(m, order.index(int(s.turn_owner))),
        "acting_seat": one_hot(m, None if s.over else order.index(int(s.seat))),
        "phase": one_hot(9, int(s.phase)),
        "actions_left": s.actions_left,
        "nominal": s.nominal,
        "gained": s.gained,
        "returns_left": s.returns_left,
        "picks_left": s.picks_left,
        "market_uses": s.uses_left[t.MARKET],
        "den_uses": s.uses_left[t.DEN],
        "workshop_uses": s.uses_left[t.WORKSHOP],
        "temple_used": s.temple_used,
        "event_done": s.event_done,
        "conversions_left": s.conversions_left,
        "bought": s.bought[1:],
        "supply": s.supply,
    }
    for level in range(3):
        fields |= ship_fields(s, level)
    return fields | {
        "ships_left": t.SHIPS_PER_LEVEL[n] - s.ships_opened,
        "ship_seen": sum((one_hot(36, ship) for ship in seen), np.zeros(36, int)),
        "stock": s.stock,
        "event": one_hot(15, 14 if n == 1 else int(s.events[s.round_index])),
        "event_opened": sum((one_hot(14, int(e)) for e in s.events[: s.round_index + 1] if n > 1), np.zeros(14, int)),
        "round_index": s.round_index,
        "rounds": t.ROUNDS[n],
        "hand_limit": s.hand_limit,
        "num_players": one_hot(m, n - 1),
    }


def test_every_field_equals_its_definition(dadaocheng, setting):
    met = set()
    for kind in ("random", "bot", "planner"):
        for states, _ in dadaocheng.positions(kind, *setting, 1):
            if states["decisions"][0] % 4 == 0 or states["phase"][0] not in (Phase.PLAN, Phase.BUY):
                met.add(int(states["phase"][0]))
                for seat in range(setting[0]):
                    wanted = expected(dadaocheng, states[0], seat)
                    found = dadaocheng.Table(states).look(seat)
                    assert list(found) == list(wanted)
                    for name, value in wanted.items():
                        assert np.array_equal(found[name], value), name
    assert met >= {Phase.PLAN, Phase.COLLECT, Phase.BUY, Phase.PICK, Phase.END_RETURN, Phase.OVER}


def test_every_number_moves(dadaocheng):
    """No column stays zero for good: each is seen above zero in some position."""
    highest = np.zeros(GAME.observation.size)
    out = np.zeros(GAME.observation.size, np.float32)
    for setting in dadaocheng.SETTINGS:
        for kind in ("random", "bot", "planner"):
            for seed in range(8):
                for states, _ in dadaocheng.positions(kind, *setting, seed):
                    GAME.kernels.observe_at(states, 0, seed % setting[0], out)
                    highest = np.maximum(highest, out)
    idle = [name for name, value in zip(GAME.observation.columns(), highest, strict=True) if value == 0]
    assert "ship_1_needs" in idle, "no ship of level 1 requires credits"
    assert all(name.startswith(("store", "firm", "ship_seen", "ship_1_needs")) for name in idle) and len(idle) < 9, idle


def test_size_and_places():
    """The order of the rules' table, with the sizes of its rows."""
    layout = GAME.observation
    assert layout.size == 485 and GAME.actions.size == 280
    rows = {
        "disc_up": 0, "disc_down": 80, "store": 160, "firm": 240, "side_owner": 256, "seat_0_present": 272,
        "seat_1_present": 290, "turn_owner": 344, "acting_seat": 348, "phase": 352, "actions_left": 361, "supply": 376,
        "ship_1_present": 381, "ship_2_present": 389, "ships_left": 405, "ship_seen": 408, "stock": 444, "event": 449,
        "event_opened": 464, "round_index": 478, "num_players": 481,
    }  # fmt: skip
    assert {name: layout.start(name) for name in rows} == rows
    assert layout.columns()[160 + 20 * 2 + 5 * 3 + 4] == "store[2,3,4]"


def test_the_turn_is_the_turn_owners_for_everybody(dadaocheng):
    """5.46: only relative seats differ between the observers."""
    game = dadaocheng.buying(4, hands={0: "W3 Y2 G1"}, owned={0: {"market": 1}}, owner=0)
    game.play("use_market white for black")
    views = [game.look(p) for p in range(4)]
    for name in ("phase", "market_uses", "den_uses", "temple_used", "bought", "store", "supply", "disc_up", "stock"):
        assert all(np.array_equal(views[0][name], view[name]) for view in views)
    assert [int(np.flatnonzero(view["turn_owner"])[0]) for view in views] == [0, 3, 2, 1]
    assert views[1]["seat_3_hand"].tolist() == views[0]["seat_0_hand"].tolist() == [2, 2, 0, 1, 1]


def test_absent_seats_are_zero_rows_at_the_end(dadaocheng):
    found = dadaocheng.Table(GAME.new(2, seed=1)).look(1)
    assert [found[f"seat_{k}_present"] for k in range(4)] == [1, 1, 0, 0]
    assert found["side_owner"].tolist() == [[0, 1, 0, 0], [0] * 4, [1, 0, 0, 0], [0] * 4]


def test_numbers_beyond_the_bounds_are_clipped(dadaocheng):
    """5.47."""
    game = dadaocheng.table(4, event=1895)
    game.s.used[0], game.s.ship_prestige[1] = 250, 450
    found = game.look(0)
    assert found["seat_0_used"] == 99 and found["seat_0_score"] == -99
    assert found["seat_1_ship_prestige"] == 200 and found["seat_1_score"] == 400


def test_after_the_end(dadaocheng, setting):
    """Nobody is to act, the phase is OVER, the rest keeps its last value."""
    *_, (states, _) = dadaocheng.positions("bot", *setting, 8)
    n = setting[0]
    found = dadaocheng.Table(states).look(n - 1)
    assert not found["acting_seat"].any() and np.flatnonzero(found["phase"]).tolist() == [8]
    assert found["turn_owner"].tolist() == one_hot(4, 0).tolist(), "the last seat's turn was the last one"
    assert found["round_index"] == found["rounds"] - 1
    assert found["seat_0_score"] == dadaocheng.Table(states).totals()[n - 1] > 30


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_numbers_of_the_seats_follow_in_steps_of_18(k):
    assert GAME.observation.start(f"seat_{k}_present") == GAME.observation.start("seat_0_present") + 18 * k


def test_the_picture_shows_firms_on_every_side(dadaocheng):
    game = dadaocheng.buying(num_players=4, firms=["S0", "S3", "W1", "N2", "E0"])
    lines = GAME.text(game.states[0], 0).splitlines()
    north, *rows, south = lines[(first := lines.index("", 1) + 1) : first + 6]
    assert north.split() == ["N0", "-", "N1", "-", "N2", "firm", "N3", "-"]
    assert rows[0].split()[-2:] == ["firm", "E0"] and rows[1].split()[:2] == ["W1", "firm"]
    assert south.split() == ["S0", "firm", "S1", "-", "S2", "-", "S3", "firm"]


def test_texts_keep_to_120_columns_and_explain_themselves(dadaocheng, setting):
    for kind in ("random", "planner", "bot"):
        for states, _ in dadaocheng.positions(kind, *setting, 2):
            for seat in (None, 0):
                lines = GAME.text(states[0], seat).splitlines()
                assert max(map(len, lines)) <= 120, max(lines, key=len)
    assert "legend" in lines and all(any(word in line for line in lines) for word in ("Wy:", "RG:", "W2", "nominal:"))


def test_the_text_shows_where_prestige_comes_from(dadaocheng):
    """The parts of each seat's line add up to its prestige, and are those of the results."""
    for states, _ in dadaocheng.positions("planner", 3, {}, 4):
        game = dadaocheng.Table(states)
        for p in range(3):
            line = next(x for x in GAME.text(states[0], None).splitlines() if x.startswith(f"seat {p}  "))
            *parts, total = [int(word) for word in line.split()[2:]]
            assert total == game.totals()[p]
            assert parts == list(game.results(p).values())[:7] and sum(parts) == game.totals()[p]
