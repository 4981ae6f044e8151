"""A one-turn planner for Pocket Hexes, written from the clauses alone (PH = rules/pocket-hexes.md): a yardstick for the levels.

It tries the writes of its turn, both of PH 2.4 together, and compares sheets by their boxes and by the rings that can still be
completed, each by its number and the chance that dice fit into its empty cells.
"""

from __future__ import annotations

import copy
from math import prod

from tests.reference.pocket_hexes import BOXES, DICE, Reference, Sheet

TRIED = 5
"""The first writes of PH 2.4 that are tried with every second one."""
FADE = 0.75
"""What an empty cell of a ring costs, whatever fits into it: writes are few."""
SIDES = {die: range(10) if die == "d10" else range(1, int(die[1:]) + 1) for die in DICE}  # PH 1.1
FITS = [1 - prod(sum(value < least for value in SIDES[die]) / len(SIDES[die]) for die in DICE) for least in range(21)]
"""The chance that one of the six dice shows at least this."""


def choose(game: Reference, seat: int) -> str:
    """Return the choice whose sheet is worth most, the first in the order of the texts among equals."""
    sheet = game.sheets[seat]
    texts = sorted(game.legal(seat))
    if sheet.rings:
        return max(texts, key=lambda text: _answered(game, sheet, text.split()[0]))
    if game.phase == "reroll":  # PH 2.3: a low die fits least
        return min(texts, key=lambda text: game.values[text.split()[1]])
    worths = {text: _worth(game, _written(game, sheet, text)) for text in _distinct(game, texts)}
    if game.phase == "first" or sheet.writes_left == 1:
        return max(worths, key=lambda text: worths[text])
    best = sorted(worths, key=lambda text: -worths[text])[:TRIED]
    return max(best, key=lambda text: _with_second(game, sheet, text))


def _distinct(game: Reference, texts: list[str]) -> list[str]:
    """Leave out writes of the same number into the same cell with another die."""
    found: dict[tuple[int, str], str] = {}
    for text in texts:
        die, cell = text.split()
        found.setdefault((game.values[die], cell), text)
    return list(found.values())


def _written(game: Reference, sheet: Sheet, text: str) -> Sheet:
    """Return the sheet after a write, its rings scored where that is worth it."""
    after = copy.deepcopy(sheet)
    die, cell = text.split()
    game.write(after, cell, game.values[die])
    after.dice_used.add(die)
    while after.rings:
        game.answer(after, max(("score", "skip"), key=lambda word: _answered(game, after, word)))
    return after


def _answered(game: Reference, sheet: Sheet, word: str) -> float:
    after = copy.deepcopy(sheet)
    game.answer(after, word)
    return _worth(game, after)


def _with_second(game: Reference, sheet: Sheet, text: str) -> float:
    """Return the worth of the best second write (PH 2.5), or of the penalty if there is none (PH 2.6)."""
    after = _written(game, sheet, text)
    seconds = _distinct(game, sorted(game.writes(after)))
    if not seconds:
        game.penalty(after)
        return _worth(game, after)
    return max(_worth(game, _written(game, after, second)) for second in seconds)


def _worth(game: Reference, sheet: Sheet) -> float:
    """Return the points in the boxes and, for the boxes that are left, of the best rings that can still be completed."""
    hopes = []
    for centre, value in sheet.numbers.items():
        around = game.near[centre]
        missing = [cell for cell in around if cell not in sheet.numbers]
        if value > 0 and len(around) == 6 and missing:
            hopes.append(value * prod(FADE * FITS[_least(game, sheet, cell)] for cell in missing))
    return sum(sheet.boxes) + sum(sorted(hopes, reverse=True)[: BOXES - len(sheet.boxes)])


def _least(game: Reference, sheet: Sheet, cell: str) -> int:
    """PH 3.3: the smallest number that fits into a cell, zeros and ones aside."""
    return max((sheet.numbers[name] for name in game.near[cell] if name in sheet.numbers), default=0)
