"""Test helpers: positions of hexaGONE from drawings."""

from __future__ import annotations

from mypy_extensions import u8

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.core.option import Value
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.board import BAG, CELLS, DISCARDED, SHAPE, TOTALS
from bestagon.games.hexagone.rules import serial
from bestagon.games.hexagone.rules.moves import STARTING
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.grid import Hex
from bestagon.grid.shapes import read_map

LETTERS = "gcbSDBM"
"""The kinds of hexagons in order, as in the notation of hands."""

LINE = """
C01 * 3
  g g g

C02 ** 5
  g g b

C03 *** 7
  g b
   g
"""
"""A small deck: three grays in a line, a line that ends in blue, a bent one."""


def fresh(players: int = 2, seed: int = 1, **options: Value) -> HexagonePosition:
    """Return a started game."""
    position = GAME.setup(players, GAME.complete(players, options))
    assert isinstance(position, HexagonePosition)
    position.start(fast(seed))
    return position


def table(
    drawing: str = "",
    *hands: str,
    row: str = "",
    phase: int = STARTING,
    bag: str | None = None,
    at: str = "p16",
    players: int = 2,
    **options: Value,
) -> HexagonePosition:
    """Return a position with seat 0 to move.

    The first hexagon of the drawing (g, c, b; dots are empty) is on the cell `at`. Hands and bag are letters of gcbSDBM.
    All other hexagons are in the bag, or discarded if a bag is given.
    """
    position = fresh(players, 1, **{"data": LINE, **options})
    position.turn = 0
    position.phase = phase
    _draw_board(position, drawing, at)
    for i in range(len(position.pools)):
        position.pools[i] = u8(0)
    for seat, hand in enumerate(hands):
        _fill(position, seat, hand)
    _fill_rest(position, bag)
    names = row.split()
    position.draw_pile = position.all_cards
    for slot in range(3):
        card = position.deck.names.index(names[slot]) if slot < len(names) else -1
        position.row[slot] = card
        if card >= 0:
            position.draw_pile ^= 1 << card
    return position


def _draw_board(position: HexagonePosition, drawing: str, at: str) -> None:
    drawn = read_map(drawing)
    cells = bytearray(int(CELLS))
    hexagons = sorted((cell for cell, letter in drawn.items() if letter != "."), key=lambda cell: (cell.r, cell.q))
    for cell in hexagons:
        step: Hex = cell - hexagons[0]
        cells[SHAPE.index[SHAPE.cells[SHAPE.find(at)] + step]] = LETTERS.index(drawn[cell]) + 1
    serial.set_board(position, bytes(cells))


def _fill(position: HexagonePosition, pool: int, letters: str) -> None:
    for letter in letters:
        position.pools[8 * pool + LETTERS.index(letter)] += u8(1)


def _fill_rest(position: HexagonePosition, bag: str | None) -> None:
    if bag is not None:
        _fill(position, int(BAG), bag)
    for kind in range(7):
        used = sum(int(position.pools[8 * pool + kind]) for pool in range(6))
        used += int(position.board.count(kind)) if kind < 3 else 0
        pool = int(BAG) if bag is None else int(DISCARDED)
        position.pools[8 * pool + kind] += u8(int(TOTALS[kind]) - used)


def legal(position: HexagonePosition, seat: int | None = None) -> list[str]:
    """Return the legal actions of the seat, or of the one to move, in notation."""
    seat = int(position.turn) if seat is None else seat
    out = room(position)
    return [GAME.action_text(position, seat, int(out[i])) for i in range(position.legal(seat, out))]


def play(position: HexagonePosition, *texts: str) -> None:
    """Carry out actions of the seat to move; each must be legal."""
    for text in texts:
        assert text in legal(position), f"{text} is not among {legal(position)}"
        position.play(position.turn, GAME.parse_action(position, int(position.turn), text))


def hand(position: HexagonePosition, seat: int) -> str:
    """Return a hand in letters; ? is a hidden hexagon."""
    return "".join(letter * int(position.pools[8 * seat + i]) for i, letter in enumerate(LETTERS + "?"))


def on_board(position: HexagonePosition) -> dict[str, str]:
    """Return the hexagons on the table by cell."""
    kinds = {SHAPE.name(cell): position.board.kind_at(cell) for cell in range(CELLS)}
    return {name: LETTERS[kind] for name, kind in kinds.items() if kind >= 0}
