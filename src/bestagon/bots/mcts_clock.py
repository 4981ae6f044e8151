"""The time limit of a search."""

from __future__ import annotations

import time
from typing import Final

PATIENCE: Final = 2.0
"""Seconds by the clock that a search takes at most for each second of its time limit, which counts how long its thread runs."""


class Stopwatch:
    """Measures a search in laps: by the clock, and by how long its thread ran, which other programs do not lengthen."""

    seconds: float
    clock_start: float
    clock: float
    """The clock at the end of the last lap."""
    slowest_by_clock: float
    thread_start: float
    thread: float
    slowest: float

    def __init__(self, seconds: float) -> None:
        """Start to measure against this time limit."""
        self.seconds = seconds
        self.clock_start = time.perf_counter()
        self.clock = self.clock_start
        self.slowest_by_clock = 0.0
        self.thread_start = time.thread_time()
        self.thread = self.thread_start
        self.slowest = 0.0

    def lap(self) -> float:
        """End a lap and return how long it was by the clock."""
        clock, thread = time.perf_counter(), time.thread_time()
        lap = clock - self.clock
        self.slowest_by_clock = max(self.slowest_by_clock, lap)
        self.slowest = max(self.slowest, thread - self.thread)
        self.clock, self.thread = clock, thread
        return lap

    def is_used_up(self) -> bool:
        """Return whether another lap may exceed the limit; it may take as long as the slowest so far."""
        return self.thread - self.thread_start + self.slowest >= self.seconds

    def has_used(self, share: float) -> bool:
        """Return whether this share of either limit is used up."""
        used = self.thread - self.thread_start >= share * self.seconds
        return self.seconds > 0.0 and (used or self.clock - self.clock_start >= share * PATIENCE * self.seconds)

    def is_late(self) -> bool:
        """Return whether another lap may exceed the limit of the clock."""
        return self.clock - self.clock_start + self.slowest_by_clock >= PATIENCE * self.seconds
