"""A table in memory."""

from __future__ import annotations

import asyncio

from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.subscribers import Subscriber
from bestagon.server.tables.views import Viewer


class LoadedTable:
    """A table in memory: a cache of what is stored, and who listens."""

    __slots__ = ("_live", "alone", "here", "id", "lock", "sent_version", "subscribers", "used", "users", "viewer")

    def __init__(self, table: str, alone: bool) -> None:
        """Know nothing yet; `alone` where no other process has subscribers."""
        self.id = table
        self.alone = alone
        self.here: frozenset[int] = frozenset()
        """The seats that everybody has been told are connected."""
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.sent_version = 0
        """The version subscribers have been sent."""
        self.users = 0
        """How many are holding it or waiting for it."""
        self.used = 0.0
        self._live: LiveTable | None = None
        self.viewer: Viewer | None = None

    @property
    def loaded(self) -> bool:
        """Whether what is in memory is what is stored."""
        return self._live is not None

    @property
    def live(self) -> LiveTable:
        """The table itself; only while the lock is held."""
        assert self._live is not None
        return self._live

    @property
    def view(self) -> Viewer:
        """What makes views of it; only while the lock is held."""
        if self.viewer is None:
            self.viewer = Viewer(self.live)
            self.viewer.alone = self.alone
        self.viewer.here = self.here
        return self.viewer

    def put(self, live: LiveTable | None) -> None:
        """Replace what is in memory; None where it is not certain any more."""
        self._live = live
        self.viewer = None
