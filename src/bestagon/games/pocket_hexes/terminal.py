"""Pocket Hexes as text for a terminal, and the prompts that terminal and browser share."""

from __future__ import annotations

from bestagon.games.pocket_hexes.board import BOXES, DICE, DIE_NAMES, EVERYONE, FIRST, PENALTY, REROLL
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.translations import translate
from bestagon.grid import chart
from bestagon.grid.bits import BITS

MAX_WIDTH = 100
"""The number of columns of a drawing before sheets wrap to the next row."""
GAP = "    "


def draw(position: PocketPosition) -> str:
    """Return the dice, the status, and every sheet with its boxes and score."""
    sheets = [_sheet(position, seat) for seat in range(int(position.seats))]
    width = max(len(line) for sheet in sheets for line in sheet)
    across = max(1, (MAX_WIDTH + len(GAP)) // (width + len(GAP)))
    lines = [_dice(position), _status(position)]
    for first in range(0, len(sheets), across):
        lines += ["", *_side_by_side(sheets[first : first + across], width)]
    return "\n".join([*lines, "", "An empty cell shows a dot and its place in the row; * marks a ring to answer for."])


def prompt(position: PocketPosition, seat: int) -> str:
    """Return what the seat has to do now."""
    if position.over:
        return translate("The game is over.")
    if not (position.acting() >> seat) & 1:
        return translate("Wait for the others.")
    ring = int(position.next_ring(seat))
    if ring >= 0:
        return translate("The ring around the {number} is complete: score it?", number=position.number(seat, ring))
    if position.phase == REROLL:
        return translate("Nothing fits: {points}. Choose a die to re-roll.", points=PENALTY)
    if position.phase == FIRST:
        return translate("Write one die; then it is re-rolled.")
    if position.writes_left(seat) == 2:
        return translate("Write two dice: choose the first.")
    return translate("Write a second die.")


def _dice(position: PocketPosition) -> str:
    return "   ".join(f"{DIE_NAMES[die]} [{position.die_value(die):>2}]" for die in range(DICE))


def _status(position: PocketPosition) -> str:
    if position.over:
        best = [seat for seat in range(int(position.seats)) if position.place(seat) == 1]
        return "Over: " + " and ".join(f"player {seat + 1}" for seat in best) + (" wins." if len(best) == 1 else " share the win.")
    what = {FIRST: "they write one die first", REROLL: "they choose a die to re-roll", EVERYONE: "everyone writes two dice"}
    return f"Player {position.active + 1} has rolled: {what[position.phase]}."


def _sheet(position: PocketPosition, seat: int) -> list[str]:
    labels = [_label(position, seat, cell) for cell in range(int(position.board.cells))]
    boxes = "".join(_box(position, seat, i) for i in range(int(BOXES)))
    return [_title(position, seat), *chart(position.board.shape, labels).splitlines(), boxes]


def _title(position: PocketPosition, seat: int) -> str:
    text = f"Player {seat + 1}: {position.score(seat)} points"
    if position.resigned(seat):
        return text + ", resigned"
    if position.over:
        return text + f", place {position.place(seat)}"
    used = int(position.die_used(seat))
    if position.next_ring(seat) >= 0:
        return text + ", has a ring to answer for"
    if position.writes_left(seat):
        return text + f", {position.writes_left(seat)} to write" + (f" (not the {DIE_NAMES[used]})" if used >= 0 else "")
    return text


def _label(position: PocketPosition, seat: int, cell: int) -> str:
    number = position.number(seat, cell)
    if number < 0:
        return "." + position.board.shape.name(cell).lstrip("abcdefghijklmnopqrstuvwxyz")
    ring = position.pending_rings(seat) & BITS[cell]
    return f"*{number}" if ring else f"{number:>2}"


def _box(position: PocketPosition, seat: int, i: int) -> str:
    return f"[{position.boxes[seat * BOXES + i]:>2}]" if i < position.filled_boxes(seat) else "[  ]"


def _side_by_side(sheets: list[list[str]], width: int) -> list[str]:
    return [GAP.join(line.ljust(width) for line in lines).rstrip() for lines in zip(*sheets, strict=True)]
