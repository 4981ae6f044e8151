"""Plays one sheet of Pocket Hexes to the end of the game."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.games.pocket_hexes.ai.futures import MAX_TURNS, NOBODY, PocketFuture
from bestagon.games.pocket_hexes.ai.weights import POINTS_PER_TURN, PocketWeights
from bestagon.games.pocket_hexes.ai.write_gains import PocketWriteGains
from bestagon.games.pocket_hexes.board import BOXES, DICE, EVERYONE, FIRST, PENALTY, SETS_PER_SEAT
from bestagon.games.pocket_hexes.rules.play import closed_rings
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.grid.bits import lowest


class PocketSheetRun:
    """Plays the turns to come on a seat's sheet; each write is the one with the highest gain."""

    gains: PocketWriteGains
    weights: PocketWeights
    sheet: PocketPosition
    """The sheet, as in a game alone; its boxes count only in `score`."""
    seat: i64
    score: i64
    turn: i64
    """The turn that was played last; 0 for the current one."""
    active: i64
    rolled: i64
    at: i64
    """The place of the next random word."""
    last: bool
    """Whether it is known that the game ends with this turn."""
    rival: i64
    """The score of the best rival if the game ends with this turn."""

    def __init__(self, position: PocketPosition, gains: PocketWriteGains) -> None:
        """Make room for a sheet of this kind."""
        self.gains = gains
        self.weights = gains.tuning.rivals
        self.sheet = PocketPosition(1, position.board)
        self.seat = 0
        self.score = 0
        self.turn = 0
        self.active = 0
        self.rolled = 0
        self.at = 0
        self.last = False
        self.rival = 0

    def play(self, position: PocketPosition, seat: i64, future: PocketFuture) -> None:
        """Play until the seat has filled all boxes, or a rival in the future has; a rival's own scores are noted there.

        The seat that the future is made for knows its rivals' scores after each turn. These only guess.
        """
        self._begin(position, seat)
        guess = self.rival
        if seat == future.seat:
            self.rival = future.top[0]
        self._answer(position.pending_rings(seat))
        if position.phase == EVERYONE:
            self._write_numbers(position.writes_left(seat), position.die_used(seat))
        else:
            die: i64 = -1
            if position.phase == FIRST and position.writes_left(self.active) == 0:
                die = position.die_used(self.active)
            elif position.phase == FIRST:
                die = self._first_die(future)
            self._finish_turn(future, die)
        self._note(future)
        while self.sheet.filled < BOXES and self.turn < future.end:
            guess += POINTS_PER_TURN
            self.rival = future.top[self.turn + 1] if seat == future.seat else guess
            self._play_turn(position, future)
            self._note(future)
        if seat != future.seat:
            future.end = self.turn

    def _begin(self, position: PocketPosition, seat: i64) -> None:
        """Take over the sheet of a seat."""
        sheet = self.sheet
        cells = position.board.cells
        for i in range(cells):
            sheet.numbers[i] = position.numbers[seat * cells + i]
        for i in range(SETS_PER_SEAT):
            sheet.cell_sets[i] = position.cell_sets[seat * SETS_PER_SEAT + i]
        sheet.filled = position.filled_boxes(seat)
        self.weights = self.gains.tuning.weights_for(position.seats)
        self.seat = seat
        self.score = position.score(seat)
        self.turn = 0
        self.active = position.active
        self.rolled = position.rolled
        self.at = 0
        self.last = position.any_full()
        self.rival = NOBODY
        for other in range(position.seats):
            if other != seat and not position.resigned(other) and position.score(other) > self.rival:
                self.rival = position.score(other)

    def _play_turn(self, position: PocketPosition, future: PocketFuture) -> None:
        self.turn += 1
        self.last = False
        self.rolled = future.roll(self.at)
        self.at += DICE
        self.active = (self.active + 1) % position.seats
        while position.resigned(self.active):
            self.active = (self.active + 1) % position.seats
        self._finish_turn(future, self._first_die(future))

    def _first_die(self, future: PocketFuture) -> i64:
        """Write the number of the active player, if it is this one, and return the die to re-roll, or -1 if any will do.

        A rival expects that the others want the die that it wants itself.
        """
        if self.active == self.seat:
            die = self._write(-1)
            if die < 0:
                self._take_penalty()
        elif future.rerolled[self.turn] >= 0:
            return future.rerolled[self.turn]
        else:
            die = self._best_action(-1) // self.sheet.board.cells
        if self.seat != future.seat:
            future.rerolled[self.turn] = die
        return die

    def _finish_turn(self, future: PocketFuture, die: i64) -> None:
        """Re-roll a die and write the two numbers of every player."""
        self.rolled = future.roll_again(self.rolled, die if die >= 0 else self.at % DICE, self.at)
        self.at += 1
        self._write_numbers(2, -1)

    def _write_numbers(self, left: i64, used: i64) -> None:
        while left > 0 and self.sheet.filled < BOXES:
            used = self._write(used)
            if used < 0:
                self._take_penalty()
            left -= 1

    def _write(self, used: i64) -> i64:
        """Write the best number, answer for the rings that it completes, and return its die; -1 if none can be written."""
        sheet = self.sheet
        action = self._best_action(used)
        if action < 0:
            return -1
        die = action // sheet.board.cells
        cell = action % sheet.board.cells
        sheet.write_number(0, cell, (self.rolled >> (8 * die)) & 255)
        self._answer(closed_rings(sheet, 0, cell))
        return die

    def _best_action(self, used: i64) -> i64:
        self.gains.analyse_sheet(self.sheet, 0, self.weights, self.last)
        return self.gains.best_write(self.sheet, 0, self.rolled, used)

    def _answer(self, rings: i64) -> None:
        """Score the completed rings that are worth a box, but none that ends the game while the seat is behind."""
        sheet = self.sheet
        while rings and sheet.filled < BOXES:
            number = i64(sheet.numbers[lowest(rings)])
            rings &= rings - 1
            good = self.last
            if not good and sheet.filled == BOXES - 1 and self.rival > NOBODY:
                good = self.score + number > self.rival
            elif not good:
                good = self.gains.is_worth_box(sheet, 0, self.weights, number)
            if good:
                self.score += number
                sheet.filled += 1

    def _take_penalty(self) -> None:
        if self.sheet.filled < BOXES:
            self.score += PENALTY
            self.sheet.filled += 1

    def _note(self, future: PocketFuture) -> None:
        """Note what a rival has after a turn."""
        if self.seat != future.seat:
            future.scores[self.seat * MAX_TURNS + self.turn] = self.score
            if self.score > future.top[self.turn]:
                future.top[self.turn] = self.score
