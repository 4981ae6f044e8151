"""Every limit of a connection, in one place."""

from __future__ import annotations

import resource
from dataclasses import dataclass
from typing import Final

from bestagon.server.settings import Settings

KB: Final = 1024
MB: Final = 1024 * KB
BACKLOG: Final = 256
"""Connections that the kernel queues while the process is busy; all of them can arrive in one turn of the loop."""
RESERVED_FILES: Final = BACKLOG + 64
"""File descriptors reserved for the backlog, the database, worker processes and logs."""


@dataclass(frozen=True)
class EdgeLimits:
    """The limits of every connection; tests use shorter times."""

    head_bytes: int = 16 * KB
    """Request line and headers together; also the trailers of a chunked body."""
    head_lines: int = 64
    head_seconds: float = 10.0
    """From the connection or the first byte of a request to the end of its head."""
    body_seconds: float = 20.0
    """From the end of the head to the end of the body."""
    chunks: int = 1024
    """Chunks of one body: a chunk of one byte costs as much time as a large one."""
    idle_seconds: float = 30.0
    """Keep-alive: from a response to the next request."""
    stall_seconds: float = 20.0
    """A client that does not take `stall_bytes` of what waits for it in this time is disconnected."""
    stall_bytes: int = 64 * KB
    reader_bytes: int = 256 * KB
    """Messages that wait for one client before `push` refuses more; a single longer message may wait alone."""
    held_bytes: int = 32 * MB
    """Unread output and incomplete input of all connections together; beyond it the clients that hold most are disconnected."""
    send_buffer: int = 64 * KB
    """The kernel's send buffer of one connection, which would otherwise grow to megabytes for a client that does not read."""
    linger_seconds: float = 2.0
    """How long input is discarded after the last response, so that a client that is still sending can read it."""
    linger_bytes: int = MB
    message_bytes: int = KB
    """One message of a client over a WebSocket."""
    fragments: int = 16
    """Frames of one message."""
    control_frames: float = 20.0
    """Pings, pongs and closes of one client per second, after a burst of the same number."""
    small_reads: int = 64
    small_seconds: float = 3.2
    """A connection that delivers so many pieces of less than 64 bytes in less time is not read for the rest of it."""
    ping_seconds: float = 20.0
    """A WebSocket that is silent for this long gets a ping; one that does not answer it in the same time is disconnected."""
    connections: int = 10_000
    address_connections: int = 200
    """Connections of one IPv4 address or IPv6 /64 network."""
    connect_rate: float = 50.0
    """New connections of one address per second, after `connect_burst`; more are cut off."""
    connect_burst: float = 400.0
    evict_seconds: float = 1.0
    """When there is no room for a new connection, one that has been without a request for this long makes way, of any address."""
    strike_rate: float = 10.0
    """Refused and invalid requests of one address that are answered per second, after `strike_burst`; the others wait."""
    strike_burst: float = 50.0
    strike_seconds: float = 5.0
    """The longest time that the answer to one of them waits."""
    refusals: int = 20
    """Refused requests in a row after which a connection is closed."""
    tick_seconds: float = 0.5
    """Interval of the timer that checks all other times."""

    @staticmethod
    def of(settings: Settings) -> EdgeLimits:
        """Return the limits with the values that an operator may set."""
        return EdgeLimits(
            head_seconds=settings.head_timeout,
            body_seconds=settings.body_timeout,
            idle_seconds=settings.keep_alive,
            stall_seconds=settings.stall_timeout,
            held_bytes=settings.max_waiting * MB,
            connections=allowed_connections(settings.max_connections),
            address_connections=settings.address_connections,
            connect_rate=settings.address_connections / 4,
            connect_burst=settings.address_connections * 2,
        )


def allowed_connections(wanted: int) -> int:
    """Raise the limit of open files as far as needed and allowed; return how many connections fit below it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, 1 << 20)
    needed = wanted + RESERVED_FILES
    if soft < needed and soft < hard:
        soft = min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(wanted, soft - min(RESERVED_FILES, soft // 2)))
