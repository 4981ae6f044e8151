"""Helpers for stages: grids from shapes, sides, sheets and the styles of seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import msgspec

from bestagon.grid import Hex, Shape, distance, rhombus
from bestagon.scene.model import Area, Board, Cell, Grid, SeatStyle, Side

COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "orange", "teal", "brown")
EMBLEMS: Final = ("disc", "diamond", "triangle", "square", "star", "cross", "ring", "chevron")


def players(names: Sequence[str], colours: Sequence[str] = COLOURS) -> tuple[SeatStyle, ...]:
    """Return the styles of seats, each with its own colour and emblem."""
    return tuple(SeatStyle(name, colours[seat], EMBLEMS[seat]) for seat, name in enumerate(names))


def grid(
    shape: Shape,
    *,
    sides: tuple[Side, ...] = (),
    areas: tuple[Area, ...] = (),
    crop: bool = False,
    names: Callable[[int], str] = lambda cell: "",
) -> Grid:
    """Return the grid of a shape, with cells named as in the notation; `names` adds names for screen readers."""
    cells = tuple(Cell(shape.names[i], cell.q, cell.r, names(i)) for i, cell in enumerate(shape.cells))
    return Grid(cells, sides, areas, crop=crop)


def rhombus_sides(size: int, owners: Sequence[SeatStyle], badges: Sequence[str] = ("", "")) -> tuple[Side, ...]:
    """Return the sides of a rhombus: top and bottom for the first of two owners, left and right for the second."""
    names, last = rhombus(size).names, size * (size - 1)
    across = [(names[i], d) for i in range(size) for d in (2, 1)] + [(names[last + i], d) for i in range(size) for d in (4, 5)]
    down = [(names[i], d) for i in range(0, size * size, size) for d in (3, 4)]
    down += [(names[i + size - 1], d) for i in range(0, size * size, size) for d in (0, 1)]
    # In two corners an edge faces both up (or down) and aside: it goes to the first owner.
    edges = (across, [edge for edge in down if edge not in across])
    return tuple(Side(owner.name, owner.colour, tuple(edges[seat]), seat, badges[seat]) for seat, owner in enumerate(owners))


def sheets(names: Sequence[str]) -> tuple[Board, ...]:
    """Return one board per seat, `p1.`, `p2.` and so on, all with the first grid."""
    return tuple(Board(f"p{seat + 1}.", 0, seat, name) for seat, name in enumerate(names))


def part_of(grid: Grid, centres: Collection[str], near: int) -> Grid:
    """Return the part of a grid within `near` cells of some of its cells."""
    middles = [Hex(cell.q, cell.r) for cell in grid.cells if cell.id in centres]
    kept = tuple(cell for cell in grid.cells if any(distance(Hex(cell.q, cell.r), middle) <= near for middle in middles))
    names = {cell.id for cell in kept}
    sides = tuple(msgspec.structs.replace(side, edges=tuple(edge for edge in side.edges if edge[0] in names)) for side in grid.sides)
    areas = tuple(msgspec.structs.replace(area, cells=tuple(cell for cell in area.cells if cell in names)) for area in grid.areas)
    return msgspec.structs.replace(grid, cells=kept, sides=sides, areas=areas, crop=False)
