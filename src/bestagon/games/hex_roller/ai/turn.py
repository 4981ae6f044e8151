"""The best way to go on in a round: its takes, chains, boxes and bonuses together."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.ai.chain import Chains
from bestagon.games.hex_roller.ai.sheet import bonuses, box, rows
from bestagon.games.hex_roller.board import FACES, HIGH, LOW, Sheet
from bestagon.games.hex_roller.position_state import (
    BONUSES,
    BOX,
    BOXES,
    DICE_BONUS,
    DONE,
    EMPTY,
    END,
    FINISH,
    FIRST,
    GREEN,
    GREEN_ALONE,
    LAST,
    LEFT,
    NUMBER,
    PLUS_BONUS,
    RED,
    RIM,
    SECOND,
    SPENT,
    STEP,
    TAKE1,
    TAKE2,
    TAKE_PLUS,
    TAKE_THIRD,
    TWO,
    TWO_BONUS,
    WRITE1,
    WRITE2,
)
from bestagon.grid.bits import BITS, SLOTS

NOTHING: Final = -1e9
"""The worth of what cannot be done, or never should be."""
PLUS: Final[i64] = 16
"""Added to the number of a chain that uses the bonus +1."""


class Turn:
    """Judges a seat's state in the middle of a round by the best that can be made of the round."""

    sheet: Sheet
    rolled: i64
    rounds: i64
    """How many rounds follow this one."""
    width: i64
    """How many ways to write the first chain are looked at further, ..."""
    depth: i64
    """... and how many to write the second."""
    firsts: Chains
    seconds: Chains
    lasts: Chains
    top: float
    """The best end of the round since `consider`, ..."""
    top_state: vec[i64]
    """... and the state it leads to."""

    def __init__(self, width: i64, depth: i64) -> None:
        """Look at that many ways."""
        self.rolled = 0
        self.rounds = 0
        self.width = width
        self.depth = depth
        self.firsts = Chains()
        self.seconds = Chains()
        self.lasts = Chains()
        self.top = NOTHING
        self.top_state = vec[i64]()

    def consider(self, sheet: Sheet, rolled: i64, rounds: i64) -> None:
        """Take up a round: its dice, and how many rounds follow."""
        self.sheet = sheet
        self.rolled = rolled
        self.rounds = rounds
        self.top = NOTHING

    def best(self, state: vec[i64]) -> float:
        """Return what a seat's state promises with the best that can follow in the round."""
        step = state[STEP]
        if state[NUMBER]:
            last = state[LAST]
            return self._chain(state, self.sheet.near[last % SLOTS] if last else state[RIM + state[NUMBER]])
        if step == TAKE1:
            return self._first(state)
        if step == TAKE2:
            return self._second(state)
        return self._done(state) if step == DONE else self._end(state)

    def after(self, state: vec[i64], action: i64) -> float:
        """Return what a seat's state promises after an action and the best that can follow; `state` is used up."""
        size = self.sheet.size
        if action < size:
            return self._after_cell(state, BITS[action])
        if action < 2 * size:
            return self._after_two(state, BITS[action - size])
        action -= 2 * size
        if action == FINISH:
            return self._done(state)
        if action >= BOXES:
            return self._after_box(state, action)
        return self._after_take(state, action)

    # One action

    def _after_take(self, state: vec[i64], action: i64) -> float:
        number = action % FACES + LOW
        state[NUMBER] = number
        state[LEFT] = self._dice(number)
        state[STEP] += 1
        if action >= TAKE_THIRD:
            _spend(state, DICE_BONUS)
        elif action >= TAKE_PLUS:
            _spend(state, PLUS_BONUS)
            state[LEFT] += 1
        return self._chain(state, state[RIM + number])

    def _after_cell(self, state: vec[i64], bit: i64) -> float:
        self._write(state, state[NUMBER], bit)
        state[LEFT] -= 1
        if state[LEFT]:
            return self._chain(state, self.sheet.near[bit % SLOTS])
        number = state[NUMBER]
        state[NUMBER] = 0
        if state[STEP] == WRITE1:
            state[FIRST] = number
            state[STEP] = TAKE2
            return self._second(state)
        if state[STEP] == WRITE2:
            state[SECOND] = number
            state[STEP] = BOX
            return self._end(state)
        return self._done(state)

    def _after_two(self, state: vec[i64], bit: i64) -> float:
        """Return what a 2 leads to: nothing good before the end of the round, which it can wait for, nor where it leaves much empty."""
        if state[STEP] != END:
            return NOTHING
        for area in range(len(self.sheet.areas)):
            left = self.sheet.areas[area] & state[EMPTY]
            if left & bit and (left ^ bit) & ((left ^ bit) - 1):
                return NOTHING
        self._write(state, TWO, bit)
        _spend(state, TWO_BONUS)
        return self._done(state)

    def _after_box(self, state: vec[i64], action: i64) -> float:
        shift = self._shift()
        if action >= GREEN_ALONE:
            state[GREEN] |= (action - GREEN_ALONE + LOW) << shift
        else:
            red = (action - BOXES) // FACES
            green = (action - BOXES) % FACES
            state[RED] |= (red + LOW) << shift
            if green != red:
                state[GREEN] |= (green + LOW) << shift
        state[STEP] = END
        return self._end(state)

    # The rest of the round

    def _first(self, state: vec[i64]) -> float:
        """Return the best before the first take."""
        best = NOTHING
        for number in range(LOW, HIGH + 1):
            dice = self._dice(number)
            if dice:
                best = max(best, self._after_take(state[:], number - LOW))
                if _may(state, PLUS_BONUS):
                    best = max(best, self._after_take(state[:], TAKE_PLUS + number - LOW))
        return best if best > NOTHING else self._end(state)

    def _chain(self, state: vec[i64], near: i64) -> float:
        """Return the best after the chain under way, which goes on among `near`."""
        number = state[NUMBER]
        left = state[LEFT]
        step = state[STEP]
        if step == WRITE1:
            self.firsts.look(self.sheet, state, 2 * self.rounds + 1, self.width)
            self.firsts.find(number, near, left, 0.0, 0)
            return self._best_second(state, number)
        if step == WRITE2:
            self.seconds.look(self.sheet, state, 2 * self.rounds, self.depth)
            self.seconds.find(number, near, left, self._fixed(state, number, 0), number)
            return self._best_end(state)
        chains = self.lasts
        chains.look(self.sheet, state, 2 * self.rounds, 1)
        chains.find(number, near, left, self._fixed(state, 0, 0), number)
        if chains.found.n == 0:
            return NOTHING
        self._offer(state, chains.found.worth[0], number, chains.found.cells[0], 0, 0)
        return chains.found.worth[0]

    def _best_second(self, state: vec[i64], number: i64) -> float:
        """Return the best after one of the first chains found."""
        found = self.firsts.found
        best = NOTHING
        for i in range(found.n):
            after = state[:]
            self._write(after, number, found.cells[i])
            after[FIRST] = number
            after[NUMBER] = 0
            after[STEP] = TAKE2
            best = max(best, self._second(after))
        return best

    def _second(self, state: vec[i64]) -> float:
        """Return the best before the second take."""
        chains = self.seconds
        chains.look(self.sheet, state, 2 * self.rounds, self.depth)
        for number in range(LOW, HIGH + 1):
            dice = self._dice(number)
            if dice and number != state[FIRST]:
                near = state[RIM + number]
                chains.find(number, near, dice, self._fixed(state, number, 0), number)
                if _may(state, PLUS_BONUS):
                    chains.find(number, near, dice + 1, self._fixed(state, number, PLUS_BONUS), number + PLUS)
        return self._best_end(state) if chains.found.n else self._end(state)

    def _best_end(self, state: vec[i64]) -> float:
        """Return the best after one of the second chains found."""
        found = self.seconds.found
        if found.n == 0:
            return NOTHING
        best = found.worth[0]
        number = found.note[0] % PLUS
        self._offer(state, best, number, found.cells[0], number, PLUS_BONUS if found.note[0] >= PLUS else 0)
        if _may(state, TWO_BONUS | DICE_BONUS):
            for i in range(found.n):
                number = found.note[i]
                if number < PLUS:
                    after = state[:]
                    self._write(after, number, found.cells[i])
                    after[SECOND] = number
                    after[NUMBER] = 0
                    after[STEP] = BOX
                    best = max(best, self._end(after))
        return best

    def _end(self, state: vec[i64]) -> float:
        """Return the best once no number is to be taken but for a bonus: to be done, or to use one first."""
        chains = self.lasts
        outlook = chains.outlook
        second = state[SECOND]
        chains.look(self.sheet, state, 2 * self.rounds, 1)
        best = outlook.total + self._fixed(state, second, 0)
        self._offer(state, best, 0, 0, second, 0)
        if _may(state, TWO_BONUS):
            base = self._fixed(state, second, TWO_BONUS)
            for area in range(len(self.sheet.areas)):
                cells = self.sheet.areas[area] & state[EMPTY]
                if cells and cells & (cells - 1) == 0:
                    worth = base + outlook.after(TWO, cells)
                    best = max(best, worth)
                    self._offer(state, worth, TWO, cells, second, TWO_BONUS)
        if _may(state, DICE_BONUS) and second:
            base = self._fixed(state, second, DICE_BONUS)
            for number in range(LOW, HIGH + 1):
                dice = self._dice(number)
                if dice and number != state[FIRST] and number != second:
                    chains.find(number, state[RIM + number], dice, base, number)
            if chains.found.n:
                best = max(best, chains.found.worth[0])
                self._offer(state, chains.found.worth[0], chains.found.note[0], chains.found.cells[0], second, DICE_BONUS)
        return best

    def _done(self, state: vec[i64]) -> float:
        """Return what the state promises at the end of the round."""
        outlook = self.lasts.outlook
        outlook.look(self.sheet, state, 2 * self.rounds)
        worth = outlook.total + self._fixed(state, 0, 0)
        self._offer(state, worth, 0, 0, 0, 0)
        return worth

    def _fixed(self, state: vec[i64], second: i64, spent: i64) -> float:
        """Return what rows and bonuses promise at the end of the round with this second number boxed and a bonus spent."""
        boxed = state[STEP] > BOX
        total = bonuses(state, spent, self.rounds)
        return total + rows(state, 0 if boxed else state[FIRST], 0 if boxed else second, self.rounds, self.rounds)

    def _offer(self, state: vec[i64], worth: float, number: i64, cells: i64, second: i64, bonus: i64) -> None:
        """Note the end of the round that a number on some cells leads to, if it is the best so far."""
        if worth <= self.top:
            return
        self.top = worth
        after = state[:]
        self._write(after, number, cells)
        after[BONUSES] &= ~bonus
        if after[STEP] <= BOX:
            box(after, after[FIRST], second, self.rounds, self._shift())
        after[STEP] = DONE
        after[NUMBER] = 0
        after[LEFT] = 0
        after[LAST] = 0
        after[FIRST] = 0
        after[SECOND] = 0
        after[SPENT] = 0
        self.top_state = after

    def _write(self, state: vec[i64], number: i64, cells: i64) -> None:
        near = self.sheet.near
        state[EMPTY] ^= cells
        if cells:
            state[number] |= cells
        while cells and number != TWO:
            bit = cells & -cells
            cells ^= bit
            state[RIM + number] |= near[bit % SLOTS]

    def _dice(self, number: i64) -> i64:
        return (self.rolled >> (4 * (number - LOW))) & 15

    def _shift(self) -> i64:
        return 4 * (self.sheet.rounds - self.rounds - 1)


def _may(state: vec[i64], any_of: i64) -> bool:
    """Tell whether one of these bonuses can be used (HR 3)."""
    return state[SPENT] == 0 and state[BONUSES] & any_of != 0


def _spend(state: vec[i64], bonus: i64) -> None:
    state[BONUSES] ^= bonus
    state[SPENT] = 1
