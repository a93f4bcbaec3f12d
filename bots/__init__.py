"""Bots, and matches between them.

A bot chooses actions from observations and masks, for many games at once (``Bot``). ``play_match`` lets one play
against others, every seat equally often, and gives win share, Wilson interval, score and rank. A named bot is
``"random"``, ``"scripted"`` or ``"noisy"``: the scripted one with 20 % random moves (``NoisyBot``).
"""

from __future__ import annotations

from .base import Bot, bot_name, choose_action, find_bot
from .match import MatchResult, play_match, wilson_interval
from .noisy import NoisyBot
from .policy import PolicyBot, policy_agent
from .random import RandomBot
from .scripted import ScriptedBot

__all__ = [
    "Bot",
    "MatchResult",
    "NoisyBot",
    "PolicyBot",
    "RandomBot",
    "ScriptedBot",
    "bot_name",
    "choose_action",
    "find_bot",
    "play_match",
    "policy_agent",
    "wilson_interval",
]
