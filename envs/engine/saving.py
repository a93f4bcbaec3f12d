"""A game in progress as bytes: what it is, what the record does not tell, and the record, with a checksum.

Only what follows from nothing else is kept: the seed and the actions, from which the record itself must follow; how far
the agents have left after the end; what they have not been told yet where a redeal has cut the game from its actions.
Bytes come from anywhere: everything in them is checked before a kernel or the environment sees it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .checking import check_option_fields, check_states
from .errors import BadOption, BadState, UnknownGame
from .game import MAX_SEED, Game, Resolved
from .kernels import REWARDS
from .records import WORD_HIGH, new_states, raw_bytes
from .registry import find_game

__all__ = ["Position", "pack", "read_setting", "unpack"]

MAGIC = b"MEEPLEZOO1"
CHECKSUM = hashlib.sha256().digest_size
_IDENTITY = ("game", "version", "layout", "num_players", "options")
_BOOKS = ("reset_base", "resets", "seed", "actions", "illegal", "left", "reward", "gained", "unread")


@dataclass
class Position:
    """All that an environment knows of a game in progress.

    Attributes:
        states: the record, ``(1,)``.
        reset_base: the seed that games of resets without a seed follow from; None when there was none.
        resets: how many such resets there were since.
        seed: of the game; None where its actions do not lead to the record.
        actions: all actions so far; None as the seed.
        illegal: seat and illegal action that ended the game, or None.
        left: agents that have left after the end, in seat order.
        reward: the kind that ``gained`` and ``unread`` belong to.
        gained: by ``reward="score"``, the points that each seat got by the last step, without an illegal end.
        unread: those since the step in which the seat chose last.
    """

    states: NDArray[np.record]
    reset_base: int | None
    resets: int
    seed: int | None
    actions: list[int] | None
    illegal: tuple[int, int] | None
    left: int
    reward: str
    gained: list[int] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)


def _identity(game: Game, setting: Resolved) -> dict[str, Any]:
    """What must agree between saved bytes and the environment that takes them back."""
    return {
        "game": game.id,
        "version": game.version,
        "layout": game.dtype_hash,
        "num_players": setting.num_players,
        "options": setting.as_dict(),
    }


def pack(game: Game, setting: Resolved, position: Position) -> bytes:
    """Saved bytes: magic, checksum, the length of the head, the head as JSON, the record."""
    head = _identity(game, setting) | {name: getattr(position, name) for name in _BOOKS}
    text = json.dumps(head).encode()
    checked = len(text).to_bytes(4, "little") + text + position.states.tobytes()
    return MAGIC + hashlib.sha256(checked).digest() + checked


def unpack(game: Game, setting: Resolved, state: Any, skip: bool) -> Position:
    """What saved bytes say, checked.

    Args:
        game, setting: of the environment that takes them.
        state: the bytes.
        skip: whether that environment plays decisions with one legal action itself.

    Raises:
        BadState: they are not the bytes of a position that this environment can be in.
    """
    head, body = _split(state)
    for name, value in _identity(game, setting).items():
        if head[name] != value or type(head[name]) is not type(value):
            raise BadState(
                f"the state has {name} {head[name]!r}, this environment {value!r}; "
                "make a matching one, or let meeplezoo.restore do it"
            )
    if len(body) != game.dtype.itemsize:
        _refuse(game, "record", f"{len(body)} bytes", f"{game.dtype.itemsize} bytes")
    states = new_states(game.dtype, 1)
    raw_bytes(states)[0] = np.frombuffer(body, np.uint8)
    check_states(game, states)
    check_option_fields(game, states, setting)
    position = Position(states, *(head[name] for name in _BOOKS))
    _check_seeds(game, position)
    _check_end(game, position)
    _check_points(game, setting, position)
    if position.actions is not None:
        _play_again(game, setting, position, skip)
    if skip and position.illegal is None and not states["over"][0]:
        _settle(game, setting, position)
    return position


def read_setting(state: Any) -> tuple[Game, Resolved]:
    """The game, and player count and options, that saved bytes name.

    Raises:
        BadState: they are no such bytes, or name what there is not.
    """
    head, _ = _split(state)
    if not isinstance(head["game"], str) or not isinstance(head["options"], dict):
        raise BadState(
            f"the state has game {head['game']!r} and options {head['options']!r}; allowed: an id, and options by name"
        )
    try:
        game = find_game(head["game"])
        return game, game.configure(head["num_players"], head["options"])
    except (BadOption, UnknownGame) as error:
        raise BadState(f"the state is of {head['game']!r}, which cannot be made here as it says: {error}") from None


def _split(state: Any) -> tuple[dict[str, Any], bytes]:
    """Head, with exactly the entries that it has to have, and body."""
    if not isinstance(state, (bytes, bytearray, memoryview)):
        raise BadState(f"a state is bytes, as get_state gave them, not {type(state).__name__}")
    data = bytes(state)
    start = len(MAGIC) + CHECKSUM
    if not data.startswith(MAGIC):
        raise BadState("these bytes are not a state of meeplezoo: they do not begin as get_state's do")
    checked = data[start:]
    if len(checked) < 4 or hashlib.sha256(checked).digest() != data[len(MAGIC) : start]:
        raise BadState("the state is truncated or damaged: its checksum does not fit; take it anew with get_state")
    size = int.from_bytes(checked[:4], "little")
    try:
        head = json.loads(checked[4 : 4 + size], parse_constant=_no_number)
    except (ValueError, RecursionError) as error:  # JSON's and UTF-8's errors are of the first kind
        raise BadState(f"the head of the state cannot be read: {type(error).__name__}: {error}"[:200]) from None
    wanted = (*_IDENTITY, *_BOOKS)
    if not isinstance(head, dict) or set(head) != set(wanted):
        raise BadState(f"the head of the state has other entries than get_state's; needed: exactly {', '.join(wanted)}")
    return head, checked[4 + size :]


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _check_seeds(game: Game, position: Position) -> None:
    for name in ("reset_base", "seed"):
        value = getattr(position, name)
        if value is not None and not _whole(value, 0, MAX_SEED - 1):
            _refuse(game, name, value, "null, or a whole number from 0 to 2**63 - 1")
    if not _whole(position.resets, 0, WORD_HIGH):
        _refuse(game, "resets", position.resets, f"0 to {WORD_HIGH}")
    if position.resets and position.reset_base is None:
        _refuse(game, "reset_base", None, "a seed, as there were resets without one")
    actions, decisions = position.actions, int(position.states["decisions"][0])
    if (actions is None) != (position.seed is None):
        _refuse(game, "seed", position.seed, "a seed where there are actions, null where there are none")
    if actions is None:
        return
    if not isinstance(actions, list) or len(actions) != decisions:
        _refuse(game, "actions", actions, f"null, or a list of the record's {decisions} decisions")
    for action in actions:
        if not _whole(action, 0, game.actions.size - 1):
            _refuse(game, "actions", action, f"ids from 0 to {game.actions.size - 1}")


def _check_end(game: Game, position: Position) -> None:
    """How the game ended, and how many agents have left since."""
    s, given = position.states[0], position.illegal
    if given is not None:
        seat, most = int(s["seat"]), game.actions.size - 1
        pair = isinstance(given, (list, tuple)) and len(given) == 2 and given[0] == seat and _whole(given[0], 0, seat)
        if s["over"] or not pair or not _whole(given[1], 0, most):
            _refuse(
                game, "illegal", given, f"null, or, while over is 0, the acting seat {seat} with an id up to {most}"
            )
        mask = np.zeros(game.actions.size, np.int8)
        game.kernels.legal_at(position.states, 0, mask)
        if mask[given[1]]:
            _refuse(game, "illegal", given, "an action that is illegal here")
        position.illegal = (given[0], given[1])
    most = int(s["num_players"]) if s["over"] or given is not None else 0
    if not _whole(position.left, 0, most):
        _refuse(game, "left", position.left, f"0 to {most} agents")


def _check_points(game: Game, setting: Resolved, position: Position) -> None:
    if position.reward not in REWARDS:
        _refuse(game, "reward", position.reward, ", ".join(REWARDS))
    size = setting.num_players if position.actions is None and position.reward == "score" else 0
    for name in ("gained", "unread"):
        values = getattr(position, name)
        fits = isinstance(values, list) and len(values) == size
        if not fits or not all(_whole(value, -WORD_HIGH, WORD_HIGH) for value in values):
            _refuse(game, name, values, f"{size} whole numbers")
        if not size:
            setattr(position, name, [0] * setting.num_players)


def _play_again(game: Game, setting: Resolved, position: Position, skip: bool) -> None:
    """The record must be where seed and actions lead; what the seats have not been told yet follows from them."""
    assert position.actions is not None
    states = new_states(game.dtype, 1)
    gained, unread = np.zeros(game.max_players, np.int64), np.zeros(game.max_players, np.int64)
    actions = np.array(position.actions, np.int64)
    played = game.kernels.play_actions(
        states, 0, setting.num_players, setting.numbers, position.seed, actions, skip, gained, unread
    )
    if played < len(actions):
        _refuse(game, f"actions[{played}]", int(actions[played]), "an action that is legal there")
    if states.tobytes() != position.states.tobytes():
        name = next(name for name in game.record.names if (states[name] != position.states[name]).any())
        shown = [" ".join(str(value[name][0]).split()) for value in (position.states, states)]
        _refuse(game, name, shown[0], f"{shown[1]}, to which seed and actions lead")
    position.gained, position.unread = gained.tolist(), unread.tolist()


def _settle(game: Game, setting: Resolved, position: Position) -> None:
    """Plays decisions with one legal action, as part of the last step."""
    start = position.states.copy()
    before, after = np.zeros((2, game.max_players), np.int64)
    played, mask = np.zeros(game.max_decisions, np.int64), np.zeros(game.actions.size, np.int8)
    game.kernels.points_at(position.states, 0, before)
    count = int(game.kernels.play_forced(position.states, 0, mask, played))
    game.kernels.points_at(position.states, 0, after)
    if count == int(position.states["decisions"][0]) and position.states["over"][0]:  # a game without any choice
        position.states = start
        return
    if position.actions is not None:
        position.actions += played[:count].tolist()
        if count:
            _play_again(game, setting, position, True)
        return
    for seat in range(setting.num_players):
        gain = int(after[seat] - before[seat])
        position.gained[seat] += gain
        position.unread[seat] += gain


def _whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _refuse(game: Game, name: str, value: Any, allowed: str) -> NoReturn:
    shown = repr(value)
    shown = shown if len(shown) <= 80 else shown[:77] + "..."
    raise BadState(f"the state of {game.id} has {name} = {shown}; allowed: {allowed}")
