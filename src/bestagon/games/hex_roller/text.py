"""The sheets as text."""

from __future__ import annotations

from bestagon.games.hex_roller.position import RollerPosition


def draw(position: RollerPosition, name: object) -> str:
    """Return."""
    return ""


def prompt(position: RollerPosition, seat: int) -> str:
    """Return."""
    return ""
