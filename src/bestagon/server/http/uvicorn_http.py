"""HTTP as a move needs it: uvicorn's protocol, but whole requests in and whole answers out, each in one piece."""

from __future__ import annotations

import asyncio
import logging
import urllib.parse
from collections import deque
from functools import lru_cache
from typing import Any, Final, cast

import httptools
from uvicorn.protocols.http.httptools_impl import HEADER_RE, HEADER_VALUE_RE, STATUS_LINE, HttpToolsProtocol

from bestagon.server.http.asgi import Asgi, Message, Scope
from bestagon.server.http.uvicorn_websocket import WebSocketConnection

MOST: Final = 512 * 1024
"""Bytes of a body that are waited for, more than any endpoint takes; what is longer is shown to the app so far, and refused."""
GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
FAULT: Final = STATUS_LINE[500] + b"content-length: 0\r\nconnection: close\r\n\r\n"
log = logging.getLogger("bestagon.server")


@lru_cache(maxsize=4096)
def header_line(name: bytes, value: bytes) -> bytes:
    """Return a header as it goes out; ValueError where it would be more than one."""
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value):
        raise ValueError(f"{name!r}: {value!r} is no header")
    return b"%b: %b\r\n" % (name, value)


class Exchange:
    """A request and its answer: one head with the length of the body, and one body, as all of ours are."""

    message_event: Final = asyncio.Event()
    """What uvicorn sets when a connection ends; nobody waits for it here."""

    def __init__(self, wire: HttpConnection, keep_alive: bool) -> None:
        """Begin with a request whose head is there."""
        self._wire = wire
        self._head = b""
        self._task: asyncio.Task[None] | None = None
        self.scope = cast(Scope, wire.scope)
        self.body = bytearray()
        self.whole = False
        """Whether all of the request is here."""
        self.expects = wire.expect_100_continue
        """Whether the other end wants to be told to go on before it sends the body."""
        self.keep_alive = keep_alive
        self.disconnected = False
        self.response_complete = False

    def go_on(self) -> None:
        """Let the app answer, or the other end send what is missing; nobody is told twice."""
        wire = self._wire
        if self.whole and self._task is None:
            self._task = wire.loop.create_task(self._run(wire.app))
            wire.tasks.add(self._task)
        elif self.expects and not self.whole:
            self.expects = False
            wire.transport.write(GO_ON)

    async def _run(self, app: Asgi) -> None:
        try:
            await app(self.scope, self._receive, self._send)
        except Exception:
            log.exception("fault", extra={"route": self.scope["path"]})
        finally:
            self._wire.tasks.discard(self._task)
        if not (self.response_complete or self.disconnected):
            self._wire.transport.write(FAULT)
            self._wire.transport.close()

    async def _receive(self) -> Message:
        """Return the body, which is all there is to come."""
        return {"type": "http.request", "body": bytes(self.body), "more_body": False}

    async def _send(self, message: Message) -> None:
        """Keep the head until the body comes, and write both."""
        wire = self._wire
        if wire.flow.write_paused and not self.disconnected:
            await wire.flow.drain()
        if self.disconnected:
            return
        if self.response_complete or bool(self._head) != (message["type"] == "http.response.body"):
            raise RuntimeError(f"{message['type']} does not come next")
        if not self._head:
            self._head = self._render(message)
            return
        wire.transport.write(self._head + message["body"])
        self.response_complete = True
        if not self.keep_alive:
            wire.transport.close()
        wire.on_response_complete()

    def _render(self, message: Message) -> bytes:
        lines = [STATUS_LINE[message["status"]]]
        for name, value in self._wire.server_state.default_headers:
            lines.append(header_line(name, value))
        for name, value in message["headers"]:
            lines.append(header_line(name, value))
        lines.append(b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n")
        return b"".join(lines)


class HttpConnection(HttpToolsProtocol):
    """One connection. One timer watches whether it is idle for too long, instead of a new one after each answer."""

    def __init__(self, *given: Any, **more: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Wait for the first request."""
        super().__init__(*given, **more)
        self._exchanges: deque[Exchange] = deque()
        """Requests that are not answered yet, in the order in which they came."""
        self._idle = 0.0
        """When something came or went last."""

    def data_received(self, data: bytes) -> None:
        """Take in what has come."""
        self._idle = self.loop.time()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._unset_keepalive_if_required()
                self.handle_websocket_upgrade()

    def on_headers_complete(self) -> None:
        """Wait for the body, unless it becomes a live view."""
        parser, scope = self.parser, self.scope
        scope["method"] = parser.get_method().decode("ascii")
        if parser.should_upgrade() and self._should_upgrade():
            return
        version = parser.get_http_version()
        scope["http_version"] = version
        url = httptools.parse_url(self.url)
        path = url.path.decode("ascii")
        scope["path"] = urllib.parse.unquote(path) if "%" in path else path
        scope["query_string"] = url.query or b""
        exchange = Exchange(self, version != "1.0" and parser.should_keep_alive())
        # Uvicorn looks at the newest one when it shuts down.
        self.cycle = exchange  # type: ignore[assignment]
        self._exchanges.append(exchange)
        if len(self._exchanges) > 1:
            # One after the other.
            self.flow.pause_reading()
        elif exchange.expects:
            exchange.go_on()

    def on_body(self, body: bytes) -> None:
        """Gather what comes of the newest request."""
        exchange = self._newest()
        if exchange is not None:
            exchange.body += body
            if len(exchange.body) > MOST:
                exchange.keep_alive = False
                self.on_message_complete()

    def on_message_complete(self) -> None:
        """Have all of the newest request."""
        exchange = self._newest()
        if exchange is not None:
            exchange.whole = True
            self._exchanges[0].go_on()

    def _newest(self) -> Exchange | None:
        """Return the request that is not all here yet; None where what comes belongs to no request, or is too much of it."""
        return self._exchanges[-1] if self._exchanges and not self._exchanges[-1].whole else None

    def on_response_complete(self) -> None:
        """Go on with the next request, or wait for it."""
        self._exchanges.popleft()
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self._idle = self.loop.time()
        if len(self._exchanges) < 2:
            # Not before: whoever sends more and more without waiting would fill our memory.
            self.flow.resume_reading()
        if self._exchanges:
            self._exchanges[0].go_on()
        elif self.timeout_keep_alive_task is None:
            self._watch(self.timeout_keep_alive)

    def connection_lost(self, exc: Exception | None) -> None:
        """Answer nobody any more."""
        for exchange in self._exchanges:
            exchange.disconnected = True
        super().connection_lost(exc)

    def _watch(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def timeout_keep_alive_handler(self) -> None:
        """End the connection if it is idle for too long."""
        self.timeout_keep_alive_task = None
        if not self._exchanges:
            left = self._idle + self.timeout_keep_alive - self.loop.time()
            if left > 0:
                self._watch(left)
            else:
                super().timeout_keep_alive_handler()


PROTOCOLS: Final[dict[str, Any]] = {
    "http": HttpConnection,
    "ws": WebSocketConnection,
    "ws_max_size": 1024,
    "ws_per_message_deflate": False,
    "access_log": False,
    "log_config": None,
    "server_header": False,
}
"""What uvicorn is told wherever it serves us."""
