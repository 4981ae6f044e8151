"""Actions of hexaGONE that a search must not overlook: plans, claims and the end of the turn are groups of their own."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hexagone.ai.planner import HexagonePlanner
from bestagon.games.hexagone.ai.weights import PLANS
from bestagon.games.hexagone.board import CELLS
from bestagon.games.hexagone.rules.moves import CLAIM, END, ROW
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.grid.bits import BITS

OTHERS: Final[i64] = 0
ENDS: Final[i64] = 1
CLAIMS: Final[i64] = 2
"""The first of the groups for the claims of each card."""
FIRSTS: Final = CLAIMS + ROW
"""The first of the groups for the first actions of plans."""


class HexagoneGroups:
    """Tells the best plan for each set of cards, the claims of each card and the end of the turn from all other actions.

    A hexagon that no plan uses can be placed in twenty ways that priors hardly tell apart. If such placements take all places in a race,
    the expert gives hexagons away before it does what it has planned.
    """

    count: i64
    """The number of plans that have a group."""
    firsts: vec[i64]
    """Their first actions."""

    def __init__(self) -> None:
        """Make room for the plans."""
        self.count = 0
        self.firsts = vec[i64]([i64(0)] * int(PLANS))

    def look(self, planner: HexagonePlanner, position: HexagonePosition, seat: i64) -> None:
        """Plan the rest of the seat's turn, and note how the best plan for each set of cards begins."""
        self.count = 0
        planner.plan(position, seat)
        sets: i64 = 0
        for k in range(planner.count):
            cards: i64 = 0
            for i in range(planner.kept_claim_count[k]):
                cards |= BITS[planner.kept_slots[ROW * k + i]]
            if (sets >> cards) & 1 == 0:
                sets |= BITS[cards]
                self.firsts[self.count] = planner.first_action(position, k)
                self.count += 1

    def group(self, action: i64) -> i64:
        """Return the group of an action."""
        for k in range(self.count):
            if self.firsts[k] == action:
                return FIRSTS + k
        if action >= CLAIM:
            return CLAIMS + (action - CLAIM) // (6 * CELLS)
        return ENDS if action == END else OTHERS
