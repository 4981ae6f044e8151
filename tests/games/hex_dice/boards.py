"""Positions from drawings, for the tests of Hex Dice."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from mypy_extensions import i16

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.board import AXIS, CAMP, LAST_ACTED, PLAY
from bestagon.games.hex_dice.board_cells import FOREST, GUARD, TOKEN, VALUE, owner, tokens
from bestagon.games.hex_dice.layouts import SYMBOLS
from bestagon.games.hex_dice.notation import SEATS
from bestagon.games.hex_dice.rules import serial
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.grid import DIRECTIONS, chart, hexagon
from bestagon.grid.shapes import read_map

AXES = {2: (3, 0), 3: (3, 1, 5), 4: (3, 0, 1, 4), 6: (3, 2, 1, 0, 5, 4)}
"""The axes of the bases in drawn positions: red's forward is always east."""


def empty(players: int = 2, **options: object) -> HexDicePosition:
    """Return a position that has not started."""
    position = GAME.setup(players, GAME.complete(players, options))
    assert isinstance(position, HexDicePosition)
    return position


def drawing(changes: Mapping[str, str] | None = None, radius: int = 6, header: str = "name: Mine\n\n") -> str:
    """Return a layout file of a plain map with some signs changed."""
    shape = hexagon(radius)
    signs = ["O" if cell in {step * radius for step in DIRECTIONS} else "*" if cell == (0, 0) else "." for cell in shape.cells]
    for name, sign in (changes or {}).items():
        signs[shape.find(name)] = sign
    return header + chart(shape, signs, margin=False) + "\n"


def islands(land: str, radius: int = 6) -> str:
    """Return a layout file with lakes everywhere but on the centre, the corners and the named cells."""
    corners = {step * radius for step in DIRECTIONS}
    shape = hexagon(radius)
    wet = [shape.name(i) for i, cell in enumerate(shape.cells) if cell != (0, 0) and cell not in corners]
    return drawing({name: "L" for name in wet if name not in land.split()}, radius)


def started(players: int = 2, seed: int = 1, **options: object) -> HexDicePosition:
    """Return a position at its first choice."""
    position = empty(players, **options)
    position.start(fast(seed))
    return position


def battle(
    drawing: str,
    at: str,
    *,
    players: int = 2,
    turn: str = "r",
    tokens: Mapping[str, int] | None = None,
    last: tuple[str, ...] = (),
    quiet: int = 0,
    seed: int = 1,
    **options: object,
) -> HexDicePosition:
    """Return a position in play from a drawing of part of the map.

    `at` names the cell of the first sign. Signs are four columns apart. Each is `.`, a terrain, or a unit: the letter of
    its seat (a capital on guard), its value, and its terrain in lower case. `tokens` and `last` name cells.
    """
    position = empty(players, **options)
    shape = position.board.shape
    drawn = read_map(dedent(drawing).strip("\n"), 4)
    top = min(drawn, key=lambda cell: (cell.r, cell.q))
    for cell, sign in drawn.items():
        where = shape.index[shape.cells[shape.find(at)] + (cell - top)]
        _put(position, where, sign, (tokens or {}).get(shape.name(where), 0))
    for seat in range(players):
        position.camps[CAMP * seat + AXIS] = i16(AXES[players][seat])
        position.order |= seat << 4 * seat
    for name in last:
        seat = int(owner(int(position.cells[shape.find(name)])))
        position.camps[CAMP * seat + LAST_ACTED] = i16(shape.find(name))
    position.phase = PLAY
    position.turn = SEATS.index(turn)
    position.quiet_turns = quiet
    serial.rebuild(position)
    position.dice.copy_from(fast(seed))
    return position


def _put(position: HexDicePosition, cell: int, sign: str, tokens: int) -> None:
    if sign[0] in SYMBOLS:
        position.cells[cell] = i16(SYMBOLS.index(sign[0]) * FOREST)
        return
    if len(sign) > 2:
        position.cells[cell] = i16(SYMBOLS.index(sign[2].upper()) * FOREST)
    guard = GUARD if sign[0].isupper() else 0
    position.add_unit(SEATS.index(sign[0].lower()), cell, int(sign[1]) + guard + TOKEN * tokens)


def moves(position: HexDicePosition, start: str = "") -> set[str]:
    """Return the legal actions whose notation begins with `start`."""
    out = room(position)
    n = position.legal(position.turn, out)
    texts = [GAME.action_text(position, int(position.turn), int(out[i])) for i in range(n)]
    assert len(set(texts)) == n
    return {text for text in texts if text.startswith(start)}


def targets(position: HexDicePosition, cell: str, how: str = "-") -> set[str]:
    """Return the cells the unit on a cell can move to (or with `*` shoot at)."""
    return {text.split(how)[1] for text in moves(position, cell + how)}


def play(position: HexDicePosition, *texts: str) -> HexDicePosition:
    """Play actions, each by the seat on turn, and return the position."""
    for text in texts:
        assert text in moves(position), f"{text} is not legal: {sorted(moves(position))}"
        position.play(position.turn, GAME.parse_action(position, int(position.turn), text))
    return position


def unit(position: HexDicePosition, cell: str) -> str:
    """Return the unit on a cell as in a drawing, with tokens as -2; empty if there is none."""
    code = int(position.cells[position.board.shape.find(cell)])
    if code & VALUE == 0:
        return ""
    letter = SEATS[owner(code)]
    return (letter.upper() if code & GUARD else letter) + str(code & VALUE) + (f"-{tokens(code)}" if tokens(code) else "")


def armour(position: HexDicePosition, cell: str) -> int:
    """Return the armour of the unit on a cell."""
    return int(position.armour(position.board.shape.find(cell)))
