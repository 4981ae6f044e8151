"""What a strong player knows about a game, apart from its rules."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.dice import Dice
from bestagon.core.position import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight:
    """Judges positions; the base class knows only the score."""

    samples: i64
    """How many imagined futures a careful player looks at before it trusts a value."""
    horizon: i64
    """After how many actions a playout is cut off and estimated; 0 plays every game to its end."""

    def __init__(self, samples: i64 = 1, horizon: i64 = 0) -> None:
        """Say how many imagined futures to look at, and how far a playout goes."""
        self.samples = samples
        self.horizon = horizon

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
