"""What lies on the table: sheets, scoring boxes, dice and how far the turn has got; how a number is written."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from bestagon.core.codec import Reader, Writer
from bestagon.core.position import Position
from bestagon.games.pocket_hexes.board import BOXES, DICE, HIGHEST, LOWEST, PENALTY, SIDES, Board
from bestagon.grid.bits import BITS, lowest

FIRST: Final[i64] = 0
"""The active player writes one number (PH 2.2)."""
REROLL: Final[i64] = 1
"""The active player could write nothing and chooses a die to re-roll (PH 2.3)."""
EVERYONE: Final[i64] = 2
"""Every player writes two numbers (PH 2.4)."""

EMPTY: Final = 255
"""What `numbers` holds for an empty cell."""

TOUCH: Final[i64] = 21
ASKED: Final[i64] = 22
SETS: Final[i64] = 23
"""How many sets a seat has in `sets`."""


class Sheets(Position):
    """The state of a game, and what single seats can do to theirs."""

    board: Board
    phase: i64
    active: i64
    """Whose turn it is (PH 2.1)."""
    rolled: i64
    """What the six dice show, eight bits a die, the d4 lowest."""
    numbers: vec[u8]
    """What is written, cell by cell, seat after seat."""
    boxes: vec[i16]
    """Nine a seat, in the order they were filled, then 0."""
    filled: i64
    """How many boxes are filled, four bits a seat."""
    left: i64
    """How many numbers a seat has still to write in this phase, four bits a seat."""
    used: i64
    """The die a seat may not write again or has to re-roll, counted from 1, or 0; four bits a seat."""
    sets: vec[i64]
    """Sets of cells, 23 a seat: where 0, 1, ..., 20 fits by rules 3.1 and 3.3; `TOUCH`, where rule A is kept; `ASKED`, the
    completed rings whose owner has not answered yet. All but the last follow from the numbers."""
    movers: i64
    """The seats that may act, as long as the game is not over; follows from the rest."""

    def __init__(self, seats: i64, board: Board) -> None:
        """Make empty sheets."""
        super().__init__(seats, DICE * board.cells, DICE * board.cells + DICE + 2)
        self.board = board
        self.numbers = vec[u8]([EMPTY] * int(seats * board.cells))
        self.boxes = vec[i16]([0] * int(seats * BOXES))
        self.sets = vec[i64]([0] * int(seats * SETS))
        self.clear()

    def clear(self) -> None:
        """Take everything off the table."""
        for i in range(self.seats * self.board.cells):
            self.numbers[i] = EMPTY
        for i in range(self.seats * BOXES):
            self.boxes[i] = 0
        for seat in range(self.seats):
            for i in range(ASKED):
                self.sets[seat * SETS + i] = self.board.all  # PH 3.5: nothing to be next to
            self.sets[seat * SETS + ASKED] = 0
        self.over = False
        self.revealed = False
        self.resignations = 0
        self.phase = FIRST
        self.active = 0
        self.rolled = 0
        self.filled = 0
        self.left = 0
        self.used = 0
        self.movers = 0

    # One seat.

    def number(self, seat: i64, cell: i64) -> i64:
        """Return what is written in a cell, or -1."""
        number = self.numbers[seat * self.board.cells + cell]
        return -1 if number == EMPTY else i64(number)

    def places(self, seat: i64, number: i64) -> i64:
        """Return the set of cells into which the seat may write a number (PH 3)."""
        at = seat * SETS
        if number < 2:  # PH 3.4; the cells where 0 fits are all that are empty
            return self.sets[at + number]
        return self.sets[at + number] & self.sets[at + TOUCH]

    def put(self, seat: i64, cell: i64, number: i64) -> None:
        """Write a number on a sheet and see what fits where from now on."""
        sets = self.sets
        at = seat * SETS
        near = self.board.near[cell]
        own = BITS[cell]
        self.numbers[seat * self.board.cells + cell] = u8(number)
        if sets[at] == self.board.all:
            sets[at + TOUCH] = near
        else:
            sets[at + TOUCH] |= near
        around = ~(near | own)
        alone = ~own
        sets[at] &= alone
        i = at + 1
        while i < at + number:  # PH 3.3
            sets[i] &= around
            i += 1
        while i <= at + HIGHEST:
            sets[i] &= alone
            i += 1

    def completed(self, seat: i64, cell: i64) -> i64:
        """Return the numbers whose ring the cell just written has closed (PH 4.1, 4.2, 4.4)."""
        near = self.board.near
        empty = self.sets[seat * SETS]
        rings: i64 = 0
        inside = near[cell] & self.board.ringable & ~empty
        while inside:
            i = lowest(inside)
            inside &= inside - 1
            if not near[i] & empty:
                rings |= BITS[i]
        return rings

    def asked(self, seat: i64) -> i64:
        """Return the cell whose ring the seat is asked about, or -1 (PH 4.5)."""
        rings = self.sets[seat * SETS + ASKED]
        return lowest(rings) if rings else -1

    def boxed(self, seat: i64) -> i64:
        """Return how many boxes of the seat are filled."""
        return (self.filled >> (4 * seat)) & 15

    def full(self, seat: i64) -> bool:
        """Tell whether the seat's nine boxes are filled."""
        return (self.filled >> (4 * seat)) & 15 == BOXES

    def box(self, seat: i64, points: i64) -> None:
        """Fill the seat's next box, if there is one (PH 5.2)."""
        n = self.boxed(seat)
        if n < BOXES:
            self.boxes[seat * BOXES + n] = i16(points)
            self.filled += 1 << (4 * seat)

    def writes_left(self, seat: i64) -> i64:
        """Return how many numbers the seat has still to write in this phase."""
        return (self.left >> (4 * seat)) & 15

    def die_used(self, seat: i64) -> i64:
        """Return the die the seat has written in this phase, or -1."""
        return ((self.used >> (4 * seat)) & 15) - 1

    # The dice.

    def value(self, die: i64) -> i64:
        """Return what a die shows."""
        return (self.rolled >> (8 * die)) & 255

    def choices(self, seat: i64, die: i64) -> i64:
        """Return the set of cells into which the seat may write a die; none for the one it has used (PH 2.4)."""
        if (self.used >> (4 * seat)) & 15 == die + 1:
            return 0
        return self.places(seat, (self.rolled >> (8 * die)) & 255)

    def can_write(self, seat: i64) -> bool:
        """Tell whether any die left to the seat can be written."""
        die: i64 = 0
        while die < DICE:
            if self.choices(seat, die):
                return True
            die += 1
        return False

    def roll(self, die: i64) -> None:
        """Roll one die."""
        change = (self.dice.below(SIDES[die]) + LOWEST[die]) ^ self.value(die)
        self.rolled ^= change << (8 * die)

    def all_gone(self) -> bool:
        """Tell whether resignations have left one seat of several, or none."""
        stayed: i64 = 0
        for seat in range(self.seats):
            if not self.resigned(seat):
                stayed += 1
        return stayed < 2 and self.seats > 1

    # Copies and bytes.

    def copy_from(self, other: Position) -> None:
        """Become equal to another position on the same sheets."""
        assert isinstance(other, Sheets)
        self.copy_common(other)
        self.numbers = other.numbers[:]
        self.boxes = other.boxes[:]
        self.sets = other.sets[:]
        self.phase = other.phase
        self.active = other.active
        self.rolled = other.rolled
        self.filled = other.filled
        self.left = other.left
        self.used = other.used
        self.movers = other.movers

    def write(self, out: Writer) -> None:
        """Write sheets, boxes, dice and turn; the other sets of cells follow from the numbers."""
        out.u8s(self.numbers)
        out.i16s(self.boxes)
        out.number(self.filled)
        out.number(self.left)
        out.number(self.used)
        out.number(self.rolled)
        out.number(self.phase | (self.active << 8))
        for seat in range(self.seats):
            out.number(self.sets[seat * SETS + ASKED])

    def read(self, source: Reader) -> None:
        """Read what `write` wrote, and check that it is a position."""
        over = self.over
        resignations = self.resignations
        self.clear()
        self.over = over
        self.resignations = resignations
        numbers = self.numbers[:]
        source.u8s(numbers)
        source.i16s(self.boxes)
        self.filled = source.number()
        self.left = source.number()
        self.used = source.number()
        self.rolled = source.number()
        turn = source.number()
        self.phase = turn & 255
        self.active = turn >> 8
        for i in range(len(numbers)):
            if numbers[i] != EMPTY:
                _demand(i64(numbers[i]) <= HIGHEST, f"a number is 0 to {HIGHEST}, not {numbers[i]}")
                self.put(i // self.board.cells, i % self.board.cells, i64(numbers[i]))
        for seat in range(self.seats):
            self.sets[seat * SETS + ASKED] = source.number()
        self.settle()

    def settle(self) -> None:
        """Find out who may act in a position that was read; ValueError where it cannot be one."""
        self._check_table()
        self.movers = 0
        for seat in range(self.seats):
            self._check_boxes(seat)
            self._check_rings(seat)
            _demand(self.writes_left(seat) <= 2 and self.die_used(seat) < DICE, f"two of {DICE} dice are written")
            if self.writes_left(seat) or self.sets[seat * SETS + ASKED]:
                self.movers |= 1 << seat
        if self.phase == REROLL:
            self.movers |= 1 << self.active
        _demand(self.over == (self.all_gone() or not self.movers), "a game is over when nobody has anything to do, and only then")
        _demand(not self.over or self.all_gone() or self._any_full(), f"a game ends when somebody's {BOXES} boxes are filled")  # PH 6.1
        for seat in range(self.seats):
            if not (self.movers >> seat) & 1:
                _demand(self.die_used(seat) < 0, "a seat that is done has no die to remember")
            elif not self.over:
                self._check_turn(seat)

    def _any_full(self) -> bool:
        for seat in range(self.seats):
            if self.full(seat):
                return True
        return False

    def _check_table(self) -> None:
        beyond = 4 * self.seats
        _demand(0 <= self.phase <= EVERYONE, f"a phase is {FIRST} to {EVERYONE}, not {self.phase}")
        _demand(0 <= self.active < self.seats, f"a seat is 0 to {self.seats - 1}, not {self.active}")
        _demand(not (self.filled | self.left | self.used | self.resignations) >> beyond, f"there are {self.seats} seats")
        _demand(not self.rolled >> (8 * DICE), f"there are {DICE} dice")
        for die in range(DICE):
            face = self.value(die) - LOWEST[die]
            _demand(0 <= face < SIDES[die], f"a die of {SIDES[die]} sides does not show {self.value(die)}")
        gone: i64 = 0
        ranks: i64 = 0
        for seat in range(self.seats):
            if self.resigned(seat):
                gone += 1
                ranks |= BITS[(self.resignations >> (4 * seat)) & 15]
        _demand(ranks == BITS[gone + 1] - 2, "seats that resigned are counted 1, 2, ... in the order they went")

    def _check_boxes(self, seat: i64) -> None:
        n = self.boxed(seat)
        _demand(n <= BOXES, f"a seat has {BOXES} boxes, not {n}")
        for i in range(BOXES):
            points = i64(self.boxes[seat * BOXES + i])
            if i < n:
                _demand(points == PENALTY or 0 <= points <= HIGHEST, f"a box holds {PENALTY} or 0 to {HIGHEST}, not {points}")
            else:
                _demand(points == 0, "a box that is not filled holds nothing")

    def _check_rings(self, seat: i64) -> None:
        rings = self.sets[seat * SETS + ASKED]
        empty = self.sets[seat * SETS]
        _demand(not rings & ~self.board.ringable, "only a cell with six neighbours can be ringed")
        for cell in range(self.board.cells):
            if (rings >> cell) & 1:
                _demand(not (self.board.near[cell] | BITS[cell]) & empty, "a ring is asked about when it is complete")

    def _check_turn(self, seat: i64) -> None:
        """Check a seat that has something to do."""
        left = self.writes_left(seat)
        used = self.die_used(seat)
        rings = self.sets[seat * SETS + ASKED]
        _demand(not self.resigned(seat), "a seat that resigned has nothing to do")
        if self.phase == EVERYONE:
            _demand((used >= 0) == (left == 1), "two dice are written, and the first is known until the second is")
        else:
            _demand(seat == self.active, "only the active player acts before 2.4")
            once = 1 if self.phase == FIRST and not rings else 0
            _demand(left == once and (used >= 0) == (rings != 0), "the active player writes one die, then answers, then re-rolls")
        _demand(not self.full(seat) or self.phase == REROLL, f"a seat with {BOXES} boxes filled writes no more")
        _demand(rings != 0 or left == 0 or self.can_write(seat), "a seat that can write nothing takes a penalty at once")


def _demand(true: bool, message: str) -> None:
    if not true:
        raise ValueError(message)
