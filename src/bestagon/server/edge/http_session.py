"""HTTP on one connection: requests are answered one at a time, in order."""

from __future__ import annotations

import logging
from typing import Final

from bestagon.server.edge.connection import NEVER, Connection, Use
from bestagon.server.edge.frames import is_handshake_key
from bestagon.server.edge.http_parser import RequestParser
from bestagon.server.edge.messages import HttpError, HttpRequest, HttpResponse, render
from bestagon.server.edge.socket_session import SocketSession

TOO_MANY: Final = 429
FIRST_SECONDS: Final = 1.0
"""A client that has connected within so many seconds is about to send its first request: a server that stops still answers it."""
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
FAULT: Final = HttpResponse(500, ((b"content-type", b"text/plain"),), b"internal server error\n")
log = logging.getLogger("bestagon.server")


class HttpSession:
    """Reads requests and writes responses."""

    def __init__(self, connection: Connection) -> None:
        """Wait for the first request."""
        self._connection = connection
        self._edge = connection.edge
        self._parser = RequestParser(self._edge.limits, self._edge.site.max_body)
        self._running = False
        """Whether a request is being answered."""
        self._answered = False
        """Whether a response is written but not read yet."""
        self._served = False
        """Whether there was a request."""
        self._delayed = False
        """Whether the answer to a request waits, because too many were refused."""
        self._refused = 0
        """Refused requests in a row."""
        self._reading = True
        self._upgrading: SocketSession | None = None

    def data_received(self, data: bytes) -> None:
        """Parse data, or keep it while a request is being answered."""
        if self._running or self._connection.paused:
            # Back-pressure: a pipelining client must read its responses before we read more requests.
            self._parser.keep(data)
            self._pause_reading()
            self._connection.keep_count(self._parser.size)
        else:
            self._parse(data)

    def _parse(self, data: bytes) -> None:
        connection, parser = self._connection, self._parser
        began, in_body = parser.started, parser.incomplete
        try:
            request = parser.feed(data)
        except HttpError as error:
            self._refuse(error)
            return
        if request is not None:
            self._run(request)
            return
        self._resume_reading()
        connection.keep_count(parser.size)
        incomplete = parser.incomplete
        if incomplete is not None and in_body is None:
            connection.deadline = connection.loop.time() + self._edge.limits.body_seconds
            if incomplete.expects_continue and not parser.size:
                connection.write(CONTINUE)
        elif incomplete is None and not began and parser.started and self._served:
            # The time for the first head of a connection runs from its start.
            connection.deadline = connection.loop.time() + self._edge.limits.head_seconds

    def _refuse(self, error: HttpError) -> None:
        """Refuse an unacceptable request, and end the connection."""
        self._parser.discard()
        why = "malformed" if error.status != 413 else "too_large"
        response = self._edge.site.refuse(error.status, error.reason)
        data = render(response, self._edge.date, False, not self._parser.head_only)
        self._strike(data, False, why, why)

    def _run(self, request: HttpRequest) -> None:
        """Answer a request, or start a WebSocket."""
        connection = self._connection
        request.client = self._edge.client_of(connection, request)
        connection.deadline = NEVER
        connection.keep_count(self._parser.size)
        self._running = self._served = True
        self._edge.set_busy(connection)
        if self._parser.size:
            self._pause_reading()
        else:
            self._resume_reading()
        if b"upgrade" in request.headers and request.headers[b"upgrade"].lower() == b"websocket":
            self._edge.spawn(self._upgrade(request))
        else:
            self._edge.spawn(self._respond(request))

    async def _respond(self, request: HttpRequest) -> None:
        try:
            response = await self._edge.site.respond(request)
            refused = response.status == TOO_MANY
            self._refused = self._refused + 1 if refused else 0
            keep = self._keeps(request)
            data = render(response, self._edge.date, keep, request.method != "HEAD")
        except Exception:
            log.exception("fault", extra={"route": "edge"})
            keep = refused = False
            data = render(FAULT, self._edge.date, keep, request.method != "HEAD")
        if refused:
            self._strike(data, keep, "refused", "refused" if self._refused >= self._edge.limits.refusals else "done")
        else:
            self._answer(data, keep)

    def _keeps(self, request: HttpRequest) -> bool:
        """Return whether the connection stays open after the response."""
        if self._refused >= self._edge.limits.refusals:
            return False
        return request.keep_alive and not self._edge.stopping and (not self._connection.half_closed or self._parser.started)

    def _strike(self, data: bytes, keep: bool, why: str, ending: str) -> None:
        """Answer a request that was refused, later if the address is refused too often."""
        connection = self._connection
        pause = 0.0 if connection.ending or self._edge.stopping else self._edge.strike(connection, why)
        if not pause:
            self._answer(data, keep, ending)
            return
        self._running = self._delayed = True
        self._edge.set_idle(connection)
        connection.deadline = NEVER
        connection.loop.call_later(pause, self._answer, data, keep, ending)

    def _answer(self, data: bytes, keep: bool, ending: str = "done") -> None:
        connection = self._connection
        self._running = self._delayed = False
        if connection.ending or connection.transport.is_closing():
            return
        connection.write(data)
        if not keep:
            self._parser.discard()
            connection.end(ending)
        elif connection.paused:
            self._answered = True
            connection.use = Use.UNREAD
        else:
            self._proceed()

    def writable(self) -> None:
        """Continue once the response has been read."""
        if self._running or self._connection.ending:
            return
        if self._answered:
            self._proceed()
        else:
            self._parse(b"")

    def _proceed(self) -> None:
        """Continue with data received in the meantime, or wait for the next request."""
        connection, limits = self._connection, self._edge.limits
        self._answered = False
        self._edge.set_idle(connection)
        if self._parser.started:
            connection.deadline = connection.since + limits.head_seconds
            self._parse(b"")
        else:
            connection.deadline = connection.since + limits.idle_seconds
            self._resume_reading()
        if connection.half_closed and not self._running and not connection.ending:
            self.eof_received()

    def _resume_reading(self) -> None:
        if not self._reading:
            self._reading = True
            self._connection.resume_reading()

    def _pause_reading(self) -> None:
        if self._reading:
            self._reading = False
            self._connection.pause_reading()

    async def _upgrade(self, request: HttpRequest) -> None:
        """Let the site serve a WebSocket, or refuse the handshake with a reason."""
        headers = request.headers
        options = [option.strip() for option in headers.get(b"connection", b"").lower().split(b",")]
        key = headers.get(b"sec-websocket-key", b"")
        more: tuple[tuple[bytes, bytes], ...] = ()
        if request.method != "GET" or b"upgrade" not in options or request.body or not is_handshake_key(key):
            refused: HttpResponse | None = self._edge.site.refuse(400, "this is not a valid WebSocket handshake")
        elif headers.get(b"sec-websocket-version") != b"13":
            refused = self._edge.site.refuse(426, "only version 13 of the WebSocket protocol is supported")
            more = ((b"upgrade", b"websocket"), (b"connection", b"upgrade"), (b"sec-websocket-version", b"13"))
        else:
            self._pause_reading()
            socket = self._upgrading = SocketSession(self._connection, key, self._parser)
            refused = await socket.serve(self._edge.site, request)
        if refused is not None:
            response = HttpResponse(refused.status, refused.headers, refused.body, refused.more + more)
            data = render(response, self._edge.date, False, request.method != "HEAD")
            if response.status == TOO_MANY:
                self._strike(data, False, "refused", "done")
            else:
                self._answer(data, False)

    def eof_received(self) -> None:
        """End the connection if no response is running; an incomplete request is refused."""
        if self._running:
            if self._upgrading is not None or self._delayed:
                self._connection.abort("gone")
        elif self._parser.started:
            self._refuse(HttpError(400, "the request is incomplete"))
        else:
            self._connection.close("gone")

    def expired(self, now: float) -> None:
        """End a connection that is idle or too slow."""
        incomplete = self._parser.incomplete
        if incomplete is None and not self._parser.started:
            self._connection.close("idle")
        else:
            what = "head" if incomplete is None else "body"
            self._parser.discard()
            response = self._edge.site.refuse(408, f"the {what} of the request took too long")
            self._connection.write(render(response, self._edge.date, False, not self._parser.head_only))
            self._connection.end(f"slow_{what}")

    def stop(self) -> None:
        """Close the connection unless a request is running, or the first one is on its way."""
        connection = self._connection
        if self._running and not self._delayed:
            return
        on_its_way = connection.since + FIRST_SECONDS
        if self._served or on_its_way <= connection.loop.time():
            connection.close("stop")
        else:
            connection.deadline = min(connection.deadline, on_its_way)

    def lost(self) -> None:
        """Drop received data, and tell a WebSocket that was not accepted yet."""
        # Connection and session refer to each other, and may wait long for the garbage collector.
        self._parser.discard()
        if self._upgrading is not None:
            self._upgrading.lost()
