"""Keeps live tables: loads, changes, stores and publishes them, one thing at a time at each."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Final, TypeVar

from bestagon.core.position import SPECTATOR
from bestagon.server.errors import ApiError
from bestagon.server.metrics import Metrics
from bestagon.server.store.base import RUNNING, Conflict, Duplicate, EventRow, Store, StoreUnavailable
from bestagon.server.tables import events, subscribers
from bestagon.server.tables.downtime import Downtime, Span
from bestagon.server.tables.events import Data
from bestagon.server.tables.live import Applied, LiveTable
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.subscribers import Subscriber

TRIES: Final = 8
"""How often an event that lost a race is tried again."""
AWAY: Final = 4.0
"""Seconds after which somebody whose connection ended counts as away; pages that are loaded again are faster."""
LONG: Final = 100
"""With how many events a table is loaded beside the event loop."""
LARGE: Final = 2000
"""How many bytes of set-up hold another game that must be played first."""
T = TypeVar("T")
MakeEvent = Callable[[LiveTable], EventRow]

log = logging.getLogger("bestagon.server")


class TableLock:
    """Holds a table while a block runs; every move pays for it, and contextlib would cost more."""

    __slots__ = ("_manager", "_table", "_tables")

    def __init__(self, manager: TableManager, table: str) -> None:
        """TableLock this one."""
        self._manager = manager
        self._table = table
        self._tables: LoadedTable | None = None

    async def __aenter__(self) -> LoadedTable:
        """Wait for the table."""
        self._tables = await self._manager.take(self._table)
        return self._tables

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        """Let it go."""
        assert self._tables is not None
        self._manager.release(self._tables)


class TableManager:
    """All tables this process knows."""

    def __init__(self, store: Store, metrics: Metrics, downtime: Downtime, now: Callable[[], int]) -> None:
        """Keep tables of a store; `now` tells the time in milliseconds since the epoch."""
        self.store = store
        self.metrics = metrics
        self.downtime = downtime
        self.now = now
        self.changed: Callable[[str, int], None] = lambda table, due: None
        """Called after each change with the table and when the server must act there."""
        self._tables: dict[str, LoadedTable] = {}
        self._stale: set[str] = set()
        self._news: set[str] = set()
        """Tables at which other processes have stored something."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def table(self, table: str) -> TableLock:
        """TableLock a table (`async with`), loaded and up to date as far as this process has heard; ApiError where there is none."""
        return TableLock(self, table)

    async def take(self, table: str) -> LoadedTable:
        """Return a table that is held until it is let go: `table` does both."""
        loaded = self._tables.get(table)
        if loaded is None:
            loaded = self._tables[table] = LoadedTable(table, not self.store.shared)
        loaded.users += 1
        try:
            await loaded.lock.acquire()
        except BaseException:
            self._leave(loaded)
            raise
        try:
            if not loaded.loaded:
                await self._load(loaded)
        except BaseException:
            self.release(loaded)
            raise
        return loaded

    def release(self, loaded: LoadedTable) -> None:
        """Let others have a table that was taken."""
        loaded.lock.release()
        self._leave(loaded)

    def _leave(self, loaded: LoadedTable) -> None:
        loaded.users -= 1
        loaded.used = time.monotonic()
        if not loaded.loaded and not loaded.subscribers and not loaded.users:
            self._tables.pop(loaded.id, None)

    async def commit(self, loaded: LoadedTable, make: MakeEvent, visitor: str = "", key: str = "") -> Applied:
        """Store the event that `make` proposes for a table that is held, and tell everybody; ApiError changes nothing.

        A key that the visitor has used before does nothing again: the first event is returned.
        """
        for _ in range(TRIES):
            first = loaded.live.repeated(visitor, key) if key else None
            if first is not None:
                return first
            try:
                event = make(loaded.live)
            except ApiError:
                if await self._hear(loaded):
                    continue
                raise
            self._apply(loaded, event)
            done = await self._append(loaded, event)
            if done is not None:
                return done
        raise ApiError("busy", "others were faster too often: try again", loaded.live.version)

    async def read_committed(self, loaded: LoadedTable, ask: Callable[[LiveTable], T]) -> T:
        """Return what a table that is held says; ApiError only if it is so after all that others have stored, too."""
        try:
            return ask(loaded.live)
        except ApiError:
            if not await self._hear(loaded):
                raise
        return ask(loaded.live)

    async def _hear(self, loaded: LoadedTable) -> bool:
        """Look whether others have stored something at a table that this process has not heard of yet, and take it in."""
        if not self.store.shared:
            return False
        events = await self.store.events(loaded.id, loaded.live.version)
        for event in events:
            self._apply(loaded, event)
        self._publish(loaded)
        return bool(events)

    def _apply(self, loaded: LoadedTable, event: EventRow) -> None:
        try:
            loaded.live.apply(event)
        except ApiError:
            raise
        except Exception:
            # A fault of our own may have left the table half changed: only what is stored counts.
            loaded.put(None)
            raise

    async def _append(self, loaded: LoadedTable, event: EventRow) -> Applied | None:
        """Store an event that is applied already; None where another was faster and the table was loaded anew."""
        started = time.perf_counter()
        live = loaded.live
        summary = live.summary()
        try:
            await self.store.append(loaded.id, event, summary)
        except Conflict:
            self.metrics.conflicts.inc()
            await self._load(loaded)
            return None
        except Duplicate as error:
            await self._load(loaded)
            first = await self.store.events(loaded.id, error.n)
            return Applied(error.n + 1, first[0].seat)
        except BaseException:
            # Nobody knows whether it was stored: look again before anything is said about this table.
            loaded.put(None)
            self._stale.add(loaded.id)
            raise
        self.metrics.commits.observe(time.perf_counter() - started)
        self.metrics.events.inc(event.kind)
        self._publish(loaded)
        self.changed(loaded.id, summary.due)
        return Applied(live.version, event.seat)

    async def _load(self, loaded: LoadedTable) -> None:
        loaded.put(None)
        found = await self.store.load(loaded.id)
        if found is None:
            raise ApiError("no_table", "there is no such table")
        row, events = found
        # Adding up a long game takes a while, in which other tables go on.
        slow = len(events) > LONG or len(row.setup) > LARGE
        loaded.put(await asyncio.to_thread(LiveTable, row, events) if slow else LiveTable(row, events))
        self._stale.discard(loaded.id)
        await self.give_back(loaded)
        self._publish(loaded)

    async def give_back(self, loaded: LoadedTable) -> None:
        """Give clocks the time that the server was away."""
        while (span := self._lost(loaded.live)) is not None:
            live = loaded.live
            data = events.encode(Data(since=span[0], until=span[1]))
            event = EventRow(live.version, max(self.now(), live.at), events.GIVEN, -1, "", "", data)
            live.apply(event)
            await self._append(loaded, event)

    def _lost(self, live: LiveTable) -> Span | None:
        """Return an outage in which clocks of a table ran, and that was not given back yet."""
        if live.status == RUNNING and live.clocks.on:
            for since, until in self.downtime.after(live.given):
                if any(started and started < until for started in live.clocks.since):
                    return since, until
        return None

    def _publish(self, loaded: LoadedTable) -> None:
        live = loaded.live
        if loaded.sent_version < live.version and loaded.subscribers:
            view, before = loaded.view, loaded.sent_version
            for subscriber in loaded.subscribers:
                if subscriber.seat != SPECTATOR and not live.holds(subscriber.visitor, subscriber.seat):
                    # Who has lost a seat sees no more than anybody.
                    subscriber.close("seat")
            overflows = subscribers.publish(loaded.subscribers, live.version, lambda seat: view.step(seat, before))
            if overflows:
                self.metrics.overflows.inc(overflows)
        loaded.sent_version = live.version

    def came(self, loaded: LoadedTable, subscriber: Subscriber) -> None:
        """Let those at a table that is held see that somebody's page is connected, before it listens."""
        if subscriber.seat != SPECTATOR and subscriber.seat not in loaded.here:
            self._seen(loaded, loaded.here | {subscriber.seat})

    def left(self, loaded: LoadedTable, subscriber: Subscriber) -> None:
        """Take a subscriber away; whoever does not come back soon is away."""
        loaded.subscribers.discard(subscriber)
        if subscriber.seat != SPECTATOR:
            asyncio.get_running_loop().call_later(AWAY, self._start, loaded.id, self._look)

    async def _look(self, table: str) -> None:
        """See whose page is still connected."""
        if table in self._tables:
            async with self.table(table) as loaded:
                here = loaded.here & {subscriber.seat for subscriber in loaded.subscribers}
                if here != loaded.here:
                    self._seen(loaded, here)

    def _seen(self, loaded: LoadedTable, here: frozenset[int]) -> None:
        loaded.here = here
        view, version = loaded.view, loaded.live.version
        subscribers.publish(loaded.subscribers, version, lambda seat: view.step(seat, version))

    def heard(self, table: str, n: int) -> None:
        """Be told that another process has stored event `n` of a table."""
        loaded = self._tables.get(table)
        if loaded is not None and loaded.sent_version <= n:
            self._catch_up([table])

    def missed(self) -> None:
        """Be told that any table may have changed."""
        self._catch_up(self._tables)

    def _catch_up(self, tables: Iterable[str]) -> None:
        """Look soon at what others may have stored, at once for all tables that are named until then."""
        waiting = bool(self._news)
        self._news.update(tables)
        if self._news and not waiting:
            self._run(self._read_news())

    async def _read_news(self) -> None:
        tables, self._news = self._news, set()
        # An event that is being stored may be counted in; should it lose, the table is loaded anew.
        since = {table: loaded.live.version for table in tables if (loaded := self._tables.get(table)) is not None and loaded.loaded}
        try:
            found = await self.store.news(since)
        except StoreUnavailable:
            self._stale |= tables
            return
        for table in tables:
            self._start(table, partial(self._take_in, events=found.get(table, [])))

    async def _take_in(self, table: str, events: list[EventRow]) -> None:
        """Apply what follows; whatever came meanwhile is not applied twice, and a table that was not certain is loaded with it."""
        if table not in self._tables:
            return
        async with self.table(table) as loaded:
            for event in events:
                if event.n == loaded.live.version:
                    self._apply(loaded, event)
            self._publish(loaded)
            self._stale.discard(table)

    def _start(self, table: str, what: Callable[[str], Awaitable[None]]) -> None:
        self._run(self._try(table, what))

    def _run(self, what: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try(self, table: str, what: Callable[[str], Awaitable[None]]) -> None:
        try:
            await what(table)
        except (ApiError, StoreUnavailable):
            self._stale.add(table)

    def tidy(self, idle: float, most: int) -> None:
        """Forget tables nobody has looked at lately, and look again at those that are not certain."""
        self._stale &= self._tables.keys()
        self._catch_up(self._stale)
        limit = time.monotonic() - idle
        for table, loaded in list(self._tables.items()):
            if not loaded.subscribers and not loaded.users and (loaded.used < limit or len(self._tables) > most):
                del self._tables[table]

    def close_subscribers(self, why: str) -> None:
        """Let every live connection end."""
        for loaded in self._tables.values():
            for subscriber in loaded.subscribers:
                subscriber.close(why)
