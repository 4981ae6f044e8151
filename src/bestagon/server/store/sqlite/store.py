"""Storage in an SQLite file: for a single process, without any set-up."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import LifoQueue
from typing import Final, TypeVar

from mypy_extensions import mypyc_attr

from bestagon.server.store.base import (
    CHECKED,
    BadStore,
    EventRow,
    Lease,
    OnAppend,
    OnGap,
    OnRotate,
    Store,
    StoredTable,
    StoreInUse,
    StoreUnavailable,
    Summary,
    TableRow,
    Usage,
    ignore,
)
from bestagon.server.store.checks import (
    check_append,
    check_expired,
    check_lease,
    check_limit,
    check_meta,
    check_name,
    check_number,
    check_rotation,
    check_table,
    is_name,
)
from bestagon.server.store.schema import must_be_current, must_be_ours, pending, statements
from bestagon.server.store.sqlite import queries
from bestagon.server.store.sqlite.files import DatabaseFiles
from bestagon.server.store.sqlite.writer import SqliteWriter

READERS: Final = 2
READER_CACHE: Final = 512
"""Kilobytes of the file that each reader keeps, a quarter of the default: a table is read once, and the system keeps the file in memory."""
BUSY: Final = 5.0
"""Seconds to wait for a lock of another program, such as a backup."""
CHECKPOINT: Final = 4000
"""Pages in the write-ahead log before a checkpoint: more than usual, since a checkpoint delays a commit."""

MOST_KNOWN: Final = 20_000
"""How many tables' summaries are remembered."""
MOST_KEYS: Final = 300_000
"""How many idempotency keys are remembered: about 20 MB."""

T = TypeVar("T")


@mypyc_attr(acyclic=True)
class KnownTable:
    """What is stored of a table that this process wrote to last: no other process can change it."""

    __slots__ = ("count", "keys", "summary")

    def __init__(self, count: int, summary: Summary, keys: set[int]) -> None:
        """Remember the number of events, the summary and the hashes of all keys."""
        self.count = count
        self.summary = summary
        self.keys = keys


@mypyc_attr(allow_interpreted_subclasses=True)
class SqliteStore(Store):
    """Tables in one file: one thread writes, others read, and the event loop never waits for the disk."""

    def __init__(self, path: str, *, readonly: bool = False) -> None:
        """Name the file; `open` creates it if necessary."""
        self._path = Path(path)
        self._readonly = readonly
        self._files = DatabaseFiles(self._path)
        self._lock: sqlite3.Connection | None = None
        self._writer: SqliteWriter | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._readers: LifoQueue[sqlite3.Connection] = LifoQueue()
        self._on_append: OnAppend | None = None
        self._known: dict[str, KnownTable] = {}
        self.most_keys = MOST_KEYS
        self._key_count = 0
        """How many keys the known tables have."""

    async def open(self) -> None:
        """Lock the file, migrate its schema and start the threads."""
        connections = await asyncio.to_thread(self._connect)
        for reader in connections[:READERS]:
            self._readers.put(reader)
        self._pool = ThreadPoolExecutor(READERS, "sqlite reader")
        if not self._readonly:
            self._writer = SqliteWriter(connections[READERS], self._files)

    async def close(self) -> None:
        """Finish pending calls and close the file."""
        if self._writer is not None:
            await self._writer.close()
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown)
        while not self._readers.empty():
            self._readers.get().close()
        if self._lock is not None:
            self._lock.close()
        self._writer = self._pool = self._lock = None

    async def create(self, row: TableRow, summary: Summary, events: Sequence[EventRow] = ()) -> None:
        """Store a new table; raise TableExists if the id is taken."""
        check_table(row, summary, events)
        await self._write(partial(queries.create, row=row, summary=summary, events=events))
        self._note(row.id, KnownTable(len(events), summary, {queries.key_hash(one.actor, one.key) for one in events if one.key}))

    async def append(self, table: str, event: EventRow, summary: Summary, lease: Lease | None = None) -> None:
        """Append an event durably and replace the summary; raise Duplicate, Conflict or NoTable."""
        known = self._forget(table)
        # A stored summary was checked before, and cannot change.
        check_append(table, event, None if known is not None and known.summary is summary else summary)
        # Most events change nothing else, and are written without reading what is there. Until this one is stored, nothing is known.
        keys = known.keys if known is not None else None
        own = queries.key_hash(event.actor, event.key)
        alone = known is not None and known.count == event.n and (known.summary is summary or known.summary == summary) and lease is None
        fresh = not event.key or (keys is not None and own not in keys)
        fields = queries.event_fields(table, event) if alone and fresh else None
        work = partial(queries.append, table=table, event=event, summary=summary, lease=lease, keys=keys)
        # An event that is stored after a timeout is like one of another process.
        late = partial(self._on_append, table, event.n) if self._on_append is not None else None
        read = await self._write(work, fields, late)
        keys = keys if read is None else read
        assert keys is not None
        if event.key:
            keys.add(own)
        self._note(table, KnownTable(event.n + 1, summary, keys))

    def _note(self, table: str, known: KnownTable) -> None:
        self._forget(table)
        self._known[table] = known
        self._key_count += len(known.keys)
        while len(self._known) > MOST_KNOWN or self._key_count > self.most_keys:
            self._forget(next(iter(self._known)))

    def _forget(self, table: str) -> KnownTable | None:
        known = self._known.pop(table, None)
        if known is not None:
            self._key_count -= len(known.keys)
        return known

    async def dump(self, table: str) -> StoredTable | None:
        """Return a whole table, or None."""
        return await self._read(partial(queries.dump, table=table)) if is_name(table) else None

    async def load(self, table: str) -> tuple[TableRow, Sequence[EventRow]] | None:
        """Return a table and its events, packed if they are many, or None."""
        return await self._read(partial(queries.load, table=table)) if is_name(table) else None

    async def exists(self, table: str) -> bool:
        """Tell whether there is a table, without reading it."""
        return is_name(table) and await self._read(partial(queries.exists, table=table))

    async def events(self, table: str, since: int) -> list[EventRow]:
        """Return the events of a table from number `since` on."""
        check_number("since", since)
        return await self._read(partial(queries.events, table=table, since=since)) if is_name(table) else []

    async def lobby(self, limit: int) -> list[tuple[str, Summary]]:
        """Return the public tables that are open or running, newest first."""
        check_limit(limit)
        return await self._read(partial(queries.lobby, limit=limit))

    async def mine(self, visitor: str, limit: int) -> list[tuple[str, Summary]]:
        """Return the tables where a visitor holds a seat, newest first."""
        check_limit(limit)
        return await self._read(partial(queries.mine, visitor=visitor, limit=limit)) if is_name(visitor) else []

    async def due(self, now: int, limit: int) -> list[str]:
        """Return the tables where the server must act by now and that nobody leases, the longest due first."""
        check_number("now", now)
        check_limit(limit)
        return await self._read(partial(queries.due, now=now, limit=limit))

    async def postpone(self, table: str, now: int, until: int) -> None:
        """Make a table that is due by now due later."""
        check_number("now", now)
        check_number("until", until)
        if is_name(table):
            self._forget(table)
            await self._write(partial(queries.postpone, table=table, now=now, until=until))
            # An append that was written before may have noted its summary only now.
            self._forget(table)

    async def unfinished(self, visitor: str) -> int:
        """Return how many tables that are not over a visitor owns or holds a seat at."""
        return await self._read(partial(queries.unfinished, visitor=visitor)) if is_name(visitor) else 0

    async def lease(self, table: str, owner: str, until: int, now: int) -> bool:
        """Take or extend the exclusive right to act for the server at a table."""
        check_lease(owner, until, now)
        return is_name(table) and await self._write(partial(queries.lease, table=table, owner=owner, until=until, now=now))

    async def release(self, table: str, owner: str) -> None:
        """Give a lease back."""
        check_name("lease owner", owner)
        if is_name(table):
            await self._write(partial(queries.release, table=table, owner=owner))

    async def ids(self, after: str, limit: int) -> list[str]:
        """Return table ids in order, starting after `after`."""
        check_name("table id", after, empty=True)
        check_limit(limit)
        return await self._read(partial(queries.ids, after=after, limit=limit))

    async def get_meta(self, key: str) -> bytes | None:
        """Return one of the server's own values."""
        check_name("meta key", key)
        return await self._read(partial(queries.get_meta, key=key))

    async def put_meta(self, key: str, value: bytes) -> None:
        """Store one of the server's own values."""
        check_meta(key, value)
        await self._write(partial(queries.put_meta, key=key, value=value))

    async def init_meta(self, key: str, value: bytes) -> bytes:
        """Return the value of a key, set to `value` if it has none."""
        check_meta(key, value)
        return await self._write(partial(queries.init_meta, key=key, value=value))

    async def all_meta(self) -> dict[str, bytes]:
        """Return all of the server's own values."""
        return await self._read(queries.all_meta)

    async def expired(
        self, status: str, before: int, now: int, limit: int, *, after: tuple[int, str] = (-1, ""), unseated: bool = False
    ) -> list[tuple[int, str, int]]:
        """Return tables without an event or a lease since `before`, the oldest first."""
        check_expired(status, before, now, limit)
        asked = partial(queries.expired, status=status, before=before, now=now, limit=limit, after=after, unseated=unseated)
        return await self._read(asked)

    async def excess(self, by_size: bool, limit: int) -> list[tuple[str, int]]:
        """Return the tables that should go first if too much is stored."""
        check_limit(limit)
        return await self._read(partial(queries.excess, by_size=by_size, limit=limit))

    async def delete(self, table: str, count: int) -> bool:
        """Make a table inaccessible if it has this number of events."""
        self._forget(table)
        deleted = is_name(table) and await self._write(partial(queries.delete, table=table, count=count))
        # An append that was written before may have noted its summary only now.
        self._forget(table)
        return deleted

    async def purge(self, limit: int) -> int:
        """Delete rows of deleted tables, or give unused space back."""
        check_limit(limit)
        return await self._write(partial(queries.purge, limit=limit))

    async def usage(self, now: int) -> Usage:
        """Return how much is stored."""
        check_number("now", now)
        return await self._read(lambda connection: queries.usage(connection, now=now, disk_free=self._files.disk_free()))

    async def check(self) -> None:
        """Raise StoreUnavailable unless the file is the one that was opened, its schema is ours and a write succeeds."""
        await self.put_meta(CHECKED, str(time.time_ns()).encode())
        self._files.check_lock()
        must_be_ours("sqlite", await self._read(queries.version))

    async def rotate(self, visitor: str, generation: int, key: str) -> int | None:
        """Revoke a visitor's credentials up to a generation and return the next; None if it was revoked before."""
        check_rotation(visitor, generation, key)
        return await self._write(partial(queries.rotate, visitor=visitor, generation=generation, key=key))

    async def generations(self) -> dict[str, int]:
        """Return the valid generation of credentials of every visitor whose first one is revoked."""
        return await self._read(queries.generations)

    def watch(self, on_append: OnAppend, on_gap: OnGap, on_rotate: OnRotate = ignore) -> None:
        """Set the callback for events that are stored although their `append` has timed out; the others are never called."""
        self._on_append = on_append

    def _write(
        self, work: Callable[[sqlite3.Connection], T], row: tuple[object, ...] | None = None, late: Callable[[], None] | None = None
    ) -> asyncio.Future[T]:
        if self._writer is None:
            raise StoreUnavailable("storage is open read-only" if self._readonly else "storage is not open")
        return self._writer.do(work, row, late)

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._pool is None:
            raise StoreUnavailable("storage is not open")
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._read_now, work)

    def _read_now(self, work: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._readers.get()
        try:
            return work(connection)
        except sqlite3.Error as error:
            raise StoreUnavailable(f"storage failed: {error}") from None
        finally:
            self._readers.put(connection)

    def _connect(self) -> list[sqlite3.Connection]:
        """Return the readers' connections, followed by the writer's."""
        opened: list[sqlite3.Connection] = []
        try:
            if not self._readonly:
                self._lock = self._take_lock()
                self._files.create(self._files.path)
                opened.append(self._connection())
                self._migrate(opened[0])
                self._files.tighten()
                self._files.remember()
            for _ in range(READERS):
                opened.insert(0, self._connection())
                opened[0].execute("PRAGMA query_only = ON")
                opened[0].execute(f"PRAGMA cache_size = -{READER_CACHE}")
            if self._readonly:
                must_be_current("sqlite", _version(opened[0], str(self._path)), str(self._path))
        except BaseException as error:
            for connection in opened:
                connection.close()
            if self._lock is not None:
                self._lock.close()
                self._lock = None
            if isinstance(error, sqlite3.Error):
                raise BadStore(f"cannot open {self._path}: {error}") from None
            raise
        return opened

    def _connection(self) -> sqlite3.Connection:
        if self._readonly and not self._path.exists():
            raise BadStore(f"there is no file {self._path}")
        address = self._path.absolute().as_uri() + ("?mode=ro" if self._readonly else "")
        connection = sqlite3.connect(address, timeout=BUSY, isolation_level=None, check_same_thread=False, uri=True)
        if not self._readonly:
            # For new files only: they give space back when tables are deleted.
            connection.execute(f"PRAGMA auto_vacuum = {queries.INCREMENTAL}")
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        return connection

    def _take_lock(self) -> sqlite3.Connection:
        """Return a lock that ends with the process: a transaction on a second file, which works on every system."""
        self._files.create(self._files.lock)
        lock = sqlite3.connect(self._files.lock, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            lock.close()
            if "locked" in str(error):
                raise StoreInUse(
                    f"another process has opened {self._path}: SQLite is for a single process, PostgreSQL (postgresql://...) for any number"
                ) from None
            raise
        return lock

    def _migrate(self, connection: sqlite3.Connection) -> None:
        where = str(self._path)
        connection.execute("BEGIN IMMEDIATE")
        try:
            for step in pending("sqlite", _version(connection, where), where):
                for statement in statements(step.sql):
                    connection.execute(statement)
                connection.execute("INSERT INTO schema_version VALUES (?, ?, ?)", (step.version, step.name, int(time.time() * 1000)))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _version(connection: sqlite3.Connection, where: str) -> int:
    """Return the version of the schema, 0 for an empty file; raise BadStore for another program's file."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names:
        return 0
    if "schema_version" not in names:
        raise BadStore(f"{where} belongs to another program: it has the tables {', '.join(sorted(names))[:100]}")
    return queries.version(connection)
