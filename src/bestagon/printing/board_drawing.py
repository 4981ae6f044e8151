"""Boards in the style of print: thin cells, bold areas, sides told apart in black and white, no coordinates."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from bestagon.grid import DIRECTIONS, Hex, Layout
from bestagon.printing.svg import BOLD, INK, LINE, PALE, circle, hexagon, polygon, strokes, words
from bestagon.printing.symbols import name_of, symbol
from bestagon.scene.model import Cell, CellState, Grid, Piece, SeatStyle
from bestagon.scene.palette import TONES

SIDE: Final = 0.22
"""The thickness of a side in sizes of a cell."""
EDGE: Final = 0.32
"""The margin of a board with sides, in sizes of a cell."""
WITHOUT_OWN_VALUE: Final = frozenset(("d4", "d6", "d8", "d10", "d12", "d20", "die", "box", "printed", "bonus"))
"""Symbols on which the label is written; the others show their value themselves."""


class Extent(NamedTuple):
    """The rectangle around cells, in sizes of a cell."""

    left: float
    top: float
    width: float
    height: float


def extent(grid: Grid) -> Extent:
    """Return the rectangle around a grid, with room for its sides."""
    unit = Layout(1.0, flat=grid.flat)
    points = [corner for cell in grid.cells for corner in unit.corners(Hex(cell.q, cell.r))]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    edge = EDGE if grid.sides else 0.03
    return Extent(left - edge, top - edge, max(x for x, _ in points) - left + 2 * edge, max(y for _, y in points) - top + 2 * edge)


class BoardDrawing:
    """Draws a grid with its cells `size` from centre to corner, its upper left corner at `x`, `y`."""

    def __init__(self, grid: Grid, size: float, x: float, y: float, seats: Sequence[SeatStyle] = ()) -> None:
        """Place the grid."""
        around = extent(grid)
        self.grid = grid
        self.size = size
        self.seats = seats
        self.layout = Layout(size, x - around.left * size, y - around.top * size, grid.flat)
        self.places = {cell.id: Hex(cell.q, cell.r) for cell in grid.cells}

    def svg(self, cells: Mapping[str, CellState], marks: Collection[str] = (), span: tuple[float, float] = (0, math.inf)) -> str:
        """Return the board with what is on its cells, as far as they touch a span of the page; marked cells have a bold outline."""
        near = [
            cell for cell in self.grid.cells if span[0] - self.size <= self.layout.centre(self.places[cell.id])[0] <= span[1] + self.size
        ]
        tints = {cell: TONES[area.colour].pale for area in self.grid.areas if area.colour for cell in area.cells}
        ground = [self._ground(cell, tints.get(cell.id, "#fff")) for cell in near]
        content = [self._content(cell, cells[cell.id]) for cell in near if cell.id in cells]
        marked = [self._mark(cell) for cell in near if cell.id in marks]
        return "".join([*self._sides(), *ground, *self._outlines(), *content, *marked])

    def _ground(self, cell: Cell, fill: str) -> str:
        style = f'fill="{fill}" stroke="{INK}" stroke-width="{LINE}" stroke-linejoin="round"'
        return polygon(self.layout.corners(self.places[cell.id]), style)

    def _mark(self, cell: Cell) -> str:
        x, y = self.layout.centre(self.places[cell.id])
        width = max(0.5, self.size * 0.11)
        style = f'fill="none" stroke="{INK}" stroke-width="{width:.2f}" stroke-linejoin="round"'
        return hexagon(x, y, self.size - width * 0.55, style, flat=self.grid.flat)

    def _content(self, cell: Cell, state: CellState) -> str:
        x, y = self.layout.centre(self.places[cell.id])
        parts = []
        if state.kind:
            parts.append(symbol(state.kind, x, y, self.size, self._colour(state.seat)))
        parts += [symbol(mark, x, y, self.size) for mark in state.marks]
        if state.label and state.kind != "cross":
            parts.append(words(x, y, state.label, self.size * 0.78, bold=True))
        if state.piece is not None:
            parts.append(self._piece(x, y, state.piece))
        return "".join(parts)

    def _piece(self, x: float, y: float, piece: Piece) -> str:
        size, colour = self.size, self._colour(piece.seat)
        name = name_of(piece.kind, colour, piece.marks)
        if not name:
            dark = piece.seat == 0
            drawn = circle(x, y, size * 0.6, f'fill="{INK if dark else PALE}" stroke="{INK}" stroke-width="{LINE}"')
            return drawn + (words(x, y, piece.label, size * 0.6, bold=True, colour="#fff" if dark else INK) if piece.label else "")
        drawn = symbol(piece.kind, x, y, size, colour, piece.marks)
        if piece.label and name in WITHOUT_OWN_VALUE:
            drawn += words(x, y, piece.label, size * 0.6, bold=True)
        if piece.badge and piece.badge != piece.label:
            drawn += symbol("badge", x + size * 0.6, y + size * 0.5, size * 1.25) + words(
                x + size * 0.6, y + size * 0.5, piece.badge, size * 0.4
            )
        return drawn + (symbol("token", x, y, size) if "token" in piece.marks else "")

    def _colour(self, seat: int) -> str:
        return self.seats[seat].colour if 0 <= seat < len(self.seats) else ""

    def _outlines(self) -> list[str]:
        """Return bold outlines around the areas."""
        found = []
        for area in self.grid.areas:
            inside = {self.places[cell] for cell in area.cells}
            lines = [self._edge(place, d) for place in sorted(inside) for d in range(6) if place + DIRECTIONS[d] not in inside]
            found.append(strokes(lines, BOLD))
        return found

    def _sides(self) -> list[str]:
        """Return the sides of the seats: a solid band for the first, a striped one for the others."""
        found = []
        for n, side in enumerate(self.grid.sides):
            lines = [self._edge(self.places[cell], d) for cell, d in side.edges if cell in self.places]
            tone = TONES[side.colour].fill
            width = 2 * SIDE * self.size
            dash = f'stroke-dasharray="{0.16 * self.size:.2f} {0.26 * self.size:.2f}"'
            found += [strokes(lines, width, INK), strokes(lines, width - 2 * LINE, tone)]
            if n:
                found.append(strokes(lines, width - 2 * LINE, "#fff", dash, "butt"))
        return found

    def _edge(self, place: Hex, direction: int) -> tuple[float, float, float, float]:
        """Return the edge of a cell that faces a direction."""
        corners = self.layout.corners(place)
        # Corners go clockwise from the lower right, with flat tops from the right; directions go anticlockwise from the right.
        first = (6 if self.layout.flat else 5) - direction
        return (*corners[first % 6], *corners[(first + 1) % 6])
