"""What a strong player of Hex Dice knows: what units are worth, who attacks whom, and how near the bases are."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from bestagon.core.dice import Dice
from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.hex_dice.board import (
    BECOME,
    GROUND,
    KEEP,
    LIVE,
    MOUNTAIN,
    OWNER,
    PLAY,
    REROLL,
    REROLLS,
    SEAT,
    SHOOT,
    TOKEN,
    TURN_INTO,
    VALUE,
)
from bestagon.games.hex_dice.insight_oldlook import DOOM, SEATS, WORTH, Look, attack, stand
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, HAND

TOKEN_COST: Final = 0.5
NEAR: Final = 0.25
"""For each step that the foremost unit is nearer to an enemy base."""
ADVANCE: Final = 0.05
"""The same for all units."""
LOST_NEXT: Final = 0.9
"""How much of the best capture a player who is on turn can make is as good as made."""
LATER: Final = 0.25
"""How much of a capture is worth that the other side can still answer."""
THREAT: Final = 5.0
"""What it is worth where the other side can still do something about it."""
HOLD: Final = 10.0
"""What a unit more is worth when patience has run out (7.3)."""
SCALE: Final = 9.0
"""How much worth makes a win e times as likely as a loss."""
HORIZON: Final = 1
"""How many actions a playout goes on: threats are part of the estimate."""


class OldInsight(Insight):
    """Counts units, captures that are due, and the way to the bases."""

    out: vec[i32]
    """Room to list actions in."""
    cover: vec[u8]
    """For every cell, the strongest attack the seat in question could answer with."""

    look: Look
    bag: vec[i32]
    """Scratch: the actions a playout draws from, likelier ones more often."""
    power: vec[float]
    """What every seat has, less what it is about to lose, in the position judged last."""
    judged: HexDicePosition | None
    """The position judged last."""

    def __init__(self, horizon: i64 = HORIZON) -> None:
        """Look at a few futures, a re-roll has six, and cut playouts off early."""
        super().__init__(6, horizon)
        self.out = vec[i32]([i32(0)] * 256)
        self.cover = vec[u8]([u8(0)] * 217)
        self.look = Look()
        self.bag = vec[i32]([i32(0)] * 4096)
        self.power = vec[float]([0.0] * SEATS)
        self.judged = None

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

    # What the search asks for.

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the mean over the opponents of how sure the seat is to end above or below each."""
        assert isinstance(position, HexDicePosition)
        if position.over:
            return position.payoff(seat)
        self._judge(position)
        power = self.power
        total = 0.0
        for foe in range(position.seats):
            if foe == seat:
                continue
            if position.out_at(seat) or position.out_at(foe):
                total += 1.0 if position.above(seat, foe) else -1.0
            else:
                total += squash((power[seat] - power[foe]) / SCALE)
        return total / float(position.seats - 1)

    def _judge(self, position: HexDicePosition) -> None:
        """Work out the power of all seats, unless that is known from the seat asked for before."""
        last = self.judged
        if last is not None and same(position, last):
            return
        if last is None or last.board is not position.board:
            twin = position.blank()
            assert isinstance(twin, HexDicePosition)
            last = twin
            self.judged = last
        last.copy_from(position)
        last.patience = position.patience
        power = self.power
        spent = float(position.quiet) / float(position.patience * position.inside)
        for seat in range(position.seats):
            power[seat] = 0.0
            if position.out_at(seat) == 0:
                power[seat] = self._strength(position, seat)
                if position.phase >= PLAY:
                    power[seat] += HOLD * spent * spent * (float(position.count(seat)) + 0.04 * float(position.total(seat)))
        if position.phase >= PLAY:
            self.look.at(position)
            self.look.captures(position)
            self._subtract_losses(position, spent)

    def _subtract_losses(self, position: HexDicePosition, spent: float) -> None:
        """Take away the most that any foe can do to each seat, the more the less it can still do about it."""
        best = self.look.best
        seats = position.seats
        turn = position.turn
        later = LATER * (1.0 - spent)
        # Who is on turn makes one capture only.
        chosen: i64 = 0
        for foe in range(seats):
            if best[SEATS * turn + foe] > best[SEATS * turn + chosen]:
                chosen = foe
        for seat in range(seats):
            most = 0.0
            due = (seat - turn + seats) % seats
            for foe in range(seats):
                gain = best[SEATS * foe + seat]
                if gain <= 0.0:
                    continue
                if (foe - turn + seats) % seats < due and (foe != turn or seat == chosen):
                    gain *= LOST_NEXT
                else:
                    gain = later * (gain if gain < DOOM else THREAT)
                if gain > most:
                    most = gain
            self.power[seat] -= most

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a winning action, else a good capture, else something sensible; set-up is as chance will have it."""
        assert isinstance(position, HexDicePosition)
        phase = position.phase
        if phase < PLAY:
            if phase == REROLLS:
                return self._worst_die(position, seat)
            return position.pick(seat, dice, out)
        if phase == BECOME:
            return position.board.rest + TURN_INTO + (5 if dice.below(2) else dice.roll(6))
        look = self.look
        look.at(position)
        if phase == PLAY:
            first = i64(look.ends[seat])
            end = i64(look.ends[seat + 1])
        else:
            first = 0
            end = position.ways(seat, position.focus, False, 0, look.ways)
        best: i64 = -1
        most = 0.0
        for i in range(first, end):
            gain = look.takes(position, seat, i64(look.ways[i]))
            if gain > most:
                if gain >= DOOM:
                    return i64(look.ways[i])
                most = gain
                best = i64(look.ways[i])
        if best >= 0 and dice.below(8):
            return best
        n = self._fill(position, seat, first, end)
        if n == 0:
            return position.pick(seat, dice, out)
        return i64(self.bag[dice.below(n)])

    def _worst_die(self, position: HexDicePosition, seat: i64) -> i64:
        """Return the re-roll of the lowest die, where it is a low one."""
        for v in range(1, 4):
            if position.camps[CAMP * seat + HAND + v]:
                return position.board.rest + KEEP + v
        return position.board.rest + KEEP

    def _fill(self, position: HexDicePosition, seat: i64, first: i64, end: i64) -> i64:
        """Fill the bag with moves that hang nothing, those that lead forward more often, and return how many there are."""
        look = self.look
        bag = self.bag
        board = position.board
        cells = position.cells
        n: i64 = 0
        at: i64 = -1
        away: i64 = 0
        unit: i64 = 0
        hurry: i64 = 1
        for i in range(first, end):
            action = i64(look.ways[i])
            if action >> 6 != at:
                at = action >> 6
                unit = i64(cells[at])
                away = self._away(position, seat, at)
                hurry = 1
                if look.threat(position, seat, at) >= position.armour(at):
                    hurry = 4
                if position.phase == PLAY and unit & VALUE < 3:
                    bag[n] = i32((at << 6) + REROLL)
                    n += 1
            if action & 63 >= SHOOT:
                continue
            target = i64(board.to[action])
            code = i64(cells[target])
            if code & VALUE or look.threat(position, seat, target) >= stand(unit, code):
                continue
            ahead = away - self._away(position, seat, target)
            weight = hurry * (2 + 2 * ahead if ahead >= 0 else 1)
            while weight > 0:
                bag[n] = i32(action)
                n += 1
                weight -= 1
        return n


def squash(x: float) -> float:
    """Return what a lead is worth as a payoff."""
    if x > 30.0:
        return 1.0
    if x < -30.0:
        return -1.0
    return 1.0 - 2.0 / (1.0 + math.exp(x))


def same(a: HexDicePosition, b: HexDicePosition) -> bool:
    """Tell whether all that a judgement looks at is equal."""
    if a.board is not b.board or a.turn != b.turn or a.phase != b.phase or a.quiet != b.quiet or a.outs != b.outs:
        return False
    if a.focus != b.focus or a.patience != b.patience or a.seats != b.seats:
        return False
    for i in range(CAMP * a.seats):
        if a.camps[i] != b.camps[i]:
            return False
    for cell in range(a.board.size):
        if a.cells[cell] != b.cells[cell]:
            return False
    return True


def lead(position: HexDicePosition, seat: i64, foe: i64) -> float:
    """Return by how much the seat would win if patience ended now, in units."""
    return float(position.count(seat) - position.count(foe)) + 0.04 * float(position.total(seat) - position.total(foe))
