"""The state of a game: a sheet for each seat and the dice of the round."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hex_roller.actions import ALL_BONUSES, EXTRA
from bestagon.games.hex_roller.board import FACES, HIGH, LOW, RollerSheet
from bestagon.games.hex_roller.rules import moves, play, scoring, serial
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, RIM, SPENT, STEP, STRIDE
from bestagon.games.hex_roller.steps import DONE
from bestagon.grid.bits import BITS, SLOTS, count


@final
@mypyc_attr(acyclic=True)
class RollerPosition(Position):
    """All sheets, the dice of the round, and the step each seat is at; nothing but future rolls is hidden (HR 2.8)."""

    sheet: RollerSheet
    dice_count: i64
    round: i64
    """Counts from 1; 0 before the start."""
    rolled: i64
    """How many dice show each number: four bits per number, from 3 upwards."""
    state: vec[i64]
    """STRIDE entries per seat, at the offsets that board.py names."""

    def __init__(self, seats: i64, sheet: RollerSheet, dice_count: i64) -> None:
        """Create clean sheets."""
        super().__init__(seats, 2 * count(sheet.blank) + 2 * FACES, 2 * sheet.size + EXTRA)
        self.sheet = sheet
        self.dice_count = dice_count
        self.state = vec[i64]([0] * int(seats * STRIDE))
        self.clear()

    def clear(self) -> None:
        """Return to clean sheets before the first round."""
        state = self.state
        self.round = 0
        self.rolled = 0
        for seat in range(self.seats):
            base = seat * STRIDE
            for i in range(STRIDE):
                state[base + i] = 0
            state[base + EMPTY] = self.sheet.blank
            state[base + STEP] = DONE
            state[base + BONUSES] = ALL_BONUSES
            for number in range(LOW, HIGH + 1):
                state[base + number] = self.sheet.printed[number]
            self.find_rims(base)

    def find_rims(self, base: i64) -> None:
        """Derive the cells next to each number from the cells that hold it."""
        state = self.state
        near = self.sheet.near
        for number in range(LOW, HIGH + 1):
            left = state[base + number]
            rim: i64 = 0
            while left:
                bit = left & -left
                left ^= bit
                rim |= near[bit % SLOTS]
            state[base + RIM + number] = rim

    def dice_showing(self, number: i64) -> i64:
        """Return how many dice show the number."""
        return (self.rolled >> (4 * (number - LOW))) & 15

    def can_use(self, base: i64, bonus: i64) -> bool:
        """Tell whether the bonus is unused and no other was used this round (HR 3)."""
        state = self.state
        return state[base + SPENT] == 0 and state[base + BONUSES] & bonus != 0

    def blank(self) -> Position:
        """Return clean sheets of the same set-up."""
        return RollerPosition(self.seats, self.sheet, self.dice_count)

    def start(self, dice: Dice) -> None:
        """Hand out clean sheets and roll for the first round."""
        play.start(self, dice)

    def acting(self) -> i64:
        """Return all seats that are not done with this round (HR 2.8)."""
        seats: i64 = 0
        if not self.over:
            state = self.state
            for seat in range(self.seats):
                if state[seat * STRIDE + STEP] != DONE:
                    seats |= BITS[seat]
        return seats

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List cells to write on, then cells for the bonus 2, then numbers to take, then boxes and done."""
        return moves.legal(self, seat, out)

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a random legal action without listing them all."""
        return moves.pick(self, seat, dice)

    def play(self, seat: i64, action: i64) -> None:
        """Carry out an action; the last seat to be done rolls for the next round."""
        play.play(self, seat, action)

    def withdraw(self, seat: i64) -> None:
        """Leave the sheet as it is, so that the others need not wait for it."""
        play.withdraw(self, seat)

    def score(self, seat: i64) -> i64:
        """Return the current score of the sheet (HR 4)."""
        return scoring.score(self, seat)

    def solo_payoff(self) -> float:
        """Return the payoff of a solo game: 0 for an ordinary score, 1 for twice that or more."""
        return scoring.solo_payoff(self)

    def ending(self) -> str:
        """Return whether all rounds were played or all seats but one resigned."""
        return scoring.ending(self)

    def copy_from(self, other: Position) -> None:
        """Become equal to another position of the same set-up."""
        self._share(other)
        self.state = self.state[:]

    def view_from(self, other: Position, seat: i64) -> None:
        """Share the sheets: only the dice are hidden."""
        self._share(other)
        self.mask(seat)

    def _share(self, other: Position) -> None:
        assert isinstance(other, RollerPosition)
        self.copy_common(other)
        self.round = other.round
        self.rolled = other.rolled
        self.state = other.state

    def write(self, out: Writer) -> None:
        """Write the round, its dice and the sheets."""
        serial.write(self, out)

    def read(self, source: Reader) -> None:
        """Read what `write` wrote; raise ValueError if it is no possible state."""
        serial.read(self, source)
