"""The network between clients and server processes: slow, lossy, and cut at any time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import MutableMapping
from typing import Any

from tests.server.simulation.processes import ServerProcess
from tests.server.simulation.surroundings import Surroundings

from bestagon.server.http.uvicorn_websocket import PUSH

TIMEOUT = 15.0
"""Seconds until a client gives an answer up."""
SILENCE = 40.0
"""Seconds until the end of a connection is noticed that nobody told."""
BUFFER = 64 * 1024
"""Bytes under way from which on a connection accepts no more."""
Message = MutableMapping[str, Any]
Headers = list[tuple[bytes, bytes]]


class Lost(Exception):
    """No answer came: the request may or may not have been carried out."""


class Refused(Exception):
    """The server refused a live connection."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


class Network:
    """Carries requests and live connections to whichever process is there."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.processes: list[ServerProcess] = []
        self.links: dict[LiveLink, None] = {}
        """The live connections that clients have open."""
        self.copies: dict[str, int] = {}
        """How many copies of each keyed request have been sent."""

    def seconds(self) -> float:
        """Draw how long a message is under way."""
        dice = self.around.chance.of("latency")
        if self.around.strikes("delayed_message"):
            return dice.uniform(1.0, 12.0)
        return 0.002 + dice.expovariate(40.0)

    def pick(self) -> ServerProcess | None:
        """Return a process that serves."""
        serving = [process for process in self.processes if process.serving]
        return self.around.chance.of("balance").choice(serving) if serving else None

    def pick_any(self) -> ServerProcess | None:
        """Return the first process that serves, without drawing."""
        return next((process for process in self.processes if process.serving), None)

    async def request(self, method: str, path: str, headers: Headers, body: bytes, address: str, label: str = "") -> tuple[int, bytes]:
        """Return status and body of an answer; Lost if none comes. `label` names a request of which copies count."""
        around = self.around
        process = self.pick()
        if process is None:
            await asyncio.sleep(0.05)
            raise Lost("nobody listens")
        answer: asyncio.Future[tuple[int, bytes]] = around.loop.create_future()
        copies = 2 if label and around.strikes("doubled_request") else 1
        if label:
            self.copies[label] = self.copies.get(label, 0) + copies
        scope = _scope("http", method, path, headers, address)
        for copy in range(copies):
            if not around.strikes("lost_request"):
                delay = self.seconds() + (around.chance.of("doubled_request").expovariate(0.5) if copy else 0.0)
                around.loop.call_later(delay, self._arrive, process, scope, body, answer)
        try:
            return await asyncio.wait_for(answer, TIMEOUT)
        except TimeoutError:
            raise Lost("no answer") from None

    def _arrive(self, process: ServerProcess, scope: Message, body: bytes, answer: asyncio.Future[tuple[int, bytes]]) -> None:
        if process.serving:
            self.around.note(f"{process.name} gets {scope['method']} {scope['path']}")
            process.run(self._serve(process, scope, body, answer))

    async def _serve(self, process: ServerProcess, scope: Message, body: bytes, answer: asyncio.Future[tuple[int, bytes]]) -> None:
        status = 0

        async def receive() -> Message:
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif not process.dead and not self.around.strikes("lost_answer"):
                self.around.loop.call_later(self.seconds(), _settle, answer, (status, message["body"]))

        await process.app(dict(scope), receive, send)

    async def connect(self, path: str, headers: Headers, address: str) -> LiveLink:
        """Return a live connection; Lost or Refused if there is none."""
        process = self.pick()
        if process is None:
            await asyncio.sleep(0.05)
            raise Lost("nobody listens")
        link = LiveLink(self, process)
        scope = _scope("websocket", "GET", path, headers, address)
        scope["extensions"] = {PUSH: link.push}
        await asyncio.sleep(self.seconds())
        if not process.serving:
            raise Lost("connection refused")
        process.run(link.serve(scope))
        try:
            status = await asyncio.wait_for(link.accepted, TIMEOUT)
        except TimeoutError:
            link.cut(told=True)
            raise Lost("no handshake") from None
        if status != 101:
            raise Refused(status)
        return link

    def process_ended(self, process: ServerProcess) -> None:
        """Cut all connections of a process: most clients are told, some notice late."""
        dice = self.around.chance.of("cut")
        for link in list(self.links):
            if link.process is process:
                delay = self.seconds() if dice.random() < 0.8 else SILENCE
                self.around.loop.call_later(delay, link.cut, True)


def _settle(future: asyncio.Future[Any], value: object) -> None:
    if not future.done():
        future.set_result(value)


def _scope(kind: str, method: str, path: str, headers: Headers, address: str) -> Message:
    path, _, query = path.partition("?")
    found = {"type": kind, "path": path, "query_string": query.encode(), "headers": headers, "client": (address, 1)}
    return {**found, "method": method} if kind == "http" else found


class LiveLink:
    """A live connection, seen from both sides."""

    def __init__(self, network: Network, process: ServerProcess) -> None:
        loop = network.around.loop
        self.process = process
        self.accepted: asyncio.Future[int] = loop.create_future()
        self.closed = False
        """Whether the client knows that the connection has ended."""
        self.stalled_until = 0.0
        self._network = network
        self._arrived: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._gone: asyncio.Future[None] = loop.create_future()
        """Done when the server knows that the client has gone."""
        self._drained: asyncio.Future[None] | None = None
        self._pipe: deque[tuple[Message, int]] = deque()
        self._under_way = 0
        self._arrives_at = 0.0
        self._connected = False

    # The client's side.

    async def next(self) -> bytes | None:
        """Return the next message, or None after the end."""
        while not self._arrived and not self.closed:
            self._waiting = self._network.around.loop.create_future()
            await self._waiting
        return self._arrived.popleft() if self._arrived else None

    def cut(self, told: bool) -> None:
        """End the connection; the server is told soon, or notices after a long silence."""
        if self.closed:
            return
        self.closed = True
        self._network.links.pop(self, None)
        self._network.around.loop.call_later(self._network.seconds() if told else SILENCE, _settle, self._gone, None)
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None:
            _settle(self._waiting, None)

    # The server's side.

    async def serve(self, scope: Message) -> None:
        """Run the app on this connection."""
        await self.process.app(scope, self.receive, self.send)

    async def receive(self) -> Message:
        """Return the first message, then the end."""
        if not self._connected:
            self._connected = True
            return {"type": "websocket.connect"}
        await asyncio.shield(self._gone)
        return {"type": "websocket.disconnect", "code": 1006}

    async def send(self, message: Message) -> None:
        """Send a message, once there is room for it."""
        kind = message["type"]
        while kind == "websocket.send" and self._under_way > BUFFER and not self._gone.done():
            self._drained = self._network.around.loop.create_future()
            await asyncio.wait([self._drained, self._gone], return_when=asyncio.FIRST_COMPLETED)
        if self._gone.done():
            raise ConnectionError("the client has gone")
        self._put(message)

    def push(self, text: bytes) -> bool:
        """Send a text at once; False if there is no room."""
        if self._under_way > BUFFER or self._gone.done() or self.process.dead:
            return False
        self._put({"type": "websocket.send", "text": text})
        return True

    def _put(self, message: Message) -> None:
        if self.process.dead:
            return
        loop = self._network.around.loop
        size = len(message.get("text", ""))
        self._under_way += size
        self._arrives_at = max(self._arrives_at, loop.time() + self._network.seconds(), self.stalled_until)
        self._pipe.append((message, size))
        loop.call_at(self._arrives_at, self._deliver)

    def _deliver(self) -> None:
        # Timers of the same time fire in any order, messages arrive in theirs.
        message, size = self._pipe.popleft()
        self._under_way -= size
        if self._drained is not None and self._under_way <= BUFFER:
            _settle(self._drained, None)
        kind = message["type"]
        if kind == "websocket.accept":
            self._network.links[self] = None
            _settle(self.accepted, 101)
            if self.process.dead:
                self._network.around.loop.call_later(SILENCE, self.cut, True)
        elif kind == "websocket.http.response.start":
            _settle(self.accepted, message["status"])
        elif kind == "websocket.close":
            self.cut(told=True)
        elif kind == "websocket.send" and not self.closed:
            text = message["text"]
            self._arrived.append(text.encode() if isinstance(text, str) else text)
            self._wake()
