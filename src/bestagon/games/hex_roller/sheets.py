"""Sheets as files a person can read and write: see data/README.md."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple, NoReturn

from bestagon.core.errors import BadData
from bestagon.games.hex_roller.board import MOST_ROUNDS, Sheet
from bestagon.grid import DIRECTIONS, Hex
from bestagon.grid.bits import MOST
from bestagon.grid.shapes import read_map

MAPS: Final = ("numbers", "areas")
ENTRIES: Final = ("rounds", "middle", *MAPS)
MARKS: Final = (".", "3", "4", "5", "6", "7", "8", "x")
LONGEST: Final = 10_000
"""No sheet needs more characters; longer texts are refused unread."""


class Entry(NamedTuple):
    """One entry of a file: the line it starts on, what follows the colon, and the lines below up to a blank one."""

    line: int
    value: str
    body: list[str]


def built_in(side: str) -> Sheet:
    """Return one of our own sheets: front or back."""
    name = f"{side}.txt"
    return parse_sheet(resources.files("bestagon.games.hex_roller").joinpath("data", name).read_text(encoding="utf-8"), name)


@lru_cache(maxsize=16)
def parse_sheet(text: str, source: str) -> Sheet:
    """Return the sheet a file describes; BadData names the line and what would be right."""
    entries = _entries(text, source)
    rounds = _rounds(entries["rounds"], source)
    marks = _map(entries["numbers"], source)
    owners = _map(entries["areas"], source)
    _check_marks(marks, entries["numbers"], source)
    _check_same_cells(marks, owners, entries, source)
    middle = _middle(entries["middle"], owners, source)
    _check_areas(owners, middle, entries["areas"], source)
    return Sheet(marks, owners, middle, rounds)


def _refuse(source: str, line: int, problem: str) -> NoReturn:
    raise BadData(f"{source}, line {line}: {problem}")


def _entries(text: str, source: str) -> dict[str, Entry]:
    if len(text) > LONGEST:
        raise BadData(f"{source}: a sheet has at most {LONGEST} characters, not {len(text)}")
    found: dict[str, Entry] = {}
    current: Entry | None = None
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip()
        head = re.fullmatch(r"([a-z]+):\s*(.*)", line)
        if line.startswith("#") or not line:
            current = None
        elif head is not None:
            current = _new_entry(found, head[1], Entry(number, head[2], []), source)
        elif current is None:
            _refuse(
                source,
                number,
                f"{line.strip()!r} belongs to nothing: a map follows right below 'numbers:' or 'areas:', without blank lines",
            )
        else:
            current.body.append(line)
    for name in ENTRIES:
        if name not in found:
            raise BadData(f"{source}: there is no line '{name}:'; a sheet has {', '.join(ENTRIES)}")
    return found


def _new_entry(found: dict[str, Entry], name: str, entry: Entry, source: str) -> Entry | None:
    if name not in ENTRIES:
        _refuse(source, entry.line, f"'{name}:' is unknown; a sheet has {', '.join(ENTRIES)}")
    if name in found:
        _refuse(source, entry.line, f"'{name}:' was given before, on line {found[name].line}")
    if name in MAPS and entry.value:
        _refuse(source, entry.line, f"the map of '{name}:' starts on the next line, not with {entry.value!r}")
    found[name] = entry
    return entry if name in MAPS else None


def _rounds(entry: Entry, source: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]?", entry.value) or int(entry.value) > MOST_ROUNDS:
        _refuse(source, entry.line, f"rounds must be a whole number from 1 to {MOST_ROUNDS}, not {entry.value!r}")
    return int(entry.value)


def _map(entry: Entry, source: str) -> dict[Hex, str]:
    """Return the tokens of a map by cell: the top row is row 0, and the cell farthest left decides the columns."""
    try:
        drawn = read_map("\n" * entry.line + "\n".join(entry.body))
    except ValueError as error:
        raise BadData(f"{source}, {error}; cells stand two columns apart, each row one column off the next") from None
    if not drawn:
        _refuse(source, entry.line, "the map is missing: it starts on the next line")
    top = min(cell.r for cell in drawn)
    left = min(2 * cell.q + cell.r for cell in drawn)
    return {Hex((2 * q + r - left - (r - top)) // 2, r - top): token for (q, r), token in drawn.items()}


def _line(entry: Entry, cell: Hex) -> int:
    return entry.line + 1 + cell.r


def _check_marks(marks: dict[Hex, str], entry: Entry, source: str) -> None:
    if len(marks) > MOST:
        _refuse(source, entry.line, f"a sheet has at most {MOST} cells, not {len(marks)}")
    for cell, mark in marks.items():
        if mark not in MARKS:
            _refuse(source, _line(entry, cell), f"a cell is one of {' '.join(MARKS)}, not {mark!r}")
    for number in MARKS[1:7]:
        where = [cell for cell, mark in marks.items() if mark == number]
        if len(where) != 2:  # HR 1.2
            _refuse(
                source, _line(entry, where[-1]) if where else entry.line, f"{number} must be printed exactly twice, not {len(where)} times"
            )
    if "." not in marks.values():
        _refuse(source, entry.line, "no cell is left to write on; empty cells are drawn as .")


def _check_same_cells(marks: dict[Hex, str], owners: dict[Hex, str], entries: dict[str, Entry], source: str) -> None:
    for cell in sorted(marks.keys() ^ owners.keys(), key=lambda c: (c.r, c.q)):
        place = sum(other.r == cell.r and other.q <= cell.q for other in (marks if cell in marks else owners))
        here, there = MAPS if cell in marks else MAPS[::-1]
        problem = f"cell {place} of this row is missing in the map of {there}; both maps have the same form"
        _refuse(source, _line(entries[here], cell), problem)


def _middle(entry: Entry, owners: dict[Hex, str], source: str) -> str:
    if entry.value not in owners.values() or not entry.value:
        have = " ".join(sorted(set(owners.values())))
        _refuse(source, entry.line, f"middle must be the letter of one of the areas ({have}), not {entry.value!r}")
    return entry.value


def _check_areas(owners: dict[Hex, str], middle: str, entry: Entry, source: str) -> None:
    for cell, letter in owners.items():
        if not re.fullmatch("[A-Za-z]", letter):
            _refuse(source, _line(entry, cell), f"an area is a letter, not {letter!r}")
    if set(owners.values()) == {middle}:
        _refuse(source, entry.line, "there must be outer areas as well as the middle one")
    for letter in sorted(set(owners.values())):
        cells = {cell for cell, owner in owners.items() if owner == letter}
        lost = cells - _reached(cells)
        if lost:
            _refuse(
                source,
                _line(entry, min(lost, key=lambda c: c.r)),
                f"area {letter} is in several pieces; the cells of an area hang together",
            )


def _reached(cells: set[Hex]) -> set[Hex]:
    """Return the cells that hang together with the topmost one."""
    left = [min(cells, key=lambda c: (c.r, c.q))]
    reached = set(left)
    while left:
        cell = left.pop()
        more = {cell + step for step in DIRECTIONS} & cells - reached
        reached |= more
        left.extend(more)
    return reached
