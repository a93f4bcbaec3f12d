"""RULES 7.2: every field of the observation, read back and compared with the position."""

import numpy as np
import pytest

from meeplezoo.envs.china import GAME
from meeplezoo.envs.china import tables as t
from meeplezoo.envs.china.actions import EMISSARY, FORT
from meeplezoo.envs.china.state import NOBODY, NONE, Phase

PHASES = {p: p.name for p in Phase}


def one_hot(length, index):
    found = np.zeros(length, int)
    if index is not None and index != NONE:
        found[index] = 1
    return found


def expected(s, seat):
    """All fields by their definition, from the record."""
    n, m = int(s.num_players), t.MAX_PLAYERS
    order = [(seat + k) % n for k in range(n)]

    def by_seat(values):
        return np.array([int(values[p]) for p in order] + [0] * (m - n))

    def table(values):
        return np.array([by_seat(row) for row in values])

    owner = np.array([by_seat([int(s.owner[city] == p) for p in range(n)]) for city in range(t.CITIES)])
    palaces = [[int(((s.owner == p) & (k == t.CITY_STATE)).sum()) for p in range(n)] for k in range(t.STATES)]
    others = [*order[1:], *[None] * (m - n)]
    running = not s.over
    target = int(s.target)
    kind = None if target == NONE else 0 if target < EMISSARY else 1 if target < FORT else 2
    city = None if kind in (None, 1) else target if kind == 0 else target - FORT
    turns_left = (n - 1 - (s.seat - s.start_seat) % n) if s.final_round and s.finish_round and running else 0
    deck = t.CARD_COUNT - t.REMOVED[n]
    return {
        "city_owner": owner,
        "city_fort": s.fort,
        "emissaries": table(s.emissaries),
        "palaces_by_state": table(palaces),
        "emissary_room": np.array([max(palaces[k]) - s.emissaries[k].sum() for k in range(t.STATES)]),
        "state_scored": s.scored,
        "own_hand": s.hand[seat],
        "display": s.display,
        "discard": s.discard,
        "unseen": deck - s.hand[seat] - s.display - s.discard,
        "known_cards": np.array([s.known[p] if p is not None else np.zeros(5, int) for p in others]),
        "pile_most": np.minimum(
            np.bincount(s.pile[: s.pile_size], minlength=t.COLOURS)
            + sum(s.hand[p] - s.known[p] for p in others if p is not None),
            s.renewed - s.drawn[seat] if s.second_pass else 99,
        ),
        "hand_sizes": np.array([s.hand[p].sum() if p is not None else 0 for p in others]),
        "pile_size": (s.pile >= 0).sum(),
        "second_pass": s.second_pass,
        "final_round": s.final_round,
        "turns_left": turns_left,
        "scores": by_seat(s.score),
        "palaces_left": by_seat(s.palaces_left),
        "emissaries_left": by_seat(s.emissaries_left),
        "forts_left": by_seat(s.forts_left),
        "start_seat": one_hot(m, (int(s.start_seat) - seat) % n),
        "seat_present": np.array([1] * n + [0] * (m - n)),
        "phase": one_hot(4, int(s.phase) if running else None),
        "active_state": one_hot(t.STATES, int(s.active_state)),
        "pending_kind": one_hot(3, kind),
        "pending_city": one_hot(t.CITIES, city),
        "pieces_placed": s.placed,
        "state_was_empty": s.was_empty,
        "cards_to_draw": 3 - s.hand[s.seat].sum() if s.phase == Phase.DRAW else 0,
        "side": one_hot(2, int(s.side)),
        "forts": s.forts,
        "finish_round": s.finish_round,
        "acting_seat": one_hot(m, (int(s.seat) - seat) % n if running else None),
    }


def test_every_field_equals_its_definition(china, setting):
    met = set()
    for kind in ("random", "bot"):
        for states, _ in china.positions(kind, *setting, 1):
            if states["decisions"][0] % 4 == 0 or states["phase"][0] != Phase.DRAW:
                met.add(int(states["phase"][0]))
                for seat in range(setting[0]):
                    wanted = expected(states[0], seat)
                    found = china.Table(states).look(seat)
                    assert list(found) == list(wanted)
                    for name, value in wanted.items():
                        assert np.array_equal(found[name], value), name
    assert met == set(Phase)


def test_no_field_is_always_zero(china):
    highest = np.zeros(GAME.observation.size)
    for setting in china.SETTINGS:
        for kind in ("random", "bot"):
            for states, _ in china.positions(kind, *setting, 2):
                out = np.zeros(GAME.observation.size, np.float32)
                GAME.kernels.observe_at(states, 0, int(states["seat"][0]), out)
                highest = np.maximum(highest, out)
    for field in GAME.observation.fields:
        assert highest[GAME.observation.index(field.name)].max() > 0, field.name


def test_size_and_columns():
    assert GAME.observation.size == 576
    assert GAME.observation.start("acting_seat") == 571
    assert GAME.observation.columns()[15] == "city_owner[3,0]"
    assert GAME.actions.size == 128


def test_off_turn_the_turn_is_public_and_the_hand_ones_own(china):
    """The observers of a payment see phase, state and piece, and their own cards."""
    game = china.table(3, palaces={0: [27], 1: [28]}, hands={0: ["red", "red", "green"], 1: ["yellow"] * 3})
    game.play("palace Luoyang")
    acting, other = game.look(0), game.look(1)
    for name in ("phase", "active_state", "pending_kind", "pending_city", "pieces_placed", "state_was_empty"):
        assert np.array_equal(acting[name], other[name])
    assert other["phase"].tolist() == [0, 1, 0, 0]
    assert np.flatnonzero(other["pending_city"]).tolist() == [29] and other["pending_kind"].tolist() == [1, 0, 0]
    assert other["own_hand"].tolist() == china.counts(["yellow"] * 3).tolist()
    assert acting["acting_seat"].tolist() == [1, 0, 0, 0, 0] and other["acting_seat"].tolist() == [0, 0, 1, 0, 0]
    assert other["start_seat"].tolist() == [0, 0, 1, 0, 0]


@pytest.mark.parametrize(("target", "kind", "city"), [("emissary Han", 1, None), ("fort Wan", 2, 31)])
def test_the_pending_piece(china, target, kind, city):
    game = china.table(3, palaces={1: [27, 28]}, hands={0: ["red", "red", "green"]}, forts=True).play(target)
    found = game.look(2)
    assert found["pending_kind"].tolist() == one_hot(3, kind).tolist()
    assert found["pending_city"].tolist() == one_hot(t.CITIES, city).tolist()


def test_turn_fields_in_draw(china):
    """Kept after a placement, zero after an exchange."""
    placed = china.table(3, palaces={1: [27, 28]}, hands={0: ["green", "red", "yellow"]}).play("palace Wan")
    assert placed.s.phase == Phase.DRAW
    assert np.flatnonzero(placed.look(1)["active_state"]).tolist() == [5] and placed.look(1)["pieces_placed"] == 1
    assert placed.look(1)["cards_to_draw"] == 1
    exchanged = china.table(3).play("exchange red")
    found = exchanged.look(1)
    assert not found["active_state"].any() and found["pieces_placed"] == 0 and found["cards_to_draw"] == 1


def test_after_the_end(china, setting):
    *_, (states, _) = china.positions("bot", *setting, 8)
    found = china.Table(states).look(1)
    for name in ("phase", "active_state", "pending_kind", "pending_city", "acting_seat"):
        assert not found[name].any()
    assert found["pieces_placed"] == found["cards_to_draw"] == found["turns_left"] == 0
    n = setting[0]
    assert found["scores"][:n].tolist() == [int(states["score"][0][(1 + k) % n]) for k in range(n)]
    assert (states["owner"][0] != NOBODY).any()
