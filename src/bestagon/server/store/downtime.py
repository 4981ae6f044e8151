"""Downtime of the server, which clocks get back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from bestagon.server.store.base import Store

ALIVE: Final = "alive"
OUTAGES: Final = "outages"
"""Keys of the latest heartbeat and of the downtimes in storage."""
MOST_SPANS: Final = 50
"""How many downtimes are remembered."""

Span = tuple[int, int]
_decoder: Final = msgspec.json.Decoder(list[Span])


class Downtime:
    """Detects downtime by a heartbeat that all processes of the server share."""

    def __init__(self, store: Store, now: Callable[[], int], gap: int, settle: Callable[[int], None] = lambda stored: None) -> None:
        """Treat a gap of over `gap` milliseconds between heartbeats as downtime; `settle` gets the stored heartbeat and corrects `now`."""
        self._store = store
        self._settle = settle
        self._now = now
        self._gap = gap
        self.spans: list[Span] = []

    async def beat(self, starting: bool = False) -> None:
        """Store a heartbeat, and note a downtime if the previous one is too old.

        When the only process of a store starts, no server has run since the previous heartbeat, however recent that is. Otherwise a
        server that keeps failing at startup would leave a heartbeat each time, and no downtime.
        """
        last = await self._store.get_meta(ALIVE)
        self._settle(int(last) if last is not None else 0)
        now = self._now()
        stored = await self._store.get_meta(OUTAGES)
        self.spans = _decoder.decode(stored) if stored else []
        gap = 0 if starting and not self._store.shared else self._gap
        if last is not None and now - int(last) > gap:
            since = int(last)
            if self.spans and self.spans[-1][1] == since:
                since = self.spans.pop()[0]
            self.spans = [*self.spans, (since, now)][-MOST_SPANS:]
            await self._store.put_meta(OUTAGES, msgspec.json.encode(self.spans))
        await self._store.put_meta(ALIVE, str(now).encode())

    def after(self, at: int) -> list[Span]:
        """Return the downtimes that ended after `at` in order, overlaps removed."""
        found: list[Span] = []
        for since, until in sorted(self.spans):
            if until > at:
                found.append((max(since, at), until))
                at = until
        return found
