"""Scores, ranking and endings of Pocket Hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from bestagon.games.pocket_hexes.board import BOXES, HIGHEST, PENALTY

if TYPE_CHECKING:
    from bestagon.games.pocket_hexes.rules.state import PocketPosition


def score(position: PocketPosition, seat: i64) -> i64:
    """Return the sum of the boxes (PH 6.2)."""
    total: i64 = 0
    for i in range(BOXES):
        total += i64(position.boxes[seat * BOXES + i])
    return total


def beats(position: PocketPosition, a: i64, b: i64) -> bool:
    """Compare the scores, then the boxes from the highest down (PH 6.3)."""
    left = position.score(a)
    right = position.score(b)
    points = HIGHEST
    while left == right and points >= PENALTY:
        # The seat with fewer boxes of this value has a lower one in their place, or none.
        left = _boxes_with(position, a, points)
        right = _boxes_with(position, b, points)
        points -= 1
    return left > right


def _boxes_with(position: PocketPosition, seat: i64, points: i64) -> i64:
    n: i64 = 0
    for i in range(position.filled_boxes(seat)):
        if i64(position.boxes[seat * BOXES + i]) == points:
            n += 1
    return n


def solo_payoff(points: float) -> float:
    """Return the payoff of a solo score: 1 for nine 20s, 0 for 80 points, which takes good play."""
    return max(-1.0, min(1.0, (points - 80.0) / 100.0))


def ended_by_resignation(position: PocketPosition) -> bool:
    """Tell whether resignations have left at most one of several seats."""
    stayed: i64 = 0
    for seat in range(position.seats):
        if not position.resigned(seat):
            stayed += 1
    return stayed < 2 and position.seats > 1


def ending(position: PocketPosition) -> str:
    """Return how the game ended; empty while it runs."""
    if not position.over:
        return ""
    return "resigned" if ended_by_resignation(position) else "boxes"
