"""Hand-built positions and invariants of China, offered to the tests as fixtures."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import rooms

from meeplezoo.envs.china import GAME, MAX_DECISIONS
from meeplezoo.envs.china import tables as t
from meeplezoo.envs.china.actions import EXCHANGE
from meeplezoo.envs.china.state import NO_CARD, NOBODY, NONE, Phase

from driving import mask_of


def counts(cards):
    """Cards by colour name -> number of each colour."""
    found = Counter(cards)
    return np.array([found[name] for name in t.COLOUR_NAMES])


def in_play(num_players):
    return t.CARD_COUNT - t.REMOVED[num_players]


# ---------------------------------------------------------------- hand-built positions


def recount(s):
    """Sets all derived fields and supplies from the board and the hands."""
    n = int(s.num_players)
    for p in range(n):
        s.hand_size[p] = s.hand[p].sum()
        s.palaces_left[p] = t.PALACES_PER_PLAYER - (s.owner == p).sum()
        s.emissaries_left[p] = t.EMISSARIES_PER_PLAYER - s.emissaries[:, p].sum()
    for state in range(t.STATES):
        owners = s.owner[state == t.CITY_STATE]
        for p in range(n):
            s.palaces[state, p] = (owners == p).sum()
        s.free_cities[state] = (owners == NOBODY).sum()
        s.room[state] = s.palaces[state].max() - s.emissaries[state].sum()


def build(
    num_players=3, *, palaces=None, emissaries=None, fort_cities=None, hands=None, display=None, pile=None, seat=0,
    second_pass=0, scored=(), **options,
):  # fmt: skip
    """A position in MAIN.

    Args:
        palaces: seat -> cities.
        emissaries: state name -> emissaries by seat.
        fort_cities: seat that placed it -> city of the fort.
        hands: seat -> colour names; other seats get three of the remaining cards each.
        display: colour names; else four of the remaining cards.
        pile: colour names, top first, and all other cards are discards; else the pile holds all other cards.
    """
    states = GAME.new(num_players, seed=1, **options)
    s = states[0]
    for name in ("hand", "known", "display", "discard", "emissaries", "fort"):
        getattr(s, name)[:] = 0
    left = in_play(num_players).copy()
    given = {p: counts(cards) for p, cards in (hands or {}).items()}
    shown = None if display is None else counts(display)
    stacked = np.zeros(t.COLOURS, int) if pile is None else counts(pile)
    left -= sum(given.values(), np.zeros(t.COLOURS, int)) + stacked + (0 if shown is None else shown)
    assert (left >= 0).all(), "more cards than there are"

    def some(count):
        chosen = np.zeros(t.COLOURS, int)
        for _ in range(count):
            colour = int(left.argmax())
            left[colour] -= 1
            chosen[colour] += 1
        return chosen

    for p in range(num_players):
        s.hand[p] = given[p] if p in given else some(t.HAND_SIZE)
    s.display[:] = some(t.DISPLAY_SIZE) if shown is None else shown
    order = [t.COLOUR_NAMES.index(name) for name in reversed(pile or [])]
    if pile is None:
        order = np.random.default_rng(1).permutation(np.repeat(np.arange(t.COLOURS), left)).tolist()
    else:
        s.discard[:] = left
    s.pile[:] = NO_CARD
    s.pile[: len(order)] = order
    s.pile_size = len(order)
    s.second_pass = second_pass
    s.renewed[:] = np.bincount(order, minlength=t.COLOURS) if second_pass else 0
    for p, cities in (palaces or {}).items():
        s.owner[list(cities)] = p
    for name, by_seat in (emissaries or {}).items():
        s.emissaries[t.STATE_NAMES.index(name), : len(by_seat)] = by_seat
    for p, city in (fort_cities or {}).items():
        s.fort[city] = 1
        s.forts_left[p] = 0
    for name in scored:
        s.scored[t.STATE_NAMES.index(name)] = 1
    s.seat = seat
    recount(s)
    return states


# ---------------------------------------------------------------- a second scoring, written for the tests


def slow_palaces(s, state, p):
    """6.1 by its definition: the distinct counts in descending order."""
    held = [int((s.owner[state == t.CITY_STATE] == q).sum()) for q in range(s.num_players)]
    steps = sorted({h for h in held if h}, reverse=True)
    if held[p] == 0:
        return 0
    rank = steps.index(held[p])
    worth = sum(held) if rank == 0 else steps[rank - 1]
    mine = (state == t.CITY_STATE) & (s.owner == p)
    return worth * (2 if (s.fort[mine] == 1).any() else 1)


def slow_alliance(s, border, p):
    first, second = (s.emissaries[state] for state in t.BORDERS[border])
    leads = first[p] == first.max() > 0 and second[p] == second.max() > 0
    return int(first.sum() + second.sum()) if leads else 0


def slow_roads(s, p):
    """6.3 by its definition: all simple paths of each component."""
    side = int(s.side)
    own = {int(city) for city in np.flatnonzero(s.owner == p)}
    near = {city: [int(k) for k in t.NEIGHBOURS[side, city] if int(k) in own] for city in own}

    def best(path):
        length = len(path)
        value = 0 if length < t.MIN_ROAD else length * (2 if any(s.fort[city] for city in path) else 1)
        return max([value, *(best([*path, k]) for k in near[path[-1]] if k not in path)])

    total, waiting = 0, set(own)
    while waiting:
        component, border = set(), {min(waiting)}
        while border:
            component |= border
            border = {k for city in border for k in near[city]} - component
        waiting -= component
        total += max(best([city]) for city in component)
    return total


def slow_totals(s, markers):
    """The final totals from the markers before the final scoring."""
    unscored = [state for state in range(t.STATES) if (s.owner[state == t.CITY_STATE] == NOBODY).any()]
    totals = []
    for p in range(s.num_players):
        palaces = sum(slow_palaces(s, state, p) for state in unscored)
        alliances = sum(slow_alliance(s, border, p) for border in range(len(t.BORDERS)))
        totals.append(int(markers[p]) + palaces + alliances + slow_roads(s, p))
    return totals


# ---------------------------------------------------------------- invariants (RULES 8)


class Checker:
    """Checks the invariants after every decision of one game; ``check`` must see each position in turn."""

    def __init__(self, states, i=0):
        self.states, self.i = states, i
        s = states[i]
        done = (s.seat - s.start_seat) % s.num_players  # seats that have had their turn in this round
        self.turns = [int((p - s.start_seat) % s.num_players < done) for p in range(s.num_players)]
        self.spent = t.HAND_SIZE - int(s.hand_size[s.seat])
        self.before = states[i : i + 1].copy()
        self.check_position()

    def check(self):
        """The position after one more decision."""
        self.check_position()
        self.check_change()
        self.before = self.states[self.i : self.i + 1].copy()

    def check_position(self):
        s = self.states[self.i]
        n = int(s.num_players)
        total = s.hand.sum(0) + s.display + s.discard + np.bincount(s.pile[: s.pile_size], minlength=t.COLOURS)
        assert (total == in_play(n)).all(), "8.1: every card is somewhere"
        assert (s.pile[s.pile_size :] == NO_CARD).all()
        assert (s.hand >= s.known).all() and (s.known >= 0).all(), "known cards are held"
        new = np.bincount(s.pile[: s.pile_size], minlength=t.COLOURS) + s.drawn.sum(0)
        assert (s.renewed == (new if s.second_pass else 0)).all(), "7.2: the renewed pile"
        if s.phase == Phase.MAIN:
            assert s.hand_size[s.seat] == t.HAND_SIZE, "8.2"
        if not s.final_round:
            assert all(s.hand_size[p] == t.HAND_SIZE for p in range(n) if p != s.seat), "8.2"
            assert s.phase != Phase.MAIN or s.display.sum() == t.DISPLAY_SIZE, "8.2"
        for p in range(n):
            assert s.palaces_left[p] == t.PALACES_PER_PLAYER - (s.owner == p).sum() >= 0, "8.3"
            assert s.emissaries_left[p] == t.EMISSARIES_PER_PLAYER - s.emissaries[:, p].sum() >= 0, "8.3"
        assert s.forts_left.sum() + s.fort.sum() == (n if s.forts else 0), "8.3"
        assert s.owner.max() < n and s.owner.min() >= NOBODY and set(s.fort) <= {0, 1}, "8.4"
        assert (s.emissaries.sum(1) <= s.palaces.max(1)).all(), "8.5"
        full = s.free_cities == 0
        assert s.over or (s.scored.astype(bool) == full).all(), "8.6"
        assert s.placed <= 2 and (s.placed <= 1 or not s.was_empty), "8.7"
        assert s.phase != Phase.DRAW or (s.pile_size > 0 and s.hand_size[s.seat] < t.HAND_SIZE), "8.8"
        assert s.decisions <= MAX_DECISIONS
        self.check_derived(s, n)
        self.check_mask(s)

    def check_derived(self, s, n):
        again = self.states[self.i : self.i + 1].copy()
        recount(again[0])
        assert again.tobytes() == self.states[self.i : self.i + 1].tobytes(), "a derived field is wrong"
        for name in ("hand", "known", "drawn", "hand_size", "score", "palaces_left", "emissaries_left", "forts_left"):
            assert not getattr(s, name)[n:].any(), "absent seats are zero"
        assert not s.emissaries[:, n:].any() and not s.palaces[:, n:].any()

    def check_mask(self, s):
        mask = mask_of(GAME, self.states, self.i)
        legal = np.flatnonzero(mask)
        if s.over:
            assert len(legal) == 0 and s.phase == Phase.OVER
            return
        only_exchange = s.phase == Phase.MAIN and s.hand[s.seat].max() == t.HAND_SIZE and legal[0] >= EXCHANGE
        assert len(legal) >= 2 or only_exchange, "8.13"
        if s.phase == Phase.PAY:
            assert len(legal) == 2 and s.placed == 0, "4.4"
            assert sorted(s.hand[s.seat])[-2:] == [1, 2], "4.4"
        assert (s.target != NONE) == (s.phase == Phase.PAY)

    def check_change(self):
        s, old = self.states[self.i], self.before[0]
        n = int(s.num_players)
        built = old.owner != NOBODY
        assert (s.owner[built] == old.owner[built]).all() and (s.emissaries >= old.emissaries).all(), "8.4"
        assert (s.fort >= old.fort).all() and not ((s.fort > old.fort) & built).any(), "8.4"
        assert s.second_pass >= old.second_pass and s.final_round >= old.final_round, "8.8"
        assert s.second_pass == old.second_pass or not s.discard.any(), "8.8"
        assert s.decisions == old.decisions + 1
        self.check_turn(s, old)
        gain = s.score - old.score
        assert (gain >= 0).all(), "8.9"
        filled = np.flatnonzero((s.free_cities == 0) & (old.free_cities > 0))
        paid = sum(np.array([slow_palaces(s, k, p) if p < n else 0 for p in range(t.MAX_PLAYERS)]) for k in filled)
        if s.over:
            assert s.score[:n].tolist() == slow_totals(s, old.score + paid), "8.11: the final scoring"
        else:
            assert (gain == paid).all(), "8.9"
        for state in filled:
            size = t.CITIES_IN_STATE[state]
            assert s.over or size <= gain.sum() <= n * size * (2 if s.forts else 1), "8.9"

    def check_turn(self, s, old):
        p = int(old.seat)
        self.spent += max(0, int(old.hand[p].sum() - s.hand[p].sum()))
        assert self.spent <= 3, "8.7"
        if old.active_state != NONE and s.seat == p and s.phase in (Phase.PAY, Phase.SECOND, Phase.DRAW):
            assert s.active_state == old.active_state, "8.7"
        if s.over or s.phase == Phase.MAIN:
            assert self.spent >= 1
            self.spent = 0
            self.turns[p] += 1
        assert max(self.turns) - min(self.turns) <= 1, "8.10"
        if s.over and s.finish_round and s.free_cities.any():
            assert max(self.turns) == min(self.turns), "8.10"


# ---------------------------------------------------------------- players


class Players(rooms.Players):
    """The players of all rooms, with a mixture of this game."""

    def mixed(self, states):
        """The bot up to the middle of the game, then at random."""
        return self.bot(states) if states["decisions"][0] < 40 + self.seed % 60 else self.random(states)


@pytest.fixture(scope="session")
def china():
    """The helpers of this file, by name."""
    return rooms.helpers(
        GAME, build, Players, Checker=Checker, counts=counts, in_play=in_play, recount=recount,
        slow_palaces=slow_palaces, slow_roads=slow_roads,
    )  # fmt: skip


setting = rooms.setting_fixture(GAME)
