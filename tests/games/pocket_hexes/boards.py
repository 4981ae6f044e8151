"""Builds Pocket Hexes positions from drawn sheets."""

from __future__ import annotations

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.board import EVERYONE, FIRST, REROLL
from bestagon.games.pocket_hexes.rules import serial
from bestagon.games.pocket_hexes.rules.moves import can_write
from bestagon.games.pocket_hexes.rules.state import PocketPosition

FLOWER = """
 . .
. . .
 . .
"""
"""The smallest sheet, where only b2 can be ringed."""
STUCK = """
   1 1
  1 1 1
   1 1
"""
"""A full flower, on which nothing can be written."""
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
"""On the small sheet: a 5 in c3 and a 7 in d5, with c4 and d4 between them."""


def new(players: int, **options: str) -> PocketPosition:
    """Return a position that has not started."""
    position = GAME.setup(players, GAME.complete(players, options))
    assert isinstance(position, PocketPosition)
    return position


def started(players: int = 2, seed: int = 1, **options: str) -> PocketPosition:
    """Return a game that has just started."""
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
    """Return a position at the start of a phase, with one drawing per seat: its cells in order, each `.` or a number."""
    position = new(len(drawings), data=data)
    for seat, drawing in enumerate(drawings):
        write_sheet(position, seat, drawing)
    for seat, values in enumerate(boxes):
        for value in values:
            position.fill_box(seat, value)
    for die, shown in enumerate(dice.split()):
        position.rolled |= int(shown) << (8 * die)
    position.phase = phase
    position.active = active
    for seat in range(len(drawings)):
        if phase == EVERYONE and not position.full(seat) and can_write(position, seat):
            position.left |= 2 << (4 * seat)
    if phase == FIRST:
        position.left = 1 << (4 * active)
    position.dice.copy_from(fast(seed))
    serial.validate(position)
    return position


def write_sheet(position: PocketPosition, seat: int, drawing: str) -> None:
    """Copy a drawing to a seat's sheet."""
    tokens = drawing.split()
    assert len(tokens) == position.board.cells
    for cell, token in enumerate(tokens):
        if token != ".":
            position.write_number(seat, cell, int(token))


def moves(position: PocketPosition, seat: int) -> list[str]:
    """Return the seat's legal actions in notation."""
    out = room(position)
    return [GAME.action_text(position, seat, int(out[i])) for i in range(position.legal(seat, out))]


def cells_for(position: PocketPosition, seat: int, die: str) -> str:
    """Return the cells into which a die can be written, separated by spaces."""
    return " ".join(move.split()[1] for move in moves(position, seat) if move.split()[0] == die)


def play(position: PocketPosition, seat: int, *texts: str) -> None:
    """Play actions, which must be legal."""
    for text in texts:
        assert text in moves(position, seat), f"{text} is not one of {moves(position, seat)}"
        position.play(seat, GAME.parse_action(position, seat, text))


def values(position: PocketPosition) -> list[int]:
    """Return the values of the dice."""
    return [int(position.die_value(die)) for die in range(6)]


def boxes(position: PocketPosition, seat: int) -> list[int]:
    """Return the seat's filled boxes."""
    return [int(position.boxes[seat * 9 + i]) for i in range(int(position.filled_boxes(seat)))]


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
