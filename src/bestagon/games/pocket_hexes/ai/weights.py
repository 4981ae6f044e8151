"""The tuned numbers behind Pocket Hexes bots."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.games.pocket_hexes.board import DICE, HIGHEST, LOWEST, PENALTY, SIDES

LATE: Final = 0.19
"""The share of their value that incomplete rings keep in the last turn."""
PAYOFF_VALUE: Final = 1e6
"""The value of a payoff of 1."""
SAFE_LEAD_LATE: Final = 9.0
"""The lead, in points, that is safe in the last turn ..."""
SAFE_LEAD: Final = 19.8
"""... and before it."""
LEAD: Final = 2.0
"""The lead at the end of a playout that is worth three quarters of a win when all boxes of a player are filled, ..."""
LEAD_PER_BOX: Final = 2.0
"""... and how much it grows with each box that nobody has filled: the more there are, the less a playout says about the result."""
SOLO_TURNS: Final[i64] = 3
"""Playouts of solo games are estimated after so many turns: these games are long, and the dice of all turns hide what a write does."""
SOLO_LEAD: Final = 100.0
"""The points that a payoff of 1 is worth in a solo game."""
PRIOR_POINTS: Final = 0.6
"""The points that a prior e times as high stands for ..."""
PRIOR_ROUNDS: Final = 8.0
"""... and the playouts that they count for."""
POINTS_PER_TURN: Final[i64] = 4
"""What a rival is expected to score in a turn of a playout, where nothing better is known."""
PRIOR_TEMPERATURE: Final = 30000.0
"""A write that gains PRIOR_POINTS more has a prior e times as high."""


NAMES: Final = ("box_value", "pace", "fill_turns", "close_turns", "trust", *(f"gap_{around}" for around in range(7)), "wear", "fade")
"""The numbers behind the weights: `fill` and `close` are chances within so many turns."""


class PocketWeights:
    """The values of the parts of a sheet."""

    numbers: tuple[float, ...]
    """The numbers that they were made from."""
    box_value: float
    """The value of an empty box above a penalty while there is room for everything."""
    pace: float
    """The number of fillable cells per empty box at which a box has most of that value."""
    trust: float
    """The chance that a ring gets completed if all its cells are sure to be filled."""
    fill: vec[float]
    """For each number, how far a cell where nothing smaller fits counts as fillable, and ..."""
    close: vec[float]
    """... the chance that such a cell is filled in time for a ring around it."""
    gaps: vec[float]
    """The value of an empty cell as a place for a high number, by the number of empty cells around it."""
    wear: float
    """How much of the value of a gap is lost per point of the smallest number that fits."""
    fade: float
    """How much of the value of a gap is lost when all boxes are filled."""

    def __init__(self, numbers: tuple[float, ...]) -> None:
        """Take 14 numbers, in the order of NAMES."""
        self.numbers = numbers
        self.box_value = numbers[0]
        self.pace = numbers[1]
        self.fill = _roll_chances(numbers[2])
        self.close = _roll_chances(numbers[3])
        self.trust = numbers[4]
        self.gaps = vec[float]()
        for i in range(5, 12):
            self.gaps = append(self.gaps, numbers[i])
        self.wear = numbers[12] / float(HIGHEST)
        self.fade = numbers[13]

    def boxes_value(self, cells: float, boxes: i64) -> float:
        """Return the value of empty boxes for a given number of fillable cells."""
        if boxes == 0:
            return 0.0
        n = float(boxes)
        return n * (float(PENALTY) + self.box_value * (1.0 - math.exp(-cells / (n * self.pace))))


def _roll_chances(turns: float) -> vec[float]:
    """Return for each number the chance that all dice, rolled for some turns, show it, a higher number or a 0."""
    table = vec[float]()
    for least in range(int(HIGHEST) + 1):
        miss = 1.0
        for die in range(int(DICE)):
            low = int(LOWEST[die])
            good = len([face for face in range(low, low + int(SIDES[die])) if face == 0 or face >= least])
            miss *= 1.0 - good / float(SIDES[die])
        table = append(table, 1.0 - math.pow(miss, turns))
    return table


SOLO: Final = PocketWeights((10.9884, 0.7516, 0.9661, 0.6241, 1.0139, 0.0276, 1.3423, 0.8886, 0.8125, 0.023, 0.3522, 0.1, 0.8416, 0.2361))
"""Found by hill climbing on the mean solo score."""
RIVALS: Final = PocketWeights(
    (6.5502, 0.7516, 0.6602, 0.3605, 1.039, 0.0405, 1.778, 1.1017, 0.6541, 0.4121, 0.3184, 0.0217, 0.6702, 0.1744)
)
"""Found by hill climbing on the games won by one of two players, who cannot wait as long for high numbers."""


class PocketTuning:
    """The weights of an evaluator, for solo games and for others."""

    solo: PocketWeights
    rivals: PocketWeights

    def __init__(self, solo: PocketWeights, rivals: PocketWeights) -> None:
        """Use these weights."""
        self.solo = solo
        self.rivals = rivals

    def weights_for(self, seats: i64) -> PocketWeights:
        """Return the weights for a number of players."""
        return self.solo if seats == 1 else self.rivals

    def numbers(self) -> dict[str, float]:
        """Return all numbers by name."""
        solo, rivals = self.solo.numbers, self.rivals.numbers
        named = {f"solo_{name}": number for name, number in zip(NAMES, solo, strict=True)}
        return named | {f"rivals_{name}": number for name, number in zip(NAMES, rivals, strict=True)}


def tuning_of(numbers: dict[str, float]) -> PocketTuning:
    """Return the tuning that has these numbers."""
    solo, rivals = (PocketWeights(tuple(numbers[f"{kind}_{name}"] for name in NAMES)) for kind in ("solo", "rivals"))
    return PocketTuning(solo, rivals)


HAND_MADE: Final = PocketTuning(SOLO, RIVALS)
