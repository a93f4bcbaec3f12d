"""RULES 8: what holds after every decision, in random games, the bot's games and random play from their middle.

``GAME.check`` holds at each position. The ``Checker`` counts again in plain Python, and looks at what a decision has
changed. (Reasons, looking without changing, and texts are tested for all games in ``tests/test_contract.py``.)
"""

from functools import cache

import numpy as np
import pytest
from damage import damage_many, fault_of, real_positions

from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu import tables as t
from meeplezoo.envs.vanuatu.faults import Fault
from meeplezoo.envs.vanuatu.state import EMPTY, NONE, NOWHERE, SEA, Phase

from driving import SETTINGS

KINDS = ("random", "free", "bot", "mixed")


def play(vanuatu, kind, setting, seed):
    game = vanuatu.positions(kind, *setting, seed)
    checker = vanuatu.Checker(next(game)[0])
    GAME.check(checker.states)
    for states, _ in game:
        GAME.check(states)
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


def test_rare_things_happen(vanuatu):
    """The games of these tests meet each phase, custom sales, held powers, the Governor, begging, and the fallback."""
    met = set()
    for setting in vanuatu.SETTINGS:
        for seed in range(3):
            before = None
            for states, _ in vanuatu.positions("free", *setting, seed):
                s = states[0]
                met.add(Phase(int(s.phase)).name)
                if s.holding:
                    met.add("held")
                if s.fallback_used:
                    met.add("fallback")
                if before is not None and (s.score < before.score).any():
                    met.add("begged")
                before = s.copy()
    assert met >= {phase.name for phase in Phase} | {"held", "begged", "fallback"}, met


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


def test_no_seat_is_special(vanuatu, setting):
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


@pytest.mark.parametrize("setting", [SETTINGS["vanuatu"][k] for k in (0, 2, 5, 8)], ids=str)
def test_check_and_checker_notice_damage(vanuatu, setting):
    """Each kind of damage in the middle of a game is caught by both."""
    for states, _ in vanuatu.positions("random", *setting, 5):
        if states["game_round"][0] == 5 and states["phase"][0] == Phase.PLAN and states["plan_pass"][0] == 2:
            break
    s = states[0]
    damages = {
        "coins": change("coins", 0, 10),
        "cube": shift("supply", 1, 1),
        "fish": change("fish", int(np.argmax(s.cell_kind == SEA)), 5),
        "hut": shift("huts_left", 1, -1),
        "huts_on": shift("huts_on", 0, 1),
        "boat": change("boat", 0, 1),
        "marker": shift("markers", (3, 0), 1),
        "leader": change("leader", int(np.argmax(s.leader >= 0)), -1),
        "plannable": change("plannable", int(s.seat), int(s.plannable[s.seat]) ^ 2),
        "offer": change("offer_cells", 6, int(s.offer_cells[6]) ^ 64),
        "sailing": change("sail_cells", (2, 1), int(s.sail_cells[2, 1]) ^ 4),
        "rest": change("rest_left", 2, 0),
        "ship": change("ships", 0, s.ships[1]),
        "visitors": change("visitor_order", 7, 5),
        "pool": change("pool", slice(None), 0 if s.pool.any() else 1),
        "upcoming": change("upcoming", 0, -1),
    }
    for name, damage in damages.items():
        bad = states.copy()
        damage(bad[0])
        assert fault_of(GAME, bad), f"check: {name}"
        with pytest.raises(AssertionError):
            vanuatu.Checker(bad, from_start=False)
            pytest.fail(f"damage to {name} was not noticed", pytrace=False)


@cache
def stock():
    """Positions of games of all settings, by phase."""
    found = {}
    for count, options in SETTINGS["vanuatu"]:
        for record in real_positions(GAME, count, options, 3, every=3):
            found.setdefault(Phase(int(record["phase"])), []).append(record)
    return found


def is_plain(s):
    return s.num_players > 2 and s.characters and not s.governor


def free_cell(s):
    return int(np.flatnonzero(s.cell_kind == EMPTY)[0])


def damages_of_setting(s):
    n = int(s.num_players)
    yield "CHARACTERS", n == 2, change("characters", (), 0)
    yield "GOVERNOR", not s.characters, change("governor", (), 1)
    yield "OPTIONAL_POWERS", not s.characters, change("optional_powers", (), 1)
    yield "TRUNCATED", s.over, change("truncated", (), 1)
    yield "OVER", not s.over, change("over", (), 1)
    yield "PHASE", s.phase == Phase.PLACE and s.game_round == 2, change("game_round", (), 1)
    yield "START_SEAT", n < 5, change("start_seat", (), n)
    yield "ABSENT", n < 5, change("coins", n, 1)
    yield "DECISIONS", s.game_round < 3, change("decisions", (), 400)
    yield "SCORE", s.game_round < 3, change("score", 0, 600)


def damages_of_tiles(s):
    yield "TILE_ORDER", True, change("tile_order", 0, s.tile_order[1])
    yield "TILES_SHOWN", True, change("tiles_shown", (), 11)
    yield "TILES_PLACED", s.phase != Phase.PLACE, change("tiles_placed", (), 1)
    yield "UPCOMING", s.upcoming[0] != NONE, change("upcoming", 0, 0 if s.upcoming[0] else 1)
    yield "ISLAND_CELL", True, change("island_cell", 0, NOWHERE)
    yield "CELL_KIND", s.game_round < 6, lambda s: s.cell_kind.__setitem__(free_cell(s), SEA)
    yield "TOUCHING", s.game_round == 2 and s.phase == Phase.PLAN, lambda s: away(s)
    yield "FALLBACK", s.fallback_used and not strictly_placed(s), change("fallback_used", (), 0)


def away(s):
    """A sea that has been placed lies far from everything."""
    placed = [c for c in np.flatnonzero(s.cell_kind == SEA) if c not in t.START_SEA_CELLS]
    s.cell_kind[placed[0]], s.fish[placed[0]], s.treasure[placed[0]] = EMPTY, 0, 0
    s.cell_kind[14] = SEA


def strictly_placed(s):
    islands = [int(c) for c in s.island_cell if c != NOWHERE]
    near = {c for cell in islands for c in t.BOARD["board"]["adjacency"][cell]}
    seas = set(np.flatnonzero(s.cell_kind == SEA).tolist()) - set(t.START_SEA_CELLS.tolist())
    return not near & set(islands) and seas <= near


def damages_of_pieces(s):
    full = next((k for k in range(3) if s.loaded[k].sum() < 3), 0)
    early = s.phase == Phase.PLAN
    yield "FISH", True, change("fish", 1, 1)
    yield "TREASURE", True, change("treasure", 1, 1)
    yield "BOAT", True, change("boat", 0, 1)
    yield "GOODS", s.island_cell[3] == NOWHERE, change("goods", (3, 0), 2)
    yield "SHIPS", True, change("ships", 0, s.ships[1])
    yield "LOADED", early, change("loaded", full, t.SHIP_NEED[s.ships[full]])
    yield "SUPPLY", s.supply[0] < 10, shift("supply", 0, 1)
    yield "HUTS", s.island_cell[3] == NOWHERE, change("huts", (3, 0), 1)
    yield "HUTS_LEFT", s.huts_left[0] < 8, shift("huts_left", 0, 1)
    yield "DRAWINGS", s.island_cell[3] == NOWHERE, change("drawings", 3, 1)
    yield "VISITORS", s.island_cell[3] == NOWHERE, change("visitors", 3, 1)
    yield "VISITORS", s.game_round == 1 and early, change("visitors", 0, 1)
    yield "VISITOR_ORDER", True, change("visitor_order", slice(None), 3)
    yield "TOURISTS", early and s.tourists < 4, shift("tourists", (), 1)
    yield "PRICE", early, change("price", (), 2)


def damages_of_cards(s):
    early = s.phase == Phase.PLAN
    yield "OFFER", s.num_players > 2, change("offer", 0, 1)
    yield "OFFER", s.num_players == 2 and s.phase == Phase.PLACE, change("offer", slice(None), 0)
    yield "POOL", is_plain(s), change("pool", t.GOVERNOR, 1)
    yield (
        "CHARACTER",
        early and is_plain(s),
        lambda s: (
            s.pool.__setitem__(s.character[0], 1),
            s.character.__setitem__(0, NONE),
        ),
    )
    yield "POWER_USED", early, change("power_used", 0, 1)
    yield "REST_COUNT", early, change("rest_count", (), 1)
    yield "REST_TAKER", s.phase == Phase.ACT and s.rest_count == 1, change("rest_taker", 0, NONE)
    yield "REST_LEFT", True, change("rest_left", 0, 1 - s.rest_left[0])


def damages_of_markers(s):
    early, acting = s.phase == Phase.PLAN, s.phase == Phase.ACT
    idle = np.flatnonzero(s.markers.sum(0)[: s.num_players] == 0) if acting else []
    yield "MARKERS_DUE", acting, change("markers_due", (), 1)
    yield "MARKERS_DUE", early, change("markers_due", (), 0)
    yield "PLAN_PASS", acting, change("plan_pass", (), 1)
    yield "UNPLACED", early, change("unplaced", int(s.seat), 0)
    yield "MARKERS", early and s.markers[0, 0] < 5, shift("markers", (0, 0), 1)
    yield "MARKERS", s.over, change("markers", (0, 0), 1)
    yield "NEUTRAL", s.num_players > 2, change("neutral", 0, 1)
    yield "NEUTRAL", s.num_players == 2 and early, shift("neutral", int(np.argmin(s.neutral)), 1)
    yield "SEAT", len(idle), change("seat", (), idle[0] if len(idle) else 0)
    yield "SEAT", s.phase == Phase.PLACE, change("seat", (), (s.seat + 1) % s.num_players)


def damages_of_the_turn(s):
    acting, selling = s.phase == Phase.ACT, s.phase == Phase.SELL
    yield "GOVERNOR_SOURCE", acting, change("governor_source", (), 0)
    yield "GOVERNOR_SOURCE", s.phase == Phase.GOVERNOR, change("governor_source", (), NONE)
    yield (
        "GOVERNOR_TARGET",
        acting and s.num_players > 2 and s.governor_target == NONE,
        change("governor_target", (), 0),
    )
    yield "HOLDING", s.phase != Phase.ACT, change("holding", (), 1)
    yield "HOLDING", acting and not s.optional_powers, change("holding", (), 1)
    yield "SELL_BOUND", acting, change("sell_bound", (), 1)
    yield "SELL_BOUND", selling, change("sell_bound", (), 0)
    yield "TILES_SOLD", acting, change("tiles_sold", (), 1)
    yield "TILES_SOLD", selling, change("tiles_sold", (), 12)
    acting = acting and not s.holding
    yield "RESTING", acting and s.rest_tile[s.seat] != NONE, change("phase", (), Phase.REST)
    yield "PERFORMING", acting and not s.markers[t.REST, s.seat] and not s.rest_count, change("phase", (), Phase.REST)


def damages_of_derived(s):
    early = s.phase == Phase.PLAN
    yield "SEA_CELLS", True, change("sea_cells", (), int(s.sea_cells) ^ 4)
    yield "OCCUPIED_CELLS", True, change("occupied_cells", (), int(s.occupied_cells) ^ 4)
    yield "NEAR_ISLAND", True, change("near_island", 6, int(s.near_island[6]) ^ 1)
    yield "ISLAND_AROUND", True, change("island_around", 0, int(s.island_around[0]) ^ 1)
    yield "SAIL_CELLS", True, change("sail_cells", (2, 1), int(s.sail_cells[2, 1]) ^ 4)
    yield "HUTS_ON", True, change("huts_on", 0, (s.huts_on[0] + 1) % 4)
    yield "LEADER", True, change("leader", 0, NONE if s.leader[0] != NONE else 0)
    yield "OFFER_CELLS", True, change("offer_cells", 6, int(s.offer_cells[6]) ^ 64)
    yield "GOOD_CELLS", True, change("good_cells", 1, int(s.good_cells[1]) ^ 64)
    yield "PLANNABLE", early, change("plannable", int(s.seat), int(s.plannable[s.seat]) ^ 2)


DAMAGES = (
    damages_of_setting, damages_of_tiles, damages_of_pieces, damages_of_cards, damages_of_markers, damages_of_the_turn,
    damages_of_derived,
)  # fmt: skip


def test_each_fault_is_found():
    """One damage at least for each code of ``check``; each is found in every position of the phase where it fits."""
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
    refused, accepted = damage_many(GAME, real_positions(GAME, *setting, 4, every=11), 60, 1)
    assert refused > accepted > 0


@pytest.mark.fuzz
def test_many_damaged_records_are_refused_or_play_on(setting):
    damage_many(GAME, real_positions(GAME, *setting, 5, every=5), 20_000 // len(SETTINGS["vanuatu"]), 2)
