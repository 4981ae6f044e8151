"""Reasons for an action, in words."""

from __future__ import annotations

from typing import Final

from bestagon.games.hex_roller.board import LOW
from bestagon.games.hex_roller.rules.scoring import row_points
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.scene_effects import area_colour, area_of
from bestagon.games.hex_roller.seat import EMPTY, GREEN, NUMBER, RED, STRIDE, TWO
from bestagon.games.hex_roller.translations import translate

ROWS: Final = {"red": int(RED), "green": int(GREEN)}
NEEDS: Final = {"red": "The red row needs a {number} to count on.", "green": "The green row needs a {number} to count on."}
COUNTS: Final = {"red": "The red row counts to {number} then.", "green": "The green row counts to {number} then."}
BONUSES: Final = {"+1": "+1", "bonus": "dice"}
"""The bonuses for taking dice, for statistics."""


def reasons(position: RollerPosition, seat: int, text: str) -> list[str]:
    """Return reasons for an action in notation."""
    words = text.split()
    if words[0] == "take":
        return _reasons_to_take(position, seat, int(words[1]), words[2:] == ["+1"])
    if words[0] == "done":
        return [translate("A bonus that is not used is worth 2 points.")]
    if words[0] in ROWS:
        return _reasons_to_box(position, seat, dict(zip(words[::2], map(int, words[1::2]), strict=True)))
    number = int(TWO) if words[0] == "2" else int(position.state[seat * int(STRIDE) + NUMBER])
    return _reasons_to_write(position, seat, number, position.sheet.shape.find(words[-1]))


def _reasons_to_take(position: RollerPosition, seat: int, number: int, plus: bool) -> list[str]:
    cells = int(position.dice_showing(number)) + plus
    found = [translate.plural(cells, "It fills {count} cell.", "It fills {count} cells.")]
    sheet, base = position.sheet, seat * int(STRIDE)
    for word, row in ROWS.items():
        if max(row_points(position.state[base + row]), LOW - 1) + 1 == number:
            found.append(translate(NEEDS[word], number=number))
            break
    if not sheet.joined(position.state[base + number], sheet.printed[number]):
        needed = int(sheet.cells_to_join(position.state[base + number], position.state[base + EMPTY], sheet.printed[number]))
        if 0 < needed <= cells:
            found.append(translate("The pair of {number}s can be joined with it.", number=number))
    return found


def _reasons_to_box(position: RollerPosition, seat: int, boxes: dict[str, int]) -> list[str]:
    found = []
    for word, number in boxes.items():
        row = position.state[seat * int(STRIDE) + ROWS[word]]
        then = int(row_points(row << 4 | number))  # with the number in one more box
        if then > row_points(row):
            found.append(translate(COUNTS[word], number=then))
    return found or [translate("Neither number helps the other row more.")]


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
                one, more = "The pair of {number}s lacks only {count} cell then.", "The pair of {number}s lacks only {count} cells then."
                found.append(translate.plural(after, one, more, number=number))
    area = area_of(sheet, cell)
    left = (int(sheet.areas[area]) & empty).bit_count()
    return [*found, _area_reason("" if area == len(sheet.areas) - 1 else area_colour(sheet, area), left)]


def _area_reason(colour: str, left: int) -> str:
    """Return how many cells an outer area lacks, or the middle if `colour` is empty."""
    if not colour:
        one, more = "Then the middle lacks {count} cell.", "Then the middle lacks {count} cells."
        return translate.plural(left, one, more) if left else translate("It fills the middle.")
    one, more = "Then the {colour} area lacks {count} cell.", "Then the {colour} area lacks {count} cells."
    return translate.plural(left, one, more, colour=colour) if left else translate("It fills the {colour} area.", colour=colour)


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
