"""What a strong player of Hex Dice knows."""

from __future__ import annotations

from bestagon.core.insight import Insight


class HexDiceInsight(Insight):
    """Knows nothing yet."""
