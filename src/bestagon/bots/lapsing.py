"""A player that errs like people: it thinks, but now and then it plays in haste."""

from __future__ import annotations

from typing import Final

from bestagon.bots.mcts import Search
from bestagon.bots.players import Player
from bestagon.core.dice import Dice
from bestagon.core.position import Position

HASTE: Final = 25
"""In haste a player has this part of its iterations."""
WORD: Final = 1 << 32


class Lapsing(Player):
    """Searches, and in a share of its decisions searches far less."""

    def __init__(self, search: Search, hasty: Search, lapses: float) -> None:
        """Use `hasty` in a share `lapses` of the decisions."""
        self.search = search
        self.hasty = hasty
        self.lapses = lapses

    def choose(self, masked: Position, seat: int, dice: Dice) -> int:
        """Return an action of one of the two searches."""
        search = self.hasty if int(dice.word()) < self.lapses * WORD else self.search
        return int(search.choose(masked, seat, dice))


def hasty(iterations: int) -> int:
    """Return the iterations of a lapse."""
    return max(1, iterations // HASTE)
