"""Programs that think in processes of their own: the caller waits, awaits or cancels, and no crash of theirs is a crash of ours."""

from __future__ import annotations

import asyncio
import atexit
import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self

from bestagon.bots.analysis import DecisionQuery, Verdict
from bestagon.bots.worker_main import READY, NotMasked, ThinkRequest, WorkerFailed
from bestagon.core.errors import BestagonError

__all__ = ["Busy", "Job", "NotMasked", "ThinkRequest", "WorkerFailed", "WorkerPool"]

RETRIES: Final = 2
"""How often a request is given to another process after one has died over it."""
STARTING: Final = 120.0
"""After so many seconds a process that is not ready never will be."""
PROGRAM: Final = "from bestagon.bots.worker_main import main; main()"


class Busy(BestagonError):
    """The queue is full: come again later."""


class _Died(Exception):
    """The process is gone: the other end is closed."""


@dataclass(eq=False)
class Job:
    """A request on its way, and what will come of it."""

    request: ThinkRequest | DecisionQuery
    data: bytes
    """The request as the process reads it."""
    answer: Future[int | Verdict] = field(default_factory=Future)
    cancelled: bool = False


class WorkerPool:
    """A fixed number of processes with one queue. Close it, or use it in a `with`.

    `choose` waits for the answer, `ask` and `judge` await it; where the waiting ends early (Ctrl-C, a cancelled task), so does the
    search. Requests come first, for a game waits for their answers; questions have their turn while there are none.
    """

    def __init__(self, processes: int = 0, queue: int = 256, deadline: float = 30.0) -> None:
        """Start the processes, as many as there are cores unless said.

        At most `queue` requests wait; a request that keeps a process busy for more than `deadline` seconds is given up.
        """
        if processes < 0 or queue < 1 or deadline <= 0:
            raise ValueError(f"no pool has {processes} processes, a queue of {queue} and a deadline of {deadline} s")
        self.queue = queue
        self.deadline = deadline
        self._waiting: deque[Job] = deque()
        self._later: deque[Job] = deque()
        """What can wait until nothing else does."""
        self._changed = threading.Condition()
        self._closed = False
        self._workers = [_Worker(self) for _ in range(processes or os.cpu_count() or 1)]
        for worker in self._workers:
            worker.thread.start()
        atexit.register(self.close)

    def choose(self, request: ThinkRequest) -> int:
        """Return the action chosen; Busy, WorkerFailed or what was wrong with the request."""
        job = self.submit(request)
        try:
            answer = job.answer.result()
        except BaseException:
            self.cancel(job)
            raise
        assert isinstance(answer, int)
        return answer

    async def ask(self, request: ThinkRequest) -> int:
        """Return the action chosen, without holding up the event loop."""
        answer = await self._answer(request)
        assert isinstance(answer, int)
        return answer

    async def judge(self, question: DecisionQuery) -> Verdict:
        """Return what a search thinks of a decision, without holding up the event loop."""
        answer = await self._answer(question)
        assert isinstance(answer, Verdict)
        return answer

    async def _answer(self, request: ThinkRequest | DecisionQuery) -> int | Verdict:
        job = self.submit(request)
        try:
            # Shielded, for a future that wrap_future cancels would look answered to the worker.
            return await asyncio.shield(asyncio.wrap_future(job.answer))
        except asyncio.CancelledError:
            self.cancel(job)
            raise

    def submit(self, request: ThinkRequest | DecisionQuery) -> Job:
        """Put a request into the queue; Busy where that is full."""
        data = pickle.dumps(request)
        with self._changed:
            if self._closed:
                raise WorkerFailed("the workers have been closed")
            waiting = self._later if isinstance(request, DecisionQuery) else self._waiting
            if len(waiting) >= self.queue:
                raise Busy(f"{len(waiting)} requests are waiting already: try again later")
            job = Job(request, data)
            waiting.append(job)
            self._changed.notify()
        return job

    def cancel(self, job: Job) -> None:
        """Give a request up: one that waits is forgotten, one that is thought about ends with its process."""
        with self._changed:
            if job.answer.done() or job.cancelled:
                return
            job.cancelled = True
            for waiting in (self._waiting, self._later):
                if job in waiting:
                    waiting.remove(job)
                    job.answer.cancel()
                    return
            for worker in self._workers:
                if worker.job is job:
                    worker.kill()

    def pids(self) -> list[int]:
        """Return the ids of the processes that are running."""
        with self._changed:
            return [worker.process.pid for worker in self._workers if worker.process]

    def busy(self) -> list[int]:
        """Return the ids of the processes that are thinking."""
        with self._changed:
            return [worker.process.pid for worker in self._workers if worker.process and worker.asked]

    def close(self) -> None:
        """End every process; whatever was waiting or being thought about is cancelled."""
        with self._changed:
            self._closed = True
            for waiting in (self._waiting, self._later):
                for job in waiting:
                    job.cancelled = True
                    job.answer.cancel()
                waiting.clear()
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

    # What the threads of the workers call.

    def _next(self, worker: _Worker) -> Job | None:
        """Return the next job for a worker, as soon as there is one; None when the pool is closed."""
        with self._changed:
            while not self._waiting and not self._later and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            worker.job = (self._waiting or self._later).popleft()
            return worker.job

    def _done(self, worker: _Worker, answer: int | Verdict | BaseException) -> None:
        with self._changed:
            job, worker.job, worker.asked = worker.job, None, False
        assert job is not None
        if isinstance(answer, CancelledError):
            job.answer.cancel()
        elif isinstance(answer, BaseException):
            job.answer.set_exception(answer)
        else:
            job.answer.set_result(answer)


class _Worker:
    """A process, and the thread of ours that talks to it."""

    def __init__(self, pool: WorkerPool) -> None:
        """Belong to a pool; the thread starts the process."""
        self.pool = pool
        self.job: Job | None = None
        self.asked = False
        """Whether the process has the request."""
        self.process: subprocess.Popen[bytes] | None = None
        self.thread = threading.Thread(target=self._run, name="bestagon worker", daemon=True)

    def kill(self) -> None:
        """End the process at once; its thread notices by the closed pipe. Called with the pool's lock held."""
        if self.process is not None:
            self.process.kill()

    def _run(self) -> None:
        self._warm()
        while (job := self.pool._next(self)) is not None:
            answer = self._work(job)
            self.pool._done(self, answer)
            if self.process is None:
                self._warm()
        self._end()

    def _warm(self) -> None:
        """Start a process before anybody asks; where that fails, the next request tries again and says so."""
        try:
            self._start()
        except (_Died, WorkerFailed):
            self._end()

    def _work(self, job: Job) -> int | Verdict | BaseException:
        """Return the answer, or the error that comes instead."""
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
        return WorkerFailed(f"{RETRIES + 1} processes died over a request for {job.request.game}")

    def _start(self) -> subprocess.Popen[bytes]:
        # Not multiprocessing: that would run the caller's main module again in every process.
        path = os.pathsep.join(entry for entry in sys.path if entry)
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
                # Ctrl-C in the terminal is for us alone.
                start_new_session=True,
            )
        except OSError as error:
            raise WorkerFailed(f"no process could be started: {error}") from None
        with self.pool._changed:
            self.process = process
            if self.pool._closed or (self.job is not None and self.job.cancelled):
                process.kill()
        if self._receive(process, STARTING) != READY:
            raise WorkerFailed("a process did not say that it is ready")
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
            raise WorkerFailed(f"a process answered {answer!r}, which is neither an action nor a verdict")
        return answer

    def _receive(self, process: subprocess.Popen[bytes], seconds: float) -> object:
        """Return what the process says next; WorkerFailed where it does not within that time."""
        assert process.stdout is not None
        late = threading.Event()

        def give_up() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, give_up)
        timer.start()
        try:
            return pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            if late.is_set():
                raise WorkerFailed(f"no answer within {seconds:g} s") from None
            raise _Died from None
        finally:
            timer.cancel()
            timer.join()

    def _end(self) -> None:
        """End the process and leave nothing of it behind."""
        with self.pool._changed:
            process, self.process, self.asked = self.process, None, False
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            # What could not be written any more is of no interest.
            with suppress(OSError):
                pipe.close()
