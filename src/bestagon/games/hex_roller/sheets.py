"""Parsing of sheet files; data/README.md describes the format."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple, NoReturn

from bestagon.core.errors import BadData
from bestagon.games.hex_roller.board import MOST_ROUNDS, RollerSheet
from bestagon.grid import DIRECTIONS, Hex
from bestagon.grid.bits import MOST
from bestagon.grid.shapes import read_map

MAPS: Final = ("numbers", "areas")
ENTRIES: Final = ("rounds", "middle", *MAPS)
MARKS: Final = (".", "3", "4", "5", "6", "7", "8", "x")


class SheetEntry(NamedTuple):
    """One entry of a file: the line it starts on, the text after the colon, and the lines below up to a blank one."""

    line: int
    value: str
    body: list[str]


def built_in(side: str) -> RollerSheet:
    """Return one of the built-in sheets, front or back."""
    name = f"{side}.txt"
    return parse_sheet(resources.files("bestagon.games.hex_roller").joinpath("data", name).read_text(encoding="utf-8"), name)


@lru_cache(maxsize=16)
def parse_sheet(text: str, source: str) -> RollerSheet:
    """Parse a sheet file; raise BadData with the line and the expected form if it is wrong."""
    entries = _entries(text, source)
    rounds = _rounds(entries["rounds"], source)
    marks = _map(entries["numbers"], source)
    owners = _map(entries["areas"], source)
    _check_marks(marks, entries["numbers"], source)
    _check_same_cells(marks, owners, entries, source)
    middle = _middle(entries["middle"], owners, source)
    _check_areas(owners, middle, entries["areas"], source)
    return RollerSheet(marks, owners, middle, rounds)


def _fail(source: str, line: int, problem: str) -> NoReturn:
    raise BadData(f"{source}, line {line}: {problem}")


def _entries(text: str, source: str) -> dict[str, SheetEntry]:
    found: dict[str, SheetEntry] = {}
    current: SheetEntry | None = None
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip()
        head = re.fullmatch(r"([a-z]+):\s*(.*)", line)
        if line.startswith("#") or not line:
            current = None
        elif head is not None:
            current = _new_entry(found, head[1], SheetEntry(number, head[2], []), source)
        elif current is None:
            _fail(
                source,
                number,
                f"{line.strip()!r} belongs to no entry: a map follows right below 'numbers:' or 'areas:', without blank lines",
            )
        else:
            current.body.append(line)
    for name in ENTRIES:
        if name not in found:
            raise BadData(f"{source}: the line '{name}:' is missing; a sheet has {', '.join(ENTRIES)}")
    return found


def _new_entry(found: dict[str, SheetEntry], name: str, entry: SheetEntry, source: str) -> SheetEntry | None:
    if name not in ENTRIES:
        _fail(source, entry.line, f"'{name}:' is unknown; a sheet has {', '.join(ENTRIES)}")
    if name in found:
        _fail(source, entry.line, f"'{name}:' repeats line {found[name].line}")
    if name in MAPS and entry.value:
        _fail(source, entry.line, f"the map of '{name}:' starts on the next line, not with {entry.value!r}")
    found[name] = entry
    return entry if name in MAPS else None


def _rounds(entry: SheetEntry, source: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]?", entry.value) or int(entry.value) > MOST_ROUNDS:
        _fail(source, entry.line, f"rounds must be a whole number from 1 to {MOST_ROUNDS}, not {entry.value!r}")
    return int(entry.value)


def _map(entry: SheetEntry, source: str) -> dict[Hex, str]:
    """Return the tokens of a map by cell, with row 0 at the top and columns counted from the leftmost cell."""
    try:
        drawn = read_map("\n".join(entry.body), first=entry.line)
    except ValueError as error:
        raise BadData(f"{source}, {error}; cells must be two columns apart, and each row shifted by one column") from None
    if not drawn:
        _fail(source, entry.line, "the map is missing: it starts on the next line")
    top = min(cell.r for cell in drawn)
    left = min(2 * cell.q + cell.r for cell in drawn)
    return {Hex((2 * q + r - left - (r - top)) // 2, r - top): token for (q, r), token in drawn.items()}


def _line(entry: SheetEntry, cell: Hex) -> int:
    return entry.line + 1 + cell.r


def _check_marks(marks: dict[Hex, str], entry: SheetEntry, source: str) -> None:
    if len(marks) > MOST:
        _fail(source, entry.line, f"a sheet can have at most {MOST} cells, not {len(marks)}")
    for cell, mark in marks.items():
        if mark not in MARKS:
            _fail(source, _line(entry, cell), f"a cell must be one of {' '.join(MARKS)}, not {mark!r}")
    for number in MARKS[1:7]:
        where = [cell for cell, mark in marks.items() if mark == number]
        if len(where) != 2:  # HR 1.2
            _fail(
                source, _line(entry, where[-1]) if where else entry.line, f"{number} must be printed exactly twice, not {len(where)} times"
            )
    if "." not in marks.values():
        _fail(source, entry.line, "there is no cell to write on; draw empty cells as .")


def _check_same_cells(marks: dict[Hex, str], owners: dict[Hex, str], entries: dict[str, SheetEntry], source: str) -> None:
    for cell in sorted(marks.keys() ^ owners.keys(), key=lambda c: (c.r, c.q)):
        nth = sum(other.r == cell.r and other.q <= cell.q for other in (marks if cell in marks else owners))
        here, there = MAPS if cell in marks else MAPS[::-1]
        problem = f"cell {nth} of this row is missing from the map of {there}; both maps must have the same cells"
        _fail(source, _line(entries[here], cell), problem)


def _middle(entry: SheetEntry, owners: dict[Hex, str], source: str) -> str:
    if entry.value not in owners.values() or not entry.value:
        have = " ".join(sorted(set(owners.values())))
        _fail(source, entry.line, f"middle must be the letter of one of the areas ({have}), not {entry.value!r}")
    return entry.value


def _check_areas(owners: dict[Hex, str], middle: str, entry: SheetEntry, source: str) -> None:
    for cell, letter in owners.items():
        if not re.fullmatch("[A-Za-z]", letter):
            _fail(source, _line(entry, cell), f"an area must be a letter, not {letter!r}")
    if set(owners.values()) == {middle}:
        _fail(source, entry.line, "there must be at least one area besides the middle")
    for letter in sorted(set(owners.values())):
        cells = {cell for cell, owner in owners.items() if owner == letter}
        apart = cells - _reached(cells)
        if apart:
            _fail(
                source,
                _line(entry, min(apart, key=lambda c: c.r)),
                f"area {letter} is in several pieces; the cells of an area must be connected",
            )


def _reached(cells: set[Hex]) -> set[Hex]:
    """Return the cells connected with the topmost one."""
    left = [min(cells, key=lambda c: (c.r, c.q))]
    reached = set(left)
    while left:
        cell = left.pop()
        more = {cell + step for step in DIRECTIONS} & cells - reached
        reached |= more
        left.extend(more)
    return reached
