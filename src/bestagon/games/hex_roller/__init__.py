"""Hex Roller: eight dice for everybody, two numbers a round, chains of them on your own sheet."""

from bestagon.games.hex_roller.game import GAME

__all__ = ["GAME"]
