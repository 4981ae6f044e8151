"""What the server does without a request: bots' moves, clocks that run out, heartbeats, eviction of idle tables."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Final, NamedTuple

from bestagon.bots.worker_pool import Busy, ThinkRequest, WorkerFailed, WorkerPool
from bestagon.server.errors import ApiError
from bestagon.server.settings import Settings
from bestagon.server.store.base import Lease, StoreError
from bestagon.server.store.downtime import Downtime
from bestagon.server.tables.events import ActionPlayed, EventBody, TableEvent, TimedOut
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.manager import TableManager
from bestagon.server.tokens import Keys

TICK: Final = 0.5
"""Seconds between queries for tables where the server must act."""
BEAT: Final = 2000
"""Milliseconds between heartbeats."""
GAP: Final = 3 * BEAT
"""Milliseconds without a heartbeat that count as downtime."""
LEASE: Final = 15_000
"""Milliseconds for which a process may act for the server at a table before it must extend its lease."""
AT_ONCE: Final = 64
"""How many tables a process acts at concurrently."""
log = logging.getLogger("bestagon.server")


class ServerTurn(NamedTuple):
    """What the server must do at a table next."""

    seat: int
    valid_since: int
    """The version the seat's choices are valid from."""
    request: ThinkRequest | None
    """The bot's decision to make; None where the seat's clock has run out."""


class Scheduler:
    """Acts for the server at the tables where it must, each table in one process at a time."""

    def __init__(
        self, manager: TableManager, keys: Keys, downtime: Downtime, workers: WorkerPool | None, settings: Settings, owner: str
    ) -> None:
        """Act at the tables of a manager; without workers another process must play the bots."""
        self._manager = manager
        self._keys = keys
        self._downtime = downtime
        self._workers = workers
        self._settings = settings
        self._owner = owner
        """The name under which this process takes leases."""
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._retry_at: dict[str, float] = {}
        """When to try again at a table after a failure, on the monotonic clock."""
        self._ticking: asyncio.Task[None] | None = None
        self._last_beat = 0

    async def start(self) -> None:
        """Start acting."""
        await self._downtime.beat(starting=True)
        self._manager.on_change = self._on_change
        self._ticking = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """Stop acting, and leave what is due to other processes."""
        tasks = [task for task in (self._ticking, *self._busy.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._downtime.beat()

    def _on_change(self, table: str, due: int) -> None:
        """Act at once where a change makes something due, instead of at the next tick."""
        if due and due <= self._manager.now():
            self._drive(table)

    def _drive(self, table: str) -> None:
        if table in self._busy or len(self._busy) >= AT_ONCE or self._retry_at.get(table, 0.0) > self._manager.monotonic():
            return
        self._retry_at.pop(table, None)
        task = asyncio.create_task(self._work(table))
        self._busy[table] = task
        task.add_done_callback(lambda _: self._busy.pop(table, None))

    async def _tick(self) -> None:
        while True:
            try:
                now = self._manager.now()
                if now - self._last_beat >= BEAT:
                    await self._downtime.beat()
                    self._last_beat = now
                for table in await self._manager.store.due(now, AT_ONCE):
                    self._drive(table)
                self._manager.evict(self._settings.idle, self._settings.max_live)
            except StoreError as error:
                log.warning("storage is unavailable", extra={"why": str(error)})
            except Exception:
                self._manager.metrics.faults.inc()
                log.exception("fault", extra={"route": "scheduler"})
            await asyncio.sleep(TICK)

    async def _work(self, table: str) -> None:
        """Act at one table for as long as something is due there."""
        try:
            await self._act(table)
        except (ApiError, StoreError, Busy) as error:
            self._retry_at[table] = self._manager.monotonic() + 1.0
            log.info("will retry", extra={"table": table, "why": str(error)})
        except WorkerFailed as error:
            self._retry_at[table] = self._manager.monotonic() + 5.0
            log.error("bot failed", extra={"table": table, "why": str(error)})
        except Exception:
            self._retry_at[table] = self._manager.monotonic() + 30.0
            self._manager.metrics.faults.inc()
            log.exception("fault", extra={"route": "scheduler", "table": table})

    async def _act(self, table: str) -> None:
        """Take one turn after the other. Only a store that processes share needs a lease, and each event renews it or gives it back."""
        shared = self._manager.store.shared
        leased = kept = False

        def next_lease(live: LiveTable) -> Lease:
            nonlocal kept
            kept = self._next_seat(live) >= 0
            return Lease(self._owner, self._manager.now() + LEASE if kept else 0)

        async with self._manager.table(table) as loaded:
            turn = await self._next_turn(loaded)
        try:
            while turn is not None:
                if shared and not leased:
                    leased = await self._lease(table)
                    if not leased:
                        return
                action = None if turn.request is None else await self._think(table, turn.request)
                async with self._manager.table(table) as loaded:
                    make = partial(self._event, turn, action)
                    await self._manager.commit(loaded, make, make_lease=next_lease if shared else None)
                    leased = shared and kept
                    turn = await self._next_turn(loaded)
        finally:
            if leased:
                await self._manager.store.release(table, self._owner)

    def _next_seat(self, live: LiveTable) -> int:
        """Return the seat to act for now, because its clock has run out or it is a bot; -1 for none."""
        now = self._manager.now()
        late = live.clocks.out(now)
        if late:
            return late[0]
        bots = live.acting_bots() if self._workers is not None else []
        return bots[0] if bots and live.due() <= now else -1

    async def _next_turn(self, loaded: LoadedTable) -> ServerTurn | None:
        """Return what is due at a locked table, if this process can do it."""
        await self._manager.grant_downtime(loaded)
        live = loaded.live
        seat = self._next_seat(live)
        if seat < 0:
            return None
        return ServerTurn(seat, live.valid_since[seat], self._request(live, seat) if live.seats[seat].kind == "bot" else None)

    async def _lease(self, table: str) -> bool:
        now = self._manager.now()
        return await self._manager.store.lease(table, self._owner, now + LEASE, now)

    async def _think(self, table: str, request: ThinkRequest) -> int:
        """Return the action that a bot chooses; the lease is extended while it thinks."""
        assert self._workers is not None
        started = time.perf_counter()
        thinking = asyncio.ensure_future(self._workers.ask(request))
        try:
            while not (await asyncio.wait([thinking], timeout=LEASE / 3000))[0]:
                if self._manager.store.shared:
                    await self._lease(table)
            action = thinking.result()
        finally:
            thinking.cancel()
        self._manager.metrics.thinking.observe(time.perf_counter() - started)
        return action

    def _event(self, turn: ServerTurn, action: int | None, live: LiveTable) -> TableEvent:
        """Return the event of a turn, unless the table has changed for its seat meanwhile."""
        now, seat = self._manager.now(), turn.seat
        body: EventBody
        if action is None:
            if seat not in live.clocks.out(now):
                raise ApiError("over", "the clock is not running any more", live.version)
            body = TimedOut()
        else:
            if live.valid_since[seat] != turn.valid_since or seat not in live.acting_bots():
                raise ApiError("stale", "the table changed while the bot was thinking", live.version)
            body = ActionPlayed(live.check_action(seat, action))
        return TableEvent(live.version, max(now, live.at), seat, "", "", body)

    def _request(self, live: LiveTable, seat: int) -> ThinkRequest:
        seed = self._keys.seed(table=live.id, n=live.version)
        return ThinkRequest.of(live.game.name, live.table.options, live.masked(seat), seat, live.seats[seat].level, seed)
