"""Pocket Hexes: roll dice, write numbers into a hexagon and score the ones you surround."""

from bestagon.games.pocket_hexes.game import GAME

__all__ = ["GAME"]
