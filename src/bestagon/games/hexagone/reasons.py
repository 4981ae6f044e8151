"""What speaks for an action of hexaGONE, in words."""

from __future__ import annotations

from typing import Final

from bestagon.core.viewing import many
from bestagon.games.hexagone.board import CELLS, SHAPE
from bestagon.games.hexagone.notation import row_names
from bestagon.games.hexagone.position import HexagonePosition
from bestagon.grid import Hex

GRAY: Final = 1
BLUE: Final = 2
TONES: Final = {"gray": GRAY, "cracked": GRAY, "blue": BLUE}
FAR: Final = 99
MOST: Final = 2
"""So many cards are worth a word."""
PLAIN: Final = {
    "draw": "Two more hexagons give you more to choose from.",
    "end": "What is left in your hand may fit a card of a later turn.",
    "pass": "Your hand helps none of these cards much: exchange some of it.",
    "exchange": "What you keep may still be of use.",
    "move": "This hexagon can be of more use elsewhere.",
    "swap": "This hexagon stands in the way of a pattern.",
}


def reasons(position: HexagonePosition, seat: int, text: str) -> list[str]:
    """Return what speaks for an action in notation."""
    word, *rest = text.split()
    if word == "claim":
        return _claiming(position, rest)
    if word == "bomb":
        card = position.deck.names.index(rest[0])
        return [f"{rest[0]} lacks {many(min(_lacking(position, _tones(position), card), 6), 'hexagon')}: it is far away."]
    if word in ("return", "discard"):
        return [f"A {rest[0]} hexagon is what you need least."]
    if word in PLAIN:
        return [PLAIN[word]]
    return _nearing(position, word, SHAPE.cells[SHAPE.find(rest[0])])


def _tones(position: HexagonePosition) -> dict[Hex, int]:
    """Return the hexagons on the table: gray or blue."""
    kinds = {SHAPE.cells[cell]: int(position.board.kind_at(cell)) for cell in range(int(CELLS))}
    return {cell: GRAY if kind < BLUE else BLUE for cell, kind in kinds.items() if kind >= 0}


def _claiming(position: HexagonePosition, names: list[str]) -> list[str]:
    card, cells = position.deck.names.index(names[0]), [SHAPE.find(name) for name in names[1:]]
    cracked = sum(position.board.kind_at(cell) == 1 for cell in cells)
    found = [f"It is worth {many(int(position.deck.points[card]), 'point')}."]
    found.append(f"It uses up {many(cracked, 'cracked hexagon')}." if cracked else "No hexagon is used up by it.")
    return found


def _nearing(position: HexagonePosition, word: str, cell: Hex) -> list[str]:
    """Return which cards a placement brings near, or the end of a move or swap."""
    before = _tones(position)
    after = dict(before)
    if word in TONES:
        after[cell] = TONES[word]
    else:
        source = SHAPE.cells[int(position.source)]
        after[cell] = before[source]
        after.pop(source)
        if word == "with":
            after[source] = before[cell]
    found = []
    for name in row_names(position):
        card = position.deck.names.index(name)
        lacks = _lacking(position, after, card)
        if lacks < _lacking(position, before, card):
            points = many(int(position.deck.points[card]), "point")
            then = "can be claimed then" if lacks == 0 else f"lacks only {many(lacks, 'hexagon')} then"
            found.append((lacks, f"{name} {then}: {points}."))
    return [words for _, words in sorted(found)[:MOST]] or ["It keeps what you need for the cards of the row."]


def _lacking(position: HexagonePosition, tones: dict[Hex, int], card: int) -> int:
    """Return how many hexagons must be added for a card's pattern to lie on the table."""
    best = FAR
    for pattern in position.deck.patterns[card]:
        for anchor in {cell - step for cell in tones for step, _ in pattern}:
            there = [(tones.get(anchor + step), tone) for step, tone in pattern]
            if all(found in (None, tone) for found, tone in there):
                best = min(best, sum(found is None for found, _ in there))
    return best
