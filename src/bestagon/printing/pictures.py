"""Drawn examples: a board as small as it can be read, with the dice and cards it is about."""

from __future__ import annotations

from typing import Final

from bestagon.printing.board_drawing import BoardDrawing, extent
from bestagon.printing.cards import pattern
from bestagon.printing.paper import DrawnPicture
from bestagon.printing.svg import INK, LINE, framed, rectangle, words
from bestagon.printing.symbols import symbol
from bestagon.scene.printout import PrintPicture

WIDTH: Final = 84.0
"""The widest picture: a column."""
HEIGHT: Final = 46.0
SIZES: Final = (3.4, 6.0)
"""The smallest size of a cell, at which numbers of 8 pt fit, and the largest."""
ITEM: Final = 12.0
CARD: Final = (20.0, 26.0)
GAP: Final = 3.0


def draw_picture(picture: PrintPicture) -> DrawnPicture:
    """Return a board with its marked cells, and things beside it."""
    around = extent(picture.grid)
    beside = max([CARD[0] for _ in picture.figures] + [ITEM for _ in picture.items], default=0.0)
    room = WIDTH - (beside + GAP if beside else 0)
    size = max(SIZES[0], min(SIZES[1], room / around.width, HEIGHT / around.height))
    board = BoardDrawing(picture.grid, size, 0.2, 0.2, picture.seats).svg(picture.cells, picture.marks)
    width, height = around.width * size + 0.4, around.height * size + 0.4
    things, below = _beside(picture, width + GAP)
    return DrawnPicture(
        framed(board + things, width + (GAP + beside if beside else 0), max(height, below)), width + (GAP + beside if beside else 0)
    )


def _beside(picture: PrintPicture, x: float) -> tuple[str, float]:
    """Return the things beside a board, and where they end."""
    parts, y = [], 0.3
    for name, figure in picture.figures:
        parts.append(rectangle(x, y, CARD[0] - 0.3, CARD[1], f'fill="#fff" stroke="{INK}" stroke-width="{LINE}"', 1.5))
        parts.append(pattern(figure, 2.3, x + CARD[0] / 2, y + CARD[1] / 2 + 1))
        parts.append(words(x + CARD[0] / 2, y + 3, name, 2.9, bold=True))
        y += CARD[1] + GAP
    for kind, text, count in picture.items:
        for _ in range(count):
            parts.append(symbol(kind, x + ITEM / 2, y + ITEM / 2, ITEM / 2) + words(x + ITEM / 2, y + ITEM / 2, text, 4.2, bold=True))
            y += ITEM + GAP / 2
    return "".join(parts), y
