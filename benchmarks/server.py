"""Throughput of one server process in moves per second, latency until both players have a move, and CPU per move.

`python benchmarks/server.py` plays BeerHex at many tables; the clients run in this process, the server in another.
`--peer FOLDER` runs boardgame.io and Colyseus servers (installed there by npm) in the same run, for comparison. The result is the
highest rate of moves at which 99 % of them reach both players within 100 ms. `--against CHECKOUT` runs the server of another
checkout in turn with this one and prints the ratios of CPU per move. With `--turns N` both servers run side by side and are loaded
N times in turn: the machine's speed changes within seconds, and turns of half a second share it.
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
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import msgspec
import psutil
import uvloop
from peer.boardgameio import BoardgamePlayers
from peer.colyseus import ColyseusPlayers
from peer.process import COLYSEUS, PEERS, Peer
from peer.websocket import WebSocket

ROOT = Path(__file__).resolve().parent.parent
LIMITS = (
    *("visitor_rate", "visitor_burst", "address_rate", "address_burst", "all_rate", "all_burst", "new_visitors", "all_visitors"),
    *("new_tables", "address_tables", "all_tables", "my_tables", "max_sockets", "address_sockets", "address_connections"),
    *("address_traffic", "all_traffic", "table_memory", "visitor_memory", "address_memory"),
)
"""Limits that the clients of a measurement, all at one address, would reach."""

Runs = dict[str, dict[int, list[dict[str, float]]]]
"""Measurements by server and number of tables."""
ANSWER = b'{"answer":'
"""The first bytes of the answer to a move over a live connection."""
AGAINST = "before"
"""The name of the other checkout's server."""
WARM_UP = 4
"""Turns of `--turns` that are not counted."""
REST = 0.05
"""Seconds between turns."""
IN_TIME = 100.0
"""Limit of the 99th percentile of the latency until both players have a move, in milliseconds."""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def cpu_of(process: psutil.Process) -> float:
    """Return the CPU time of a process so far in seconds: where the system counts nanoseconds, not in its ticks of 10 ms."""
    threads = list(Path(f"/proc/{process.pid}/task").glob("*/schedstat"))
    if threads:
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9
    return float(sum(process.cpu_times()[:2]))


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

    def __init__(
        self,
        store: str,
        workers: int = 1,
        root: Path = ROOT,
        limits: Mapping[str, object] | None = None,
        log: BinaryIO | None = None,
        files: int = 0,
    ) -> None:
        """Start it without limits or with the given settings; `log` is for its log, `files` how many it may open."""
        self._port = free_port()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root / "examples")])}
        given: dict[str, object] = {**dict.fromkeys(LIMITS, 10**7), "bots": 0, "log": "warning", "visitor_sockets": 10**5}
        given = {**(given if limits is None else limits), "store": store, "port": self._port, "workers": workers}
        environment |= {f"BESTAGON_{name.upper()}": str(value) for name, value in given.items()}
        # Another checkout may need other versions of packages.
        own = root / ".venv/bin/python"
        python = str(own) if root != ROOT and own.exists() else sys.executable
        command = [python, "-c", "from bestagon.cli import main; main()", "serve"]
        if files:
            command = ["prlimit", f"--nofile={files}:{files}", *command]
        self._process = subprocess.Popen(command, env=environment, stderr=log)
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
        return sum(cpu_of(process) for process in self._processes())

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


class Players:
    """Two players at one table who move as fast as they receive each other's moves, or at a fixed pace."""

    def __init__(self, ports: list[int], token: str, dice: random.Random, post: bool) -> None:
        """Send moves over the live connections, or with `post` as requests."""
        self._ports = ports
        self._token = token
        self._dice = dice
        self._post = post
        self._number = 0
        self.latencies: list[float] = []

    async def open(self) -> None:
        """Open a new table."""
        self._http = await Http(self._ports[0], self._token).open()
        await self._new_table()

    async def _new_table(self) -> None:
        made = await self._http.post("/api/tables", {"game": "beerhex", "seats": [{"kind": "me"}, {"kind": "me"}]})
        self._table = made["table"]
        self._lives = [
            WebSocket(self._ports[seat % len(self._ports)], f"/api/tables/{self._table}/live?seat={seat}", self._token) for seat in (0, 1)
        ]
        for live in self._lives:
            await live.connect()
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
        asked = None
        if self._post:
            asked = asyncio.ensure_future(self._http.post(f"/api/tables/{self._table}/act", body))
        else:
            self._number += 1
            key = f"{id(self)}-{self._number}"
            self._lives[seat].send(msgspec.json.encode({"id": self._number, "key": key, "act": body}))
        messages = [await self._hear(live, view.version) for live in self._lives]
        self.latencies.append(time.perf_counter() - sent)
        if asked is not None:
            await asked
        self._views = [DECODER.decode(message) for message in messages]

    async def _hear(self, live: WebSocket, version: int) -> bytes:
        """Return the next view with a new version; a view is repeated when somebody connects."""
        old = f'"version":{version},'.encode()
        while True:
            message = await live.receive()
            if not message.startswith(ANSWER):
                if old not in message[:80]:
                    return message
            elif not message.startswith(b'"status":200,', message.index(b",") + 1):
                raise RuntimeError(message.decode())


async def our_players(served: Asked, tables: int, post: bool) -> list[Players]:
    """Return the players of our own server, who have no tables yet."""
    dice = random.Random(1)
    http = await Http(served.port).open()
    token = (await http.post("/api/tokens", {}))["token"]
    return [Players(served.ports(number), token, random.Random(dice.random()), post) for number in range(tables)]


async def open_tables(players: Sequence[Players | BoardgamePlayers | ColyseusPlayers]) -> None:
    """Let players open their tables, some at a time."""
    for start in range(0, len(players), 50):
        await asyncio.gather(*[one.open() for one in players[start : start + 50]])


async def load(served: Asked | Peer, tables: int, seconds: float, pace: float, post: bool = False) -> dict[str, float]:
    """Return the measurements of a server under load."""
    dice = random.Random(1)
    players: Sequence[Players | BoardgamePlayers | ColyseusPlayers]
    if isinstance(served, Peer) and served.name == COLYSEUS:
        players = [ColyseusPlayers(served.port, random.Random(dice.random())) for _ in range(tables)]
    elif isinstance(served, Peer):
        players = [BoardgamePlayers(served.port, f"{number}", random.Random(dice.random())) for number in range(tables)]
    else:
        players = await our_players(served, tables, post)
    before = served.memory()
    await open_tables(players)
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


async def load_in_turns(both: Sequence[Served], posts: Sequence[bool], tables: int, turns: int, seconds: float) -> list[list[float]]:
    """Load two servers in turn, the first turns without counting; return the CPU milliseconds a move of each server's turns."""
    players = [await our_players(served, tables, post) for served, post in zip(both, posts, strict=True)]
    for waiting in players:
        await open_tables(waiting)
    found: list[list[float]] = [[], []]
    for turn in range(WARM_UP + turns):
        # One is loaded first and last alternately.
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            served, playing = both[which], players[which]
            for one in playing:
                one.latencies.clear()
            cpu, end = served.cpu(), time.perf_counter() + seconds
            await asyncio.gather(*[one.play(end, 0.0) for one in playing])
            # What is left to do after the last view, such as a checkpoint.
            await asyncio.sleep(REST)
            if turn >= WARM_UP:
                found[which].append((served.cpu() - cpu) * 1000 / sum(len(one.latencies) for one in playing))
    return found


def compare_in_turns(given: argparse.Namespace, folder: str) -> None:
    """Print CPU per move of two servers that run side by side, and its ratio."""
    for tables in given.tables:
        both: list[Served] = []
        try:
            for name, root in (("now", ROOT), (AGAINST, given.against.resolve())):
                both.append(Served(f"sqlite:///{folder}/{tables}-{name}.db", given.workers, root))
            ours, theirs = uvloop.run(load_in_turns(both, (given.post, not given.against_socket), tables, given.turns, given.seconds))
        finally:
            for served in both:
                served.stop()
        ratios = [now / before for now, before in zip(ours, theirs, strict=True)]
        chance = random.Random(1)
        medians = sorted(statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(1000))
        old, new = statistics.median(theirs), statistics.median(ours)
        print(
            f"{tables} tables: CPU ms/move {old:.3f} before, {new:.3f} now, ratio {statistics.median(ratios):.3f} "
            f"(95 %: {medians[25]:.3f} to {medians[974]:.3f}, {given.turns} turns)",
            flush=True,
        )


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="", help="store URL; default: a new SQLite file")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--tables", type=int, nargs="*", default=[20, 50, 110, 150])
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between moves at a table; 0 for as fast as possible")
    parser.add_argument("--rounds", type=int, default=3, help="number of measurements, of which the medians are printed")
    parser.add_argument("--peer", metavar="FOLDER", help="compare with other game servers, installed into this folder by npm")
    parser.add_argument("--against", metavar="CHECKOUT", type=Path, help="compare with another checkout of this project, also compiled")
    parser.add_argument("--post", action="store_true", help="send moves as requests, not over the live connections")
    parser.add_argument("--against-socket", action="store_true", help="send the other checkout's moves over the live connections, too")
    parser.add_argument("--turns", type=int, default=0, help="with --against: load both servers side by side so many times in turn")
    given = parser.parse_args()
    if given.turns and not given.against:
        parser.error("--turns needs --against")
    # Garbage collection in the clients would count as the server's latency.
    gc.disable()
    runs: Runs = {}
    with tempfile.TemporaryDirectory() as folder:
        if given.turns:
            compare_in_turns(given, folder)
            return
        for turn in range(given.rounds):
            for tables in given.tables:
                store = given.store or f"sqlite:///{folder}/{turn}-{tables}.db"
                # The first run may find a cooler machine, so the order alternates.
                roots = [("bestagon", ROOT), *([(AGAINST, given.against.resolve())] if given.against else [])]
                for name, root in roots[:: 1 if turn % 2 == 0 else -1]:
                    measure(name, Served(f"{store}-{name}" if len(roots) > 1 else store, given.workers, root), tables, given, runs)
                for name in PEERS if given.peer else ():
                    peer = Peer(name, Path(given.peer), free_port())
                    wait_for(peer.port)
                    measure(name, peer, tables, given, runs)
    for name, found in runs.items():
        fits = [median(loads, "moves/s") for loads in found.values() if median(loads, "p99 ms") < IN_TIME]
        print(f"{name}: {max(fits):,.0f} moves/s" if fits else f"{name}: never", f"with 99 % within {IN_TIME:.0f} ms")
    if given.against:
        print_ratios(runs)


def median(loads: list[dict[str, float]], key: str) -> float:
    """Return the medians of several measurements."""
    return statistics.median(load[key] for load in loads)


def print_ratios(runs: Runs) -> None:
    """Print CPU per move of both checkouts and their ratio in each round, by number of tables."""
    for tables, after in runs["bestagon"].items():
        before = runs[AGAINST][tables]
        ratios = [ours["CPU ms/move"] / theirs["CPU ms/move"] for theirs, ours in zip(before, after, strict=True)]
        each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        old, new = median(before, "CPU ms/move"), median(after, "CPU ms/move")
        print(f"{tables} tables: CPU ms/move {old:.3f} before, {new:.3f} now, ratio {statistics.median(ratios):.2f} ({each})")


def measure(name: str, served: Served | Peer, tables: int, given: argparse.Namespace, runs: Runs) -> None:
    """Measure a server, print the results and stop it."""
    try:
        post = given.post if name != AGAINST else not given.against_socket
        found = uvloop.run(load(served, tables, given.seconds, given.pace, post))
    finally:
        served.stop()
    runs.setdefault(name, {}).setdefault(tables, []).append(found)
    print(f"{name}, {tables} tables".ljust(38) + "".join(f"{key} {value:,.2f}   " for key, value in found.items()), flush=True)


if __name__ == "__main__":
    main()
