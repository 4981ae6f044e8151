"""The score of a sheet (HR 4) and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from bestagon.games.hex_roller.board import HIGH, LOW
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, GREEN, RED, STRIDE, TWO
from bestagon.grid.bits import BITS, count

if TYPE_CHECKING:
    from bestagon.games.hex_roller.rules.state import RollerPosition

ORDINARY: Final[i64] = 40
"""Roughly the score of an average player."""


def score(position: RollerPosition, seat: i64) -> i64:
    """Return the current score of a seat's sheet."""
    base = seat * STRIDE
    total = bonus_points(position, seat) + row_points(position.state[base + RED]) + row_points(position.state[base + GREEN])
    for area in range(len(position.sheet.areas)):
        total += area_points(position, seat, area)
    for number in range(LOW, HIGH + 1):
        total += pair_points(position, seat, number)
    return total


def breakdown(position: RollerPosition, seat: int) -> dict[str, int]:
    """Return the seat's points by kind (HR 4.1 to 4.5)."""
    middle = len(position.sheet.areas) - 1
    return {
        "areas": sum([int(area_points(position, seat, area)) for area in range(middle)]),
        "middle": int(area_points(position, seat, middle)),
        "pairs": sum([int(pair_points(position, seat, number)) for number in range(LOW, HIGH + 1)]),
        "bonuses": int(bonus_points(position, seat)),
        "red": int(row_points(position.state[seat * STRIDE + RED])),
        "green": int(row_points(position.state[seat * STRIDE + GREEN])),
    }


def area_points(position: RollerPosition, seat: i64, area: i64) -> i64:
    """Return the points of an area: 0 while a cell is empty, double for the middle (HR 4.1, 4.2)."""
    if position.sheet.areas[area] & position.state[seat * STRIDE + EMPTY]:
        return 0
    number = most_frequent(position, seat, area)
    return 2 * number if area == len(position.sheet.areas) - 1 else number


def most_frequent(position: RollerPosition, seat: i64, area: i64) -> i64:
    """Return the number an area holds most of, the higher one in a tie; 0 if it holds none."""
    base = seat * STRIDE
    cells = position.sheet.areas[area]
    best: i64 = 0
    most: i64 = 1
    for number in range(TWO, HIGH + 1):
        held = count(position.state[base + number] & cells)
        if held >= most:
            most = held
            best = number
    return best


def pair_points(position: RollerPosition, seat: i64, number: i64) -> i64:
    """Return the number if its two printed cells are joined by a line of it, else 0 (HR 4.3)."""
    sheet = position.sheet
    # Not a conditional expression: one of an i64 and a literal would be boxed when compiled.
    if sheet.joined(position.state[seat * STRIDE + number], sheet.printed[number]):
        return number
    return 0


def bonus_points(position: RollerPosition, seat: i64) -> i64:
    """Return two points for each unused bonus (HR 4.4)."""
    return 2 * count(position.state[seat * STRIDE + BONUSES])


def row_points(row: i64) -> i64:
    """Return the last number of the straight from 3 upwards in a row of boxes; 0 without a 3 (HR 4.5)."""
    present = row_numbers(row)
    reached: i64 = 0
    number = LOW
    while (present >> number) & 1:
        reached = number
        number += 1
    return reached


def row_numbers(row: i64) -> i64:
    """Return the numbers in a row of boxes as a bit set; bit 0 stands for empty boxes."""
    present: i64 = 0
    while row:
        present |= BITS[row & 15]
        row >>= 4
    return present


def solo_payoff(position: RollerPosition) -> float:
    """Return the payoff of a solo game, from -1 to 1."""
    share = float(score(position, 0) - ORDINARY) / float(ORDINARY)
    return -1.0 if share < -1.0 else 1.0 if share > 1.0 else share


def ending(position: RollerPosition) -> str:
    """Return how the game ended, or an empty string while it runs."""
    if not position.over:
        return ""
    return "resigned" if decided_by_resignation(position) else "rounds"


def decided_by_resignation(position: RollerPosition) -> bool:
    """Tell whether all seats but one have resigned, or the only seat of a solo game has."""
    resigned: i64 = 0
    for seat in range(position.seats):
        if position.resigned(seat):
            resigned += 1
    return resigned >= max(position.seats - 1, 1)
