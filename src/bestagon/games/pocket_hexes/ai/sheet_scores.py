"""Estimates of the final score of a sheet."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.games.pocket_hexes.ai.weights import LATE, PocketTuning, PocketWeights
from bestagon.games.pocket_hexes.board import BOXES, DICE, HIGHEST, PENALTY, SETS_PER_SEAT
from bestagon.games.pocket_hexes.rules.moves import writable_cells
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.grid.bits import BITS, count, lowest

CELL_SLOTS: Final = 64
"""The array slots per sheet: at least as many as a sheet has cells."""


class PocketSheetScores:
    """Estimates the final score of single sheets."""

    tuning: PocketTuning
    needs: vec[u8]
    """Scratch: the smallest number that fits into each empty cell."""

    def __init__(self, tuning: PocketTuning) -> None:
        """Allocate the scratch space."""
        self.tuning = tuning
        self.needs = vec[u8]([0] * CELL_SLOTS)

    def expected_score(self, position: PocketPosition, seat: i64, last: bool) -> float:
        """Return the expected final score of a seat; `last` tells whether this is the last turn."""
        score = float(position.score(seat))
        boxes = BOXES - position.filled_boxes(seat)
        if boxes == 0:
            return score
        weights = self.tuning.weights_for(position.seats)
        cells = measure(position, seat, weights, self.needs)
        if last:
            return score + LATE * self._rings_value(position, seat, weights, float(PENALTY))
        worth = weights.boxes_value(cells, boxes)
        rings = self._rings_value(position, seat, weights, worth - weights.boxes_value(cells, boxes - 1))
        hope = 1.0 - weights.fade * (1.0 - float(boxes) / float(BOXES))
        return score + worth + rings + hope * self._gaps_value(position, seat, weights)

    def _rings_value(self, position: PocketPosition, seat: i64, weights: PocketWeights, price: float) -> float:
        """Return what the numbers that may still be ringed are worth above the price of a box."""
        near = position.board.neighbours
        empty = position.empty_cells(seat)
        pending = position.pending_rings(seat)
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
                    total += gain * ring_chance(around, weights, self.needs)
                elif (pending >> cell) & 1:
                    total += gain
        return total

    def _gaps_value(self, position: PocketPosition, seat: i64, weights: PocketWeights) -> float:
        """Return what the empty cells are worth as places for numbers to be ringed."""
        empty = position.empty_cells(seat)
        total = 0.0
        cells = position.board.ringable & empty
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            around = count(position.board.neighbours[cell] & empty)
            total += weights.gaps[around] * (1.0 - weights.wear * float(self.needs[cell]))
        return total


def last_score(position: PocketPosition, seat: i64) -> float:
    """Return what a seat can still reach in the last turn: its best rings, completed or one write away, go into its boxes."""
    score = position.score(seat)
    boxes = BOXES - position.filled_boxes(seat)
    writes = position.writes_left(seat)
    complete = position.pending_rings(seat)
    close = _closable_rings(position, seat)
    first = seat * position.board.cells
    while boxes > 0:
        rings = complete | close if writes > 0 else complete
        best: i64 = 0
        points: i64 = 0
        while rings:
            cell = lowest(rings)
            rings &= rings - 1
            if i64(position.numbers[first + cell]) > points:
                points = i64(position.numbers[first + cell])
                best = BITS[cell]
        if points == 0:
            break
        score += points
        boxes -= 1
        if not best & complete:
            writes -= 1
        complete &= ~best
        close &= ~best
    return float(score)


def _closable_rings(position: PocketPosition, seat: i64) -> i64:
    """Return the numbers whose ring a single write of the seat completes with the dice as they lie."""
    near = position.board.neighbours
    empty = position.empty_cells(seat)
    cells: i64 = 0
    for die in range(DICE):
        cells |= writable_cells(position, seat, die)
    rings: i64 = 0
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        around = near[cell] & position.board.ringable & ~empty
        while around:
            middle = lowest(around)
            around &= around - 1
            if near[middle] & empty == BITS[cell]:
                rings |= BITS[middle]
    return rings


def measure(position: PocketPosition, seat: i64, weights: PocketWeights, needs: vec[u8]) -> float:
    """Write the smallest number that fits into each empty cell to `needs`, and return the expected number of fillable cells."""
    sets = position.cell_sets
    fill = weights.fill
    total = 0.0
    lower: i64 = 0
    number: i64 = 1
    while number <= HIGHEST:
        fits = sets[seat * SETS_PER_SEAT + number]
        cells = fits & ~lower
        lower = fits
        if cells:
            total += fill[number] * float(count(cells))
            while cells:
                needs[lowest(cells)] = u8(number)
                cells &= cells - 1
        number += 1
    return total


def ring_chance(around: i64, weights: PocketWeights, needs: vec[u8]) -> float:
    """Return the chance that a ring with these empty cells gets completed."""
    chance = weights.trust
    while around:
        chance *= weights.close[i64(needs[lowest(around)])]
        around &= around - 1
    return chance
