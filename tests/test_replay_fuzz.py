"""Damaged replays of all games: each is refused as ``BadReplay``, or it verifies."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import random

import numpy as np
import pytest

import meeplezoo
from meeplezoo import BadReplay, Replay

from driving import games

TRIES = 2_000
#: What a value may be replaced by; ``hand_made`` also takes what JSON cannot hold.
VALUES = (
    None, True, False, 0, 1, -1, 2, 3, 7, 127, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 1.5, 0.0, -0.0, 1e300,
    "", "0", "china", "yunnan", "player_0", "player_9", "\ud800", "\0", "Ü" * 99,
    [], [[]], [0], [None], {}, {"": 0}, {"pile": 3}, [[0, 0, "x"]],
)  # fmt: skip
OBJECTS = (
    *VALUES, math.nan, math.inf, 10**5000, np.int64(1), np.int8(-1), np.float32(1), np.bool_(True), np.array(0),
    np.array([0, 1]), np.array([[0]]), np.array([1.0]), np.array([10**20]), b"china", bytearray(3), range(3), {0, 1},
    object(), Replay, iter(()), (1,) * 10**5,
)  # fmt: skip
#: Pieces of JSON that are none, or that no program of ours writes.
RAW = (
    b"NaN", b"-Infinity", b"1e999", b"9" * 10**5, b"[" * 10**5, b'{"a":' * 10**4, b"\xff", b'"\\ud800"', b"\0", b"",
    b"-", b"null",
)  # fmt: skip


def played(game, draw, most=12):
    env = meeplezoo.make(game, num_players=draw.choice(game.player_counts))
    env.reset(seed=draw.getrandbits(63))
    for _ in range(draw.randrange(most)):
        env.step(draw.choice(env.legal_actions()))
    return env.replay({"player_0": "somebody"})


@pytest.fixture(scope="module")
def replays():
    draw = random.Random(1)
    return [played(game, draw) for game in games() for _ in range(4)]


@pytest.fixture(scope="module")
def files(replays, tmp_path_factory):
    path = tmp_path_factory.mktemp("replays") / "game.json"
    texts = []
    for replay in replays:
        replay.write(path)
        texts.append(path.read_bytes())
    return texts


def verifies(make):
    """Whether the replay that ``make`` gives verifies; the alternative is ``BadReplay``, and nothing else."""
    try:
        replay = make()
        states = replay.verify()
    except BadReplay as error:
        assert 10 < len(str(error)) < 2000
        return False
    assert states.shape == (1,) and len(replay.seats) == len(replay.actions)
    assert len(replay.seen_by(replay.num_players - 1)["views"]) == len(replay.actions) + 1
    return True


def damaged_bytes(draw, texts):
    """A file with a few bytes changed, cut, doubled or put in; from within a number or name, more often than not."""
    text = bytearray(draw.choice(texts))
    for _ in range(draw.choice((1, 1, 1, 3))):
        start = draw.randrange(len(text))
        end = start + draw.choice((0, 1, 2, 9, 99))
        kind = draw.randrange(5)
        if kind == 0:
            text[start] ^= 1 << draw.randrange(8)
        elif kind == 1:
            text[start:end] = b""
        elif kind == 2:
            text[start:start] = text[start:end]
        elif kind == 3:
            text[start:end] = draw.choice(RAW)
        else:
            text[start] = draw.choice(b'0123456789-[]{},:" et')
        if not text:
            break
    return bytes(text)


def places(value, at=()):
    """The way to each value inside a JSON document."""
    yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield from places(part, (*at, key))


def damaged_values(draw, texts):
    """A file with a value replaced, taken out, or exchanged for that of another file; a decision with its own text."""
    data, other = (json.loads(text) for text in draw.choices(texts, k=2))
    kind = draw.randrange(4)
    *way, last = draw.choice([at for at in places(data) if at])
    inside = data
    for key in way:
        inside = inside[key]
    if kind == 0:
        inside[last] = copy.deepcopy(draw.choice(VALUES))
    elif kind == 1:
        del inside[last]
    elif kind == 2:
        for name in draw.sample(sorted(other), draw.choice((1, 1, 2, 5))):
            data[name] = other[name]
    else:
        size = meeplezoo.game(data["game"]).actions.size
        action = draw.randrange(size)
        row = [draw.randrange(data["num_players"]), action, meeplezoo.game(data["game"]).actions.describe(action)]
        data["decisions"].insert(draw.randint(0, len(data["decisions"])), row)
    return json.dumps(data).encode()


def hand_made(draw, replays):
    """A ``Replay`` with an entry of another one, or of something that is none."""
    replay, other = draw.choices(replays, k=2)
    name = draw.choice([f.name for f in dataclasses.fields(Replay)])
    value = getattr(replay, name)
    kind = draw.randrange(3)
    if kind == 0:
        value = getattr(other, name)
    elif kind == 1 or not isinstance(value, (tuple, dict)) or not value:
        value = draw.choice(OBJECTS)
    elif isinstance(value, tuple):
        place = draw.randrange(len(value))
        value = (*value[:place], draw.choice(OBJECTS), *value[place + draw.randrange(2) :])
    else:
        value = value | {draw.choice([*value, "x", 3]): draw.choice(OBJECTS)}
    return dataclasses.replace(replay, **{name: value})


def attack(replays, files, path, seed, tries):
    """How many of the tries verified, by kind of damage."""
    draw = random.Random(seed)
    good = {"bytes": 0, "values": 0, "hand-made": 0}
    for kind in range(tries):
        if kind % 3 == 2:
            good["hand-made"] += verifies(lambda: hand_made(draw, replays))
            continue
        name, damage = (("bytes", damaged_bytes), ("values", damaged_values))[kind % 3]
        path.write_bytes(damage(draw, files))
        good[name] += verifies(lambda: Replay.read(path))
    return good


def test_damaged_replays_are_refused_or_verify(replays, files, tmp_path):
    good = attack(replays, files, tmp_path / "game.json", 0, TRIES)
    assert all(0 < found < TRIES / 6 for found in good.values()), good  # some damage does no harm, most of it does


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(1, 51))
def test_many_damaged_replays_are_refused_or_verify(replays, files, tmp_path, seed):
    attack(replays, files, tmp_path / "game.json", seed, TRIES)


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_whole_games_are_replayed_written_and_read(game, tmp_path):
    draw = random.Random(3)
    replay = played(game, draw, most=100)
    replay.write(tmp_path / "game.json")
    assert Replay.read(tmp_path / "game.json") == replay and replay.verify().shape == (1,)
