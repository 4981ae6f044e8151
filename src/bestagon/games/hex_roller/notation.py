"""Actions and positions as text."""

from __future__ import annotations

import re
from typing import Final

from bestagon.core.errors import BadNotation
from bestagon.games.hex_roller.actions import BOXES, FINISH, GREEN_ALONE, TAKE, TAKE_PLUS, TAKE_THIRD
from bestagon.games.hex_roller.board import RollerSheet
from bestagon.games.hex_roller.rules.scoring import decided_by_resignation
from bestagon.games.hex_roller.rules.serial import check
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, FIRST, GREEN, LAST, LEFT, NUMBER, RED, SECOND, SPENT, STEP, STRIDE
from bestagon.grid.bits import lowest

STEPS: Final = ("take1", "write1", "take2", "write2", "box", "last", "write3", "done")
"""The steps of a round, by number."""
BONUS_SIGNS: Final = "+2d"
FORMS: Final = "'take 5', 'take 5 +1', 'take 5 bonus', a cell, '2' and a cell, 'red 5 green 6', 'red 5', 'green 5', 'done'"


def action_text(sheet: RollerSheet, action: int) -> str:
    """Return an action in notation."""
    size = len(sheet.shape)
    if action < size:
        return sheet.shape.name(action)
    if action < 2 * size:
        return f"2 {sheet.shape.name(action - size)}"
    action -= 2 * size
    if action < BOXES:
        return f"take {3 + action % 6}" + ("", " +1", " bonus")[action // 6]
    if action < GREEN_ALONE:
        red, green = divmod(action - int(BOXES), 6)
        return f"red {red + 3}" + (f" green {green + 3}" if green != red else "")
    return "done" if action == FINISH else f"green {action - GREEN_ALONE + 3}"


def parse_action(sheet: RollerSheet, text: str) -> int:
    """Parse an action; raise BadNotation if the text is no action."""
    words = " ".join(text.lower().split())
    size = len(sheet.shape)
    cell = re.fullmatch(r"(2 )?([a-z]+\d+)", words)
    if cell is not None:
        return _cell(sheet, cell[2], text) + (size if cell[1] else 0)
    if words == "done":
        return 2 * size + FINISH
    take = re.fullmatch(r"take ([3-8])( \+1| bonus)?", words)
    if take is not None:
        kind = TAKE if take[2] is None else TAKE_PLUS if take[2] == " +1" else TAKE_THIRD
        return 2 * size + kind + int(take[1]) - 3
    box = re.fullmatch(r"(red|green) ([3-8])(?: green ([3-8]))?", words)
    if box is None or (box[3] and (box[1] == "green" or box[2] == box[3])):
        raise BadNotation(f"{text!r} is not an action of Hex Roller; actions are {FORMS}, with different numbers from 3 to 8")
    first = int(box[2]) - 3
    if box[1] == "green":
        return 2 * size + GREEN_ALONE + first
    return 2 * size + BOXES + 6 * first + (int(box[3]) - 3 if box[3] else first)


def _cell(sheet: RollerSheet, name: str, text: str) -> int:
    cell = sheet.shape.by_name.get(name)
    if cell is None:
        names = sheet.shape.names
        raise BadNotation(f"{text!r}: this sheet has no cell {name!r}; its cells are {names[0]} to {names[-1]}, row by row")
    return cell


def position_text(position: RollerPosition) -> str:
    """Return `round dice | sheet bonuses red green step | ...` with a sheet for each seat."""
    dice = "".join(str(number) * int(position.dice_showing(number)) for number in range(3, 9))
    seats = [_seat_text(position, seat) for seat in range(int(position.seats))]
    return " | ".join([f"{position.round} {dice or '-'}", *seats])


def cell_signs(position: RollerPosition, seat: int) -> list[str]:
    """Return the sign of each cell of a seat's sheet: a number, x or a dot."""
    base = seat * int(STRIDE)
    state = position.state  # reading it from a compiled position is not free
    signs = ["x"] * int(position.sheet.size)
    for sign, cells in [*((str(number), int(state[base + number])) for number in range(2, 9)), (".", int(state[base + EMPTY]))]:
        for cell in range(len(signs)):
            if (cells >> cell) & 1:
                signs[cell] = sign
    return signs


def row_boxes(row: int, rounds: int) -> str:
    """Return the boxes of a row, with a dash for an empty box."""
    return "".join(str((row >> 4 * i) & 15 or "-") for i in range(rounds))


def _seat_text(position: RollerPosition, seat: int) -> str:
    state, base = position.state, seat * int(STRIDE)
    bonuses = "".join(sign for i, sign in enumerate(BONUS_SIGNS) if (state[base + BONUSES] >> i) & 1) or "-"
    rounds = int(position.sheet.rounds)
    rows = [row_boxes(int(state[base + row]), rounds) for row in (RED, GREEN)]
    parts = ["".join(cell_signs(position, seat)), bonuses + "!" * int(state[base + SPENT]), *rows, _step_text(position, seat)]
    order = (position.resignations >> 4 * seat) & 15
    return " ".join([*parts, *([f"resigned{order}"] if order else [])])


def _step_text(position: RollerPosition, seat: int) -> str:
    """Return the step, the numbers chosen and the current chain, as in `write2:5:6x2@e5`."""
    state, base = position.state, seat * int(STRIDE)
    chosen = [str(state[base + i]) for i in (FIRST, SECOND) if state[base + i]]
    if state[base + NUMBER]:
        last = state[base + LAST]
        where = f"@{position.sheet.shape.name(int(lowest(last)))}" if last else ""
        chosen.append(f"{state[base + NUMBER]}x{state[base + LEFT]}{where}")
    return ":".join([STEPS[int(state[base + STEP])], *chosen])


_SEAT: Final = re.compile(
    r"(?P<cells>[.x2-8]+) (?P<bonuses>-|\+?2?d?)(?P<spent>!?) (?P<red>[-3-8]+) (?P<green>[-3-8]+) "
    r"(?P<step>[a-z]+[123]?)(?P<chosen>(?::[3-8]){0,2})(?::(?P<number>[3-8])x(?P<left>\d)(?:@(?P<last>[a-z]+\d+))?)?"
    r"(?: resigned(?P<order>[1-8]))?"
)
_SEAT_FORM: Final = "cells bonuses red green step, such as '..3.x +2d 34----- 56----- take2:5', and 'resigned1' for the first to resign"


def parse_position(into: RollerPosition, text: str) -> None:
    """Set `into` to the position that `position_text` wrote; raise BadNotation if the text is no position."""
    parts = text.strip().split(" | ")
    head = re.fullmatch(r"(\d{1,2}) ([3-8]+)", parts[0])
    if head is None or len(parts) != into.seats + 1:
        raise BadNotation(f"a position with {into.seats} seats is 'round dice' and {into.seats} sheets, joined by ' | ', not {text[:60]!r}")
    fresh = into.blank()
    assert isinstance(fresh, RollerPosition)
    fresh.round = int(head[1])
    if len(head[2]) != into.dice_count:
        raise BadNotation(f"a roll has {into.dice_count} dice, not {head[2]!r}")
    fresh.rolled = sum(1 << 4 * (int(die) - 3) for die in head[2])
    for seat, part in enumerate(parts[1:]):
        _read_seat(fresh, seat, part)
    fresh.over = decided_by_resignation(fresh) or fresh.acting() == 0
    try:
        check(fresh)
    except ValueError as error:
        raise BadNotation(f"{text[:60]!r}... is not a possible position: {error}") from None
    into.copy_from(fresh)


def _read_seat(fresh: RollerPosition, seat: int, part: str) -> None:
    sheet, state, base = fresh.sheet, fresh.state, seat * int(STRIDE)
    match = _SEAT.fullmatch(part)
    if match is None or match["step"] not in STEPS:
        raise BadNotation(f"seat {seat}: {part!r} is not {_SEAT_FORM}; steps are {', '.join(STEPS)}")
    _read_cells(fresh, seat, match["cells"])
    rounds = int(sheet.rounds)
    for row, boxes in ((RED, match["red"]), (GREEN, match["green"])):
        if len(boxes) != rounds:
            raise BadNotation(f"seat {seat}: a row has {rounds} boxes, not {len(boxes)}: {boxes!r}")
        state[base + row] = sum(int(box) << 4 * i for i, box in enumerate(boxes) if box != "-")
    state[base + BONUSES] = sum(1 << i for i, sign in enumerate(BONUS_SIGNS) if sign in match["bonuses"])
    state[base + SPENT] = 1 if match["spent"] else 0
    state[base + STEP] = STEPS.index(match["step"])
    for field, number in zip((FIRST, SECOND), match["chosen"].split(":")[1:], strict=False):
        state[base + field] = int(number)
    if match["number"]:
        state[base + NUMBER], state[base + LEFT] = int(match["number"]), int(match["left"])
        state[base + LAST] = 1 << _cell(sheet, match["last"], part) if match["last"] else 0
    fresh.resignations |= int(match["order"] or 0) << 4 * seat


def _read_cells(fresh: RollerPosition, seat: int, signs: str) -> None:
    size, base = int(fresh.sheet.size), seat * int(STRIDE)
    if len(signs) != size:
        raise BadNotation(f"seat {seat}: the sheet has {size} cells, not {len(signs)}")
    for number in range(2, 9):
        fresh.state[base + number] = sum(1 << cell for cell, sign in enumerate(signs) if sign == str(number))
    fresh.state[base + EMPTY] = sum(1 << cell for cell, sign in enumerate(signs) if sign == ".")
    for cell, sign in enumerate(signs):
        if (sign == "x") != bool((fresh.sheet.crosses >> cell) & 1):
            raise BadNotation(f"seat {seat}: cell {fresh.sheet.shape.name(cell)} cannot be {sign!r}: only the printed crosses are x")
