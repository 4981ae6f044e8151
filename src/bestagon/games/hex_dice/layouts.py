"""Terrain layouts: parse and check drawn maps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Final

from bestagon.core.errors import BadData
from bestagon.grid import CENTRE, DIRECTIONS, Hex, hexagon, rotate
from bestagon.grid.shapes import read_map

# Where terrain comes from (2.1).
NO_TERRAIN: Final = 0
PRESET: Final = 1
BY_ROULETTE: Final = 2
BY_GENERATION: Final = 3

SYMBOLS: Final = ".FLTM"
"""Plain ground, forest, lake, tower and mountain, numbered 0 to 4 in a layout."""
CORNER: Final = "O"
MIDDLE: Final = "*"
PRESETS: Final = 6
"""The number of bundled layouts of each map (2.2)."""
LONGEST_HEADER: Final = 200
"""Characters of a name or a description, which have to fit on a printed map."""


@dataclass(frozen=True)
class TerrainLayout:
    """The terrain of one map."""

    name: str
    about: str
    """One sentence of description; may be empty."""
    radius: int
    """6 or 8."""
    terrain: tuple[int, ...]
    """0 to 4 for each cell."""
    translations: Mapping[str, str] = field(default_factory=dict)
    """Name and description in other languages, by key: `name.de`, `about.de`."""

    def text(self, key: str, language: str) -> str:
        """Return `name` or `about` in a language, in that of the file if it has no translation."""
        return self.translations.get(f"{key}.{language}") or (self.name if key == "name" else self.about)

    def is_symmetric(self) -> bool:
        """Tell whether the layout looks the same from all six corners."""
        shape = hexagon(self.radius)
        return all(self.terrain[i] == self.terrain[shape.index[rotate(cell)]] for i, cell in enumerate(shape.cells))


@lru_cache
def preset(radius: int, number: int) -> TerrainLayout:
    """Return a bundled layout, numbered from 1."""
    name = f"map{radius}-{number}.txt"
    return read_layout(resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8"), radius, name)


def read_layout(text: str, radius: int, source: str) -> TerrainLayout:
    """Parse a drawn layout; raise BadData with the line at fault and what it should be."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not line.startswith("#")]
    header: dict[str, str] = {}
    first = 0
    while first < len(lines) and (not lines[first][1].strip() or ":" in lines[first][1]):
        number, line = lines[first]
        if line.strip():
            key, _, rest = line.partition(":")
            _add_header(header, key.strip(), rest.strip(), f"{source}, line {number}")
        first += 1
    if not header.get("name"):
        raise BadData(f"{source}: the line `name: ...` before the map is missing")
    last = len(lines)
    while last > first and not lines[last - 1][1].strip():
        last -= 1
    more = {key: text for key, text in header.items() if "." in key}
    return TerrainLayout(header["name"], header.get("about", ""), radius, _read_rows(lines[first:last], radius, source), more)


def _add_header(header: dict[str, str], key: str, rest: str, where: str) -> None:
    if not re.fullmatch(r"(name|about)(\.[a-z]{2})?", key):
        raise BadData(f"{where}: unknown key {key!r}: only `name:` and `about:` may precede the map, also as `name.de:` and so on")
    if key in header:
        raise BadData(f"{where}: duplicate line `{key}:`")
    if len(rest) > LONGEST_HEADER:
        raise BadData(f"{where}: `{key}:` has at most {LONGEST_HEADER} characters, not {len(rest)}")
    header[key] = rest


def _read_rows(lines: list[tuple[int, str]], radius: int, source: str) -> tuple[int, ...]:
    """Return the terrain drawn by numbered lines."""
    shape = hexagon(radius)
    rows = 2 * radius + 1
    if len(lines) != rows:
        raise BadData(f"{source}: the map has {len(lines)} rows; map {radius} has {rows}")
    where = [f"{source}, line {number}" for number, _ in lines]
    for row, (_, line) in enumerate(lines):
        have, need = len(line.split()), rows - abs(radius - row)
        if have != need:
            raise BadData(f"{where[row]}: the row has {have} cells instead of {need}")
    try:
        drawn = read_map("\n".join(line for _, line in lines))
    except ValueError as error:
        line_in_map, what = str(error).removeprefix("line ").split(": ", 1)
        raise BadData(f"{where[int(line_in_map) - 1]}: {what}") from None
    middle = sorted(cell.q for cell in drawn if cell.r == radius)[radius]
    found = {cell - Hex(middle, radius): symbol for cell, symbol in drawn.items()}
    for cell in found:
        if cell not in shape:
            raise BadData(f"{where[radius + cell.r]}: the row is shifted: it must be offset by half a cell from the next row")
    return tuple(_terrain(found[cell], cell, shape.name(i), radius, where[radius + cell.r]) for i, cell in enumerate(shape.cells))


def _terrain(symbol: str, cell: Hex, name: str, radius: int, where: str) -> int:
    special = MIDDLE if cell == CENTRE else CORNER if cell in {step * radius for step in DIRECTIONS} else ""
    if special:
        if symbol != special:
            what = "the centre" if special == MIDDLE else "a corner"
            raise BadData(f"{where}: {name} is {what}, which never has terrain: it must be {special}, not {symbol!r}")
        return 0
    if symbol not in SYMBOLS:
        raise BadData(f"{where}: {name} must be one of . F L T M, not {symbol!r}")
    return SYMBOLS.index(symbol)


def check_layout(layout: TerrainLayout, barred: list[int], players: int, army_size: int, source: str) -> None:
    """Raise BadData unless a layout has no terrain on the barred cells and room for all dice."""
    shape = hexagon(layout.radius)
    for cell in barred:
        if layout.terrain[cell]:
            raise BadData(f"{source}: {shape.name(cell)} is a marked base, which never has terrain: it must be .")
    land = sum(kind != SYMBOLS.index("L") for kind in layout.terrain)
    dice, others = players * army_size, players - 1  # the last to deploy cannot use the bases of the others (2.9)
    if land < dice + others:
        raise BadData(f"{source}: only {land} cells are not lakes; {dice} dice and {others} bases of others need {dice + others}")
