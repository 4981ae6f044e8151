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
    ATTACK,
    BETWEEN,
    DECLARE,
    FIRST_TRIPLE,
    FULL,
    NOT_CENTRE,
    START,
    TRIPLES,
    TURN,
    far_side,
    flood,
    joined,
    near_side,
    needed,
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


class BeerHexInsight(Insight):
    """Compares the caps both players still need and turns that into the payoff to expect.

    What is imagined under the opponent's caps is as often one symbol as the other, but people put their own symbols
    where they need them. So moves are judged mostly by the colours of caps, and only declarations by what was imagined.
    """

    t_steep: float
    t_susp: float
    t_tempo: float
    t_cap: float
    t_floor: float
    t_em: float
    t_et: float
    t_choice: float
    t_true: float
    t_mirror: float
    p_own: i64
    p_attack: i64
    p_tries: i64
    p_way: i64
    p_sure: i64
    waves: vec[i64]
    """Room for the cells reached with 0, 1, 2, ... more caps from a side."""

    def __init__(self) -> None:
        """Look at many imagined boards, since a declaration is judged by how often it is right."""
        super().__init__(SAMPLES, 4)
        self.t_steep = 1.0
        self.t_susp = 1.0
        self.t_tempo = 0.5
        self.t_cap = 0.95
        self.t_floor = 0.3
        self.t_em = 0.3
        self.t_et = 0.3
        self.t_choice = 0.08
        self.t_true = 0.0
        self.t_mirror = 0.0
        self.p_own = 85
        self.p_attack = 50
        self.p_tries = 2
        self.p_way = 50
        self.p_sure = 1
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
        """Return the payoff."""
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
        p = 0.0
        if self.t_susp > 0.0:
            p += self.t_susp * self._prob(position, seat, mine & ~dark, theirs | dark)
        if self.t_susp < 1.0:
            p += (1.0 - self.t_susp) * self._prob(position, seat, mine, theirs)
        if self.t_true > 0.0 and p < self.t_true and decided(position, seat):
            p = self.t_true
        if self.t_mirror > 0.0 and p > 1.0 - self.t_mirror and decided(position, 1 - seat):
            p = 1.0 - self.t_mirror
        return p * standing(position.sets, won + 1, lost) + (1.0 - p) * standing(position.sets, won, lost + 1)

    def _prob(self, position: State, seat: i64, mine: i64, theirs: i64) -> float:
        empty = ~position.occupied & FULL
        lead = self.nearness(theirs, empty, 1 - seat) - self.nearness(mine, empty, seat)
        if position.turn == seat:
            lead += self.t_tempo
        else:
            lead -= self.t_tempo
        if self.t_em > 0.0:
            lead -= self.t_em * threes(mine & ~position.up)
        if self.t_et > 0.0:
            lead += self.t_et * threes(theirs & ~position.up)
        p = 1.0 / (1.0 + math.exp(-self.t_steep * lead))
        return self.t_floor + 0.5 - 0.5 * self.t_cap + (self.t_cap - self.t_floor) * p

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return an action."""
        assert isinstance(position, State)
        if position.phase == BETWEEN:
            return START + seat
        mine = position.symbols(seat)
        if position.phase == TURN:
            sure = mine
            if self.p_sure == 1:
                sure &= ~(position.caps(1 - seat) & ~position.up)
            if joined(sure, seat):
                return DECLARE
            if dice.below(100) < self.p_attack:
                safe = ~(position.symbols(1 - seat) & ~position.up)
                k: i64 = 0
                while k < self.p_tries:
                    i = dice.below(DECLARE - ATTACK)
                    if not TRIPLES[i] & safe:
                        return ATTACK + i
                    k += 1
        cells = ~position.occupied & FULL
        if position.turns == 0:
            cells &= NOT_CENTRE
        hand = position.hands >> (8 * seat)
        kind: i64 = 0
        if hand & 15 == 0 or ((hand >> 4) & 15 and dice.below(100) >= self.p_own):
            kind = 1
        if kind == 0:
            r = dice.below(100)
            ways: i64 = 0
            if r < self.p_way:
                if r & 1:
                    ways = self._paths(mine, cells, seat)
                else:
                    ways = self._paths(position.symbols(1 - seat), cells, 1 - seat)
            if ways:
                cells = ways
        return 2 * lowest(nth(cells, dice.below(count(cells)))) + kind

    def _paths(self, cells: i64, empty: i64, seat: i64) -> i64:
        waves = self.waves
        near = near_side(seat)
        far = far_side(seat)
        reach = flood(near, cells)
        waves[0] = reach
        steps: i64 = 0
        while not reach & far:
            onto = (near | spread(reach)) & empty & ~reach
            if not onto:
                return 0
            reach = flood(reach | onto, cells | reach | onto)
            steps += 1
            waves[steps] = reach
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
        waves = self.waves
        near = near_side(seat)
        far = far_side(seat)
        reach = flood(near, cells)
        waves[0] = reach
        steps: i64 = 0
        while not reach & far:
            onto = (near | spread(reach)) & empty & ~reach
            if not onto:
                return LOST
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


def decided(position: State, seat: i64) -> bool:
    """Tell whether a declaration would be right."""
    if joined(position.symbols(seat), seat):
        return True
    opponent = 1 - seat
    caps = ((position.hands >> (8 * opponent)) & 15) + ((position.hands >> (8 * seat + 4)) & 15)
    return needed(position.symbols(opponent), ~position.occupied & FULL, opponent) > caps


def threes(cells: i64) -> float:
    """Return 1 where three of these cells could be attacked together."""
    rest = cells
    while rest:
        bit = rest & -rest
        rest ^= bit
        near = spread(bit) & cells & ~bit
        if near & (near - 1):
            return 1.0
    return 0.0


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
