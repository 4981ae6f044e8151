from __future__ import annotations
from mypy_extensions import i16, i64
from bestagon.core.position import Position
from bestagon.games.hex_dice.board import GUARD, LIVE, OWNER, REROLL, SEAT, SHOOT, STAND, TOKEN, VALUE, WILD
from bestagon.games.hex_dice.insight_look import CELLS, SEATS, WORTH, Look, attack, stand
from bestagon.games.hex_dice.insight_race import Race
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, HAND, LAST

class Fit:
    look: Look
    race: Race | None
    def __init__(self) -> None:
        self.look = Look()
        self.race = None

    def features(self, position: Position) -> list[float]:
        assert isinstance(position, HexDicePosition)
        race = self.race
        if race is None:
            race = Race(position.board)
            self.race = race
        me = position.turn
        foe = 1 - me
        self.look.at(position)
        self.look.captures(position)
        look = self.look
        a = SEATS * me + foe
        b = SEATS * foe + me
        f: list[float] = [1.0]
        f += [float(look.dooms[a] > 0), look.best[a], look.second[a], look.best[b], look.second[b]]
        f += [look.best[a] if look.best[a] < look.best[b] else look.best[b]]
        f += [float(look.dooms[b] == 1), float(look.dooms[b] > 1)]
        f += [float(position.quiet) / float(position.patience * 2)]
        f += self._side(position, race, me)
        f += self._side(position, race, foe)
        return f

    def _side(self, position: HexDicePosition, race: Race, seat: i64) -> list[float]:
        counts = [0.0] * 7
        foe = 1 - seat
        row = race.row(position.axis(seat), position.axis(foe))
        base = position.base(foe)
        home = position.base(seat)
        reach = [0.0] * 17
        tokens = 0.0
        guards = 0.0
        near1 = 0.0
        near2 = 0.0
        near3 = 0.0
        steps = 0.0
        best: i64 = 15
        least: i64 = 15
        hang = 0.0
        safe = 0.0
        look = self.look
        for i in range(position.count(seat)):
            cell = position.man(seat, i)
            code = i64(position.cells[cell])
            v = code & VALUE
            counts[v] += 1.0
            tokens += float((code // TOKEN) & 7)
            if code & GUARD:
                guards += 1.0
            t = i64(race.turns[row + v * CELLS + cell]) if v < 6 else 15
            if t < best:
                best = t
            reach[t] += 1.0
            d = position.board.away(cell, home)
            if d <= 1:
                near1 += 1.0
            elif d == 2:
                near2 += 1.0
            elif d == 3:
                near3 += 1.0
            d = position.board.away(cell, base)
            steps += float(d)
            if d < least:
                least = d
            if look.cover[CELLS * seat + cell]:
                safe += 1.0
            if i64(look.cover[CELLS * foe + cell]) >= position.armour(cell):
                hang += 1.0
        first = [0.0] * 7
        first[best if best < 6 else 6] = 1.0
        cover = float(look.cover[CELLS * seat + home])
        fcover = float(look.cover[CELLS * foe + home])
        ways = float(look.ends[seat + 1] - look.ends[seat])
        return (
            counts[1:] + [tokens, guards, near1, near2, near3, steps, float(least), safe, hang, cover, float(cover > 0), fcover, ways]
            + reach[1:6] + [reach[15]] + first[1:]
        )

    def prepare(self, position: Position) -> bool:
        assert isinstance(position, HexDicePosition)
        if self.race is None:
            self.race = Race(position.board)
        self.look.at(position)
        self.look.captures(position)
        for foe in range(position.seats):
            if self.look.dooms[SEATS * foe + position.turn]:
                return False
        return True

    def action(self, position: Position, action: i64) -> list[float]:
        assert isinstance(position, HexDicePosition)
        seat = position.turn
        foe = 1 - seat
        look = self.look
        race = self.race
        assert race is not None
        f = [0.0] * 60
        if action >= position.board.rest:
            f[0] = 1.0
            return f
        cells = position.cells
        at = action >> 6
        slot = action & 63
        unit = i64(cells[at])
        v = unit & VALUE
        danger = look.threat(position, seat, at)
        hanging = danger >= position.armour(at)
        w = WORTH[v]
        if slot == REROLL:
            f[v] = 1.0
            if hanging:
                f[7] = w
            f[8] = float((unit // TOKEN) & 7)
            if unit & GUARD:
                f[9] = 1.0
            return f
        if slot == STAND:
            f[10] = 1.0
            if hanging and danger < position.armour(at) + 1:
                f[11] = w
            if hanging and danger >= position.armour(at) + 1:
                f[12] = w
            f[13] = float(v)
            if danger == 0:
                f[14] = 1.0
            return f
        target = i64(position.board.to[action])
        code = i64(cells[target])
        held = code & VALUE
        saved = w if hanging else 0.0
        if held and code & OWNER == (seat + 1) * SEAT:
            total = v + held
            if total < WILD:
                f[15] = 1.0
                f[16] = WORTH[total] - w - WORTH[held]
            else:
                f[17] = 1.0
                f[18] = WORTH[WILD] - w - WORTH[held]
                if target != i64(position.camps[CAMP * seat + LAST]):
                    f[19] = 1.0
                    if position.board.away(target, position.base(foe)) <= 3:
                        if look.enters(position, seat, target, position.base(foe)):
                            f[20] = 1.0
            f[21] = saved
            if look.threat(position, seat, target) >= position.armour(target):
                f[22] = WORTH[held]
            return f
        if held or code & LIVE:
            gain = look.takes(position, seat, action)
            if gain >= 1000.0:
                f[23] = 1.0
                return f
            if gain > 0.0:
                f[24] = 1.0
                f[25] = gain
                if slot < SHOOT:
                    f[26] = saved
                    f[27] = 1.0
                    if gain < WORTH[held]:
                        f[28] = 1.0
                return f
            if gain < 0.0:
                f[29] = 1.0
                f[30] = gain
                f[31] = saved
                return f
            if held:
                f[32] = 1.0
                if slot < SHOOT:
                    f[33] = 1.0
                return f
        f[34] = saved
        if look.threat(position, seat, target) >= stand(unit, code):
            f[35] = w
        row = race.row(position.axis(seat), position.axis(foe))
        before = i64(race.turns[row + v * CELLS + at])
        after = i64(race.turns[row + v * CELLS + target])
        if before <= 4:
            f[35 + before] -= 1.0
        if 0 < after <= 4:
            f[35 + after] += 1.0
        base = position.base(foe)
        home = position.base(seat)
        f[40] = float(position.board.away(at, base) - position.board.away(target, base))
        if position.board.away(at, home) <= 2:
            f[41] -= 1.0
        if position.board.away(target, home) <= 2:
            f[41] += 1.0
        f[41 + v] = 1.0
        if unit & GUARD:
            f[48] = 1.0
        # what it would threaten from there
        most = 0.0
        if v != 6:
            cells[at] = i16(unit & ~1023)
            cells[target] = i16((code & ~1023) | (unit & 1023))
            n = position.ways(seat, target, False, 0, look.extra)
            for i in range(n):
                act = i64(look.extra[i])
                prey = i64(position.board.to[act])
                there = i64(cells[prey])
                if there & VALUE and attack(v) >= position.armour(prey):
                    worth = WORTH[there & VALUE]
                    if act & 63 < SHOOT and look.threat(position, seat, prey) >= stand(unit, there):
                        worth -= 0.9 * w
                    if worth > most:
                        most = worth
            cells[at] = i16(unit)
            cells[target] = i16(code)
        if look.threat(position, seat, target) >= stand(unit, code):
            f[50] = most
        else:
            f[49] = most
        d = position.board.away(target, home) - position.board.away(at, home)
        f[51] = float(d)
        if look.threat(position, seat, target) and look.threat(position, seat, target) < stand(unit, code):
            f[52] = 1.0
        if hanging and danger > 0:
            f[53] = 1.0
        # moves where the foe's prey is
        return f
