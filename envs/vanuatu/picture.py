"""A position of Vanuatu as readable text."""

from __future__ import annotations

import numpy as np

from ..engine.drawing import counted, page
from .scoring import coin_points, exchange_points, start_points, total_points, tourist_points, treasure_points
from .state import EMPTY, FACE, ISLAND, NONE, NOWHERE, UNCHECKED, Phase
from .tables import (
    ACTION_NAMES,
    AXIAL,
    CHARACTER_NAMES,
    DISPLAY,
    DRAWING_SLOTS,
    GOOD_NAMES,
    HUT_SLOTS,
    ISLAND_NAMES,
    ISLANDS,
    KINDS,
    REST_NAMES,
    REST_TILES,
    ROUNDS,
    SHIP_NEED,
    SHIPS,
    TILE_FISH,
    TILE_ISLAND,
    TILE_NAMES,
    TILE_TREASURE,
    TOURIST_SLOTS,
    VISITORS,
)

WIDTH = 18  # of a cell
LEGEND = (
    "legend",
    "  map      c5 f1 t2 @02: cell 5, a sea with one fish and two treasures, with the boats of seats 0 and 2; ~ a sea",
    "           with neither; c1 HOME: an island; - an empty cell",
    "  islands  huts by seat in the order of the seats, of: places for huts; goods: cubes to be bought",
    "  seats    score: the marker on the track; huts: left in the supply; fish, treasure 1/2/3: tiles held by number;",
    "           unplaced: markers still to be placed; (used): the character's power is spent in this round",
    "  points   as if the game ended now: the marker, fish and coins exchanged, coins left, the start player, tourists",
    "           beside huts, treasures",
    "  decks    upcoming: tiles to be placed next; unseen: still face down, sorted (visitors: tourists of each tile);",
    "           ship: its number before the colon; pool: characters that may be taken",
)


def text(s: np.record, seat: int | None = None) -> str:
    """The whole position in ASCII, as ``seat`` sees it; None shows every rest tile and the order of the decks.

    At most 120 columns; the legend at the end explains every abbreviation.
    """
    parts = [*_headline(s), "", *_map(s), "", *_islands(s), "", *_players(s), "", *_points(s), "", *_markers(s), ""]
    return page([*parts, *_decks(s, seat), "", *_rest(s, seat), "", *LEGEND])


def _headline(s: np.record) -> list[str]:
    options = [name for name in ("governor", "optional_powers", "must_act_if_able") if getattr(s, name)]
    options += ["no characters"] * (not s.characters) + ["fish_end face"] * bool(s.fish_end == FACE)
    options += ["plan_check off"] * bool(s.plan_check == UNCHECKED)
    return [
        f"Vanuatu, {', '.join([f'{s.num_players} players', *options])}",
        f"round {s.game_round} of {ROUNDS}: {_turn(s)}",
        f"start player {s.start_seat}, fish price {s.price}, tourists {s.tourists}",
    ]


def _turn(s: np.record) -> str:
    if s.over:
        return "the game is over"
    turn = f"seat {s.seat} to act in {Phase(int(s.phase)).name}"
    if s.phase == Phase.PLAN:
        turn += f", pass {s.plan_pass + 1}"
    if s.markers_due:
        turn += f", markers due {s.markers_due}"
    if s.phase == Phase.SELL:
        turn += f", tiles sold {s.tiles_sold}, next at most {s.sell_bound}"
    if s.governor_source != NONE:
        turn += f", moving the stack on {ACTION_NAMES[s.governor_source]}"
    return turn + (", holding the power back" if s.holding else "")


def _map(s: np.record) -> list[str]:
    lines = []
    for row in range(4):
        cells = sorted((q, cell) for cell, (q, r) in enumerate(AXIAL) if r == row)
        indent = (2 * cells[0][0] - row + 4) * WIDTH // 2
        lines.append(" " * indent + "".join(f"{_cell(s, cell):<{WIDTH}}" for _, cell in cells))
    return lines


def _cell(s: np.record, cell: int) -> str:
    name = f"c{cell}"
    if s.cell_kind[cell] == EMPTY:
        return f"{name} -"
    if s.cell_kind[cell] == ISLAND:
        return f"{name} {ISLAND_NAMES[s.island_cell.tolist().index(cell)]}"
    discs = f" f{s.fish[cell]}" * bool(s.fish[cell]) + f" t{s.treasure[cell]}" * bool(s.treasure[cell])
    boats = "".join(str(p) for p in range(s.num_players) if s.boat[p] == cell)
    return name + (discs or " ~") + (f" @{boats}" if boats else "")


def _islands(s: np.record) -> list[str]:
    lines = ["island  cell  huts by seat          of  drawings  tourists  goods"]
    for island in range(ISLANDS):
        if s.island_cell[island] == NOWHERE:
            continue
        huts = " ".join(str(n) for n in s.huts[island, : s.num_players])
        drawings = f"{s.drawings[island]} of {DRAWING_SLOTS[island]}"
        tourists = f"{s.visitors[island]} of {TOURIST_SLOTS[island]}"
        head = f"{ISLAND_NAMES[island]:<6}  c{s.island_cell[island]:<4} {huts:<20}  {HUT_SLOTS[island]}"
        lines.append(f"{head}   {drawings:<8}  {tourists:<8}  {counted(s.goods[island], GOOD_NAMES)}")
    return lines


def _players(s: np.record) -> list[str]:
    lines = ["seat  score  coins  huts  fish 1/2/3  treasure 1/2/3  unplaced  character"]
    for p in range(s.num_players):
        character = "-" if s.character[p] == NONE else CHARACTER_NAMES[s.character[p]]
        fish, treasure = ("/".join(str(n) for n in tiles) for tiles in (s.fish_tiles[p], s.treasure_tiles[p]))
        head = f"{p:4}  {s.score[p]:5}  {s.coins[p]:5}  {s.huts_left[p]:4}  {fish:<10}  {treasure:<14}"
        lines.append(f"{head}  {s.unplaced[p]:8}  {character}{' (used)' if s.power_used[p] else ''}")
    return lines


def _points(s: np.record) -> list[str]:
    """6: what each seat would score if the game ended now."""
    lines = ["points   marker  exchange  coins  start  tourists  treasures  total"]
    for p in range(s.num_players):
        first = f"{s.score[p]:6}  {exchange_points(s, p):8}  {coin_points(s, p):5}  {start_points(s, p):5}"
        second = f"{tourist_points(s, p):8}  {treasure_points(s, p):9}  {total_points(s, p):5}"
        lines.append(f"seat {p}   {first}  {second}")
    return lines


def _markers(s: np.record) -> list[str]:
    neutral = s.num_players == 2
    lines = [f"action     markers by seat{'  neutral' if neutral else ''}"]
    for kind in range(KINDS):
        row = " ".join(str(n) for n in s.markers[kind, : s.num_players])
        row = f"{row:<15}  {s.neutral[kind]}" if neutral else row
        lead = "" if s.leader[kind] == NONE else f"  (seat {s.leader[kind]} leads)"
        moved = "  (a stack was moved here)" if s.governor_target == kind else ""
        lines.append(f"{ACTION_NAMES[kind]:<9}  {row}{lead}{moved}")
    return lines if s.markers.any() or s.neutral.any() else ["no markers"]


def _tile(tile: int) -> str:
    """A tile with what is on it."""
    if tile == NONE:
        return "-"
    if TILE_ISLAND[tile] == NONE:
        return f"{TILE_NAMES[tile]} (sea f{TILE_FISH[tile]} t{TILE_TREASURE[tile]})"
    island = TILE_ISLAND[tile]
    places = f"{HUT_SLOTS[island]} huts, {DRAWING_SLOTS[island]} drawings, {TOURIST_SLOTS[island]} tourists"
    return f"{TILE_NAMES[tile]} (island for {places})"


def _decks(s: np.record, seat: int | None) -> list[str]:
    upcoming = ", ".join(_tile(int(tile)) for tile in s.upcoming)
    hidden = sorted(TILE_NAMES[tile] for tile in s.tile_order[s.tiles_shown :])
    pool = ", ".join(CHARACTER_NAMES[c] for c in np.flatnonzero(s.pool))
    lines = [f"upcoming   {upcoming}", f"unseen     {', '.join(hidden) or '-'}", f"pool       {pool or '-'}"]
    if s.num_players == 2 and s.phase == Phase.CHARACTER:
        lines.append(f"offer      {', '.join(CHARACTER_NAMES[c] for c in np.flatnonzero(s.offer)) or '-'}")
    visitors = sorted(s.visitor_order[s.game_round : VISITORS].tolist())
    lines.append(f"visitors   unseen {' '.join(map(str, visitors)) or '-'}")
    for place in range(DISPLAY):
        need = counted(SHIP_NEED[s.ships[place]] - s.loaded[place], GOOD_NAMES)
        lines.append(f"ship       {s.ships[place] + 1}: loaded {counted(s.loaded[place], GOOD_NAMES)}; needs {need}")
    pile = s.ship_pile[: s.ship_pile_size]
    departed = [ship + 1 for ship in range(SHIPS) if s.departed[ship]]
    lines.append(f"ships      unseen {' '.join(str(ship + 1) for ship in sorted(pile)) or '-'}")
    lines.append(f"           departed {' '.join(map(str, departed)) or '-'}; supply {counted(s.supply, GOOD_NAMES)}")
    if seat is None:
        tiles = " ".join(TILE_NAMES[tile] for tile in s.tile_order[s.tiles_shown :])
        lines.append(f"tiles      {tiles or '-'} in this order")
        lines.append(f"visitors   {' '.join(map(str, s.visitor_order[s.game_round : VISITORS])) or '-'} in this order")
        lines.append(f"ships      {' '.join(str(ship + 1) for ship in pile[::-1]) or '-'} in this order")
    return lines


def _rest(s: np.record, seat: int | None) -> list[str]:
    lines = [f"rest       {REST_TILES - s.rest_count} of {REST_TILES} tiles left"]
    takers = s.rest_taker[: s.rest_count].tolist()
    for p in takers:
        shown = REST_NAMES[s.rest_tile[p]] if seat in (None, p) else "?"
        lines.append(f"           seat {p} holds {shown}")
    seen: list[int] = []
    if seat in takers:
        later = [int(s.rest_tile[p]) for p in takers[takers.index(seat) + 1 :]]
        seen = sorted([*np.flatnonzero(s.rest_left).tolist(), *later])
    elif seat is None or (s.phase == Phase.REST and s.seat == seat):
        seen = np.flatnonzero(s.rest_left).tolist()
    if seen:
        lines.append(f"           {'left' if seat is None else 'seen'}: {', '.join(REST_NAMES[tile] for tile in seen)}")
    return lines
