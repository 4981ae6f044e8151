"""Clocks of a table: pure, told the time by events."""

from __future__ import annotations

from collections.abc import Sequence

from bestagon.server.protocol.tables import Clock


class Clocks:
    """How much time every seat has left. Time runs for the seats that may act; a move is over when it cannot be taken back freely."""

    def __init__(self, plan: Clock, seats: int) -> None:
        """Give every seat its first time."""
        self.on = plan.kind != "none"
        self._fischer = plan.kind == "fischer"
        self._full = plan.seconds * 1000
        self._increment = plan.increment * 1000
        self.left = [self._full] * seats
        """Milliseconds, as of `since` where the clock runs."""
        self.since = [0] * seats
        """When the seat's clock was last read while running; 0 where it stands."""
        self._kept = [self._full] * seats
        """What was left before the latest addition, for an undo."""

    def turn(self, at: int, acting: Sequence[bool], actor: int, final: bool) -> None:
        """Note who may act from `at` on; `actor` has just acted, and `final` says that this cannot be taken back freely."""
        for seat, runs in enumerate(acting):
            if self.since[seat]:
                if runs and not (seat == actor and final):
                    continue
                self.left[seat] = max(0, self.left[seat] - (at - self.since[seat]))
                self._kept[seat] = self.left[seat]
                if seat == actor:
                    self.left[seat] = self.left[seat] + self._increment if self._fischer else self._full
            elif runs and not self._fischer:
                self.left[seat] = self._full
            self.since[seat] = at if runs else 0

    def undone(self, at: int, acting: Sequence[bool], actor: int) -> None:
        """Note who may act after `actor` took something back: what a move had added is taken back, too."""
        if not self.since[actor] and acting[actor]:
            self.left[actor] = self._kept[actor]
            self.since[actor] = at
        self.turn(at, acting, -1, False)

    def stop(self, at: int) -> None:
        """Stop every clock."""
        self.turn(at, [False] * len(self.left), -1, False)

    def give(self, since: int, until: int) -> None:
        """Give back the time between two moments."""
        for seat, started in enumerate(self.since):
            if started and started < until:
                self.since[seat] = started + until - max(since, started)

    def remaining(self, seat: int, at: int) -> int:
        """Return the milliseconds a seat has left at a moment."""
        started = self.since[seat]
        return max(0, self.left[seat] - (at - started)) if started else self.left[seat]

    def due(self) -> int:
        """Return when the first running clock will be out; 0 where none runs."""
        ends = [started + self.left[seat] for seat, started in enumerate(self.since) if started]
        return min(ends) if ends and self.on else 0

    def out(self, now: int) -> list[int]:
        """Return the seats whose time is up."""
        return [seat for seat, started in enumerate(self.since) if started and self.on and started + self.left[seat] <= now]
