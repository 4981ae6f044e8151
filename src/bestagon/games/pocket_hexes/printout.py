"""What Pocket Hexes prints: score sheets, four to a page."""

from __future__ import annotations

from typing import Final

from bestagon.games.pocket_hexes.board import BOXES, PocketBoard
from bestagon.games.pocket_hexes.translations import translate
from bestagon.scene.grids import grid
from bestagon.scene.printout import BoxRow, PrintPart, PrintSheet

SUMMARY: Final = """### On your turn

1. Roll all six dice.
2. Write one of them, re-roll it.
3. Everybody writes two dice.

Close a **ring** of six numbers around a number, and you may score it at once: it goes into a box.

---

### A new number

- goes next to a number that is there,
- and is at least as big as all it touches.

A **1** may start anywhere, a **0** goes on any space. Nothing fits: **-3** in a box. Nine full boxes end the game."""


def printed(board: PocketBoard, title: str) -> tuple[PrintPart, ...]:
    """Return the sheet with its nine boxes and the rules in short."""
    boxes = BoxRow(translate("Score boxes"), ("",) * int(BOXES), translate("Total"))
    return (PrintSheet(title, grid(board.shape), (boxes,), translate(SUMMARY)),)
