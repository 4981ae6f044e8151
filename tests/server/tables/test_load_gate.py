"""Long tables are loaded one at a time for each address, fairly, and those that wait have nothing in memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.cycles import none_in_cycles
from tests.server.serving import Client, serving

from bestagon.server.errors import ApiError
from bestagon.server.tables.eviction import MemoryLimits
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.load_gate import ADDRESS, AT_ONCE, EACH, LoadGate, LongTable
from bestagon.server.tables.payers import LONG


class Loads:
    """Loads that begin when the gate lets them in, and end when they are told to; "eve 1" is a visitor at the address "eve"."""

    def __init__(self) -> None:
        self.noted: Counter[tuple[str, str, str]] = Counter()
        self.gate = LoadGate(lambda visitor: visitor.partition(" ")[0], lambda *note: self.noted.update([note]))
        self.begun: list[str] = []

    async def start(self, *payers: str) -> list[asyncio.Task[None]]:
        tasks = []
        for payer in payers:
            tasks.append(asyncio.create_task(self._load(payer)))
            await self.settle()
        return tasks

    async def _load(self, payer: str) -> None:
        await self.gate.enter(LongTable("owner", payer, 1000))
        self.begun.append(payer)

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self, network: str) -> None:
        self.gate.leave(network)
        await self.settle()


def run(story: Callable[[Loads], Awaitable[None]]) -> None:
    async def told() -> None:
        await story(Loads())

    asyncio.run(told())


def test_one_table_of_an_address_is_loaded_at_a_time_and_others_do_not_wait_for_it() -> None:
    async def story(loads: Loads) -> None:
        await loads.start(*[f"eve {number}" for number in range(6)], "ann 0")
        assert loads.begun == ["eve 0", "ann 0"]
        await loads.end("eve")
        assert loads.begun == ["eve 0", "ann 0", "eve 1"]
        await loads.end("ann")
        for _ in range(5):
            await loads.end("eve")
        assert sorted(loads.begun) == ["ann 0", *[f"eve {number}" for number in range(6)]]
        await loads.start("eve 0")
        assert loads.begun[-1] == "eve 0"

    run(story)


def test_addresses_take_turns_and_a_visitor_with_few_goes_first() -> None:
    async def story(loads: Loads) -> None:
        await loads.start(*[f"a{number} 0" for number in range(AT_ONCE)], "eve 0", "eve 0", "eve 0", "eve 1", "ann 0")
        assert len(loads.begun) == AT_ONCE
        await loads.end("a0")
        await loads.end("a1")
        assert loads.begun[AT_ONCE:] == ["eve 0", "ann 0"]
        await loads.end("eve")
        assert loads.begun[-1] == "eve 1"

    run(story)


def test_a_cancelled_load_makes_way() -> None:
    async def story(loads: Loads) -> None:
        tasks = await loads.start(*[f"eve {number}" for number in range(4)])
        tasks[1].cancel()
        await loads.settle()
        loads.gate.leave("eve")
        # Cancelled when it was its turn already.
        tasks[2].cancel()
        await loads.settle()
        assert loads.begun == ["eve 0", "eve 3"]
        await loads.end("eve")
        await loads.start("eve 4")
        assert loads.begun[2:] == ["eve 4"]

    run(story)


def test_too_many_are_refused_and_named() -> None:
    async def story(loads: Loads) -> None:
        tasks = await loads.start(*["eve 0"] * (EACH + 1))
        (refused,) = await loads.start("eve 0")
        with pytest.raises(ApiError, match="too many long tables") as error:
            await refused
        assert error.value.name == "busy"
        # Others at that address still find room, at the cost of the one who has most.
        others = await loads.start(*[f"eve {number + 1}" for number in range(ADDRESS - EACH + 1)])
        assert not any(task.done() for task in others)
        assert sum(task.done() for task in tasks[1:]) == 1
        assert loads.noted == {("waiting long tables", "visitor", "eve"): 1, ("waiting long tables", "address", "eve"): 1}
        for task in (*tasks, *others):
            task.cancel()
        await asyncio.gather(*tasks, *others, return_exceptions=True)

    run(story)


def test_refused_loads_leave_no_cycle() -> None:
    async def story(loads: Loads) -> None:
        with none_in_cycles():
            tasks = await loads.start(*["eve 0"] * (EACH + 1), *[f"eve {number + 1}" for number in range(ADDRESS - EACH + 1)])
            assert sum(task.done() for task in tasks[1:]) == 1
            for number in range(len(tasks)):
                tasks[number].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            del tasks
            # The event loop refers to the results until this task waits again.
            await asyncio.sleep(0)

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
        assert most == 1
        for client in (ann, *readers):
            client.close()


def test_short_tables_beyond_a_share_of_the_memory_are_loaded_as_content(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_memory=1) as server:
        ann = Client(server.port)
        tables = [ann.create("beerhex", seats=[{"kind": "me"}] * 2)["table"] for _ in range(4)]
        for table in tables:
            for n in range(LONG - 10):
                ann.do(table, "rename", seat=0, name=f"Ann {n}")
        manager, ann_id = server.app._manager, server.app.site._context.keys.visitor(ann.token)
        charged: list[str] = []
        make = manager.loader.run_slowly

        async def noted(payer: str, work: Callable[[], LiveTable]) -> LiveTable:
            charged.append(payer)
            return await make(payer, work)

        manager.loader.run_slowly = noted
        # A visitor who reads more tables in turn than there is room for would have the event loop load one for each request.
        for _ in range(3):
            for table in tables:
                manager.evict(3600)
                assert ann.view(table, 0)["version"] == LONG - 10
        assert charged == [ann_id] * len(charged)
        assert len(charged) >= 8
        ann.close()


def test_a_guest_without_time_left_locks_nobody_out_of_the_table_that_they_made_long(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_content=1.0) as server:
        ann, eve = Client(server.port), Client(server.port)
        table = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "open"}])["table"]
        eve.do(table, "sit")
        for n in range(LONG + 1):
            eve.do(table, "rename", seat=1, name=f"Eve {n}")
        manager, context = server.app._manager, server.app.site._context
        ann_id, eve_id = (context.keys.visitor(one.token) for one in (ann, eve))
        charged: list[str] = []
        make = manager.loader.run_slowly

        async def noted(payer: str, work: Callable[[], LiveTable]) -> LiveTable:
            charged.append(payer)
            return await make(payer, work)

        manager.loader.run_slowly = noted
        for seconds in (0.0, 2.0):
            context.limits.spend_content(eve_id, "", seconds)
            manager.evict(-1, MemoryLimits(0, 0, 0))
            assert ann.view(table, 0)["version"] == LONG + 2
        assert charged == [eve_id, ann_id]
        ann.close()
        eve.close()
