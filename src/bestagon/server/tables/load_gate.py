"""Loads of long tables, one at a time: those that wait have nothing in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from bestagon.bots.fair_queue import Busy, FairQueue, Owner
from bestagon.server.errors import ApiError

AT_ONCE: Final = 1
"""How many are loaded at once: with their events a table of 5,760 events takes up to 20 MB."""
EACH: Final = 8
"""How many of one visitor may wait."""
MOST: Final = 64
"""How many may wait in total."""
MOST_KNOWN: Final = 10_000
"""How many are remembered."""
BUSY_WAIT: Final = 2.0
"""Retry-After of a refused client in seconds."""


class LongTable(NamedTuple):
    """What is known about a long table before it is read."""

    payer: str
    size: int
    """Bytes of memory by estimate."""


class LoadGate:
    """Lets long tables be loaded in turn, fairly by address and visitor: those who pay for few of them are served first."""

    def __init__(self, network: Callable[[str], str], note: Callable[[str, str, str], None]) -> None:
        """Start without any; `network` returns that of a visitor, `note` gets a limit, its scope and the network of a refusal."""
        self._network = network
        self._note = note
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue(MOST, EACH)
        self._loading = 0
        self._known: dict[str, LongTable] = {}

    def find(self, table: str) -> LongTable | None:
        """Return what is known about a table; None if it was not long when it was last loaded."""
        return self._known.get(table)

    def remember(self, table: str, payer: str, size: int) -> LongTable:
        """Remember that a table is long."""
        if len(self._known) >= MOST_KNOWN and table not in self._known:
            self._known = dict(list(self._known.items())[MOST_KNOWN // 2 :])
        found = self._known[table] = LongTable(payer, size)
        return found

    async def enter(self, long: LongTable) -> None:
        """Wait for the turn to load a table, until `leave`; ApiError if too many wait."""
        if self._loading < AT_ONCE:
            self._loading += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        network = self._network(long.payer)
        try:
            dropped = self._waiting.push(turn, Owner(network or long.payer, long.payer), float(long.size))
        except Busy:
            raise self._refusal("visitor", network) from None
        if dropped is not None and not dropped.done():
            dropped.set_exception(self._refusal("total", network))
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                # Cancelled after it was its turn.
                self.leave()
            else:
                self._waiting.remove(turn)
            raise

    def leave(self) -> None:
        """Let the next one load."""
        while len(self._waiting):
            turn, _, _ = self._waiting.pop()
            if not turn.done():
                turn.set_result(None)
                return
        self._loading -= 1

    def _refusal(self, scope: str, network: str) -> ApiError:
        self._note("waiting long tables", scope, network)
        return ApiError("busy", "too many long tables are being loaded: try again in a moment", retry_after=BUSY_WAIT)
