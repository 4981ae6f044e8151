"""Pieces to cut out: hexagons side by side, so that one cut serves two, or discs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from bestagon.printing.markdown import blocks
from bestagon.printing.paper import MARGIN, Page, Paper, TextBox
from bestagon.printing.svg import HAIR, INK, TITLE_FONT, circle, hexagon, page_svg, words
from bestagon.printing.symbols import symbol
from bestagon.scene.printout import PrintToken, PrintTokens

TITLE: Final = 8.0
NOTE: Final = 11.0
COUNT: Final = 11.0
"""The height of the line that counts the pieces."""
APART: Final = 1.6
"""The distance between discs."""
CUT: Final = f'fill="none" stroke="{INK}" stroke-width="{HAIR}"'


class _Place(NamedTuple):
    """The centre of a piece, below the top of its group."""

    x: float
    y: float


def token_pages(parts: Sequence[PrintTokens], paper: Paper) -> list[Page]:
    """Return all pieces, one group below the other while there is room."""
    pages: list[Page] = []
    drawn: list[str] = []
    texts: list[TextBox] = []
    top = MARGIN
    for part in parts:
        pieces = [token for token in part.tokens for _ in range(token.count)]
        while pieces:
            head = _head_height(part)
            places = _places(part, paper, paper.height - MARGIN - top - head)
            if len(places) < len(pieces) and top > MARGIN:
                pages.append(Page(paper, page_svg(paper, drawn), tuple(texts)))
                drawn, texts, top = [], [], MARGIN
                continue
            drawn += _heading(part, paper, top, texts)
            fitting = list(zip(pieces, places, strict=False))
            drawn += [_piece(part, token, place.x, top + head + place.y) for token, place in fitting]
            pieces = pieces[len(fitting) :]
            top += head + max(place.y for _, place in fitting) + _radius(part) + 5
    return [*pages, Page(paper, page_svg(paper, drawn), tuple(texts))]


def _radius(part: PrintTokens) -> float:
    """Return the distance from the centre of a piece to its outermost point."""
    return part.width / math.sqrt(3) if part.shape == "hexagon" else part.width / 2


def _head_height(part: PrintTokens) -> float:
    return TITLE + (NOTE if part.note else 0) + (COUNT if part.counted else 0)


def _heading(part: PrintTokens, paper: Paper, top: float, texts: list[TextBox]) -> list[str]:
    drawn = [words(MARGIN, top + 3, part.title, 5.2, anchor="start", face=TITLE_FONT)]
    if part.note:
        texts.append(TextBox(MARGIN, top + TITLE - 1, paper.width - 2 * MARGIN, NOTE - 1, blocks(part.note), 9))
    if part.counted:
        y = top + TITLE + (NOTE if part.note else 0) + 4
        step = (paper.width - 2 * MARGIN) / len(part.tokens)
        for n, token in enumerate(part.tokens):
            x = MARGIN + n * step
            drawn.append(symbol(token.kind, x + 4, y, 4, token.colour) + _outline(part, x + 4, y, 4))
            drawn.append(words(x + 9, y, f"{token.count} {token.name}", 3.1, anchor="start", bold=True))
    return drawn


def _places(part: PrintTokens, paper: Paper, height: float) -> list[_Place]:
    """Return the centres of all pieces that fit, row by row."""
    width, room, radius = part.width, paper.width - 2 * MARGIN, _radius(part)
    if part.shape == "disc":
        step = width + APART
        columns, rows = int((room + APART) / step), max(0, int((height + APART) / step))
        left = (paper.width - columns * step + APART) / 2 + width / 2
        return [_Place(left + column * step, radius + row * step) for row in range(rows) for column in range(columns)]
    columns = int(room / width - 0.5)
    rows = max(0, int((height - 2 * radius) / (1.5 * radius)) + 1) if height >= 2 * radius else 0
    left = (paper.width - (columns + 0.5) * width) / 2 + width / 2
    return [
        _Place(left + column * width + row % 2 * width / 2, radius + row * 1.5 * radius) for row in range(rows) for column in range(columns)
    ]


def _outline(part: PrintTokens, x: float, y: float, radius: float) -> str:
    return circle(x, y, radius, CUT) if part.shape == "disc" else hexagon(x, y, radius, CUT)


def _piece(part: PrintTokens, token: PrintToken, x: float, y: float) -> str:
    return symbol(token.kind, x, y, _radius(part), token.colour) + _outline(part, x, y, _radius(part))
