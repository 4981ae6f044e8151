"""Positions from drawings, for the tests of Pocket Hexes."""

from __future__ import annotations

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.position import PocketPosition
from bestagon.games.pocket_hexes.position_sheets import EVERYONE, FIRST, REROLL

FLOWER = """
 . .
. . .
 . .
"""
"""The smallest sheet: b2 is the only cell that can be ringed."""
STUCK = """
   1 1
  1 1 1
   1 1
"""
"""A flower on which nothing can be written any more."""
BLANK = ". . . . . . ."
BLANK_SMALL = ". " * 37
SMALL = """
   . . . .
  . . . . .
 . . . . . .
. . . . . . .
 . . . . . .
  . . . . .
   . . . .
"""
"""The small sheet."""
TWO_RINGS = """
   . . . .
  . 1 1 1 .
 . 1 5 . 1 .
. . 1 . 7 1 .
 . . 1 1 1 .
  . . . . .
   . . . .
"""
"""On the small sheet: c3 holds a 5 and d5 a 7, and c4 and d4 lie between them."""


def new(players: int, **options: str) -> PocketPosition:
    """Return a position that has not started."""
    position = GAME.setup(players, GAME.complete(players, options))
    assert isinstance(position, PocketPosition)
    return position


def started(players: int = 2, seed: int = 1, **options: str) -> PocketPosition:
    """Return a game at its first decision."""
    position = new(players, **options)
    position.start(fast(seed))
    return position


def table(
    *drawings: str,
    dice: str = "1 1 1 1 1 1",
    phase: int = EVERYONE,
    active: int = 0,
    boxes: tuple[list[int], ...] = (),
    data: str = FLOWER,
    seed: int = 1,
) -> PocketPosition:
    """Return a position with drawn sheets, one a seat, at the start of a phase; a drawing is cells in order, `.` or a number."""
    position = new(len(drawings), data=data)
    for seat, drawing in enumerate(drawings):
        write_sheet(position, seat, drawing)
    for seat, values in enumerate(boxes):
        for value in values:
            position.box(seat, value)
    for die, shown in enumerate(dice.split()):
        position.rolled |= int(shown) << (8 * die)
    position.phase = phase
    position.active = active
    for seat in range(len(drawings)):
        if phase == EVERYONE and not position.full(seat) and position.can_write(seat):
            position.left |= 2 << (4 * seat)
    if phase == FIRST:
        position.left = 1 << (4 * active)
    position.dice.copy_from(fast(seed))
    position.settle()
    return position


def write_sheet(position: PocketPosition, seat: int, drawing: str) -> None:
    """Write a drawing on a seat's sheet."""
    tokens = drawing.split()
    assert len(tokens) == position.board.cells
    for cell, token in enumerate(tokens):
        if token != ".":
            position.put(seat, cell, int(token))


def moves(position: PocketPosition, seat: int) -> list[str]:
    """Return the seat's legal actions in notation."""
    out = room(position)
    return [GAME.action_text(position, seat, int(out[i])) for i in range(position.legal(seat, out))]


def cells_for(position: PocketPosition, seat: int, die: str) -> str:
    """Return the cells into which a die can be written, joined by spaces."""
    return " ".join(move.split()[1] for move in moves(position, seat) if move.split()[0] == die)


def play(position: PocketPosition, seat: int, *texts: str) -> None:
    """Play actions that must be legal."""
    for text in texts:
        assert text in moves(position, seat), f"{text} is not among {moves(position, seat)}"
        position.play(seat, GAME.parse_action(position, seat, text))


def values(position: PocketPosition) -> list[int]:
    """Return what the dice show."""
    return [int(position.value(die)) for die in range(6)]


def boxes(position: PocketPosition, seat: int) -> list[int]:
    """Return the seat's filled boxes."""
    return [int(position.boxes[seat * 9 + i]) for i in range(int(position.boxed(seat)))]


__all__ = [
    "BLANK",
    "BLANK_SMALL",
    "EVERYONE",
    "FIRST",
    "FLOWER",
    "REROLL",
    "SMALL",
    "STUCK",
    "TWO_RINGS",
    "boxes",
    "cells_for",
    "moves",
    "new",
    "play",
    "started",
    "table",
    "values",
]
