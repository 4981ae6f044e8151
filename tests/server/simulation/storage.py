"""A disk that survives crashes, and the storage of one simulated process on it: SQLite's own queries, without threads or files."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from tests.server.simulation.surroundings import Surroundings

from bestagon.server.store.base import CHECKED, EventRow, OnAppend, OnGap, OnRotate, StoreUnavailable, Summary, TableRow, Usage, ignore
from bestagon.server.store.schema import pending, statements
from bestagon.server.store.sqlite import queries
from bestagon.server.store.sqlite.store import KnownTable, SqliteStore

APPENDED, ROTATED, GAP = "appended", "rotated", "gap"
"""The kinds of notifications."""
T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]


class Disk:
    """A database in memory, and its current faults."""

    def __init__(self, around: Surroundings, shared: bool) -> None:
        self.around = around
        self.shared = shared
        """Whether several processes use it at the same time."""
        self.fails_until = 0.0
        """Until when every call fails, in simulated seconds."""
        self.full_until = 0.0
        self.slow_until = 0.0
        self.stores: list[SimulatedStore] = []
        """The storages of the processes that run."""
        self.on_create: Callable[[TableRow], None] = lambda row: None
        self.on_append: Callable[[str, EventRow, Summary, int], None] = lambda table, event, summary, made: None
        """Called with everything that is committed, in its order; of an event also when it was made."""
        self.on_delete: Callable[[str], None] = lambda table: None
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.execute("PRAGMA foreign_keys = ON")
        for step in pending("sqlite", 0, "memory"):
            for statement in statements(step.sql):
                self.connection.execute(statement)
            self.connection.execute("INSERT INTO schema_version VALUES (?, ?, ?)", (step.version, step.name, 0))

    @property
    def healthy(self) -> bool:
        """Whether calls succeed in time, apart from single failures."""
        return self.around.loop.time() >= max(self.fails_until, self.full_until, self.slow_until)

    def seconds(self) -> float:
        """Draw how long a part of a call takes."""
        dice = self.around.chance.of("disk")
        if self.around.loop.time() < self.slow_until:
            return dice.uniform(0.5, 6.0)
        return dice.uniform(0.0002, 0.004) if dice.random() < 0.97 else dice.uniform(0.01, 0.4)

    def commit(self, jobs: list[WriteJob], process: str) -> None:
        """Carry out a group of writes in one transaction; a refused one does not affect the others."""
        if not self._commit_all(jobs):
            self._commit_each(jobs)
        # Rows come first, as they were written.
        for job in sorted(jobs, key=lambda one: one.row is None):
            if job.error is None:
                self._tell(job, process)

    def _commit_all(self, jobs: list[WriteJob]) -> bool:
        """Do all as SQLite's writer does in the usual case; False if one failed and nothing was done."""
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.executemany(queries.INSERT_EVENT, [job.row for job in jobs if job.row is not None])
            for job in jobs:
                if job.row is None:
                    job.result = job.work(connection)
        except Exception:
            connection.execute("ROLLBACK")
            return False
        connection.execute("COMMIT")
        return True

    def _commit_each(self, jobs: list[WriteJob]) -> None:
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            connection.execute("SAVEPOINT job")
            try:
                job.result = job.work(connection)
            except Exception as error:
                job.error = error
                connection.execute("ROLLBACK TO job")
            connection.execute("RELEASE job")
        connection.execute("COMMIT")

    def _tell(self, job: WriteJob, process: str) -> None:
        """Report a committed write to the checks and to the other processes."""
        work = job.work
        if not isinstance(work, partial):
            return
        given = work.keywords
        if work.func is queries.create:
            self.around.note(f"stored table {given['row'].id} by {process}")
            self.on_create(given["row"])
        elif work.func is queries.append:
            event = given["event"]
            self.around.note(f"stored {given['table']} {event.n} {event.kind} seat {event.seat} by {process}")
            self.on_append(given["table"], event, given["summary"], job.made)
            for store in self.stores:
                if self.shared and store.process != process:
                    store.notify(APPENDED, given["table"], event.n)
        elif work.func is queries.delete and job.result:
            self.around.note(f"deleted table {given['table']} by {process}")
            self.on_delete(given["table"])
        elif work.func is queries.rotate and job.result is not None:
            for store in self.stores:
                if self.shared and store.process != process:
                    store.notify(ROTATED, given["visitor"], job.result)


class WriteJob:
    """A write and the future of its result."""

    __slots__ = ("error", "future", "late", "made", "result", "row", "work")

    def __init__(
        self, work: Work, row: tuple[object, ...] | None, late: Callable[[], None] | None, future: asyncio.Future[Any], made: int
    ) -> None:
        self.made = made
        self.late = late
        """Called if it is done after a timeout."""
        self.row = row
        """The row of events to which the work usually amounts."""
        self.work = work
        self.future = future
        self.result: object = None
        self.error: Exception | None = None


class SimulatedStore(SqliteStore):
    """The storage of one process: with group commit, notifications and faults."""

    def __init__(self, disk: Disk, process: str) -> None:
        super().__init__("memory")
        self.shared = disk.shared
        self.process = process
        self.dead = False
        """Whether its process has crashed: then nothing comes back any more."""
        self._disk = disk
        self._around = disk.around
        self._queued: list[WriteJob] = []
        self._committing: list[WriteJob] = []
        self._watchers: tuple[OnAppend, OnGap, OnRotate] | None = None
        self._notified_until = 0.0
        self._notifications: deque[tuple[str, str, Any]] = deque()

    async def open(self) -> None:
        """Connect."""
        await asyncio.sleep(self._disk.seconds())
        self._check_alive(reads=True)
        self._disk.stores.append(self)

    async def close(self) -> None:
        """Finish what is queued and disconnect."""
        while self._queued or self._committing:
            await asyncio.sleep(0.01)
        self.dead = True
        self._disk.stores.remove(self)

    async def check(self) -> None:
        """Raise StoreUnavailable unless a write succeeds."""
        await self.put_meta(CHECKED, b"0")

    async def usage(self, now: int) -> Usage:
        """Return how much is stored."""
        return await self._read(partial(queries.usage, now=now, disk_free=-1))

    def _note(self, table: str, known: KnownTable) -> None:
        # With other processes on the same storage, summaries in memory are soon outdated.
        if not self.shared:
            super()._note(table, known)

    def kill(self) -> None:
        """Crash: what was being committed is done or not, what was queued is not."""
        self.dead = True
        if self in self._disk.stores:
            self._disk.stores.remove(self)
        jobs, self._committing, self._queued = self._committing, [], []
        dice = self._around.chance.of("crash")
        if jobs and dice.random() < 0.5:
            if self.shared:
                # The database may still be working on it when the process is long gone.
                self._around.loop.call_later(dice.expovariate(2.0), self._disk.commit, jobs, self.process)
            else:
                self._disk.commit(jobs, self.process)

    def watch(self, on_append: OnAppend, on_gap: OnGap, on_rotate: OnRotate = ignore) -> None:
        """Set the callbacks for events of other processes."""
        self._watchers = (on_append, on_gap, on_rotate) if self.shared else None
        if not self.shared:
            super().watch(on_append, on_gap, on_rotate)
        # Notifications arrive in this process, not in the one that caused them.
        self._context = copy_context()

    def notify(self, watcher: str, name: str, number: object) -> None:
        """Notify a watcher of what another process has done: later, in order, or not at all but with a gap."""
        dice = self._around.chance.of("notifications")
        delay = dice.expovariate(100.0) if dice.random() < 0.9 else dice.expovariate(2.0)
        lost = self._around.strikes("lost_notification")
        if lost:
            delay += dice.uniform(0.5, 10.0)
        at = self._notified_until = max(self._around.loop.time() + delay, self._notified_until)
        self._notifications.append((GAP, "", 0) if lost else (watcher, name, number))
        self._around.loop.call_at(at, self._notified, context=self._context)

    def _notified(self) -> None:
        watcher, name, number = self._notifications.popleft()
        if self.dead or self._watchers is None:
            return
        on_append, on_gap, on_rotate = self._watchers
        if watcher == APPENDED:
            on_append(name, number)
        elif watcher == ROTATED:
            on_rotate(name, number)
        else:
            on_gap()

    def _check_alive(self, reads: bool) -> None:
        now = self._around.loop.time()
        if self.dead:
            raise StoreUnavailable("the process is dead")
        if now < self._disk.fails_until:
            raise StoreUnavailable("the simulated storage fails")
        if now < self._disk.full_until and not reads:
            raise StoreUnavailable("the simulated disk is full")

    def _write(
        self, work: Callable[[sqlite3.Connection], T], row: tuple[object, ...] | None = None, late: Callable[[], None] | None = None
    ) -> asyncio.Future[T]:
        if self.dead:
            raise StoreUnavailable("the process is dead")
        future: asyncio.Future[T] = self._around.loop.create_future()
        self._queued.append(WriteJob(work, row, late, future, self._around.true_now()))
        if not self._committing:
            self._start_commit()
        return future

    def _start_commit(self) -> None:
        self._committing, self._queued = self._queued, []
        if self._committing:
            self._around.loop.call_later(self._disk.seconds(), self._commit, self._committing)

    def _commit(self, jobs: list[WriteJob]) -> None:
        if self.dead:
            return
        around, error = self._around, None
        try:
            self._check_alive(reads=False)
        except StoreUnavailable as failure:
            error = failure
        if error is None and around.strikes("refused_write"):
            error = StoreUnavailable("a simulated failure before the write")
        if error is None and around.strikes("late_write"):
            error = StoreUnavailable("a simulated timeout")
            around.loop.call_later(around.chance.of("late").uniform(0.1, 20.0), self._commit_late, list(jobs))
        if error is None:
            self._disk.commit(jobs, self.process)
            if around.strikes("unknown_write"):
                error = StoreUnavailable("a simulated failure after the write")
        around.loop.call_later(self._disk.seconds() / 2, self._resolve, jobs, error)

    def _commit_late(self, jobs: list[WriteJob]) -> None:
        if not self.dead:
            self._disk.commit(jobs, self.process)
            for job in jobs:
                if job.error is None and job.late is not None:
                    self._around.loop.call_soon(job.late, context=self._context)

    def _resolve(self, jobs: list[WriteJob], error: StoreUnavailable | None) -> None:
        if self.dead:
            return
        for job in jobs:
            if job.future.done():
                continue
            if error is not None or job.error is not None:
                job.future.set_exception(error or job.error or StoreUnavailable(""))
            else:
                job.future.set_result(job.result)
        self._start_commit()

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        await asyncio.sleep(self._disk.seconds() / 2)
        self._check_alive(reads=True)
        if self._around.strikes("failed_read"):
            raise StoreUnavailable("a simulated failure to read")
        found = work(self._disk.connection)
        # What was read may be old when it arrives.
        await asyncio.sleep(self._disk.seconds() / 2)
        self._check_alive(reads=True)
        return found
