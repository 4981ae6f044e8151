"""Invariants of every position of Hex Roller."""

from __future__ import annotations

from bestagon.core.position import Position
from bestagon.games.hex_roller.actions import TWO_BONUS
from bestagon.games.hex_roller.rules.scoring import breakdown
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, GREEN, RED, STEP, STRIDE, TWO
from bestagon.games.hex_roller.steps import DONE


def check(position: Position) -> None:
    """Assert that dice, cells, bonuses and boxes are complete and counted once."""
    assert isinstance(position, RollerPosition)
    sheet = position.sheet
    assert 1 <= position.round <= sheet.rounds
    assert sum(position.dice_showing(number) for number in range(3, 9)) == position.dice_count
    for seat in range(int(position.seats)):
        _check_sheet(position, seat)
        assert sum(breakdown(position, seat).values()) == position.score(seat)
    if not position.over:
        assert position.acting() != 0


def _check_sheet(position: RollerPosition, seat: int) -> None:
    sheet, state, base = position.sheet, position.state, seat * int(STRIDE)
    held = [int(state[base + number]) for number in range(2, 9)]
    sets = [int(state[base + EMPTY]), int(sheet.crosses), *held]
    assert sum(cells.bit_count() for cells in sets) == sheet.size
    union = 0
    for cells in sets:
        union |= cells
    assert union == (1 << int(sheet.size)) - 1
    assert all(int(sheet.printed[number]) & ~held[number - 2] == 0 for number in range(3, 9))
    assert (int(state[base + TWO]) == 0) == (state[base + BONUSES] & TWO_BONUS != 0)
    boxes = [[int(state[base + row]) >> 4 * i & 15 for i in range(int(sheet.rounds))] for row in (RED, GREEN)]
    for i, (red, green) in enumerate(zip(*boxes, strict=True)):
        assert red == 0 or red != green
        assert i < position.round or red == green == 0
    if position.resigned(seat) and not position.over:
        assert state[base + STEP] == DONE
