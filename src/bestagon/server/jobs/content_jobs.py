"""Content that takes a while - replays, lessons, rules - made in one thread, a slice at a time, fairly by visitor."""

from __future__ import annotations

import asyncio
import contextvars
import sys
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from bestagon.bots.fair_queue import Busy, FairQueue, Owner
from bestagon.i18n import language
from bestagon.server.errors import ApiError
from bestagon.server.limits.allowance import Buckets, Rate
from bestagon.server.limits.limits import Limits
from bestagon.server.limits.networks import customer

SWITCH: Final = 0.0005
"""Seconds after which the thread lets the event loop run, which needs the interpreter several times for a move. Only while there is
content to make: with Python's default of 5 ms a move takes three times as long meanwhile, with this value always on 8 % more work."""
SLICE: Final = 0.005
"""Seconds that a job runs before another one gets its turn; work without a `yield` is not interrupted."""
BUSY_WAIT: Final = 2.0
"""Retry-After of a refused client in seconds."""
NOW: Final = Rate(0.04, 0.04)
"""Processor seconds that work in the event loop may take in a second for one address, and at once: it makes everybody wait."""
NOW_WAIT: Final = 1.0
A = TypeVar("A")
T = TypeVar("T")
Sliced = Generator[None, None, T]
"""Work that yields between its slices and returns the result."""


def in_one_slice(work: Callable[..., T], *arguments: Any) -> Sliced[T]:  # noqa: ANN401
    """Return work that has no slices."""
    yield from ()
    return work(*arguments)


class _ContentJob:
    """Sliced work, and the future of its result until that is taken."""

    __slots__ = ("_future", "_outcome", "context", "cpu_time", "seconds", "work")

    def __init__(self, work: Sliced[Any], cpu_time: Callable[[], float]) -> None:
        self.work = work
        self.cpu_time = cpu_time
        self._future: asyncio.Future[Any] | None = asyncio.get_running_loop().create_future()
        self._outcome: tuple[object, BaseException | None] = (None, None)
        """The result and the error of the work, until the event loop has taken them."""
        self.context = contextvars.copy_context()
        """The language of the request."""
        self.seconds = 0.0
        """Processor time so far."""

    @property
    def done(self) -> bool:
        """Whether the result is known, or the caller has given up."""
        return self._future is None or self._future.done()

    async def result(self) -> Any:  # noqa: ANN401
        """Wait for the result and take it."""
        assert self._future is not None
        try:
            return await self._future
        finally:
            # The traceback of an error leads back to this job: a cycle would keep the request until the garbage collector finds it.
            self._future = None

    def go_on(self) -> bool:
        """Work for a slice; return whether it is done. In the thread, to whose frames the traceback of an error leads back, too."""
        started = self.cpu_time()
        try:
            while True:
                self.context.run(next, self.work)
                if self.cpu_time() >= started + SLICE:
                    return False
        except StopIteration as stop:
            self._outcome = (stop.value, None)
        except Exception as error:
            self._outcome = (None, error)
        finally:
            self.seconds += self.cpu_time() - started
        return True

    def fail(self, error: Exception) -> None:
        """End with an error instead of the work's own outcome."""
        self._outcome = (None, error)

    def finish(self) -> None:
        """Hand the outcome of the work over."""
        (result, error), self._outcome = self._outcome, (None, None)
        self.resolve(result, error)

    def resolve(self, result: object, error: BaseException | None) -> None:
        """Set the result, unless the caller has given up."""
        if self._future is None or self._future.done():
            return
        if error is None:
            self._future.set_result(result)
        else:
            self._future.set_exception(error)


class ContentJobs:
    """One thread for all content: it yields to the event loop after each slice and serves the owners who have used least first."""

    def __init__(self, limits: Limits, each: int, most: int, cpu_time: Callable[[], float] = time.thread_time) -> None:
        """Let `each` jobs of one visitor and `most` in total wait; `cpu_time` returns the processor seconds of the calling thread."""
        self._limits = limits
        self._cpu_time = cpu_time
        self._waiting: FairQueue[_ContentJob] = FairQueue(most, each)
        self._shared: deque[_ContentJob] = deque()
        """Jobs of `once`. No limit applies to them: there are a few for each game and language, and every visitor needs them."""
        self._thread = ThreadPoolExecutor(1, "content")
        self._now = Buckets(NOW)
        self._working: asyncio.Task[None] | None = None
        self._kept: dict[tuple[object, object, str], asyncio.Future[Any]] = {}

    async def run(self, work: Sliced[T], visitor: str, network: str) -> T:
        """Return the result of work for a visitor; ApiError if they have used too much, or too many jobs wait."""
        self._limits.check_content(visitor, network)
        job = _ContentJob(work, self._cpu_time)
        try:
            dropped = self._waiting.push(job, Owner(customer(network), visitor), SLICE)
        except Busy as error:
            self._limits.note("waiting replays and lessons", "visitor", network)
            raise ApiError("busy", f"too many replays and lessons: {error}", retry_after=BUSY_WAIT) from None
        if dropped is not None:
            self._limits.note("waiting replays and lessons", "total", network)
            dropped.resolve(None, ApiError("busy", "others who asked for less go first: try again in a moment", retry_after=BUSY_WAIT))
        found: T = await self._result(job, visitor, network)
        return found

    def run_now(self, work: Callable[[], T], visitor: str, network: str, limit: str) -> T:
        """Return the result of a few milliseconds of work for a visitor, done in the event loop; ApiError if they have used too much.

        `limit` names the work in metrics, logs and the error.
        """
        self._limits.check_content(visitor, network)
        now = asyncio.get_running_loop().time()
        used = self._now.level(customer(network), now)
        if used[0] <= 0:
            self._limits.note(limit, "address", network)
            raise ApiError("busy", f"too many {limit} from one address: try again in a moment", retry_after=NOW_WAIT)
        started = self._cpu_time()
        try:
            return work()
        finally:
            seconds = self._cpu_time() - started
            used[0] -= seconds
            self._limits.spend_content(visitor, network, seconds)

    async def _result(self, job: _ContentJob, visitor: str, network: str) -> Any:  # noqa: ANN401
        """Return the result of a queued job and charge its time."""
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        try:
            return await job.result()
        finally:
            self._limits.spend_content(visitor, network, job.seconds)

    async def once(self, work: Callable[[A], Sliced[T]], argument: A) -> T:
        """Return the cached result of work, which is done once for each argument and language.

        The work is charged to no visitor.
        """
        key = (work, argument, language())
        found = self._kept.get(key)
        if found is None:
            job = _ContentJob(work(argument), self._cpu_time)
            self._shared.append(job)
            found = self._kept[key] = asyncio.ensure_future(self._result(job, "", ""))
            found.add_done_callback(lambda one: None if not one.cancelled() and one.exception() is None else self._kept.pop(key))
        result: T = await asyncio.shield(found)
        return result

    async def close(self) -> None:
        """Stop after the current slice; waiting requests are refused."""
        for job in (*self._waiting, *self._shared):
            job.resolve(None, ApiError("busy", "the server is stopping"))
        if self._working is not None:
            await asyncio.wait([self._working])
        self._thread.shutdown()

    async def _work(self) -> None:
        """Run the jobs in turn, a slice each, until none is left."""
        loop = asyncio.get_running_loop()
        usual = sys.getswitchinterval()
        sys.setswitchinterval(min(usual, SWITCH))
        try:
            await self._work_all(loop)
        finally:
            sys.setswitchinterval(usual)

    async def _work_all(self, loop: asyncio.AbstractEventLoop) -> None:
        shared = False
        while self._shared or self._waiting:
            # In turn, so that neither keeps the other waiting.
            shared = bool(self._shared) and not (shared and self._waiting)
            if shared:
                await self._go_on_shared(loop)
            else:
                await self._go_on_next(loop)

    async def _go_on_shared(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run a slice of the first shared job."""
        job = self._shared[0]
        if job.done:
            job.work.close()
            self._shared.popleft()
            return
        if await self._slice(job, loop):
            self._shared.popleft()
            job.finish()

    async def _go_on_next(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run a slice of the job that is next by the time its owner has used."""
        job, owner, charged = self._waiting.pop()
        if job.done:
            job.work.close()
            return
        before = job.seconds
        done = await self._slice(job, loop)
        self._waiting.charge(owner, job.seconds - before - charged)
        if done:
            job.finish()
        else:
            self._waiting.push(job, owner, SLICE, again=True)

    async def _slice(self, job: _ContentJob, loop: asyncio.AbstractEventLoop) -> bool:
        """Run a slice of a job in the thread; return whether it is done."""
        try:
            return await loop.run_in_executor(self._thread, job.go_on)
        except Exception as error:
            # Perhaps the system allows no more threads. A request that waits for the job may have locked a table.
            job.fail(error)
            return True
