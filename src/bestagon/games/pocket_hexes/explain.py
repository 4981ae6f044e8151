"""Reasons for Pocket Hexes actions."""

from __future__ import annotations

from typing import Final

from bestagon.games.pocket_hexes.board import BOXES, DIE_NAMES
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.translations import translate
from bestagon.games.pocket_hexes.words import the_numbers

NEARLY_CLOSED: Final = 2
"""The most cells a ring may lack to be mentioned."""


def reasons(position: PocketPosition, seat: int, text: str) -> list[str]:
    """Return the reasons for an action given in notation."""
    word, name = text.split() if " " in text else (text, "")
    if word == "reroll":
        return [translate("The {die} is most likely to show a number that fits.", die=name)]
    cell = position.board.shape.find(name)
    if word in ("score", "skip"):
        return _ring_reasons(position, seat, word, int(position.number(seat, cell)))
    return _write_reasons(position, seat, int(position.die_value(DIE_NAMES.index(word))), cell)


def _ring_reasons(position: PocketPosition, seat: int, word: str, number: int) -> list[str]:
    left = translate.plural(int(BOXES) - int(position.filled_boxes(seat)), "You have {count} box left.", "You have {count} boxes left.")
    if word == "score":
        return [translate.plural(number, "The ring is worth {count} point.", "The ring is worth {count} points."), left]
    return [translate.plural(number, "{count} point would fill one of your boxes.", "{count} points would fill one of your boxes."), left]


def _write_reasons(position: PocketPosition, seat: int, number: int, cell: int) -> list[str]:
    near = [position.number(seat, n) for n in position.board.shape.around(cell)]
    touching = [int(one) for one in near if one >= 0]
    rings = _rings(position, seat, cell)
    found = []
    if 0 in rings:
        found.append(translate("It completes the ring around {numbers}.", numbers=the_numbers(rings[0])))
    for lacking in range(1, NEARLY_CLOSED + 1):
        if lacking in rings and len(found) < 2:
            one = "After this the ring around {numbers} needs only {count} cell."
            more = "After this the ring around {numbers} needs only {count} cells."
            found.append(translate.plural(lacking, one, more, numbers=the_numbers(rings[lacking])))
    if not touching:
        found.append(translate("Bigger numbers can follow around it."))
    elif number <= max(touching) + 1 and number >= max(touching):
        found.append(translate("It wastes little: the biggest number next to it is {number}.", number=max(touching)))
    elif number < max(touching):
        found.append(translate("It may go next to bigger numbers, where nothing else fits."))
    if len(found) < 2 and position.board.ringable >> cell & 1:
        found.append(
            translate.plural(number, "A ring around it would score {count} point.", "A ring around it would score {count} points.")
        )
    return found or [translate("At the edge, where no ring fits, a big number is least in the way.")]


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
