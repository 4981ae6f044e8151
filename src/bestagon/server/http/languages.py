"""Which language who asks reads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bestagon.i18n import ENGLISH, LANGUAGES

LONGEST: Final = 200
"""Bytes of a header that are looked at."""
_IN_QUERY: Final = re.compile(rb"(?:^|&)language=([a-zA-Z]{2})(?=[&-]|$)")
_ACCEPTED: Final = re.compile(r"\s*([a-zA-Z]{1,8}|\*)(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")


def preferred(query: bytes, headers: Mapping[bytes, bytes]) -> str:
    """Return the language that the query names, else the dearest of the header Accept-Language; English where we speak neither."""
    named = _IN_QUERY.search(query) if query else None
    if named is not None:
        wanted = named[1].decode().lower()
        return wanted if wanted in LANGUAGES else ENGLISH
    return _accepted(headers.get(b"accept-language", b"")[:LONGEST])


@lru_cache(maxsize=256)
def _accepted(header: bytes) -> str:
    best, weight = ENGLISH, 0.0
    for part in header.decode("latin-1").split(","):
        found = _ACCEPTED.fullmatch(part)
        if found and found[1].lower() in LANGUAGES and float(found[2] or 1) > weight:
            best, weight = found[1].lower(), float(found[2] or 1)
    return best
