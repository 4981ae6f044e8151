"""uvicorn's HTTP protocol, simplified for speed: the app gets whole requests and sends whole responses."""

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

MAX_BODY: Final = 512 * 1024
"""Bytes that are read of a body, more than any endpoint accepts; the app gets the start of a longer one and refuses it."""
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
FAULT: Final = STATUS_LINE[500] + b"content-length: 0\r\nconnection: close\r\n\r\n"
log = logging.getLogger("bestagon.server")


@lru_cache(maxsize=4096)
def header_line(name: bytes, value: bytes) -> bytes:
    """Return an encoded header; ValueError if it contains a line break or an invalid character."""
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value):
        raise ValueError(f"{name!r}: {value!r} is not a valid header")
    return b"%b: %b\r\n" % (name, value)


class RequestCycle:
    """A request and its response, which has one head with a Content-Length and one body."""

    message_event: Final = asyncio.Event()
    """uvicorn sets it when a connection ends; nothing waits for it here."""

    def __init__(self, connection: HttpConnection, keep_alive: bool) -> None:
        """Start with the head of a request."""
        self._connection = connection
        self._head = b""
        self._task: asyncio.Task[None] | None = None
        self.scope = cast(Scope, connection.scope)
        self.body = bytearray()
        self.complete = False
        """Whether the whole request has been received."""
        self.expects_continue = connection.expect_100_continue
        """Whether the client waits for 100 Continue before it sends the body."""
        self.keep_alive = keep_alive
        self.disconnected = False
        self.response_complete = False

    def proceed(self) -> None:
        """Run the app once the request is complete, or tell the client once to continue."""
        connection = self._connection
        if self.complete and self._task is None:
            self._task = connection.loop.create_task(self._run(connection.app))
            connection.tasks.add(self._task)
        elif self.expects_continue and not self.complete:
            self.expects_continue = False
            connection.transport.write(CONTINUE)

    async def _run(self, app: Asgi) -> None:
        try:
            await app(self.scope, self._receive, self._send)
        except Exception:
            log.exception("fault", extra={"route": self.scope["path"]})
        finally:
            self._connection.tasks.discard(self._task)
        if not (self.response_complete or self.disconnected):
            self._connection.transport.write(FAULT)
            self._connection.transport.close()

    async def _receive(self) -> Message:
        """Return the whole body."""
        return {"type": "http.request", "body": bytes(self.body), "more_body": False}

    async def _send(self, message: Message) -> None:
        """Buffer the head until the body comes, then write both."""
        connection = self._connection
        if connection.flow.write_paused and not self.disconnected:
            await connection.flow.drain()
        if self.disconnected:
            return
        if self.response_complete or bool(self._head) != (message["type"] == "http.response.body"):
            raise RuntimeError(f"{message['type']} is out of order")
        if not self._head:
            self._head = self._render(message)
            return
        connection.transport.write(self._head + message["body"])
        self.response_complete = True
        if not self.keep_alive:
            connection.transport.close()
        connection.on_response_complete()

    def _render(self, message: Message) -> bytes:
        lines = [STATUS_LINE[message["status"]]]
        for name, value in self._connection.server_state.default_headers:
            lines.append(header_line(name, value))
        for name, value in message["headers"]:
            lines.append(header_line(name, value))
        lines.append(b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n")
        return b"".join(lines)


class HttpConnection(HttpToolsProtocol):
    """One connection; it reuses one keep-alive timer instead of starting one after each response."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's signature
        """Wait for the first request."""
        super().__init__(*args, **kwargs)
        self._cycles: deque[RequestCycle] = deque()
        """Unanswered requests in the order of arrival."""
        self._last_active = 0.0
        """Time of the last read or write."""

    def data_received(self, data: bytes) -> None:
        """Parse received data."""
        self._last_active = self.loop.time()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._unset_keepalive_if_required()
                self.handle_websocket_upgrade()

    def on_headers_complete(self) -> None:
        """Start a cycle, unless the request is a WebSocket upgrade."""
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
        cycle = RequestCycle(self, version != "1.0" and parser.should_keep_alive())
        # uvicorn reads the newest cycle at shutdown.
        self.cycle = cycle  # type: ignore[assignment]
        self._cycles.append(cycle)
        if len(self._cycles) > 1:
            # Requests are answered one at a time.
            self.flow.pause_reading()
        elif cycle.expects_continue:
            cycle.proceed()

    def on_body(self, body: bytes) -> None:
        """Collect the body of the newest request."""
        cycle = self._receiving()
        if cycle is not None:
            cycle.body += body
            if len(cycle.body) > MAX_BODY:
                cycle.keep_alive = False
                self.on_message_complete()

    def on_message_complete(self) -> None:
        """Mark the newest request as complete."""
        cycle = self._receiving()
        if cycle is not None:
            cycle.complete = True
            self._cycles[0].proceed()

    def _receiving(self) -> RequestCycle | None:
        """Return the incomplete request; None if the data belongs to no request or exceeds the limit."""
        return self._cycles[-1] if self._cycles and not self._cycles[-1].complete else None

    def on_response_complete(self) -> None:
        """Proceed with the next request, or wait for it."""
        self._cycles.popleft()
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self._last_active = self.loop.time()
        if len(self._cycles) < 2:
            # Back-pressure: resume reading only now, or a pipelining client could exhaust memory.
            self.flow.resume_reading()
        if self._cycles:
            self._cycles[0].proceed()
        elif self.timeout_keep_alive_task is None:
            self._start_timer(self.timeout_keep_alive)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the responses of this connection."""
        for cycle in self._cycles:
            cycle.disconnected = True
        super().connection_lost(exc)

    def _start_timer(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection if it has been idle for too long."""
        self.timeout_keep_alive_task = None
        if not self._cycles:
            left = self._last_active + self.timeout_keep_alive - self.loop.time()
            if left > 0:
                self._start_timer(left)
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
"""uvicorn's configuration wherever it serves the app."""
