"""What a sheet promises: how much of what it could score it is likely to score."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.board import HIGH, LOW, MOST_ROUNDS, Sheet
from bestagon.games.hex_roller.position_points import row_numbers
from bestagon.games.hex_roller.position_state import (
    BONUSES,
    DICE_BONUS,
    EMPTY,
    GREEN,
    PLUS_BONUS,
    RED,
    RIM,
    TWO,
    TWO_BONUS,
)
from bestagon.grid.bits import BITS, MOST, SLOTS, count

# The odds of getting what is needed, as exp(START + TAKES * log(takes left) - NEEDED * needed); tuned by some 200,000 games alone.
AREA_START: Final = -0.985
AREA_TAKES: Final = 0.995
AREA_NEEDED: Final = 1.62
"""For the logarithm of the empty cells."""
MIDDLE_START: Final = -0.635
MIDDLE_TAKES: Final = 3.95
MIDDLE_NEEDED: Final = 0.727
PAIR_START: Final = -0.88
PAIR_TAKES: Final = 1.2
PAIR_NEEDED: Final = 0.9
ROW_NUMBERS: Final = 0.17
ROW_BOXES: Final = 0.382
"""How many of the numbers that a row needs come into its boxes: by the choice there is, and for each box."""
ROW_POWER: Final = 3.38

MEAN: Final = 5.5
DRIFT: Final = 0.063
"""How far every empty cell draws what an area will score towards the mean."""
HEIGHT: Final = -0.138
"""How much easier an area is for each point it scores more."""
HOLE: Final = 0.355
"""How much harder an area is for every empty cell with no other next to it: no chain of two goes there."""
ENTRY: Final = 0.05
"""How much easier an area is for every number more than USUAL_ENTRIES that can go into it next."""
USUAL_ENTRIES: Final[i64] = 3

# What a bonus brings beyond its two points where there is much time to use it, and in how many rounds half of that.
PLUS_USE: Final = 3.35
TWO_USE: Final = 4.9
DICE_USE: Final = 2.13
HALF: Final = 1.31

NEEDS: Final[i64] = 64
"""Chances are listed for so many needed cells, ..."""
NEVER: Final[i64] = 63
"""... the last of them for what cannot be got at all."""
MOST_TAKES: Final = 2 * MOST_ROUNDS


def _chances(start: float, per_take: float, per_cell: float, logarithmic: bool) -> vec[float]:
    """Return for every number of takes left and of cells needed how likely it is to get them."""
    table = vec[float]([0.0] * int((MOST_TAKES + 1) * NEEDS))
    for takes in range(MOST_TAKES + 1):
        table[takes * NEEDS] = 1.0
        if takes:
            for needed in range(1, NEVER):
                size = math.log(float(needed)) if logarithmic else float(needed)
                odds = math.exp(start + per_take * math.log(float(takes)) - per_cell * size)
                table[takes * NEEDS + needed] = odds / (1.0 + odds)
    return table


def _row_chances() -> vec[float]:
    """Return for every number of boxes left and of numbers missing how likely it is to get them."""
    table = vec[float]([0.0] * int((MOST_ROUNDS + 1) * NEEDS))
    for boxes in range(MOST_ROUNDS + 1):
        table[boxes * NEEDS] = 1.0
        for missing in range(1, boxes + 1):
            ratio = float(missing) / (ROW_NUMBERS + ROW_BOXES * float(boxes))
            table[boxes * NEEDS + missing] = 1.0 / (1.0 + math.pow(ratio, ROW_POWER))
    return table


AREA_CHANCE: Final[vec[float]] = _chances(AREA_START, AREA_TAKES, AREA_NEEDED, True)
MIDDLE_CHANCE: Final[vec[float]] = _chances(MIDDLE_START, MIDDLE_TAKES, MIDDLE_NEEDED, False)
PAIR_CHANCE: Final[vec[float]] = _chances(PAIR_START, PAIR_TAKES, PAIR_NEEDED, False)
ROW_CHANCE: Final[vec[float]] = _row_chances()


class Outlook:
    """A seat's areas and pairs judged once, so that what a few cells more would change is quickly told."""

    sheet: Sheet
    state: vec[i64]
    at: i64
    """Where the chances for the takes left begin."""
    area_worth: vec[float]
    pair_worth: vec[float]
    way: vec[i64]
    """For every number the empty cells of a shortest way between its pair: another number is only in its way there."""
    layers: vec[i64]
    """Scratch: the empty cells first reached with so many written."""
    total: float
    """What all areas and pairs promise."""

    def __init__(self) -> None:
        """Make an outlook on nothing yet."""
        self.state = vec[i64]()
        self.at = 0
        self.area_worth = vec[float]([0.0] * MOST)
        self.pair_worth = vec[float]([0.0] * int(HIGH + 1))
        self.way = vec[i64]([0] * int(HIGH + 1))
        self.layers = vec[i64]([0] * int(NEEDS))
        self.total = 0.0

    def look(self, sheet: Sheet, state: vec[i64], takes: i64) -> None:
        """Judge the state of a seat that will take so many numbers more."""
        self.sheet = sheet
        self.state = state
        self.at = takes * NEEDS
        total = 0.0
        for area in range(len(sheet.areas)):
            worth = self._area(area, state[EMPTY], TWO, 0)
            self.area_worth[area] = worth
            total += worth
        for number in range(LOW, HIGH + 1):
            worth = float(number) * PAIR_CHANCE[self.at + self._find_way(number)]
            self.pair_worth[number] = worth
            total += worth
        self.total = total

    def after(self, number: i64, cells: i64) -> float:
        """Return what areas and pairs promise once a number is written on these empty cells."""
        sheet = self.sheet
        state = self.state
        empty = state[EMPTY] ^ cells
        total = self.total
        for area in range(len(sheet.areas)):
            if sheet.areas[area] & cells:
                total += self._area(area, empty, number, cells) - self.area_worth[area]
        for other in range(LOW, HIGH + 1):
            way = self.way[other]
            if way and (other == number or way & cells):
                own = state[other] | cells if other == number else state[other]
                steps = sheet.steps(own, empty, sheet.printed[other])
                total += float(other) * PAIR_CHANCE[self.at + (steps if steps < NEVER else NEVER)] - self.pair_worth[other]
        return total

    def _area(self, area: i64, empty: i64, more: i64, cells: i64) -> float:
        """Return what an area promises where the number `more` is written on some cells more (HR 4.1, 4.2)."""
        mine = self.sheet.areas[area]
        needed = count(mine & empty)
        middle = area == len(self.sheet.areas) - 1
        chance = MIDDLE_CHANCE[self.at + needed] if middle else AREA_CHANCE[self.at + needed]
        if chance <= 0.0:
            return 0.0
        state = self.state
        best: i64 = 0
        most: i64 = 1
        for number in range(TWO, HIGH + 1):
            held = count((state[number] | cells) & mine) if number == more else count(state[number] & mine)
            if held >= most:
                most = held
                best = number
        worth = float(best)
        if needed:
            worth += DRIFT * float(needed) * (MEAN - worth)
            ease = HEIGHT * (worth - MEAN) - HOLE * float(self._holes(mine & empty, empty))
            ease += ENTRY * float(self._entries(mine & empty, more, cells) - USUAL_ENTRIES)
            chance *= 1.0 + (1.0 - chance) * ease
        return 2.0 * chance * worth if middle else chance * worth

    def _holes(self, cells: i64, empty: i64) -> i64:
        """Return how many of some empty cells have no empty one next to them."""
        near = self.sheet.near
        holes: i64 = 0
        while cells:
            bit = cells & -cells
            cells ^= bit
            if near[bit % SLOTS] & empty == 0:
                holes += 1
        return holes

    def _entries(self, cells: i64, more: i64, written: i64) -> i64:
        """Return how many numbers can go into these empty cells next, where the number `more` is written on some others."""
        state = self.state
        near = self.sheet.near
        entries: i64 = 0
        for number in range(LOW, HIGH + 1):
            rim = state[RIM + number]
            while number == more and written:
                bit = written & -written
                written ^= bit
                rim |= near[bit % SLOTS]
            if rim & cells:
                entries += 1
        return entries

    def _find_way(self, number: i64) -> i64:
        """Note a shortest way between a pair and return how many cells it takes; NEVER where there is none."""
        near = self.sheet.near
        own = self.state[number]
        empty = self.state[EMPTY]
        pair = self.sheet.printed[number]
        reached = pair & -pair
        end = pair ^ reached
        fresh = reached
        steps: i64 = 0
        self.way[number] = 0
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
            steps += 1
            self.layers[steps] = fresh
        for back in range(steps):
            step = self._rim(end, own) & self.layers[steps - back]
            end = step & -step
            self.way[number] |= end
        return steps

    def _rim(self, cells: i64, own: i64) -> i64:
        """Return all that is next to some cells or to own cells that hang together with them."""
        near = self.sheet.near
        rim: i64 = 0
        while cells:
            bit = cells & -cells
            cells ^= bit
            around = near[bit % SLOTS] & ~rim
            rim |= around
            cells |= around & own
        return rim


def rows(state: vec[i64], a: i64, b: i64, boxes_a: i64, boxes_b: i64) -> float:
    """Return what the rows promise with two numbers more (0 for none), put where they do most good (HR 4.5).

    After that there are `boxes_a` empty boxes left in the row that gets `a`, and `boxes_b` in the other.
    """
    red = row_numbers(state[RED])
    green = row_numbers(state[GREEN])
    one = _row(red | BITS[a], boxes_a) + _row(green | BITS[b], boxes_b)
    two = _row(red | BITS[b], boxes_b) + _row(green | BITS[a], boxes_a)
    return one if one > two else two


def box(state: vec[i64], a: i64, b: i64, rounds: i64, shift: i64) -> None:
    """Write two numbers (0 for none) into the boxes at `shift`, where they do most good with so many rounds to come."""
    red = row_numbers(state[RED])
    green = row_numbers(state[GREEN])
    if _row(red | BITS[a], rounds) + _row(green | BITS[b], rounds) < _row(red | BITS[b], rounds) + _row(green | BITS[a], rounds):
        a, b = b, a
    state[RED] |= a << shift
    state[GREEN] |= b << shift


def _row(there: i64, boxes: i64) -> float:
    """Return what a row of these numbers promises with so many boxes left."""
    missing: i64 = 0
    total = 0.0
    for number in range(LOW, HIGH + 1):
        if there & BITS[number] == 0:
            missing += 1
        chance = ROW_CHANCE[boxes * NEEDS + missing]
        if chance <= 0.0:
            return total
        total += chance * (3.0 if number == LOW else 1.0)
    return total


def bonuses(state: vec[i64], spent: i64, rounds: i64) -> float:
    """Return what the bonuses left but those `spent` are worth: two each, and more while there are rounds to use them in (HR 4.4)."""
    left = state[BONUSES] & ~spent
    if left == 0:
        return 0.0
    n = float(count(left))
    chances = float(rounds)
    use = (PLUS_USE if left & PLUS_BONUS else 0.0) + (TWO_USE if left & TWO_BONUS else 0.0) + (DICE_USE if left & DICE_BONUS else 0.0)
    share = chances / n if chances < n else 1.0
    return 2.0 * n + use * share * chances / (chances + HALF)
