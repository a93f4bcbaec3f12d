"""Matches: one contestant against others, every seat equally often, the same games for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.engine.batch import Batch
from ..envs.engine.dice import Purpose, derive_seed, stream
from ..envs.engine.errors import BadOption
from ..envs.engine.game import Game, check_seed, check_whole
from ..envs.engine.registry import find_game
from .base import Bot, Table, ask_bot, bot_name, find_bot
from .checks import check_number

__all__ = ["BLOCK", "MatchResult", "play_match", "wilson_interval"]

#: Seeds that are played side by side. It is fixed, as the bots of a block share generators: the result of a match
#: depends on its arguments only, and its first blocks are those of any longer match.
BLOCK = 256

#: FNV-1a in 64 bits, over action numbers: two different sequences meet once in 10^19.
HASH_START, HASH_FACTOR = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)


@dataclass(frozen=True)
class MatchResult:
    """How a contestant did.

    Attributes:
        game: the game's id.
        contestant, opponents: names of the bots.
        num_players: seats per game.
        num_games: games played, a multiple of ``num_players``.
        win_share: mean share of first places: 1 for a win, 1/k for a tie of k for first, 0 otherwise; nan for
            solo games.
        low, high: 95 % Wilson interval of ``win_share``; see ``wilson_interval``.
        mean_score: of the contestant, by the game's full scoring.
        mean_rank: of the contestant, 0 for first place, ties share the better one.
        seat_shares: win share by the contestant's seat.
        decisions: of all seats in all games.
        distinct: how many of the games differ in their sequence of actions, of all seats. Few openings and players
            without chance make few; shares and intervals then rest on so many games only, however many were played.
        seed: that the match was played with.
        options: of the game, explicit.
        shares: ``(num_games,)`` float64, the share of each game; seat after seat, the same games in each.
        scores: ``(num_games,)`` int64, the contestant's score in each game.
        lengths: ``(num_games,)`` int64, the decisions of all seats in each game.
    """

    game: str
    contestant: str
    opponents: str
    num_players: int
    num_games: int
    win_share: float
    low: float
    high: float
    mean_score: float
    mean_rank: float
    seat_shares: tuple[float, ...]
    decisions: int
    distinct: int
    seed: int
    options: dict[str, Any]
    shares: NDArray[np.float64] = field(repr=False, compare=False)
    scores: NDArray[np.int64] = field(repr=False, compare=False)
    lengths: NDArray[np.int64] = field(repr=False, compare=False)

    HEADER = (
        f"{'contestant':<12} {'against':<20} {'games':>6} {'distinct':>8} {'win share':>9} {'95 % interval':>15} "
        f"{'score':>8} {'place':>5}  share by seat"
    )

    @property
    def fair_share(self) -> float:
        """The win share of equally strong seats: 1 / num_players."""
        return 1 / self.num_players

    def row(self) -> str:
        """The result as a line under ``MatchResult.HEADER``; ``place`` is the mean place, 1 for the first."""
        start = f"{self.contestant:<12} {self.opponents:<20} {self.num_games:>6} {self.distinct:>8}"
        if self.num_players == 1:
            return f"{start} {'-':>9} {'-':>15} {self.mean_score:>8.2f} {'-':>5}  -"
        interval = f"{self.low:.3f} - {self.high:.3f}"
        seats = " ".join(f"{share:.2f}" for share in self.seat_shares)
        return (
            f"{start} {self.win_share:>9.3f} {interval:>15} {self.mean_score:>8.2f} {1 + self.mean_rank:>5.2f}  {seats}"
        )

    def __str__(self) -> str:
        return f"{self.HEADER}\n{self.row()}"

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain values, for JSON (None for nan); without the single games."""
        kept = {name: value for name, value in vars(self).items() if name not in ("shares", "scores", "lengths")}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in kept.items()}
        return {name: None if isinstance(value, float) and isnan(value) else value for name, value in plain.items()}


def wilson_interval(wins: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a share.

    Args:
        wins: the sum of the shares, 0 to ``games``. Ties make it fractional: shares between 0 and 1 vary less than
            wins and losses of the same mean, so the interval is then a little wider than needed, never too narrow.
        games: how many.
        confidence: of the two-sided interval, between 0 and 1.

    Returns:
        Lower and upper bound.

    Raises:
        BadOption: ``games`` is no whole number above 0, or ``wins`` or ``confidence`` no number in its range.
    """
    check_whole("games", games, 1)
    check_number("wins", wins, 0, games)
    check_number("confidence", confidence, 0, 1, open_ends=True)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def play_match(
    game: str | Game,
    contestant: str | Bot,
    opponents: str | Bot | Sequence[str | Bot] = "random",
    num_games: int = 400,
    num_players: int | None = None,
    seed: int = 0,
    **options: Any,
) -> MatchResult:
    """Plays a contestant against opponents.

    The contestant takes each seat equally often, and each seat gets the same seeds, so that no seat and no deal
    favours anyone. A bot sees observations and masks only. Equal arguments give equal results. Players without
    chance (``PolicyBot`` as it is by default, the scripted bots) can play the same game again and again where there
    are few openings: look at ``distinct``, and let ``"noisy"`` or ``PolicyBot(model, deterministic=False)`` play where
    it is low. For the same reason a policy that has learnt little can lose to random play.

    Args:
        game: the game or its id.
        contestant: a bot, or the name of one (``find_bot``).
        opponents: one of the same for all other seats, or a sequence of ``num_players - 1`` for the seats after the
            contestant's, in turn order. Solo games ignore it.
        num_games: at least 1; rounded up to a multiple of the player count.
        num_players: default: the game's.
        seed: of the match, in [0, 2^63).
        **options: the game's options. There is no ``reward``: matches count places and scores, by the game's rules.

    Raises:
        BadOption: an argument that is unknown or not allowed, also a bot that is made for another game.
        UnknownGame: there is no such game.
        IllegalAction: a bot chose an illegal action; the message names bot, seat, game, seed and action.
        BotError: a bot raised; the message names bot, seat, game and seed.
    """
    found = find_game(game)
    _refuse_others(found, options)
    setting = found.configure(num_players, options)
    per_seat = -(-check_whole("num_games", num_games, 1) // setting.num_players)
    seed = check_seed(seed)
    table = [find_bot(contestant, found), *_opponents(opponents, found, setting.num_players - 1)]
    parts = []
    for seat in range(setting.num_players):
        for first in range(0, per_seat, BLOCK):
            games = Batch(
                found,
                min(BLOCK, per_seat - first),
                num_players=setting.num_players,
                seed=int(derive_seed(Purpose.MATCH_GAMES.value, seed, first // BLOCK, 0)),
                **options,
            )
            generator = stream(Purpose.MATCH_BOTS, seed, first // BLOCK, seat)
            parts.append(_play_block(games, table, seat, generator))
    return _result(found, setting.as_dict(), table, per_seat, seed, parts)


def _refuse_others(game: Game, options: dict[str, Any]) -> None:
    """Arguments of ``make`` and ``batch`` that mean nothing here, each with its reason."""
    reasons = {
        "reward": "a match counts places and scores by the game's rules, whatever the reward of a training is",
        "illegal": "an illegal action of a bot ends the match with an error that names it",
        "render_mode": "nothing is shown; play one game with meeplezoo.make to see it",
        "num_threads": "it is played in one thread",
        "num_envs": "it plays num_games games",
        "skip_forced": "bots are asked for every decision of the game",
    }
    for name in options:
        if name in reasons and name not in game.option_names():
            raise BadOption(f"play_match takes no {name!r}: {reasons[name]}")


def _opponents(given: str | Bot | Sequence[str | Bot], game: Game, count: int) -> list[Bot]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        return [find_bot(given, game)] * count
    if count == 0:
        return [find_bot(bot, game) for bot in given][:0]
    if len(given) != count:
        raise BadOption(f"{len(given)} opponents are given; allowed: one for all seats, or {count} in turn order")
    return [find_bot(bot, game) for bot in given]


def _play_block(
    games: Batch, table: list[Bot], seat: int, generator: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
    """Plays one game per slot.

    Returns:
        The contestant's scores ``(N,)``, all ranks ``(N, P)``, decisions ``(N,)``, and a hash of the actions ``(N,)``.
    """
    players = len(table)
    bots = list({id(bot): bot for bot in table}.values())  # a bot in several seats is asked once per step
    rngs = generator.spawn(len(bots))
    index_of = {id(bot): index for index, bot in enumerate(bots)}
    who = np.array([index_of[id(table[(p - seat) % players])] for p in range(players)])
    scores, ranks = np.zeros(len(games), np.int64), np.zeros((len(games), players), np.int64)
    actions, running = np.zeros(len(games), np.int64), np.ones(len(games), np.bool_)
    lengths, hashes = np.zeros(len(games), np.int64), np.full(len(games), HASH_START)
    while running.any():
        turn = who[games.seats]
        for index, (bot, rng) in enumerate(zip(bots, rngs, strict=True)):
            rows = np.flatnonzero(running & (turn == index))
            if len(rows):
                places = Table(games.game, games.seats[rows], games.seeds[rows])
                actions[rows] = ask_bot(bot, games.observations[rows], games.masks[rows], rng, places)
        games.step(actions, where=running)
        lengths += running
        hashes[running] = (hashes[running] ^ actions[running].astype(np.uint64)) * HASH_FACTOR
        ended = np.flatnonzero(games.dones)
        scores[ended], ranks[ended] = games.final_scores[ended, seat], games.final_ranks[ended]
        running[ended] = False
    return scores, ranks, lengths, hashes


def _result(
    game: Game, options: dict[str, Any], table: list[Bot], per_seat: int, seed: int, parts: list[Any]
) -> MatchResult:
    players = len(table)
    scores = np.concatenate([part[0] for part in parts])
    ranks = np.concatenate([part[1] for part in parts])
    lengths = np.concatenate([part[2] for part in parts])
    hashes = np.concatenate([part[3] for part in parts])
    own = ranks[np.arange(len(ranks)), np.repeat(np.arange(players), per_seat)]
    shares = np.where(own == 0, 1 / (ranks == 0).sum(axis=1), 0.0)
    low, high = wilson_interval(float(shares.sum()), len(shares)) if players > 1 else (nan, nan)
    names = list(dict.fromkeys(bot_name(bot) for bot in table[1:]))
    return MatchResult(
        game=game.id,
        contestant=bot_name(table[0]),
        opponents=f"{players - 1} {names[0]}" if len(names) == 1 else ", ".join(map(bot_name, table[1:])) or "-",
        num_players=players,
        num_games=len(shares),
        win_share=float(shares.mean()) if players > 1 else nan,
        low=low,
        high=high,
        mean_score=float(scores.mean()),
        mean_rank=float(own.mean()),
        seat_shares=tuple(shares.reshape(players, per_seat).mean(axis=1).tolist()) if players > 1 else (),
        decisions=int(lengths.sum()),
        distinct=len(np.unique(hashes)),
        seed=seed,
        options=options,
        shares=shares,
        scores=scores,
        lengths=lengths,
    )
