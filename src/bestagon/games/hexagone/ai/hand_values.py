"""What a hexagon in hand is worth, by kind and by how much of the game is left."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.games.hexagone.ai.weights import HAND_SCALE, HAND_VALUES, STAGES
from bestagon.games.hexagone.board import BAG, BLUE, GRAY, HEXAGONS, HIDDEN
from bestagon.games.hexagone.rules.state import HexagonePosition


def _interpolated() -> vec[float]:
    """Return the values for every number of hexagons in the bag: eight for each, by kind, then for a hidden one."""
    table = vec[float]()
    for bag in range(int(HEXAGONS) + 1):
        stage = 0
        while stage + 2 < len(STAGES) and bag > STAGES[stage + 1]:
            stage += 1
        share = min(1.0, (bag - STAGES[stage]) / (STAGES[stage + 1] - STAGES[stage]))
        for kind in range(8):
            low, high = HAND_VALUES[stage][kind], HAND_VALUES[stage + 1][kind]
            table = append(table, HAND_SCALE * (low + share * (high - low)))
    return table


TABLE: Final = _interpolated()


def stage_of(position: HexagonePosition) -> i64:
    """Return where the values of the position begin in TABLE; with more players the same bag means fewer turns for each."""
    return 8 * (2 * position.pool_size(BAG) // position.seats)


def gray_value(stage: i64) -> float:
    """Return the value of a gray or cracked hexagon."""
    return TABLE[stage + GRAY]


def blue_value(stage: i64) -> float:
    """Return the value of a blue hexagon."""
    return TABLE[stage + BLUE]


def hidden_value(stage: i64) -> float:
    """Return the value of a hexagon of unknown kind."""
    return TABLE[stage + HIDDEN]
