"""Trains China by self-play: one policy for all seats, then matches against bots.

    python examples/china_ppo.py                          # the default run, a few minutes
    python examples/china_ppo.py --long --minutes 30      # learn from the scripted bot, then to beat it
    python examples/china_ppo.py --minutes 5 --seed 2     # by the clock
    python examples/china_ppo.py --players 5 --forts      # another player count and variant
    python examples/china_ppo.py --resume                 # go on with an interrupted run or the last model
    python examples/china_ppo.py --resume --steps 500000  # the same, so many decisions more
    python examples/china_ppo.py --reward score --against scripted    # points instead of places, one learning seat

Model, checkpoints, TensorBoard log, learning curve and result.json go to runs/china-<players>p, or to
that with a number where such a folder holds a model already.
"""

from __future__ import annotations

from training import Recipe, run

RECIPE = Recipe(game="china", num_players=3, steps=1_000_000, learning_rate=(1e-3, 1e-4))

if __name__ == "__main__":
    run(RECIPE)
