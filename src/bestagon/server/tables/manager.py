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
from bestagon.server.tables import events as payload
from bestagon.server.tables import subscribers as hub
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

    __slots__ = ("_keeper", "_kept", "_table")

    def __init__(self, keeper: TableManager, table: str) -> None:
        """TableLock this one."""
        self._keeper = keeper
        self._table = table
        self._kept: LoadedTable | None = None

    async def __aenter__(self) -> LoadedTable:
        """Wait for the table."""
        self._kept = await self._keeper.take(self._table)
        return self._kept

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        """Let it go."""
        assert self._kept is not None
        self._keeper.let_go(self._kept)


class TableManager:
    """All tables this process knows."""

    def __init__(self, store: Store, metrics: Metrics, outages: Downtime, now: Callable[[], int]) -> None:
        """Keep tables of a store; `now` tells the time in milliseconds since the epoch."""
        self.store = store
        self.metrics = metrics
        self.outages = outages
        self.now = now
        self.changed: Callable[[str, int], None] = lambda table, due: None
        """Called after each change with the table and when the server must act there."""
        self._kept: dict[str, LoadedTable] = {}
        self._unsure: set[str] = set()
        self._news: set[str] = set()
        """Tables at which other processes have stored something."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._kept)

    def table(self, table: str) -> TableLock:
        """TableLock a table (`async with`), loaded and up to date as far as this process has heard; ApiError where there is none."""
        return TableLock(self, table)

    async def take(self, table: str) -> LoadedTable:
        """Return a table that is held until it is let go: `table` does both."""
        kept = self._kept.get(table)
        if kept is None:
            kept = self._kept[table] = LoadedTable(table, not self.store.shared)
        kept.users += 1
        try:
            await kept.lock.acquire()
        except BaseException:
            self._leave(kept)
            raise
        try:
            if not kept.loaded:
                await self._load(kept)
        except BaseException:
            self.let_go(kept)
            raise
        return kept

    def let_go(self, kept: LoadedTable) -> None:
        """Let others have a table that was taken."""
        kept.lock.release()
        self._leave(kept)

    def _leave(self, kept: LoadedTable) -> None:
        kept.users -= 1
        kept.used = time.monotonic()
        if not kept.loaded and not kept.listeners and not kept.users:
            self._kept.pop(kept.id, None)

    async def commit(self, kept: LoadedTable, make: MakeEvent, visitor: str = "", key: str = "") -> Applied:
        """Store the event that `make` proposes for a table that is held, and tell everybody; ApiError changes nothing.

        A key that the visitor has used before does nothing again: the first event is returned.
        """
        for _ in range(TRIES):
            first = kept.live.repeated(visitor, key) if key else None
            if first is not None:
                return first
            try:
                event = make(kept.live)
            except ApiError:
                if await self._hear(kept):
                    continue
                raise
            self._apply(kept, event)
            done = await self._append(kept, event)
            if done is not None:
                return done
        raise ApiError("busy", "others were faster too often: try again", kept.live.version)

    async def certain(self, kept: LoadedTable, ask: Callable[[LiveTable], T]) -> T:
        """Return what a table that is held says; ApiError only if it is so after all that others have stored, too."""
        try:
            return ask(kept.live)
        except ApiError:
            if not await self._hear(kept):
                raise
        return ask(kept.live)

    async def _hear(self, kept: LoadedTable) -> bool:
        """Look whether others have stored something at a table that this process has not heard of yet, and take it in."""
        if not self.store.shared:
            return False
        events = await self.store.events(kept.id, kept.live.version)
        for event in events:
            self._apply(kept, event)
        self._publish(kept)
        return bool(events)

    def _apply(self, kept: LoadedTable, event: EventRow) -> None:
        try:
            kept.live.apply(event)
        except ApiError:
            raise
        except Exception:
            # A fault of our own may have left the table half changed: only what is stored counts.
            kept.put(None)
            raise

    async def _append(self, kept: LoadedTable, event: EventRow) -> Applied | None:
        """Store an event that is applied already; None where another was faster and the table was loaded anew."""
        started = time.perf_counter()
        live = kept.live
        summary = live.summary()
        try:
            await self.store.append(kept.id, event, summary)
        except Conflict:
            self.metrics.conflicts.add()
            await self._load(kept)
            return None
        except Duplicate as error:
            await self._load(kept)
            first = await self.store.events(kept.id, error.n)
            return Applied(error.n + 1, first[0].seat)
        except BaseException:
            # Nobody knows whether it was stored: look again before anything is said about this table.
            kept.put(None)
            self._unsure.add(kept.id)
            raise
        self.metrics.commits.add(time.perf_counter() - started)
        self.metrics.events.add(event.kind)
        self._publish(kept)
        self.changed(kept.id, summary.due)
        return Applied(live.version, event.seat)

    async def _load(self, kept: LoadedTable) -> None:
        kept.put(None)
        found = await self.store.load(kept.id)
        if found is None:
            raise ApiError("no_table", "there is no such table")
        row, events = found
        # Adding up a long game takes a while, in which other tables go on.
        slow = len(events) > LONG or len(row.setup) > LARGE
        kept.put(await asyncio.to_thread(LiveTable, row, events) if slow else LiveTable(row, events))
        self._unsure.discard(kept.id)
        await self.give_back(kept)
        self._publish(kept)

    async def give_back(self, kept: LoadedTable) -> None:
        """Give clocks the time that the server was away."""
        while (span := self._lost(kept.live)) is not None:
            live = kept.live
            data = payload.encode(Data(since=span[0], until=span[1]))
            event = EventRow(live.version, max(self.now(), live.at), payload.GIVEN, -1, "", "", data)
            live.apply(event)
            await self._append(kept, event)

    def _lost(self, live: LiveTable) -> Span | None:
        """Return an outage in which clocks of a table ran, and that was not given back yet."""
        if live.status == RUNNING and live.clocks.on:
            for since, until in self.outages.after(live.given):
                if any(started and started < until for started in live.clocks.since):
                    return since, until
        return None

    def _publish(self, kept: LoadedTable) -> None:
        live = kept.live
        if kept.told < live.version and kept.listeners:
            view, before = kept.view, kept.told
            for listener in kept.listeners:
                if listener.seat != SPECTATOR and not live.holds(listener.visitor, listener.seat):
                    # Who has lost a seat sees no more than anybody.
                    listener.close("seat")
            jams = hub.publish(kept.listeners, live.version, lambda seat: view.step(seat, before))
            if jams:
                self.metrics.jams.add(by=jams)
        kept.told = live.version

    def came(self, kept: LoadedTable, listener: Subscriber) -> None:
        """Let those at a table that is held see that somebody's page is connected, before it listens."""
        if listener.seat != SPECTATOR and listener.seat not in kept.here:
            self._seen(kept, kept.here | {listener.seat})

    def left(self, kept: LoadedTable, listener: Subscriber) -> None:
        """Take a listener away; whoever does not come back soon is away."""
        kept.listeners.discard(listener)
        if listener.seat != SPECTATOR:
            asyncio.get_running_loop().call_later(AWAY, self._start, kept.id, self._look)

    async def _look(self, table: str) -> None:
        """See whose page is still connected."""
        if table in self._kept:
            async with self.table(table) as kept:
                here = kept.here & {listener.seat for listener in kept.listeners}
                if here != kept.here:
                    self._seen(kept, here)

    def _seen(self, kept: LoadedTable, here: frozenset[int]) -> None:
        kept.here = here
        view, version = kept.view, kept.live.version
        hub.publish(kept.listeners, version, lambda seat: view.step(seat, version))

    def heard(self, table: str, n: int) -> None:
        """Be told that another process has stored event `n` of a table."""
        kept = self._kept.get(table)
        if kept is not None and kept.told <= n:
            self._catch_up([table])

    def missed(self) -> None:
        """Be told that any table may have changed."""
        self._catch_up(self._kept)

    def _catch_up(self, tables: Iterable[str]) -> None:
        """Look soon at what others may have stored, at once for all tables that are named until then."""
        waiting = bool(self._news)
        self._news.update(tables)
        if self._news and not waiting:
            self._run(self._read_news())

    async def _read_news(self) -> None:
        tables, self._news = self._news, set()
        # An event that is being stored may be counted in; should it lose, the table is loaded anew.
        since = {table: kept.live.version for table in tables if (kept := self._kept.get(table)) is not None and kept.loaded}
        try:
            found = await self.store.news(since)
        except StoreUnavailable:
            self._unsure |= tables
            return
        for table in tables:
            self._start(table, partial(self._take_in, events=found.get(table, [])))

    async def _take_in(self, table: str, events: list[EventRow]) -> None:
        """Apply what follows; whatever came meanwhile is not applied twice, and a table that was not certain is loaded with it."""
        if table not in self._kept:
            return
        async with self.table(table) as kept:
            for event in events:
                if event.n == kept.live.version:
                    self._apply(kept, event)
            self._publish(kept)
            self._unsure.discard(table)

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
            self._unsure.add(table)

    def tidy(self, idle: float, most: int) -> None:
        """Forget tables nobody has looked at lately, and look again at those that are not certain."""
        self._unsure &= self._kept.keys()
        self._catch_up(self._unsure)
        limit = time.monotonic() - idle
        for table, kept in list(self._kept.items()):
            if not kept.listeners and not kept.users and (kept.used < limit or len(self._kept) > most):
                del self._kept[table]

    def close_listeners(self, why: str) -> None:
        """Let every live connection end."""
        for kept in self._kept.values():
            for listener in kept.listeners:
                listener.close(why)
