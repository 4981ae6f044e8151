"""BeerHex: connect your sides with symbols that nobody else can see."""

from bestagon.games.beerhex.game import GAME

__all__ = ["GAME"]
