"""The search for the best rest of a round: its takes, chains, boxes and bonuses together."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.actions import BOXES, DICE_BONUS, FINISH, PLUS_BONUS, TAKE_PLUS, TAKE_THIRD, TWO_BONUS
from bestagon.games.hex_roller.ai.chain_finder import ChainFinder
from bestagon.games.hex_roller.ai.probabilities import RollerChances
from bestagon.games.hex_roller.ai.sheet_estimate import bonuses_value, box_numbers, rows_value
from bestagon.games.hex_roller.board import FACES, HIGH, LOW, RollerSheet
from bestagon.games.hex_roller.rules.play import fill_boxes
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, FIRST, LAST, LEFT, NUMBER, RIM, SECOND, SPENT, STEP, TWO
from bestagon.games.hex_roller.steps import BOX, DONE, END, TAKE1, TAKE2, WRITE1, WRITE2
from bestagon.grid.bits import BITS, SLOTS

IMPOSSIBLE: Final = -1e9
"""The value of an action that cannot be completed or is never good."""
PLUS: Final[i64] = 16
"""Added to the number in the tag of a chain that uses the bonus +1."""


class RoundPlanner:
    """Values a seat's state in the middle of a round by the best end of the round it can reach."""

    chances: RollerChances
    sheet: RollerSheet
    rolled: i64
    rounds: i64
    """How many rounds follow this one."""
    width: i64
    """How many first chains are considered further."""
    depth: i64
    """How many second chains are considered further."""
    first_chains: ChainFinder
    second_chains: ChainFinder
    last_chains: ChainFinder
    top_value: float
    """The value of the best end of the round found since `set_round`."""
    top_state: vec[i64]
    """The state at that end."""

    def __init__(self, width: i64, depth: i64, chances: RollerChances) -> None:
        """Create a planner that considers so many chains."""
        self.chances = chances
        self.rolled = 0
        self.rounds = 0
        self.width = width
        self.depth = depth
        self.first_chains = ChainFinder(chances)
        self.second_chains = ChainFinder(chances)
        self.last_chains = ChainFinder(chances)
        self.top_value = IMPOSSIBLE
        self.top_state = vec[i64]()

    def set_round(self, sheet: RollerSheet, rolled: i64, rounds: i64) -> None:
        """Turn to a round, given its dice and how many rounds follow."""
        self.sheet = sheet
        self.rolled = rolled
        self.rounds = rounds
        self.top_value = IMPOSSIBLE

    def best_value(self, state: vec[i64]) -> float:
        """Return the value of a seat's state with the best rest of the round."""
        step = state[STEP]
        if state[NUMBER]:
            last = state[LAST]
            return self._best_in_chain(state, self.sheet.near[last % SLOTS] if last else state[RIM + state[NUMBER]])
        if step == TAKE1:
            return self._best_before_first(state)
        if step == TAKE2:
            return self._best_before_second(state)
        return self._done_value(state) if step == DONE else self._best_end(state)

    def value_after(self, state: vec[i64], action: i64) -> float:
        """Return the value after an action and the best rest of the round; `state` is overwritten."""
        size = self.sheet.size
        if action < size:
            return self._after_cell(state, BITS[action])
        if action < 2 * size:
            return self._after_two(state, BITS[action - size])
        action -= 2 * size
        if action == FINISH:
            return self._done_value(state)
        if action >= BOXES:
            return self._after_box(state, action)
        return self._after_take(state, action)

    # After one action

    def _after_take(self, state: vec[i64], action: i64) -> float:
        number = action % FACES + LOW
        state[NUMBER] = number
        state[LEFT] = self._dice_showing(number)
        state[STEP] += 1
        if action >= TAKE_THIRD:
            _spend(state, DICE_BONUS)
        elif action >= TAKE_PLUS:
            _spend(state, PLUS_BONUS)
            state[LEFT] += 1
        return self._best_in_chain(state, state[RIM + number])

    def _after_cell(self, state: vec[i64], bit: i64) -> float:
        self._write(state, state[NUMBER], bit)
        state[LEFT] -= 1
        if state[LEFT]:
            return self._best_in_chain(state, self.sheet.near[bit % SLOTS])
        number = state[NUMBER]
        state[NUMBER] = 0
        if state[STEP] == WRITE1:
            state[FIRST] = number
            state[STEP] = TAKE2
            return self._best_before_second(state)
        if state[STEP] == WRITE2:
            state[SECOND] = number
            state[STEP] = BOX
            return self._best_end(state)
        return self._done_value(state)

    def _after_two(self, state: vec[i64], bit: i64) -> float:
        """Return the value after a 2, which is never good before the last step or in an area with several more gaps."""
        if state[STEP] != END:
            return IMPOSSIBLE
        for area in range(len(self.sheet.areas)):
            left = self.sheet.areas[area] & state[EMPTY]
            if left & bit and (left ^ bit) & ((left ^ bit) - 1):
                return IMPOSSIBLE
        self._write(state, TWO, bit)
        _spend(state, TWO_BONUS)
        return self._done_value(state)

    def _after_box(self, state: vec[i64], action: i64) -> float:
        fill_boxes(state, 0, action, self._shift())
        state[STEP] = END
        return self._best_end(state)

    # The rest of the round

    def _best_before_first(self, state: vec[i64]) -> float:
        """Return the best value before the first take."""
        best = IMPOSSIBLE
        for number in range(LOW, HIGH + 1):
            dice = self._dice_showing(number)
            if dice:
                best = max(best, self._after_take(state[:], number - LOW))
                if _can_use(state, PLUS_BONUS):
                    best = max(best, self._after_take(state[:], TAKE_PLUS + number - LOW))
        return best if best > IMPOSSIBLE else self._best_end(state)

    def _best_in_chain(self, state: vec[i64], near: i64) -> float:
        """Return the best value in the middle of a chain that continues on `near`."""
        number = state[NUMBER]
        left = state[LEFT]
        step = state[STEP]
        if step == WRITE1:
            self.first_chains.reset(self.sheet, state, 2 * self.rounds + 1, self.width)
            self.first_chains.find(number, near, left, 0.0, 0)
            return self._best_after_first(state, number)
        if step == WRITE2:
            self.second_chains.reset(self.sheet, state, 2 * self.rounds, self.depth)
            self.second_chains.find(number, near, left, self._rows_and_bonuses_value(state, number, 0), number)
            return self._best_after_second(state)
        chains = self.last_chains
        chains.reset(self.sheet, state, 2 * self.rounds, 1)
        chains.find(number, near, left, self._rows_and_bonuses_value(state, 0, 0), number)
        if chains.found.n == 0:
            return IMPOSSIBLE
        self._record_end(state, chains.found.values[0], number, chains.found.cells[0], 0, 0)
        return chains.found.values[0]

    def _best_after_first(self, state: vec[i64], number: i64) -> float:
        """Return the best value after one of the first chains found."""
        found = self.first_chains.found
        best = IMPOSSIBLE
        for i in range(found.n):
            after = state[:]
            self._write(after, number, found.cells[i])
            after[FIRST] = number
            after[NUMBER] = 0
            after[STEP] = TAKE2
            best = max(best, self._best_before_second(after))
        return best

    def _best_before_second(self, state: vec[i64]) -> float:
        """Return the best value before the second take."""
        chains = self.second_chains
        chains.reset(self.sheet, state, 2 * self.rounds, self.depth)
        for number in range(LOW, HIGH + 1):
            dice = self._dice_showing(number)
            if dice and number != state[FIRST]:
                near = state[RIM + number]
                chains.find(number, near, dice, self._rows_and_bonuses_value(state, number, 0), number)
                if _can_use(state, PLUS_BONUS):
                    chains.find(number, near, dice + 1, self._rows_and_bonuses_value(state, number, PLUS_BONUS), number + PLUS)
        return self._best_after_second(state) if chains.found.n else self._best_end(state)

    def _best_after_second(self, state: vec[i64]) -> float:
        """Return the best value after one of the second chains found."""
        found = self.second_chains.found
        if found.n == 0:
            return IMPOSSIBLE
        best = found.values[0]
        number = found.tags[0] % PLUS
        self._record_end(state, best, number, found.cells[0], number, PLUS_BONUS if found.tags[0] >= PLUS else 0)
        if _can_use(state, TWO_BONUS | DICE_BONUS):
            for i in range(found.n):
                number = found.tags[i]
                if number < PLUS:
                    after = state[:]
                    self._write(after, number, found.cells[i])
                    after[SECOND] = number
                    after[NUMBER] = 0
                    after[STEP] = BOX
                    best = max(best, self._best_end(after))
        return best

    def _best_end(self, state: vec[i64]) -> float:
        """Return the best value once both numbers are written: with a bonus or without."""
        chains = self.last_chains
        estimate = chains.estimate
        second = state[SECOND]
        chains.reset(self.sheet, state, 2 * self.rounds, 1)
        best = estimate.total + self._rows_and_bonuses_value(state, second, 0)
        self._record_end(state, best, 0, 0, second, 0)
        if _can_use(state, TWO_BONUS):
            base = self._rows_and_bonuses_value(state, second, TWO_BONUS)
            for area in range(len(self.sheet.areas)):
                cells = self.sheet.areas[area] & state[EMPTY]
                if cells and cells & (cells - 1) == 0:
                    value = base + estimate.total_with(TWO, cells)
                    best = max(best, value)
                    self._record_end(state, value, TWO, cells, second, TWO_BONUS)
        if _can_use(state, DICE_BONUS) and second:
            base = self._rows_and_bonuses_value(state, second, DICE_BONUS)
            for number in range(LOW, HIGH + 1):
                dice = self._dice_showing(number)
                if dice and number != state[FIRST] and number != second:
                    chains.find(number, state[RIM + number], dice, base, number)
            if chains.found.n:
                best = max(best, chains.found.values[0])
                self._record_end(state, chains.found.values[0], chains.found.tags[0], chains.found.cells[0], second, DICE_BONUS)
        return best

    def _done_value(self, state: vec[i64]) -> float:
        """Return the value of ending the round now."""
        estimate = self.last_chains.estimate
        estimate.evaluate(self.sheet, state, 2 * self.rounds)
        value = estimate.total + self._rows_and_bonuses_value(state, 0, 0)
        self._record_end(state, value, 0, 0, 0, 0)
        return value

    def _rows_and_bonuses_value(self, state: vec[i64], second: i64, spent: i64) -> float:
        """Return the value of rows and bonuses after boxing this second number and spending a bonus."""
        boxed = state[STEP] > BOX
        total = bonuses_value(self.chances, state, spent, self.rounds)
        return total + rows_value(self.chances, state, 0 if boxed else state[FIRST], 0 if boxed else second, self.rounds, self.rounds)

    def _record_end(self, state: vec[i64], value: float, number: i64, cells: i64, second: i64, bonus: i64) -> None:
        """Keep the end of the round after writing a number on `cells`, if it is the best so far."""
        if value <= self.top_value:
            return
        self.top_value = value
        after = state[:]
        self._write(after, number, cells)
        after[BONUSES] &= ~bonus
        if after[STEP] <= BOX:
            box_numbers(self.chances, after, after[FIRST], second, self.rounds, self._shift())
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

    def _dice_showing(self, number: i64) -> i64:
        return (self.rolled >> (4 * (number - LOW))) & 15

    def _shift(self) -> i64:
        return 4 * (self.sheet.rounds - self.rounds - 1)


def _can_use(state: vec[i64], any_of: i64) -> bool:
    """Tell whether one of these bonuses can be used (HR 3)."""
    return state[SPENT] == 0 and state[BONUSES] & any_of != 0


def _spend(state: vec[i64], bonus: i64) -> None:
    state[BONUSES] ^= bonus
    state[SPENT] = 1
