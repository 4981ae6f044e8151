"""A state as bytes, and the checks of states read from bytes or notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.codec import Reader, Writer
from bestagon.games.hex_roller.actions import ALL_BONUSES, DICE_BONUS, TWO_BONUS
from bestagon.games.hex_roller.board import FACES, HIGH, LOW
from bestagon.games.hex_roller.rules.moves import can_complete_chain
from bestagon.games.hex_roller.rules.play import settle
from bestagon.games.hex_roller.rules.scoring import decided_by_resignation
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, FIRST, GREEN, LAST, LEFT, NUMBER, RED, SECOND, SPENT, STEP, STRIDE, TWO
from bestagon.games.hex_roller.steps import BOX, DONE, END, TAKE1, WRITE1, WRITE2, WRITE3
from bestagon.grid.bits import BITS, count

if TYPE_CHECKING:
    from bestagon.games.hex_roller.rules.state import RollerPosition


def write(position: RollerPosition, out: Writer) -> None:
    """Write the round, its dice and the sheets without the rims, which can be derived."""
    out.number(position.round)
    out.number(position.rolled)
    for seat in range(position.seats):
        base = seat * STRIDE
        out.i64s(position.state[base : base + NUMBER + 1])
        out.i64s(position.state[base + LEFT : base + STRIDE])


def read(position: RollerPosition, source: Reader) -> None:
    """Read what `write` wrote and check it."""
    position.round = source.number()
    position.rolled = source.number()
    for seat in range(position.seats):
        base = seat * STRIDE
        for i in range(STRIDE):
            if i <= NUMBER or i >= LEFT:
                position.state[base + i] = source.number()
    check(position)


def check(position: RollerPosition) -> None:
    """Derive the rims; raise ValueError if no game can reach this state."""
    problem = _roll_problem(position)
    if position.round < 1 or position.round > position.sheet.rounds:
        problem = f"the round must be 1 to {position.sheet.rounds}, not {position.round}"
    for seat in range(position.seats):
        problem = problem or _seat_problem(position, seat * STRIDE) or _stuck_problem(position, seat)
    problem = problem or _end_problem(position)
    if problem:
        raise ValueError(problem)


def _roll_problem(position: RollerPosition) -> str:
    total: i64 = 0
    left = position.rolled
    for _ in range(FACES):
        total += left & 15
        left >>= 4
    return "" if left == 0 and total == position.dice_count else f"a roll must be {position.dice_count} dice that show 3 to 8"


def _seat_problem(position: RollerPosition, base: i64) -> str:
    state = position.state
    return _cells_problem(position, base) or _step_problem(state, base, position.rolled) or _rows_problem(state, base, position.round)


def _cells_problem(position: RollerPosition, base: i64) -> str:
    """Return the problem with the cells or bonuses of a sheet, or an empty string."""
    sheet = position.sheet
    state = position.state
    everywhere = BITS[sheet.size] - 1
    seen = state[base + EMPTY] | sheet.crosses
    total = count(state[base + EMPTY]) + count(sheet.crosses)
    for number in range(TWO, HIGH + 1):
        held = state[base + number]
        if sheet.printed[number] & ~held:
            return f"a printed {number} is missing"
        seen |= held
        total += count(held)
    if seen != everywhere or total != sheet.size:
        return "each cell must be empty, crossed out or hold one number"
    if state[base + BONUSES] < 0 or state[base + BONUSES] > ALL_BONUSES:
        return f"the bonuses must be a bit set from 0 to {ALL_BONUSES}"
    if count(state[base + TWO]) != (0 if state[base + BONUSES] & TWO_BONUS else 1):
        return "the sheet must hold one 2 if that bonus is used, and no 2 otherwise"
    return ""


def _step_problem(state: vec[i64], base: i64, rolled: i64) -> str:
    step = state[base + STEP]
    if step < TAKE1 or step > DONE:
        return f"a step must be 0 to {DONE}, not {step}"
    first = state[base + FIRST]
    second = state[base + SECOND]
    number = state[base + NUMBER]
    if not (_was_rolled(first, rolled) and _was_rolled(second, rolled) and _was_rolled(number, rolled)):
        return "a chosen number must be one of those rolled"
    if (first and first == second) or (number and number in (first, second)):
        return "the numbers chosen in a round must be different"
    if (first != 0) != (step > WRITE1 and step < DONE) and not (step == END and first == 0):
        return "the first number must be given between its chain and the end of the round, and only there"
    if (second != 0 and (step <= WRITE2 or step == DONE or first == 0)) or (step == WRITE3 and second == 0):
        return "the second number must be given between its chain and the end of the round, and only there"
    return _chain_problem(state, base, rolled) or _spent_problem(state, base)


def _was_rolled(number: i64, rolled: i64) -> bool:
    """Tell whether a die shows the number, or it stands for no number."""
    if number == 0:
        return True
    return number >= LOW and number <= HIGH and (rolled >> (4 * (number - LOW))) & 15 != 0


def _chain_problem(state: vec[i64], base: i64, rolled: i64) -> str:
    step = state[base + STEP]
    number = state[base + NUMBER]
    left = state[base + LEFT]
    last = state[base + LAST]
    if step != WRITE1 and step != WRITE2 and step != WRITE3:
        return "only an unfinished chain has a number, a length and a last cell" if number or left or last else ""
    if number == 0 or left < 1 or left > ((rolled >> (4 * (number - LOW))) & 15) + 1:
        return "an unfinished chain needs a number and at least one cell, at most one more than dice show the number"
    if last and (last & (last - 1) or last & state[base + number] == 0):
        return "the last cell of a chain must hold its number"
    return ""


def _spent_problem(state: vec[i64], base: i64) -> str:
    step = state[base + STEP]
    spent = state[base + SPENT]
    bonuses = state[base + BONUSES]
    if spent < 0 or spent > 1 or (spent == 1 and (bonuses == ALL_BONUSES or step in (END, DONE))):
        return "a bonus used this round must be missing from the bonuses, and leaves no last step"
    if step == WRITE3 and (spent == 0 or bonuses & DICE_BONUS):
        return "a third chain needs the dice bonus"
    return ""


def _rows_problem(state: vec[i64], base: i64, round_now: i64) -> str:
    red = state[base + RED]
    green = state[base + GREEN]
    filled = round_now if state[base + STEP] > BOX else round_now - 1
    if red < 0 or green < 0 or red >> (4 * filled) or green >> (4 * filled):
        return f"boxes after round {filled} must be empty"
    for _ in range(filled):
        a = red & 15
        b = green & 15
        if (a and (a < LOW or a > HIGH)) or (b and (b < LOW or b > HIGH)) or (a and a == b):
            return "the boxes of a round must be empty or hold different numbers from 3 to 8"
        red >>= 4
        green >>= 4
    return ""


def _stuck_problem(position: RollerPosition, seat: i64) -> str:
    """Return why the seat cannot be at its step, or an empty string."""
    base = seat * STRIDE
    state = position.state
    position.find_rims(base)
    if position.resigned(seat) and not position.over and state[base + STEP] != DONE:
        return f"seat {seat} has resigned and must be done"
    if state[base + NUMBER] and not can_complete_chain(position, base, state[base + EMPTY]):
        return f"seat {seat} cannot complete its chain"
    step = state[base + STEP]
    settle(position, base)
    return "" if step == state[base + STEP] else f"seat {seat} has no legal action in this step"


def _end_problem(position: RollerPosition) -> str:
    if position.resignations >> (4 * position.seats):
        return "only seats can resign"
    orders: i64 = 0
    resigned: i64 = 0
    for seat in range(position.seats):
        if position.resigned(seat):
            orders |= BITS[(position.resignations >> (4 * seat)) & 15]
            resigned += 1
    if orders != BITS[resigned + 1] - 2:
        return "resignations must be numbered 1, 2, 3, ..."
    over = position.over
    position.over = False
    ended = position.acting() == 0
    position.over = over
    decided = decided_by_resignation(position)
    if ended and position.round < position.sheet.rounds and not decided:
        return "a seat must be acting before the last round is over"
    return "" if over == (ended or decided) else "the game must be over after the last round, and not before"
