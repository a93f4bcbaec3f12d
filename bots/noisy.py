"""A bot that makes some of its moves at random, so that deterministic players meet games that differ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..envs.engine.game import Game
from .base import Bot, ask_bot, bot_name, check_bot, check_views
from .checks import check_number, check_rng
from .random import RandomBot

__all__ = ["NoisyBot"]


class NoisyBot:
    """Plays as another bot does, but for a share of moves that are uniformly random among the legal ones.

    A game with few openings and players without chance repeats itself: a match of hundreds of games may then hold a
    dozen different ones (``MatchResult.distinct``). Against this bot hardly two games are alike.

    Args:
        bot: who plays, such as ``ScriptedBot("yunnan")``.
        noise: the chance of each move to be a random one, from 0 to 1.

    Raises:
        BadOption: ``bot`` is none, or only a name (``find_bot`` makes a bot of it), or ``noise`` is out of range.
    """

    def __init__(self, bot: Bot, noise: float = 0.2) -> None:
        check_bot(None if isinstance(bot, str) else bot)
        self.bot = bot
        self.noise = check_number("noise", noise, 0, 1)
        self.name = f"{bot_name(bot)}~{self.noise:.0%}"

    def check_game(self, game: Game) -> None:
        """Refuses a game that the bot behind does not play."""
        say = getattr(self.bot, "check_game", None)
        if callable(say):
            say(game)

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The bot's action or a random one, for each row, ``(N,)``; see ``Bot.act``.

        Raises:
            BadOption, IllegalAction: as ``check_views``; also what the bot behind raises (``ask_bot``).
        """
        check_views(observations, masks)
        moves = RandomBot().act(observations, masks, check_rng(rng))
        kept = np.flatnonzero(rng.random(len(masks)) >= self.noise)
        if len(kept):
            moves[kept] = ask_bot(self.bot, observations[kept], masks[kept], rng)
        return moves
