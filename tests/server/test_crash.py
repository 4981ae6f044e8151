"""The server is killed at any moment under load: every acknowledged move is stored once, and the games continue."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import httpx
import psutil
from tests.server.reconnecting_clients import Follower, Player, insist
from tests.server.serving import GENEROUS, Client
from tests.server.store.databases import tell

from bestagon.server.store.base import EventRow, Store
from bestagon.server.tables.live import LiveTable

ROOT = Path(__file__).parents[2]
TABLES = 4
MOVES = 40
KILLS = (40, 100)
"""After how many answers the server is killed."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Process:
    """`bestagon serve` in a separate process, on a port that stays the same."""

    def __init__(self, url: str, workers: int) -> None:
        self.port = free_port()
        self._workers = workers
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples")])}
        for name, value in {**GENEROUS, "store": url, "port": self.port, "workers": workers, "restart_pause": 1, "log": "error"}.items():
            self._environment[f"BESTAGON_{name.upper()}"] = str(value)
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", "from bestagon.cli import main; main()", "serve"]
        self._process = subprocess.Popen(command, env=self._environment)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                if httpx.get(f"http://127.0.0.1:{self.port}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                assert self._process.poll() is None
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """Kill a serving process: the only one, which is then restarted, or one of several."""
        if self._workers == 1:
            self._process.kill()
            self._process.wait()
            self.start()
            return
        while True:
            for process in self._serving():
                with contextlib.suppress(psutil.NoSuchProcess):  # ended since it was listed
                    process.kill()
                    return
            time.sleep(0.05)  # all of them were killed, and the next one is on its way

    def _serving(self) -> list[psutil.Process]:
        found: list[psutil.Process] = []
        for child in psutil.Process(self._process.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess):  # reaped since it was listed
                if child.status() != psutil.STATUS_ZOMBIE and "spawn_main" in " ".join(child.cmdline()):
                    found.append(child)
        return found

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(timeout=60)


def test_killed_at_any_moment_nothing_is_lost(url: str) -> None:
    survive(url, TABLES, MOVES, KILLS)


def survive(url: str, tables: int, moves: int, kills: Sequence[int]) -> None:
    """Play under load, kill the server after the given numbers of answers, and check that nothing is lost."""
    process = Process(url, workers=1 if url.startswith("sqlite") else 2)
    try:
        players, followers = play(process, tables, moves, kills)
    finally:
        process.stop()

    async def check(store: Store) -> None:
        for player, follower in zip(players, followers, strict=True):
            found = await store.load(player._table)
            assert found is not None
            check_events(player, follower, found[1], moves)
            assert LiveTable(*found).version == len(found[1])
        assert sum(follower.connections for follower in followers) > len(followers)

    tell(url, check)


def play(process: Process, number: int, moves: int, kills: Sequence[int]) -> tuple[list[Player], list[Follower]]:
    """Play several games at once and kill the server meanwhile."""
    client = Client(process.port)
    tables = [client.create("hex-roller", players=2, seats=[{"kind": "me"}] * 2)["table"] for _ in range(number)]
    client.close()
    clients = [Client(process.port, client.token) for _ in tables]
    count = threading.Semaphore(0)
    players = [Player(one, table, seed, moves, count.release) for seed, (one, table) in enumerate(zip(clients, tables, strict=True))]
    followers = [Follower(client, table, 1) for table in tables]
    for thread in (*players, *followers):
        thread.start()
    done = 0
    for moment in kills:
        while done < moment:
            answered = count.acquire(timeout=60)
            raise_error(players)
            assert answered, "no answer for a minute"
            done += 1
        process.kill()
    for player, follower, one in zip(players, followers, clients, strict=True):
        player.join()
        raise_error([player])
        follower.until = insist(partial(one.view, player._table))["version"]
        follower.join()
        one.close()
    return players, followers


def raise_error(players: Sequence[Player]) -> None:
    for player in players:
        if player.error is not None:
            raise player.error


def check_events(player: Player, follower: Follower, events: Sequence[EventRow], moves: int) -> None:
    """Compare what is stored with what was promised and with what was heard."""
    assert [event.n for event in events] == list(range(len(events)))
    stored = {event.key: event.n + 1 for event in events}
    assert len(stored) == len(events)
    assert stored == player.answers
    assert len(stored) == moves
    assert sorted(follower.log) == list(range(1, len(events) + 1))
