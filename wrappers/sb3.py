"""Many games as one vectorized environment of Stable-Baselines3, action masks included."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ..bots.base import Bot, Table, ask_bot, find_bot
from ..bots.checks import check_flag
from ..envs.engine.batch import Batch
from ..envs.engine.dice import Purpose, stream
from ..envs.engine.errors import BadOption, BadState, NotReset
from ..envs.engine.game import Game, check_seed
from ..envs.engine.registry import find_game

__all__ = ["SelfPlayVecEnv"]

Step = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]
MIXED_SEATS = (
    "this is self-play: consecutive steps of a game belong to different seats, and a trainer that takes them for one "
    "agent's learns from the wrong rewards. Use SelfPlayPPO, or opponents='random', 'scripted' or a bot, or set "
    "credits_seats = True on this environment if your own loop tells the seats apart (last_seats, last_rewards)"
)
#: What changes while the games are played, beside the games.
_PROGRESS = (
    "credits_seats",
    "learners",
    "last_seats",
    "last_rewards",
    "_actions",
    "_asked_seed",
    "_seeds_to_come",
    "_luck",
    "_played",
    "_episodes",
    "_pending",
)


class SelfPlayVecEnv(VecEnv):
    """``num_envs`` games side by side, for ``SelfPlayPPO`` and for any maskable algorithm of sb3-contrib.

    **Self-play** (``opponents=None``): one stream per game, in which every seat learns. A row of the observations is
    what the seat to act sees; the reward is what that seat got from its own action; after the last decision
    ``terminal_observation`` is the mover's own final view. The next row of a stream belongs to another seat, so
    rewards that come later (a game that ends on another's move) are in ``last_rewards`` only: train it with
    ``SelfPlayPPO``, which gives every seat its own. Episode returns of monitors say nothing here.

    **Against opponents**: one learning seat per game, and the opponents play in between. The learning seat of game i
    in its episode e is seat (i + e) modulo the player count. The reward of a step is all that the learning seat got
    until its next decision or the end. That is an ordinary single-agent environment: ``evaluate_policy`` and plain
    ``MaskablePPO`` mean what they say. A game that ends before the learning seat's first decision is skipped.

    A bot that raises or chooses an illegal action ends the step with an error that names it; some games then wait for
    that bot, and the environment has to be reset.

    Games that a rule's cap cuts off are paid as they stand: ``TimeLimit.truncated`` is always False.

    Attributes:
        batch: the games.
        opponents: the bot in the other seats, or None.
        credits_seats: whether the trainer knows that each step's reward belongs to the seat that acted. ``SelfPlayPPO``
            sets it; where it is False, self-play of several seats warns once: such a trainer would take all seats for
            one agent. Set it in a training loop of your own.
        learners: ``(N,)`` int64, the learning seat of each running game; None in self-play.
        last_seats: ``(N,)`` int64, the seat that made the last decision of ``step``.
        last_rewards: ``(N, P)`` float32, what that step brought to each seat; zero for absent seats. Against opponents
            it is the learning seat's own decision only.

    Args:
        game: the game or its id.
        num_envs: N, how many games.
        num_players: one count, or several that are dealt out to the games in turn. Default: the game's.
        seed: of all games, in [0, 2^63); drawn at random when None.
        opponents: None (self-play), or a bot for all other seats or the name of one (``bots.find_bot``).
        reward: ``"rank"``, ``"win"`` or ``"score"``, as in ``make``.
        num_threads: threads that step the games; results do not depend on it.
        skip_forced: decisions with one legal action are played inside the engine and their rewards belong to the step,
            as in ``meeplezoo.batch``: the learner decides only where there is a choice.
        **options: the game's options.

    Raises:
        BadOption: an argument that is unknown or not allowed.
        UnknownGame: there is no such game.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        num_players: int | Sequence[int] | None = None,
        seed: int | None = None,
        opponents: str | Bot | None = None,
        reward: str = "rank",
        num_threads: int = 1,
        skip_forced: bool = False,
        **options: Any,
    ) -> None:
        found = find_game(game)
        self.opponents = None if opponents is None else find_bot(opponents, found)
        if check_flag("skip_forced", skip_forced):
            options["skip_forced"] = True
        self.batch = Batch(
            found, num_envs, num_players=num_players, seed=seed, num_threads=num_threads, reward=reward, **options
        )
        super().__init__(self.batch.num_games, deepcopy(found.observation.space), deepcopy(found.actions.space))
        self.credits_seats = self.opponents is not None or int(self.batch.counts.max()) == 1
        self.learners: NDArray[np.int64] | None = None
        self.last_seats = self.batch.seats.copy()
        self.last_rewards = self.batch.rewards.copy()
        self._games = np.arange(self.num_envs)
        self._actions = np.zeros(self.num_envs, np.int64)
        self._asked_seed: int | None = None
        self._begin(self.batch.seed, first=True)

    # ------------------------------------------------------------ the VecEnv interface

    def reset(self) -> NDArray[np.float32]:
        """Starts a new game everywhere; gives the observations, ``(N, D)``.

        The first reset plays the games of the constructor's seed, a reset after ``seed(s)`` those of seed s, every
        other one games that were not played before.
        """
        if self._asked_seed is not None:
            self._begin(self._asked_seed)
        elif self._played:
            self.batch.reset(int(self._seeds_to_come.integers(1 << 63)))
            self._start_games()
        self._reset_seeds()
        self._reset_options()
        return self.batch.observations.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seed of the next ``reset``, for all games; None leaves it as it is."""
        if seed is None:
            return [None] * self.num_envs
        self._asked_seed = check_seed(seed)
        return super().seed(seed)

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Takes the actions of the seats to act, ``(N,)``; ``step_wait`` plays them."""
        self._actions = np.asarray(actions)
        self._played = True

    def step_wait(self) -> Step:
        """Plays the actions.

        Returns:
            Observations ``(N, D)``, rewards ``(N,)`` of the seats that acted, dones ``(N,)``, and one info per game,
            empty but for ended games; arrays are fresh.

        Raises:
            IllegalAction: an action is not legal; nothing was applied in any game. Or an opponent's is not.
            BotError: an opponent raised.
            NotReset: an opponent failed in the step before, and there was no reset since.
        """
        if self.learners is not None and (self.batch.seats != self.learners).any():
            raise NotReset("an opponent failed amid the last step and its games wait for it; call reset() first")
        if not self.credits_seats:
            warnings.warn(MIXED_SEATS, stacklevel=3)
            self.credits_seats = True
        batch, games = self.batch, self._games
        seats = batch.seats.copy()
        batch.step(self._actions)
        self.last_seats, self.last_rewards = seats, batch.rewards.copy()
        rewards, dones = self.last_rewards[games, seats], batch.dones.copy()
        infos: list[dict[str, Any]] = [{} for _ in games]
        for i in np.flatnonzero(dones):
            infos[i] = self._final_info(int(i), int(seats[i]))
        if self.opponents is not None:
            rewards += self._pending
            self._pending[:] = 0
            self._next_learners(np.flatnonzero(dones))
            self._let_opponents_play(rewards, dones, infos)
        return batch.observations.copy(), rewards, dones, infos

    def close(self) -> None:
        """Nothing to close."""

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions of the seats to act, ``(N, A)`` int8, as the last step left them."""
        return self.batch.masks.copy()

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """The attribute of this object, once per game."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Sets an attribute of this object, for all games."""
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        """Calls a method of this object once; gives the rows of its result, or the result once per game."""
        rows = self._rows(indices)
        result = getattr(self, method_name)(*method_args, **method_kwargs)
        if not (isinstance(result, (np.ndarray, list)) and len(result) == self.num_envs):
            result = [result] * self.num_envs
        return list(result) if indices is None else [result[i] for i in rows]

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        """False: there are no single environments to wrap."""
        return [False] * len(self._rows(indices))

    def _rows(self, indices: int | Iterable[int] | None) -> list[int]:
        """The games that are meant.

        Raises:
            BadOption: one that does not exist.
        """
        rows = [int(i) for i in self._get_indices(indices)]
        if any(not -self.num_envs <= i < self.num_envs for i in rows):
            raise BadOption(f"indices={indices!r} is not allowed; there are {self.num_envs} games, from 0")
        return rows

    # ------------------------------------------------------------ going on later

    def get_state(self) -> bytes:
        """The games where they stand, with all generators, learning seats and collected rewards; see ``set_state``."""
        kept = {name: vars(self)[name] for name in _PROGRESS if name in vars(self)}
        return pickle.dumps({"identity": self._identity(), "batch": self.batch, "progress": kept})

    def set_state(self, state: bytes) -> None:
        """Puts the games exactly where ``get_state`` was called, in this or another environment made alike.

        The bytes are a pickle: take them from files that you trust only, as with models. Opponents are not in them.

        Raises:
            BadState: not such bytes, or those of another game, number of games, player counts, options, reward, or
                kind of opponents. Nothing has changed then.
        """
        try:
            found = pickle.loads(state)
            identity, batch, progress = found["identity"], found["batch"], found["progress"]
            wrong = [name for name, value in self._identity().items() if identity[name] != value]
        except Exception as error:
            raise BadState(f"these are no games of a SelfPlayVecEnv: {type(error).__name__}: {error}") from error
        if wrong or not isinstance(batch, Batch):
            said = "; ".join(f"{name} {identity[name]!r}, here {self._identity()[name]!r}" for name in wrong)
            raise BadState(f"the games are others than those of this environment: {said}")
        self.batch = batch
        vars(self).update(deepcopy(progress))

    def _identity(self) -> dict[str, Any]:
        """What two environments have in common when one can go on where the other stands."""
        settings = [(setting.num_players, setting.as_dict()) for setting in self.batch.settings]
        return {
            "game": f"{self.batch.game.id}-v{self.batch.game.version}",
            "encoding": self.batch.game.dtype_hash,
            "games": self.num_envs,
            "settings": settings,
            "reward": self.batch.reward,
            "skip_forced": bool(getattr(self.batch, "skip_forced", False)),
            "opponents": self.opponents is not None,
        }

    # ------------------------------------------------------------ what self-play needs

    @property
    def counts(self) -> NDArray[np.int64]:
        """The player count of each game, ``(N,)``."""
        return self.batch.counts

    def observe(self, seats: NDArray[np.int64]) -> NDArray[np.float32]:
        """What the given seat of each game sees now, ``(N, D)``."""
        return self.batch.observe(seats)

    def views(self) -> NDArray[np.float32]:
        """What each seat of each game sees now, ``(N, P, D)``; absent seats repeat the last one's."""
        seats = range(self.batch.rewards.shape[1])
        return np.stack([self.batch.observe(np.minimum(seat, self.counts - 1)) for seat in seats], axis=1)

    # ------------------------------------------------------------ opponents

    def _begin(self, seed: int, *, first: bool = False) -> None:
        if not first:
            self.batch.reset(seed)
        self._asked_seed = None
        self._seeds_to_come = stream(Purpose.TRAINING_GAMES, seed)
        self._luck = stream(Purpose.TRAINING_LUCK, seed)
        self._start_games()

    def _start_games(self) -> None:
        self._played = True  # until the games stand ready: a bot that raises must not make them look untouched
        if self.opponents is not None:
            self._deal_learners()
        self._played = False

    def _deal_learners(self) -> None:
        self._episodes = np.zeros(self.num_envs, np.int64)
        self._pending = np.zeros(self.num_envs, np.float32)
        self.learners = self._games % self.counts
        ended = np.ones(self.num_envs, np.bool_)
        self._let_opponents_play(np.zeros(self.num_envs, np.float32), ended, [{} for _ in self._games])

    def _next_learners(self, ended: NDArray[np.int64]) -> None:
        assert self.learners is not None
        self._episodes[ended] += 1
        self.learners[ended] = (ended + self._episodes[ended]) % self.counts[ended]

    def _let_opponents_play(
        self, rewards: NDArray[np.float32], dones: NDArray[np.bool_], infos: list[dict[str, Any]]
    ) -> None:
        """Plays until every learning seat is to act.

        Writes into the step's results. Where ``dones`` is set already, the step is over and a new game runs: what it
        brings before the learning seat's first decision is kept for the step of that decision.
        """
        assert self.learners is not None and self.opponents is not None
        batch, actions = self.batch, np.zeros(self.num_envs, np.int64)
        while True:
            waiting = batch.seats != self.learners
            rows = np.flatnonzero(waiting)
            if not len(rows):
                return
            table = Table(batch.game, batch.seats[rows], batch.seeds[rows])
            actions[rows] = ask_bot(self.opponents, batch.observations[rows], batch.masks[rows], self._luck, table)
            batch.step(actions, where=waiting)
            gained = batch.rewards[rows, self.learners[rows]]
            self._pending[rows] += np.where(dones[rows], gained, 0)
            rewards[rows] += np.where(dones[rows], 0, gained)
            ended = np.flatnonzero(batch.dones)
            for i in ended:
                if dones[i]:
                    self._pending[i] = 0  # this game ended without a decision of the learning seat
                else:
                    infos[i], dones[i] = self._final_info(int(i), int(self.learners[i])), True
            self._next_learners(ended)

    def _final_info(self, i: int, seat: int) -> dict[str, Any]:
        return {"terminal_observation": self.batch.final_observations[i, seat].copy(), "TimeLimit.truncated": False}
