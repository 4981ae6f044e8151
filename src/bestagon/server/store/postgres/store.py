"""Storage in PostgreSQL: for any number of processes on any number of hosts."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import psycopg

from bestagon.server.store.base import (
    CHECKED,
    TABLE_EVENTS,
    BadStore,
    EventRow,
    Lease,
    OnAppend,
    OnGap,
    OnRotate,
    Store,
    StoredTable,
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
from bestagon.server.store.postgres import queries
from bestagon.server.store.postgres.connection import KEEPALIVE, Connection, NotificationListener, PostgresConnection
from bestagon.server.store.postgres.writer import Appender
from bestagon.server.store.schema import must_be_current, must_be_ours, pending

PAGE: Final = 2000
"""How many events are read at once, so that a long table does not block the event loop."""
MIGRATING: Final = 7_116_512
"""The number of the lock that prevents concurrent migrations."""


class PostgresStore(Store):
    """Tables in a database that processes share; a lost connection fails its calls and is replaced."""

    shared = True

    def __init__(self, url: str, *, readonly: bool = False) -> None:
        """Name the database; `open` creates the tables in its schema `bestagon`."""
        self._url = url
        self._readonly = readonly
        self._origin = secrets.token_urlsafe(9)
        self._identity = 0
        """When the schema was created, which tells databases apart."""
        self._watchers: tuple[OnAppend, OnGap, OnRotate] | None = None
        self._pool: PostgresConnection | None = None
        self._appender: Appender | None = None
        self._listener: NotificationListener | None = None

    async def open(self) -> None:
        """Connect, migrate the schema and listen."""
        try:
            await self._prepare()
            if self._watchers is not None:
                self._listener = NotificationListener(self._url, self._origin, *self._watchers)
                await self._listener.open()
        except psycopg.OperationalError as error:
            raise StoreUnavailable(f"cannot reach the database: {error}") from None
        except psycopg.Error as error:
            raise BadStore(f"cannot use the database: {error}") from None
        self._pool = PostgresConnection(self._url, self._identity, readonly=self._readonly)
        await self._pool.open()
        if not self._readonly:
            self._appender = Appender(self._pool, self._origin)

    async def close(self) -> None:
        """Finish pending calls and close all connections."""
        if self._listener is not None:
            await self._listener.close()
        if self._appender is not None:
            await self._appender.close()
        if self._pool is not None:
            await self._pool.close()
        self._pool = self._appender = self._listener = None

    async def create(self, row: TableRow, summary: Summary, events: Sequence[EventRow] = ()) -> None:
        """Store a new table; raise TableExists if the id is taken."""
        check_table(row, summary, events)
        async with self._connections().connection() as connection:
            await queries.create(connection, row, summary, events)

    async def append(self, table: str, event: EventRow, summary: Summary, lease: Lease | None = None) -> None:
        """Append an event durably and replace the summary; raise Duplicate, Conflict or NoTable."""
        check_append(table, event, summary)
        if self._appender is None:
            raise StoreUnavailable("storage is open read-only" if self._readonly else "storage is not open")
        await self._appender.append(table, event, summary, lease)

    async def dump(self, table: str) -> StoredTable | None:
        """Return a whole table, or None."""
        if not is_name(table):
            return None
        found = await self._fetch(queries.TABLE, table)
        if not found:
            return None
        *row, count, status, public, visitors, due, info, owner = found[0]
        # Events are never changed: those below the count are the table as of the summary.
        events = await self._events(table, 0, count)
        if len(events) < count:
            # Its rows are being deleted.
            return None
        return StoredTable(TableRow(*row), events, queries.summary_of((status, public, visitors, due, info, owner)))

    async def exists(self, table: str) -> bool:
        """Tell whether there is a table, without reading it."""
        return is_name(table) and bool(await self._fetch(queries.COUNT, table))

    async def events(self, table: str, since: int) -> list[EventRow]:
        """Return the events of a table from number `since` on."""
        check_number("since", since)
        return await self._events(table, since) if is_name(table) else []

    async def new_events(self, since: Mapping[str, int]) -> dict[str, list[EventRow]]:
        """Return for each table its events from a number on."""
        found: dict[str, list[EventRow]] = {table: [] for table in since}
        for table, *rest in await self._fetch(queries.NEW_EVENTS, list(since), list(since.values())):
            found[table].append(EventRow(*rest))
        return found

    async def lobby(self, limit: int) -> list[tuple[str, Summary]]:
        """Return the public tables that are open or running, newest first."""
        check_limit(limit)
        return [(table, queries.summary_of(rest)) for table, *rest in await self._fetch(queries.LOBBY, limit)]

    async def mine(self, visitor: str, limit: int) -> list[tuple[str, Summary]]:
        """Return the tables where a visitor holds a seat, newest first."""
        check_limit(limit)
        found = await self._fetch(queries.MINE, visitor, limit) if is_name(visitor) else []
        return [(table, queries.summary_of(rest)) for table, *rest in found]

    async def due(self, now: int, limit: int) -> list[str]:
        """Return the tables where the server must act by now and that have no lease, the longest due first."""
        check_number("now", now)
        check_limit(limit)
        return [table for (table,) in await self._fetch(queries.DUE, now, now, limit)]

    async def postpone(self, table: str, now: int, until: int) -> None:
        """Make a table that is due by now due later."""
        check_number("now", now)
        check_number("until", until)
        if is_name(table):
            await self._execute(queries.POSTPONE, until, table, now)

    async def unfinished(self, visitor: str) -> int:
        """Return how many tables that are not over a visitor owns or holds a seat at."""
        return int((await self._fetch(queries.UNFINISHED, visitor, visitor))[0][0]) if is_name(visitor) else 0

    async def lease(self, table: str, owner: str, until: int, now: int) -> bool:
        """Take or extend the exclusive right to act for the server at a table."""
        check_lease(owner, until, now)
        return is_name(table) and await self._execute(queries.LEASE, owner, until, table, owner, now) == 1

    async def release(self, table: str, owner: str) -> None:
        """Give a lease back."""
        check_name("lease owner", owner)
        if is_name(table):
            await self._execute(queries.RELEASE, table, owner)

    async def ids(self, after: str, limit: int) -> list[str]:
        """Return table ids in order, starting after `after`."""
        check_name("table id", after, empty=True)
        check_limit(limit)
        return [table for (table,) in await self._fetch(queries.IDS, after, limit)]

    async def get_meta(self, key: str) -> bytes | None:
        """Return one of the server's own values."""
        check_name("meta key", key)
        found = await self._fetch(queries.GET_META, key)
        return found[0][0] if found else None

    async def put_meta(self, key: str, value: bytes) -> None:
        """Store one of the server's own values."""
        check_meta(key, value)
        await self._execute(queries.PUT_META, key, value)

    async def init_meta(self, key: str, value: bytes) -> bytes:
        """Return the value of a key, set to `value` if it has none."""
        check_meta(key, value)
        await self._execute(queries.INIT_META, key, value)
        found: bytes = (await self._fetch(queries.GET_META, key))[0][0]
        return found

    async def all_meta(self) -> dict[str, bytes]:
        """Return all of the server's own values."""
        return dict(await self._fetch(queries.ALL_META))

    async def expired(
        self, status: str, before: int, now: int, limit: int, *, after: tuple[int, str] = (-1, ""), unseated: bool = False
    ) -> list[tuple[int, str, int]]:
        """Return tables without an event or a lease since `before`, the oldest first."""
        check_expired(status, before, now, limit)
        asked = queries.EXPIRED_UNSEATED if unseated else queries.EXPIRED
        return await self._fetch(asked, status, *after, before, now, before, limit)

    async def excess(self, by_size: bool, limit: int) -> list[tuple[str, int]]:
        """Return the tables that should go first if too much is stored."""
        check_limit(limit)
        return [(table, count) for table, count in await self._fetch(queries.EXCESS, by_size, TABLE_EVENTS, by_size, limit)]

    async def delete(self, table: str, count: int) -> bool:
        """Make a table inaccessible if it has this number of events."""
        return is_name(table) and await self._execute(queries.DELETE, table, count) == 1

    async def purge(self, limit: int) -> int:
        """Delete rows of deleted tables; PostgreSQL itself reuses the space."""
        check_limit(limit)
        async with self._connections().connection() as connection:
            return await queries.purge(connection, limit)

    async def usage(self, now: int) -> Usage:
        """Return how much is stored."""
        check_number("now", now)
        tables, due, size = (await self._fetch(queries.USAGE, now))[0]
        return Usage(tables, due, size, size, -1)

    async def check(self) -> None:
        """Raise StoreUnavailable unless the database is the one that was opened, its schema is ours and a write succeeds."""
        must_be_ours("postgres", await self._connections().check())
        await self.put_meta(CHECKED, str(time.time_ns()).encode())

    async def rotate(self, visitor: str, generation: int, key: str) -> int | None:
        """Revoke a visitor's credentials up to a generation and return the next; None if it was revoked before."""
        check_rotation(visitor, generation, key)
        found = await self._fetch(queries.ROTATE, visitor, generation + 1, key, self._origin)
        return int(found[0][0]) if found else None

    async def generations(self) -> dict[str, int]:
        """Return the valid generation of credentials of every visitor whose first one is revoked."""
        return dict(await self._fetch(queries.GENERATIONS))

    def watch(self, on_append: OnAppend, on_gap: OnGap, on_rotate: OnRotate = ignore) -> None:
        """Set, before `open`, the callbacks for events of other processes."""
        self._watchers = (on_append, on_gap, on_rotate)

    def _connections(self) -> PostgresConnection:
        if self._pool is None:
            raise StoreUnavailable("storage is not open")
        return self._pool

    async def _fetch(self, sql: str, *fields: object) -> list[Any]:
        async with self._connections().connection() as connection:
            return await (await connection.execute(sql, fields)).fetchall()

    async def _execute(self, sql: str, *fields: object) -> int:
        """Return how many rows a statement changed."""
        async with self._connections().connection() as connection:
            return (await connection.execute(sql, fields)).rowcount

    async def _events(self, table: str, since: int, until: int = sys.maxsize) -> list[EventRow]:
        found: list[EventRow] = []
        while True:
            page = await self._fetch(queries.EVENTS, table, since, min(since + PAGE, until))
            found += [EventRow(*row) for row in page]
            since += PAGE
            if len(page) < PAGE or since >= until:
                return found

    async def _prepare(self) -> None:
        async with await psycopg.AsyncConnection.connect(self._url, **KEEPALIVE) as connection:
            if self._readonly:
                must_be_current("postgres", await _version(connection), "the database")
                return
            # All in one transaction, which ends with the connection.
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
            for step in pending("postgres", await _version(connection), "the database"):
                await connection.execute(step.sql)
                applied = "INSERT INTO bestagon.schema_version VALUES (%s, %s, %s)"
                await connection.execute(applied, (step.version, step.name, int(time.time() * 1000)))
            found = await (await connection.execute(queries.IDENTITY)).fetchone()
            self._identity = found[0] if found else 0


async def _version(connection: Connection) -> int:
    """Return the version of the schema, 0 for a database without one."""
    found = await (await connection.execute("SELECT to_regclass('bestagon.schema_version') IS NOT NULL")).fetchone()
    if not (found and found[0]):
        return 0
    newest = await (await connection.execute("SELECT coalesce(max(version), 0) FROM bestagon.schema_version")).fetchone()
    return int(newest[0]) if newest else 0
