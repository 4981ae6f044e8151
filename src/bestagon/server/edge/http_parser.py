"""An HTTP/1.1 request parser without I/O (RFC 9112).

httptools checks the syntax of header lines. Where a request ends is decided here: httptools reads everything it is given, whole
pipelines and header lines of any length, so it is given exactly one head at a time, and bodies are cut off here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import unquote_to_bytes

from httptools import HttpParserError, HttpParserInvalidMethodError, HttpParserUpgrade, HttpRequestParser

from bestagon.server.edge.limits import EdgeLimits
from bestagon.server.edge.messages import HttpError, HttpRequest

END: Final = b"\r\n\r\n"
ONCE: Final = frozenset(
    [
        b"host",
        b"content-length",
        b"transfer-encoding",
        b"content-type",
        b"authorization",
        b"origin",
        b"idempotency-key",
        b"expect",
        b"upgrade",
        b"sec-websocket-key",
        b"sec-websocket-version",
    ]
)
"""Headers that a request may have only once; two parsers could disagree on which one counts."""
CHUNK_LINE: Final = 256
"""Limit of the line before a chunk, with its extensions, in bytes."""
_TOKEN: Final = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_REQUEST_LINE: Final = re.compile(rb"(" + _TOKEN + rb") ([!\"$-~]+) HTTP/1\.([01])")
_ANY_VERSION: Final = re.compile(_TOKEN + rb" [!\"$-~]+ HTTP/[0-9]\.[0-9]")
_ABSOLUTE: Final = re.compile(rb"https?://([^/?@]+)(/[^?]*)?(?:\?(.*))?", re.IGNORECASE)
_HOST: Final = re.compile(rb"[A-Za-z0-9\-._~%!$&'()*+,;=:\[\]]*")
_LENGTH: Final = re.compile(rb"[0-9]{1,15}")
_CHUNK: Final = re.compile(rb"([0-9A-Fa-f]{1,15})(?:;[\t\x20-\x7e\x80-\xff]*)?")
_FIELD: Final = re.compile(_TOKEN + rb":[\t\x20-\x7e\x80-\xff]*")
_IN_HEAD, _IN_BODY, _AT_CHUNK, _IN_CHUNK, _AFTER_CHUNK, _IN_TRAILERS = range(6)


class _Fields:
    """Collects the headers of one request from httptools."""

    __slots__ = ("complete", "headers", "repeated")

    def __init__(self) -> None:
        self.headers: dict[bytes, bytes] = {}
        self.repeated = b""
        self.complete = False

    def on_header(self, name: bytes, value: bytes) -> None:
        headers = self.headers
        name = name.lower()
        if value.endswith((b" ", b"\t")):
            value = value.rstrip(b" \t")
        if name in headers:
            if name in ONCE:
                self.repeated = name
            value = headers[name] + (b"; " if name == b"cookie" else b", ") + value
        headers[name] = value

    def on_headers_complete(self) -> None:
        self.complete = True


class RequestParser:
    """Cuts the bytes of a connection into requests."""

    def __init__(self, limits: EdgeLimits, max_body: Callable[[str, str], int]) -> None:
        """Start before the first request; `max_body` returns the limit of a body by method and path."""
        self._limits = limits
        self._max_body = max_body
        self._buffer = b""
        """Received but not parsed."""
        self._searched = 0
        """Bytes of the buffer already searched for the end of the head."""
        self._skipped = False
        """Whether an empty line before the request was ignored."""
        self._state = _IN_HEAD
        self._request: HttpRequest | None = None
        self.head_only = False
        """Whether the incomplete or invalid request is a HEAD, whose response has no body."""
        self._body = bytearray()
        self._left = 0
        """Bytes still missing from the body or chunk."""
        self._most = 0
        """Limit of the body."""
        self._chunks = 0
        self._trailer_bytes = 0
        self._trailer_lines = 0

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return len(self._buffer) + len(self._body)

    @property
    def started(self) -> bool:
        """Whether there are bytes of an incomplete request."""
        return self._state != _IN_HEAD or bool(self._buffer)

    @property
    def incomplete(self) -> HttpRequest | None:
        """The request whose body is incomplete."""
        return self._request

    def keep(self, data: bytes) -> None:
        """Add data without parsing it."""
        self._buffer += data

    def take_rest(self) -> bytes:
        """Remove and return the data after the last request."""
        rest, self._buffer = self._buffer, b""
        return rest

    def discard(self) -> None:
        """Forget everything received, at the end of the connection."""
        self._buffer = b""
        self._body = bytearray()
        self._request = None

    def feed(self, data: bytes) -> HttpRequest | None:
        """Return the next request when it is complete; HttpError if it is not acceptable. Later requests stay in the buffer."""
        self._buffer = self._buffer + data if self._buffer else data
        if self._state == _IN_HEAD and not self._read_head():
            return None
        complete = self._read_body() if self._state == _IN_BODY else self._read_chunks()
        if not complete:
            return None
        request = self._request
        assert request is not None
        if self._body:
            request.body = bytes(self._body)
            self._body = bytearray()
        self._request = None
        self.head_only = False
        self._state = _IN_HEAD
        return request

    def _read_head(self) -> bool:
        data, limits = self._buffer, self._limits
        if data.startswith(b"\r\n") and not self._skipped:
            # RFC 9112, 2.2: some clients send an empty line after a body. One is ignored.
            data = self._buffer = data[2:]
            self._skipped = True
        if not data:
            return False
        if not (data[:1].isalnum() or data == b"\r"):
            raise HttpError(400, "this is not HTTP: a request starts with a method")
        end = data.find(END, max(0, self._searched - len(END)))
        if (end if end >= 0 else len(data)) + len(END) > limits.head_bytes:
            in_line = data.find(b"\r\n", 0, limits.head_bytes) < 0
            raise HttpError(414 if in_line else 431, f"the {'address' if in_line else 'head'} is longer than {limits.head_bytes} bytes")
        if end < 0:
            self._searched = len(data)
            return False
        self._searched = 0
        self._skipped = False
        head = data[: end + len(END)]
        self._buffer = data[end + len(END) :]
        if head.count(b"\r\n") > limits.head_lines + 2:
            raise HttpError(431, f"the head has more than {limits.head_lines} headers")
        self._start(head)
        return True

    def _start(self, head: bytes) -> None:
        """Read a whole head and prepare for its body."""
        line = head[: head.find(b"\r\n")]
        parts = _REQUEST_LINE.fullmatch(line)
        if parts is None:
            if _ANY_VERSION.fullmatch(line):
                raise HttpError(505, "only HTTP/1.1 and HTTP/1.0 are supported")
            raise HttpError(400, "the request line must be: method, one space, address, one space, HTTP/1.1")
        self.head_only = parts[1] == b"HEAD"
        fields = _Fields()
        parser = HttpRequestParser(fields)
        try:
            parser.feed_data(head)
        except HttpParserUpgrade:
            pass  # Whether there is an upgrade is decided later.
        except HttpParserInvalidMethodError:
            raise HttpError(501, "unknown method") from None
        except HttpParserError as error:
            raise HttpError(400, f"invalid request: {error}") from None
        headers = fields.headers
        if not fields.complete:
            raise HttpError(400, "the head does not end where its empty line is")
        if fields.repeated:
            raise HttpError(400, f"the header {fields.repeated.decode()} occurs more than once")
        method, target, old = parts[1].decode(), parts[2], parts[3] == b"0"
        if not old and b"host" not in headers:
            raise HttpError(400, "the Host header is missing")
        if not _HOST.fullmatch(headers.get(b"host", b"")):
            raise HttpError(400, "the Host header is not a host")
        if old:
            # RFC 9110, 7.8: HTTP/1.0 has no upgrades.
            headers.pop(b"upgrade", None)
        path, query = self._split(method, target, headers)
        self._request = request = HttpRequest(method, path, query, headers)
        if old or b"connection" in headers:
            options = [option.strip() for option in headers.get(b"connection", b"").lower().split(b",")]
            request.keep_alive = not old and b"close" not in options
        self._plan_body(request, old)

    def _split(self, method: str, target: bytes, headers: dict[bytes, bytes]) -> tuple[str, bytes]:
        """Return path and query of a request's target (RFC 9112, 3.2)."""
        if target.startswith(b"/"):
            path, _, query = target.partition(b"?")
        elif target == b"*" and method == "OPTIONS":
            path, query = target, b""
        else:
            whole = _ABSOLUTE.fullmatch(target)
            if whole is None or not _HOST.fullmatch(whole[1]):
                raise HttpError(400, "the address must be a path, or a whole http address")
            # The host of a whole address replaces the header.
            headers[b"host"] = whole[1]
            path, query = whole[2] or b"/", whole[3] or b""
        return (unquote_to_bytes(path).decode("utf-8", "replace") if b"%" in path else path.decode()), query

    def _plan_body(self, request: HttpRequest, old: bool) -> None:
        """Decide how long the body is (RFC 9112, 6.3)."""
        headers = request.headers
        coding, length = headers.get(b"transfer-encoding"), headers.get(b"content-length")
        self._left = 0
        self._state = _IN_BODY
        if coding is not None:
            if length is not None or old:
                raise HttpError(400, "Transfer-Encoding is not allowed with Content-Length or HTTP/1.0")
            if coding.lower() != b"chunked":
                raise HttpError(501, "chunked is the only supported Transfer-Encoding")
            self._state = _AT_CHUNK
            self._chunks = self._trailer_bytes = self._trailer_lines = 0
        elif length is not None:
            if not _LENGTH.fullmatch(length):
                raise HttpError(400, "Content-Length must be a number")
            self._left = int(length)
        if coding is not None or self._left:
            self._most = self._max_body(request.method, request.path)
            self._check_size(self._left)
            expected = headers.get(b"expect")
            if expected is not None and not old:
                if expected.lower() != b"100-continue":
                    raise HttpError(417, "100-continue is the only supported expectation")
                request.expects_continue = True

    def _check_size(self, size: int) -> None:
        if size > self._most:
            raise HttpError(413, f"the body may have at most {self._most} bytes")

    def _read_body(self) -> bool:
        if self._left:
            data = self._buffer
            self._body += data[: self._left]
            self._buffer = data[self._left :]
            self._left -= len(data) - len(self._buffer)
        return not self._left

    def _read_chunks(self) -> bool:
        """Read chunks and trailers (RFC 9112, 7.1); return whether the body is complete."""
        data, at = self._buffer, 0
        try:
            while True:
                if self._state == _IN_CHUNK:
                    piece = data[at : at + self._left]
                    self._body += piece
                    at += len(piece)
                    self._left -= len(piece)
                    if self._left:
                        return False
                    self._state = _AFTER_CHUNK
                if self._state == _AFTER_CHUNK:
                    if not b"\r\n".startswith(data[at : at + 2]):
                        raise HttpError(400, "a chunk is longer than its size")
                    if len(data) < at + 2:
                        return False
                    at += 2
                    self._state = _AT_CHUNK
                end = data.find(b"\r\n", at)
                limit = CHUNK_LINE if self._state == _AT_CHUNK else self._limits.head_bytes - self._trailer_bytes
                if (end if end >= 0 else len(data)) - at > limit:
                    raise HttpError(400 if self._state == _AT_CHUNK else 431, f"a line in the body is longer than {limit} bytes")
                if end < 0:
                    return False
                line, at = data[at:end], end + 2
                if self._state == _AT_CHUNK:
                    self._start_chunk(line)
                elif not line:
                    return True
                else:
                    self._check_trailer(line)
        finally:
            self._buffer = data[at:]

    def _start_chunk(self, line: bytes) -> None:
        size = _CHUNK.fullmatch(line)
        if size is None:
            raise HttpError(400, "a chunk must start with its size")
        self._left = int(size[1], 16)
        self._check_size(len(self._body) + self._left)
        self._chunks += 1
        if self._chunks > self._limits.chunks:
            raise HttpError(400, f"the body has more than {self._limits.chunks} chunks")
        self._state = _IN_CHUNK if self._left else _IN_TRAILERS

    def _check_trailer(self, line: bytes) -> None:
        """Count a trailer; its content is ignored."""
        self._trailer_bytes += len(line) + 2
        self._trailer_lines += 1
        if self._trailer_lines > self._limits.head_lines or self._trailer_bytes > self._limits.head_bytes:
            raise HttpError(431, "the trailers are too long")
        if not _FIELD.fullmatch(line):
            raise HttpError(400, "invalid trailer")
