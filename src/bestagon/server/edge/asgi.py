"""The site as an ASGI app, for deployments with another server, which then enforces its own connection limits."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, Protocol

from bestagon.server.edge.addresses import plain_address
from bestagon.server.edge.messages import HttpRequest, HttpResponse, Site

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
MAX_WAITING: Final = 256 * 1024
"""Bytes that wait for one client before `push` refuses more."""


class AsgiTarget(Protocol):
    """The application that the ASGI lifespan starts and stops."""

    @property
    def site(self) -> Site:
        """The site, once it is started."""

    async def start(self) -> None:
        """Prepare the site."""

    async def stop(self) -> None:
        """Close everything."""


class AsgiSocket:
    """A WebSocket of an ASGI server."""

    def __init__(self, receive: Receive, send: Send) -> None:
        """Wait for `accept`."""
        self.on_text: Callable[[bytes], object] = lambda text: None
        self.on_closed: Callable[[], None] = lambda: None
        self.accepted = False
        self._receive = receive
        self._send = send
        self._queue: deque[Message] = deque()
        self._waiting = 0
        self._closed = False
        self._changed = asyncio.Event()
        self._drained = asyncio.Event()
        self._reading = asyncio.Event()
        self._reading.set()

    def accept(self) -> None:
        """Complete the handshake."""
        self.accepted = True
        self._put({"type": "websocket.accept"})

    def push(self, text: bytes, more: bytes = b"") -> bool:
        """Send a text; return False if too much is waiting or the connection is closed."""
        if self._closed or (self._waiting and self._waiting + len(text) > MAX_WAITING):
            return False
        self._waiting += len(text)
        for one in (text, more) if more else (text,):
            self._put({"type": "websocket.send", "text": one.decode()})
        return True

    async def drained(self) -> bool:
        """Wait until nothing is waiting to be sent; return False if the connection is closed."""
        while self._queue and not self._closed:
            self._drained.clear()
            await self._drained.wait()
        return not self._closed

    def pause(self) -> None:
        """Deliver no more messages."""
        self._reading.clear()

    def resume(self) -> None:
        """Deliver messages again."""
        self._reading.set()

    def close(self, code: int, reason: str) -> None:
        """Close the connection."""
        if not self._closed:
            self._put({"type": "websocket.close", "code": code, "reason": reason})
            self._over()

    def _put(self, message: Message) -> None:
        self._queue.append(message)
        self._changed.set()

    def _over(self) -> None:
        if not self._closed:
            self._closed = True
            self._drained.set()
            self._changed.set()
            self.on_closed()

    async def read(self) -> None:
        """Deliver what the client sends until it disconnects."""
        while True:
            await self._reading.wait()
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                break
            if message["type"] == "websocket.receive" and not self._closed:
                self.on_text((message.get("text") or "").encode() or message.get("bytes") or b"")
        self._over()

    async def write(self) -> None:
        """Send what is queued until the connection is closed."""
        try:
            while self._queue or not self._closed:
                while self._queue:
                    await self._send(self._queue[0])
                    self._queue.popleft()
                self._waiting = 0
                self._drained.set()
                self._changed.clear()
                if not self._closed:
                    await self._changed.wait()
        except OSError:
            # ASGI: sending to a client that is gone raises a subclass of OSError.
            self._over()


class AsgiApp:
    """The ASGI interface of a site."""

    def __init__(self, target: AsgiTarget) -> None:
        """Serve a target, started and stopped by the lifespan."""
        self._target = target

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, a WebSocket or the lifespan."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        client = plain_address(scope["client"][0]) if scope.get("client") else ""
        method = scope.get("method", "GET")
        request = HttpRequest(method, scope["path"], scope["query_string"], dict(scope["headers"]), client=client)
        if scope["type"] == "websocket":
            await self._connect(request, receive, send)
        else:
            await _answer(await self._respond(request, receive), send, "http", method != "HEAD")

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self._target.start()
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            raise
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._target.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _respond(self, request: HttpRequest, receive: Receive) -> HttpResponse:
        site = self._target.site
        most = site.max_body(request.method, request.path)
        more = True
        while more:
            message = await receive()
            request.body += message.get("body", b"")
            more = message.get("more_body", False)
            if message["type"] == "http.disconnect":
                return site.refuse(400, "the request is incomplete")
            if len(request.body) > most:
                return site.refuse(413, f"the body may have at most {most} bytes")
        return await site.respond(request)

    async def _connect(self, request: HttpRequest, receive: Receive, send: Send) -> None:
        await receive()
        socket = AsgiSocket(receive, send)
        reading, writing = asyncio.ensure_future(socket.read()), asyncio.ensure_future(socket.write())
        try:
            refused = await self._target.site.connect(request, socket)
            if refused is None:
                socket.close(1000, "")
                await writing
        finally:
            reading.cancel()
            writing.cancel()
        if refused is not None:
            await _answer(refused, send, "websocket.http", True)


async def _answer(response: HttpResponse, send: Send, kind: str, with_body: bool) -> None:
    headers = [*response.headers, *response.more, (b"content-length", b"%d" % len(response.body))]
    await send({"type": f"{kind}.response.start", "status": response.status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": response.body if with_body else b""})
