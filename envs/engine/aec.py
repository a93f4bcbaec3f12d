"""One PettingZoo AEC environment for all games.

Checks of order, range and legality live in this class, so that the unwrapped environment is the one to use: the
usual three wrappers around it would do the same work again, many times slower.
"""

from __future__ import annotations

import operator
import secrets
from typing import Any, Self

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .dice import Purpose, derive_seed
from .errors import BadOption, BadReplay, BadState, IllegalAction, NotReset, UnknownAgent, shown
from .game import Game, check_choice, check_flag, check_seed, check_whole
from .kernels import REWARDS
from .records import new_states, raw_bytes
from .registry import find_game
from .replay import Replay
from .saving import Position, pack, unpack
from .spaces import Spaces

__all__ = ["ILLEGAL", "GameEnv"]

ILLEGAL = ("raise", "terminate")
RENDER_MODES = ("ansi",)
_AFTER_RESET = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
)
#: Constructor arguments besides the game, its player count and its options; a pickle holds them.
_ARGUMENTS = ("reward", "illegal", "render_mode", "skip_forced")
SCORE = REWARDS.index("score")
#: What a copy must have of its own, besides the record, infos and the log.
_OWN = ("possible_agents", "_seat_of", "_spaces", "_mask", "_before", "_skipped")
_OWN_IN_PLAY = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations")
_PROPERTIES = ("states", "num_agents", "over", "seat")

Observation = dict[str, NDArray[Any]]


class GameEnv(AECEnv[str, Observation, "int | None"]):
    """A game as a PettingZoo AEC environment; ``player_i`` is seat i.

    An observation is a dictionary of fresh arrays: ``observation`` ``(D,)`` float32 in the box, and
    ``action_mask`` ``(A,)`` int8, all zero for a seat that is not to act. Rewards are zero until the end:

    * ``"rank"``: (seats strictly worse - seats strictly better) / (n - 1), zero-sum, ties share;
    * ``"win"``: k winners get (n/k - 1)/(n - 1) each, the others -1/(n - 1);
    * ``"score"``: the change of the running score, at every step.

    Played alone, ``rank`` and ``win`` both pay points / the game's published target, at most 1. A cap of the
    rules ends a game by truncation. At the end ``infos`` hold ``score`` and ``rank``.

    Args:
        game: the game or its id.
        num_players: default: the game's.
        render_mode: None or ``"ansi"``.
        reward: ``"rank"``, ``"win"`` or ``"score"``.
        illegal: ``"raise"``: an illegal action raises ``IllegalAction`` and changes nothing. ``"terminate"``:
            it ends the game, -1 for the culprit and 0 for the others; the culprit's info then has
            ``illegal_action``. What is no action at all (wrong type, out of range) raises in either case.
        skip_forced: decisions with exactly one legal action are played at once, as part of the step before them:
            every decision that is asked has two legal actions at least. Seeds, luck and replays stay the same, the
            replay holds the skipped actions, too; rewards are the sums over a step. What the moves that ``reset``,
            ``set_state`` or ``redeal`` skip bring is in ``rewards`` after them. (A game that has no choice from start
            to end is asked its first decision.)
        **options: the game's options.

    Attributes:
        over: whether the game has ended, by the rules or by an illegal action.
        seat: the number of the seat to act; None once the game is over.
        game_seed: the seed of this game; None where none leads to it (``redeal``).

    Raises:
        BadOption: an argument that is unknown or not allowed.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        num_players: int | None = None,
        render_mode: str | None = None,
        reward: str = "rank",
        illegal: str = "raise",
        skip_forced: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        if "max_cycles" in options:
            raise BadOption(
                f"max_cycles is not an option: {self.game.id} ends by its rules, "
                f"after at most {self.game.max_decisions} decisions"
            )
        self.setting = self.game.configure(num_players, options)
        self.reward = check_choice("reward", reward, REWARDS)
        self.illegal = check_choice("illegal", illegal, ILLEGAL)
        self.render_mode = None if render_mode is None else check_choice("render_mode", render_mode, RENDER_MODES)
        self.skip_forced = check_flag("skip_forced", skip_forced)
        self._reset_base: int | None = None  # seed of the bare resets that follow
        self._resets = 0
        self.game_seed: int | None = None
        self._prepare()

    def _prepare(self) -> None:
        """All that follows from the constructor's arguments and is not part of a game in progress."""
        game, count = self.game, self.setting.num_players
        self.metadata = {
            "name": f"{game.id}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(count)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = Spaces(game, count)
        self._states = new_states(game.dtype, 1)
        self._mask = np.zeros(game.actions.size, np.int8)
        self._mask_fresh = False
        self._before = np.zeros(game.max_players, np.int64)
        self._skipped = np.zeros(game.max_decisions, np.int64)
        self._kind = REWARDS.index(self.reward)
        self._view_at = game.kernels.view_at
        self._step_at = game.kernels.step_at

    # ------------------------------------------------------------ PettingZoo

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observation: the same object at every call."""
        self._seat(agent)
        return self._spaces.get("observation", agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions: the same object at every call."""
        self._seat(agent)
        return self._spaces.get("action", agent)

    @property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The observation space of each agent."""
        return {agent: self._spaces.get("observation", agent) for agent in self.possible_agents}

    @property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The action space of each agent."""
        return {agent: self._spaces.get("action", agent) for agent in self.possible_agents}

    @property
    def state_space(self) -> spaces.Space[Any]:
        """The space of what ``state`` gives."""
        return self._spaces.get("state", "")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game.

        Args:
            seed: in [0, 2^63); plays exactly this game. Without it, the next game of a sequence that the last
                given seed determines (a random one when no seed was ever given).
            options: ignored, as PettingZoo asks; variants are arguments of the constructor.

        Raises:
            BadOption: the seed is not in [0, 2^63).
        """
        if seed is not None:
            self._reset_base, self._resets = check_seed(seed), 0
            self.game_seed = self._reset_base
        else:
            if self._reset_base is None:
                self._reset_base = secrets.randbits(63)
            self._resets += 1
            self.game_seed = int(derive_seed(Purpose.RESET.value, self._reset_base, 0, self._resets))
        self._start(self.game_seed)

    def _start(self, seed: int) -> None:
        kernels, setting = self.game.kernels, self.setting
        kernels.setup_at(self._states, 0, setting.num_players, setting.numbers, seed)
        kernels.points_at(self._states, 0, self._before)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._log: list[int] | None = []
        self._illegal: tuple[int, int] | None = None
        self._ended = False
        self._mask_fresh = False
        seat = int(self._states["seat"][0])
        if self.skip_forced:
            seat = self._skip()
            if seat < 0:  # a game without any choice
                kernels.setup_at(self._states, 0, setting.num_players, setting.numbers, seed)
                self._log, seat = [], int(self._states["seat"][0])
            self._pay()
        self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> Observation:
        """What an agent sees: at any time, also off turn and after the end (the mask is then all zero).

        Raises:
            UnknownAgent: no such agent.
            NotReset: before the first reset.
        """
        seat = self._seat(agent)
        game = self.game
        observation = np.empty(game.observation.size, np.float32)
        mask = np.empty(game.actions.size, np.int8)
        if self._ended_now():
            game.kernels.observe_at(self._states, 0, seat, observation)
            mask[:] = 0
        else:
            self._view_at(self._states, 0, seat, observation, mask)
            if agent == self.agent_selection:
                self._mask[:] = mask
                self._mask_fresh = True
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of ``agent_selection``; after the end, None takes the agents out in seat order.

        Raises:
            IllegalAction: wrong type, out of range, not legal (under ``illegal="raise"``), an action for an
                agent that is done, or a step after the last agent has left. Nothing has changed then.
            NotReset: before the first reset.
        """
        if self._ended_now():
            self._step_dead(action)
            return
        agent = self.agent_selection
        chosen = self._check(action)
        if not self._mask_fresh:
            self.game.kernels.legal_at(self._states, 0, self._mask)
        if self._mask[chosen] == 0:
            self._refuse(agent, chosen)
            return
        self._cumulative_rewards[agent] = 0.0
        seat = self._step_at(self._states, 0, chosen)
        self._mask_fresh = False
        if self._log is not None:
            self._log.append(chosen)
        if self.skip_forced:
            seat = self._skip()
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            if self._kind == SCORE:
                self._pay()
        else:
            self._end()

    def render(self) -> str | None:
        """The whole position as text (``render_mode="ansi"``), for spectators: hidden cards are shown, too.

        ``text(agent)`` is what one agent may see.

        Raises:
            NotReset: before the first reset.
        """
        self._ended_now()
        if self.render_mode is None:
            logger.warn("render() was called, but the environment was made without render_mode; try 'ansi'")
            return None
        return self._show(None)

    def state(self) -> NDArray[np.float32]:
        """The observations of all seats in seat order, ``(n * D,)`` float32: privileged, for central critics."""
        self._ended_now()
        out = np.empty((self.setting.num_players, self.game.observation.size), np.float32)
        for seat in range(self.setting.num_players):
            self.game.kernels.observe_at(self._states, 0, seat, out[seat])
        return out.reshape(-1)

    def close(self) -> None:
        """Nothing is held open."""

    # ------------------------------------------------------------ more than PettingZoo asks

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by an illegal action."""
        return self._ended_now()

    @property
    def seat(self) -> int | None:
        """The number of the seat to act, that of ``agent_selection``; None once the game is over."""
        return None if self._ended_now() else int(self._states["seat"][0])

    def legal_actions(self) -> list[int]:
        """The ids that ``agent_selection`` may play now; empty after the end."""
        if self._ended_now():
            return []
        self.game.kernels.legal_at(self._states, 0, self._mask)
        self._mask_fresh = True
        return [int(a) for a in np.flatnonzero(self._mask)]

    def why_illegal(self, action: int) -> str | None:
        """Why ``agent_selection`` may not play ``action`` now, in words; None if it may."""
        if self._ended_now():
            return "the game is over"
        return self.game.why_illegal(self._states, 0, self._check(action))

    def describe_action(self, action: int) -> str:
        """The text of an action, such as ``"palace Ji"``; ``parse_action`` is the inverse."""
        return self.game.actions.describe(self._check(action))

    def parse_action(self, text: str) -> int:
        """The action of a text."""
        return self.game.actions.parse(text)

    def explain_observation(self, observation: NDArray[np.float32]) -> dict[str, Any]:
        """The numbers behind an observation vector, by field."""
        return self.game.observation.explain(observation)

    def text(self, agent: str) -> str:
        """The position as text, as one agent sees it."""
        return self._show(self._seat(agent))

    def scores(self) -> dict[str, int]:
        """The full scoring, as if the game ended now: not the running score that observations show in some games."""
        return self._per_agent(self.game.kernels.scores_at)

    def ranks(self) -> dict[str, int]:
        """Seats strictly better, by the game's own tie-breaks, as if the game ended now."""
        return self._per_agent(self.game.kernels.ranks_at)

    @property
    def states(self) -> NDArray[np.record]:
        """A copy of the true record, ``(1,)``: privileged, for planners and tests."""
        self._ended_now()
        return self._states.copy()

    def redeal(self, agent: str, seed: int) -> None:
        """Draws anew all that ``agent`` cannot know, future chance included: what planners do to a clone.

        A replay of the game is not possible afterwards, and ``game_seed`` is None.

        Raises:
            UnknownAgent: no such agent.
            NotReset: before the first reset.
            BadOption: the seed is not in [0, 2^63).
        """
        viewer, ended = self._seat(agent), self._ended_now()
        self.game.kernels.redeal_at(self._states, 0, viewer, check_seed(seed))
        self._mask_fresh = False
        self._log = self.game_seed = None
        if self.skip_forced and not ended:
            seat = self._skip()
            if seat < 0:
                self._end()
            else:
                self.agent_selection = self.possible_agents[seat]
                self._pay(more=True)

    def replay(self, agents: dict[str, str] | None = None) -> Replay:
        """The game so far as a replay.

        Args:
            agents: who played, by agent: free text for the file.

        Raises:
            BadReplay: the position did not come about by play alone (``redeal``).
            UnknownAgent: ``agents`` names one that does not play.
            BadOption: ``agents`` is no dictionary.
        """
        self._ended_now()
        if self._log is None or self.game_seed is None:
            raise BadReplay("this game was re-dealt: its actions no longer lead to its position, so there is no replay")
        if agents is not None and not isinstance(agents, dict):
            raise BadOption(f"agents={shown(agents)} is not allowed; it must be a dictionary of names by agent")
        for agent in agents or {}:
            self._seat(agent)
        return Replay.record(self.game, self.setting, self.game_seed, self._log, agents)

    # ------------------------------------------------------------ copies

    def clone(self) -> Self:
        """An independent copy, exact in mid-game, chance included; quicker than deepcopy."""
        other = object.__new__(type(self))
        mine = self.__dict__
        other.__dict__.update(mine)
        other._states = new_states(self.game.dtype, 1)
        raw_bytes(other._states)[:] = raw_bytes(self._states)
        other.metadata = {**self.metadata, "render_modes": list(RENDER_MODES)}
        for name in _OWN:
            setattr(other, name, mine[name].copy())
        if "agents" in mine:
            for name in _OWN_IN_PLAY:
                setattr(other, name, mine[name].copy())
            other.infos = {agent: info.copy() for agent, info in self.infos.items()}
            other._log = None if self._log is None else self._log[:]
        return other

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = self.clone()
        memo[id(self)] = other
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "num_players": self.setting.num_players,
            "options": self.setting.as_dict(),
            "arguments": {name: vars(self)[name] for name in _ARGUMENTS},
            "resets": (self._reset_base, self._resets),
            "position": self.get_state() if "agents" in vars(self) else None,
            "generators": self._spaces.generators(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        try:
            given = state["arguments"]
            base, resets = state["resets"]
            self.__init__(state["game"], num_players=state["num_players"], **given, **state["options"])  # type: ignore[misc]
            if base is not None:
                self._reset_base, self._resets = check_seed(base), check_whole("resets", resets, 0)
            generators, position = state["generators"], state["position"]
        except (KeyError, TypeError, ValueError) as error:
            raise BadState(f"this is not the pickle of an environment: {type(error).__name__}: {error}") from None
        self._spaces.adopt(generators)
        if position is not None:
            self.set_state(position)

    def get_state(self) -> bytes:
        """The game in progress as bytes: the record, and what does not follow from it. ``set_state`` takes it back.

        Raises:
            NotReset: before the first reset.
        """
        ended = self._ended_now()
        position = Position(
            self._states, self._reset_base, self._resets, self.game_seed, self._log, self._illegal,
            len(self.possible_agents) - len(self.agents) if ended else 0, self.reward,
        )  # fmt: skip
        if self._log is None and self._kind == SCORE:
            for name, book in (("gained", self.rewards), ("unread", self._cumulative_rewards)):
                setattr(position, name, [int(book.get(agent, 0)) for agent in self.possible_agents])
        return pack(self.game, self.setting, position)

    def set_state(self, state: bytes) -> None:
        """Puts the environment exactly where ``get_state`` was called, in this or another environment.

        Rewards are those of this environment's kind. After a redeal under another kind than ``"score"`` the points of
        the steps before are not known: an environment that pays by score pays those that follow.

        Raises:
            BadState: not such bytes, damaged ones, those of another game, version, player count or options, or of
                what is no position. The environment has not changed then.
        """
        position = unpack(self.game, self.setting, state, self.skip_forced)
        raw_bytes(self._states)[:] = raw_bytes(position.states)
        self._reset_base, self._resets = position.reset_base, position.resets
        self.game_seed, self._log, self._illegal = position.seed, position.actions, position.illegal
        over = bool(self._states["over"][0])
        self._ended = over or self._illegal is not None
        self._mask_fresh = False
        self.game.kernels.points_at(self._states, 0, self._before)
        left, truncated = position.left, over and bool(self._states["truncated"][0])
        names = self.possible_agents
        first = min(left, len(names) - 1) if self._ended else int(self._states["seat"][0])
        self.agent_selection = names[first]
        self.agents = names[left:]
        gained, unread = self._owed(position)
        self.rewards = dict(zip(self.agents, gained[left:], strict=True))
        self._cumulative_rewards = dict(zip(self.agents, unread[left:], strict=True))
        self.terminations = dict.fromkeys(self.agents, self._ended and not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = {agent: {} for agent in names}
        if self._ended:
            self._fill_infos()
        for agent in names[:left]:
            del self.infos[agent]

    def _owed(self, position: Position) -> tuple[list[float], list[float]]:
        """What each seat got by the last step, and what it has not been told yet, by this environment's rewards."""
        count = self.setting.num_players
        if self._kind == SCORE:
            gained = [float(x) for x in position.gained[:count]]
            unread = [float(x) for x in position.unread[:count]]
        else:
            out = np.zeros(self.game.max_players, np.float32)
            if self._states["over"][0]:
                self.game.kernels.final_rewards(self._states, 0, self._kind, out)
            gained, unread = out.tolist()[:count], out.tolist()[:count]
        if self._illegal is not None:
            culprit = self._illegal[0]
            gained = [-float(seat == culprit) for seat in range(count)]
            unread[culprit] = -1.0
        return ([0.0] * count if position.left else gained), unread

    # ------------------------------------------------------------ inside

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET or name in _PROPERTIES:  # a property that raises NotReset looks like a missing name
            raise NotReset(f"{name} is known after reset(); call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in self.setting.as_dict().items())
        return f"<GameEnv {self.game.id}-v{self.game.version}, {self.setting.num_players} players{options}>"

    def _ended_now(self) -> bool:
        """Whether the game has ended; the one place that notices a missing reset."""
        ended = vars(self).get("_ended")
        if ended is None:
            raise NotReset("call reset() first")
        return bool(ended)

    def _seat(self, agent: str) -> int:
        try:
            return self._seat_of[agent]
        except (KeyError, TypeError):
            raise UnknownAgent(f"no agent {agent!r} plays here; agents: {', '.join(self.possible_agents)}") from None

    def _check(self, action: Any) -> int:
        """The action as int, in range."""
        if type(action) is not int:
            if isinstance(action, (bool, np.bool_)) or (isinstance(action, np.ndarray) and action.ndim):
                raise IllegalAction(f"action {action!r} is not one whole number; {self._range()}")
            try:
                action = operator.index(action)
            except TypeError:
                raise IllegalAction(f"action {action!r} is not a whole number; {self._range()}") from None
        if not 0 <= action < self._mask.shape[0]:
            raise IllegalAction(f"action {action} is out of range; {self._range()}")
        return int(action)

    def _range(self) -> str:
        return f"allowed: 0 to {self.game.actions.size - 1} where action_mask is 1"

    def _refuse(self, agent: str, action: int) -> None:
        """Deals with an illegal action as ``illegal`` says."""
        if self.illegal == "terminate":
            self._cumulative_rewards[agent] = 0.0
            self._illegal = (self._seat_of[agent], action)
            self._fill_infos()
            self._close_game({a: -1.0 if a == agent else 0.0 for a in self.agents}, truncated=False)
            return
        why = self.game.why_illegal(self._states, 0, action)
        legal = self.legal_actions()
        shown = ", ".join(f"{a} ({self.game.actions.describe(a)})" for a in legal[:8])
        more = f", ... {len(legal) - 8} more" if len(legal) > 8 else ""
        raise IllegalAction(
            f"{agent}: action {action} ({self.game.actions.describe(action)}) is illegal: {why}. Legal: {shown}{more}"
        )

    def _skip(self) -> int:
        """Plays decisions with one legal action; the seat to act then, or -1 when the game is over."""
        count = int(self.game.kernels.play_forced(self._states, 0, self._mask, self._skipped))
        if count and self._log is not None:
            self._log.extend(self._skipped[:count].tolist())
        if self._states["over"][0]:
            return -1
        self._mask_fresh = True
        return int(self._states["seat"][0])

    def _pay(self, more: bool = False) -> None:
        """Rewards of the step just made, under ``reward="score"``; ``more``: of what follows the last one unasked."""
        if self._kind != SCORE:
            return
        out = np.zeros(self.game.max_players, np.float32)
        self.game.kernels.step_rewards(self._states, 0, self._kind, self._before, out)
        for agent, reward in zip(self.possible_agents, out.tolist(), strict=False):
            self.rewards[agent] = reward + (self.rewards[agent] if more else 0.0)
            self._cumulative_rewards[agent] += reward

    def _end(self) -> None:
        """The rules have ended the game: final rewards and infos."""
        out = np.zeros(self.game.max_players, np.float32)
        self.game.kernels.step_rewards(self._states, 0, self._kind, self._before, out)
        rewards = dict(zip(self.possible_agents, out.tolist(), strict=False))
        self._fill_infos()
        self._close_game(rewards, truncated=bool(self._states["truncated"][0]))

    def _fill_infos(self) -> None:
        """Score, rank and the game's further results, as they stand."""
        game = self.game
        scores, ranks = self.scores(), self.ranks()
        numbers = np.zeros(len(game.result_names), np.int64)
        for seat, agent in enumerate(self.possible_agents):
            self.infos[agent] = {"score": scores[agent], "rank": ranks[agent]}
            if game.result_names:
                game.kernels.results_at(self._states, 0, seat, numbers)
                self.infos[agent].update(zip(game.result_names, numbers.tolist(), strict=True))
        if self._illegal is not None:
            self.infos[self.possible_agents[self._illegal[0]]]["illegal_action"] = self._illegal[1]

    def _close_game(self, rewards: dict[str, float], truncated: bool) -> None:
        self.rewards = rewards
        for agent, reward in rewards.items():
            self._cumulative_rewards[agent] += reward
            (self.truncations if truncated else self.terminations)[agent] = True
        self.agent_selection = self.agents[0]
        self._ended = True

    def _step_dead(self, action: Any) -> None:
        if not self.agents:
            raise IllegalAction("the game is over and all agents have left; call reset() to start another")
        if action is not None:
            raise IllegalAction(f"the game is over: {self.agent_selection} can only step with None, not {action!r}")
        agent = self.agents.pop(0)
        for book in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del book[agent]
        if self.agents:
            self.agent_selection = self.agents[0]
        for other in self.rewards:
            self.rewards[other] = 0.0

    def _show(self, seat: int | None) -> str:
        ended = self._ended_now()
        shown = self.game.show(self._states, 0, seat)
        if ended and self._illegal is not None:
            culprit = self.possible_agents[self._illegal[0]]
            shown = f"{shown.rstrip()}\nended here by an illegal action of {culprit}\n"
        return shown

    def _per_agent(self, kernel: Any) -> dict[str, int]:
        self._ended_now()
        out = np.zeros(self.game.max_players, np.int64)
        kernel(self._states, 0, out)
        return dict(zip(self.possible_agents, out.tolist(), strict=False))
