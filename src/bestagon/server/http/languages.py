"""Language negotiation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bestagon.i18n import ENGLISH, LANGUAGES

MAX_HEADER: Final = 200
"""Bytes of the header that are parsed."""
_IN_QUERY: Final = re.compile(rb"(?:^|&)language=([a-zA-Z]{2})(?=[&-]|$)")
_ACCEPTED: Final = re.compile(r"\s*([a-zA-Z]{1,8}|\*)(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")


def preferred(query: bytes, headers: Mapping[bytes, bytes]) -> str:
    """Return the language from the query, else the preferred one from Accept-Language; English if we have no translation."""
    named = _IN_QUERY.search(query) if query else None
    if named is not None:
        wanted = named[1].decode().lower()
        return wanted if wanted in LANGUAGES else ENGLISH
    return _accepted(headers.get(b"accept-language", b"")[:MAX_HEADER])


@lru_cache(maxsize=256)
def _accepted(header: bytes) -> str:
    best, weight = ENGLISH, 0.0
    for part in header.decode("latin-1").split(","):
        found = _ACCEPTED.fullmatch(part)
        if found and found[1].lower() in LANGUAGES and float(found[2] or 1) > weight:
            best, weight = found[1].lower(), float(found[2] or 1)
    return best
