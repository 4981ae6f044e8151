"""Axial coordinates (C1): cells, directions, distance, lines, rings and rotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple


class Hex(NamedTuple):
    """A cell or a step in axial coordinates: `q` along a row, `r` down the rows; the third cube axis is -q-r."""

    q: int
    r: int

    def __add__(self, other: tuple[int, ...]) -> Hex:  # type: ignore[override]
        """Return the sum."""
        return Hex(self.q + other[0], self.r + other[1])

    def __sub__(self, other: tuple[int, int]) -> Hex:
        """Return the step from `other` to this cell."""
        return Hex(self.q - other[0], self.r - other[1])

    def __mul__(self, times: int) -> Hex:  # type: ignore[override]
        """Return this step repeated `times` times."""
        return Hex(self.q * times, self.r * times)


CENTRE: Final = Hex(0, 0)

DIRECTIONS: Final = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""The six steps, anticlockwise from east, for pointy tops and rows that go down."""


def neighbour(cell: Hex, direction: int) -> Hex:
    """Return the cell next to `cell` in `direction`, modulo six."""
    return cell + DIRECTIONS[direction % 6]


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two cells."""
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


def rotate(cell: Hex, times: int = 1, about: Hex = CENTRE) -> Hex:
    """Return `cell` rotated by `times` sixths anticlockwise: direction d becomes d + times."""
    q, r = cell.q - about.q, cell.r - about.r
    for _ in range(times % 6):
        q, r = q + r, -q
    return Hex(about.q + q, about.r + r)


def reflect(cell: Hex) -> Hex:
    """Return the mirror image of `cell` with q and r swapped."""
    return Hex(cell.r, cell.q)


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the cells at distance `radius`, anticlockwise from the east corner."""
    if radius == 0:
        yield centre
        return
    cell = centre + DIRECTIONS[0] * radius
    for side in range(6):
        for _ in range(radius):
            yield cell
            cell = neighbour(cell, side + 2)


def spiral(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the cells within distance `radius`, ring by ring."""
    for steps in range(radius + 1):
        yield from ring(centre, steps)


def line(a: Hex, b: Hex) -> list[Hex]:
    """Return the cells on the straight line from `a` to `b`, both included."""
    steps = distance(a, b)
    if steps == 0:
        return [a]
    # A small offset decides lines that run exactly between two cells, always the same way.
    return [_nearest(a.q + 1e-6 + (b.q - a.q) * i / steps, a.r + 2e-6 + (b.r - a.r) * i / steps) for i in range(steps + 1)]


def _nearest(q: float, r: float) -> Hex:
    """Return the cell that contains the fractional point (q, r)."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return Hex(rq, rr)
