"""What a strong player knows about a game, apart from its rules."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from bestagon.core.position import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight:
    """Judges positions; the base class knows only the score."""

    samples: i64
    """How many imagined futures a careful player looks at before it trusts a value."""

    def __init__(self, samples: i64 = 1) -> None:
        """Say how many imagined futures to look at."""
        self.samples = samples

    def value(self, position: Position, seat: i64) -> float:
        """Return how good the position is for the seat; only differences count, larger is better."""
        if position.over:
            return 1e6 * position.payoff(seat)
        return float(position.score(seat))
