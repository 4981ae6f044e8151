"""Ranking and endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from bestagon.games.hex_dice.board import ENDINGS, PATIENCE

if TYPE_CHECKING:
    from bestagon.games.hex_dice.rules.state import HexDicePosition


def score(position: HexDicePosition, seat: i64) -> i64:
    """Return the number of seats that currently rank below this one."""
    n: i64 = 0
    for other in range(position.seats):
        if other != seat and position.outranks(seat, other):
            n += 1
    return n


def beats(position: HexDicePosition, a: i64, b: i64) -> bool:
    """Tell whether `a` ranks above `b`: by order of elimination (7.4), then by units and values (7.3)."""
    first = position.elimination(a)
    second = position.elimination(b)
    if first or second:
        return second != 0 and (first == 0 or first > second)
    if position.ended_by != PATIENCE:
        return False
    if position.unit_count(a) != position.unit_count(b):
        return position.unit_count(a) > position.unit_count(b)
    return position.value_sum(a) > position.value_sum(b)


def ending(position: HexDicePosition) -> str:
    """Return how the game ended, empty while it runs."""
    return ENDINGS[position.ended_by] if position.over else ""
