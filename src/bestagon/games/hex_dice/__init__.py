"""Hex Dice: armies of dice on a hexagonal map, each value a unit with its own moves."""

from bestagon.games.hex_dice.game import GAME

__all__ = ["GAME"]
