"""What a strong player knows."""

from __future__ import annotations

from bestagon.core.insight import Insight


class PocketInsight(Insight):
    """Knows the score."""
