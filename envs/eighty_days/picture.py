"""A position of Around the World in 80 Days as readable text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..engine.drawing import counted, page
from .state import NO_CARD, NO_TOKEN, NOT_HOME, Phase
from .tables import (
    CARDS_LAID,
    CITIES,
    CITY_NAMES,
    COMPONENT_NAMES,
    EVENT_NAMES,
    HOME,
    KEPT_EVENTS,
    LEG_OPTIONS,
    LEG_SLOTS,
    PENALTY_NAMES,
    SPACE_NAMES,
    TOKEN_NAMES,
    TRAVEL_NAMES,
)

WIDTH = 120  # columns
LEGEND = (
    "T2 to T6 are trains and S4 to S8 ships: cards with their days; two equal ones in a leg count once.",
    "days: fewer win, for who is home with at most 80; city: how far a seat has come.",
    "watch (seats): who starts the next round (4 to 6 players); starts: who began this one; acted: has had its turn.",
    "per_arrival, per_round: when those who still travel lose days; first, last: tokens of a city for its",
    "first and last visitor: coin, event (a card), travel (a card), plus_one (a day for all others who travel).",
    "known: cards of a hand that everybody has seen; ?: a card that the others cannot see.",
    "spaces: card and action to take in a turn; balloon ready: a die instead of a train or ship in this turn.",
)


def text(s: np.record, seat: int | None = None) -> str:
    """The whole position in ASCII, as ``seat`` sees it; None shows every hand and the order of both decks."""
    lines = [_headline(s), *_turn(s), "", *_players(s), *_hands(s, seat), "", *_route(s), "", *_cards(s, seat)]
    return page([*lines, "", *LEGEND])


def _headline(s: np.record) -> str:
    penalty = PENALTY_NAMES[s.per_round]
    head = f"Around the World in 80 Days, {s.num_players} players, {penalty}, round {s.round_number}: "
    if s.over:
        return head + f"the game is over{' (cut off)' if s.truncated else ''}"
    return head + f"seat {s.seat} to act in {Phase(int(s.phase)).name}"


def _wrapped(label: str, parts: list[str], between: str = ", ") -> list[str]:
    """A label and a list behind it, over as many lines as it takes."""
    lines = [f"{label:16}"]
    for k, part in enumerate(parts or ["-"]):
        more = part + (between if k + 1 < len(parts) else "")
        if len(lines[-1]) + len(more.rstrip()) > WIDTH:
            lines.append(" " * 16)
        lines[-1] += more
    return lines


def _turn(s: np.record) -> list[str]:
    """What the acting seat has done in this turn so far."""
    if s.over:
        return []
    parts = []
    if s.card_taken:
        parts.append("card taken")
    if s.balloon_ready:
        parts.append("balloon ready")
    if s.legs_done:
        parts.append(f"legs travelled {s.legs_done}")
    if s.exchanged:
        parts.append(f"cards discarded for exchange {s.exchanged}")
    if s.paid.any() or s.leg_days:
        parts.append(f"paid {counted(s.paid, COMPONENT_NAMES)}; days of the leg so far {s.leg_days}")
    if s.saving:
        parts.append(f"Occasion would save {s.saving}")
    if s.die:
        parts.append(f"die shows {s.die}")
    if s.dice_left:
        parts.append(f"dice to settle {s.dice_left}")
    return _wrapped("this turn", parts, "; ") if parts else []


def _players(s: np.record) -> list[str]:
    """A line for each seat: what decides, and the turn order."""
    lines = ["seat  city           days  coins  travel cards  event cards"]
    for p in range(s.num_players):
        marks = [
            "watch" if p == s.watch else "",
            "starts" if p == s.start_seat else "",
            "acted" if s.acted[p] else "",
            "" if s.arrival[p] == NOT_HOME else f"home as number {s.arrival[p] + 1}",
        ]
        row = f"{p:4}  {CITY_NAMES[s.city[p]]:13}  {s.days[p]:4}  {s.coins[p]:5}"
        row += f"  {s.travel_count[p]:12}  {s.event_count[p]:11}  "
        lines.append(row + ", ".join(mark for mark in marks if mark))
    return lines


def _hands(s: np.record, seat: int | None) -> list[str]:
    """The hands: all cards to their owner and to spectators, and what everybody knows of them."""
    lines = []
    for p in range(s.num_players):
        known = _cards_of(s.known_travel[p], s.known_events[p])
        if seat is None or p == seat:
            name = f"hand of seat {p}" if seat is None else "your hand"
            lines += _wrapped(name, _cards_of(s.travel_hand[p], s.event_hand[p]))
            lines += _wrapped("  known of it", known)
        else:
            hidden = int(s.travel_count[p]) - int(s.known_travel[p].sum())
            secret = int(s.event_count[p]) - int(s.known_events[p].sum())
            unseen = [f"{n} ? {kind}" for n, kind in ((hidden, "travel"), (secret, "event")) if n]
            lines += _wrapped(f"hand of seat {p}", [*known, *unseen])
    return lines


def _cards_of(travel: NDArray[np.int32], events: NDArray[np.int32]) -> list[str]:
    """Cards of both kinds, with their numbers."""
    return [*_counts(travel, TRAVEL_NAMES), *_counts(events, EVENT_NAMES[:KEPT_EVENTS])]


def _route(s: np.record) -> list[str]:
    """A line per city: the leg that starts there, its tokens, the detective, and who stands there."""
    lines = ["city           next leg                     first    last     seats"]
    for city in range(CITIES):
        tokens = " ".join(
            f"{'-' if token == NO_TOKEN else TOKEN_NAMES[token]:8}" for token in (s.yellow[city], s.blue[city])
        )
        here = [str(p) for p in range(s.num_players) if s.city[p] == city] + ["detective"] * bool(s.detective == city)
        lines.append(f"{CITY_NAMES[city]:13}  {_leg(city):27}  {tokens} {' '.join(here)}")
    return lines


def _leg(city: int) -> str:
    """How the leg that starts in a city is paid."""
    if city == HOME:
        return "-"
    if LEG_OPTIONS[city] == 0:
        return "on foot"
    options = []
    for k in range(LEG_OPTIONS[city]):
        ships, trains = (int(n) for n in LEG_SLOTS[city, k])
        parts = [f"{n} {name}{'s' if n > 1 else ''}" for n, name in ((ships, "ship"), (trains, "train")) if n]
        options.append(" + ".join(parts))
    return " or ".join(options)


def _cards(s: np.record, seat: int | None) -> list[str]:
    spaces = []
    for space in range(CARDS_LAID[s.num_players]):
        card = s.display[space]
        spaces.append(f"{SPACE_NAMES[space]} {'-' if card == NO_CARD else TRAVEL_NAMES[card]}")
    top = "-" if s.event_top == NO_CARD else EVENT_NAMES[s.event_top]
    lines = [
        *_wrapped("spaces", spaces),
        *_wrapped("travel discards", _counts(s.travel_discard, TRAVEL_NAMES)),
        *_wrapped("event discards", [*_counts(s.event_discard, EVENT_NAMES[:KEPT_EVENTS]), f"top {top}"]),
        f"travel deck     {s.travel_deck_size} cards",
        f"event deck      {s.event_deck_size} cards",
        f"bank            {s.bank} coins",
    ]
    if seat is None:
        lines += _wrapped(
            "travel order", [TRAVEL_NAMES[card] for card in s.travel_deck[: s.travel_deck_size][::-1]], " "
        )
        lines += _wrapped("event order", [EVENT_NAMES[event] for event in s.event_deck[: s.event_deck_size][::-1]])
    return lines


def _counts(counts: NDArray[np.int32], names: tuple[str, ...]) -> list[str]:
    """Cards of one kind, with their numbers."""
    return [f"{n} {name}" for n, name in zip(counts, names, strict=True) if n]
