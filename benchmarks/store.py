"""Throughput and latency of durable appends to each store: `python benchmarks/store.py [--seconds N]`."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import resource
import secrets
import tempfile
import time
from pathlib import Path

from bestagon.server.store.base import EventRow, Store, Summary, TableRow, open_store

TABLES = (1, 64, 500)
DATA = b'{"action":1234,"text":"c3 own","clock":[60000,58000]}'
INFO = b'{"name":"A table of two","game":"beerhex","seats":["Ann","Bob"],"turn":12}'
SUMMARY = Summary("running", True, ("visitor-aaaa", "visitor-bbbb"), 0, INFO)


async def play(store: Store, table: str, until: float, times: list[float]) -> None:
    """Append events to one table until the time is up."""
    n = 0
    while (begin := time.perf_counter()) < until:
        event = EventRow(n, 1_700_000_000_000 + n, "action", n % 2, f"visitor-{'ab'[n % 2] * 4}", secrets.token_hex(8), DATA)
        await store.append(table, event, SUMMARY)
        times.append(time.perf_counter() - begin)
        n += 1


async def measure(store: Store, tables: int, seconds: float) -> tuple[float, float, float, float]:
    """Return appends per second, median and 99th percentile in milliseconds, and CPU milliseconds per append."""
    names = [secrets.token_urlsafe(9) for _ in range(tables)]
    for name in names:
        await store.create(TableRow(name, time.time_ns() // 1_000_000, "beerhex", 1, 2, b"{}", bytes(32), b"{}"), SUMMARY)
    times: list[float] = []
    busy = time.process_time()
    begin = time.perf_counter()
    await asyncio.gather(*(play(store, name, begin + seconds, times) for name in names))
    wall = time.perf_counter() - begin
    busy = time.process_time() - busy
    times.sort()
    return len(times) / wall, 1000 * times[len(times) // 2], 1000 * times[int(len(times) * 0.99)], 1000 * busy / len(times)


async def run(title: str, url: str, seconds: float) -> None:
    """Print the results of one store."""
    store = open_store(url)
    await store.open()
    for tables in TABLES:
        rate, median, slow, busy = await measure(store, tables, seconds)
        print(f"{title:<12} {tables:>7} {rate:>12,.0f} {median:>10.2f} {slow:>10.2f} {busy:>14.3f}", flush=True)
    await store.close()


def main() -> None:
    """Measure both stores in a new directory."""
    from pgserver.postgres_server import get_server

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="duration of each measurement")
    seconds = parser.parse_args().seconds
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores")
    print(f"{'storage':<12} {'tables':>7} {'appends/s':>12} {'p50 ms':>10} {'p99 ms':>10} {'CPU ms/append':>14}")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run("SQLite", f"sqlite:///{folder}/tables.db", seconds))
        server = get_server(Path(folder) / "pg")
        try:
            asyncio.run(run("PostgreSQL", server.get_uri(), seconds))
        finally:
            server.cleanup()
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
