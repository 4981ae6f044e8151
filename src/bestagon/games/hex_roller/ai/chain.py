"""The best ways to write a chain."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.ai.sheet import Outlook
from bestagon.games.hex_roller.board import Sheet
from bestagon.games.hex_roller.position_state import EMPTY
from bestagon.grid.bits import SLOTS

MOST_KEPT: Final = 16
PIECE: Final[i64] = 3
"""So many cells are tried in every way; longer chains are made of such pieces."""
BEGINNINGS: Final[i64] = 8
"""How many beginnings of a long chain are completed, ..."""
MIDDLES: Final[i64] = 3
"""... and how many next pieces of each."""


class Found:
    """The best few sets of cells seen so far, the best first."""

    cells: vec[i64]
    worth: vec[float]
    note: vec[i64]
    """What the finder wants to remember of each."""
    n: i64
    keep: i64

    def __init__(self) -> None:
        """Hold nothing yet."""
        self.cells = vec[i64]([0] * MOST_KEPT)
        self.worth = vec[float]([0.0] * MOST_KEPT)
        self.note = vec[i64]([0] * MOST_KEPT)
        self.n = 0
        self.keep = 1

    def clear(self, keep: i64) -> None:
        """Forget all; from now on keep so many."""
        self.n = 0
        self.keep = keep

    def add(self, cells: i64, worth: float, note: i64) -> None:
        """Put a set in its place, unless it is known or enough others are better."""
        n = self.n
        if n == self.keep and worth <= self.worth[n - 1]:
            return
        for i in range(n):
            if self.cells[i] == cells and self.note[i] == note:
                return
        if n == self.keep:
            n -= 1
        self.n = n + 1
        while n > 0 and self.worth[n - 1] < worth:
            self.cells[n] = self.cells[n - 1]
            self.worth[n] = self.worth[n - 1]
            self.note[n] = self.note[n - 1]
            n -= 1
        self.cells[n] = cells
        self.worth[n] = worth
        self.note[n] = note


class Chains:
    """Finds the best chains on one sheet."""

    outlook: Outlook
    found: Found
    number: i64
    base: float
    """What is added to the worth of areas and pairs."""
    note: i64

    def __init__(self) -> None:
        """Have found nothing yet."""
        self.outlook = Outlook()
        self.found = Found()
        self.number = 0
        self.base = 0.0
        self.note = 0

    def look(self, sheet: Sheet, state: vec[i64], takes: i64, keep: i64) -> None:
        """Take up a sheet whose owner will take so many numbers more after the chain."""
        self.outlook.look(sheet, state, takes)
        self.found.clear(keep)

    def find(self, number: i64, near: i64, length: i64, base: float, note: i64) -> None:
        """Add the best chains of a number that start among `near`; their worth is that of all areas and pairs, and `base`."""
        self.number = number
        self.base = base
        self.note = note
        self._complete(near, length, 0, BEGINNINGS)

    def _complete(self, near: i64, length: i64, written: i64, keep: i64) -> None:
        """Find chains of `length` cells more, piece by piece."""
        choice = near & self.outlook.state[EMPTY] & ~written
        if length <= PIECE:
            self._try(choice, length, written, 0, self.found)
            return
        pieces = Found()
        pieces.clear(keep)
        self._try(choice, PIECE, written, length - PIECE, pieces)
        for i in range(pieces.n):
            self._complete(pieces.note[i], length - PIECE, pieces.cells[i], MIDDLES)

    def _try(self, choice: i64, left: i64, written: i64, rest: i64, into: Found) -> None:
        """Try all ways to write `left` cells, the next one of `choice`; `rest` more must fit in after them."""
        sheet = self.outlook.sheet
        empty = self.outlook.state[EMPTY]
        while choice:
            bit = choice & -choice
            choice ^= bit
            cells = written | bit
            onward = sheet.near[bit % SLOTS] & empty & ~cells
            if left > 1:
                self._try(onward, left - 1, cells, rest, into)
            elif rest == 0:
                into.add(cells, self.base + self.outlook.after(self.number, cells), self.note)
            elif sheet.path(onward, empty & ~cells, rest):
                into.add(cells, self.outlook.after(self.number, cells), onward)
