"""The search for the best chains of a number."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.ai.probabilities import RollerChances
from bestagon.games.hex_roller.ai.sheet_estimate import SheetEstimate
from bestagon.games.hex_roller.ai.weights import BEGINNINGS, MIDDLES, PIECE
from bestagon.games.hex_roller.board import RollerSheet
from bestagon.games.hex_roller.seat import EMPTY
from bestagon.grid.bits import SLOTS

CAPACITY: Final = 16


class ChainCandidates:
    """The best sets of cells found so far, best first."""

    cells: vec[i64]
    values: vec[float]
    tags: vec[i64]
    """What the finder remembers about each set."""
    n: i64
    keep: i64
    """How many sets are kept, up to CAPACITY."""

    def __init__(self) -> None:
        """Create an empty list."""
        self.cells = vec[i64]([0] * CAPACITY)
        self.values = vec[float]([0.0] * CAPACITY)
        self.tags = vec[i64]([0] * CAPACITY)
        self.n = 0
        self.keep = 1

    def clear(self, keep: i64) -> None:
        """Remove all sets and keep so many from now on."""
        self.n = 0
        self.keep = keep

    def add(self, cells: i64, value: float, tag: i64) -> None:
        """Insert a set in order, unless it is known or enough others are better."""
        n = self.n
        if n == self.keep and value <= self.values[n - 1]:
            return
        for i in range(n):
            if self.cells[i] == cells and self.tags[i] == tag:
                return
        if n == self.keep:
            n -= 1
        self.n = n + 1
        while n > 0 and self.values[n - 1] < value:
            self.cells[n] = self.cells[n - 1]
            self.values[n] = self.values[n - 1]
            self.tags[n] = self.tags[n - 1]
            n -= 1
        self.cells[n] = cells
        self.values[n] = value
        self.tags[n] = tag


class ChainFinder:
    """Finds the best chains on one sheet."""

    estimate: SheetEstimate
    found: ChainCandidates
    number: i64
    fixed: float
    """The points to add to those of areas and pairs."""
    tag: i64

    def __init__(self, chances: RollerChances) -> None:
        """Create a finder without a sheet yet."""
        self.estimate = SheetEstimate(chances)
        self.found = ChainCandidates()
        self.number = 0
        self.fixed = 0.0
        self.tag = 0

    def reset(self, sheet: RollerSheet, state: vec[i64], takes: i64, keep: i64) -> None:
        """Turn to a sheet whose owner has so many numbers left to take after the chain."""
        self.estimate.evaluate(sheet, state, takes)
        self.found.clear(keep)

    def find(self, number: i64, near: i64, length: i64, fixed: float, tag: i64) -> None:
        """Add the best chains of a number that start in `near`, valued by all areas and pairs plus `fixed`."""
        self.number = number
        self.fixed = fixed
        self.tag = tag
        self._extend(near, length, 0, BEGINNINGS)

    def _extend(self, near: i64, length: i64, written: i64, keep: i64) -> None:
        """Add chains of `length` more cells, built piece by piece."""
        choice = near & self.estimate.state[EMPTY] & ~written
        if length <= PIECE:
            self._try(choice, length, written, 0, self.found)
            return
        pieces = ChainCandidates()
        pieces.clear(keep)
        self._try(choice, PIECE, written, length - PIECE, pieces)
        for i in range(pieces.n):
            self._extend(pieces.tags[i], length - PIECE, pieces.cells[i], MIDDLES)

    def _try(self, choice: i64, left: i64, written: i64, rest: i64, into: ChainCandidates) -> None:
        """Try all paths over `left` cells, the next one in `choice`, that leave room for `rest` more cells."""
        sheet = self.estimate.sheet
        empty = self.estimate.state[EMPTY]
        while choice:
            bit = choice & -choice
            choice ^= bit
            cells = written | bit
            onward = sheet.near[bit % SLOTS] & empty & ~cells
            if left > 1:
                self._try(onward, left - 1, cells, rest, into)
            elif rest == 0:
                into.add(cells, self.fixed + self.estimate.total_with(self.number, cells), self.tag)
            elif sheet.path(onward, empty & ~cells, rest):
                into.add(cells, self.estimate.total_with(self.number, cells), onward)
