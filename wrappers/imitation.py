"""A warm start: a policy learns to play like a bot before reinforcement learning makes it better.

The bot plays against itself; the policy learns its choices by masked cross-entropy, and the value head what came of
each position for the seat that decided there.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from torch.nn import functional

from ..bots.base import Bot, Table, ask_bot, find_bot
from ..bots.checks import check_number
from ..bots.policy import PolicyBot
from ..bots.random import RandomBot
from ..envs.engine.batch import Batch
from ..envs.engine.dice import Purpose, derive_seed, stream
from ..envs.engine.errors import BadOption
from ..envs.engine.game import check_seed, check_whole
from .sb3 import SelfPlayVecEnv
from .self_play import seat_advantages, source_of

__all__ = ["imitate"]

Rows = NDArray[np.int64]  # indices into a lesson


def imitate(
    model: MaskablePPO,
    bot: str | Bot = "scripted",
    decisions: int = 200_000,
    *,
    epochs: int = 3,
    own: float = 0.3,
    noise: float = 0.03,
    learning_rate: float = 1e-3,
    batch_size: int = 512,
    value_weight: float = 0.5,
    lesson: int = 50_000,
    max_seconds: float | None = None,
    seed: int = 0,
    verbose: int = 0,
) -> dict[str, float]:
    """Teaches policy and value head of a model what a bot does in the model's game.

    All seats are played by the bot, in games of their own with the players, options and reward of the model's
    environment, which is not touched. Some moves are others' (``own``, ``noise``), so that positions appear that the
    bot alone would not reach; what is learnt there is still the bot's choice. Play and learning alternate: a lesson
    is collected, learnt ``epochs`` times, and forgotten, by an optimizer of its own. Equal arguments and models give
    equal results, but for ``max_seconds``.

    Args:
        model: a ``MaskablePPO`` (also ``SelfPlayPPO``) with a ``SelfPlayVecEnv``, also within wrappers. Within
            ``VecNormalize`` (of rewards) returns are scaled by its running spread, which takes them in.
        bot: a bot, or its name.
        decisions: how many to learn from, of all seats; rounded up to whole lessons.
        epochs: passes over each lesson.
        own: chance that a move is drawn from the policy instead of made by the bot.
        noise: chance that a move is a random one.
        learning_rate: at the start; it falls to a tenth.
        batch_size: decisions per step of the optimizer.
        value_weight: of the squared error of the values, beside the cross-entropy of the choices.
        lesson: decisions collected at a time.
        max_seconds: stop with the lesson in which this time is over.
        seed: of the games, the moves and the order of learning.
        verbose: 1 prints the figures of each lesson.

    Returns:
        ``decisions`` learnt from, ``seconds``, and of the last lesson, before it was learnt: ``accuracy`` (part of the
        bot's choices that the policy held likeliest), ``cross_entropy`` in nats, ``value_correlation`` with returns.

    Raises:
        BadOption: an argument that is not allowed, or an environment that is none of the above; nothing was learnt.
        IllegalAction: the bot chose an action that is not legal; the message names bot, seat, game, seed and action.
        BotError: the bot raised; the message names bot, seat, game and seed.
    """
    source = _source_with_bot(model, bot)
    numbers = {"decisions": decisions, "epochs": epochs, "batch_size": batch_size, "lesson": lesson}
    for name, number in numbers.items():
        check_whole(name, number, 1)
    check_number("own", own, 0, 1), check_number("noise", noise, 0, 1), check_number("own + noise", own + noise, 0, 1)
    check_number("learning_rate", learning_rate, 0, open_ends=True), check_number("value_weight", value_weight, 0)
    if max_seconds is not None:
        check_number("max_seconds", max_seconds, 0, open_ends=True)
    check_whole("verbose", verbose, 0)
    games = _games_of(source, int(derive_seed(Purpose.IMITATION.value, check_seed(seed), 0, 0)))
    rng = stream(Purpose.IMITATION, seed)
    players = find_bot(bot, games.game), PolicyBot(model, deterministic=False), RandomBot()
    chances = 1 - own - noise, own, noise
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=learning_rate, eps=1e-5)
    steps, rounds = -(-lesson // len(games)), -(-decisions // lesson)
    figures: dict[str, float] = {}
    started, spent, done = time.monotonic(), 0.0, 0
    while done < rounds and (max_seconds is None or spent < max_seconds):
        passed = max(done / rounds, spent / max_seconds if max_seconds else 0.0)
        optimizer.param_groups[0]["lr"] = learning_rate * (1 - 0.9 * passed)
        taught = _play(games, players, chances, steps, rng)
        taught.returns = _as_rewarded(model, taught.returns)
        seen = _examine(model, taught)
        for _ in range(epochs):
            _learn(model, taught, optimizer, rng.permutation(steps * len(games)), batch_size, value_weight)
        done, spent = done + 1, time.monotonic() - started
        figures = {"decisions": done * steps * len(games), "seconds": round(spent, 3), **seen}
        if verbose:
            print(", ".join(f"{name} {figure:,.4g}" for name, figure in figures.items()), flush=True)
    return figures


@dataclass
class _Lesson:
    """What there is to learn from M decisions."""

    observations: NDArray[np.float32]  # (M, D)
    masks: NDArray[np.int8]  # (M, A)
    actions: NDArray[np.int64]  # (M,), what the bot would do
    returns: NDArray[np.float32]  # (M,), what the seat got from there to the end; nan where the end is not known


def _source_with_bot(model: MaskablePPO, bot: str | Bot) -> SelfPlayVecEnv:
    """The model's environment, whose game the bot plays."""
    if not isinstance(model, MaskablePPO):
        raise BadOption(f"model={model!r} is not allowed; it must be a SelfPlayPPO or MaskablePPO")
    source = source_of(model.env)
    find_bot(bot, source.batch.game)
    return source


def _games_of(source: SelfPlayVecEnv, seed: int) -> Batch:
    """Games like those of an environment."""
    games = source.batch.clone()
    games.reset(seed)
    return games


def _play(
    games: Batch, players: tuple[Bot, Bot, Bot], chances: tuple[float, ...], steps: int, rng: np.random.Generator
) -> _Lesson:
    """T steps of N games; the first player's choices are what is taught, all make moves by their chances."""
    shape = steps, len(games)
    observations = np.empty((*shape, games.game.observation.size), np.float32)
    masks = np.empty((*shape, games.game.actions.size), np.int8)
    actions, seats = np.empty(shape, np.int64), np.empty(shape, np.int64)
    rewards, ends = np.empty((*shape, games.rewards.shape[1]), np.float32), np.empty(shape, np.bool_)
    for t in range(steps):
        observations[t], masks[t], seats[t] = games.observations, games.masks, games.seats
        table = Table(games.game, seats[t], games.seeds)
        actions[t] = ask_bot(players[0], observations[t], masks[t], rng, table)
        moves, who = actions[t].copy(), rng.choice(len(players), len(games), p=chances)
        for k in (1, 2):
            rows = np.flatnonzero(who == k)
            if len(rows):
                place = Table(games.game, seats[t, rows], games.seeds[rows])
                moves[rows] = ask_bot(players[k], observations[t, rows], masks[t, rows], rng, place)
        games.step(moves)
        rewards[t], ends[t] = games.rewards, games.dones
    returns = seat_advantages(seats, rewards, ends, np.zeros(shape, np.float32), 0 * rewards[0], 1.0, 1.0)
    returns[~np.maximum.accumulate(ends[::-1])[::-1]] = np.nan
    flat = observations.reshape(-1, observations.shape[-1]), masks.reshape(-1, masks.shape[-1])
    return _Lesson(*flat, actions.ravel(), returns.ravel())


def _as_rewarded(model: MaskablePPO, returns: NDArray[np.float32]) -> NDArray[np.float32]:
    """The returns on the scale of the rewards that the model will get."""
    normalizer = model.get_vec_normalize_env()
    if normalizer is None or not normalizer.norm_reward:
        return returns
    if normalizer.training:
        normalizer.ret_rms.update(returns[np.isfinite(returns)])
    return normalizer.normalize_reward(returns).astype(np.float32)


def _judge(model: MaskablePPO, lesson: _Lesson, rows: Rows) -> tuple[torch.Tensor, torch.Tensor]:
    """Values and log chances of the bot's choices, ``(len(rows),)`` each."""
    seen, chosen = (torch.as_tensor(a[rows], device=model.device) for a in (lesson.observations, lesson.actions))
    values, log_chances, _ = model.policy.evaluate_actions(seen, chosen, torch.as_tensor(lesson.masks[rows]))
    return values.flatten(), log_chances


def _examine(model: MaskablePPO, lesson: _Lesson, size: int = 4096) -> dict[str, float]:
    """How well the model knows the lesson already, by a part of it."""
    rows = np.arange(0, len(lesson.actions), -(-len(lesson.actions) // size))
    model.policy.set_training_mode(False)
    with torch.no_grad():
        values, log_chances = (tensor.cpu().numpy() for tensor in _judge(model, lesson, rows))
    likeliest = ask_bot(PolicyBot(model), lesson.observations[rows], lesson.masks[rows], stream(Purpose.IMITATION, 0))
    known = np.isfinite(lesson.returns[rows])
    with np.errstate(invalid="ignore"):
        correlation = np.corrcoef(values[known], lesson.returns[rows][known])[0, 1] if known.sum() > 1 else np.nan
    accuracy = (likeliest == lesson.actions[rows]).mean()
    figures = {"accuracy": accuracy, "cross_entropy": -log_chances.mean(), "value_correlation": correlation}
    return {name: float(figure) for name, figure in figures.items()}


def _learn(
    model: MaskablePPO, lesson: _Lesson, optimizer: torch.optim.Optimizer, order: Rows, size: int, value_weight: float
) -> None:
    """One pass over the lesson in the given order, ``size`` rows at a time."""
    model.policy.set_training_mode(True)
    for first in range(0, len(order), size):
        rows = order[first : first + size]
        values, log_chances = _judge(model, lesson, rows)
        loss = -log_chances.mean()
        known = np.isfinite(lesson.returns[rows])
        if known.any():
            wanted = torch.as_tensor(lesson.returns[rows][known], device=model.device)
            loss = loss + value_weight * functional.mse_loss(values[torch.as_tensor(known)], wanted)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.policy.parameters(), 1.0)
        optimizer.step()
