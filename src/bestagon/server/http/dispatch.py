"""The way of a request: identity, limits, decoding, the endpoint, and an answer whatever happens."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec

from bestagon.i18n import use_language
from bestagon.server.errors import ApiError
from bestagon.server.http.asgi import Receive, Scope, Send
from bestagon.server.http.headers import JSON, Headers, Origins, safe
from bestagon.server.http.languages import preferred
from bestagon.server.http.limits import Limits
from bestagon.server.metrics import Metrics
from bestagon.server.protocol.tables import Problem
from bestagon.server.store.base import StoreError
from bestagon.server.store.checks import is_name
from bestagon.server.tokens import Keys, credential

SMALL: Final = 8 * 1024
"""Bytes of a body, unless an endpoint takes more."""
log = logging.getLogger("bestagon.server")
Handler = Callable[["Request"], Awaitable[Any]]
_encode: Final = msgspec.json.Encoder().encode


class Request:
    """One request on its way to an endpoint."""

    __slots__ = ("address", "body", "cookie", "headers", "key", "params", "query", "visitor")

    def __init__(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        """Read what does not need the body."""
        self.headers = headers
        self.params: Mapping[str, str] = scope["path_params"]
        self.query: bytes = scope["query_string"]
        self.address: str = scope["client"][0] if scope.get("client") else ""
        self.visitor = ""
        """The id of who asks; empty for nobody known."""
        self.key = ""
        self.body: Any = None
        self.cookie = ""
        """What to send as Set-Cookie."""

    def place(self, name: str) -> int:
        """Return a whole number from the address; ApiError where it is none."""
        text = self.params[name]
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            raise ApiError("malformed", f"{name} must be a whole number from 0, not {text[:40]!r}")
        return int(text)

    def number(self, name: str, default: int, low: int) -> int:
        """Return a whole number from the query; ApiError where it is none."""
        try:
            found = parse_qs(self.query.decode("latin-1"), max_num_fields=20).get(name)
        except ValueError:
            raise ApiError("malformed", "the query has too many parts") from None
        if found is None:
            return default
        text = found[-1]
        digits = text[1:] if text.startswith("-") else text
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 15) or int(text) < low:
            raise ApiError("malformed", f"{name} must be a whole number from {low}")
        return int(text)


class Response:
    """An answer that is not JSON of our own."""

    def __init__(self, body: bytes, kind: bytes, headers: Headers) -> None:
        """Answer with a body of a content type; the headers say how long it may be loaded."""
        self.body = body
        self.kind = kind
        self.headers = headers


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked of the server."""

    method: str
    path: str
    name: str
    summary: str
    handler: Handler
    answer: Any
    """The type of the answer, or a content type."""
    body: Any = None
    """The type of the body."""
    query: tuple[tuple[str, str, int, int], ...] = ()
    """Name, meaning, lowest and usual value of the numbers in the query."""
    visitor: bool = False
    """Whether only a known visitor may ask."""
    keyed: bool = False
    """Whether it needs an Idempotency-Key."""
    refusals: tuple[str, ...] = ()
    """The refusals it can answer with, besides those of every endpoint."""
    largest: int = SMALL


class Context:
    """What all endpoints share."""

    def __init__(self, keys: Keys, limits: Limits, origins: Origins, metrics: Metrics, https: bool) -> None:
        """TableLock it."""
        self.keys = keys
        self.limits = limits
        self.origins = origins
        self.metrics = metrics
        self.https = https
        self.plain: Headers = [(b"content-type", JSON), (b"cache-control", b"no-store"), *safe(JSON, https)]
        """The headers of the usual answer."""

    def identify(self, request: Request) -> None:
        """Find out who asks; ApiError where they ask too much."""
        token = credential(request.headers, self.https)
        request.visitor = self.keys.visitor(token) if token else ""
        self.limits.request(request.visitor, request.address)


class EndpointApp:
    """The ASGI app of one endpoint."""

    def __init__(self, context: Context, endpoint: Endpoint) -> None:
        """Lead to an endpoint."""
        self._context = context
        self._endpoint = endpoint
        self._decoder = msgspec.json.Decoder(endpoint.body) if endpoint.body is not None else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request: as the endpoint does, or with a Problem."""
        started = time.perf_counter()
        headers = dict(scope["headers"])
        request = Request(scope, headers)
        status, lines = 200, self._context.plain
        try:
            with use_language(preferred(request.query, headers)):
                self._admit(request)
                if self._decoder is not None:
                    request.body = self._decode(await read_body(receive, self._endpoint.largest), headers)
                answer = await self._endpoint.handler(request)
            if isinstance(answer, Response):
                body = answer.body
                lines = [(b"content-type", answer.kind), *answer.headers, *safe(answer.kind, self._context.https)]
            else:
                body = _encode(answer)
        except ApiError as refused:
            status, body = refused.status, self._refuse(refused)
        except StoreError:
            log.warning("not stored", extra={"route": self._endpoint.name}, exc_info=True)
            lost = ApiError("not_stored", "this cannot be stored now: try again soon")
            status, body = lost.status, self._refuse(lost)
        except Exception:
            self._context.metrics.faults.add()
            log.exception("fault", extra={"route": self._endpoint.name})
            status, body = 500, _encode(Problem("fault", "something is wrong with the server"))
        lines = [*lines, (b"content-length", b"%d" % len(body))]
        if request.cookie:
            lines.append((b"set-cookie", request.cookie.encode()))
        if status == 429:
            lines.append((b"retry-after", b"2"))
        await send({"type": "http.response.start", "status": status, "headers": lines})
        await send({"type": "http.response.body", "body": body})
        self._context.metrics.requests.add(f"{self._endpoint.name} {status}")
        if log.isEnabledFor(logging.DEBUG):
            took = round((time.perf_counter() - started) * 1000, 2)
            log.debug("request", extra={"route": self._endpoint.name, "status": status, "ms": took})

    def _refuse(self, refused: ApiError) -> bytes:
        self._context.metrics.refusals.add(refused.name)
        return _encode(Problem(refused.name, refused.message, refused.version))

    def _admit(self, request: Request) -> None:
        """Find out who asks and whether they may; ApiError where something is not as it must be."""
        endpoint, headers = self._endpoint, request.headers
        self._context.identify(request)
        if endpoint.method == "POST" and not self._context.origins.allow(headers):
            raise ApiError("bad_origin", "pages of that origin may not use this server")
        if endpoint.visitor and not request.visitor:
            raise ApiError("no_visitor", "ask for a cookie (POST /api/me) or a token (POST /api/tokens) first")
        if endpoint.keyed:
            request.key = headers.get(b"idempotency-key", b"").decode("latin-1")
            if not is_name(request.key):
                raise ApiError("no_key", "the header Idempotency-Key must hold 1 to 64 printable ASCII characters, new for each command")

    def _decode(self, body: bytes, headers: dict[bytes, bytes]) -> object:
        assert self._decoder is not None
        if headers.get(b"content-type", b"").partition(b";")[0].strip().lower() != JSON:
            raise ApiError("not_json", "the body must be application/json")
        try:
            return self._decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ApiError("malformed", f"the body cannot be understood: {error}") from None


async def read_body(receive: Receive, most: int) -> bytes:
    """Return the body of a request; ApiError where it is too long or breaks off."""
    message = await receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body", False) and len(body) <= most:
        message = await receive()
        body += message.get("body", b"")
    if message["type"] == "http.disconnect":
        raise ApiError("malformed", "the request broke off")
    if len(body) > most:
        raise ApiError("too_large", f"a body may have {most} bytes")
    return body
