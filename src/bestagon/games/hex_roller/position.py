"""Everybody's sheet, the dice of the round, and the rules."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.codec import Reader
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hex_roller.board import FACES, HIGH, LOW
from bestagon.games.hex_roller.position_base import Sheets
from bestagon.games.hex_roller.position_check import roll_problem, seat_problem
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
    STRIDE,
    TAKE,
    TAKE1,
    TAKE2,
    TAKE_PLUS,
    TAKE_THIRD,
    TWO,
    TWO_BONUS,
    WRITE1,
    WRITE2,
)
from bestagon.grid.bits import BITS, SLOTS, count, lowest, nth


def _list(cells: i64, offset: i64, out: vec[i32], n: i64) -> i64:
    """Append the actions of a set of cells to a list of `n` and return how many there are now."""
    while cells:
        bit = cells & -cells
        cells ^= bit
        out[n] = i32(offset + lowest(bit))
        n += 1
    return n


class RollerPosition(Sheets):
    """The sheets in play: what each seat may do, and doing it."""

    def blank(self) -> Position:
        """Return clean sheets of the same kind."""
        return RollerPosition(self.seats, self.sheet, self.dice_count)

    def start(self, dice: Dice) -> None:
        """Hand out clean sheets and roll for the first round."""
        self.over = False
        self.revealed = False
        self.resignations = 0
        self.dice.copy_from(dice)
        self._clear()
        self._next_rounds()

    # Who may do what.

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List cells to write on, then cells for the bonus 2, then numbers to take, then boxes and done."""
        base = seat * STRIDE
        step = self.state[base + STEP]
        n: i64 = 0
        if self.over or step == DONE:
            return n
        if self.state[base + NUMBER]:
            n = _list(self._next_cells(base), 0, out, n)
        n = _list(self._two_cells(base), self.sheet.size, out, n)
        for i in range(self._named(step)):
            action = self._named_action(base, i)
            if action >= 0:
                out[n] = i32(action)
                n += 1
        return n

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a random legal action: draws from all that look possible, until one is legal."""
        base = seat * STRIDE
        state = self.state
        step = state[base + STEP]
        writing = state[base + NUMBER] != 0
        cells: i64 = 0
        twos: i64 = 0
        if writing:
            cells = self._near_cells(base)
        if self._may(base, TWO_BONUS):
            twos = state[base + EMPTY]
        named = self._named(step)
        most = named + count(cells)
        total = most + count(twos)
        while True:
            k = dice.below(total)
            if k < named:
                action = self._named_action(base, k)
                if action >= 0:
                    return action
            elif k < most:
                bit = nth(cells, k - named)
                if self._leads_on(base, bit):
                    return lowest(bit)
            else:
                bit = nth(twos, k - most)
                if not writing or self._can_finish(base, state[base + EMPTY] ^ bit):
                    return self.sheet.size + lowest(bit)

    def _near_cells(self, base: i64) -> i64:
        """Return the empty cells next to the last one of the chain, or at its start next to the same number (HR 2.4)."""
        state = self.state
        last = state[base + LAST]
        near = self.sheet.near[last % SLOTS] if last else state[base + RIM + state[base + NUMBER]]
        return near & state[base + EMPTY]

    def _leads_on(self, base: i64, bit: i64) -> bool:
        """Tell whether the chain can be completed after writing on this cell (HR 2.5)."""
        left = self.state[base + LEFT]
        if left == 1:
            return True
        empty = self.state[base + EMPTY] ^ bit
        return self.sheet.path(self.sheet.near[bit % SLOTS] & empty, empty, left - 1) != 0

    def _can_finish(self, base: i64, empty: i64) -> bool:
        return self.sheet.path(self._near_cells(base) & empty, empty, self.state[base + LEFT]) != 0

    def _next_cells(self, base: i64) -> i64:
        """Return the cells the chain may go on to (HR 2.4, 2.5)."""
        left = self._near_cells(base)
        cells = left
        if self.state[base + LEFT] > 1:
            while left:
                bit = left & -left
                left ^= bit
                if not self._leads_on(base, bit):
                    cells ^= bit
        return cells

    def _may(self, base: i64, bonus: i64) -> bool:
        """Tell whether the bonus is left and none was used this round (HR 3)."""
        return self.state[base + SPENT] == 0 and self.state[base + BONUSES] & bonus != 0

    def _two_cells(self, base: i64) -> i64:
        """Return the cells for the bonus 2: any empty one that leaves room for the chain under way (HR 3.2, 2.5)."""
        if not self._may(base, TWO_BONUS):
            return 0
        state = self.state
        empty = state[base + EMPTY]
        if state[base + NUMBER] == 0:
            return empty
        cells = empty
        # Only a cell on the way found can be in its way.
        left = self.sheet.path(self._near_cells(base), empty, state[base + LEFT])
        while left:
            bit = left & -left
            left ^= bit
            if not self._can_finish(base, empty ^ bit):
                cells ^= bit
        return cells

    def _can_take(self, base: i64, number: i64, more: i64) -> bool:
        """Tell whether the number was rolled, is not chosen yet and its chain can be completed (HR 2.2, 2.3, 2.5)."""
        state = self.state
        dice = self.rolls(number)
        if dice == 0 or number == state[base + FIRST] or number == state[base + SECOND]:
            return False
        empty = state[base + EMPTY]
        return self.sheet.path(state[base + RIM + number] & empty, empty, dice + more) != 0

    def _can_take_any(self, base: i64) -> bool:
        number = LOW
        while number <= HIGH and not self._can_take(base, number, 0):
            number += 1
        return number <= HIGH

    def _may_take_third(self, base: i64) -> bool:
        return self._may(base, DICE_BONUS) and self.state[base + SECOND] != 0

    def _named(self, step: i64) -> i64:
        """Return how many actions without a cell a step may offer."""
        if step in (TAKE1, TAKE2):
            return 2 * FACES
        if step == BOX:
            return 2
        return FACES + 1 if step == END else 0

    def _named_action(self, base: i64, i: i64) -> i64:
        """Return the i-th action without a cell of this step, or -1 where it is not legal."""
        state = self.state
        step = state[base + STEP]
        first = 2 * self.sheet.size
        if step == BOX:
            return first + self._box_action(base, i)
        if step == END:
            if i == FACES:
                return first + FINISH
            return first + TAKE_THIRD + i if self._may_take_third(base) and self._can_take(base, i + LOW, 0) else -1
        if i < FACES:
            return first + TAKE + i if self._can_take(base, i + LOW, 0) else -1
        i -= FACES
        return first + TAKE_PLUS + i if self._may(base, PLUS_BONUS) and self._can_take(base, i + LOW, 1) else -1  # HR 3.1

    def _box_action(self, base: i64, i: i64) -> i64:
        """Return the first way to box the numbers, in ascending order, or the second (HR 2.6, 2.7)."""
        a = self.state[base + FIRST] - LOW
        b = self.state[base + SECOND] - LOW
        if b < 0:
            return BOXES + 7 * a if i == 0 else GREEN_ALONE + a
        if (a < b) == (i == 0):
            return BOXES + 6 * a + b
        return BOXES + 6 * b + a

    # Doing it.

    def play(self, seat: i64, action: i64) -> None:
        """Carry out an action; the last seat to be done rolls for the next round."""
        base = seat * STRIDE
        size = self.sheet.size
        self.revealed = False
        if action < size:
            self._write(base, BITS[action])
        elif action < 2 * size:
            self._write_two(base, BITS[action - size])
        else:
            self._do_named(base, action - 2 * size)
        if self.state[base + STEP] == DONE:
            self._next_rounds()

    def _write(self, base: i64, bit: i64) -> None:
        state = self.state
        number = state[base + NUMBER]
        state[base + EMPTY] ^= bit
        state[base + number] |= bit
        state[base + RIM + number] |= self.sheet.near[bit % SLOTS]
        state[base + LAST] = bit
        state[base + LEFT] -= 1
        if state[base + LEFT] == 0:
            self._end_chain(base)

    def _end_chain(self, base: i64) -> None:
        state = self.state
        step = state[base + STEP]
        number = state[base + NUMBER]
        state[base + NUMBER] = 0
        state[base + LAST] = 0
        if step == WRITE1:
            state[base + FIRST] = number
            state[base + STEP] = TAKE2
        elif step == WRITE2:
            state[base + SECOND] = number
            state[base + STEP] = BOX
        else:
            self._finish(base)  # HR 3.3: it goes into no box
        self._settle(base)

    def _write_two(self, base: i64, bit: i64) -> None:
        state = self.state
        state[base + EMPTY] ^= bit
        state[base + TWO] |= bit
        self._spend(base, TWO_BONUS)
        if state[base + STEP] == END:
            self._finish(base)
        self._settle(base)

    def _spend(self, base: i64, bonus: i64) -> None:
        self.state[base + BONUSES] ^= bonus
        self.state[base + SPENT] = 1

    def _do_named(self, base: i64, action: i64) -> None:
        if action < TAKE_PLUS:
            self._take(base, action - TAKE + LOW, 0)
        elif action < TAKE_THIRD:
            self._spend(base, PLUS_BONUS)
            self._take(base, action - TAKE_PLUS + LOW, 1)
        elif action < BOXES:
            self._spend(base, DICE_BONUS)
            self._take(base, action - TAKE_THIRD + LOW, 0)
        elif action == FINISH:
            self._finish(base)
        else:
            self._box(base, action)

    def _take(self, base: i64, number: i64, more: i64) -> None:
        state = self.state
        state[base + NUMBER] = number
        state[base + LEFT] = self.rolls(number) + more
        state[base + STEP] += 1

    def _box(self, base: i64, action: i64) -> None:
        state = self.state
        shift = 4 * (self.round - 1)
        if action >= GREEN_ALONE:
            state[base + GREEN] |= (action - GREEN_ALONE + LOW) << shift
        else:
            red = (action - BOXES) // FACES
            green = (action - BOXES) % FACES
            state[base + RED] |= (red + LOW) << shift
            if green != red:
                state[base + GREEN] |= (green + LOW) << shift
        state[base + STEP] = END
        self._settle(base)

    def _settle(self, base: i64) -> None:
        """Leave out the steps that offer nothing (HR 2.7)."""
        state = self.state
        step = state[base + STEP]
        if step in (TAKE1, TAKE2) and not self._can_take_any(base):
            step = BOX
        if step == BOX and state[base + FIRST] == 0:
            step = END
        state[base + STEP] = step
        if step == END and not self._bonus_left(base):
            self._finish(base)

    def _bonus_left(self, base: i64) -> bool:
        """Tell whether a bonus can be used in the last step."""
        if self._may(base, TWO_BONUS) and self.state[base + EMPTY]:
            return True
        return self._may_take_third(base) and self._can_take_any(base)

    def _finish(self, base: i64) -> None:
        state = self.state
        state[base + STEP] = DONE
        state[base + FIRST] = 0
        state[base + SECOND] = 0
        state[base + SPENT] = 0

    def _next_rounds(self) -> None:
        """Roll for the next round once everybody is done, and again where nobody can do anything in it."""
        while self.acting() == 0 and not self.over:
            if self.round == self.sheet.rounds:
                self.over = True
                return
            self.round += 1
            self._roll()
            for seat in range(self.seats):
                if not self.resigned(seat):
                    self.state[seat * STRIDE + STEP] = TAKE1
                    self._settle(seat * STRIDE)

    def _roll(self) -> None:
        self.rolled = 0
        for _ in range(self.dice_count):  # HR 2.1
            self.rolled += BITS[4 * self.dice.below(FACES)]

    def withdraw(self, seat: i64) -> None:
        """Leave the sheet as it stands; the others need not wait for it any more."""
        base = seat * STRIDE
        self.state[base + NUMBER] = 0
        self.state[base + LEFT] = 0
        self.state[base + LAST] = 0
        self._finish(base)
        self._next_rounds()

    # Checking what was read.

    def read(self, source: Reader) -> None:
        """Read what `write` wrote; ValueError says what cannot be."""
        super().read(source)
        self.check()

    def check(self) -> None:
        """Find again what follows from the sheets; ValueError where they cannot be."""
        problem = roll_problem(self.rolled, self.dice_count)
        if self.round < 1 or self.round > self.sheet.rounds:
            problem = f"the round is 1 to {self.sheet.rounds}, not {self.round}"
        for seat in range(self.seats):
            if not problem:
                problem = seat_problem(self.sheet, self.state, seat * STRIDE, self.round, self.rolled)
            if not problem:
                problem = self._stuck_problem(seat)
        problem = problem or self._end_problem()
        if problem:
            raise ValueError(problem)

    def _stuck_problem(self, seat: i64) -> str:
        """Return what is wrong with a seat that should have something to do, or nothing."""
        base = seat * STRIDE
        self._find_rims(base)
        if self.resigned(seat) and not self.over and self.state[base + STEP] != DONE:
            return f"seat {seat} has resigned and is done"
        if self.state[base + NUMBER] and not self._can_finish(base, self.state[base + EMPTY]):
            return f"seat {seat} cannot complete its chain"
        step = self.state[base + STEP]
        self._settle(base)
        return "" if step == self.state[base + STEP] else f"seat {seat} has nothing to choose from in this step"

    def _end_problem(self) -> str:
        if self.resignations >> (4 * self.seats):
            return "only seats can resign"
        gone = self._gone()
        for order in range(1, gone + 1):
            found: i64 = 0
            for seat in range(self.seats):
                if (self.resignations >> (4 * seat)) & 15 == order:
                    found += 1
            if found != 1:
                return "seats resign one after another"
        over = self.over
        self.over = False
        ended = self.acting() == 0
        self.over = over
        if ended and self.round < self.sheet.rounds and gone < max(self.seats - 1, 1):
            return "somebody has something to do before the last round is over"
        return "" if over == (ended or gone >= max(self.seats - 1, 1)) else "the game is over after the last round, and only then"
