"""A game of Hex Dice: turns, combat, merging and elimination."""

from __future__ import annotations

from mypy_extensions import i16, i64

from bestagon.core.position import Position
from bestagon.games.hex_dice.board import (
    BASES,
    BECOME,
    DECLINE,
    DEPLOY,
    EXTRA,
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
    UNIT,
    VALUE,
    WILD,
)
from bestagon.games.hex_dice.position_field import ANNIHILATED, CAMP, CAPTURED, HAND, LAST, PATIENCE
from bestagon.games.hex_dice.position_setup import Setup


class HexDicePosition(Setup):
    """A state that plays."""

    def blank(self) -> Position:
        """Return an empty map of the same set-up."""
        return HexDicePosition(self.seats, self.board, self.terrain, self.layouts, self.patience)

    def play(self, seat: i64, action: i64) -> None:
        """Carry out a choice of set-up or an action of a unit."""
        self.revealed = False
        if self.phase < PLAY:
            self.set_up(action)
        elif action >= self.board.rest:
            self._after_merge(action - self.board.rest)
        else:
            self._act(seat, action >> 6, action & 63, i64(self.board.to[action]))

    def _act(self, seat: i64, cell: i64, slot: i64, target: i64) -> None:
        cells = self.cells
        if slot == REROLL:  # HD 4.2
            cells[cell] = i16((i64(cells[cell]) & ~(UNIT - OWNER)) | self.dice.roll(6))
            self._end_turn(cell)
        elif slot == STAND:  # HD 4.3
            cells[cell] = i16(i64(cells[cell]) | GUARD)
            self._end_turn(cell)
        elif slot >= SHOOT:  # HD 4.4
            self._attack(seat, cell, target, True)
            self._end_turn(cell)
        else:
            held = i64(cells[target])
            if held & VALUE == 0:
                self._move(seat, cell, target)
                self._end_turn(target)
            elif (held & OWNER) // SEAT == seat + 1:
                self._merge(seat, cell, target)
            else:
                self._end_turn(target if self._attack(seat, cell, target, False) else cell)

    def _move(self, seat: i64, cell: i64, target: i64) -> None:
        """Move a unit, which ends its guard (4.3), and take the base it enters."""
        self.put(seat, target, self.lift(seat, cell) & ~GUARD)
        if i64(self.cells[target]) & LIVE and self.base(seat) != target:  # HD 7.1, 7.2
            loser: i64 = 0
            while self.base(loser) != target:
                loser += 1
            self.quiet = -1
            self._eliminate(loser, CAPTURED)

    def _attack(self, seat: i64, cell: i64, target: i64, stay: bool) -> bool:
        """Attack (5) and tell whether the defender was defeated."""
        value = i64(self.cells[cell]) & VALUE
        held = i64(self.cells[target])
        if (value + 1 if value < 6 else 6) < self.armour(target):
            self.cells[target] = i16(held + TOKEN)  # HD 5.3
            return False
        foe = (held & OWNER) // SEAT - 1
        self.lift(foe, target)
        self.quiet = -1
        if self.count(foe) == 0:
            self._eliminate(foe, ANNIHILATED)
        if not stay:
            self._move(seat, cell, target)
        return True

    def _merge(self, seat: i64, cell: i64, target: i64) -> None:
        """Make one unit of two (4.6)."""
        fresh = i64(self.camps[CAMP * seat + LAST]) != target
        total = (self.lift(seat, cell) & VALUE) + (i64(self.cells[target]) & VALUE)
        ground = i64(self.cells[target]) & ~(UNIT - OWNER)
        if total < WILD:
            self.cells[target] = i16(ground | total)
            self._end_turn(target)
            return
        self.cells[target] = i16(ground | WILD)
        self.camps[CAMP * seat + LAST] = -1
        self.phase = BECOME
        self.focus = target
        self.bonus = fresh

    def _after_merge(self, choice: i64) -> None:
        """Give the merged unit its value, or let it rest."""
        if choice == DECLINE:
            self._end_turn(self.focus)
            return
        self.cells[self.focus] = i16((i64(self.cells[self.focus]) & ~VALUE) | (choice - TURN_INTO))
        if self.bonus:
            self.phase = EXTRA
            self.bonus = False
        else:
            self._end_turn(self.focus)

    def _end_turn(self, cell: i64) -> None:
        """Remember who acted, count the turn, and pass it on."""
        self.camps[CAMP * self.turn + LAST] = i16(cell)
        self.quiet += 1
        self._new_turn()
        if not self.over and self.quiet >= self.patience * self.inside:  # HD 7.3
            self.over = True
            self.how = PATIENCE

    def _new_turn(self) -> None:
        self.phase = PLAY
        self.focus = -1
        self.bonus = False
        self.pass_on()

    def _eliminate(self, seat: i64, how: i64) -> None:
        """Take a seat out of the game, its units with it (7.2)."""
        self.outs |= (self.seats - self.inside + 1) << (4 * seat)
        self.inside -= 1
        while self.count(seat):
            self.lift(seat, self.man(seat, 0))
        for v in range(1, 7):
            self.camps[CAMP * seat + HAND + v] = 0
        base = self.base(seat)
        if base >= 0:
            self.cells[base] = i16(i64(self.cells[base]) & ~LIVE)
        if self.inside == 1:
            self.over = True
            self.how = how

    def still_in(self, seat: i64) -> bool:
        """Tell whether the seat has neither resigned nor been eliminated."""
        return self.out_at(seat) == 0

    def withdraw(self, seat: i64) -> None:
        """Take a seat that has resigned out as if it were eliminated; its choices and turns are left out."""
        self._eliminate(seat, 0)
        self.quiet = 0
        if self.over or seat != self.turn:
            return
        if self.phase >= PLAY:
            self._new_turn()
        elif BASES <= self.phase <= DEPLOY:
            self._next_in_order()
        else:
            self.pass_on()

    def score(self, seat: i64) -> i64:
        """Return how many seats rank below this one as things stand."""
        n: i64 = 0
        for other in range(self.seats):
            if other != seat and self.outranks(seat, other):
                n += 1
        return n

    def beats(self, a: i64, b: i64) -> bool:
        """Tell whether `a` ranks above `b`: by order of elimination (7.4), then as 7.3 says."""
        if self.out_at(a) or self.out_at(b):
            return self.out_at(b) != 0 and (self.out_at(a) == 0 or self.out_at(a) > self.out_at(b))
        if self.how != PATIENCE:
            return False
        if self.count(a) != self.count(b):
            return self.count(a) > self.count(b)
        return self.total(a) > self.total(b)

    def ending(self) -> str:
        """Return how the game ended."""
        if not self.over:
            return ""
        if self.how == ANNIHILATED:
            return "annihilated"
        if self.how == CAPTURED:
            return "base"
        return "patience" if self.how == PATIENCE else "resigned"
