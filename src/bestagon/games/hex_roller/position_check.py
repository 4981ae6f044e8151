"""What cannot be on a sheet: read positions are checked here before anybody plays on."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.board import FACES, HIGH, LOW, Sheet
from bestagon.games.hex_roller.position_state import (
    ALL_BONUSES,
    BONUSES,
    BOX,
    DICE_BONUS,
    DONE,
    EMPTY,
    END,
    FIRST,
    GREEN,
    LAST,
    LEFT,
    NUMBER,
    RED,
    SECOND,
    SPENT,
    STEP,
    TAKE1,
    TWO,
    TWO_BONUS,
    WRITE1,
    WRITE2,
    WRITE3,
)
from bestagon.grid.bits import BITS, count


def roll_problem(rolled: i64, dice: i64) -> str:
    """Return what is wrong with the dice of a round, or nothing."""
    total: i64 = 0
    left = rolled
    for _ in range(FACES):
        total += left & 15
        left >>= 4
    return "" if left == 0 and total == dice else f"a roll is {dice} dice of 3 to 8"


def seat_problem(sheet: Sheet, state: vec[i64], base: i64, round_now: i64, rolled: i64) -> str:
    """Return what is wrong with a seat, or nothing."""
    return cells_problem(sheet, state, base) or _step_problem(state, base, rolled) or _rows_problem(state, base, round_now)


def cells_problem(sheet: Sheet, state: vec[i64], base: i64) -> str:
    """Return what is wrong with the cells of a sheet and its bonuses, or nothing."""
    everywhere = BITS[sheet.size] - 1
    seen = state[base + EMPTY] | sheet.crosses
    total = count(state[base + EMPTY]) + count(sheet.crosses)
    for number in range(TWO, HIGH + 1):
        held = state[base + number]
        if sheet.printed[number] & ~held:
            return f"a printed {number} is not where it is printed"
        seen |= held
        total += count(held)
    if seen != everywhere or total != sheet.size:
        return "every cell is empty, an x or holds one number"
    if state[base + BONUSES] < 0 or state[base + BONUSES] > ALL_BONUSES:
        return "there are three bonuses"
    if count(state[base + TWO]) != (0 if state[base + BONUSES] & TWO_BONUS else 1):
        return "there is a 2 on the sheet if and only if that bonus is used"
    return ""


def _step_problem(state: vec[i64], base: i64, rolled: i64) -> str:
    step = state[base + STEP]
    if step < TAKE1 or step > DONE:
        return f"a step is 0 to {DONE}, not {step}"
    first = state[base + FIRST]
    second = state[base + SECOND]
    number = state[base + NUMBER]
    if not (_was_rolled(first, rolled) and _was_rolled(second, rolled) and _was_rolled(number, rolled)):
        return "a chosen number is one of those rolled"
    if (first and first == second) or (number and number in (first, second)):
        return "the numbers chosen in a round are different"
    if (first != 0) != (step > WRITE1 and step < DONE) and not (step == END and first == 0):
        return "the first number of the round is known from its chain until the round is done"
    if (second != 0 and (step <= WRITE2 or step == DONE or first == 0)) or (step == WRITE3 and second == 0):
        return "the second number of the round is known from its chain until the round is done"
    return _chain_problem(state, base, rolled) or _spent_problem(state, base)


def _was_rolled(number: i64, rolled: i64) -> bool:
    if number == 0:
        return True
    return number >= LOW and number <= HIGH and (rolled >> (4 * (number - LOW))) & 15 != 0


def _chain_problem(state: vec[i64], base: i64, rolled: i64) -> str:
    step = state[base + STEP]
    number = state[base + NUMBER]
    left = state[base + LEFT]
    last = state[base + LAST]
    if step != WRITE1 and step != WRITE2 and step != WRITE3:
        return "only a chain under way has a number, a rest and a last cell" if number or left or last else ""
    if number == 0 or left < 1 or left > ((rolled >> (4 * (number - LOW))) & 15) + 1:
        return "a chain under way has a number, and at most one more to write than dice show it"
    if last and (last & (last - 1) or last & state[base + number] == 0):
        return "the last cell of a chain holds its number"
    return ""


def _spent_problem(state: vec[i64], base: i64) -> str:
    step = state[base + STEP]
    spent = state[base + SPENT]
    bonuses = state[base + BONUSES]
    if spent < 0 or spent > 1 or (spent == 1 and (bonuses == ALL_BONUSES or step in (END, DONE))):
        return "a bonus used this round is used, and ends the round's last step"
    if step == WRITE3 and (spent == 0 or bonuses & DICE_BONUS):
        return "a third chain needs the dice bonus"
    return ""


def _rows_problem(state: vec[i64], base: i64, round_now: i64) -> str:
    red = state[base + RED]
    green = state[base + GREEN]
    filled = round_now if state[base + STEP] > BOX else round_now - 1
    if red < 0 or green < 0 or red >> (4 * filled) or green >> (4 * filled):
        return f"boxes are filled up to round {filled}"
    for _ in range(filled):
        a = red & 15
        b = green & 15
        if (a and (a < LOW or a > HIGH)) or (b and (b < LOW or b > HIGH)) or (a and a == b):
            return "a round's boxes hold nothing or different numbers from 3 to 8"
        red >>= 4
        green >>= 4
    return ""
