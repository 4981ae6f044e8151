"""What a write would add to the score to expect of a sheet, without writing it: quick, and nearly right."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.games.pocket_hexes.ai.taste import LATE, Taste
from bestagon.games.pocket_hexes.board import BOXES, HIGHEST, PENALTY
from bestagon.games.pocket_hexes.position import PocketPosition
from bestagon.games.pocket_hexes.position_sheets import SETS
from bestagon.grid.bits import BITS, count, lowest

ROOM: Final = 64


class Gains:
    """Looks at a sheet once, and then tells the gain of every write on it."""

    near: vec[i64]
    ringable: i64
    empty: i64
    taste: Taste
    price: float
    """What a filled box costs."""
    rate: float
    """What a cell to be filled is worth."""
    hope: float
    """How much gaps count."""
    scale: float
    """How much rings count."""
    needs: vec[u8]
    """The least number that fits into each empty cell."""
    hanging: vec[float]
    """What the rings around each empty cell are worth as long as it can be filled."""
    freed: vec[float]
    """What they would be worth if it were sure to be filled."""
    closing: vec[float]
    """What they gain when it is."""
    gap: vec[float]
    """What each empty cell is worth as a place for a high number, and ..."""
    narrow: vec[float]
    """... the same with one empty cell less around it, before wear."""

    def __init__(self, taste: Taste) -> None:
        """Make room; `look` says at what."""
        self.near = vec[i64]()
        self.ringable = 0
        self.empty = 0
        self.taste = taste
        self.price = 0.0
        self.rate = 0.0
        self.hope = 0.0
        self.scale = 1.0
        self.needs = vec[u8]([u8(0)] * ROOM)
        self.hanging = vec[float]([0.0] * ROOM)
        self.freed = vec[float]([0.0] * ROOM)
        self.closing = vec[float]([0.0] * ROOM)
        self.gap = vec[float]([0.0] * ROOM)
        self.narrow = vec[float]([0.0] * ROOM)

    def look(self, position: PocketPosition, seat: i64, taste: Taste, last: bool) -> None:
        """Measure a sheet; in the last turn only rings count."""
        self.near = position.board.near
        self.ringable = position.board.ringable
        self.empty = position.sets[seat * SETS]
        self.taste = taste
        cells = self._measure(position, seat)
        boxes = BOXES - position.boxed(seat)
        if last:
            self.price = float(PENALTY)
            self.rate = 0.0
            self.hope = 0.0
            self.scale = LATE
        else:
            worth = taste.worth(cells, boxes)
            self.price = worth - taste.worth(cells, boxes - 1)
            self.rate = worth - taste.worth(cells - 1.0, boxes)
            self.hope = 1.0 - taste.fade * (1.0 - float(boxes) / float(BOXES))
            self.scale = 1.0
        self._weigh_rings(position, seat)
        self._weigh_gaps()

    def _measure(self, position: PocketPosition, seat: i64) -> float:
        sets = position.sets
        needs = self.needs
        fill = self.taste.fill
        total = 0.0
        lower: i64 = 0
        number: i64 = 1
        while number <= HIGHEST:
            fits = sets[seat * SETS + number]
            cells = fits & ~lower
            lower = fits
            if cells:
                total += fill[number] * float(count(cells))
                while cells:
                    needs[lowest(cells)] = u8(number)
                    cells &= cells - 1
            number += 1
        return total

    def _weigh_rings(self, position: PocketPosition, seat: i64) -> None:
        freed, hanging, closing, needs, close = self.freed, self.hanging, self.closing, self.needs, self.taste.close
        first = seat * position.board.cells
        for i in range(position.board.cells):
            freed[i] = 0.0
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
                gain *= self.scale * self._chance(around)
                while around:
                    i = lowest(around)
                    around &= around - 1
                    freed[i] += gain / close[i64(needs[i])]
            else:
                i = lowest(around)
                freed[i] += gain * self.scale * self.taste.trust
                # Answered for at once, which is worth more than being about to be closed.
                closing[i] += gain * (1.0 - self.scale * self.taste.trust)
        cells = self.empty
        while cells:
            i = lowest(cells)
            cells &= cells - 1
            hanging[i] = freed[i] * close[i64(needs[i])]
            closing[i] += freed[i] - hanging[i]

    def _weigh_gaps(self) -> None:
        gaps, wear, near, empty = self.taste.gaps, self.taste.wear, self.near, self.empty
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

    def _chance(self, around: i64) -> float:
        """Return how likely a ring is completed whose empty cells are these."""
        chance = self.taste.trust
        while around:
            chance *= self.taste.close[i64(self.needs[lowest(around)])]
            around &= around - 1
        return chance

    def of(self, cell: i64, number: i64) -> float:
        """Return what writing a number into a cell adds to the score to expect."""
        needs, close, fill, wear, gap = self.needs, self.taste.close, self.taste.fill, self.taste.wear, self.gap
        closed = close[number]
        filled = self.rate * fill[number]
        around = self.near[cell] & self.empty
        ring = 0.0
        if around and self.ringable & BITS[cell] and float(number) > self.price:
            ring = self.scale * self.taste.trust * (float(number) - self.price)
        gain = self.closing[cell] - gap[cell] - self.rate * fill[i64(needs[cell])]
        while around:
            i = lowest(around)
            around &= around - 1
            need = i64(needs[i])
            if number > need:
                gain += self.freed[i] * closed - self.hanging[i] + filled - self.rate * fill[need]
                need = number
            gain += self.narrow[i] * (1.0 - wear * float(need)) - gap[i]
            ring *= close[need]
        return gain + ring
