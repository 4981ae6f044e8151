"""The list of public tables, in which no visitor and no address crowds out the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from bestagon.server.store.base import Store, Summary

LISTED: Final = 200
"""Length of the list."""
OF_VISITOR: Final = 20
OF_ADDRESS: Final = 50
"""How many tables of one visitor, and of one address, are listed if there are more than fit."""
SEARCHED: Final = 2000
"""How many of the newest tables are searched for those of others."""
FRESH: Final = 2.0
"""Seconds for which the result of a search is used: anybody may request the list."""
Listed = Sequence[tuple[str, Summary]]
"""Tables with their summaries, the newest first."""


class PublicTables:
    """Lists public tables that are open or running."""

    def __init__(self, store: Store, network: Callable[[str], str], monotonic: Callable[[], float]) -> None:
        """List the tables of a store; `network` returns that of a visitor, empty if it is unknown."""
        self._store = store
        self._network = network
        self._monotonic = monotonic
        self._searched: Listed = ()
        self._fresh_until = -1.0

    async def list(self) -> Listed:
        """Return the newest tables; of visitors and addresses with many only some, if there are more tables than are listed."""
        newest = await self._store.lobby(LISTED)
        if len(newest) < LISTED or len(self._fair(newest)) == len(newest):
            return newest
        if self._monotonic() >= self._fresh_until:
            self._searched = self._fair(await self._store.lobby(SEARCHED))[:LISTED]
            self._fresh_until = self._monotonic() + FRESH
        return self._searched

    def _fair(self, newest: Listed) -> Listed:
        """Return the newest tables of each visitor and of each address."""
        of_visitor: Counter[str] = Counter()
        of_address: Counter[str] = Counter()
        found = []
        for table, summary in newest:
            network = self._network(summary.owner)
            if of_visitor[summary.owner] < OF_VISITOR and (not network or of_address[network] < OF_ADDRESS):
                found.append((table, summary))
                of_visitor[summary.owner] += 1
                of_address[network] += 1
        return found
