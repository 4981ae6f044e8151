"""Positions of Hex Dice as bytes, and what makes a position sound."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.codec import Reader, Writer
from bestagon.games.hex_dice.board import (
    BASES,
    BECOME,
    DEPLOY,
    EXTRA,
    GROUND,
    GUARD,
    LAKE,
    LIVE,
    MOUNTAIN,
    OWNER,
    PLAY,
    REROLLS,
    ROULETTE,
    SEAT,
    TOKEN,
    UNIT,
    VALUE,
    WILD,
)
from bestagon.games.hex_dice.position_field import BY_ROULETTE, CAMP, COUNT, HAND, LAST, MEN, PATIENCE, Field


class Stored(Field):
    """A state that can be written, read and checked."""

    def write(self, out: Writer) -> None:
        """Write cells and camps without what follows from them, then the rest."""
        out.i16s(self.cells)
        for seat in range(self.seats):
            out.i16s(self.camps[CAMP * seat : CAMP * seat + COUNT])
            out.i16s(self.camps[CAMP * seat + HAND + 1 : CAMP * seat + CAMP - 1])
        small = self.phase | (self.turn << 4) | (self.step << 8) | (self.how << 12) | (self.pending << 16)
        out.number(small | (self.zone << 24) | ((1 if self.bonus else 0) << 32))
        out.number(self.order | (self.outs << 24))
        out.number(self.quiet)
        out.number(self.focus)

    def read(self, source: Reader) -> None:
        """Read what `write` wrote; ValueError where it is no position."""
        source.i16s(self.cells)
        head = vec[i16]([i16(0)] * COUNT)
        tail = vec[i16]([i16(0)] * 6)
        for seat in range(self.seats):
            source.i16s(head)
            source.i16s(tail)
            for i in range(COUNT):
                self.camps[CAMP * seat + i] = head[i]
            for v in range(6):
                self.camps[CAMP * seat + HAND + 1 + v] = tail[v]
        small = source.number()
        self.phase = small & 15
        self.turn = (small >> 4) & 15
        self.step = (small >> 8) & 15
        self.how = (small >> 12) & 15
        self.pending = (small >> 16) & 255
        self.zone = (small >> 24) & 255
        self.bonus = (small >> 32) & 1 != 0
        seats = source.number()
        self.order = seats & 0xFFFFFF
        self.outs = (seats >> 24) & 0xFFFFFF
        self.quiet = source.number()
        self.focus = source.number()
        if small >> 33 or seats >> 48:
            raise ValueError("there are bits that stand for nothing")
        self.settle()

    # Where dice may be deployed.

    def can_deploy(self, seat: i64, cell: i64) -> bool:
        """Tell whether the seat may set a die there: no lake, no unit and nobody else's base (2.9)."""
        code = i64(self.cells[cell])
        return code & VALUE == 0 and code & GROUND != LAKE and not self._is_base_of_another(seat, cell)

    def _is_base_of_another(self, seat: i64, cell: i64) -> bool:
        for other in range(self.seats):
            if other != seat and self.base(other) == cell:
                return True
        return False

    def area(self, seat: i64, dice: i64) -> i64:
        """Return how far around its base the seat finds room for so many dice, those on the map included (2.9)."""
        board = self.board
        own = (seat + 1) * SEAT
        i = self.axis(seat) * board.size
        end = i + board.size
        room: i64 = 0
        reach: i64 = 1
        while i < end:
            if i64(board.steps[i]) > reach:
                if room >= dice:
                    return reach
                reach = i64(board.steps[i])
            cell = i64(board.nearest[i])
            if i64(self.cells[cell]) & OWNER == own or self.can_deploy(seat, cell):
                room += 1
            i += 1
        return reach

    # What follows from the rest, and whether the rest can be.

    def settle(self) -> None:
        """Find again what follows from cells and camps; ValueError says what cannot be."""
        self._settle_outs()
        self._settle_camps()
        self._settle_cells()
        self._settle_turn()
        if not self.over:
            self._settle_phase()

    def _settle_outs(self) -> None:
        gone: i64 = 0
        seen: i64 = 0
        for seat in range(self.seats):
            place = self.out_at(seat)
            if place:
                gone += 1
                seen |= 1 << place
            elif self.resigned(seat) and not self.over:
                raise ValueError(f"seat {seat} has resigned and is still in")
        if seen != (1 << (gone + 1)) - 2 or self.outs >> (4 * self.seats) or self.resignations >> (4 * self.seats) or self.resignations < 0:
            raise ValueError("the seats that are out are not counted 1, 2, 3, ...")
        self.inside = self.seats - gone
        if self.inside < (1 if self.over else 2):
            raise ValueError(f"{self.inside} seats are in, and the game goes on")

    def _settle_camps(self) -> None:
        taken: i64 = 0
        for seat in range(self.seats):
            axis = self.axis(seat)
            if axis < -1 or axis > 5 or (axis >= 0 and ((self.board.sites & ~taken) >> axis) & 1 == 0):
                raise ValueError(f"seat {seat} has no base of its own: axis {axis}")
            if axis >= 0:
                taken |= 1 << axis
            if axis >= 0 and (self.phase == ROULETTE or (self.phase == BASES and self._place_in_order(seat) >= self.step)):
                raise ValueError(f"seat {seat} cannot have a base yet")
            for v in range(1, 7):
                if self.camps[CAMP * seat + HAND + v] < 0:
                    raise ValueError(f"seat {seat} has fewer than no dice of {v}")
            if self.hand(seat) > (0 if self.out_at(seat) else self.board.army):
                raise ValueError(f"seat {seat} has more than {self.board.army} dice")
        if (self.seats == 2 and taken & (taken - 1) and taken & 7 != taken >> 3) or (self.seats == 3 and taken & 21 and taken & 42):
            raise ValueError("the bases do not lie where 2.6 lets them")

    def _place_in_order(self, seat: i64) -> i64:
        place: i64 = 0
        while place < self.seats and self.in_order(place) != seat:
            place += 1
        return place

    def _settle_cells(self) -> None:
        for seat in range(self.seats):
            self.camps[CAMP * seat + COUNT] = 0
            for i in range(6):
                self.camps[CAMP * seat + MEN + i] = 0
        for cell in range(self.board.size):
            code = i64(self.cells[cell]) & ~LIVE
            self.cells[cell] = i16(code)
            if code < 0 or code & GROUND > MOUNTAIN or code > UNIT + MOUNTAIN:
                raise ValueError(f"cell {cell} holds {code}, which is nothing")
            if code & GROUND and self.board.barred[cell]:
                raise ValueError(f"cell {cell} never has terrain")
            if code & UNIT:
                self._settle_unit(cell, code)
        for seat in range(self.seats):
            if self.axis(seat) >= 0 and self.out_at(seat) == 0:
                self.cells[self.base(seat)] = i16(i64(self.cells[self.base(seat)]) | LIVE)
            last = i64(self.camps[CAMP * seat + LAST])
            if last < -1 or last >= self.board.size or (last >= 0 and (i64(self.cells[last]) & OWNER) // SEAT != seat + 1):
                raise ValueError(f"the unit of seat {seat} that acted last is not on cell {last}")

    def _settle_unit(self, cell: i64, code: i64) -> None:
        seat = (code & OWNER) // SEAT - 1
        value = code & VALUE
        if value == 0 or seat < 0 or seat >= self.seats or self.out_at(seat) or code & GROUND == LAKE:
            raise ValueError(f"cell {cell} holds a unit that cannot be there")
        if (code // TOKEN) & 7 > value or (value == WILD) != (self.phase == BECOME and cell == self.focus):
            raise ValueError(f"cell {cell} holds a {value} with {(code // TOKEN) & 7} tokens, which cannot be")
        if self.count(seat) >= self.board.army:
            raise ValueError(f"seat {seat} has more than {self.board.army} units")
        self.put(seat, cell, code & (UNIT - OWNER))

    def _settle_turn(self) -> None:
        if self.phase > EXTRA or self.turn >= self.seats or self.step >= self.seats or self.how > PATIENCE:
            raise ValueError("phase, turn or ending is out of range")
        if (self.pending > 0) != (self.phase == ROULETTE) or self.pending > 36 or (self.zone > 0) != (self.phase == DEPLOY):
            raise ValueError("terrain and deployment do not fit the phase")
        if (self.how > 0 and not self.over) or (self.bonus and self.phase != BECOME) or self.quiet < 0:
            raise ValueError("ending, merging or quiet turns cannot be so")
        if (self.focus != -1) != (self.phase >= BECOME) or self.focus < -1 or self.focus >= self.board.size:
            raise ValueError(f"no unit was merged on cell {self.focus}")
        seen: i64 = 0
        for i in range(self.seats):
            seen |= 1 << self.in_order(i)
        if (self.order != 0 if self.phase == ROULETTE else seen != (1 << self.seats) - 1) or self.order >> (4 * self.seats):
            raise ValueError("the order of the seats is not one")
        if self.step and (self.phase == ROULETTE or self.phase >= PLAY):
            raise ValueError("nobody is setting up")

    def _settle_phase(self) -> None:
        if self.out_at(self.turn) or self.quiet >= self.patience * self.inside:
            raise ValueError(f"seat {self.turn} cannot be on turn")
        if BASES <= self.phase <= DEPLOY and self.in_order(self.step) != self.turn:
            raise ValueError(f"seat {self.turn} is not the next to set up")
        if self.phase >= BECOME and (i64(self.cells[self.focus]) & OWNER) // SEAT != self.turn + 1:
            raise ValueError(f"seat {self.turn} has not merged units on cell {self.focus}")
        for seat in range(self.seats):
            if self.out_at(seat) == 0:
                self._settle_army(seat)
        if self.phase < PLAY:
            self._settle_setup()

    def _settle_army(self, seat: i64) -> None:
        hand = self.hand(seat)
        men = self.count(seat)
        if self.phase > BASES and self.axis(seat) < 0:
            raise ValueError(f"seat {seat} has no base")
        if self.phase <= BASES and (hand or men or (seat == self.turn and self.axis(seat) >= 0)):
            raise ValueError(f"seat {seat} has no army or base yet")
        if self.phase == REROLLS and hand != self.board.army:
            raise ValueError(f"seat {seat} has {self.board.army} dice, not {hand}")
        if self.phase == DEPLOY and (hand + men != self.board.army or (seat == self.turn and hand == 0)):
            raise ValueError(f"seat {seat} has {self.board.army} dice to deploy, not {hand} + {men}")
        if self.phase >= PLAY and (hand or men == 0):
            raise ValueError(f"seat {seat} has no army on the map")

    def _settle_setup(self) -> None:
        """Check what holds before the first turn only."""
        self._settle_ground()
        if self.quiet:
            raise ValueError(f"nobody has had a turn, and {self.quiet} were quiet")
        for seat in range(self.seats):
            if self.out_at(seat) and not self.resigned(seat):
                raise ValueError(f"seat {seat} is out before the first turn and has not resigned")
        if self.phase > ROULETTE:
            for place in range(self.seats):
                if self.out_at(self.in_order(place)) == 0:
                    self._settle_choice(place, self.in_order(place))
        if self.phase == DEPLOY:
            self._settle_zone()

    def _settle_choice(self, place: i64, seat: i64) -> None:
        """Check that the seats before the one on turn have chosen in this phase, and those after it have not."""
        if place < self.step and self.axis(seat) < 0:
            raise ValueError(f"seat {seat} has no base, and its choice is over")
        if self.phase == DEPLOY and place < self.step and self.hand(seat):
            raise ValueError(f"seat {seat} has dice left, and its deployment is over")
        if self.phase == DEPLOY and place > self.step and self.count(seat):
            raise ValueError(f"seat {seat} cannot have deployed yet")
        self._settle_deployed(seat)

    def _settle_ground(self) -> None:
        """Check that the terrain can have come about, and that it leaves room for all dice."""
        lands: i64 = 0
        lakes: i64 = 0
        for cell in range(self.board.size):
            ground = i64(self.cells[cell]) & GROUND
            if ground:
                lands += 1
            if ground == LAKE:
                lakes += 1
        if self.phase == ROULETTE and (self.terrain != BY_ROULETTE or lands + self.pending < 6 or lands + self.pending > 36):
            raise ValueError(f"{lands} terrain cells and {self.pending} to come are no roulette")
        if self.board.size - lakes < self.seats * self.board.army + self.seats - 1:
            raise ValueError(f"{lakes} lakes leave no room to deploy")

    def _settle_deployed(self, seat: i64) -> None:
        """Check the units of a seat that has not had a turn yet."""
        if self.camps[CAMP * seat + LAST] >= 0:
            raise ValueError(f"no unit of seat {seat} has acted yet")
        for i in range(self.count(seat)):
            cell = self.man(seat, i)
            if i64(self.cells[cell]) & (GUARD | (7 * TOKEN)):
                raise ValueError(f"the unit on cell {cell} was just deployed and has neither guard nor tokens")
            if self._is_base_of_another(seat, cell):
                raise ValueError(f"the unit on cell {cell} was deployed on the base of another seat")
            if seat == self.turn and self.board.away(cell, self.base(seat)) > self.zone:
                raise ValueError(f"the unit on cell {cell} was deployed too far from its base")

    def _settle_zone(self) -> None:
        """Check how far the seat on turn deploys; units of a seat that resigned may have stood in its way."""
        gone: i64 = 0
        for place in range(self.step):
            if self.out_at(self.in_order(place)):
                gone += 1
        least = self.area(self.turn, self.board.army)
        if self.zone < least or self.zone > self.area(self.turn, self.board.army * (1 + gone)):
            raise ValueError(f"seat {self.turn} deploys within {least} steps, not {self.zone}")
