"""Real databases for tests: files for SQLite, our own server for PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import warnings
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import psutil
import psycopg

from bestagon.server.store.base import EventRow, Store, Summary, TableRow, open_store

with warnings.catch_warnings():
    # It complains if there is no runtime directory.
    warnings.simplefilter("ignore")
    from pgserver.postgres_server import PostgresServer, get_server

PATIENCE = 60
"""Seconds until a test that hangs fails."""

STARTS = 6
"""How often a database is asked to start: each try gives up after ten seconds, too few for a very busy machine."""

T = TypeVar("T")
Story = Callable[[Store], Awaitable[None]]


def tell(url: str, story: Story) -> None:
    """Run a test on an open storage."""

    async def told() -> None:
        store = open_store(url)
        await store.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await story(store)
        finally:
            await store.close()

    asyncio.run(told())


def patiently(start: Callable[[], T]) -> T:
    """Start a database, however slow the machine."""
    for _ in range(STARTS - 1):
        with contextlib.suppress(subprocess.TimeoutExpired):
            return start()
    return start()


class Postgres:
    """A server with its own data directory."""

    def __init__(self, folder: Path) -> None:
        self._server: PostgresServer = patiently(lambda: get_server(folder))
        self._folder = folder

    @property
    def url(self) -> str:
        return self._server.get_uri()

    def clear(self) -> str:
        """Return the address of a database without our tables."""
        self.run("DROP SCHEMA IF EXISTS bestagon CASCADE")
        return self.url

    def run(self, *statements: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def kill(self) -> None:
        """Kill every process of the server at once, as a crash would."""
        main = psutil.Process(self._server.get_pid())
        processes = [main, *main.children(recursive=True)]
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        for process in processes:
            while psutil.pid_exists(process.pid) and process.status() != psutil.STATUS_ZOMBIE:
                psutil.wait_procs([process], timeout=0.05)
        # Where nobody reaps the dead, the server would take these for signs of life.
        (self._folder / "postmaster.pid").unlink()
        for lock in self._server.get_postmaster_info().socket_dir.glob(".s.PGSQL.*.lock"):
            lock.unlink()

    def start(self) -> None:
        patiently(self._server.ensure_postgres_running)

    def start_as_standby(self) -> None:
        """Start a server that was killed as a standby of nobody, which takes no writes until it is promoted."""
        signal = self._folder / "standby.signal"
        signal.touch()
        owner = self._folder.stat()
        os.chown(signal, owner.st_uid, owner.st_gid)
        self.start()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop every process of the server for a block, without ending a connection."""
        main = psutil.Process(self._server.get_pid())
        processes = [main, *main.children(recursive=True)]
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.suspend()
        try:
            yield
        finally:
            for process in processes:
                # One that was about to end is gone.
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.resume()

    def stop(self) -> None:
        self._server.cleanup()


def row(table: str = "table-1", created: int = 1_000, **fields: object) -> TableRow:
    plain = {"game": "hex", "rules": 1, "players": 2, "options": b'{"size":5}', "secret": bytes(range(32)), "setup": b'{"name":"a"}'}
    return TableRow(table, created, **(plain | fields))  # type: ignore[arg-type]


def event(n: int, actor: str = "ann", key: str = "", data: bytes = b"{}") -> EventRow:
    return EventRow(n, 2_000 + n, "action", n % 2, actor, key, data)


def summary(status: str = "running", public: bool = True, visitors: tuple[str, ...] = ("ann", "bob"), due: int = 0) -> Summary:
    return Summary(status, public, visitors, due, b'{"turn":1}')
