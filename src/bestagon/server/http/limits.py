"""Rate limits and concurrency limits for visitors, addresses and the whole server."""

from __future__ import annotations

from collections.abc import Callable

from bestagon.server.errors import ApiError
from bestagon.server.settings import Settings

MAX_BUCKETS = 50_000
"""Visitors or addresses in memory; beyond that the least recently seen are dropped."""


class RateLimiter:
    """Token buckets by name."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        """Refill at `rate` tokens per second up to `burst`."""
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """Tokens left and when they were counted, least recently used first."""

    def take(self, name: str) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        now = self._clock()
        level, then = self._buckets.pop(name, (self._burst, now))
        level = min(self._burst, level + (now - then) * self._rate)
        allowed = level >= 1
        self._buckets[name] = (level - 1 if allowed else level, now)
        if len(self._buckets) > MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        return 0.0 if allowed else (1 - level) / self._rate


class ConcurrencyLimiter:
    """Limits how many things each name, and all together, may have open at the same time."""

    def __init__(self, each: int, most: int) -> None:
        """Allow `each` for one name and `most` in total."""
        self._each = each
        self._most = most
        self._open: dict[str, int] = {}
        self.total = 0

    def acquire(self, name: str) -> bool:
        """Count one more; return False over the limit."""
        if self.total >= self._most or self._open.get(name, 0) >= self._each:
            return False
        self._open[name] = self._open.get(name, 0) + 1
        self.total += 1
        return True

    def release(self, name: str) -> None:
        """Count one less."""
        self.total -= 1
        if self._open[name] == 1:
            del self._open[name]
        else:
            self._open[name] -= 1


class Limits:
    """All limits of a server."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        """Take the limits from the settings."""
        hour = 3600
        self._visitors = RateLimiter(settings.visitor_rate, settings.visitor_burst, clock)
        self._addresses = RateLimiter(settings.address_rate, settings.address_burst, clock)
        self._new_visitors = RateLimiter(settings.new_visitors / hour, max(1.0, settings.new_visitors), clock)
        self._new_tables = RateLimiter(settings.new_tables / hour, max(1.0, settings.new_tables), clock)
        self._all_tables = RateLimiter(settings.all_tables / 60, max(1.0, settings.all_tables), clock)
        self._records = RateLimiter(settings.visitor_rate / 10, max(1.0, settings.visitor_burst / 4), clock)
        self.sockets = ConcurrencyLimiter(settings.visitor_sockets, settings.max_sockets)
        self.analyses = ConcurrencyLimiter(settings.visitor_analyses, settings.max_analyses)
        self.hints = ConcurrencyLimiter(1, settings.bot_queue)

    def check_request(self, visitor: str, address: str) -> None:
        """Count a request; ApiError over the limit."""
        wait = self._visitors.take(visitor) if visitor else self._addresses.take(address)
        if wait:
            raise ApiError("too_many", f"too many requests: try again in {wait:.1f} s")

    def check_new_visitor(self, address: str) -> None:
        """Count a new visitor; ApiError over the limit."""
        wait = self._new_visitors.take(address)
        if wait:
            raise ApiError("too_many", f"too many new visitors from one address: try again in {wait:.0f} s")

    def check_record(self, visitor: str) -> None:
        """Count a record to replay, which is more expensive than other requests; ApiError over the limit."""
        wait = self._records.take(visitor)
        if wait:
            raise ApiError("too_many", f"too many records: try again in {wait:.1f} s")

    def check_new_table(self, visitor: str) -> None:
        """Count a new table; ApiError over the limit."""
        wait = self._new_tables.take(visitor) or self._all_tables.take("")
        if wait:
            raise ApiError("too_many", f"too many new tables: try again in {wait:.0f} s")
