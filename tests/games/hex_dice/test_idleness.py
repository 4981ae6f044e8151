"""A seat that loses by waiting does something (HD 7.3)."""

from __future__ import annotations

from tests.games.hex_dice.boards import battle, moves

from bestagon.bots.mcts import Search
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
