"""Checks for any game, ours or yours, as functions and as a pytest plugin; pytest itself is optional.

`check_game` runs everything, `check_conformance`, `check_leaks`, `check_notation` and `check_scenes` a part of it. Each plays
many random games of every variant of a Game and raises AssertionError with a message that says what is wrong.

With pytest, a test that takes the fixture `bestagon_check` becomes one test per check and variant:

    def test_my_game(bestagon_check):
        bestagon_check()

`pytest --bestagon-game NAME` or the marker `bestagon_game(*names)` select the games; otherwise all games of plugins are checked.
Without a test file of your own: `pytest --pyargs bestagon.testing.game_suite --bestagon-game NAME`.
"""

from bestagon.testing.cases import Case, acting_seats, cases_of, legal, masked, random_step, usual_cases_of
from bestagon.testing.suite import (
    CHECKS,
    Check,
    check_conformance,
    check_game,
    check_leaks,
    check_notation,
    check_scenes,
    jobs_for,
)

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "acting_seats",
    "cases_of",
    "check_conformance",
    "check_game",
    "check_leaks",
    "check_notation",
    "check_scenes",
    "jobs_for",
    "legal",
    "masked",
    "random_step",
    "usual_cases_of",
]
