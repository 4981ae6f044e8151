"""Storage in PostgreSQL: for any number of processes on any number of hosts."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import psycopg
from psycopg import errors

from bestagon.server.store.base import (
    MOST_EVENTS,
    BadStore,
    EventRow,
    Heard,
    Missed,
    Store,
    Stored,
    StoreUnavailable,
    Summary,
    TableExists,
    TableRow,
)
from bestagon.server.store.checks import (
    check_event,
    check_history,
    check_limit,
    check_meta,
    check_name,
    check_number,
    check_row,
    check_summary,
    is_name,
)
from bestagon.server.store.postgres import queries
from bestagon.server.store.postgres.connection import KEEPALIVE, Connection, NotificationListener, PostgresConnection
from bestagon.server.store.postgres.writer import Appender
from bestagon.server.store.schema import must_be_current, pending

PAGE: Final = 2000
"""How many events are read at once, so that a long table does not hold up the event loop."""
MIGRATING: Final = 7_116_512
"""The number of the lock that keeps two processes from migrating at once."""


class PostgresStore(Store):
    """Tables in a database that others use, too; a lost connection fails the calls under way and is mended."""

    shared = True

    def __init__(self, url: str, *, readonly: bool = False) -> None:
        """Name the database; `open` makes the tables in its schema `bestagon`."""
        self._url = url
        self._readonly = readonly
        self._origin = secrets.token_urlsafe(9)
        self._watchers: tuple[Heard, Missed] | None = None
        self._link: PostgresConnection | None = None
        self._appender: Appender | None = None
        self._ear: NotificationListener | None = None

    async def open(self) -> None:
        """Connect, bring the schema up to date and listen."""
        try:
            await self._prepare()
            if self._watchers is not None:
                self._ear = NotificationListener(self._url, self._origin, *self._watchers)
                await self._ear.open()
        except psycopg.OperationalError as error:
            raise StoreUnavailable(f"cannot reach the database: {error}") from None
        except psycopg.Error as error:
            raise BadStore(f"cannot use the database: {error}") from None
        self._link = PostgresConnection(self._url, readonly=self._readonly)
        await self._link.open()
        if not self._readonly:
            self._appender = Appender(self._link, self._origin)

    async def close(self) -> None:
        """Finish what was asked for and let go of all connections."""
        if self._ear is not None:
            await self._ear.close()
        if self._appender is not None:
            await self._appender.close()
        if self._link is not None:
            await self._link.close()
        self._link = self._appender = self._ear = None

    async def create(self, row: TableRow, summary: Summary, events: Sequence[EventRow] = ()) -> None:
        """Store a new table; TableExists where the id is taken."""
        check_row(row)
        check_summary(summary)
        check_history(events)
        visitors = set(summary.visitors)
        try:
            async with self._reach().connection() as connection, connection.transaction(), connection.pipeline():
                await connection.execute(queries.CREATE, queries.table_fields(row))
                cursor = connection.cursor()
                if events:
                    await cursor.executemany(queries.CREATE_EVENT, [queries.event_fields(row.id, event) for event in events])
                await connection.execute(queries.CREATE_SUMMARY, queries.summary_fields(row, len(events), summary))
                if visitors:
                    await cursor.executemany(queries.CREATE_HOLDER, [(visitor, row.id, row.created) for visitor in visitors])
        except errors.UniqueViolation:
            raise TableExists(f"there is a table {row.id} already") from None

    async def append(self, table: str, event: EventRow, summary: Summary) -> None:
        """Add an event durably and replace the summary; Duplicate, Conflict or NoTable where that cannot be."""
        check_event(event)
        check_summary(summary)
        check_name("table id", table)
        if self._appender is None:
            raise StoreUnavailable("storage is open for reading only" if self._readonly else "storage is not open")
        await self._appender.append(table, event, summary)

    async def dump(self, table: str) -> Stored | None:
        """Return everything about a table, None where there is none."""
        if not is_name(table):
            return None
        found = await self._ask(queries.TABLE, table)
        if not found:
            return None
        *row, count, status, public, visitors, due, info = found[0]
        # Events are only ever added: those below the count are the table at that moment.
        events = await self._events(table, 0, count)
        return Stored(TableRow(*row), events, queries.summary_of((status, public, visitors, due, info)))

    async def events(self, table: str, since: int) -> list[EventRow]:
        """Return the events of a table from number `since` on."""
        check_number("since", since)
        return await self._events(table, since, MOST_EVENTS) if is_name(table) else []

    async def news(self, since: Mapping[str, int]) -> dict[str, list[EventRow]]:
        """Return for each table its events from a number on."""
        found: dict[str, list[EventRow]] = {table: [] for table in since}
        for table, *rest in await self._ask(queries.NEWS, list(since), list(since.values())):
            found[table].append(EventRow(*rest))
        return found

    async def lobby(self, limit: int) -> list[tuple[str, Summary]]:
        """Return the public tables that are open or running, newest first."""
        check_limit(limit)
        return [(table, queries.summary_of(rest)) for table, *rest in await self._ask(queries.LOBBY, limit)]

    async def mine(self, visitor: str, limit: int) -> list[tuple[str, Summary]]:
        """Return the tables where a visitor holds a seat, newest first."""
        check_limit(limit)
        found = await self._ask(queries.MINE, visitor, limit) if is_name(visitor) else []
        return [(table, queries.summary_of(rest)) for table, *rest in found]

    async def due(self, now: int, limit: int) -> list[str]:
        """Return the tables where the server must act by now and that nobody leases, the longest due first."""
        check_number("now", now)
        check_limit(limit)
        return [table for (table,) in await self._ask(queries.DUE, now, now, limit)]

    async def lease(self, table: str, owner: str, until: int, now: int) -> bool:
        """Take or prolong the right to act for the server at a table."""
        check_name("lease owner", owner)
        check_number("now", now)
        check_number("until", until)
        return is_name(table) and await self._do(queries.LEASE, owner, until, table, owner, now) == 1

    async def release(self, table: str, owner: str) -> None:
        """Give a lease back."""
        check_name("lease owner", owner)
        if is_name(table):
            await self._do(queries.RELEASE, table, owner)

    async def ids(self, after: str, limit: int) -> list[str]:
        """Return table ids in order, from the first one after `after`."""
        check_name("table id", after, empty=True)
        check_limit(limit)
        return [table for (table,) in await self._ask(queries.IDS, after, limit)]

    async def get_meta(self, key: str) -> bytes | None:
        """Return a small value of the server's own."""
        check_name("meta key", key)
        found = await self._ask(queries.GET_META, key)
        return found[0][0] if found else None

    async def put_meta(self, key: str, value: bytes) -> None:
        """Keep a small value of the server's own."""
        check_meta(key, value)
        await self._do(queries.PUT_META, key, value)

    async def init_meta(self, key: str, value: bytes) -> bytes:
        """Return the value of a key, which becomes `value` if it has none."""
        check_meta(key, value)
        await self._do(queries.INIT_META, key, value)
        found: bytes = (await self._ask(queries.GET_META, key))[0][0]
        return found

    def watch(self, heard: Heard, missed: Missed) -> None:
        """Say, before `open`, whom to call when another process appends."""
        self._watchers = (heard, missed)

    def _reach(self) -> PostgresConnection:
        if self._link is None:
            raise StoreUnavailable("storage is not open")
        return self._link

    async def _ask(self, sql: str, *fields: object) -> list[Any]:
        async with self._reach().connection() as connection:
            return await (await connection.execute(sql, fields)).fetchall()

    async def _do(self, sql: str, *fields: object) -> int:
        """Return how many rows a statement changed."""
        async with self._reach().connection() as connection:
            return (await connection.execute(sql, fields)).rowcount

    async def _events(self, table: str, since: int, until: int) -> list[EventRow]:
        found: list[EventRow] = []
        while True:
            page = await self._ask(queries.EVENTS, table, since, min(since + PAGE, until))
            found += [EventRow(*row) for row in page]
            since += PAGE
            if len(page) < PAGE or since >= until:
                return found

    async def _prepare(self) -> None:
        async with await psycopg.AsyncConnection.connect(self._url, **KEEPALIVE) as connection:
            if self._readonly:
                must_be_current("postgres", await _version(connection), "the database")
                return
            # All in one transaction, which the connection ends.
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
            for step in pending("postgres", await _version(connection), "the database"):
                await connection.execute(step.sql)
                applied = "INSERT INTO bestagon.schema_version VALUES (%s, %s, %s)"
                await connection.execute(applied, (step.version, step.name, int(time.time() * 1000)))


async def _version(connection: Connection) -> int:
    """Return the version of the schema, 0 in a database without one."""
    found = await (await connection.execute("SELECT to_regclass('bestagon.schema_version') IS NOT NULL")).fetchone()
    if not (found and found[0]):
        return 0
    newest = await (await connection.execute("SELECT coalesce(max(version), 0) FROM bestagon.schema_version")).fetchone()
    return int(newest[0]) if newest else 0
