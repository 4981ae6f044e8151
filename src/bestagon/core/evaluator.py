"""What a strong player knows about a game, apart from its rules."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.dice import Dice
from bestagon.core.position import Position

ENDLESS: Final = 1 << 30
"""A horizon no game reaches: playouts go on to the end."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Judges positions and actions; the base class knows only the score."""

    samples: i64
    """How many imagined futures a careful player looks at before it trusts a value."""
    horizon: i64
    """After how many actions a playout is cut off and estimated; 0 estimates at once."""
    prior_temperature: float
    """How much `value` must differ for one action to look e times as promising as another; 0 where there are no priors."""
    exploration: float
    """How curious a search is: the share of doubt in what it tries next, in payoff."""
    widening: float
    """A search's node takes up at most this times the root of its visits children, the most promising first; 0 takes up all."""
    expand_after: i64
    """A search with priors weighs what can follow a node only after so many visits to it: weighing is dear, playouts are cheap."""
    move_temperature: float
    """The temperature at which a search draws its move by visits, so that it cannot be foretold; 0 plays the most visited."""
    depth: i64
    """How many actions deep a search's tree grows; beyond it only playouts go on.

    In a tree every seat acts as if it knew the whole imagined world. Where secrets matter most, playouts of a policy that
    looks only at what its seat knows are the fairer guess of what the others do.
    """

    def __init__(self, samples: i64 = 1, horizon: i64 = ENDLESS) -> None:
        """Say how many imagined futures to look at, and how far a playout goes."""
        self.samples = samples
        self.horizon = horizon
        self.prior_temperature = 0.0
        self.exploration = 0.8
        self.widening = 0.0
        self.expand_after = 1
        self.move_temperature = 0.0
        self.depth = ENDLESS

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Fill what the seat does not know with what it believes: all that fits alike, unless a game knows what players tend to do."""
        masked.determinize(seat, dice)

    def value(self, position: Position, seat: i64) -> float:
        """Return how good the position is for the seat; only differences count, larger is better."""
        if position.over:
            return 1e6 * position.payoff(seat)
        return float(position.score(seat))

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff the seat can expect, from -1 to 1; the base class knows it only for a game that is over."""
        return position.payoff(seat) if position.over else 0.0

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return an action for the seat in a playout: any legal one, unless a game knows better."""
        return position.pick(seat, dice, out)

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Write how promising each of the first `n` actions looks, before any search: only ratios count, the best is about 1.

        The base class judges by `value` one action ahead; it is called only where `prior_temperature` is not 0.
        """
        after = position.blank()
        best = -1e300
        for i in range(n):
            after.copy_from(position)
            after.play(seat, i64(actions[i]))
            weights[i] = self.value(after, seat)
            if weights[i] > best:
                best = weights[i]
        for i in range(n):
            weights[i] = math.exp((weights[i] - best) / self.prior_temperature)
