"""The server's time: the system's time without its jumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

STEP: Final = 6000
"""A system time that is further ahead, in milliseconds, is adopted at once; the gap counts as downtime, which clocks get back."""
SLEW: Final = 0.01
"""How much faster or slower than real time the server's time may run to meet the system's."""
MINUTE: Final = 60_000


class ServerClock:
    """Milliseconds since the epoch that never go back and never jump between two heartbeats.

    It advances with a monotonic clock. At every heartbeat it is compared with the system's time: small differences, and any lag
    of the system's time, are made up by running up to 1 % faster or slower; a system time more than 6 s ahead is adopted at once.
    """

    def __init__(self, wall: Callable[[], int], elapsed: Callable[[], float]) -> None:
        """Start at the system's time; `elapsed` returns monotonic seconds."""
        self._wall = wall
        self._elapsed = elapsed
        self._base = float(wall())
        self._since = elapsed()
        self._rate = 1000.0

    def __call__(self) -> int:
        """Return the time."""
        return int(self._base + (self._elapsed() - self._since) * self._rate)

    def settle(self, stored: int) -> None:
        """Compare with the system's time, and with the latest heartbeat that any process has stored: time is never before that."""
        elapsed = self._elapsed()
        now = self._base + (elapsed - self._since) * self._rate
        behind = self._wall() - now
        if stored > now or behind > STEP:
            now = float(max(stored, self._wall()))
            behind = 0.0
        self._base, self._since = now, elapsed
        self._rate = 1000.0 * (1 + max(-SLEW, min(SLEW, behind / MINUTE)))
