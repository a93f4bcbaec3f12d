"""What a bot is, how one is named, and the one place where bots are asked."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..envs.engine.errors import BadOption, BotError, IllegalAction
from ..envs.engine.game import Game
from ..envs.engine.registry import find_game
from .checks import check_rng

if TYPE_CHECKING:
    from ..envs.engine.aec import GameEnv

__all__ = ["BOT_NAMES", "Bot", "Table", "ask_bot", "bot_name", "check_bot", "check_views", "choose_action", "find_bot"]

#: The bots that have a name.
BOT_NAMES = ("random", "scripted", "noisy")


@runtime_checkable
class Bot(Protocol):
    """Anything that chooses actions from what the acting seats see, for many games at once.

    A bot gets observations and masks, and nothing else: no state, no seat number, no rewards. The arrays are
    read-only copies, which it may keep. A bot that plays one game only can have a method ``check_game(game: Game)``
    that raises ``BadOption`` for any other: it is then refused before a game begins.
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


def check_bot(bot: Any) -> None:
    """Whether this is a bot, or the name of one; for which game does not matter yet.

    Raises:
        BadOption: it is neither.
    """
    named = isinstance(bot, str) and bot in BOT_NAMES
    if not named and (isinstance(bot, (str, type)) or not callable(getattr(bot, "act", None))):
        names = ", ".join(map(repr, BOT_NAMES))
        raise BadOption(f"{bot!r} is no bot; allowed: {names}, or an object with act(observations, masks, rng)")


def find_bot(bot: str | Bot, game: str | Game) -> Bot:
    """The bot of this name: ``"random"``, ``"scripted"``, or ``"noisy"``, the scripted bot with 20 % random moves.

    A bot is given back as it is, once it has had its say about the game (``Bot.check_game``).

    Raises:
        BadOption: there is no such bot, the game has no scripted bot, or the bot is made for another game.
        UnknownGame: there is no such game.
    """
    from .noisy import NoisyBot
    from .random import RandomBot
    from .scripted import ScriptedBot

    check_bot(bot)
    found = find_game(game)
    if isinstance(bot, str):
        makers: dict[str, Callable[[], Bot]] = {
            "random": RandomBot,
            "scripted": lambda: ScriptedBot(found),
            "noisy": lambda: NoisyBot(ScriptedBot(found)),
        }
        return makers[bot]()
    say = getattr(bot, "check_game", None)
    if callable(say):
        say(found)
    return bot


@dataclass(frozen=True)
class Table:
    """Where a bot is asked, for messages.

    Attributes:
        game: the game.
        seats: ``(N,)``, the seat to act in each row.
        seeds: ``(N,)``, the seed of each row's game; -1: no seed leads to it.
    """

    game: Game
    seats: NDArray[np.int64]
    seeds: NDArray[np.int64]

    def place(self, row: int) -> str:
        """Seat, game and seed of a row."""
        seed = int(self.seeds[row])
        return f"in seat {int(self.seats[row])} of {self.game.id}" + (f", game seed {seed}" if seed >= 0 else "")

    def action(self, action: int) -> str:
        """The action with its text, where it has one."""
        known = 0 <= action < self.game.actions.size
        return f"{action} ({self.game.actions.describe(action)})" if known else str(action)


def ask_bot(
    bot: Bot,
    observations: NDArray[np.float32],
    masks: NDArray[np.int8],
    rng: np.random.Generator,
    table: Table | None = None,
) -> NDArray[np.int64]:
    """The bot's actions, checked: the one place where matches, environments and teachers ask a bot.

    The bot gets read-only copies, so that nothing that it does to them, or keeps of them, reaches the caller.

    Args:
        bot: who is asked.
        observations: ``(N, D)``.
        masks: ``(N, A)``, a legal action in every row.
        rng: the only source of randomness.
        table: where the rows come from; errors name seat, game and seed then.

    Returns:
        ``(N,)`` int64, fresh, all of them legal.

    Raises:
        IllegalAction: the bot gave something else than N whole numbers, or an action that is not legal.
        BotError: the bot raised; ``__cause__`` is what it raised.
    """
    try:
        actions = np.asarray(bot.act(_closed(observations), _closed(masks), rng))
    except Exception as error:
        kind = IllegalAction if isinstance(error, IllegalAction) else BotError
        place = _place(_culprit(bot, observations, masks, rng, len(masks)), len(masks), table)
        raise kind(f"bot {bot_name(bot)} raised {type(error).__name__}{place}: {error}") from error
    if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
        raise IllegalAction(
            f"bot {bot_name(bot)} gave actions of shape {actions.shape} and type {actions.dtype}"
            f"{_place(None, len(masks), table)}; allowed: whole numbers of shape ({len(masks)},)"
        )
    chosen = actions.astype(np.int64)
    legal = (chosen >= 0) & (chosen < masks.shape[1])
    legal[legal] = masks[legal, chosen[legal]] != 0
    if not legal.all():
        raise IllegalAction(_say_illegal(bot, int(legal.argmin()), actions, masks, table))
    return chosen


def _closed(array: NDArray[Any]) -> NDArray[Any]:
    """A read-only copy."""
    copied = array.copy()
    copied.flags.writeable = False
    return copied


def _culprit(
    bot: Bot, observations: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator, rows: int
) -> int | None:
    """The row on which a bot raises; None where none of them alone makes it."""
    if rows == 1:
        return 0
    for row in range(rows):
        try:
            bot.act(_closed(observations[row : row + 1]), _closed(masks[row : row + 1]), deepcopy(rng))
        except Exception:
            return row
    return None


def _place(row: int | None, rows: int, table: Table | None) -> str:
    """Where it was: the row's place, or that of the first of all that were asked about at once."""
    if table is None:
        return "" if row is None or rows == 1 else f" on row {row}"
    if row is not None:
        return f" {table.place(row)}"
    more = "" if rows == 1 else f" and {rows - 1} more games, seats {sorted(set(table.seats.tolist()))}"
    return f" {table.place(0)}{more}"


def _say_illegal(bot: Bot, row: int, actions: NDArray[Any], masks: NDArray[np.int8], table: Table | None) -> str:
    def text(action: int) -> str:
        return str(action) if table is None else table.action(action)

    legal = np.flatnonzero(masks[row]).tolist()
    more = f", ... {len(legal) - 8} more" if len(legal) > 8 else ""
    return (
        f"bot {bot_name(bot)} gave action {text(int(actions[row]))}{_place(row, len(masks), table)}, "
        f"which is not legal; legal: {', '.join(map(text, legal[:8]))}{more}"
    )


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
        BadOption: there is no such bot, it plays another game, or ``env`` or ``rng`` are something else.
        IllegalAction: the game is over, or the bot gave no legal action.
        BotError: the bot raised.
    """
    inner: Any = getattr(env, "unwrapped", None)
    if not isinstance(getattr(inner, "game", None), Game):
        raise BadOption(f"env={env!r} is not allowed; it must be an environment that meeplezoo.make gives")
    found = find_bot(bot, inner.game)
    check_rng(rng)
    agent = env.agent_selection
    view = env.observe(agent)
    seen, mask = view["observation"][None], view["action_mask"][None]
    check_views(seen, mask)
    seed = getattr(inner, "game_seed", None)
    seat = inner.possible_agents.index(agent)
    table = Table(inner.game, np.array([seat]), np.array([-1 if seed is None else seed]))
    return int(ask_bot(found, seen, mask, rng, table)[0])


def bot_name(bot: Bot) -> str:
    """The bot's ``name`` if it has one, else the name of its class."""
    return str(getattr(bot, "name", type(bot).__name__))
