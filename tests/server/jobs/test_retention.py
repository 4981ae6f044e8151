"""Retention deletes what is old, archives it first, and leaves everything else alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.serving import Client, serving
from tests.server.store.databases import Postgres, event, row, summary, tell
from tests.server.table_harness import TableHarness

from bestagon.core.actions import legal_actions
from bestagon.core.errors import BestagonError
from bestagon.server.errors import ApiError
from bestagon.server.jobs.retention import DAY, PORTION, Retention
from bestagon.server.metrics import Metrics
from bestagon.server.settings import Settings
from bestagon.server.store.archive import import_tables
from bestagon.server.store.base import EventRow, Store, StoredTable, StoreUnavailable, open_store
from bestagon.server.store.downtime import Downtime
from bestagon.server.tables.eviction import MemoryLimits, TableMemory
from bestagon.server.tables.live import record_of
from bestagon.server.tables.manager import TableManager

NOW = 1_000 * DAY


class Setting:
    """A manager on a store with its retention, and a manual clock."""

    def __init__(self, store: Store, **given: Any) -> None:
        self.now = NOW
        self.store = store
        self.metrics = Metrics()
        memory = TableMemory(MemoryLimits(10**12, 10**12, 10**12), lambda visitor: "", lambda *limit: None)
        self.downtime = Downtime(store, lambda: self.now, 6000)
        self.manager = TableManager(store, self.metrics, self.downtime, memory, lambda: self.now)
        self.retention = Retention(self.manager, Settings(**given))

    async def all(self) -> dict[str, int]:
        """Run portions until nothing is left to do, and return what was deleted."""
        gone: dict[str, int] = {}
        while found := await self.retention.delete_portion():
            assert found.total() <= PORTION
            for reason, count in found.items():
                gone[reason] = gone.get(reason, 0) + count
        return gone


def run(url: str, story: Callable[[Setting], Awaitable[None]], **given: Any) -> None:
    tell(url, lambda store: story(Setting(store, **given)))


async def add(store: Store, table: str, status: str, days: float, visitors: tuple[str, ...] = ("ann",)) -> None:
    """Store a table whose latest event is `days` days old and that was created a day earlier."""
    at = NOW - int(days * DAY)
    await store.create(row(table, at - DAY), summary(status, visitors=visitors), [at_time(0, at - DAY), at_time(1, at)])


def at_time(n: int, at: int) -> EventRow:
    return msgspec.structs.replace(event(n), at=at)


def test_each_kind_of_table_has_its_time(url: str) -> None:
    async def story(setting: Setting) -> None:
        store = setting.store
        for kind, status, days, visitors in (
            ("bots", "over", 1, ()),
            ("paused", "running", 1, ()),
            ("finished", "over", 30, ("ann",)),
            ("open", "open", 2, ("ann",)),
            ("running", "running", 60, ("ann",)),
        ):
            await add(store, f"{kind}-old", status, days + 0.1, visitors)
            await add(store, f"{kind}-new", status, days - 0.1, visitors)
        assert await setting.all() == {"bots": 2, "finished": 1, "open": 1, "running": 1}
        assert await store.ids("", 100) == ["bots-new", "finished-new", "open-new", "paused-new", "running-new"]
        setting.metrics.publish(0, 0)
        text = setting.metrics.text().decode()
        assert 'bestagon_retention_tables_total{reason="finished"} 1.0' in text

    run(url, story)


def test_nothing_is_deleted_where_the_settings_say_never(url: str) -> None:
    async def story(setting: Setting) -> None:
        for status in ("open", "running", "over"):
            await add(setting.store, status, status, 900, ())
        assert await setting.all() == {}

    run(url, story, keep_finished=0.0, keep_bots=0.0, keep_open=0.0, keep_running=0.0)


def served(table: str, moves: int) -> StoredTable:
    """A table as the server plays it."""
    harness = TableHarness("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])
    for _ in range(moves):
        seat = harness.live.acting[0]
        harness.act("ann", seat, legal_actions(harness.live.masked(seat), seat)[0])
    return StoredTable(msgspec.structs.replace(harness.row, id=table), harness.events, harness.live.summary())


def test_an_archive_can_be_imported_again(url: str, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    tables = [served("table-1", 5), served("../table-2", 0), served("table-3", 2)]

    async def story(setting: Setting) -> None:
        for stored in tables:
            await setting.store.create(stored.row, stored.summary, stored.events)
        assert (await setting.all()).get("running") == 3
        assert await setting.store.ids("", 10) == []

    async def back(store: Store) -> None:
        assert await import_tables(store, archive, record_of) == 3
        for stored in tables:
            assert await store.dump(stored.row.id) == stored

    run(url, story, archive=str(archive))
    files = [path for path in archive.rglob("*") if path.is_file()]
    assert len(files) == 3
    assert all(path.stat().st_mode & 0o777 == 0o600 and path.parent.parent == archive for path in files)
    tell(f"sqlite:///{tmp_path}/other.db", back)


def test_a_crash_between_archive_and_deletion_loses_and_doubles_nothing(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "archive"

    async def story(setting: Setting) -> None:
        await add(setting.store, "table-1", "over", 40)

        async def crash(table: str, count: int) -> bool:
            raise StoreUnavailable("crashed")

        with monkeypatch.context() as patch:
            patch.setattr(setting.store, "delete", crash)
            with pytest.raises(StoreUnavailable):
                await setting.retention.delete_portion()
        (first,) = archive.rglob("*.gz")
        before = first.read_bytes()
        assert await setting.store.dump("table-1") is not None
        setting.now += 2 * 60_000  # A lease of the crashed process has run out.
        assert await setting.all() == {"finished": 1}
        assert [path.read_bytes() for path in archive.rglob("*.gz")] == [before]

    run(url, story, archive=str(archive))


def test_without_its_archive_nothing_is_deleted(url: str, tmp_path: Path) -> None:
    (tmp_path / "archive").write_text("this is no folder")

    async def story(setting: Setting) -> None:
        await add(setting.store, "table-1", "over", 40)
        with pytest.raises(BestagonError, match="cannot write"):
            await setting.retention.delete_portion()
        assert await setting.store.dump("table-1") is not None

    run(url, story, archive=str(tmp_path / "archive"))


def test_tables_in_use_stay_and_do_not_hold_up_others(url: str) -> None:
    async def story(setting: Setting) -> None:
        used = [served(f"used-{n:03}", 0) for n in range(PORTION + 5)]
        for stored in used:
            await setting.store.create(stored.row, stored.summary, stored.events)
            async with setting.manager.table(stored.row.id):
                pass
        await add(setting.store, "unused", "running", 61)
        assert await setting.all() == {"running": 1}
        assert len(await setting.store.ids("", 100)) == PORTION + 5
        setting.manager.evict(-1)
        assert await setting.all() == {"running": PORTION + 5}

    run(url, story)


def test_the_oldest_finished_tables_beyond_a_number_are_deleted(url: str) -> None:
    async def story(setting: Setting) -> None:
        for n in range(8):
            await add(setting.store, f"over-{n}", "over", 8 - n)
        await add(setting.store, "running", "running", 20)
        assert await setting.all() == {"max_tables": 4}
        assert await setting.store.ids("", 100) == ["over-4", "over-5", "over-6", "over-7", "running"]

    run(url, story, max_tables=5)


async def owned(store: Store, owner: str, table: str, status: str, hours: float, count: int = 2) -> None:
    """Store a table of an owner with some events, the latest some hours old."""
    at = NOW - int(hours * DAY / 24)
    events = [at_time(n, at - DAY if n < count - 1 else at) for n in range(count)]
    described = msgspec.structs.replace(summary(status, visitors=(owner,)), owner=owner)
    await store.create(row(table, at - DAY), described, events)


def test_those_who_have_stored_most_lose_tables_first(url: str) -> None:
    async def story(setting: Setting) -> None:
        store = setting.store
        for n in range(3):
            await owned(store, "ann", f"ann-{n}", "over", 20 - n, 200)
            await owned(store, "bob", f"bob-{n}", "running", 10 - n, 200)
        for n in range(4):
            await owned(store, "eve", f"eve-{n}", "running", 5 - n, 1000)
        await owned(store, "eve", "eve-over", "over", 0.5, 10)
        by_size = [table for table, _ in await store.excess(True, 100)]
        # Eve has most, and loses until she has no more than the others; hers that is over goes before those that are not.
        assert by_size[:4] == ["eve-over", "eve-0", "eve-1", "eve-2"]
        assert by_size[4] == "eve-3"
        assert by_size[5:] == ["ann-0", "bob-0", "ann-1", "bob-1", "ann-2", "bob-2"]
        by_number = [table for table, _ in await store.excess(False, 100)]
        # Finished ones go first, of all visitors.
        assert set(by_number[:4]) == {"ann-0", "ann-1", "ann-2", "eve-over"}
        assert by_number[4:6] == ["eve-0", "bob-0"]
        assert await store.excess(True, 2) == [("eve-over", 10), ("eve-0", 1000)]

    run(url, story)


def test_unfinished_tables_do_not_fill_the_disk(tmp_path: Path) -> None:
    async def story(setting: Setting) -> None:
        store = setting.store
        for n in range(6):
            await owned(store, f"visitor-{n}", f"game-{n}", "over" if n % 2 else "running", 90 - n, 200)
        for n in range(10):
            await owned(store, "eve", f"eve-{n}", "running", n, 3000)
        assert (await store.usage(0)).used > 2**20
        assert set(await setting.all()) == {"max_store"}
        assert (await store.usage(0)).used <= 2**20
        left = await store.ids("", 100)
        assert [table for table in left if not table.startswith("eve")] == [f"game-{n}" for n in range(6)]
        assert 1 <= len(left) - 6 < 10

    import bestagon.server.jobs.retention as module

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PORTION", 1)
        run(f"sqlite:///{tmp_path}/t.db", story, max_store=1)


def test_a_file_beyond_a_size_loses_its_oldest_finished_tables(tmp_path: Path) -> None:
    async def story(setting: Setting) -> None:
        for n in range(40):
            at = NOW - (40 - n) * 1000
            events = [msgspec.structs.replace(event(0, data=bytes(60_000)), at=at), at_time(1, at)]
            await setting.store.create(row(f"over-{n:02}", at), summary("over"), events)
        gone = await setting.all()
        assert set(gone) == {"max_store"}
        left = await setting.store.ids("", 100)
        assert left == [f"over-{n:02}" for n in range(40 - len(left), 40)]
        assert (await setting.store.usage(0)).used < 2**20
        assert len(left) > 5

    # One portion may be more than necessary, so each table is one here.
    import bestagon.server.jobs.retention as module

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PORTION", 1)
        run(f"sqlite:///{tmp_path}/t.db", story, max_store=1)


def test_a_clock_that_was_set_ahead_deletes_nothing_also_after_restarts(url: str) -> None:
    async def story(setting: Setting) -> None:
        await add(setting.store, "table-1", "over", 5)
        await setting.downtime.beat()
        setting.now += 400 * DAY
        await setting.downtime.beat()
        assert await setting.all() == {}
        for _ in range(60):
            # Each restart is a short downtime, and there is room for fifty.
            again = Setting(setting.store)
            again.now = setting.now = setting.now + 10_000
            await again.downtime.beat(starting=True)
            assert await again.all() == {}
            again.now = setting.now = setting.now + 1000
            await again.downtime.beat()
        # What has passed before and after the jump counts.
        again.now += 25 * DAY - 3_600_000
        assert await again.all() == {}
        again.now += 2 * 3_600_000
        assert await again.all() == {"finished": 1}

    run(url, story)


def test_a_server_that_was_off_for_long_deletes_nothing_at_once(tmp_path: Path) -> None:
    """Nor does one that starts with a wrong clock, which looks the same."""
    day = [0]

    def now() -> int:
        return time.time_ns() // 1_000_000 + day[0] * DAY

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bestagon.server.jobs.retention.INTERVAL", 0.05)
        tables: list[str] = []
        for ahead in (0, 365, 0):
            # The third start is after the clock was corrected.
            day[0] = ahead
            with serving(tmp_path / "t.db", now=now, idle=1, keep_open=2.0, keep_running=60.0) as server:
                if not tables:
                    ann = Client(server.port)
                    for kind in ("me", "open"):
                        tables.append(ann.create("beerhex", seats=[{"kind": "me"}, {"kind": kind}])["table"])
                time.sleep(0.5)
                ann.move(server.port)
                for table in tables:
                    assert ann.view(table)["status"] in ("open", "running")
        ann.close()


def test_two_processes_archive_and_delete_each_table_once(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.clear()

    async def story(setting: Setting) -> None:
        for n in range(20):
            await add(setting.store, f"table-{n:02}", "over", 40 + n)
        other = open_store(url)
        await other.open()
        second = Setting(other, archive=str(tmp_path / "second"))
        told = await asyncio.gather(setting.retention.delete_portion(), second.retention.delete_portion())
        assert sum(one.total() for one in told) == 20
        assert await setting.store.ids("", 100) == []
        await other.close()

    run(url, story, archive=str(tmp_path / "first"))
    names = [sorted(path.name for path in (tmp_path / name).rglob("*.gz")) for name in ("first", "second")]
    assert sorted(names[0] + names[1]) == [f"table-{n:02}.jsonl.gz" for n in range(20)]


def test_tables_that_another_process_may_have_in_use_stay(postgres: Postgres) -> None:
    """No process knows the memory of the others, so tables in which something has happened lately stay."""
    url = postgres.clear()

    async def story(setting: Setting) -> None:
        await owned(setting.store, "ann", "playing", "running", 0.5)
        await owned(setting.store, "ann", "forgotten", "running", 2)
        await owned(setting.store, "ann", "finished", "over", 0.9)
        await setting.store.create(row("new", NOW - DAY // 48), summary("open"))
        other = open_store(url)
        await other.open()
        second = Setting(other, max_tables=1)
        assert await second.all() == {"max_tables": 1}
        assert await setting.store.ids("", 10) == ["finished", "new", "playing"]
        second.now += DAY // 24
        assert await second.all() == {"max_tables": 2}
        await other.close()

    run(url, story)


def test_a_table_that_another_process_deletes_is_gone_for_those_who_have_it_in_memory(url: str) -> None:
    async def story(setting: Setting) -> None:
        stored = served("table-1", 3)
        await setting.store.create(stored.row, stored.summary, stored.events)
        async with setting.manager.table("table-1") as loaded:
            live = loaded.live
            assert await setting.store.delete("table-1", 3)
            from bestagon.server.protocol.tables import Chat
            from bestagon.server.tables.commands import Command

            with pytest.raises(ApiError) as caught:
                await setting.manager.commit(loaded, Command(Chat(0, "hello"), "ann", "k", live.at, "").event, "ann", "k")
            assert caught.value.name == "no_table"
        with pytest.raises(ApiError):
            await setting.manager.acquire("table-1")

    run(url, story)
