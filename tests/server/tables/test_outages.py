"""Clocks after the storage, or the process, has stood still for a while."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.server.serving import Client, Refusal, hear, serving
from tests.server.store.databases import tell
from tests.server.table_harness import KEYS

from bestagon.core.actions import legal_actions
from bestagon.server.errors import ApiError
from bestagon.server.metrics import Metrics
from bestagon.server.protocol.tables import Act, Create
from bestagon.server.settings import complete
from bestagon.server.store.base import Store, StoreUnavailable
from bestagon.server.store.downtime import Downtime
from bestagon.server.tables.commands import Command
from bestagon.server.tables.events import TableEvent, TimedOut
from bestagon.server.tables.eviction import MemoryLimits, TableMemory
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.manager import TableManager

BEGIN = 1_000_000
OUTAGE = 50_000
ASKED = {"game": "beerhex", "seats": [{"kind": "me"}, {"kind": "me"}], "clock": {"kind": "fischer", "seconds": 60}}


class Outage:
    """A table of two players with a clock, whose server has stored no heartbeat for most of their time."""

    def __init__(self, store: Store) -> None:
        self.now = BEGIN
        self.downtime = Downtime(store, lambda: self.now, 6000)
        memory = TableMemory(MemoryLimits.of(complete({})), lambda visitor: "", lambda limit, scope, network: None)
        self.manager = TableManager(store, Metrics(), self.downtime, memory, lambda: self.now)
        self.table = TableFactory(KEYS, lambda n: bytes([3]) * n, 0).new(msgspec.convert(ASKED, Create), "ann", "key", BEGIN)

    async def begin(self) -> None:
        await self.downtime.beat()
        await self.manager.create(self.table)
        self.now += 1000
        await self.downtime.beat()
        self.now += OUTAGE

    def act(self, live: LiveTable) -> TableEvent:
        seat = live.acting[0]
        return Command(Act(seat, legal_actions(live.masked(seat), seat)[0], live.version), "ann", "", self.now).event(live)


def test_a_move_before_the_next_heartbeat_does_not_cost_the_outage(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        outage = Outage(store)
        await outage.begin()
        async with outage.manager.table(outage.table.id) as loaded:
            seat = loaded.live.acting[0]
            await outage.manager.commit(loaded, outage.act)
            assert loaded.live.clocks.remaining(seat, outage.now) >= 59_000
        await outage.downtime.beat()
        assert outage.downtime.spans == [(BEGIN + 1000, BEGIN + 1000 + OUTAGE)]

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_a_move_is_refused_while_the_outage_cannot_be_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(store: Store) -> None:
        async def fail(key: str, value: bytes) -> None:
            raise StoreUnavailable("full")

        outage = Outage(store)
        await outage.begin()
        async with outage.manager.table(outage.table.id) as loaded:
            with monkeypatch.context() as patch:
                patch.setattr(store, "put_meta", fail)
                with pytest.raises(StoreUnavailable):
                    await outage.manager.commit(loaded, outage.act)
            assert loaded.live.version == 0
            assert await outage.manager.commit(loaded, outage.act)

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_nobody_loses_on_time_before_the_outage_is_noted(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        outage = Outage(store)
        await outage.begin()
        outage.now += 30_000

        def time_out(live: LiveTable) -> TableEvent:
            if not live.clocks.out(outage.now):
                raise ApiError("over", "the clock is not running any more")
            return TableEvent(live.version, outage.now, live.acting[0], "", "", TimedOut())

        async with outage.manager.table(outage.table.id) as loaded:
            with pytest.raises(ApiError):
                await outage.manager.commit(loaded, time_out)
            assert loaded.live.status == "running"

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_all_who_wait_for_a_late_heartbeat_share_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frozen database answers after half a minute: one after the other would wait for many of them."""

    async def story(store: Store) -> None:
        tries: list[str] = []

        async def fail(key: str) -> bytes | None:
            tries.append(key)
            await asyncio.sleep(0.05)
            raise StoreUnavailable("frozen")

        outage = Outage(store)
        await outage.begin()
        with monkeypatch.context() as patch:
            patch.setattr(store, "get_meta", fail)
            found = await asyncio.gather(*(outage.downtime.catch_up() for _ in range(20)), return_exceptions=True)
        assert [type(one) for one in found] == [StoreUnavailable] * 20
        assert len(tries) == 1
        await asyncio.gather(*(outage.downtime.catch_up() for _ in range(20)))
        assert not outage.downtime.is_late()
        assert len(outage.downtime.spans) == 1

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_a_move_that_is_stored_after_its_timeout_is_shown_and_answered_by_bots(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", bots=1) as server:
        ann = Client(server.port)
        table = ann.create("hex", seats=[{"kind": "me"}, {"kind": "bot", "level": "friendly"}])["table"]
        view = ann.view(table, 0)
        writer = server.app._store._writer  # type: ignore[attr-defined]
        usual, writer.timeout = writer.timeout, 0.2
        with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as other, ann.live(table, 0) as connection:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Refusal, match="not_stored"):
                ann.do(table, "act", seat=0, action=view["scene"]["choices"][0][0], version=view["version"])
            # It is read again meanwhile.
            time.sleep(1)
            assert ann.view(table)["version"] == view["version"]
            writer.timeout = usual
            other.execute("ROLLBACK")
            # Her move and the bot's.
            hear(connection, view["version"] + 2)
        ann.close()
