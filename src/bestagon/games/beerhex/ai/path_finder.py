"""How far a player is from connecting the sides, and what is exposed to an attack."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.beerhex.ai.weights import EXPOSED, EXPOSED_MORE, LOST, PATH_CHOICE
from bestagon.games.beerhex.board import FIRST_TRIPLE, NO_PATH, TRIPLES, far_side, flood_fill, near_side, neighbours
from bestagon.grid.bits import count


class BeerHexPathFinder:
    """Finds the shortest paths between a player's sides."""

    steps: i64 = NO_PATH
    """The caps needed on the paths found last, or NO_PATH."""
    waves: vec[i64]
    """Scratch: the cells within 0, 1, 2, ... more caps of the near side."""

    def __init__(self) -> None:
        """Allocate the scratch space."""
        self.waves = vec[i64]([0] * 26)

    def shortest(self, cells: i64, empty: i64, seat: i64) -> i64:
        """Return the empty cells on shortest paths between the seat's sides; none if they are connected or cut off."""
        self.steps = self._search_forward(cells, empty, seat)
        if self.steps == NO_PATH or self.steps == 0:
            return 0
        return self._search_back(cells, empty, seat)

    def distance(self, cells: i64, empty: i64, seat: i64) -> float:
        """Return the caps needed to connect the seat's sides, less a little for each cell to choose from."""
        path = self.shortest(cells, empty, seat)
        if self.steps == NO_PATH:
            return LOST
        return float(self.steps) - PATH_CHOICE * float(count(path))

    def _search_forward(self, cells: i64, empty: i64, seat: i64) -> i64:
        """Record the waves from the near side, and return the caps needed to reach the far one, or NO_PATH."""
        waves = self.waves
        near = near_side(seat)
        far = far_side(seat)
        reach = flood_fill(near, cells)
        waves[0] = reach
        steps: i64 = 0
        while not reach & far:
            onto = (near | neighbours(reach)) & empty & ~reach
            if not onto:
                return NO_PATH
            reach = flood_fill(reach | onto, cells | reach | onto)
            steps += 1
            waves[steps] = reach
        return steps

    def _search_back(self, cells: i64, empty: i64, seat: i64) -> i64:
        """Return the empty cells where waves from the far side meet the recorded ones on a shortest path."""
        waves = self.waves
        side = far_side(seat)
        reach = flood_fill(side, cells)
        path: i64 = 0
        step = self.steps
        while step > 0:
            onto = (side | neighbours(reach)) & empty & ~reach
            path |= onto & waves[step] & ~waves[step - 1]
            reach = flood_fill(reach | onto, cells | reach | onto)
            step -= 1
        return path


def attackable(cells: i64) -> bool:
    """Tell whether three of the cells are connected."""
    rest = cells
    while rest:
        bit = rest & -rest
        if count(neighbours(bit) & cells) >= 2:
            return True
        rest ^= bit
    return False


def makes_three(cells: i64, cell: i64) -> bool:
    """Tell whether a cell added to others is part of a connected group of three or more."""
    return count(flood_fill(cell, cells | cell)) >= 3


def exposure(cells: i64) -> float:
    """Return the cost, in caps, of the groups of three among these cells that can be attacked."""
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
