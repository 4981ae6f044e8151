"""Draws boards as SVG."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bestagon.grid import DIRECTIONS, Hex, Layout
from bestagon.scene.model import Board, BoardState, Cell, CellState, Grid, Piece, SeatStyle, Stage
from bestagon.scene.palette import FAINT, GLOW, INK, LINE, PAPER, TONES
from bestagon.scene.svg_parts import Block, moved, number, symbol, text

WIDEST: Final = 560.0
LARGEST: Final = 38.0
"""The greatest distance from the centre of a cell to its corners."""
HAND: Final = "'Segoe Print', 'Bradley Hand', 'Comic Neue', cursive, 'DejaVu Sans', sans-serif"
"""The font of numbers that players write."""
LIGHT_ON: Final = ("printed",)
"""Kinds of cells that are so dark that their labels are white."""


def draw_board(stage: Stage, board: Board, field: BoardState, clickable: Collection[str], width: float = WIDEST) -> Block:
    """Return a board with its pieces; clickable cells have a glowing edge."""
    grid = stage.grids[board.grid]
    cells = _shown(grid, field, {cell.id for cell in grid.cells if board.id + cell.id in clickable})
    unit = Layout(1.0, flat=grid.flat)
    points = [corner for cell in cells for corner in unit.corners(Hex(cell.q, cell.r))]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    size = min(LARGEST, (width - 16) / wide)
    layout = Layout(size, 8 - left * size, 8 - top * size, grid.flat)
    painter = _Painter(stage, grid, layout)
    lit = {cell for area in grid.areas if area.name in field.highlighted for cell in area.cells}
    ground = [painter.ground(cell, field.cells.get(cell.id), cell.id in lit) for cell in cells]
    glow = [painter.glow(cell) for cell in cells if board.id + cell.id in clickable]
    content = [painter.content(cell, field.cells[cell.id]) for cell in cells if cell.id in field.cells]
    names = [painter.name(cell) for cell in cells if cell.id not in field.cells]
    parts = [*ground, *painter.outlines(), *painter.sides(), *glow, *names, *content]
    return Block("".join(parts), wide * size + 16, high * size + 16)


def _shown(grid: Grid, field: BoardState, clickable: set[str]) -> list[Cell]:
    """Return the cells to draw: of a cropped grid only those in use and their neighbours."""
    if not grid.crop:
        return list(grid.cells)
    used = {(cell.q, cell.r) for cell in grid.cells if cell.id in field.cells or cell.id in clickable} or {(0, 0)}
    near = used | {(q + step.q, r + step.r) for q, r in used for step in DIRECTIONS}
    return [cell for cell in grid.cells if (cell.q, cell.r) in near]


class _Painter:
    """Draws single cells of a grid."""

    def __init__(self, stage: Stage, grid: Grid, layout: Layout) -> None:
        self.players: tuple[SeatStyle, ...] = stage.players
        self.grid = grid
        self.layout = layout
        self.scale = layout.size / 50
        self.places = {cell.id: Hex(cell.q, cell.r) for cell in grid.cells}
        self.tints = {cell: TONES[area.colour].pale for area in grid.areas if area.colour for cell in area.cells}
        self.strong = {cell: TONES[area.colour].fill for area in grid.areas if area.colour for cell in area.cells}

    def ground(self, cell: Cell, state: CellState | None, lit: bool) -> str:
        """Return the cell itself, in a stronger colour if its area is completed."""
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in self.layout.corners(self.places[cell.id]))
        fill = self.tints.get(cell.id, PAPER)
        drawn = f'<polygon points="{corners}" fill="{fill}" stroke="{LINE}" stroke-width="1"/>'
        if lit:
            drawn += f'<polygon points="{corners}" fill="{self.strong.get(cell.id, GLOW)}" fill-opacity=".3"/>'
        if state is not None and state.kind:
            owner = f' color="{self._colour(state.seat)}"'
            drawn += moved(symbol(state.kind), *self.layout.centre(self.places[cell.id]), self.scale, owner)
        return drawn

    def _colour(self, seat: int) -> str:
        return TONES[self.players[seat].colour].fill if seat >= 0 else "#888"

    def glow(self, cell: Cell) -> str:
        """Return the glowing edge of a clickable cell."""
        inner = Layout(self.layout.size * 0.88, *self.layout.centre(self.places[cell.id]), self.layout.flat)
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in inner.corners(Hex(0, 0)))
        return f'<polygon points="{corners}" fill="none" stroke="{GLOW}" stroke-width="1.4" stroke-opacity=".75"/>'

    def name(self, cell: Cell) -> str:
        """Return the coordinate of an empty cell, if there is room for it."""
        x, y = self.layout.centre(self.places[cell.id])
        return text(x, y, cell.id, self.layout.size * 0.42, FAINT, "middle") if self.layout.size >= 15 else ""

    def content(self, cell: Cell, state: CellState) -> str:
        """Return label, piece and marks of a cell."""
        parts = [symbol(mark) for mark in state.marks]
        if state.label and state.kind != "cross":
            colour = "#fff" if state.kind in LIGHT_ON else INK
            words = text(0, 0, state.label, 46 if len(state.label) < 2 else 40, colour, "middle", "bold" if state.kind else "")
            parts.append(words if state.kind else f'<g font-family="{HAND}">{words}</g>')
        if state.piece is not None:
            parts.append(self._piece(state.piece))
        return moved("".join(parts), *self.layout.centre(self.places[cell.id]), self.scale)

    def _piece(self, piece: Piece) -> str:
        owner = self.players[piece.seat] if piece.seat >= 0 else None
        parts = [symbol(mark) for mark in piece.marks if mark == "guard"]
        if piece.facing >= 0:
            parts.append(f'<g transform="rotate({(30 if self.layout.flat else 0) - 60 * piece.facing})">{symbol("facing")}</g>')
        parts.append(f'<g color="{self._colour(piece.seat)}">{symbol(piece.kind)}</g>')
        if piece.label:
            parts.append(f'<g stroke="{INK}" stroke-width="1">{text(0, 4, piece.label, 38, "#fff", "middle", "bold")}</g>')
        if owner is not None and not piece.kind.startswith("cap-"):
            # The first letter of the owner's name, for people who cannot tell colours apart.
            parts.append(
                text(-30 if piece.label else 0, -30 if piece.label else 0, owner.name[0], 20 if piece.label else 26, INK, "middle", "bold")
            )
        if piece.badge:
            parts.append(moved(symbol("badge"), 30, 28) + text(30, 28, piece.badge, 18, INK, "middle", "bold"))
        hits = piece.marks.count("hit")
        parts += [moved(symbol("hit"), 14 * (i - (hits - 1) / 2) - 6, 38) for i in range(hits)]
        parts += [symbol(mark) for mark in piece.marks if mark not in ("guard", "hit")]
        return "".join(parts)

    def outlines(self) -> list[str]:
        """Return the outlines of the areas."""
        found = []
        for area in self.grid.areas:
            inside = {self.places[cell] for cell in area.cells}
            edges = [self._edge(place, d) for place in inside for d in range(6) if place + DIRECTIONS[d] not in inside]
            if area.colour:
                found.append(_strokes(edges, TONES[area.colour].edge, 2.2))
        return found

    def sides(self) -> list[str]:
        """Return the sides of the seats: the owner's colour on a dark line."""
        found = []
        for side in self.grid.sides:
            edges = [self._edge(self.places[cell], d) for cell, d in side.edges]
            tone = TONES[side.colour]
            found += [_strokes(edges, tone.edge, 8), _strokes(edges, tone.fill, 5)]
        return found

    def _edge(self, place: Hex, direction: int) -> str:
        """Return the edge of a cell that faces a direction."""
        corners = self.layout.corners(place)
        # Corners go clockwise from the lower right, with flat tops from the right; directions go anticlockwise from the right.
        first = (6 if self.layout.flat else 5) - direction
        a, b = corners[first % 6], corners[(first + 1) % 6]
        return f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"


def _strokes(edges: list[str], colour: str, width: float) -> str:
    return f'<path d="{"".join(sorted(edges))}" fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"/>'
