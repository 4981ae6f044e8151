"""Sheets: their cells as bit sets, the dice, and the files sheets are drawn in."""

from __future__ import annotations

from importlib import resources
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.core.errors import BadData
from bestagon.grid import Hex, Shape
from bestagon.grid.bits import BITS, MOST, count
from bestagon.grid.shapes import read_map

DICE: Final[i64] = 6
DIE_NAMES: Final = ("d4", "d6", "d8", "d10", "d12", "d20")
SIDES: Final = vec[i64]([4, 6, 8, 10, 12, 20])
LOWEST: Final = vec[i64]([1, 1, 1, 0, 1, 1])
"""What the lowest face of each die shows (PH 1.1)."""
HIGHEST: Final[i64] = 20
"""The largest number there is."""
BOXES: Final[i64] = 9
PENALTY: Final[i64] = -3

SHEETS: Final = ("standard", "small")
"""The sheets that come with the game, one file each in data/."""
FEWEST: Final = 7


class Board:
    """One kind of sheet; cells are numbers and sets of cells are bit sets."""

    cells: i64
    """How many cells the sheet has."""
    all: i64
    """The set of all cells."""
    near: vec[i64]
    """For every cell the set of the cells next to it."""
    ringable: i64
    """The cells with six neighbours (PH 4.2)."""
    shape: Shape

    def __init__(self, shape: Shape) -> None:
        """Make the tables of a sheet of at most 62 cells."""
        self.shape = shape
        self.cells = len(shape)
        self.all = BITS[self.cells] - 1
        self.near = vec[i64]()
        self.ringable = 0
        for i in range(len(shape)):
            around: i64 = 0
            for n in shape.around(i):
                around |= BITS[n]
            self.near = append(self.near, around)
            if count(around) == 6:
                self.ringable |= BITS[i]


def sheet_text(name: str) -> str:
    """Return the file of a sheet that comes with the game."""
    return resources.files("bestagon.games.pocket_hexes").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")


def read_board(text: str, source: str) -> Board:
    """Return the sheet drawn in a text; BadData names the source, the line and what would be right."""
    drawing = "\n".join(_picture_line(line, number, source) for number, line in enumerate(text.splitlines(), 1))
    try:
        found = read_map(drawing)
    except ValueError as error:
        raise BadData(f"{source}, {error}; cells are two columns apart, rows shifted by one column in turn") from None
    for cell, token in found.items():
        if token != ".":
            raise BadData(f"{source}, line {cell.r + 1}: {token!r} is no cell; every cell is drawn as '.'")
    if not FEWEST <= len(found) <= MOST:
        raise BadData(f"{source}: a sheet has {FEWEST} to {MOST} cells, not {len(found)}")
    shape = Shape(found)
    _check_one_piece(shape, source)
    board = Board(shape)
    if not board.ringable:
        raise BadData(f"{source}: no cell has six neighbours, so nothing can be scored; a sheet needs at least one such cell")
    return board


def _picture_line(line: str, number: int, source: str) -> str:
    if line.startswith("#"):
        return ""
    if "\t" in line:
        raise BadData(f"{source}, line {number}: there is a tab; use spaces only")
    return line


def _check_one_piece(shape: Shape, source: str) -> None:
    reached = {0}
    edge = [0]
    while edge:
        for n in shape.around(edge.pop()):
            if n not in reached:
                reached.add(n)
                edge.append(n)
    for i in range(len(shape)):
        if i not in reached:
            cell: Hex = shape.cells[i]
            raise BadData(f"{source}, line {cell.r + 1}: {shape.name(i)} is cut off from {shape.name(0)}; a sheet is one piece")
