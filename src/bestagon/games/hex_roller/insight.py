"""What a strong player knows: how much of what a sheet could score it is likely to score."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.hex_roller.board import FACES, HIGH, LOW, Sheet
from bestagon.games.hex_roller.position import RollerPosition
from bestagon.games.hex_roller.position_points import leader, row_numbers
from bestagon.games.hex_roller.position_state import (
    BONUSES,
    BOX,
    BOXES,
    DONE,
    EMPTY,
    FINISH,
    FIRST,
    GREEN,
    GREEN_ALONE,
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
    TAKE_PLUS,
    TAKE_THIRD,
    TWO,
    TWO_BONUS,
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


HORIZON: Final[i64] = 6
"""About as many actions as a seat takes in a round."""
LEAD: Final = 7.0
LEAD_A_ROUND: Final = 2.0
"""How many points ahead are a good lead, at the end and for every round before it."""
PAR: Final = 40.0
"""The score that is even in a game alone, and as many points more that are 1."""
MOST_SEATS: Final = 8

SEARCH_USE: Final = 5.0
"""What a bonus can bring in the eyes of the search, which tries many ways to waste it."""
REGRET: Final = 0.3
"""What a 2 costs that was better not written."""

# How a playout chooses, in points.
CELL: Final = 1.0
"""What a number written is worth by itself."""
JOIN: Final = 1.0
"""How much of a pair one gets that the chain could join."""
JITTER: Final = 0.7
"""What chance is worth."""


class RollerInsight(Insight):
    """Estimates the final score of a sheet; the other sheets do not matter to it."""

    sheet: Sheet
    state: vec[i64]
    """A copy of the seat's state to try chains on."""
    takes: float
    """How many numbers the seat will still take, the one under way left out."""
    rounds: float
    """How many rounds follow this one."""
    bonus_use: float
    """What a bonus can bring, in the eyes of who asks."""
    seen: vec[i64]
    """For every seat the state that was judged last, ..."""
    seen_sheet: Sheet | None
    seen_round: vec[i64]
    known: vec[float]
    """... and the score to expect of it."""

    def __init__(self, horizon: i64 = HORIZON) -> None:
        """Look at one future: the estimate does not depend on the dice."""
        super().__init__(1, horizon)
        self.bonus_use = BONUS_USE
        self.seen = vec[i64]([0] * int(MOST_SEATS * STRIDE))
        self.seen_sheet = None
        self.seen_round = vec[i64]([0] * MOST_SEATS)
        self.known = vec[float]([0.0] * MOST_SEATS)

    def value(self, position: Position, seat: i64) -> float:
        """Return the score the seat can expect, its chain under way completed as well as can be."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return 1e6 * position.payoff(seat) + float(position.score(seat))
        self._consider(position, seat * STRIDE, BONUS_USE)
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
        return left * (2.0 + self.bonus_use * chances / (chances + 1.0))

    def _freedom(self) -> float:
        """Return what it is worth that numbers can still be written."""
        state = self.state
        total = 0.0
        for number in range(LOW, HIGH + 1):
            starts = float(count(state[RIM + number] & state[EMPTY]))
            total += starts / (starts + 1.0)
        return FREEDOM_A_TAKE * self.takes * total

    # For the search.

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff to expect."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return position.payoff(seat)
        if position.seats == 1:
            return max(-1.0, min(1.0, (self.prospect(position, seat) - PAR) / PAR))
        total = 0.0
        for other in range(position.seats):
            if other != seat:
                total += self._duel(position, seat, other)
        return total / float(position.seats - 1)

    def _duel(self, position: RollerPosition, seat: i64, other: i64) -> float:
        """Return what the seat can expect against one other."""
        if position.resigned(seat) or position.resigned(other):
            return 1.0 if position.above(seat, other) else -1.0
        lead = self.prospect(position, seat) - self.prospect(position, other)
        return math.tanh(lead / (LEAD + LEAD_A_ROUND * float(position.sheet.rounds - position.round)))

    def prospect(self, position: RollerPosition, seat: i64) -> float:
        """Return the score to expect of a seat, any way of completing its chain taken; from memory where it was judged last."""
        state = position.state
        seen = self.seen
        base = seat * STRIDE
        same = self.seen_sheet is position.sheet and self.seen_round[seat] == position.round
        i = base
        while same and i < base + STRIDE:
            same = state[i] == seen[i]
            i += 1
        if not same:
            self._remember(position, seat)
            self.known[seat] = self._prospect(position, base)
        return self.known[seat]

    def _remember(self, position: RollerPosition, seat: i64) -> None:
        if self.seen_sheet is not position.sheet:
            self.seen_sheet = position.sheet
            for other in range(MOST_SEATS):
                self.seen_round[other] = 0
        self.seen_round[seat] = position.round
        for i in range(seat * STRIDE, seat * STRIDE + STRIDE):
            self.seen[i] = position.state[i]

    def _prospect(self, position: RollerPosition, base: i64) -> float:
        self._consider(position, base, SEARCH_USE)
        state = self.state
        number = state[NUMBER]
        if number:
            last = state[LAST]
            near = self.sheet.near[last % SLOTS] if last else state[RIM + number]
            cells = self.sheet.path(near & state[EMPTY], state[EMPTY], state[LEFT])
            state[EMPTY] ^= cells
            state[number] ^= cells
        worth = self._estimate()
        if state[SPENT] and state[TWO]:
            regret = self._without_two() - REGRET
            if regret > worth:
                return regret
        return worth

    def _without_two(self) -> float:
        """Return the score to expect had the 2 not been written.

        The search tries a 2 in every cell, again and again; if each of these cost what a wasted bonus is worth, whatever comes before
        them would look bad. So they cost little, but enough to be left alone where they gain nothing.
        """
        state = self.state
        state[EMPTY] |= state[TWO]
        state[TWO] = 0
        state[BONUSES] |= TWO_BONUS
        state[SPENT] = 0
        return self._estimate()

    def _consider(self, position: RollerPosition, base: i64, bonus_use: float) -> None:
        self.bonus_use = bonus_use
        self.sheet = position.sheet
        self.state = position.state[base : base + STRIDE]
        self._look_ahead(position.sheet.rounds - position.round)

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return what looks good at a glance, chance being worth a few points."""
        assert isinstance(position, RollerPosition)
        n = position.legal(seat, out)
        if n == 1:
            return i64(out[0])
        self._consider(position, seat * STRIDE, SEARCH_USE)
        size = position.sheet.size
        at_hand = AREA_CELLS_A_TAKE * self.takes + AREA_CELLS
        # A bonus spent is two points less, and what it could have brought later.
        price = 2.0 + SEARCH_USE * self.rounds / (self.rounds + 1.0)
        best = -1e9
        choice: i64 = 0
        for i in range(n):
            action = i64(out[i])
            worth = 0.0
            if action < size:
                worth = self._cell_worth(BITS[action], at_hand) + JITTER * float(dice.below(256)) / 256.0
            elif action < 2 * size:
                worth = self._two_worth(BITS[action - size]) - price
            else:
                worth = self._named_worth(position, action - 2 * size, price) + JITTER * float(dice.below(256)) / 256.0
            if worth > best:
                best = worth
                choice = action
        return choice

    def _area_of(self, bit: i64) -> i64:
        areas = self.sheet.areas
        area: i64 = 0
        while not areas[area] & bit:
            area += 1
        return area

    def _cell_worth(self, bit: i64, at_hand: float) -> float:
        """Return what the next cell of the chain does for its area and for the pair."""
        sheet = self.sheet
        state = self.state
        number = state[NUMBER]
        area = self._area_of(bit)
        empty = float(count(sheet.areas[area] & state[EMPTY]))
        worth = float(leader(sheet, state, 0, area))
        if area == len(sheet.areas) - 1:
            worth *= 2.0
            at_hand *= MIDDLE
        gain = worth * (self._likely(empty - 1.0, at_hand) - self._likely(empty, at_hand))
        steps = sheet.steps(state[number] | bit, state[EMPTY] ^ bit, sheet.printed[number]) - state[LEFT] + 1
        return gain + float(number) * (1.0 if steps <= 0 else 0.5 / float(steps + 1))

    def _two_worth(self, bit: i64) -> float:
        """Return what a 2 in a cell scores at once."""
        sheet = self.sheet
        area = self._area_of(bit)
        if sheet.areas[area] & self.state[EMPTY] != bit:
            return 0.0
        worth = float(leader(sheet, self.state, 0, area))
        return 2.0 * worth if area == len(sheet.areas) - 1 else worth

    def _named_worth(self, position: RollerPosition, action: i64, price: float) -> float:
        """Return what it is worth to take a number, to box two or to be done."""
        if action == FINISH:
            return 0.0
        if action >= BOXES:
            return self._box_worth(action)
        number = action % FACES + LOW
        dice = position.rolls(number)
        if action < TAKE_PLUS:
            return self._take_worth(number, dice) + self._row_worth(number)
        if action < TAKE_THIRD:
            return self._take_worth(number, dice + 1) + self._row_worth(number) - price
        return self._take_worth(number, dice) - price

    def _take_worth(self, number: i64, dice: i64) -> float:
        """Return what a chain is worth."""
        sheet = self.sheet
        worth = CELL * float(dice)
        steps = sheet.steps(self.state[number], self.state[EMPTY], sheet.printed[number])
        if steps == 0:
            return worth
        if steps <= dice:
            return worth + JOIN * float(number)
        return worth + float(number) * (0.5 / float(steps - dice + 1) - 0.5 / float(steps + 1))

    def _row_worth(self, number: i64) -> float:
        """Return what a number does for the row that needs it more."""
        red = row_numbers(self.state[RED])
        green = row_numbers(self.state[GREEN])
        bit = BITS[number]
        in_red = self._row(red | bit, 0.0) - self._row(red, 0.0)
        in_green = self._row(green | bit, 0.0) - self._row(green, 0.0)
        return in_red if in_red > in_green else in_green

    def _box_worth(self, action: i64) -> float:
        red = row_numbers(self.state[RED])
        green = row_numbers(self.state[GREEN])
        if action >= GREEN_ALONE:
            green |= BITS[action - GREEN_ALONE + LOW]
        else:
            a = (action - BOXES) // FACES
            b = (action - BOXES) % FACES
            red |= BITS[a + LOW]
            if a != b:
                green |= BITS[b + LOW]
        return 4.0 * (self._row(red, 0.0) + self._row(green, 0.0))
