"""Reasons for Pocket Hexes actions."""

from __future__ import annotations

from typing import Final

from bestagon.games.pocket_hexes.board import BOXES, DIE_NAMES, LOWEST, SETS_PER_SEAT, SIDES, TOUCHING
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.translations import translate
from bestagon.games.pocket_hexes.words import a_number, biggest_neighbour, die_name, the_numbers

NEARLY_CLOSED: Final = 2
"""The most cells a ring may lack to be mentioned."""
SMALL: Final = 3
"""Numbers up to this are written to build on, not for the points of a ring."""
HIGH: Final = 12
"""Only one die shows more than this."""


def reasons(position: PocketPosition, seat: int, text: str) -> list[str]:
    """Return the reasons for an action given in notation."""
    word, name = text.split() if " " in text else (text, "")
    if word == "reroll":
        return [_reroll_reason(position, seat, DIE_NAMES.index(name))]
    cell = position.board.shape.find(name)
    if word in ("score", "skip"):
        return _ring_reasons(position, seat, word, int(position.number(seat, cell)))
    return _write_reasons(position, seat, int(position.die_value(DIE_NAMES.index(word))), cell)


def _reroll_reason(position: PocketPosition, seat: int, die: int) -> str:
    """Return how many faces of a die could be written."""
    sets, first = position.cell_sets, seat * int(SETS_PER_SEAT)
    faces = range(int(LOWEST[die]), int(LOWEST[die]) + int(SIDES[die]))
    near = int(sets[first + TOUCHING])
    fitting = [face for face in faces if int(sets[first + face]) & (near if face > 1 else -1)]
    one, more = "{count} of the {sides} faces of the {die} fits.", "{count} of the {sides} faces of the {die} fit."
    return translate.plural(len(fitting), one, more, sides=len(faces), die=die_name(die))


def _ring_reasons(position: PocketPosition, seat: int, word: str, number: int) -> list[str]:
    left = translate.plural(int(BOXES) - int(position.filled_boxes(seat)), "You have {count} box left.", "You have {count} boxes left.")
    if word == "score":
        return [translate.plural(number, "The ring is worth {count} point.", "The ring is worth {count} points."), left]
    return [translate.plural(number, "A box is worth more than {count} point.", "A box is worth more than {count} points."), left]


def _write_reasons(position: PocketPosition, seat: int, number: int, cell: int) -> list[str]:
    found = _ring_progress(_rings(position, seat, cell))
    biggest = biggest_neighbour(position, seat, cell)
    if len(found) == 2:
        return found
    if number < biggest:
        found.append(translate("A 0 may go next to bigger numbers."))
    elif 0 <= biggest <= number <= biggest + 1:
        found.append(translate("It wastes little: the biggest number next to it is {number}.", number=biggest))
    elif number <= SMALL:
        found.append(translate("Almost every number fits around {number}.", number=a_number(number)))
    elif biggest < 0:
        found.append(translate("Bigger numbers can follow around it."))
    if len(found) < 2 and number > SMALL and _can_be_ringed(position, seat, number, cell):
        found.append(translate("A ring around it would score {count} points.", count=number))
    return found or [translate("At the edge it takes no place where a ring could be.")]


def _can_be_ringed(position: PocketPosition, seat: int, number: int, cell: int) -> bool:
    """Tell whether a number on a cell may get a ring: dice that fit around a high one are rare."""
    empty = [near for near in position.board.shape.around(cell) if position.number(seat, near) < 0]
    return bool(position.board.ringable >> cell & 1) and (number <= HIGH or len(empty) <= NEARLY_CLOSED)


def _ring_progress(rings: dict[int, list[int]]) -> list[str]:
    """Return which rings a write completes, and which it brings nearer: at most two sentences."""
    found = []
    if 0 in rings:
        found.append(translate("It completes the ring around {numbers}.", numbers=the_numbers(rings[0])))
    nearer = [(lacking, [number for number in rings.get(lacking, []) if number > SMALL]) for lacking in range(1, NEARLY_CLOSED + 1)]
    for lacking, numbers in nearer:
        if not numbers or len(found) == 2:
            continue
        if found and 0 not in rings:
            found.append(translate("Another, around {numbers}, needs only {count}.", numbers=the_numbers(numbers), count=lacking))
        else:
            one = "After this the ring around {numbers} needs only {count} cell."
            more = "After this the ring around {numbers} needs only {count} cells."
            found.append(translate.plural(lacking, one, more, numbers=the_numbers(numbers)))
    return found


def _rings(position: PocketPosition, seat: int, cell: int) -> dict[int, list[int]]:
    """Return the numbers next to a cell, grouped by the number of empty cells around them after a write there."""
    shape = position.board.shape
    found: dict[int, list[int]] = {}
    for middle in shape.around(cell):
        number = int(position.number(seat, middle))
        if number >= 0 and position.board.ringable >> middle & 1:
            empty = [n for n in shape.around(middle) if n != cell and position.number(seat, n) < 0]
            found.setdefault(len(empty), []).append(number)
    return found


def uses(position: PocketPosition, seat: int, text: str) -> tuple[tuple[str, str], ...]:
    """Return what an action in notation uses, for statistics."""
    word, _, name = text.partition(" ")
    if word == "reroll":
        return (("action", "re-roll a die"), ("re-rolled die", name))
    if word == "score":
        points = int(position.number(seat, position.board.shape.find(name)))
        return (("action", "score a ring"), ("box", str(points)))
    return (("action", "skip a ring"),) if word == "skip" else (("action", "write a number"), ("die", word))
