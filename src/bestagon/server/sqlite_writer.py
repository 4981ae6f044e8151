"""The one thread that writes to SQLite: whatever waits is committed together."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from bestagon.server.store import MOST_WAITING, StoreUnavailable

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


class Writer:
    """Runs jobs in order in a thread of its own, as many in one transaction as are waiting; answers come after the commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take over a connection, which must be usable from another thread, and start."""
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._waiting = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="sqlite writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what a job returns, once it is durable; whatever it raises undoes that job alone."""
        if self._closed:
            raise StoreUnavailable("storage is closed")
        if self._waiting >= MOST_WAITING:
            raise StoreUnavailable(f"storage is behind: {self._waiting} writes are waiting")
        job = _Job(work, self._loop.create_future())
        self._waiting += 1
        self._queue.put(job)
        # Cheaper than asyncio.timeout, which every move would pay for.
        limit = self._loop.call_later(PATIENCE, _give_up, job.future)
        try:
            result: T = await job.future
        finally:
            limit.cancel()
        return result

    async def close(self) -> None:
        """Finish all jobs, then stop."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _run(self) -> None:
        going = True
        while going:
            batch: list[_Job] = []
            job = self._queue.get()
            while job is not None:
                batch.append(job)
                if len(batch) == MOST_BATCH or self._queue.empty():
                    break
                job = self._queue.get()
            going = job is not None
            if batch:
                self._commit(batch)
                self._loop.call_soon_threadsafe(self._answer, batch)

    def _commit(self, batch: list[_Job]) -> None:
        connection = self._connection
        try:
            if connection.in_transaction:  # A failed batch whose rollback failed, too.
                connection.execute("ROLLBACK")
            if not self._all(batch):
                connection.execute("BEGIN IMMEDIATE")
                for job in batch:
                    self._attempt(job)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            for job in batch:
                job.error = StoreUnavailable(f"storage failed: {error}")
            self._undo()

    def _all(self, batch: list[_Job]) -> bool:
        """Commit all jobs without looking back, which is the usual case; False where one of them failed and nothing was done."""
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for job in batch:
                job.result = job.work(connection)
        except sqlite3.OperationalError:
            raise
        except Exception:  # each job is tried by itself next, and its error kept
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

    def _answer(self, batch: list[_Job]) -> None:
        self._waiting -= len(batch)
        for job in batch:
            if job.future.done():  # Nobody waits any more.
                continue
            if job.error is not None:
                job.future.set_exception(job.error)
            else:
                job.future.set_result(job.result)


def _give_up(future: asyncio.Future[Any]) -> None:
    if not future.done():
        future.set_exception(StoreUnavailable(f"storage has not answered for {PATIENCE:.0f} seconds"))
