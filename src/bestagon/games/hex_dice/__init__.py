"""Hex Dice: armies of dice on a hexagon, each die a unit with ways of its own."""

from bestagon.games.hex_dice.game import GAME

__all__ = ["GAME"]
