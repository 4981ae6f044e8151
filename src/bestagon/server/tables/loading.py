"""Loads tables from the store; long ones in turn, and for a visitor who pays."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from bestagon.server.errors import ApiError, no_table
from bestagon.server.store.base import EventRow, Store, TableRow
from bestagon.server.store.packed_rows import PackedRows
from bestagon.server.tables.events import owner_of
from bestagon.server.tables.eviction import TableMemory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.load_gate import LongTable
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.payers import LONG, payer_of
from bestagon.server.tables.sizes import estimated_size

LARGE: Final = 2000
"""A set-up of at least this many bytes contains another game, which must be replayed first."""
T = TypeVar("T")
RunSlowly = Callable[[str, Callable[[], T]], Awaitable[T]]
"""Calls a function that takes a while for a visitor who pays for it, while other tables go on; ApiError if they have used too much."""


async def run_in_thread(payer: str, work: Callable[[], T]) -> T:
    """Call a function that nobody is charged for."""
    return await asyncio.to_thread(work)


class TableLoader:
    """Loads tables."""

    def __init__(self, store: Store, memory: TableMemory, make_room: Callable[[], None]) -> None:
        """Load from a store; `make_room` drops what is beyond the limits of the memory."""
        self._store = store
        self._memory = memory
        self._make_room = make_room
        self.run_slowly: RunSlowly[LiveTable] = run_in_thread
        """Makes a table with a long history."""
        self.check: Callable[[str], None] = lambda payer: None
        """Raises ApiError if a visitor has used too much time for that."""

    async def load(self, loaded: LoadedTable) -> None:
        """Load a table; ApiError if there is none, or the visitor who pays has to wait."""
        gate = self._memory.gate
        long = gate.find(loaded.id)
        if long is None:
            row, events = await self._read(loaded.id)
            if len(events) <= LONG and len(row.setup) <= LARGE:
                loaded.put(LiveTable(row, events))
            else:
                # It is read again when it is its turn: many at once would fill the memory.
                long = gate.remember(loaded.id, _described(row, events))
                del row, events
        if long is not None:
            await self._load_long(loaded, long)
        if self._memory.is_due(loaded.size):
            self._make_room()

    async def _load_long(self, loaded: LoadedTable, long: LongTable) -> None:
        """Load a table whose game takes a while to replay, when it is its turn, while other tables go on."""
        gate = self._memory.gate
        network = await gate.enter(long)
        try:
            charged = self._charged(long)
            loaded.expect(long.payer, long.size)
            self._make_room()
            row, events = await self._read(loaded.id)
            live = await self.run_slowly(charged, partial(LiveTable, row, events))
            gate.remember(loaded.id, LongTable(long.owner, live.payer.visitor, _size(events)))
            loaded.put(live)
        finally:
            gate.leave(network)
            if not loaded.loaded:
                loaded.put(None)

    def _charged(self, long: LongTable) -> str:
        """Return the visitor to charge: the owner if a guest who made the table long has no time left, who would lock others out."""
        if long.payer != long.owner:
            with suppress(ApiError):
                self.check(long.payer)
                return long.payer
        self.check(long.owner)
        return long.owner

    async def _read(self, table: str) -> tuple[TableRow, Sequence[EventRow]]:
        found = await self._store.load(table)
        if found is None:
            raise no_table()
        return found


def _described(row: TableRow, events: Sequence[EventRow]) -> LongTable:
    return LongTable(owner_of(row), payer_of(row, events), _size(events))


def _size(events: Sequence[EventRow]) -> int:
    """Return the memory of the table that the events make, by estimate."""
    return estimated_size(len(events), events.data_bytes if isinstance(events, PackedRows) else sum(len(event.data) for event in events))
