"""What speaks for an action of Pocket Hexes, in words."""

from __future__ import annotations

from typing import Final

from bestagon.core.viewing import listed, many
from bestagon.games.pocket_hexes.board import BOXES, DIE_NAMES
from bestagon.games.pocket_hexes.position import PocketPosition

NEARLY: Final = 2
"""A ring that lacks no more cells than this is worth a word."""


def reasons(position: PocketPosition, seat: int, text: str) -> list[str]:
    """Return what speaks for an action in notation."""
    word, name = text.split() if " " in text else (text, "")
    if word == "reroll":
        return [f"The {name} is most likely to show something that fits."]
    cell = position.board.shape.find(name)
    if word in ("score", "skip"):
        return _boxing(position, seat, word, int(position.number(seat, cell)))
    return _writing(position, seat, int(position.value(DIE_NAMES.index(word))), cell)


def _boxing(position: PocketPosition, seat: int, word: str, number: int) -> list[str]:
    left = many(int(BOXES) - int(position.boxed(seat)), "box", "boxes")
    if word == "score":
        return [f"The ring is worth {many(number, 'point')}, and you have {left} left."]
    return [f"You have only {left} left, and {many(number, 'point')} would fill one of them."]


def _writing(position: PocketPosition, seat: int, number: int, cell: int) -> list[str]:
    near = [position.number(seat, n) for n in position.board.shape.around(cell)]
    touching = [int(one) for one in near if one >= 0]
    rings = _rings(position, seat, cell)
    found = []
    if 0 in rings:
        found.append(f"It completes the ring around the {listed([str(one) for one in rings[0]])}.")
    for lacking in range(1, NEARLY + 1):
        if lacking in rings and len(found) < 2:
            found.append(f"The ring around the {listed([str(one) for one in rings[lacking]])} lacks only {many(lacking, 'cell')} then.")
    if not touching:
        found.append(f"A {number} here opens a place for bigger numbers around it.")
    elif number <= max(touching) + 1 and number >= max(touching):
        found.append(f"It wastes little: the biggest number beside it is {max(touching)}.")
    elif number < max(touching):
        found.append("It may stand beside bigger numbers, where nothing else fits.")
    return found


def _rings(position: PocketPosition, seat: int, cell: int) -> dict[int, list[int]]:
    """Return the numbers beside a cell, by how many cells around them are empty once it is written on."""
    shape = position.board.shape
    found: dict[int, list[int]] = {}
    for middle in shape.around(cell):
        number = int(position.number(seat, middle))
        if number >= 0 and position.board.ringable >> middle & 1:
            empty = [n for n in shape.around(middle) if n != cell and position.number(seat, n) < 0]
            found.setdefault(len(empty), []).append(number)
    return found
