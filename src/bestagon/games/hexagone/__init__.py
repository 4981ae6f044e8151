"""hexaGONE: lay hexagons, and claim the cards whose patterns lie on the table."""

from bestagon.games.hexagone.game import GAME

__all__ = ["GAME"]
