"""One visitor, and one address, has a share of the memory for tables; beyond it they push out their own tables, never those of others."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from tests.server.serving import PATIENCE, Client, serving
from tests.server.table_harness import KEYS, TableHarness

from bestagon.core.actions import legal_actions
from bestagon.server.protocol.records import GoOn
from bestagon.server.protocol.tables import Create, Leave, Rename, Sit, Undo
from bestagon.server.settings import PROFILES, complete
from bestagon.server.tables.eviction import MemoryLimits, TableMemory
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.log import LogEntry
from bestagon.server.tables.payers import LONG, payer_of

MB = 1 << 20
LINES = 5760
"""Lines of a table at which somebody acts and undoes as often as it is possible."""
FACTORY = TableFactory(KEYS, lambda n: b"7" * n, 0)


class Memory:
    """Tables in memory, each used later than the one before, and what is dropped of them."""

    def __init__(self, limits: MemoryLimits, networks: dict[str, str]) -> None:
        self.limits = limits
        self.networks = networks
        self.tables: list[LoadedTable] = []
        self.dropped: Counter[tuple[str, str]] = Counter()
        self._memory = TableMemory(limits, lambda visitor: networks.get(visitor, ""), self._note)

    def _note(self, limit: str, scope: str, network: str) -> None:
        assert limit == "memory for tables"
        self.dropped[scope, network] += 1

    def load(self, owner: str, lines: int, count: int = 1) -> Sequence[LoadedTable]:
        for _ in range(count):
            number = len(self.tables)
            live = FACTORY.new(msgspec.convert({"game": "beerhex"}, Create), owner, f"{number}", 1000)
            for n in range(lines):
                live.log.append(LogEntry(n + 1, 1000, "chat", 0, "", None))
            table = LoadedTable(live.id, True)
            table.put(live)
            table.last_used = float(number)
            self.tables.append(table)
        return self.tables[-count:]

    def evict(self) -> None:
        for table in self._memory.excess(self.tables, self.limits):
            table.put(None)
        self.tables = [table for table in self.tables if table.loaded]

    def bytes_of(self, network: str) -> int:
        return sum(table.size for table in self.tables if self.networks.get(table.live.payer.visitor, "") == network)


@pytest.mark.parametrize("profile", PROFILES)
def test_long_tables_of_one_stranger_stay_within_a_share_and_push_out_no_others(profile: str) -> None:
    memory = Memory(MemoryLimits.of(complete({"profile": profile})), {"eve": "192.0.2.1"})
    innocent = [*memory.load("ann", 50, 5), *memory.load("bob", 300)]
    memory.load("eve", LINES, 40)
    assert memory.bytes_of("192.0.2.1") > 60 * MB
    memory.evict()
    assert memory.bytes_of("192.0.2.1") <= 40 * MB
    assert memory.tables[: len(innocent)] == innocent
    assert memory.dropped == {("visitor", "192.0.2.1"): 28}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("network", ["192.0.2.1", ""])
def test_many_visitors_of_one_address_share_it_also_if_the_address_is_unknown(profile: str, network: str) -> None:
    """After a restart the server has not seen the owners of tables that others read."""
    strangers = [f"eve {number}" for number in range(60)]
    memory = Memory(MemoryLimits.of(complete({"profile": profile})), dict.fromkeys(strangers, network) | {"ann": "192.0.2.2"})
    innocent = [*memory.load("ann", 300, 3), *memory.load("dan", 20)]
    for stranger in strangers:
        memory.load(stranger, 1000)
    memory.evict()
    assert memory.bytes_of(network) <= 40 * MB
    # Those whose tables take most lose them first: Dan's small one stays, although it is the oldest and his address is unknown, too.
    assert memory.tables[:4] == innocent
    assert set(memory.dropped) == {("address", network)}


def test_the_table_used_last_and_those_in_use_stay() -> None:
    memory = Memory(MemoryLimits(10**12, 1 * MB, 2 * MB), {"eve": "192.0.2.1"})
    used, _, last = memory.load("eve", LINES, 3)
    used.users = 1
    memory.evict()
    assert memory.tables == [used]
    used.users = 0
    memory.load("eve", LINES)
    memory.evict()
    assert len(memory.tables) == 1
    assert memory.tables[0] is not last


def test_beyond_the_total_the_visitor_with_most_loses_the_oldest() -> None:
    memory = Memory(MemoryLimits(3 * MB, 10 * MB, 10 * MB), {"ann": "192.0.2.1", "eve": "192.0.2.2"})
    ann = memory.load("ann", 100)
    eve = memory.load("eve", 100, 6)
    memory.evict()
    assert memory.tables == [*ann, *eve[-3:]]
    assert memory.dropped == {("total", "192.0.2.2"): 3}


def long_by_guest() -> TableHarness:
    """Return a table of Ann at which Bob takes his action back again and again."""
    harness = TableHarness("hex-roller", players=2, seats=[{"kind": "me"}, {"kind": "open"}])
    harness.do("bob", Sit("Bob"))
    for _ in range(LONG):
        harness.act("bob", 1, legal_actions(harness.live.masked(1), 1)[0])
        harness.do("bob", Undo(1))
    return harness


def test_a_guest_who_makes_a_table_long_pays_for_it_even_after_leaving() -> None:
    harness = long_by_guest()
    assert harness.live.payer.visitor == "bob"
    assert payer_of(harness.row, harness.events) == "bob"
    assert payer_of(harness.row, harness.events[:LONG]) == "ann"
    harness.do("bob", Leave(1))
    assert harness.live.payer.visitor == harness.again().payer.visitor == "bob"
    # Ann pays again once she has done more of it than Bob.
    for number in range(LONG + 3):
        harness.do("ann", Rename(0, f"Ann {number}"))
    assert harness.live.payer.visitor == payer_of(harness.row, harness.events) == "ann"


def test_players_who_only_play_never_pay_for_a_long_game() -> None:
    harness = TableHarness("hex", players=2, seats=[{"kind": "me"}, {"kind": "open"}], options={"size": 19})
    harness.do("bob", Sit("Bob"))
    while harness.live.status == "running" and len(harness.live.steps) < LONG + 20:
        seat = harness.live.acting[0]
        harness.act(("ann", "bob")[seat], seat, legal_actions(harness.live.masked(seat), seat)[-1])
    assert len(harness.live.steps) > LONG
    assert harness.live.payer.visitor == "ann"


def test_the_actions_of_a_continued_record_count() -> None:
    harness = TableHarness("hex", players=2, seats=[{"kind": "me"}] * 2, options={"size": 19})
    while len(harness.live.steps) < LONG:
        seat = harness.live.acting[0]
        harness.act("ann", seat, legal_actions(harness.live.masked(seat), seat)[-1])
    record = harness.live.record().to_line()
    sizes = []
    for at in (0, LONG):
        table = LoadedTable("t", True)
        table.put(FACTORY.go_on(GoOn(record, at, 0), "ann", f"{at}", 1000))
        sizes.append(table.size)
    assert sizes[1] - sizes[0] >= LONG * 512


def test_tables_beyond_a_share_are_dropped_and_the_drop_is_counted(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_memory=1) as server:
        ann, eve = Client(server.port), Client(server.port)
        small = ann.create("beerhex", seats=[{"kind": "me"}] * 2)["table"]
        for _ in range(3):
            table = eve.create("beerhex", seats=[{"kind": "me"}] * 2)["table"]
            for n in range(LONG):
                eve.do(table, "rename", seat=0, name=f"Eve {n}")
        end = time.monotonic() + PATIENCE
        while list(server.app._manager._tables) != [small, table]:
            assert time.monotonic() < end, "the scheduler dropped no table"
            time.sleep(0.05)
        text = ann.http.get("/metrics").text
        assert 'bestagon_limits_total{limit="memory for tables",scope="visitor"}' in text
        ann.close()
        eve.close()
