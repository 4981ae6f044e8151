"""The types between the edge and the site it serves."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from typing import Final, Protocol

HeaderLines = tuple[tuple[bytes, bytes], ...]

_NAME: Final = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VALUE: Final = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")
_STATUS_LINES: Final = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus}


class HttpRequest:
    """A whole request."""

    __slots__ = ("body", "client", "expects_continue", "headers", "keep_alive", "method", "path", "query")

    def __init__(self, method: str, path: str, query: bytes, headers: dict[bytes, bytes], body: bytes = b"", client: str = "") -> None:
        """Create a request; the names of headers are in lower case, the path is decoded."""
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        """Values of a repeated header are joined by commas."""
        self.body = body
        self.client = client
        """The client's address."""
        self.keep_alive = True
        """Whether the connection can be used for another request."""
        self.expects_continue = False
        """Whether the client waits for 100 Continue before it sends the body."""


class HttpResponse:
    """A whole response; the edge adds Content-Length, Date and Connection."""

    __slots__ = ("body", "headers", "more", "status")

    def __init__(self, status: int, headers: HeaderLines, body: bytes, more: HeaderLines = ()) -> None:
        """Create a response; `headers` should be the same for many responses, `more` is for the others."""
        self.status = status
        self.headers = headers
        self.body = body
        self.more = more


class WebSocket(Protocol):
    """One WebSocket connection as the site sees it."""

    on_text: Callable[[bytes], object]
    """Called with each text message of the client."""
    on_closed: Callable[[], None]
    """Called once when nothing can be sent any more."""

    def accept(self) -> None:
        """Complete the handshake."""

    def push(self, text: bytes, more: bytes = b"") -> bool:
        """Send a UTF-8 text, or two, at once; return False if too much is waiting or the connection is closed."""

    async def drained(self) -> bool:
        """Wait until nothing is waiting to be sent; return False if the connection is closed."""

    def pause(self) -> None:
        """Deliver no more messages and read no more data until `resume`."""

    def resume(self) -> None:
        """Deliver messages again."""

    def close(self, code: int, reason: str) -> None:
        """Close the connection with a code of RFC 6455."""


class Site(Protocol):
    """The application behind the edge."""

    def max_body(self, method: str, path: str) -> int:
        """Return the limit of a request's body in bytes."""

    async def respond(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; HEAD like GET, the edge leaves out the body."""

    async def connect(self, request: HttpRequest, socket: WebSocket) -> HttpResponse | None:
        """Serve a WebSocket until it is closed, or return a response instead of accepting it."""

    def refuse(self, status: int, reason: str) -> HttpResponse:
        """Return the response to a request that the edge does not accept."""


class HttpError(Exception):
    """A request that cannot be accepted; the connection ends with a response that says why."""

    def __init__(self, status: int, reason: str) -> None:
        """Create the error with the status of the response."""
        super().__init__(reason)
        self.status = status
        self.reason = reason


@lru_cache(maxsize=1024)
def header_line(name: bytes, value: bytes) -> bytes:
    """Return an encoded header; ValueError if it contains a line break or an invalid character."""
    if not (_NAME.fullmatch(name) and _VALUE.fullmatch(value)):
        raise ValueError(f"{name!r}: {value!r} is not a valid header")
    return b"%b: %b\r\n" % (name, value)


@lru_cache(maxsize=1024)
def _start(status: int, headers: HeaderLines) -> bytes:
    return _STATUS_LINES[status] + b"".join([header_line(name, value) for name, value in headers])


def render(response: HttpResponse, date: bytes, keep_alive: bool, with_body: bool) -> bytes:
    """Return the bytes of a response."""
    body = response.body
    start = _start(response.status, response.headers)
    if response.more:
        start += b"".join([header_line(name, value) for name, value in response.more])
    ending = b"\r\n\r\n" if keep_alive else b"\r\nconnection: close\r\n\r\n"
    return b"%b%bcontent-length: %d%b%b" % (start, date, len(body), ending, body if with_body else b"")
