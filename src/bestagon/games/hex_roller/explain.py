"""Reasons for an action, in words."""

from __future__ import annotations

from typing import Final

from bestagon.games.hex_roller.board import LOW, RollerSheet
from bestagon.games.hex_roller.rules.scoring import area_points, row_numbers, row_points
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.scene_effects import a_number, area_colour, area_of
from bestagon.games.hex_roller.seat import EMPTY, GREEN, NUMBER, RED, RIM, STRIDE, TWO
from bestagon.games.hex_roller.translations import translate

ROWS: Final = {"red": int(RED), "green": int(GREEN)}
NEEDS: Final = {"red": "The red row needs {a_number} next.", "green": "The green row needs {a_number} next."}
LACKS: Final = {"red": "The red row has no {number} yet.", "green": "The green row has no {number} yet."}
COUNTS: Final = {"red": "After this the red row counts to {number}.", "green": "After this the green row counts to {number}."}
NEARLY_JOINED: Final = 3
"""The most cells that a pair may need after a chain to be mentioned."""
LONGEST: Final = 5
"""The most cells of a chain of which a hint says that it can fill an area: longer ones take too many paths."""
MOST_LEFT: Final = 2
"""The most cells that an area may need to be mentioned beside a pair."""
BONUSES: Final = {"+1": "+1", "bonus": "dice"}
"""The bonuses for taking dice, for statistics."""


def reasons(position: RollerPosition, seat: int, text: str) -> list[str]:
    """Return reasons for an action in notation."""
    words = text.split()
    if words[0] == "take":
        return _reasons_to_take(position, seat, int(words[1]), words[2:])
    if words[0] == "done":
        return [translate("A bonus that is not used is worth 2 points.")]
    if words[0] in ROWS:
        return _reasons_to_box(position, seat, dict(zip(words[::2], map(int, words[1::2]), strict=True)))
    number = int(TWO) if words[0] == "2" else int(position.state[seat * int(STRIDE) + NUMBER])
    return _reasons_to_write(position, seat, number, position.sheet.shape.find(words[-1]))


def _reasons_to_take(position: RollerPosition, seat: int, number: int, bonus: list[str]) -> list[str]:
    cells = int(position.dice_showing(number)) + (bonus == ["+1"])
    sheet, base = position.sheet, seat * int(STRIDE)
    found = [_chain_reason(position, seat, number, cells)]
    if bonus != ["bonus"]:  # Its number goes into no box (HR 3.3).
        found += _row_reasons(position, seat, number)[:1]
    if not sheet.joined(position.state[base + number], sheet.printed[number]):
        needed = int(sheet.cells_to_join(position.state[base + number], position.state[base + EMPTY], sheet.printed[number]))
        if 0 < needed <= cells:
            found.append(translate("The pair of {number}s can be joined with it.", number=number))
        elif cells < needed <= cells + NEARLY_JOINED:
            found.append(translate("The pair of {number}s needs {count} cells.", number=number, count=needed))
    return found


def _chain_reason(position: RollerPosition, seat: int, number: int, cells: int) -> str:
    """Return which area a chain can fill, the one with most points, or how many cells it has."""
    sheet, base = position.sheet, seat * int(STRIDE)
    empty = int(position.state[base + EMPTY])
    starts = [cell for cell in range(int(sheet.size)) if (int(position.state[base + RIM + number]) & empty) >> cell & 1]
    best = (0, 0)
    for area, inside in enumerate(sheet.areas):
        wanted = int(inside) & empty
        if wanted and cells <= LONGEST and any(_covers(sheet, cell, empty, wanted, cells) for cell in starts):
            best = max(best, (int(area_points(_written(position, seat, number, wanted), seat, area)), area))
    points, area = best
    if not points:
        return translate.plural(cells, "It fills {count} cell.", "It fills {count} cells.")
    if area == len(sheet.areas) - 1:
        return translate("It can fill the middle: {points} points.", points=points)
    return translate("It can fill the {colour} area: {points} points.", colour=area_colour(sheet, area), points=points)


def _written(position: RollerPosition, seat: int, number: int, cells: int) -> RollerPosition:
    """Return the position with a number on some cells of the seat's sheet."""
    after = position.copy()
    assert isinstance(after, RollerPosition)
    base = seat * int(STRIDE)
    after.state[base + number] = int(position.state[base + number]) | cells
    after.state[base + EMPTY] = int(position.state[base + EMPTY]) & ~cells
    return after


def _covers(sheet: RollerSheet, cell: int, empty: int, wanted: int, left: int) -> bool:
    """Tell whether a chain of `left` empty cells that begins with this one can contain all wanted cells."""
    empty, wanted, left = empty & ~(1 << cell), wanted & ~(1 << cell), left - 1
    if left == 0 or wanted.bit_count() > left:
        return left == 0 and not wanted
    return any(_covers(sheet, near, empty, wanted, left) for near in sheet.shape.around(cell) if empty >> near & 1)


def _row_reasons(position: RollerPosition, seat: int, number: int) -> list[str]:
    """Return which rows need a number: those that count on with it first."""
    needs, lacks = [], []
    for word, row in ROWS.items():
        boxes = position.state[seat * int(STRIDE) + row]
        if max(int(row_points(boxes)), int(LOW) - 1) + 1 == number:
            needs.append(translate(NEEDS[word], a_number=a_number(number)))
        elif not row_numbers(boxes) >> number & 1:
            lacks.append(translate(LACKS[word], number=number))
    return needs + lacks


def _reasons_to_box(position: RollerPosition, seat: int, boxes: dict[str, int]) -> list[str]:
    found = []
    for word, number in boxes.items():
        row = position.state[seat * int(STRIDE) + ROWS[word]]
        then = int(row_points(row << 4 | number))  # with the number in one more box
        if then > row_points(row):
            found.append(translate(COUNTS[word], number=then))
        elif not row_numbers(row) >> number & 1:
            found.append(translate(LACKS[word], number=number))
    return found or [translate("Neither row gains by these numbers.")]


def _reasons_to_write(position: RollerPosition, seat: int, number: int, cell: int) -> list[str]:
    sheet, state, base = position.sheet, position.state, seat * int(STRIDE)
    empty = int(state[base + EMPTY]) & ~(1 << cell)
    found = []
    if number >= LOW:
        printed, own = int(sheet.printed[number]), int(state[base + number])
        if sheet.joined(own | 1 << cell, printed) and not sheet.joined(own, printed):
            found.append(translate("It joins the pair of {number}s: {number} points.", number=number))
        elif not sheet.joined(own, printed):
            before = int(sheet.cells_to_join(own, empty | 1 << cell, printed))
            after = int(sheet.cells_to_join(own | 1 << cell, empty, printed))
            if 0 < after < before:
                one = "After this the pair of {number}s needs only {count} cell."
                more = "After this the pair of {number}s needs only {count} cells."
                found.append(translate.plural(after, one, more, number=number))
    return found + _area_reasons(position, seat, number, cell, MOST_LEFT if found else int(sheet.size))


def _area_reasons(position: RollerPosition, seat: int, number: int, cell: int, most: int) -> list[str]:
    """Return what a number does for the area of its cell: the points if it fills it, else how many cells it needs, up to `most`."""
    after, sheet = _written(position, seat, number, 1 << cell), position.sheet
    area = area_of(sheet, cell)
    left = (int(sheet.areas[area]) & int(after.state[seat * int(STRIDE) + EMPTY])).bit_count()
    points = int(area_points(after, seat, area))
    if left > most:
        return []
    if area == len(sheet.areas) - 1:
        one, more = "After this the middle needs only {count} cell.", "After this the middle needs {count} cells."
        return [translate.plural(left, one, more) if left else translate("It fills the middle: {points} points.", points=points)]
    colour = area_colour(sheet, area)
    one, more = "After this the {colour} area needs only {count} cell.", "After this the {colour} area needs {count} cells."
    if left:
        return [translate.plural(left, one, more, colour=colour)]
    return [translate("It fills the {colour} area: {points} points.", colour=colour, points=points)]


def uses(text: str) -> tuple[tuple[str, str], ...]:
    """Return what an action in notation uses, for statistics."""
    word, *rest = text.split()
    if word == "take":
        bonus = BONUSES.get("".join(rest[1:]))
        taken = ("number", rest[0])
        return (("action", f"use the {bonus} bonus"), taken, ("bonus", bonus)) if bonus else (("action", "take dice"), taken)
    if word == "2":
        return (("action", "use the 2 bonus"), ("bonus", "2"))
    if word in ROWS:
        return (("action", "fill boxes"), *(("box", f"{row} {number}") for row, number in zip([word, *rest][::2], rest[::2], strict=True)))
    return (("action", "end the round" if word == "done" else "write"),)
