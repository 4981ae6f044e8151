"""PDFs: each is made by a process of its own, one at a time, and kept for the next who asks for the same."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bestagon.core.errors import BestagonError
from bestagon.i18n import translate
from bestagon.printing import can_print, make_pdf
from bestagon.server.errors import ApiError
from bestagon.server.jobs.content_jobs import ContentJobs, Sliced
from bestagon.server.limits.limits import Limits
from bestagon.server.logs import RateLimitedLog

KEPT: Final = 16 << 20
"""Bytes of PDFs in the cache."""
BUSY_WAIT: Final = 5.0
"""Retry-After in seconds when a PDF could not be made."""
log = RateLimitedLog(logging.getLogger("bestagon.server"))


class PrintShop:
    """Makes PDFs for visitors."""

    def __init__(self, limits: Limits, content: ContentJobs) -> None:
        """Start with an empty cache."""
        self._limits = limits
        self._content = content
        self._thread = ThreadPoolExecutor(1, "print")
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._making: dict[bytes, asyncio.Future[bytes]] = {}

    @property
    def waiting(self) -> int:
        """How many PDFs are being made or wait."""
        return len(self._making)

    async def make(self, pages: Sliced[bytes], visitor: str, network: str) -> bytes:
        """Return the PDF of the pages that a job lays out; ApiError if this server cannot print, or too many are being made."""
        if not can_print():
            raise ApiError("no_printing", translate("This server cannot make PDFs: its operator must install bestagon[print]."))
        document = await self._content.run(pages, visitor, network)
        key = hashlib.sha256(document).digest()
        pdf = self._kept.get(key)
        if pdf is not None:
            self._kept.move_to_end(key)
            return pdf
        making = self._making.get(key)
        if making is None:
            self._limits.acquire("printouts", self._limits.prints, visitor, network)
            making = self._making[key] = asyncio.ensure_future(self._make(key, document, visitor, network))
            making.add_done_callback(_look_at)
        # A client that gives up does not stop it: others may wait for the same, and the result is kept.
        try:
            return await asyncio.shield(making)
        finally:
            # An error's traceback leads back to it: a cycle, which would wait for the garbage collector.
            del making

    async def _make(self, key: bytes, document: bytes, visitor: str, network: str) -> bytes:
        began = 0.0

        def make() -> bytes:
            nonlocal began
            began = time.monotonic()
            return make_pdf(document)

        try:
            pdf = await asyncio.get_running_loop().run_in_executor(self._thread, make)
        except BestagonError as error:
            # Only in the log: it may name files of the host.
            log.warning("not printed", why=str(error))
            raise ApiError("busy", translate("This PDF could not be made."), retry_after=BUSY_WAIT) from None
        finally:
            del self._making[key]
            self._limits.prints.release(visitor, network)
            if began:
                # Not the wait for PDFs of others.
                self._limits.spend_content(visitor, network, time.monotonic() - began)
        self._kept[key] = pdf
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > KEPT:
            self._kept.popitem(last=False)
        return pdf

    def close(self) -> None:
        """Make no more PDFs."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _look_at(made: asyncio.Future[bytes]) -> None:
    """Retrieve the error, if any: everybody who waited for it may have gone."""
    if not made.cancelled():
        made.exception()
