"""What a bot is, and how one is named."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..envs.engine.errors import BadOption, IllegalAction
from ..envs.engine.game import Game
from ..envs.engine.registry import find_game

__all__ = ["Bot", "ask_bot", "bot_name", "find_bot"]


@runtime_checkable
class Bot(Protocol):
    """Anything that chooses actions from what the acting seats see, for many games at once.

    A bot gets observations and masks, and nothing else: no state, no seat number, no rewards.
    """

    def act(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Chooses one action per row.

        Args:
            observations: ``(N, D)`` float32, what the seats to act see.
            masks: ``(N, A)`` int8, their legal actions; at least one per row.
            rng: the only source of randomness, so that matches can be repeated.

        Returns:
            ``(N,)`` int64, legal actions.
        """
        ...


def find_bot(bot: str | Bot, game: str | Game) -> Bot:
    """The bot of this name: ``"random"`` or ``"scripted"``; a bot is given back as it is.

    Raises:
        BadOption: there is no such bot, or the game has no scripted bot.
        UnknownGame: there is no such game.
    """
    from .random import RandomBot
    from .scripted import ScriptedBot

    if bot == "random":
        return RandomBot()
    if bot == "scripted":
        return ScriptedBot(find_game(game))
    if not isinstance(bot, (str, type)) and callable(getattr(bot, "act", None)):
        return bot
    allowed = "'random', 'scripted', or an object with act(observations, masks, rng)"
    raise BadOption(f"{bot!r} is no bot; allowed: {allowed}")


def ask_bot(
    bot: Bot, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
) -> NDArray[np.int64]:
    """The bot's actions, ``(N,)`` int64, checked in shape and type; the engine checks that they are legal.

    Raises:
        IllegalAction: the bot gave something else than N whole numbers.
    """
    actions = np.asarray(bot.act(observations, masks, rng))
    if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
        raise IllegalAction(
            f"bot {bot_name(bot)} gave actions of shape {actions.shape} and type {actions.dtype}; "
            f"allowed: whole numbers of shape ({len(masks)},)"
        )
    return actions.astype(np.int64)


def bot_name(bot: Bot) -> str:
    """The bot's ``name`` if it has one, else the name of its class."""
    return str(getattr(bot, "name", type(bot).__name__))
