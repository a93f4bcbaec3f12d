"""Threads of a batch: forks, Ctrl-C, and their end."""

from __future__ import annotations

import copy
import gc
import hashlib
import os
import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path

import numba
import numpy as np
import pytest

import meeplezoo
from meeplezoo.envs.engine import registry
from meeplezoo.envs.engine.batch import Batch
from meeplezoo.envs.engine.threads import Workers

from toys.drain import GAME

registry.add_game(GAME)
TESTS = str(Path(__file__).resolve().parents[1])


def advance(batch, steps=20):
    """Plays the first legal actions; a hash of all there is then."""
    for _ in range(steps):
        batch.step(batch.masks.argmax(axis=1))
    return hashlib.sha256(b"".join(array.tobytes() for array in batch._arrays.values())).hexdigest()


def threads():
    return [thread for thread in threading.enumerate() if thread.name == "meeplezoo-batch"]


def wait_for_no_threads(count=0):
    until = time.monotonic() + 20
    while len(threads()) > count and time.monotonic() < until:
        gc.collect()
        time.sleep(0.01)
    assert len(threads()) <= count


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Python 3.12 warns of any fork of a process with threads
@pytest.mark.parametrize("used", [True, False])
def test_a_forked_child_and_its_parent_play_on(used):
    batch = meeplezoo.batch("drain", 40, num_players=3, seed=4, num_threads=2)
    if used:
        advance(batch)
    wanted = advance(batch.clone())
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, advance(batch).encode())
        finally:
            os._exit(0)
    os.close(writing)
    until, status = time.monotonic() + 60, (0, 0)
    while status[0] == 0 and time.monotonic() < until:
        status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    if status[0] == 0:
        os.kill(child, 9)
        os.waitpid(child, 0)
        pytest.fail("the child hangs")
    assert os.read(reading, 1000).decode() == wanted
    os.close(reading)
    assert advance(batch) == wanted


INTERRUPTED = """
import os, signal, sys, threading, time
import numpy as np
from engine.test_threads import GAME, advance
import hashlib
from meeplezoo.envs.engine.batch import Batch

threads, size = int(sys.argv[1]), int(sys.argv[2])
inside = False

def look(batch):
    return hashlib.sha256(b"".join(array.tobytes() for array in batch._arrays.values())).hexdigest() + str(batch.seed)

def interrupt(number, frame):
    if inside:
        raise KeyboardInterrupt

def new():
    return Batch(GAME, size, num_players=3, seed=1, num_threads=threads, skip_forced=True)

start = new().states
operations = []
for k in range(12):
    operations += [lambda b: b.step(b.masks.argmax(axis=1))] * 6
    operations += [lambda b, k=k: b.redeal(b.seats, k), lambda b: b.set_states(start), lambda b, k=k: b.reset(seed=k)]
batch, wanted = new(), []
wanted.append(look(batch))
for operation in operations:
    operation(batch)
    wanted.append(look(batch))

signal.signal(signal.SIGINT, interrupt)
over = False
def disturb():
    draw = np.random.default_rng(2)
    while not over:
        time.sleep(float(draw.uniform(0, 0.006)))
        os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=disturb, daemon=True).start()
met = whole = 0
until = time.monotonic() + 60
while (met < 40 or whole < 5) and time.monotonic() < until:
    batch, k = new(), 0
    while k < len(operations):
        try:
            inside = True
            operations[k](batch)
            inside = False
        except KeyboardInterrupt:
            inside = False
            met += 1
            now = look(batch)
            assert now in wanted[k : k + 2], f"operation {k} is half done"
            if now == wanted[k]:
                continue
            whole += 1
        k += 1
        assert look(batch) == wanted[k]
over = True
print("met", met, whole)
assert met >= 5 and whole >= 1
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="kernels written in Python can be interrupted anywhere")
@pytest.mark.parametrize("count", [1, 2])
def test_ctrl_c_leaves_a_call_whole_or_undone(count):
    """With real signals at random moments: steps, resets, redeals and set_states."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(count), "20000"],
        env={**os.environ, "PYTHONPATH": TESTS},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_interrupt_while_waiting_is_raised_when_all_is_done():
    workers, done = Workers(2), []

    class Interrupted(threading.Event().__class__):
        def wait(self, timeout=None):
            if not done:
                raise KeyboardInterrupt
            return super().wait(timeout)

    def work(first, last):
        time.sleep(0.05)
        done.append((first, last))

    import meeplezoo.envs.engine.threads as module

    shared = module._Shared(work, [(0, 1), (1, 2), (2, 3)])
    shared.complete = Interrupted()
    original, module._Shared = module._Shared, lambda *_: shared
    try:
        with pytest.raises(KeyboardInterrupt):
            workers.run(work, [(0, 1), (1, 2), (2, 3)])
    finally:
        module._Shared = original
    assert sorted(done) == [(0, 1), (1, 2), (2, 3)]


def test_an_error_in_a_part_reaches_the_caller_when_all_parts_are_done():
    done = []

    def work(first, last):
        if first == 1:
            raise ValueError("part 1")
        time.sleep(0.02)
        done.append(first)

    with pytest.raises(ValueError, match="part 1"):
        Workers(2).run(work, [(k, k + 1) for k in range(6)])
    assert sorted(done) == [0, 2, 3, 4, 5]


def test_threads_start_with_the_first_step_and_end_with_the_batch():
    wait_for_no_threads()
    batch = Batch("drain", 8, seed=1, num_threads=3)
    assert not threads()
    batch.step(batch.random_actions())
    batch.step(batch.random_actions())
    assert len(threads()) == 3
    others = [batch.clone(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    assert len(threads()) == 3
    for other in others:
        advance(other, 1)
    assert len(threads()) == 12
    del batch, others, other
    wait_for_no_threads()


def test_copies_of_a_batch_with_threads_play_alike():
    batch = Batch("drain", 33, num_players=(3, 2), seed=1, num_threads=2)
    advance(batch, 5)
    others = [batch.clone(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    assert len({advance(each, 9) for each in (batch, *others)}) == 1
    assert all(other.num_threads == 2 and other._workers is not batch._workers for other in others)
    pair = [batch]
    twin = copy.deepcopy([pair, pair, batch])
    assert twin[0] is twin[1] and twin[0][0] is twin[2]


def test_more_threads_than_games():
    assert advance(Batch("drain", 2, seed=1, num_threads=5)) == advance(Batch("drain", 2, seed=1))
    assert np.array_equal(Batch("drain", 1, seed=1, num_threads=4).seats, [0])
