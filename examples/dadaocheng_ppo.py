"""Trains Dadaocheng by self-play: one policy for all seats, then matches against bots.

    python examples/dadaocheng_ppo.py                            # the default run
    python examples/dadaocheng_ppo.py --long --minutes 30        # learn from the scripted bot, then to beat it
    python examples/dadaocheng_ppo.py --minutes 30 --seed 2      # longer, by the clock
    python examples/dadaocheng_ppo.py --players 1                # solo: the score against 50, 60 and 70
    python examples/dadaocheng_ppo.py --resume                   # go on with an interrupted run or the last model
    python examples/dadaocheng_ppo.py --resume --steps 5000000   # the same, so many decisions more

Model, checkpoints, TensorBoard log, learning curve and result.json go to runs/dadaocheng-<players>p, or to
that with a number where such a folder holds a model already.
"""

from __future__ import annotations

from training import Recipe, run

RECIPE = Recipe(game="dadaocheng", num_players=2, steps=2_000_000)

if __name__ == "__main__":
    run(RECIPE)
