"""Pocket Hexes actions and positions as text."""

from __future__ import annotations

import re

from mypy_extensions import i64

from bestagon.core.errors import BadNotation
from bestagon.games.pocket_hexes.board import BOXES, DICE, DIE_NAMES, HIGHEST, PENALTY, PENDING, SETS_PER_SEAT, SKIPPED
from bestagon.games.pocket_hexes.rules import scoring, serial
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.grid import Shape
from bestagon.grid.bits import BITS

PHASES = ("first", "reroll", "everyone")
DIGITS = "0123456789abcdefghijk"
"""The numbers 0 to 20, one character each."""


def action_text(position: PocketPosition, seat: int, action: int) -> str:
    """Return a text such as `d8 e5`, `reroll d8`, `score e5` or `skip e5`."""
    shape = position.board.shape
    special = int(DICE) * len(shape)
    if action < special:
        return f"{DIE_NAMES[action // len(shape)]} {shape.name(action % len(shape))}"
    if action < special + DICE:
        return f"reroll {DIE_NAMES[action - special]}"
    word = "score" if action == special + DICE else "skip"
    ring = int(position.next_ring(seat))
    return f"{word} {shape.name(ring)}" if ring >= 0 else word


def parse_action(position: PocketPosition, seat: int, text: str) -> int:
    """Parse an action; BadNotation says what is wrong."""
    shape = position.board.shape
    special = int(DICE) * len(shape)
    words = text.lower().split()
    if len(words) != 2:
        raise BadNotation(f"{text!r} is not an action: expected a die and a cell (d8 e5), reroll d8, score e5 or skip e5")
    first, second = words
    if first == "reroll":
        return special + _die(second)
    if first in ("score", "skip"):
        _check_ring(position, seat, _cell(shape, second))
        return special + int(DICE) + (first == "skip")
    return _die(first) * len(shape) + _cell(shape, second)


def _check_ring(position: PocketPosition, seat: int, cell: int) -> None:
    # Rings are answered for in a fixed order, so an answer for another ring would be misunderstood.
    pending = int(position.next_ring(seat))
    if pending not in (-1, cell):
        shape = position.board.shape
        raise BadNotation(f"the ring to score or skip now is the one around {shape.name(pending)}, not {shape.name(cell)}")


def _die(word: str) -> int:
    if word not in DIE_NAMES:
        raise BadNotation(f"{word!r} is not a die: the dice are {' '.join(DIE_NAMES)}")
    return DIE_NAMES.index(word)


def _cell(shape: Shape, word: str) -> int:
    cell = shape.by_name.get(word)
    if cell is None:
        raise BadNotation(f"{word!r} is not a cell of this sheet: cells are {shape.names[0]} to {shape.names[-1]}")
    return cell


def position_text(position: PocketPosition) -> str:
    """Return phase, active seat, dice, and for each seat its sheet, its boxes and its pending decisions.

    An example is `first 0 3,6,8,0,12,20 ..../...|6,-3|1`. A sheet is written row by row, with the numbers 0 to 20 as 0-9 and
    a-k. Pending are the writes left, the die used, the rings to score or skip (`1d8:e5+e6`), those skipped before (`~c3`), and the
    order of resignation (`!1`).
    """
    dice = ",".join(str(position.die_value(die)) for die in range(DICE))
    seats = [f"{_sheet(position, seat)}|{_boxes(position, seat)}|{_pending(position, seat)}" for seat in range(position.seats)]
    return " ".join([PHASES[position.phase], str(position.active), dice, *seats])


def _rows(shape: Shape) -> list[list[int]]:
    rows: dict[int, list[int]] = {}
    for i, cell in enumerate(shape.cells):
        rows.setdefault(cell.r, []).append(i)
    return list(rows.values())


def _sheet(position: PocketPosition, seat: i64) -> str:
    return "/".join("".join(_symbol(position, seat, i) for i in row) for row in _rows(position.board.shape))


def _symbol(position: PocketPosition, seat: i64, cell: int) -> str:
    number = position.number(seat, cell)
    return "." if number < 0 else DIGITS[number]


def _boxes(position: PocketPosition, seat: i64) -> str:
    return ",".join(str(position.boxes[seat * BOXES + i]) for i in range(position.filled_boxes(seat))) or "-"


def _pending(position: PocketPosition, seat: i64) -> str:
    text = str(position.writes_left(seat))
    if position.die_used(seat) >= 0:
        text += DIE_NAMES[position.die_used(seat)]
    for sign, cells in ((":", position.pending_rings(seat)), ("~", position.skipped_rings(seat))):
        rings = [name for i, name in enumerate(position.board.shape.names) if cells & BITS[i]]
        if rings:
            text += sign + "+".join(rings)
    rank = (position.resignations >> (4 * seat)) & 15
    return f"{text}!{rank}" if rank else text


def parse_position(into: PocketPosition, text: str) -> None:
    """Set `into` to the position that `position_text` wrote; BadNotation says what is wrong."""
    fields = text.split()
    if len(fields) != 3 + into.seats:
        raise BadNotation(f"a position of {into.seats} seats has {3 + into.seats} fields (phase, seat, dice, seats), not {len(fields)}")
    fresh = PocketPosition(into.seats, into.board)
    _read_table(fresh, fields[0], fields[1], fields[2])
    for seat in range(len(fields) - 3):
        _read_seat(fresh, seat, fields[3 + seat])
    fresh.over = scoring.ended_by_resignation(fresh) or _nothing_pending(fresh)
    try:
        serial.validate(fresh)
    except ValueError as error:
        raise BadNotation(f"this position cannot occur: {error}") from None
    into.copy_from(fresh)


def _nothing_pending(position: PocketPosition) -> bool:
    rings = any(position.pending_rings(seat) for seat in range(position.seats))
    return PHASES[position.phase] == "everyone" and not position.left and not rings


def _read_table(fresh: PocketPosition, phase: str, active: str, dice: str) -> None:
    if phase not in PHASES:
        raise BadNotation(f"{phase!r} is not a phase: phases are {', '.join(PHASES)}")
    if not re.fullmatch("[0-9]", active) or int(active) >= fresh.seats:
        raise BadNotation(f"{active!r} is not a seat: seats are 0 to {fresh.seats - 1}")
    if not re.fullmatch("[0-9]{1,2}(,[0-9]{1,2}){5}", dice):
        raise BadNotation(f"{dice!r} is not six dice values separated by commas")
    fresh.phase = PHASES.index(phase)
    fresh.active = int(active)
    for die, shown in enumerate(dice.split(",")):
        fresh.rolled |= i64(int(shown)) << (8 * die)


def _read_seat(fresh: PocketPosition, seat: int, text: str) -> None:
    parts = text.split("|")
    if len(parts) != 3:
        raise BadNotation(f"seat {seat} needs a sheet, boxes and pending decisions separated by |, not {text!r}")
    _read_sheet(fresh, seat, parts[0])
    _read_boxes(fresh, seat, parts[1])
    _read_pending(fresh, seat, parts[2])


def _read_sheet(fresh: PocketPosition, seat: int, text: str) -> None:
    rows = _rows(fresh.board.shape)
    lengths = [len(row) for row in rows]
    if [len(row) for row in text.split("/")] != lengths:
        raise BadNotation(f"seat {seat}: a sheet needs rows of {', '.join(map(str, lengths))} cells separated by /, not {text!r}")
    for cell, symbol in enumerate(text.replace("/", "")):
        if symbol != ".":
            if symbol not in DIGITS:
                raise BadNotation(f"seat {seat}: a cell is . or one of {DIGITS}, not {symbol!r}")
            fresh.write_number(seat, cell, DIGITS.index(symbol))


def _read_boxes(fresh: PocketPosition, seat: int, text: str) -> None:
    values = [] if text == "-" else text.split(",")
    if len(values) > BOXES:
        raise BadNotation(f"seat {seat}: there are {BOXES} boxes, not {len(values)}")
    for value in values:
        if value != str(PENALTY) and not (re.fullmatch("[0-9]{1,2}", value) and int(value) <= HIGHEST):
            raise BadNotation(f"seat {seat}: a box contains {PENALTY} or 0 to {HIGHEST}, not {value!r}")
        fresh.fill_box(seat, int(value))


def _read_pending(fresh: PocketPosition, seat: int, text: str) -> None:
    match = re.fullmatch(r"([0-2])(d[0-9]+)?(?::([a-z0-9+]+))?(?:~([a-z0-9+]+))?(?:!([1-9]))?", text)
    if match is None:
        raise BadNotation(f"seat {seat}: pending decisions are written as 2, 1d8, 0d8:e5+e6, 0~c3 or 0!1, not {text!r}")
    fresh.left |= i64(int(match[1])) << (4 * seat)
    if match[2]:
        fresh.used |= i64(_die(match[2]) + 1) << (4 * seat)
    for which, names in ((PENDING, match[3]), (SKIPPED, match[4])):
        for name in names.split("+") if names else ():
            fresh.cell_sets[seat * SETS_PER_SEAT + which] |= BITS[_cell(fresh.board.shape, name)]
    if match[5]:
        fresh.resignations |= i64(int(match[5])) << (4 * seat)
