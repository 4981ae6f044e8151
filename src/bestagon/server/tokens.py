"""Who is asking, without accounts: signed secrets in a cookie or a header. Storage holds only hashes."""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from typing import Final

SECRET_BYTES: Final = 24
COOKIE: Final = "bestagon"
SAFE_COOKIE: Final = "__Host-bestagon"
"""Its name where https is certain: browsers then let nobody else set it."""
MOST_KNOWN: Final = 20_000
"""How many credentials are remembered: a signature costs more than all the rest of knowing a visitor."""
YEAR: Final = 365 * 24 * 3600
_TOKEN: Final = re.compile(r"([A-Za-z0-9_-]{32})\.([A-Za-z0-9_-]{32})")


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def hashed(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Keys:
    """Everything that hangs on the server's own key: signatures, and tokens nobody can guess."""

    def __init__(self, key: bytes) -> None:
        """Take the key, the same for all processes of a server."""
        self._key = key
        self._known: dict[str, str] = {}
        """Credentials seen lately, and whose they are."""

    def _mac(self, *parts: str) -> bytes:
        message = "\0".join(parts).encode()
        return hmac.digest(self._key, message, "sha256")

    def visitor_token(self, secret: bytes) -> str:
        """Return the signed credential of a visitor with this secret of 24 bytes."""
        name = _text(secret)
        return f"{name}.{_text(self._mac('visitor', name)[:24])}"

    def visitor(self, token: str) -> str:
        """Return the id of the visitor a credential stands for; empty where it is not one of ours."""
        found = self._known.get(token)
        if found is None:
            found = self._verify(token)
            if found:
                if len(self._known) >= MOST_KNOWN:
                    del self._known[next(iter(self._known))]
                self._known[token] = found
        return found

    def _verify(self, token: str) -> str:
        match = _TOKEN.fullmatch(token)
        if match is None or not hmac.compare_digest(_text(self._mac("visitor", match[1])[:24]), match[2]):
            return ""
        return hashlib.sha256(match[1].encode()).hexdigest()[:24]

    def table(self, visitor: str, key: str) -> str:
        """Return the id of the table a visitor opens with this idempotency key: asked again, it is the same one."""
        return _text(self._mac("table", visitor, key)[:9])

    def link(self, table: str, seat: int, visitor: str, key: str) -> str:
        """Return the token of a link to a seat."""
        return _text(self._mac("link", table, str(seat), visitor, key)[:24])

    def invitation(self, table: str, seat: int) -> str:
        """Return the token of a seat's first invitation."""
        return _text(self._mac("invitation", table, str(seat))[:24])

    def seed(self, table: str, n: int) -> int:
        """Return the seed of a bot's own dice for its decision at version `n`."""
        return int.from_bytes(self._mac("bot", table, str(n))[:8], "little")


def set_cookie(token: str, https: bool) -> str:
    """Return the header that gives a browser its credential, out of reach of scripts and other sites."""
    name = SAFE_COOKIE if https else COOKIE
    return f"{name}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if https else ''}"


def credential(headers: dict[bytes, bytes], https: bool) -> str:
    """Return the credential a request came with, from its Authorization or its cookie; empty where there is none."""
    bearer = headers.get(b"authorization", b"")
    if bearer[:7].lower() == b"bearer ":
        return bearer[7:].decode("latin-1").strip()
    wanted = SAFE_COOKIE if https else COOKIE
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return ""
