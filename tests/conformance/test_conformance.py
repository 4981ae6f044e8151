"""Every registered game passes the suite of bestagon.testing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.conformance.cases import Case, all_cases, usual_cases

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.testing import acting_seats, legal, random_step
from bestagon.testing.conformance import count_undone


@pytest.mark.bestagon_game("all")
def test_suite(bestagon_check: Callable[[], None]) -> None:
    bestagon_check()


def test_the_five_games_and_the_examples_are_there() -> None:
    assert {"pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice", "hex", "tictactoe"} <= set(registry.all_games())


UNDOABLE = [case for case in usual_cases() if case.game.name in ("hexagone", "pocket-hexes", "hex-roller")]


@pytest.mark.parametrize("case", UNDOABLE, ids=str)
def test_some_actions_can_be_undone(case: Case) -> None:
    assert count_undone(case) > 0


FORGETFUL = [case for case in all_cases() if case.game.hides]


@pytest.mark.parametrize("case", FORGETFUL, ids=str)
def test_a_seat_reads_its_own_actions_in_full_unless_it_must_forget_them(case: Case) -> None:
    """Only with the clue tokens of BeerHex does the log hide a seat's own actions, which it may not look at again (BH 8.3)."""
    position, dice = case.started(1), fast(701)
    while not position.over:
        for seat in acting_seats(position):
            for action in legal(position, seat)[:60]:
                full = case.game.action_text(position, seat, action)
                wanted = re.sub(" (own|other)\\b", " ?", full) if case.options.get("clues") else full
                assert case.game.seen_text(position, seat, action, seat) == wanted
        random_step(position, dice)
