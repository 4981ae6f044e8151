"""Draws boards as SVG."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bestagon.grid import DIRECTIONS, Hex, Layout
from bestagon.scene.model import Board, BoardState, Cell, CellState, Grid, Piece, SeatStyle, Stage
from bestagon.scene.palette import FAINT, GLOW, INK, LINE, PAPER, TONES
from bestagon.scene.svg_parts import WRITTEN, Block, label, moved, number, symbol, text, written
from bestagon.scene.svg_sheet import area_tone, badge_places, bands, pencil_grid, tags
from bestagon.scene.symbols import form_of, forms
from bestagon.scene.theme import Theme

WIDEST: Final = 560.0
LARGEST: Final = 38.0
"""The greatest distance from the centre of a cell to its corners."""
MARKER: Final = 3.8
"""The width of the pen on a pad."""
FRAME: Final = 34.0
"""The margin of a board that lies on a table of its own."""
RIM: Final = 8
"""How much of the table is seen around a board."""


def draw_board(
    stage: Stage, board: Board, field: BoardState, clickable: Collection[str], width: float = WIDEST, *, coordinates: bool = False
) -> Block:
    """Return a board with its pieces on its table; clickable cells have a dot, or a ring around their piece."""
    grid, theme = stage.grids[board.grid], stage.theme
    cells = _shown(grid, field, {cell.id for cell in grid.cells if board.id + cell.id in clickable})
    unit = Layout(1.0, flat=grid.flat)
    points = [corner for cell in cells for corner in unit.corners(Hex(cell.q, cell.r))]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    margin = FRAME if theme.palette else 8.0
    size = min(LARGEST, (width - 2 * margin) / wide)
    layout = Layout(size, margin - left * size, margin - top * size, grid.flat)
    painter = _Painter(stage, grid, layout)
    lit = {cell for area in grid.areas if area.name in field.highlighted for cell in area.cells}
    ground = [painter.ground(cell, field.cells.get(cell.id), cell.id in lit) for cell in cells]
    glow = [painter.can(cell, cell.id in field.cells) for cell in cells if board.id + cell.id in clickable]
    content = [painter.content(cell, field.cells[cell.id]) for cell in cells if cell.id in field.cells]
    names = [painter.name(cell) for cell in cells if cell.id not in field.cells] if coordinates else []
    pencil = [pencil_grid(theme, layout, painter.places.values())] if theme.board == "notebook" else []
    drawn = bands(theme, layout, painter.places, field)
    labels = tags(theme, layout, painter.places, grid.areas, field)
    full = (wide * size + 2 * margin, high * size + 2 * margin)
    table = _table(theme, *full)
    parts = [table, *painter.sides(), *ground, *painter.outlines(), *pencil, drawn, *names, *content, *glow, labels]
    return Block("".join(parts), *full)


def _table(theme: Theme, width: float, height: float) -> str:
    """Return the surface that a board lies on; nothing without a theme."""
    if not theme.palette:
        return ""
    table = f'<rect width="{number(width)}" height="{number(height)}" rx="14" fill="{theme.palette["surface"][0]}"/>'
    if theme.board in ("none", "island"):
        return table
    fill, edge = theme.palette["board"][0], theme.palette.get("board-edge", (LINE, LINE))[0]
    inner = f'x="{RIM}" width="{number(width - 2 * RIM)}" height="{number(height - 2 * RIM)}" rx="9"'
    below = f'<rect y="{RIM + 3}" {inner} fill="#000" fill-opacity=".35"/>'
    strip = f'<path d="M{RIM} {RIM + 9}V{RIM}H{number(width - RIM)}V{RIM + 9}Z" fill="{edge}"/>' if theme.board == "pad" else ""
    return f'{table}{below}<rect y="{RIM}" {inner} fill="{fill}"/>{strip}'


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
        self.theme = stage.theme
        self.grid = grid
        self.layout = layout
        self.scale = layout.size / 50
        self.places = {cell.id: Hex(cell.q, cell.r) for cell in grid.cells}
        self.tints = {cell: area_tone(stage.theme, area.colour) for area in grid.areas if area.colour for cell in area.cells}

    def ground(self, cell: Cell, state: CellState | None, lit: bool) -> str:
        """Return the cell itself, in a stronger colour if its area is completed."""
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in self.layout.corners(self.places[cell.id]))
        palette = self.theme.palette
        kind = state.kind if state is not None else ""
        pencilled = self.theme.board == "notebook"
        role = "filled" if pencilled and state is not None else f"cell-{kind}"
        fill = (palette.get(role) or palette.get("cell") or (PAPER, PAPER))[0]
        line = "none" if pencilled else palette.get("cell-line", (LINE, LINE))[0]
        drawn = f'<polygon points="{corners}" fill="{fill}" stroke="{line}" stroke-width="1"/>'
        if lit or cell.id in self.tints:
            tint = self.tints.get(cell.id, GLOW)
            drawn += f'<polygon points="{corners}" fill="{tint}" fill-opacity="{".64" if lit else ".44" if state is not None else ".22"}"/>'
        if state is not None and kind:
            under = ("under",) if state.piece is not None else ()
            drawn += moved(
                symbol(kind, self._name(state.seat), under),
                *self.layout.centre(self.places[cell.id]),
                self.scale,
                f' color="{self._colour(state.seat)}"',
            )
        return drawn

    def _name(self, seat: int) -> str:
        return self.players[seat].colour if seat >= 0 else ""

    def _colour(self, seat: int) -> str:
        return TONES[self._name(seat)].fill if seat >= 0 else "#888"

    def can(self, cell: Cell, occupied: bool) -> str:
        """Return the mark of a clickable cell: a dot, or a thin ring around what is on it."""
        x, y = self.layout.centre(self.places[cell.id])
        if not occupied:
            return moved(f'<circle r="10.5" fill="{PAPER}"/><circle r="7.5" fill="{GLOW}"/>', x, y, self.scale)
        inner = Layout(self.layout.size * 0.9, x, y, self.layout.flat)
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in inner.corners(Hex(0, 0)))
        casing = f'<polygon points="{corners}" fill="none" stroke="{PAPER}" stroke-width="3.4" stroke-linejoin="round"/>'
        return f'{casing}<polygon points="{corners}" fill="none" stroke="{GLOW}" stroke-width="1.8" stroke-linejoin="round"/>'

    def name(self, cell: Cell) -> str:
        """Return the coordinate of an empty cell, if there is room for it."""
        x, y = self.layout.centre(self.places[cell.id])
        return text(x, y, cell.id, self.layout.size * 0.42, FAINT, "middle") if self.layout.size >= 15 else ""

    def content(self, cell: Cell, state: CellState) -> str:
        """Return label, piece and marks of a cell."""
        parts = [symbol(mark) for mark in state.marks]
        if state.label and state.kind != "cross":
            by_hand = not state.kind and WRITTEN.fullmatch(state.label)
            parts.append(self._written(state.label) if by_hand else label(self.theme, state.kind, state.label))
        if state.piece is not None:
            parts.append(self._piece(state.piece))
        return moved("".join(parts), *self.layout.centre(self.places[cell.id]), self.scale)

    def _written(self, words: str) -> str:
        ink = self.theme.palette.get("ink", (INK, INK))[0]
        return written(words, ink, width=MARKER) if self.theme.board == "pad" else written(words, ink)

    def _piece(self, piece: Piece) -> str:
        colour = self._name(piece.seat)
        name = form_of(piece.kind, colour, piece.marks)
        parts = [f'<g color="{self._colour(piece.seat)}">{symbol(piece.kind, colour, piece.marks)}</g>']
        if piece.facing >= 0:
            parts.append(f'<g transform="rotate({(30 if self.layout.flat else 0) - 60 * piece.facing})">{symbol("facing")}</g>')
        parts.append(label(self.theme, name, piece.label))
        if piece.seat >= 0 and "@" not in name:
            # The owner's emblem, for people who cannot tell colours apart.
            emblem = symbol(f"emblem-{self.players[piece.seat].emblem}")
            parts.append(moved(emblem, 0, 0, 0.9, ' fill="#fff" stroke="#222" stroke-width="2"'))
        parts += [symbol(mark) for mark in piece.marks if f"{piece.kind}.{mark}" not in forms()]
        if piece.badge and (piece.badge != piece.label or "hit" in piece.marks):
            shield = symbol("badge", states=_badge_states(piece))
            parts.append(moved(shield + text(0, 1, piece.badge, 20, "#fff", "middle", "bold"), 27, 24))
        return "".join(parts)

    def outlines(self) -> list[str]:
        """Return the outlines of the areas."""
        found = []
        for area in self.grid.areas:
            inside = {self.places[cell] for cell in area.cells}
            edges = [self._edge(place, d) for place in inside for d in range(6) if place + DIRECTIONS[d] not in inside]
            if area.colour:
                found.append(_strokes(edges, area_tone(self.theme, area.colour), 2.6))
        return found

    def sides(self) -> list[str]:
        """Return the sides of the seats: the owner's colour on a dark line."""
        found = []
        for side in self.grid.sides:
            edges = [self._edge(self.places[cell], d) for cell, d in side.edges]
            tone = TONES[side.colour]
            found += [_strokes(edges, tone.edge, 8), _strokes(edges, tone.fill, 5)]
            places = badge_places(self.layout, self.places, side) if side.badge else []
            found += [moved(symbol(side.badge), *place, 0.6 * self.scale) for place in places]
        return found

    def _edge(self, place: Hex, direction: int) -> str:
        """Return the edge of a cell that faces a direction."""
        corners = self.layout.corners(place)
        # Corners go clockwise from the lower right, with flat tops from the right; directions go anticlockwise from the right.
        first = (6 if self.layout.flat else 5) - direction
        a, b = corners[first % 6], corners[(first + 1) % 6]
        return f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"


def _badge_states(piece: Piece) -> tuple[str, ...]:
    """Return whether a badge shows more or less than the piece's own number."""
    if not (piece.badge.isdecimal() and piece.label.isdecimal()):
        return ()
    return ("more",) if int(piece.badge) > int(piece.label) else ("less",) if int(piece.badge) < int(piece.label) else ()


def _strokes(edges: list[str], colour: str, width: float) -> str:
    return f'<path d="{"".join(sorted(edges))}" fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"/>'
