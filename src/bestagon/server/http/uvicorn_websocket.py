"""uvicorn's WebSocket protocol with a way to send a text immediately."""

from __future__ import annotations

import struct
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

PUSH: Final = "bestagon.push"
"""ASGI extension: a function that sends a text immediately."""
SWITCHING: Final = 101
TEXT: Final = 0x81
"""First byte of an unfragmented text frame."""
MIN_EXTENDED: Final = 126
"""Payloads from this length on have an extended length of two or eight bytes."""
_EXTENDED_16: Final = struct.Struct("!BBH")
_EXTENDED_64: Final = struct.Struct("!BBQ")


class WebSocketConnection(WebSocketsSansIOProtocol):
    """One connection. Most of a push's cost is waking a task, which is needed only for a slow client."""

    def handle_connect(self, event: Request) -> None:
        """Offer the extension to the app."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            cast(dict[str, Any], self.scope["extensions"])[PUSH] = self.push

    def push(self, text: bytes) -> bool:
        """Send a UTF-8 text; return False if the write buffer is full or the connection is closing."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        size = len(text)
        if size < MIN_EXTENDED:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = _EXTENDED_16.pack(TEXT, MIN_EXTENDED, size)
        else:
            head = _EXTENDED_64.pack(TEXT, MIN_EXTENDED + 1, size)
        self.transport.write(head + text)
        return True
