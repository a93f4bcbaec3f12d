"""What nobody knows - the order of the face-down ships and of the future events - drawn anew (RULES 7.3)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import shuffle
from .state import SHUFFLED
from .tables import HAS_EVENTS, LEVELS


@rule
def redeal(s: Any, seat: int, rng: Any) -> None:
    """7.3: shuffles each level's unopened ships, in solo games together with those in the box, and the future events.

    Ships that a solo game never uses are known and take no part; events in chronological order hide nothing.
    """
    for level in range(LEVELS):
        shuffle(rng, s.ship_order[level][s.ships_opened[level] : s.ship_count[level]])
    if HAS_EVENTS[s.num_players] != 0 and s.event_order == SHUFFLED:
        shuffle(rng, s.events[s.round_index + 1 :])
