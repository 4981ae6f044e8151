"""The connections of one process to PostgreSQL, and the ear for what other processes do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg_pool import AsyncConnectionPool

from bestagon.server.store.base import MOST_WAITING, Heard, Missed, StoreUnavailable
from bestagon.server.store.postgres.queries import CHANNEL

PATIENCE: Final = 30.0
"""Seconds after which a caller is told that storage does not answer."""
STATEMENT: Final = 10_000
"""Milliseconds a statement may take."""
CONNECTIONS: Final = 8
WAIT: Final = 3.0
"""Seconds to wait for a free connection."""
RECONNECT: Final = 2.0
"""Seconds until the pool starts afresh with connecting: its pauses grow, and a database that is back should be found soon."""
PAUSES: Final = (0.05, 2.0)
"""Seconds between attempts to listen again: the first pause and the longest."""
KEEPALIVE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": "bestagon",
}
"""A database whose host vanished is noticed."""

log = logging.getLogger(__name__)
Connection = psycopg.AsyncConnection[tuple[Any, ...]]


class PostgresConnection:
    """A pool of connections that mends itself after the database was away."""

    def __init__(self, url: str, *, readonly: bool) -> None:
        """Name the database."""
        self._readonly = readonly
        self._checking: asyncio.Task[None] | None = None
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
        """Let go of all connections."""
        if self._checking is not None:
            await asyncio.wait([self._checking])
        await self._pool.close()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Lend a connection where every statement is a transaction; StoreUnavailable where the database cannot be had."""
        try:
            async with self._pool.connection() as connection:
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError, errors.ReadOnlySqlTransaction) as error:
            self._check()
            raise StoreUnavailable(f"storage failed: {error}") from None

    def _check(self) -> None:
        """Replace the other broken connections in the background, so that they fail nobody else."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._pool.check())

    async def _configure(self, connection: Connection) -> None:
        await connection.execute(f"SET statement_timeout = {STATEMENT}")
        # An answer means that it is on disk, whatever the database's own default is.
        await connection.execute("SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'")
        if self._readonly:
            await connection.execute("SET default_transaction_read_only = on")


class NotificationListener:
    """Listens on a connection of its own, and again after it broke."""

    def __init__(self, url: str, origin: str, heard: Heard, missed: Missed) -> None:
        """Say whom to call; what comes from `origin` is our own."""
        self._url = url
        self._origin = origin
        self._heard = heard
        self._missed = missed
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start, and return when nothing can be missed any more."""
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
            await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _run(self, connection: Connection) -> None:
        while True:
            try:
                async with connection:
                    async for note in connection.notifies():
                        self._hear(note.payload)
            except psycopg.OperationalError as error:
                log.warning("storage: not listening any more: %s", error)
            connection = await self._again()
            log.info("storage: listening again")
            self._tell(self._missed)

    async def _again(self) -> Connection:
        pause, longest = PAUSES
        while True:
            try:
                return await self._connect()
            except psycopg.OperationalError:
                await asyncio.sleep(pause)
                pause = min(2 * pause, longest)

    def _hear(self, payload: str) -> None:
        words = payload.split(" ")
        # Anybody with access to the database may notify.
        if len(words) == 3 and words[1].isdecimal() and words[2] != self._origin:
            self._tell(partial(self._heard, words[0], int(words[1])))

    def _tell(self, subscriber: Callable[[], None]) -> None:
        try:
            subscriber()
        except Exception:
            # Its failure must not make us deaf.
            log.exception("storage: a subscriber failed")
