"""A process that appends under load and prints `table n` for every answer, until it is killed: `python appending.py URL TABLES`."""

from __future__ import annotations

import asyncio
import os
import sys

from tests.server.store.databases import event, summary

from bestagon.server.store.base import Conflict, Store, StoreUnavailable, open_store


async def append_to(store: Store, table: str) -> None:
    """Append forever; after a failure continue from the stored state, as a server does."""
    n = len(await store.events(table, 0))
    while True:
        try:
            await store.append(table, event(n, "ann", f"key {n}", f"{table} {n}".encode()), summary(visitors=("ann", f"v{n % 3}")))
        except (StoreUnavailable, Conflict):
            n = await count(store, table)
            continue
        os.write(1, f"{table} {n}\n".encode())
        n += 1


async def count(store: Store, table: str) -> int:
    """Return how many events a table has, as soon as storage can tell."""
    while True:
        try:
            return len(await store.events(table, 0))
        except StoreUnavailable:
            await asyncio.sleep(0.02)


async def main(url: str, tables: int) -> None:
    """Append to many tables at once."""
    store = open_store(url)
    await store.open()
    await asyncio.gather(*(append_to(store, f"table-{i}") for i in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
