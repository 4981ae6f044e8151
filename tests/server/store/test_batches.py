"""Events that change nothing else are written together, and refused one by one."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from tests.server.store.databases import event, row, summary, tell

from bestagon.server.store.base import OVER, Conflict, Duplicate, NoTable, Store
from bestagon.server.store.sqlite import queries
from bestagon.server.store.sqlite.store import SqliteStore

TABLES = 12


async def begun(store: Store) -> None:
    """Make tables with one event each, after which only events are written."""
    for i in range(TABLES):
        await store.create(row(f"table-{i}"), summary())
        await store.append(f"table-{i}", event(0), summary())


def test_a_refused_row_leaves_the_others_of_its_batch_alone(url: str) -> None:
    async def story(store: Store) -> None:
        await begun(store)
        used = await asyncio.gather(*(store.append(f"table-{i}", event(1, key="first"), summary()) for i in range(TABLES)))
        assert used == [None] * TABLES
        tries = [
            store.append("table-0", event(2), summary()),
            store.append("table-1", event(1), summary()),
            store.append("table-2", event(3), summary()),
            store.append("table-3", event(2, key="first"), summary()),
            store.append("table-4", event(2), summary(status=OVER)),
            store.append("no-table", event(2), summary()),
            store.append("table-5", event(2), summary()),
        ]
        told = await asyncio.gather(*tries, return_exceptions=True)
        assert [told[0], told[4], told[6]] == [None] * 3
        assert isinstance(told[1], Conflict)
        assert told[1].n == 2
        assert isinstance(told[2], Conflict)
        assert told[2].n == 2
        assert isinstance(told[3], Duplicate)
        assert told[3].n == 1
        assert isinstance(told[5], NoTable)
        counts = [len(await store.events(f"table-{i}", 0)) for i in range(6)]
        assert counts == [3, 2, 2, 2, 3, 3]
        found = await store.dump("table-4")
        assert found is not None
        assert found.summary == summary(status=OVER)
        # The refused callers continue.
        await asyncio.gather(*(store.append(f"table-{i}", event(2), summary()) for i in (1, 2, 3)))
        assert [len(await store.events(f"table-{i}", 0)) for i in (1, 2, 3)] == [3, 3, 3]

    tell(url, story)


def test_a_summary_that_changes_back_is_written(url: str) -> None:
    async def story(store: Store) -> None:
        await begun(store)
        for n, due in enumerate((0, 5, 5, 0, 0, 7), 1):
            await store.append("table-0", event(n), summary(due=due))
            found = await store.dump("table-0")
            assert found is not None
            assert found.summary == summary(due=due)
            assert len(found.events) == n + 1

    tell(url, story)


def test_a_table_that_is_gone_gets_no_events(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"

    async def story(store: Store) -> None:
        await begun(store)
        other = sqlite3.connect(url.removeprefix("sqlite:///"))
        for table in ("events WHERE table_id", "holders WHERE table_id", "summaries WHERE table_id", "tables WHERE id"):
            other.execute(f"DELETE FROM {table} = 'table-3'")
        other.commit()
        other.close()
        told = await asyncio.gather(*(store.append(f"table-{i}", event(1), summary()) for i in range(5)), return_exceptions=True)
        assert [type(one) for one in told] == [type(None), type(None), type(None), NoTable, type(None)]

    tell(url, story)


def test_a_move_reads_nothing_and_changes_no_summary(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def careful(*args: object, **named: object) -> None:
        raise AssertionError("a table's second event needs no more than a row")

    async def story(store: Store) -> None:
        await begun(store)
        monkeypatch.setattr(queries, "append", careful)
        await asyncio.gather(*(store.append(f"table-{i}", event(1), summary()) for i in range(TABLES)))

    tell(f"sqlite:///{tmp_path}/tables.db", story)


def test_a_table_with_a_pending_move_is_not_deleted(tmp_path: object) -> None:
    async def story(store: Store) -> None:
        await begun(store)
        appended = asyncio.ensure_future(store.append("table-0", event(1), summary()))
        await asyncio.sleep(0)
        assert not await store.delete("table-0", 1)
        await appended
        assert len(await store.events("table-0", 0)) == 2
        deleted = asyncio.ensure_future(store.delete("table-1", 1))
        await asyncio.sleep(0)
        with pytest.raises(NoTable):
            await store.append("table-1", event(1), summary())
        assert await deleted

    tell(f"sqlite:///{tmp_path}/tables.db", story)


def test_a_key_is_used_once_however_long_ago(url: str) -> None:
    async def fill(store: Store) -> None:
        await store.create(row(), summary())
        for n in range(200):
            await store.append("table-1", event(n, key=f"key-{n}"), summary(due=n % 3))

    async def try_again(store: Store) -> None:
        for first in (199, 3, 117):
            for n, due in ((200, 1), (200, 5), (first + 1, 1)):
                with pytest.raises(Duplicate) as found:
                    await store.append("table-1", event(n, key=f"key-{first}"), summary(due=due))
                assert found.value.n == first
        # The same key of another actor is another key.
        await store.append("table-1", event(200, "bob", "key-3"), summary())
        with pytest.raises(Duplicate):
            await store.append("table-1", event(201, "bob", "key-3"), summary())
        await store.delete("table-1", 201)
        while await store.purge(100):
            pass

    async def story(store: Store) -> None:
        await fill(store)
        await try_again(store)
        await fill(store)

    tell(url, story)
    # Another process knows nothing yet.
    tell(url, try_again)


def test_forgotten_keys_are_read_again(tmp_path: object) -> None:
    async def story(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        store.most_keys = 10
        for i in range(4):
            await store.create(row(f"table-{i}"), summary())
        for n in range(12):
            for i in range(4):
                await store.append(f"table-{i}", event(n, key=f"key-{n}"), summary())
        assert sum(len(one.keys) for one in store._known.values()) <= 10
        for i in range(4):
            with pytest.raises(Duplicate):
                await store.append(f"table-{i}", event(12, key="key-1"), summary())

    tell(f"sqlite:///{tmp_path}/tables.db", story)


def test_two_keys_with_one_hash_are_different(tmp_path: object) -> None:
    async def story(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await store.create(row(), summary())
        await store.append("table-1", event(0, key="one"), summary())
        known = store._known["table-1"]
        known.keys.add(queries.key_hash(event(1).actor, "two"))
        await store.append("table-1", event(1, key="two"), summary())
        assert [one.key for one in await store.events("table-1", 0)] == ["one", "two"]

    tell(f"sqlite:///{tmp_path}/tables.db", story)
