"""``python tests/vanuatu/slowest_plans.py``: how long the search of the planning takes where it is hardest.

Fish and treasures as the whole game has them lie in one hand, four stacks are placed, and the board is that of a bot's
game. The time is that of ``start_plans`` of such a position, least of three runs, so that other load counts little.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from rooms import Players

from meeplezoo.envs.vanuatu import GAME
from meeplezoo.envs.vanuatu import tables as t
from meeplezoo.envs.vanuatu.rules_planning import start_plans
from meeplezoo.envs.vanuatu.state import SEA, Phase

TRIES = 20_000


def boards():
    """Positions at the start of the planning of some bot's games."""
    found = []
    for seed in range(12):
        states, players = GAME.new(3, seed=seed, optional_powers=bool(seed % 2)), Players(GAME, seed)
        while not states["over"][0]:
            if states["phase"][0] == Phase.PLAN and states["unplaced"][0].sum() == 15 and states["game_round"][0] > 2:
                found.append(states.copy())
            GAME.kernels.apply_at(states, 0, players.bot(states))
    return found


def hardened(draw, states, character):
    """The position with a rich hand and four stacks of the seat to act; not one that a game could lead to."""
    world = states.copy()
    s = world[0]
    p = int(s.seat)
    s.character[p] = character
    s.coins[p] = draw.integers(10)
    s.score[p] = draw.integers(3)
    s.fish_tiles[p] = draw.integers(t.FISH_TILES + 1)
    s.treasure_tiles[p] = t.TREASURE_TILES if draw.random() < 0.7 else draw.integers(t.TREASURE_TILES + 1)
    stacks = draw.choice(t.KINDS, 4, replace=False)
    s.markers[stacks, p] = 1
    s.unplaced[p] = 1
    s.boat[p] = draw.choice(np.flatnonzero(s.cell_kind == SEA))
    return world


def seconds(world):
    """Least time of three looks at what everybody may plan; the others, without stacks, cost next to nothing."""
    best = np.inf
    for _ in range(3):
        start = time.perf_counter()
        start_plans(world[0])
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    draw, start = np.random.default_rng(1), boards()
    start_plans(start[0][0])  # compiles
    for character in (None, t.BEGGAR, t.NAVIGATOR, t.VENDOR, t.DIVER):
        worst = 0.0
        for _ in range(TRIES // 5):
            world = hardened(draw, start[draw.integers(len(start))], t.MISSIONARY if character is None else character)
            worst = max(worst, seconds(world))
        name = "no power" if character is None else t.CHARACTER_NAMES[character]
        print(f"{name:<10} {1000 * worst:6.2f} ms at most")


if __name__ == "__main__":
    main()
