"""Boards as finite sets of cells with indices, names and neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Final

from bestagon.grid.coords import CENTRE, DIRECTIONS, Hex, spiral

OFF: Final = -1
"""The entry of a neighbour table for a cell outside the shape."""


def letters(n: int) -> str:
    """Return the name of row or column `n`, counted from 0: a to z, then aa, ab, ..."""
    return chr(97 + n) if n < 26 else letters(n // 26 - 1) + chr(97 + n % 26)


class Shape:
    """Cells in a fixed order, so that each has an index. Shapes are shared: do not change them."""

    def __init__(self, cells: Iterable[Hex], names: Sequence[str] | None = None) -> None:
        """Order the cells by row, left to right; unless names are given, name them by row letter and place in the row."""
        self.cells: tuple[Hex, ...] = tuple(sorted(set(cells), key=lambda c: (c.r, c.q)))
        self.index: dict[Hex, int] = {cell: i for i, cell in enumerate(self.cells)}
        self.names: tuple[str, ...] = tuple(names) if names is not None else _row_names(self.cells)
        self.by_name: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        if len(self.by_name) != len(self.cells):
            raise ValueError(f"{len(self.cells)} cells need {len(self.cells)} different names, got {len(self.by_name)}")

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """The neighbours of each cell in order of direction, OFF where there is none: six numbers for each cell."""
        return tuple(self.index.get(cell + step, OFF) for cell in self.cells for step in DIRECTIONS)

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.cells)

    def __contains__(self, cell: object) -> bool:
        """Tell whether the shape has this cell."""
        return cell in self.index

    def around(self, i: int) -> list[int]:
        """Return the neighbours of cell `i` in order of direction."""
        return [n for n in self.neighbours[6 * i : 6 * i + 6] if n != OFF]

    def step(self, i: int, direction: int, times: int = 1) -> int:
        """Return the cell `times` steps from cell `i` in `direction`, or OFF."""
        return self.index.get(self.cells[i] + DIRECTIONS[direction % 6] * times, OFF)

    def name(self, i: int) -> str:
        """Return the name of cell `i`."""
        return self.names[i]

    def find(self, name: str) -> int:
        """Return the cell with that name; KeyError if there is none."""
        return self.by_name[name]


def _row_names(cells: Sequence[Hex]) -> tuple[str, ...]:
    rows = sorted({cell.r for cell in cells})
    top = rows[0] if rows else 0
    seen: dict[int, int] = {}
    names = []
    for cell in cells:
        seen[cell.r] = seen.get(cell.r, 0) + 1
        names.append(f"{letters(cell.r - top)}{seen[cell.r]}")
    return tuple(names)


@cache
def hexagon(radius: int) -> Shape:
    """Return the hexagon of cells within `radius` steps of its centre."""
    if radius < 0:
        raise ValueError(f"a radius is 0 or more, not {radius}")
    return Shape(spiral(CENTRE, radius))


def flower() -> Shape:
    """Return a cell and its six neighbours."""
    return hexagon(1)


@cache
def rhombus(width: int, height: int | None = None) -> Shape:
    """Return a rhombus, its cells named by column letter and row number as on a Hex board: a1, b1, ..."""
    height = width if height is None else height
    if width < 1 or height < 1:
        raise ValueError(f"a rhombus has sides of 1 or more, not {width} x {height}")
    cells = [Hex(q, r) for r in range(height) for q in range(width)]
    return Shape(cells, [f"{letters(q)}{r + 1}" for q, r in cells])


_TOKEN: Final = re.compile(r"\S+")


def read_map(text: str, pitch: int = 2, first: int = 0) -> dict[Hex, str]:
    """Return the tokens of a drawn map by cell; its rows, and the lines in errors, are counted from `first`.

    Rows go down the page. Cells of a row are `pitch` columns apart, and each row is shifted by half of that against the
    next, as for hexagons with pointy tops. ValueError names the line of a token that is off this grid.
    """
    half = pitch // 2
    found: dict[Hex, str] = {}
    parity: int | None = None
    for row, content in enumerate(text.splitlines(), first):
        for match in _TOKEN.finditer(content):
            column, rest = divmod(match.start(), half)
            if parity is None:
                parity = (column - row) % 2
            if rest or (column - row) % 2 != parity:
                raise ValueError(f"line {row + 1}: {match.group()!r} at column {match.start() + 1} is between the cells of the grid")
            cell = Hex((column - row - parity) // 2, row)
            if len(match.group()) >= pitch:
                raise ValueError(f"line {row + 1}: {match.group()!r} is too wide for cells {pitch} columns apart")
            found[cell] = match.group()
    return found


def from_map(text: str, pitch: int = 2) -> Shape:
    """Return the shape whose cells are the tokens of a drawn map (see `read_map`)."""
    return Shape(read_map(text, pitch))
