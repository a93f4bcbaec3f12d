"""The promises of the contract (``engine/game.py``), each over every game, player count and option."""

from __future__ import annotations

import random

import numpy as np
import pytest
from rooms import reasons_met

from meeplezoo.envs.engine.records import new_states

from driving import bots_action, every_variant, games, has_bot, mask_of, play, view_of

VARIANTS = every_variant()
over_all = pytest.mark.parametrize(("game", "count", "options"), VARIANTS)
over_combined = pytest.mark.parametrize(("game", "count", "options"), every_variant(short=True, combined=True))

#: How many reasons two games meet at least, that of legal actions included.
LEAST_REASONS = {"china": 9, "yunnan": 12, "dadaocheng": 12, "vanuatu": 19, "eighty_days": 13}


def started(game, count, options, seed=1, index=0, length=1):
    """An array of ``length`` records with one game set up at ``index``; the others are full of garbage."""
    setting = game.configure(count, options)
    states = new_states(game.dtype, length)
    states.view(np.uint8)[:] = 0x5A
    game.kernels.setup_at(states, index, setting.num_players, setting.numbers, seed)
    return states


@over_all
def test_promise_1_setup_fills_the_whole_record(game, count, options):
    clean = game.new(count, 5, **options)
    dirty = started(game, count, options, seed=5, index=1, length=3)
    assert dirty[1:2].tobytes() == clean.tobytes()
    assert set(dirty[::2].tobytes()) == {0x5A}, "a neighbour was written to"
    if game.chance_after_setup or game.hidden_information:
        assert game.new(count, 6, **options).tobytes() != clean.tobytes()


@pytest.mark.complaint("openai/gym#2823")
@over_all
def test_promise_2_one_seat_decides_and_has_a_legal_action(game, count, options):
    """openai/gym#2823: an all-zero mask is taken by ``sample`` and silently gives action 0."""
    for seed in range(2):
        states = started(game, count, options, seed)
        for mask, _ in play(game, states, seed):
            before = states.tobytes()
            again = mask_of(game, states)
            assert states.tobytes() == before, "legal changed the position"
            assert again.tobytes() == mask.tobytes()
            assert set(np.unique(mask)) <= {0, 1} and mask.any()
            assert 0 <= states["seat"][0] < count
        assert not mask_of(game, states).any()


@pytest.mark.complaint("openai/gym#2823")
@pytest.mark.parametrize(("game", "count", "options"), every_variant(short=True))
def test_players_who_close_all_doors_still_have_a_legal_action(game, count, options):
    """openai/gym#2823, looked for: whoever acts takes away choices, so blocked, poor and finished seats come up."""
    states, after = started(game, count, options, 11), new_states(game.dtype, 1)
    draw, fewest = np.random.default_rng(11), game.actions.size
    for _ in range(250):
        mask = mask_of(game, states)
        assert states["over"][0] or mask.any()
        legal = np.flatnonzero(mask)
        if not len(legal):
            break
        left = {}
        for action in legal.tolist():
            after[0] = states[0]
            game.kernels.apply_at(after, 0, action)
            left[action] = int(mask_of(game, after).sum())
            assert left[action] or after["over"][0], f"after {game.actions.describe(action)} nothing is legal"
        open_ones = [action for action in left if left[action]]
        fewest = min([fewest, *(left[action] for action in open_ones)])
        closing = open_ones and draw.random() < 0.8
        chosen = min(open_ones, key=left.__getitem__) if closing else int(draw.choice(legal))
        game.kernels.apply_at(states, 0, chosen)
    assert fewest <= 2, "the game gets narrow, so that an empty mask would show"


@over_all
def test_promise_3_apply_stops_at_the_next_decision_or_the_end(game, count, options):
    states = started(game, count, options, 3)
    decisions = 0
    for _ in play(game, states, 3):
        assert states["decisions"][0] == decisions
        assert states["num_players"][0] == count
        decisions += 1
    assert states["over"][0] == 1 and states["decisions"][0] == decisions


@over_all
def test_promise_4_every_seat_observes_at_any_time(game, count, options):
    states = started(game, count, options, 4)
    space = game.observation.space

    def look():
        before = states.tobytes()
        for seat in range(count):
            view = view_of(game, states, seat)
            assert space.contains(view), f"seat {seat}: outside the box"
            assert view.tobytes() == view_of(game, states, seat).tobytes()
        assert states.tobytes() == before, "observe changed the position"

    for step, _ in enumerate(play(game, states, 4)):
        if step % 5 == 0:
            look()
    look()


@over_all
def test_promise_5_points_scores_and_ranks(game, count, options):
    states = started(game, count, options, 5)
    kernels = game.kernels
    points, scores, ranks = (np.full(game.max_players, 99, np.int64) for _ in range(3))

    def ask():
        before = states.tobytes()
        kernels.points_at(states, 0, points)
        kernels.scores_at(states, 0, scores)
        kernels.ranks_at(states, 0, ranks)
        assert states.tobytes() == before, "scoring changed the position"
        assert not points[count:].any() and not scores[count:].any() and not ranks[count:].any()
        present = ranks[:count]
        assert all(rank == (present < rank).sum() for rank in present), f"not ranks: {present}"

    for step, _ in enumerate(play(game, states, 5)):
        if step % 7 == 0:
            ask()
    ask()
    assert points[:count].tolist() == scores[:count].tolist(), "the final points are not the final scores"


@over_all
def test_promise_6_redeal_keeps_what_the_seat_sees(game, count, options):
    states = started(game, count, options, 6)
    copy = new_states(game.dtype, 1)
    changed = False
    for step, (mask, _) in enumerate(play(game, states, 6)):
        if step % 6:
            continue
        for seat in range(count):
            copy[0] = states[0]
            game.kernels.redeal_at(copy, 0, seat, 1000 + step)
            assert view_of(game, copy, seat).tobytes() == view_of(game, states, seat).tobytes()
            again = mask_of(game, copy)
            assert again.any()
            if seat == states["seat"][0]:
                assert again.tobytes() == mask.tobytes()
            assert copy["rng"].tobytes() != states["rng"].tobytes(), "the generator was not reseeded"
            copy["rng"] = states["rng"]
            changed |= copy.tobytes() != states.tobytes()
    assert changed == game.hidden_information, "redeal changes hidden things exactly where there are some"


@over_all
def test_promise_6_a_redealt_game_plays_to_its_end(game, count, options):
    states = started(game, count, options, 7)
    for step, _ in enumerate(play(game, states, 7)):
        if step == 20:
            break
    for seat in range(count):
        copy = states.copy()
        game.kernels.redeal_at(copy, 0, seat, seat)
        for _ in play(game, copy, seat):
            pass
        assert copy["over"][0] == 1


@over_combined
def test_promise_6_redeal_depends_on_its_arguments_only(game, count, options):
    states = started(game, count, options, 11)
    for step, _ in enumerate(play(game, states, 11)):
        one, two = states.copy(), states.copy()
        two["rng"][0] = [9, 9, 9, 9]
        for other in (one, two):
            game.kernels.redeal_at(other, 0, step % count, 77)
        assert one.tobytes() == two.tobytes()


@over_all
def test_promise_7_nothing_depends_on_index_neighbours_or_global_chance(game, count, options):
    alone = started(game, count, options, 8)
    crowd = started(game, count, options, 8, index=4, length=6)
    random.seed(1)
    np.random.seed(1)
    first = [action for _, action in play(game, alone, 8)]
    random.seed(2)
    np.random.seed(2)
    second = [action for _, action in play(game, crowd, 8, i=4)]
    assert first == second
    assert alone.tobytes() == crowd[4:5].tobytes()


@over_all
def test_promise_8_games_end_in_bounds(game, count, options):
    rng = np.zeros(4, np.int32)
    game.kernels.seed_random(rng, 9)
    for seed in range(5):
        states = started(game, count, options, seed)
        played = game.kernels.play_random(states, 0, rng, game.max_decisions)
        assert states["over"][0] == 1 and played == states["decisions"][0] <= game.max_decisions
        assert states["truncated"][0] in (0, 1)


@over_all
def test_why_illegal_speaks_exactly_where_the_mask_is_zero(game, count, options):
    states = started(game, count, options, 10)
    for step, (mask, _) in enumerate(play(game, states, 10)):
        if step % 10:
            continue
        before = states.tobytes()
        for action in range(game.actions.size):
            why = game.why_illegal(states, 0, action)
            assert (why is None) == bool(mask[action]), f"{game.actions.describe(action)}: {why}"
            assert why is None or why.strip()
        assert states.tobytes() == before


@over_combined
def test_reason_is_zero_exactly_where_the_mask_is_one(game, count, options):
    met = set()
    for seed in (10, 11):
        states = started(game, count, options, seed)
        for _ in play(game, states, seed):
            met |= reasons_met(game, states)
    assert len(met) >= LEAST_REASONS[game.id], "the games met most reasons"


@over_combined
def test_looking_changes_nothing(game, count, options):
    states = started(game, count, options, 3)
    kernels, numbers = game.kernels, np.zeros(game.max_players, np.int64)
    results = np.zeros(len(game.result_names), np.int64)

    def look(step):
        before = states.tobytes()
        mask_of(game, states)
        view_of(game, states, step % count)
        for kernel in (kernels.points_at, kernels.scores_at, kernels.ranks_at):
            kernel(states, 0, numbers)
        kernels.results_at(states, 0, step % count, results)
        if step % 10 == 0:
            game.text(states[0], step // 10 % count)
            game.text(states[0], None)
        assert states.tobytes() == before

    for step, _ in enumerate(play(game, states, 3)):
        look(step)
    look(0)


@over_combined
def test_text_is_complete(game, count, options):
    """Different public positions have different texts, and equal ones equal texts."""
    texts, public = {}, set()

    def look(states):
        before = states.tobytes()
        views = b"".join(view_of(game, states, seat).tobytes() for seat in range(count))
        texts.setdefault(game.text(states[0], None), set()).add(views)
        public.add(views)
        assert states.tobytes() == before, "looking changed the position"

    for bot_share in (0.0, 1.0):
        states, phase = started(game, count, options, 11), None
        for step, _ in enumerate(play(game, states, 11, bot_share)):
            if step % 3 == 0 or states["phase"][0] != phase:
                look(states)
            phase = int(states["phase"][0])
        look(states)
    assert len(texts) == len(public)
    assert all(text.isascii() and len(views) == 1 for text, views in texts.items())


@over_combined
def test_bot_is_legal_everywhere_and_blind(game, count, options):
    """In random games and in its own: a legal action, the same one after a redeal of what its seat cannot know."""
    rng = np.zeros(4, np.int32)
    game.kernels.seed_random(rng, 1)
    for bot_share in (0.0, 1.0):
        states = started(game, count, options, 4)
        for mask, _ in play(game, states, 4, bot_share):
            other = states.copy()
            game.kernels.redeal_at(other, 0, int(states["seat"][0]), 99)
            again = bots_action(game, other, mask_of(game, other), rng.copy())
            assert again == bots_action(game, states, mask, rng)


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_texts_of_actions_go_both_ways(game):
    layout = game.actions
    texts = [layout.describe(action) for action in range(layout.size)]
    assert len(set(texts)) == layout.size
    assert [layout.parse(text) for text in texts] == list(range(layout.size))
    assert all(text.isascii() for text in texts)


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_each_entry_has_one_signature(game):
    """A stray integer type would compile everything anew."""
    import meeplezoo

    batch = meeplezoo.batch(game, 2, seed=1)
    batch.step(batch.random_actions())
    batch.step(batch.random_actions().astype(np.int32))
    env = meeplezoo.make(game)
    env.reset(seed=1)
    for kind in (int, np.int64, np.int32, np.int16):
        env.step(kind(env.legal_actions()[0]))
    for name, kernel in vars(game.kernels).items():
        signatures = getattr(kernel, "signatures", [])
        assert len(signatures) <= 1, f"{name}: {signatures}"


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_the_room_is_whole(game):
    names = {path.name for path in game.folder.iterdir()}
    wanted = {"board.toml", "tables.py", "state.py", "actions.py", "rules.py", "observation.py", "picture.py", "bot.py"}
    assert wanted | {"__init__.py", "RULES.md"} <= names
    assert ("hidden.py" in names) == game.hidden_information
    assert has_bot(game)
    assert game.folder.name == game.id
    assert game.default_players in game.player_counts
