"""What a write would add to the expected score of a sheet: a fast approximation that does not carry it out."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.games.pocket_hexes.ai.sheet_scores import CELL_SLOTS, measure, ring_chance
from bestagon.games.pocket_hexes.ai.weights import LATE, PocketTuning, PocketWeights
from bestagon.games.pocket_hexes.board import BOXES, DICE, PENALTY, SETS_PER_SEAT, TOUCHING
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.grid.bits import BITS, count, lowest


class PocketWriteGains:
    """Analyses a sheet once, and then returns the gain of any write on it."""

    near: vec[i64]
    ringable: i64 = 0
    empty: i64 = 0
    tuning: PocketTuning
    weights: PocketWeights
    price: float = 0.0
    """The value of one more empty box."""
    rate: float = 0.0
    """The value of a fillable cell."""
    hope: float = 0.0
    """The weight of gaps."""
    scale: float = 1.0
    """The weight of rings."""
    needs: vec[u8]
    """The smallest number that fits into each empty cell."""
    ring_value: vec[float]
    """The value of the rings through each empty cell, while it may or may not be filled."""
    sure_value: vec[float]
    """Their value if it were sure to be filled."""
    closing: vec[float]
    """What they gain when it is filled."""
    gap: vec[float]
    """The value of each empty cell as a place for a high number, and ..."""
    narrow: vec[float]
    """... the same with one empty cell less around it, before wear."""

    def __init__(self, tuning: PocketTuning) -> None:
        """Allocate the arrays; `analyse` fills them."""
        self.near = vec[i64]()
        self.tuning = tuning
        self.weights = tuning.rivals
        self.needs = vec[u8]([u8(0)] * CELL_SLOTS)
        self.ring_value = vec[float]([0.0] * CELL_SLOTS)
        self.sure_value = vec[float]([0.0] * CELL_SLOTS)
        self.closing = vec[float]([0.0] * CELL_SLOTS)
        self.gap = vec[float]([0.0] * CELL_SLOTS)
        self.narrow = vec[float]([0.0] * CELL_SLOTS)

    def analyse(self, position: PocketPosition, seat: i64) -> None:
        """Analyse a seat's sheet."""
        self.analyse_sheet(position, seat, self.tuning.weights_for(position.seats), position.any_full())

    def analyse_sheet(self, position: PocketPosition, seat: i64, weights: PocketWeights, last: bool) -> None:
        """Analyse a seat's sheet with given weights; in the last turn only rings count."""
        self.near = position.board.neighbours
        self.ringable = position.board.ringable
        self.empty = position.empty_cells(seat)
        self.weights = weights
        cells = measure(position, seat, weights, self.needs)
        boxes = BOXES - position.filled_boxes(seat)
        if last:
            self.price = float(PENALTY)
            self.rate = 0.0
            self.hope = 0.0
            self.scale = LATE
        else:
            worth = weights.boxes_value(cells, boxes)
            self.price = worth - weights.boxes_value(cells, boxes - 1)
            self.rate = worth - weights.boxes_value(cells - 1.0, boxes)
            self.hope = 1.0 - weights.fade * (1.0 - float(boxes) / float(BOXES))
            self.scale = 1.0
        self._analyse_rings(position, seat)
        self._analyse_gaps()

    def is_worth_box(self, position: PocketPosition, seat: i64, weights: PocketWeights, number: i64) -> bool:
        """Return whether a ring is worth more than the box that it fills."""
        boxes = BOXES - position.filled_boxes(seat)
        cells = measure(position, seat, weights, self.needs)
        return float(number) > weights.boxes_value(cells, boxes) - weights.boxes_value(cells, boxes - 1)

    def _analyse_rings(self, position: PocketPosition, seat: i64) -> None:
        sure_value, ring_value, closing, needs, close = self.sure_value, self.ring_value, self.closing, self.needs, self.weights.close
        first = seat * position.board.cells
        for i in range(position.board.cells):
            sure_value[i] = 0.0
            closing[i] = 0.0
        cells = self.ringable & ~self.empty
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            around = self.near[cell] & self.empty
            gain = float(position.numbers[first + cell]) - self.price
            if gain <= 0.0 or not around:
                continue
            if around & (around - 1):
                gain *= self.scale * ring_chance(around, self.weights, self.needs)
                while around:
                    i = lowest(around)
                    around &= around - 1
                    sure_value[i] += gain / close[i64(needs[i])]
            else:
                i = lowest(around)
                sure_value[i] += gain * self.scale * self.weights.trust
                # The ring is scored at once, which is worth more than one that may be closed later.
                closing[i] += gain * (1.0 - self.scale * self.weights.trust)
        cells = self.empty
        while cells:
            i = lowest(cells)
            cells &= cells - 1
            ring_value[i] = sure_value[i] * close[i64(needs[i])]
            closing[i] += sure_value[i] - ring_value[i]

    def _analyse_gaps(self) -> None:
        gaps, wear, near, empty = self.weights.gaps, self.weights.wear, self.near, self.empty
        cells = empty
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            self.gap[cell] = 0.0
            self.narrow[cell] = 0.0
            if self.ringable & BITS[cell]:
                around = count(near[cell] & empty)
                self.gap[cell] = self.hope * gaps[around] * (1.0 - wear * float(self.needs[cell]))
                if around:
                    self.narrow[cell] = self.hope * gaps[around - 1]

    def gain(self, cell: i64, number: i64) -> float:
        """Return what writing a number into a cell adds to the expected score."""
        needs, close, fill, wear, gap = self.needs, self.weights.close, self.weights.fill, self.weights.wear, self.gap
        closed = close[number]
        filled = self.rate * fill[number]
        around = self.near[cell] & self.empty
        ring = 0.0
        if around and self.ringable & BITS[cell] and float(number) > self.price:
            ring = self.scale * self.weights.trust * (float(number) - self.price)
        gain = self.closing[cell] - gap[cell] - self.rate * fill[i64(needs[cell])]
        while around:
            i = lowest(around)
            around &= around - 1
            need = i64(needs[i])
            if number > need:
                gain += self.sure_value[i] * closed - self.ring_value[i] + filled - self.rate * fill[need]
                need = number
            gain += self.narrow[i] * (1.0 - wear * float(need)) - gap[i]
            ring *= close[need]
        return gain + ring

    def best_write(self, position: PocketPosition, seat: i64, rolled: i64, used: i64) -> i64:
        """Return the action that writes the number with the highest gain on the sheet that was analysed; -1 if none can be written.

        The dice show `rolled`, and `used` is the one that may not be written, or -1.
        """
        sets = position.cell_sets
        first = seat * SETS_PER_SEAT
        touching = sets[first + TOUCHING]
        best = -1e9
        choice: i64 = -1
        tried: i64 = 0
        die: i64 = 0
        while die < DICE:
            number = (rolled >> (8 * die)) & 255
            if die != used and not tried & BITS[number]:
                tried |= BITS[number]
                cells = sets[first + number]
                if number > 1:  # PH 3.4
                    cells &= touching
                while cells:
                    cell = lowest(cells)
                    cells &= cells - 1
                    gain = self.gain(cell, number)
                    if gain > best:
                        best = gain
                        choice = die * position.board.cells + cell
            die += 1
        return choice
