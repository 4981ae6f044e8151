"""How much one visitor, one address and all together may ask."""

from __future__ import annotations

from collections.abc import Callable

from bestagon.server.errors import ApiError
from bestagon.server.settings import Settings

MOST_KNOWN = 50_000
"""How many visitors or addresses are remembered; beyond that the longest unseen are forgotten."""


class Buckets:
    """For each name a bucket that fills at a rate and holds a burst; what is asked is taken out."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        """Fill at `rate` a second up to `burst`."""
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._known: dict[str, tuple[float, float]] = {}

    def take(self, name: str) -> float:
        """Take one out and return 0, or return after how many seconds there will be one."""
        now = self._clock()
        level, then = self._known.pop(name, (self._burst, now))
        level = min(self._burst, level + (now - then) * self._rate)
        allowed = level >= 1
        self._known[name] = (level - 1 if allowed else level, now)
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return 0.0 if allowed else (1 - level) / self._rate


class Counts:
    """For each name how many there are now, and in all."""

    def __init__(self, each: int, most: int) -> None:
        """Allow `each` for one name and `most` in all."""
        self._each = each
        self._most = most
        self._known: dict[str, int] = {}
        self.total = 0

    def enter(self, name: str) -> bool:
        """Count one more; False where that is too many."""
        if self.total >= self._most or self._known.get(name, 0) >= self._each:
            return False
        self._known[name] = self._known.get(name, 0) + 1
        self.total += 1
        return True

    def leave(self, name: str) -> None:
        """Count one less."""
        self.total -= 1
        if self._known[name] == 1:
            del self._known[name]
        else:
            self._known[name] -= 1


class Limits:
    """All limits of a server."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        """Take the numbers from the settings."""
        hour = 3600
        self._visitors = Buckets(settings.visitor_rate, settings.visitor_burst, clock)
        self._addresses = Buckets(settings.address_rate, settings.address_burst, clock)
        self._new_visitors = Buckets(settings.new_visitors / hour, max(1.0, settings.new_visitors), clock)
        self._new_tables = Buckets(settings.new_tables / hour, max(1.0, settings.new_tables), clock)
        self._all_tables = Buckets(settings.all_tables / 60, max(1.0, settings.all_tables), clock)
        self._records = Buckets(settings.visitor_rate / 10, max(1.0, settings.visitor_burst / 4), clock)
        self.sockets = Counts(settings.visitor_sockets, settings.max_sockets)
        self.analyses = Counts(settings.visitor_analyses, settings.max_analyses)
        self.hints = Counts(1, settings.bot_queue)

    def request(self, visitor: str, address: str) -> None:
        """Count a request; ApiError where there are too many."""
        wait = self._visitors.take(visitor) if visitor else self._addresses.take(address)
        if wait:
            raise ApiError("too_many", f"too many requests: try again in {wait:.1f} s")

    def visitor(self, address: str) -> None:
        """Count a new visitor; ApiError where there are too many."""
        wait = self._new_visitors.take(address)
        if wait:
            raise ApiError("too_many", f"too many new visitors from one address: try again in {wait:.0f} s")

    def record(self, visitor: str) -> None:
        """Count a record that is to be played again, which is dearer than other requests; ApiError where there are too many."""
        wait = self._records.take(visitor)
        if wait:
            raise ApiError("too_many", f"too many records: try again in {wait:.1f} s")

    def table(self, visitor: str) -> None:
        """Count a new table; ApiError where there are too many."""
        wait = self._new_tables.take(visitor) or self._all_tables.take("")
        if wait:
            raise ApiError("too_many", f"too many new tables: try again in {wait:.0f} s")
