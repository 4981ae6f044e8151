"""Revocations of other processes, whose notifications may be lost."""

from __future__ import annotations

import asyncio
from typing import cast

from bestagon.server.jobs.revocations import Revocations
from bestagon.server.store.base import Store
from bestagon.server.tables.manager import TableManager
from bestagon.server.tokens import Keys


class SlowStore:
    """A storage whose list takes a while to arrive."""

    def __init__(self) -> None:
        self.revoked: dict[str, int] = {}
        self.reads = 0

    async def generations(self) -> dict[str, int]:
        self.reads += 1
        found = dict(self.revoked)
        await asyncio.sleep(0.05)
        return found


class NoTables:
    def close_visitor(self, visitor: str, why: str) -> None:
        pass


def test_notifications_lost_while_the_list_is_read_are_not_missed() -> None:
    async def story() -> None:
        store, keys = SlowStore(), Keys(b"k" * 32)
        token = keys.visitor_token(bytes(24))
        visitor = keys.visitor(token)
        revocations = Revocations(cast(Store, store), keys, cast(TableManager, NoTables()))
        revocations.on_gap()
        await asyncio.sleep(0.01)
        # The connection breaks again. What another process revokes meanwhile is in no notification, and not in the list being read.
        store.revoked[visitor] = 1
        for _ in range(3):
            revocations.on_gap()
        await asyncio.sleep(0.2)
        assert keys.visitor(token) == ""
        assert store.reads == 2
        await revocations.stop()

    asyncio.run(story())
