"""What the insight of Hex Dice must see: captures, dangers and bases."""

from __future__ import annotations

from tests.games.hex_dice.boards import moves, play, scene

from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.position import HexDicePosition


def best(position: HexDicePosition) -> str:
    """Return the action a greedy player likes best, re-rolls aside."""
    insight = GAME.insight()
    worth = {}
    for text in sorted(moves(position)):
        if "reroll" not in text:
            twin = position.copy()
            assert isinstance(twin, HexDicePosition)
            play(twin, text)
            worth[text] = insight.value(twin, int(position.turn))
    return max(worth, key=lambda text: worth[text])


def test_it_takes_the_base() -> None:
    assert best(scene("b6  b5  r1  .   .   .", "g7")) == "g9-g12"


def test_it_takes_the_better_unit() -> None:
    assert best(scene("b4  .   r5  .   b1  .   b6", "g4")) == "g6*g4"


def test_it_does_not_take_what_is_protected_by_more() -> None:
    assert best(scene("r5  b1  b4  .   .   b6", "g5")) != "g5-g6"


def test_it_moves_a_unit_out_of_danger() -> None:
    position = scene("r6  .   .   r2  .   b5", "g1")
    assert best(position).startswith("g4-")


def test_it_defends_its_base() -> None:
    position = scene(
        """
          .   .   .   .   .
        .   .   .   b1  .   b6
          r5  .   .   .   .
        """,
        "f2",
    )
    assert best(position) in {"h2-g2", "h2-g3"}


def test_a_finished_game_outweighs_everything() -> None:
    won = play(scene("r1  b1", "g5"), "g5-g6")
    assert GAME.insight().value(won, 0) > 9e5
    assert GAME.insight().value(won, 1) < -9e5
