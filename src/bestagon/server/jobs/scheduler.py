"""What the server does without a request: bots' moves, clocks that run out, heartbeats, eviction of idle tables."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, NamedTuple

from bestagon.bots.worker_pool import Busy, Owner, ThinkRequest, WorkerFailed, WorkerPool
from bestagon.server.edge.memory import return_freed
from bestagon.server.errors import ApiError
from bestagon.server.limits.limits import Limits
from bestagon.server.logs import RateLimitedLog
from bestagon.server.settings import Settings
from bestagon.server.store.base import Lease, StoreError
from bestagon.server.store.downtime import Downtime
from bestagon.server.tables.events import ActionPlayed, TableEvent, TimedOut
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.manager import TableManager
from bestagon.server.tokens import Keys

TICK: Final = 0.5
"""Seconds between queries for tables where the server must act."""
BEAT: Final = 2000
"""Milliseconds between heartbeats."""
RETURNED: Final = 4 << 20
"""After how many bytes of dropped tables free memory is returned to the system."""
RETURN_EVERY: Final = 10_000
"""Milliseconds between two times."""
GAP: Final = 3 * BEAT
"""Milliseconds without a heartbeat that count as downtime."""
LEASE: Final = 15_000
"""Milliseconds for which a process may act for the server at a table before it must extend its lease."""
SOON: Final = 2000
"""Anything due within this many milliseconds is awaited here, since the next query may be late or another process's."""
AT_ONCE: Final = 256
"""How many tables a process looks at concurrently; that takes milliseconds, and bots do not think meanwhile."""
MOST_THINKING: Final = 512
"""How many tables of a process may wait for bots."""
WATCHED: Final = 30.0
"""Seconds for which a table counts as watched after somebody without a live connection has looked at it."""
PAUSE: Final = 3_600_000
"""Milliseconds until an unwatched table of bots is looked at again, unless somebody watches it earlier."""
SLOW: Final = 60_000
"""Milliseconds between moves at such a table where processes share a store: another process may have the watchers, but no bots."""
RETRY: Final = 1000
"""Milliseconds until the first retry at a table that failed; each further one waits twice as long."""
SLOWEST_RETRY: Final = 600_000
PARK: Final = 86_400_000
"""Milliseconds until a table whose rules are not installed is tried again."""
MOST_FAILURES: Final = 10_000
"""Tables whose failures are counted."""
SAY_EVERY: Final = 60.0
"""Seconds between two tracebacks."""
log = logging.getLogger("bestagon.server")
repeated = RateLimitedLog(log)
"""For messages that would repeat while something is wrong."""


class BotTurn(NamedTuple):
    """A bot's decision to make."""

    seat: int
    valid_since: int
    """The version the seat's choices are valid from."""
    request: ThinkRequest
    payer: str
    """The visitor whose time it takes."""


class _Thinking(NamedTuple):
    """A table that waits for its bots."""

    task: asyncio.Task[None]
    clocked: bool
    """Whether a clock can run out there meanwhile."""


class Scheduler:
    """Acts for the server at the tables where it must.

    Looking at a table is quick: clocks that have run out end, and a bot's decision gets a separate task, which waits for the workers.
    So no bot delays a clock. A table that fails, waits or pauses is made due later in the store, so that it does not hide others.
    """

    def __init__(
        self,
        manager: TableManager,
        keys: Keys,
        downtime: Downtime,
        workers: WorkerPool | None,
        settings: Settings,
        limits: Limits,
        owner: str,
    ) -> None:
        """Act at the tables of a manager; without workers another process must play the bots."""
        self._manager = manager
        self._keys = keys
        self._downtime = downtime
        self._workers = workers
        self._settings = settings
        self._limits = limits
        self._owner = owner
        """The name under which this process takes leases."""
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._thinking: dict[str, _Thinking] = {}
        self._missed: dict[str, None] = {}
        """Tables where something may have become due while they were being processed."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._failures: dict[str, int] = {}
        """How often in a row something went wrong at a table."""
        self._retry_at: dict[str, int] = {}
        """When to look at a table again that failed."""
        self._ticking: asyncio.Task[None] | None = None
        self._last_beat = 0
        self._last_return = 0
        self._said = -SAY_EVERY
        self._stopped = False

    async def start(self) -> None:
        """Start acting."""
        await self._downtime.beat(starting=True)
        self._manager.on_change = self._on_change
        self._ticking = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """Stop acting, and leave what is due to other processes."""
        for timer in self._timers.values():
            timer.cancel()
        self._stopped = True
        thinking = [one.task for one in self._thinking.values()]
        tasks = [task for task in (self._ticking, *self._looking.values(), *thinking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._downtime.beat()

    def _on_change(self, table: str, due: int) -> None:
        """Act at once where a change makes something due, or soon, instead of at a later tick."""
        if not due:
            return
        wait = due - self._manager.now()
        if wait <= 0:
            self._drive(table)
        elif wait <= SOON and table not in self._timers:
            self._timers[table] = asyncio.get_running_loop().call_later(wait / 1000, self._on_timer, table)

    def _on_timer(self, table: str) -> None:
        del self._timers[table]
        self._drive(table)

    def _drive(self, table: str, listed: bool = False) -> None:
        """Look at a table, unless there is nothing to do now; `listed` if the store says that it is due."""
        if self._stopped:
            return
        thinking = self._thinking.get(table)
        if table in self._looking or (thinking is not None and not thinking.clocked):
            self._missed[table] = None
            return
        if len(self._looking) >= AT_ONCE:
            return
        retry_at = self._retry_at.get(table)
        if retry_at is not None:
            if retry_at > self._manager.now():
                return
            del self._retry_at[table]
        task = asyncio.create_task(self._try(table, partial(self._look, table, listed)))
        self._looking[table] = task
        task.add_done_callback(lambda _: self._on_done(table, self._looking))

    async def _tick(self) -> None:
        while True:
            try:
                now = self._manager.now()
                if now - self._last_beat >= BEAT:
                    await self._downtime.beat()
                    self._last_beat = now = self._manager.now()
                # Tables that are being processed are due as well, and must not hide others.
                for table in await self._manager.store.due(now, AT_ONCE + len(self._looking) + len(self._thinking)):
                    self._drive(table, listed=True)
                self._manager.evict(self._settings.idle)
                if self._manager.dropped_bytes >= RETURNED and now - self._last_return >= RETURN_EVERY:
                    self._manager.dropped_bytes = 0
                    self._last_return = now
                    return_freed()
            except StoreError as error:
                repeated.warning("storage is unavailable", why=str(error))
            except Exception:
                self._manager.metrics.faults.inc()
                log.exception("fault", extra={"route": "scheduler"})
            await asyncio.sleep(TICK)

    async def _try(self, table: str, work: Callable[[], Awaitable[None]]) -> None:
        """Act at one table; a failure makes it due later, and later each time."""
        try:
            await work()
            self._failures.pop(table, None)
        except ApiError as error:
            parked = error.name == "rules_changed"
            await self._fail(table, "parked" if parked else "refused", str(error), PARK if parked else 0)
        except (StoreError, Busy) as error:
            await self._fail(table, "store" if isinstance(error, StoreError) else "queue", str(error))
        except WorkerFailed as error:
            await self._fail(table, "bot", str(error))
        except Exception as error:
            self._manager.metrics.faults.inc()
            if self._manager.monotonic() - self._said >= SAY_EVERY:
                self._said = self._manager.monotonic()
                log.exception("fault", extra={"route": "scheduler", "table": table})
            await self._fail(table, "fault", repr(error))

    async def _fail(self, table: str, reason: str, why: str, wait: int = 0) -> None:
        if len(self._failures) >= MOST_FAILURES:
            self._failures.clear()
            self._retry_at.clear()
        count = self._failures[table] = self._failures.get(table, 0) + 1
        # One line for each parked table; for others the 1st, 2nd, 4th, ... failure in a row.
        level = logging.INFO if reason in ("refused", "queue") else logging.WARNING
        if count & (count - 1) == 0 and (not wait or count == 1):
            log.log(level, "will retry", extra={"table": table, "reason": reason, "failures": count, "why": why})
        await self._postpone(table, reason, wait or min(RETRY << min(count - 1, 10), SLOWEST_RETRY))

    async def _postpone(self, table: str, reason: str, wait: int) -> None:
        """Make a table due later, here and in the store, but not later than a clock that runs there."""
        now = self._manager.now()
        until = self._retry_at[table] = self._before_clocks(table, now, now + wait)
        self._manager.metrics.postponed.labels(reason).inc()
        try:
            await self._manager.store.postpone(table, now, until)
        except StoreError as error:
            log.info("not postponed", extra={"table": table, "why": str(error)})

    async def _look(self, table: str, listed: bool = False) -> None:
        """End the clocks that have run out at a table, and let its bots think."""
        async with self._manager.table(table) as loaded:
            await self._manager.grant_downtime(loaded)
            while late := loaded.live.clocks.out(self._manager.now()):
                await self._manager.commit(loaded, partial(self._time_out, late[0]))
            turn = self._bot_turn(loaded.live)
            if turn is None and listed and await self._manager.fetch(loaded):
                # The store said that it is due, because of an event that this process did not know.
                turn = self._bot_turn(loaded.live)
            if turn is None and listed:
                await self._correct(loaded)
            if turn is None or table in self._thinking or len(self._thinking) >= MOST_THINKING:
                return
            if not self._may_go_on(loaded):
                await self._pause(table)
                return
            wait = self._limits.thinking_wait(turn.payer)
            if wait:
                await self._postpone(table, "thinking", min(int(wait * 1000) + RETRY, SLOWEST_RETRY))
                return
            task = asyncio.create_task(self._try(table, partial(self._play, table, turn)))
            self._thinking[table] = _Thinking(task, loaded.live.clocks.on)
            task.add_done_callback(lambda _: self._on_done(table, self._thinking))

    async def _correct(self, loaded: LoadedTable) -> None:
        """Make a table due when there will be something to do; where there is nothing now, it must not hide others.

        Its stored time may be wrong, as in an archive of strangers, or no process lets its bots think.
        """
        live, now = loaded.live, self._manager.now()
        due = live.due()
        if live.acting_bots() and live.bots_due() <= now:
            if self._manager.store.shared:
                return  # Another process lets them think.
            due = self._before_clocks(live.id, now, now + PAUSE)
        if not due or due > now:
            await self._manager.store.postpone(live.id, now, due)
            if await self._manager.fetch(loaded):
                # Another process may just have made it due at once, and that time is replaced now.
                self._on_change(loaded.id, loaded.live.due())

    def _on_done(self, table: str, tasks: dict[str, asyncio.Task[None]] | dict[str, _Thinking]) -> None:
        """Look again at a table where something became due while it was being processed."""
        del tasks[table]
        if table in self._missed:
            del self._missed[table]
            self._drive(table)

    def _may_go_on(self, loaded: LoadedTable) -> bool:
        """Tell whether bots may move: somebody plays there, watches, or has just looked."""
        live = loaded.live
        if loaded.subscribers or any(seat.kind == "human" and live.truth.still_in(number) for number, seat in enumerate(live.seats)):
            return True
        if asyncio.get_running_loop().time() - loaded.looked < WATCHED:
            return True
        return self._manager.store.shared and live.at + SLOW <= self._manager.now()

    async def _pause(self, table: str) -> None:
        """Pause an unwatched table of bots until somebody looks; unlike after a failure, looking resumes it."""
        now = self._manager.now()
        self._manager.metrics.postponed.labels("unwatched").inc()
        until = now + (SLOW if self._manager.store.shared else PAUSE)
        await self._manager.store.postpone(table, now, self._before_clocks(table, now, until))

    def _before_clocks(self, table: str, now: int, until: int) -> int:
        """Return a time, or when a clock at the table runs out before it: bots that wait must not stop clocks."""
        due = self._manager.clock_due(table)
        return due if now < due < until else until

    async def _play(self, table: str, turn: BotTurn | None) -> None:
        """Play the bots' turns in sequence. Only a store that processes share needs a lease; each event renews it or gives it back."""
        shared = self._manager.store.shared
        leased = kept = False

        def next_lease(live: LiveTable) -> Lease:
            nonlocal kept
            kept = self._bot_turn(live) is not None
            return Lease(self._owner, self._manager.now() + LEASE if kept else 0)

        try:
            while turn is not None:
                if shared and not leased:
                    leased = await self._lease(table)
                    if not leased:
                        return
                action = await self._think(table, turn)
                async with self._manager.table(table) as loaded:
                    make = partial(self._move, turn, action)
                    await self._manager.commit(loaded, make, make_lease=next_lease if shared else None)
                    leased = shared and kept
                    turn = self._bot_turn(loaded.live) if self._may_go_on(loaded) else None
                    if turn is not None and self._limits.thinking_wait(turn.payer):
                        return  # The table is still due: the next look at it postpones it.
        finally:
            if leased:
                await self._manager.store.release(table, self._owner)

    def _bot_turn(self, live: LiveTable) -> BotTurn | None:
        """Return the decision that a bot must make now, if this process can let it."""
        bots = live.acting_bots() if self._workers is not None else []
        if not bots or live.bots_due() > self._manager.now():
            return None
        return BotTurn(bots[0], live.valid_since[bots[0]], self._request(live, bots[0]), live.bots_payer())

    async def _lease(self, table: str) -> bool:
        now = self._manager.now()
        return await self._manager.store.lease(table, self._owner, now + LEASE, now)

    async def _think(self, table: str, turn: BotTurn) -> int:
        """Return the action that a bot chooses; the lease is extended while it thinks."""
        assert self._workers is not None
        started = time.perf_counter()
        owner = Owner(self._limits.customer(turn.payer) or turn.payer, turn.payer)
        spend = partial(self._limits.spend_thinking, turn.payer, "bots")
        thinking = asyncio.ensure_future(self._workers.ask(turn.request, owner, spend))
        try:
            while not (await asyncio.wait([thinking], timeout=LEASE / 3000))[0]:
                if self._manager.store.shared:
                    await self._lease(table)
            action = thinking.result()
        finally:
            thinking.cancel()
            # An error's traceback leads back to it: a cycle, which would wait for the garbage collector.
            del thinking
        self._manager.metrics.thinking.observe(time.perf_counter() - started)
        return action

    def _time_out(self, seat: int, live: LiveTable) -> TableEvent:
        """Return the event that a seat's clock has run out, unless it has not."""
        now = self._manager.now()
        if seat not in live.clocks.out(now):
            raise ApiError("over", "the clock is not running any more", live.version)
        return TableEvent(live.version, max(now, live.at), seat, "", "", TimedOut())

    def _move(self, turn: BotTurn, action: int, live: LiveTable) -> TableEvent:
        """Return the event of a bot's move, unless the table has changed for its seat meanwhile."""
        seat = turn.seat
        if live.valid_since[seat] != turn.valid_since or seat not in live.acting_bots():
            raise ApiError("stale", "the table changed while the bot was thinking", live.version)
        body = ActionPlayed(live.check_action(seat, action))
        return TableEvent(live.version, max(self._manager.now(), live.at), seat, "", "", body)

    def _request(self, live: LiveTable, seat: int) -> ThinkRequest:
        seed = self._keys.seed(table=live.id, n=live.version)
        return ThinkRequest.of(live.game.name, live.table.options, live.masked(seat), seat, live.seats[seat].level, seed)
