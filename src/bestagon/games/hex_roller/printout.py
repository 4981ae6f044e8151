"""What Hex Roller prints: score sheets, two to a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bestagon.games.hex_roller.board import HIGH, LOW, RollerSheet
from bestagon.games.hex_roller.scene import CATEGORIES, CROSS, PRINTED, TITLES, scene_parts
from bestagon.games.hex_roller.translations import translate
from bestagon.i18n import language
from bestagon.scene.model import CellState
from bestagon.scene.printout import BoxRow, PrintPart, PrintSheet

SUMMARY: Final = """**Each round:** choose a number that was rolled and write it as many times as it was rolled; then a second
number. Put one
into the red
row and one into the green.

**Chains:** the first goes next to the same number, each further one next to the one before. Write all of them or choose another number.

**Bonuses,** each once a game, one a round: *+1*, one more of a number; *2*, a 2 anywhere; *dice*, a third number. Unused: 2 points.

**Scores:** a full area, the number it has most of; the middle, double; two joined printed numbers, the number; each row, 3,
4, 5, ... as far as
it goes without a gap."""


def printed(sheets: Sequence[RollerSheet], title: str) -> tuple[PrintPart, ...]:
    """Return the sheets with rows, bonuses and a score table."""
    return tuple(_sheet(sheet, title) for sheet in sheets)


def _sheet(sheet: RollerSheet, title: str) -> PrintSheet:
    shared = scene_parts(sheet, 1, language())
    cells: dict[str, CellState] = dict.fromkeys(shared.cells(int(sheet.crosses)), CROSS)
    for number in range(int(LOW), int(HIGH) + 1):
        cells |= dict.fromkeys(shared.cells(int(sheet.printed[number])), PRINTED[number])
    empty = ("",) * int(sheet.rounds)
    rows = [BoxRow(translate(TITLES[word]), empty, colour=word) for word in ("red", "green")]
    bonuses = BoxRow(translate(TITLES["bonuses"]), ("+1", "2", "third"))
    scores = (*(translate(line) for line in CATEGORIES.values()), translate("Total"))
    return PrintSheet(title, shared.stage.grids[0], (*rows, bonuses), translate(SUMMARY), cells, scores, per_page=2)
