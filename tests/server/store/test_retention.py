"""Old tables are found and deleted in portions; nothing of them stays, and nothing else goes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg
import pytest
from tests.server.store.databases import Postgres, event, row, summary, tell

from bestagon.server.store.base import BadRow, Lease, NoTable, Store, Usage, open_store
from bestagon.server.store.postgres.queries import TABLE

DAY = 1_000_000


async def fill(store: Store) -> None:
    """Store tables of every status; events of a table are at 2,000 and later."""
    await store.create(row("over-1", 10), summary("over"), [event(n) for n in range(3)])
    await store.create(row("over-2", 20), summary("over", visitors=()), [event(n) for n in range(3)])
    await store.create(row("over-3", 30), summary("over"), [event(0)])
    await store.create(row("open-1", 40), summary("open", visitors=()))
    await store.create(row("running-1", 50), summary("running"), [event(0)])
    await store.create(row("new", DAY), summary("over"), [])


async def names(store: Store, status: str, before: int = DAY - 1, unseated: bool = False) -> list[str]:
    return [table for _, table, _ in await store.expired(status, before, DAY, 100, unseated=unseated)]


def test_old_tables_are_found_by_status_and_latest_event(url: str) -> None:
    async def story(store: Store) -> None:
        await fill(store)
        assert await names(store, "over") == ["over-1", "over-2", "over-3"]
        assert await names(store, "over", unseated=True) == ["over-2"]
        assert await names(store, "open") == ["open-1"]
        assert await names(store, "running") == ["running-1"]
        # The third event of the first two is at 2,002.
        assert await names(store, "over", 2_001) == ["over-3"]
        assert await names(store, "over", 1_999) == []
        assert await names(store, "open", 40) == ["open-1"]
        assert await names(store, "open", 39) == []
        first = await store.expired("over", DAY, DAY, 2)
        assert [table for _, table, _ in first] == ["over-1", "over-2"]
        assert [table for _, table, _ in await store.expired("over", DAY, DAY, 9, after=first[-1][:2])] == ["over-3", "new"]
        assert await store.lease("over-1", "me", DAY + 5, DAY)
        assert await names(store, "over") == ["over-2", "over-3"]
        with pytest.raises(BadRow, match="status"):
            await store.expired("gone", 1, 1, 1)

    tell(url, story)


def test_a_deleted_table_is_gone_at_once_and_its_rows_in_portions(url: str, postgres: Postgres) -> None:
    async def story(store: Store) -> None:
        await fill(store)
        assert not await store.delete("over-1", 2)
        assert not await store.delete("nowhere", 0)
        assert await store.delete("over-1", 3)
        assert not await store.delete("over-1", 3)
        assert await store.dump("over-1") is None
        assert await names(store, "over") == ["over-2", "over-3"]
        assert "over-1" not in [table for table, _ in await store.mine("ann", 9)]
        with pytest.raises(NoTable):
            await store.append("over-1", event(3), summary("over"))
        with pytest.raises(NoTable):
            await store.append("over-1", event(3), summary("over"), Lease("me", 5))
        assert await store.purge(2) == 2
        assert await store.purge(2) == 2
        assert await store.purge(2) == 0
        assert await store.ids("", 9) == ["new", "open-1", "over-2", "over-3", "running-1"]
        assert len(await store.events("over-2", 0)) == 3
        # The id is free again.
        await store.create(row("over-1", 10), summary("over"))

    tell(url, story)
    assert rows(url, "events", "over-2") == 3
    for name in ("events", "holders"):
        assert rows(url, name, "over-1") == (0 if name == "events" else 2)


def rows(url: str, name: str, table: str) -> int:
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        found = connection.execute(f"SELECT count(*) FROM {name} WHERE table_id = ?", (table,)).fetchone()
        connection.close()
    else:
        with psycopg.connect(url) as server:
            found = server.execute(f"SELECT count(*) FROM bestagon.{name} WHERE table_id = %s".encode(), (table,)).fetchone()
    assert found is not None
    return int(found[0])


def test_purging_continues_after_a_restart(url: str) -> None:
    async def first(store: Store) -> None:
        await fill(store)
        assert await store.delete("over-1", 3)
        assert await store.purge(1) == 1

    async def second(store: Store) -> None:
        assert await store.dump("over-1") is None
        while await store.purge(2):
            pass
        assert "over-1" not in await store.ids("", 9)

    tell(url, first)
    tell(url, second)
    assert rows(url, "events", "over-1") == 0


def test_two_processes_delete_a_table_once(postgres: Postgres) -> None:
    import asyncio

    url = postgres.clear()

    async def story(store: Store) -> None:
        await fill(store)
        other = open_store(url)
        await other.open()
        told = await asyncio.gather(*(one.delete("over-1", 3) for one in (store, other) * 5))
        assert sorted(told) == [False] * 9 + [True]
        while sum(await asyncio.gather(*(one.purge(1) for one in (store, other) * 3))):
            pass
        assert await store.ids("", 9) == ["new", "open-1", "over-2", "over-3", "running-1"]
        await other.close()

    tell(url, story)


def test_a_table_whose_rows_are_deleted_while_it_is_read_is_gone(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of it in a backup would make all of that unreadable."""
    url = postgres.clear()

    async def story(store: Store) -> None:
        await store.create(row(), summary(), [event(n) for n in range(10)])
        other = open_store(url)
        await other.open()
        fetch = store._fetch  # type: ignore[attr-defined]

        async def fetch_slowly(sql: str, *fields: object) -> list[object]:
            found: list[object] = await fetch(sql, *fields)
            if sql == TABLE:
                assert await other.delete("table-1", 10)
                await other.purge(4)
            return found

        with monkeypatch.context() as patch:
            patch.setattr(store, "_fetch", fetch_slowly)
            assert await store.dump("table-1") is None
        await other.close()

    tell(url, story)


def test_usage_counts_tables_due_ones_and_bytes(url: str) -> None:
    async def story(store: Store) -> None:
        await fill(store)
        await store.create(row("due-1"), summary(due=5))
        await store.create(row("due-2"), summary(due=50))
        found = await store.usage(10)
        assert isinstance(found, Usage)
        assert (found.tables, found.due) == (8, 1)
        assert 0 < found.used <= found.size
        assert found.disk_free > 0 if url.startswith("sqlite") else found.disk_free == -1

    tell(url, story)


def test_a_file_shrinks_after_tables_were_deleted(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def story(store: Store) -> None:
        for n in range(20):
            await store.create(row(f"t{n}"), summary("over"), [event(i, data=bytes(60_000)) for i in range(10)])
        before = await store.usage(0)
        assert before.size > 12_000_000
        for n in range(19):
            assert await store.delete(f"t{n}", 10)
        longest = 0
        while done := await store.purge(64):
            longest = max(longest, done)
        after = await store.usage(0)
        assert longest <= 64
        assert after.size < 3_000_000
        assert await store.load("t19") is not None

    tell(f"sqlite:///{path}", story)
    assert path.stat().st_size < 3_000_000
