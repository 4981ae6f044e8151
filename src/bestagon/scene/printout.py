"""The vocabulary of paper: what a game prints, as data. `bestagon.printing` arranges it on pages and makes the PDF.

Sizes are in millimetres. Texts are Markdown: paragraphs, lists, tables, **bold** and *italic*.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from bestagon.scene.model import CellState, Figure, Grid, SeatStyle


class BoxRow(Struct, frozen=True, omit_defaults=True):
    """A row of boxes to write in, or one line of a score table."""

    title: str
    boxes: tuple[str, ...]
    """What is printed in each box: a number, the name of a symbol, or nothing."""
    total: str = ""
    """Printed above a wider box at the end, such as "Total"; empty for none."""
    colour: str = ""
    """The colour of the boxes; their title says it too, for black and white."""


class PrintSheet(Struct, frozen=True, tag="sheet", omit_defaults=True):
    """A sheet to write on, one for every player, several to a page."""

    title: str
    grid: Grid
    rows: tuple[BoxRow, ...]
    rules: str
    """A summary of the rules."""
    cells: dict[str, CellState] = {}
    """What is printed in cells."""
    scores: tuple[str, ...] = ()
    """The lines of a score table; the last one is the total."""
    per_page: Literal[2, 4] = 4


class PrintCard(Struct, frozen=True, omit_defaults=True):
    """A card with a pattern of hexagons."""

    name: str
    figure: Figure
    points: str
    stars: int = 0


class PrintCards(Struct, frozen=True, tag="cards", omit_defaults=True):
    """Cards of 63 x 88 mm, fronts and backs."""

    title: str
    cards: tuple[PrintCard, ...]
    caption: str
    """A line at the foot of every card."""


class PrintToken(Struct, frozen=True, omit_defaults=True):
    """A number of equal pieces to cut out."""

    kind: str
    count: int
    name: str
    colour: str = ""
    """The form of the symbol for a seat of that colour."""


class PrintTokens(Struct, frozen=True, tag="tokens", omit_defaults=True):
    """Pieces to cut out: hexagons of one size, or discs."""

    title: str
    tokens: tuple[PrintToken, ...]
    width: float
    """Across the flats of a hexagon, or the diameter of a disc."""
    shape: Literal["hexagon", "disc"] = "hexagon"
    note: str = ""
    counted: bool = False
    """Whether the page says how many there are of each kind."""


class PrintBoard(Struct, frozen=True, tag="board", omit_defaults=True):
    """A board to play on: one page, or two to glue together if its cells would become too small."""

    title: str
    grid: Grid
    cells: dict[str, CellState] = {}
    seats: tuple[SeatStyle, ...] = ()
    cell: float = 0.0
    """The width of a cell; less if the paper is too small, and as large as a page allows for 0."""
    note: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    """Symbols and their meaning."""


class PrintPicture(Struct, frozen=True, omit_defaults=True):
    """A drawn example."""

    grid: Grid
    cells: dict[str, CellState]
    caption: str
    marks: tuple[str, ...] = ()
    """The ids of the cells to mark."""
    seats: tuple[SeatStyle, ...] = ()
    items: tuple[tuple[str, str, int], ...] = ()
    """Things beside the board: kind, label and how many."""
    figures: tuple[tuple[str, Figure], ...] = ()
    """Cards beside the board, each with its name."""


class PrintText(Struct, frozen=True, tag="text", omit_defaults=True):
    """Text in two columns; a line `![caption](3)` stands for the picture with that number."""

    text: str
    pictures: dict[int, PrintPicture] = {}
    long: bool = False
    """Whether it takes as many pages as it needs; else it is set on one page, smaller if necessary."""


PrintPart = PrintSheet | PrintCards | PrintTokens | PrintBoard | PrintText
"""One thing that a game prints."""
