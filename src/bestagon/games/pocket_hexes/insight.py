"""What a strong player knows: which numbers will be surrounded, what an empty box is worth, and when to end the game."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from bestagon.core.dice import Dice
from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.pocket_hexes.board import BOXES, DICE, HIGHEST, LOWEST, PENALTY, SIDES, Board
from bestagon.games.pocket_hexes.position import PocketPosition
from bestagon.games.pocket_hexes.position_sheets import ASKED, REROLL, SETS
from bestagon.grid.bits import count, lowest

SCALE: Final = 1e6
"""What a payoff of 1 is worth."""
SOLO: Final[tuple[float, ...]] = (
    10.9884,
    0.7516,
    0.9661,
    0.6241,
    1.0139,
    0.0276,
    1.3423,
    0.8886,
    0.8125,
    0.023,
    0.3522,
    0.1,
    0.8416,
    0.2361,
)
"""Weights that were climbed to by the mean score of games alone."""
RIVALS: Final[tuple[float, ...]] = (
    6.5502,
    0.7516,
    0.6602,
    0.3605,
    1.039,
    0.0405,
    1.778,
    1.1017,
    0.6541,
    0.4121,
    0.3184,
    0.0217,
    0.6702,
    0.1744,
)
"""Weights that were climbed to by games won of two players, who have less time to wait for high numbers."""
CLOSE: Final = 9.0
"""How many points ahead are a safe lead in the last turn ..."""
FAR: Final = 19.8
"""... and before it."""
LATE: Final = 0.19
"""What is left of the worth of rings in the last turn."""

HORIZON: Final[i64] = 1
"""A playout writes the second number of a turn and no more: beyond that the estimate knows better than chance does."""
PRICE: Final = 4.0
"""What an empty box is worth to a playout."""
MOST_SEATS: Final = 6
UNKNOWN: Final = -(1 << 20)
"""No sheet's score and boxes."""
# How a playout chooses what to write.
CLOSING: Final = 0.5
"""How much of its worth a ring keeps for every cell that is still empty around it."""
HARM: Final = 0.35
"""What it costs to raise what an empty cell needs, up to a high number."""
JITTER: Final = 2.0
"""How many points chance is worth."""


class Taste:
    """What parts of a sheet are worth to a player."""

    most: float
    """What an empty box is worth above a penalty while there is room for everything."""
    pace: float
    """How many cells that will be filled an empty box needs to be worth most of that."""
    trust: float
    """How likely a ring is to be completed whose cells are all sure to be filled."""
    fill: vec[float]
    """For every number, how much a cell counts as one to be filled where nothing smaller fits; and ..."""
    close: vec[float]
    """... how likely such a cell is filled in time for a ring around it."""
    gaps: vec[float]
    """What an empty cell is worth as a place for a high number, by the empty cells around it."""
    wear: float
    """How much of that is gone where only the highest numbers fit."""
    fade: float
    """How much of that is gone when all boxes are filled."""

    def __init__(self, weights: tuple[float, ...]) -> None:
        """Take fourteen weights: most, pace, the patience behind fill and close, trust, seven gaps, wear, fade."""
        self.most = weights[0]
        self.pace = weights[1]
        self.fill = _chances(weights[2])
        self.close = _chances(weights[3])
        self.trust = weights[4]
        self.gaps = vec[float]()
        for i in range(5, 12):
            self.gaps = append(self.gaps, weights[i])
        self.wear = weights[12] / float(HIGHEST)
        self.fade = weights[13]

    def worth(self, cells: float, boxes: i64) -> float:
        """Return what empty boxes are worth with so many cells to be filled."""
        if boxes == 0:
            return 0.0
        n = float(boxes)
        return n * (float(PENALTY) + self.most * (1.0 - math.exp(-cells / (n * self.pace))))


def _chances(turns: float) -> vec[float]:
    """Return for every number how likely a roll of all dice within some turns has it, something higher or a 0."""
    table = vec[float]()
    for least in range(int(HIGHEST) + 1):
        miss = 1.0
        for die in range(int(DICE)):
            low = int(LOWEST[die])
            good = len([face for face in range(low, low + int(SIDES[die])) if face == 0 or face >= least])
            miss *= 1.0 - good / float(SIDES[die])
        table = append(table, 1.0 - math.pow(miss, turns))
    return table


class PocketInsight(Insight):
    """Judges every sheet by itself and compares them."""

    solo: Taste
    rivals: Taste
    needs: vec[u8]
    """Room to note the least number that fits into each empty cell of the sheet that is being judged."""
    closing: vec[float]
    """Room to note what rings gain by each empty cell's being filled."""
    board: Board | None
    """The sheet that is remembered: for each seat what was on it when it was judged last, and ..."""
    seen: vec[u8]
    about: vec[i64]
    asked: vec[i64]
    known: vec[float]
    """... the score to expect."""
    hopes: vec[float]
    """What a number is worth in a cell with some empty ones around it: seven entries a number."""

    def __init__(self, solo: tuple[float, ...] = (), rivals: tuple[float, ...] = (), horizon: i64 = HORIZON) -> None:
        """Take weights for games alone and with others, or those that are known to be good."""
        super().__init__(1, horizon)
        self.solo = Taste(solo or SOLO)
        self.rivals = Taste(rivals or RIVALS)
        self.needs = vec[u8]([0] * 64)
        self.closing = vec[float]([0.0] * 64)
        self.board = None
        self.seen = vec[u8]([0] * (64 * MOST_SEATS))
        self.about = vec[i64]([UNKNOWN] * MOST_SEATS)
        self.asked = vec[i64]([0] * MOST_SEATS)
        self.known = vec[float]([0.0] * MOST_SEATS)
        self.hopes = vec[float]()
        for number in range(int(HIGHEST) + 1):
            for gaps in range(7):
                chance = self.rivals.trust * math.pow(self.rivals.close[number], float(gaps))
                self.hopes = append(self.hopes, max(0.0, float(number) - PRICE) * chance)

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
            return 1.0 if position.above(seat, other) else -1.0
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
        """Return a write that closes rings, places high numbers well and spoils little, more or less."""
        assert isinstance(position, PocketPosition)
        if position.sets[seat * SETS + ASKED]:
            yes = self._wants(position, seat)
            return DICE * position.board.cells + DICE + (0 if yes else 1)
        if position.phase == REROLL:
            return position.pick(seat, dice, out)
        return self._write(position, seat, dice)

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
        taste = self.rivals if position.seats > 1 else self.solo
        cells = self._measure(position, seat, taste)
        return float(number) > taste.worth(cells, boxes) - taste.worth(cells, boxes - 1)

    def _write(self, position: PocketPosition, seat: i64, dice: Dice) -> i64:
        board = position.board
        sets = position.sets
        at = seat * SETS
        empty = sets[at]
        closing = self.closing
        self._find_closing(position, seat, empty)
        best = -1e9
        choice: i64 = 0
        die: i64 = 0
        while die < DICE:
            number = position.value(die)
            cells = position.choices(seat, die)
            lower = sets[at + number - 1] if number else 0
            middle = sets[at + (number >> 1)] if number > 1 else 0
            while cells:
                cell = lowest(cells)
                cells &= cells - 1
                near = board.near[cell]
                worth = closing[cell] + JITTER * float(dice.below(256)) / 256.0
                if (board.ringable >> cell) & 1:
                    worth += self.hopes[number * 7 + count(near & empty)]
                if lower:
                    worth -= HARM * float(count(near & lower) + count(near & middle))
                if worth > best:
                    best = worth
                    choice = die * board.cells + cell
            die += 1
        return choice

    def _find_closing(self, position: PocketPosition, seat: i64, empty: i64) -> None:
        """Note for every empty cell what the rings around it gain when it is filled."""
        near = position.board.near
        closing = self.closing
        first = seat * position.board.cells
        for i in range(position.board.cells):
            closing[i] = 0.0
        cells = position.board.ringable & ~empty
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            gain = float(position.numbers[first + cell]) - PRICE
            around = near[cell] & empty
            if gain > 0.0 and around:
                left = around & (around - 1)
                while left:
                    gain *= CLOSING
                    left &= left - 1
                while around:
                    closing[lowest(around)] += gain
                    around &= around - 1
