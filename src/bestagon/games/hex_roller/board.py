"""The sheet: its cells, areas and printed numbers as bit sets, and paths over it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.grid.bits import SLOTS, count
from bestagon.grid.coords import Hex
from bestagon.grid.shapes import Shape

LOW: Final[i64] = 3
"""The lowest number on the dice (HR 1.1)."""
HIGH: Final[i64] = 8
"""The highest number on the dice (HR 1.1)."""
FACES: Final[i64] = 6
MOST_ROUNDS: Final = 12
ALL_DICE: Final = 0
"""The throw of a round (HR 2.1), as the rules announce it."""


class RollerSheet:
    """A sheet as printed (HR 1.2)."""

    shape: Shape
    size: i64
    """The number of cells."""
    rounds: i64
    near: vec[i64]
    """The neighbours of a cell, by the slot of its bit."""
    printed: vec[i64]
    """The two cells each number is printed on, by number; those of 0 to 2 are empty."""
    crosses: i64
    """The cells printed x."""
    blank: i64
    """The cells to write on."""
    areas: vec[i64]
    """The cells of each area: the outer areas in the order of their letters, then the middle."""
    letters: str
    """The letter of each area, in the same order."""

    def __init__(self, marks: dict[Hex, str], owners: dict[Hex, str], middle: str, rounds: int) -> None:
        """Build the sheet from the mark printed on every cell (`.`, 3 to 8 or x) and the letter of the cell's area."""
        self.shape = Shape(marks)
        self.size = len(self.shape)
        self.rounds = rounds
        self.near = _near_table(self.shape)
        marked = [marks[cell] for cell in self.shape.cells]
        self.blank = _cells_with(marked, ".")
        self.crosses = _cells_with(marked, "x")
        self.printed = vec[i64]([i64(0)] * 3 + [_cells_with(marked, str(number)) for number in range(3, 9)])
        owned = [owners[cell] for cell in self.shape.cells]
        self.letters = "".join(sorted(set(owned) - {middle})) + middle
        self.areas = vec[i64]([_cells_with(owned, letter) for letter in self.letters])

    def path(self, starts: i64, empty: i64, length: i64) -> i64:
        """Return the cells of some path over `length` empty cells that begins in `starts`; 0 if there is none."""
        if length == 1:
            return starts & -starts
        if length > 3 and not self._has_room(starts, empty, length):
            return 0
        near = self.near
        while starts:
            bit = starts & -starts
            starts ^= bit
            onward = near[bit % SLOTS] & empty
            if onward:
                if length == 2:
                    return bit | (onward & -onward)
                found = self.path(onward, empty ^ bit, length - 1)
                if found:
                    return bit | found
        return 0

    def _has_room(self, starts: i64, empty: i64, length: i64) -> bool:
        """Tell whether at least `length` empty cells can be reached, without which there is no path."""
        near = self.near
        reached = starts
        left = starts
        while left:
            bit = left & -left
            left ^= bit
            more = near[bit % SLOTS] & empty & ~reached
            reached |= more
            left |= more
            if count(reached) >= length:
                return True
        return False

    def joined(self, cells: i64, ends: i64) -> bool:
        """Tell whether `ends`, a subset of `cells`, are connected through `cells`."""
        near = self.near
        reached = ends & -ends
        left = reached
        while left:
            bit = left & -left
            left ^= bit
            more = near[bit % SLOTS] & cells & ~reached
            reached |= more
            left |= more
            if ends & ~reached == 0:
                return True
        return False

    def cells_to_join(self, own: i64, empty: i64, ends: i64) -> i64:
        """Return how many empty cells must be written to connect both `ends` through `own` cells; 99 if it is impossible."""
        near = self.near
        reached = ends & -ends
        written: i64 = 0
        fresh = reached
        while fresh:
            edge: i64 = 0
            while fresh:
                bit = fresh & -fresh
                fresh ^= bit
                around = near[bit % SLOTS] & ~reached
                more = around & own
                reached |= more
                fresh |= more
                edge |= around & empty
            if ends & ~reached == 0:
                return written
            fresh = edge & ~reached
            reached |= fresh
            written += 1
        return 99


def _near_table(shape: Shape) -> vec[i64]:
    table = [0] * int(SLOTS)
    for i in range(len(shape)):
        table[(1 << i) % int(SLOTS)] = sum(1 << n for n in shape.around(i))
    return vec[i64]([i64(bits) for bits in table])


def _cells_with(marks: list[str], wanted: str) -> i64:
    return i64(sum(1 << i for i, mark in enumerate(marks) if mark == wanted))
