"""What an estimate expects of a hexagon that is being moved or swapped: only what the rules allow."""

from __future__ import annotations

import pytest
from tests.games.hexagone.boards import fresh, play, table

from bestagon.bots.mcts import Search
from bestagon.core.dice import fast
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.ai.turn_end import HexagoneTurnEnd
from bestagon.games.hexagone.board import SHAPE
from bestagon.games.hexagone.rules.moves import MOVING, SWAPPING
from bestagon.games.hexagone.rules.state import HexagonePosition

ENDS = "C01 * 9\n  b g g b\n"
BETWEEN = "C01 * 9\n  b g b\n"

# Player 2 needs one more blue hexagon, next to k16 or at j14. The one on k18 is the wrong one to take: without it no landing fits.
MISSING_BLUE = (
    "j15b,j16c,k15g,k16b,k18b,l13g,m13g,m14g,m15g,n14g,n15b,o14c,o15g,o16g,p15c,p16b,q15g g1c2b3/g4c1M1 g6c5b4S1B2 c9S1D2M1"
    " C02,C04,C06-C11,C13-C16,C18,C19,C21-C25,C27,C29,C31-C35,C37-C49,C51-C53 C36"
    " C05,C17,C20,C26,C50/C01,C03,C12,C28,C30,C54 1 start 00 - - 00"
)


def points_after(position: HexagonePosition, source: str) -> int:
    """Return the points of seat 0 when the next turn begins, if its hexagon on `source` is being moved or swapped."""
    position.source = SHAPE.find(source)
    before = position.to_bytes()
    after = HexagoneTurnEnd().reach(position)
    assert position.to_bytes() == before
    assert after.board.placed() + sum(after.pool_size(pool) for pool in range(7)) == 60
    return int(after.points[0])


def test_a_moved_hexagon_lands_where_the_plan_needs_it() -> None:
    assert points_after(table("b g g . .\n b", "g", "g", row="C01", phase=MOVING, data=ENDS), "q16") == 9


def test_a_moved_hexagon_cannot_wait_in_hand_until_there_is_room() -> None:
    """HG 4.4: the second blue of the card would have no neighbour yet. Before, the estimate counted it as in hand."""
    assert points_after(table("b b", "gg", "g", row="C01", phase=MOVING, data=ENDS), "p17") == 0


@pytest.mark.parametrize(("drawing", "points"), [("g g b", 0), ("g g b b", 9)])
def test_both_hexagons_of_a_swap_change(drawing: str, points: int) -> None:
    """HG 4.5: a card with both blues needs a third one to swap with. Before, the estimate counted one more than there were."""
    assert points_after(table(drawing, "", "g", row="C01", phase=SWAPPING, data=BETWEEN), "p16") == points


def test_a_swap_without_a_partner_of_another_colour_changes_nothing() -> None:
    assert points_after(table("g c g", "", "g", row="C01", phase=SWAPPING, data=BETWEEN), "p16") == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_move_agon_is_played_for_a_card_that_it_completes(seed: int) -> None:
    """In a game of seed 3100 the expert moved k18 and lost a card of 10 points."""
    position = fresh()
    GAME.parse_position(position, MISSING_BLUE)
    position.dice = fast(1)
    search, dice = Search(GAME.evaluator(), 400, 0.0, 0.0), fast(seed)
    while not position.over and position.turn == 1:
        masked = position.copy()
        masked.mask(1)
        play(position, GAME.action_text(position, 1, int(search.choose(masked, 1, dice))))
    assert position.points[1] == 45
