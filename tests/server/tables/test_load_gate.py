"""Long tables are loaded one at a time, fairly, and those that wait have nothing in memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.server.serving import Client, serving

from bestagon.server.errors import ApiError
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.load_gate import AT_ONCE, EACH, MOST, LoadGate, LongTable
from bestagon.server.tables.payers import LONG


class Loads:
    """Loads that begin when the gate lets them in, and end when they are told to."""

    def __init__(self) -> None:
        self.noted: Counter[tuple[str, str, str]] = Counter()
        self.gate = LoadGate(lambda visitor: visitor.partition(" ")[0], lambda *note: self.noted.update([note]))
        self.loading: list[str] = []

    def start(self, payer: str) -> asyncio.Task[None]:
        return asyncio.create_task(self._load(payer))

    async def _load(self, payer: str) -> None:
        await self.gate.enter(LongTable(payer, 1000))
        self.loading.append(payer)

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def end_one(self) -> None:
        self.gate.leave()
        await self.settle()


def run(story: Callable[[Loads], Awaitable[None]]) -> None:
    async def told() -> None:
        await story(Loads())

    asyncio.run(told())


def test_those_who_pay_for_few_go_first() -> None:
    async def story(loads: Loads) -> None:
        for number in range(6):
            loads.start(f"eve {number}")
            await loads.settle()
        loads.start("ann 0")
        await loads.settle()
        assert loads.loading == ["eve 0"]
        await loads.end_one()
        await loads.end_one()
        assert "ann 0" in loads.loading
        for _ in range(7):
            await loads.end_one()
        assert len(loads.loading) == 7

    run(story)


def test_a_cancelled_load_makes_way() -> None:
    async def story(loads: Loads) -> None:
        tasks = [loads.start(f"eve {number}") for number in range(AT_ONCE + 3)]
        await loads.settle()
        tasks[AT_ONCE].cancel()
        await loads.settle()
        loads.gate.leave()
        # Cancelled when it was its turn already.
        tasks[AT_ONCE + 1].cancel()
        await loads.settle()
        assert loads.loading == ["eve 0", "eve 3"]
        for _ in range(AT_ONCE):
            loads.gate.leave()
        for _ in range(AT_ONCE):
            loads.start("ann 0")
        await loads.settle()
        assert loads.loading[2:] == ["ann 0"] * AT_ONCE

    run(story)


def test_too_many_are_refused_and_named() -> None:
    async def story(loads: Loads) -> None:
        tasks = [loads.start("eve 0") for _ in range(AT_ONCE + EACH)]
        await loads.settle()
        refused = loads.start("eve 0")
        await loads.settle()
        with pytest.raises(ApiError, match="too many long tables") as error:
            await refused
        assert error.value.name == "busy"
        others = [loads.start(f"eve {number + 1}") for number in range(MOST - EACH)]
        await loads.settle()
        assert not any(task.done() for task in others)
        # A full queue drops one of the address that has most for another address.
        ann = loads.start("ann 0")
        await loads.settle()
        assert sum(task.done() for task in [*tasks[AT_ONCE:], *others]) == 1
        assert loads.noted == {("waiting long tables", "visitor", "eve"): 1, ("waiting long tables", "total", "ann"): 1}
        for task in (*tasks, *others, ann):
            task.cancel()
        await asyncio.gather(*tasks, *others, ann, return_exceptions=True)

    run(story)


def test_readers_of_many_long_tables_are_served_one_at_a_time(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", address_memory=1) as server:
        ann = Client(server.port)
        tables = [ann.create("beerhex", seats=[{"kind": "me"}] * 2)["table"] for _ in range(6)]
        for table in tables:
            for n in range(LONG + 1):
                ann.do(table, "rename", seat=0, name=f"Ann {n}")
        manager = server.app._manager
        make, loading, most = manager.loader.run_slowly, 0, 0

        async def noted(payer: str, work: Callable[[], LiveTable]) -> LiveTable:
            nonlocal loading, most
            loading += 1
            most = max(most, loading)
            try:
                return await make(payer, work)
            finally:
                loading -= 1

        manager.loader.run_slowly = noted
        readers = [Client(server.port, ann.token) for _ in tables]
        with ThreadPoolExecutor(len(tables)) as pool:
            for _ in range(3):
                views = list(pool.map(lambda reader, table: reader.view(table), readers, tables))
                assert [view["version"] for view in views] == [LONG + 1] * len(tables)
        assert 1 <= most <= AT_ONCE
        for client in (ann, *readers):
            client.close()
