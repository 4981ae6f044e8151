"""What the server does by itself: bots' moves, clocks that run out, signs of life, tidying."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import Final

from bestagon.bots.worker_pool import Busy, ThinkRequest, WorkerFailed, WorkerPool
from bestagon.server.errors import ApiError
from bestagon.server.settings import Settings
from bestagon.server.store.base import EventRow, StoreError
from bestagon.server.tables import events
from bestagon.server.tables.downtime import Downtime
from bestagon.server.tables.events import NOTHING, Data
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.manager import TableManager
from bestagon.server.tokens import Keys

TICK: Final = 0.5
"""Seconds between looks for tables where something is due."""
BEAT: Final = 2000
"""Milliseconds between signs of life."""
GAP: Final = 3 * BEAT
"""Milliseconds without a sign of life that are an outage."""
LEASE: Final = 15_000
"""Milliseconds for which a process may act for the server at a table before it must prolong."""
AT_ONCE: Final = 64
"""How many tables a process looks after at the same time."""
log = logging.getLogger("bestagon.server")


class Scheduler:
    """Acts for the server at the tables where it must, each table in one process at a time."""

    def __init__(self, manager: TableManager, keys: Keys, downtime: Downtime, workers: WorkerPool | None, settings: Settings) -> None:
        """Drive the tables of a manager; without workers somebody else must play the bots."""
        self._manager = manager
        self._keys = keys
        self._downtime = downtime
        self._workers = workers
        self._settings = settings
        self._owner = secrets.token_hex(8)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._later: dict[str, float] = {}
        """Tables that are left alone until a moment, after a failure."""
        self._ticking: asyncio.Task[None] | None = None
        self._beaten = 0

    async def start(self) -> None:
        """Begin."""
        await self._downtime.beat()
        self._manager.changed = self._changed
        self._ticking = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """End, and leave what is due to others."""
        tasks = [task for task in (self._ticking, *self._busy.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._downtime.beat()

    def _changed(self, table: str, due: int) -> None:
        """Be told that a table changed: a bot that must act need not wait for the next look."""
        if due and due <= self._manager.now():
            self._drive(table)

    def _drive(self, table: str) -> None:
        if table in self._busy or len(self._busy) >= AT_ONCE or self._later.get(table, 0.0) > time.monotonic():
            return
        self._later.pop(table, None)
        task = asyncio.create_task(self._work(table))
        self._busy[table] = task
        task.add_done_callback(lambda _: self._busy.pop(table, None))

    async def _tick(self) -> None:
        while True:
            try:
                now = self._manager.now()
                if now - self._beaten >= BEAT:
                    await self._downtime.beat()
                    self._beaten = now
                for table in await self._manager.store.due(now, AT_ONCE):
                    self._drive(table)
                self._manager.tidy(self._settings.idle, self._settings.max_live)
            except StoreError as error:
                log.warning("storage does not answer", extra={"why": str(error)})
            except Exception:
                self._manager.metrics.faults.inc()
                log.exception("fault", extra={"route": "scheduler"})
            await asyncio.sleep(TICK)

    async def _work(self, table: str) -> None:
        """Act at one table for as long as something is due there."""
        try:
            while await self._act(table):
                pass
        except (ApiError, StoreError, Busy) as error:
            self._later[table] = time.monotonic() + 1.0
            log.info("left for later", extra={"table": table, "why": str(error)})
        except WorkerFailed as error:
            self._later[table] = time.monotonic() + 5.0
            log.error("a bot failed", extra={"table": table, "why": str(error)})
        except Exception:
            self._later[table] = time.monotonic() + 30.0
            self._manager.metrics.faults.inc()
            log.exception("fault", extra={"route": "scheduler", "table": table})

    async def _act(self, table: str) -> bool:
        """Do the next thing that is due; False where nothing is, or another process does it."""
        now = self._manager.now()
        async with self._manager.table(table) as loaded:
            await self._manager.give_back(loaded)
            due = loaded.live.due()
            late = loaded.live.clocks.out(now)
            bots = loaded.live.bots()
        if not due or (due > now and not late):
            return False
        if not await self._manager.store.lease(table, self._owner, now + LEASE, now):
            return False
        try:
            if late:
                await self._time_out(table)
            elif bots and self._workers is not None:
                await self._play(table, bots[0])
            else:
                return False
        finally:
            await self._manager.store.release(table, self._owner)
        return True

    async def _time_out(self, table: str) -> None:
        def event(live: LiveTable) -> EventRow:
            late = live.clocks.out(self._manager.now())
            if live.status != "running" or not late:
                raise ApiError("over", "no clock is out any more")
            return EventRow(live.version, max(self._manager.now(), live.at), events.TIMEOUT, late[0], "", "", NOTHING)

        async with self._manager.table(table) as loaded:
            await self._manager.commit(loaded, event)

    async def _play(self, table: str, seat: int) -> None:
        """Let a bot choose, and play it unless the table has changed for that seat meanwhile."""
        assert self._workers is not None
        async with self._manager.table(table) as loaded:
            live = loaded.live
            if seat not in live.bots():
                return
            seen = live.fresh[seat]
            request = self._request(loaded, seat)
        started = time.perf_counter()
        thinking = asyncio.ensure_future(self._workers.ask(request))
        try:
            while not (await asyncio.wait([thinking], timeout=LEASE / 3000))[0]:
                now = self._manager.now()
                await self._manager.store.lease(table, self._owner, now + LEASE, now)
            action = thinking.result()
        finally:
            thinking.cancel()
        self._manager.metrics.thinking.observe(time.perf_counter() - started)

        def event(live: LiveTable) -> EventRow:
            if live.fresh[seat] != seen or seat not in live.bots():
                raise ApiError("stale", "the table has changed while the bot was thinking")
            data = events.encode(Data(text=live.read_action(seat, action)))
            return EventRow(live.version, max(self._manager.now(), live.at), events.ACTION, seat, "", "", data)

        async with self._manager.table(table) as loaded:
            await self._manager.commit(loaded, event)

    def _request(self, loaded: LoadedTable, seat: int) -> ThinkRequest:
        live = loaded.live
        return ThinkRequest(
            game=live.game.name,
            players=live.row.players,
            options=live.table.options,
            masked=live.masked(seat).to_bytes(),
            seat=seat,
            player=live.seats[seat].level,
            seed=self._keys.seed(table=live.id, n=live.version),
        )
