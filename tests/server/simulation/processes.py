"""Simulated server processes: the whole app on a simulated disk, with bots that answer after a while."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any, TypeVar

from tests.server.simulation.loop import OWNER
from tests.server.simulation.storage import Disk, SimulatedStore
from tests.server.simulation.surroundings import Surroundings

from bestagon.bots.analysis import Verdict
from bestagon.bots.worker_pool import NOBODY, Busy, Owner, ThinkRequest, WorkerFailed, WorkerPool
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.server.app import App
from bestagon.server.edge.limits import EdgeLimits
from bestagon.server.edge.listener import Edge
from bestagon.server.settings import Settings

T = TypeVar("T")
LIMITS = EdgeLimits(reader_bytes=6 * 1024, stall_bytes=512)
"""Limits of the edge, so low that views for a slow reader are dropped for newer ones."""


class SimulatedWorkers(WorkerPool):
    """Bots that play at random, after a simulated time to think; they may die or be busy."""

    def __init__(self, around: Surroundings, queue: int) -> None:
        self._around = around
        self._most = queue
        self._waiting_now = 0
        self._free_at = 0.0

    async def ask(self, request: ThinkRequest, owner: Owner = NOBODY, on_done: Callable[[float], None] | None = None) -> int:
        """Return a legal action, the same for the same request."""
        await self._think(on_done)
        actions = [int(action) for action in legal_actions(request.load(), request.seat)]
        return actions[request.seed % len(actions)]

    async def judge(self, request: ThinkRequest, owner: Owner = NOBODY, on_done: Callable[[float], None] | None = None) -> Verdict:
        """Return a verdict without meaning."""
        await self._think(on_done)
        position = request.load()
        actions = [int(action) for action in legal_actions(position, request.seat)]
        best = actions[request.seed % len(actions)]
        text = registry.game(request.game).action_text(position, request.seat, best)
        return Verdict(request.move, request.seat, text, text, best, 0.5, 0.5, (0.5,) * request.players)

    async def _think(self, on_done: Callable[[float], None] | None) -> None:
        around = self._around
        if self._waiting_now >= self._most or around.strikes("busy_worker"):
            raise Busy("the simulated queue is full")
        dice = around.chance.of("thinking")
        # One process thinks about one request after the other.
        seconds = min(20.0, dice.expovariate(20.0 if dice.random() < 0.9 else 0.5))
        self._free_at = max(self._free_at, around.loop.time()) + seconds
        self._waiting_now += 1
        try:
            await asyncio.sleep(self._free_at - around.loop.time())
        finally:
            self._waiting_now -= 1
            if on_done is not None:
                on_done(seconds)
        if around.strikes("dead_worker"):
            raise WorkerFailed("the simulated process died")

    def alive(self) -> int:
        """Tell that there is one."""
        return 1

    def close(self) -> None:
        """End nothing: there are no processes."""


class ServerProcess:
    """One run of the server, from its start to its stop or crash."""

    def __init__(self, around: Surroundings, disk: Disk, name: str, settings: Settings) -> None:
        self.name = name
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.dead = False
        self.serving = False
        """Whether it has started and has not been told to stop."""
        self.ended: asyncio.Future[None] = around.loop.create_future()
        self.started_at = around.now()
        self._around = around
        self._store = SimulatedStore(disk, name)
        self._context = copy_context()
        self._context.run(OWNER.set, self)
        self._drawn = 0
        self.app = App(
            settings,
            around.now,
            self._entropy,
            monotonic=around.loop.time,
            open_store=lambda url: self._store,
            start_workers=lambda processes, queue, **more: SimulatedWorkers(around, queue),
            cpu_time=lambda: 0.0,
        )

    def _entropy(self, size: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._around.seed}/{self.name}/{self._drawn}".encode()).digest(size)

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task of this process."""
        return self._around.loop.create_task(work, context=self._context.copy())

    def enter(self, call: Callable[..., T], *args: Any) -> T:
        """Call something in this process."""
        return self._context.copy().run(call, *args)

    def new_connection(self) -> asyncio.Protocol:
        """Return the server's end of a new connection."""
        return self._edge.connection()

    async def _start(self) -> None:
        await self.app.start()
        self._edge = Edge(self.app.site, LIMITS, self.app.metrics, clock=lambda: self._around.now() / 1000)

    async def _stop(self) -> None:
        await self._edge.stop(self.app.settings.grace)
        await self.app.stop()

    async def start(self) -> bool:
        """Start serving; tell whether that worked."""
        try:
            await self.run(self._start())
        except Exception as error:
            self._around.note(f"{self.name} did not start: {error}")
            self.kill()
            return False
        except asyncio.CancelledError:
            if not self.dead:
                raise
            return False
        self._around.note(f"{self.name} started")
        self.serving = True
        return True

    def counts(self) -> tuple[int, int]:
        """Return how many connections and tables it has."""
        return len(self._edge._connections), self.app._manager.count

    async def stop(self) -> None:
        """Stop as on a signal of the operator."""
        self.serving = False
        self._around.note(f"{self.name} stops")
        try:
            await self.run(self._stop())
        except Exception as error:
            self._around.note(f"{self.name} failed to stop: {error}")
        except asyncio.CancelledError:
            if not self.dead:
                raise
        self.kill()

    def kill(self) -> None:
        """Crash. Python still runs the tasks' `finally`, but nothing of it reaches storage or network."""
        if self.dead:
            return
        self._around.note(f"{self.name} ends")
        self.dead, self.serving = True, False
        self._store.kill()
        for task in list(self.tasks):
            task.cancel()
        self.ended.set_result(None)
