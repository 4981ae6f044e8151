"""What a strong player knows: how much of what a sheet could score it is likely to score."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.hex_roller.board import HIGH, LOW, Sheet
from bestagon.games.hex_roller.position import RollerPosition
from bestagon.games.hex_roller.position_points import leader, row_numbers
from bestagon.games.hex_roller.position_state import (
    BONUSES,
    BOX,
    DONE,
    EMPTY,
    FIRST,
    GREEN,
    LAST,
    LEFT,
    NUMBER,
    RED,
    RIM,
    SECOND,
    SPENT,
    STEP,
    STRIDE,
    TAKE1,
    TAKE2,
    WRITE1,
)
from bestagon.grid.bits import BITS, SLOTS, count

# Tuned by playing: how much of what is needed comes to hand, by itself and for every number still to be taken.
AREA_CELLS: Final = 0.2
AREA_CELLS_A_TAKE: Final = 0.32
MIDDLE: Final = 1.6
"""How much more of the middle than of an outer area one gets along the way."""
PAIR_CELLS: Final = 0.234
PAIR_CELLS_A_TAKE: Final = 0.084
NUMBERS_A_BOX: Final = 0.468
FREEDOM_A_TAKE: Final = 0.05
BONUS_USE: Final = 9.0
"""What a bonus can bring beyond its two points while there are many chances to use it."""
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
    rounds: float
    """How many rounds follow this one."""

    def __init__(self) -> None:
        """Look at one future: the estimate does not depend on the dice."""
        super().__init__(1)

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
        self.rounds = float(rounds)

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
        at_hand = AREA_CELLS_A_TAKE * self.takes + AREA_CELLS
        total = 0.0
        last = len(sheet.areas) - 1
        for area in range(last + 1):
            empty = count(sheet.areas[area] & state[EMPTY])
            chance = self._likely(float(empty), at_hand if area < last else at_hand * MIDDLE)
            if chance > 0.0:
                worth = leader(sheet, state, 0, area)
                total += chance * float(worth if area < last else 2 * worth)
        return total

    def _pairs(self) -> float:
        """Return what the pairs promise (HR 4.3)."""
        sheet = self.sheet
        state = self.state
        at_hand = PAIR_CELLS_A_TAKE * self.takes + PAIR_CELLS
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
        step = state[STEP]
        if step > BOX:
            return self._row(red, 0.0) + self._row(green, 0.0)
        a = BITS[state[FIRST]] if state[FIRST] else BITS[state[NUMBER]]
        b = BITS[state[SECOND]] if state[SECOND] or state[FIRST] == 0 else BITS[state[NUMBER]]
        # Before the second take a box of this round is open yet, before the first one both are.
        more_a = 1.0 if a == 1 else 0.0
        more_b = 1.0 if b == 1 and step < BOX else 0.0
        one = self._row(red | a, more_a) + self._row(green | b, more_b)
        two = self._row(red | b, more_b) + self._row(green | a, more_a)
        return one if one > two else two

    def _row(self, there: i64, more: float) -> float:
        """Return what a row of these numbers promises with the boxes of the rounds to come and `more`."""
        missing = 0.0
        total = 0.0
        boxes = self.rounds + more
        at_hand = NUMBERS_A_BOX * boxes
        for number in range(LOW, HIGH + 1):
            if (there >> number) & 1 == 0:
                missing += 1.0
            if missing > boxes:
                return total
            chance = self._likely(missing, at_hand)
            total += chance * (3.0 if number == LOW else 1.0)
        return total

    def _bonuses(self) -> float:
        """Return what the bonuses are worth: two each, and more while there is time to use them (HR 4.4)."""
        left = float(count(self.state[BONUSES]))
        chances = self.rounds + (1.0 if self.state[STEP] != DONE and self.state[SPENT] == 0 else 0.0)
        return left * (2.0 + BONUS_USE * chances / (chances + 1.0))

    def _freedom(self) -> float:
        """Return what it is worth that numbers can still be written."""
        state = self.state
        total = 0.0
        for number in range(LOW, HIGH + 1):
            starts = float(count(state[RIM + number] & state[EMPTY]))
            total += starts / (starts + 1.0)
        return FREEDOM_A_TAKE * self.takes * total
