"""Throughput of one server process in moves per second, latency until both players have a move, and CPU per move.

`python benchmarks/server.py` plays BeerHex at many tables; the clients run in this process, the server in another.
`--peer FOLDER` runs a boardgame.io server (installed there by npm) in the same run, for comparison. The result is the highest
rate of moves at which 99 % of them reach both players within 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Protocol

import msgspec
import psutil
import uvloop
from server_peer import Peer, PeerPlayers

ROOT = Path(__file__).resolve().parent.parent
LIMITS = (
    *("visitor_rate", "visitor_burst", "address_rate", "address_burst", "all_rate", "all_burst", "new_visitors", "all_visitors"),
    *("new_tables", "address_tables", "all_tables", "my_tables", "max_sockets", "address_sockets"),
)
"""Limits that the clients of a measurement, all at one address, would reach."""

Runs = dict[str, dict[int, list[dict[str, float]]]]
"""Measurements by server and number of tables."""
IN_TIME = 100.0
"""Limit of the 99th percentile of the latency until both players have a move, in milliseconds."""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Wait until a server listens on a port; RuntimeError after a timeout."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not start")


class Asked(Protocol):
    """A server under load."""

    @property
    def port(self) -> int:
        """The port."""

    def ports(self, table: int) -> list[int]:
        """Return the ports that the players of a table connect to."""

    def cpu(self) -> float:
        """Return the CPU time so far in seconds."""

    def memory(self) -> int:
        """Return the memory in use in bytes."""


class Served:
    """A server in its own processes."""

    def __init__(self, store: str, workers: int = 1) -> None:
        self._port = free_port()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples")])}
        given: dict[str, object] = dict.fromkeys(LIMITS, 10**7)
        given |= {"store": store, "port": self._port, "workers": workers, "bots": 0, "log": "warning", "visitor_sockets": 10**5}
        environment |= {f"BESTAGON_{name.upper()}": str(value) for name, value in given.items()}
        self._process = subprocess.Popen([sys.executable, "-c", "from bestagon.cli import main; main()", "serve"], env=environment)
        wait_for(self._port)

    @property
    def port(self) -> int:
        """The port."""
        return self._port

    def ports(self, table: int) -> list[int]:
        """Return this server's port."""
        return [self._port]

    @property
    def pid(self) -> int:
        """The process, if it is only one."""
        return self._process.pid

    def _processes(self) -> list[psutil.Process]:
        main = psutil.Process(self._process.pid)
        return [main, *main.children(recursive=True)]

    def cpu(self) -> float:
        """Return the CPU time so far in seconds."""
        return sum(sum(process.cpu_times()[:2]) for process in self._processes())

    def memory(self) -> int:
        """Return the memory in use in bytes."""
        return sum(int(process.memory_info().rss) for process in self._processes())

    def stop(self) -> None:
        """Stop the server."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()


class Http:
    """A persistent connection."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port = port
        self.token = token
        self._number = 0

    async def open(self) -> Http:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def post(self, path: str, body: object) -> Any:  # noqa: ANN401
        """Send a request and return the answer."""
        self._number += 1
        data = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n"
            f"Idempotency-Key: {id(self)}-{self._number}\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        )
        try:
            return await self._send(head.encode() + data)
        except (asyncio.IncompleteReadError, OSError):
            # The server closes idle connections; the same key makes the retry safe.
            await self.open()
            return await self._send(head.encode() + data)

    async def _send(self, request: bytes) -> Any:  # noqa: ANN401
        self._writer.write(request)
        head_bytes = await self._reader.readuntil(b"\r\n\r\n")
        start = head_bytes.lower().index(b"content-length:") + 15
        length = int(head_bytes[start : head_bytes.index(b"\r\n", start)])
        answer = await self._reader.readexactly(length)
        if b" 200 " not in head_bytes[:20]:
            raise RuntimeError(answer.decode())
        return msgspec.json.decode(answer)


class Scene(msgspec.Struct):
    """The fields of a scene that a client needs."""

    choices: list[Any] = []


class View(msgspec.Struct):
    """The fields of a view that a client needs."""

    version: int
    status: str
    scene: Scene


DECODER = msgspec.json.Decoder(View)


class Live:
    """A minimal WebSocket client for live views."""

    def __init__(self, port: int, table: str, seat: int, token: str) -> None:
        self._port = port
        self._path = f"/api/tables/{table}/live?seat={seat}"
        self._token = token

    async def open(self) -> None:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        head = (
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {self._token}\r\n\r\n"
        )
        self._writer.write(head.encode())
        answer = await self._reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer[:20]:
            raise RuntimeError(answer.decode())

    async def receive(self) -> bytes:
        """Return the next text, and answer pings."""
        while True:
            first, length = await self._reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self._reader.readexactly(2), "big")
            elif length == 127:
                length = int.from_bytes(await self._reader.readexactly(8), "big")
            data = await self._reader.readexactly(length)
            if first & 15 == 1:
                return data
            if first & 15 == 9:
                self._writer.write(bytes([0x8A, 0x80 | len(data), 0, 0, 0, 0]) + data)

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


class Players:
    """Two players at one table who move as fast as they receive each other's moves, or at a fixed pace."""

    def __init__(self, ports: list[int], token: str, dice: random.Random) -> None:
        self._ports = ports
        self._token = token
        self._dice = dice
        self.latencies: list[float] = []

    async def open(self) -> None:
        """Open a new table."""
        self._http = await Http(self._ports[0], self._token).open()
        await self._new_table()

    async def _new_table(self) -> None:
        made = await self._http.post("/api/tables", {"game": "beerhex", "seats": [{"kind": "me"}, {"kind": "me"}]})
        self._table = made["table"]
        self._lives = [Live(self._ports[seat % len(self._ports)], self._table, seat, self._token) for seat in (0, 1)]
        for live in self._lives:
            await live.open()
        self._views = [DECODER.decode(await live.receive()) for live in self._lives]

    async def play(self, end: float, pace: float) -> None:
        """Move until the end; with a pace, once every `pace` seconds."""
        due = time.perf_counter() + self._dice.random() * pace
        while time.perf_counter() < end:
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            if self._views[0].status == "over":
                for live in self._lives:
                    live.close()
                await self._new_table()
            await self._move()

    async def _move(self) -> None:
        seat = 0 if self._views[0].scene.choices else 1
        view = self._views[seat]
        choices = [choice for choice in view.scene.choices if choice[1] not in ("declare", "cannot", "concede")] or view.scene.choices
        body = {"seat": seat, "action": self._dice.choice(choices)[0], "version": view.version}
        sent = time.perf_counter()
        asked = asyncio.ensure_future(self._http.post(f"/api/tables/{self._table}/act", body))
        messages = [await self._hear(live, view.version) for live in self._lives]
        self.latencies.append(time.perf_counter() - sent)
        await asked
        self._views = [DECODER.decode(message) for message in messages]

    async def _hear(self, live: Live, version: int) -> bytes:
        """Return the next view with a new version; a view is repeated when somebody connects."""
        old = f'"version":{version},'.encode()
        while old in (message := await live.receive())[:80]:
            pass
        return message


async def load(served: Asked | Peer, tables: int, seconds: float, pace: float) -> dict[str, float]:
    """Return the measurements of a server under load."""
    dice = random.Random(1)
    players: list[Players | PeerPlayers]
    if isinstance(served, Peer):
        players = [PeerPlayers(served.port, f"{number}", random.Random(dice.random())) for number in range(tables)]
    else:
        http = await Http(served.port).open()
        token = (await http.post("/api/tokens", {}))["token"]
        players = [Players(served.ports(number), token, random.Random(dice.random())) for number in range(tables)]
    before = served.memory()
    for start in range(0, tables, 50):
        await asyncio.gather(*[one.open() for one in players[start : start + 50]])
    cpu, own, began = served.cpu(), time.process_time(), time.perf_counter()
    await asyncio.gather(*[one.play(began + seconds, pace) for one in players])
    took, used = time.perf_counter() - began, served.cpu() - cpu
    latencies = sorted(latency for one in players for latency in one.latencies)
    return {
        "moves": len(latencies),
        "moves/s": len(latencies) / took,
        "p50 ms": latencies[len(latencies) // 2] * 1000,
        "p99 ms": latencies[len(latencies) * 99 // 100] * 1000,
        "CPU ms/move": used / len(latencies) * 1000,
        "clients' CPU": (time.process_time() - own) / len(latencies) * 1000,
        "KiB/table": (served.memory() - before) / tables / 1024,
    }


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="", help="store URL; default: a new SQLite file")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--tables", type=int, nargs="*", default=[20, 50, 110, 150])
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between moves at a table; 0 for as fast as possible")
    parser.add_argument("--rounds", type=int, default=3, help="number of measurements, of which the medians are printed")
    parser.add_argument("--peer", metavar="FOLDER", help="compare with boardgame.io, installed into this folder by npm")
    given = parser.parse_args()
    # Garbage collection in the clients would count as the server's latency.
    gc.disable()
    runs: Runs = {}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(given.rounds):
            for tables in given.tables:
                store = given.store or f"sqlite:///{folder}/{turn}-{tables}.db"
                measure("bestagon", Served(store, given.workers), tables, given, runs)
                for files in (False, True) if given.peer else ():
                    peer = Peer(Path(given.peer), free_port(), files)
                    wait_for(peer.port)
                    measure(f"boardgame.io {'FlatFile' if files else 'in memory'}", peer, tables, given, runs)
    for name, found in runs.items():
        fits = [median(loads, "moves/s") for loads in found.values() if median(loads, "p99 ms") < IN_TIME]
        print(f"{name}: {max(fits):,.0f} moves/s" if fits else f"{name}: never", f"with 99 % within {IN_TIME:.0f} ms")


def median(loads: list[dict[str, float]], key: str) -> float:
    """Return the medians of several measurements."""
    return statistics.median(load[key] for load in loads)


def measure(name: str, served: Served | Peer, tables: int, given: argparse.Namespace, runs: Runs) -> None:
    """Measure a server, print the results and stop it."""
    try:
        found = uvloop.run(load(served, tables, given.seconds, given.pace))
    finally:
        served.stop()
    runs.setdefault(name, {}).setdefault(tables, []).append(found)
    print(f"{name}, {tables} tables".ljust(38) + "".join(f"{key} {value:,.2f}   " for key, value in found.items()), flush=True)


if __name__ == "__main__":
    main()
