"""The legal actions of a seat. `base` is where the seat's entries begin in the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.games.hex_roller.actions import BOXES, DICE_BONUS, FINISH, GREEN_ALONE, PLUS_BONUS, TAKE, TAKE_PLUS, TAKE_THIRD, TWO_BONUS
from bestagon.games.hex_roller.board import FACES, HIGH, LOW
from bestagon.games.hex_roller.seat import EMPTY, FIRST, LAST, LEFT, NUMBER, RIM, SECOND, STEP, STRIDE
from bestagon.games.hex_roller.steps import BOX, DONE, END, TAKE1, TAKE2
from bestagon.grid.bits import SLOTS, count, lowest, nth

if TYPE_CHECKING:
    from bestagon.games.hex_roller.rules.state import RollerPosition


def legal(position: RollerPosition, seat: i64, out: vec[i32]) -> i64:
    """List the seat's legal actions in `out` and return how many there are."""
    base = seat * STRIDE
    step = position.state[base + STEP]
    n: i64 = 0
    if position.over or step == DONE:
        return n
    if position.state[base + NUMBER]:
        n = _append_cells(_next_cells(position, base), 0, out, n)
    n = _append_cells(_two_cells(position, base), position.sheet.size, out, n)
    for i in range(_named_count(step)):
        action = _named_action(position, base, i)
        if action >= 0:
            out[n] = i32(action)
            n += 1
    return n


def _append_cells(cells: i64, offset: i64, out: vec[i32], n: i64) -> i64:
    """Append the actions of a set of cells to the `n` in the list and return the new length."""
    while cells:
        bit = cells & -cells
        cells ^= bit
        out[n] = i32(offset + lowest(bit))
        n += 1
    return n


def pick(position: RollerPosition, seat: i64, dice: Dice) -> i64:
    """Return a random legal action by rejection sampling: finding all legal ones takes longer than a few draws."""
    base = seat * STRIDE
    state = position.state
    step = state[base + STEP]
    writing = state[base + NUMBER] != 0
    cells: i64 = 0
    twos: i64 = 0
    if writing:
        cells = _near_cells(position, base)
    if position.can_use(base, TWO_BONUS):
        twos = state[base + EMPTY]
    named = _named_count(step)
    most = named + count(cells)
    total = most + count(twos)
    while True:
        k = dice.below(total)
        if k < named:
            action = _named_action(position, base, k)
            if action >= 0:
                return action
        elif k < most:
            bit = nth(cells, k - named)
            if _leads_on(position, base, bit):
                return lowest(bit)
        else:
            bit = nth(twos, k - most)
            if not writing or can_complete_chain(position, base, state[base + EMPTY] ^ bit):
                return position.sheet.size + lowest(bit)


def _near_cells(position: RollerPosition, base: i64) -> i64:
    """Return the empty cells next to the last one of the chain, or at its start next to the same number (HR 2.4)."""
    state = position.state
    last = state[base + LAST]
    near = position.sheet.near[last % SLOTS] if last else state[base + RIM + state[base + NUMBER]]
    return near & state[base + EMPTY]


def _leads_on(position: RollerPosition, base: i64, bit: i64) -> bool:
    """Tell whether the chain can be completed after writing on this cell (HR 2.5)."""
    left = position.state[base + LEFT]
    if left == 1:
        return True
    empty = position.state[base + EMPTY] ^ bit
    return position.sheet.path(position.sheet.near[bit % SLOTS] & empty, empty, left - 1) != 0


def can_complete_chain(position: RollerPosition, base: i64, empty: i64) -> bool:
    """Tell whether the current chain can be completed on these empty cells (HR 2.5)."""
    return position.sheet.path(_near_cells(position, base) & empty, empty, position.state[base + LEFT]) != 0


def _next_cells(position: RollerPosition, base: i64) -> i64:
    """Return the cells the chain may continue on (HR 2.4, 2.5)."""
    left = _near_cells(position, base)
    cells = left
    if position.state[base + LEFT] > 1:
        while left:
            bit = left & -left
            left ^= bit
            if not _leads_on(position, base, bit):
                cells ^= bit
    return cells


def _two_cells(position: RollerPosition, base: i64) -> i64:
    """Return the cells for the bonus 2: any empty one that leaves room for the current chain (HR 3.2, 2.5)."""
    if not position.can_use(base, TWO_BONUS):
        return 0
    state = position.state
    empty = state[base + EMPTY]
    if state[base + NUMBER] == 0:
        return empty
    cells = empty
    # A cell off this path cannot block it, so only the cells on it need a test.
    left = position.sheet.path(_near_cells(position, base), empty, state[base + LEFT])
    while left:
        bit = left & -left
        left ^= bit
        if not can_complete_chain(position, base, empty ^ bit):
            cells ^= bit
    return cells


def _can_take(position: RollerPosition, base: i64, number: i64, extra: i64) -> bool:
    """Tell whether the number was rolled, is not chosen yet and its chain can be completed (HR 2.2, 2.3, 2.5)."""
    state = position.state
    dice = position.dice_showing(number)
    if dice == 0 or number == state[base + FIRST] or number == state[base + SECOND]:
        return False
    empty = state[base + EMPTY]
    return position.sheet.path(state[base + RIM + number] & empty, empty, dice + extra) != 0


def can_take_any(position: RollerPosition, base: i64) -> bool:
    """Tell whether the seat can take a number without a bonus."""
    number = LOW
    while number <= HIGH and not _can_take(position, base, number, 0):
        number += 1
    return number <= HIGH


def can_use_any_bonus(position: RollerPosition, base: i64) -> bool:
    """Tell whether a bonus can be used in the last step (HR 3.4)."""
    if position.can_use(base, TWO_BONUS) and position.state[base + EMPTY]:
        return True
    return _may_take_third(position, base) and can_take_any(position, base)


def _may_take_third(position: RollerPosition, base: i64) -> bool:
    return position.can_use(base, DICE_BONUS) and position.state[base + SECOND] != 0


def _named_count(step: i64) -> i64:
    """Return how many actions without a cell a step can have."""
    if step in (TAKE1, TAKE2):
        return 2 * FACES
    if step == BOX:
        return 2
    # A conditional expression of an i64 and a literal would be boxed when compiled, here and below.
    if step == END:
        return FACES + 1
    return 0


def _named_action(position: RollerPosition, base: i64, i: i64) -> i64:
    """Return the i-th action without a cell of this step, or -1 if it is not legal."""
    step = position.state[base + STEP]
    first = 2 * position.sheet.size
    if step == BOX:
        return first + _box_action(position, base, i)
    if step == END:
        if i == FACES:
            return first + FINISH
        if _may_take_third(position, base) and _can_take(position, base, i + LOW, 0):
            return first + TAKE_THIRD + i
    elif i < FACES:
        if _can_take(position, base, i + LOW, 0):
            return first + TAKE + i
    elif position.can_use(base, PLUS_BONUS) and _can_take(position, base, i - FACES + LOW, 1):  # HR 3.1
        return first + TAKE_PLUS + i - FACES
    return -1


def _box_action(position: RollerPosition, base: i64, i: i64) -> i64:
    """Return the i-th of the two ways to box the numbers, in ascending order (HR 2.6, 2.7)."""
    state = position.state
    a = state[base + FIRST] - LOW
    b = state[base + SECOND] - LOW
    if b < 0:
        return BOXES + 7 * a if i == 0 else GREEN_ALONE + a
    if (a < b) == (i == 0):
        return BOXES + 6 * a + b
    return BOXES + 6 * b + a
