"""Loops over games, written once and bound to each game (``compiling.bind``).

The first part names what a room provides: plain functions over one record, which the engine calls. The second
part is the kernels: they take the array of states and an index, as a bare record is slow to pass from Python.
Here the names of the first part are placeholders; ``bind_kernels`` puts a game's own functions in their place.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from .compiling import bind
from .dice import Purpose, derive_seed, roll, seed_generator

__all__ = ["OPTIONAL", "REQUIRED", "REWARDS", "bind_kernels"]

REWARDS = ("rank", "win", "score")  #: kinds of reward; the index is what the kernels take

# ---------------------------------------------------------------- what a room provides


def setup(s: Any, options: Any) -> None:
    """Sets up the game in a record that is all zero but for ``num_players`` and ``rng``.

    Args:
        s: the record.
        options: int64, one number per field of the game's ``Options`` in order (``Game.encode``).
    """
    raise NotImplementedError


def legal(s: Any, mask: Any) -> None:
    """Writes 1 for each legal action of the acting seat into ``mask``, ``(A,)`` int8, which is all zero before."""
    raise NotImplementedError


def apply(s: Any, action: int) -> None:
    """Plays a legal action and all that follows without a choice; sets ``seat``, ``phase``, ``over``, ``truncated``."""
    raise NotImplementedError


def observe(s: Any, seat: int, out: Any) -> None:
    """Writes what ``seat`` knows as whole numbers into ``out``, ``(D,)`` float32, which is all zero before."""
    raise NotImplementedError


def points(s: Any, seat: int) -> int:
    """The seat's running score marker; the final total once the game is over."""
    raise NotImplementedError


def scores(s: Any, out: Any) -> None:
    """Writes the full scoring, as if the game ended now, into ``out``, ``(MAX_PLAYERS,)`` int64."""
    raise NotImplementedError


def ranks(s: Any, out: Any) -> None:
    """Writes the number of seats strictly better, by the game's own tie-breaks, into ``out``, ``(MAX_PLAYERS,)``."""
    raise NotImplementedError


def reason(s: Any, action: int) -> int:
    """Why an action whose range belongs to the current phase is illegal: a code of its ``Reason``; 0 if legal."""
    raise NotImplementedError


def check(s: Any) -> int:
    """Whether the record is a position of the game: a code of its ``Fault``; 0 if so. Default: 0.

    Every number is within its field's bounds, seat and phase exist. It counts pieces and cards, and whatever the record
    holds twice, and must never leave an array by a combination of numbers that the bounds allow.
    """
    return 0


def redeal(s: Any, seat: int, rng: Any) -> None:
    """Draws anew, with ``rng``, all that ``seat`` cannot know, but for the generator itself. Default: nothing."""


def results(s: Any, seat: int, out: Any) -> None:
    """Writes the numbers named by ``Game.result_names`` for ``seat`` into ``out`` (int64). Default: nothing."""


def secret(s: Any, action: int) -> int:
    """1 when the other seats do not see which action of its range this legal action is. Default: 0, all is open."""
    return 0


def choose(numbers: Any, mask: Any, rng: Any) -> int:
    """The scripted bot: an action from the observation's whole numbers ``(D,)`` int64, mask, and a generator."""
    raise NotImplementedError


REQUIRED = ("setup", "legal", "apply", "observe", "points", "scores", "ranks", "reason")
OPTIONAL = ("check", "redeal", "results", "secret", "choose")

#: Constants of the game that the kernels use; also bound.
NUM_ACTIONS = 0
MAX_PLAYERS = 0
SCORE_TARGET = 0
SCALE = np.zeros(0, np.float32)  # (D,) 1 / high
HIGH = np.zeros(0, np.float32)  # (D,)
LOW = np.zeros(0, np.float32)  # (D,)
BLANK = np.zeros(1)  # one record, all zero
RECORD_LOW = np.zeros(0, np.int32)  # (W,) least value of each of the record's numbers
RECORD_HIGH = np.zeros(0, np.int32)  # (W,) largest value
PLAYER_COUNTS = np.zeros(0, np.int64)  # those that the game can be played with
PHASES = np.zeros(0, np.int64)  # the numbers of its phases
MAX_DECISIONS = 0

PLAY = Purpose.PLAY.value
REDEAL = Purpose.REDEAL.value
ACTIONS = Purpose.ACTIONS.value
MEASURING = Purpose.MEASURING.value

#: What ``first_fault`` finds wrong with a record; the number beside it is a place in the record, or a room's code.
BOUNDS, RNG, PLAYERS, SEAT, PHASE, TRUNCATED, DECISIONS, RULES, STUCK = range(1, 10)

# ---------------------------------------------------------------- one game


def setup_at(states, i, num_players, options, seed):
    """Promise 1: fills record ``i`` completely; equal arguments give equal bytes."""
    states[i] = BLANK[0]
    s = states[i]
    s.num_players = num_players
    seed_generator(s.rng, seed)
    setup(s, options)


def legal_at(states, i, mask):
    """Promise 2: writes the whole mask of the acting seat, all zero after the end; changes nothing else."""
    mask[:] = 0
    s = states[i]
    if s.over == 0:
        legal(s, mask)


def apply_at(states, i, action):
    """Promise 3: plays a legal action and what follows from it without a choice."""
    s = states[i]
    s.decisions += 1
    apply(s, action)


def observe_at(states, i, seat, out):
    """Promise 4: writes the observation of ``seat``, scaled into the box, into ``out``, ``(D,)`` float32."""
    out[:] = 0.0
    observe(states[i], seat, out)
    for k in range(out.shape[0]):
        x = out[k] * SCALE[k]
        x = x if x < 1.0 else np.float32(1.0)
        out[k] = x if x > LOW[k] else LOW[k]


def view_at(states, i, seat, out, mask):
    """Observation and mask of ``seat``; the mask is all zero unless the seat is to act."""
    observe_at(states, i, seat, out)
    if states[i].seat == seat:
        legal_at(states, i, mask)
    else:
        mask[:] = 0


def step_at(states, i, action):
    """Applies a legal action; gives the seat to act next, or -1 when the game is over."""
    s = states[i]
    s.decisions += 1
    apply(s, action)
    return -1 if s.over != 0 else int(s.seat)


def points_at(states, i, out):
    """Promise 5: the running score of each seat into ``out``, ``(MAX_PLAYERS,)`` int64; absent seats 0."""
    s = states[i]
    out[:] = 0
    for seat in range(s.num_players):
        out[seat] = points(s, seat)


def scores_at(states, i, out):
    """Promise 5: the full scoring, as if the game ended now, into ``out``, ``(MAX_PLAYERS,)`` int64."""
    out[:] = 0
    scores(states[i], out)


def ranks_at(states, i, out):
    """Promise 5: seats strictly better, into ``out``, ``(MAX_PLAYERS,)`` int64; absent seats 0."""
    out[:] = 0
    ranks(states[i], out)


def results_at(states, i, seat, out):
    """The game's further results of ``seat``, into ``out`` (int64), in the order of ``Game.result_names``."""
    out[:] = 0
    results(states[i], seat, out)


def reason_at(states, i, action):
    """Why an action of the current phase is illegal; 0 exactly where the mask is 1."""
    return int(reason(states[i], action))


def outside_at(words, i):
    """Promise 9: the first number of record ``i`` that is out of its field's bounds, or -1; ``words`` is ``(N, W)``."""
    wrong = 0
    for k in range(RECORD_LOW.shape[0]):  # without a way out, as the compiler makes a quicker loop of this
        wrong += int(words[i, k] < RECORD_LOW[k]) + int(words[i, k] > RECORD_HIGH[k])
    if wrong == 0:
        return -1
    for k in range(RECORD_LOW.shape[0]):
        if words[i, k] < RECORD_LOW[k] or words[i, k] > RECORD_HIGH[k]:
            return k
    return -1


def fault_at(states, i):
    """Promise 9: why a record within its bounds is no position of the game, as a code; 0 if it is one."""
    return int(check(states[i]))


def header_fault(states, i):
    """What is wrong with the header of a record within its bounds: a kind as above, or 0."""
    s = states[i]
    if s.rng[0] == 0 and s.rng[1] == 0 and s.rng[2] == 0 and s.rng[3] == 0:
        return RNG
    known = False
    for count in PLAYER_COUNTS:
        known = known or count == s.num_players
    if not known:
        return PLAYERS
    if s.seat >= s.num_players:
        return SEAT
    known = False
    for phase in PHASES:
        known = known or phase == s.phase
    if not known:
        return PHASE
    if s.truncated != 0 and s.over == 0:
        return TRUNCATED
    if s.decisions > (MAX_DECISIONS if s.over != 0 else MAX_DECISIONS - 1):
        return DECISIONS
    return 0


def first_fault(states, words, deep, mask, found):
    """Promise 9: the first record that is no position of the game, or -1.

    Args:
        words: the same records as ``(N, W)`` int32.
        deep: False leaves out the room's ``check`` and the look for a legal action.
        mask: ``(A,)`` int8, written over.
        found: ``(2,)`` int64: the kind of the fault, and the number that goes with it.
    """
    for i in range(states.shape[0]):
        place = outside_at(words, i)
        if place >= 0:
            found[0], found[1] = BOUNDS, place
            return i
        found[0], found[1] = header_fault(states, i), 0
        if found[0] == 0 and deep:
            code = int(check(states[i]))
            if code != 0:
                found[0], found[1] = RULES, code
            elif states[i].over == 0:
                legal_at(states, i, mask)
                if not mask.any():
                    found[0] = STUCK
        if found[0] != 0:
            return i
    return -1


def secret_at(states, i, action):
    """1 when only the acting seat sees which action of its range this one is."""
    return int(secret(states[i], action))


def redeal_at(states, i, seat, seed):
    """Promise 6: draws anew what ``seat`` cannot know, the generator included."""
    redeal_with(states, i, seat, derive_seed(REDEAL, seed, 0, 0))


def redeal_with(states, i, seat, derived):
    """The same with a seed that is already derived for the purpose."""
    s = states[i]
    seed_generator(s.rng, derived)
    redeal(s, seat, s.rng)


def seed_random(rng, seed):
    """Seeds a generator that is not part of a record, ``(4,)`` int32: that of ``sample_legal`` or of a bot.

    The seed is used as it is: take one that ``dice.derive_seed`` made for the purpose.
    """
    seed_generator(rng, seed)


def sample_legal(mask, rng):
    """A uniformly random legal action, drawn with a generator of its own; -1 when nothing is legal."""
    total = 0
    for action in range(mask.shape[0]):
        total += int(mask[action])
    if total == 0:
        return -1
    left = roll(rng, total)
    for action in range(mask.shape[0]):  # faster than looking for the next legal action where many are legal
        left -= int(mask[action])
        if left < 0:
            return action
    return -1


def play_random(states, i, rng, limit):
    """Plays uniformly random legal actions until the game ends or ``limit`` decisions are made; gives their number."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    for done in range(limit):
        if states[i].over != 0:
            return done
        legal_at(states, i, mask)
        apply_at(states, i, sample_legal(mask, rng))
    return limit


def run_random(states, i, num_players, options, seed, decisions, look):
    """Random play for ``decisions`` decisions, game after game: what the speed figures of the kernel measure.

    With ``look`` the acting seat's observation is written before each decision, too. Gives the games finished.
    """
    mask = np.zeros(NUM_ACTIONS, np.int8)
    out = np.zeros(SCALE.shape[0], np.float32)
    rng = np.zeros(4, np.int32)
    seed_generator(rng, derive_seed(MEASURING, seed, 0, 0))
    finished = 0
    setup_at(states, i, num_players, options, derive_seed(PLAY, seed, i, finished))
    for _ in range(decisions):
        if states[i].over != 0:
            finished += 1
            setup_at(states, i, num_players, options, derive_seed(PLAY, seed, i, finished))
        if look:
            observe_at(states, i, np.int64(states[i].seat), out)
        legal_at(states, i, mask)
        apply_at(states, i, sample_legal(mask, rng))
    return finished


# ---------------------------------------------------------------- decisions without a choice


def forced_action(states, i, mask):
    """The action to play where exactly one is legal, or -1; ``mask`` is written over."""
    legal_at(states, i, mask)
    found = -1
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            if found >= 0:
                return -1
            found = action
    return found


def play_forced(states, i, mask, played):
    """Plays all decisions with one legal action, up to the next choice or the end; gives their number.

    ``played``, ``(max_decisions,)`` int64, takes the actions; ``mask`` is that of the next choice then.
    """
    count = 0
    action = forced_action(states, i, mask)
    while action >= 0:
        played[count] = action
        count += 1
        apply_at(states, i, action)
        action = forced_action(states, i, mask)
    return count


def settle(states, i, mask):
    """Plays all decisions with one legal action."""
    action = forced_action(states, i, mask)
    while action >= 0:
        apply_at(states, i, action)
        action = forced_action(states, i, mask)


# ---------------------------------------------------------------- a game from its actions


def play_actions(states, i, num_players, options, seed, actions, skip, gained, unread):
    """Sets up record ``i`` and plays recorded actions; gives how many of them are legal where they stand.

    Args:
        actions: int64.
        skip: decisions with one legal action belong to the step before them, as the environment plays them then.
        gained: ``(MAX_PLAYERS,)`` int64: the points that each seat got by the last step.
        unread: ``(MAX_PLAYERS,)`` int64: those since the step in which the seat chose last.
    """
    mask = np.zeros(NUM_ACTIONS, np.int8)
    before = np.zeros(MAX_PLAYERS, np.int64)
    now = np.zeros(MAX_PLAYERS, np.int64)
    setup_at(states, i, num_players, options, seed)
    points_at(states, i, before)
    gained[:] = 0
    unread[:] = 0
    for k in range(actions.shape[0]):
        alone = forced_action(states, i, mask) >= 0
        if actions[k] < 0 or actions[k] >= NUM_ACTIONS or mask[actions[k]] == 0:
            return k
        if not (skip and alone):
            gained[:] = 0
            unread[states[i].seat] = 0
        apply_at(states, i, actions[k])
        points_at(states, i, now)
        for p in range(num_players):
            gained[p] += now[p] - before[p]
            unread[p] += now[p] - before[p]
            before[p] = now[p]
    return actions.shape[0]


# ---------------------------------------------------------------- rewards


def final_rewards(states, i, kind, out):
    """Rewards at the end, ``(MAX_PLAYERS,)`` float32: kind 0 rank, 1 win; kind 2 (score) is paid by ``step_rewards``.

    Solo games pay points / SCORE_TARGET, at most 1, for both kinds.
    """
    s = states[i]
    n = s.num_players
    out[:] = 0.0
    if n == 1:
        out[0] = min(1.0, points(s, 0) / SCORE_TARGET)
        return
    place = np.zeros(MAX_PLAYERS, np.int64)
    ranks(s, place)
    winners = 0
    for p in range(n):
        if place[p] == 0:
            winners += 1
    for p in range(n):
        if kind == 1:
            out[p] = (n / winners - 1.0) / (n - 1) if place[p] == 0 else -1.0 / (n - 1)
        else:
            worse = 0
            for q in range(n):
                if place[q] > place[p]:
                    worse += 1
            out[p] = (worse - place[p]) / (n - 1)


def step_rewards(states, i, kind, before, out):
    """Rewards of the decision just applied: zero until the end, or, for kind 2, the change of ``points``.

    Args:
        before: ``(MAX_PLAYERS,)`` int64, the points before the decision (kind 2); holds the points after it then.
        out: ``(MAX_PLAYERS,)`` float32.
    """
    s = states[i]
    if kind == 2:
        out[:] = 0.0
        for p in range(s.num_players):
            now = points(s, p)
            out[p] = now - before[p]
            before[p] = now
    elif s.over != 0:
        final_rewards(states, i, kind, out)
    else:
        out[:] = 0.0


# ---------------------------------------------------------------- batches


def batch_start(states, i, skip, counts, options, batch_seed, episodes, seeds, before, mask):
    """Sets up the current episode of game ``i``; with ``skip`` it stands at its first choice.

    What forced moves bring at the start is paid by the first step. A game without any choice is left where it starts,
    or else it would be over before it was seen.
    """
    seed = derive_seed(PLAY, batch_seed[0], i, episodes[i])
    seeds[i] = seed
    setup_at(states, i, counts[i], options[i], seed)
    batch_points(states, i, before)
    if skip:
        settle(states, i, mask)
        if states[i].over != 0:
            setup_at(states, i, counts[i], options[i], seed)


def batch_points(states, i, before):
    """Notes the points of game ``i``."""
    for p in range(before.shape[1]):
        before[i, p] = points(states[i], p) if p < states[i].num_players else 0


def batch_view(states, i, seats, observations, masks):
    """Writes seat, observation and mask of game ``i``."""
    seats[i] = states[i].seat
    observe_at(states, i, seats[i], observations[i])
    legal_at(states, i, masks[i])


def batch_next(
    states, i, skip, counts, options, batch_seed, episodes, seeds, before, mask,
    final_observations, final_scores, final_ranks,
):  # fmt: skip
    """Keeps the outcome of game ``i``, which is over, and starts its next episode."""
    for p in range(counts[i]):
        observe_at(states, i, p, final_observations[i, p])
    scores_at(states, i, final_scores[i])
    ranks_at(states, i, final_ranks[i])
    episodes[i] += 1
    batch_start(states, i, skip, counts, options, batch_seed, episodes, seeds, before, mask)


def batch_clear(
    rng, seed, batch_seed, episodes, rewards, dones, truncated, final_observations, final_scores, final_ranks
):
    """Nothing has happened yet: episode 0, no outcomes, the generator of the random actions at its start."""
    batch_seed[0] = seed
    seed_generator(rng, derive_seed(ACTIONS, seed, 0, 0))
    episodes[:] = 0
    batch_nothing(rewards, dones, truncated, final_observations, final_scores, final_ranks)


def batch_nothing(rewards, dones, truncated, final_observations, final_scores, final_ranks):
    """The last step brought nothing."""
    rewards[:] = 0.0
    dones[:] = False
    truncated[:] = False
    final_observations[:] = 0.0
    final_scores[:] = 0
    final_ranks[:] = 0


def batch_reset(
    states, kind, skip, counts, options, batch_seed, episodes, seeds, before, seats, observations, masks,
    rewards, dones, truncated, final_observations, final_scores, final_ranks, rng, seed,
):  # fmt: skip
    """Starts episode 0 of every game of a batch of this seed."""
    batch_clear(
        rng, seed, batch_seed, episodes, rewards, dones, truncated, final_observations, final_scores, final_ranks
    )
    for i in range(states.shape[0]):
        batch_start(states, i, skip, counts, options, batch_seed, episodes, seeds, before, masks[i])
        batch_view(states, i, seats, observations, masks)


def batch_adopt(
    states, kind, skip, counts, options, batch_seed, episodes, seeds, before, seats, observations, masks,
    rewards, dones, truncated, final_observations, final_scores, final_ranks, given,
):  # fmt: skip
    """Puts every game where a record of ``given`` stands; that has one record per game, or one for all."""
    batch_nothing(rewards, dones, truncated, final_observations, final_scores, final_ranks)
    for i in range(states.shape[0]):
        states[i] = given[i if given.shape[0] > 1 else 0]
        seeds[i] = -1
        batch_points(states, i, before)
        if skip:
            batch_settle(
                states, i, kind, skip, counts, options, batch_seed, episodes, seeds, before, masks[i],
                rewards, dones, truncated, final_observations, final_scores, final_ranks,
            )  # fmt: skip
        batch_view(states, i, seats, observations, masks)


def batch_settle(
    states, i, kind, skip, counts, options, batch_seed, episodes, seeds, before, mask,
    rewards, dones, truncated, final_observations, final_scores, final_ranks,
):  # fmt: skip
    """Plays what is forced in a position that no step led to; pays only if the game ends, else the next step does."""
    settle(states, i, mask)
    if states[i].over != 0:
        step_rewards(states, i, kind, before[i], rewards[i])
        dones[i] = True
        truncated[i] = states[i].truncated != 0
        batch_next(
            states, i, skip, counts, options, batch_seed, episodes, seeds, before, mask,
            final_observations, final_scores, final_ranks,
        )  # fmt: skip


def batch_redeal(
    states, kind, skip, counts, options, batch_seed, episodes, seeds, before, seats, observations, masks,
    rewards, dones, truncated, final_observations, final_scores, final_ranks, viewers, seed,
):  # fmt: skip
    """Re-deals every game i as ``viewers[i]`` may see it, each with a seed of its own, and shows the games."""
    for i in range(states.shape[0]):
        seeds[i] = -1
        redeal_with(states, i, viewers[i], derive_seed(REDEAL, seed, i, 0))
        if skip:
            batch_settle(
                states, i, kind, skip, counts, options, batch_seed, episodes, seeds, before, masks[i],
                rewards, dones, truncated, final_observations, final_scores, final_ranks,
            )  # fmt: skip
        batch_view(states, i, seats, observations, masks)


def batch_illegal(masks, actions, where):
    """The first game that plays (``where``) and whose action is out of range or not legal, or -1."""
    for i in range(actions.shape[0]):
        if not where[i]:
            continue
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return -1


def batch_sample(masks, rng, out):
    """A uniformly random legal action for every game."""
    for i in range(masks.shape[0]):
        out[i] = sample_legal(masks[i], rng)


def batch_observe(states, seats, out):
    """The observation of ``seats[i]`` of every game i."""
    for i in range(states.shape[0]):
        observe_at(states, i, seats[i], out[i])


def batch_step(
    states, kind, skip, counts, options, batch_seed, episodes, seeds, before, seats, observations, masks,
    rewards, dones, truncated, final_observations, final_scores, final_ranks, first, last, actions, where,
):  # fmt: skip
    """Plays a legal action in the games first..last-1 that ``where`` names; finished games start their next episode."""
    for i in range(first, last):
        if not where[i]:
            rewards[i, :] = 0.0
            dones[i] = False
            truncated[i] = False
            continue
        apply_at(states, i, actions[i])
        if skip:
            settle(states, i, masks[i])
        step_rewards(states, i, kind, before[i], rewards[i])
        over = states[i].over != 0
        dones[i] = over
        truncated[i] = over and states[i].truncated != 0
        if over:
            batch_next(
                states, i, skip, counts, options, batch_seed, episodes, seeds, before, masks[i],
                final_observations, final_scores, final_ranks,
            )  # fmt: skip
        seats[i] = states[i].seat
        observe_at(states, i, seats[i], observations[i])
        legal_at(states, i, masks[i])


# ---------------------------------------------------------------- bots


def bot_numbers(observation, numbers):
    """The whole numbers behind one observation, as the scripted bot reads them."""
    for k in range(observation.shape[0]):
        numbers[k] = int(np.rint(observation[k] * HIGH[k]))


def bot_act(observations, masks, rng, out):
    """The scripted bot's action for each row of observations and masks."""
    numbers = np.zeros(observations.shape[1], np.int64)
    for i in range(observations.shape[0]):
        bot_numbers(observations[i], numbers)
        out[i] = choose(numbers, masks[i], rng)


KERNELS = (
    setup_at, legal_at, apply_at, observe_at, view_at, step_at, points_at, scores_at, ranks_at, results_at, reason_at,
    outside_at, fault_at, header_fault, first_fault, secret_at, redeal_with, redeal_at, seed_random, sample_legal,
    play_random, run_random, forced_action, play_forced, settle, play_actions, final_rewards, step_rewards,
    batch_points, batch_start, batch_view, batch_next, batch_nothing, batch_clear, batch_settle, batch_reset,
    batch_adopt, batch_redeal, batch_illegal, batch_sample, batch_observe, batch_step, bot_numbers, bot_act,
)  # fmt: skip


def bind_kernels(name: str, free: dict[str, Any], folder: Path) -> SimpleNamespace:
    """All kernels bound to one game, by name; nothing compiles before its first call.

    Args:
        name: the game's id.
        free: the room's functions (``REQUIRED``, and those of ``OPTIONAL`` that it has) and the constants.
        folder: the room's folder.
    """
    names = dict(free)
    for optional in OPTIONAL:
        if optional not in names:
            names[optional] = bind(globals()[optional], name, {}, folder)
    for kernel in KERNELS:
        names[kernel.__name__] = bind(kernel, name, names, folder)
    return SimpleNamespace(**{kernel.__name__: names[kernel.__name__] for kernel in KERNELS})
