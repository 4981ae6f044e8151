"""Manages live tables: loads, changes, stores and publishes them, one task at a time for each table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Final, TypeVar

from mypy_extensions import mypyc_attr

from bestagon.core.position import SPECTATOR
from bestagon.server.errors import ApiError, no_table
from bestagon.server.metrics import Metrics
from bestagon.server.store.base import RUNNING, Conflict, Duplicate, EventRow, Lease, NoTable, Store, StoreUnavailable, TableExists
from bestagon.server.store.downtime import Downtime, Span
from bestagon.server.tables import subscribers
from bestagon.server.tables.committed import Committed, check_same_command
from bestagon.server.tables.events import Answered, Asked, DowntimeGranted, TableEvent, from_row
from bestagon.server.tables.eviction import MemoryLimits, TableMemory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.load_gate import LongTable
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.loading import RunSlowly, TableLoader, run_in_thread
from bestagon.server.tables.payers import LONG
from bestagon.server.tables.subscribers import Subscriber

TRIES: Final = 8
"""How often an event that lost a race is retried."""
AWAY: Final = 4.0
"""Seconds after which a player whose connection ended is shown as away; reloading a page is faster."""
REWINDING: Final = (Asked, Answered)
"""Events after which the game may be replayed up to an earlier step."""
log = logging.getLogger("bestagon.server")
T = TypeVar("T")
MakeEvent = Callable[[LiveTable], TableEvent]
MakeLease = Callable[[LiveTable], Lease]
OnStored = Callable[[Committed], None]


@mypyc_attr(acyclic=True)
class TableLock:
    """Holds a table for a block; every move needs one, and contextlib would be slower."""

    __slots__ = ("_loaded", "_manager", "_table")

    def __init__(self, manager: TableManager, table: str) -> None:
        """Name the table."""
        self._manager = manager
        self._table = table
        self._loaded: LoadedTable | None = None

    async def __aenter__(self) -> LoadedTable:
        """Wait for the table."""
        self._loaded = await self._manager.acquire(self._table)
        return self._loaded

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        """Release the table."""
        assert self._loaded is not None
        self._manager.release(self._loaded)


class TableManager:
    """All tables in the memory of this process."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        downtime: Downtime,
        memory: TableMemory,
        now: Callable[[], int],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Manage the tables of a store; `now` returns milliseconds since the epoch."""
        self.store = store
        self.metrics = metrics
        self.downtime = downtime
        self._memory = memory
        self.now = now
        self.monotonic = monotonic
        """Monotonic time in seconds."""
        self.away = AWAY
        self.on_change: Callable[[str, int], None] = lambda table, due: None
        """Called after each change with the table and the time when the server must act there."""
        self.loader = TableLoader(store, memory, lambda: self._drop_excess(memory.limits))
        self.apply_slowly: RunSlowly[None] = run_in_thread
        """Applies an event that may replay a long game."""
        self._tables: dict[str, LoadedTable] = {}
        # Dicts instead of sets, so that the order in which things happen does not depend on hashes.
        self._stale: dict[str, None] = {}
        """Tables whose latest events could not be read."""
        self._to_read: dict[str, None] = {}
        """Tables at which other processes may have stored events."""
        self._doubtful: dict[str, None] = {}
        """Tables whose latest event may not be stored any more: a failover may lose events that were acknowledged."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.dropped_bytes = 0
        """Memory of the tables that were dropped, by estimate, until somebody sets it back."""
        self._longest = 0.0
        """Seconds that the slowest of the events took that were stored just now; 0 if it is observed."""

    @property
    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def holds(self, table: str) -> bool:
        """Tell whether a table is in memory, because it is being used or was a moment ago."""
        return table in self._tables

    async def create(self, live: LiveTable) -> None:
        """Store a new table and keep it in memory; a repeated request leaves the stored table as it is."""
        loaded = self._use(live.id)
        try:
            if not loaded.lock.take():
                await loaded.lock.wait()
        except BaseException:
            self._drop_user(loaded)
            raise
        try:
            if loaded.loaded:
                return
            # Before it is stored, so that no notification of another process's event is missed.
            loaded.put(live)
            if self._memory.is_due(loaded.size):
                self._drop_excess(self._memory.limits)
            summary = live.summary()
            await self.store.create(live.row, summary)
            self.on_change(live.id, summary.due)
        except TableExists:
            loaded.put(None)
        except BaseException:
            loaded.put(None)
            raise
        finally:
            self.release(loaded)

    async def discard(self, table: str) -> None:
        """Delete a table that was created in vain, unless something has happened there or somebody watches."""
        if not await self.exists(table):
            return
        async with self.table(table) as loaded:
            if not loaded.subscribers and await self.store.delete(table, 0):
                loaded.put(None)

    async def exists(self, table: str) -> bool:
        """Tell whether there is a table."""
        return table in self._tables or await self.store.exists(table)

    def table(self, table: str) -> TableLock:
        """Lock a table (`async with`), loaded and as new as this process knows; ApiError if there is none."""
        return TableLock(self, table)

    async def acquire(self, table: str) -> LoadedTable:
        """Return a table that is locked until `release`; `table` does both."""
        loaded = self._use(table)
        try:
            if not loaded.lock.take():
                await loaded.lock.wait()
        except BaseException:
            self._drop_user(loaded)
            raise
        try:
            if not loaded.loaded:
                await self._load(loaded)
            elif self.downtime.spans and loaded.live.clocks.on:
                # The system's time may have jumped ahead while the table was in memory.
                await self.grant_downtime(loaded)
        except BaseException:
            self.release(loaded)
            raise
        return loaded

    def _use(self, table: str) -> LoadedTable:
        loaded = self._tables.get(table)
        if loaded is None:
            loaded = self._tables[table] = LoadedTable(table, not self.store.shared)
        loaded.users += 1
        return loaded

    def clock_due(self, table: str) -> int:
        """Return when a clock at a table in memory runs out; 0 if none runs, or the table is not there."""
        loaded = self._tables.get(table)
        return loaded.live.clocks.due() if loaded is not None and loaded.loaded else 0

    def release(self, loaded: LoadedTable) -> None:
        """Unlock a table."""
        loaded.lock.release()
        self._drop_user(loaded)

    def _drop_user(self, loaded: LoadedTable) -> None:
        loaded.users -= 1
        loaded.last_used = self.monotonic()
        if not loaded.loaded and not loaded.subscribers and not loaded.users:
            self._tables.pop(loaded.id, None)

    async def commit(
        self,
        loaded: LoadedTable,
        make: MakeEvent,
        visitor: str = "",
        key: str = "",
        fingerprint: str = "",
        make_lease: MakeLease | None = None,
        on_stored: OnStored | None = None,
    ) -> Committed:
        """Apply, store and publish the event that `make` returns for a locked table; an ApiError changes nothing.

        A key that the visitor has used before changes nothing either: the result of its first use is returned, or an ApiError if that
        command had another fingerprint.
        `make_lease` returns the change of the server's lease that the event makes. `on_stored` is called before the event is published.
        """
        if loaded.live.clocks.on and self.downtime.is_late():
            # The storage or this process has stood still. Players who are faster than the next heartbeat must not pay for that.
            await self.downtime.catch_up()
            await self.grant_downtime(loaded)
        for _ in range(TRIES):
            first = loaded.live.find_committed(visitor, key, fingerprint) if key else None
            if first is not None:
                return first
            refused: ApiError | None = None
            try:
                event = make(loaded.live)
            except ApiError as error:
                # Nothing is awaited in a handler (decision 164).
                refused = error
            if refused is not None:
                if await self.fetch(loaded):
                    continue
                raise refused
            if _is_slow(loaded.live, event):
                await self._apply_slowly(loaded, event, self.apply_slowly)
            else:
                self._apply(loaded, event)
            committed = await self._append(loaded, event, make_lease, on_stored)
            if committed is not None:
                return committed
        raise ApiError("busy", "too many concurrent updates to this table; try again", loaded.live.version)

    async def read_committed(self, loaded: LoadedTable, read: Callable[[LiveTable], T], known: int = 0) -> T:
        """Return what `read` returns for a locked table; its ApiError counts only if the newest events do not change it.

        `known` is a version that the reader has seen, maybe from another process: nothing older is read.
        """
        if known > loaded.live.version:
            await self.fetch(loaded)
        refused: ApiError
        try:
            return read(loaded.live)
        except ApiError as error:
            refused = error
        if not await self.fetch(loaded):
            raise refused
        return read(loaded.live)

    async def fetch(self, loaded: LoadedTable) -> bool:
        """Apply events of other processes to a locked table that this one has not been notified of yet; tell whether there were any."""
        if not self.store.shared:
            return False
        rows = await self.store.events(loaded.id, loaded.live.version)
        await self._apply_rows(loaded, rows)
        self._publish(loaded)
        return bool(rows)

    async def _apply_rows(self, loaded: LoadedTable, rows: list[EventRow]) -> None:
        """Apply events of other processes to a locked table, except those that have been applied meanwhile."""
        for row in rows:
            if row.n == loaded.live.version:
                event = from_row(row)
                if _is_slow(loaded.live, event):
                    # Another process has charged it.
                    await self._apply_slowly(loaded, event, run_in_thread)
                else:
                    self._apply(loaded, event)

    def _apply(self, loaded: LoadedTable, event: TableEvent) -> None:
        try:
            loaded.live.apply(event)
        except ApiError:
            raise
        except Exception:
            # A bug may have left the table half changed: load it again.
            loaded.put(None)
            raise

    async def _apply_slowly(self, loaded: LoadedTable, event: TableEvent, run: RunSlowly[None]) -> None:
        """Apply an event that may replay a long game, while other tables go on."""
        try:
            await run(event.actor, partial(loaded.live.apply, event))
        except ApiError:
            raise
        except BaseException:
            # A bug may have left the table half changed, and a cancelled call goes on in its thread.
            loaded.put(None)
            raise

    async def _append(
        self, loaded: LoadedTable, event: TableEvent, make_lease: MakeLease | None = None, on_stored: OnStored | None = None
    ) -> Committed | None:
        """Store and publish an event that was just applied; None if another process was faster."""
        started = time.perf_counter()
        live = loaded.live
        summary = live.summary()
        conflict = False
        known = -1
        try:
            await self.store.append(loaded.id, live.to_row(event), summary, make_lease(live) if make_lease else None)
        except Conflict:
            conflict = True
        except Duplicate as error:
            known = error.n
        except NoTable:
            # Another process has deleted it.
            loaded.put(None)
            raise no_table() from None
        except BaseException:
            # The event may or may not be stored: read the table again before it is used.
            loaded.put(None)
            self._stale[loaded.id] = None
            raise
        if conflict:
            self.metrics.conflicts.inc()
            await self._load(loaded)
            return None
        if known >= 0:
            await self._load(loaded)
            first = from_row((await self.store.events(loaded.id, known))[0])
            check_same_command(first.fingerprint, event.fingerprint, loaded.live.version)
            return Committed(known + 1, first.seat, first.fingerprint)
        self._note_duration(time.perf_counter() - started)
        self.metrics.events.inc(event.body.kind)
        committed = Committed(live.version, event.seat)
        if on_stored is not None:
            on_stored(committed)
        self._publish(loaded)
        self.on_change(loaded.id, summary.due)
        return committed

    def _note_duration(self, seconds: float) -> None:
        """Note how long an event took. Events that are stored together end together: the longest is observed, once for all of them."""
        if not self._longest:
            asyncio.get_running_loop().call_soon(self._observe_longest)
        self._longest = max(self._longest, seconds)

    def _observe_longest(self) -> None:
        self.metrics.commits.observe(self._longest)
        self._longest = 0.0

    async def _load(self, loaded: LoadedTable) -> None:
        loaded.put(None)
        await self.loader.load(loaded)
        self._stale.pop(loaded.id, None)
        await self.grant_downtime(loaded)
        self._publish(loaded)

    async def grant_downtime(self, loaded: LoadedTable) -> None:
        """Give the clocks of a locked table the time back during which no server was running."""
        while (span := self._ungranted(loaded.live)) is not None:
            live = loaded.live
            event = TableEvent(live.version, max(self.now(), live.at), -1, "", "", DowntimeGranted(*span))
            live.apply(event)
            await self._append(loaded, event)

    def _ungranted(self, live: LiveTable) -> Span | None:
        """Return a downtime during which clocks of a table ran and that they have not got back."""
        if live.status == RUNNING and live.clocks.on:
            for since, until in self.downtime.after(live.granted_until):
                if any(started and started < until for started in live.clocks.since):
                    return since, until
        return None

    def _publish(self, loaded: LoadedTable) -> None:
        live = loaded.live
        if loaded.sent_version < live.version and loaded.subscribers:
            view, before = loaded.view, loaded.sent_version
            loaded.close_lost()
            overflows = subscribers.publish(loaded.subscribers, live.version, lambda seat: view.step(seat, before))
            if overflows:
                self.metrics.overflows.inc(overflows)
        loaded.sent_version = live.version

    def look(self, loaded: LoadedTable) -> None:
        """Note that somebody looks at a locked table, so that a table of bots continues for a while."""
        loaded.looked = asyncio.get_running_loop().time()
        self.on_change(loaded.id, loaded.live.due())

    def connect(self, loaded: LoadedTable, subscriber: Subscriber) -> None:
        """Show the others at a locked table that a player is connected, before the subscriber is added."""
        if subscriber.seat != SPECTATOR and subscriber.seat not in loaded.connected:
            self._publish_connected(loaded, loaded.connected | {subscriber.seat})
        self.look(loaded)

    def disconnect(self, loaded: LoadedTable, subscriber: Subscriber) -> None:
        """Remove a subscriber; a player who does not reconnect soon is shown as away."""
        loaded.subscribers.pop(subscriber, None)
        if subscriber.seat != SPECTATOR:
            asyncio.get_running_loop().call_later(self.away, self._start, loaded.id, self._update_connected)

    async def _update_connected(self, table: str) -> None:
        if table in self._tables:
            async with self.table(table) as loaded:
                connected = loaded.connected & {subscriber.seat for subscriber in loaded.subscribers}
                if connected != loaded.connected:
                    self._publish_connected(loaded, connected)

    def _publish_connected(self, loaded: LoadedTable, connected: frozenset[int]) -> None:
        loaded.connected = connected
        view, version = loaded.view, loaded.live.version
        subscribers.publish(loaded.subscribers, version, lambda seat: view.step(seat, version))

    def on_append(self, table: str, n: int) -> None:
        """Handle the notification that another process has stored event `n` of a table."""
        loaded = self._tables.get(table)
        if loaded is not None and loaded.sent_version <= n:
            self._read_soon([table])

    def on_gap(self) -> None:
        """Handle a loss of notifications: any table may have changed, and after a failover lack events that are known here."""
        self._doubtful = dict.fromkeys(self._tables)
        self._read_soon(self._tables)

    def _read_soon(self, tables: Iterable[str]) -> None:
        """Schedule one read of new events for all tables that are named until it starts."""
        scheduled = bool(self._to_read)
        self._to_read.update(dict.fromkeys(tables))
        if self._to_read and not scheduled:
            self._run(self._read_new())

    async def _read_new(self) -> None:
        tables, self._to_read = self._to_read, {}
        # This may count an event that is still being stored; should that fail, the table is loaded again anyway.
        since = {
            # With the latest known event of a doubtful table.
            table: max(0, loaded.live.version - (table in self._doubtful))
            for table in tables
            if (loaded := self._tables.get(table)) is not None and loaded.loaded
        }
        try:
            found = await self.store.new_events(since)
        except StoreUnavailable:
            self._stale.update(tables)
            return
        for table in tables:
            self._start(table, partial(self._apply_new, rows=found.get(table, []) if table in since else None))

    async def _apply_new(self, table: str, rows: list[EventRow] | None) -> None:
        """Apply new events unless they have been applied meanwhile; None if the table was not loaded when they were read.

        It may have been loaded since with what was stored before the notification, so they are read now.
        """
        if table not in self._tables:
            return
        async with self.table(table) as loaded:
            if rows is None:
                rows = await self.store.events(table, loaded.live.version)
            if table in self._doubtful:
                await self._check_stored(loaded, rows)
            await self._apply_rows(loaded, rows)
            self._publish(loaded)
            self._stale.pop(table, None)
            if not self.store.shared:
                # An event of this process that was stored after all, upon which no other process will act.
                self.on_change(table, loaded.live.due())

    async def _check_stored(self, loaded: LoadedTable, rows: list[EventRow]) -> None:
        """Load a locked table again if its latest event is not stored any more; those who have seen it must connect again."""
        live = loaded.live
        if not _ends_with_one_of(live, rows) and not _ends_with_one_of(live, await self.store.events(loaded.id, live.version - 1)):
            log.error("acknowledged events are lost", extra={"table": loaded.id, "version": live.version})
            for subscriber in loaded.subscribers:
                subscriber.close("lost")
            await self._load(loaded)
        self._doubtful.pop(loaded.id, None)

    def _start(self, table: str, work: Callable[[str], Awaitable[None]]) -> None:
        self._run(self._try(table, work))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try(self, table: str, work: Callable[[str], Awaitable[None]]) -> None:
        try:
            await work(table)
        except (ApiError, StoreUnavailable):
            self._stale[table] = None

    def evict(self, idle: float, limits: MemoryLimits | None = None) -> None:
        """Drop tables that were idle for so many seconds and those beyond the limits of memory; read stale ones again."""
        self._stale = {table: None for table in self._stale if table in self._tables}
        self._doubtful = {table: None for table in self._doubtful if table in self._tables}
        self._read_soon(self._stale)
        limit = self.monotonic() - idle
        for table, loaded in list(self._tables.items()):
            if not loaded.subscribers and not loaded.users and loaded.last_used < limit:
                self.dropped_bytes += loaded.size
                del self._tables[table]
        self._drop_excess(limits or self._memory.limits)

    def _drop_excess(self, limits: MemoryLimits) -> None:
        for loaded in self._memory.excess(self._tables.values(), limits):
            self.dropped_bytes += loaded.size
            # A visitor who needs more tables in turn than there is room for pays for loading them again, also if they are short.
            live = loaded.live
            self._memory.gate.remember(loaded.id, LongTable(live.setup.owner, live.payer.visitor, loaded.size))
            # Watched tables are read again when they change.
            loaded.put(None)
            if not loaded.subscribers:
                del self._tables[loaded.id]

    def close_visitor(self, visitor: str, why: str) -> None:
        """End every live connection of a visitor."""
        for loaded in self._tables.values():
            for subscriber in loaded.subscribers:
                if subscriber.visitor == visitor:
                    subscriber.close(why)

    def close_subscribers(self, why: str) -> None:
        """End every live connection."""
        for loaded in self._tables.values():
            for subscriber in loaded.subscribers:
                subscriber.close(why)


def _ends_with_one_of(live: LiveTable, rows: list[EventRow]) -> bool:
    """Tell whether the latest event of a table is among stored ones: another one with the same number has another time."""
    return not live.version or any(row.n == live.version - 1 and row.at == live.at for row in rows)


def _is_slow(live: LiveTable, event: TableEvent) -> bool:
    """Tell whether an event replays a long game."""
    return type(event.body) in REWINDING and len(live.steps) > LONG and live.rewinds(event)
