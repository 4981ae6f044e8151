"""A sheet's score, line by line."""

from __future__ import annotations

from typing import NamedTuple

from bestagon.games.hex_roller.position import RollerPosition
from bestagon.games.hex_roller.position_points import area_points, bonus_points, pair_points, row_points
from bestagon.games.hex_roller.position_state import GREEN, RED, STRIDE


class Line(NamedTuple):
    """One kind of points."""

    kind: str
    """areas, middle, pairs, bonuses, red or green."""
    points: int
    detail: str
    """What the points are for, in a few signs; empty where there is nothing to tell apart."""


def breakdown(position: RollerPosition, seat: int) -> list[Line]:
    """Return what the seat's sheet scores as it stands, kind by kind (HR 4.1 to 4.5)."""
    sheet, state, base = position.sheet, position.state, seat * int(STRIDE)
    areas = {letter: int(area_points(sheet, state, base, i)) for i, letter in enumerate(sheet.letters)}
    middle = areas.pop(sheet.letters[-1])
    pairs = {str(number): int(pair_points(sheet, state, base, number)) for number in range(3, 9)}
    return [
        Line("areas", sum(areas.values()), _scoring(areas)),
        Line("middle", middle, ""),
        Line("pairs", sum(pairs.values()), _scoring(pairs)),
        Line("bonuses", int(bonus_points(state, base)), ""),
        Line("red", int(row_points(state[base + RED])), ""),
        Line("green", int(row_points(state[base + GREEN])), ""),
    ]


def _scoring(parts: dict[str, int]) -> str:
    return " ".join(name if name == str(points) else f"{name}:{points}" for name, points in parts.items() if points)
