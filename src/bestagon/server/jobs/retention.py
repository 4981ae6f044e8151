"""Deletes finished and abandoned tables in small portions, after storing them in an archive if there is one."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, deque
from pathlib import Path
from typing import Final, NamedTuple

from bestagon.core.errors import BestagonError
from bestagon.server.logs import RateLimitedLog
from bestagon.server.settings import Settings
from bestagon.server.store.archive import archive_table
from bestagon.server.store.base import OPEN, OVER, RUNNING
from bestagon.server.tables.manager import TableManager

PORTION: Final = 50
"""Tables in a portion."""
ROWS: Final = 200
"""Rows that are deleted in one transaction, which takes a millisecond or two."""
PAUSE: Final = 0.02
"""Seconds between two transactions, in which players' moves go first."""
INTERVAL: Final = 60.0
"""Seconds between portions when there is little to do."""
SOON: Final = 1.0
"""Seconds until the next portion after a full one."""
LEASE: Final = 60_000
"""Milliseconds for which no other process handles the same table."""
SEARCHED: Final = 500
"""How many tables are looked for at once when too much is stored: all tables have to be compared for that, 0.2 s for 50,000."""
RECENT: Final = 3_600_000
"""Milliseconds after its latest event for which a table counts as in use where processes share a store: others may have it in memory."""
DAY: Final = 24 * 3600 * 1000
MEGABYTE: Final = 2**20
log = logging.getLogger("bestagon.server")
repeated = RateLimitedLog(log)


class RetentionRule(NamedTuple):
    """One rule: which tables are deleted, and after how many days in which the server was running."""

    reason: str
    status: str
    days: float
    unseated: bool = False
    """Only tables without a person at a seat."""


class Retention:
    """Deletes old tables according to the settings."""

    def __init__(self, manager: TableManager, settings: Settings) -> None:
        """Delete tables of a manager's store; those in its memory are in use and stay."""
        self._manager = manager
        self._store = manager.store
        self._settings = settings
        self._archive = Path(settings.archive) if settings.archive else None
        self._owner = "retention-" + secrets.token_hex(6)
        self._rules = [
            RetentionRule("bots", OVER, settings.keep_bots, unseated=True),
            # Bots do not move while nobody watches.
            RetentionRule("bots", RUNNING, settings.keep_bots, unseated=True),
            RetentionRule("finished", OVER, settings.keep_finished),
            RetentionRule("open", OPEN, settings.keep_open),
            RetentionRule("running", RUNNING, settings.keep_running),
        ]
        self._excess: deque[tuple[str, int]] = deque()
        """The next tables to go while too much is stored; those that have changed since are not deleted."""
        self._by_size = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start deleting from time to time."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop; partly deleted tables are deleted later."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        pause = INTERVAL
        while True:
            await asyncio.sleep(pause)
            pause = INTERVAL
            try:
                if (await self.delete_portion()).total() >= PORTION:
                    pause = SOON
            except BestagonError as error:
                self._manager.metrics.retention_failures.inc()
                repeated.warning("retention failed", why=str(error))
            except Exception:
                self._manager.metrics.faults.inc()
                log.exception("fault", extra={"route": "retention"})

    async def delete_portion(self) -> Counter[str]:
        """Delete at most PORTION tables and return how many for which reason."""
        gone: Counter[str] = Counter()
        await self._purge()
        now = self._manager.now()
        for rule in self._rules:
            if rule.days > 0:
                # A system clock that is set ahead is downtime, too: otherwise everything would look old.
                before = max(0, self._manager.downtime.running_since(int(rule.days * DAY)))
                await self._delete(rule.reason, rule.status, before, PORTION, gone, unseated=rule.unseated)
        await self._enforce_caps(now, gone)
        await self._purge()
        if gone:
            log.info("retention", extra={**gone, "archived": gone.total() if self._archive else 0})
        return gone

    async def _enforce_caps(self, now: int, gone: Counter[str]) -> None:
        """Delete tables while there are too many or they take too much space."""
        settings = self._settings
        usage = await self._store.usage(now)
        too_many = usage.tables - settings.max_tables if settings.max_tables else 0
        # PostgreSQL does not say how much of its files is in use.
        too_large = bool(settings.max_store) and not self._store.shared and usage.used > settings.max_store * MEGABYTE
        if too_large or too_many > 0:
            reason = "max_store" if too_large else "max_tables"
            await self._delete_excess(reason, too_large, PORTION if too_large else too_many, gone)
            if not gone[reason]:
                repeated.warning("more is stored than the settings allow, but all of it is in use", tables=usage.tables)

    async def _delete_excess(self, reason: str, by_size: bool, most: int, gone: Counter[str]) -> None:
        """Delete at most `most` tables of those who have stored most, within the portion; tables in use are skipped.

        Otherwise a visitor with many long games, which need not be finished, would delete the games of all others, or fill the disk.
        """
        if not self._excess or self._by_size != by_size:
            self._excess, self._by_size = deque(await self._store.excess(by_size, SEARCHED)), by_size
        while self._excess and gone[reason] < most and gone.total() < PORTION:
            table, count = self._excess.popleft()
            if not await self._in_use(table, count) and await self._delete_table(table, count):
                gone[reason] += 1
                self._manager.metrics.retained.inc(reason)
                await asyncio.sleep(PAUSE)

    async def _in_use(self, table: str, count: int) -> bool:
        """Tell whether a table with so many events is in the memory of this process, or may be in that of another."""
        if self._manager.holds(table):
            return True
        if not self._store.shared:
            return False
        latest = await self._store.events(table, count - 1) if count else []
        if latest:
            used = latest[-1].at
        else:
            stored = await self._store.dump(table)
            used = stored.row.created if stored is not None else 0
        return self._manager.now() - used < RECENT

    async def _delete(self, reason: str, status: str, before: int, most: int, gone: Counter[str], *, unseated: bool = False) -> None:
        """Delete at most `most` old tables, within the portion; tables in use are skipped."""
        after = (-1, "")
        while found := await self._store.expired(status, before, self._manager.now(), PORTION, after=after, unseated=unseated):
            for created, table, count in found:
                if gone[reason] >= most or gone.total() >= PORTION:
                    return
                after = (created, table)
                if not self._manager.holds(table) and await self._delete_table(table, count):
                    gone[reason] += 1
                    self._manager.metrics.retained.inc(reason)
                    await asyncio.sleep(PAUSE)

    async def _delete_table(self, table: str, count: int) -> bool:
        """Archive and delete a table; False if it has changed or another process handles it."""
        if not self._store.shared:
            return await self._archive_and_delete(table, count)
        now = self._manager.now()
        if not await self._store.lease(table, self._owner, now + LEASE, now):
            return False
        deleted = False
        try:
            deleted = await self._archive_and_delete(table, count)
        finally:
            if not deleted:
                await self._store.release(table, self._owner)
        return deleted

    async def _archive_and_delete(self, table: str, count: int) -> bool:
        if self._archive is not None:
            stored = await self._store.dump(table)
            if stored is None or len(stored.events) != count:
                return False
            # Durable before the table is deleted; after a crash in between the same file is written again.
            await asyncio.to_thread(archive_table, self._archive, stored)
        return not self._manager.holds(table) and await self._store.delete(table, count)

    async def _purge(self) -> None:
        while await self._store.purge(ROWS):
            await asyncio.sleep(PAUSE)
