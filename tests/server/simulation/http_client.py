"""A client's end of HTTP and WebSockets, on simulated bytes."""

from __future__ import annotations

import asyncio
import struct
from base64 import b64encode
from collections import deque

from tests.server.simulation.network import ClientEnd, Lost, Network, Wire

TIMEOUT = 15.0
"""Seconds until a client gives up waiting for a response."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
Headers = list[tuple[bytes, bytes]]


class Refused(Exception):
    """The server refused a live connection."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


class HttpEnd(ClientEnd):
    """Reads answers, and after an upgrade WebSocket messages, from one connection."""

    def __init__(self, network: Network) -> None:
        self.wire: Wire | None = None
        self.messages: deque[bytes] = deque()
        self.closed = False
        """Whether nothing more comes."""
        self.keeps = True
        """Whether the connection can be used again after an answer."""
        self._network = network
        self._buffer = b""
        self._upgraded = False
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._waiter: asyncio.Future[None] | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request and return its answer; Lost if none comes in time."""
        assert self.wire is not None
        self._answer = answer = self._network.around.loop.create_future()
        self.wire.send(request)
        try:
            return await asyncio.wait_for(answer, TIMEOUT)
        except TimeoutError:
            raise Lost("no answer") from None

    def send_text(self, text: bytes) -> None:
        """Send a WebSocket message."""
        assert self.wire is not None
        size = bytes((0x80 | len(text),)) if len(text) < 126 else struct.pack("!BH", 0x80 | 126, len(text))
        self.wire.send(bytes((0x80 | TEXT,)) + size + bytes(4) + text)

    async def next(self) -> bytes | None:
        """Return the next WebSocket message, or None after the end."""
        while not self.messages and not self.closed:
            self._waiter = self._network.around.loop.create_future()
            await self._waiter
        return self.messages.popleft() if self.messages else None

    def received(self, data: bytes) -> None:
        """Cut bytes into an answer or messages."""
        self._buffer += data
        if self._upgraded:
            self._read_frames()
        else:
            self._read_answer()

    def ended(self) -> None:
        """End all pending waits."""
        self.closed = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Lost("the connection ended"))
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _read_answer(self) -> None:
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        lines = head.split(b"\r\n")
        status = int(lines[0].split(b" ")[1])
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines[1:])}
        if status == 101:
            self._buffer, self._upgraded = rest, True
            self._settle(status, b"")
            self._read_frames()
            return
        size = int(headers[b"content-length"])
        if len(rest) >= size:
            self._buffer = rest[size:]
            self.keeps = self.keeps and headers.get(b"connection", b"").lower() != b"close"
            if self._answer is None or self._answer.done():
                # Unsolicited: the edge ends an idle or slow connection with an explanation.
                self.keeps = False
            self._settle(status, rest[:size])

    def _settle(self, status: int, body: bytes) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result((status, body))

    def _read_frames(self) -> None:
        while True:
            data = self._buffer
            if len(data) < 2:
                return
            opcode, size, at = data[0] & 15, data[1], 2
            if data[1] == 126 and len(data) >= 4:
                size, at = struct.unpack_from("!H", data, 2)[0], 4
            elif data[1] == 127 and len(data) >= 10:
                size, at = struct.unpack_from("!Q", data, 2)[0], 10
            elif data[1] > 125:
                return
            if len(data) < at + size:
                return
            payload, self._buffer = data[at : at + size], data[at + size :]
            self._handle(opcode, payload)

    def _handle(self, opcode: int, payload: bytes) -> None:
        assert self.wire is not None
        if opcode == TEXT:
            self.messages.append(payload)
            if self._waiter is not None and not self._waiter.done():
                self._waiter.set_result(None)
        elif opcode == PING:
            self.wire.send(bytes((0x80 | PONG, 0x80 | len(payload), 0, 0, 0, 0)) + payload)
        elif opcode == CLOSE:
            self.wire.send(bytes((0x80 | CLOSE, 0x80 | len(payload), 0, 0, 0, 0)) + payload)
            self.wire.finish()
            self.ended()


class HttpClient:
    """Sends requests over a few persistent connections."""

    def __init__(self, network: Network, address: str) -> None:
        self._network = network
        self._address = address
        self._kept: list[HttpEnd] = []

    async def request(self, method: str, path: str, headers: Headers, body: bytes, label: str = "") -> tuple[int, bytes]:
        """Return status and body of an answer; Lost if none comes. `label` names a request of which copies count."""
        around = self._network.around
        if label:
            self._network.copies[label] = self._network.copies.get(label, 0) + 1
        end = await self._open()
        data = _request(method, path, headers, body)
        if around.strikes("lost_request"):
            assert end.wire is not None
            end.wire.vanish()
        elif label and around.strikes("doubled_request"):
            self._network.copies[label] += 1
            around.loop.create_task(self._again(data))
        try:
            asked = asyncio.ensure_future(end.ask(data))
            if around.strikes("lost_answer"):
                around.loop.call_later(around.chance.of("lost_answer").uniform(0.0, 0.1), _vanish, end)
            status, answer = await asked
        except BaseException:
            if end.wire is not None:
                end.wire.reset()
            raise
        if end.keeps and not end.closed:
            self._kept.append(end)
        elif end.wire is not None:
            end.wire.finish()
        return status, answer

    async def _again(self, data: bytes) -> None:
        """Send a request a second time, as a proxy or an impatient client may; nobody reads the answer."""
        await asyncio.sleep(self._network.around.chance.of("doubled_request").expovariate(0.5))
        try:
            end = await self._open()
            await end.ask(data)
        except Lost:
            return
        assert end.wire is not None
        end.wire.finish()

    async def _open(self) -> HttpEnd:
        while self._kept:
            end = self._kept.pop()
            if end.wire is not None and end.wire.open and end.keeps and not end.closed:
                return end
        end = HttpEnd(self._network)
        end.wire = await self._network.connect(self._address, end)
        return end

    async def live(self, path: str, headers: Headers, key: bytes) -> HttpEnd:
        """Return a live connection; Lost or Refused if there is none."""
        end = HttpEnd(self._network)
        end.wire = await self._network.connect(self._address, end)
        upgrade = [(b"connection", b"Upgrade"), (b"upgrade", b"websocket"), (b"sec-websocket-version", b"13")]
        try:
            status, _ = await end.ask(_request("GET", path, [*headers, *upgrade, (b"sec-websocket-key", b64encode(key))], b""))
        except BaseException:
            end.wire.reset()
            raise
        if status != 101:
            end.wire.finish()
            raise Refused(status)
        return end


def _vanish(end: HttpEnd) -> None:
    if end.wire is not None:
        end.wire.vanish()


def _request(method: str, path: str, headers: Headers, body: bytes) -> bytes:
    lines = b"".join(b"%b: %b\r\n" % line for line in headers)
    size = b"content-length: %d\r\n" % len(body) if body or method == "POST" else b""
    return b"%b %b HTTP/1.1\r\n%b%b\r\n%b" % (method.encode(), path.encode(), lines, size, body)
