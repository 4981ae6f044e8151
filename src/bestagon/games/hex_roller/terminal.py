"""Sheets as text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Final

from bestagon.games.hex_roller.notation import cell_signs, row_boxes
from bestagon.games.hex_roller.rules.scoring import breakdown
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.scene_effects import a_number
from bestagon.games.hex_roller.seat import BONUSES, FIRST, GREEN, LAST, LEFT, NUMBER, RED, SECOND, SPENT, STEP, STRIDE
from bestagon.games.hex_roller.steps import BOX, DONE, TAKE1, TAKE2
from bestagon.games.hex_roller.translations import translate
from bestagon.grid import chart
from bestagon.grid.bits import lowest

WIDTH: Final = 100
GAP: Final = 4
BONUS_NAMES: Final = ("+1", "2", "dice")
LEGEND: Final = """(5) printed   5 written   *5 just written   x crossed out
letters: empty cells of the outer areas   dots: empty cells of the middle"""


def draw(position: RollerPosition, seat_name: Callable[[int], str]) -> str:
    """Draw the dice and all sheets, side by side where they fit, and the score table once the game is over."""
    blocks = [_block(position, seat, seat_name(seat)) for seat in range(int(position.seats))]
    lines = [_headline(position), ""]
    for row in _wrap([*blocks, _area_map(position)]):
        lines += [*_side_by_side(row), ""]
    lines.append(LEGEND)
    if position.over:
        lines += ["", *_score_table(position, seat_name)]
    return "\n".join(lines)


def _headline(position: RollerPosition) -> str:
    groups = [" ".join([str(number)] * int(position.dice_showing(number))) for number in range(3, 9) if position.dice_showing(number)]
    return f"Round {position.round} of {position.sheet.rounds}   dice: {' | '.join(groups)}"


def _block(position: RollerPosition, seat: int, name: str) -> list[str]:
    """Draw one player's sheet with its rows, bonuses and step."""
    base, state = seat * int(STRIDE), position.state
    rows = [" ".join(row_boxes(int(state[base + row]), int(position.sheet.rounds))) for row in (RED, GREEN)]
    bonuses = "  ".join(bonus if (state[base + BONUSES] >> i) & 1 else "-" * len(bonus) for i, bonus in enumerate(BONUS_NAMES))
    return [
        f"{name}: {position.score(seat)} points",
        *chart(position.sheet.shape, _labels(position, seat)).splitlines(),
        f"red {rows[0]}   green {rows[1]}",
        f"bonuses {bonuses}" + ("  (one used this round)" if state[base + SPENT] else ""),
        _status(position, seat),
    ]


def _labels(position: RollerPosition, seat: int) -> list[str]:
    sheet, state, base = position.sheet, position.state, seat * int(STRIDE)
    printed = sum(sheet.printed)
    last = int(lowest(state[base + LAST])) if state[base + LAST] else -1
    labels = []
    for cell, sign in enumerate(cell_signs(position, seat)):
        if (printed >> cell) & 1:
            labels.append(f"({sign})")
        elif sign == ".":
            labels.append(f" {_area_sign(position, cell)} ")
        else:
            labels.append(f"*{sign} " if cell == last else f" {sign} ")
    return labels


def _area_map(position: RollerPosition) -> list[str]:
    """Draw a small map of the areas' letters."""
    sheet = position.sheet
    letters = [_letter(position, cell) for cell in range(len(sheet.shape))]
    return [f"Areas ({sheet.letters[-1]} scores double)", *chart(sheet.shape, letters).splitlines()]


def _letter(position: RollerPosition, cell: int) -> str:
    sheet = position.sheet
    return next(letter for area, letter in zip(sheet.areas, sheet.letters, strict=True) if (area >> cell) & 1)


def _area_sign(position: RollerPosition, cell: int) -> str:
    return "." if (position.sheet.areas[-1] >> cell) & 1 else _letter(position, cell)


def _width(block: list[str]) -> int:
    return max(len(line) for line in block) + GAP


def _wrap(blocks: list[list[str]]) -> list[list[list[str]]]:
    """Arrange the blocks in rows, as many in each as fit."""
    rows: list[list[list[str]]] = [[]]
    for block in blocks:
        if rows[-1] and sum(map(_width, rows[-1])) + _width(block) > WIDTH + GAP:
            rows.append([])
        rows[-1].append(block)
    return rows


def _side_by_side(blocks: list[list[str]]) -> list[str]:
    widths = [_width(block) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return ["".join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _status(position: RollerPosition, seat: int) -> str:
    if position.resigned(seat):
        return "resigned"
    if position.over:
        return ""
    return "done, waiting" if position.state[seat * STRIDE + STEP] == DONE else prompt(position, seat)


def prompt(position: RollerPosition, seat: int) -> str:
    """Return what the seat must do now, in a few words."""
    state, base = position.state, seat * int(STRIDE)
    step = state[base + STEP]
    if position.over or step == DONE:
        return translate("Wait for the others.") if not position.over else translate("The game is over.")
    if state[base + NUMBER]:
        return _write_prompt(int(state[base + NUMBER]), int(state[base + LEFT]), state[base + LAST] != 0)
    if step == TAKE1:
        return translate("Choose your first number.")
    if step == TAKE2:
        return translate("Choose your second number.")
    if step == BOX:
        chosen = [int(state[base + i]) for i in (FIRST, SECOND) if state[base + i]]
        if len(chosen) == 1:
            return translate("Which row gets the {number}?", number=chosen[0])
        return translate("Which number goes into red: {first} or {second}?", first=chosen[0], second=chosen[1])
    return translate("Use a bonus, or end your round.")


def _write_prompt(number: int, left: int, continues: bool) -> str:
    a = a_number(number)
    if continues:
        one, more = "Write {a} next to the last one.", "Write {a} next to the last one: {count} to go."
    else:
        one, more = "Write {a} next to {a}.", "Write {a} next to {a}: {count} to go."
    return translate.plural(left, one, more, a=a)


def _score_table(position: RollerPosition, seat_name: Callable[[int], str]) -> list[str]:
    """Draw a table of points with a column for each seat."""
    seats = range(int(position.seats))
    breakdowns = [breakdown(position, seat) for seat in seats]
    table = [["", *(seat_name(seat) for seat in seats)]]
    for kind in breakdowns[0]:
        table.append([kind, *(str(points[kind]) for points in breakdowns)])
    table.append(["total", *(str(position.score(seat)) for seat in seats)])
    if len(seats) > 1:
        table.append(["place", *(str(position.place(seat)) for seat in seats)])
    return ["  ".join([row[0].ljust(8), *(entry.rjust(9) for entry in row[1:])]) for row in table]
