"""The state of a game of Pocket Hexes."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.pocket_hexes.board import BOXES, DICE, EMPTY, FIRST, HIGHEST, PENDING, SETS_PER_SEAT, SKIPPED, TOUCHING, PocketBoard
from bestagon.games.pocket_hexes.rules import moves, play, scoring, serial
from bestagon.grid.bits import BITS, lowest


@final
@mypyc_attr(acyclic=True)
class PocketPosition(Position):
    """The sheets, boxes and dice of all players, and the progress of the turn; nothing but future rolls is hidden (PH 2.7).

    Action die * cells + cell writes a die into a cell; then follow six actions that re-roll a die, then score, then skip.
    """

    board: PocketBoard
    numbers: vec[u8]
    """The number in each cell, or EMPTY, seat after seat."""
    boxes: vec[i16]
    """Nine per seat in the order they were filled, 0 for those that are not."""
    cell_sets: vec[i64]
    """24 bit sets per seat: the cells where 0, 1, ..., 20 fits by PH 3.1 and 3.3; the cells TOUCHING a number; the PENDING
    rings; and the SKIPPED ones. All but the last two follow from the numbers."""
    phase: i64 = FIRST
    active: i64 = 0
    """The seat whose turn it is (PH 2.1)."""
    rolled: i64 = 0
    """The values of the six dice, eight bits each, the d4 lowest."""
    filled: i64 = 0
    """The number of filled boxes, four bits per seat."""
    left: i64 = 0
    """How many numbers each seat still has to write in this phase, four bits per seat."""
    used: i64 = 0
    """The die that a seat may not write again or has to re-roll, counted from 1, or 0; four bits per seat."""
    movers: i64 = 0
    """The seats that may act unless the game is over; follows from the rest."""

    def __init__(self, seats: i64, board: PocketBoard) -> None:
        """Create empty sheets."""
        super().__init__(seats, DICE * board.cells, DICE * board.cells + DICE + 2)
        self.board = board
        self.numbers = vec[u8]([EMPTY] * int(seats * board.cells))
        self.boxes = vec[i16]([0] * int(seats * BOXES))
        self.cell_sets = vec[i64]([0] * int(seats * SETS_PER_SEAT))
        self.clear()

    def blank(self) -> Position:
        """Return empty sheets of the same kind."""
        return PocketPosition(self.seats, self.board)

    def clear(self) -> None:
        """Empty all sheets and boxes, and reset the turn."""
        for i in range(self.seats * self.board.cells):
            self.numbers[i] = EMPTY
        for i in range(self.seats * BOXES):
            self.boxes[i] = 0
        for seat in range(self.seats):
            for i in range(PENDING):
                self.cell_sets[seat * SETS_PER_SEAT + i] = self.board.all_cells  # PH 3.5: TOUCHING too
            self.cell_sets[seat * SETS_PER_SEAT + PENDING] = 0
            self.cell_sets[seat * SETS_PER_SEAT + SKIPPED] = 0
        self.phase = FIRST
        self.active = 0
        self.rolled = 0
        self.filled = 0
        self.left = 0
        self.used = 0
        self.movers = 0

    def copy_from(self, other: Position) -> None:
        """Copy the state of another position on the same kind of sheet."""
        self._share(other)
        self.numbers = self.numbers[:]
        self.boxes = self.boxes[:]
        self.cell_sets = self.cell_sets[:]

    def view_from(self, other: Position, seat: i64) -> None:
        """Share the sheets: only the dice are hidden."""
        self._share(other)
        self.mask(seat)

    def _share(self, other: Position) -> None:
        assert isinstance(other, PocketPosition)
        self.copy_common(other)
        self.numbers = other.numbers
        self.boxes = other.boxes
        self.cell_sets = other.cell_sets
        self.phase = other.phase
        self.active = other.active
        self.rolled = other.rolled
        self.filled = other.filled
        self.left = other.left
        self.used = other.used
        self.movers = other.movers

    # Readers and mutators.

    def number(self, seat: i64, cell: i64) -> i64:
        """Return the number in a cell, or -1."""
        number = self.numbers[seat * self.board.cells + cell]
        return -1 if number == EMPTY else i64(number)

    def write_number(self, seat: i64, cell: i64, number: i64) -> None:
        """Write a number on a sheet and update where numbers fit."""
        sets = self.cell_sets
        first = seat * SETS_PER_SEAT
        near = self.board.neighbours[cell]
        own = BITS[cell]
        self.numbers[seat * self.board.cells + cell] = u8(number)
        if sets[first] == self.board.all_cells:
            sets[first + TOUCHING] = near
        else:
            sets[first + TOUCHING] |= near
        around = ~(near | own)
        alone = ~own
        sets[first] &= alone
        i = first + 1
        while i < first + number:  # PH 3.3
            sets[i] &= around
            i += 1
        while i <= first + HIGHEST:
            sets[i] &= alone
            i += 1

    def empty_cells(self, seat: i64) -> i64:
        """Return the empty cells of the seat's sheet."""
        return self.cell_sets[seat * SETS_PER_SEAT]

    def pending_rings(self, seat: i64) -> i64:
        """Return the cells whose completed ring the seat has not scored or skipped yet."""
        return self.cell_sets[seat * SETS_PER_SEAT + PENDING]

    def skipped_rings(self, seat: i64) -> i64:
        """Return the cells whose completed ring the seat has not scored and can never score (PH 4.3, 4.4)."""
        return self.cell_sets[seat * SETS_PER_SEAT + SKIPPED]

    def next_ring(self, seat: i64) -> i64:
        """Return the cell whose ring the seat has to score or skip now, or -1 (PH 4.5)."""
        rings = self.pending_rings(seat)
        return lowest(rings) if rings else -1

    def filled_boxes(self, seat: i64) -> i64:
        """Return the number of boxes the seat has filled."""
        return (self.filled >> (4 * seat)) & 15

    def full(self, seat: i64) -> bool:
        """Tell whether the seat has filled all nine boxes."""
        return (self.filled >> (4 * seat)) & 15 == BOXES

    def any_full(self) -> bool:
        """Tell whether a seat has filled all nine boxes, so that this is the last turn (PH 6.1)."""
        for seat in range(self.seats):
            if self.full(seat):
                return True
        return False

    def fill_box(self, seat: i64, points: i64) -> None:
        """Fill the seat's next box, if one is left (PH 5.2)."""
        n = self.filled_boxes(seat)
        if n < BOXES:
            self.boxes[seat * BOXES + n] = i16(points)
            self.filled += 1 << (4 * seat)

    def writes_left(self, seat: i64) -> i64:
        """Return how many numbers the seat still has to write in this phase."""
        return (self.left >> (4 * seat)) & 15

    def die_used(self, seat: i64) -> i64:
        """Return the die the seat has written in this phase, or -1."""
        return ((self.used >> (4 * seat)) & 15) - 1

    def die_value(self, die: i64) -> i64:
        """Return the value a die shows."""
        return (self.rolled >> (8 * die)) & 255

    # The contract of Position.

    def start(self, dice: Dice) -> None:
        """Draw the start player (C6) and roll for the first turn."""
        play.start(self, dice)

    def acting(self) -> i64:
        """Return the active player, or in PH 2.4 all players who are not done (PH 2.7)."""
        return 0 if self.over else self.movers

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List what can be written die by die and cell by cell, or the dice to re-roll, or score and skip."""
        return moves.legal_actions(self, seat, out)

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a random legal action without listing them."""
        return moves.pick(self, seat, dice, out)

    def play(self, seat: i64, action: i64) -> None:
        """Write a number, score or skip a ring, or re-roll a die."""
        play.apply(self, seat, action)

    def withdraw(self, seat: i64) -> None:
        """Take a seat out of the turn (C5)."""
        play.withdraw(self, seat)

    def score(self, seat: i64) -> i64:
        """Return the sum of the boxes (PH 6.2)."""
        return scoring.score(self, seat)

    def beats(self, a: i64, b: i64) -> bool:
        """Compare the scores, then the boxes from the highest down (PH 6.3)."""
        return scoring.beats(self, a, b)

    def solo_payoff(self) -> float:
        """Return the payoff of the score in a solo game (PH 6.4)."""
        return scoring.solo_payoff(float(self.score(0)))

    def ending(self) -> str:
        """Return whether a player filled all boxes or all but one resigned."""
        return scoring.ending(self)

    def write(self, out: Writer) -> None:
        """Write everything that does not follow from the rest."""
        serial.write(self, out)

    def read(self, source: Reader) -> None:
        """Read what `write` wrote and validate it."""
        serial.read(self, source)
