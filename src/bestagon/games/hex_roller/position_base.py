"""Everybody's sheet and the dice of the round: how they are kept, counted and saved, without the rules of a round."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hex_roller.board import FACES, HIGH, LOW, Sheet
from bestagon.games.hex_roller.position_points import points
from bestagon.games.hex_roller.position_state import ALL_BONUSES, BONUSES, DONE, EMPTY, EXTRA, LEFT, NUMBER, RIM, STEP, STRIDE
from bestagon.grid.bits import BITS, SLOTS, count

ORDINARY: Final[i64] = 40
"""What a fair player scores, more or less."""


class Sheets(Position):
    """One sheet a seat, each at its own step."""

    sheet: Sheet
    dice_count: i64
    round: i64
    """Counts from 1; 0 before the start."""
    rolled: i64
    """How many dice show each number, four bits a number from 3 upwards."""
    state: vec[i64]
    """STRIDE entries a seat: see the offsets above."""

    def __init__(self, seats: i64, sheet: Sheet, dice_count: i64) -> None:
        """Make clean sheets."""
        super().__init__(seats, 2 * count(sheet.blank) + 2 * FACES, 2 * sheet.size + EXTRA)
        self.sheet = sheet
        self.dice_count = dice_count
        self.state = vec[i64]([0] * int(seats * STRIDE))
        self._clear()

    def _clear(self) -> None:
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
            self._find_rims(base)

    def _find_rims(self, base: i64) -> None:
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

    def acting(self) -> i64:
        """Return all seats that are not done with this round (HR 2.8)."""
        seats: i64 = 0
        if not self.over:
            for seat in range(self.seats):
                if self.state[seat * STRIDE + STEP] != DONE:
                    seats |= BITS[seat]
        return seats

    def rolls(self, number: i64) -> i64:
        """Return how many dice show the number."""
        return (self.rolled >> (4 * (number - LOW))) & 15

    def score(self, seat: i64) -> i64:
        """Return what the sheet would score as it stands (HR 4)."""
        return points(self.sheet, self.state, seat * STRIDE)

    def solo_payoff(self) -> float:
        """Return the payoff of a game alone: 0 for an ordinary score, near 1 for twice that."""
        share = float(self.score(0) - ORDINARY) / float(ORDINARY)
        return -1.0 if share < -1.0 else 1.0 if share > 1.0 else share

    def ending(self) -> str:
        """Return whether all rounds were played or all but one seat gave up."""
        if not self.over:
            return ""
        return "resigned" if self._gone() >= max(self.seats - 1, 1) else "rounds"

    def _gone(self) -> i64:
        gone: i64 = 0
        for seat in range(self.seats):
            if self.resigned(seat):
                gone += 1
        return gone

    def copy_from(self, other: Position) -> None:
        """Become equal to another position of this set-up."""
        assert isinstance(other, Sheets)
        self.copy_common(other)
        self.round = other.round
        self.rolled = other.rolled
        self.state = other.state[:]

    def mask(self, seat: i64) -> None:
        """Hide the dice to come; sheets are public (HR 2.8)."""
        self.dice.blank()

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Take other dice; nothing else is unknown."""
        self.dice.fork_from(dice)

    def write(self, out: Writer) -> None:
        """Write the round, its dice and the sheets; what is next to a number follows from them."""
        out.number(self.round)
        out.number(self.rolled)
        for seat in range(self.seats):
            base = seat * STRIDE
            out.i64s(self.state[base : base + NUMBER + 1])
            out.i64s(self.state[base + LEFT : base + STRIDE])

    def read(self, source: Reader) -> None:
        """Read what `write` wrote; ValueError says what cannot be."""
        self.round = source.number()
        self.rolled = source.number()
        for seat in range(self.seats):
            base = seat * STRIDE
            for i in range(STRIDE):
                if i <= NUMBER or i >= LEFT:
                    self.state[base + i] = source.number()
