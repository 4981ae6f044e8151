"""An edge with a small test site, in a thread, and raw connections to it."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import BinaryIO, Final

from bestagon.server.edge.limits import EdgeLimits
from bestagon.server.edge.listener import Edge
from bestagon.server.edge.messages import HttpRequest, HttpResponse, WebSocket
from bestagon.server.edge.sockets import bind
from bestagon.server.metrics import Metrics
from bestagon.server.process import new_loop

PLAIN: Final = ((b"content-type", b"text/plain"),)
MAX_BODY: Final = 64 * 1024
QUICK: Final = replace(
    EdgeLimits(),
    head_seconds=0.6,
    body_seconds=0.6,
    stall_seconds=0.6,
    idle_seconds=0.6,
    linger_seconds=0.3,
    evict_seconds=0.3,
    tick_seconds=0.05,
    address_connections=10**6,
    connect_rate=10**6,
    connect_burst=10**6,
    strike_burst=10**6,
    small_reads=10**6,
)
"""Limits with short times."""
GET: Final = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HANDSHAKE: Final = (
    b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class SmallSite:
    """Echoes requests; its sockets echo texts."""

    def __init__(self, seconds: float = 0.0) -> None:
        """Answer after some seconds."""
        self._seconds = seconds
        self.seen: list[HttpRequest] = []
        self.refused: list[tuple[int, str]] = []
        self.sockets: list[WebSocket] = []
        self.closed = 0

    def max_body(self, method: str, path: str) -> int:
        return MAX_BODY

    async def respond(self, request: HttpRequest) -> HttpResponse:
        self.seen.append(request)
        if self._seconds:
            await asyncio.sleep(self._seconds)
        if request.path == "/refused":
            return HttpResponse(429, PLAIN, b"too many")
        if request.path == "/fault":
            raise ValueError("an internal error")
        if request.path == "/silent":
            return None  # type: ignore[return-value]
        if request.path == "/header":
            return HttpResponse(200, ((b"a", b"b\r\nc: d"),), b"")
        if request.path.startswith("/large/"):
            return HttpResponse(200, PLAIN, b"x" * int(request.path[7:]))
        body = request.body if request.path == "/echo" else request.client.encode() if request.path == "/client" else b"ok"
        return HttpResponse(200, PLAIN, body)

    async def connect(self, request: HttpRequest, socket: WebSocket) -> HttpResponse | None:
        if request.path != "/socket":
            return self.refuse(404, "nothing is here")
        done = asyncio.Event()
        await asyncio.sleep(self._seconds)

        def closed() -> None:
            self.closed += 1
            done.set()

        socket.on_text = socket.push
        socket.on_closed = closed
        self.sockets.append(socket)
        socket.accept()
        await done.wait()
        return None

    def refuse(self, status: int, reason: str) -> HttpResponse:
        self.refused.append((status, reason))
        return HttpResponse(status, PLAIN, reason.encode())


class EdgeServer:
    """An edge in a thread."""

    def __init__(self, site: SmallSite, limits: EdgeLimits, proxies: str = "", host: str = "127.0.0.1") -> None:
        self.site = site
        self.metrics = Metrics()
        self._sockets = bind(host, 0)
        self.port: int = self._sockets[0].getsockname()[1]
        self._limits = limits
        self._proxies = proxies
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main)
        self._thread.start()
        assert self._ready.wait(10)

    def _main(self) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            self.loop = runner.get_loop()
            runner.run(self._run())

    async def _run(self) -> None:
        self._stop = asyncio.Event()
        self.edge = Edge(self.site, self._limits, self.metrics, self._proxies)
        await self.edge.listen(self._sockets)
        self._ready.set()
        await self._stop.wait()
        await self.edge.stop(5)

    def call(self, work: Callable[[], object]) -> None:
        """Run something in the loop."""
        self.loop.call_soon_threadsafe(work)

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        for bound in self._sockets:
            bound.close()

    def count(self, series: str) -> float:
        """Return a metric."""
        self.metrics.publish(0, 0)
        lines = [line for line in self.metrics.text().decode().splitlines() if line.startswith(series + " ")]
        return float(lines[0].rpartition(" ")[2]) if lines else 0.0

    def ended(self, reason: str) -> float:
        """Return how many connections were ended for a reason."""
        return self.count(f'bestagon_connections_ended_total{{reason="{reason}"}}')

    def refused(self, reason: str) -> float:
        """Return how many connections were refused for a reason."""
        return self.count(f'bestagon_connections_refused_total{{reason="{reason}"}}')


@contextmanager
def serving_edge(limits: EdgeLimits = QUICK, seconds: float = 0.0, proxies: str = "", host: str = "127.0.0.1") -> Iterator[EdgeServer]:
    """Run an edge for a while."""
    server = EdgeServer(SmallSite(seconds), limits, proxies, host)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def connected(port: int, address: str = "127.0.0.1") -> Iterator[tuple[socket.socket, BinaryIO]]:
    """Connect from an address of this host."""
    with socket.create_connection(("127.0.0.1", port), 30, (address, 0)) as connection, connection.makefile("rb") as reader:
        yield connection, reader


def answer(reader: BinaryIO, body: bool = True) -> tuple[int, dict[bytes, bytes], bytes]:
    """Return status, headers and body of the next response."""
    status = int(reader.readline().split()[1])
    headers = {}
    while (line := reader.readline()) not in (b"\r\n", b""):
        name, _, value = line.rstrip().partition(b": ")
        headers[name] = value
    return status, headers, reader.read(int(headers[b"content-length"])) if body else b""


def everything(connection: socket.socket) -> bytes:
    """Return everything received until the server closes the connection."""
    found = b""
    try:
        while data := connection.recv(65536):
            found += data
    except ConnectionError:
        pass
    return found


def until(done: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
