"""A position of Around the World in 80 Days as readable text."""

from __future__ import annotations

import numpy as np

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


def text(s: np.record, seat: int | None = None) -> str:
    """The whole position in ASCII, as ``seat`` sees it; None shows every hand and the order of both decks."""
    lines = [_headline(s), *_turn(s), "", *_players(s, seat), "", *_route(s), "", *_cards(s, seat)]
    return page(lines)


def _headline(s: np.record) -> str:
    penalty = PENALTY_NAMES[s.per_round]
    head = f"Around the World in 80 Days, {s.num_players} players, {penalty}, round {s.round_number}: "
    if s.over:
        return head + f"the game is over{' (cut off)' if s.truncated else ''}"
    return head + f"seat {s.seat} to act in {Phase(int(s.phase)).name}"


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
        parts.append(f"paid {counted(s.paid, COMPONENT_NAMES)}, days so far {s.leg_days}")
    if s.saving:
        parts.append(f"Occasion would save {s.saving}")
    if s.die:
        parts.append(f"die shows {s.die}")
    if s.dice_left:
        parts.append(f"dice to settle {s.dice_left}")
    return ["turn: " + "; ".join(parts)] if parts else []


def _players(s: np.record, seat: int | None) -> list[str]:
    lines = ["seat  city           days  coins  hand"]
    for p in range(s.num_players):
        marks = [
            "you" if p == seat else "",
            "watch" if p == s.watch else "",
            "starts" if p == s.start_seat else "",
            "acted" if s.acted[p] else "",
            "" if s.arrival[p] == NOT_HOME else f"home as number {s.arrival[p] + 1}",
        ]
        shown = ", ".join(mark for mark in marks if mark)
        row = f"{p:4}  {CITY_NAMES[s.city[p]]:13}  {s.days[p]:4}  {s.coins[p]:5}  {_hand(s, p, seat)}"
        lines.append(f"{row} ({shown})" if shown else row)
    return lines


def _hand(s: np.record, p: int, seat: int | None) -> str:
    """The cards of p, or only their numbers to another seat."""
    if seat is None or p == seat:
        cards = [counted(s.travel_hand[p], TRAVEL_NAMES), counted(s.event_hand[p], EVENT_NAMES[:KEPT_EVENTS])]
        return "; ".join(part for part in cards if part != "-") or "-"
    return f"{s.travel_count[p]} travel, {s.event_count[p]} event"


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
        f"spaces          {', '.join(spaces)}",
        f"travel discards {counted(s.travel_discard, TRAVEL_NAMES)}",
        f"event discards  {counted(s.event_discard, EVENT_NAMES[:KEPT_EVENTS])}; top {top}",
        f"travel deck     {s.travel_deck_size} cards",
        f"event deck      {s.event_deck_size} cards",
        f"bank            {s.bank} coins",
    ]
    if seat is None:
        travel = [TRAVEL_NAMES[card] for card in s.travel_deck[: s.travel_deck_size][::-1]]
        events = [EVENT_NAMES[event] for event in s.event_deck[: s.event_deck_size][::-1]]
        lines += [f"travel order    {' '.join(travel) or '-'}", f"event order     {', '.join(events) or '-'}"]
    return lines
