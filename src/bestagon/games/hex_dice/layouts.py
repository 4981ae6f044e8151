"""Terrain layouts: drawn maps, read and checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from bestagon.core.errors import BadData
from bestagon.grid import CENTRE, DIRECTIONS, Hex, hexagon, rotate
from bestagon.grid.shapes import read_map

SYMBOLS: Final = ".FLTM"
"""Plain ground, forest, lake, tower and mountain, as a layout holds them: 0 to 4."""
CORNER: Final = "O"
MIDDLE: Final = "*"
PRESETS: Final = 6
"""How many layouts of our own each map has (2.2)."""


@dataclass(frozen=True)
class Layout:
    """The terrain of one map."""

    name: str
    about: str
    """What it is like, in a sentence; may be empty."""
    reach: int
    """6 or 8."""
    terrain: tuple[int, ...]
    """0 to 4 for every cell."""

    def fair(self) -> bool:
        """Tell whether the layout looks the same from all six corners."""
        shape = hexagon(self.reach)
        return all(self.terrain[i] == self.terrain[shape.index[rotate(cell)]] for i, cell in enumerate(shape.cells))


@lru_cache
def preset(reach: int, number: int) -> Layout:
    """Return one of our own layouts, numbered from 1."""
    name = f"map{reach}-{number}.txt"
    return read_layout(resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8"), reach, name)


def read_layout(text: str, reach: int, source: str) -> Layout:
    """Return the layout a text draws; BadData names the line that is wrong and what would be right."""
    lines = text.splitlines()
    words = {"name": "", "about": ""}
    first = 0
    while first < len(lines) and (not lines[first].strip() or lines[first][0] == "#" or ":" in lines[first]):
        key, colon, rest = lines[first].partition(":")
        if colon and lines[first][0] != "#":
            if key.strip() not in words:
                raise BadData(f"{source}, line {first + 1}: {key.strip()!r} is not known: before the map stand `name:` and `about:`")
            words[key.strip()] = rest.strip()
        first += 1
    if not words["name"]:
        raise BadData(f"{source}: a line `name: ...` before the map is missing")
    last = len(lines)
    while last > first and not lines[last - 1].strip():
        last -= 1
    return Layout(words["name"], words["about"], reach, _read_rows(lines[:last], first, reach, source))


def _read_rows(lines: list[str], first: int, reach: int, source: str) -> tuple[int, ...]:
    shape = hexagon(reach)
    rows = 2 * reach + 1
    if len(lines) - first != rows:
        raise BadData(f"{source}: the map has {len(lines) - first} rows; map {reach} has {rows}")
    for row in range(rows):
        have, need = len(lines[first + row].split()), rows - abs(reach - row)
        if have != need:
            raise BadData(f"{source}, line {first + row + 1}: the row has {have} cells, it must have {need}")
    try:
        drawn = read_map("\n".join([""] * first + lines[first:]))
    except ValueError as error:
        raise BadData(f"{source}, {error}") from None
    middle = sorted(cell.q for cell in drawn if cell.r == first + reach)[reach]
    corner = Hex(middle, first + reach)
    found = {cell - corner: symbol for cell, symbol in drawn.items()}
    for cell in found:
        if cell not in shape:
            raise BadData(f"{source}, line {first + reach + cell.r + 1}: the row is shifted: each row starts half a cell beside the next")
    kinds = []
    for i, cell in enumerate(shape.cells):
        kinds.append(_kind(found[cell], cell, shape.name(i), reach, f"{source}, line {first + reach + cell.r + 1}"))
    return tuple(kinds)


def _kind(symbol: str, cell: Hex, name: str, reach: int, where: str) -> int:
    special = MIDDLE if cell == CENTRE else CORNER if cell in {step * reach for step in DIRECTIONS} else ""
    if special:
        if symbol != special:
            what = "the centre" if special == MIDDLE else "a corner"
            raise BadData(f"{where}: {name} is {what} and never holds terrain: it must be {special}, not {symbol!r}")
        return 0
    if symbol not in SYMBOLS:
        raise BadData(f"{where}: {name} must be one of . F L T M, not {symbol!r}")
    return SYMBOLS.index(symbol)


def check_for(layout: Layout, barred: list[int], dice: int, source: str) -> None:
    """Check that a layout leaves these cells free of terrain and has room for all dice; BadData where not."""
    shape = hexagon(layout.reach)
    for cell in barred:
        if layout.terrain[cell]:
            raise BadData(f"{source}: {shape.name(cell)} is a marked base and never holds terrain: it must be .")
    land = sum(kind != SYMBOLS.index("L") for kind in layout.terrain)
    if land < dice:
        raise BadData(f"{source}: {land} cells are no lakes; {dice} dice need as many")
