"""When the server was away: time that clocks get back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from bestagon.server.store.base import Store

ALIVE: Final = "alive"
OUTAGES: Final = "outages"
KEPT: Final = 50
"""How many outages are remembered: a clock that missed more has other worries."""

Span = tuple[int, int]
_decoder: Final = msgspec.json.Decoder(list[Span])


class Downtime:
    """Notes regularly that some process of the server is alive; a gap is an outage."""

    def __init__(self, store: Store, now: Callable[[], int], gap: int) -> None:
        """Call it an outage where nobody was alive for more than `gap` milliseconds."""
        self._store = store
        self._now = now
        self._gap = gap
        self.spans: list[Span] = []

    async def beat(self) -> None:
        """Say that we are alive, and find out whether nobody was before."""
        last = await self._store.get_meta(ALIVE)
        now = self._now()
        stored = await self._store.get_meta(OUTAGES)
        self.spans = _decoder.decode(stored) if stored else []
        if last is not None and now - int(last) > self._gap:
            self.spans = [*self.spans, (int(last), now)][-KEPT:]
            await self._store.put_meta(OUTAGES, msgspec.json.encode(self.spans))
        await self._store.put_meta(ALIVE, str(now).encode())

    def after(self, moment: int) -> list[Span]:
        """Return the outages that ended after a moment, the earliest first; overlapping ones are cut."""
        found: list[Span] = []
        for since, until in sorted(self.spans):
            if until > moment:
                found.append((max(since, moment), until))
                moment = until
        return found
