"""Actions and positions as text."""

from __future__ import annotations

import re

from mypy_extensions import i64

from bestagon.core.errors import BadNotation
from bestagon.games.pocket_hexes.board import BOXES, DICE, DIE_NAMES, HIGHEST, PENALTY
from bestagon.games.pocket_hexes.position import PocketPosition
from bestagon.games.pocket_hexes.position_sheets import ASKED, SETS
from bestagon.grid import Shape
from bestagon.grid.bits import BITS

PHASES = ("first", "reroll", "everyone")
DIGITS = "0123456789abcdefghijk"
"""The numbers 0 to 20, a character each."""


def action_text(position: PocketPosition, seat: int, action: int) -> str:
    """Return `d8 e5`, `reroll d8`, `score e5` or `skip e5`."""
    shape = position.board.shape
    special = int(DICE) * len(shape)
    if action < special:
        return f"{DIE_NAMES[action // len(shape)]} {shape.name(action % len(shape))}"
    if action < special + DICE:
        return f"reroll {DIE_NAMES[action - special]}"
    word = "score" if action == special + DICE else "skip"
    ring = int(position.asked(seat))
    return f"{word} {shape.name(ring)}" if ring >= 0 else word


def parse_action(position: PocketPosition, seat: int, text: str) -> int:
    """Return the action a text stands for; BadNotation says what cannot be read."""
    shape = position.board.shape
    special = int(DICE) * len(shape)
    words = text.lower().split()
    if len(words) != 2:
        raise BadNotation(f"{text!r} is no action: write a die and a cell (d8 e5), reroll d8, score e5 or skip e5")
    first, second = words
    if first == "reroll":
        return special + _die(second)
    if first in ("score", "skip"):
        _check_ring(position, seat, _cell(shape, second))
        return special + int(DICE) + (first == "skip")
    return _die(first) * len(shape) + _cell(shape, second)


def _check_ring(position: PocketPosition, seat: int, cell: int) -> None:
    # An answer is about the ring that is asked about; about another it would be misunderstood.
    asked = int(position.asked(seat))
    if asked not in (-1, cell):
        shape = position.board.shape
        raise BadNotation(f"the ring to answer for now is the one around {shape.name(asked)}, not {shape.name(cell)}")


def _die(word: str) -> int:
    if word not in DIE_NAMES:
        raise BadNotation(f"{word!r} is no die: the dice are {' '.join(DIE_NAMES)}")
    return DIE_NAMES.index(word)


def _cell(shape: Shape, word: str) -> int:
    cell = shape.by_name.get(word)
    if cell is None:
        raise BadNotation(f"{word!r} is no cell of this sheet: cells are {shape.names[0]} to {shape.names[-1]}")
    return cell


def position_text(position: PocketPosition) -> str:
    """Return phase, active seat, dice, then for every seat its sheet, boxes and what it has to do.

    `first 0 3,6,8,0,12,20 ..../...|6,-3|1` - a sheet is its rows, numbers 0 to 20 as 0-9 and a-k; to do are the writes
    left, the die used, the rings to answer for (`1d8:e5+e6`), and when the seat resigned (`!1` is the first to go).
    """
    dice = ",".join(str(position.value(die)) for die in range(DICE))
    seats = [f"{_sheet(position, seat)}|{_boxes(position, seat)}|{_to_do(position, seat)}" for seat in range(position.seats)]
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
    return ",".join(str(position.boxes[seat * BOXES + i]) for i in range(position.boxed(seat))) or "-"


def _to_do(position: PocketPosition, seat: i64) -> str:
    text = str(position.writes_left(seat))
    if position.die_used(seat) >= 0:
        text += DIE_NAMES[position.die_used(seat)]
    rings = [name for i, name in enumerate(position.board.shape.names) if position.sets[seat * SETS + ASKED] & BITS[i]]
    if rings:
        text += ":" + "+".join(rings)
    rank = (position.resignations >> (4 * seat)) & 15
    return f"{text}!{rank}" if rank else text


def parse_position(into: PocketPosition, text: str) -> None:
    """Make `into` what `position_text` wrote; BadNotation says what cannot be read."""
    fields = text.split()
    if len(fields) != 3 + into.seats:
        raise BadNotation(f"a position of {into.seats} seats has {3 + into.seats} fields (phase, seat, dice, seats), not {len(fields)}")
    fresh = PocketPosition(into.seats, into.board)
    _read_table(fresh, fields[0], fields[1], fields[2])
    for seat in range(len(fields) - 3):
        _read_seat(fresh, seat, fields[3 + seat])
    fresh.over = fresh.all_gone() or _idle(fresh)
    try:
        fresh.settle()
    except ValueError as error:
        raise BadNotation(f"this is no position of the game: {error}") from None
    into.copy_from(fresh)


def _idle(position: PocketPosition) -> bool:
    asked = any(position.sets[seat * SETS + ASKED] for seat in range(position.seats))
    return PHASES[position.phase] == "everyone" and not position.left and not asked


def _read_table(fresh: PocketPosition, phase: str, active: str, dice: str) -> None:
    if phase not in PHASES:
        raise BadNotation(f"{phase!r} is no phase: phases are {', '.join(PHASES)}")
    if not re.fullmatch("[0-9]", active) or int(active) >= fresh.seats:
        raise BadNotation(f"{active!r} is no seat: seats are 0 to {fresh.seats - 1}")
    if not re.fullmatch("[0-9]{1,2}(,[0-9]{1,2}){5}", dice):
        raise BadNotation(f"{dice!r} are not the numbers of six dice with commas between them")
    fresh.phase = PHASES.index(phase)
    fresh.active = int(active)
    for die, shown in enumerate(dice.split(",")):
        fresh.rolled |= i64(int(shown)) << (8 * die)


def _read_seat(fresh: PocketPosition, seat: int, text: str) -> None:
    parts = text.split("|")
    if len(parts) != 3:
        raise BadNotation(f"seat {seat} has a sheet, boxes and what to do with | between them, not {text!r}")
    _read_sheet(fresh, seat, parts[0])
    _read_boxes(fresh, seat, parts[1])
    _read_to_do(fresh, seat, parts[2])


def _read_sheet(fresh: PocketPosition, seat: int, text: str) -> None:
    rows = _rows(fresh.board.shape)
    lengths = [len(row) for row in rows]
    if [len(row) for row in text.split("/")] != lengths:
        raise BadNotation(f"seat {seat}: a sheet has rows of {', '.join(map(str, lengths))} cells with / between them, not {text!r}")
    for cell, symbol in enumerate(text.replace("/", "")):
        if symbol != ".":
            if symbol not in DIGITS:
                raise BadNotation(f"seat {seat}: a cell is . or one of {DIGITS}, not {symbol!r}")
            fresh.put(seat, cell, DIGITS.index(symbol))


def _read_boxes(fresh: PocketPosition, seat: int, text: str) -> None:
    values = [] if text == "-" else text.split(",")
    if len(values) > BOXES:
        raise BadNotation(f"seat {seat}: there are {BOXES} boxes, not {len(values)}")
    for value in values:
        if value != str(PENALTY) and not (re.fullmatch("[0-9]{1,2}", value) and int(value) <= HIGHEST):
            raise BadNotation(f"seat {seat}: a box holds {PENALTY} or 0 to {HIGHEST}, not {value!r}")
        fresh.box(seat, int(value))


def _read_to_do(fresh: PocketPosition, seat: int, text: str) -> None:
    match = re.fullmatch(r"([0-2])(d[0-9]+)?(?::([a-z0-9+]+))?(?:!([1-9]))?", text)
    if match is None:
        raise BadNotation(f"seat {seat}: what to do is written like 2, 1d8, 0d8:e5+e6 or 0!1, not {text!r}")
    fresh.left |= i64(int(match[1])) << (4 * seat)
    if match[2]:
        fresh.used |= i64(_die(match[2]) + 1) << (4 * seat)
    if match[3]:
        for name in match[3].split("+"):
            fresh.sets[seat * SETS + ASKED] |= BITS[_cell(fresh.board.shape, name)]
    if match[4]:
        fresh.resignations |= i64(int(match[4])) << (4 * seat)
