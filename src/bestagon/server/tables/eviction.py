"""Which tables leave the memory: of one visitor, of one address and of all there are only so many bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heapreplace
from typing import Final, NamedTuple

from bestagon.server.settings import Settings
from bestagon.server.tables.load_gate import LoadGate
from bestagon.server.tables.loaded import LoadedTable

LIMIT: Final = "memory for tables"
CHECK_BYTES: Final = 4 << 20
"""After how many loaded bytes the limits are checked, without waiting for the scheduler's next tick."""


class MemoryLimits(NamedTuple):
    """How many bytes of tables may be in memory, by estimate."""

    total: int
    visitor: int
    """Of one visitor, who pays for the table (Payer); their table that was used last stays, however large it is."""
    address: int
    """Of all visitors of an address, and of those whose address is unknown; the table that was used last stays."""

    @classmethod
    def of(cls, settings: Settings) -> MemoryLimits:
        """Return the limits of a server."""
        return cls(settings.table_memory << 20, settings.visitor_memory << 20, settings.address_memory << 20)


class TableMemory:
    """Chooses the tables that leave the memory when it is full, and lets long ones in by turns."""

    def __init__(self, limits: MemoryLimits, network: Callable[[str], str], note: Callable[[str, str, str], None]) -> None:
        """Take the limits; `network` returns that of a visitor, `note` gets a limit that was reached, its scope and the network."""
        self.limits = limits
        self.gate = LoadGate(network, note)
        self._network = network
        self._note = note
        self._unchecked = 0

    def is_due(self, size: int) -> bool:
        """Count a table that was loaded; tell whether the limits must be checked now."""
        self._unchecked += size
        if self._unchecked < CHECK_BYTES:
            return False
        self._unchecked = 0
        return True

    def excess(self, tables: Iterable[LoadedTable], limits: MemoryLimits) -> Iterator[LoadedTable]:
        """Yield the tables to drop, none of which is in use.

        First every visitor and every address loses what is beyond their share, so that nobody can push out the tables of others.
        Then, if all tables together are too large, the visitor whose tables take most loses the one not used for longest.
        """
        held: dict[str, _Held] = {}
        for table in tables:
            if table.size:
                held.setdefault(table.payer, _Held()).add(table)
        networks: dict[str, list[_Held]] = {}
        for visitor, one in held.items():
            networks.setdefault(self._network(visitor), []).append(one)
        for network, group in networks.items():
            for one in group:
                for table in _shrink([one], limits.visitor, keep=True):
                    self._note(LIMIT, "visitor", network)
                    yield table
            for table in _shrink(group, limits.address, keep=True):
                self._note(LIMIT, "address", network)
                yield table
        for table in _shrink(list(held.values()), limits.total, keep=False):
            self._note(LIMIT, "total", self._network(table.payer))
            yield table


class _Held:
    """The tables of one visitor."""

    __slots__ = ("_sorted", "_tables", "total")

    def __init__(self) -> None:
        self.total = 0
        self._tables: list[LoadedTable] = []
        self._sorted = False

    def add(self, table: LoadedTable) -> None:
        self.total += table.size
        self._tables.append(table)
        self._sorted = False

    def oldest(self) -> LoadedTable | None:
        """Return the table not used for longest; None if all are in use."""
        if not self._sorted:
            self._tables.sort(key=_recent, reverse=True)
            self._sorted = True
        return self._tables[-1] if self._tables and not self._tables[-1].users else None

    def newest(self) -> LoadedTable:
        """Return the table used last."""
        return max(self._tables, key=_recent)

    def drop_oldest(self) -> LoadedTable:
        """Remove the table not used for longest."""
        table = self._tables.pop()
        self.total -= table.size
        return table


def _recent(table: LoadedTable) -> tuple[bool, float]:
    """Return what tables are compared by: those in use are the most recent ones."""
    return table.users > 0, table.last_used


def _shrink(group: list[_Held], most: int, keep: bool) -> Iterator[LoadedTable]:
    """Remove tables until the rest takes at most so many bytes: of the visitor with most, the one not used for longest.

    A visitor with less than an even part loses nothing, even if others use large tables that cannot be dropped now.
    `keep` spares the table of the group that was used last: a table larger than a share would be loaded again for each move.
    """
    excess = sum([one.total for one in group]) - most
    if excess <= 0:
        return
    part = most // len(group)
    kept = max([one.newest() for one in group], key=_recent) if keep else None
    totals = [(-one.total, number) for number, one in enumerate(group)]
    heapify(totals)
    while excess > 0 and totals and -totals[0][0] > part:
        held = group[totals[0][1]]
        table = held.oldest()
        if table is None or table is kept:
            heappop(totals)
            continue
        held.drop_oldest()
        excess -= table.size
        if held.total:
            heapreplace(totals, (-held.total, totals[0][1]))
        else:
            heappop(totals)
        yield table
