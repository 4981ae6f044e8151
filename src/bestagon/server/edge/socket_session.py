"""A WebSocket on one connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bestagon.server.edge.connection import Connection, Use
from bestagon.server.edge.frames import (
    CLOSE,
    NO_CODE,
    PING,
    PONG,
    TEXT,
    FrameError,
    FrameParser,
    close_payload,
    control_frame,
    handshake_answer,
    read_close,
    text_frame,
)
from bestagon.server.edge.http_parser import RequestParser
from bestagon.server.edge.messages import HttpRequest, HttpResponse, Site

INTERNAL_ERROR: Final = 1011
RESTART: Final = 1012
log = logging.getLogger("bestagon.server")


def _ignore_text(text: bytes) -> None:
    pass


def _ignore() -> None:
    pass


class SocketSession:
    """The server's end of a WebSocket: what the site sees of it, and the session of the connection once it is accepted."""

    def __init__(self, connection: Connection, key: bytes, rest: RequestParser) -> None:
        """Prepare the answer to a handshake; `rest` has what the client sent after it."""
        self.on_text: Callable[[bytes], object] = _ignore_text
        self.on_closed: Callable[[], None] = _ignore
        self._connection = connection
        self._key = key
        self._rest = rest
        self._frames = FrameParser(connection.edge.limits)
        self._accepted = False
        self._closed = False
        self._paused = False
        """Whether the site wants no more messages."""
        self._pinged = False
        """Whether nothing was received since the last ping."""
        self._waiter: asyncio.Future[None] | None = None

    async def serve(self, site: Site, request: HttpRequest) -> HttpResponse | None:
        """Run the site's side; return its response if it did not accept."""
        response, code = None, 1000
        try:
            response = await site.connect(request, self)
        except Exception:
            log.exception("fault", extra={"route": "edge"})
            code = INTERNAL_ERROR
            response = site.refuse(500, "internal server error")
        if not self._accepted:
            self._closed = True
            return response or site.refuse(500, "internal server error")
        self.close(code, "")
        return None

    def accept(self) -> None:
        """Complete the handshake."""
        connection = self._connection
        if self._closed:
            # The client left before the site was ready.
            self.on_closed()
            return
        self._accepted = True
        connection.session = self
        connection.use = Use.LIVE
        answer = handshake_answer(self._key)
        connection.write(
            b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: %b\r\n\r\n" % answer
        )
        connection.deadline = connection.loop.time() + connection.edge.limits.ping_seconds
        rest = self._rest.take_rest()
        connection.keep_count(0)
        if rest:
            # Deferred: the site may not have set its callbacks yet.
            connection.loop.call_soon(self._deliver_rest, rest)
        else:
            connection.resume_reading()
        if connection.edge.stopping:
            # The server began to stop while the site was preparing, perhaps loading a table.
            self.stop()

    def _deliver_rest(self, rest: bytes) -> None:
        """Read what came before the handshake was complete, and only then more, which would overtake it."""
        connection = self._connection
        connection.data_received(rest)
        if not (self._paused or connection.transport.is_closing()):
            connection.resume_reading()

    def push(self, text: bytes, more: bytes = b"") -> bool:
        """Send a text, or two, at once; return False if too much is waiting or the connection is closed."""
        connection = self._connection
        if self._closed or not self._accepted:
            return False
        if connection.paused and connection.waiting + len(text) > connection.edge.limits.reader_bytes:
            return False
        # One system call for both: each call costs as much as building a view.
        connection.write(text_frame(text) + text_frame(more) if more else text_frame(text))
        return True

    async def drained(self) -> bool:
        """Wait until nothing is waiting to be sent; return False if the connection is closed."""
        while self._connection.paused and not self._closed:
            # Views and the answers to moves may wait at the same time, and either may stop waiting.
            if self._waiter is None:
                self._waiter = self._connection.loop.create_future()
            await asyncio.shield(self._waiter)
        return not self._closed

    def pause(self) -> None:
        """Deliver no more messages and read no more data until `resume`."""
        if not (self._paused or self._closed):
            self._paused = True
            self._connection.pause_reading()

    def resume(self) -> None:
        """Deliver messages again."""
        if self._paused and not self._closed:
            self._paused = False
            self._connection.keep_count(0)
            self._connection.resume_reading()
            self._deliver()

    def close(self, code: int, reason: str) -> None:
        """Close the connection with a code."""
        if self._accepted and not self._closed:
            self._finish(control_frame(CLOSE, close_payload(code, reason)), "closed")

    def _finish(self, frame: bytes, why: str) -> None:
        """Send a close frame and end the connection."""
        self._connection.write(frame)
        self._connection.end(why)
        self._over()

    def _over(self) -> None:
        if not self._closed:
            self._closed = True
            self._frames.discard()
            self._wake()
            self.on_closed()

    def _wake(self) -> None:
        if self._waiter is not None:
            self._waiter.set_result(None)
            self._waiter = None

    def data_received(self, data: bytes) -> None:
        """Read frames."""
        self._pinged = False
        self._frames.feed(data)
        self._deliver()

    def _deliver(self) -> None:
        """Handle complete frames until the site pauses or the connection ends."""
        connection, frames = self._connection, self._frames
        now = connection.since = connection.loop.time()
        try:
            while not (self._paused or self._closed):
                found = frames.next(now)
                if found is None:
                    break
                opcode, payload = found
                if opcode == TEXT:
                    self.on_text(payload)
                elif opcode == PING:
                    # A client that does not read gets no pongs, or they would pile up.
                    if not connection.paused:
                        connection.write(control_frame(PONG, payload))
                elif opcode == CLOSE:
                    code = read_close(payload)
                    self._finish(control_frame(CLOSE, b"" if code == NO_CODE else payload[:2]), "closed")
        except FrameError as error:
            connection.edge.strike(connection, "bad_frame")
            self._finish(control_frame(CLOSE, close_payload(error.code, error.reason)), "bad_frame")
        if self._paused and not self._closed:
            connection.keep_count(frames.size)

    def eof_received(self) -> None:
        """End: without a close frame nothing more can come."""
        self._connection.close("gone")
        self._over()

    def writable(self) -> None:
        """Wake the waiters in `drained`."""
        self._wake()

    def expired(self, now: float) -> None:
        """Send a ping after a silence; end the connection if the last ping was not answered."""
        connection = self._connection
        if self._pinged and not self._paused:
            connection.abort("silent")
            return
        self._pinged = True
        connection.deadline = now + connection.edge.limits.ping_seconds
        if not connection.paused:
            connection.write(control_frame(PING, b""))

    def stop(self) -> None:
        """Close with 1012: the client should connect again."""
        self.close(RESTART, "stop")

    def lost(self) -> None:
        """Tell the site that the connection is closed."""
        self._over()
