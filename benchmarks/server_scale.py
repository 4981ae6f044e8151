"""Scaling from one to two server processes on PostgreSQL: `python benchmarks/server_scale.py [--share 0.25] [--tables 200]`.

Each process is limited to a share of a core, by running them in turns, so that a machine with two cores, which they share with the clients
and the database, shows how more cores would scale. Two processes are used in two ways: with `by table` everything about a table goes to
the same process, as behind a proxy that hashes the address; with `anyhow` the players of every table are connected to different ones.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import signal
import tempfile
import time
from pathlib import Path

import uvloop

from server import Served, load

PERIOD = 0.01
"""Period in seconds in which every process runs once."""


def take_turns(pids: list[int], share: float) -> None:
    """Run one process after the other for its share of the time."""
    while True:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
            time.sleep(PERIOD * share)
            os.kill(pid, signal.SIGSTOP)
        time.sleep(PERIOD * (1 - len(pids) * share))


class Several:
    """Servers on one database, each with its own port and a share of a core."""

    def __init__(self, store: str, processes: int, share: float, anyhow: bool) -> None:
        self._servers = [Served(store) for _ in range(processes)]
        self._anyhow = anyhow
        self._pids = [server.pid for server in self._servers]
        self._turns = multiprocessing.Process(target=take_turns, args=(self._pids, share), daemon=True)
        self._turns.start()

    @property
    def port(self) -> int:
        """The port of the first one."""
        return self._servers[0].port

    def ports(self, table: int) -> list[int]:
        """Return the ports that the players of a table connect to."""
        first = table % len(self._servers)
        turned = self._servers[first:] + self._servers[:first]
        return [server.port for server in (turned if self._anyhow else turned[:1])]

    def cpu(self) -> float:
        """Return the CPU time so far in seconds."""
        return sum(server.cpu() for server in self._servers)

    def memory(self) -> int:
        """Return the memory in use in bytes."""
        return sum(server.memory() for server in self._servers)

    def stop(self) -> None:
        """Stop the servers."""
        self._turns.terminate()
        self._turns.join()
        for pid in self._pids:
            os.kill(pid, signal.SIGCONT)
        for server in self._servers:
            server.stop()


def main() -> None:
    """Measure one process and two."""
    from pgserver.postgres_server import get_server

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=0.25, help="share of a core for each process, at most a half")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    gc.disable()
    rates: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        database = get_server(Path(folder) / "pg")
        try:
            for name, processes, anyhow in (("one", 1, False), ("two, by table", 2, False), ("two, anyhow", 2, True)):
                served = Several(database.get_uri(), processes, given.share, anyhow)
                try:
                    found = uvloop.run(load(served, given.tables, given.seconds, 0.0))
                finally:
                    served.stop()
                rates[name] = found["moves/s"]
                figures = "".join(f"{key} {value:,.2f}   " for key, value in found.items())
                print(f"{name}".ljust(16) + figures + f"{rates[name] / rates['one']:.2f} times one", flush=True)
        finally:
            database.cleanup()


if __name__ == "__main__":
    main()
