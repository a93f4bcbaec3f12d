"""The same loop over games of other packages, where these are installed (extra ``peers``): ``speed.py --peers``.

Absolute speeds of different games say little about engines; they say what a user of each package gets from its usual
loop in Python. Each loop plays uniformly random legal actions to the end of game after game, and reads the acting
seat's observation and legal actions at every decision.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from typing import Any

PETTINGZOO = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6", "chess_v6")
OPENSPIEL = ("tic_tac_toe", "connect_four", "leduc_poker", "backgammon", "chess")


def pick_legal(mask: Any) -> int:
    """A uniformly random index among those that are not zero: ``nonzero`` and one random number."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def play_aec(env: Any, decisions: int, pick: Callable[[Any], int] = pick_legal) -> float:
    """Decisions a second through ``agent_iter``, ``last`` and ``step`` of any PettingZoo AEC environment with masks."""
    env.reset(seed=7)
    done = 0
    began = time.perf_counter()
    while done < decisions:
        for _ in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
            else:
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                env.step(pick(mask))
                done += 1
        env.reset()
    return done / (time.perf_counter() - began)


def play_openspiel(game: Any, decisions: int) -> float:
    """Decisions a second through OpenSpiel's states: legal actions, observation tensor, apply; we draw chance."""
    done = 0
    began = time.perf_counter()
    while done < decisions:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            done += 1
    return done / (time.perf_counter() - began)


def peers() -> dict[str, Callable[[int], float]]:
    """A measurement for each game of another package that is installed, by name; takes the number of decisions."""
    found: dict[str, Callable[[int], float]] = {}
    for name in PETTINGZOO:
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            module.env().reset(seed=7)  # some need packages of their own
        except Exception as error:
            print(f"  PettingZoo {name} left out: {error}")
            continue
        found[f"PettingZoo {name}"] = lambda decisions, module=module: play_aec(module.env(), decisions)  # type: ignore[misc]
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("  OpenSpiel left out: pyspiel is not installed")
        return found
    for name in OPENSPIEL:
        game = pyspiel.load_game(name)
        found[f"OpenSpiel {name}"] = lambda decisions, game=game: play_openspiel(game, decisions)  # type: ignore[misc]
    return found
