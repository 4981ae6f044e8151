"""What the seats of a game of Hex Dice have: units, the way they have come, and what they are about to lose."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_dice.ai.look import SEATS, WORTH, Look
from bestagon.games.hex_dice.ai.race import Race, away
from bestagon.games.hex_dice.board import BECOME, GUARD, PLAY, TOKEN, TURN_INTO, VALUE
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, HAND

OUT: Final = 30.0
"""What a seat loses that is as good as out."""
TOKEN_COST: Final = 0.05
GUARDED: Final = 0.06
ADVANCE: Final = 0.06
"""What a step nearer to an enemy base is worth."""
HOME: Final = 0.14
"""What a unit is worth that stands within `NEAR` steps of its own base."""
NEAR: Final = 2
RUN: Final = vec[float]([0.0, 1.6, 0.8, 0.4] + [0.0] * 12)
"""What a unit is worth that could be in an undefended enemy base after so many turns."""
HOLD: Final = 1.0
"""What a unit more is worth when patience has run out (HD 7.3)."""
SURE: Final = 0.8
"""How much of the best capture counts that the owner can do nothing about,"""
SURE_NEXT: Final = 0.1
"""and how much of the second best."""
THREAT: Final = 0.08
"""How much of the best capture counts where the owner moves first,"""
FORK: Final = 0.45
"""and how much of the second best: it cannot save both."""
DANGER: Final = 0.5
"""What it costs to have to do something about one unit that could end the game,"""
DANGERS: Final = 2.5
"""and about several of them."""


class Powers:
    """What every seat has, less what it is about to lose; `judge` must come first."""

    of: vec[float]
    """The power of each seat in the position judged last."""
    look: Look
    race: Race
    judged: HexDicePosition | None
    """The position judged last."""
    twin: HexDicePosition | None
    """Scratch: that position after a merged unit has become something."""
    defenders: vec[i32]
    """How many units each seat has near its base."""

    def __init__(self, race: Race) -> None:
        """Make room."""
        self.of = vec[float]([0.0] * SEATS)
        self.look = Look()
        self.race = race
        self.judged = None
        self.twin = None
        self.defenders = vec[i32]([i32(0)] * SEATS)

    def judge(self, position: HexDicePosition) -> None:
        """Work out the power of all seats, unless that is known from the seat asked for before."""
        last = self.judged
        if last is not None and same(position, last):
            return
        if last is None or last.board is not position.board:
            last = fresh(position)
            self.judged = last
            self.twin = fresh(position)
        last.copy_from(position)
        last.patience = position.patience
        self.race.on(position.board)
        if position.phase == BECOME:
            self._judge_merged(position)
        else:
            self._weigh(position)

    def _judge_merged(self, position: HexDicePosition) -> None:
        """Judge a unit that has yet to become something (HD 4.6) as a 5, unless as something else it ends a seat's game."""
        twin = self.twin
        assert twin is not None
        twin.copy_from(position)
        twin.patience = position.patience
        lost = self.look.entered(position, position.turn, position.focus) if position.bonus else -1
        twin.play(twin.turn, twin.board.rest + TURN_INTO + 5)
        self._weigh(twin)
        if lost >= 0:
            self.of[lost] -= OUT

    def _weigh(self, position: HexDicePosition) -> None:
        playing = position.phase >= PLAY
        spent = float(position.quiet) / float(position.patience * position.inside)
        for seat in range(position.seats):
            self._count_defenders(position, seat)
        for seat in range(position.seats):
            self.of[seat] = 0.0
            if position.out_at(seat) == 0:
                self.of[seat] = self._strength(position, seat)
                if playing:
                    self.of[seat] += HOLD * spent * spent * (float(position.count(seat)) + 0.04 * float(position.total(seat)))
        if playing:
            self.look.at(position)
            self.look.captures(position)
            self._subtract_losses(position)

    def _count_defenders(self, position: HexDicePosition, seat: i64) -> None:
        home = position.base(seat)
        near: i64 = 0
        for i in range(position.count(seat)):
            if position.board.away(position.man(seat, i), home) <= NEAR:
                near += 1
        self.defenders[seat] = i32(near)

    def _strength(self, position: HexDicePosition, seat: i64) -> float:
        """Return what the seat's dice are worth, and how far they have come."""
        value = HOME * float(self.defenders[seat])
        for v in range(1, 7):
            value += WORTH[v] * float(position.camps[CAMP * seat + HAND + v])
        for i in range(position.count(seat)):
            value += self._unit(position, seat, position.man(seat, i))
        return value

    def _unit(self, position: HexDicePosition, seat: i64, cell: i64) -> float:
        """Return what a unit is worth where it stands."""
        code = i64(position.cells[cell])
        v = code & VALUE
        value = WORTH[v] - TOKEN_COST * float((code // TOKEN) & 7) - ADVANCE * float(away(position, seat, cell))
        if code & GUARD:
            value += GUARDED
        race = self.race
        run = RUN[race.turns(position, seat, v, cell)]
        if run > 0.0:
            value += run / (1.0 + float(self.defenders[race.foe]))
        return value

    def _subtract_losses(self, position: HexDicePosition) -> None:
        """Take away the most that any foe can do to each seat, the more the less it can still do about it."""
        seats = position.seats
        turn = position.turn
        prey = self._prey(position)
        for seat in range(seats):
            worst = 0.0
            due = (seat - turn + seats) % seats
            for foe in range(seats):
                first = (foe - turn + seats) % seats < due and (foe != turn or seat == prey)
                loss = self._loss(SEATS * foe + seat, first, foe == turn)
                if loss > worst:
                    worst = loss
            self.of[seat] -= worst

    def _prey(self, position: HexDicePosition) -> i64:
        """Return whom the seat on turn can hurt most, for it does one thing only; -1 where it can hurt nobody."""
        look = self.look
        prey: i64 = -1
        most = 0.0
        for foe in range(position.seats):
            spot = SEATS * position.turn + foe
            gain = look.best[spot] + (OUT if look.dooms[spot] else 0.0)
            if gain > most:
                most = gain
                prey = foe
        return prey

    def _loss(self, spot: i64, first: bool, now: bool) -> float:
        """Return what one seat can do to another, whether it moves before the other, and whether it is on turn."""
        look = self.look
        best = look.best[spot]
        second = look.second[spot]
        dooms = i64(look.dooms[spot])
        if first:
            if dooms:
                return OUT if now else DANGERS
            return SURE * best + SURE_NEXT * second
        loss = THREAT * best + FORK * second
        if dooms:
            loss += DANGER if dooms == 1 else DANGERS
        return loss


def fresh(position: HexDicePosition) -> HexDicePosition:
    """Return an empty map of the same set-up."""
    other = position.blank()
    assert isinstance(other, HexDicePosition)
    return other


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
