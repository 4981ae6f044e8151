"""Carrying out actions, and the order of steps and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.hex_roller.actions import BOXES, DICE_BONUS, FINISH, GREEN_ALONE, PLUS_BONUS, TAKE, TAKE_PLUS, TAKE_THIRD, TWO_BONUS
from bestagon.games.hex_roller.board import ALL_DICE, FACES, LOW
from bestagon.games.hex_roller.rules.moves import can_take_any, can_use_any_bonus
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, FIRST, GREEN, LAST, LEFT, NUMBER, RED, RIM, SECOND, SPENT, STEP, STRIDE, TWO
from bestagon.games.hex_roller.steps import BOX, DONE, END, TAKE1, TAKE2, WRITE1, WRITE2
from bestagon.grid.bits import BITS, SLOTS

if TYPE_CHECKING:
    from bestagon.games.hex_roller.rules.state import RollerPosition


def start(position: RollerPosition, dice: Dice) -> None:
    """Hand out clean sheets and roll for the first round."""
    position.start_common(dice)
    position.clear()
    _advance_rounds(position)


def play(position: RollerPosition, seat: i64, action: i64) -> None:
    """Carry out an action."""
    base = seat * STRIDE
    size = position.sheet.size
    position.revealed = False
    if action < size:
        _write(position, base, BITS[action])
    elif action < 2 * size:
        _write_two(position, base, BITS[action - size])
    else:
        _play_named(position, base, action - 2 * size)
    if position.state[base + STEP] == DONE:
        _advance_rounds(position)


def _write(position: RollerPosition, base: i64, bit: i64) -> None:
    state = position.state
    number = state[base + NUMBER]
    state[base + EMPTY] ^= bit
    state[base + number] |= bit
    state[base + RIM + number] |= position.sheet.near[bit % SLOTS]
    state[base + LAST] = bit
    state[base + LEFT] -= 1
    if state[base + LEFT] == 0:
        _end_chain(position, base)


def _end_chain(position: RollerPosition, base: i64) -> None:
    state = position.state
    step = state[base + STEP]
    number = state[base + NUMBER]
    state[base + NUMBER] = 0
    state[base + LAST] = 0
    if step == WRITE1:
        state[base + FIRST] = number
        state[base + STEP] = TAKE2
    elif step == WRITE2:
        state[base + SECOND] = number
        state[base + STEP] = BOX
    else:
        _finish(position, base)  # HR 3.3: it goes into no box
    settle(position, base)


def _write_two(position: RollerPosition, base: i64, bit: i64) -> None:
    state = position.state
    state[base + EMPTY] ^= bit
    state[base + TWO] |= bit
    _spend(position, base, TWO_BONUS)
    if state[base + STEP] == END:
        _finish(position, base)
    settle(position, base)


def _spend(position: RollerPosition, base: i64, bonus: i64) -> None:
    position.state[base + BONUSES] ^= bonus
    position.state[base + SPENT] = 1


def _play_named(position: RollerPosition, base: i64, action: i64) -> None:
    """Carry out an action without a cell."""
    if action < TAKE_PLUS:
        _take(position, base, action - TAKE + LOW, 0)
    elif action < TAKE_THIRD:
        _spend(position, base, PLUS_BONUS)
        _take(position, base, action - TAKE_PLUS + LOW, 1)
    elif action < BOXES:
        _spend(position, base, DICE_BONUS)
        _take(position, base, action - TAKE_THIRD + LOW, 0)
    elif action == FINISH:
        _finish(position, base)
    else:
        _box(position, base, action)


def _take(position: RollerPosition, base: i64, number: i64, extra: i64) -> None:
    state = position.state
    state[base + NUMBER] = number
    state[base + LEFT] = position.dice_showing(number) + extra
    state[base + STEP] += 1


def _box(position: RollerPosition, base: i64, action: i64) -> None:
    fill_boxes(position.state, base, action, 4 * (position.round - 1))
    position.state[base + STEP] = END
    settle(position, base)


def fill_boxes(state: vec[i64], base: i64, action: i64, shift: i64) -> None:
    """Put the numbers of an action into the boxes at `shift` (HR 2.6)."""
    if action >= GREEN_ALONE:
        state[base + GREEN] |= (action - GREEN_ALONE + LOW) << shift
    else:
        red = (action - BOXES) // FACES
        green = (action - BOXES) % FACES
        state[base + RED] |= (red + LOW) << shift
        if green != red:
            state[base + GREEN] |= (green + LOW) << shift


def settle(position: RollerPosition, base: i64) -> None:
    """Skip the steps in which the seat can do nothing (HR 2.7)."""
    state = position.state
    step = state[base + STEP]
    if step in (TAKE1, TAKE2) and not can_take_any(position, base):
        step = BOX
    if step == BOX and state[base + FIRST] == 0:
        step = END
    state[base + STEP] = step
    if step == END and not can_use_any_bonus(position, base):
        _finish(position, base)


def _finish(position: RollerPosition, base: i64) -> None:
    state = position.state
    state[base + STEP] = DONE
    state[base + FIRST] = 0
    state[base + SECOND] = 0
    state[base + SPENT] = 0


def _advance_rounds(position: RollerPosition) -> None:
    """Roll for the next round once all seats are done, and again while no seat can do anything in it."""
    while position.acting() == 0 and not position.over:
        if position.round == position.sheet.rounds:
            position.over = True
            return
        position.round += 1
        _roll(position)
        for seat in range(position.seats):
            if not position.resigned(seat):
                position.state[seat * STRIDE + STEP] = TAKE1
                settle(position, seat * STRIDE)


def _roll(position: RollerPosition) -> None:
    position.dice.announce(ALL_DICE)
    position.rolled = roll(position.dice, position.dice_count)


def roll(dice: Dice, dice_count: i64) -> i64:
    """Return how many of so many dice show each number: four bits per number (HR 2.1)."""
    rolled: i64 = 0
    for _ in range(dice_count):
        rolled += BITS[4 * dice.below(FACES)]
    return rolled


def withdraw(position: RollerPosition, seat: i64) -> None:
    """Abandon the chain of a seat that resigned and end its round (HR 4.7)."""
    base = seat * STRIDE
    position.state[base + NUMBER] = 0
    position.state[base + LEFT] = 0
    position.state[base + LAST] = 0
    _finish(position, base)
    _advance_rounds(position)
