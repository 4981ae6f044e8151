"""Revoked credentials: stored, and known to every process of the server."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bestagon.server.store.base import Store, StoreError
from bestagon.server.tables.manager import TableManager
from bestagon.server.tokens import Keys

RETRY: Final = 1.0
"""Seconds until the list is read again after storage failed."""
log = logging.getLogger("bestagon.server")


class Revocations:
    """Keeps the list of revoked credentials in memory, where each request is checked against it.

    A shared storage notifies all processes of each change, usually within milliseconds. When notifications may have been lost, such as
    after a broken connection, the whole list is read again.
    """

    def __init__(self, store: Store, keys: Keys, manager: TableManager) -> None:
        """Refuse with `keys` what `store` names as revoked, and end its live connections."""
        self._store = store
        self._keys = keys
        self._manager = manager
        self._reading: asyncio.Task[None] | None = None
        self._lost = False
        """Whether notifications may have been lost since the list was last requested."""

    async def load(self) -> None:
        """Read the list."""
        for visitor, generation in (await self._store.generations()).items():
            self.on_rotate(visitor, generation)

    async def rotate(self, visitor: str, generation: int, key: str) -> int | None:
        """Revoke a visitor's credentials up to a generation and return the next one; None if that generation is revoked already.

        A repeated call with the same key returns the same.
        """
        found = await self._store.rotate(visitor, generation, key)
        if found is not None:
            self.on_rotate(visitor, found)
        return found

    def on_rotate(self, visitor: str, generation: int) -> None:
        """Handle that a visitor's credentials before a generation are revoked."""
        if self._keys.accept_from(visitor, generation):
            self._manager.close_visitor(visitor, "revoked")

    def on_gap(self) -> None:
        """Handle a loss of notifications: anything may have been revoked."""
        self._lost = True
        if self._reading is None or self._reading.done():
            self._reading = asyncio.get_running_loop().create_task(self._read_again())

    async def _read_again(self) -> None:
        while self._lost:
            # Also once more for a loss during the request: its response may be from before.
            self._lost = False
            try:
                await self.load()
            except StoreError as error:
                self._lost = True
                log.warning("revocations not read: %s", error)
                await asyncio.sleep(RETRY)

    async def stop(self) -> None:
        """Stop reading."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
