"""HTTP as a move needs it: uvicorn's protocol, with less work for each request and an answer that goes out in one piece."""

from __future__ import annotations

import asyncio
import urllib.parse
from functools import lru_cache
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HEADER_RE, HEADER_VALUE_RE, STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from bestagon.server.asgi import Message
from bestagon.server.push import Pushes


@lru_cache(maxsize=4096)
def header_line(name: bytes, value: bytes) -> bytes:
    """Return a header as it goes out; ValueError where it would be more than one."""
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value):
        raise ValueError(f"{name!r}: {value!r} is no header")
    return b"%b: %b\r\n" % (name, value)


class Exchange(RequestResponseCycle):
    """A request and its answer: one head with the length of the body, and one body, as all of ours are."""

    def __init__(self, protocol: Wire, keep_alive: bool) -> None:
        """Begin with a request whose head is there."""
        self.scope = protocol.scope
        self.transport = protocol.transport
        self.flow = protocol.flow
        self.logger = protocol.logger
        self.default_headers = protocol.server_state.default_headers
        self.message_event = asyncio.Event()
        self.on_response = protocol.on_response_complete
        self.disconnected = False
        self.keep_alive = keep_alive
        self.waiting_for_100_continue = protocol.expect_100_continue
        self.body = bytearray()
        self.more_body = True
        self.response_started = False
        self.response_complete = False
        self._head = b""

    async def send(self, message: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Keep the head until the body comes, and write both."""
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        if self.response_complete or self.response_started != (message["type"] == "http.response.body"):
            raise RuntimeError(f"{message['type']} does not come next")
        if not self.response_started:
            self.response_started = True
            self._head = self._render(message)
            return
        self.transport.write(self._head + message["body"])
        self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()

    def _render(self, message: Message) -> bytes:
        lines = [STATUS_LINE[message["status"]]]
        for name, value in self.default_headers:
            lines.append(header_line(name, value))
        for name, value in message["headers"]:
            lines.append(header_line(name, value))
        lines.append(b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n")
        return b"".join(lines)


class Wire(HttpToolsProtocol):
    """One connection. One timer watches whether it is idle for too long, instead of a new one after each answer."""

    _idle = 0.0
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

    def on_response_complete(self) -> None:
        """Go on with the next request, or wait for it."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
            return
        self._idle = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._watch(self.timeout_keep_alive)

    def _watch(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def timeout_keep_alive_handler(self) -> None:
        """End the connection if it is idle for too long."""
        self.timeout_keep_alive_task = None
        if self.cycle.response_complete:
            left = self._idle + self.timeout_keep_alive - self.loop.time()
            if left > 0:
                self._watch(left)
            else:
                super().timeout_keep_alive_handler()

    def on_headers_complete(self) -> None:
        """Begin to answer, unless it becomes a live view."""
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
        before = self.cycle
        self.cycle = Exchange(self, version != "1.0" and parser.should_keep_alive())
        if before is None or before.response_complete:
            self._start_asgi_task(self.cycle, self.app)
        else:
            self.flow.pause_reading()
            self.pipeline.appendleft((self.cycle, self.app))


PROTOCOLS: Final[dict[str, Any]] = {
    "http": Wire,
    "ws": Pushes,
    "ws_max_size": 1024,
    "ws_per_message_deflate": False,
    "access_log": False,
    "log_config": None,
    "server_header": False,
}
"""What uvicorn is told wherever it serves us."""
