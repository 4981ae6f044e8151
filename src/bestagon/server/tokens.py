"""Identity without accounts: signed tokens in a cookie or header. The store contains only hashes."""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from typing import Final

SECRET_BYTES: Final = 24
COOKIE: Final = "bestagon"
SAFE_COOKIE: Final = "__Host-bestagon"
"""The cookie's name over HTTPS: browsers then let no other host set it."""
CACHE_SIZE: Final = 20_000
"""Verified tokens in the cache: checking a signature costs more than the rest of identifying a visitor."""
YEAR: Final = 365 * 24 * 3600
_TOKEN: Final = re.compile(r"([A-Za-z0-9_-]{32})\.(?:([1-9][0-9]{0,8})\.)?([A-Za-z0-9_-]{32})")
"""The visitor's secret, the generation unless it is 0, and the signature."""
BEARER: Final = b"bearer "


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def hashed(token: str) -> str:
    """Return the hash of a token for the store."""
    return hashlib.sha256(token.encode()).hexdigest()


class Keys:
    """Signs and derives tokens with the server's secret key."""

    def __init__(self, key: bytes) -> None:
        """Use this key, the same in all processes of a server."""
        self._key = key
        self._visitors: dict[str, tuple[str, int]] = {}
        """Cache of visitor ids and generations by token."""
        self._oldest: dict[str, int] = {}
        """The oldest generation of credentials that is accepted, for visitors who have revoked any."""

    def _mac(self, *parts: str) -> bytes:
        message = "\0".join(parts).encode()
        return hmac.digest(self._key, message, "sha256")

    def visitor_token(self, secret: bytes) -> str:
        """Return the signed token of a visitor with this secret of 24 bytes."""
        name = _text(secret)
        return f"{name}.{self._signature(name, '')}"

    def renewed(self, token: str, generation: int) -> str:
        """Return the token of a later generation for the visitor of a valid token."""
        name = token.partition(".")[0]
        return f"{name}.{generation}.{self._signature(name, str(generation))}"

    def _signature(self, name: str, generation: str) -> str:
        """Return the signature of a token; the first generation is not named, as in tokens from before there were others."""
        return _text(self._mac("visitor", name, generation)[:24] if generation else self._mac("visitor", name)[:24])

    def visitor(self, token: str) -> str:
        """Return the visitor id of a token; empty if its signature is invalid or it was revoked."""
        found = self.read(token)
        return found[0] if found is not None and found[1] >= self._oldest.get(found[0], 0) else ""

    def read(self, token: str) -> tuple[str, int] | None:
        """Return the visitor id and the generation of a token, even of a revoked one; None if its signature is invalid."""
        found = self._visitors.get(token)
        if found is None:
            found = self._verify(token)
            if found is not None:
                if len(self._visitors) >= CACHE_SIZE:
                    del self._visitors[next(iter(self._visitors))]
                self._visitors[token] = found
        return found

    def _verify(self, token: str) -> tuple[str, int] | None:
        match = _TOKEN.fullmatch(token)
        if match is None or not hmac.compare_digest(self._signature(match[1], match[2] or ""), match[3]):
            return None
        return hashlib.sha256(match[1].encode()).hexdigest()[:24], int(match[2] or 0)

    def accept_from(self, visitor: str, generation: int) -> bool:
        """Refuse a visitor's credentials of generations before this one; tell whether some were accepted until now."""
        if self._oldest.get(visitor, 0) >= generation:
            return False
        self._oldest[visitor] = generation
        return True

    def table(self, visitor: str, key: str) -> str:
        """Return the id of the table that a visitor opens with this idempotency key; a repeated request gets the same id."""
        return _text(self._mac("table", visitor, key)[:9])

    def link(self, table: str, seat: int, visitor: str, key: str) -> str:
        """Return the token of a link to a seat, or -1 for the table."""
        return _text(self._mac("link", table, str(seat), visitor, key)[:24])

    def invitation(self, table: str, seat: int) -> str:
        """Return the token of a seat's initial invitation."""
        return _text(self._mac("invitation", table, str(seat))[:24])

    def seed(self, table: str, n: int) -> int:
        """Return the seed of a bot's own dice for its decision at table version `n`."""
        return int.from_bytes(self._mac("bot", table, str(n))[:8], "little")


def set_cookie(token: str, https: bool) -> str:
    """Return the Set-Cookie header for a token, inaccessible to scripts and other sites."""
    name = SAFE_COOKIE if https else COOKIE
    return f"{name}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if https else ''}"


def is_bearer(headers: dict[bytes, bytes]) -> bool:
    """Tell whether the credential of a request is in its Authorization header."""
    return headers.get(b"authorization", b"")[: len(BEARER)].lower() == BEARER


def credential(headers: dict[bytes, bytes], https: bool) -> str:
    """Return the token in a request's Authorization header or cookie; empty if there is none."""
    if is_bearer(headers):
        return headers[b"authorization"][len(BEARER) :].decode("latin-1").strip()
    wanted = SAFE_COOKIE if https else COOKIE
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return ""
