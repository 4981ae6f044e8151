"""One connection: its transport, its buffers and its end."""

from __future__ import annotations

import asyncio
import math
import socket
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Protocol, cast

from bestagon.server.edge.addresses import plain_address

if TYPE_CHECKING:
    from bestagon.server.edge.listener import Edge

NEVER: Final = math.inf
SMALL_READ: Final = 64
"""Reads of fewer bytes are small: no request is, and no move."""


class Use(IntEnum):
    """What a connection is used for, the least important first."""

    IDLE = 0
    """It has no request, or only a part of one, or it waits for a delayed refusal."""
    UNREAD = 1
    """A response is written, and the client has not read it yet."""
    LIVE = 2
    """A WebSocket."""
    RUNNING = 3
    """A request is being answered."""


class ConnectionSession(Protocol):
    """The protocol on a connection: HTTP first, WebSocket after an upgrade."""

    def data_received(self, data: bytes) -> None:
        """Handle received data."""

    def eof_received(self) -> None:
        """Handle the end of input; the client may still read."""

    def writable(self) -> None:
        """Handle that all output has been sent."""

    def expired(self, now: float) -> None:
        """Handle an expired deadline of the connection."""

    def stop(self) -> None:
        """End as soon as possible, because the server stops."""

    def lost(self) -> None:
        """Handle the end of the connection."""


class Connection(asyncio.Protocol):
    """The asyncio protocol of one connection. All times are those of the loop, checked by one timer of the edge."""

    def __init__(self, edge: Edge) -> None:
        """Wait for the transport."""
        self.edge = edge
        self.loop = edge.loop
        self.session: ConnectionSession = edge.first_session(self)
        self.deadline = NEVER
        """When the session expires."""
        self.peer = ""
        """The address of the other end: a client or a proxy."""
        self.group = ""
        """The network that the connection counts against; empty for a trusted proxy."""
        self.since = 0.0
        """Start of the current request, or of waiting for it; for a WebSocket when the client last sent something."""
        self.use = Use.IDLE
        self.kept = 0
        """Bytes of input in memory."""
        self.held = 0
        """Bytes of input and output in memory, as the edge counted them last."""
        self.paused = False
        """Whether output is waiting because the client does not read fast enough."""
        self.ending = ""
        """Why the connection ends; input is discarded then."""
        self.half_closed = False
        """Whether the client has finished sending."""
        self._written = 0
        self._read_before = 0
        """How much had been written when output began to wait."""
        self._largest = 0
        """The largest piece of waiting output: the transport keeps it whole until its last byte is sent."""
        self._window = (0.0, 0)
        """When output began to wait or was last checked, and how much the client had read then."""
        self._discarded = 0
        self._small_reads = 0
        self._small_since = edge.loop.time()
        """When the small reads were first counted."""
        self._resting = False
        """Whether nothing is read for a moment, so that the kernel collects what comes in small packets."""
        self._reading = True
        """Whether the session wants data."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, or refuse it."""
        self.transport = cast(asyncio.Transport, transport)
        # Every byte that the kernel does not take at once counts as waiting.
        self.transport.set_write_buffer_limits(high=0)
        peer = transport.get_extra_info("peername")
        self.peer = plain_address(peer[0]) if peer else ""
        if self.edge.admit(self):
            raw = transport.get_extra_info("socket")
            if raw is not None:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self.edge.limits.send_buffer)

    def data_received(self, data: bytes) -> None:
        """Hand data to the session, or discard it at the end."""
        if len(data) < SMALL_READ:
            self._count_small()
        if not self.ending:
            self.session.data_received(data)
            return
        self._discarded += len(data)
        if self._discarded > self.edge.limits.linger_bytes:
            self.abort(self.ending)

    def _count_small(self) -> None:
        """Count a small read; rest if there are too many, each of which costs as much as a large one."""
        limits = self.edge.limits
        self._small_reads += 1
        if self._small_reads < limits.small_reads or not self.group:
            return
        now = self.loop.time()
        rest = self._small_since + limits.small_seconds - now
        self._small_reads, self._small_since = 0, now
        if rest > 0.0 and not self._resting and not self.transport.is_closing():
            self._resting = True
            self._small_since += rest
            self.transport.pause_reading()
            self.loop.call_later(rest, self._end_rest)
            self.edge.count_rest(self)

    def _end_rest(self) -> None:
        self._resting = False
        if self._reading and not self.transport.is_closing():
            self.transport.resume_reading()

    def pause_reading(self) -> None:
        """Read nothing until `resume_reading`."""
        self._reading = False
        self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again, unless the connection rests."""
        self._reading = True
        if not self._resting:
            self.transport.resume_reading()

    def eof_received(self) -> bool:
        """Keep the connection open for a response that is still running."""
        self.half_closed = True
        if self.ending:
            self.transport.close()
        else:
            self.session.eof_received()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.edge.forget(self)
        self.session.lost()

    def pause_writing(self) -> None:
        """Start to watch whether the client reads."""
        self.paused = True
        self._window = (self.loop.time(), self._written - self.waiting)
        if self.ending:
            # A slow client gets the last response whole, too: it has as much time as for any other.
            self.deadline = NEVER
        self.edge.watch(self)

    def resume_writing(self) -> None:
        """Resume: the client has read everything."""
        self.paused = False
        self.edge.unwatch(self)
        if self.ending:
            self.deadline = self.loop.time() + self.edge.limits.linger_seconds
        self.session.writable()

    @property
    def waiting(self) -> int:
        """Bytes of output that the kernel has not taken."""
        return self.transport.get_write_buffer_size() if self.paused else 0

    @property
    def holding(self) -> int:
        """Bytes of input and output in memory."""
        if not self.paused:
            return self.kept
        return self.kept + min(self.waiting + self._largest, self._written - self._read_before)

    def write(self, data: bytes) -> None:
        """Send data."""
        size = len(data)
        if not self.paused:
            self._read_before, self._largest = self._written, size
        elif size > self._largest:
            self._largest = size
        self._written += size
        self.transport.write(data)
        if self.paused:
            self.edge.count_held(self)

    def keep_count(self, kept: int) -> None:
        """Count the bytes of input in memory."""
        if kept != self.kept:
            self.kept = kept
            self.edge.count_held(self)

    def check_progress(self, now: float) -> None:
        """End the connection if the client has read too little since the last check."""
        then, read = self._window
        limits = self.edge.limits
        if now - then >= limits.stall_seconds:
            total = self._written - self.waiting
            if total - read < limits.stall_bytes:
                if self.ending:
                    # It was counted as an orderly end.
                    self.edge.count_end(self, "stalled")
                self.abort("stalled")
            else:
                self._window = (now, total)

    def end(self, reason: str) -> None:
        """End the connection after everything written has been sent; discard input until the client has read it."""
        if self.ending:
            return
        self.ending = reason
        self.edge.count_end(self, reason)
        self.keep_count(0)
        if self.half_closed or self.transport.is_closing():
            self.transport.close()
        else:
            self.transport.write_eof()
            self.resume_reading()
            self.deadline = NEVER if self.paused else self.loop.time() + self.edge.limits.linger_seconds

    def close(self, reason: str) -> None:
        """End the connection when no response is under way."""
        if not self.ending:
            self.ending = reason
            self.edge.count_end(self, reason)
        self.transport.close()

    def abort(self, reason: str) -> None:
        """End the connection at once and drop pending output."""
        if not self.ending:
            self.ending = reason
            self.edge.count_end(self, reason)
        self.transport.abort()
        self.paused = False
        self.edge.forget(self)

    def check_deadline(self, now: float) -> None:
        """Handle a deadline that has passed."""
        if self.ending:
            self.abort(self.ending)
        else:
            self.session.expired(now)
