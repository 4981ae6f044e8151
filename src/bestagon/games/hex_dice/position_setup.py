"""Set-up: terrain, bases, armies and deployment, in the order of section 2."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from bestagon.core.dice import Dice
from bestagon.games.hex_dice.board import (
    BASES,
    DEPLOY,
    FOREST,
    KEEP,
    LAKE,
    LIVE,
    MOUNTAIN,
    PLAY,
    REROLLS,
    ROULETTE,
    SITE,
    SLOTS,
    TOWER,
)
from bestagon.games.hex_dice.position_field import AXIS, BY_GENERATION, BY_ROULETTE, CAMP, HAND, PRESET
from bestagon.games.hex_dice.position_ways import Ways


class Setup(Ways):
    """A state that can be set up for the first turn."""

    def start(self, dice: Dice) -> None:
        """Lay the terrain out, as far as chance does, and go on to the first choice."""
        self.clear()
        self.dice.copy_from(dice)
        if self.terrain == PRESET:
            self._lay_preset()
        elif self.terrain == BY_GENERATION:
            self._generate()
        elif self.terrain == BY_ROULETTE:
            self.pending = self._sum_of_six()
            self.turn = self.dice.below(self.seats)
            return
        self._choose_order()

    def _lay_preset(self) -> None:
        """Take one of the layouts (2.2)."""
        size = self.board.size
        many = i64(len(self.layouts)) // size
        first = self.dice.below(many) * size if many > 1 else 0
        for cell in range(size):
            self.cells[cell] = i16(i64(self.layouts[int(first + cell)]) * FOREST)

    def _sum_of_six(self) -> i64:
        n: i64 = 6
        for _ in range(6):
            n += self.dice.below(6)
        return n

    def _generate(self) -> None:
        """Let terrain fall by dice; what falls on a cell that cannot hold it is left out (2.4)."""
        for _ in range(self._sum_of_six()):
            spot = self.dice.below(6) * 36
            spot += self.dice.below(6) * 6
            spot += self.dice.below(6)
            kind = self.dice.below(6)
            cell = i64(self.board.scatter[spot])
            if cell >= 0 and self.can_hold(cell):
                ground = FOREST if kind < 2 else LAKE if kind < 4 else TOWER if kind == 4 else MOUNTAIN
                self.cells[cell] = i16(ground)

    def _choose_order(self) -> None:
        """Roll for the order in which bases are chosen (2.6)."""
        line = vec[u8]([u8(seat) for seat in range(self.seats)])
        self._roll_off(line, 0, self.seats)
        for i in range(self.seats):
            self.order |= i64(line[i]) << (4 * i)
        self.phase = BASES
        self.step = -1
        self._next_in_order()

    def _roll_off(self, line: vec[u8], first: i64, end: i64) -> None:
        """Put a part of the line into the order of falling rolls, and every tied part of it in the same way."""
        rolls = vec[u8]([u8(0)] * int(end))
        for i in range(first, end):
            roll = u8(self.dice.below(6))
            seat = line[i]
            j = i
            while j > first and rolls[j - 1] < roll:
                rolls[j] = rolls[j - 1]
                line[j] = line[j - 1]
                j -= 1
            rolls[j] = roll
            line[j] = seat
        i = first
        while i < end:
            j = i + 1
            while j < end and rolls[j] == rolls[i]:
                j += 1
            if j > i + 1:
                self._roll_off(line, i, j)
            i = j

    def _next_in_order(self) -> None:
        """Let the next seat in the order of 2.6 choose, or go on to the next phase when all have."""
        self.zone = 0
        self.step += 1
        while self.step < self.seats and self.out_at(self.in_order(self.step)):
            self.step += 1
        if self.step < self.seats:
            self.turn = self.in_order(self.step)
            if self.phase == BASES:
                self._give_base()
            elif self.phase == DEPLOY:
                self._open_zone()
        elif self.phase == DEPLOY:
            self._first_turn()
        else:
            if self.phase == BASES:
                self._roll_armies()
            self.phase += 1
            self.step = -1
            self._next_in_order()

    def _give_base(self) -> None:
        """Give the seat its base without asking where one only is left."""
        sites = self.free_sites()
        if sites & (sites - 1) == 0:
            axis: i64 = 0
            while (sites >> axis) & 1 == 0:
                axis += 1
            self._take_base(axis)

    def _take_base(self, axis: i64) -> None:
        self.camps[CAMP * self.turn + AXIS] = i16(axis)
        base = self.base(self.turn)
        self.cells[base] = i16(i64(self.cells[base]) | LIVE)
        self._next_in_order()

    def _roll_armies(self) -> None:
        for seat in range(self.seats):  # HD 2.7
            for _ in range(self.board.army):
                value = self.dice.roll(6)
                if self.out_at(seat) == 0:
                    self.camps[CAMP * seat + HAND + value] += 1

    def _open_zone(self) -> None:
        """Find out how far from its base the seat deploys: one step, or as many as it takes (2.9)."""
        self.zone = self.area(self.turn, self.board.army)

    def _first_turn(self) -> None:
        """Begin with the seat that chose its base first (2.10), or the next that is still in."""
        self.phase = PLAY
        self.step = 0
        i: i64 = 0
        while self.axis(self.in_order(i)) < 0:
            i += 1
        self.turn = self.in_order(i)
        if self.out_at(self.turn):
            self.pass_on()

    def pass_on(self) -> None:
        """Give the turn to the next seat clockwise that is in."""
        self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0
        while self.out_at(self.turn):
            self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0

    def set_up(self, action: i64) -> None:
        """Carry out a choice of set-up."""
        board = self.board
        if self.phase == ROULETTE:
            self._place_terrain(action - SLOTS * board.size)
        elif self.phase == BASES:
            self._take_base(action - board.rest - SITE)
        elif self.phase == REROLLS:
            self._reroll_hand(action - board.rest - KEEP)
        else:
            spot = action - board.deploy
            value = spot % 6 + 1
            self.camps[CAMP * self.turn + HAND + value] -= 1
            self.put(self.turn, spot // 6, value)
            if self.hand(self.turn) == 0:
                self._next_in_order()

    def _place_terrain(self, spot: i64) -> None:
        cell = spot // 4
        self.cells[cell] = i16((spot % 4 + 1) * FOREST)
        self.pending -= 1
        if self.pending:
            self.pass_on()
        else:
            self._choose_order()

    def _reroll_hand(self, choice: i64) -> None:
        """Re-roll one value or a pair of them; 0 keeps all (2.8)."""
        if 1 <= choice <= 6:
            self._reroll_die(choice)
        elif choice > 6:
            low: i64 = 1
            choice -= 7
            while choice > 6 - low:
                choice -= 7 - low
                low += 1
            # Both dice are picked up before the first is rolled.
            self.camps[CAMP * self.turn + HAND + low + choice] -= 1
            self._reroll_die(low)
            self.camps[CAMP * self.turn + HAND + self.dice.roll(6)] += 1
        self._next_in_order()

    def _reroll_die(self, value: i64) -> None:
        self.camps[CAMP * self.turn + HAND + value] -= 1
        self.camps[CAMP * self.turn + HAND + self.dice.roll(6)] += 1
