"""The clocks of a table: pure, since events carry the time."""

from __future__ import annotations

from collections.abc import Sequence

from bestagon.server.protocol.tables import Clock


class Clocks:
    """The time each seat has left. Clocks run for the seats that may act; a move ends once it cannot be undone freely."""

    def __init__(self, plan: Clock, seats: int) -> None:
        """Give every seat its initial time."""
        self.on = plan.kind != "none"
        self._fischer = plan.kind == "fischer"
        self._full = plan.seconds * 1000
        self._increment = plan.increment * 1000
        self.left = [self._full] * seats
        """Milliseconds; while the clock runs, as of `since`."""
        self.since = [0] * seats
        """When the running clock was last updated; 0 while it is stopped."""
        self._before_bonus = [self._full] * seats
        """The time left before the latest increment, for an undo."""

    def turn(self, at: int, acting: Sequence[bool], actor: int, final: bool) -> None:
        """Run the clocks of the acting seats from `at` on; `final` if what `actor` has just done cannot be undone freely."""
        for seat, runs in enumerate(acting):
            if self.since[seat]:
                if runs and not (seat == actor and final):
                    continue
                self.left[seat] = max(0, self.left[seat] - (at - self.since[seat]))
                self._before_bonus[seat] = self.left[seat]
                if seat == actor:
                    self.left[seat] = self.left[seat] + self._increment if self._fischer else self._full
            elif runs and not self._fischer:
                self.left[seat] = self._full
            self.since[seat] = at if runs else 0

    def undone(self, at: int, acting: Sequence[bool], actor: int) -> None:
        """Run the clocks of the acting seats after `actor` has undone a move, whose increment is withdrawn."""
        if not self.since[actor] and acting[actor]:
            self.left[actor] = self._before_bonus[actor]
            self.since[actor] = at
        self.turn(at, acting, -1, False)

    def stop(self, at: int) -> None:
        """Stop every clock."""
        self.turn(at, [False] * len(self.left), -1, False)

    def give(self, since: int, until: int) -> None:
        """Give back the time between two points in time."""
        for seat, started in enumerate(self.since):
            if started and started < until:
                self.since[seat] = started + until - max(since, started)

    def remaining(self, seat: int, at: int) -> int:
        """Return the milliseconds a seat has left."""
        started = self.since[seat]
        return max(0, self.left[seat] - (at - started)) if started else self.left[seat]

    def due(self) -> int:
        """Return when the first clock will run out; 0 if none is running."""
        ends = [started + self.left[seat] for seat, started in enumerate(self.since) if started]
        return min(ends) if ends and self.on else 0

    def out(self, now: int) -> list[int]:
        """Return the seats whose time has run out."""
        return [seat for seat, started in enumerate(self.since) if started and self.on and started + self.left[seat] <= now]
