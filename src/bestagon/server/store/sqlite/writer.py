"""The thread that writes to SQLite, with group commit."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeVar

from bestagon.server.store.base import MOST_WAITING, StoreUnavailable
from bestagon.server.store.sqlite.files import DatabaseFiles
from bestagon.server.store.sqlite.queries import INSERT_EVENT

MOST_BATCH: Final = 1000
WINDOW: Final = 0.004
"""Seconds to wait for more jobs under load, when the batch before had several: a commit costs as much as writing ten events."""
TIMEOUT: Final = 30.0
"""Seconds until a call fails."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Late = Callable[[], None]


class _WriteJob:
    """A write, its result and the future that waits for it."""

    __slots__ = ("error", "future", "late", "result", "row", "work")

    def __init__(self, work: Work, row: tuple[object, ...] | None, late: Late | None, future: asyncio.Future[Any]) -> None:
        self.work = work
        self.row = row
        """The row of events to which the work usually amounts."""
        self.late = late
        """Called if the work is done after the caller has given up."""
        self.future = future
        self.result: object = None
        self.error: Exception | None = None


class _Batch:
    """Jobs that go to the thread together."""

    __slots__ = ("jobs", "limit")

    def __init__(self, jobs: list[_WriteJob], limit: asyncio.TimerHandle) -> None:
        self.jobs = jobs
        self.limit = limit


class SqliteWriter:
    """Runs jobs in its own thread, all that wait in one transaction; futures are resolved after the commit.

    The thread has at most one batch. Jobs that come meanwhile wait in the event loop, so that a batch costs one wake-up of each side.
    """

    def __init__(self, connection: sqlite3.Connection, files: DatabaseFiles) -> None:
        """Take over a connection to these files, which must allow use from another thread, and start."""
        self._connection = connection
        self._files = files
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._batches: deque[_Batch] = deque()
        self._busy = False
        """Whether the thread has a batch, or will be given one."""
        self._loaded = False
        """Whether the batch before had several jobs."""
        self._waiting = 0
        self.most_waiting = MOST_WAITING
        self.timeout = TIMEOUT
        self._closed = False
        self._own_thread = threading.Thread(target=self._run, name="sqlite writer", daemon=True)
        self._own_thread.start()

    def do(
        self, work: Callable[[sqlite3.Connection], T], row: tuple[object, ...] | None = None, late: Late | None = None
    ) -> asyncio.Future[T]:
        """Return a future of a job's result, resolved once it is durable; an exception rolls back this job alone.

        A job whose future has timed out may still be done, which `late` is told.

        Jobs are done in order, but those with a row first: if nothing is wrong, all rows of the batch are inserted into the events
        together instead of the work. Therefore nothing that is still to be written may concern the table of a row.
        """
        if self._closed:
            raise StoreUnavailable("storage is closed")
        if self._waiting >= self.most_waiting:
            raise StoreUnavailable(f"storage is overloaded: {self._waiting} writes are queued")
        job = _WriteJob(work, row, late, self._loop.create_future())
        self._waiting += 1
        if not self._batches or len(self._batches[-1].jobs) >= MOST_BATCH:
            jobs: list[_WriteJob] = []
            self._batches.append(_Batch(jobs, self._loop.call_later(self.timeout, _time_out, jobs, self.timeout)))
        self._batches[-1].jobs.append(job)
        if not self._busy:
            self._submit_soon()
        return job.future

    def _submit_soon(self) -> None:
        self._busy = True
        if self._loaded:
            self._loop.call_later(WINDOW, self._submit)
        else:
            self._loop.call_soon(self._submit)

    def _submit(self) -> None:
        if self._batches:
            self._queue.put(self._batches.popleft())

    async def close(self) -> None:
        """Finish all jobs and stop."""
        self._closed = True
        while self._batches:
            self._submit()
        self._queue.put(None)
        await asyncio.to_thread(self._own_thread.join)
        self._connection.close()

    def _run(self) -> None:
        while (batch := self._queue.get()) is not None:
            self._commit(batch.jobs)
            self._loop.call_soon_threadsafe(self._resolve, batch)

    def _commit(self, jobs: list[_WriteJob]) -> None:
        connection = self._connection
        try:
            self._files.check_lost()
            if connection.in_transaction:  # A rollback failed before.
                connection.execute("ROLLBACK")
            if not self._run_all(jobs):
                connection.execute("BEGIN IMMEDIATE")
                for job in jobs:
                    self._run_one(job)
                connection.execute("COMMIT")
            # A write to a file that has been removed must not be acknowledged.
            self._files.check_open()
        except StoreUnavailable as error:
            for job in jobs:
                job.error = error
        except Exception as error:
            # Of SQLite, or of the system, such as MemoryError: this thread must survive it, or nothing would ever be stored again.
            for job in jobs:
                job.error = StoreUnavailable(f"storage failed: {str(error) or type(error).__name__}")
            self._roll_back()

    def _run_all(self, jobs: list[_WriteJob]) -> bool:
        """Commit all jobs without savepoints, the usual case; False if one failed and nothing was done."""
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            # First: all other work on these tables in this batch was queued later.
            rows = [job.row for job in jobs if job.row is not None]
            if rows:
                connection.executemany(INSERT_EVENT, rows)
            for job in jobs:
                if job.row is None:
                    job.result = job.work(connection)
        except sqlite3.OperationalError:
            raise
        except Exception:  # each job is run by itself next, which keeps its error
            connection.execute("ROLLBACK")
            return False
        connection.execute("COMMIT")
        return True

    def _run_one(self, job: _WriteJob) -> None:
        """Run one job in a savepoint, so that its failure does not affect the others; raise failures of the database."""
        connection = self._connection
        connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(connection)
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            # The error belongs to the caller; this thread must survive.
            job.error = error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            return  # The next batch tries again.

    def _resolve(self, batch: _Batch) -> None:
        batch.limit.cancel()
        self._waiting -= len(batch.jobs)
        self._busy = False
        self._loaded = len(batch.jobs) > 1
        if self._batches:
            self._submit_soon()
        for job in batch.jobs:
            if job.future.done():  # Timed out or cancelled.
                if job.error is None and job.late is not None:
                    job.late()
                continue
            if job.error is not None:
                job.future.set_exception(job.error)
            else:
                job.future.set_result(job.result)


def _time_out(jobs: list[_WriteJob], seconds: float) -> None:
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(StoreUnavailable(f"storage did not respond within {seconds:.0f} seconds"))
