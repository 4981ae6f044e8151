"""Which tables leave the memory when it is full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heapreplace

from bestagon.server.tables.loaded import LoadedTable


def least_needed(tables: Iterable[LoadedTable]) -> Iterator[LoadedTable]:
    """Yield tables to drop, one after the other: of the visitor whose tables take most, the one not used for longest.

    So a visitor with tables of thousands of events drops their own, and not those at which others play.
    """
    owned: dict[str, list[LoadedTable]] = {}
    for table in sorted(tables, key=lambda one: -one.last_used):
        if table.loaded:
            owned.setdefault(table.live.setup.owner, []).append(table)
    totals = [(-sum([table.size for table in found]), owner) for owner, found in owned.items()]
    heapify(totals)
    while totals:
        total, owner = totals[0]
        table = owned[owner].pop()
        if owned[owner]:
            heapreplace(totals, (total + table.size, owner))
        else:
            heappop(totals)
        yield table
