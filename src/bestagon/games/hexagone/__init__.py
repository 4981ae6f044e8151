"""hexaGONE: place hexagons on the table and claim the cards whose patterns they form."""

from bestagon.games.hexagone.game import GAME

__all__ = ["GAME"]
