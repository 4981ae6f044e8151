"""The thread that writes to SQLite, with group commit."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from bestagon.server.store.base import MOST_WAITING, StoreUnavailable
from bestagon.server.store.sqlite.files import DatabaseFiles

MOST_BATCH: Final = 1000
TIMEOUT: Final = 30.0
"""Seconds until a call fails."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]


class _WriteJob:
    """A write, its result and the future that waits for it."""

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Work, future: asyncio.Future[Any]) -> None:
        self.work = work
        self.future = future
        self.result: object = None
        self.error: Exception | None = None


class _Batch:
    """Jobs of one iteration of the event loop, which go to the thread together."""

    __slots__ = ("jobs", "limit")

    def __init__(self) -> None:
        self.jobs: list[_WriteJob] = []
        self.limit: asyncio.TimerHandle | None = None


class SqliteWriter:
    """Runs jobs in order in its own thread, all that are queued in one transaction; futures are resolved after the commit."""

    def __init__(self, connection: sqlite3.Connection, files: DatabaseFiles) -> None:
        """Take over a connection to these files, which must allow use from another thread, and start."""
        self._connection = connection
        self._files = files
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._next_batch = _Batch()
        self._waiting = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="sqlite writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Return a future of a job's result, resolved once it is durable; an exception rolls back this job alone."""
        if self._closed:
            raise StoreUnavailable("storage is closed")
        if self._waiting >= MOST_WAITING:
            raise StoreUnavailable(f"storage is overloaded: {self._waiting} writes are queued")
        job = _WriteJob(work, self._loop.create_future())
        self._waiting += 1
        if not self._next_batch.jobs:
            # Waking the thread is expensive, so one wake-up serves all jobs of this iteration.
            self._loop.call_soon(self._submit)
        self._next_batch.jobs.append(job)
        return job.future

    def _submit(self) -> None:
        if self._next_batch.jobs:
            batch, self._next_batch = self._next_batch, _Batch()
            batch.limit = self._loop.call_later(TIMEOUT, _time_out, batch)
            self._queue.put(batch)

    async def close(self) -> None:
        """Finish all jobs and stop."""
        self._closed = True
        self._submit()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _run(self) -> None:
        running = True
        while running:
            batches: list[_Batch] = []
            jobs: list[_WriteJob] = []
            batch = self._queue.get()
            while batch is not None:
                batches.append(batch)
                jobs += batch.jobs
                if len(jobs) >= MOST_BATCH or self._queue.empty():
                    break
                batch = self._queue.get()
            running = batch is not None
            if jobs:
                self._commit(jobs)
                self._loop.call_soon_threadsafe(self._resolve, batches)

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
            # Nothing is acknowledged that went to a file without a name.
            self._files.check_open()
        except StoreUnavailable as error:
            for job in jobs:
                job.error = error
        except sqlite3.Error as error:
            for job in jobs:
                job.error = StoreUnavailable(f"storage failed: {error}")
            self._roll_back()

    def _run_all(self, jobs: list[_WriteJob]) -> bool:
        """Commit all jobs without savepoints, the usual case; False if one failed and nothing was done."""
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for job in jobs:
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

    def _resolve(self, batches: list[_Batch]) -> None:
        for batch in batches:
            if batch.limit is not None:
                batch.limit.cancel()
            self._waiting -= len(batch.jobs)
            for job in batch.jobs:
                if job.future.done():  # Timed out or cancelled.
                    continue
                if job.error is not None:
                    job.future.set_exception(job.error)
                else:
                    job.future.set_result(job.result)


def _time_out(batch: _Batch) -> None:
    for job in batch.jobs:
        if not job.future.done():
            job.future.set_exception(StoreUnavailable(f"storage did not respond within {TIMEOUT:.0f} seconds"))
