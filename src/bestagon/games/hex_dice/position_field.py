"""The state of a game of Hex Dice: cells, camps and whose turn it is; how it is copied, written and checked."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hex_dice.board import (
    GROUND,
    GUARD,
    LAKE,
    MOUNTAIN,
    OWNER,
    RESTS,
    ROULETTE,
    SEAT,
    TOKEN,
    UNIT,
    VALUE,
    Board,
)

# What terrain there is at the start (2.1).
NO_TERRAIN: Final = 0
PRESET: Final = 1
BY_ROULETTE: Final = 2
BY_GENERATION: Final = 3

# How a game ended; 0 is by resignation.
ANNIHILATED: Final = 1
CAPTURED: Final = 2
PATIENCE: Final = 3

# A camp is what belongs to a seat: 16 numbers.
CAMP: Final = 16
AXIS: Final = 0
"""The axis its base stands on, -1 before it has one."""
LAST: Final = 1
"""The cell of the unit that acted in the seat's previous turn, or -1 (4.6)."""
COUNT: Final = 2
"""How many units it has on the map; their cells follow, in ascending order."""
MEN: Final = 3
HAND: Final = 8
"""HAND + v: how many dice of value v it has still to deploy, for v from 1 to 6."""


class Field(Position):
    """Everything a game of Hex Dice remembers."""

    board: Board
    terrain: i64
    """How terrain comes about."""
    layouts: bytes
    """The terrain of the presets to pick from, 0-4 a cell, one layout after the other."""
    patience: i64
    """How many quiet turns for each seat still in end the game (7.3)."""
    cells: vec[i16]
    """What every cell holds, packed as board.py says."""
    camps: vec[i16]
    """Sixteen numbers a seat."""
    phase: i64
    turn: i64
    """The seat to act."""
    order: i64
    """The seats in the order of 2.6, four bits each."""
    step: i64
    """How many of them are through with the present phase of set-up."""
    pending: i64
    """How many terrain cells are still to be placed in the roulette."""
    zone: i64
    """How many steps from its base the seat on turn may deploy (2.9)."""
    focus: i64
    """The cell of a unit just merged with a sum above 6, else -1."""
    bonus: bool
    """Whether that unit may act at once when it has become something."""
    quiet: i64
    """Turns since a unit was lost or a base taken."""
    how: i64
    outs: i64
    """Who is out, four bits a seat: 0 while in, else 1 for the first to go, 2 for the second, ..."""
    inside: i64
    """How many seats are in."""

    def __init__(self, seats: i64, board: Board, terrain: i64, layouts: bytes, patience: i64) -> None:
        """Make an empty map that shares the board's tables."""
        most: i64 = 26 * board.army if board.army > 3 else 96  # three dice on up to 31 cells (2.9)
        if terrain == BY_ROULETTE:
            most = 4 * board.size
        super().__init__(seats, most, board.rest + RESTS)
        self.board = board
        self.terrain = terrain
        self.layouts = layouts
        self.patience = patience
        self.clear()

    def clear(self) -> None:
        """Take everything off the map."""
        self.over = False
        self.revealed = False
        self.resignations = 0
        self.cells = self.board.plain[:]
        self.camps = vec[i16]([i16(0)] * int(CAMP * self.seats))
        for seat in range(self.seats):
            self.camps[CAMP * seat + AXIS] = -1
            self.camps[CAMP * seat + LAST] = -1
        self.phase = ROULETTE
        self.turn = 0
        self.order = 0
        self.step = 0
        self.pending = 0
        self.zone = 0
        self.focus = -1
        self.bonus = False
        self.quiet = 0
        self.how = 0
        self.outs = 0
        self.inside = self.seats

    # Reading the state.

    def out_at(self, seat: i64) -> i64:
        """Return 0 for a seat that is in, else its place in the order of elimination."""
        return (self.outs >> (4 * seat)) & 15

    def in_order(self, i: i64) -> i64:
        """Return the seat that is i-th in the order of 2.6."""
        return (self.order >> (4 * i)) & 15

    def axis(self, seat: i64) -> i64:
        """Return the axis of the seat's base, or -1."""
        return i64(self.camps[CAMP * seat + AXIS])

    def base(self, seat: i64) -> i64:
        """Return the cell of the seat's base, or -1."""
        axis = self.axis(seat)
        return i64(self.board.bases[axis]) if axis >= 0 else -1

    def count(self, seat: i64) -> i64:
        """Return how many units the seat has on the map."""
        return i64(self.camps[CAMP * seat + COUNT])

    def man(self, seat: i64, i: i64) -> i64:
        """Return the cell of the seat's i-th unit."""
        return i64(self.camps[CAMP * seat + MEN + i])

    def hand(self, seat: i64) -> i64:
        """Return how many dice the seat has still to deploy."""
        n: i64 = 0
        for v in range(1, 7):
            n += i64(self.camps[CAMP * seat + HAND + v])
        return n

    def total(self, seat: i64) -> i64:
        """Return the sum of the values of the seat's units."""
        n: i64 = 0
        for i in range(self.count(seat)):
            n += i64(self.cells[self.man(seat, i)]) & VALUE
        return n

    def armour(self, cell: i64) -> i64:
        """Return what an attack on the unit there must reach (5.1)."""
        cells = self.cells
        code = i64(cells[cell])
        left = (code & VALUE) - ((code // TOKEN) & 7)
        if left <= 0:
            return 0
        if code & GUARD:
            left += 1
        ground = code & GROUND
        if ground:
            left += 2 if ground == MOUNTAIN else 0 if ground == LAKE else 1  # HD 6
        friend = (code & OWNER) | 6
        to = self.board.to
        at = cell << 6
        for d in range(6):  # HD 3.3
            near = i64(to[at + 3 * d])
            if near >= 0 and i64(cells[near]) & (OWNER | VALUE) == friend:
                left += 1
        return left

    # Changing it.

    def put(self, seat: i64, cell: i64, unit: i64) -> None:
        """Set a unit (its value, tokens and guard) of the seat on a free cell."""
        camps = self.camps
        self.cells[cell] = i16((i64(self.cells[cell]) & ~UNIT) | unit | ((seat + 1) * SEAT))
        at = CAMP * seat + MEN
        i = at + i64(camps[CAMP * seat + COUNT])
        camps[CAMP * seat + COUNT] += 1
        while i > at and i64(camps[i - 1]) > cell:
            camps[i] = camps[i - 1]
            i -= 1
        camps[i] = i16(cell)

    def lift(self, seat: i64, cell: i64) -> i64:
        """Take the seat's unit off a cell and return its value, tokens and guard."""
        camps = self.camps
        code = i64(self.cells[cell])
        self.cells[cell] = i16(code & ~UNIT)
        at = CAMP * seat
        left = i64(camps[at + COUNT]) - 1
        camps[at + COUNT] = i16(left)
        i = at + MEN
        end = i + left
        while i64(camps[i]) != cell:
            i += 1
        while i < end:
            camps[i] = camps[i + 1]
            i += 1
        camps[end] = 0
        if i64(camps[at + LAST]) == cell:
            camps[at + LAST] = -1
        return code & (UNIT - OWNER)

    # What every position can do.

    def copy_from(self, other: Position) -> None:
        """Become equal to another position of the same set-up."""
        assert isinstance(other, Field)
        self.copy_common(other)
        self.cells = other.cells[:]
        self.camps = other.camps[:]
        self.phase = other.phase
        self.turn = other.turn
        self.order = other.order
        self.step = other.step
        self.pending = other.pending
        self.zone = other.zone
        self.focus = other.focus
        self.bonus = other.bonus
        self.quiet = other.quiet
        self.how = other.how
        self.outs = other.outs
        self.inside = other.inside

    def mask(self, seat: i64) -> None:
        """Hide the dice; everything else lies open."""
        self.dice.blank()

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Take other dice; nothing else is unknown."""
        self.dice.fork_from(dice)
