"""Hex Roller: a roll-and-write game with shared dice and chains of numbers on each player's sheet."""

from bestagon.games.hex_roller.game import GAME

__all__ = ["GAME"]
