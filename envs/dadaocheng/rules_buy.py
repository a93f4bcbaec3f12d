"""Purchases and actions of phase BUY: why one is illegal, and what it does (RULES 4.6, 4.7)."""

from __future__ import annotations

from typing import Any

from ..engine.compiling import rule
from ..engine.dice import roll
from .actions import (
    BUY_FIRM,
    BUY_MANSION,
    BUY_MARKET,
    BUY_SHIP,
    CONVERT_FIRM,
    CONVERT_MARKET,
    END,
    EVENT,
    EXCHANGE,
    TEMPLE_ANY,
    TEMPLE_WHITE,
    USE_DEN,
    USE_MARKET,
    Reason,
)
from .rules_cubes import can_pay, colours_in, drop_cube, gain_cube, gain_if_there, parked, pay, set_used, supply_size
from .state import NONE, Phase
from .tables import (
    BLACK,
    COST,
    DEN,
    DICE_FOR_COST,
    DICE_FOR_TWO_CUBES,
    EVENT_1851,
    EVENT_1884,
    EVENT_1895,
    EVENT_1898,
    EVENT_1905,
    EVENT_IS_ACTION,
    EVENT_PAY,
    EVENT_PICK,
    EVENT_RELIEF,
    EXCHANGES,
    EXCHANGES_OF_PAIR,
    FACES,
    FIRM,
    GREEN,
    LEVELS,
    MANSION,
    MARKET,
    PAIRS,
    RED,
    SEAT_SIDE,
    SHIP_COST,
    SHIP_CREDITS,
    SHIP_NEEDS,
    SHIP_PRESTIGE,
    SHIPS_PER_LEVEL,
    TEMPLE_COST,
    TRADES,
    WORKSHOP,
    YELLOW,
)

# ---------------------------------------------------------------- what is legal


@rule
def mark_buy(s: Any, p: int, mask: Any) -> None:
    """4.6: writes 1 for each legal action of p in phase BUY."""
    if s.hand_size[p] > 0:
        for action in range(BUY_SHIP, EXCHANGE):
            if reason_purchase(s, p, action) == 0:
                mask[action] = 1
        mark_pairs(s, p, mask)
        mark_exchanges(s, p, mask)
        if s.temple_used == 0 and can_pay(s, p, TEMPLE_COST, NONE):
            mask[TEMPLE_WHITE] = 1
    if reason_event(s, p) == 0:
        mask[EVENT] = 1
    if s.event == EVENT_1905:
        for action in range(CONVERT_FIRM, END):
            if reason_conversion(s, p, action) == 0:
                mask[action] = 1
    if reason_end(s) == 0:
        mask[END] = 1


@rule
def mark_pairs(s: Any, p: int, mask: Any) -> None:
    """4.6: the exchanges of two cubes and the temple for two cubes."""
    for k in range(len(PAIRS)):
        if holds_pair(s, p, PAIRS[k, 0], PAIRS[k, 1]):
            if s.temple_used == 0:
                mask[TEMPLE_ANY + k] = 1
            for exchange in range(EXCHANGES_OF_PAIR[k], EXCHANGES_OF_PAIR[k + 1]):
                if s.supply[EXCHANGES[exchange, 2]] > 0:
                    mask[EXCHANGE + exchange] = 1


@rule
def mark_exchanges(s: Any, p: int, mask: Any) -> None:
    """4.6: the exchanges of the market and of the den."""
    if s.uses_left[MARKET] > 0:
        for k in range(len(TRADES)):
            if s.supply[TRADES[k, 1]] > 0 and s.hand[p, TRADES[k, 0]] > 0:
                mask[USE_MARKET + k] = 1
    if s.uses_left[DEN] > 0 and s.hand[p, BLACK] > 0:
        for k in range(len(PAIRS)):
            if den_can_give(s, p, PAIRS[k, 0], PAIRS[k, 1]):
                mask[USE_DEN + k] = 1


@rule
def reason_buy(s: Any, p: int, action: int) -> int:
    """4.6, 4.7: why p may not play an action of phase BUY, a ``Reason``; 0 if it may."""
    if action < EXCHANGE:
        return reason_purchase(s, p, action)
    if action < TEMPLE_WHITE:
        return reason_exchange(s, p, action)
    if action < EVENT:
        if s.temple_used != 0:
            return Reason.TEMPLE_USED.value
        if action == TEMPLE_WHITE:
            return Reason.LEGAL.value if can_pay(s, p, TEMPLE_COST, NONE) else Reason.CANNOT_PAY.value
        pair = PAIRS[action - TEMPLE_ANY]
        return Reason.LEGAL.value if holds_pair(s, p, pair[0], pair[1]) else Reason.CUBES_MISSING.value
    if action == EVENT:
        return reason_event(s, p)
    return reason_end(s) if action == END else reason_conversion(s, p, action)


@rule
def reason_purchase(s: Any, p: int, action: int) -> int:
    """4.6: why p may not buy a ship or a building."""
    if action < BUY_MANSION:
        return reason_ship(s, p, action - BUY_SHIP)
    kind = kind_bought(action)
    if s.stock[kind] == 0:
        return Reason.NO_STOCK.value
    if s.bought[kind] != 0:
        return Reason.BOUGHT.value
    if kind == FIRM:
        side = SEAT_SIDE[s.num_players, p]
        if s.firm[side, action - BUY_FIRM] != 0:
            return Reason.FIRM_STANDS.value
        if s.store_size[side, action - BUY_FIRM] > 0:
            return Reason.STORE_FILLED.value
    if not can_pay(s, p, COST[kind], building_discount(s, kind)):
        return Reason.CANNOT_PAY.value
    if kind == FIRM and s.supply[RED] + min(int(s.hand[p, RED]), int(COST[FIRM, RED])) == 0:
        return Reason.NO_MARKER.value
    return Reason.LEGAL.value


@rule
def reason_ship(s: Any, p: int, level: int) -> int:
    """4.6: why p may not buy the face-up ship of a level."""
    ship = s.face_up[level]
    if ship == NONE:
        return Reason.NO_SHIP.value
    if level == LEVELS - 1 and s.event == EVENT_1895:
        return Reason.NO_LEVEL_3.value
    if s.credits[p] < SHIP_NEEDS[ship]:
        return Reason.NO_CREDITS.value
    return Reason.LEGAL.value if can_pay(s, p, SHIP_COST[ship], ship_discount(s, ship)) else Reason.CANNOT_PAY.value


@rule
def reason_exchange(s: Any, p: int, action: int) -> int:
    """4.6: why p may not exchange cubes in this way."""
    if action < USE_MARKET:
        given = EXCHANGES[action - EXCHANGE]
        if not holds_pair(s, p, given[0], given[1]):
            return Reason.CUBES_MISSING.value
        return Reason.LEGAL.value if s.supply[given[2]] > 0 else Reason.NOT_IN_SUPPLY.value
    if s.uses_left[MARKET if action < USE_DEN else DEN] == 0:
        return Reason.NO_USE_LEFT.value
    if action < USE_DEN:
        trade = TRADES[action - USE_MARKET]
        if s.hand[p, trade[0]] == 0:
            return Reason.CUBES_MISSING.value
        return Reason.LEGAL.value if s.supply[trade[1]] > 0 else Reason.NOT_IN_SUPPLY.value
    if s.hand[p, BLACK] == 0:
        return Reason.CUBES_MISSING.value
    pair = PAIRS[action - USE_DEN]
    return Reason.LEGAL.value if den_can_give(s, p, pair[0], pair[1]) else Reason.NOT_IN_SUPPLY.value


@rule
def reason_event(s: Any, p: int) -> int:
    """4.7: why p may not carry out the event of the round."""
    if s.event == NONE or EVENT_IS_ACTION[s.event] == 0:
        return Reason.NO_EVENT_ACTION.value
    if s.event_done != 0:
        return Reason.EVENT_DONE.value
    if s.event == EVENT_1898 and s.used[p] == 0:
        return Reason.NO_USED_OPIUM.value
    return Reason.LEGAL.value if can_pay(s, p, EVENT_PAY[s.event], NONE) else Reason.CANNOT_PAY.value


@rule
def reason_conversion(s: Any, p: int, action: int) -> int:
    """4.7, 1905: why p may not turn this building into a mansion."""
    if s.event != EVENT_1905:
        return Reason.NOT_1905.value
    if s.conversions_left == 0:
        return Reason.NO_CONVERSION_LEFT.value
    if s.stock[MANSION] == 0:
        return Reason.NO_MANSION.value
    if action < CONVERT_MARKET:
        there = s.firm[SEAT_SIDE[s.num_players, p], action - CONVERT_FIRM]
    else:
        there = s.owned[p, kind_converted(action)]
    return Reason.LEGAL.value if there > 0 else Reason.NOT_OWNED.value


@rule
def reason_end(s: Any) -> int:
    """4.7: the cubes of 1851 must be taken before the turn ends, unless there is none."""
    pending = s.event == EVENT_1851 and s.event_done == 0 and supply_size(s) > 0
    return Reason.EVENT_PENDING.value if pending else Reason.LEGAL.value


@rule
def holds_pair(s: Any, p: int, a: int, b: int) -> bool:
    """4.6: p holds a cube of each of two colours, or two if they are equal."""
    if a == b:
        return s.hand[p, a] >= 2
    return s.hand[p, a] > 0 and s.hand[p, b] > 0


@rule
def den_can_give(s: Any, p: int, a: int, b: int) -> bool:
    """4.6: the supply has both cubes once the black one is paid and, under the option, marked on the track."""
    black = 1
    if s.den_counts != 0:
        black -= parked(int(s.used[p]) + 1) - parked(int(s.used[p]))
    first = int(s.supply[a]) + (black if a == BLACK else 0)
    second = int(s.supply[b]) + (black if b == BLACK else 0)
    return first >= 2 if a == b else first >= 1 and second >= 1


@rule
def ship_discount(s: Any, ship: int) -> int:
    """4.6: the colour of which a ship costs one less: green with an unused workshop, else NONE."""
    return GREEN if s.uses_left[WORKSHOP] > 0 and SHIP_COST[ship, GREEN] > 0 else NONE


@rule
def building_discount(s: Any, kind: int) -> int:
    """4.7: the colour of which a building costs one less: yellow for mansions in 1884, else NONE."""
    return YELLOW if kind == MANSION and s.event == EVENT_1884 else NONE


@rule
def kind_bought(action: int) -> int:
    """7.1: the kind of building that an action buys."""
    if action == BUY_MANSION:
        return MANSION
    return FIRM if action < BUY_MARKET else MARKET + action - BUY_MARKET


@rule
def kind_converted(action: int) -> int:
    """7.1: the kind of building that an action converts."""
    return FIRM if action < CONVERT_MARKET else MARKET + action - CONVERT_MARKET


# ---------------------------------------------------------------- what it does


@rule
def play_buy(s: Any, p: int, action: int) -> None:
    """4.6: plays an action of phase BUY other than END."""
    if action < BUY_MANSION:
        buy_ship(s, p, action - BUY_SHIP)
    elif action < EXCHANGE:
        buy_building(s, p, action)
    elif action < USE_MARKET:
        given = EXCHANGES[action - EXCHANGE]
        drop_cube(s, p, given[0])
        drop_cube(s, p, given[1])
        gain_cube(s, p, given[2])
    elif action < USE_DEN:
        s.uses_left[MARKET] -= 1
        drop_cube(s, p, TRADES[action - USE_MARKET, 0])
        gain_cube(s, p, TRADES[action - USE_MARKET, 1])
    elif action < TEMPLE_WHITE:
        use_den(s, p, PAIRS[action - USE_DEN])
    elif action < EVENT:
        visit_temple(s, p, action)
    elif action == EVENT:
        carry_out_event(s, p)
    else:
        convert(s, p, action)


@rule
def buy_ship(s: Any, p: int, level: int) -> None:
    """4.6: p pays for the face-up ship, an unused workshop saving one green; the next ship opens."""
    ship = s.face_up[level]
    less = ship_discount(s, ship)
    pay(s, p, SHIP_COST[ship], less)
    if less == GREEN:
        s.uses_left[WORKSHOP] -= 1
    s.ships[p, level] += 1
    s.credits[p] += SHIP_CREDITS[ship]
    s.ship_prestige[p] += SHIP_PRESTIGE[ship]
    open_ship(s, level)


@rule
def open_ship(s: Any, level: int) -> None:
    """4.1, 4.6: turns the next ship of a level up, if one is left."""
    opened = int(s.ships_opened[level])
    if opened < SHIPS_PER_LEVEL[s.num_players]:
        s.face_up[level] = s.ship_order[level, opened]
        s.ships_opened[level] = opened + 1
    else:
        s.face_up[level] = NONE


@rule
def buy_building(s: Any, p: int, action: int) -> None:
    """4.6: p pays for a building; its function can be used at once; a firm is marked with a red cube."""
    kind = kind_bought(action)
    pay(s, p, COST[kind], building_discount(s, kind))
    s.stock[kind] -= 1
    s.owned[p, kind] += 1
    if kind == FIRM:
        s.firm[SEAT_SIDE[s.num_players, p], action - BUY_FIRM] = 1
        s.supply[RED] -= 1
    elif kind != MANSION:
        s.uses_left[kind] += 1
    if kind != MANSION:
        s.bought[kind] = 1


@rule
def use_den(s: Any, p: int, pair: Any) -> None:
    """4.6: one black cube for any two; under the option it counts as a use of opium."""
    s.uses_left[DEN] -= 1
    drop_cube(s, p, BLACK)
    if s.den_counts != 0:
        set_used(s, p, int(s.used[p]) + 1)
    gain_cube(s, p, pair[0])
    gain_cube(s, p, pair[1])


@rule
def visit_temple(s: Any, p: int, action: int) -> None:
    """4.6: one white cube for two dice, or any two cubes for three."""
    s.temple_used = 1
    if action == TEMPLE_WHITE:
        pay(s, p, TEMPLE_COST, NONE)
        roll_goods(s, p, DICE_FOR_COST)
    else:
        drop_cube(s, p, PAIRS[action - TEMPLE_ANY, 0])
        drop_cube(s, p, PAIRS[action - TEMPLE_ANY, 1])
        roll_goods(s, p, DICE_FOR_TWO_CUBES)


@rule
def roll_goods(s: Any, p: int, dice: int) -> None:
    """4.6: p takes the good of each coloured face if the supply has it, then a cube of choice for each other face."""
    picks = 0
    for _ in range(dice):
        colour = FACES[roll(s.rng, len(FACES))]
        if colour == NONE:
            picks += 1
        else:
            gain_if_there(s, p, colour)
    open_picks(s, picks)


@rule
def open_picks(s: Any, picks: int) -> None:
    """4.6: so many cubes of choice are to be taken; they lapse when the whole supply is empty."""
    s.picks_left = picks if supply_size(s) > 0 else 0
    s.phase = Phase.PICK if s.picks_left > 0 else Phase.BUY


@rule
def carry_out_event(s: Any, p: int) -> None:
    """4.7: the event of the round as an action: 1851, 1860 or 1898."""
    s.event_done = 1
    pay(s, p, EVENT_PAY[s.event], NONE)
    take_back_uses(s, p, EVENT_RELIEF[s.event])
    open_picks(s, EVENT_PICK[s.event])


@rule
def take_back_uses(s: Any, p: int, count: int) -> None:
    """4.7: p's marker on the opium track moves back, not below 0."""
    set_used(s, p, max(0, int(s.used[p]) - int(count)))


@rule
def convert(s: Any, p: int, action: int) -> None:
    """4.7, 1905: an own building becomes a mansion; a used card is handed in first, a firm's store opens again."""
    kind = kind_converted(action)
    s.conversions_left -= 1
    s.owned[p, kind] -= 1
    s.stock[kind] += 1
    s.owned[p, MANSION] += 1
    s.stock[MANSION] -= 1
    if kind == FIRM:
        s.firm[SEAT_SIDE[s.num_players, p], action - CONVERT_FIRM] = 0
        s.supply[RED] += 1
    else:
        s.uses_left[kind] = min(int(s.uses_left[kind]), int(s.owned[p, kind]))


@rule
def only_purchase(s: Any, p: int, mask: Any) -> int:
    """4.0: the only legal action of p in phase BUY, or NONE if there are several; ``mask`` is all zero before."""
    if s.hand_size[p] >= 2 and colours_in(s.supply) >= 3 and reason_end(s) == 0:
        return NONE  # END, or two cubes for one of a third colour: most positions, without looking at the others
    mark_buy(s, p, mask)
    found = NONE
    for action in range(BUY_SHIP, END + 1):
        if mask[action] != 0:
            if found != NONE:
                return NONE
            found = action
    return found
