"""The reasons for an action of hexaGONE, in words."""

from __future__ import annotations

from typing import Final

from bestagon.games.hexagone.board import BLUE, CELLS, CRACKED, SHAPE, TONE_BLUE, TONE_GRAY
from bestagon.games.hexagone.notation import row_names
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.translations import translate
from bestagon.grid import Hex

TONES: Final = {"gray": TONE_GRAY, "cracked": TONE_GRAY, "blue": TONE_BLUE}
FAR: Final = 99
"""More hexagons than any card has."""
MAX_CARDS: Final = 2
"""The number of cards to mention."""
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


def reasons(position: HexagonePosition, text: str) -> list[str]:
    """Return the reasons for an action in notation."""
    word, *rest = text.split()
    if word == "claim":
        return _claim_reasons(position, rest)
    if word == "bomb":
        card = position.deck.names.index(rest[0])
        one, more = "The {points}-point card lacks one hexagon.", "The {points}-point card lacks {count} hexagons: it is far away."
        missing = min(_missing(position, _tones(position), card), int(position.deck.sizes[card]))
        return [translate.plural(missing, one, more, points=int(position.deck.points[card]))]
    if word in ("return", "discard"):
        return [translate(LEAST[rest[0]])]
    if word in PLAIN:
        return [translate(PLAIN[word])]
    return _progress_reasons(position, word, SHAPE.cells[SHAPE.find(rest[0])])


def _tones(position: HexagonePosition) -> dict[Hex, int]:
    """Return the tones of the hexagons on the table."""
    kinds = {SHAPE.cells[cell]: int(position.board.kind_at(cell)) for cell in range(int(CELLS))}
    return {cell: TONE_BLUE if kind == BLUE else TONE_GRAY for cell, kind in kinds.items() if kind >= 0}


def _claim_reasons(position: HexagonePosition, names: list[str]) -> list[str]:
    card, cells = position.deck.names.index(names[0]), [SHAPE.find(name) for name in names[1:]]
    cracked = sum(position.board.kind_at(cell) == CRACKED for cell in cells)
    worth = translate.plural(int(position.deck.points[card]), "It is worth {count} point.", "It is worth {count} points.")
    if not cracked:
        return [worth, translate("No hexagon is used up by it.")]
    return [worth, translate.plural(cracked, "It uses up {count} cracked hexagon.", "It uses up {count} cracked hexagons.")]


def _progress_reasons(position: HexagonePosition, word: str, cell: Hex) -> list[str]:
    """Return the cards that a placement, or the second half of a move or swap, brings closer."""
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
        missing = _missing(position, after, card)
        if missing < _missing(position, before, card):
            found.append((missing, _progress_text(int(position.deck.points[card]), missing)))
    return [words for _, words in sorted(found)[:MAX_CARDS]] or [translate("It keeps what you need for the cards of the row.")]


def _progress_text(points: int, missing: int) -> str:
    if missing == 0:
        return translate("The {points}-point card can be claimed then.", points=points)
    one, more = "The {points}-point card lacks only one hexagon then.", "The {points}-point card lacks only {count} hexagons then."
    return translate.plural(missing, one, more, points=points)


def _missing(position: HexagonePosition, tones: dict[Hex, int], card: int) -> int:
    """Return how many hexagons must be added to complete a card's pattern."""
    best = FAR
    for pattern in position.deck.patterns[card]:
        for anchor in {cell - step for cell in tones for step, _ in pattern}:
            there = [(tones.get(anchor + step), tone) for step, tone in pattern]
            if all(found in (None, tone) for found, tone in there):
                best = min(best, sum(found is None for found, _ in there))
    return best
