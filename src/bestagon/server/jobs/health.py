"""Whether the server can do its work, and what it uses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bestagon.bots.worker_pool import WorkerPool
from bestagon.server.jobs import resources
from bestagon.server.logs import RateLimitedLog
from bestagon.server.metrics import Metrics
from bestagon.server.settings import Settings
from bestagon.server.store.base import Store, StoreError, Usage

DEADLINE: Final = 2.0
"""Seconds in which a write must succeed."""
FRESH: Final = 1.0
"""Seconds for which a result is used again, so that frequent requests cost nothing."""
EVERY: Final = 10.0
"""Seconds between background checks, which keep log and metrics current."""
SAMPLE: Final = 0.25
"""Seconds between measurements of the event loop's lag."""
SAMPLES: Final = 40
"""How many measurements count: those of the last ten seconds."""
LEAST_FILES: Final = 8
"""Files that must still be free to open; without any no connection is accepted."""
MOST_LAG: Final = 1.0
"""Seconds that the event loop may be late."""
MEGABYTE: Final = 2**20
log = RateLimitedLog(logging.getLogger("bestagon.server"))


class HealthMonitor:
    """Checks the store, its disk, the bots' processes and the event loop."""

    def __init__(self, store: Store, workers: WorkerPool | None, settings: Settings, metrics: Metrics, now: Callable[[], int]) -> None:
        """Check these parts; `now` returns milliseconds since the epoch."""
        self._store = store
        self._workers = workers
        self._settings = settings
        self._metrics = metrics
        self._now = now
        self._lags: list[float] = []
        self._usage: Usage | None = None
        self._failing: dict[str, str] = {}
        self._checked_at = float("-inf")
        self._checking: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[str] | None = None
        """The latest write to the store, perhaps of an earlier check."""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start measuring."""
        self._tasks = [asyncio.create_task(self._measure_lag()), asyncio.create_task(self._check_often())]

    async def stop(self) -> None:
        """Stop measuring."""
        tasks = [task for task in (*self._tasks, self._checking, self._writing) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def failing(self) -> dict[str, str]:
        """Return what fails now and why; empty if the server is ready. Requests within a second share one check."""
        if self._checking is None and asyncio.get_running_loop().time() - self._checked_at >= FRESH:
            self._checking = asyncio.create_task(self._check())
        if self._checking is not None:
            # Shielded, since a request that ends must not end the check of others.
            await asyncio.shield(self._checking)
        return self._failing

    @property
    def lag(self) -> float:
        """The longest delay of the event loop in the last seconds, in seconds."""
        return max(self._lags, default=0.0)

    async def _check(self) -> None:
        try:
            failing = {
                "store": await self._check_store(),
                "disk": self._check_disk(),
                "workers": "no bot process is running" if self._workers is not None and not self._workers.alive() else "",
                "files": _check_files(),
                "event loop": f"{self.lag:.1f} s late" if self.lag > MOST_LAG else "",
            }
            self._failing = {name: why for name, why in failing.items() if why}
            self._metrics.ready.set(0 if self._failing else 1)
            for name, why in self._failing.items():
                log.warning("not ready", name, failing=name, why=why)
        finally:
            self._checked_at = asyncio.get_running_loop().time()
            self._checking = None

    async def _check_store(self) -> str:
        """Return what is wrong with the store, at the deadline at the latest: a query that is cancelled may take seconds to end."""
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        done, _ = await asyncio.wait([self._writing], timeout=DEADLINE)
        return self._writing.result() if done else f"no write within {DEADLINE:g} s"

    async def _write(self) -> str:
        try:
            await self._store.check()
            self._usage = await self._store.usage(self._now())
        except StoreError as error:
            return str(error)
        return ""

    def _check_disk(self) -> str:
        least = self._settings.min_disk * MEGABYTE
        if self._usage is None or not 0 <= self._usage.disk_free < least:
            return ""
        return f"{self._usage.disk_free // MEGABYTE} MB free, less than {self._settings.min_disk}"

    async def _check_often(self) -> None:
        while True:
            await self.failing()
            self._publish()
            await asyncio.sleep(EVERY)

    def _publish(self) -> None:
        metrics = self._metrics
        metrics.memory.set(resources.memory())
        metrics.open_files.set(resources.open_files())
        metrics.max_files.set(resources.max_files())
        metrics.loop_lag.set(self.lag)
        if self._usage is not None:
            metrics.stored_tables.set(self._usage.tables)
            metrics.due_tables.set(self._usage.due)
            metrics.store_bytes.set(self._usage.size)
            metrics.disk_free.set(self._usage.disk_free)

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            expected = loop.time() + SAMPLE
            await asyncio.sleep(SAMPLE)
            self._lags = [*self._lags[1 - SAMPLES :], max(0.0, loop.time() - expected)]


def _check_files() -> str:
    opened, most = resources.open_files(), resources.max_files()
    return f"{opened} of {most} files are open" if 0 <= most - LEAST_FILES < opened else ""
