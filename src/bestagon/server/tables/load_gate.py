"""Loads of long tables, one at a time for each address: those that wait have nothing in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from bestagon.bots.fair_queue import Busy, FairQueue, Owner
from bestagon.server.errors import ApiError

AT_ONCE: Final = 4
"""How many are loaded at once, of different addresses. With its events a table takes up to 4 MB."""
EACH: Final = 8
"""How many of one visitor may wait."""
ADDRESS: Final = 16
"""How many of one address may wait."""
MOST: Final = 64
"""How many may wait in total."""
MOST_KNOWN: Final = 10_000
"""How many are remembered."""
BUSY_WAIT: Final = 2.0
"""Retry-After of a refused client in seconds."""


class LongTable(NamedTuple):
    """What is known about a long table before it is read."""

    owner: str
    payer: str
    size: int
    """Bytes of memory by estimate."""


class LoadGate:
    """Lets long tables be loaded in turn: addresses one after the other, and fairly by visitor within an address.

    The visitors whose address is unknown count as one address.
    """

    def __init__(self, network: Callable[[str], str], note: Callable[[str, str, str], None]) -> None:
        """Start without any; `network` returns that of a visitor, `note` gets a limit, its scope and the network of a refusal."""
        self._network = network
        self._note = note
        self._waiting: dict[str, FairQueue[asyncio.Future[None]]] = {}
        """By address, the next one first."""
        self._loading: set[str] = set()
        self._known: dict[str, LongTable] = {}

    def find(self, table: str) -> LongTable | None:
        """Return what is known about a table; None if it was not long when it was last loaded."""
        return self._known.get(table)

    def remember(self, table: str, long: LongTable) -> LongTable:
        """Remember that a table is long."""
        if len(self._known) >= MOST_KNOWN and table not in self._known:
            self._known = dict(list(self._known.items())[MOST_KNOWN // 2 :])
        self._known[table] = long
        return long

    async def enter(self, long: LongTable) -> str:
        """Wait for the turn to load a table and return the address that it counts for; ApiError if too many wait."""
        network = self._network(long.payer)
        if network not in self._loading and len(self._loading) < AT_ONCE:
            self._loading.add(network)
            return network
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if sum(map(len, self._waiting.values())) >= MOST:
            raise self._refusal("total", network)
        queue = self._waiting.setdefault(network, FairQueue(ADDRESS, EACH))
        try:
            dropped = queue.push(turn, Owner(long.payer), float(long.size))
        except Busy:
            raise self._refusal("visitor", network) from None
        if dropped is not None and not dropped.done():
            dropped.set_exception(self._refusal("address", network))
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                # Cancelled after it was its turn.
                self.leave(network)
            else:
                queue.remove(turn)
            raise
        finally:
            # An error's traceback leads back to it: a cycle, which would wait for the garbage collector.
            del turn
        return network

    def leave(self, network: str) -> None:
        """Let the next ones load."""
        self._loading.remove(network)
        for name in list(self._waiting):
            queue = self._waiting[name]
            while len(queue) and name not in self._loading and len(self._loading) < AT_ONCE:
                turn, _, _ = queue.pop()
                if not turn.done():
                    turn.set_result(None)
                    self._loading.add(name)
                    # It is the others' turn next.
                    self._waiting[name] = self._waiting.pop(name)
            if not len(queue):
                self._waiting.pop(name, None)

    def _refusal(self, scope: str, network: str) -> ApiError:
        self._note("waiting long tables", scope, network)
        return ApiError("busy", "too many long tables are being loaded: try again in a moment", retry_after=BUSY_WAIT)
