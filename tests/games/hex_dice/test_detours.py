"""Moves that get nowhere cost bots that play, the more quiet turns have passed (HD 7.3)."""

from __future__ import annotations

import pytest
from tests.games.hex_dice.boards import battle, moves

from bestagon.bots.mcts import Search
from bestagon.core.dice import fast
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.ai.evaluator import HexDiceEvaluator
from bestagon.games.hex_dice.ai.weights import DETOUR_TOLL, RESTED_SHARE
from bestagon.games.hex_dice.rules.state import HexDicePosition

LINE = "r5  .   .   .   r4  .   .   b5  b6"
"""Red goes east, from g1, which is at the left of its archer."""


def tolls(position: HexDicePosition) -> dict[str, float]:
    """Return what each action costs that is not free."""
    evaluator, seat = GAME.evaluator(), int(position.turn)
    costs = {text: evaluator.toll(position, seat, GAME.parse_action(position, seat, text)) for text in moves(position)}
    return {text: toll for text, toll in costs.items() if toll}


def test_only_moves_that_come_no_nearer_cost_something() -> None:
    position = battle(LINE, "g3", quiet=30)
    assert set(tolls(position)) == moves(position) - {"g3-g4", "g7-g8", "g7-g9", "g3 guard", "g7 guard", "g3 reroll", "g7 reroll"}


def test_a_unit_that_acted_in_the_turn_before_pays_more() -> None:
    costs = tolls(battle(LINE, "g3", quiet=30, last=("g7",)))
    assert costs["g7-g6"] == pytest.approx(DETOUR_TOLL)
    assert costs["g3-g2"] == pytest.approx(RESTED_SHARE * DETOUR_TOLL)


def test_tolls_grow_with_the_quiet_turns_up_to_half_of_them() -> None:
    costs = [tolls(battle(LINE, "g3", quiet=quiet, last=("g7",))).get("g7-g6", 0.0) for quiet in (0, 15, 30, 59)]
    assert costs == pytest.approx([0.0, DETOUR_TOLL / 2, DETOUR_TOLL, DETOUR_TOLL])


def test_the_own_base_is_a_detour_and_the_enemy_base_is_none() -> None:
    assert "g3-g2" in tolls(battle("r4  .   .   .   .   .   .   .   b5", "g3", quiet=30))
    assert "g11-g12" not in tolls(battle("b5  .   .   .   .   .   .   .   .   r4", "g2", quiet=30))


def undone_by_red(toll: float) -> int:
    """Return how often red's units go back at once while searches play from a drawn position."""
    found = 0
    for seed in range(3):
        position = battle("r6  r4  .   .   .   r5  .   .   .   .   b5", "g2", turn="b", quiet=20)
        position.add_unit(1, position.board.shape.find("f8"), 5)
        evaluator = HexDiceEvaluator()
        evaluator.detour_toll = toll
        search, dice, before = Search(evaluator, 1000, temperature=0.0), fast(seed), [""]
        for _ in range(14):
            seat = int(position.turn)
            action = int(search.choose(position.copy(), seat, dice))
            if seat == 0:
                steps = GAME.action_text(position, seat, action).split("-")
                found += len(steps) == 2 and steps[::-1] == before
                before = steps
            position.play(seat, action)
    return found


def test_who_is_ahead_does_not_go_to_and_fro() -> None:
    """The rook went from g3 to h2 and back: all that it could do seemed to be as good."""
    assert undone_by_red(0.0) > 2
    assert undone_by_red(DETOUR_TOLL) == 0
