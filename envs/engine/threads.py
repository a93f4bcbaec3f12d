"""Threads that share the work of one call: all of it is done when the call comes back, whatever interrupts it."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue

__all__ = ["Workers"]

Part = tuple[int, int]


class Workers:
    """Threads that wait for work; they end when this object is collected.

    They are started at the first work, and anew in a child of ``os.fork``, which has none of its parent's threads.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._process = 0
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def run(self, work: Callable[[int, int], None], parts: list[Part]) -> None:
        """Calls ``work(first, last)`` for every part and comes back when all are done.

        The calling thread does none of it. So Ctrl-C, which Python hands to the main thread, finds every part done:
        ``KeyboardInterrupt`` is raised then.
        """
        shared = _Shared(work, parts)
        interrupt: KeyboardInterrupt | None = None
        while not shared.complete.is_set():
            try:
                self._start()
                for _ in parts:
                    self._queue.put(shared.help)
                shared.complete.wait()
            except KeyboardInterrupt as error:
                interrupt = error
        if shared.error is not None:
            raise shared.error
        if interrupt is not None:
            raise interrupt

    def _start(self) -> None:
        if self._process == os.getpid():
            return
        queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        for _ in range(self._count):
            threading.Thread(target=_wait_for_work, args=(queue,), name="meeplezoo-batch", daemon=True).start()
        weakref.finalize(self, _stop, queue, self._count)
        self._queue, self._process = queue, os.getpid()


class _Shared:
    """Work that is shared out: whoever helps takes parts until none is left."""

    def __init__(self, work: Callable[[int, int], None], parts: list[Part]) -> None:
        self.complete = threading.Event()
        self.error: BaseException | None = None
        self._work = work
        self._left = list(parts)
        self._done: list[Part] = []
        self._size = len(parts)

    def help(self) -> None:
        while self._left:
            try:
                part = self._left.pop()
            except IndexError:  # another thread was quicker
                return
            try:
                self._work(*part)
            except BaseException as error:
                self.error = error
            self._done.append(part)
            if len(self._done) == self._size:
                self.complete.set()


def _wait_for_work(queue: SimpleQueue[Callable[[], None] | None]) -> None:
    while True:
        call = queue.get()
        if call is None:
            return
        call()
        del call  # or else the batch would live on here until the next work


def _stop(queue: SimpleQueue[Callable[[], None] | None], count: int) -> None:
    for _ in range(count):
        queue.put(None)
