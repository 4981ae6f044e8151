"""Turns that an estimate finishes with the best plan."""

from __future__ import annotations

import pytest
from tests.games.hexagone.boards import table

from bestagon.games.hexagone.ai.turn_end import HexagoneTurnEnd
from bestagon.games.hexagone.board import BAG
from bestagon.games.hexagone.rules.moves import CLAIMING, PLAYING


def test_grays_without_use_make_room_for_drawing() -> None:
    """HG 3.5: a hand of five draws one hexagon, one of three draws three."""
    position = table("b b", "gcbbb", "g", row="C01", phase=PLAYING)
    before = position.to_bytes()
    after = HexagoneTurnEnd().reach(position)
    assert position.to_bytes() == before
    assert (after.board.placed(), after.board.cracked_count) == (4, 1)
    assert after.pool_size(0) == 6
    assert after.pool_size(BAG) == position.pool_size(BAG) - 3


@pytest.mark.parametrize("letters", ["ggc", "bbbSM"])
def test_no_more_room_is_made_than_helps(letters: str) -> None:
    position = table("b b", letters, "g", row="C01", phase=PLAYING)
    assert HexagoneTurnEnd().reach(position).board.placed() == 2


def test_nothing_is_placed_after_a_claim_or_with_three_players() -> None:
    """HG 3.4. Tables of three were not measured."""
    claiming = table("b b", "gcbbb", "g", row="C01", phase=CLAIMING)
    assert HexagoneTurnEnd().reach(claiming).board.placed() == 2
    three = table("b b", "gcbbb", "g", "g", row="C01", phase=PLAYING, players=3)
    assert HexagoneTurnEnd().reach(three).board.placed() == 2
