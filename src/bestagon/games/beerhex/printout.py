"""What BeerHex prints: the board, labels for bottle caps, and clue tokens."""

from __future__ import annotations

from typing import Final

from bestagon.games.beerhex.board import SHAPE
from bestagon.games.beerhex.terminal import seat_names
from bestagon.games.beerhex.translations import translate
from bestagon.scene.model import CellState, Stage
from bestagon.scene.printout import PrintBoard, PrintPart, PrintToken, PrintTokens

CAP: Final = 34.0
"""The width of a space; a crown cap has 32 mm."""
LABEL: Final = 24.0
"""The diameter of a label, which fits inside a crown cap."""
CLUE: Final = 14.0
MIDDLE: Final = {SHAPE.name(len(SHAPE) // 2): CellState("centre")}
BOARD_NOTE: Final = """**Gold** joins the top and the bottom (solid), **Silver** the left and the right (striped). The first cap of a game
may not go in the middle."""
LABEL_NOTE: Final = """Glue a symbol into each of 26 bottle caps and a top on its outside. 13 caps get Gold's top: 7 hide a sun, 6 a
moon. 13 get
Silver's: 7 hide a moon, 6 a sun.
No caps? Glue tops and symbols back to back onto cardboard."""


def printed(stage: Stage, clues: bool) -> tuple[PrintPart, ...]:
    """Return the board, 26 symbols and 26 tops, and the tokens of the variant."""
    gold, silver = seat_names()
    labels = (
        PrintToken("label-gold", 13, translate("sun")),
        PrintToken("label-silver", 13, translate("moon")),
        PrintToken("label", 13, gold, "gold"),
        PrintToken("label", 13, silver, "silver"),
    )
    tokens = (PrintToken("clue", 3, gold, "gold"), PrintToken("clue", 3, silver, "silver"))
    parts: list[PrintPart] = [
        PrintBoard(stage.theme.title, stage.grids[0], MIDDLE, stage.players, CAP, translate(BOARD_NOTE)),
        PrintTokens(translate("Caps"), labels, LABEL, "disc", translate(LABEL_NOTE)),
    ]
    if clues:
        parts.append(PrintTokens(translate("Clue tokens"), tokens, CLUE, "disc", translate("For the variant: three for each player.")))
    return tuple(parts)
