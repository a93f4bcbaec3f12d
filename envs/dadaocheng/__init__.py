"""Dadaocheng: flipping and swapping discs for goods, ships and mansions in the tea port of old Taipei.

Description
-----------
Dadaocheng (Eason Kao and Tsai Huei-Chiang, 2015, first edition) is a pattern-building game for one to four players.
Sixteen two-sided discs of five colours lie in a 4x4 grid. In a turn a player makes two planning actions (flip a disc,
or swap two), then collects every line of three or four equal discs: cubes into the hand, cubes into the warehouses at
the ends of the line, and the discs turn over, which may make further lines. A full warehouse pays a bonus. Cubes buy
ships and buildings, can be exchanged, offered at the temple for dice, and opium stands in for any of them at the cost
of prestige. Each round has an event. Everything is open but the order of ships and events, which nobody knows. The
rules as implemented, with every ruling, are in ``RULES.md``; how long games are is measured on the page of the game.

Players and options
-------------------
1, 2, 3 or 4 (default) players. Alone there are no events, and the score is compared with 50, 60 and 70.

Actions
-------
280 actions; the phase decides which of them can be legal. Cells are numbered row by row from the
north-west, stores 0 to 3 from the west or the north. The phases are PLAN, COLLECT, LOOP_RETURN, BONUS, BONUS_RETURN,
PICK, BUY, END_RETURN and OVER.

An action that is the only legal one is played at once: the only run, returns and picks of one colour, the end of a
turn. So no decision with one legal action is ever asked. BONUS and BONUS_RETURN belong to the owner of the warehouse,
who need not be the owner of the turn.

Observation
-----------
485 numbers, whole numbers divided by their upper bound: in [0, 1], scores in [-0.25, 1]. Seats are relative: seat 0 is
the observer, the others follow in turn order, absent seats are zero. The board is not rotated. Colours: white (rice),
yellow (camphor), red (sugar), green (tea), black (opium). Nothing is private.

Rewards
-------
At the end of the game, from the ranks: most prestige, then most credits; further ties are shared. Alone: prestige / 70,
at most 1. The final infos also hold where the prestige comes from (``ship_points``, ``mansion_points``,
``building_points``, ``cube_points``, ``credit_points``, ``opium_points``, ``bonus_points``), ``credits``, and for one
player ``solo_class`` (0, or 1 novice from 50, 2 veteran from 60, 3 great merchant from 70) and the challenges
``challenge_ships``, ``challenge_buildings``, ``challenge_hand_limit`` (1: met).

End of the game
---------------
After 8 rounds with three or four players, 10 with one or two; every seat has one turn in each. At most 2304 decisions
(``MAX_DECISIONS``).

Credits and source
------------------
Eason Kao, Tsai Huei-Chiang, 2015, SoSo Studio. The rules are those of the publisher's Chinese text, version 2.0. It
gives no card values: prices and values of ships, prices of buildings, the faces of the dice, the length of the opium
track and the pairs of colours on the discs are reconstructions, marked in ``board.toml`` and ``RULES.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.errors import BadOption
from ..engine.game import Credits, Game, option, rules_from
from . import bot, check, hidden, observation, picture, rules, scoring
from .actions import ACTIONS, Reason
from .faults import Fault
from .observation import OBSERVATION
from .scoring import RESULT_NAMES
from .state import STATE, Phase
from .tables import DISC_SETS, HAND_LIMIT_CHALLENGE, HAND_LIMIT_SOLO, MAX_PLAYERS, PLAYER_COUNTS, ROUNDS, SOLO_TARGETS

if TYPE_CHECKING:
    from ..engine.aec import GameEnv

__all__ = ["GAME", "MAX_DECISIONS", "Options", "env"]


@dataclass(frozen=True)
class Options:
    """The variants of Dadaocheng."""

    event_order: str = option(
        "shuffled", ("shuffled", "chronological"), "order of the events after 1851; alone there are none"
    )
    disc_set: str = option("tea_reverse", DISC_SETS, "which sides of the discs show at the start")
    solo_hand_limit: int = option(
        HAND_LIMIT_SOLO, range(HAND_LIMIT_CHALLENGE, HAND_LIMIT_SOLO + 1), "cubes kept at the end of a turn, solo only"
    )
    den_exchange_counts_as_use: bool = option(False, (False, True), "the opium den's exchange counts as a use of opium")


def resolve(num_players: int, options: Options) -> Options:
    """4.0: the solo challenge is for one player, who has no events.

    Raises:
        BadOption: a solo hand limit other than the usual one with more than one player; an order of events with one.
    """
    if num_players == 1 and options.event_order != "shuffled":
        raise BadOption(
            f"dadaocheng: event_order={options.event_order!r} cannot be played with num_players=1: "
            "one player has no events; allowed: 'shuffled'"
        )
    if num_players > 1 and options.solo_hand_limit != HAND_LIMIT_SOLO:
        raise BadOption(
            f"dadaocheng: solo_hand_limit={options.solo_hand_limit} cannot be played with num_players={num_players}; "
            f"it is a challenge for num_players=1; allowed: {HAND_LIMIT_SOLO}"
        )
    return options


def max_decisions(num_players: int) -> int:
    """7.4: a bound on the decisions of one game: rounds times players turns of at most 72 decisions."""
    return check.TURN_DECISIONS * int(ROUNDS[num_players]) * num_players


MAX_DECISIONS = max(max_decisions(n) for n in range(1, MAX_PLAYERS + 1))  # 2304

GAME = Game(
    id="dadaocheng",
    title="Dadaocheng",
    version=0,
    player_counts=PLAYER_COUNTS,
    default_players=4,
    options=Options,
    record=STATE,
    phases=Phase,
    actions=ACTIONS,
    observation=OBSERVATION,
    rules=rules_from(rules, scoring, observation, hidden, bot, check),
    reasons=Reason,
    faults=Fault,
    max_decisions=MAX_DECISIONS,
    hidden_information=True,
    chance_after_setup=True,
    folder=Path(__file__).resolve().parent,
    credits=Credits(
        designer="Eason Kao, Tsai Huei-Chiang",
        year=2015,
        publisher="SoSo Studio",
        sources="the publisher's Chinese rules, version 2.0, and published reviews; see RULES.md",
    ),
    text=picture.text,
    resolve=resolve,
    option_fields=("event_order", "disc_set", "hand_limit", "den_counts"),
    result_names=RESULT_NAMES,
    score_target=int(SOLO_TARGETS[-1]),
)


def env(**kwargs: Any) -> GameEnv:
    """Dadaocheng as a PettingZoo AEC environment; the keyword arguments are those of ``meeplezoo.make``."""
    from ..engine.aec import GameEnv

    return GameEnv(GAME, **kwargs)
