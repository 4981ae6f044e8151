"""What hexaGONE prints: its cards with backs, and the hexagons for the bag."""

from __future__ import annotations

from typing import Final

from bestagon.games.hexagone.board import KINDS, TOTALS
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.scene import scene_parts
from bestagon.games.hexagone.translations import translate
from bestagon.grid.bits import BITS
from bestagon.i18n import language
from bestagon.scene.printout import PrintCard, PrintCards, PrintPart, PrintToken, PrintTokens

NAMES: Final = ("gray", "cracked", "blue", "Swap", "Draw", "Bomb", "Move")
"""Short names of the kinds, in their order."""
NOTE: Final = """Glue the page on cardboard before you cut. All {count} go into a bag; count them with the line below.
**Swap:** two hexagons
change places. **Draw:** take
two more. **Bomb:** discard a card of the row, and draw a new one if you like. **Move:** a hexagon goes elsewhere."""


def printed(deck: SequenceDeck, chosen: int, title: str) -> tuple[PrintPart, ...]:
    """Return the chosen cards of a deck, a bit set, and the hexagons."""
    figures = scene_parts(deck, 2, False, language()).stage.figures
    cards = tuple(
        PrintCard(name, figures[f"card.{name}"], str(deck.points[i]), int(deck.stars[i]))
        for i, name in enumerate(deck.names)
        if chosen & BITS[i]
    )
    tokens = tuple(PrintToken(kind, int(TOTALS[i]), translate(NAMES[i])) for i, kind in enumerate(KINDS))
    note = translate(NOTE, count=sum(token.count for token in tokens))
    return (
        PrintCards(title, cards, title),
        PrintTokens(translate("Hexagons"), tokens, 26.0, note=note, counted=True),
    )
