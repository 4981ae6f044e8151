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
LONGEST: Final = 10_000
"""No layout needs more characters; longer texts are refused unread."""


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
    if len(text) > LONGEST:
        raise BadData(f"{source}: a layout has at most {LONGEST} characters, not {len(text)}")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not line.startswith("#")]
    words: dict[str, str] = {}
    first = 0
    while first < len(lines) and (not lines[first][1].strip() or ":" in lines[first][1]):
        number, line = lines[first]
        if line.strip():
            key, _, rest = line.partition(":")
            _note(words, key.strip(), rest.strip(), f"{source}, line {number}")
        first += 1
    if not words.get("name"):
        raise BadData(f"{source}: a line `name: ...` before the map is missing")
    last = len(lines)
    while last > first and not lines[last - 1][1].strip():
        last -= 1
    return Layout(words["name"], words.get("about", ""), reach, _read_rows(lines[first:last], reach, source))


def _note(words: dict[str, str], key: str, rest: str, where: str) -> None:
    if key not in ("name", "about"):
        raise BadData(f"{where}: {key!r} is not known: before the map stand `name:` and `about:`")
    if key in words:
        raise BadData(f"{where}: there is a second line `{key}:`; one is enough")
    words[key] = rest


def _read_rows(lines: list[tuple[int, str]], reach: int, source: str) -> tuple[int, ...]:
    """Return the kinds of terrain of the numbered lines that draw the map."""
    shape = hexagon(reach)
    rows = 2 * reach + 1
    if len(lines) != rows:
        raise BadData(f"{source}: the map has {len(lines)} rows; map {reach} has {rows}")
    where = [f"{source}, line {number}" for number, _ in lines]
    for row, (_, line) in enumerate(lines):
        have, need = len(line.split()), rows - abs(reach - row)
        if have != need:
            raise BadData(f"{where[row]}: the row has {have} cells, it must have {need}")
    try:
        drawn = read_map("\n".join(line for _, line in lines))
    except ValueError as error:
        line_in_map, what = str(error).removeprefix("line ").split(": ", 1)
        raise BadData(f"{where[int(line_in_map) - 1]}: {what}") from None
    middle = sorted(cell.q for cell in drawn if cell.r == reach)[reach]
    found = {cell - Hex(middle, reach): symbol for cell, symbol in drawn.items()}
    for cell in found:
        if cell not in shape:
            raise BadData(f"{where[reach + cell.r]}: the row is shifted: each row starts half a cell beside the next")
    return tuple(_kind(found[cell], cell, shape.name(i), reach, where[reach + cell.r]) for i, cell in enumerate(shape.cells))


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


def check_for(layout: Layout, barred: list[int], players: int, army: int, source: str) -> None:
    """Check that a layout leaves these cells free of terrain and has room for all dice; BadData where not."""
    shape = hexagon(layout.reach)
    for cell in barred:
        if layout.terrain[cell]:
            raise BadData(f"{source}: {shape.name(cell)} is a marked base and never holds terrain: it must be .")
    land = sum(kind != SYMBOLS.index("L") for kind in layout.terrain)
    need = players * army + players - 1  # the last to deploy cannot use the bases of the others (2.9)
    if land < need:
        raise BadData(f"{source}: {land} cells are no lakes; {players * army} dice beside {players - 1} bases of others need {need}")
