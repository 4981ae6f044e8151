"""Tables of the chances to fill areas, join pairs and extend rows."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.ai import weights
from bestagon.games.hex_roller.board import MOST_ROUNDS

NEEDS: Final[i64] = 64
"""The length of a table row: one entry for each number of cells needed."""
NEVER: Final[i64] = 63
"""The entry for what is impossible."""
MOST_TAKES: Final = 2 * MOST_ROUNDS


def _chances(start: float, per_take: float, per_cell: float, logarithmic: bool) -> vec[float]:
    """Return the chance of success for every number of takes left and of cells needed."""
    table = vec[float]([0.0] * int((MOST_TAKES + 1) * NEEDS))
    for takes in range(MOST_TAKES + 1):
        table[takes * NEEDS] = 1.0
        if takes:
            for needed in range(1, NEVER):
                size = math.log(float(needed)) if logarithmic else float(needed)
                odds = math.exp(start + per_take * math.log(float(takes)) - per_cell * size)
                table[takes * NEEDS + needed] = odds / (1.0 + odds)
    return table


def _row_chances() -> vec[float]:
    """Return the chance of success for every number of boxes left and of numbers missing."""
    table = vec[float]([0.0] * int((MOST_ROUNDS + 1) * NEEDS))
    for boxes in range(MOST_ROUNDS + 1):
        table[boxes * NEEDS] = 1.0
        for missing in range(1, boxes + 1):
            ratio = float(missing) / (weights.ROW_NUMBERS + weights.ROW_BOXES * float(boxes))
            table[boxes * NEEDS + missing] = 1.0 / (1.0 + math.pow(ratio, weights.ROW_POWER))
    return table


AREA_CHANCE: Final[vec[float]] = _chances(weights.AREA_START, weights.AREA_TAKES, weights.AREA_NEEDED, True)
MIDDLE_CHANCE: Final[vec[float]] = _chances(weights.MIDDLE_START, weights.MIDDLE_TAKES, weights.MIDDLE_NEEDED, False)
PAIR_CHANCE: Final[vec[float]] = _chances(weights.PAIR_START, weights.PAIR_TAKES, weights.PAIR_NEEDED, False)
ROW_CHANCE: Final[vec[float]] = _row_chances()
