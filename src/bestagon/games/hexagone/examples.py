"""Illustrations for the rules of hexaGONE."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example
from bestagon.games.hexagone.lessons import snapshot

EXAMPLES: Final = (
    Example(
        1,
        "Gray, cracked and blue hexagons on the table. Patterns are on the cards of the row; the number beside the star is what "
        "a card scores.",
        snapshot("p15g p16c p17b q16g", "g1b1", "C08,C17"),
        "card.C08 card.C17",
    ),
    Example(
        3,
        "The row holds three cards. At the start of the next turn a new one is turned over, and the oldest, marked here, is "
        "discarded first.",
        snapshot("p16g p17b", "g1c1b1", "C02,C08,C17"),
        "card.C02",
    ),
    Example(
        4,
        "Where a hexagon may be placed: on an empty cell next to one that lies there.",
        snapshot("p16g p17b", "g1b1", "C02"),
        "o15 o16 o17 p15 p18 q15 q16 q17",
    ),
    Example(
        4,
        "A Move-agon may take the gray hexagon above the line to the right end of it, for it will be next to another there.",
        snapshot("p14g p15g p16g o14g q15b", "M1b1", "C08"),
        "o14 p17",
    ),
    Example(
        5,
        "The card asks for a blue, two grays behind it in a line, and a third that bends to the left. The four marked hexagons match it.",
        snapshot("p14b p15g p16g o16g q13b", "g1b1", "C06"),
        "card.C06 p14 p15 p16 o16",
    ),
    Example(
        5,
        "Turned half round it is the same pattern: rotations count.",
        snapshot("p16b p15g p14g q13g o16g", "g1b1", "C06"),
        "card.C06 p16 p15 p14 q13",
    ),
    Example(
        5,
        "Here the last gray bends to the right: this is the mirror image, and it does not match.",
        snapshot("p14b p15g p16g q16g", "g1b1", "C06"),
        "card.C06 p14 p15 p16 q16",
    ),
    Example(
        5,
        "Cracked hexagons count as gray. After the claim the cracked one on the right will be gone, while the three plain ones stay.",
        snapshot("p14g p15g p16g p17c q15b", "g1b1", "C08"),
        "card.C08 p14 p15 p16 p17",
    ),
)
