"""What holds in every position of Hex Dice."""

from __future__ import annotations

from bestagon.core.position import Position
from bestagon.games.hex_dice.board import BECOME, DEPLOY, GROUND, LAKE, LIVE, MOUNTAIN, PLAY, REROLLS, VALUE, WILD
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, LAST


def check(position: Position) -> None:
    """Assert that units, dice, bases and terrain are where they can be."""
    assert isinstance(position, HexDicePosition)
    for cell, code in enumerate(position.cells):
        assert 0 <= code & GROUND <= MOUNTAIN
        assert not (code & GROUND and position.board.barred[cell])
        if code & VALUE:
            check_unit(position, cell, int(code))
        else:
            assert code & 1016 == 0
    standing = sum(1 for code in position.cells if code & VALUE)
    assert standing == sum(position.count(seat) for seat in range(position.seats))
    for seat in range(position.seats):
        check_camp(position, seat)
    live = {cell for cell, code in enumerate(position.cells) if code & LIVE}
    assert live == {int(position.base(s)) for s in range(position.seats) if position.base(s) >= 0 and not position.out_at(s)}
    assert position.inside == sum(1 for seat in range(position.seats) if not position.out_at(seat))
    assert position.over or 0 <= position.quiet < position.patience * position.inside
    twin = position.copy()
    assert isinstance(twin, HexDicePosition)
    twin.settle()
    assert twin.to_bytes() == position.to_bytes()


def check_unit(position: HexDicePosition, cell: int, code: int) -> None:
    """Assert that a unit can be what and where it is."""
    seat = (code >> 7 & 7) - 1
    assert code & GROUND != LAKE
    assert 0 <= seat < position.seats
    assert not position.out_at(seat)
    assert (code >> 3 & 7) <= code & VALUE
    assert code & VALUE != WILD or (position.phase == BECOME and position.focus == cell)
    assert cell in [position.man(seat, i) for i in range(position.count(seat))]


def check_camp(position: HexDicePosition, seat: int) -> None:
    """Assert that a seat has the dice it must have, in order."""
    men = [int(position.man(seat, i)) for i in range(position.count(seat))]
    assert men == sorted(set(men))
    assert len(men) + position.hand(seat) <= position.board.army
    if position.out_at(seat):
        assert not men
        assert position.hand(seat) == 0
    elif REROLLS <= position.phase <= DEPLOY:
        assert len(men) + position.hand(seat) == position.board.army
    elif position.phase >= PLAY:
        assert men
        assert position.hand(seat) == 0
    last = int(position.camps[CAMP * seat + LAST])
    assert last == -1 or last in men
