"""What a bot is, and how one is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..envs.engine.errors import BadOption, IllegalAction
from ..envs.engine.game import Game
from ..envs.engine.registry import find_game

if TYPE_CHECKING:
    from ..envs.engine.aec import GameEnv

__all__ = ["Bot", "ask_bot", "bot_name", "check_views", "choose_action", "find_bot"]


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


def check_views(
    observations: NDArray[np.float32], masks: NDArray[np.int8], numbers: int | None = None, actions: int | None = None
) -> None:
    """Whether these are views that a bot can choose from, one row per game.

    Args:
        observations: to be ``(N, numbers)``.
        masks: to be ``(N, actions)``, with a legal action in every row.
        numbers, actions: sizes that the bot knows; None: any.

    Raises:
        BadOption: wrong shapes, such as one game without a row of its own, or the views of another game.
        IllegalAction: a row of ``masks`` has no legal action.
    """
    seen, legal = np.shape(observations), np.shape(masks)
    fits = len(seen) == len(legal) == 2 and seen[0] == legal[0]
    if not fits or numbers not in (None, seen[1]) or actions not in (None, legal[1]):
        wanted = f"(N, {'D' if numbers is None else numbers}) and (N, {'A' if actions is None else actions})"
        raise BadOption(
            f"observations of shape {seen} and masks of shape {legal} do not fit; allowed: {wanted}, a row for each "
            "game (one game: observation[None], mask[None], or choose_action)"
        )
    empty = ~np.asarray(masks, bool).any(axis=1)
    if empty.any():
        raise IllegalAction(f"row {int(empty.argmax())} of the masks has no legal action; at least one is needed")


def choose_action(bot: str | Bot, env: GameEnv, rng: np.random.Generator) -> int:
    """What a bot would do for ``env.agent_selection``, for loops over one environment.

    Args:
        bot: a bot or its name, as in ``find_bot``.
        env: an environment of meeplezoo, also within PettingZoo's wrappers.
        rng: the only source of randomness.

    Returns:
        A legal action.

    Raises:
        BadOption: there is no such bot.
        IllegalAction: the game is over, or the bot gave no whole number.
    """
    view = env.observe(env.agent_selection)
    found = find_bot(bot, env.unwrapped.game)
    check_views(view["observation"][None], view["action_mask"][None])
    return int(ask_bot(found, view["observation"][None], view["action_mask"][None], rng)[0])


def bot_name(bot: Bot) -> str:
    """The bot's ``name`` if it has one, else the name of its class."""
    return str(getattr(bot, "name", type(bot).__name__))
