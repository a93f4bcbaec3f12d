"""A game in progress as bytes: what it is, the bookkeeping around it, and its record, with a checksum."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from .errors import BadState
from .game import Game, Resolved

__all__ = ["identity", "pack", "unpack"]

MAGIC = b"MEEPLEZOO1"
CHECKSUM = hashlib.sha256().digest_size


def identity(game: Game, setting: Resolved) -> dict[str, Any]:
    """What must agree between saved bytes and the environment that takes them back."""
    return {
        "game": game.id,
        "version": game.version,
        "layout": game.dtype_hash,
        "num_players": setting.num_players,
        "options": setting.as_dict(),
    }


def pack(head: dict[str, Any], body: bytes) -> bytes:
    """Saved bytes: magic, checksum, the length of the head, the head as JSON, the body."""
    text = json.dumps(head).encode()
    checked = len(text).to_bytes(4, "little") + text + body
    return MAGIC + hashlib.sha256(checked).digest() + checked


def unpack(state: Any) -> tuple[dict[str, Any], bytes]:
    """Head and body of saved bytes.

    Raises:
        BadState: not such bytes, or damaged ones.
    """
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
    return json.loads(checked[4 : 4 + size]), checked[4 + size :]
