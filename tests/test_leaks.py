"""The two-worlds test over all games, in every phase and by every way out.

Two worlds that a seat cannot tell apart (``redeal``) must look the same to it: observation, mask, text, reasons and
error messages, infos, and the replay as it saw it. Each room tests ``redeal`` itself, with worlds made by hand.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

import meeplezoo
from meeplezoo import IllegalAction

from driving import every_variant, games, mask_of, play, view_of

HIDDEN = [row for row in every_variant(short=True) if row.values[0].hidden_information]
over_hidden = pytest.mark.parametrize(("game", "count", "options"), HIDDEN)


def refusal(env):
    """The error message of an illegal action."""
    mask = mask_of(env.game, env.states)
    with pytest.raises(IllegalAction) as caught:
        env.step(int(np.flatnonzero(mask == 0)[0]))
    return str(caught.value)


@over_hidden
def test_two_worlds_look_the_same(game, count, options):
    env = meeplezoo.make(game, num_players=count, **options)
    phases = set()
    for seed in range(1 if options else 2):
        env.reset(seed=seed)
        states = env.states
        for step, (mask, action) in enumerate(play(game, states, seed)):
            if step % 7 == seed % 7:
                phases.add(int(states["phase"][0]))
                for seat in range(count):
                    agent = f"player_{seat}"
                    other = env.clone()
                    other.redeal(agent, 100 * step + seat)
                    assert view_of(game, other.states, seat).tobytes() == view_of(game, states, seat).tobytes()
                    assert other.text(agent) == env.text(agent)
                    assert other.infos == env.infos and other.rewards == env.rewards
                    if env.agent_selection != agent:
                        continue
                    assert other.legal_actions() == np.flatnonzero(mask).tolist()
                    for illegal in np.flatnonzero(mask == 0)[step % 3 :: 3].tolist():
                        assert env.why_illegal(illegal) == other.why_illegal(illegal)
                    assert refusal(env) == refusal(other)
            env.step(action)
    assert len(phases) > 1


@over_hidden
def test_the_other_seats_mask_is_never_shown(game, count, options):
    env = meeplezoo.make(game, num_players=count, **options)
    env.reset(seed=3)
    states = env.states
    for _, action in play(game, states, 3):
        for agent in env.possible_agents:
            assert agent == env.agent_selection or not env.observe(agent)["action_mask"].any()
        env.step(action)


@pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
def test_a_replay_as_one_seat_saw_it(game):
    env = meeplezoo.make(game)
    env.reset(seed=987654321987)
    states = env.states
    texts = [[] for _ in env.possible_agents]
    for _, action in play(game, states, 4):
        for seat, agent in enumerate(env.possible_agents):
            texts[seat].append(env.text(agent))
        env.step(action)
    replay = env.replay()
    for seat, agent in enumerate(env.possible_agents):
        seen = replay.seen_by(seat)
        assert seen["views"] == [*texts[seat], env.text(agent)]
        assert [row[0] for row in seen["decisions"]] == list(replay.seats)
        for row, action, mover in zip(seen["decisions"], replay.actions, replay.seats, strict=True):
            assert row[1] == action or (row[1] is None and mover != seat and game.hidden_information)
        written = json.dumps(seen)
        assert str(replay.seed) not in written and replay.state not in written
    hidden = {row[2] for row in replay.seen_by(0)["decisions"] if row[1] is None}
    assert all(text.endswith(" ?") for text in hidden)
    with pytest.raises(meeplezoo.BadReplay, match="seat"):
        replay.seen_by(game.default_players)


def test_a_secret_choice_is_told_to_its_maker_only():
    """Which rest tile a player of Vanuatu keeps; the others hear only that one was kept."""
    game = meeplezoo.game("vanuatu")
    env = meeplezoo.make(game)
    env.reset(seed=1)
    states = env.states
    for _, action in play(game, states, 1, bot_share=0):
        env.step(action)
    replay = env.replay()
    kept = [k for k, action in enumerate(replay.actions) if game.actions.range_of(action).name == "keep"]
    assert kept
    for seat in range(game.default_players):
        rows = replay.seen_by(seat)["decisions"]
        for k in kept:
            known = replay.seats[k] == seat
            assert rows[k][1:] == (
                [replay.actions[k], game.actions.describe(replay.actions[k])] if known else [None, "keep ?"]
            )
