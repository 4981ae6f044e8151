"""Request dispatch: identity, rate limits, decoding, the endpoint's handler, and a response in every case."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec

from bestagon.i18n import use_language
from bestagon.server.edge.addresses import address_group
from bestagon.server.edge.messages import HeaderLines, HttpRequest, HttpResponse
from bestagon.server.errors import ApiError
from bestagon.server.http.context import Context
from bestagon.server.http.headers import JSON, Headers, security_headers
from bestagon.server.http.languages import preferred
from bestagon.server.logs import RateLimitedLog
from bestagon.server.protocol.tables import Problem
from bestagon.server.store.base import StoreError
from bestagon.server.store.checks import is_name
from bestagon.server.tables.manager import OnStored
from bestagon.server.tokens import credential

MAX_BODY: Final = 8 * 1024
"""Default limit of a request's body in bytes."""
log = logging.getLogger("bestagon.server")
not_stored = RateLimitedLog(log)
Handler = Callable[[Context, "Request"], Awaitable[Any]]
_encode: Final = msgspec.json.Encoder().encode


class Request:
    """One request to an endpoint."""

    __slots__ = ("address", "body", "cookie", "headers", "key", "network", "on_stored", "params", "query", "token", "visitor")

    def __init__(self, http: HttpRequest, params: Mapping[str, str]) -> None:
        """Read everything except the body."""
        self.headers = http.headers
        self.params = params
        self.query = http.query
        self.address = http.client
        self.network = address_group(self.address)
        """The network that limits count the address as."""
        self.token = ""
        """The credential; empty for none."""
        self.visitor = ""
        """The visitor's id; empty if unknown."""
        self.key = ""
        """The Idempotency-Key."""
        self.body: Any = None
        self.cookie = ""
        """The Set-Cookie header to send."""
        self.on_stored: OnStored | None = None
        """Called when a command is durable, before its result is published."""

    def path_number(self, name: str) -> int:
        """Return a whole number from the path; ApiError if it is not one."""
        text = self.params[name]
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            raise ApiError("malformed", f"{name} must be a whole number from 0, not {text[:40]!r}")
        return int(text)

    def query_number(self, name: str, default: int, low: int) -> int:
        """Return a whole number of at least `low` from the query; ApiError if it is not one."""
        try:
            found = parse_qs(self.query.decode("latin-1"), max_num_fields=20).get(name)
        except ValueError:
            raise ApiError("malformed", "the query has too many fields") from None
        if found is None:
            return default
        text = found[-1]
        digits = text[1:] if text.startswith("-") else text
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 15) or int(text) < low:
            raise ApiError("malformed", f"{name} must be a whole number from {low}")
        return int(text)


class Response:
    """A response whose body is already encoded."""

    def __init__(self, body: bytes, content_type: bytes, headers: Headers) -> None:
        """Create a response; the headers include its cache control."""
        self.body = body
        self.content_type = content_type
        self.headers = headers


@dataclass(frozen=True)
class Endpoint:
    """One operation of the API."""

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
    """Name, description, minimum and default of the numbers in the query."""
    visitor: bool = False
    """Whether the request needs a visitor's token."""
    keyed: bool = False
    """Whether the request needs an Idempotency-Key."""
    refusals: tuple[str, ...] = ()
    """The errors it can answer with, besides those of every endpoint."""
    max_body: int = MAX_BODY


def identify(context: Context, request: Request) -> None:
    """Set the request's visitor; ApiError over the rate limit."""
    token = request.token = credential(request.headers, context.settings.https)
    request.visitor = context.keys.visitor(token) if token else ""
    context.limits.check_request(request.visitor, request.network)


def check_still_valid(context: Context, request: Request) -> None:
    """Raise ApiError if the credential of an identified visitor was revoked since."""
    if request.visitor and context.keys.visitor(request.token) != request.visitor:
        raise ApiError("no_visitor", "this credential was revoked")


class EndpointApp:
    """Answers the requests of one endpoint."""

    def __init__(self, context: Context, endpoint: Endpoint) -> None:
        """Serve an endpoint."""
        self._context = context
        self._endpoint = endpoint
        self._decoder = msgspec.json.Decoder(endpoint.body) if endpoint.body is not None else None
        self._seconds = context.metrics.request_seconds.labels(endpoint.name)
        self._headers = json_headers(context.settings.https)

    @property
    def max_body(self) -> int:
        """The limit of a body in bytes."""
        return self._endpoint.max_body

    async def __call__(self, http: HttpRequest, params: Mapping[str, str]) -> HttpResponse:
        """Return the handler's answer, or a Problem."""
        started = time.perf_counter()
        request = Request(http, params)
        lines = self._headers
        with use_language(preferred(request.query, request.headers)):
            status, answer, retry = await self.run(request, http.body, self._admit)
        if isinstance(answer, Response):
            body = answer.body
            secure = security_headers(answer.content_type, self._context.settings.https)
            lines = ((b"content-type", answer.content_type), *answer.headers, *secure)
        else:
            body = _encode(answer)
        self._context.limits.spend_traffic(request.network, len(body))
        more: HeaderLines = ()
        if request.cookie:
            more = ((b"set-cookie", request.cookie.encode()),)
        if retry:
            more = (*more, (b"retry-after", retry))
        took = time.perf_counter() - started
        self._seconds.observe(took)
        if log.isEnabledFor(logging.DEBUG):
            log.debug("request", extra={"route": self._endpoint.name, "status": status, "ms": round(took * 1000, 2)})
        return HttpResponse(status, lines, body, more)

    async def run(self, request: Request, body: bytes | msgspec.Raw, admit: Callable[[Request], None]) -> tuple[int, Any, bytes]:
        """Return status, the handler's answer or a Problem, and when to try again; `admit` raises ApiError to refuse the request."""
        status, retry = 200, b""
        answer: Any
        try:
            admit(request)
            if self._endpoint.max_body > MAX_BODY:
                answer = await self._answer_large(request, body)
            else:
                request.body = self._decode(body)
                answer = await self._endpoint.handler(self._context, request)
        except ApiError as error:
            status, answer, retry = error.status, self._refuse(error), error.retry_header
        except StoreError as error:
            not_stored.warning("not stored", self._endpoint.name, route=self._endpoint.name, why=str(error))
            unavailable = ApiError("not_stored", "the store is unavailable: try again soon")
            status, answer, retry = unavailable.status, self._refuse(unavailable), unavailable.retry_header
        except Exception:
            self._context.metrics.faults.inc()
            log.exception("fault", extra={"route": self._endpoint.name})
            status, answer = 500, Problem("fault", "internal server error")
        self._context.metrics.requests.inc(self._endpoint.name, self._endpoint.method, status)
        return status, answer, retry

    async def _answer_large(self, request: Request, body: bytes | msgspec.Raw) -> object:
        """Return the handler's answer to a body that may be large: its bytes are counted for as long as they are in memory."""
        limits = self._context.limits
        with limits.hold("large bodies", limits.bodies, request.visitor, request.network, len(memoryview(body))):
            request.body = self._decode(body)
            answer: object = await self._endpoint.handler(self._context, request)
            return answer

    def _refuse(self, error: ApiError) -> Problem:
        self._context.metrics.refusals.inc(error.name)
        return Problem(error.name, error.message, error.version, error.throw)

    def _admit(self, request: Request) -> None:
        """Check the head of a request; ApiError if it is refused."""
        endpoint, headers = self._endpoint, request.headers
        identify(self._context, request)
        if endpoint.method == "POST" and not self._context.origins.allow(headers):
            raise ApiError("bad_origin", "pages of that origin may not use this server")
        if endpoint.keyed:
            request.key = headers.get(b"idempotency-key", b"").decode("latin-1")
        self._check(request)
        if self._decoder is not None and headers.get(b"content-type", b"").partition(b";")[0].strip().lower() != JSON:
            raise ApiError("not_json", "the body must be application/json")

    def admit_message(self, request: Request) -> None:
        """Check the rate limit, visitor and idempotency key of a message over a connection whose visitor was identified."""
        self._context.limits.check_request(request.visitor, request.network)
        check_still_valid(self._context, request)
        self._check(request)

    def _check(self, request: Request) -> None:
        """Check visitor and idempotency key; ApiError if one is missing or invalid."""
        if self._endpoint.visitor and not request.visitor:
            raise ApiError("no_visitor", "get a cookie (POST /api/me) or a token (POST /api/tokens) first")
        if self._endpoint.keyed and not is_name(request.key):
            raise ApiError("no_key", "the Idempotency-Key header must be 1 to 64 printable ASCII characters, new for each command")

    def _decode(self, body: bytes | msgspec.Raw) -> object:
        """Return the body in the endpoint's type, None if it has no body."""
        if self._decoder is None:
            return None
        try:
            return self._decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ApiError("malformed", f"invalid body: {error}") from None


def json_headers(https: bool) -> HeaderLines:
    """Return the headers of an ordinary answer."""
    return ((b"content-type", JSON), (b"cache-control", b"no-store"), *security_headers(JSON, https))


def problem_response(context: Context, error: ApiError) -> HttpResponse:
    """Return the response to a request that no endpoint handles."""
    context.metrics.refusals.inc(error.name)
    body, retry = _encode(Problem(error.name, error.message, error.version)), error.retry_header
    return HttpResponse(error.status, json_headers(context.settings.https), body, ((b"retry-after", retry),) if retry else ())
