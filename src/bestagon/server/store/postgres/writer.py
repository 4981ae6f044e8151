"""The appends of one process to PostgreSQL: whatever waits goes in one statement."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

import psycopg

from bestagon.server.store.base import MOST_WAITING, Conflict, Duplicate, EventRow, NoTable, StoreError, StoreUnavailable, Summary
from bestagon.server.store.postgres import queries
from bestagon.server.store.postgres.connection import PATIENCE, PostgresConnection

MOST_BATCH: Final = 500


class _Job:
    """An event to append and who waits for it."""

    __slots__ = ("event", "future", "summary", "table")

    def __init__(self, table: str, event: EventRow, summary: Summary, future: asyncio.Future[None]) -> None:
        self.table = table
        self.event = event
        self.summary = summary
        self.future = future

    def answer(self, error: Exception | None) -> None:
        """Tell how it went, unless nobody waits any more."""
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


class Appender:
    """Appends one batch after the other; while one is under way the next gathers."""

    def __init__(self, link: PostgresConnection, origin: str) -> None:
        """Start; `origin` tells processes whose notifications are their own."""
        self._link = link
        self._origin = origin
        self._waiting: deque[_Job] = deque()
        self._some = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run())

    async def append(self, table: str, event: EventRow, summary: Summary) -> None:
        """Return once the event is durable; Duplicate, Conflict or NoTable where it cannot be."""
        if self._closed:
            raise StoreUnavailable("storage is closed")
        if len(self._waiting) >= MOST_WAITING:
            raise StoreUnavailable(f"storage is behind: {len(self._waiting)} writes are waiting")
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(table, event, summary, future))
        self._some.set()
        try:
            async with asyncio.timeout(PATIENCE):
                await future
        except TimeoutError:
            raise StoreUnavailable(f"storage has not answered for {PATIENCE:.0f} seconds") from None

    async def close(self) -> None:
        """Finish all appends, then stop."""
        self._closed = True
        self._some.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._closed:
            if not self._waiting:
                self._some.clear()
                await self._some.wait()
                continue
            batch = self._take()
            try:
                await self._append(batch)
            except Exception as error:
                # Whatever it is belongs to those who asked; this task must live.
                for job in batch:
                    job.answer(error)

    def _take(self) -> list[_Job]:
        """Return the next batch: a table has one event in it, since the second needs the first."""
        batch: dict[str, _Job] = {}
        later: list[_Job] = []
        while self._waiting and len(batch) < MOST_BATCH:
            job = self._waiting.popleft()
            if job.table in batch:
                later.append(job)
            else:
                batch[job.table] = job
        self._waiting.extendleft(reversed(later))
        return list(batch.values())

    async def _append(self, batch: list[_Job]) -> None:
        try:
            added = await self._send(batch)
        except StoreUnavailable:
            raise
        except psycopg.Error:
            # One of them cannot be stored, such as a key that another process has used this moment: it must not fail the others.
            if len(batch) > 1:
                for job in batch:
                    await self._append([job])
                return
            added = set()
        for job in batch:
            job.answer(None if job.table in added else await self._reason(job))

    async def _send(self, batch: list[_Job]) -> set[str]:
        """Return the tables whose event was added."""
        columns = [
            list(column) for column in zip(*(queries.append_fields(job.table, job.event, job.summary) for job in batch), strict=True)
        ]
        async with self._link.connection() as connection:
            found = await connection.execute(queries.APPEND, (*columns, columns[0], self._origin))
            return {table for table, _ in await found.fetchall()}

    async def _reason(self, job: _Job) -> StoreError:
        """Return why an event was not added."""
        try:
            async with self._link.connection() as connection:
                found = await connection.execute(queries.FIRST, (job.table, job.event.actor, job.event.key))
                first = await found.fetchone()
                if first:
                    return Duplicate(job.table, first[0])
                found = await connection.execute(queries.COUNT, (job.table,))
                count = await found.fetchone()
                return Conflict(job.table, count[0]) if count else NoTable(f"there is no table {job.table}")
        except StoreUnavailable as error:
            return error
