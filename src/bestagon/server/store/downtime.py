"""Downtime of the server, which clocks get back and retention does not count."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from bestagon.server.store.base import Store

ALIVE: Final = "alive"
OUTAGES: Final = "outages"
"""Keys of the latest heartbeat and of the downtimes in storage."""
MOST_SPANS: Final = 50
"""How many downtimes are remembered."""
LATEST_SPANS: Final = 25
"""How many of them are the latest: clocks need those, and retention the long ones."""

log = logging.getLogger("bestagon.server")
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
        self._beaten_at = 0
        """When the latest heartbeat was stored; 0 before the first."""
        self._beating: asyncio.Task[None] | None = None

    def is_late(self) -> bool:
        """Tell whether the last heartbeat was so long ago that there is a downtime, which the next one will note."""
        return 0 < self._beaten_at < self._now() - self._gap

    async def catch_up(self) -> None:
        """Store a heartbeat now if it is late; raise StoreUnavailable if that is not possible yet."""
        # Twice, because one that began before an outage may end after it. Where each takes too long, they would never end.
        for _ in range(2):
            if self.is_late():
                await self.beat()

    async def beat(self, starting: bool = False) -> None:
        """Store a heartbeat, and note a downtime if the previous one is too old.

        When the only process of a store starts, no server has run since the previous heartbeat, however recent that is. Otherwise a
        server that keeps failing at startup would leave a heartbeat each time, and no downtime. Concurrent calls share one heartbeat.
        """
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat(starting))
        await asyncio.shield(self._beating)

    async def _beat(self, starting: bool) -> None:
        last = await self._store.get_meta(ALIVE)
        stored = await self._store.get_meta(OUTAGES)
        # No await until the jump of the time is noted as downtime: a clock that is looked at in between would lose it.
        self._settle(int(last) if last is not None else 0)
        now = self._now()
        self.spans = _decoder.decode(stored) if stored else []
        gap = 0 if starting and not self._store.shared else self._gap
        if last is not None and now - int(last) > gap:
            since = int(last)
            if self.spans and self.spans[-1][1] == since:
                since = self.spans.pop()[0]
            self.spans = _bounded([*self.spans, (since, now)])
            log.info("downtime", extra={"seconds": (now - since) // 1000})
            await self._store.put_meta(OUTAGES, msgspec.json.encode(self.spans))
        await self._store.put_meta(ALIVE, str(now).encode())
        self._beaten_at = now

    def after(self, at: int) -> list[Span]:
        """Return the downtimes that ended after `at` in order, overlaps removed."""
        found: list[Span] = []
        for since, until in sorted(self.spans):
            if until > at:
                found.append((max(since, at), until))
                at = until
        return found

    def running_since(self, duration: int) -> int:
        """Return the time since which the server has been running for so many milliseconds in all, downtimes not counted."""
        now = self._now()
        for since, until in reversed(self.after(0)):
            if now - until >= duration:
                break
            duration -= max(0, now - until)
            now = min(now, since)
        return now - duration


def _bounded(spans: list[Span]) -> list[Span]:
    """Return downtimes without the shortest of the older ones if they are too many."""
    if len(spans) <= MOST_SPANS:
        return spans
    older = spans[:-LATEST_SPANS]
    older.remove(min(older, key=lambda span: span[1] - span[0]))
    return older + spans[-LATEST_SPANS:]
