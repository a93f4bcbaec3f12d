"""Many games at once: arrays in, arrays out. This is the engine itself, without a protocol around it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .checking import any_array, check_states, plain_array
from .dice import Purpose, derive_seed
from .errors import BadOption, BadState, IllegalAction
from .game import Game, Resolved, check_choice, check_flag, check_seed, check_whole
from .kernels import REWARDS
from .records import new_states, raw_bytes
from .registry import find_game
from .threads import Workers

__all__ = ["Batch"]

#: Arrays that users see, by name; each is a read-only view that the next step overwrites.
_VISIBLE = (
    "observations",
    "masks",
    "seats",
    "rewards",
    "dones",
    "truncated",
    "seeds",
    "final_observations",
    "final_scores",
    "final_ranks",
)
#: What the last step brought, among them; zero when no step has been made.
_OUTCOMES = ("rewards", "dones", "truncated", "final_observations", "final_scores", "final_ranks")
#: What a pickle holds of a batch in play; all else follows from it.
_KEPT = ("states", "episodes", "before", "rng", "seeds", *_OUTCOMES)
MOST_GAMES = 1 << 31
MOST_THREADS = 1024


def memory() -> int | None:
    """Bytes of memory that the machine has; None where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


class Batch:
    """``num_games`` games of one kind, played side by side.

    A finished game starts its next episode in the same step: ``dones[i]`` is then True, ``rewards[i]`` and the
    ``final_*`` arrays belong to the finished game, everything else to the new one. Results depend on nothing but
    the seed: not on the number of games, their index, or threads.

    Attributes:
        observations: ``(N, D)`` float32, what the seat to act sees.
        masks: ``(N, A)`` int8, its legal actions.
        seats: ``(N,)`` int64, the seat to act.
        rewards: ``(N, P)`` float32, what each seat got from the last step; absent seats 0.
        dones: ``(N,)`` bool, the last step ended a game; ``truncated``: by a cap of the rules.
        seeds: ``(N,)`` int64, of the running game; ``make(...).reset(seed=that)`` plays the same game. -1 where
            ``set_states`` or ``redeal`` changed the running game, as no seed leads to it.
        final_observations: ``(N, P, D)`` float32, each seat's last view, valid where ``dones``.
        final_scores, final_ranks: ``(N, P)`` int64, valid where ``dones``.
        counts: ``(N,)`` int64, the player count of each game; P is the largest of them.

    Arrays are read-only views which the next ``step`` overwrites: copy what you keep.

    Args:
        game: the game or its id.
        num_games: N, at least 1.
        num_players: one count, or several that are dealt out to the games in turn. Default: the game's.
        seed: of the whole batch, in [0, 2^63); drawn at random when None. Episode e of game i has a seed of its
            own that depends on the three numbers only.
        num_threads: threads that step the games; results do not depend on it.
        reward: ``"rank"``, ``"win"`` or ``"score"``, as in ``make``.
        skip_forced: decisions with exactly one legal action are played in the kernel, as in ``make``: every mask has
            two actions at least. What they bring is part of the step before them. At the start of a game, and after
            ``set_states`` and ``redeal``, it is part of the step that follows; a game that ends there is done at once:
            ``dones``, ``rewards`` and ``final_*`` say so, and its slot stands in the next episode.
        **options: the game's options.

    Ctrl-C never leaves a call half done: ``KeyboardInterrupt`` comes before any game has moved, or once all have.
    (Without the compiler that holds with ``num_threads`` above 1 only.)

    Raises:
        BadOption: an argument that is unknown or not allowed.
        UnknownGame: there is no such game.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    seeds: NDArray[np.int64]
    final_observations: NDArray[np.float32]
    final_scores: NDArray[np.int64]
    final_ranks: NDArray[np.int64]

    def __init__(
        self,
        game: str | Game,
        num_games: int,
        *,
        num_players: int | Sequence[int] | None = None,
        seed: int | None = None,
        num_threads: int = 1,
        reward: str = "rank",
        skip_forced: bool = False,
        **options: Any,
    ) -> None:
        self.game = find_game(game)
        self.num_games = check_whole("num_games", num_games, 1, MOST_GAMES)
        self.num_threads = check_whole("num_threads", num_threads, 1, MOST_THREADS)
        self.reward = check_choice("reward", reward, REWARDS)
        self.skip_forced = check_flag("skip_forced", skip_forced)
        first_seed = secrets.randbits(63) if seed is None else check_seed(seed)
        self.settings = self._configure(num_players, options)
        self._check_memory()
        self._allocate()
        self.reset(first_seed)

    def _configure(self, num_players: int | Sequence[int] | None, options: dict[str, Any]) -> tuple[Resolved, ...]:
        if isinstance(num_players, np.ndarray) and not num_players.ndim:
            return (self.game.configure(num_players.item(), options),)
        if isinstance(num_players, (Sequence, np.ndarray)) and not isinstance(num_players, str):
            if not len(num_players):
                raise BadOption(f"num_players is empty; allowed: one or several of {self.game.player_counts}")
            return tuple(self.game.configure(n, options) for n in num_players)
        return (self.game.configure(num_players, options),)

    def _check_memory(self) -> None:
        """Refuses a batch that the machine cannot hold, before anything is allocated."""
        game, most = self.game, max(setting.num_players for setting in self.settings)
        numbers = (most + 1) * game.observation.size + 7 * most + 12
        needed = self.num_games * (game.dtype.itemsize + game.actions.size + 4 * numbers)
        there = memory()
        if there is not None and needed > there:
            raise BadOption(
                f"num_games={self.num_games} of {game.id} need {needed / 2**30:.0f} GiB; this machine has "
                f"{there / 2**30:.0f} GiB, room for {self.num_games * there // needed} games"
            )

    def _allocate(self) -> None:
        dealt = [self.settings[i % len(self.settings)] for i in range(self.num_games)]
        self._counts = np.array([setting.num_players for setting in dealt], np.int64)
        self._options = np.array([setting.encoded for setting in dealt], np.int64).reshape(self.num_games, -1)
        n, p = self.num_games, int(self._counts.max())
        d, a = self.game.observation.size, self.game.actions.size
        self._all = np.ones(n, np.bool_)
        self._seed = np.zeros(1, np.int64)
        self._arrays: dict[str, NDArray[Any]] = {
            "states": new_states(self.game.dtype, n),
            "episodes": np.zeros(n, np.int64),
            "before": np.zeros((n, p), np.int64),
            "rng": np.zeros(4, np.int32),
            "observations": np.zeros((n, d), np.float32),
            "masks": np.zeros((n, a), np.int8),
            "seats": np.zeros(n, np.int64),
            "rewards": np.zeros((n, p), np.float32),
            "dones": np.zeros(n, np.bool_),
            "truncated": np.zeros(n, np.bool_),
            "seeds": np.zeros(n, np.int64),
            "final_observations": np.zeros((n, p, d), np.float32),
            "final_scores": np.zeros((n, p), np.int64),
            "final_ranks": np.zeros((n, p), np.int64),
        }
        for name in _VISIBLE:
            setattr(self, name, _read_only(self._arrays[name]))
        self.counts = _read_only(self._counts)
        self._workers = Workers(self.num_threads) if self.num_threads > 1 else None

    @property
    def seed(self) -> int:
        """The seed of the whole batch."""
        return int(self._seed[0])

    @property
    def _states(self) -> NDArray[np.record]:
        return self._arrays["states"]

    def _shared(self) -> tuple[Any, ...]:
        """The arguments that all kernels of the batch begin with."""
        a = self._arrays
        return (
            a["states"], REWARDS.index(self.reward), self.skip_forced, self._counts, self._options, self._seed,
            a["episodes"], a["seeds"], a["before"], a["seats"], a["observations"], a["masks"], a["rewards"],
            a["dones"], a["truncated"], a["final_observations"], a["final_scores"], a["final_ranks"],
        )  # fmt: skip

    # ------------------------------------------------------------ play

    def reset(self, seed: int | None = None) -> None:
        """Starts episode 0 of every game; with ``seed``, of a batch of that seed.

        Raises:
            BadOption: the seed is not in [0, 2^63).
        """
        new_seed = self.seed if seed is None else check_seed(seed)
        self.game.kernels.batch_reset(*self._shared(), self._arrays["rng"], new_seed)

    def step(self, actions: ArrayLike, where: NDArray[np.bool_] | None = None) -> None:
        """Plays one action in every game.

        Args:
            actions: ``(N,)`` whole numbers, legal for the seats to act.
            where: ``(N,)`` bool, the games that play; the others stand still (no reward, not done) and their
                entries of ``actions`` do not matter. Default: all.

        Raises:
            IllegalAction: wrong shape or type, or an action that is not legal; nothing was applied in any game.
        """
        playing = self._all if where is None else self._check_where(where)
        chosen = self._check(actions, playing)
        if self._workers is None:
            self.game.kernels.batch_step(*self._shared(), 0, self.num_games, chosen, playing)
            return
        edges = np.linspace(0, self.num_games, self.num_threads + 1).astype(int).tolist()
        kernel, shared = self.game.kernels.batch_step, self._shared()
        self._workers.run(
            lambda first, last: kernel(*shared, first, last, chosen, playing),
            list(zip(edges[:-1], edges[1:], strict=True)),
        )

    def _check_where(self, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
        given = any_array(where)
        if given.shape != (self.num_games,) or given.dtype != np.bool_:
            raise IllegalAction(
                f"where has shape {given.shape} and type {given.dtype}; allowed: bool of shape ({self.num_games},)"
            )
        return plain_array(given, np.bool_)

    def _check(self, actions: ArrayLike, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        given = any_array(actions)
        if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"actions have shape {given.shape} and type {given.dtype}; "
                f"allowed: whole numbers of shape ({self.num_games},), one per game"
            )
        chosen = plain_array(given, np.int64)
        i = int(self.game.kernels.batch_illegal(self._arrays["masks"], chosen, where))
        if i >= 0:
            raise IllegalAction(self._say_illegal(i, int(chosen[i])))
        return chosen

    def _say_illegal(self, i: int, action: int) -> str:
        where = f"game {i}, seat {int(self.seats[i])}"
        if not 0 <= action < self.game.actions.size:
            return f"{where}: action {action} is out of range; actions are 0 to {self.game.actions.size - 1}"
        why = self.game.why_illegal(self._states, i, action)
        return f"{where}: action {action} ({self.game.actions.describe(action)}) is illegal: {why}"

    def random_actions(self) -> NDArray[np.int64]:
        """A uniformly random legal action for every game, ``(N,)``, drawn in the kernel, by its own generator."""
        out = np.empty(self.num_games, np.int64)
        self.game.kernels.batch_sample(self._arrays["masks"], self._arrays["rng"], out)
        return out

    def observe(self, seats: ArrayLike) -> NDArray[np.float32]:
        """What the given seats see now, ``(N, D)``, fresh.

        Args:
            seats: ``(N,)`` whole numbers, one seat per game.

        Raises:
            BadOption: wrong shape or type, or a seat that does not take part.
        """
        chosen = self._check_seats(seats)
        out = np.empty((self.num_games, self.game.observation.size), np.float32)
        self.game.kernels.batch_observe(self._states, chosen, out)
        return out

    def _check_seats(self, seats: ArrayLike) -> NDArray[np.int64]:
        given = any_array(seats)
        if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
            raise BadOption(
                f"seats have shape {given.shape} and type {given.dtype}; "
                f"allowed: whole numbers of shape ({self.num_games},)"
            )
        chosen = plain_array(given, np.int64)
        if (chosen < 0).any() or (chosen >= self._counts).any():
            raise BadOption(
                f"seats must be from 0 to the game's player count - 1; given: {sorted(set(chosen.tolist()))}"
            )
        return chosen

    # ------------------------------------------------------------ planning

    def set_states(self, states: NDArray[np.record]) -> None:
        """Puts every game where a record stands, such as those of ``states`` of an environment or a batch.

        Rewards, dones and ``final_*`` are as after ``reset``; a game that ends is followed by an ordinary one.

        Args:
            states: ``(N,)`` records of this game, or ``(1,)``, which all games then take; each with the player
                count of its game here and not over. The options are those of the records.

        Raises:
            BadState: anything else; nothing has changed then.
        """
        given = any_array(states)
        if given.dtype != self.game.dtype or given.shape not in ((1,), (self.num_games,)):
            raise BadState(
                f"states of shape {given.shape} and type {given.dtype.name} do not fit; "
                f"allowed: records of {self.game.id}, shape ({self.num_games},) or (1,)"
            )
        plain = check_states(self.game, given)
        wrong = np.flatnonzero((plain["num_players"] != self._counts) | (plain["over"] != 0))
        if len(wrong):
            i = int(wrong[0])
            record = plain[min(i, len(plain) - 1)]
            raise BadState(
                f"the record of game {i} has {int(record['num_players'])} players and over = {int(record['over'])}; "
                f"allowed: {int(self._counts[i])} players, over = 0"
            )
        self.game.kernels.batch_adopt(*self._shared(), plain)

    def redeal(self, seats: ArrayLike, seed: int) -> None:
        """Draws anew, in every game, all that a seat cannot know, future chance included: what planners need.

        The observation of that seat stays what it is.

        Args:
            seats: ``(N,)`` whole numbers: whose knowledge is kept, such as ``games.seats``.
            seed: in [0, 2^63); every game draws from a seed of its own that follows from it; the first game's is
            that of the environment's ``redeal`` with this seed.

        Raises:
            BadOption: wrong shape or type, a seat that does not take part, or a seed out of range.
        """
        viewers, checked = self._check_seats(seats), check_seed(seed)
        self.game.kernels.batch_redeal(*self._shared(), viewers, checked)

    # ------------------------------------------------------------ copies

    @property
    def states(self) -> NDArray[np.record]:
        """A copy of the true records, ``(N,)``: privileged, for planners and tests."""
        return self._states.copy()

    def clone(self) -> Self:
        """An independent copy, exact in mid-game; both play on alike with the same actions."""
        other = object.__new__(type(self))
        for name in ("game", "num_games", "num_threads", "reward", "skip_forced", "settings"):
            setattr(other, name, vars(self)[name])
        other._allocate()
        other._seed[:] = self._seed
        for name, array in self._arrays.items():
            if name == "states":
                raw_bytes(other._states)[:] = raw_bytes(array)
            else:
                other._arrays[name][:] = array
        return other

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = self.clone()
        memo[id(self)] = other
        return other

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: _copied(self._arrays[name]) for name in _KEPT}
        return {
            "game": self.game,
            "num_games": self.num_games,
            "num_players": tuple(setting.num_players for setting in self.settings),
            "options": tuple(setting.as_dict() for setting in self.settings),
            "arguments": {name: vars(self)[name] for name in ("num_threads", "reward", "skip_forced")},
            "seed": self.seed,
            "arrays": kept,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        try:
            game, count, given = find_game(state["game"]), state["num_games"], state["arguments"]
            if count != len(state["arrays"]["states"]):
                raise ValueError(f"num_games = {count!r}; allowed: the length of states")
            pairs = list(zip(state["num_players"], state["options"], strict=True))
            self.__init__(game, count, num_players=pairs[0][0], seed=state["seed"], **given, **pairs[0][1])  # type: ignore[misc]
            self.settings = tuple(game.configure(n, options) for n, options in pairs)
            self._allocate()
            self._seed[0] = check_seed(state["seed"])
            arrays = {name: _fitting(name, state["arrays"][name], self._arrays[name]) for name in _KEPT}
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise BadState(f"this is not the pickle of a batch: {type(error).__name__}: {error}") from None
        self._check_arrays(arrays)
        for name, array in arrays.items():
            self._arrays[name][:] = array
        for i in range(self.num_games):
            self.game.kernels.batch_view(
                self._states, i, *(self._arrays[k] for k in ("seats", "observations", "masks"))
            )

    def _check_arrays(self, arrays: dict[str, NDArray[Any]]) -> None:
        """What a pickle says of the games in play."""
        states = check_states(self.game, arrays["states"])
        followed = [
            int(derive_seed(Purpose.PLAY.value, self.seed, i, int(episode)))
            for i, episode in enumerate(arrays["episodes"])
        ]
        tests = {
            "states": (states["num_players"] != self._counts) | (states["over"] != 0),
            "episodes": (arrays["episodes"] < 0) | (arrays["episodes"] >= 1 << 31),
            "seeds": (arrays["seeds"] != -1) & (arrays["seeds"] != np.array(followed)),
            "before": np.abs(arrays["before"]) >= 1 << 31,
            "rng": np.array([not arrays["rng"].any()]),
            "truncated": arrays["truncated"] & ~arrays["dones"],
            "rewards": ~np.isfinite(arrays["rewards"]),
            "final_observations": ~np.isfinite(arrays["final_observations"]),
        }
        for name, wrong in tests.items():
            if wrong.any():
                first = tuple(int(k) for k in np.argwhere(wrong)[0])
                raise BadState(
                    f"the pickle of a batch of {self.game.id} has {name}{list(first)} = {arrays[name][first]!s}; "
                    "allowed: what a batch of these arguments can have there"
                )

    def __len__(self) -> int:
        return self.num_games

    def __repr__(self) -> str:
        counts = "/".join(str(setting.num_players) for setting in self.settings)
        return f"<Batch of {self.num_games} games of {self.game.id}, {counts} players, seed {self.seed}>"


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _copied(array: NDArray[Any]) -> NDArray[Any]:
    return np.frombuffer(bytearray(array.tobytes()), array.dtype).reshape(array.shape)


def _fitting(name: str, given: Any, mine: NDArray[Any]) -> NDArray[Any]:
    """An array of a pickle, of the shape and type of the batch's own."""
    if not isinstance(given, np.ndarray) or given.shape != mine.shape or given.dtype != mine.dtype:
        kind = f"{given.shape} {given.dtype}" if isinstance(given, np.ndarray) else type(given).__name__
        raise ValueError(f"{name} is {kind}; allowed: {mine.shape} {mine.dtype.name}")
    return given
