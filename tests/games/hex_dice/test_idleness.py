"""Seats that lose by waiting do something, and bots that play tire of it (HD 7.3)."""

from __future__ import annotations

import pytest
from tests.games.hex_dice.boards import battle, moves

from bestagon.bots.mcts import Search
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.rules.state import HexDicePosition

BEHIND = "r5  .   .   .   .   .   b5  b6"
"""From a game of two experts, a little simplified: the archer at g2, alone against two, moved to and fro until the count."""


def tried(position: HexDicePosition) -> set[str]:
    """Return the actions that a search tries."""
    seat = int(position.turn)
    report = Search(GAME.evaluator(), 50, temperature=0.0).think(position, seat, fast(1))
    return {GAME.action_text(position, seat, choice.action) for choice in report.choices}


def test_a_seat_that_loses_the_count_advances_or_rolls() -> None:
    assert tried(battle(BEHIND, "g2", quiet=40)) == {"g2-g3", "g2 reroll"}


def test_there_is_time_to_wait_before() -> None:
    position = battle(BEHIND, "g2", quiet=20)
    assert tried(position) == moves(position)


def test_a_seat_that_is_not_behind_in_units_may_wait() -> None:
    for position in (battle(BEHIND.replace("r5  .   ", "r5  r1  "), "g2", quiet=40), battle(BEHIND, "g2", quiet=40, turn="b")):
        assert tried(position) == moves(position)


def test_a_unit_in_danger_may_go_where_it_likes() -> None:
    position = battle("r5  .   .   b5  .   .   .   b6", "g4", quiet=40)
    assert {"g4-g3", "g4-f4", "g4 guard"} <= tried(position)


def kept(position: HexDicePosition, *, restless: bool = False) -> set[str]:
    """Return the actions that a bot tries while it plays."""
    evaluator, seat = GAME.evaluator(), int(position.turn)
    evaluator.eager, evaluator.restless = True, restless
    return {
        GAME.action_text(position, seat, action) for action in legal_actions(position, seat) if not evaluator.omits(position, seat, action)
    }


def test_a_restless_seat_that_is_ahead_comes_nearer_in_the_end() -> None:
    position = battle(BEHIND, "g2", quiet=36, turn="b")
    assert kept(position) == moves(position)
    assert kept(position, restless=True) == {"g8-g7", "g8-g9", "g9 reroll"}
    early = battle(BEHIND, "g2", quiet=35, turn="b")
    assert kept(early, restless=True) == moves(early)


CROWD = "r5  .   .   .   g5  g1  .   .   b5  b6"
"""Blue is alone ahead in the count, red is last."""


def crowd(turn: str, quiet: int) -> HexDicePosition:
    """Return the crowd after so many quiet turns; 90 end the game."""
    return battle(CROWD, "g2", players=3, quiet=quiet, turn=turn)


@pytest.mark.parametrize(("turn", "early"), [("r", 35), ("g", 44)])
def test_in_a_crowd_a_seat_that_is_not_ahead_may_not_wait_for_long(turn: str, early: int) -> None:
    before, late = crowd(turn, early), crowd(turn, early + 1)
    assert kept(before) == moves(before)
    assert kept(late) < moves(late)
    assert tried(late) == moves(late), "hints may advise to wait"


def test_in_a_crowd_who_is_alone_ahead_may_wait() -> None:
    position = crowd("b", 88)
    assert kept(position) == moves(position)


def test_in_a_crowd_dice_that_could_arrive_are_not_rolled_in_the_end() -> None:
    assert "g2 reroll" in kept(crowd("r", 53))
    assert "g2 reroll" not in kept(crowd("r", 54))


def test_in_a_crowd_the_own_base_is_no_way_to_wait() -> None:
    """Units went in and out of it until the count."""
    position = crowd("r", 40)
    assert "g2-g1" in moves(position)
    assert "g2-g1" not in kept(position)
