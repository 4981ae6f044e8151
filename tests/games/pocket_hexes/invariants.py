"""Invariants of every Pocket Hexes position."""

from __future__ import annotations

from bestagon.core.position import Position
from bestagon.games.pocket_hexes.board import (
    BOXES,
    DICE,
    EMPTY,
    EVERYONE,
    FIRST,
    HIGHEST,
    LOWEST,
    PENALTY,
    PENDING,
    SETS_PER_SEAT,
    SIDES,
    SKIPPED,
    TOUCHING,
)
from bestagon.games.pocket_hexes.rules.moves import can_write
from bestagon.games.pocket_hexes.rules.state import PocketPosition


def check(position: Position) -> None:
    """Assert that cell sets, boxes, dice and turn are consistent."""
    assert isinstance(position, PocketPosition)
    for seat in range(int(position.seats)):
        _check_sets(position, seat)
        _check_boxes(position, seat)
    for die in range(int(DICE)):
        assert LOWEST[die] <= position.die_value(die) < LOWEST[die] + SIDES[die]
    if position.over:
        assert position.acting() == 0
    else:
        assert position.acting() != 0
        _check_turn(position)


def _check_sets(position: PocketPosition, seat: int) -> None:
    """Recompute the cell sets from the numbers, cell by cell."""
    shape = position.board.shape
    numbers = [int(n) for n in position.numbers[seat * len(shape) : (seat + 1) * len(shape)]]
    blank = all(n == EMPTY for n in numbers)
    sets = [int(position.cell_sets[seat * SETS_PER_SEAT + i]) for i in range(int(SETS_PER_SEAT))]
    for cell, number in enumerate(numbers):
        around = [numbers[n] for n in shape.around(cell) if numbers[n] != EMPTY]
        least = max(around, default=0)
        assert number == EMPTY or number <= HIGHEST
        if number == EMPTY:
            assert bool(sets[TOUCHING] >> cell & 1) == (blank or bool(around))
        for value in range(int(HIGHEST) + 1):
            fits = number == EMPTY and (value == 0 or value >= least)
            assert bool(sets[value] >> cell & 1) == fits
        if (sets[PENDING] | sets[SKIPPED]) >> cell & 1:
            assert number != EMPTY
            assert len(around) == 6
    rings = [i for i in range(len(shape)) if numbers[i] != EMPTY and [n for n in shape.around(i) if numbers[n] != EMPTY][5:]]
    scored = [numbers[ring] for ring in rings if not (sets[PENDING] | sets[SKIPPED]) >> ring & 1]
    boxes = [int(n) for n in position.boxes[seat * BOXES : seat * BOXES + int(position.filled_boxes(seat))]]
    assert sorted(scored) == sorted(points for points in boxes if points != PENALTY)


def _check_boxes(position: PocketPosition, seat: int) -> None:
    values = [int(n) for n in position.boxes[seat * BOXES : (seat + 1) * BOXES]]
    n = int(position.filled_boxes(seat))
    assert all(v == PENALTY or 0 <= v <= HIGHEST for v in values[:n])
    assert not any(values[n:])
    assert position.score(seat) == sum(values)
    if position.full(seat):
        assert position.over or not position.writes_left(seat)


def _check_turn(position: PocketPosition) -> None:
    assert not position.resigned(position.active) or position.phase == EVERYONE
    for seat in range(int(position.seats)):
        if position.acting() >> seat & 1:
            assert not position.resigned(seat)
            assert position.phase == EVERYONE or seat == position.active
            if position.next_ring(seat) < 0 and position.phase in (FIRST, EVERYONE):
                assert can_write(position, seat)
        else:
            assert position.next_ring(seat) == -1
            assert position.writes_left(seat) == 0
