"""Headers of every answer, and which origins may ask."""

from __future__ import annotations

from typing import Final

JSON: Final = b"application/json"
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
    (b"cross-origin-factory-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
FOR_DATA: Final[Headers] = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    *[line for line in ALWAYS if line[0] in (b"x-content-type-options", b"referrer-policy", b"cross-origin-resource-policy")],
]
"""What is left of it for an answer that is no page: each header costs a few microseconds of a move."""
STAY: Final = (b"strict-transport-security", b"max-age=31536000")


def safe(kind: bytes, https: bool) -> Headers:
    """Return the headers that every answer of a content type has."""
    found = FOR_DATA if kind == JSON else ALWAYS
    return [*found, STAY] if https else found


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
