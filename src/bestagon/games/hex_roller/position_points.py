"""What a sheet scores (HR 4), kind by kind."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.board import HIGH, LOW, Sheet
from bestagon.games.hex_roller.position_state import BONUSES, EMPTY, GREEN, RED, TWO
from bestagon.grid.bits import BITS, count


def area_points(sheet: Sheet, state: vec[i64], base: i64, area: i64) -> i64:
    """Return what an area scores: nothing while a cell is empty, double for the middle (HR 4.1, 4.2)."""
    if sheet.areas[area] & state[base + EMPTY]:
        return 0
    number = leader(sheet, state, base, area)
    return 2 * number if area == len(sheet.areas) - 1 else number


def leader(sheet: Sheet, state: vec[i64], base: i64, area: i64) -> i64:
    """Return the number an area holds most of, of equals the higher; 0 where it holds none."""
    cells = sheet.areas[area]
    best: i64 = 0
    most: i64 = 1
    for number in range(TWO, HIGH + 1):
        held = count(state[base + number] & cells)
        if held >= most:
            most = held
            best = number
    return best


def pair_points(sheet: Sheet, state: vec[i64], base: i64, number: i64) -> i64:
    """Return the number where its two printed cells are joined by a line of it (HR 4.3)."""
    return number if sheet.joined(state[base + number], sheet.printed[number]) else 0


def bonus_points(state: vec[i64], base: i64) -> i64:
    """Return two for each bonus that is not used (HR 4.4)."""
    return 2 * count(state[base + BONUSES])


def row_points(row: i64) -> i64:
    """Return how far one can count from 3 upwards in a row of boxes (HR 4.5)."""
    there = row_numbers(row)
    reached: i64 = 0
    number = LOW
    while (there >> number) & 1:
        reached = number
        number += 1
    return reached


def row_numbers(row: i64) -> i64:
    """Return the numbers of a row of boxes as a bit set; 0 stands for empty boxes."""
    there: i64 = 0
    while row:
        there |= BITS[row & 15]
        row >>= 4
    return there


def points(sheet: Sheet, state: vec[i64], base: i64) -> i64:
    """Return all a sheet scores."""
    total = bonus_points(state, base) + row_points(state[base + RED]) + row_points(state[base + GREEN])
    for area in range(len(sheet.areas)):
        total += area_points(sheet, state, base, area)
    for number in range(LOW, HIGH + 1):
        total += pair_points(sheet, state, base, number)
    return total
