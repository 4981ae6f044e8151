"""What a strong player of hexaGONE knows."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.games.hexagone.position import HexagonePosition


class HexagoneInsight(Insight):
    """Judges a position by what each side can claim soon."""

    def value(self, position: Position, seat: i64) -> float:
        """Return how good the position is for the seat, about in points."""
        assert isinstance(position, HexagonePosition)
        if position.over:
            return 1e6 * position.payoff(seat)
        return float(position.score(seat))
