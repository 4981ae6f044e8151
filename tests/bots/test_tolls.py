"""Tolls make a bot that plays prefer other actions that are as good, and change nothing for hints."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from bestagon.bots.mcts import Search
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position

GAME = registry.game("tictactoe")
TOLL = 0.05


class Toll(Evaluator):
    """Knows nothing, judges all positions alike, and charges for some actions."""

    def __init__(self, charged: set[int], *, tolls: bool = True) -> None:
        """Charge for these."""
        super().__init__(horizon=0)
        self.prior_temperature = 1.0
        self.tolls = tolls
        self.charged = charged
        self.payers: set[int] = set()

    def estimate(self, position: Position, seat: i64) -> float:
        """Think that nothing matters."""
        return 0.0

    def toll(self, position: Position, seat: i64, action: i64) -> float:
        """Charge for some actions."""
        self.payers.add(int(seat))
        return TOLL if int(action) in self.charged else 0.0


def empty_board() -> Position:
    """Return a game that has just started."""
    position = GAME.setup(2, GAME.complete(2, {}))
    position.start(fast(1))
    return position


MOVES = legal_actions(empty_board(), 0)


@pytest.mark.parametrize("free", MOVES)
def test_of_equal_actions_a_bot_plays_one_that_costs_nothing(free: int) -> None:
    evaluator = Toll(set(MOVES) - {free})
    assert Search(evaluator, 300, temperature=0.0).choose(empty_board(), 0, fast(2)) == free
    assert evaluator.payers == {0, 1}, "a search charges the others as well"


def test_a_toll_is_a_part_of_the_payoff_of_its_seat() -> None:
    report = Search(Toll(set(MOVES)), 2, temperature=0.0).think(empty_board(), 0, fast(2), True)
    tried = [choice for choice in report.choices if choice.visits]
    assert [choice.values for choice in tried] == [[-TOLL, 0.0]] * len(tried)


def test_hints_pay_nothing() -> None:
    evaluator = Toll(set(MOVES))
    report = Search(evaluator, 50, temperature=0.0).think(empty_board(), 0, fast(2))
    assert {choice.value for choice in report.choices} == {0.0}
    assert not evaluator.payers


def test_nobody_is_asked_where_there_are_no_tolls() -> None:
    evaluator = Toll(set(MOVES), tolls=False)
    Search(evaluator, 50, temperature=0.0).choose(empty_board(), 0, fast(2))
    assert not evaluator.payers
