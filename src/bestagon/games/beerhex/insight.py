"""What a strong BeerHex player knows: how near both are to joining their sides, and what a game is worth in the match."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.beerhex.board import (
    BETWEEN,
    DECLARE,
    FIRST_TRIPLE,
    FULL,
    NEVER,
    NOT_CENTRE,
    START,
    TRIPLES,
    TURN,
    far_side,
    flood,
    joined,
    near_side,
    spread,
)
from bestagon.games.beerhex.position_state import State
from bestagon.grid.bits import count, lowest, nth

SAMPLES: Final[i64] = 24
JOINED: Final = 0.92
"""The chance of winning a game once one's sides are joined: an attack may still break them."""
STEEPNESS: Final = 1.3
"""How much one cap less to place is worth."""
TEMPO: Final = 0.1
"""What being next to act is worth, in caps."""
CHOICE: Final = 0.08
"""What one more cell on a shortest path is worth, in caps: it cannot be blocked so easily."""
SUSPICION: Final = 0.8
"""How far the opponent's face-down caps are taken for the opponent's symbols, whatever has been imagined under them."""
EXPOSED: Final = 0.8
"""What it costs, in caps, that three of one's own symbols could be attacked together; and for each such three:"""
EXPOSED_MORE: Final = 0.1
HOPE: Final = 0.8
"""What a running game is worth at least, so that nobody declares before nearly every imagined board says so."""
LOST: Final = 9.0
"""How many caps it counts as to have no path left: attacks may open one."""

HORIZON: Final[i64] = 4
"""Longer playouts believe too much of what was imagined."""
DISTRUST: Final = 0.97
"""As SUSPICION, for the search."""
SLOPE: Final = 0.7
"""As STEEPNESS, for the search, whose playouts blur a lead."""
EVEN: Final = 0.65
"""The chance of winning an even game, and the least and the most there is.

They are hopeful on purpose, for both seats: what is imagined makes a wrong declaration look right too often, and who
believes in the running game does not make one.
"""
WORST: Final = 0.3
BEST: Final = 0.97
OWN: Final[i64] = 95
"""How many caps in a hundred hide the own symbol in a playout; and how many of these go onto somebody's shortest path:"""
ON_PATH: Final[i64] = 50


class BeerHexInsight(Insight):
    """Compares the caps both players still need and turns that into the payoff to expect.

    What is imagined under the opponent's caps is as often one symbol as the other, but people put their own symbols
    where they need them. So moves are judged mostly by the colours of caps, and only declarations by what was imagined.
    """

    waves: vec[i64]
    """Room for the cells reached with 0, 1, 2, ... more caps from a side."""

    def __init__(self) -> None:
        """Look at many imagined boards, since a declaration is judged by how often it is right."""
        super().__init__(SAMPLES, HORIZON)
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

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff to expect, from the chance to win the running game and the games won so far."""
        assert isinstance(position, State)
        if position.over:
            return position.payoff(seat)
        won = position.score(seat)
        lost = position.score(1 - seat)
        if position.phase == BETWEEN:
            return standing(position.sets, won, lost)
        mine = position.symbols(seat)
        theirs = position.symbols(1 - seat)
        dark = position.caps(1 - seat) & ~position.up
        p = DISTRUST * self._outlook(position, seat, mine & ~dark, theirs | dark)
        p += (1.0 - DISTRUST) * self._outlook(position, seat, mine, theirs)
        return p * standing(position.sets, won + 1, lost) + (1.0 - p) * standing(position.sets, won, lost + 1)

    def _outlook(self, position: State, seat: i64, mine: i64, theirs: i64) -> float:
        """Return how likely the seat is to win the running game, if these are the symbols."""
        empty = ~position.occupied & FULL
        lead = self.nearness(theirs, empty, 1 - seat) - self.nearness(mine, empty, seat)
        if position.turn == seat:
            lead += TEMPO
        else:
            lead -= TEMPO
        tilt = 2.0 / (1.0 + math.exp(-SLOPE * lead)) - 1.0
        if tilt > 0.0:
            return EVEN + (BEST - EVEN) * tilt
        return EVEN + (EVEN - WORST) * tilt

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a declaration where it is right and the seat can know it, else mostly one's own symbol, and often on a shortest path."""
        assert isinstance(position, State)
        if position.phase == BETWEEN:
            return START + seat
        if position.phase == TURN:
            dark = position.caps(1 - seat) & ~position.up
            if joined(position.symbols(seat) & ~dark, seat):
                return DECLARE
        cells = ~position.occupied & FULL
        if position.turns == 0:  # BH 3.2
            cells &= NOT_CENTRE
        own = (position.hands >> (8 * seat)) & 15 != 0
        other = (position.hands >> (8 * seat + 4)) & 15 != 0
        if other and (not own or dice.below(100) >= OWN):
            return 2 * lowest(nth(cells, dice.below(count(cells)))) + 1
        if dice.below(100) < ON_PATH:
            who = dice.below(2)
            ways = self._paths(position.symbols(who), cells, who)
            if ways:
                cells = ways
        return 2 * lowest(nth(cells, dice.below(count(cells))))

    def _paths(self, cells: i64, empty: i64, seat: i64) -> i64:
        """Return the empty cells on a shortest path between the seat's sides; none where they are joined or cut off."""
        steps = self._measure(cells, empty, seat)
        if steps == NEVER:
            return 0
        return self._ways(cells, empty, seat, steps)

    def chance(self, position: State, seat: i64) -> float:
        """Return how likely the seat is to win the running game, from HOPE upwards."""
        mine = position.symbols(seat)
        theirs = position.symbols(1 - seat)
        dark = position.caps(1 - seat) & ~position.up
        exposed = exposure(mine & ~dark & ~position.up)
        plain = self._chance(position, seat, mine, theirs, 0.0)
        suspicious = self._chance(position, seat, mine & ~dark, theirs | dark, exposed)
        return HOPE + (1.0 - HOPE) * ((1.0 - SUSPICION) * plain + SUSPICION * suspicious)

    def _chance(self, position: State, seat: i64, mine: i64, theirs: i64, exposed: float) -> float:
        empty = ~position.occupied & FULL
        lead = self.nearness(theirs, empty, 1 - seat) - self.nearness(mine, empty, seat) - exposed
        if position.turn == seat:
            lead += TEMPO
        else:
            lead -= TEMPO
        return 1.0 - JOINED + (2.0 * JOINED - 1.0) / (1.0 + math.exp(-STEEPNESS * lead))

    def nearness(self, cells: i64, empty: i64, seat: i64) -> float:
        """Return the caps needed to join the seat's sides, less a little for each way to do it; 0 where they are joined."""
        steps = self._measure(cells, empty, seat)
        if steps == NEVER:
            return LOST
        if steps == 0:
            return 0.0
        return float(steps) - CHOICE * float(count(self._ways(cells, empty, seat, steps)))

    def _measure(self, cells: i64, empty: i64, seat: i64) -> i64:
        """Return the caps needed to join the seat's sides, or NEVER, and note the waves on the way."""
        waves = self.waves
        near = near_side(seat)
        far = far_side(seat)
        reach = flood(near, cells)
        waves[0] = reach
        steps: i64 = 0
        while not reach & far:
            onto = (near | spread(reach)) & empty & ~reach
            if not onto:
                return NEVER
            reach = flood(reach | onto, cells | reach | onto)
            steps += 1
            waves[steps] = reach
        return steps

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


def exposure(cells: i64) -> float:
    """Return what it costs, in caps, that these cells could be attacked three at a time."""
    n: i64 = 0
    cell: i64 = 0
    while cells >> cell:
        if (cells >> cell) & 1:
            i = FIRST_TRIPLE[cell]
            end = FIRST_TRIPLE[cell + 1]
            while i < end:
                if not TRIPLES[i] & ~cells:
                    n += 1
                i += 1
        cell += 1
    return EXPOSED + EXPOSED_MORE * float(n) if n > 0 else 0.0


def standing(sets: i64, won: i64, lost: i64) -> float:
    """Return the payoff to expect with these games won and lost, all others being even."""
    if 2 * won > sets:
        return 1.0
    if 2 * lost > sets:
        return -1.0
    return 0.5 * float(won - lost)
