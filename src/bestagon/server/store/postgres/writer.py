"""The appends of one process to PostgreSQL: all that are queued go in one statement."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

import psycopg

from bestagon.server.store.base import MOST_WAITING, Conflict, Duplicate, EventRow, Lease, NoTable, StoreError, StoreUnavailable, Summary
from bestagon.server.store.postgres import queries
from bestagon.server.store.postgres.connection import TIMEOUT, PostgresConnection

MOST_BATCH: Final = 500


class _AppendJob:
    """An event to append and the future that waits for it."""

    __slots__ = ("event", "future", "lease", "summary", "table")

    def __init__(self, table: str, event: EventRow, summary: Summary, lease: Lease | None, future: asyncio.Future[None]) -> None:
        self.table = table
        self.event = event
        self.summary = summary
        self.lease = lease
        self.future = future

    def resolve(self, error: Exception | None) -> None:
        """Resolve the future, unless the caller has given up."""
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


class Appender:
    """Appends one batch after the other; while one is being sent the next is collected."""

    def __init__(self, pool: PostgresConnection, origin: str) -> None:
        """Start; `origin` marks the notifications of this process."""
        self._pool = pool
        self._origin = origin
        self._queue: deque[_AppendJob] = deque()
        self._queued = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run())

    async def append(self, table: str, event: EventRow, summary: Summary, lease: Lease | None) -> None:
        """Return once the event is durable; raise Duplicate, Conflict or NoTable."""
        if self._closed:
            raise StoreUnavailable("storage is closed")
        if len(self._queue) >= MOST_WAITING:
            raise StoreUnavailable(f"storage is overloaded: {len(self._queue)} writes are queued")
        future = asyncio.get_running_loop().create_future()
        self._queue.append(_AppendJob(table, event, summary, lease, future))
        self._queued.set()
        try:
            async with asyncio.timeout(TIMEOUT):
                await future
        except TimeoutError:
            raise StoreUnavailable(f"storage did not respond within {TIMEOUT:.0f} seconds") from None
        finally:
            # An error's traceback leads back to it: a cycle, which would wait for the garbage collector.
            del future

    async def close(self) -> None:
        """Finish all appends and stop."""
        self._closed = True
        self._queued.set()
        await self._task

    async def _run(self) -> None:
        while self._queue or not self._closed:
            if not self._queue:
                self._queued.clear()
                await self._queued.wait()
                continue
            batch = self._take()
            try:
                await self._append(batch)
            except Exception as error:
                # The error belongs to the callers; this task must survive.
                for job in batch:
                    job.resolve(error)

    def _take(self) -> list[_AppendJob]:
        """Return the next batch, with at most one event of each table, since a second one depends on the first."""
        batch: dict[str, _AppendJob] = {}
        later: list[_AppendJob] = []
        while self._queue and len(batch) < MOST_BATCH:
            job = self._queue.popleft()
            if job.table in batch:
                later.append(job)
            else:
                batch[job.table] = job
        self._queue.extendleft(reversed(later))
        return list(batch.values())

    async def _append(self, batch: list[_AppendJob]) -> None:
        try:
            added = await self._send(batch)
        except StoreUnavailable:
            raise
        except psycopg.Error:
            # One of them cannot be stored, such as a key that another process has just used: it must not fail the others.
            if len(batch) > 1:
                for job in batch:
                    await self._append([job])
                return
            added = set()
        for job in batch:
            job.resolve(None if job.table in added else await self._reason(job))

    async def _send(self, batch: list[_AppendJob]) -> set[str]:
        """Return the tables whose event was appended."""
        columns = [
            list(column)
            for column in zip(*(queries.append_fields(job.table, job.event, job.summary, job.lease) for job in batch), strict=True)
        ]
        async with self._pool.connection() as connection:
            found = await connection.execute(queries.APPEND, (*columns, columns[0], self._origin))
            return {table for table, _ in await found.fetchall()}

    async def _reason(self, job: _AppendJob) -> StoreError:
        """Return why an event was not appended."""
        try:
            async with self._pool.connection() as connection:
                found = await connection.execute(queries.FIRST, (job.table, job.event.actor, job.event.key))
                first = await found.fetchone()
                if first:
                    return Duplicate(job.table, first[0])
                found = await connection.execute(queries.COUNT, (job.table,))
                count = await found.fetchone()
                return Conflict(job.table, count[0]) if count else NoTable(f"there is no table {job.table}")
        except StoreUnavailable as error:
            return error
