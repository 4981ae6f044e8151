"""The rules of a turn: who may do what, what follows, and who has won."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.pocket_hexes.board import BOXES, DICE, HIGHEST, PENALTY
from bestagon.games.pocket_hexes.position_sheets import ASKED, EVERYONE, FIRST, REROLL, SETS, Sheets
from bestagon.grid.bits import count, lowest


class PocketPosition(Sheets):
    """A game of Pocket Hexes.

    Actions: die * cells + cell writes a die into a cell; then six to re-roll a die; then score; then skip.
    """

    def blank(self) -> Position:
        """Return empty sheets of the same kind."""
        return PocketPosition(self.seats, self.board)

    def start(self, dice: Dice) -> None:
        """Draw the start player (C6) and roll for the first turn."""
        self.clear()
        self.dice.copy_from(dice)
        if self.seats > 1:
            self.active = self.dice.below(self.seats)
        self._begin_turn()

    # What a seat may do.

    def acting(self) -> i64:
        """Return the active player, or in 2.4 everybody who is not done (PH 2.7)."""
        return 0 if self.over else self.movers

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List die by die and cell by cell what can be written; or the dice to re-roll; or score and skip."""
        if self.over or not (self.movers >> seat) & 1:
            return 0
        special = DICE * self.board.cells
        if self.sets[seat * SETS + ASKED]:
            out[0] = i32(special + DICE)
            out[1] = i32(special + DICE + 1)
            return 2
        if self.phase == REROLL:
            for die in range(DICE):
                out[die] = i32(special + die)
            return DICE
        return self._writes(seat, out)

    def _writes(self, seat: i64, out: vec[i32]) -> i64:
        n: i64 = 0
        for die in range(DICE):
            cells = self.choices(seat, die)
            first = die * self.board.cells
            while cells:
                out[n] = i32(first + lowest(cells))
                cells &= cells - 1
                n += 1
        return n

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return what a random place in the list of `legal` would hold, without making the list."""
        special = DICE * self.board.cells
        if self.sets[seat * SETS + ASKED]:
            return special + DICE + dice.below(2)
        if self.phase == REROLL:
            return special + dice.below(DICE)
        total: i64 = 0
        for die in range(DICE):
            n = count(self.choices(seat, die))
            out[die] = i32(n)
            total += n
        return self._nth_write(seat, dice.below(total), out)

    def _nth_write(self, seat: i64, n: i64, counts: vec[i32]) -> i64:
        die: i64 = 0
        while n >= i64(counts[die]):
            n -= i64(counts[die])
            die += 1
        cells = self.choices(seat, die)
        while n > 0:
            cells &= cells - 1
            n -= 1
        return die * self.board.cells + lowest(cells)

    # Doing it.

    def play(self, seat: i64, action: i64) -> None:
        """Write a number, answer for a ring, or choose the die to re-roll."""
        cells = self.board.cells
        self.revealed = False
        if action < DICE * cells:
            self._write(seat, action // cells, action % cells)
        elif action < DICE * cells + DICE:
            self.roll(action - DICE * cells)
            self._begin_everyone()
        else:
            self._answer(seat, action == DICE * cells + DICE)

    def _write(self, seat: i64, die: i64, cell: i64) -> None:
        shift = 4 * seat
        self.left -= 1 << shift
        if self.phase == FIRST or (self.left >> shift) & 15:
            self.used |= (die + 1) << shift
        else:
            self.used &= ~(15 << shift)
        self.put(seat, cell, self.value(die))
        rings = self.completed(seat, cell)
        self.sets[seat * SETS + ASKED] = rings
        if not rings:
            self._go_on(seat)

    def _answer(self, seat: i64, yes: bool) -> None:
        at = seat * SETS + ASKED
        cell = lowest(self.sets[at])
        self.sets[at] &= self.sets[at] - 1  # PH 4.3
        if yes:
            self.box(seat, self.number(seat, cell))
            if self.full(seat):
                self.sets[at] = 0  # PH 5.2
        if not self.sets[at]:
            self._go_on(seat)

    def _go_on(self, seat: i64) -> None:
        """Go on after a write whose rings have been answered."""
        if self.phase == FIRST:
            self.roll(self.die_used(seat))
            self._begin_everyone()
            return
        if self.writes_left(seat) and not self.full(seat):  # PH 5.3
            if self.can_write(seat):  # PH 2.5
                return
            self.box(seat, PENALTY)  # PH 2.6
        self._done(seat)

    def _done(self, seat: i64) -> None:
        self.left &= ~(15 << (4 * seat))
        self.used &= ~(15 << (4 * seat))
        self.movers &= ~(1 << seat)
        if not self.movers:
            self._end_turn()

    # The turn.

    def _begin_turn(self) -> None:
        for die in range(DICE):
            self.roll(die)
        self.phase = FIRST
        self.movers = 1 << self.active
        if self.can_write(self.active):
            self.left = 1 << (4 * self.active)
        else:
            self.box(self.active, PENALTY)  # PH 2.3
            self.phase = REROLL

    def _begin_everyone(self) -> None:
        self.phase = EVERYONE
        self.used = 0
        self.left = 0
        self.movers = 0
        for seat in range(self.seats):
            if not self.full(seat) and not self.resigned(seat):  # PH 5.3
                if self.can_write(seat):
                    self.left |= 2 << (4 * seat)
                    self.movers |= 1 << seat
                else:
                    self.box(seat, PENALTY)  # PH 2.6: the second write is as impossible as the first
                    self.box(seat, PENALTY)
        if not self.movers:
            self._end_turn()

    def _end_turn(self) -> None:
        for seat in range(self.seats):
            if self.full(seat):  # PH 6.1
                self.over = True
                return
        self.active = (self.active + 1) % self.seats
        while self.resigned(self.active):
            self.active = (self.active + 1) % self.seats
        self._begin_turn()

    def withdraw(self, seat: i64) -> None:
        """Write nothing more for the seat; where it was active and had not re-rolled, 2.4 follows (C5)."""
        self.sets[seat * SETS + ASKED] = 0
        if self.phase != EVERYONE:
            if seat == self.active:
                self._begin_everyone()
        elif (self.movers >> seat) & 1:
            self._done(seat)

    # The result.

    def score(self, seat: i64) -> i64:
        """Return the sum of the boxes (PH 6.2)."""
        total: i64 = 0
        for i in range(BOXES):
            total += i64(self.boxes[seat * BOXES + i])
        return total

    def beats(self, a: i64, b: i64) -> bool:
        """Compare the sums, then the boxes from the highest down (PH 6.3)."""
        left = self.score(a)
        right = self.score(b)
        points = HIGHEST
        while left == right and points >= PENALTY:
            # Where one has more boxes of this value, the other has a lower one there, or none.
            left = self._boxes_of(a, points)
            right = self._boxes_of(b, points)
            points -= 1
        return left > right

    def _boxes_of(self, seat: i64, points: i64) -> i64:
        n: i64 = 0
        for i in range(self.boxed(seat)):
            if i64(self.boxes[seat * BOXES + i]) == points:
                n += 1
        return n

    def solo_payoff(self) -> float:
        """Return what the score of a game alone is worth (PH 6.4)."""
        return self.worth_alone(float(self.score(0)))

    def worth_alone(self, score: float) -> float:
        """Return -1 to 1 for a score: nine 20s are 1, and 80 points, which takes good play, are even."""
        return max(-1.0, min(1.0, (score - 80.0) / 100.0))

    def ending(self) -> str:
        """Return whether boxes were filled or all but one gave up."""
        if not self.over:
            return ""
        return "resigned" if self.all_gone() else "boxes"

    # What a seat may know.

    def mask(self, seat: i64) -> None:
        """Hide the dice to come; sheets are public (PH 2.7)."""
        self.dice.blank()

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Take other dice; nothing else is unknown."""
        self.dice.fork_from(dice)
