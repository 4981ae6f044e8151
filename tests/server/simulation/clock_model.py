"""A second model of the players' clocks, as the rules of the protocol describe them, to check that nobody loses on time too early."""

from __future__ import annotations

from bestagon.core.actions import FREE
from bestagon.server.jobs.scheduler import GAP
from bestagon.server.protocol.tables import Clock
from bestagon.server.store.base import RUNNING, EventRow
from bestagon.server.tables.live import LiveTable

TOLERANCE = 5
"""Milliseconds of rounding."""
LOOSE = 20_000
"""Milliseconds of uncertainty about the time of an event while the system clock jumps: a slow disk makes others wait."""


class ClockModel:
    """The time each seat has used, from the times of the stored events alone."""

    def __init__(self, plan: Clock, seats: int, created: int, shared: bool, jumps: bool) -> None:
        self._plan = plan
        self._left = [plan.seconds * 1000.0] * seats
        self._began: list[int | None] = [None] * seats
        self._exact = plan.kind != "none"
        """Whether the model follows: undoing gives time back in ways that it leaves out."""
        self._created = created
        self._jumps = jumps
        """Whether the system clock jumps: then only the times at which events were made tell how long somebody had."""
        self._shortest = GAP if shared else 0
        """Milliseconds of downtime that are not given back: other processes may have been there."""

    def check(self, event: EventRow, made: int, outages: list[list[float]]) -> str:
        """Return what is wrong with a time-out, before it is applied."""
        if event.kind != "timeout":
            return ""
        if self._plan.kind == "none":
            return f"seat {event.seat} has no clock"
        if not self._exact:
            return ""
        began = self._began[event.seat]
        if began is None:
            return f"the clock of seat {event.seat} does not run"
        at = made if self._jumps else event.at
        used = at - began - self._given(began, at, outages)
        if used < self._left[event.seat] - (LOOSE if self._jumps else TOLERANCE):
            return f"seat {event.seat} loses after {used} ms, but has {self._left[event.seat]:.0f}"
        return ""

    def _given(self, since: int, until: int, outages: list[list[float]]) -> float:
        """Return how many milliseconds of downtime fall into a time."""
        return sum(max(0.0, min(until, end) - max(since, begin)) for begin, end in outages if end - begin > self._shortest)

    def follow(self, live: LiveTable, event: EventRow | None, made: int, outages: list[list[float]]) -> None:
        """Note who is on the move after an event."""
        if not self._exact:
            return
        if event is not None and (event.kind == "undo" or (event.kind in ("ask", "answer") and self._rewound(live))):
            self._exact = False
        at = made if self._jumps else event.at if event is not None else self._created
        final = event is not None and event.kind == "action" and live.steps[-1].barrier != FREE
        for seat, one in enumerate(live.seats):
            runs = live.status == RUNNING and seat in live.acting and one.kind != "bot"
            began = self._began[seat]
            moved = final and event is not None and seat == event.seat
            if began is not None and (moved or not runs):
                if self._plan.kind == "fischer":
                    self._left[seat] -= at - began - self._given(began, at, outages)
                    if moved:
                        self._left[seat] += self._plan.increment * 1000
                self._began[seat] = at if runs else None
            elif runs and began is None:
                self._began[seat] = at

    def overdue(self, now: int, outages: list[list[float]]) -> float:
        """Return for how many milliseconds a seat has been out of time."""
        running = [(seat, began) for seat, began in enumerate(self._began) if began is not None]
        if not self._exact or not running:
            return 0.0
        return max(now - began - self._given(began, now, outages) - self._left[seat] for seat, began in running)

    def _rewound(self, live: LiveTable) -> bool:
        return live.log.last is None or live.log.last.kind in ("ask", "answer")
