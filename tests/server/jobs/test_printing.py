"""What a PDF costs the visitor who asks for it."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import cast

import pytest
from tests.cycles import none_in_cycles

from bestagon.core.errors import BestagonError
from bestagon.server.errors import ApiError
from bestagon.server.jobs import printing
from bestagon.server.jobs.content_jobs import ContentJobs, Sliced, in_one_slice
from bestagon.server.jobs.printing import PrintShop
from bestagon.server.limits.limits import Limits

SECONDS = 0.2


class NoLimits:
    """Limits that only note what is charged."""

    def __init__(self) -> None:
        self.charged: dict[str, float] = {}
        self.prints = self

    def acquire(self, what: str, slots: object, visitor: str, network: str) -> None:
        pass

    def release(self, visitor: str, network: str) -> None:
        pass

    def spend_content(self, visitor: str, network: str, seconds: float) -> None:
        self.charged[visitor] = seconds


class AtOnce:
    async def run(self, work: Sliced[bytes], visitor: str, network: str) -> bytes:
        try:
            next(work)
        except StopIteration as stop:
            return bytes(stop.value)
        raise AssertionError


def test_a_visitor_pays_for_their_own_pdf_and_not_for_those_made_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(document: bytes) -> bytes:
        time.sleep(SECONDS)
        return document

    monkeypatch.setattr(printing, "make_pdf", make)

    async def story() -> None:
        limits = NoLimits()
        shop = PrintShop(cast(Limits, limits), cast(ContentJobs, AtOnce()))
        visitors = ("ann", "bob", "cat", "dan")
        await asyncio.gather(*(shop.make(in_one_slice(visitor.encode), visitor, "192.0.2.1") for visitor in visitors))
        shop.close()
        assert all(SECONDS <= limits.charged[visitor] < 3 * SECONDS for visitor in visitors), limits.charged

    asyncio.run(story())


def test_a_pdf_that_cannot_be_made_leaves_no_cycle(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(document: bytes) -> bytes:
        raise BestagonError(f"cannot print {len(document)} bytes")

    monkeypatch.setattr(printing, "make_pdf", make)

    async def story() -> None:
        shop = PrintShop(cast(Limits, NoLimits()), cast(ContentJobs, AtOnce()))
        with none_in_cycles():
            with suppress(ApiError):
                await shop.make(in_one_slice(bytes, 10_000), "ann", "192.0.2.1")
            # The event loop refers to the error until this task waits again.
            await asyncio.sleep(0)
        shop.close()

    asyncio.run(story())
