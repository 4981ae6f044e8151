"""How far a player is from joining the sides, and what lies open to an attack."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.beerhex.board import FIRST_TRIPLE, NEVER, TRIPLES, far_side, flood, near_side, spread
from bestagon.grid.bits import count

CHOICE: Final = 0.08
"""What one more cell on a shortest path is worth, in caps: it cannot be blocked so easily."""
LOST: Final = 9.0
"""How many caps it counts as to have no path left: attacks may open one."""
EXPOSED: Final = 0.8
"""What it costs, in caps, that three of one's own symbols could be attacked together; and for each such three:"""
EXPOSED_MORE: Final = 0.1


class Paths:
    """Measures the shortest paths between a player's sides."""

    steps: i64
    """The caps needed by the paths measured last, or NEVER."""
    waves: vec[i64]
    """Room for the cells reached with 0, 1, 2, ... more caps from a side."""

    def __init__(self) -> None:
        """Make room; nothing is measured yet."""
        self.steps = NEVER
        self.waves = vec[i64]([0] * 26)

    def shortest(self, cells: i64, empty: i64, seat: i64) -> i64:
        """Return the empty cells on a shortest path between the seat's sides; none where they are joined or cut off."""
        self.steps = self._measure(cells, empty, seat)
        if self.steps == NEVER or self.steps == 0:
            return 0
        return self._ways(cells, empty, seat)

    def nearness(self, cells: i64, empty: i64, seat: i64) -> float:
        """Return the caps needed to join the seat's sides, less a little for each way to do it; 0 where they are joined."""
        ways = self.shortest(cells, empty, seat)
        if self.steps == NEVER:
            return LOST
        return float(self.steps) - CHOICE * float(count(ways))

    def _measure(self, cells: i64, empty: i64, seat: i64) -> i64:
        """Return the caps needed to join the seat's sides, or NEVER, and note the waves on the way."""
        waves = self.waves
        near = near_side(seat)
        far = far_side(seat)
        reach = flood(near, cells)
        waves[0] = reach
        steps: i64 = 0
        while not reach & far:
            onto = (near | spread(reach)) & empty & ~reach
            if not onto:
                return NEVER
            reach = flood(reach | onto, cells | reach | onto)
            steps += 1
            waves[steps] = reach
        return steps

    def _ways(self, cells: i64, empty: i64, seat: i64) -> i64:
        """Return the empty cells on a shortest path, from the waves of the near side and a wave back from the far one."""
        waves = self.waves
        side = far_side(seat)
        reach = flood(side, cells)
        ways: i64 = 0
        step = self.steps
        while step > 0:
            onto = (side | spread(reach)) & empty & ~reach
            ways |= onto & waves[step] & ~waves[step - 1]
            reach = flood(reach | onto, cells | reach | onto)
            step -= 1
        return ways


def attackable(cells: i64) -> bool:
    """Tell whether three of the cells hang together."""
    rest = cells
    while rest:
        bit = rest & -rest
        if count(spread(bit) & cells) >= 2:
            return True
        rest ^= bit
    return False


def makes_three(cells: i64, cell: i64) -> bool:
    """Tell whether a cell added to others makes three or more that hang together."""
    return count(flood(cell, cells | cell)) >= 3


def exposure(cells: i64) -> float:
    """Return what it costs, in caps, that these cells could be attacked three at a time."""
    n: i64 = 0
    cell: i64 = 0
    while cells >> cell:
        if (cells >> cell) & 1:
            i = FIRST_TRIPLE[cell]
            end = FIRST_TRIPLE[cell + 1]
            while i < end:
                if not TRIPLES[i] & ~cells:
                    n += 1
                i += 1
        cell += 1
    return EXPOSED + EXPOSED_MORE * float(n) if n > 0 else 0.0
