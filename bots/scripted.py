"""The scripted bot: each room's own ``choose``, compiled, from observation and mask only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..envs.engine.checking import plain_array
from ..envs.engine.dice import Purpose, derive_seed
from ..envs.engine.errors import BadOption
from ..envs.engine.game import MAX_SEED, Game
from ..envs.engine.registry import find_game
from .base import check_views
from .checks import check_rng

__all__ = ["ScriptedBot"]


class ScriptedBot:
    """Plays by the rules of thumb in the room's ``bot.py``.

    Args:
        game: the game or its id.

    Raises:
        BadOption: the game has no scripted bot.
        UnknownGame: there is no such game.
    """

    name = "scripted"

    def __init__(self, game: str | Game) -> None:
        self.game = find_game(game)
        if "choose" not in self.game.rules:
            raise BadOption(f"{self.game.id} has no scripted bot; allowed: 'random' or a bot of your own")

    def check_game(self, game: Game) -> None:
        """Refuses every game but the bot's own.

        Raises:
            BadOption: it is another one.
        """
        if (game.id, game.version) != (self.game.id, self.game.version):
            raise BadOption(f"this scripted bot plays {self.game.id}, not {game.id}")

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The scripted action of each row, ``(N,)``; see ``Bot.act``.

        Raises:
            BadOption, IllegalAction: as ``check_views``.
        """
        check_views(observations, masks, self.game.observation.size, self.game.actions.size)
        words = np.zeros(4, np.int32)
        drawn = int(check_rng(rng).integers(MAX_SEED))
        self.game.kernels.seed_random(words, int(derive_seed(Purpose.BOT.value, drawn, 0, 0)))
        out = np.empty(len(masks), np.int64)
        self.game.kernels.bot_act(plain_array(observations, np.float32), plain_array(masks, np.int8), words, out)
        return out
