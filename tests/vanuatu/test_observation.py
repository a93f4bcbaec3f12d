"""RULES 7.2: every field of the observation, read back and compared with the position."""

import numpy as np

from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu import tables as t
from meeplezoo.envs.vanuatu.state import ISLAND, NONE, NOWHERE, SEA, Phase


def one_hot(length, index):
    found = np.zeros(length, int)
    if index is not None and index >= 0:
        found[index] = 1
    return found


def flags(length, members):
    found = np.zeros(length, int)
    found[[int(k) for k in members]] = 1
    return found


def expected_board(s, by_seat):
    """The fields of the cells, by their definition."""
    on = {int(cell): island for island, cell in enumerate(s.island_cell) if cell != NOWHERE}

    def of_island(values):
        return np.array([values[on[cell]] if cell in on else np.zeros_like(values[0]) for cell in range(t.CELLS)])

    boats = [by_seat([int(boat == cell) for boat in s.boat]) for cell in range(t.CELLS)]
    huts = [by_seat(s.huts[on[cell]]) if cell in on else np.zeros(t.MAX_PLAYERS, int) for cell in range(t.CELLS)]
    return {
        "cell_kind": np.array([one_hot(3, int(kind)) for kind in s.cell_kind]),
        "cell_island": np.array([one_hot(t.ISLANDS, on.get(cell)) for cell in range(t.CELLS)]),
        "cell_fish": s.fish,
        "cell_treasure": s.treasure,
        "cell_hut_slots": of_island(t.HUT_SLOTS),
        "cell_drawing_slots": of_island(t.DRAWING_SLOTS),
        "cell_tourist_slots": of_island(t.TOURIST_SLOTS),
        "cell_huts": np.array(huts),
        "cell_drawings": of_island(s.drawings),
        "cell_visitors": of_island(s.visitors),
        "cell_goods": of_island(s.goods),
        "cell_boats": np.array(boats),
    }


def expected_decks(s):
    """The fields of tiles, visitors and ships, by their definition."""
    tiles = [None if tile == NONE else int(tile) for tile in s.upcoming]
    islands = [None if tile is None or t.TILE_ISLAND[tile] == NONE else int(t.TILE_ISLAND[tile]) for tile in tiles]
    kinds = np.zeros((2, 3), int)
    for slot, tile in enumerate(tiles):
        if tile is not None:
            kinds[slot, [0, SEA if islands[slot] is None else ISLAND]] = 1

    def of_tile(values):
        return np.array([0 if tile is None else values[tile] for tile in tiles])

    def of_island(values):
        return np.array([np.zeros_like(values[0]) if island is None else values[island] for island in islands])

    ships, pile = s.ships.tolist(), s.ship_pile[: s.ship_pile_size]
    hidden = np.bincount(s.visitor_order[s.game_round :], minlength=5)
    return {
        "upcoming_kind": kinds,
        "upcoming_fish": of_tile(t.TILE_FISH),
        "upcoming_treasure": of_tile(t.TILE_TREASURE),
        "upcoming_hut_slots": of_island(t.HUT_SLOTS),
        "upcoming_drawing_slots": of_island(t.DRAWING_SLOTS),
        "upcoming_tourist_slots": of_island(t.TOURIST_SLOTS),
        "upcoming_goods": of_island(t.PRINTED_GOODS),
        "unseen_tiles": flags(t.TILES, s.tile_order[s.tiles_shown :]),
        "unseen_visitors": hidden,
        "ship_room": t.SHIP_NEED[ships] - s.loaded,
        "ship_cubes_on": s.loaded.sum(1),
        "unseen_ships": flags(t.SHIPS, pile),
        "departed_ships": s.departed,
    }


def rest_fields(s, seat):
    """Own tile, and what the seat saw: choices while it looks, leftovers afterwards."""
    takers = s.rest_taker[: s.rest_count].tolist()
    if seat in takers:
        gone = {int(s.rest_tile[p]) for p in takers[: takers.index(seat) + 1]}
        return one_hot(4, int(s.rest_tile[seat])), flags(4, set(range(4)) - gone)
    looks = s.phase == Phase.REST and s.seat == seat
    return np.zeros(4, int), s.rest_left if looks else np.zeros(4, int)


def expected(s, seat):
    """All fields by their definition, from the record."""
    n, m = int(s.num_players), t.MAX_PLAYERS
    order = [(seat + k) % n for k in range(n)]
    running = not s.over

    def by_seat(values):
        rows = [np.asarray(values[p]) for p in order]
        return np.array(rows + [np.zeros_like(rows[0])] * (m - n))

    def seat_of(p):
        return one_hot(m, (int(p) - seat) % n if p >= 0 else None)

    characters = [one_hot(12, 11 if c == NONE else int(c)) for c in s.character[:n]]
    rest_tile, rest_seen = rest_fields(s, seat)
    return {
        "game_round": one_hot(8, int(s.game_round) - 1),
        "phase": one_hot(8, int(s.phase) if running else None),
        "num_players": one_hot(4, n - 2),
        "plan_pass": one_hot(3, int(s.plan_pass) if s.phase == Phase.PLAN else None),
        "markers_due": s.markers_due,
        "start_seat": seat_of(s.start_seat),
        "price": one_hot(3, int(s.price) - 1),
        "tourists": s.tourists,
        **expected_board(s, by_seat),
        **expected_decks(s),
        "markers_on": np.array([by_seat(s.markers[kind]) for kind in range(t.KINDS)]),
        "neutral_on": s.neutral,
        "leader": np.array([seat_of(s.leader[kind]) for kind in range(t.KINDS)]),
        "score": np.minimum(by_seat(s.score), 100),
        "coins": by_seat(s.coins),
        "fish_held": by_seat(s.fish_tiles),
        "treasure_held": by_seat(s.treasure_tiles),
        "huts_left": by_seat(s.huts_left),
        "character": by_seat(characters),
        "power_used": by_seat(s.power_used),
        "unplaced": by_seat(s.unplaced),
        "holds_rest_tile": by_seat((s.rest_tile != NONE).astype(int)),
        "pool": s.pool,
        "rest_tile": rest_tile,
        "rest_seen": rest_seen,
        "with_governor": s.governor,
        "optional_powers": s.optional_powers,
        "fish_end_face": s.fish_end,
        "sell_bound": one_hot(3, int(s.sell_bound) - 1 if s.phase == Phase.SELL else None),
        "tiles_sold": min(8, int(s.tiles_sold)),
        "governor_source": one_hot(9, int(s.governor_source)),
        "acting_seat": seat_of(s.seat) if running else np.zeros(m, int),
        "must_act_if_able": s.must_act_if_able,
        "plan_check": int(not s.plan_check),
        "with_characters": s.characters,
        "holding": s.holding,
    }


def test_every_field_equals_its_definition(vanuatu, setting):
    met = set()
    for kind in ("free", "bot"):
        for states, _ in vanuatu.positions(kind, *setting, 1):
            rare = states["phase"][0] not in (Phase.PLAN, Phase.ACT)
            if states["decisions"][0] % 5 == 0 or rare:
                met.add(int(states["phase"][0]))
                for seat in range(setting[0]):
                    wanted = expected(states[0], seat)
                    found = vanuatu.Table(states).look(seat)
                    assert list(found) == list(wanted)
                    for name, value in wanted.items():
                        assert np.array_equal(found[name], value), name
    assert len(met) >= 5


def test_every_number_moves(vanuatu):
    """No column stays zero for good: each is seen above zero in some position (or belongs to a rare situation)."""
    highest = np.zeros(GAME.observation.size)
    for setting in vanuatu.SETTINGS:
        for kind in ("free", "bot"):
            for seed in range(6):
                for states, _ in vanuatu.positions(kind, *setting, seed):
                    out = np.zeros(GAME.observation.size, np.float32)
                    GAME.kernels.observe_at(states, 0, seed % setting[0], out)
                    highest = np.maximum(highest, out)
    idle = [name for name, value in zip(GAME.observation.columns(), highest, strict=True) if value == 0]
    never = {"upcoming_goods[1,2]"} | {f"governor_source[{kind}]" for kind in range(t.KINDS)}
    for cell in range(t.CELLS):
        never |= {f"cell_{name}[{cell}]" for name in ("fish", "treasure", "drawings", "visitors")}
        never |= {f"cell_{name}_slots[{cell}]" for name in ("hut", "drawing", "tourist")}
        never |= {f"cell_{name}[{cell},{k}]" for name in ("kind", "island", "huts", "goods", "boats") for k in range(5)}
    assert set(idle) <= never, (
        "cells that chance left without such a tile; no second tile has purple; few Governor's moves"
    )


def test_size_and_columns():
    """The numbers of the groups of the published encoding, in its order."""
    assert GAME.observation.size == 815 and GAME.actions.size == 136
    start = GAME.observation.start
    assert start("cell_kind") == 33 and start("upcoming_kind") == 33 + 448
    assert start("unseen_tiles") == 503 and start("ship_room") == 520 and start("markers_on") == 552
    assert start("leader") == 606 and start("score") == 651 and start("pool") == 771
    assert start("rest_tile") == 782 and start("with_governor") == 790 and start("acting_seat") == 806


def test_off_turn_the_rest_tiles_are_private(vanuatu):
    game = vanuatu.table(3, markers={"REST": {0: 1, 1: 1}, "DRAW": {2: 1}})
    game.play("rest")
    assert game.look(0)["rest_seen"].tolist() == [1, 1, 1, 1] and not game.look(1)["rest_seen"].any()
    game.play("keep COIN", "rest")
    assert game.look(1)["rest_seen"].tolist() == [1, 1, 0, 1]
    assert game.look(0)["rest_tile"].tolist() == [0, 0, 1, 0]
    game.play("keep POINT")
    first, second, third = (game.look(seat) for seat in range(3))
    assert first["rest_seen"].tolist() == [1, 1, 0, 1], "what it saw left over, the second one's tile included"
    assert second["rest_seen"].tolist() == [1, 1, 0, 0] and not third["rest_seen"].any()
    assert third["holds_rest_tile"].tolist() == [0, 1, 1, 0, 0] and not third["rest_tile"].any()


def test_sub_phases(vanuatu):
    game = vanuatu.table(
        3, fish={0: [1, 2, 3]}, huts={"HOME": [0]}, markers={"SELL": {0: 1}, "REST": {1: 1}}
    )  # fmt: skip
    game.play("sell_some")
    assert game.look(1)["sell_bound"].tolist() == [0, 0, 1] and game.look(1)["tiles_sold"] == 0
    game.play("sell_tile 2")
    assert game.look(2)["sell_bound"].tolist() == [0, 1, 0] and game.look(2)["tiles_sold"] == 1
    assert game.look(2)["acting_seat"].tolist() == [0, 1, 0, 0, 0]


def test_after_the_end(vanuatu, setting):
    """10.12: the phase is all zero; coins and the score marker stay as before the final scoring."""
    *_, (states, _) = vanuatu.positions("bot", *setting, 8)
    found = vanuatu.Table(states).look(1)
    for name in ("phase", "acting_seat", "plan_pass", "rest_tile", "rest_seen", "sell_bound", "governor_source"):
        assert not found[name].any()
    n = setting[0]
    order = [(1 + k) % n for k in range(n)]
    assert found["coins"][:n].tolist() == states["coins"][0][order].tolist()
    assert found["score"][:n].tolist() == np.minimum(100, states["score"][0][order]).tolist()
    assert found["game_round"].tolist() == [0] * 7 + [1]
