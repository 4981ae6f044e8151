"""Headers of every answer, and which origins may ask."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

JSON: Final = (b"content-type", b"application/json")
Headers = list[tuple[bytes, bytes]]

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""What a page of ours may load: its own files and nothing written into the page."""
ALWAYS: Final[Headers] = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
FOR_DATA: Final[Headers] = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    *[line for line in ALWAYS if line[0] in (b"x-content-type-options", b"referrer-policy", b"cross-origin-resource-policy")],
]
"""What is left of it for an answer that is no page: each header costs a few microseconds of a move."""
STAY: Final = (b"strict-transport-security", b"max-age=31536000")


class Guard:
    """Adds the headers to everything an app answers."""

    def __init__(self, app: ASGIApp, https: bool) -> None:
        """Guard an app."""
        self._app = app
        self._page = [*ALWAYS, STAY] if https else ALWAYS
        self._data = [*FOR_DATA, STAY] if https else FOR_DATA

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                data = bool(headers) and headers[0] == JSON
                message["headers"] = [*headers, *(self._data if data else self._page)]
            await send(message)

        await self._app(scope, receive, guarded)


class Origins:
    """Which pages may use the server: its own, and those the settings name."""

    def __init__(self, further: str) -> None:
        """Allow further origins, separated by commas."""
        self._further = {origin.strip().rstrip("/").lower().encode() for origin in further.split(",") if origin.strip()}

    def allow(self, headers: dict[bytes, bytes]) -> bool:
        """Tell whether a request may come in: from no page at all (a program), from one of ours, or from one that is named."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        origin = origin.lower()
        if origin in self._further:
            return True
        scheme, _, host = origin.partition(b"://")
        return scheme in (b"http", b"https") and host == headers.get(b"host", b"").lower()
