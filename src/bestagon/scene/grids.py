"""Stages from shapes: cells, outlines and the looks of seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bestagon.grid import Shape, rhombus
from bestagon.scene.model import Area, Board, Cell, Grid, SeatStyle, Side

COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "orange", "teal", "brown")
PATTERNS: Final = ("plain", "stripes", "dots", "checks", "rings", "waves", "crosses", "zigzag")


def players(names: Sequence[str], colours: Sequence[str] = COLOURS) -> tuple[SeatStyle, ...]:
    """Return the looks of seats, each with a colour and a pattern of its own."""
    return tuple(SeatStyle(name, colours[seat], PATTERNS[seat]) for seat, name in enumerate(names))


def grid(
    shape: Shape,
    *,
    sides: tuple[Side, ...] = (),
    areas: tuple[Area, ...] = (),
    crop: bool = False,
    names: Callable[[int], str] = lambda cell: "",
) -> Grid:
    """Return the grid of a shape, its cells called as in the notation; `names` says more about a cell where there is more."""
    cells = tuple(Cell(shape.names[i], cell.q, cell.r, names(i)) for i, cell in enumerate(shape.cells))
    return Grid(cells, sides, areas, crop=crop)


def rhombus_sides(size: int, owners: Sequence[SeatStyle]) -> tuple[Side, ...]:
    """Return the sides of a rhombus: top and bottom for the first of two owners, left and right for the second."""
    names, last = rhombus(size).names, size * (size - 1)
    across = [(names[i], d) for i in range(size) for d in (2, 1)] + [(names[last + i], d) for i in range(size) for d in (4, 5)]
    down = [(names[i], d) for i in range(0, size * size, size) for d in (3, 4)]
    down += [(names[i + size - 1], d) for i in range(0, size * size, size) for d in (0, 1)]
    # Two corners have an edge that looks both up (or down) and aside: it goes to the first owner.
    edges = (across, [edge for edge in down if edge not in across])
    return tuple(Side(owner.name, owner.colour, tuple(edges[seat]), seat) for seat, owner in enumerate(owners))


def sheets(names: Sequence[str]) -> tuple[Board, ...]:
    """Return a board for every seat, all of the first grid: `p1.` for the first seat, and so on."""
    return tuple(Board(f"p{seat + 1}.", 0, seat, name) for seat, name in enumerate(names))
