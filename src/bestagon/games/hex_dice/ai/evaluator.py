"""What a strong player of Hex Dice knows: what a position is worth, and which actions to look at first."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.hex_dice.ai.appeal import Appeal
from bestagon.games.hex_dice.ai.look import SEATS, Look
from bestagon.games.hex_dice.ai.power import Powers
from bestagon.games.hex_dice.ai.race import Race
from bestagon.games.hex_dice.board import BECOME, PLAY
from bestagon.games.hex_dice.position import HexDicePosition

SAMPLES: Final = 6
"""A re-roll has six outcomes."""
SPREAD: Final = 0.4
CURIOSITY: Final = 0.3
VERDICT: Final = 3.0
"""What it is worth to be ahead when patience runs out (HD 7.3)."""
SCALE: Final = 2.0
"""How much lead makes a win e times as likely as a loss."""


class HexDiceEvaluator(Evaluator):
    """Compares the powers of the seats; threats are part of them, so that a search need not play on."""

    powers: Powers
    appeal: Appeal
    look: Look
    """What the appeal of actions rests on."""
    race: Race

    def __init__(self) -> None:
        """Estimate at once, with priors."""
        super().__init__(SAMPLES, 0)
        self.prior_temperature = SPREAD
        self.exploration = CURIOSITY
        self.race = Race()
        self.look = Look()
        self.powers = Powers(self.race)
        self.appeal = Appeal(self.look, self.race)

    def value(self, position: Position, seat: i64) -> float:
        """Return the mean lead over the others."""
        assert isinstance(position, HexDicePosition)
        if position.over:
            return 1e6 * position.payoff(seat)
        self.powers.judge(position)
        total = 0.0
        for foe in range(position.seats):
            if foe != seat:
                total += self._lead(position, seat, foe)
        return total / float(position.seats - 1)

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the mean over the others of how sure the seat is to end above or below each."""
        assert isinstance(position, HexDicePosition)
        if position.over:
            return position.payoff(seat)
        self.powers.judge(position)
        total = 0.0
        for foe in range(position.seats):
            if foe != seat:
                total += squash(self._lead(position, seat, foe) / SCALE)
        return total / float(position.seats - 1)

    def _lead(self, position: HexDicePosition, seat: i64, foe: i64) -> float:
        """Return by how much the seat is ahead of a foe."""
        if position.out_at(seat) or position.out_at(foe):
            return 1e3 if position.outranks(seat, foe) else -1e3
        of = self.powers.of
        return of[seat] - of[foe] + verdict(position, seat, foe)

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Write how promising each action looks: by its appeal, but in set-up and in mortal danger by what follows from it."""
        assert isinstance(position, HexDicePosition)
        if position.phase < PLAY or position.phase == BECOME or not self._prepare(position, seat):
            super().priors(position, seat, actions, n, weights)
            return
        best = -1e300
        for i in range(n):
            weights[i] = self.appeal.of(position, seat, i64(actions[i]))
            if weights[i] > best:
                best = weights[i]
        for i in range(n):
            weights[i] = math.exp(weights[i] - best)

    def _prepare(self, position: HexDicePosition, seat: i64) -> bool:
        """Look at the map, and tell whether the seat is safe for a turn."""
        self.race.on(position.board)
        self.look.at(position)
        self.look.captures(position)
        for foe in range(position.seats):
            if self.look.dooms[SEATS * foe + seat]:
                return False
        return True


def verdict(position: HexDicePosition, seat: i64, foe: i64) -> float:
    """Return what the end of patience would bring (HD 7.3), the more the nearer it is."""
    if position.phase < PLAY:
        return 0.0
    units = position.count(seat) - position.count(foe)
    ahead = units if units else position.total(seat) - position.total(foe)
    if ahead == 0:
        return 0.0
    spent = float(position.quiet) / float(position.patience * position.inside)
    worth = VERDICT * spent * spent * spent * spent
    return worth if ahead > 0 else -worth


def squash(x: float) -> float:
    """Return what a lead is worth as a payoff."""
    if x > 30.0:
        return 1.0
    if x < -30.0:
        return -1.0
    return 1.0 - 2.0 / (1.0 + math.exp(x))
