"""Allowances: how much of something a visitor, an address and all clients together may use over time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bestagon.server.limits.networks import WIDE, wide_network

MAX_BUCKETS: Final = 50_000
"""Visitors or addresses that are remembered; beyond that those with a full bucket are dropped, then the oldest."""
SHARE: Final = 0.25
"""The largest part of the total that one address may have."""
RESERVE: Final = 0.5
"""The reserved part of the total: the less of it is left, the less an address may have used to be served."""


class Rate(NamedTuple):
    """How fast a bucket fills, and how much it holds."""

    per_second: float
    burst: float

    @classmethod
    def hourly(cls, number: float) -> Rate:
        """Return a number per hour after an initial burst of the same number."""
        return cls(number / 3600, max(1.0, number))

    @classmethod
    def minutely(cls, number: float) -> Rate:
        """Return a number per minute after an initial burst of the same number."""
        return cls(number / 60, max(1.0, number))

    def share(self, part: float) -> Rate:
        """Return a part of this rate."""
        return Rate(self.per_second * part, max(1.0, self.burst * part))


NO_LIMIT: Final = Rate(1e12, 1e12)


class Wait(NamedTuple):
    """A refusal: whose allowance is used up, and the seconds until it is not."""

    scope: str
    """`visitor`, `address`, `network`, `total`, or what a bucket of another kind is for."""
    seconds: float


class Buckets:
    """Token buckets by name. Levels may become negative, for costs that are known only afterwards."""

    def __init__(self, rate: Rate) -> None:
        """Fill every bucket at this rate."""
        self.rate = rate
        self.most = MAX_BUCKETS
        """How many buckets are remembered."""
        # Every request asks for three levels, and a named tuple is slower.
        self._per_second, self._burst = rate
        self._buckets: dict[str, list[float]] = {}
        """Level, and when it was counted."""

    def level(self, name: str, now: float) -> list[float]:
        """Return the bucket of a name, filled up to now: its level comes first."""
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= self.most:
                self._drop(now)
            bucket = self._buckets[name] = [self._burst, now]
        elif now > bucket[1]:
            level = bucket[0] + (now - bucket[1]) * self._per_second
            bucket[0] = level if level < self._burst else self._burst
            bucket[1] = now
        return bucket

    def _drop(self, now: float) -> None:
        """Forget the full buckets, which say nothing, or else the older half."""
        rate = self.rate
        kept = {name: one for name, one in self._buckets.items() if one[0] + (now - one[1]) * rate.per_second < rate.burst}
        if len(kept) > self.most // 2:
            kept = dict(list(kept.items())[len(kept) // 2 :])
        self._buckets = kept

    def wait(self, bucket: list[float], cost: float) -> float:
        """Return the seconds until a bucket that has too little holds a cost."""
        return max(0.001, (cost - bucket[0]) / self.rate.per_second)


class Allowance:
    """How much each visitor, each address and all clients together may use.

    The limit of an address is checked before the total, and is at most a quarter of it. When less than half of the total is left,
    addresses that have used much are refused first. So no single address can use up the total, and no IPv6 network of a /48 either,
    which has the limit of a few addresses.
    """

    def __init__(self, clock: Callable[[], float], visitor: Rate, address: Rate, total: Rate) -> None:
        """Start with full buckets; the clock is in seconds."""
        part = total.share(SHARE)
        self._clock = clock
        self._visitors = Buckets(visitor)
        self._addresses = Buckets(Rate(min(address.per_second, part.per_second), min(address.burst, part.burst)))
        self._networks = Buckets(Rate(min(WIDE * address.per_second, part.per_second), min(WIDE * address.burst, part.burst)))
        self._total = Buckets(total)
        self._reserve = max(1.0, RESERVE * total.burst)

    def take(self, visitor: str, network: str, cost: float = 1.0) -> Wait | None:
        """Use an amount and return None, or return the wait until there is enough; without a visitor only the address counts."""
        return self._ask(visitor, network, cost, cost)

    def check(self, visitor: str, network: str) -> Wait | None:
        """Return None if anything is left, for what is charged afterwards with `spend`."""
        return self._ask(visitor, network, 0.001, 0.0)

    def spend(self, visitor: str, network: str, cost: float) -> None:
        """Charge what was used, even if that was more than was left; unknown visitors and addresses are empty."""
        now = self._clock()
        if visitor:
            self._visitors.level(visitor, now)[0] -= cost
        if network:
            self._addresses.level(network, now)[0] -= cost
            wide = wide_network(network)
            if wide:
                self._networks.level(wide, now)[0] -= cost
        self._total.level("", now)[0] -= cost

    def _ask(self, visitor: str, network: str, needed: float, cost: float) -> Wait | None:
        now = self._clock()
        mine = self._visitors.level(visitor, now) if visitor else None
        if mine is not None and mine[0] < needed:
            return Wait("visitor", self._visitors.wait(mine, needed))
        ours = self._addresses.level(network, now) if network else None
        if ours is not None and ours[0] < needed:
            return Wait("address", self._addresses.wait(ours, needed))
        wide = wide_network(network) if network else ""
        theirs = self._networks.level(wide, now) if wide else None
        if theirs is not None and theirs[0] < needed:
            return Wait("network", self._networks.wait(theirs, needed))
        total = self._total.level("", now)
        if total[0] < self._reserve:
            # The more an address or its network has used, the more must be left of the total.
            used = 1 - ours[0] / self._addresses.rate.burst if ours is not None else 0.0
            if theirs is not None:
                used = max(used, 1 - theirs[0] / self._networks.rate.burst)
            floor = max(needed, self._reserve * used)
            if total[0] < floor:
                return Wait("total", self._total.wait(total, floor))
        if cost:
            total[0] -= cost
            if mine is not None:
                mine[0] -= cost
            if ours is not None:
                ours[0] -= cost
            if theirs is not None:
                theirs[0] -= cost
        return None
