"""What a strong player knows: which numbers will be surrounded, what an empty box is worth, and when to end the game."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.pocket_hexes.ai.gains import Gains
from bestagon.games.pocket_hexes.ai.taste import LATE, RIVALS, SOLO, Taste
from bestagon.games.pocket_hexes.board import BOXES, DICE, HIGHEST, PENALTY, Board
from bestagon.games.pocket_hexes.position import PocketPosition
from bestagon.games.pocket_hexes.position_sheets import ASKED, REROLL, SETS
from bestagon.grid.bits import count, lowest

SCALE: Final = 1e6
"""What a payoff of 1 is worth."""
CLOSE: Final = 9.0
"""How many points ahead are a safe lead in the last turn ..."""
FAR: Final = 19.8
"""... and before it."""
HORIZON: Final[i64] = 12
"""A playout goes on for two or three turns: further ahead the dice drown what a write was worth."""
SPREAD: Final = 30000.0
"""Two writes that differ by 0.6 points: one is e times as promising."""
EXPLORATION: Final = 0.6
MOST_SEATS: Final = 6
UNKNOWN: Final = -(1 << 20)
"""No sheet's score and boxes."""


class PocketEvaluator(Evaluator):
    """Judges every sheet by itself and compares them."""

    solo: Taste
    rivals: Taste
    needs: vec[u8]
    """Room to note the least number that fits into each empty cell of the sheet that is being judged."""
    gains: Gains
    """What writes add to the sheet that is looked at."""
    board: Board | None
    """The sheet that is remembered: for each seat what was on it when it was judged last, and ..."""
    seen: vec[u8]
    about: vec[i64]
    asked: vec[i64]
    known: vec[float]
    """... the score to expect."""

    def __init__(self, solo: tuple[float, ...] = (), rivals: tuple[float, ...] = (), horizon: i64 = HORIZON) -> None:
        """Take weights for games alone and with others, or those that are known to be good."""
        super().__init__(1, horizon)
        self.solo = Taste(solo or SOLO)
        self.rivals = Taste(rivals or RIVALS)
        self.needs = vec[u8]([0] * 64)
        self.gains = Gains(self.rivals)
        self.board = None
        self.seen = vec[u8]([0] * (64 * MOST_SEATS))
        self.about = vec[i64]([UNKNOWN] * MOST_SEATS)
        self.asked = vec[i64]([0] * MOST_SEATS)
        self.known = vec[float]([0.0] * MOST_SEATS)
        self.prior_temperature = SPREAD
        self.exploration = EXPLORATION

    def value(self, position: Position, seat: i64) -> float:
        """Return the payoff to expect, a million for winning."""
        assert isinstance(position, PocketPosition)
        if position.over:
            return SCALE * position.payoff(seat) + float(position.score(seat))
        if position.seats == 1:
            return SCALE * position.worth_alone(self.sheet(position, seat, self.solo, False))
        last = self._last_turn(position)
        own = self.sheet(position, seat, self.rivals, last)
        total = 0.0
        for other in range(position.seats):
            if position.resigned(other):
                total += 1.0
            elif other != seat:
                lead = own - self.sheet(position, other, self.rivals, last)
                total += math.tanh(lead / (CLOSE if last else FAR))
        return SCALE * total / float(position.seats - 1)

    def _last_turn(self, position: PocketPosition) -> bool:
        full: i64 = 0
        for seat in range(position.seats):
            full += 1 if position.full(seat) else 0
        return full > 0

    def sheet(self, position: PocketPosition, seat: i64, taste: Taste, last: bool) -> float:
        """Return the score to expect of a seat."""
        score = float(position.score(seat))
        boxes = BOXES - position.boxed(seat)
        if boxes == 0:
            return score
        cells = self._measure(position, seat, taste)
        if last:
            return score + LATE * self._rings(position, seat, taste, float(PENALTY))
        worth = taste.worth(cells, boxes)
        rings = self._rings(position, seat, taste, worth - taste.worth(cells, boxes - 1))
        hope = 1.0 - taste.fade * (1.0 - float(boxes) / float(BOXES))
        return score + worth + rings + hope * self._gaps(position, seat, taste)

    def _measure(self, position: PocketPosition, seat: i64, taste: Taste) -> float:
        """Note what every empty cell needs, and return how many cells that makes to be filled."""
        sets = position.sets
        needs = self.needs
        total = 0.0
        lower: i64 = 0
        number: i64 = 1
        while number <= HIGHEST:
            fits = sets[seat * SETS + number]
            cells = fits & ~lower
            lower = fits
            if cells:
                total += taste.fill[number] * float(count(cells))
                while cells:
                    needs[lowest(cells)] = u8(number)
                    cells &= cells - 1
            number += 1
        return total

    def _rings(self, position: PocketPosition, seat: i64, taste: Taste, price: float) -> float:
        """Return what the numbers that may still be surrounded are worth above the price of a box."""
        near = position.board.near
        empty = position.sets[seat * SETS]
        asked = position.sets[seat * SETS + ASKED]
        first = seat * position.board.cells
        total = 0.0
        cells = position.board.ringable & ~empty
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            gain = float(position.numbers[first + cell]) - price
            if gain > 0.0:
                around = near[cell] & empty
                if around:
                    total += gain * self._chance(around, taste)
                elif (asked >> cell) & 1:
                    total += gain
        return total

    def _chance(self, around: i64, taste: Taste) -> float:
        chance = taste.trust
        while around:
            chance *= taste.close[i64(self.needs[lowest(around)])]
            around &= around - 1
        return chance

    def _gaps(self, position: PocketPosition, seat: i64, taste: Taste) -> float:
        """Return what the empty cells are worth as places for numbers to be surrounded."""
        empty = position.sets[seat * SETS]
        total = 0.0
        cells = position.board.ringable & empty
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            total += taste.gaps[count(position.board.near[cell] & empty)] * (1.0 - taste.wear * float(self.needs[cell]))
        return total

    # For the search.

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff to expect."""
        assert isinstance(position, PocketPosition)
        if position.over:
            return position.payoff(seat)
        if position.seats == 1:
            return position.worth_alone(self._known_sheet(position, seat, self.solo, False))
        last = self._last_turn(position)
        total = 0.0
        for other in range(position.seats):
            if other != seat:
                total += self._duel(position, seat, other, last)
        return total / float(position.seats - 1)

    def _duel(self, position: PocketPosition, seat: i64, other: i64, last: bool) -> float:
        """Return what the seat can expect against one other."""
        if position.resigned(seat) or position.resigned(other):
            return 1.0 if position.outranks(seat, other) else -1.0
        lead = self._known_sheet(position, seat, self.rivals, last) - self._known_sheet(position, other, self.rivals, last)
        return math.tanh(lead / (CLOSE if last else FAR))

    def _known_sheet(self, position: PocketPosition, seat: i64, taste: Taste, last: bool) -> float:
        """Return the score to expect of a seat, from memory where its sheet is the one judged last."""
        cells = position.board.cells
        first = seat * cells
        about = position.score(seat) * 64 + position.boxed(seat) * 4 + (2 if last else 0) + (1 if position.seats == 1 else 0)
        asked = position.sets[seat * SETS + ASKED]
        seen = self.seen
        numbers = position.numbers
        same = position.board is self.board and self.about[seat] == about and self.asked[seat] == asked
        place = seat * 64
        i: i64 = 0
        while same and i < cells:
            same = seen[place + i] == numbers[first + i]
            i += 1
        if not same:
            self._remember(position, seat, about)
            self.known[seat] = self.sheet(position, seat, taste, last)
        return self.known[seat]

    def _remember(self, position: PocketPosition, seat: i64, about: i64) -> None:
        if position.board is not self.board:
            self.board = position.board
            for other in range(MOST_SEATS):
                self.about[other] = UNKNOWN
        self.about[seat] = about
        self.asked[seat] = position.sets[seat * SETS + ASKED]
        first = seat * position.board.cells
        place = seat * 64
        for i in range(position.board.cells):
            self.seen[place + i] = position.numbers[first + i]

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the write that gains most; a ring is scored where that is worth a box."""
        assert isinstance(position, PocketPosition)
        if position.sets[seat * SETS + ASKED]:
            yes = self._wants(position, seat)
            return DICE * position.board.cells + DICE + (0 if yes else 1)
        if position.phase == REROLL:
            return position.pick(seat, dice, out)
        return self._write(position, seat)

    def _wants(self, position: PocketPosition, seat: i64) -> bool:
        """Tell whether to score the ring that is asked about: it is worth a box, and does not end the game behind."""
        number = position.number(seat, lowest(position.sets[seat * SETS + ASKED]))
        boxes = BOXES - position.boxed(seat)
        if boxes == 1 and position.seats > 1:
            score = position.score(seat) + number
            for other in range(position.seats):
                if other != seat and not position.resigned(other) and position.score(other) >= score:
                    return False
            return True
        taste = self._taste(position)
        cells = self._measure(position, seat, taste)
        return float(number) > taste.worth(cells, boxes) - taste.worth(cells, boxes - 1)

    def _write(self, position: PocketPosition, seat: i64) -> i64:
        """Return the write that gains most."""
        gains = self.gains
        gains.look(position, seat, self._taste(position), self._last_turn(position))
        best = -1e9
        choice: i64 = 0
        die: i64 = 0
        while die < DICE:
            number = position.value(die)
            cells = position.choices(seat, die)
            while cells:
                cell = lowest(cells)
                cells &= cells - 1
                gain = gains.of(cell, number)
                if gain > best:
                    best = gain
                    choice = die * position.board.cells + cell
            die += 1
        return choice

    def _taste(self, position: PocketPosition) -> Taste:
        return self.rivals if position.seats > 1 else self.solo

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Weigh writes by what they gain; answers by value; nothing is known about which die to re-roll."""
        assert isinstance(position, PocketPosition)
        if position.sets[seat * SETS + ASKED]:
            super().priors(position, seat, actions, n, weights)
            return
        if position.phase == REROLL:
            for i in range(n):
                weights[i] = 1.0
            return
        gains = self.gains
        gains.look(position, seat, self._taste(position), self._last_turn(position))
        cells = position.board.cells
        best = -1e9
        for i in range(n):
            action = i64(actions[i])
            weights[i] = gains.of(action % cells, position.value(action // cells))
            if weights[i] > best:
                best = weights[i]
        # A point is worth about so much value.
        rate = SCALE / (FAR * self.prior_temperature)
        for i in range(n):
            weights[i] = math.exp((weights[i] - best) * rate)
