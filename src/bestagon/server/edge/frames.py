"""WebSocket frames without I/O (RFC 6455)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from typing import Final

from bestagon.server.edge.limits import EdgeLimits

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL: Final = 0x80
MASKED: Final = 0x80
NO_CODE: Final = 1005
PROTOCOL_ERROR, UNSUPPORTED, BAD_TEXT, POLICY, TOO_BIG = 1002, 1003, 1007, 1008, 1009
MAX_CONTROL: Final = 125
"""Payload of a control frame in bytes."""
EXTENDED: Final = 126
"""Payloads of this length or more have an extended length field of two or eight bytes."""
_EXTENDED_16: Final = struct.Struct("!BBH")
_EXTENDED_64: Final = struct.Struct("!BBQ")
_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class FrameError(Exception):
    """A violation of the protocol or a limit; the connection ends with this close code."""

    def __init__(self, code: int, reason: str) -> None:
        """Create the error with a close code of RFC 6455."""
        super().__init__(reason)
        self.code = code
        self.reason = reason


def is_handshake_key(key: bytes) -> bool:
    """Return whether a Sec-WebSocket-Key has 16 bytes in base64."""
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except binascii.Error:
        return False


def handshake_answer(key: bytes) -> bytes:
    """Return the Sec-WebSocket-Accept for a Sec-WebSocket-Key."""
    return base64.b64encode(hashlib.sha1(key + _GUID).digest())


def text_frame(text: bytes) -> bytes:
    """Return a text as one frame of the server."""
    size = len(text)
    if size < EXTENDED:
        return bytes((FINAL | TEXT, size)) + text
    if size < 1 << 16:
        return _EXTENDED_16.pack(FINAL | TEXT, EXTENDED, size) + text
    return _EXTENDED_64.pack(FINAL | TEXT, EXTENDED + 1, size) + text


def control_frame(opcode: int, payload: bytes) -> bytes:
    """Return a control frame of the server with a payload of at most 125 bytes."""
    return bytes((FINAL | opcode, len(payload))) + payload


def close_payload(code: int, reason: str) -> bytes:
    """Return the payload of a close frame; a long reason is cut."""
    return code.to_bytes(2, "big") + reason.encode()[: MAX_CONTROL - 2].decode("utf-8", "ignore").encode()


def unmask(payload: bytes, mask: bytes) -> bytes:
    """Return the payload of a client's frame."""
    size = len(payload)
    pattern = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(pattern, "little")).to_bytes(size, "little")


class FrameParser:
    """Cuts the bytes of a client into messages and control frames."""

    def __init__(self, limits: EdgeLimits) -> None:
        """Start after the handshake."""
        self._limits = limits
        self._buffer = b""
        self._at = 0
        """Start of the next frame in the buffer."""
        self._message: list[bytes] = []
        """Fragments of the current message."""
        self._size = 0
        self._tokens = limits.control_frames
        self._counted = 0.0

    def feed(self, data: bytes) -> None:
        """Add received data."""
        self._buffer = self._buffer[self._at :] + data
        self._at = 0

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return len(self._buffer)

    def discard(self) -> None:
        """Forget everything received, at the end of the connection."""
        self._buffer = b""
        self._at = 0

    def next(self, now: float) -> tuple[int, bytes] | None:
        """Return opcode and payload of the next message or control frame, None if it is incomplete; FrameError if it is invalid."""
        while True:
            frame = self._next_frame()
            if frame is None:
                return None
            first, payload = frame
            opcode = first & 0x0F
            if opcode >= CLOSE:
                self._count_control(now)
                return opcode, payload
            if len(self._message) >= self._limits.fragments:
                raise FrameError(POLICY, f"a message may have at most {self._limits.fragments} frames")
            self._message.append(payload)
            self._size += len(payload)
            if first & FINAL:
                text = b"".join(self._message)
                self._message, self._size = [], 0
                try:
                    text.decode()
                except UnicodeDecodeError:
                    raise FrameError(BAD_TEXT, "a text must be UTF-8") from None
                return TEXT, text

    def _next_frame(self) -> tuple[int, bytes] | None:
        """Return first byte and payload of the next frame; everything is checked before the payload is awaited."""
        data, at = self._buffer, self._at
        if len(data) < at + 2:
            return None
        first, second = data[at], data[at + 1]
        opcode, size = first & 0x0F, second & 0x7F
        if first & 0x70:
            raise FrameError(PROTOCOL_ERROR, "reserved bits must be 0")
        if not second & MASKED:
            raise FrameError(PROTOCOL_ERROR, "frames of a client must be masked")
        if opcode >= CLOSE:
            if opcode > PONG or not first & FINAL or size > MAX_CONTROL:
                raise FrameError(PROTOCOL_ERROR, "invalid control frame")
        elif opcode == BINARY:
            raise FrameError(UNSUPPORTED, "messages must be text")
        elif opcode > TEXT or (opcode == CONTINUATION) != bool(self._message):
            raise FrameError(PROTOCOL_ERROR, "unexpected opcode")
        at += 2
        if size >= EXTENDED:
            width = 2 if size == EXTENDED else 8
            if len(data) < at + width:
                return None
            size = int.from_bytes(data[at : at + width], "big")
            if size < (EXTENDED if width == 2 else 1 << 16) or size >> 63:
                raise FrameError(PROTOCOL_ERROR, "the length of a frame must have the shortest form")
            at += width
        if opcode < CLOSE and self._size + size > self._limits.message_bytes:
            raise FrameError(TOO_BIG, f"a message may have at most {self._limits.message_bytes} bytes")
        end = at + 4 + size
        if len(data) < end:
            return None
        self._at = end
        return first, unmask(data[at + 4 : end], data[at : at + 4])

    def _count_control(self, now: float) -> None:
        rate = self._limits.control_frames
        self._tokens = min(rate, self._tokens + (now - self._counted) * rate) - 1
        self._counted = now
        if self._tokens < 0:
            raise FrameError(POLICY, "too many control frames")


def read_close(payload: bytes) -> int:
    """Return the code in the payload of a close frame; FrameError if it is invalid."""
    if not payload:
        return NO_CODE
    code = int.from_bytes(payload[:2], "big")
    if len(payload) == 1 or not (1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999):
        raise FrameError(PROTOCOL_ERROR, "invalid close code")
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        raise FrameError(BAD_TEXT, "a reason must be UTF-8") from None
    return code
