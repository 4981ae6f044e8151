"""The expected points of a sheet."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.actions import DICE_BONUS, PLUS_BONUS, TWO_BONUS
from bestagon.games.hex_roller.ai.probabilities import NEEDS, NEVER, RollerChances
from bestagon.games.hex_roller.ai.weights import MEAN, USUAL_ENTRIES
from bestagon.games.hex_roller.board import HIGH, LOW, RollerSheet
from bestagon.games.hex_roller.rules.scoring import row_numbers
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, GREEN, RED, RIM, TWO
from bestagon.grid.bits import BITS, MOST, SLOTS, count

HELD_STRIDE: Final[i64] = 16
"""The entries of an area among the numbers that areas hold; a number is its own index."""


class SheetEstimate:
    """The expected points of a seat's areas and pairs, computed once so that the effect of a few more cells is cheap to find."""

    chances: RollerChances
    sheet: RollerSheet
    state: vec[i64]
    at: i64
    """Where the chances for the takes left begin in their tables."""
    area_values: vec[float]
    held: vec[i64]
    """How often each area holds each number."""
    pair_values: vec[float]
    paths: vec[i64]
    """The empty cells of a shortest path between each pair: other numbers can lengthen it only there."""
    layers: vec[i64]
    """Scratch: the empty cells at each distance from one end of a pair."""
    total: float
    """The expected points of all areas and pairs."""

    def __init__(self, chances: RollerChances) -> None:
        """Create an estimate of no sheet yet."""
        self.chances = chances
        self.state = vec[i64]()
        self.at = 0
        self.area_values = vec[float]([0.0] * MOST)
        self.held = vec[i64]([0] * int(MOST * HELD_STRIDE))
        self.pair_values = vec[float]([0.0] * int(HIGH + 1))
        self.paths = vec[i64]([0] * int(HIGH + 1))
        self.layers = vec[i64]([0] * int(NEEDS))
        self.total = 0.0

    def evaluate(self, sheet: RollerSheet, state: vec[i64], takes: i64) -> None:
        """Evaluate the state of a seat that has so many numbers left to take."""
        self.sheet = sheet
        self.state = state
        self.at = takes * NEEDS
        total = 0.0
        for area in range(len(sheet.areas)):
            mine = sheet.areas[area]
            at = area * HELD_STRIDE
            for number in range(TWO, HIGH + 1):
                self.held[at + number] = count(state[number] & mine)
            value = self._area_value(area, state[EMPTY], TWO, 0)
            self.area_values[area] = value
            total += value
        for number in range(LOW, HIGH + 1):
            value = float(number) * self.chances.pair[self.at + self._find_path(number)]
            self.pair_values[number] = value
            total += value
        self.total = total

    def total_with(self, number: i64, cells: i64) -> float:
        """Return the total after writing a number on these empty cells."""
        sheet = self.sheet
        state = self.state
        empty = state[EMPTY] ^ cells
        total = self.total
        for area in range(len(sheet.areas)):
            if sheet.areas[area] & cells:
                total += self._area_value(area, empty, number, cells) - self.area_values[area]
        for other in range(LOW, HIGH + 1):
            path = self.paths[other]
            if path and (other == number or path & cells):
                own = state[other] | cells if other == number else state[other]
                needed = sheet.cells_to_join(own, empty, sheet.printed[other])
                total += float(other) * self.chances.pair[self.at + (needed if needed < NEVER else NEVER)] - self.pair_values[other]
        return total

    def _area_value(self, area: i64, empty: i64, written: i64, cells: i64) -> float:
        """Return the expected points of an area after writing the number `written` on `cells` (HR 4.1, 4.2)."""
        mine = self.sheet.areas[area]
        needed = count(mine & empty)
        middle = area == len(self.sheet.areas) - 1
        chances = self.chances
        chance = chances.middle[self.at + needed] if middle else chances.area[self.at + needed]
        if chance <= 0.0:
            return 0.0
        best: i64 = 0
        most: i64 = 1
        at = area * HELD_STRIDE
        more = count(cells & mine)
        for number in range(TWO, HIGH + 1):
            held = self.held[at + number]
            if number == written:
                held += more
            if held >= most:
                most = held
                best = number
        value = float(best)
        if needed:
            value += chances.drift * float(needed) * (MEAN - value)
            ease = chances.height * (value - MEAN) - chances.hole * float(self._holes(mine & empty, empty))
            ease += chances.entry * float(self._entries(mine & empty, written, cells) - USUAL_ENTRIES)
            chance *= 1.0 + (1.0 - chance) * ease
        return 2.0 * chance * value if middle else chance * value

    def _holes(self, cells: i64, empty: i64) -> i64:
        """Return how many of these empty cells have no empty neighbour."""
        near = self.sheet.near
        holes: i64 = 0
        while cells:
            bit = cells & -cells
            cells ^= bit
            if near[bit % SLOTS] & empty == 0:
                holes += 1
        return holes

    def _entries(self, targets: i64, written: i64, cells: i64) -> i64:
        """Return how many numbers can go into the empty cells `targets` next, after writing the number `written` on `cells`."""
        state = self.state
        near = self.sheet.near
        entries: i64 = 0
        for number in range(LOW, HIGH + 1):
            rim = state[RIM + number]
            while number == written and cells:
                bit = cells & -cells
                cells ^= bit
                rim |= near[bit % SLOTS]
            if rim & targets:
                entries += 1
        return entries

    def _find_path(self, number: i64) -> i64:
        """Store a shortest path between a pair and return how many cells it takes, NEVER if there is none."""
        near = self.sheet.near
        own = self.state[number]
        empty = self.state[EMPTY]
        pair = self.sheet.printed[number]
        reached = pair & -pair
        end = pair ^ reached
        fresh = reached
        needed: i64 = 0
        self.paths[number] = 0
        while True:
            edge: i64 = 0
            while fresh:
                bit = fresh & -fresh
                fresh ^= bit
                around = near[bit % SLOTS] & ~reached
                reached |= around & own
                fresh |= around & own
                edge |= around & empty
            if reached & end:
                break
            fresh = edge & ~reached
            if fresh == 0:
                return NEVER
            reached |= fresh
            needed += 1
            self.layers[needed] = fresh
        for back in range(needed):
            step = self._rim(end, own) & self.layers[needed - back]
            end = step & -step
            self.paths[number] |= end
        return needed

    def _rim(self, cells: i64, own: i64) -> i64:
        """Return all cells next to `cells` or to `own` cells connected with them."""
        near = self.sheet.near
        rim: i64 = 0
        while cells:
            bit = cells & -cells
            cells ^= bit
            around = near[bit % SLOTS] & ~rim
            rim |= around
            cells |= around & own
        return rim


def rows_value(chances: RollerChances, state: vec[i64], a: i64, b: i64, boxes_a: i64, boxes_b: i64) -> float:
    """Return the expected points of both rows after boxing two numbers (0 for none) in the better way (HR 4.5).

    The row that gets `a` then has `boxes_a` empty boxes left, the other `boxes_b`.
    """
    red = row_numbers(state[RED])
    green = row_numbers(state[GREEN])
    one = _row_value(chances, red | BITS[a], boxes_a) + _row_value(chances, green | BITS[b], boxes_b)
    two = _row_value(chances, red | BITS[b], boxes_b) + _row_value(chances, green | BITS[a], boxes_a)
    return one if one > two else two


def box_numbers(chances: RollerChances, state: vec[i64], a: i64, b: i64, rounds: i64, shift: i64) -> None:
    """Put two numbers (0 for none) into the boxes at `shift`, in the better way with so many rounds to come."""
    red = row_numbers(state[RED])
    green = row_numbers(state[GREEN])
    one = _row_value(chances, red | BITS[a], rounds) + _row_value(chances, green | BITS[b], rounds)
    two = _row_value(chances, red | BITS[b], rounds) + _row_value(chances, green | BITS[a], rounds)
    if one < two:
        a, b = b, a
    state[RED] |= a << shift
    state[GREEN] |= b << shift


def _row_value(chances: RollerChances, present: i64, boxes: i64) -> float:
    """Return the expected points of a row that holds these numbers and has so many boxes left."""
    missing: i64 = 0
    total = 0.0
    for number in range(LOW, HIGH + 1):
        if present & BITS[number] == 0:
            missing += 1
        chance = chances.row[boxes * NEEDS + missing]
        if chance <= 0.0:
            return total
        total += chance * (3.0 if number == LOW else 1.0)
    return total


def bonuses_value(chances: RollerChances, state: vec[i64], spent: i64, rounds: i64) -> float:
    """Return the value of the unused bonuses except `spent`: two points each, and more with rounds to use them in (HR 4.4)."""
    left = state[BONUSES] & ~spent
    if left == 0:
        return 0.0
    n = float(count(left))
    to_come = float(rounds)
    use = chances.plus_use if left & PLUS_BONUS else 0.0
    use += (chances.two_use if left & TWO_BONUS else 0.0) + (chances.dice_use if left & DICE_BONUS else 0.0)
    share = to_come / n if to_come < n else 1.0
    return 2.0 * n + use * share * to_come / (to_come + chances.half)
