"""Score sheets, two or four to a page, with lines to cut along."""

from __future__ import annotations

from typing import Final

from bestagon.i18n import translate
from bestagon.printing.board_drawing import BoardDrawing, extent
from bestagon.printing.markdown import blocks
from bestagon.printing.paper import MARGIN, MARK_MARGIN, Page, Paper, TextBox
from bestagon.printing.svg import GRAY, HAIR, INK, LINE, TITLE_FONT, page_svg, rectangle, strokes, words
from bestagon.printing.symbols import symbol, symbols
from bestagon.scene.palette import TONES
from bestagon.scene.printout import BoxRow, PrintSheet

HEAD: Final = 8.0
"""The height of title and name."""
ROW_TITLE: Final = 4.6
BOX: Final = 9.2
"""The largest side of a box."""
TOTAL: Final = 1.6
"""The width of a total in boxes."""
GAP: Final = 2.5
SCORE_LINE: Final = 6.0
RULES: Final = 34.0
"""The height of the rules below a board."""


def sheet_pages(sheet: PrintSheet, paper: Paper, count: int) -> list[Page]:
    """Return pages with at least `count` sheets; a page is always filled."""
    across = 2 if sheet.per_page == 4 else 1
    width, height = paper.width / across, paper.height / 2
    parts, texts = [_cut_lines(paper, across)], []
    for row in range(2):
        for column in range(across):
            frame = (column * width + MARGIN, row * height + MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
            drawn, text = (_upright if across == 2 else _sideways)(sheet, *frame)
            parts.append(drawn)
            texts.append(text)
    page = Page(paper, page_svg(paper, parts), tuple(texts))
    return [page] * -(-count // sheet.per_page)


def _cut_lines(paper: Paper, across: int) -> str:
    y, end = paper.height / 2, paper.width - MARK_MARGIN
    lines = [(MARK_MARGIN, y, end, y)]
    if across == 2:
        lines.append((paper.width / 2, MARK_MARGIN, paper.width / 2, paper.height - MARK_MARGIN))
    return strokes(lines, HAIR, GRAY, 'stroke-dasharray="2 2"')


def _head(sheet: PrintSheet, x: float, y: float, width: float) -> str:
    """Return the title and a line for the player's name."""
    name = translate("Name")
    line = strokes([(x + width * 0.62, y + 5.6, x + width, y + 5.6)], LINE)
    return (
        words(x, y + 3.2, sheet.title, 5.2, anchor="start", face=TITLE_FONT)
        + words(x + width * 0.61, y + 4.0, name, 3, anchor="end", colour=GRAY)
        + line
    )


def _upright(sheet: PrintSheet, x: float, y: float, width: float, height: float) -> tuple[str, TextBox]:
    """Return a sheet with the board above the boxes and the rules."""
    rows = sum(_row_height(row, width) + GAP for row in sheet.rows)
    room = height - HEAD - rows - RULES - GAP
    board, _ = _board(sheet, x, y + HEAD, width, room)
    parts, top = [_head(sheet, x, y, width), board], y + HEAD + room + GAP
    for row in sheet.rows:
        parts.append(_boxes(row, x, top, width))
        top += _row_height(row, width) + GAP
    return "".join(parts), TextBox(x, top, width, y + height - top, blocks(sheet.rules), 9, columns=2)


def _sideways(sheet: PrintSheet, x: float, y: float, width: float, height: float) -> tuple[str, TextBox]:
    """Return a sheet with the board on the left, and boxes, scores and rules on the right."""
    board, used = _board(sheet, x, y + HEAD, width * 0.6, height - HEAD)
    left, right = x + used + 2 * GAP, width - used - 2 * GAP
    parts, top = [_head(sheet, x, y, width), board], y + HEAD + 1
    for row in sheet.rows:
        parts.append(_boxes(row, left, top, right))
        top += _row_height(row, right) + GAP
    if sheet.scores:
        parts.append(_score_table(sheet.scores, left, top, right))
        top += SCORE_LINE * -(-len(sheet.scores) // 2) + GAP
    return "".join(parts), TextBox(left, top, right, y + height - top, blocks(sheet.rules), 9)


def _board(sheet: PrintSheet, x: float, y: float, width: float, height: float) -> tuple[str, float]:
    """Return the board as large as fits, centred, and the width it takes."""
    around = extent(sheet.grid)
    size = min(width / around.width, height / around.height)
    left = x + (width - around.width * size) / 2 if sheet.per_page == 4 else x
    top = y + (height - around.height * size) / 2
    return BoardDrawing(sheet.grid, size, left, top).svg(sheet.cells), around.width * size


def _side(row: BoxRow, width: float) -> float:
    """Return the side of a row's boxes."""
    return min(BOX, width / (len(row.boxes) + (TOTAL + 0.3 if row.total else 0)))


def _row_height(row: BoxRow, width: float) -> float:
    return ROW_TITLE + _side(row, width)


def _boxes(row: BoxRow, x: float, y: float, width: float) -> str:
    """Return a titled row of boxes, with a total at the end."""
    side = _side(row, width)
    top = y + ROW_TITLE
    edge = TONES[row.colour].edge if row.colour else INK
    fill = TONES[row.colour].pale if row.colour else "#fff"
    style = f'fill="{fill}" stroke="{edge}" stroke-width="{LINE * 1.3:.2f}"'
    parts = [words(x, y + 1.8, row.title, 3, anchor="start", bold=True)]
    for n, text in enumerate(row.boxes):
        left = x + n * side
        parts.append(rectangle(left, top, side, side, style))
        if text in symbols():
            parts.append(symbol(text, left + side / 2, top + side / 2, side * 0.46))
        elif text:
            parts.append(words(left + side / 2, top + side / 2, text, side * 0.5, bold=True))
    if row.total:
        left = x + (len(row.boxes) + 0.3) * side
        parts.append(rectangle(left, top, TOTAL * side, side, f'fill="#fff" stroke="{INK}" stroke-width="0.7"'))
        parts.append(words(left + TOTAL * side / 2, y + 1.8, row.total, 3, bold=True))
    return "".join(parts)


def _score_table(lines: tuple[str, ...], x: float, y: float, width: float) -> str:
    """Return lines with a box each, in two columns; the last one is bold."""
    rows, column = -(-len(lines) // 2), (width - GAP) / 2
    parts = []
    for n, text in enumerate(lines):
        left, top = x + (n // rows) * (column + GAP), y + (n % rows) * SCORE_LINE
        last = n == len(lines) - 1
        box = min(12.0, column * 0.4)
        parts.append(words(left, top + SCORE_LINE / 2, text, 3, anchor="start", bold=last))
        style = f'fill="#fff" stroke="{INK}" stroke-width="{0.7 if last else LINE}"'
        parts.append(rectangle(left + column - box, top, box, SCORE_LINE, style))
    return "".join(parts)
