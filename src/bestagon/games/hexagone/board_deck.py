"""The sequence cards as tables for finding their patterns on the board."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from bestagon.games.hexagone.board import TONE_BLUE, spot_offset
from bestagon.grid import Hex, distance
from bestagon.grid.bits import BITS

Pattern = list[tuple[Hex, int]]
"""Cells with their tones, as steps from the first cell in cell order."""

TEMPLATE: Final[i64] = 14
"""The length of a template: seven pairs."""


class SequenceDeck:
    """The cards of a deck, numbered from 0 in the order of their file."""

    count: i64
    names: list[str]
    patterns: list[list[Pattern]]
    """The pattern of every card in each of its rotations."""
    stars: vec[u8]
    points: vec[u8]
    sizes: vec[u8]
    """The number of hexagons in a card's pattern."""
    blues: vec[u8]
    """The number of blue ones among them."""
    turns: vec[u8]
    """The number of distinct rotations of a card's pattern."""
    templates: vec[i16]
    """One template for every card and turn (six turns a card).

    Matching starts from the pivot: a blue hexagon if the card has one, since blue ones are few. The first pair is the offset
    from the pivot back to the first cell, and the pivot's tone. Each later pair is the offset from the pivot to another
    cell, and that cell's tone; the cells least likely to fit come first: blue ones, then distant ones.
    """

    def __init__(self, names: list[str], stars: list[int], points: list[int], patterns: list[list[Pattern]]) -> None:
        """Build the tables from validated cards."""
        self.count = len(names)
        self.names = names
        self.patterns = patterns
        self.stars = vec[u8]([u8(n) for n in stars])
        self.points = vec[u8]([u8(n) for n in points])
        self.sizes = vec[u8]([u8(len(rotations[0])) for rotations in patterns])
        self.blues = vec[u8]([u8(sum(1 for _, tone in rotations[0] if tone == TONE_BLUE)) for rotations in patterns])
        self.turns = vec[u8]([u8(len(rotations)) for rotations in patterns])
        self.templates = vec[i16]()
        for rotations in patterns:
            for t in range(6):
                for value in _template(rotations[t] if t < len(rotations) else []):
                    self.templates = append(self.templates, i16(value))

    def cards(self, max_stars: int) -> i64:
        """Return the bit set of the cards with at most `max_stars` stars."""
        found: i64 = 0
        for i in range(self.count):
            if self.stars[i] <= max_stars:
                found |= BITS[i]
        return found


def _template(pattern: Pattern) -> list[int]:
    if not pattern:
        return [0] * int(TEMPLATE)
    pivot, tone = next((item for item in pattern if item[1] == TONE_BLUE), pattern[0])
    pairs = [spot_offset(pattern[0][0] - pivot), tone]
    for cell, other in sorted(pattern, key=lambda item: (-item[1], -distance(item[0], pivot))):
        if cell != pivot:
            pairs += [spot_offset(cell - pivot), other]
    return pairs + [0] * (int(TEMPLATE) - len(pairs))
