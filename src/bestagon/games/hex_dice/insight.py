"""What a strong player of Hex Dice knows: what units are worth, who attacks whom, and how near the bases are."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.hex_dice.board import (
    BECOME,
    GROUND,
    GUARD,
    LIVE,
    OWNER,
    PLAY,
    REROLL,
    SEAT,
    SHOOT,
    STAND,
    TOKEN,
    TURN_INTO,
    VALUE,
    WILD,
)
from bestagon.games.hex_dice.insight_look import CELLS, DOOM, SEATS, WORTH, Look, attack, stand
from bestagon.games.hex_dice.insight_race import NEVER, Race
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, HAND, LAST

OUT: Final = 30.0
REROLL_APPEAL: Final = vec[float]([0.0, 2.5, 0.1, -1.1, -0.4, -3.3, -0.7, 0.0])
TURNS_APPEAL: Final = vec[float]([0.0, 4.4, 3.4, 2.0, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])


class HexDiceInsight(Insight):
    """Counts units, captures that are due, and the way to the bases."""

    look: Look
    race: Race | None
    power: vec[float]
    """What every seat has, less what it is about to lose, in the position judged last."""
    judged: HexDicePosition | None
    """The position judged last."""
    twin: HexDicePosition | None
    knobs: vec[float]
    near: vec[i32]
    defenders: i64

    def __init__(self) -> None:
        """Look at a few futures, a re-roll has six, and cut playouts off early."""
        super().__init__(6, 0)
        self.spread = 0.4
        self.exploration = 0.3
        self.look = Look()
        self.power = vec[float]([0.0] * SEATS)
        self.judged = None
        self.twin = None
        self.race = None
        self.near = vec[i32]([i32(0)] * SEATS)
        self.defenders = 0
        self.knobs = vec[float]([0.0] * 64)
        k = self.knobs
        k[8] = 0.8
        k[9] = 0.1
        k[10] = 0.08
        k[11] = 0.45
        k[12] = 0.5
        k[13] = 2.5
        k[14] = 0.8
        k[15] = 0.4
        k[16] = 0.2
        k[17] = 0.14
        k[18] = 0.0
        k[19] = 1.0
        k[21] = 0.05
        k[22] = 0.027
        k[23] = 0.06
        # priors
        k[30] = 2.0
        k[37] = 1.0
        k[38] = 1.0
        k[20] = 3.0
        k[24] = 4.0
        k[31] = -0.1
        k[32] = -0.1
        k[33] = 0.8
        k[34] = 0.8
        k[35] = 1.0
        k[36] = 0.1

    def value(self, position: Position, seat: i64) -> float:
        """Return the power of the seat less the mean of the others."""
        assert isinstance(position, HexDicePosition)
        if position.over:
            return 100.0 * position.payoff(seat)
        self._judge(position)
        total = 0.0
        for foe in range(position.seats):
            if foe != seat:
                total += self._lead(position, seat, foe)
        return total / float(position.seats - 1)

    def _lead(self, position: HexDicePosition, seat: i64, foe: i64) -> float:
        """Return by how much the seat is ahead of a foe."""
        if position.out_at(seat) or position.out_at(foe):
            return OUT if position.above(seat, foe) else -OUT
        return self.power[seat] - self.power[foe] + self._verdict(position, seat, foe)

    def _verdict(self, position: HexDicePosition, seat: i64, foe: i64) -> float:
        spent = float(position.quiet) / float(position.patience * position.inside)
        lead = 100 * (position.count(seat) - position.count(foe)) + position.total(seat) - position.total(foe)
        if lead == 0 or position.phase < PLAY:
            return 0.0
        spent *= spent
        spent *= spent
        return self.knobs[20] * spent if lead > 0 else -self.knobs[20] * spent

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the mean over the opponents of how sure the seat is to end above or below each."""
        assert isinstance(position, HexDicePosition)
        if position.over:
            return position.payoff(seat)
        self._judge(position)
        total = 0.0
        for foe in range(position.seats):
            if foe != seat:
                total += squash(self._lead(position, seat, foe) / self.knobs[38])
        return total / float(position.seats - 1)

    def _judge(self, position: HexDicePosition) -> None:
        """Work out the power of all seats, unless that is known from the seat asked for before."""
        last = self.judged
        if last is not None and same(position, last):
            return
        if last is None or last.board is not position.board:
            other = position.blank()
            assert isinstance(other, HexDicePosition)
            last = other
            self.judged = last
            another = position.blank()
            assert isinstance(another, HexDicePosition)
            self.twin = another
            self.race = Race(position.board)
        last.copy_from(position)
        last.patience = position.patience
        now = position
        sure: i64 = -1
        if position.phase == BECOME:
            twin = self.twin
            assert twin is not None
            twin.copy_from(position)
            twin.patience = position.patience
            now = twin
            if position.bonus:
                for foe in range(position.seats):
                    base = position.base(foe)
                    if foe != position.turn and position.out_at(foe) == 0 and position.board.away(position.focus, base) <= 3:
                        if self.look.enters(position, position.turn, position.focus, base):
                            sure = foe
            twin.play(twin.turn, twin.board.rest + TURN_INTO + 5)
        self._weigh_powers(now)
        if sure >= 0:
            self.power[sure] -= OUT

    def _weigh_powers(self, position: HexDicePosition) -> None:
        power = self.power
        k = self.knobs
        spent = float(position.quiet) / float(position.patience * position.inside)
        spent *= spent
        playing = position.phase >= PLAY
        if playing:
            self.look.at(position)
            self.look.captures(position)
        for seat in range(position.seats):
            self.near[seat] = 0
            home = position.base(seat)
            if home >= 0:
                for i in range(position.count(seat)):
                    if position.board.away(position.man(seat, i), home) <= 2:
                        self.near[seat] += 1
        for seat in range(position.seats):
            power[seat] = 0.0
            if position.out_at(seat) == 0:
                power[seat] = self._strength(position, seat)
                if playing:
                    power[seat] += k[19] * spent * (float(position.count(seat)) + 0.04 * float(position.total(seat)))
        if playing:
            self._subtract_losses(position)

    def _strength(self, position: HexDicePosition, seat: i64) -> float:
        """Return what the seat's dice are worth, and how far they have come."""
        value = 0.0
        k = self.knobs
        for v in range(1, 7):
            value += WORTH[v] * float(position.camps[CAMP * seat + HAND + v])
        home = position.base(seat)
        if home < 0:
            return value
        near: i64 = 0
        for i in range(position.count(seat)):
            cell = position.man(seat, i)
            code = i64(position.cells[cell])
            v = code & VALUE
            value += WORTH[v] - k[21] * float((code // TOKEN) & 7)
            if code & GUARD:
                value += k[23]
            if position.board.away(cell, home) <= 2:
                near += 1
            if v < 6:
                turns = self._turns(position, seat, v, cell)
                if turns <= 3 and turns > 0:
                    if k[24] > 0.0:
                        value += k[24] * k[13 + turns] / (1.0 + float(self.defenders))
                    else:
                        value += k[13 + turns]
            value -= k[22] * float(self._away(position, seat, cell))
        return value + k[17] * float(near)

    def _turns(self, position: HexDicePosition, seat: i64, v: i64, cell: i64) -> i64:
        """Return how many turns a unit needs to the nearest enemy base."""
        race = self.race
        assert race is not None
        best: i64 = NEVER
        for foe in range(position.seats):
            if foe != seat and position.axis(foe) >= 0 and position.out_at(foe) == 0:
                turns = i64(race.turns[race.row(position.axis(seat), position.axis(foe)) + v * CELLS + cell])
                if turns < best:
                    best = turns
                    self.defenders = i64(self.near[foe])
        return best

    def _away(self, position: HexDicePosition, seat: i64, cell: i64) -> i64:
        """Return the distance to the nearest enemy base."""
        best: i64 = 99
        for foe in range(position.seats):
            base = position.base(foe)
            if foe != seat and base >= 0 and position.out_at(foe) == 0:
                away = position.board.away(cell, base)
                if away < best:
                    best = away
        return best

    def _subtract_losses(self, position: HexDicePosition) -> None:
        """Take away the most that any foe can do to each seat, the more the less it can still do about it."""
        look = self.look
        k = self.knobs
        seats = position.seats
        turn = position.turn
        # Who is on turn does one thing only.
        chosen: i64 = -1
        most = 0.0
        for foe in range(seats):
            if foe != turn:
                spot = SEATS * turn + foe
                gain = look.best[spot] + (OUT if look.dooms[spot] else 0.0)
                if gain > most:
                    most = gain
                    chosen = foe
        for seat in range(seats):
            worst = 0.0
            due = (seat - turn + seats) % seats
            for foe in range(seats):
                spot = SEATS * foe + seat
                loss = 0.0
                if (foe - turn + seats) % seats < due and (foe != turn or seat == chosen):
                    loss = k[8] * look.best[spot] + k[9] * look.second[spot]
                    if look.dooms[spot]:
                        loss = OUT if foe == turn else k[13]
                else:
                    loss = k[10] * look.best[spot] + k[11] * look.second[spot]
                    if look.dooms[spot]:
                        loss += k[12] if look.dooms[spot] == 1 else k[13]
                if loss > worst:
                    worst = loss
            self.power[seat] -= worst

    # What looks promising.

    def weigh(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Write how promising each action looks."""
        assert isinstance(position, HexDicePosition)
        if self.knobs[30] <= 0.0 or position.phase < PLAY or position.phase == BECOME:
            super().weigh(position, seat, actions, n, weights)
            return
        look = self.look
        if self.judged is None:
            self._judge(position)
        look.at(position)
        look.captures(position)
        self.judged = None if False else self.judged
        for foe in range(position.seats):
            if look.dooms[SEATS * foe + seat]:
                super().weigh(position, seat, actions, n, weights)
                return
        best = -1e300
        fresh = self.knobs[30] > 1.5
        for i in range(n):
            weights[i] = self._appeal(position, seat, i64(actions[i])) if fresh else self._promise(position, seat, i64(actions[i]))
            if weights[i] > best:
                best = weights[i]
        scale = self.knobs[37] if fresh else self.spread
        for i in range(n):
            weights[i] = math.exp((weights[i] - best) / scale)

    def _appeal(self, position: HexDicePosition, seat: i64, action: i64) -> float:
        """Return how much an action of a unit seems to gain."""
        if action >= position.board.rest:
            return -0.5
        look = self.look
        cells = position.cells
        at = action >> 6
        slot = action & 63
        unit = i64(cells[at])
        v = unit & VALUE
        worth = WORTH[v]
        danger = look.threat(position, seat, at)
        armour = position.armour(at)
        hanging = danger >= armour
        if slot == REROLL:
            gain = REROLL_APPEAL[v] + 0.5 * float((unit // TOKEN) & 7)
            if hanging:
                gain += 1.3 * worth
            if unit & GUARD:
                gain -= 1.2
            return gain
        if slot == STAND:
            if hanging:
                return 2.5 * worth if danger == armour else -0.9 * worth
            return 0.0
        target = i64(position.board.to[action])
        code = i64(cells[target])
        held = code & VALUE
        saved = worth if hanging else 0.0
        if held and code & OWNER == (seat + 1) * SEAT:
            total = v + held
            gain = -1.5 + 1.6 * ((WORTH[total] if total < WILD else WORTH[WILD]) - worth - WORTH[held]) + 1.4 * saved
            if look.threat(position, seat, target) >= position.armour(target):
                gain += 1.3 * WORTH[held]
            if total >= WILD and target != i64(position.camps[CAMP * seat + LAST]):
                for foe in range(position.seats):
                    base = position.base(foe)
                    if foe != seat and position.out_at(foe) == 0 and position.board.away(target, base) <= 3:
                        if look.enters(position, seat, target, base):
                            return OUT
            return gain
        if held or code & LIVE:
            gain = look.takes(position, seat, action)
            if gain >= DOOM:
                return OUT
            if gain > 0.0:
                return 1.5 + 2.4 * gain + (2.0 * saved if slot < SHOOT else 0.0)
            if gain < 0.0:
                return 0.4 * saved
            if held:
                return 1.0 if slot < SHOOT else 2.0
        gain = -0.55
        if hanging:
            gain += 3.3 + 0.8 * worth
        if look.threat(position, seat, target) >= stand(unit, code):
            gain -= 3.6 * worth
        gain += TURNS_APPEAL[self._turns(position, seat, v, target)] - TURNS_APPEAL[self._turns(position, seat, v, at)]
        gain += 0.27 * float(self._away(position, seat, at) - self._away(position, seat, target))
        home = position.base(seat)
        if position.board.away(at, home) <= 2:
            gain -= 1.0
        if position.board.away(target, home) <= 2:
            gain += 1.0
        if unit & GUARD:
            gain -= 0.9
        return gain

    def _promise(self, position: HexDicePosition, seat: i64, action: i64) -> float:
        """Return how much an action of a unit seems to gain."""
        if action >= position.board.rest:
            return 0.0
        look = self.look
        k = self.knobs
        cells = position.cells
        at = action >> 6
        slot = action & 63
        unit = i64(cells[at])
        v = unit & VALUE
        danger = look.threat(position, seat, at)
        hanging = danger >= position.armour(at)
        if slot == REROLL:
            gain = k[31] + 1.27 - WORTH[v] + k[21] * float((unit // TOKEN) & 7)
            if hanging:
                gain += 0.5 * k[33] * WORTH[v]
            return gain
        if slot == STAND:
            gain = k[32]
            if hanging and danger < position.armour(at) + 1:
                gain += k[33] * WORTH[v]
            return gain
        target = i64(position.board.to[action])
        code = i64(cells[target])
        held = code & VALUE
        gain = 0.0
        if held and code & OWNER == (seat + 1) * SEAT:
            total = v + held
            if total < WILD:
                gain = WORTH[total] - WORTH[v] - WORTH[held]
            else:
                gain = WORTH[WILD] - WORTH[v] - WORTH[held]
                if target != i64(position.camps[CAMP * seat + LAST]):
                    gain += k[36]
                    for foe in range(position.seats):
                        base = position.base(foe)
                        if foe != seat and position.out_at(foe) == 0 and position.board.away(target, base) <= 3:
                            if look.enters(position, seat, target, base):
                                return OUT
            if hanging:
                gain += k[33] * WORTH[v]
            return gain
        if held or code & LIVE:
            gain = look.takes(position, seat, action)
            if gain >= DOOM:
                return OUT
            if gain != 0.0:
                gain *= k[35]
                if hanging and slot < SHOOT:
                    gain += k[33] * WORTH[v]
                return gain
            if held:
                return k[21]
        if hanging:
            gain += k[33] * WORTH[v]
        if look.threat(position, seat, target) >= stand(unit, code):
            gain -= k[34] * WORTH[v]
        before = self._turns(position, seat, v, at)
        after = self._turns(position, seat, v, target)
        if before <= 3 and before > 0:
            gain -= k[13 + before]
        if after <= 3 and after > 0:
            gain += k[13 + after]
        gain += k[22] * float(self._away(position, seat, at) - self._away(position, seat, target))
        return gain


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
    if a.focus != b.focus or a.patience != b.patience or a.seats != b.seats or a.bonus != b.bonus:
        return False
    for i in range(CAMP * a.seats):
        if a.camps[i] != b.camps[i]:
            return False
    for cell in range(a.board.size):
        if a.cells[cell] != b.cells[cell]:
            return False
    return True
