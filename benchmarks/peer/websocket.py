"""A minimal WebSocket client, so that the client costs little."""

from __future__ import annotations

import asyncio
from typing import Final

TEXT: Final = 1
BINARY: Final = 2
CLOSE: Final = 8
PING: Final = 9


class WebSocket:
    """One connection."""

    def __init__(self, port: int, path: str, token: str = "") -> None:
        """Name the address and the visitor's token."""
        self._port = port
        self._path = path
        self._token = token

    async def connect(self) -> None:
        """Connect; RuntimeError with the answer if the server refuses."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        sign = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        head = (
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{sign}\r\n"
        )
        self._writer.write(head.encode())
        answer = await self._reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer[:20]:
            raise RuntimeError(answer.decode())

    def send(self, data: bytes, kind: int = TEXT) -> None:
        """Send a message, masked with zeros as the protocol requires."""
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
        self._writer.write(bytes([0x80 | kind]) + size + bytes(4) + data)

    async def receive(self) -> bytes:
        """Return the next message, and answer pings; RuntimeError when the server closes."""
        while True:
            first, length = await self._reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self._reader.readexactly(2), "big")
            elif length == 127:
                length = int.from_bytes(await self._reader.readexactly(8), "big")
            data = await self._reader.readexactly(length)
            if first & 15 in (TEXT, BINARY):
                return data
            if first & 15 == PING:
                self._writer.write(bytes([0x8A, 0x80 | len(data), 0, 0, 0, 0]) + data)
            elif first & 15 == CLOSE:
                raise RuntimeError(f"the server closed the connection: {data[:2].hex()} {data[2:].decode()}")

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()
