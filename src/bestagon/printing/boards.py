"""Boards to play on: a page, or two to glue together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from bestagon.grid import Hex
from bestagon.i18n import translate
from bestagon.printing.board_drawing import BoardDrawing, extent
from bestagon.printing.markdown import blocks
from bestagon.printing.paper import MARGIN, Page, Paper, TextBox
from bestagon.printing.svg import GRAY, HAIR, SMALLEST, TITLE_FONT, mm, page_svg, placed, strokes, words
from bestagon.printing.symbols import symbol
from bestagon.scene.printout import PrintBoard

LARGEST: Final = 34.0
"""The widest cell of a board that asks for no width."""
GLUE: Final = 6.0
"""The width of the strip that the second half is glued onto."""
TRIM: Final = 10.0
"""Where the second half is cut off, from its left edge."""
CORNER: Final = (64.0, 30.0)
"""The room for the title and the note."""
LEGEND_LINE: Final = 9.0
STRIP: Final = 12.0
"""The height of the title above a board without a free corner."""


class _Canvas(NamedTuple):
    """What a board is drawn on: one sheet of paper, or two side by side."""

    paper: Paper
    pages: int

    @property
    def width(self) -> float:
        """The width from the left edge of the first page to the right edge of the last."""
        return self.paper.width if self.pages == 1 else 2 * self.paper.width - MARGIN - GLUE - TRIM


def board_pages(board: PrintBoard, paper: Paper) -> list[Page]:
    """Return a board on as few pages as its cells allow."""
    around = extent(board.grid)
    wanted = (board.cell or LARGEST) / math.sqrt(3)

    def largest(canvas: _Canvas) -> float:
        return min((canvas.width - 2 * MARGIN) / around.width, (canvas.paper.height - 2 * MARGIN) / around.height)

    canvases = [_Canvas(paper.landscape(), 1), _Canvas(paper, 1), _Canvas(paper, 2)]
    good = [canvas for canvas in canvases if largest(canvas) >= wanted]
    chosen = good[0] if good else max(canvases if board.cell else canvases[:2], key=largest)
    size = min(wanted, largest(chosen))
    left, top = (chosen.width - around.width * size) / 2, (chosen.paper.height - around.height * size) / 2
    drawing = BoardDrawing(board.grid, size, left, top, board.seats)
    centres = [drawing.layout.centre(Hex(cell.q, cell.r)) for cell in board.grid.cells]
    corners = _free_corners(chosen, centres, size, len(board.legend))
    if not {"top left", "top right"} & corners.keys():
        size = min(size, (chosen.paper.height - 2 * MARGIN - STRIP) / around.height)
        left = (chosen.width - around.width * size) / 2
        drawing = BoardDrawing(board.grid, size, left, MARGIN + STRIP, board.seats)
    captions, texts = _captions(board, chosen, corners)
    if chosen.pages == 1:
        return [Page(chosen.paper, page_svg(chosen.paper, [drawing.svg(board.cells), captions]), tuple(texts))]
    return _halves(board, drawing, chosen.paper, captions, texts)


def _free_corners(canvas: _Canvas, centres: Sequence[tuple[float, float]], size: float, lines: int) -> dict[str, tuple[float, float]]:
    """Return the upper left points of the corners that have room for the title and the note, or at the bottom for the legend."""
    wide, high = CORNER
    tall = lines * LEGEND_LINE
    right, bottom = canvas.width - MARGIN - wide, canvas.paper.height - MARGIN
    tries = {"top left": (MARGIN, MARGIN, high), "bottom left": (MARGIN, bottom - tall, tall)}
    if canvas.pages == 1:
        tries |= {"top right": (right, MARGIN, high), "bottom right": (right, bottom - tall, tall)}
    return {
        name: (x, y)
        for name, (x, y, height) in tries.items()
        if not any(x - size < a < x + wide + size and y - size < b < y + height + size for a, b in centres)
    }


def _captions(board: PrintBoard, canvas: _Canvas, corners: dict[str, tuple[float, float]]) -> tuple[str, list[TextBox]]:
    """Return the title and the legend as a drawing, and the note as text."""
    corner = corners.get("top left") or corners.get("top right")
    x, y = corner or (MARGIN, MARGIN)
    svg = words(x, y + 3.5, board.title, 6.2, anchor="start", face=TITLE_FONT)
    texts = []
    if board.note and corner:
        texts.append(TextBox(x, y + 9, CORNER[0], CORNER[1] - 9, blocks(board.note), 9))
    elif board.note:
        texts.append(TextBox(x + 70, y, canvas.paper.width - 2 * MARGIN - 70, STRIP - 3, blocks(board.note), 9))
    place = corners.get("bottom left") or corners.get("bottom right")
    if board.legend and place:
        for n, (kind, meaning) in enumerate(board.legend):
            middle = place[1] + (n + 0.5) * LEGEND_LINE
            svg += symbol(kind, place[0] + 4, middle, 4) + words(place[0] + 10, middle, meaning, SMALLEST, anchor="start")
    return svg, texts


def _halves(board: PrintBoard, drawing: BoardDrawing, paper: Paper, captions: str, texts: list[TextBox]) -> list[Page]:
    """Return the two halves of a board, whose title and note are on the first."""
    seam, height = paper.width - MARGIN - GLUE, paper.height
    end, shift = paper.width - MARGIN, TRIM - seam
    first = _clipped(drawing.svg(board.cells, span=(0, end)), 0, end, height) + captions
    first += strokes([(seam, MARGIN, seam, height - MARGIN)], HAIR, GRAY, 'stroke-dasharray="1 2"')
    first += words(seam - 2, height - MARGIN - 2, translate("glue the other half onto this edge"), SMALLEST, anchor="end", colour=GRAY)
    half = _clipped(drawing.svg(board.cells, span=(seam, math.inf)), seam, seam + paper.width, height)
    second = placed(half, shift, 0) + strokes([(TRIM, MARGIN, TRIM, height - MARGIN)], HAIR, GRAY, 'stroke-dasharray="3 2"')
    second += words(TRIM + 2, height - MARGIN - 2, translate("cut here"), SMALLEST, anchor="start", colour=GRAY)
    return [Page(paper, page_svg(paper, [first]), tuple(texts)), Page(paper, page_svg(paper, [second]))]


def _clipped(svg: str, left: float, right: float, height: float) -> str:
    name = f"part{int(left)}"
    clip = f'<clipPath id="{name}"><rect x="{mm(left)}" y="0" width="{mm(right - left)}" height="{mm(height)}"/></clipPath>'
    return f'{clip}<g clip-path="url(#{name})">{svg}</g>'
