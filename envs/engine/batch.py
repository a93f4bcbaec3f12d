"""Many games at once: arrays in, arrays out. This is the engine itself, without a protocol around it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import BadOption, BadState, IllegalAction
from .game import Game, Resolved, check_choice, check_seed, check_whole
from .kernels import REWARDS
from .records import new_states, raw_bytes
from .registry import find_game

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
        **options: the game's options.

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
        **options: Any,
    ) -> None:
        self.game = find_game(game)
        self.num_games = check_whole("num_games", num_games, 1)
        self.num_threads = check_whole("num_threads", num_threads, 1)
        self.reward = check_choice("reward", reward, REWARDS)
        self.seed = secrets.randbits(63) if seed is None else check_seed(seed)
        self.settings = self._configure(num_players, options)
        dealt = [self.settings[i % len(self.settings)] for i in range(self.num_games)]
        self._counts = np.array([setting.num_players for setting in dealt], np.int64)
        self._options = np.array([setting.numbers for setting in dealt], np.int64).reshape(self.num_games, -1)
        self._allocate()
        self._show()
        self.reset()

    def _configure(self, num_players: int | Sequence[int] | None, options: dict[str, Any]) -> tuple[Resolved, ...]:
        if isinstance(num_players, (Sequence, np.ndarray)) and not isinstance(num_players, str):
            if not len(num_players):
                raise BadOption(f"num_players is empty; allowed: one or several of {self.game.player_counts}")
            return tuple(self.game.configure(n, options) for n in num_players)
        return (self.game.configure(num_players, options),)

    def _allocate(self) -> None:
        n, p = self.num_games, int(self._counts.max())
        d, a = self.game.observation.size, self.game.actions.size
        self._states = new_states(self.game.dtype, n)
        self._episodes = np.zeros(n, np.int64)
        self._before = np.zeros((n, p), np.int64)
        self._rng = np.zeros(4, np.int32)
        self._all = np.ones(n, np.bool_)
        self._arrays: dict[str, NDArray[Any]] = {
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

    def _show(self) -> None:
        for name in _VISIBLE:
            view = self._arrays[name].view()
            view.flags.writeable = False
            setattr(self, name, view)
        self.counts = self._counts.view()
        self.counts.flags.writeable = False
        self._pool = ThreadPoolExecutor(self.num_threads) if self.num_threads > 1 else None

    # ------------------------------------------------------------ play

    def reset(self, seed: int | None = None) -> None:
        """Starts episode 0 of every game; with ``seed``, of a batch of that seed.

        Raises:
            BadOption: the seed is not in [0, 2^63).
        """
        if seed is not None:
            self.seed = check_seed(seed)
        self._episodes[:] = 0
        for name in _OUTCOMES:
            self._arrays[name][:] = 0
        self.game.kernels.seed_random(self._rng, self.seed)
        a = self._arrays
        self.game.kernels.batch_reset(
            self._states, self._counts, self._options, self.seed, self._episodes,
            a["seeds"], self._before, a["seats"], a["observations"], a["masks"],
        )  # fmt: skip

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
        if self._pool is None:
            self._step_part(0, self.num_games, chosen, playing)
            return
        edges = np.linspace(0, self.num_games, self.num_threads + 1).astype(int)
        parts = [
            self._pool.submit(self._step_part, int(first), int(last), chosen, playing)
            for first, last in zip(edges[:-1], edges[1:], strict=True)
        ]
        for part in parts:
            part.result()

    def _step_part(self, first: int, last: int, actions: NDArray[np.int64], where: NDArray[np.bool_]) -> None:
        a = self._arrays
        self.game.kernels.batch_step(
            self._states, first, last, actions, where, REWARDS.index(self.reward), self._counts, self._options,
            self.seed, self._episodes, a["seeds"], self._before, a["seats"], a["observations"], a["masks"],
            a["rewards"], a["dones"], a["truncated"], a["final_observations"], a["final_scores"], a["final_ranks"],
        )  # fmt: skip

    def _check_where(self, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
        given = np.ascontiguousarray(where)
        if given.shape != (self.num_games,) or given.dtype != np.bool_:
            raise IllegalAction(
                f"where has shape {given.shape} and type {given.dtype}; allowed: bool of shape ({self.num_games},)"
            )
        return given

    def _check(self, actions: ArrayLike, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"actions have shape {given.shape} and type {given.dtype}; "
                f"allowed: whole numbers of shape ({self.num_games},), one per game"
            )
        chosen = np.ascontiguousarray(given, np.int64)
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
        self.game.kernels.batch_sample(self._arrays["masks"], self._rng, out)
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
        given = np.asarray(seats)
        if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
            raise BadOption(
                f"seats have shape {given.shape} and type {given.dtype}; "
                f"allowed: whole numbers of shape ({self.num_games},)"
            )
        chosen = np.ascontiguousarray(given, np.int64)
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
        given = np.asarray(states)
        if given.dtype != self.game.dtype or given.shape not in ((1,), (self.num_games,)):
            raise BadState(
                f"states of shape {given.shape} and type {given.dtype.name} do not fit; "
                f"allowed: records of {self.game.id}, shape ({self.num_games},) or (1,)"
            )
        chosen = np.broadcast_to(given, (self.num_games,))
        wrong = np.flatnonzero((chosen["num_players"] != self._counts) | (chosen["over"] != 0))
        if len(wrong):
            i = int(wrong[0])
            raise BadState(
                f"the record of game {i} has {int(chosen['num_players'][i])} players and over = "
                f"{int(chosen['over'][i])}; allowed: {int(self._counts[i])} players, over = 0"
            )
        raw_bytes(self._states)[:] = raw_bytes(np.ascontiguousarray(chosen))
        for name in _OUTCOMES:
            self._arrays[name][:] = 0
        a = self._arrays
        a["seeds"][:] = -1
        self.game.kernels.batch_adopt(self._states, self._before, a["seats"], a["observations"], a["masks"])

    def redeal(self, seats: ArrayLike, seed: int) -> None:
        """Draws anew, in every game, all that a seat cannot know, future chance included: what planners need.

        The observation of that seat stays what it is.

        Args:
            seats: ``(N,)`` whole numbers: whose knowledge is kept, such as ``games.seats``.
            seed: in [0, 2^63); every game draws from a seed of its own that follows from it.

        Raises:
            BadOption: wrong shape or type, a seat that does not take part, or a seed out of range.
        """
        viewers, checked = self._check_seats(seats), check_seed(seed)
        a = self._arrays
        a["seeds"][:] = -1
        self.game.kernels.batch_redeal(self._states, viewers, checked, a["seats"], a["observations"], a["masks"])

    # ------------------------------------------------------------ copies

    @property
    def states(self) -> NDArray[np.record]:
        """A copy of the true records, ``(N,)``: privileged, for planners and tests."""
        return self._states.copy()

    def clone(self) -> Self:
        """An independent copy, exact in mid-game; both play on alike with the same actions."""
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        hidden = {*_VISIBLE, "counts", "_pool"}
        kept = {name: value for name, value in vars(self).items() if name not in hidden}
        return {k: v if k == "game" else _copied(v) for k, v in kept.items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._show()

    def __len__(self) -> int:
        return self.num_games

    def __repr__(self) -> str:
        counts = "/".join(str(setting.num_players) for setting in self.settings)
        return f"<Batch of {self.num_games} games of {self.game.id}, {counts} players, seed {self.seed}>"


def _copied(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return np.frombuffer(bytearray(value.tobytes()), value.dtype).reshape(value.shape)
    return deepcopy(value)
