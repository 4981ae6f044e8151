"""All limits of a server: who may use how much, and what a refusal says."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from bestagon.server.errors import ApiError
from bestagon.server.limits.allowance import NO_LIMIT, Allowance, Buckets, Rate, Wait
from bestagon.server.limits.networks import customer
from bestagon.server.limits.slots import Slots
from bestagon.server.logs import RateLimitedLog
from bestagon.server.metrics import Metrics
from bestagon.server.settings import Settings

SAY_EVERY: Final = 60.0
"""Seconds between two log lines about the same limit."""
SLOT_WAIT: Final = 5.0
"""Seconds after which a client may ask again for what it has too many of at once."""
HEAVY_CONTENT: Final = 3.0
"""Processor seconds of content for one address in a minute that are worth a log line: 15 replays of 100 actions."""
MAX_NETWORKS: Final = 50_000
"""Visitors whose network is remembered."""
MB: Final = 1e6
DOWNLOADS: Final = "downloads"
"""The limit of the bytes that are sent."""
PORTION: Final = 16_384
"""Bytes of live views for which a connection pays at once, since views are many and small."""
log = logging.getLogger("bestagon.server")


class Limits:
    """Everything that is limited. Each check counts, or raises an ApiError that says when to come back."""

    def __init__(self, settings: Settings, clock: Callable[[], float], metrics: Metrics) -> None:
        """Take the limits from the settings; the clock is in seconds and never goes back."""
        self._clock = clock
        self._metrics = metrics
        one = settings
        hourly, minutely = Rate.hourly, Rate.minutely

        def allow(visitor: Rate, address: Rate, total: Rate) -> Allowance:
            return Allowance(clock, visitor, address, total)

        self._requests = allow(
            Rate(one.visitor_rate, one.visitor_burst), Rate(one.address_rate, one.address_burst), Rate(one.all_rate, one.all_burst)
        )
        self._traffic = allow(NO_LIMIT, _traffic(one.address_traffic), _traffic(one.all_traffic))
        self._new_visitors = allow(NO_LIMIT, hourly(one.new_visitors), hourly(one.all_visitors))
        self._new_tables = allow(hourly(one.new_tables), hourly(one.address_tables), minutely(one.all_tables))
        self._chat = allow(minutely(one.visitor_chat), minutely(one.address_chat), minutely(one.all_chat))
        self._table_chat = Buckets(minutely(one.table_chat))
        self._content = allow(hourly(one.visitor_content), hourly(one.address_content), hourly(one.all_content))
        self._heavy_content = Buckets(minutely(HEAVY_CONTENT))
        self._thinking = allow(hourly(one.visitor_thinking), hourly(one.address_thinking), NO_LIMIT)
        self.sockets = Slots(one.visitor_sockets, one.address_sockets, one.max_sockets)
        self.analyses = Slots(one.visitor_analyses, one.address_analyses, one.max_analyses)
        self.hints = Slots(one.visitor_hints, one.address_hints, one.max_hints)
        self.prints = Slots(one.visitor_prints, one.address_prints, one.max_prints)
        self.bodies = Slots(one.visitor_bytes, one.address_bytes, one.max_bytes)
        self._opening: dict[str, list[str]] = {}
        """By visitor the tables that are being opened."""
        self._networks: dict[str, str] = {}
        """The latest network of each visitor, to which the server's work for them is charged."""
        self._log = RateLimitedLog(log, SAY_EVERY, clock)

    def check_request(self, visitor: str, network: str) -> None:
        """Count a request."""
        wait = self._requests.take(visitor, network)
        if wait is not None:
            raise self._too_many("requests", wait, network)
        self._check(DOWNLOADS, self._traffic.check("", network), network)
        if visitor and self._networks.get(visitor) != network:
            if len(self._networks) >= MAX_NETWORKS:
                self._networks = dict(list(self._networks.items())[MAX_NETWORKS // 2 :])
            self._networks[visitor] = network

    def spend_traffic(self, network: str, size: int) -> None:
        """Charge the bytes of a response."""
        self._traffic.spend("", network, size)

    def pay_traffic(self, network: str, size: int) -> bool:
        """Charge bytes in advance; return False if the address has used up what it may be sent for now."""
        wait = self._traffic.check("", network)
        if wait is not None:
            self.note(DOWNLOADS, wait.scope, network)
            return False
        self._traffic.spend("", network, size)
        return True

    def traffic_wait(self, network: str) -> float:
        """Return the seconds until an address may be sent something again; 0 for none."""
        wait = self._traffic.check("", network)
        return 0.0 if wait is None else wait.seconds

    def check_new_visitor(self, network: str) -> None:
        """Count a new visitor."""
        self._check("new visitors", self._new_visitors.take("", network), network)

    def check_new_table(self, visitor: str, network: str) -> None:
        """Count a new table."""
        self._check("new tables", self._new_tables.take(visitor, network), network)

    @contextmanager
    def opening(self, visitor: str, table: str) -> Iterator[int]:
        """Count a table as being opened for a block, and yield how many others of the visitor are: they may not be stored yet."""
        tables = self._opening.setdefault(visitor, [])
        others = len({*tables} - {table})
        tables.append(table)
        try:
            yield others
        finally:
            tables.remove(table)
            if not tables:
                del self._opening[visitor]

    def check_owned(self, owned: int, most: int) -> None:
        """Refuse a visitor who owns or plays at too many tables that are not over."""
        if owned >= most:
            self.note("tables owned", "visitor", "")
            raise ApiError("too_many", f"you have {most} tables that are not over: finish or leave some first", retry_after=60)

    def check_chat(self, visitor: str, network: str, table: str) -> None:
        """Count a chat message."""
        now = self._clock()
        at_table = self._table_chat.level(table, now)
        if at_table[0] < 1:
            raise self._too_many("chat messages", Wait("table", self._table_chat.wait(at_table, 1)), network)
        self._check("chat messages", self._chat.take(visitor, network), network)
        at_table[0] -= 1

    def check_content(self, visitor: str, network: str) -> None:
        """Refuse a visitor or an address whose replays, lessons and other content have taken too much time."""
        self._check("replays and lessons", self._content.check(visitor, network), network)

    def spend_content(self, visitor: str, network: str, seconds: float) -> None:
        """Charge the processor time of content."""
        self._content.spend(visitor, network, seconds)
        self._metrics.content_seconds.inc(seconds)
        recent = self._heavy_content.level(network, self._clock())
        recent[0] = max(recent[0] - seconds, -HEAVY_CONTENT)
        if recent[0] < 0 and network:
            # Long before the limit of an hour: others are served first meanwhile.
            self._metrics.heavy_content.inc()
            self._log.warning("many replays and lessons", network=network)

    def check_thinking(self, visitor: str, network: str) -> None:
        """Refuse a hint or an analysis if the bots have thought too long for the visitor or the address."""
        self._check("seconds of thinking", self._thinking.check(visitor, network), network)

    def thinking_wait(self, visitor: str) -> float:
        """Return the seconds that the bots who think for a visitor must wait; 0 for none."""
        wait = self._thinking.check(visitor, self.network(visitor))
        if wait is None:
            return 0.0
        self.note("seconds of thinking", wait.scope, self.network(visitor))
        return wait.seconds

    def spend_thinking(self, visitor: str, what: str, seconds: float) -> None:
        """Charge the time that bots thought for a visitor."""
        self._thinking.spend(visitor, self.network(visitor), seconds)
        self._metrics.thinking_seconds.labels(what).inc(seconds)

    def network(self, visitor: str) -> str:
        """Return the network a visitor was last seen in; empty if this process has not seen them."""
        return self._networks.get(visitor, "")

    def customer(self, visitor: str) -> str:
        """Return what a visitor is served as, in turn with others: the latest address, or the /48 network of an IPv6 address."""
        return customer(self.network(visitor))

    @contextmanager
    def hold(self, what: str, slots: Slots, visitor: str, network: str, amount: int = 1) -> Iterator[None]:
        """Hold slots for a block."""
        self.acquire(what, slots, visitor, network, amount)
        try:
            yield
        finally:
            slots.release(visitor, network, amount)

    def acquire(self, what: str, slots: Slots, visitor: str, network: str, amount: int = 1) -> None:
        """Take slots until `slots.release`."""
        scope = slots.acquire(visitor, network, amount)
        if scope:
            self.note(what, scope, network)
            raise ApiError("too_many", f"too many {what} at once {_WHOSE[scope]}: try again in a moment", retry_after=SLOT_WAIT)

    def _check(self, what: str, wait: Wait | None, network: str) -> None:
        if wait is not None:
            raise self._too_many(what, wait, network)

    def _too_many(self, what: str, wait: Wait, network: str) -> ApiError:
        self.note(what, wait.scope, network)
        seconds = max(1, math.ceil(wait.seconds))
        return ApiError("too_many", f"too many {what} {_WHOSE[wait.scope]}: try again in {seconds} s", retry_after=wait.seconds)

    def note(self, what: str, scope: str, network: str) -> None:
        """Count a refusal, and log the first of each kind in a minute."""
        self._metrics.limits.inc(what, scope)
        self._log.warning("limit reached", f"{what} {scope}", limit=what, scope=scope, network=network)


class ViewTraffic:
    """What one connection is sent in live views, charged to its address in portions."""

    def __init__(self, limits: Limits, network: str) -> None:
        """Start with nothing paid."""
        self._limits = limits
        self._network = network
        self._paid = 0
        """Bytes that are paid and not yet sent."""

    def pay(self, size: int) -> bool:
        """Charge the bytes of a view; return False if the address has used up what it may be sent for now."""
        if size > self._paid:
            portion = max(size, PORTION)
            if not self._limits.pay_traffic(self._network, portion):
                return False
            self._paid += portion
        self._paid -= size
        return True


def _traffic(megabytes: float) -> Rate:
    """Return a number of megabytes per second after a burst of a minute's worth."""
    return Rate(MB * megabytes, 60 * MB * megabytes)


_WHOSE: Final = {
    "visitor": "by one visitor",
    "address": "from one address",
    "network": "from one network",
    "table": "at one table",
    "total": "at this server",
}
