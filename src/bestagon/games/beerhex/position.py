"""The rules of BeerHex: turns, attacks, declarations, and the games of a match."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.beerhex.board import (
    ATTACK,
    BETWEEN,
    CANNOT,
    CANNOT_RIGHT,
    CANNOT_WRONG,
    CELLS,
    CLUED,
    CONCEDE,
    CONCEDED,
    DECLARE,
    DECLARED,
    DECLARED_WRONGLY,
    ENDINGS,
    FILL,
    FILLED,
    FIRST_TRIPLE,
    FULL,
    GOLD,
    MOST_VOIDS,
    NOT_CENTRE,
    PLACE,
    SILVER,
    START,
    TRIPLES,
    TURN,
    VOID,
    joined,
    needed,
)
from bestagon.games.beerhex.position_state import State


class BeerHexPosition(State):
    """A match under its rules."""

    def blank(self) -> Position:
        """Return a match with the same options that has not started."""
        return BeerHexPosition(self.sets, self.limit, self.clues)

    def start(self, dice: Dice) -> None:
        """Begin the first game with a start player by chance (BH 7.2)."""
        self.dice.copy_from(dice)
        self.over = False
        self.revealed = False
        self.resignations = 0
        self.wins = 0
        self.voids = 0
        self.hidden = 0
        self.blind = 0
        self.begin_game(self.dice.below(2))

    # What may be done.

    def acting(self) -> i64:
        """Return the seat whose turn it is; after a game the loser."""
        if self.over:
            return 0
        return 1 << self.turn

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List placements, attacks, the three declarations, or who may start; placements with a token come last."""
        if self.over or seat != self.turn:
            return 0
        if self.phase == BETWEEN:
            out[0] = i32(START + GOLD)
            out[1] = i32(START + SILVER)
            return 2
        n = self._list_placements(seat, out, 0, 0)
        if self.phase == TURN:
            n = self._list_attacks(out, n)
            out[n] = i32(DECLARE)
            out[n + 1] = i32(CANNOT)
            out[n + 2] = i32(CONCEDE)
            n += 3
        if self._may_clue(seat):
            n = self._list_placements(seat, out, n, CLUED)
        return n

    def open_cells(self) -> i64:
        """Return the cells a cap may go on."""
        if self.turns == 0:  # BH 3.2
            return ~self.occupied & NOT_CENTRE
        return ~self.occupied & FULL

    def _may_clue(self, seat: i64) -> bool:
        return self.clues and self.phase != FILL and self.tokens_left(seat) > 0

    def _list_placements(self, seat: i64, out: vec[i32], n: i64, base: i64) -> i64:
        cells = self.open_cells()
        own = (self.hands >> (8 * seat)) & 15 != 0
        other = (self.hands >> (8 * seat + 4)) & 15 != 0
        action = base
        while cells:
            if cells & 1:
                if own:
                    out[n] = i32(action)
                    n += 1
                if other:
                    out[n] = i32(action + 1)
                    n += 1
            cells >>= 1
            action += 2
        return n

    def _list_attacks(self, out: vec[i32], n: i64) -> i64:
        down = self.occupied & ~self.up  # BH 4.4
        cell: i64 = 0
        while down >> cell:
            if (down >> cell) & 1:
                i = FIRST_TRIPLE[cell]
                end = FIRST_TRIPLE[cell + 1]
                while i < end:
                    if not TRIPLES[i] & ~down:
                        out[n] = i32(ATTACK + i)
                        n += 1
                    i += 1
            cell += 1
        return n

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a legal action, each equally likely: drawn among all there are until one is legal."""
        if self.phase == BETWEEN:
            return START + dice.below(2)
        cells = self.open_cells()
        elsewhere = self.up | ~self.occupied
        hand = self.hands >> (8 * seat)
        span: i64 = START if self.phase == TURN else ATTACK
        width = span
        if self._may_clue(seat):
            width += 2 * CELLS
        while True:
            action = dice.below(width)
            if action >= span:
                action += CLUED - span
            if action < ATTACK or action >= CLUED:
                put = action if action < ATTACK else action - CLUED
                if (cells >> (put >> 1)) & 1 and (hand >> (4 * (put & 1))) & 15:
                    return action
            elif action >= DECLARE or not TRIPLES[action - ATTACK] & elsewhere:
                return action

    # Doing it.

    def play(self, seat: i64, action: i64) -> None:
        """Place, attack, declare, or choose who starts."""
        self.revealed = False
        if action < ATTACK:
            self._put(seat, action >> 1, action & 1)
        elif action < DECLARE:
            self._attack(seat, TRIPLES[action - ATTACK])
        elif action == DECLARE:  # BH 5.1
            right = joined(self.symbols(seat), seat)
            self._finish(seat if right else 1 - seat, DECLARED if right else DECLARED_WRONGLY)
        elif action == CANNOT:
            self._say_cannot(seat)
        elif action == CONCEDE:  # BH 6.4
            self._finish(1 - seat, CONCEDED)
        elif action < CLUED:  # BH 7.1
            self.begin_game(action - START)
        else:  # BH 8.2
            self.token |= 1 << ((action - CLUED) >> 1)
            self._put(seat, (action - CLUED) >> 1, action & 1)

    def _put(self, seat: i64, cell: i64, kind: i64) -> None:
        bit: i64 = 1 << cell
        self.occupied |= bit
        if seat == SILVER:
            self.colour |= bit
        if seat != kind:  # Silver's own symbol or Gold's other one
            self.symbol |= bit
        self.hands -= 1 << (8 * seat + 4 * kind)
        if self.occupied == FULL:  # BH 6.1
            self._finish(GOLD if joined(self.symbols(GOLD), GOLD) else SILVER, FILLED)
        elif self.phase != FILL:
            self._end_turn(seat)

    def _attack(self, seat: i64, three: i64) -> None:
        self.revealed = True
        self.token &= ~three  # BH 8.4
        mine = self.symbols(seat) & three
        if mine == 0 or mine == three:  # BH 4.2
            self._return(three)
            self.phase = PLACE
        else:  # BH 4.3
            self.up |= three & ~mine
            self._return(mine)
            self._end_turn(seat)

    def _return(self, cells: i64) -> None:
        rest = cells
        while rest:
            bit = rest & -rest
            shift: i64 = 0
            if self.colour & bit:
                shift = 8
            if (self.colour ^ self.symbol) & bit:
                shift += 4
            self.hands += 1 << shift
            rest ^= bit
        self.occupied &= ~cells
        self.colour &= ~cells
        self.symbol &= ~cells

    def _say_cannot(self, seat: i64) -> None:
        """Decide whether the opponent could still connect with the caps of both hands (BH 6.3)."""
        opponent = 1 - seat
        caps = ((self.hands >> (8 * opponent)) & 15) + ((self.hands >> (8 * seat + 4)) & 15)
        right = needed(self.symbols(opponent), ~self.occupied & FULL, opponent) > caps
        self._finish(seat if right else opponent, CANNOT_RIGHT if right else CANNOT_WRONG)

    def _end_turn(self, seat: i64) -> None:
        self.turns += 1
        self.turn = 1 - seat
        if (self.hands >> (8 * seat)) & 255 == 0:  # BH 6.2, and it goes before 6.5: a filling always comes to a result
            self.phase = FILL
        elif self.turns >= self.limit:  # BH 6.5
            self._end_void()
        else:
            self.phase = TURN

    def _end_void(self) -> None:
        self.voids += 1
        if self.voids < MOST_VOIDS:  # BH 7.2
            self.begin_game(1 - self.starter)
        else:
            self.over = True
            self._reveal(VOID)

    def _finish(self, winner: i64, how: i64) -> None:
        self.wins += 1 << (4 * winner)
        self.turn = 1 - winner
        self.over = 2 * self.score(winner) > self.sets  # BH 7.1, 7.3
        self._reveal(how)

    def _reveal(self, how: i64) -> None:
        self.how = how
        self.phase = BETWEEN
        self.up = self.occupied
        self.token = 0  # BH 8.4
        self.revealed = True

    def withdraw(self, seat: i64) -> None:
        """Do nothing: with two players a resignation ends the match."""

    def ending(self) -> str:
        """Return how the last game of the match ended, or that somebody resigned."""
        if not self.over:
            return ""
        return "resigned" if self.resignations else ENDINGS[self.how]
