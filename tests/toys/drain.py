"""Drain, a toy game with everything the engine has to cope with: seats that move twice, chance after setup,
hidden cards, a cap that truncates, a last mover who loses, moves without a choice, and a solo mode.

A pile of stones; take 1, 2 or 3 (3 at most twice a game). Taking 2 from a multiple of 5 gives another move. Each
seat holds a secret card 0..3, worth points at the end, and a die is thrown at each move of 1 (a 6 adds a stone,
once a game). Who takes the last stone loses all points but the card's. ``cap`` cuts the game, ``ones`` decisions at
the start have no choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from meeplezoo.envs.engine.compiling import rule
from meeplezoo.envs.engine.dice import roll
from meeplezoo.envs.engine.game import Credits, Game, option
from meeplezoo.envs.engine.layouts import ActionLayout, ActionRange, FaultCode, Field, ObservationLayout, ReasonCode
from meeplezoo.envs.engine.records import RecordLayout

SEATS = 3
CARDS = 4
DIE = 6


class Reason(ReasonCode):
    LEGAL = 0, ""
    FEW_STONES = 1, "the pile has fewer stones"
    NO_THREE_LEFT = 2, "3 was taken twice already"
    ONES = 3, "the first moves take 1"


class Fault(FaultCode):
    NONE = 0, "", ""
    STONES = 1, "pile", "start + added - stones of all seats"
    ABSENT = 2, "num_players", "nothing in the hands of seats that do not take part"
    THREES = 3, "threes", "at most a third of the seat's stones"
    DECISIONS = 4, "decisions", "a third of the stones taken at least, all of them at most, and no more than cap"
    END = 5, "over", "1 exactly where the pile is empty or the cap is reached"
    LOSER = 6, "loser", "the seat to act where the pile is empty, else -1"
    PHASE = 7, "phase", "OVER exactly where over is 1"


class Phase(IntEnum):
    TAKE = 0
    OVER = 1


STATE = RecordLayout(
    [
        ("start", (), 5, 25),  # stones at the start
        ("ones", (), 0, 26),  # so many decisions at the start can only take 1
        ("pile", (), 0, 26),
        ("added", (), 0, 1),  # the die has added a stone
        ("threes", (SEATS,), 0, 2),
        ("stones", (SEATS,), 0, 26),
        ("card", (SEATS,), 0, 3),  # hidden from the others
        ("cap", (), 0, 99),  # decisions after which the game is cut; 0: none
        ("loser", (), -1, SEATS - 1),  # -1 or the seat that took the last stone
    ]
)
ACTIONS = ActionLayout([ActionRange("take", ("1", "2", "3"), (Phase.TAKE,), "stones", "stones")])
OBSERVATION = ObservationLayout(
    [
        Field("pile", (), 26),
        Field("left", (5,), 1, encoding="one-hot", doc="the pile modulo 5"),
        Field("threes", (SEATS,), 2),
        Field("stones", (SEATS,), 26),
        Field("card", (), 3, private=True),
        Field("lead", (), 26, -26, doc="own stones less the best other's"),
        Field("over", (), 1, encoding="flag"),
    ]
)
PILE, LEFT, THREES = (OBSERVATION.start(name) for name in ("pile", "left", "threes"))
STONES, CARD = OBSERVATION.start("stones"), OBSERVATION.start("card")
LEAD, OVER = OBSERVATION.start("lead"), OBSERVATION.start("over")


@dataclass(frozen=True)
class Options:
    pile: int = option(21, range(5, 26), "stones at the start")
    cap: Any = option(None, range(100), "decisions after which the game is cut; None: never")
    open_cards: bool = option(False, (False, True), "has no effect")
    ones: int = option(0, range(27), "so many decisions at the start can only take 1")


def resolve(num_players: int, options: Options) -> Options:
    return Options(options.pile, 0 if options.cap is None else options.cap, options.open_cards, options.ones)


@rule
def setup(s, options):
    s.start = options[0]
    s.pile = options[0]
    s.cap = options[1]
    s.ones = options[3]
    s.loser = -1
    for p in range(s.num_players):
        s.card[p] = roll(s.rng, CARDS)


@rule
def reason(s, action):
    if action + 1 > s.pile:
        return Reason.FEW_STONES.value
    if action > 0 and s.decisions < s.ones:
        return Reason.ONES.value
    return Reason.NO_THREE_LEFT.value if action == 2 and s.threes[s.seat] == 2 else Reason.LEGAL.value


@rule
def legal(s, mask):
    for action in range(3):
        if reason(s, action) == Reason.LEGAL.value:
            mask[action] = 1


@rule
def apply(s, action):
    p = int(s.seat)
    again = s.pile % 5 == 0 and action == 1
    s.pile -= action + 1
    s.stones[p] += action + 1
    if action == 2:
        s.threes[p] += 1
    if action == 0 and s.pile > 0 and s.added == 0 and roll(s.rng, DIE) == DIE - 1:
        s.pile += 1
        s.added = 1
    if s.pile == 0:
        s.loser = p
        s.over = 1
        s.phase = Phase.OVER
    elif s.decisions == s.cap:
        s.over = 1
        s.truncated = 1
        s.phase = Phase.OVER
    elif not again:
        s.seat = (p + 1) % s.num_players


@rule
def check(s):
    taken = 0
    for p in range(SEATS):
        taken += int(s.stones[p])
        if p >= s.num_players and (s.stones[p] != 0 or s.threes[p] != 0 or s.card[p] != 0):
            return Fault.ABSENT.value
        if 3 * int(s.threes[p]) > s.stones[p]:
            return Fault.THREES.value
    if s.pile != s.start + s.added - taken:
        return Fault.STONES.value
    if s.decisions > taken or 3 * int(s.decisions) < taken or (s.cap > 0 and s.decisions > s.cap):
        return Fault.DECISIONS.value
    capped = s.cap > 0 and s.decisions == s.cap and s.pile > 0
    if s.over != int(s.pile == 0 or capped) or s.truncated != int(capped):
        return Fault.END.value
    if s.loser != (s.seat if s.pile == 0 else -1):
        return Fault.LOSER.value
    return Fault.NONE.value if s.phase == s.over else Fault.PHASE.value


@rule
def observe(s, seat, out):
    n = int(s.num_players)
    out[PILE] = s.pile
    out[LEFT + s.pile % 5] = 1
    best = 0
    for k in range(n):
        p = (seat + k) % n
        out[THREES + k] = s.threes[p]
        out[STONES + k] = s.stones[p]
        if k > 0:
            best = max(best, int(s.stones[p]))
    out[CARD] = s.card[seat]
    out[LEAD] = int(s.stones[seat]) - best
    out[OVER] = s.over


@rule
def points(s, seat):
    kept = 0 if s.loser == seat else int(s.stones[seat])
    return kept + (int(s.card[seat]) if s.over != 0 else 0)


@rule
def scores(s, out):
    for p in range(s.num_players):
        out[p] = (0 if s.loser == p else int(s.stones[p])) + int(s.card[p])


@rule
def ranks(s, out):
    total = np.zeros(SEATS, np.int64)
    scores(s, total)
    for p in range(s.num_players):
        better = 0
        for q in range(s.num_players):
            if total[q] > total[p]:
                better += 1
        out[p] = better


@rule
def results(s, seat, out):
    out[0] = s.card[seat]


@rule
def redeal(s, seat, rng):
    for p in range(s.num_players):
        if p != seat:
            s.card[p] = roll(rng, CARDS)


@rule
def choose(numbers, mask, rng):
    """Leaves 1 stone more than a multiple of 4 where it can."""
    want = (numbers[PILE] - 1) % 4
    return want - 1 if want > 0 and mask[want - 1] == 1 else 0


def text(s: np.record, seat: int | None) -> str:
    cards = [str(int(s.card[p])) if seat in (None, p) else "?" for p in range(int(s.num_players))]
    return f"pile {int(s.pile)}, stones {s.stones[: s.num_players].tolist()}, cards {' '.join(cards)}"


def make_game(name: str = "drain", **changes: Any) -> Game:
    """The game under an id of its own; ``changes`` replace rules."""
    rules = {
        "setup": setup,
        "legal": legal,
        "apply": apply,
        "observe": observe,
        "points": points,
        "scores": scores,
        "ranks": ranks,
        "reason": reason,
        "check": check,
        "redeal": redeal,
        "results": results,
        "choose": choose,
    }
    return Game(
        id=name,
        title="Drain",
        version=0,
        player_counts=(1, 2, 3),
        default_players=2,
        options=Options,
        record=STATE,
        phases=Phase,
        actions=ACTIONS,
        observation=OBSERVATION,
        rules=rules | changes,
        reasons=Reason,
        faults=Fault,
        option_fields=("start", "cap", "ones"),
        max_decisions=26,
        hidden_information=True,
        chance_after_setup=True,
        folder=Path(__file__).resolve().parent,
        credits=Credits("nobody", 2026, "nobody", "this file"),
        text=text,
        resolve=resolve,
        result_names=("card",),
        score_target=20,
    )


GAME = make_game()
