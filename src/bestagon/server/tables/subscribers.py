"""Subscribers of a table: bounded queues, and views that are made once for all subscribers who may see the same."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from bestagon.i18n import ENGLISH, language, use_language

BACKLOG: Final = 16
"""How many views a slow connection may queue before they are dropped for the newest whole one."""
BACKLOG_BYTES: Final = 64 * 1024
"""How many bytes they may have: 200 connections of one address that read nothing would hold 80 MB of large views."""

Write = Callable[[bytes], bool]
Pay = Callable[[int], bool]


def _no_write(text: bytes) -> bool:
    return False


def _pay_nothing(size: int) -> bool:
    return True


class Subscriber:
    """The queue of one connection."""

    __slots__ = ("_waiter", "busy", "closed", "language", "overflowed", "pay", "queue", "seat", "sent", "visitor", "write")

    def __init__(self, visitor: str, seat: int, language: str = ENGLISH) -> None:
        """Subscribe as a seat, or -1 for a spectator, in a language."""
        self.visitor = visitor
        self.seat = seat
        self.language = language
        self.queue: deque[tuple[int, bytes]] = deque()
        """Versions and views to send."""
        self.overflowed = False
        """Whether views were dropped, so that the newest whole one must be sent next."""
        self.closed = ""
        """Why the connection ends; empty while it is open."""
        self.sent = 0
        """The version the client has."""
        self.busy = True
        """Whether a message is being sent, so that others must be queued."""
        self.write: Write = _no_write
        """Sends a message at once, without waking the task in `ready`; False if it must be queued."""
        self.pay: Pay = _pay_nothing
        """Charges a view to the connection's address; False if it has been sent too much, so that views must be left out."""
        self._waiter: asyncio.Future[None] | None = None

    def push(self, version: int, view: bytes) -> bool:
        """Send a view or queue it; False if the queue was full and has been dropped."""
        if self.closed:
            return True
        fits = not self.overflowed and self.pay(len(view))
        if fits and not (self.busy or self.queue) and self.write(view):
            self.sent = version
            return True
        fits = fits and len(self.queue) < BACKLOG and sum([len(one) for _, one in self.queue]) + len(view) <= BACKLOG_BYTES
        if fits:
            self.queue.append((version, view))
        else:
            self.queue.clear()
            self.overflowed = True
        self._wake()
        return fits

    def close(self, why: str) -> None:
        """End the connection."""
        self.closed = why
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def ready(self) -> None:
        """Wait until there is something to send, or the connection must end."""
        while not (self.queue or self.overflowed or self.closed):
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None

    async def rest(self, seconds: float) -> None:
        """Wait for some seconds, or until the connection must end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.closed:
                    self._waiter = asyncio.get_running_loop().create_future()
                    try:
                        await self._waiter
                    finally:
                        self._waiter = None


def publish(subscribers: Iterable[Subscriber], version: int, make: Callable[[int], bytes]) -> int:
    """Send every subscriber the view of its seat in its language; return how many queues overflowed."""
    made: dict[tuple[int, str], bytes] = {}
    overflows = 0
    for subscriber in subscribers:
        key = (subscriber.seat, subscriber.language)
        view = made.get(key)
        if view is None:
            if subscriber.language == language():
                view = make(subscriber.seat)
            else:
                with use_language(subscriber.language):
                    view = make(subscriber.seat)
            made[key] = view
        if not subscriber.push(version, view):
            overflows += 1
    return overflows
