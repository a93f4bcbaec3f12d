"""Dadaocheng: flipping and swapping discs for goods, ships and mansions in the tea port of old Taipei.

Description
-----------
Dadaocheng (Eason Kao and Tsai Huei-Chiang, 2015, first edition) is a pattern-building game for one to four players.
Sixteen two-sided discs of five colours lie in a 4x4 grid. In a turn a player makes two planning actions (flip a disc,
or swap two), then collects every line of three or four equal discs: cubes into the hand, cubes into the warehouses at
the ends of the line, and the discs turn over, which may make further lines. A full warehouse pays a bonus. Cubes buy
ships and buildings, can be exchanged, offered at the temple for dice, and opium stands in for any of them at the cost
of prestige. Each round has an event. Everything is open but the order of ships and events, which nobody knows. A game
of the scripted bot takes about 95 decisions alone, 210 with two, 250 with three, 355 with four players. The rules as
implemented, with every ruling, are in ``RULES.md``.

Players and options
-------------------
1, 2, 3 or 4 (default) players. Alone there are no events, and the score is compared with 50, 60 and 70.

==========================  =============================  =====================================================
option                      values                         meaning
==========================  =============================  =====================================================
event_order                 "shuffled", "chronological"    order of the events after that of 1851; default
                                                           "shuffled"
disc_set                    "tea_reverse", "symmetric"     which sides of the discs show at the start; default
                                                           "tea_reverse" (no tea)
solo_hand_limit             2 to 3                         cubes kept at the end of a turn, one player only;
                                                           default 3; 2 is a challenge
den_exchange_counts_as_use  False, True                    the opium den's exchange counts as a use of opium;
                                                           default False
==========================  =============================  =====================================================

Actions
-------
280 actions; the phase decides which of them can be legal. Cells are numbered row by row from the
north-west, stores 0 to 3 from the west or the north. The phases are PLAN, COLLECT, LOOP_RETURN, BONUS, BONUS_RETURN,
PICK, BUY, END_RETURN and OVER.

=======  ====  ================  =====================================  ================================================
ids      size  name              phases                                 meaning
=======  ====  ================  =====================================  ================================================
0-15     16    flip              PLAN                                   turn a disc over
16-135   120   swap              PLAN                                   exchange the places of two discs
136-143  8     line              COLLECT                                collect the run in this line first
144-148  5     return            LOOP_RETURN, BONUS_RETURN, END_RETURN  give a cube back to the supply
149-153  5     take              PICK                                   take a cube of choice from the supply
154-157  4     bonus             BONUS                                  take all cubes of this store of yours
158      1     decline           BONUS                                  leave the full warehouse as it is
159-161  3     buy_ship          BUY                                    buy the face-up ship of this level
162      1     buy_mansion       BUY                                    buy a mansion
163-166  4     buy_firm          BUY                                    buy a firm for this empty store of yours
167      1     buy_market        BUY                                    buy a market
168      1     buy_workshop      BUY                                    buy a workshop
169      1     buy_den           BUY                                    buy an opium den
170-219  50    exchange          BUY                                    two cubes for one of a third colour
220-239  20    use_market        BUY                                    one cube for one of another colour
240-254  15    use_den           BUY                                    one black cube for any two
255      1     temple_white      BUY                                    visit the temple for one white cube: two dice
256-270  15    temple_any        BUY                                    visit the temple for these two cubes: three dice
271      1     event             BUY                                    carry out the event (1851, 1860, 1898)
272-275  4     convert_firm      BUY                                    1905: turn the firm on this store into a mansion
276      1     convert_market    BUY                                    1905: turn a market into a mansion
277      1     convert_workshop  BUY                                    1905: turn a workshop into a mansion
278      1     convert_den       BUY                                    1905: turn an opium den into a mansion
279      1     end               BUY                                    end the turn
=======  ====  ================  =====================================  ================================================

An action that is the only legal one is played at once: the only run, returns and picks of one colour, the end of a
turn. BONUS and BONUS_RETURN belong to the owner of the warehouse, who need not be the owner of the turn.

Observation
-----------
485 numbers, whole numbers divided by their upper bound: in [0, 1], scores in [-0.25, 1]. Seats are relative: seat 0 is
the observer, the others follow in turn order, absent seats are zero. The board is not rotated. Colours: white (rice),
yellow (camphor), red (sugar), green (tea), black (opium). Nothing is private.

=======  ====================  =====  ===============  ==========================================================
indices  field                 shape  values           meaning
=======  ====================  =====  ===============  ==========================================================
0-79     disc_up               16x5   one-hot          colour that shows on each cell
80-159   disc_down             16x5   one-hot          colour of the other side of each disc
160-239  store                 4x4x5  0..2, / 2        cubes in the warehouses, sides S, W, N, E
240-255  firm                  4x4    flag             the store is a firm
256-271  side_owner            4x4    one-hot          whose warehouse it is; none: covered
272      seat_0_present        1      flag             the observer takes part
273-277  seat_0_hand           5      0..15, / 15      cubes of the observer by colour
278      seat_0_credits        1      0..88, / 88      credits of the observer
279      seat_0_ship_prestige  1      0..200, / 200    prestige of the ships of the observer
280-282  seat_0_ships          3      0..12, / 12      ships of the observer by level
283-287  seat_0_buildings      5      0..24, / 24      mansions, firms, markets, workshops, dens of the observer
288      seat_0_used           1      0..99, / 99      uses of opium of the observer
289      seat_0_score          1      -99..400, / 400  prestige of the observer as if the game ended now
290-307  seat_1_...            18                      the same for the next seat
308-325  seat_2_...            18                      the same for the second seat after the observer
326-343  seat_3_...            18                      the same for the third seat after the observer
344-347  turn_owner            4      one-hot          whose turn it is, and was when the game ended
348-351  acting_seat           4      one-hot          who is to act; none after the end
352-360  phase                 9      one-hot          the phase, in the order given above
361      actions_left          1      0..2, / 2        planning actions left
362      nominal               1      0..13, / 13      cubes collected in this turn, shortages ignored
363      gained                1      0..13, / 13      cubes really collected in this turn
364      returns_left          1      0..25, / 25      cubes that the acting seat still gives back
365      picks_left            1      0..3, / 3        cubes of choice still to be taken
366      market_uses           1      0..8, / 8        exchanges of one cube for another left, with those of 1908
367      den_uses              1      0..2, / 2        unused opium dens
368      workshop_uses         1      0..6, / 6        unused workshops
369      temple_used           1      flag             the temple has been visited
370      event_done            1      flag             the event's action has been carried out
371      conversions_left      1      0..2, / 2        conversions of 1905 left
372-375  bought                4      flag             firm, market, workshop, den bought in this turn
376-380  supply                5      0..15, / 15      cubes in the supply by colour
381      ship_1_present        1      flag             a ship of level 1 lies face up
382-385  ship_1_cost           4      0..4, / 4        its cost in white, yellow, red, green
386      ship_1_prestige       1      0..12, / 12      its prestige
387      ship_1_credits        1      0..5, / 5        credits that it gives
388      ship_1_needs          1      0..10, / 10      credits that it requires
389      ship_2_present        1      flag             a ship of level 2 lies face up
390-393  ship_2_cost           4      0..4, / 4        its cost in white, yellow, red, green
394      ship_2_prestige       1      0..12, / 12      its prestige
395      ship_2_credits        1      0..5, / 5        credits that it gives
396      ship_2_needs          1      0..10, / 10      credits that it requires
397      ship_3_present        1      flag             a ship of level 3 lies face up
398-401  ship_3_cost           4      0..4, / 4        its cost in white, yellow, red, green
402      ship_3_prestige       1      0..12, / 12      its prestige
403      ship_3_credits        1      0..5, / 5        credits that it gives
404      ship_3_needs          1      0..10, / 10      credits that it requires
405-407  ships_left            3      0..11, / 11      face-down ships by level
408-443  ship_seen             36     flag             the ship has been opened
444-448  stock                 5      0..24, / 24      buildings left: mansion, firm, market, workshop, den
449-463  event                 15     one-hot          the event of the round, by year; last: none
464-477  event_opened          14     flag             the event has been opened, the current one included
478      round_index           1      0..10, / 10      the round, from 0
479      rounds                1      0..10, / 10      rounds of the game
480      hand_limit            1      0..6, / 6        cubes that may be kept at the end of a turn
481-484  num_players           4      one-hot          1, 2, 3 or 4 players
=======  ====================  =====  ===============  ==========================================================

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
from . import bot, hidden, observation, picture, rules, scoring
from .actions import ACTIONS, REASONS
from .observation import OBSERVATION
from .scoring import RESULT_NAMES
from .state import STATE, Phase
from .tables import DISC_SETS, HAND_LIMIT_CHALLENGE, HAND_LIMIT_SOLO, MAX_PLAYERS, ROUNDS, SOLO_TARGETS

if TYPE_CHECKING:
    from ..engine.aec import GameEnv

__all__ = ["GAME", "MAX_DECISIONS", "Options", "env"]


@dataclass(frozen=True)
class Options:
    """The variants of Dadaocheng."""

    event_order: str = option("shuffled", ("shuffled", "chronological"), "order of the events after that of 1851")
    disc_set: str = option("tea_reverse", DISC_SETS, "which sides of the discs show at the start")
    solo_hand_limit: int = option(
        HAND_LIMIT_SOLO, range(HAND_LIMIT_CHALLENGE, HAND_LIMIT_SOLO + 1), "cubes kept at the end of a turn, solo only"
    )
    den_exchange_counts_as_use: bool = option(False, (False, True), "the opium den's exchange counts as a use of opium")


def resolve(num_players: int, options: Options) -> Options:
    """4.0: the solo challenge is for one player.

    Raises:
        BadOption: a solo hand limit other than the usual one with more than one player.
    """
    if num_players > 1 and options.solo_hand_limit != HAND_LIMIT_SOLO:
        raise BadOption(
            f"dadaocheng: solo_hand_limit={options.solo_hand_limit} cannot be played with num_players={num_players}; "
            f"it is a challenge for num_players=1"
        )
    return options


TURN_DECISIONS = 72  # most decisions of one turn (RULES 7.4)


def max_decisions(num_players: int) -> int:
    """7.4: a bound on the decisions of one game: rounds times players turns of at most 72 decisions."""
    return TURN_DECISIONS * int(ROUNDS[num_players]) * num_players


MAX_DECISIONS = max(max_decisions(n) for n in range(1, MAX_PLAYERS + 1))  # 2304

GAME = Game(
    id="dadaocheng",
    title="Dadaocheng",
    version=0,
    player_counts=(1, 2, 3, 4),
    default_players=4,
    options=Options,
    dtype=STATE,
    phases=Phase,
    actions=ACTIONS,
    observation=OBSERVATION,
    rules=rules_from(rules, scoring, observation, hidden, bot),
    reasons=REASONS,
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
    result_names=RESULT_NAMES,
    score_target=int(SOLO_TARGETS[-1]),
)


def env(**kwargs: Any) -> GameEnv:
    """Dadaocheng as a PettingZoo AEC environment; the keyword arguments are those of ``meeplezoo.make``."""
    from ..engine.aec import GameEnv

    return GameEnv(GAME, **kwargs)
