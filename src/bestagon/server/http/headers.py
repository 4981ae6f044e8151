"""Security headers, and the check of a request's origin."""

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
"""Content security policy of a page: only its own files, no inline scripts or styles."""
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
"""The headers that also matter for data; every header costs a few microseconds per request."""
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")


def security_headers(content_type: bytes, https: bool) -> Headers:
    """Return the security headers for a content type."""
    found = FOR_DATA if content_type == JSON else ALWAYS
    return [*found, HSTS] if https else found


class AllowedOrigins:
    """The origins whose pages may use the server: its own, and those in the settings."""

    def __init__(self, further: str, https: bool) -> None:
        """Allow further origins, separated by commas; over HTTPS a page of http is another origin, which anybody on the way may write."""
        self._schemes = (b"https",) if https else (b"http", b"https")
        self._further = {origin.strip().rstrip("/").lower().encode() for origin in further.split(",") if origin.strip()}

    def allow(self, headers: dict[bytes, bytes]) -> bool:
        """Return whether a request is allowed: it has no origin (a program), or comes from an allowed one."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        origin = origin.lower()
        if origin in self._further:
            return True
        scheme, _, host = origin.partition(b"://")
        return scheme in self._schemes and host == headers.get(b"host", b"").lower()
