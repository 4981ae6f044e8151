"""How bytes go out: the head and the body of an answer in one piece, since each system call is a twelfth of what a move costs."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class Gathered(asyncio.Transport):
    """A transport that writes what is written at one moment together."""

    def __init__(self, inner: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Write to another transport."""
        super().__init__()
        self._inner = inner
        self._loop = loop
        self._waiting: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write with whatever else comes before the loop goes on."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(bytes(data))

    def _flush(self) -> None:
        if self._waiting:
            data = self._waiting[0] if len(self._waiting) == 1 else b"".join(self._waiting)
            self._waiting = []
            self._inner.write(data)

    def close(self) -> None:
        """End the connection when all is written."""
        self._flush()
        self._inner.close()

    def abort(self) -> None:
        """End the connection now."""
        self._waiting = []
        self._inner.abort()

    def write_eof(self) -> None:
        """End the way out when all is written."""
        self._flush()
        self._inner.write_eof()

    def can_write_eof(self) -> bool:
        """Tell whether only the way out can be ended."""
        return self._inner.can_write_eof()

    def is_closing(self) -> bool:
        """Tell whether the connection ends."""
        return self._inner.is_closing()

    def pause_reading(self) -> None:
        """Stop listening."""
        self._inner.pause_reading()

    def resume_reading(self) -> None:
        """Listen again."""
        self._inner.resume_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Let another protocol listen."""
        self._inner.set_protocol(protocol)

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 - as asyncio has it
        """Return what is known about the connection."""
        return self._inner.get_extra_info(name, default)


class OneWrite(HttpToolsProtocol):
    """Uvicorn's HTTP on such a transport."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(Gathered(cast(asyncio.Transport, transport), self.loop))


PROTOCOLS: Final[dict[str, Any]] = {
    "http": OneWrite,
    "ws": "websockets-sansio",
    "ws_max_size": 1024,
    "ws_per_message_deflate": False,
    "access_log": False,
    "log_config": None,
    "server_header": False,
}
"""What uvicorn is told wherever it serves us."""
