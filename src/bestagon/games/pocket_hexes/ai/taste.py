"""What the parts of a sheet are worth: the weights evaluator judges by."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.games.pocket_hexes.board import DICE, HIGHEST, LOWEST, PENALTY, SIDES

SOLO: Final[tuple[float, ...]] = (
    10.9884,
    0.7516,
    0.9661,
    0.6241,
    1.0139,
    0.0276,
    1.3423,
    0.8886,
    0.8125,
    0.023,
    0.3522,
    0.1,
    0.8416,
    0.2361,
)
"""Weights that were climbed to by the mean score of games alone."""
RIVALS: Final[tuple[float, ...]] = (
    6.5502,
    0.7516,
    0.6602,
    0.3605,
    1.039,
    0.0405,
    1.778,
    1.1017,
    0.6541,
    0.4121,
    0.3184,
    0.0217,
    0.6702,
    0.1744,
)
"""Weights that were climbed to by games won of two players, who have less time to wait for high numbers."""

LATE: Final = 0.19
"""What is left of the worth of rings in the last turn."""


class Taste:
    """What parts of a sheet are worth to a player."""

    most: float
    """What an empty box is worth above a penalty while there is room for everything."""
    pace: float
    """How many cells that will be filled an empty box needs to be worth most of that."""
    trust: float
    """How likely a ring is to be completed whose cells are all sure to be filled."""
    fill: vec[float]
    """For every number, how much a cell counts as one to be filled where nothing smaller fits; and ..."""
    close: vec[float]
    """... how likely such a cell is filled in time for a ring around it."""
    gaps: vec[float]
    """What an empty cell is worth as a place for a high number, by the empty cells around it."""
    wear: float
    """How much of that is gone where only the highest numbers fit."""
    fade: float
    """How much of that is gone when all boxes are filled."""

    def __init__(self, weights: tuple[float, ...]) -> None:
        """Take fourteen weights: most, pace, the patience behind fill and close, trust, seven gaps, wear, fade."""
        self.most = weights[0]
        self.pace = weights[1]
        self.fill = _chances(weights[2])
        self.close = _chances(weights[3])
        self.trust = weights[4]
        self.gaps = vec[float]()
        for i in range(5, 12):
            self.gaps = append(self.gaps, weights[i])
        self.wear = weights[12] / float(HIGHEST)
        self.fade = weights[13]

    def worth(self, cells: float, boxes: i64) -> float:
        """Return what empty boxes are worth with so many cells to be filled."""
        if boxes == 0:
            return 0.0
        n = float(boxes)
        return n * (float(PENALTY) + self.most * (1.0 - math.exp(-cells / (n * self.pace))))


def _chances(turns: float) -> vec[float]:
    """Return for every number how likely a roll of all dice within some turns has it, something higher or a 0."""
    table = vec[float]()
    for least in range(int(HIGHEST) + 1):
        miss = 1.0
        for die in range(int(DICE)):
            low = int(LOWEST[die])
            good = len([face for face in range(low, low + int(SIDES[die])) if face == 0 or face >= least])
            miss *= 1.0 - good / float(SIDES[die])
        table = append(table, 1.0 - math.pow(miss, turns))
    return table
