"""What speaks for an action of hexaGONE, in words."""

from __future__ import annotations

from typing import Final

from bestagon.games.hexagone.board import CELLS, SHAPE
from bestagon.games.hexagone.notation import row_names
from bestagon.games.hexagone.position import HexagonePosition
from bestagon.games.hexagone.translations import translate
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

LEAST: Final = {
    "gray": "A gray hexagon is what you need least.",
    "cracked": "A cracked hexagon is what you need least.",
    "blue": "A blue hexagon is what you need least.",
    "swap": "A Swap-agon is what you need least.",
    "draw": "A Draw-agon is what you need least.",
    "bomb": "A Bomb-agon is what you need least.",
    "move": "A Move-agon is what you need least.",
}


def reasons(position: HexagonePosition, seat: int, text: str) -> list[str]:
    """Return what speaks for an action in notation."""
    word, *rest = text.split()
    if word == "claim":
        return _claiming(position, rest)
    if word == "bomb":
        card = position.deck.names.index(rest[0])
        lacks = min(_lacking(position, _tones(position), card), int(position.deck.sizes[card]))
        return [translate.plural(lacks, "{card} lacks {count} hexagon.", "{card} lacks {count} hexagons: it is far away.", card=rest[0])]
    if word in ("return", "discard"):
        return [translate(LEAST[rest[0]])]
    if word in PLAIN:
        return [translate(PLAIN[word])]
    return _nearing(position, word, SHAPE.cells[SHAPE.find(rest[0])])


def _tones(position: HexagonePosition) -> dict[Hex, int]:
    """Return the hexagons on the table: gray or blue."""
    kinds = {SHAPE.cells[cell]: int(position.board.kind_at(cell)) for cell in range(int(CELLS))}
    return {cell: GRAY if kind < BLUE else BLUE for cell, kind in kinds.items() if kind >= 0}


def _claiming(position: HexagonePosition, names: list[str]) -> list[str]:
    card, cells = position.deck.names.index(names[0]), [SHAPE.find(name) for name in names[1:]]
    cracked = sum(position.board.kind_at(cell) == 1 for cell in cells)
    worth = translate.plural(int(position.deck.points[card]), "It is worth {count} point.", "It is worth {count} points.")
    if not cracked:
        return [worth, translate("No hexagon is used up by it.")]
    return [worth, translate.plural(cracked, "It uses up {count} cracked hexagon.", "It uses up {count} cracked hexagons.")]


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
            found.append((lacks, _promise(name, int(position.deck.points[card]), lacks)))
    return [words for _, words in sorted(found)[:MOST]] or [translate("It keeps what you need for the cards of the row.")]


def _promise(card: str, points: int, lacks: int) -> str:
    if lacks == 0:
        return translate("{card} can be claimed then, for {points} points.", card=card, points=points)
    one, more = (
        "{card} for {points} points lacks only {count} hexagon then.",
        "{card} for {points} points lacks only {count} hexagons then.",
    )
    return translate.plural(lacks, one, more, card=card, points=points)


def _lacking(position: HexagonePosition, tones: dict[Hex, int], card: int) -> int:
    """Return how many hexagons must be added for a card's pattern to lie on the table."""
    best = FAR
    for pattern in position.deck.patterns[card]:
        for anchor in {cell - step for cell in tones for step, _ in pattern}:
            there = [(tones.get(anchor + step), tone) for step, tone in pattern]
            if all(found in (None, tone) for found, tone in there):
                best = min(best, sum(found is None for found, _ in there))
    return best
