"""Measures what the reference pages tell about play: ``python docs/measure.py`` writes ``docs/measured.json``.

For each game and player count, with default options: random play, the scripted bot against itself, and the scripted
bot in one seat against random play. Everything follows from the seed, so that ``tests/test_docs.py`` can play a part
of it again and compare.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import meeplezoo
from meeplezoo.bots import play_match
from meeplezoo.envs.engine.game import Game

FILE = Path(__file__).resolve().parent / "measured.json"
GAMES = 240  # of each match, a multiple of every player count
SEED = 0
MATCHES = (("random", "random"), ("scripted", "scripted"), ("scripted", "random"))


def matches(game: Game, num_players: int) -> list[dict[str, Any]]:
    """The figures of the matches of one game and player count; solo games have no opponents."""
    pairs = MATCHES if num_players > 1 else MATCHES[:2]
    return [measure(game, num_players, contestant, opponent) for contestant, opponent in pairs]


def measure(game: Game, num_players: int, contestant: str, opponent: str) -> dict[str, Any]:
    """The figures of one match."""
    result = play_match(game, contestant, opponent, GAMES, num_players, SEED)
    return {
        "contestant": contestant,
        "opponent": opponent,
        "decisions": [int(result.lengths.min()), round(float(result.lengths.mean()), 1), int(result.lengths.max())],
        "score": [int(result.scores.min()), round(result.mean_score, 1), int(result.scores.max())],
        "win_share": [round(x, 3) for x in (result.win_share, result.low, result.high)] if num_players > 1 else None,
    }


def main() -> None:
    """Plays all matches and writes the file; takes several minutes, as two of the bots look far ahead."""
    found = {
        name: {str(count): matches(meeplezoo.game(name), count) for count in meeplezoo.game(name).player_counts}
        for name in meeplezoo.games()
    }
    measured = {"games": GAMES, "seed": SEED, "matches": found}
    FILE.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    print(FILE.name, file=sys.stderr)


if __name__ == "__main__":
    main()
