"""What speaks for an action of Hex Roller, in words."""

from __future__ import annotations

from typing import Final

from bestagon.games.hex_roller.board import LOW
from bestagon.games.hex_roller.position import RollerPosition
from bestagon.games.hex_roller.position_state import EMPTY, GREEN, NUMBER, RED, STRIDE, TWO
from bestagon.games.hex_roller.translations import translate

ROWS: Final = {"red": int(RED), "green": int(GREEN)}
NEEDS: Final = {"red": "The red row needs a {number} to count on.", "green": "The green row needs a {number} to count on."}
COUNTS: Final = {"red": "The red row counts to {number} then.", "green": "The green row counts to {number} then."}


def reasons(position: RollerPosition, seat: int, text: str) -> list[str]:
    """Return what speaks for an action in notation."""
    words = text.split()
    if words[0] == "take":
        return _taking(position, seat, int(words[1]), words[2:] == ["+1"])
    if words[0] == "done":
        return [translate("A bonus that is not used is worth 2 points.")]
    if words[0] in ROWS:
        return _boxing(position, seat, dict(zip(words[::2], map(int, words[1::2]), strict=True)))
    number = int(TWO) if words[0] == "2" else int(position.state[seat * int(STRIDE) + NUMBER])
    return _writing(position, seat, number, position.sheet.shape.find(words[-1]))


def _row(position: RollerPosition, seat: int, row: int) -> set[int]:
    boxes = int(position.state[seat * int(STRIDE) + row])
    return {boxes >> 4 * i & 15 for i in range(int(position.sheet.rounds))} - {0}


def _count(numbers: set[int]) -> int:
    """Return how far one can count from 3 upwards."""
    reached = int(LOW) - 1
    while reached + 1 in numbers:
        reached += 1
    return reached


def _taking(position: RollerPosition, seat: int, number: int, more: bool) -> list[str]:
    cells = int(position.rolls(number)) + more
    found = [translate.plural(cells, "It fills {count} cell.", "It fills {count} cells.")]
    for word, row in ROWS.items():
        if _count(_row(position, seat, row)) + 1 == number:
            found.append(translate(NEEDS[word], number=number))
            break
    base = seat * int(STRIDE)
    sheet = position.sheet
    if not sheet.joined(position.state[base + number], sheet.printed[number]):
        steps = int(sheet.steps(position.state[base + number], position.state[base + EMPTY], sheet.printed[number]))
        if 0 < steps <= cells:
            found.append(translate("The pair of {number}s can be joined with it.", number=number))
    return found


def _boxing(position: RollerPosition, seat: int, boxes: dict[str, int]) -> list[str]:
    found = []
    for word, number in boxes.items():
        held = _row(position, seat, ROWS[word])
        then = _count(held | {number})
        if then > _count(held):
            found.append(translate(COUNTS[word], number=then))
    return found or [translate("Neither number helps the other row more.")]


def _writing(position: RollerPosition, seat: int, number: int, cell: int) -> list[str]:
    sheet, state, base = position.sheet, position.state, seat * int(STRIDE)
    empty = int(state[base + EMPTY]) & ~(1 << cell)
    found = []
    if number >= LOW:
        printed, own = int(sheet.printed[number]), int(state[base + number])
        if sheet.joined(own | 1 << cell, printed) and not sheet.joined(own, printed):
            found.append(translate("It joins the pair of {number}s: {number} points.", number=number))
        elif not sheet.joined(own, printed):
            before, after = int(sheet.steps(own, empty | 1 << cell, printed)), int(sheet.steps(own | 1 << cell, empty, printed))
            if 0 < after < before:
                one, more = "The pair of {number}s lacks only {count} cell then.", "The pair of {number}s lacks only {count} cells then."
                found.append(translate.plural(after, one, more, number=number))
    for letter, cells in zip(sheet.letters, sheet.areas, strict=True):
        if int(cells) >> cell & 1:
            left = (int(cells) & empty).bit_count()
            found.append(_area("" if letter == sheet.letters[-1] else letter, left))
    return found


def _area(letter: str, left: int) -> str:
    """Return what is left to fill of an outer area, or of the middle where it has no letter."""
    if not letter:
        one, more = "Then the middle lacks {count} cell.", "Then the middle lacks {count} cells."
        return translate.plural(left, one, more) if left else translate("It fills the middle.")
    one, more = "Then area {letter} lacks {count} cell.", "Then area {letter} lacks {count} cells."
    return translate.plural(left, one, more, letter=letter) if left else translate("It fills area {letter}.", letter=letter)
