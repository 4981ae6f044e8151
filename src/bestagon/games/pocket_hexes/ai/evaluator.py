"""The Pocket Hexes evaluator: compares the expected final scores of the sheets."""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.pocket_hexes.ai.ends import PocketEnds
from bestagon.games.pocket_hexes.ai.playout import playout_action
from bestagon.games.pocket_hexes.ai.priors import weigh_points, write_priors
from bestagon.games.pocket_hexes.ai.sheet_scores import PocketSheetScores, last_score
from bestagon.games.pocket_hexes.ai.weights import (
    HAND_MADE,
    LEAD,
    LEAD_PER_BOX,
    PAYOFF_VALUE,
    PRIOR_POINTS,
    PRIOR_ROUNDS,
    PRIOR_TEMPERATURE,
    SAFE_LEAD,
    SAFE_LEAD_LATE,
    SOLO_LEAD,
    PocketTuning,
    tuning_of,
)
from bestagon.games.pocket_hexes.ai.write_gains import PocketWriteGains
from bestagon.games.pocket_hexes.board import BOXES
from bestagon.games.pocket_hexes.rules.scoring import solo_payoff
from bestagon.games.pocket_hexes.rules.state import PocketPosition


class PocketEvaluator(Evaluator):
    """Plays every sheet to the end of the game with the dice of a world, and compares the scores."""

    scores: PocketSheetScores
    gains: PocketWriteGains
    ends: PocketEnds
    root: i64 = 0
    """The seat that searches."""
    lead: float
    """The lead in points that is worth three quarters of a win to it."""

    def __init__(self) -> None:
        """Pair the actions: they are compared with the same dice."""
        super().__init__(1, 0)
        self.prior_temperature = PRIOR_TEMPERATURE
        self.paired = True
        self.depth = 1
        self.prior_rounds = PRIOR_ROUNDS
        self.lead = LEAD
        self._use(HAND_MADE)

    def tunable(self) -> dict[str, float]:
        """Return the values of the parts of a sheet."""
        return self.gains.tuning.numbers()

    def tune(self, weights: dict[str, float]) -> None:
        """Replace them."""
        self._use(tuning_of(weights))

    def _use(self, tuning: PocketTuning) -> None:
        self.scores = PocketSheetScores(tuning)
        self.gains = PocketWriteGains(tuning)
        self.ends = PocketEnds(self.gains)

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Sample the dice of the turns to come: nothing else is hidden."""
        assert isinstance(masked, PocketPosition)
        self.root = seat
        most: i64 = 0
        for other in range(masked.seats):
            if masked.filled_boxes(other) > most:
                most = masked.filled_boxes(other)
        self.lead = LEAD + LEAD_PER_BOX * float(BOXES - most)
        self.prior_scale = PRIOR_POINTS / (SOLO_LEAD if masked.seats == 1 else self.lead)
        super().sample_belief(masked, seat, dice)

    def value(self, position: Position, seat: i64) -> float:
        """Return a million times the expected payoff, plus the points of a finished game."""
        assert isinstance(position, PocketPosition)
        if position.over:
            return PAYOFF_VALUE * position.payoff(seat) + float(position.score(seat))
        if position.seats == 1:
            return PAYOFF_VALUE * solo_payoff(self.scores.expected_score(position, seat, False))
        last = position.any_full()
        own = self.scores.expected_score(position, seat, last)
        total = 0.0
        for other in range(position.seats):
            if position.resigned(other):
                total += 1.0
            elif other != seat:
                total += _lead_payoff(own - self.scores.expected_score(position, other, last), last)
        return PAYOFF_VALUE * total / float(position.seats - 1)

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff if everybody plays well with the dice of this world; a small lead counts less than a clear one."""
        assert isinstance(position, PocketPosition)
        if position.over:
            return position.payoff(seat)
        ends = self.ends
        ends.find(position, self.root)
        if position.seats == 1:
            return solo_payoff(ends.scores[0])
        total = 0.0
        for other in range(position.seats):
            if other == seat:
                continue
            if position.resigned(seat) or position.resigned(other):
                total += 1.0 if position.outranks(seat, other) else -1.0
            else:
                total += math.tanh((ends.scores[seat] - ends.scores[other]) / self.lead)
        return total / float(position.seats - 1)

    def points(self, position: Position, seat: i64) -> float:
        """Return the final score with the dice of this world."""
        assert isinstance(position, PocketPosition)
        if position.over or position.resigned(seat):
            return float(position.score(seat))
        self.ends.find(position, self.root)
        return self.ends.scores[seat]

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the write with the highest gain; score a ring if it is worth a box."""
        assert isinstance(position, PocketPosition)
        return playout_action(position, seat, dice, out, self.gains)

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Weigh writes by their gains and rings by their points, but a ring that may end the game by `value`."""
        assert isinstance(position, PocketPosition)
        if not position.pending_rings(seat):
            write_priors(position, seat, actions, n, weights, self.gains, self.prior_temperature)
        elif position.seats > 1 and position.filled_boxes(seat) == BOXES - 1 and not position.any_full():
            super().priors(position, seat, actions, n, weights)
        else:
            self._ring_priors(position, seat, actions, n, weights)

    def _ring_priors(self, position: PocketPosition, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Write the priors of scoring and skipping by expected points, which count also where the game is decided."""
        last = position.any_full()
        after = position.blank()
        assert isinstance(after, PocketPosition)
        for i in range(n):
            after.copy_from(position)
            after.play(seat, i64(actions[i]))
            if after.over:
                weights[i] = float(after.score(seat))
            elif last:
                weights[i] = last_score(after, seat)
            else:
                weights[i] = self.scores.expected_score(after, seat, after.any_full())
        weigh_points(weights, n, self.prior_temperature)


def _lead_payoff(lead: float, last: bool) -> float:
    """Return the expected payoff of an expected lead in points."""
    return math.tanh(lead / (SAFE_LEAD_LATE if last else SAFE_LEAD))
