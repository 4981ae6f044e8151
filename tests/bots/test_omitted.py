"""Actions that an evaluator omits are not tried at the root of a search, and only there."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.bots.mcts import Report, Search
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position

GAME = registry.game("tictactoe")


class Choosy(Evaluator):
    """Knows nothing, but omits some actions."""

    def __init__(self, omitted: set[int]) -> None:
        """Omit these."""
        super().__init__()
        self.prior_temperature = 1.0
        self.omitted = omitted

    def omits(self, masked: Position, seat: i64, action: i64) -> bool:
        """Tell whether an action is one of them."""
        return int(action) in self.omitted


def empty_board() -> Position:
    """Return a game that has just started."""
    position = GAME.setup(2, GAME.complete(2, {}))
    position.start(fast(1))
    return position


def think(omitted: set[int]) -> Report:
    """Search the empty board for seat 0, which begins."""
    return Search(Choosy(omitted), 300, temperature=0.0).think(empty_board(), 0, fast(2))


MOVES = set(legal_actions(empty_board(), 0))


def test_what_is_omitted_is_never_tried() -> None:
    kept = {min(MOVES), max(MOVES)}
    report = think(MOVES - kept)
    assert {choice.action for choice in report.choices} == kept
    assert sum(choice.visits for choice in report.choices) == report.iterations == 300


def test_others_may_answer_with_what_is_omitted() -> None:
    report = think(MOVES - {min(MOVES)})
    (first, begun), (second, answer) = report.line[:2]
    assert (first, begun, second) == (0, min(MOVES), 1)
    assert answer in MOVES - {min(MOVES)}


def test_a_tree_that_is_reused_does_not_bring_it_back() -> None:
    for kept in MOVES:
        choosy, position, dice = Choosy(set()), empty_board(), fast(2)
        position.mask(0)
        search = Search(choosy, 300, temperature=0.0, reuse=True)
        for mover, action in search.think(position.copy(), 0, dice).line[:2]:
            position.play(mover, action)
        choosy.omitted = MOVES - {kept}
        if kept in legal_actions(position, 0):
            assert [choice.action for choice in search.think(position.copy(), 0, dice).choices] == [kept]


def test_where_everything_is_omitted_everything_is_tried() -> None:
    assert {choice.action for choice in think(MOVES).choices} == MOVES


def test_only_a_bot_that_samples_its_choice_is_restless() -> None:
    evaluator = Choosy(set())
    for temperature, restless in ((0.5, True), (0.0, False)):
        Search(evaluator, 20, temperature=temperature).choose(empty_board(), 0, fast(2))
        assert (evaluator.eager, evaluator.restless) == (True, restless)
    evaluator.restless = True
    Search(evaluator, 20, temperature=0.5).think(empty_board(), 0, fast(2))
    assert not evaluator.restless
