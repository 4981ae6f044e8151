"""The whole suite as one test function, for `pytest --pyargs bestagon.testing.game_suite --bestagon-game NAME`."""

from __future__ import annotations

from collections.abc import Callable


def test_game(bestagon_check: Callable[[], None]) -> None:
    """Run one check on one variant."""
    bestagon_check()
