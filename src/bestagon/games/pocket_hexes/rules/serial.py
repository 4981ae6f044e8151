"""Pocket Hexes positions as bytes, and the validation of positions that were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from bestagon.core.codec import Reader, Writer
from bestagon.games.pocket_hexes import board
from bestagon.games.pocket_hexes.rules.moves import can_write
from bestagon.games.pocket_hexes.rules.scoring import ended_by_resignation
from bestagon.grid.bits import BITS

if TYPE_CHECKING:
    from bestagon.games.pocket_hexes.rules.state import PocketPosition


def write(position: PocketPosition, out: Writer) -> None:
    """Write sheets, boxes, dice and turn; all cell sets but the pending and the skipped rings follow from the numbers."""
    out.u8s(position.numbers)
    out.i16s(position.boxes)
    out.number(position.filled)
    out.number(position.left)
    out.number(position.used)
    out.number(position.rolled)
    out.number(position.phase | (position.active << 8))
    for seat in range(position.seats):
        out.number(position.pending_rings(seat))
        out.number(position.skipped_rings(seat))


def read(position: PocketPosition, source: Reader) -> None:
    """Read what `write` wrote; ValueError for anything that cannot occur in a game."""
    position.clear()
    cells = position.board.cells
    numbers = position.numbers[:]
    source.u8s(numbers)
    source.i16s(position.boxes)
    position.filled = source.number()
    position.left = source.number()
    position.used = source.number()
    position.rolled = source.number()
    turn = source.number()
    position.phase = turn & 255
    position.active = turn >> 8
    for i in range(len(numbers)):
        if numbers[i] != board.EMPTY:
            _require(i64(numbers[i]) <= board.HIGHEST, f"a number is 0 to {board.HIGHEST}, not {numbers[i]}")
            position.write_number(i // cells, i % cells, i64(numbers[i]))
    for seat in range(position.seats):
        position.cell_sets[seat * board.SETS_PER_SEAT + board.PENDING] = source.number()
        position.cell_sets[seat * board.SETS_PER_SEAT + board.SKIPPED] = source.number()
    validate(position)


def validate(position: PocketPosition) -> None:
    """Derive which seats may act; raise ValueError, with the reason, for a position that cannot occur in a game."""
    _check_table(position)
    position.movers = 0
    for seat in range(position.seats):
        _check_boxes(position, seat)
        _check_rings(position, seat)
        _require(position.writes_left(seat) <= 2 and position.die_used(seat) < board.DICE, f"a seat writes two of {board.DICE} dice")
        if position.writes_left(seat) or position.pending_rings(seat):
            position.movers |= 1 << seat
    if position.phase == board.REROLL:
        position.movers |= 1 << position.active
    resigned = ended_by_resignation(position)
    _require(position.over == (resigned or not position.movers), "a game is over when no seat can act, and only then")
    _require(not position.over or resigned or position.any_full(), f"a game ends when a seat has filled {board.BOXES} boxes")  # PH 6.1
    for seat in range(position.seats):
        if not (position.movers >> seat) & 1:
            _require(position.die_used(seat) < 0, "a seat that is done has no used die")
        elif not position.over:
            _check_turn(position, seat)


def _check_table(position: PocketPosition) -> None:
    packed = position.filled | position.left | position.used | position.resignations
    _require(0 <= position.phase <= board.EVERYONE, f"a phase is {board.FIRST} to {board.EVERYONE}, not {position.phase}")
    _require(0 <= position.active < position.seats, f"a seat is 0 to {position.seats - 1}, not {position.active}")
    _require(not packed >> (4 * position.seats), f"there are {position.seats} seats")
    _require(not position.rolled >> (8 * board.DICE), f"there are {board.DICE} dice")
    for die in range(board.DICE):
        face = position.die_value(die) - board.LOWEST[die]
        _require(0 <= face < board.SIDES[die], f"a d{board.SIDES[die]} does not show {position.die_value(die)}")
    gone: i64 = 0
    ranks: i64 = 0
    for seat in range(position.seats):
        if position.resigned(seat):
            gone += 1
            ranks |= BITS[(position.resignations >> (4 * seat)) & 15]
    _require(ranks == BITS[gone + 1] - 2, "resigned seats are numbered 1, 2, ... in the order of their resignations")


def _check_boxes(position: PocketPosition, seat: i64) -> None:
    n = position.filled_boxes(seat)
    _require(n <= board.BOXES, f"a seat has {board.BOXES} boxes, not {n}")
    for i in range(board.BOXES):
        points = i64(position.boxes[seat * board.BOXES + i])
        if i < n:
            possible = points == board.PENALTY or 0 <= points <= board.HIGHEST
            _require(possible, f"a box contains {board.PENALTY} or 0 to {board.HIGHEST}, not {points}")
        else:
            _require(points == 0, "a box that is not filled contains 0")


def _check_rings(position: PocketPosition, seat: i64) -> None:
    rings = position.pending_rings(seat) | position.skipped_rings(seat)
    empty = position.empty_cells(seat)
    _require(not position.pending_rings(seat) & position.skipped_rings(seat), "a skipped ring cannot be scored later")
    _require(not rings & ~position.board.ringable, "only a cell with six neighbours can be ringed")
    for cell in range(position.board.cells):
        if (rings >> cell) & 1:
            _require(not (position.board.neighbours[cell] | BITS[cell]) & empty, "only a complete ring can be scored or skipped")


def _check_turn(position: PocketPosition, seat: i64) -> None:
    """Check a seat that may act."""
    left = position.writes_left(seat)
    used = position.die_used(seat)
    rings = position.pending_rings(seat)
    _require(not position.resigned(seat), "a resigned seat cannot act")
    if position.phase == board.EVERYONE:
        _require((used >= 0) == (left == 1), "a seat writes two dice, and the first is known until it writes the second")
    else:
        _require(seat == position.active, "only the active player acts before 2.4")
        once = 1 if position.phase == board.FIRST and not rings else 0
        in_order = left == once and (used >= 0) == (rings != 0)
        _require(in_order, "the active player writes one die, then scores or skips rings, then re-rolls")
    _require(not position.full(seat) or position.phase == board.REROLL, f"a seat with {board.BOXES} filled boxes writes no more")
    _require(rings != 0 or left == 0 or can_write(position, seat), "a seat that can write nothing takes a penalty at once")


def _require(condition: bool, rule: str) -> None:
    if not condition:
        raise ValueError(rule)
