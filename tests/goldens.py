"""Recorded games: ``python tests/goldens.py`` writes them anew, ``tests/test_goldens.py`` compares line by line.

A line is one decision: seat, phase, number of legal actions, checksum of mask and observation, action text.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent))
from meeplezoo.envs.engine.game import Game

from driving import games, mask_of, play, variants, view_of

FOLDER = Path(__file__).resolve().parent / "golden"


def settings(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """One game per player count with default options, and one with the options changed that go together."""
    rows: list[tuple[int, dict[str, Any]]] = [(count, {}) for count in game.player_counts]
    merged: dict[str, Any] = {}
    for count, options in variants(game):
        if count == game.default_players and not merged.keys() & options.keys():
            try:
                game.configure(count, merged | options)
            except ValueError:
                continue  # not together with those before it
            merged |= options
    return [*rows, (game.default_players, merged)] if merged else rows


def file_of(game: Game, count: int, options: dict[str, Any]) -> Path:
    return FOLDER / f"{game.id}-{count}{'-options' if options else ''}.txt"


def replay(game: Game, states: NDArray[np.record], actions: Iterable[str]) -> Iterator[tuple[NDArray[np.int8], int]]:
    """Plays actions given as texts; yields as ``driving.play`` does."""
    for text in actions:
        action = game.actions.parse(text)
        yield mask_of(game, states), action
        game.kernels.apply_at(states, 0, action)


def record(game: Game, count: int, options: dict[str, Any], recorded: list[str] | None = None) -> list[str]:
    """The lines of one game: half the decisions by the scripted bot, half at random; or the actions recorded."""
    states = game.new(count, 2026, **options)
    shown = " ".join(f"{k}={v}" for k, v in game.configure(count, options).as_dict().items())
    lines = [f"{game.id}-v{game.version} players={count} {shown}".rstrip()]
    texts = [] if recorded is None else [line.split(" ", 4)[4] for line in recorded[1:-1]]
    played = play(game, states, 7) if recorded is None else replay(game, states, texts)
    for mask, action in played:
        seat, phase = int(states["seat"][0]), game.phases(int(states["phase"][0])).name
        sums = zlib.crc32(view_of(game, states, seat).tobytes(), zlib.crc32(mask.tobytes()))
        lines.append(f"{seat} {phase} {int(mask.sum())} {sums:08x} {game.actions.describe(action)}")
    scores, ranks = np.zeros(game.max_players, np.int64), np.zeros(game.max_players, np.int64)
    game.kernels.scores_at(states, 0, scores)
    game.kernels.ranks_at(states, 0, ranks)
    lines.append(f"scores {scores[:count].tolist()} ranks {ranks[:count].tolist()} truncated {states['truncated'][0]}")
    return lines


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in games():
        if len(sys.argv) > 1 and game.id not in sys.argv[1:]:
            continue
        for count, options in settings(game):
            file_of(game, count, options).write_text("\n".join(record(game, count, options)) + "\n")
            print(file_of(game, count, options).name)
