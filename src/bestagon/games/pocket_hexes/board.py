"""The dice, the boxes, and sheets: their cells as bit sets, and the files they are drawn in."""

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
"""The lowest face of each die (PH 1.1)."""
HIGHEST: Final[i64] = 20
"""The highest number on any die."""
BOXES: Final[i64] = 9
PENALTY: Final[i64] = -3

SHEETS: Final = ("standard", "small")
"""The built-in sheets, one file each in data/."""
MIN_CELLS: Final = 7

# Phases.
FIRST: Final[i64] = 0
"""The active player writes one number (PH 2.2)."""
REROLL: Final[i64] = 1
"""The active player could not write and chooses a die to re-roll (PH 2.3)."""
EVERYONE: Final[i64] = 2
"""All players write two numbers (PH 2.4)."""

# Throws of dice, as the rules announce them.
LOT: Final = 0
"""Who starts (C6)."""
ALL_DICE: Final = 1
"""All dice for a turn (PH 2.1)."""
ONE_DIE: Final = 2
"""ONE_DIE + die: one of them again (PH 2.2, 2.3)."""

# The layout of `PocketPosition.numbers` and `PocketPosition.cell_sets`.
EMPTY: Final = 255
"""The number of an empty cell."""
TOUCHING: Final[i64] = 21
"""The index of the set of cells next to a number."""
PENDING: Final[i64] = 22
"""The index of the set of completed rings that are not answered for yet."""
SKIPPED: Final[i64] = 23
"""The index of the set of completed rings that were not scored."""
SETS_PER_SEAT: Final[i64] = 24


class PocketBoard:
    """A kind of sheet; sets of its cells are bit sets."""

    cells: i64
    """The number of cells."""
    all_cells: i64
    neighbours: vec[i64]
    """For each cell, the set of cells next to it."""
    ringable: i64
    """The cells with six neighbours (PH 4.2)."""
    shape: Shape

    def __init__(self, shape: Shape) -> None:
        """Build the tables of a sheet of at most 62 cells."""
        self.shape = shape
        self.cells = len(shape)
        self.all_cells = BITS[self.cells] - 1
        self.neighbours = vec[i64]()
        self.ringable = 0
        for i in range(len(shape)):
            around: i64 = 0
            for n in shape.around(i):
                around |= BITS[n]
            self.neighbours = append(self.neighbours, around)
            if count(around) == 6:
                self.ringable |= BITS[i]


def sheet_text(name: str) -> str:
    """Return the file contents of a built-in sheet."""
    return resources.files("bestagon.games.pocket_hexes").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")


def read_board(text: str, source: str) -> PocketBoard:
    """Parse the drawing of a sheet; BadData names the source, the line and the mistake."""
    drawing = "\n".join(_picture_line(line, number, source) for number, line in enumerate(text.splitlines(), 1))
    try:
        found = read_map(drawing)
    except ValueError as error:
        raise BadData(f"{source}, {error}; cells must be two columns apart, and every other row shifted by one column") from None
    for cell, token in found.items():
        if token != ".":
            raise BadData(f"{source}, line {cell.r + 1}: {token!r} is not a cell: draw every cell as '.'")
    if not MIN_CELLS <= len(found) <= MOST:
        raise BadData(f"{source}: a sheet has {MIN_CELLS} to {MOST} cells, not {len(found)}")
    shape = Shape(found)
    _check_connected(shape, source)
    board = PocketBoard(shape)
    if not board.ringable:
        raise BadData(f"{source}: no cell has six neighbours, so nothing can be scored: a sheet needs at least one such cell")
    return board


def _picture_line(line: str, number: int, source: str) -> str:
    if line.startswith("#"):
        return ""
    if "\t" in line:
        raise BadData(f"{source}, line {number}: tabs are not allowed: use spaces")
    return line


def _check_connected(shape: Shape, source: str) -> None:
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
            raise BadData(f"{source}, line {cell.r + 1}: {shape.name(i)} is not connected to {shape.name(0)}: a sheet must be one piece")
