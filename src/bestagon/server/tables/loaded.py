"""A table in memory: a cache of the stored table, and its subscribers."""

from __future__ import annotations

import asyncio
import math
from collections import deque

from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.sizes import size_of
from bestagon.server.tables.subscribers import Subscriber
from bestagon.server.tables.views import Viewer


class TaskLock:
    """A lock for tasks, first come, first served; where nobody waits it costs a quarter of asyncio's, which every move would need."""

    __slots__ = ("_taken", "_waiters")

    def __init__(self) -> None:
        """Start free."""
        self._taken = False
        self._waiters: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Take the lock if it is free; return whether it was."""
        if self._taken:
            return False
        self._taken = True
        return True

    async def wait(self) -> None:
        """Wait until a task that has the lock hands it over."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        except BaseException:
            if waiter.done() and not waiter.cancelled():
                # Cancelled after it was handed over.
                self.release()
            raise

    def release(self) -> None:
        """Hand the lock over to the task that has waited longest, or free it."""
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self._taken = False


class LoadedTable:
    """A live table with its lock, its subscribers and what they have been sent."""

    __slots__ = (
        "_checked",
        "_expected",
        "_live",
        "_viewer",
        "connected",
        "id",
        "last_used",
        "lock",
        "looked",
        "sent_version",
        "sole_process",
        "subscribers",
        "users",
    )

    def __init__(self, table: str, sole_process: bool) -> None:
        """Start without subscribers; `sole_process` if no other process can have any."""
        self.id = table
        self.sole_process = sole_process
        self.connected: frozenset[int] = frozenset()
        """The seats that are shown as connected."""
        self.lock = TaskLock()
        self.subscribers: dict[Subscriber, None] = {}
        """In order of arrival."""
        self.sent_version = 0
        """The version subscribers have been sent."""
        self.users = 0
        """How many tasks hold the lock or wait for it."""
        self.last_used = 0.0
        self.looked = -math.inf
        """When somebody without a live connection last looked at it, on the event loop's clock."""
        self._live: LiveTable | None = None
        self._expected = ("", 0)
        """Who pays for the table that is being loaded, and its size."""
        self._viewer: Viewer | None = None
        self._checked = -1
        """The number of other events than actions when subscribers were last checked."""

    @property
    def loaded(self) -> bool:
        """Whether the cached table equals the stored one."""
        return self._live is not None

    @property
    def live(self) -> LiveTable:
        """The table itself; only while the lock is held."""
        assert self._live is not None
        return self._live

    @property
    def view(self) -> Viewer:
        """The maker of its views; only while the lock is held."""
        if self._viewer is None:
            self._viewer = Viewer(self.live, self.sole_process)
        self._viewer.connected = self.connected
        return self._viewer

    @property
    def size(self) -> int:
        """Bytes of memory by estimate, also while it is being loaded; 0 if there is nothing in memory."""
        live = self._live
        return size_of(live) if live is not None else self._expected[1]

    @property
    def payer(self) -> str:
        """The visitor who pays for the memory."""
        return self._live.payer.visitor if self._live is not None else self._expected[0]

    def expect(self, payer: str, size: int) -> None:
        """Count a table that is being loaded."""
        self._expected = (payer, size)

    def close_lost(self) -> None:
        """End the connections of those who lost their seat, or the right to watch, before they are sent anything more."""
        if self._checked == self.live.other_events:
            return  # Nobody loses either by an action.
        self._checked = self.live.other_events
        for subscriber in self.subscribers:
            why = self.live.why_lost(subscriber.visitor, subscriber.seat)
            if why:
                subscriber.close(why)

    def put(self, live: LiveTable | None) -> None:
        """Replace the cached table; None if it may differ from the stored one."""
        self._live = live
        self._expected = ("", 0)
        self._viewer = None
        self._checked = -1
