"""The one thread that writes to SQLite: whatever waits is committed together."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from bestagon.server.store.base import MOST_WAITING, StoreUnavailable

MOST_BATCH: Final = 1000
PATIENCE: Final = 30.0
"""Seconds after which a caller is told that storage does not answer."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]


class _Job:
    """Something to write, who waits for it and how it went."""

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Work, future: asyncio.Future[Any]) -> None:
        self.work = work
        self.future = future
        self.result: object = None
        self.error: Exception | None = None


class _Batch:
    """Jobs that were asked for at one moment of the event loop, and go to the thread together."""

    __slots__ = ("jobs", "limit")

    def __init__(self) -> None:
        self.jobs: list[_Job] = []
        self.limit: asyncio.TimerHandle | None = None


class SqliteWriter:
    """Runs jobs in order in a thread of its own, as many in one transaction as are waiting; answers come after the commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take over a connection, which must be usable from another thread, and start."""
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._gathered = _Batch()
        self._waiting = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="sqlite writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Return what will be what a job returns, once it is durable; whatever it raises undoes that job alone."""
        if self._closed:
            raise StoreUnavailable("storage is closed")
        if self._waiting >= MOST_WAITING:
            raise StoreUnavailable(f"storage is behind: {self._waiting} writes are waiting")
        job = _Job(work, self._loop.create_future())
        self._waiting += 1
        if not self._gathered.jobs:
            # Waking the thread is dear, and it would only wait for this one to be done with what else has come in.
            self._loop.call_soon(self._hand_over)
        self._gathered.jobs.append(job)
        return job.future

    def _hand_over(self) -> None:
        if self._gathered.jobs:
            batch, self._gathered = self._gathered, _Batch()
            batch.limit = self._loop.call_later(PATIENCE, _give_up, batch)
            self._queue.put(batch)

    async def close(self) -> None:
        """Finish all jobs, then stop."""
        self._closed = True
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _run(self) -> None:
        going = True
        while going:
            batches: list[_Batch] = []
            jobs: list[_Job] = []
            batch = self._queue.get()
            while batch is not None:
                batches.append(batch)
                jobs += batch.jobs
                if len(jobs) >= MOST_BATCH or self._queue.empty():
                    break
                batch = self._queue.get()
            going = batch is not None
            if jobs:
                self._commit(jobs)
                self._loop.call_soon_threadsafe(self._answer, batches)

    def _commit(self, jobs: list[_Job]) -> None:
        connection = self._connection
        try:
            if connection.in_transaction:  # A failed batch whose rollback failed, too.
                connection.execute("ROLLBACK")
            if not self._all(jobs):
                connection.execute("BEGIN IMMEDIATE")
                for job in jobs:
                    self._attempt(job)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            for job in jobs:
                job.error = StoreUnavailable(f"storage failed: {error}")
            self._undo()

    def _all(self, jobs: list[_Job]) -> bool:
        """Commit all jobs without looking back, which is the usual case; False where one of them failed and nothing was done."""
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for job in jobs:
                job.result = job.work(connection)
        except sqlite3.OperationalError:
            raise
        except Exception:  # each job is tried by itself next, and its error loaded
            connection.execute("ROLLBACK")
            return False
        connection.execute("COMMIT")
        return True

    def _attempt(self, job: _Job) -> None:
        """Run one job so that its failure leaves the others alone; what shakes the whole database is raised."""
        connection = self._connection
        connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(connection)
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            # Whatever it is belongs to the one who asked; this thread must live.
            job.error = error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def _undo(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            return  # The next batch tries again before it begins.

    def _answer(self, batches: list[_Batch]) -> None:
        for batch in batches:
            if batch.limit is not None:
                batch.limit.cancel()
            self._waiting -= len(batch.jobs)
            for job in batch.jobs:
                if job.future.done():  # Nobody waits any more.
                    continue
                if job.error is not None:
                    job.future.set_exception(job.error)
                else:
                    job.future.set_result(job.result)


def _give_up(batch: _Batch) -> None:
    for job in batch.jobs:
        if not job.future.done():
            job.future.set_exception(StoreUnavailable(f"storage has not answered for {PATIENCE:.0f} seconds"))
