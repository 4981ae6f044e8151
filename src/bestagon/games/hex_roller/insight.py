"""What a strong player knows: how much of what a sheet could score it is likely to score."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.hex_roller.board import HIGH, LOW, SLOTS, Sheet, bit_of, count
from bestagon.games.hex_roller.position import RollerPosition
from bestagon.games.hex_roller.position_points import leader, row_numbers
from bestagon.games.hex_roller.position_state import (
    BONUSES,
    BOX,
    EMPTY,
    FIRST,
    GREEN,
    LAST,
    LEFT,
    NUMBER,
    RED,
    RIM,
    SECOND,
    STEP,
    STRIDE,
    TAKE1,
    TAKE2,
    WRITE1,
)

CELLS_A_TAKE: Final = 2.0
"""How many cells a number taken fills, more or less."""
NOTHING: Final = -1e9
"""The value of a chain that cannot be completed."""
THOROUGH: Final[i64] = 3
"""Chains of so many cells are tried in every way, longer ones cell by cell."""


class RollerInsight(Insight):
    """Estimates the final score of a sheet; the other sheets do not matter to it."""

    sheet: Sheet
    state: vec[i64]
    """A copy of the seat's state to try chains on."""
    takes: float
    """How many numbers the seat will still take, the one under way left out."""
    boxes: float
    """How many boxes a row still gets."""
    knobs: vec[float]

    def __init__(self) -> None:
        """Look at one future: the estimate does not depend on the dice."""
        super().__init__(1)
        self.knobs = vec[float]([0.16, 0.375, 1.0, 0.054, 0.234, 0.05, 0.36, 3.0, 6.0, 1.0])

    def value(self, position: Position, seat: i64) -> float:
        """Return the score the seat can expect, its chain under way completed as well as can be."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return 1e6 * position.payoff(seat) + float(position.score(seat))
        base = seat * STRIDE
        self.sheet = position.sheet
        self.state = position.state[base : base + STRIDE]
        self._look_ahead(position.sheet.rounds - position.round)
        number = self.state[NUMBER]
        if number == 0:
            return self._estimate()
        last = self.state[LAST]
        near = self.sheet.near[last % SLOTS] if last else self.state[RIM + number]
        return self._best_chain(number, near, self.state[LEFT])

    def _look_ahead(self, rounds: i64) -> None:
        """Count what is still to come after this round and in it."""
        step = self.state[STEP]
        now: i64 = 2 if step == TAKE1 else 1 if step in (WRITE1, TAKE2) else 0
        self.takes = float(2 * rounds + now)
        self.boxes = float(rounds + (1 if step <= BOX else 0))

    def _best_chain(self, number: i64, near: i64, left: i64) -> float:
        """Return the best estimate after a chain of `left` cells that starts among `near`."""
        if left == 0:
            return self._estimate()
        if left > THOROUGH:
            return self._greedy_chain(number, near, left)
        state = self.state
        best = NOTHING
        choice = near & state[EMPTY]
        while choice:
            bit = choice & -choice
            choice ^= bit
            self._flip(number, bit)
            value = self._best_chain(number, self.sheet.near[bit % SLOTS], left - 1)
            self._flip(number, bit)
            if value > best:
                best = value
        return best

    def _greedy_chain(self, number: i64, near: i64, left: i64) -> float:
        """Return the best estimate where the next cell is the one that looks best by itself."""
        state = self.state
        sheet = self.sheet
        best = NOTHING
        chosen: i64 = 0
        choice = near & state[EMPTY]
        while choice:
            bit = choice & -choice
            choice ^= bit
            self._flip(number, bit)
            if sheet.path(sheet.near[bit % SLOTS] & state[EMPTY], state[EMPTY], left - 1):
                value = self._estimate()
                if value > best:
                    best = value
                    chosen = bit
            self._flip(number, bit)
        if chosen == 0:
            return NOTHING
        self._flip(number, chosen)
        best = self._best_chain(number, sheet.near[chosen % SLOTS], left - 1)
        self._flip(number, chosen)
        return best

    def _flip(self, number: i64, bit: i64) -> None:
        """Write on a cell of the copy, or wipe it again."""
        self.state[EMPTY] ^= bit
        self.state[number] ^= bit

    def _estimate(self) -> float:
        """Return the expected score of the copy."""
        return self._areas() + self._pairs() + self._rows() + self._bonuses() + self._freedom()

    def _likely(self, needed: float, at_hand: float) -> float:
        """Return how likely it is to get what is needed, 1 for nothing."""
        if needed <= 0.0:
            return 1.0
        if self.takes <= 0.0:
            return 0.0
        ratio = needed / at_hand
        return 1.0 / (1.0 + ratio * ratio * ratio)

    def _areas(self) -> float:
        """Return what the areas promise (HR 4.1, 4.2)."""
        sheet = self.sheet
        state = self.state
        knobs = self.knobs
        cells = self.takes * CELLS_A_TAKE
        at_hand = knobs[0] * cells + knobs[1]
        total = 0.0
        last = len(sheet.areas) - 1
        for area in range(last + 1):
            empty = count(sheet.areas[area] & state[EMPTY])
            chance = self._likely(float(empty), at_hand if area < last else at_hand * knobs[2])
            if chance > 0.0:
                worth = leader(sheet, state, 0, area)
                total += chance * float(worth if area < last else 2 * worth)
        return total

    def _pairs(self) -> float:
        """Return what the pairs promise (HR 4.3)."""
        sheet = self.sheet
        state = self.state
        knobs = self.knobs
        at_hand = knobs[3] * self.takes * CELLS_A_TAKE + knobs[4]
        total = 0.0
        for number in range(LOW, HIGH + 1):
            steps = sheet.steps(state[number], state[EMPTY], sheet.printed[number])
            total += float(number) * self._likely(float(steps), at_hand)
        return total

    def _rows(self) -> float:
        """Return what the rows promise, the numbers not boxed yet put where they do most good (HR 4.5)."""
        state = self.state
        red = row_numbers(state[RED])
        green = row_numbers(state[GREEN])
        if state[STEP] > BOX:
            return self._row(red) + self._row(green)
        a = bit_of(state[FIRST]) if state[FIRST] else bit_of(state[NUMBER])
        b = bit_of(state[SECOND]) if state[SECOND] or state[FIRST] == 0 else bit_of(state[NUMBER])
        one = self._row(red | a) + self._row(green | b)
        two = self._row(red | b) + self._row(green | a)
        return one if one > two else two

    def _row(self, there: i64) -> float:
        missing = 0.0
        total = 0.0
        at_hand = self.knobs[6] * self.boxes
        for number in range(LOW, HIGH + 1):
            if (there >> number) & 1 == 0:
                missing += 1.0
            if missing > self.boxes:
                return total
            chance = self._likely(missing, at_hand)
            total += chance * (3.0 if number == LOW else 1.0)
        return total

    def _bonuses(self) -> float:
        """Return what the bonuses are worth: two each, and more while there is time to use them (HR 4.4)."""
        left = float(count(self.state[BONUSES]))
        return left * (2.0 + self.knobs[8] * self.boxes / (self.boxes + self.knobs[9]))

    def _freedom(self) -> float:
        """Return what it is worth that numbers can still be written."""
        state = self.state
        total = 0.0
        for number in range(LOW, HIGH + 1):
            starts = float(count(state[RIM + number] & state[EMPTY]))
            total += starts / (starts + 1.0)
        return self.knobs[5] * self.takes * total
