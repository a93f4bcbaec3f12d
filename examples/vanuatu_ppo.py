"""Trains Vanuatu by self-play: one policy for all seats, then matches against bots.

    python examples/vanuatu_ppo.py                             # the default run, a few minutes
    python examples/vanuatu_ppo.py --long --minutes 30         # learn from the scripted bot, then to beat it
    python examples/vanuatu_ppo.py --minutes 30 --seed 2       # longer, by the clock
    python examples/vanuatu_ppo.py --players 5 --governor      # another player count and variant
    python examples/vanuatu_ppo.py --resume                    # go on with an interrupted run or the last model
    python examples/vanuatu_ppo.py --resume --steps 500000     # the same, so many decisions more

Model, checkpoints, TensorBoard log, learning curve and result.json go to runs/vanuatu-<players>p, or to
that with a number where such a folder holds a model already.
"""

from __future__ import annotations

from training import Recipe, run

RECIPE = Recipe(game="vanuatu", num_players=3, steps=1_500_000)

if __name__ == "__main__":
    run(RECIPE)
