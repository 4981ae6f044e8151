"""What a strong player of Hex Dice knows: what units are worth, who attacks whom, and how near the bases are."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.hex_dice.board import GROUND, LIVE, MOUNTAIN, OWNER, PLAY, REROLL, SEAT, SHOOT, TOKEN, VALUE
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, HAND

WORTH: Final = vec[float]([0.0, 3.0, 3.5, 5.0, 6.0, 8.0, 6.5, 8.0])
"""What a unit of each value is worth; 7 is one that may become anything."""
TOKEN_COST: Final = 0.5
NEAR: Final = 0.25
"""For each step that the foremost unit is nearer to an enemy base."""
ADVANCE: Final = 0.05
"""The same for all units."""
LOST_NEXT: Final = 0.9
"""How much of the best capture a player who is on turn can make is as good as made."""
LATER: Final = 0.25
"""How much of a capture is worth that the other side can still answer."""
DOOM: Final = 1000.0
"""What it is worth to take a base, or the last unit of an army."""
THREAT: Final = 5.0
"""What it is worth where the other side can still do something about it."""
HOLD: Final = 10.0
"""What a unit more is worth when patience has run out (7.3)."""


class HexDiceInsight(Insight):
    """Counts units, captures that are due, and the way to the bases."""

    out: vec[i32]
    """Room to list actions in."""
    cover: vec[u8]
    """For every cell, the strongest attack the seat in question could answer with."""

    def __init__(self) -> None:
        """Look at a few futures: a re-roll has six."""
        super().__init__(6)
        self.out = vec[i32]([i32(0)] * 256)
        self.cover = vec[u8]([u8(0)] * 217)

    def value(self, position: Position, seat: i64) -> float:
        """Return the strength of the seat less the mean of the others, with what is about to be captured."""
        assert isinstance(position, HexDicePosition)
        if position.over:
            return 1e6 * position.payoff(seat) + float(position.score(seat))
        if position.out_at(seat):
            return -1000.0 + 100.0 * float(position.score(seat))
        others = 1.0 / float(position.inside - 1)
        value = self._strength(position, seat) + 20.0 * float(position.score(seat))
        spent = float(position.quiet) / float(position.patience * position.inside)
        for foe in range(position.seats):
            if foe != seat and position.out_at(foe) == 0:
                value -= others * self._strength(position, foe)
                if position.phase >= PLAY:
                    value += self._exchange(position, seat, foe, others, spent)
                    value += others * HOLD * spent * spent * lead(position, seat, foe)
        return value

    def _strength(self, position: HexDicePosition, seat: i64) -> float:
        """Return what the seat's dice are worth, and how far they have come."""
        value = 0.0
        for v in range(1, 7):
            value += WORTH[v] * float(position.camps[CAMP * seat + HAND + v])
        nearest: i64 = 99
        for i in range(position.count(seat)):
            cell = position.man(seat, i)
            code = i64(position.cells[cell])
            value += WORTH[code & VALUE] - TOKEN_COST * float((code // TOKEN) & 7)
            if code & VALUE != 6:
                away = self._away(position, seat, cell)
                value -= ADVANCE * float(away)
                if away < nearest:
                    nearest = away
        return value - NEAR * float(nearest) if nearest < 99 else value

    def _away(self, position: HexDicePosition, seat: i64, cell: i64) -> i64:
        """Return the distance to the nearest enemy base."""
        best: i64 = 99
        for foe in range(position.seats):
            base = position.base(foe)
            if foe != seat and base >= 0 and position.out_at(foe) == 0:
                away = position.board.away(cell, base)
                if away < best:
                    best = away
        return best if best < 99 else 0

    def _exchange(self, position: HexDicePosition, seat: i64, foe: i64, others: float, spent: float) -> float:
        """Return what the seat can take from the foe less what the foe can take from it, whoever is on turn first."""
        gain = self._best_capture(position, seat, foe)
        loss = self._best_capture(position, foe, seat)
        # Threats that lead nowhere count for less and less, or two players would repeat them until patience ends.
        later = LATER * (1.0 - spent)
        if position.turn == seat:
            return others * (LOST_NEXT * gain - later * (loss if loss < DOOM else THREAT))
        return others * later * (gain if gain < DOOM else THREAT) - LOST_NEXT * loss

    def _best_capture(self, position: HexDicePosition, seat: i64, foe: i64) -> float:
        """Return the worth of the best the seat could do to the foe at once."""
        cells = position.cells
        to = position.board.to
        out = self.out
        self._cover(position, foe)
        cover = self.cover
        base = position.base(foe)
        whose = (foe + 1) * SEAT
        best = 0.0
        n = position.all_ways(seat, out)
        for i in range(n):
            action = i64(out[i])
            slot = action & 63
            if slot >= REROLL:
                continue
            target = i64(to[action])
            code = i64(cells[target])
            held = code & VALUE
            if target == base and held == 0 and code & LIVE and slot < SHOOT:
                return DOOM
            if held == 0 or code & OWNER != whose:
                continue
            unit = i64(cells[action >> 6])
            if attack(unit & VALUE) < position.armour(target):
                continue
            if position.count(foe) == 1 or (target == base and slot < SHOOT):
                return DOOM
            gain = WORTH[held]
            if slot < SHOOT:
                stand = (unit & VALUE) - ((unit // TOKEN) & 7)
                ground = code & GROUND
                if ground:
                    stand += 2 if ground == MOUNTAIN else 1
                if i64(cover[target]) >= stand:
                    gain -= LOST_NEXT * WORTH[unit & VALUE]
            if gain > best:
                best = gain
        return best

    def _cover(self, position: HexDicePosition, seat: i64) -> None:
        """Note for every cell how hard the seat could strike there; merges show what protects its own units."""
        cover = self.cover
        to = position.board.to
        for cell in range(position.board.size):
            cover[cell] = 0
        n = position.all_ways(seat, self.out)
        for i in range(n):
            action = i64(self.out[i])
            if action & 63 < SHOOT:
                self._note(i64(to[action]), attack(i64(position.cells[action >> 6]) & VALUE))
        for i in range(position.count(seat)):
            at = position.man(seat, i) << 6
            if i64(position.cells[at >> 6]) & VALUE == 6:
                for d in range(6):
                    near = i64(to[at + 3 * d])
                    if near >= 0:
                        self._note(near, 6)

    def _note(self, cell: i64, strike: i64) -> None:
        if i64(self.cover[cell]) < strike:
            self.cover[cell] = u8(strike)


def lead(position: HexDicePosition, seat: i64, foe: i64) -> float:
    """Return by how much the seat would win if patience ended now, in units."""
    return float(position.count(seat) - position.count(foe)) + 0.04 * float(position.total(seat) - position.total(foe))


def attack(value: i64) -> i64:
    """Return the attack of a unit."""
    return value + 1 if value < 6 else 6
