"""The chances to fill areas, join pairs and extend rows, and what else an estimate weighs."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_roller.ai.weights import TUNED
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


def _row_chances(numbers: float, per_box: float, power: float) -> vec[float]:
    """Return the chance of success for every number of boxes left and of numbers missing."""
    table = vec[float]([0.0] * int((MOST_ROUNDS + 1) * NEEDS))
    for boxes in range(MOST_ROUNDS + 1):
        table[boxes * NEEDS] = 1.0
        for missing in range(1, boxes + 1):
            ratio = float(missing) / (numbers + per_box * float(boxes))
            table[boxes * NEEDS + missing] = 1.0 / (1.0 + math.pow(ratio, power))
    return table


class RollerChances:
    """The weights of an estimate, some of them as tables by takes or boxes left and by what is needed."""

    weights: dict[str, float]
    area: vec[float]
    middle: vec[float]
    pair: vec[float]
    row: vec[float]
    drift: float
    height: float
    hole: float
    entry: float
    plus_use: float
    two_use: float
    dice_use: float
    half: float

    def __init__(self, weights: dict[str, float]) -> None:
        """Compute the tables; ai/weights.py explains the names."""
        w = weights
        self.weights = w
        self.area = _chances(w["area_start"], w["area_takes"], w["area_needed"], True)
        self.middle = _chances(w["middle_start"], w["middle_takes"], w["middle_needed"], False)
        self.pair = _chances(w["pair_start"], w["pair_takes"], w["pair_needed"], False)
        self.row = _row_chances(w["row_numbers"], w["row_boxes"], w["row_power"])
        self.drift = w["drift"]
        self.height = w["height"]
        self.hole = w["hole"]
        self.entry = w["entry"]
        self.plus_use = w["plus_use"]
        self.two_use = w["two_use"]
        self.dice_use = w["dice_use"]
        self.half = w["half"]


HAND_MADE: Final = RollerChances(TUNED)
"""The chances of the weights that were tuned by hand, shared by all evaluators that were not trained."""
