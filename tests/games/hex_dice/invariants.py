"""Invariants of every position of Hex Dice."""

from __future__ import annotations

from bestagon.core.position import Position
from bestagon.games.hex_dice.board import BECOME, DEPLOY, PLAY, REROLLS
from bestagon.games.hex_dice.board_cells import GROUND, LAKE, LIVE, MOUNTAIN, UNIT, VALUE, WILD, owner, tokens
from bestagon.games.hex_dice.rules import serial
from bestagon.games.hex_dice.rules.state import HexDicePosition


def check(position: Position) -> None:
    """Assert that units, dice, bases and terrain are consistent."""
    assert isinstance(position, HexDicePosition)
    for cell, code in enumerate(position.cells):
        assert 0 <= code & GROUND <= MOUNTAIN
        assert not (code & GROUND and position.board.terrain_barred[cell])
        if code & VALUE:
            check_unit(position, cell, int(code))
        else:
            assert code & UNIT == 0
    standing = sum(1 for code in position.cells if code & VALUE)
    assert standing == sum(position.unit_count(seat) for seat in range(position.seats))
    for seat in range(position.seats):
        check_camp(position, seat)
    live = {cell for cell, code in enumerate(position.cells) if code & LIVE}
    assert live == {int(position.base(s)) for s in range(position.seats) if position.base(s) >= 0 and not position.elimination(s)}
    assert position.remaining == sum(1 for seat in range(position.seats) if not position.elimination(seat))
    assert position.over or 0 <= position.quiet_turns < position.patience * position.remaining
    twin = position.copy()
    assert isinstance(twin, HexDicePosition)
    serial.rebuild(twin)
    assert twin.to_bytes() == position.to_bytes()


def check_unit(position: HexDicePosition, cell: int, code: int) -> None:
    """Assert that a unit is possible on its cell."""
    seat = int(owner(code))
    assert code & GROUND != LAKE
    assert 0 <= seat < position.seats
    assert not position.elimination(seat)
    assert tokens(code) <= code & VALUE
    assert code & VALUE != WILD or (position.phase == BECOME and position.merged_cell == cell)
    assert cell in [position.unit_cell(seat, i) for i in range(position.unit_count(seat))]


def check_camp(position: HexDicePosition, seat: int) -> None:
    """Assert that a seat has the right number of dice, and its units in order."""
    units = [int(position.unit_cell(seat, i)) for i in range(position.unit_count(seat))]
    assert units == sorted(set(units))
    assert len(units) + position.hand_size(seat) <= position.board.army_size
    if position.elimination(seat):
        assert not units
        assert position.hand_size(seat) == 0
    elif REROLLS <= position.phase <= DEPLOY:
        assert len(units) + position.hand_size(seat) == position.board.army_size
    elif position.phase >= PLAY:
        assert units
        assert position.hand_size(seat) == 0
    last = int(position.last_acted(seat))
    assert last == -1 or last in units
