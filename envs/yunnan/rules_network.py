"""Who owns a colour, and ways between regions: road, own bridges, the network (RULES 4.4, 4.7, 4.8).

Both searches are made once for every set of bridges and every set of occupied regions; see ``_borders`` and ``_gaps``
in ``tables.py``. A set of regions is a number with bit r for region r.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from .tables import BORDERS, GAPS, MARKET, REGIONS


@rule
def owner(s: Any, c: int) -> int:
    """4.8: the seat that owns a colour; with two players seat 0 owns the colours 0 and 2, seat 1 owns 1 and 3."""
    return c if c < s.num_players else c - s.num_players


@rule
def shortest_path(s: Any, c: int, start: int, end: int) -> int:
    """4.4: borders crossed on c's shortest way, by road and own bridges, through regions that its horse has reached."""
    return int(BORDERS[s.bridge_set[c], s.horse[c], start, end])


@rule
def occupied_regions(s: Any, c: int) -> int:
    """4.4: the set of regions with a trader or a post of c; Pu'er always counts."""
    occupied = 1 << MARKET
    for region in range(1, REGIONS):
        if s.traders[c, region] > 0 or s.posts[c, region] > 0:
            occupied |= 1 << region
    return occupied


@rule
def gaps(s: Any, c: int, occupied: int, region: int) -> int:
    """4.7: regions outside the set strictly between a region and Pu'er, on the way with the fewest of them."""
    return int(GAPS[s.bridge_set[c], occupied, region])


@rule
def earns(s: Any, c: int, occupied: int, region: int) -> bool:
    """4.4: c has a post in the region, and the region is in c's network: no gap lies between it and Pu'er."""
    return s.posts[c, region] > 0 and gaps(s, c, occupied, region) == 0
