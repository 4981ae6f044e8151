"""The connections of one process to PostgreSQL, and its listener for notifications."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final

import psycopg
from psycopg_pool import AsyncConnectionPool

from bestagon.server.store.base import MOST_WAITING, OnAppend, OnGap, OnRotate, StoreUnavailable
from bestagon.server.store.postgres.queries import CHANNEL, IDENTITY, VISITORS

TIMEOUT: Final = 30.0
"""Seconds until a call fails."""
STATEMENT_TIMEOUT: Final = 10_000
"""Milliseconds until a statement is cancelled."""
CONNECTIONS: Final = 8
WAIT: Final = 3.0
"""Seconds to wait for a free connection."""
RECONNECT: Final = 2.0
"""Seconds until the pool resets its growing pauses between attempts, so that a restarted database is found soon."""
RENEW: Final = 5.0
"""Seconds between two replacements of all connections of a database that takes no writes."""
PAUSES: Final = (0.05, 2.0)
"""First and longest pause between attempts to listen again, in seconds."""
MOST_DIGITS: Final = 18
"""Of the number in a notification."""
KEEPALIVE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": "bestagon",
}
"""Settings that detect a vanished database host."""

UNUSABLE: Final = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError, psycopg.ProgrammingError)
"""Errors of the database as a whole: lost, full, read-only after a failover, schema dropped, no permission."""

OTHER: Final = "another database answers at this address; restart the server to use it"

log = logging.getLogger(__name__)
Connection = psycopg.AsyncConnection[tuple[Any, ...]]


def _reason(error: psycopg.Error) -> str:
    """Return the message of an error without the query or its parameters, which further lines and details contain."""
    return error.diag.message_primary or (str(error).splitlines() or [type(error).__name__])[0]


class PostgresConnection:
    """A pool of connections that recovers after the database was unavailable, but never to another database."""

    def __init__(self, url: str, identity: int, *, readonly: bool) -> None:
        """Name the database, and what tells it from others: when its schema was created."""
        self._url = url
        self._identity = identity
        self._other = False
        """Whether another database has answered, so that nothing is read or written."""
        self._readonly = readonly
        self._checking: asyncio.Task[None] | None = None
        self._renewed_at = -RENEW
        """When all connections were last replaced."""
        self._pool = AsyncConnectionPool(
            url,
            kwargs={"autocommit": True, "prepare_threshold": 0, **KEEPALIVE},
            min_size=2,
            max_size=CONNECTIONS,
            max_waiting=MOST_WAITING,
            timeout=WAIT,
            reconnect_timeout=RECONNECT,
            configure=self._configure,
            open=False,
        )

    async def open(self) -> None:
        """Connect."""
        await self._pool.open()

    async def close(self) -> None:
        """Close all connections."""
        if self._checking is not None:
            await asyncio.wait([self._checking])
        await self._pool.close()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Lend a connection in autocommit mode; raise StoreUnavailable if the database is unavailable."""
        if self._other:
            raise StoreUnavailable(OTHER)
        try:
            # A database that is frozen answers nothing, and its own timeout does not end a statement then.
            async with asyncio.timeout(TIMEOUT), self._pool.connection() as connection:
                yield connection
        except UNUSABLE as error:
            self._recover(error)
            raise StoreUnavailable(f"storage failed: {_reason(error)}") from None
        except TimeoutError:
            raise StoreUnavailable(f"storage did not respond within {TIMEOUT:.0f} seconds") from None

    def _recover(self, error: psycopg.Error) -> None:
        """Replace other broken connections in the background, before they fail more calls."""
        if self._checking is not None and not self._checking.done():
            return
        now = asyncio.get_running_loop().time()
        if isinstance(error, psycopg.errors.ReadOnlySqlTransaction) and now - self._renewed_at >= RENEW:
            # Such a session works, but may stay read-only when the database is writable again, or be with the former primary.
            self._renewed_at = now
            self._checking = asyncio.create_task(self._pool.drain())
        else:
            self._checking = asyncio.create_task(self._pool.check())

    async def check(self) -> int:
        """Return the version of the schema; raise StoreUnavailable if another database answers."""
        if not self._other:
            async with self.connection() as connection:
                return await self._check_identity(connection)
        try:
            # The pool has no connections to another database, so it cannot tell whether ours is back.
            async with await psycopg.AsyncConnection.connect(self._url, autocommit=True, **KEEPALIVE) as connection:
                return await self._check_identity(connection)
        except UNUSABLE as error:
            raise StoreUnavailable(_reason(error)) from None

    async def _check_identity(self, connection: Connection) -> int:
        found = await (await connection.execute(IDENTITY)).fetchone()
        identity, version = found if found else (0, 0)
        if (identity != self._identity) is not self._other:
            self._other = not self._other
            if self._other:
                log.error("storage: nothing is stored any more", extra={"why": OTHER})
            else:
                log.warning("storage: the database is back")
        if self._other:
            raise psycopg.OperationalError(OTHER)
        return int(version)

    async def _configure(self, connection: Connection) -> None:
        await connection.execute(f"SET statement_timeout = {STATEMENT_TIMEOUT}")
        # A response means that the data is on disk, whatever the default of the database.
        await connection.execute("SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'")
        if self._readonly:
            await connection.execute("SET default_transaction_read_only = on")
            return
        # A failover or a changed address may lead to another database, where acknowledged moves would be lost. Without our tables
        # statements fail anyway.
        with suppress(psycopg.ProgrammingError):
            await self._check_identity(connection)


class NotificationListener:
    """Listens for notifications on its own connection, and reconnects when it breaks."""

    def __init__(self, url: str, origin: str, on_append: OnAppend, on_gap: OnGap, on_rotate: OnRotate) -> None:
        """Set the callbacks; notifications from `origin` are this process's own."""
        self._url = url
        self._origin = origin
        self._handlers = {CHANNEL: on_append, VISITORS: on_rotate}
        self._on_gap = on_gap
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start; from then on no notification is missed."""
        connection = await self._connect()
        self._task = asyncio.create_task(self._run(connection))

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _connect(self) -> Connection:
        connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True, **KEEPALIVE)
        try:
            for channel in self._handlers:
                await connection.execute(f"LISTEN {channel}")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _run(self, connection: Connection) -> None:
        while True:
            try:
                async with connection:
                    async for note in connection.notifies():
                        self._receive(note.channel, note.payload)
            except psycopg.Error as error:
                log.warning("storage: lost the connection for notifications: %s", _reason(error))
            connection = await self._reconnect()
            log.info("storage: receiving notifications again")
            self._call(self._on_gap)

    async def _reconnect(self) -> Connection:
        pause, longest = PAUSES
        while True:
            try:
                return await self._connect()
            except psycopg.Error:
                # Whatever it is may pass: a standby refuses LISTEN until it is promoted, and that is no OperationalError.
                await asyncio.sleep(pause)
                pause = min(2 * pause, longest)

    def _receive(self, channel: str, payload: str) -> None:
        words = payload.split(" ")
        # Anyone with access to the database can send notifications, also with numbers that int() refuses because they are too long.
        if len(words) != 3 or not words[1].isdecimal() or len(words[1]) > MOST_DIGITS:
            return
        # A revocation of this process itself counts, too: the answer to it may have been lost.
        if words[2] != self._origin or channel == VISITORS:
            self._call(partial(self._handlers[channel], words[0], int(words[1])))

    def _call(self, callback: Callable[[], None]) -> None:
        try:
            callback()
        except Exception:
            # A failing callback must not end the listener.
            log.exception("storage: a notification callback failed")
