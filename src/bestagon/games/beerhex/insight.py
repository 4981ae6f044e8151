"""What a strong BeerHex player knows: how near both are to joining their sides, and what a game is worth in the match."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.beerhex.board import BETWEEN, FULL, count, far_side, flood, near_side, spread
from bestagon.games.beerhex.position_state import State

SAMPLES: Final[i64] = 24
JOINED: Final = 0.92
"""The chance of winning a game once one's sides are joined: an attack may still break them."""
STEEPNESS: Final = 0.6
"""How much one cap less to place is worth."""
TEMPO: Final = 0.5
"""What being next to act is worth, in caps."""
CHOICE: Final = 0.12
"""What one more cell that is on a shortest path is worth, in caps: it cannot be blocked so easily."""


class BeerHexInsight(Insight):
    """Compares the caps both players still need and turns that into the payoff to expect."""

    waves: vec[i64]
    """Room for the cells reached with 0, 1, 2, ... more caps from a side."""

    def __init__(self) -> None:
        """Look at many imagined boards, since a declaration is judged by how often it is right."""
        super().__init__(SAMPLES)
        self.waves = vec[i64]([0] * 26)

    def value(self, position: Position, seat: i64) -> float:
        """Return a million times the payoff to expect."""
        assert isinstance(position, State)
        if position.over:
            return 1e6 * position.payoff(seat) + float(position.score(seat))
        won = position.score(seat)
        lost = position.score(1 - seat)
        if position.phase == BETWEEN:
            return 1e6 * standing(position.sets, won, lost)
        p = self.chance(position, seat)
        return 1e6 * (p * standing(position.sets, won + 1, lost) + (1.0 - p) * standing(position.sets, won, lost + 1))

    def chance(self, position: State, seat: i64) -> float:
        """Return how likely the seat is to win the running game."""
        empty = ~position.occupied & FULL
        mine = self.nearness(position.symbols(seat), empty, seat)
        theirs = self.nearness(position.symbols(1 - seat), empty, 1 - seat)
        if mine == 0.0:
            return JOINED
        if theirs == 0.0:
            return 1.0 - JOINED
        lead = theirs - mine + (TEMPO if position.turn == seat else -TEMPO)
        return 1.0 - JOINED + (2.0 * JOINED - 1.0) / (1.0 + math.exp(-STEEPNESS * lead))

    def nearness(self, cells: i64, empty: i64, seat: i64) -> float:
        """Return the caps needed to join the seat's sides, less a little for each way to do it; 0 where they are joined."""
        waves = self.waves
        near = near_side(seat)
        far = far_side(seat)
        reach = flood(near, cells)
        waves[0] = reach
        steps: i64 = 0
        while not reach & far:
            onto = (near | spread(reach)) & empty & ~reach
            if not onto:
                return 9.0
            reach = flood(reach | onto, cells | reach | onto)
            steps += 1
            waves[steps] = reach
        if steps == 0:
            return 0.0
        return float(steps) - CHOICE * float(count(self._ways(cells, empty, seat, steps)))

    def _ways(self, cells: i64, empty: i64, seat: i64, steps: i64) -> i64:
        """Return the empty cells on a shortest path, from the waves of the near side and a wave back from the far one."""
        waves = self.waves
        side = far_side(seat)
        reach = flood(side, cells)
        ways: i64 = 0
        step = steps
        while step > 0:
            onto = (side | spread(reach)) & empty & ~reach
            ways |= onto & waves[step] & ~waves[step - 1]
            reach = flood(reach | onto, cells | reach | onto)
            step -= 1
        return ways


def standing(sets: i64, won: i64, lost: i64) -> float:
    """Return the payoff to expect with these games won and lost, all others being even."""
    if 2 * won > sets:
        return 1.0
    if 2 * lost > sets:
        return -1.0
    return 0.5 * float(won - lost)
