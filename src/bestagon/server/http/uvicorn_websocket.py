"""WebSockets as a live view needs them: uvicorn's protocol, with a way to send a text at once."""

from __future__ import annotations

import struct
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

PUSH: Final = "bestagon.push"
"""The ASGI extension of a live connection that sends a text at once."""
SWITCHING: Final = 101
TEXT: Final = 0x81
"""A whole text in one frame."""
SHORT: Final = 126
"""From this length on, two bytes say how long a text is; and eight where two are not enough."""
_MIDDLE: Final = struct.Struct("!BBH")
_LONG: Final = struct.Struct("!BBQ")


class WebSocketConnection(WebSocketsSansIOProtocol):
    """One connection. Most of what a push costs is waking a task for it, which is needed only when the other end is slow."""

    def handle_connect(self, event: Request) -> None:
        """Offer the app what it needs for that."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            cast(dict[str, Any], self.scope["extensions"])[PUSH] = self.push

    def push(self, text: bytes) -> bool:
        """Send a text (in UTF-8); False where that cannot be now: too much is waiting, or the connection ends."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        size = len(text)
        if size < SHORT:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = _MIDDLE.pack(TEXT, SHORT, size)
        else:
            head = _LONG.pack(TEXT, SHORT + 1, size)
        self.transport.write(head + text)
        return True
