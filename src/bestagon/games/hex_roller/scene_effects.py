"""What a number completes on a sheet, and what choices would do."""

from __future__ import annotations

from typing import Final, NamedTuple

from bestagon.games.hex_roller.actions import BOXES, FINISH, TAKE_PLUS
from bestagon.games.hex_roller.board import HIGH, LOW, RollerSheet
from bestagon.games.hex_roller.rules.play import fill_boxes
from bestagon.games.hex_roller.rules.scoring import area_points, most_frequent, pair_points, row_numbers, row_points
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.seat import EMPTY, GREEN, NUMBER, RED, STRIDE, TWO
from bestagon.games.hex_roller.translations import translate
from bestagon.scene.beats import Effect
from bestagon.scene.grids import COLOURS
from bestagon.scene.model import Chip

BONUS_WORTH: Final = 2
"""The points of an unused bonus (HR 4.4)."""
AREAS: Final = {
    "red": "red",
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "purple",
    "orange": "orange",
    "teal": "teal",
    "brown": "brown",
}
"""The colours of the outer areas as adjectives."""


class Gain(NamedTuple):
    """An area that was filled, or a pair that was joined."""

    area: int
    """-1 for a pair."""
    number: int
    """The number that the area has most of, or the number of the pair."""
    points: int
    cells: tuple[str, ...]


def area_of(sheet: RollerSheet, cell: int) -> int:
    """Return the number of the area that a cell belongs to."""
    return next(i for i, area in enumerate(sheet.areas) if int(area) >> cell & 1)


def area_colour(sheet: RollerSheet, area: int) -> str:
    """Return the colour of an outer area as an adjective; its letter on a sheet with more areas than colours."""
    return translate(AREAS[COLOURS[area]]) if len(sheet.areas) - 1 <= len(COLOURS) else sheet.letters[area]


def a_number(number: int) -> str:
    """Return a number with its article: a 3, an 8."""
    return translate("an {number}", number=number) if number == HIGH else translate("a {number}", number=number)


def cell_ids(sheet: RollerSheet, seat: int, cells: int) -> tuple[str, ...]:
    """Return the ids of a set of cells on a seat's sheet."""
    return tuple([f"p{seat + 1}.{name}" for i, name in enumerate(sheet.shape.names) if cells >> i & 1])


def gains(before: RollerPosition, after: RollerPosition, seat: int) -> list[Gain]:
    """Return the areas that are full and the pairs that are joined now and were not before."""
    sheet, base = after.sheet, seat * int(STRIDE)
    found = []
    for i, area in enumerate(sheet.areas):
        if int(area) & int(before.state[base + EMPTY]) and not int(area) & int(after.state[base + EMPTY]):
            most, points = int(most_frequent(after, seat, i)), int(area_points(after, seat, i))
            found.append(Gain(i, most, points, cell_ids(sheet, seat, int(area))))
    for number in range(LOW, HIGH + 1):
        points = int(pair_points(after, seat, number))
        if points > pair_points(before, seat, number):
            path = _line(sheet, int(after.state[base + number]), int(sheet.printed[number]))
            found.append(Gain(-1, number, points, tuple([f"p{seat + 1}.{sheet.shape.names[cell]}" for cell in path])))
    return found


def _line(sheet: RollerSheet, own: int, ends: int) -> list[int]:
    """Return the cells of a shortest line over `own` cells from one of two ends to the other."""
    first, last = (ends & -ends).bit_length() - 1, ends.bit_length() - 1
    lines = [[first]]
    seen = {first}
    while lines[0][-1] != last:
        line = lines.pop(0)
        for cell in sheet.shape.around(line[-1]):
            if own >> cell & 1 and cell not in seen:
                seen.add(cell)
                lines.append([*line, cell])
    return lines[0]


def connected(sheet: RollerSheet, own: int, start: int) -> int:
    """Return the `own` cells that are connected with the lowest of `start`."""
    reached = fresh = start & -start
    while fresh:
        cell = (fresh & -fresh).bit_length() - 1
        fresh &= fresh - 1
        more = sum([1 << near for near in sheet.shape.around(cell)]) & own & ~reached
        reached |= more
        fresh |= more
    return reached


def chains(sheet: RollerSheet, own: int) -> list[tuple[str, ...]]:
    """Return the ties between neighbouring `own` cells, as few chains of names in which each tie occurs once."""
    around = {i: [n for n in sheet.shape.around(i) if own >> n & 1] for i in range(len(sheet.shape)) if own >> i & 1}
    found = []
    for start in around:
        while around[start]:
            chain = [start]
            while around[chain[-1]]:
                near = around[chain[-1]].pop(0)
                around[near].remove(chain[-1])
                chain.append(near)
            found.append(tuple([sheet.shape.names[cell] for cell in chain]))
    return found


def score_chips(position: RollerPosition, seat: int) -> dict[str, tuple[Chip, ...]]:
    """Return by category what is done and what is begun of it."""
    sheet, base = position.sheet, seat * int(STRIDE)
    empty, outer = int(position.state[base + EMPTY]), len(sheet.areas) - 1
    areas = [_area_chip(position, seat, i, int(area), empty) for i, area in enumerate(sheet.areas)]
    pairs = [Chip(f"{number}·{number}", "done" if pair_points(position, seat, number) else "") for number in range(LOW, HIGH + 1)]
    rows = {word: _row_chips(int(position.state[base + row]), word) for word, row in (("red", RED), ("green", GREEN))}
    return {"areas": tuple(areas[:outer]), "middle": tuple(areas[outer:]), "pairs": tuple(pairs), **rows}


def _area_chip(position: RollerPosition, seat: int, area: int, cells: int, empty: int) -> Chip:
    colour = "gray" if area == len(position.sheet.areas) - 1 else COLOURS[area % len(COLOURS)]
    if not cells & empty:
        return Chip(str(area_points(position, seat, area)), "done", colour)
    return Chip(f"{(cells & ~empty).bit_count()}/{cells.bit_count()}", "begun", colour)


def _row_chips(row: int, colour: str) -> tuple[Chip, ...]:
    """Return the numbers of a row: those that count, those that are there too, and those that are missing."""
    reached, present = int(row_points(row)), int(row_numbers(row))
    numbers = range(LOW, HIGH + 1)
    return tuple([Chip(str(n), "done" if n <= reached else "begun" if present >> n & 1 else "", colour) for n in numbers])


def effects_of(position: RollerPosition, seat: int, actions: list[int]) -> dict[int, Effect]:
    """Return what the actions of a seat would complete or cost."""
    sheet, base = position.sheet, seat * int(STRIDE)
    size = int(sheet.size)
    empty, number = int(position.state[base + EMPTY]), int(position.state[base + NUMBER])
    last = sum([int(area) & empty for area in sheet.areas if (int(area) & empty).bit_count() == 1])
    found: dict[int, Effect] = {}
    for action in actions:
        if action >= 2 * size:
            effect = _named_effect(position, base, action - 2 * size)
            if effect is not None:
                found[action] = effect
        elif action >= size:
            if last >> (action - size) & 1:
                found[action] = _writing_effect(position, seat, int(TWO), action - size)
        elif last >> action & 1 or _joins(position, base, number, action):
            found[action] = _writing_effect(position, seat, number, action)
    return found


def _joins(position: RollerPosition, base: int, number: int, cell: int) -> bool:
    """Tell whether a number on a cell joins its pair."""
    own, printed = int(position.state[base + number]), position.sheet.printed[number]
    return position.sheet.joined(own | 1 << cell, printed) and not position.sheet.joined(own, printed)


def _writing_effect(position: RollerPosition, seat: int, number: int, cell: int) -> Effect:
    then = position.copy()
    assert isinstance(then, RollerPosition)
    base = seat * int(STRIDE)
    then.state[base + EMPTY] = int(position.state[base + EMPTY]) & ~(1 << cell)
    then.state[base + number] = int(position.state[base + number]) | 1 << cell
    found = gains(position, then, seat)
    texts = [_gain_words(position.sheet, gain) for gain in found]
    points = sum([gain.points for gain in found])
    if number == TWO:
        texts.append(translate("The bonus costs {count} points.", count=BONUS_WORTH))
        points -= BONUS_WORTH
    ids: list[str] = []
    for gain in found:
        ids += [cell for cell in gain.cells if cell not in ids]
    return Effect(" ".join(texts), tuple(ids), points=points)


def _gain_words(sheet: RollerSheet, gain: Gain) -> str:
    if gain.area < 0:
        return translate("Joins both {number}s: {number} points.", number=gain.number)
    if gain.area == len(sheet.areas) - 1:
        return translate("Fills the middle: {points} points.", points=gain.points)
    return translate("Fills the {colour} area: {points} points.", colour=area_colour(sheet, gain.area), points=gain.points)


def _named_effect(position: RollerPosition, base: int, action: int) -> Effect | None:
    """Return the effect of an action without a cell."""
    if action < TAKE_PLUS or action == FINISH:
        return None
    if action < BOXES:
        return Effect(translate("The bonus costs {count} points.", count=BONUS_WORTH), points=-BONUS_WORTH)
    state = position.state[:]
    fill_boxes(state, base, action, 4 * (position.round - 1))
    red, green = int(row_points(state[base + RED])), int(row_points(state[base + GREEN]))
    gained = red + green - int(row_points(position.state[base + RED])) - int(row_points(position.state[base + GREEN]))
    return Effect(translate("Then red scores {red} and green {green}.", red=red, green=green), points=gained)
