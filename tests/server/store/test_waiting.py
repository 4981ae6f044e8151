"""While storage waits for another program's lock, everything that does not need it continues."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import psycopg
import pytest
from tests.server.store.databases import event, row, summary, tell

from bestagon.server.store.base import Store, StoreUnavailable
from bestagon.server.store.sqlite import writer as sqlite_writer
from bestagon.server.store.sqlite.files import DatabaseFiles
from bestagon.server.store.sqlite.store import SqliteStore


class Lock:
    """Another program's transaction, in which nobody else can write to a table."""

    def __init__(self, url: str) -> None:
        self._sqlite: sqlite3.Connection | None = None
        if url.startswith("sqlite"):
            self._sqlite = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None, check_same_thread=False)
            self._sqlite.execute("BEGIN IMMEDIATE")
        else:
            self._postgres = psycopg.connect(url)
            self._postgres.execute("SELECT FROM bestagon.summaries WHERE table_id = 'table-1' FOR UPDATE")

    def release(self) -> None:
        if self._sqlite is not None:
            self._sqlite.execute("ROLLBACK")
            self._sqlite.close()
        else:
            self._postgres.close()


def test_reading_continues_while_a_write_waits(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        lock = Lock(url)
        try:
            tasks = [asyncio.create_task(store.append("table-1", event(n), summary())) for n in range(3)]
            for _ in range(10):
                assert await store.load("table-1") == (row(), [])
            assert [name for name, _ in await store.lobby(5)] == ["table-1"]
            assert not any(task.done() for task in tasks)
        finally:
            lock.release()
        await asyncio.gather(*tasks)
        assert len(await store.events("table-1", 0)) == 3

    tell(url, story)


def test_a_writer_that_is_far_behind_refuses_more(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bestagon.server.store.postgres.writer.MOST_WAITING", 5)

    async def story(store: Store) -> None:
        if isinstance(store, SqliteStore):
            assert store._writer is not None
            store._writer.most_waiting = 5
        await store.create(row(), summary())
        tries = [store.append("table-1", event(n), summary()) for n in range(10)]
        told = await asyncio.gather(*tries, return_exceptions=True)
        assert told[:5] == [None] * 5
        assert all(isinstance(one, StoreUnavailable) and "overloaded" in str(one) for one in told[5:])
        await store.append("table-1", event(5), summary())

    tell(url, story)


def test_a_call_that_waits_too_long_fails_and_others_are_served_later(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bestagon.server.store.postgres.writer.TIMEOUT", 0.05)

    async def story(store: Store) -> None:
        await store.create(row(), summary())
        writer = store._writer if isinstance(store, SqliteStore) else None
        if writer is not None:
            writer.timeout = 0.05
        lock = Lock(url)
        try:
            with pytest.raises(StoreUnavailable, match="did not respond"):
                await store.append("table-1", event(0), summary())
        finally:
            lock.release()
            monkeypatch.undo()
            if writer is not None:
                writer.timeout = sqlite_writer.TIMEOUT
        # What was given up may have been done meanwhile, and is so only once.
        while not await store.events("table-1", 0):
            await asyncio.sleep(0.01)
        await store.append("table-1", event(1), summary())
        assert await store.load("table-1") == (row(), [event(0), event(1)])

    tell(url, story)


def test_a_failing_job_does_not_stop_the_thread(tmp_path: Path) -> None:
    async def story() -> None:
        files = DatabaseFiles(tmp_path / "numbers.db")
        connection = sqlite3.connect(files.path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA user_version = 1")
        files.create(files.lock)
        files.remember()
        writer = sqlite_writer.SqliteWriter(connection, files)
        await writer.do(lambda connection: connection.execute("CREATE TABLE numbers (n)") and None)

        def fails(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO numbers VALUES (1)")
            raise ZeroDivisionError

        def works(connection: sqlite3.Connection) -> list[tuple[int]]:
            connection.execute("INSERT INTO numbers VALUES (2)")
            return connection.execute("SELECT n FROM numbers").fetchall()

        told = await asyncio.gather(writer.do(fails), writer.do(works), return_exceptions=True)
        assert isinstance(told[0], ZeroDivisionError)
        assert told[1] == [(2,)]
        await writer.close()
        with pytest.raises(StoreUnavailable, match="closed"):
            await writer.do(works)

    asyncio.run(story())


def test_an_error_of_the_system_does_not_stop_the_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        monkeypatch.undo()
        raise MemoryError

    async def story(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        monkeypatch.setattr(store._files, "check_open", fails)
        async with asyncio.timeout(10):
            with pytest.raises(StoreUnavailable, match="MemoryError"):
                await store.create(row(), summary())
            await store.append("table-1", event(0), summary())
        assert len(await store.events("table-1", 0)) == 1

    tell(f"sqlite:///{tmp_path}/tables.db", story)
