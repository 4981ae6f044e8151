"""Content that takes a while - replays, lessons, rules - made in one thread, a slice at a time, fairly by visitor."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any, Final, TypeVar

from bestagon.bots.fair_queue import Busy, FairQueue, Owner
from bestagon.server.errors import ApiError
from bestagon.server.limits.limits import Limits

SLICE: Final = 0.005
"""Seconds that a job works before another one may go on; work without a `yield` is not interrupted."""
REST: Final = 0.001
"""Seconds after a slice in which the thread leaves the interpreter to the event loop."""
BUSY_WAIT: Final = 2.0
"""Seconds after which a refused client may ask again."""
T = TypeVar("T")
Sliced = Generator[None, None, T]
"""Work that yields between its slices and returns the result."""


def in_one_slice(work: Callable[..., T], *arguments: Any) -> Sliced[T]:  # noqa: ANN401
    """Return work that has no slices."""
    yield from ()
    return work(*arguments)


class _ContentJob:
    """Sliced work, and the future of its result."""

    __slots__ = ("cancelled", "context", "future", "loop", "seconds", "work")

    def __init__(self, work: Sliced[Any]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.context = contextvars.copy_context()
        """The language of the request."""
        self.seconds = 0.0
        """Processor time so far."""
        self.cancelled = False

    def resolve(self, result: object, error: BaseException | None) -> None:
        """Hand over the result; in the event loop."""
        if self.future.done():
            return
        if error is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(error)


class ContentJobs:
    """One thread for everybody's content: it never has more than a part of the processor, and who has used little goes first."""

    def __init__(self, limits: Limits, each: int, most: int) -> None:
        """Let `each` jobs of one visitor and `most` in total wait."""
        self._limits = limits
        self._changed = threading.Condition()
        self._waiting: FairQueue[_ContentJob] = FairQueue(most, each)
        self._closed = False
        self._thread: threading.Thread | None = None

    async def run(self, work: Sliced[T], visitor: str, network: str) -> T:
        """Return the result of work for a visitor; ApiError if they have used too much, or too many jobs wait."""
        self._limits.check_content(visitor, network)
        job = _ContentJob(work)
        try:
            with self._changed:
                dropped = self._waiting.push(job, Owner(network, visitor), SLICE)
                self._changed.notify()
        except Busy as error:
            raise ApiError("busy", f"too many replays and lessons: {error}", retry_after=BUSY_WAIT) from None
        if dropped is not None:
            dropped.resolve(None, ApiError("busy", "others who asked for less go first: try again in a moment", retry_after=BUSY_WAIT))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="content", daemon=True)
            self._thread.start()
        try:
            found: T = await job.future
        finally:
            job.cancelled = True
            self._limits.spend_content(visitor, network, job.seconds)
        return found

    def close(self) -> None:
        """Stop after the current slice; those who wait are refused."""
        with self._changed:
            self._closed = True
            for job in self._waiting:
                job.resolve(None, ApiError("busy", "the server stops"))
            self._waiting.clear()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                job, owner, charged = self._waiting.pop()
            if job.cancelled:
                job.work.close()
                continue
            started = time.thread_time()
            done = self._slice(job, started + SLICE)
            took = time.thread_time() - started
            job.seconds += took
            with self._changed:
                self._waiting.charge(owner, took - charged)
                if not done and not self._closed:
                    self._waiting.push(job, owner, SLICE, again=True)
            time.sleep(REST)

    def _slice(self, job: _ContentJob, end: float) -> bool:
        """Work on a job until a time; tell whether it is done."""
        try:
            while True:
                job.context.run(next, job.work)
                if time.thread_time() >= end:
                    return False
        except StopIteration as stop:
            result, error = stop.value, None
        except BaseException as found:
            result, error = None, found
        with suppress(RuntimeError):  # The event loop has ended.
            job.loop.call_soon_threadsafe(job.resolve, result, error)
        return True
