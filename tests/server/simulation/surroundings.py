"""The parts that a whole simulation shares: the loop, the draws, the trace, and the end after a violation."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from tests.server.simulation.faults import Chance, FaultRates, Trace
from tests.server.simulation.loop import SimulatedLoop

EPOCH = 1_700_000_000_000
"""The system clock at simulated time 0, in milliseconds."""


class Violation(Exception):
    """An invariant is violated."""


class Surroundings:
    """The shared parts."""

    def __init__(self, seed: str, rates: FaultRates) -> None:
        self.seed = seed
        self.chance = Chance(seed)
        self.rates = rates
        """The faults that can happen now."""
        self.trace = Trace()
        self.failure = ""
        """The first thing that was wrong; empty if nothing is."""
        self.closing = False
        """Whether the run is over, and what still runs is ended without a check."""
        self.skew = 0
        """The error of the system clock in milliseconds."""
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._plans = 0
        threads = self.chance.of("threads")
        self.loop = SimulatedLoop(self._between, lambda: threads.uniform(0.0005, 0.05))

    def now(self) -> int:
        """Return the system clock in milliseconds since the epoch."""
        return EPOCH + int(self.loop.time() * 1000) + self.skew

    def true_now(self) -> int:
        """Return the same as if the system clock had never been set."""
        return EPOCH + int(self.loop.time() * 1000)

    def note(self, what: str) -> None:
        """Add to the trace."""
        self.trace.note(f"{self.loop.time():.6f} {what}")

    def strikes(self, kind: str) -> bool:
        """Draw whether a fault happens to a message or an operation."""
        rate = getattr(self.rates, kind)
        if not rate or self.chance.of(kind).random() >= rate:
            return False
        self.trace.fault(kind)
        return True

    def fail(self, why: str) -> None:
        """Note that something is wrong; the run ends before the next callback."""
        if not (self.failure or self.closing):
            self.note(f"VIOLATION {why}")
            self.failure = why

    def after_steps(self, steps: int, do: Callable[[], None]) -> None:
        """Call something after a number of rounds of callbacks, between two awaits of everything."""
        self._plans += 1
        heapq.heappush(self._planned, (self.loop.steps + steps, self._plans, do))

    def _between(self) -> None:
        while self._planned and self._planned[0][0] <= self.loop.steps:
            heapq.heappop(self._planned)[2]()
        if self.failure:
            raise Violation(self.failure)
