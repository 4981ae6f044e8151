"""Several processes on one PostgreSQL: they notify each other, race fairly and survive a restart of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.server.store.databases import PATIENCE, Postgres, event, row, summary

from bestagon.server.store.base import Conflict, Duplicate, Store, StoreUnavailable, open_store


class Process:
    """A storage with the notifications that it got, in place of a separate process."""

    def __init__(self, url: str) -> None:
        self.store = open_store(url)
        self.heard: list[tuple[str, int]] = []
        self.missed = 0
        self._changed = asyncio.Event()
        self.store.watch(self._on_heard, self._on_missed)

    def _on_heard(self, table: str, n: int) -> None:
        self.heard.append((table, n))
        self._changed.set()

    def _on_missed(self) -> None:
        self.missed += 1
        self._changed.set()

    async def until(self, happened: Callable[[], bool]) -> None:
        while not happened():
            self._changed.clear()
            await self._changed.wait()


def tell_two(url: str, story: Callable[[Process, Process], Awaitable[None]]) -> None:
    async def told() -> None:
        one, two = Process(url), Process(url)
        await one.store.open()
        await two.store.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await story(one, two)
        finally:
            await one.store.close()
            await two.store.close()

    asyncio.run(told())


def test_every_append_is_announced_to_all_other_processes(postgres: Postgres) -> None:
    async def story(one: Process, two: Process) -> None:
        for name in ("a", "b"):
            await one.store.create(row(name), summary())
        for n in range(3):
            await one.store.append("a", event(n), summary())
        await two.until(lambda: len(two.heard) == 3)
        await two.store.append("b", event(0), summary())
        await one.until(lambda: len(one.heard) == 1)
        assert two.heard == [("a", 0), ("a", 1), ("a", 2)]
        assert one.heard == [("b", 0)]
        assert (one.missed, two.missed) == (0, 0)

    tell_two(postgres.clear(), story)


def test_an_announced_event_is_already_stored(postgres: Postgres) -> None:
    async def story(one: Process, two: Process) -> None:
        await one.store.create(row(), summary())
        for n in range(20):
            await one.store.append("table-1", event(n), summary())
            await two.until(lambda n=n: len(two.heard) > n)  # type: ignore[misc]
            assert len(await two.store.events("table-1", 0)) == n + 1

    tell_two(postgres.clear(), story)


def test_foreign_notifications_and_failing_listeners_do_no_harm(postgres: Postgres) -> None:
    async def story(one: Process, two: Process) -> None:
        await one.store.create(row(), summary())
        for payload in ("", "x", "a b c", "a 1", "a -1 c", "a 1 c d", "b ² x", f"a {'1' * 5000} c"):
            await asyncio.to_thread(postgres.run, f"SELECT pg_notify('bestagon', '{payload}')")
        failing = two.heard
        two.heard = None  # type: ignore[assignment]
        await one.store.append("table-1", event(0), summary())
        await asyncio.to_thread(postgres.run, "SELECT pg_notify('bestagon', 'heard 7 nobody')")
        await one.until(lambda: len(one.heard) == 1)
        two.heard = failing
        await one.store.append("table-1", event(1), summary())
        await two.until(lambda: ("table-1", 1) in two.heard)
        assert one.heard == [("heard", 7)]

    tell_two(postgres.clear(), story)


async def write(store: Store, tables: list[str], who: str, times: int) -> None:
    """Append events to tables that others append to; after a conflict use the number that it names."""

    async def add(table: str) -> None:
        n = 0
        for i in range(times):
            while True:
                try:
                    await store.append(table, event(n, who, f"{i}"), summary(visitors=(who, f"{who}{i % 2}")))
                    break
                except Conflict as error:
                    n = error.n
            with pytest.raises(Duplicate):
                await store.append(table, event(n + 1, who, f"{i}"), summary())

    await asyncio.gather(*map(add, tables))


def test_processes_that_race_for_the_same_tables_lose_and_double_nothing(postgres: Postgres) -> None:
    tables = [f"table-{i}" for i in range(10)]

    async def lease(store: Store) -> None:
        for i in range(100):
            await store.lease(tables[i % 10], "lease", until=i + 1, now=i)

    async def story(one: Process, two: Process) -> None:
        for name in tables:
            await one.store.create(row(name), summary())
        # In opposite orders, as a deadlock would need them, with a third that changes the same rows.
        await asyncio.gather(write(one.store, tables, "one", 10), write(two.store, tables[::-1], "two", 10), lease(one.store))
        for name in tables:
            there = await one.store.events(name, 0)
            assert [found.n for found in there] == list(range(20))
            assert sorted((found.actor, int(found.key)) for found in there) == [(who, i) for who in ("one", "two") for i in range(10)]
            stored = await two.store.dump(name)
            assert stored is not None
            last = stored.summary.visitors
            assert last == (there[-1].actor, f"{there[-1].actor}{int(there[-1].key) % 2}")
            for visitor in ("ann", "bob", "one", "one0", "one1", "two", "two0", "two1"):
                held = name in [table for table, _ in await one.store.mine(visitor, 20)]
                assert held == (visitor in last), (visitor, last)

    tell_two(postgres.clear(), story)


def test_a_broken_connection_is_replaced_and_reported(postgres: Postgres) -> None:
    async def story(one: Process, two: Process) -> None:
        await one.store.create(row(), summary())
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bestagon'"
        await asyncio.to_thread(postgres.run, others)
        await one.until(lambda: one.missed == 1)
        await two.until(lambda: two.missed == 1)
        await eventually(lambda: one.store.append("table-1", event(0), summary()))
        await two.until(lambda: two.heard == [("table-1", 0)])

    tell_two(postgres.clear(), story)


async def eventually(call: Callable[[], Awaitable[object]]) -> None:
    """Retry while storage is unavailable."""
    while True:
        try:
            await call()
            return
        except StoreUnavailable:
            await asyncio.sleep(0.02)


def test_the_process_survives_a_crash_of_the_database(postgres: Postgres) -> None:
    async def story(one: Process, two: Process) -> None:
        await one.store.create(row(), summary())
        await one.store.append("table-1", event(0), summary())
        await asyncio.to_thread(postgres.kill)
        try:
            calls = (one.store.load("table-1"), one.store.append("table-1", event(1), summary()), one.store.lobby(5), two.store.due(5, 5))
            told = await asyncio.gather(*calls, return_exceptions=True)
            assert [type(one) for one in told] == [StoreUnavailable] * 4
        finally:
            await asyncio.to_thread(postgres.start)
        await one.until(lambda: one.missed == 1)
        await two.until(lambda: two.missed == 1)
        await eventually(lambda: one.store.load("table-1"))
        assert await one.store.load("table-1") == (row(), [event(0)])
        await one.store.append("table-1", event(1), summary())
        await two.until(lambda: ("table-1", 1) in two.heard)

    tell_two(postgres.clear(), story)


def test_a_process_hears_of_its_own_revocation_whose_answer_was_lost(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would accept a credential that all others refuse, until it is restarted."""
    url = postgres.clear()

    async def told() -> None:
        process = Process(url)
        revoked: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        process.store.watch(process._on_heard, process._on_missed, lambda visitor, generation: revoked.put_nowait((visitor, generation)))
        await process.store.open()
        fetch = process.store._fetch  # type: ignore[attr-defined]

        async def lose_answer(sql: str, *fields: object) -> list[object]:
            await fetch(sql, *fields)
            raise StoreUnavailable("the connection broke")

        try:
            with monkeypatch.context() as patch:
                patch.setattr(process.store, "_fetch", lose_answer)
                with pytest.raises(StoreUnavailable):
                    await process.store.rotate("ann", 0, "key")
            async with asyncio.timeout(10):
                assert await revoked.get() == ("ann", 1)
        finally:
            await process.store.close()

    asyncio.run(told())
