"""Hexagons to pixels and back, for pointy and flat tops."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from bestagon.grid.coords import Hex, _nearest

_ROOT3: Final = math.sqrt(3.0)


class Layout(NamedTuple):
    """The placement of hexagons on a page; y grows downwards."""

    size: float
    """The distance from the centre of a hexagon to its corners."""
    x: float = 0.0
    y: float = 0.0
    """The centre of cell (0, 0)."""
    flat: bool = False
    """Flat tops instead of pointy ones."""

    def centre(self, cell: Hex) -> tuple[float, float]:
        """Return the centre of a cell."""
        if self.flat:
            return self.x + self.size * 1.5 * cell.q, self.y + self.size * _ROOT3 * (cell.r + cell.q / 2)
        return self.x + self.size * _ROOT3 * (cell.q + cell.r / 2), self.y + self.size * 1.5 * cell.r

    def cell(self, x: float, y: float) -> Hex:
        """Return the cell that contains a point."""
        u, v = (x - self.x) / self.size, (y - self.y) / self.size
        if self.flat:
            q = u / 1.5
            return _nearest(q, v / _ROOT3 - q / 2)
        r = v / 1.5
        return _nearest(u / _ROOT3 - r / 2, r)

    def corners(self, cell: Hex) -> list[tuple[float, float]]:
        """Return the six corners of a cell, clockwise from the right (flat) or the lower right (pointy)."""
        x, y = self.centre(cell)
        start = 0.0 if self.flat else math.pi / 6
        turns = (start + i * math.pi / 3 for i in range(6))
        return [(x + self.size * math.cos(t), y + self.size * math.sin(t)) for t in turns]
