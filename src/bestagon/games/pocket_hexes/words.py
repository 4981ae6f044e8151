"""Numbers in sentences about Pocket Hexes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bestagon.core.scene_parts import listed
from bestagon.games.pocket_hexes.board import SIDES
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.translations import translate

VOWELS: Final = (8, 11, 18)
"""The numbers that begin with a vowel in English."""


def die_name(die: int) -> str:
    """Return what players call a die: d20."""
    return translate("d{sides}", sides=SIDES[die])


def a_number(number: int) -> str:
    """Return a number with its article: a 7, an 8."""
    return translate("an {number}", number=number) if number in VOWELS else translate("a {number}", number=number)


def the_numbers(numbers: Sequence[int]) -> str:
    """Return several numbers with their articles: the 5 and the 7, or two 5s."""
    counted = Counter(numbers)
    several = {2: "two {number}s", 3: "three {number}s", 4: "four {number}s"}
    words = {number: several.get(count, "the {number}") for number, count in counted.items()}
    return listed([translate(word, number=number) for number, word in words.items()])


def biggest_neighbour(position: PocketPosition, seat: int, cell: int) -> int:
    """Return the biggest number next to a cell, or -1."""
    return max([int(position.number(seat, n)) for n in position.board.shape.around(cell)])


def write_sentence(position: PocketPosition, seat: int, number: int, cell: int, name: str) -> str:
    """Return what a seat writes, and next to what, without a full stop."""
    beside = biggest_neighbour(position, seat, cell)
    if beside >= 0:
        return translate("{name} writes {number} next to {beside}", name=name, number=a_number(number), beside=a_number(beside))
    if position.empty_cells(seat) == position.board.all_cells:
        return translate("{name} begins with {number}", name=name, number=a_number(number))
    return translate("{name} writes {number} in a new place", name=name, number=a_number(number))
