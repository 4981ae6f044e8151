"""Cards of 63 x 88 mm: nine to a page, their backs mirrored for printing on both sides, and cut marks."""

from __future__ import annotations

from typing import Final

from bestagon.grid import Hex, Layout
from bestagon.printing.paper import MARK_MARGIN, Page, Paper
from bestagon.printing.svg import GRAY, HAIR, INK, LINE, TITLE_FONT, hexagon, page_svg, placed, rectangle, strokes, words
from bestagon.printing.symbols import symbol
from bestagon.scene.model import Figure
from bestagon.scene.printout import PrintCard, PrintCards

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
COLUMNS: Final = 3
ROWS: Final = 3
FRAME: Final = 3.5
"""The white edge of a card."""
FIELD: Final = (53.0, 56.0)
"""The room for a pattern."""
LARGEST: Final = 8.0


def card_pages(part: PrintCards, paper: Paper) -> list[Page]:
    """Return fronts and backs in turn."""
    each = COLUMNS * ROWS
    size = _common_size([card.figure for card in part.cards])
    pages = []
    for start in range(0, len(part.cards), each):
        chosen = part.cards[start : start + each]
        fronts = {place: _front(card, size, part.caption) for place, card in enumerate(chosen)}
        # The page is turned over its long edge: what is left on the front is right on the back.
        backs = {place - 2 * (place % COLUMNS) + COLUMNS - 1: _back(part.title) for place in fronts}
        pages += [_page(paper, fronts), _page(paper, backs)]
    return pages


def _page(paper: Paper, cards: dict[int, str]) -> Page:
    left, top = (paper.width - COLUMNS * WIDTH) / 2, (paper.height - ROWS * HEIGHT) / 2
    drawn = [placed(svg, left + place % COLUMNS * WIDTH, top + place // COLUMNS * HEIGHT) for place, svg in cards.items()]
    marks = []
    for n in range(COLUMNS + 1):
        x = left + n * WIDTH
        marks += [(x, MARK_MARGIN, x, top - 0.5), (x, paper.height - top + 0.5, x, paper.height - MARK_MARGIN)]
    for n in range(ROWS + 1):
        y = top + n * HEIGHT
        marks += [(MARK_MARGIN, y, left - 0.5, y), (paper.width - left + 0.5, y, paper.width - MARK_MARGIN, y)]
    return Page(paper, page_svg(paper, [*drawn, strokes(marks, HAIR, INK)]))


def _extent(figure: Figure) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a pattern in sizes of a hexagon."""
    unit = Layout(1.0)
    points = [corner for q, r, _ in figure.cells for corner in unit.corners(Hex(q, r))]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top


def _common_size(figures: list[Figure]) -> float:
    """Return the size at which the hexagons of every pattern fit: all cards have the same."""
    extents = [_extent(figure) for figure in figures]
    return min([LARGEST, *(FIELD[0] / width for _, _, width, _ in extents), *(FIELD[1] / height for _, _, _, height in extents)])


def pattern(figure: Figure, size: float, x: float, y: float) -> str:
    """Return a pattern centred at a point."""
    left, top, width, height = _extent(figure)
    layout = Layout(size, x - (left + width / 2) * size, y - (top + height / 2) * size)
    parts = []
    for q, r, kind in figure.cells:
        middle = layout.centre(Hex(q, r))
        parts.append(symbol(kind, *middle, size))
        parts.append(hexagon(*middle, size, f'fill="none" stroke="{INK}" stroke-width="{LINE * 1.4:.2f}" stroke-linejoin="round"'))
    return "".join(parts)


def _front(card: PrintCard, size: float, caption: str) -> str:
    inner = (FRAME, FRAME, WIDTH - 2 * FRAME, HEIGHT - 2 * FRAME)
    stars = "".join(symbol("star", 9.5 + 6.4 * n, 10.2, 3.1) for n in range(card.stars))
    return "".join(
        [
            rectangle(0, 0, WIDTH, HEIGHT, f'fill="none" stroke="#c9c5bd" stroke-width="{HAIR}"'),
            rectangle(*inner, f'fill="#fff" stroke="{INK}" stroke-width="0.5"', 3),
            stars,
            words(WIDTH - 7.5, 10.6, card.points, 9, anchor="end", face=TITLE_FONT),
            pattern(card.figure, size, WIDTH / 2, 45),
            words(7.5, HEIGHT - 8, caption, 3, anchor="start", colour=GRAY),
            words(WIDTH - 7.5, HEIGHT - 8, card.name, 3, anchor="end", colour=GRAY),
        ]
    )


def _back(title: str) -> str:
    """Return the back of a card: a comb of hexagons with the title, inside a white edge that forgives a shift."""
    size, parts = 5.2, []
    layout = Layout(size, WIDTH / 2, HEIGHT / 2)
    for r in range(-5, 6):
        for q in range(-8, 9):
            x, y = layout.centre(Hex(q, r))
            if abs(x - WIDTH / 2) <= WIDTH / 2 - FRAME - 6.5 and abs(y - HEIGHT / 2) <= HEIGHT / 2 - FRAME - 7:
                fill = "#24518f" if (q - r) % 3 == 0 else "#dcd9d3"
                parts.append(hexagon(x, y, size * 0.9, f'fill="{fill}"'))
    plate = rectangle(9, HEIGHT / 2 - 9, WIDTH - 18, 18, f'fill="#fff" stroke="{INK}" stroke-width="0.5"', 4)
    frame = rectangle(FRAME, FRAME, WIDTH - 2 * FRAME, HEIGHT - 2 * FRAME, f'fill="#fff" stroke="{INK}" stroke-width="0.5"', 3)
    return frame + "".join(parts) + plate + words(WIDTH / 2, HEIGHT / 2, title, 7, face=TITLE_FONT)
