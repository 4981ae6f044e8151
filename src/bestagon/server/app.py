"""Wires the server together."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from bestagon.bots.worker_pool import WorkerPool
from bestagon.core import registry
from bestagon.server import logs
from bestagon.server.clock import ServerClock
from bestagon.server.edge.asgi import AsgiApp, Receive, Scope, Send
from bestagon.server.http.context import Context
from bestagon.server.http.handlers.operation import networks
from bestagon.server.http.headers import AllowedOrigins
from bestagon.server.http.root import RootApp
from bestagon.server.jobs.analysis import AnalysisJobs
from bestagon.server.jobs.content_jobs import ContentJobs, in_one_slice
from bestagon.server.jobs.health import HealthMonitor
from bestagon.server.jobs.hints import Hints
from bestagon.server.jobs.printing import PrintShop
from bestagon.server.jobs.retention import Retention
from bestagon.server.jobs.revocations import Revocations
from bestagon.server.jobs.scheduler import GAP, Scheduler
from bestagon.server.limits.limits import Limits
from bestagon.server.metrics import Metrics, forget_process
from bestagon.server.settings import PREFIX, Settings, complete, names
from bestagon.server.store.base import SERVER_KEY, Store, open_store
from bestagon.server.store.downtime import Downtime
from bestagon.server.tables.eviction import MemoryLimits, TableMemory
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.manager import TableManager
from bestagon.server.tables.public_tables import PublicTables
from bestagon.server.tokens import Keys

NICE: Final = 5
"""Niceness of the bots' processes, so that the server stays responsive on a machine with one core."""
PUBLISH_SECONDS: Final = 2.0
"""Interval at which the metrics are published; another process may serve them."""
T = TypeVar("T")


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


class App:
    """The server without its connections."""

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], int] = _milliseconds,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        monotonic: Callable[[], float] | None = None,
        *,
        open_store: Callable[[str], Store] = open_store,
        start_workers: Callable[..., WorkerPool] = WorkerPool,
        cpu_time: Callable[[], float] = time.thread_time,
    ) -> None:
        """Use these settings; tests replace the system's time, random bytes, the clocks, storage and the bots.

        The monotonic clock is by default the event loop's.
        """
        self.settings = settings
        self.metrics = Metrics()
        self._now = now
        self._entropy = entropy
        self._monotonic = monotonic
        self._open_store = open_store
        self._start_workers = start_workers
        self._cpu_time = cpu_time
        self._asgi = AsgiApp(self)
        self._revocations: Revocations | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve ASGI, for deployments with another server."""
        await self._asgi(scope, receive, send)

    async def start(self) -> None:
        """Open the store and start everything."""
        settings = self.settings
        registry.all_games()
        networks(settings.metrics_networks)
        self._store = self._open_store(settings.store)
        loop = asyncio.get_running_loop()
        clock = ServerClock(self._now, self._monotonic or loop.time)
        downtime = Downtime(self._store, clock, GAP, clock.settle)
        limits = Limits(settings, loop.time, self.metrics)
        memory = TableMemory(MemoryLimits.of(settings), limits.customer, limits.note)
        self._manager = manager = TableManager(self._store, self.metrics, downtime, memory, clock, loop.time)
        self._store.watch(manager.on_append, self._on_gap, self._on_rotate)
        await self._store.open()
        keys = Keys(await self._store.init_meta(SERVER_KEY, self._entropy(32)))
        self._revocations = Revocations(self._store, keys, manager)
        await self._revocations.load()
        self._workers = (
            self._start_workers(settings.bots, settings.bot_queue, each=settings.visitor_queue, nice=NICE) if settings.bots else None
        )
        self._content = ContentJobs(limits, settings.visitor_jobs, settings.max_jobs, self._cpu_time)
        manager.loader.run_slowly = manager.apply_slowly = partial(self._run_slowly, limits)
        manager.loader.check = lambda payer: limits.check_content(payer, limits.network(payer))
        self._scheduler = Scheduler(manager, keys, downtime, self._workers, settings, limits, self._entropy(8).hex())
        await self._scheduler.start()
        self.prints = PrintShop(limits, self._content)
        self._health = HealthMonitor(self._store, self._workers, settings, self.metrics, self._now)
        await self._health.start()
        context = Context(
            settings=settings,
            manager=manager,
            factory=TableFactory(keys, self._entropy, settings.pace),
            keys=keys,
            limits=limits,
            origins=AllowedOrigins(settings.origins, settings.https),
            public_tables=PublicTables(self._store, limits.customer, loop.time),
            hints=Hints(self._workers, limits),
            revocations=self._revocations,
            analyses=AnalysisJobs(self._workers, limits, self._content),
            content=self._content,
            prints=self.prints,
            health=self._health,
            metrics=self.metrics,
            entropy=self._entropy,
        )
        self._retention = Retention(manager, settings)
        self._retention.start()
        self._publishing = asyncio.create_task(_publish_metrics(context))
        self.site = RootApp(context)

    async def _run_slowly(self, limits: Limits, payer: str, work: Callable[[], T]) -> T:
        """Load a long table, or replay its game, as content of the visitor who pays, and could make everybody wait with many of them."""
        return await self._content.run(in_one_slice(work), payer, limits.network(payer))

    def _on_gap(self) -> None:
        self._manager.on_gap()
        if self._revocations is not None:
            self._revocations.on_gap()

    def _on_rotate(self, visitor: str, generation: int) -> None:
        # Until the list is first read there is nothing to keep up to date.
        if self._revocations is not None:
            self._revocations.on_rotate(visitor, generation)

    async def stop(self) -> None:
        """Close all connections, processes and the store."""
        self._publishing.cancel()
        with suppress(asyncio.CancelledError):
            await self._publishing
        self._manager.close_subscribers("stop")
        await self._retention.stop()
        await self._health.stop()
        if self._revocations is not None:
            await self._revocations.stop()
        await self._scheduler.stop()
        self.prints.close()
        await self._content.close()
        if self._workers is not None:
            self._workers.close()
        await self._store.close()
        forget_process(os.getpid())


async def _publish_metrics(context: Context) -> None:
    try:
        while True:
            context.publish_metrics()
            await asyncio.sleep(PUBLISH_SECONDS)
    finally:
        context.publish_metrics()


def from_environment(environment: Mapping[str, str] = os.environ) -> App:
    """Return the app configured by environment variables, for an ASGI server."""
    given: dict[str, object] = {}
    for name, kind, _, _ in names():
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            given[name] = text.lower() in ("1", "true", "yes", "on") if kind is bool else kind(text)
    settings = complete(given)
    logs.set_up(settings.log)
    return App(settings)
