"""Two processes on one store: each shows what the other has stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from tests.server.table_harness import KEYS

from bestagon.server.jobs.scheduler import TICK, Scheduler
from bestagon.server.limits.limits import Limits
from bestagon.server.metrics import Metrics
from bestagon.server.protocol.tables import Act, Create
from bestagon.server.settings import complete
from bestagon.server.store.base import EventRow, Store, TableRow
from bestagon.server.store.downtime import Downtime
from bestagon.server.store.sqlite.store import SqliteStore
from bestagon.server.tables.commands import Command
from bestagon.server.tables.events import TableEvent
from bestagon.server.tables.eviction import MemoryLimits, TableMemory
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.manager import TableManager
from bestagon.server.tables.subscribers import Subscriber
from bestagon.server.tables.views import check_viewer

NOW = 1_000_000


class SharedStore(SqliteStore):
    """A store of two processes that are parts of this one; what it has read may take a while to arrive."""

    shared = True

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.arrives = asyncio.Event()
        self.arrives.set()
        self.has_read = asyncio.Event()

    async def load(self, table: str) -> tuple[TableRow, Sequence[EventRow]] | None:
        found = await super().load(table)
        self.has_read.set()
        await self.arrives.wait()
        return found


@dataclass
class Reader:
    """A spectator's connection that reads at once."""

    versions: list[int]

    def write(self, view: bytes) -> bool:
        self.versions.append(msgspec.json.decode(view)["version"])
        return True


SETTINGS = complete({})


def manager(store: Store) -> TableManager:
    memory = TableMemory(MemoryLimits.of(SETTINGS), lambda visitor: "", lambda limit, scope, network: None)
    return TableManager(store, Metrics(), Downtime(store, lambda: NOW, 6000), memory, lambda: NOW)


def acts(seat: int, action: str) -> Callable[[LiveTable], TableEvent]:
    return lambda live: Command(Act(seat, action, live.version), "ann", "", NOW).event(live)


def test_a_notification_that_comes_while_its_table_is_loaded_is_not_lost(tmp_path: Path) -> None:
    """What is being loaded was read before the event that the notification is about. The spectator waited for it until the next one."""

    async def story() -> None:
        store = SharedStore(str(tmp_path / "shared.db"))
        await store.open()
        one, other = manager(store), manager(store)
        asked = msgspec.convert({"game": "beerhex", "public": True, "seats": [{"kind": "me"}, {"kind": "me"}]}, Create)
        live = TableFactory(KEYS, lambda n: bytes([3]) * n, 0).new(asked, "ann", "key", NOW)
        await one.create(live)

        store.arrives.clear()
        store.has_read.clear()
        loading = asyncio.create_task(connect(other, live.id))
        await store.has_read.wait()
        async with one.table(live.id) as loaded:
            await one.commit(loaded, acts(0, "c2 own"))
        other.on_append(live.id, 0)
        # The read of new events ends before that of the whole table.
        await asyncio.sleep(0.1)
        store.arrives.set()
        reader = await loading
        async with asyncio.timeout(10):
            while reader.versions != [1]:
                await asyncio.sleep(0.01)
        await store.close()

    asyncio.run(story())


def test_a_process_that_is_behind_does_not_take_a_bots_turn_from_the_others(tmp_path: Path) -> None:
    """It took the table for one whose stored time was wrong, and corrected it: nobody let the bot think."""

    async def story() -> None:
        store = SharedStore(str(tmp_path / "shared.db"))
        await store.open()
        one, other = manager(store), manager(store)
        asked = msgspec.convert({"game": "beerhex", "public": True, "seats": [{"kind": "me"}, {"kind": "bot"}]}, Create)
        live = TableFactory(KEYS, lambda n: bytes([3]) * n, 0).new(asked, "ann", "key", NOW)
        await one.create(live)
        async with other.table(live.id) as loaded:
            assert not loaded.live.acting_bots()
        async with one.table(live.id) as loaded:
            await one.commit(loaded, acts(0, "c2 own"))
            assert loaded.live.acting_bots()
        # Without a notification the other process looks at what is due.
        limits = Limits(SETTINGS, asyncio.get_running_loop().time, Metrics())
        scheduler = Scheduler(other, KEYS, Downtime(store, lambda: NOW, 6000), None, SETTINGS, limits, "other")
        await scheduler.start()
        await asyncio.sleep(3 * TICK)
        await scheduler.stop()
        assert await store.due(NOW, 10) == [live.id]
        await store.close()

    asyncio.run(story())


async def connect(where: TableManager, table: str) -> Reader:
    """Connect a spectator."""
    reader = Reader([])
    async with where.table(table) as loaded:
        check_viewer(loaded.live, "", -1)
        subscriber = Subscriber("", -1)
        subscriber.write, subscriber.busy, subscriber.sent = reader.write, False, loaded.live.version
        where.connect(loaded, subscriber)
        loaded.subscribers[subscriber] = None
    return reader
