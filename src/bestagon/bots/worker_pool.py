"""Worker processes for thinking: the caller waits, awaits or cancels, and a crashing player cannot take the caller down."""

from __future__ import annotations

import asyncio
import atexit
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self

from bestagon.bots.analysis import Verdict
from bestagon.bots.fair_queue import Busy, FairQueue, Owner
from bestagon.bots.think_request import NotMasked, ThinkRequest
from bestagon.bots.worker_main import READY, WorkerFailed
from bestagon.core.errors import BestagonError

__all__ = ["Busy", "Job", "NotMasked", "Owner", "ThinkRequest", "WorkerFailed", "WorkerPool"]

RETRIES: Final = 2
"""How often a request goes to another process after one has died on it."""
START_TIMEOUT: Final = 120.0
"""Seconds until a process that is not ready counts as failed."""
GUESS: Final = 0.1
"""Expected duration of the first request of a kind in seconds; later ones use the average so far."""
JUDGE_COST: Final = 2.0
"""Weight of a judgement's time: no game waits for it."""
CHEAP: Final = 0.05
"""Seconds: after a shorter request, another one of the same turn may follow."""
HOLD: Final = 0.03
"""Seconds that a process waits for it before it starts an expensive request of another owner."""
MOST_KINDS: Final = 1000
"""Kinds of requests whose average time is remembered."""
NOBODY: Final = Owner()
"""The owner of requests without one: a program that plays for itself."""
REPLACE: Final = 2.0
"""Seconds until an idle process that has died is replaced."""
PROGRAM: Final = "from bestagon.bots.worker_main import main; main()"


class _Died(Exception):
    """The process is gone: its end of the pipe is closed."""


@dataclass(eq=False)
class Job:
    """A submitted request and its future answer."""

    request: ThinkRequest
    data: bytes
    """The pickled request."""
    answer: Future[int | Verdict] = field(default_factory=Future)
    cancelled: bool = False
    owner: Owner = NOBODY
    charged: float = 0.0
    """The cost that its owner was charged when it began."""
    began: float = 0.0
    """When a process began with it, on the monotonic clock; 0 while it waits."""
    on_done: Callable[[float], None] | None = None
    """Called with the seconds that a process has worked on it, in the process's thread."""


class WorkerPool:
    """A fixed number of processes with one queue, which serves its owners fairly. Close it, or use it in a `with`.

    `choose` waits for the answer, `ask` and `judge` await it; if the wait ends early (Ctrl-C, a cancelled task), so does the
    search. An owner's requests to choose go before the owner's requests to judge, because a game waits for them.
    """

    def __init__(self, processes: int = 0, queue: int = 256, deadline: float = 30.0, each: int = 0, nice: int = 0) -> None:
        """Start the processes, by default one for each core, with a lower priority by `nice`.

        At most `queue` requests wait, and `each` of one owner (by default as many); a request that takes a process more than
        `deadline` seconds fails.
        """
        if processes < 0 or queue < 1 or deadline <= 0 or each < 0:
            raise ValueError(f"invalid pool: {processes} processes, a queue of {queue}, a deadline of {deadline} s")
        self.queue = queue
        self.deadline = deadline
        self.nice = nice
        self._waiting: FairQueue[Job] = FairQueue(queue, each or queue)
        self._costs: dict[tuple[str, str, bool], float] = {}
        """Average seconds of each kind of request."""
        self._changed = threading.Condition()
        self._closed = False
        self._workers = [_Worker(self) for _ in range(processes or os.cpu_count() or 1)]
        for worker in self._workers:
            worker.thread.start()
        atexit.register(self.close)

    def choose(self, request: ThinkRequest) -> int:
        """Return the chosen action; Busy, WorkerFailed or the error of an invalid request."""
        job = self.submit(request)
        try:
            answer = job.answer.result()
        except BaseException:
            self.cancel(job)
            raise
        finally:
            # An error's traceback leads back to it: a cycle, which would wait for the garbage collector.
            del job
        assert isinstance(answer, int)
        return answer

    async def ask(self, request: ThinkRequest, owner: Owner = NOBODY, on_done: Callable[[float], None] | None = None) -> int:
        """Return the chosen action without blocking the event loop; `on_done` gets the seconds that it took a process."""
        answer = await self._answer(request, owner, on_done)
        assert isinstance(answer, int)
        return answer

    async def judge(self, request: ThinkRequest, owner: Owner = NOBODY, on_done: Callable[[float], None] | None = None) -> Verdict:
        """Return the verdict on a decision without blocking the event loop; `on_done` gets the seconds that it took a process."""
        answer = await self._answer(request, owner, on_done)
        assert isinstance(answer, Verdict)
        return answer

    async def _answer(self, request: ThinkRequest, owner: Owner, on_done: Callable[[float], None] | None) -> int | Verdict:
        loop = asyncio.get_running_loop()
        job = self.submit(request, owner, on_done and (lambda seconds: _call_in(loop, on_done, seconds)))
        try:
            # Shielded, because a future cancelled by wrap_future would look answered to the worker.
            return await asyncio.shield(asyncio.wrap_future(job.answer))
        except asyncio.CancelledError:
            self.cancel(job)
            raise
        finally:
            del job  # as in `choose`

    def submit(self, request: ThinkRequest, owner: Owner = NOBODY, on_done: Callable[[float], None] | None = None) -> Job:
        """Queue a request for an owner; Busy if the queue, or the owner's part of it, is full."""
        job = Job(request, pickle.dumps(request), owner=owner, on_done=on_done)
        with self._changed:
            if self._closed:
                raise WorkerFailed("the worker pool is closed")
            dropped = self._waiting.push(job, owner, self._expected(request), request.judge)
            self._changed.notify()
        if dropped is not None:
            dropped.answer.set_exception(Busy("others with fewer requests go first: try again later"))
        return job

    def _expected(self, request: ThinkRequest) -> float:
        """Return what a request will probably cost its owner."""
        seconds = self._costs.get((request.game, request.player, request.judge), GUESS)
        return seconds * JUDGE_COST if request.judge else seconds

    def cancel(self, job: Job) -> None:
        """Cancel a request: remove it from the queue, or kill the process that works on it."""
        with self._changed:
            if job.answer.done() or job.cancelled:
                return
            job.cancelled = True
            if self._waiting.remove(job):
                job.answer.cancel()
                return
            for worker in self._workers:
                if worker.job is job:
                    worker.kill()

    def pids(self) -> list[int]:
        """Return the ids of the running processes."""
        with self._changed:
            return [worker.process.pid for worker in self._workers if worker.process]

    def alive(self) -> int:
        """Return how many processes are running."""
        with self._changed:
            return sum(not worker.died for worker in self._workers)

    def busy(self) -> list[int]:
        """Return the ids of the processes that are thinking."""
        with self._changed:
            return [worker.process.pid for worker in self._workers if worker.process and worker.asked]

    def close(self) -> None:
        """End every process and cancel all requests."""
        with self._changed:
            self._closed = True
            for job in self._waiting:
                job.cancelled = True
                job.answer.cancel()
            self._waiting.clear()
            for worker in self._workers:
                if worker.job is not None:
                    worker.job.cancelled = True
                worker.kill()
            self._changed.notify_all()
        for worker in self._workers:
            worker.thread.join()
        atexit.unregister(self.close)

    def __enter__(self) -> Self:
        """Return the pool itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the pool."""
        self.close()

    # Called by the workers' threads.

    def _next(self, worker: _Worker) -> Job | None:
        """Wait for the next job and return it; None once the pool is closed, or if the worker's process has died meanwhile."""
        with self._changed:
            while not self._closed and (not self._waiting or (hold := self._hold(worker)) > 0):
                if not self._changed.wait(hold if self._waiting else REPLACE) and not self._waiting and worker.died:
                    return None
            if self._closed:
                return None
            job, _, charged = self._waiting.pop()
            job.charged = charged
            job.began = time.monotonic()
            worker.job = job
            return job

    def _hold(self, worker: _Worker) -> float:
        """Return the seconds that a process waits for the next request of the group whose cheap request it has just answered.

        A turn may consist of several actions, and an expensive request of another owner would come between any two of them.
        """
        left = worker.hold_until - time.monotonic()
        if left <= 0 or self._waiting.waits(worker.last_group) or self._waiting.next_cost() <= CHEAP:
            return 0.0
        return left

    def _done(self, worker: _Worker, answer: int | Verdict | BaseException) -> None:
        with self._changed:
            job, worker.job, worker.asked = worker.job, None, False
            assert job is not None
            seconds = time.monotonic() - job.began
            self._waiting.charge(job.owner, seconds * (JUDGE_COST if job.request.judge else 1.0) - job.charged)
            self._learn(job.request, seconds)
            worker.last_group, worker.hold_until = job.owner.group, time.monotonic() + HOLD if seconds <= CHEAP else 0.0
        if job.on_done is not None:
            job.on_done(seconds)
        if isinstance(answer, CancelledError):
            job.answer.cancel()
        elif isinstance(answer, BaseException):
            job.answer.set_exception(answer)
        else:
            job.answer.set_result(answer)

    def _learn(self, request: ThinkRequest, seconds: float) -> None:
        kind = (request.game, request.player, request.judge)
        if len(self._costs) >= MOST_KINDS:
            self._costs.clear()
        self._costs[kind] = 0.75 * self._costs.get(kind, seconds) + 0.25 * seconds


def _call_in(loop: asyncio.AbstractEventLoop, call: Callable[[float], None], seconds: float) -> None:
    """Call a function in an event loop, unless that has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call, seconds)


class _Worker:
    """A process and the thread that communicates with it."""

    def __init__(self, pool: WorkerPool) -> None:
        """Create the thread, which starts the process."""
        self.pool = pool
        self.job: Job | None = None
        self.asked = False
        """Whether the process has the request."""
        self.last_group = ""
        self.hold_until = 0.0
        """When it stops to wait for the next request of the group that it served last, on the monotonic clock."""
        self.process: subprocess.Popen[bytes] | None = None
        self.thread = threading.Thread(target=self._run, name="bestagon worker", daemon=True)

    @property
    def died(self) -> bool:
        """Whether no process is running."""
        return self.process is None or self.process.poll() is not None

    def kill(self) -> None:
        """Kill the process; its thread notices the closed pipe. Call with the pool's lock held."""
        if self.process is not None:
            self.process.kill()

    def _run(self) -> None:
        self._warm()
        while not self.pool._closed:
            job = self.pool._next(self)
            if job is not None:
                answer = self._work(job)
                self.pool._done(self, answer)
            if self.died and not self.pool._closed:
                self._end()
                self._warm()
        self._end()

    def _warm(self) -> None:
        """Start a process before the first request; if that fails, the next request tries again and reports the error."""
        try:
            self._start()
        except (_Died, WorkerFailed):
            self._end()

    def _work(self, job: Job) -> int | Verdict | BaseException:
        """Return the answer or the error."""
        for _ in range(RETRIES + 1):
            try:
                process = self.process or self._start()
                return self._exchange(process, job)
            except _Died:
                self._end()
            except WorkerFailed as error:
                self._end()
                return error
            if job.cancelled:
                return CancelledError()
        return WorkerFailed(f"{RETRIES + 1} processes died on a request for {job.request.game}")

    def _start(self) -> subprocess.Popen[bytes]:
        # Not multiprocessing, which would import the caller's main module in every process.
        path = os.pathsep.join(entry for entry in sys.path if entry)
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", PROGRAM, str(self.pool.nice)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
                # Ctrl-C in the terminal must not reach the workers.
                start_new_session=True,
            )
        except OSError as error:
            raise WorkerFailed(f"cannot start a worker process: {error}") from None
        with self.pool._changed:
            self.process = process
            if self.pool._closed or (self.job is not None and self.job.cancelled):
                process.kill()
        if self._receive(process, START_TIMEOUT) != READY:
            raise WorkerFailed("a worker process did not report that it is ready")
        return process

    def _exchange(self, process: subprocess.Popen[bytes], job: Job) -> int | Verdict | BaseException:
        with self.pool._changed:
            if job.cancelled:
                return CancelledError()
            self.asked = True
        assert process.stdin is not None
        try:
            process.stdin.write(job.data)
            process.stdin.flush()
        except OSError:
            raise _Died from None
        answer = self._receive(process, self.pool.deadline)
        if not isinstance(answer, int | Verdict | BestagonError):
            raise WorkerFailed(f"a worker process answered {answer!r}, which is neither an action nor a verdict")
        return answer

    def _receive(self, process: subprocess.Popen[bytes], seconds: float) -> object:
        """Return the next message of the process; WorkerFailed after a timeout."""
        assert process.stdout is not None
        late = threading.Event()

        def give_up() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, give_up)
        timer.start()
        try:
            return pickle.load(process.stdout)
        except Exception:
            # The process has ended, or runs other code than this one, as after an upgrade: pickle raises anything then. An error that
            # is not handled would end this thread; the request, and a table that waits for it, would never be answered.
            if late.is_set():
                raise WorkerFailed(f"no answer within {seconds:g} s") from None
            raise _Died from None
        finally:
            timer.cancel()
            timer.join()

    def _end(self) -> None:
        """Kill and reap the process, and close its pipes."""
        with self.pool._changed:
            process, self.process, self.asked = self.process, None, False
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            # Closing flushes what the dead process did not read.
            with suppress(OSError):
                pipe.close()
