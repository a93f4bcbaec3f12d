"""Trains Around the World in 80 Days by self-play: one policy for all seats, then matches against bots.

    python examples/eighty_days_ppo.py                          # the default run, a few minutes
    python examples/eighty_days_ppo.py --long --minutes 30      # learn from the scripted bot, then to beat it
    python examples/eighty_days_ppo.py --minutes 30 --seed 2    # longer, by the clock
    python examples/eighty_days_ppo.py --players 5 --london-penalty per_round
    python examples/eighty_days_ppo.py --resume                 # go on with an interrupted run or the last model
    python examples/eighty_days_ppo.py --resume --steps 500000  # the same, so many decisions more

Model, checkpoints, TensorBoard log, learning curve and result.json go to runs/eighty_days-<players>p, or to
that with a number where such a folder holds a model already.
"""

from __future__ import annotations

from training import Recipe, run

RECIPE = Recipe(game="eighty_days", num_players=3, steps=1_000_000)

if __name__ == "__main__":
    run(RECIPE)
