"""The server's time survives jumps of the system's."""

from __future__ import annotations

import pytest

from bestagon.server.clock import STEP, ServerClock

HOUR = 3_600_000


class World:
    """A system clock that can be set, and a monotonic one."""

    def __init__(self) -> None:
        self.wall = 1_700_000_000_000.0
        self.elapsed = 50.0
        self.clock = ServerClock(lambda: int(self.wall), lambda: self.elapsed)

    def run(self, seconds: float, beat: float = 2.0) -> None:
        """Let time pass, with a heartbeat now and then."""
        while seconds > 0:
            step = min(beat, seconds)
            self.wall += step * 1000
            self.elapsed += step
            seconds -= step
            before = self.clock()
            self.clock.settle(before)
            assert self.clock() >= before


def test_time_continues_when_the_system_clock_is_set_back() -> None:
    world = World()
    world.run(60)
    before = world.clock()
    world.wall -= HOUR
    assert world.clock() == before
    world.run(600)
    assert 0.98 * 600_000 <= world.clock() - before <= 600_000
    # After some days both are the same again.
    world.run(110 * 3600, 30)
    assert abs(world.clock() - world.wall) < 3000


def test_a_jump_ahead_is_followed_at_the_next_heartbeat_and_not_before() -> None:
    world = World()
    world.run(60)
    before = world.clock()
    world.wall += HOUR
    assert world.clock() == before
    world.run(2)
    assert world.clock() == pytest.approx(world.wall, abs=2)


def test_small_differences_are_made_up_slowly() -> None:
    world = World()
    world.wall += STEP - 1000
    before = world.clock()
    world.run(60)
    assert 60_000 < world.clock() - before <= 60_601
    world.run(3600)
    assert world.clock() == pytest.approx(world.wall, abs=10)


def test_time_is_never_before_what_was_stored() -> None:
    world = World()
    stored = int(world.wall) + HOUR
    world.clock.settle(stored)
    assert world.clock() == stored
